/* device_bridge.h: the bridge of an area-universal device in software, written from docs/reference/host-protocol.md alone, with a toy in
 * place of the device: pin_out <= pin_in ^ state, state <= 5 state + pin_in + 1 in each step; loading clears the state. */
#ifndef FTC_TESTS_HOST_DEVICE_BRIDGE_H
#define FTC_TESTS_HOST_DEVICE_BRIDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/library/frame.h"

enum {
	TOY_MESHES = 2, TOY_SIDE = 12, TOY_PINS = 11, TOY_DEPTH = 6, TOY_BANKS = 9, TOY_ROW = 3,
	TOY_ELEMENTS = TOY_MESHES * TOY_SIDE * TOY_SIDE, TOY_CHAIN = 2 * TOY_ELEMENTS, TOY_CLOCK_100KHZ = 840,
};
#define TOY_DIGEST "c0dbdcdd00ffc0db"
#define TOY_MASK ((1u << TOY_MESHES * TOY_PINS) - 1)

struct device_bridge {
	uint8_t mark;			/* that it answers with to `identify`: 55 */
	struct frame_decoder decoder;
	bool known, loaded;
	uint8_t last_tag;
	uint8_t answer[FRAME_MOST_BYTES];	/* the last one */
	size_t answer_bytes;
	uint8_t chain[TOY_CHAIN];	/* the next byte out first */
	uint32_t setting[TOY_BANKS][TOY_DEPTH];
	uint32_t state, pin_out;
	unsigned long steps, requests;	/* made, and carried out, since it exists */
};

/* Just after reset. */
void device_bridge_reset(struct device_bridge *b);
/* One byte from the host. Returns the bytes of the answer, if it completes a request; they are in answer[], as a frame. */
size_t device_bridge_hear(struct device_bridge *b, uint8_t byte, uint8_t *answer);
/* The toy's next output pins; changes its state. */
uint32_t toy_step(uint32_t *state, uint32_t pins);

#endif
