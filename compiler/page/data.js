/* data.js: the columns of a run: little-endian numbers, one column after the other, compressed (RFC 1950), as base64. */

async function unpack(base64) {
	const packed = atob(base64), bytes = new Uint8Array(packed.length);

	for (let i = 0; i < packed.length; i++)
		bytes[i] = packed.charCodeAt(i);
	if (typeof DecompressionStream === 'undefined')
		throw new Error('this browser cannot unpack its data: it is older than Chrome 80, Firefox 113 or Safari 16.4');
	return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer());
}

/* columns: name, bits of a number, count, and whether each number says how much it is above the one before: compiler/simulate/columns.h. */
export async function readColumns(columns, base64) {
	const bytes = await unpack(base64), read = {};
	let at = 0;

	for (const column of columns) {
		const end = at + Math.ceil(column.bits * column.count / 8);

		if (end > bytes.length)
			throw new Error('its data are cut short');
		read[column.name] = readColumn(column, bytes.subarray(at, end));
		at = end;
	}
	if (at !== bytes.length)
		throw new Error('its data are too long');
	return read;
}

function readColumn({ bits, count, steps }, bytes) {
	const values = steps ? new Float64Array(count) : new Uint32Array(count), each = 8 / bits;

	if (bits > 0 && bits < 8)
		for (let i = 0; i < count; i++)
			values[i] = bytes[Math.floor(i / each)] >> i % each * bits & (1 << bits) - 1;
	for (let b = 0, unit = 1; bits >= 8 && b < bits / 8; b++, unit *= 256)
		for (let i = 0; i < count; i++)
			values[i] += bytes[b * count + i] * unit;
	for (let i = 1; steps && i < count; i++)
		values[i] += values[i - 1];
	return values;
}

/* A number that may be negative: columns_signed() in C. */
export const signed = code => code % 2 ? -(code + 1) / 2 : code / 2;
