/* frame.c: frames on a serial line: SLIP (RFC 1055) around a body and its CRC-32. */
#include "frame.h"

uint32_t frame_crc(const uint8_t *bytes, size_t count)
{
	uint32_t crc = UINT32_MAX;

	for (; count; count--) {
		crc ^= *bytes++;
		for (unsigned bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
	}
	return ~crc;
}

static uint8_t *put_byte(uint8_t *at, uint8_t byte)
{
	if (byte != FRAME_DELIMITER && byte != FRAME_ESCAPE) {
		*at++ = byte;
		return at;
	}
	*at++ = FRAME_ESCAPE;
	*at++ = byte == FRAME_DELIMITER ? FRAME_ESCAPED_DELIMITER : FRAME_ESCAPED_ESCAPE;
	return at;
}

size_t frame_encode(const uint8_t *body, size_t count, uint8_t line[FRAME_MOST_ON_LINE])
{
	uint32_t crc = frame_crc(body, count);
	uint8_t *at = line;

	*at++ = FRAME_DELIMITER;
	for (size_t i = 0; i < count; i++)
		at = put_byte(at, body[i]);
	for (unsigned i = 0; i < FRAME_CRC_BYTES; i++)
		at = put_byte(at, (uint8_t)(crc >> 8 * i));
	*at++ = FRAME_DELIMITER;
	return (size_t)(at - line);
}

/* At a delimiter: returns the length of the frame before it, or 0 for none or a bad one. */
static size_t finish(struct frame_decoder *d)
{
	size_t count = d->count, body = count > FRAME_CRC_BYTES ? count - FRAME_CRC_BYTES : 0;
	bool good = body > 0 && !d->escaped && !d->spoiled;
	uint32_t crc = 0;

	for (unsigned i = 0; good && i < FRAME_CRC_BYTES; i++)
		crc |= (uint32_t)d->bytes[body + i] << 8 * i;
	good = good && crc == frame_crc(d->bytes, body);
	d->dropped += !good && (count > 0 || d->escaped || d->spoiled);
	d->count = 0;
	d->escaped = d->spoiled = false;
	return good ? body : 0;
}

size_t frame_decode(struct frame_decoder *d, uint8_t byte)
{
	if (byte == FRAME_DELIMITER)
		return finish(d);
	if (d->escaped) {
		d->escaped = false;
		if (byte != FRAME_ESCAPED_DELIMITER && byte != FRAME_ESCAPED_ESCAPE)
			d->spoiled = true;
		byte = byte == FRAME_ESCAPED_DELIMITER ? FRAME_DELIMITER : FRAME_ESCAPE;
	} else if (byte == FRAME_ESCAPE) {
		d->escaped = true;
		return 0;
	}
	if (d->count == FRAME_MOST_BYTES)
		d->spoiled = true;
	if (!d->spoiled)
		d->bytes[d->count++] = byte;
	return 0;
}
