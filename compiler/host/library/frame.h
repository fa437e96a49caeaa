/* frame.h: frames on a serial line (docs/reference/host-protocol.md): SLIP (RFC 1055) around a body and its CRC-32.
 *
 *   body --> frame_encode --> bytes ~~~ line ~~~ bytes --> frame_decode, one at a time --> body
 *
 * A byte that is lost, added or changed spoils one frame, or the two next to it.
 */
#ifndef FTC_HOST_FRAME_H
#define FTC_HOST_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	FRAME_DELIMITER = 0xc0, FRAME_ESCAPE = 0xdb, FRAME_ESCAPED_DELIMITER = 0xdc, FRAME_ESCAPED_ESCAPE = 0xdd,
	FRAME_CRC_BYTES = 4,
	FRAME_MOST_BYTES = 256,		/* with the CRC, without escapes */
	FRAME_MOST_BODY = FRAME_MOST_BYTES - FRAME_CRC_BYTES,
	FRAME_MOST_ON_LINE = 2 * FRAME_MOST_BYTES + 2,
};

/* CRC-32 as in Ethernet and zlib. */
uint32_t frame_crc(const uint8_t *bytes, size_t count);

/* Writes a body of 1 .. FRAME_MOST_BODY bytes as a frame between delimiters; returns the number of bytes. */
size_t frame_encode(const uint8_t *body, size_t count, uint8_t line[FRAME_MOST_ON_LINE]);

/* A decoder; all zeros at the start. */
struct frame_decoder {
	uint8_t bytes[FRAME_MOST_BYTES];
	size_t count;
	bool escaped;			/* the byte before was FRAME_ESCAPE */
	bool spoiled;			/* too long, or a bad escape: ignore all until the next delimiter */
	uint64_t dropped;		/* bad frames */
};

/* Takes one byte from the line. Returns the length of the body that it completes, which is in d->bytes until the
 * next call, or 0. */
size_t frame_decode(struct frame_decoder *d, uint8_t byte);

#endif
