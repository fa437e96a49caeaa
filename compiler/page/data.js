/* data.js: the columns of a run: little-endian numbers, one column after the other, those that are packed compressed (RFC 1950), as base64. */

function bytesOf(base64) {
	const text = atob(base64), bytes = new Uint8Array(text.length);

	for (let i = 0; i < text.length; i++)
		bytes[i] = text.charCodeAt(i);
	return bytes;
}

async function unpack(bytes) {
	if (typeof DecompressionStream === 'undefined')
		throw new Error('this browser cannot unpack its data: it is older than Chrome 80, Firefox 113 or Safari 16.4');
	return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer());
}

/* columns: name, bits of a number, count, whether each number says how much it is above the one before, and whether it is packed:
 * compiler/simulate/columns.h. */
export async function readColumns(columns, text) {
	const [packed, plain = ''] = text.split(' '), read = {}, at = { true: 0, false: 0 };
	const source = { true: await unpack(bytesOf(packed)), false: bytesOf(plain) };

	for (const column of columns) {
		const end = at[column.packed] + Math.ceil(column.bits * column.count / 8);

		if (end > source[column.packed].length)
			throw new Error('its data are cut short');
		read[column.name] = readColumn(column, source[column.packed].subarray(at[column.packed], end));
		at[column.packed] = end;
	}
	if (at.true !== source.true.length || at.false !== source.false.length)
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
