/* data.js: the columns of a run: little-endian numbers, one column after the other, compressed (RFC 1950), as base64. */

async function unpack(base64) {
	const packed = atob(base64), bytes = new Uint8Array(packed.length);

	for (let i = 0; i < packed.length; i++)
		bytes[i] = packed.charCodeAt(i);
	if (typeof DecompressionStream === 'undefined')
		throw new Error('this browser cannot unpack its data: it is older than Chrome 80, Firefox 113 or Safari 16.4');
	return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer());
}

/* columns: name, bytes of a number, count, and whether each number says how much it is above the one before. */
export async function readColumns(columns, base64) {
	const bytes = await unpack(base64), read = {};
	let at = 0;

	for (const column of columns) {
		const end = at + column.bytes * column.count;

		if (end > bytes.length)
			throw new Error('its data are cut short');
		read[column.name] = readColumn(column, bytes.subarray(at, end));
		at = end;
	}
	if (at !== bytes.length)
		throw new Error('its data are too long');
	return read;
}

function readColumn(column, bytes) {
	const values = new Float64Array(column.count);
	let last = 0;

	for (let i = 0, at = 0; i < column.count; i++) {
		let value = 0, unit = 1;

		for (let b = 0; b < column.bytes; b++, unit *= 256)
			value += bytes[at++] * unit;
		last = column.steps ? last + value : value;
		values[i] = last;
	}
	return values;
}
