/* device_bridge.c: the bridge of an area-universal device in software, written from docs/reference/host-protocol.md alone. */
#include "device_bridge.h"

#include <stdlib.h>
#include <string.h>

enum { IDENTIFY, WRITE, SHIFT, STEP, COMMANDS, HEAD = 4, RECORD = 8, MOST_BODY = 223 - FRAME_CRC_BYTES };

void device_bridge_reset(struct device_bridge *b)
{
	*b = (struct device_bridge){ .mark = b->mark, .steps = b->steps, .requests = b->requests };
}

uint32_t toy_step(uint32_t *state, uint32_t pins)
{
	uint32_t out = (pins ^ *state) & TOY_MASK;

	*state = (5 * *state + pins + 1) & TOY_MASK;
	return out;
}

static size_t identify(const struct device_bridge *b, uint8_t *data)
{
	static const uint8_t digest[] = { 0xc0, 0xdb, 0xdc, 0xdd, 0x00, 0xff, 0xc0, 0xdb };
	const uint8_t rest[] = { TOY_MESHES, TOY_SIDE, TOY_PINS, TOY_DEPTH, 0, TOY_BANKS, 0, (uint8_t)TOY_CLOCK_100KHZ,
				 TOY_CLOCK_100KHZ >> 8 };

	data[0] = b->mark;
	data[1] = 1;
	memcpy(data + 2, digest, sizeof digest);
	memcpy(data + 10, rest, sizeof rest);
	return 10 + sizeof rest;
}

static void write_words(struct device_bridge *b, const uint8_t *data, size_t bytes)
{
	for (const uint8_t *r = data; r < data + bytes; r += RECORD) {
		unsigned cycle = r[0] | r[1] << 8, bank = r[2] | r[3] << 8;

		if (bank < TOY_BANKS && cycle < TOY_DEPTH)
			b->setting[bank][cycle] = r[4] | r[5] << 8 | r[6] << 16 | (uint32_t)r[7] << 24;
	}
}

static void shift(struct device_bridge *b, uint8_t *data, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++) {
		uint8_t in = data[i];

		data[i] = b->chain[0];
		memmove(b->chain, b->chain + 1, TOY_CHAIN - 1);
		b->chain[TOY_CHAIN - 1] = in;
	}
	b->state = 0;
	b->loaded = true;
}

static void step(struct device_bridge *b, uint8_t *data, size_t bytes, unsigned times)
{
	for (size_t at = 0; at + TOY_ROW <= bytes; at += TOY_ROW) {
		uint32_t in = data[at] | (uint32_t)data[at + 1] << 8 | (uint32_t)data[at + 2] << 16;

		for (unsigned i = 0; i < TOY_ROW; i++)
			data[at + i] = (uint8_t)(b->pin_out >> 8 * i);
		for (unsigned i = 0; i < times && at + TOY_ROW < bytes; i++, b->steps++)
			b->pin_out = toy_step(&b->state, in & TOY_MASK);
	}
}

static void carry_out(struct device_bridge *b, size_t bytes)
{
	uint8_t *body = b->answer, command = body[1];

	b->requests++;
	body[1] = command >= COMMANDS ? 1 : command == STEP && !b->loaded ? 2 : 0;
	if (body[1] == 0 && command == WRITE)
		write_words(b, body + HEAD, bytes - HEAD);
	if (body[1] == 0 && command == SHIFT)
		shift(b, body + HEAD, bytes - HEAD);
	if (body[1] == 0 && command == STEP)
		step(b, body + HEAD, bytes - HEAD, body[3] + 1u);
}

size_t device_bridge_hear(struct device_bridge *b, uint8_t byte, uint8_t *answer)
{
	size_t bytes = frame_decode(&b->decoder, byte);
	const uint8_t *body = b->decoder.bytes;

	if (bytes < 2 || bytes > MOST_BODY || (body[1] != IDENTIFY && (bytes < HEAD || body[2] != bytes)))
		return 0;
	if (!b->known || body[1] == IDENTIFY || (body[0] ^ b->last_tag) & 1) {
		memcpy(b->answer, body, bytes);
		b->answer_bytes = bytes;
		if (body[1] == IDENTIFY)
			b->answer_bytes = 2 + identify(b, b->answer + 2);
		else
			carry_out(b, bytes);
	}
	b->known = true;
	b->last_tag = body[0];
	return frame_encode(b->answer, b->answer_bytes, answer);
}
