/* leaf_adapter.h: the networks in which the leaf adapter is tested, and where their ports lie in the vectors of the
 * verilated model. */
#ifndef FTC_TESTS_LEAF_ADAPTER_H
#define FTC_TESTS_LEAF_ADAPTER_H

#include "leaves/frame.h"
#include "model.h"

struct test_case {
	unsigned levels, leaves, lanes, external_wires, payload_bits, latency;
	unsigned adapters;		/* how many leaves have one */
	unsigned label[8];		/* which */
};

static const struct test_case all_cases[] = {
	/* L, leaves, c, w, P, T, adapters at */
	{ 1, 2, 1, 0, 1, 1, 2, { 0, 1 } },
	{ 1, 2, 1, 1, 1, 1, 2, { 0, 1 } },
	{ 1, 2, 2, 0, 7, 2, 2, { 0, 1 } },
	{ 2, 4, 1, 0, 7, 3, 4, { 0, 1, 2, 3 } },
	{ 2, 3, 1, 5, 32, 9, 3, { 0, 1, 2 } },
	{ 2, 3, 3, 0, 32, 4, 3, { 0, 1, 2 } },
	{ 4, 16, 1, 0, 32, 12, 8, { 0, 1, 2, 4, 7, 8, 14, 15 } },
	{ 4, 16, 1, 0, 1, 40, 5, { 0, 3, 5, 6, 15 } },
	{ 4, 13, 1, 4, 32, 20, 6, { 0, 1, 6, 7, 8, 12 } },
	{ 4, 13, 2, 3, 70, 9, 5, { 0, 1, 7, 8, 12 } },
	{ 4, 16, 3, 0, 7, 17, 6, { 0, 2, 3, 8, 9, 15 } },
	{ 6, 64, 1, 0, 70, 30, 8, { 0, 1, 3, 31, 32, 40, 62, 63 } },
	{ 6, 40, 1, 7, 7, 13, 7, { 0, 1, 31, 32, 33, 38, 39 } },
	{ 6, 64, 2, 0, 32, 25, 4, { 0, 21, 42, 63 } },
	{ 6, 64, 3, 9, 1, 21, 5, { 5, 4, 6, 37, 60 } },
	{ 9, 500, 1, 0, 32, 50, 4, { 0, 255, 256, 499 } },
	{ 20, 1000000, 1, 0, 7, 80, 4, { 0, 524287, 524288, 999999 } },
	{ 17, 100000, 2, 3, 7, 60, 3, { 0, 65535, 99999 } },
	{ 3, 8, 8, 0, 7, 10, 3, { 0, 3, 7 } },
};

/* A model holds some of them, so that several can be built at once. */
#ifndef FIRST_CASE
#define FIRST_CASE 0
#endif
#ifndef END_CASE
#define END_CASE (sizeof all_cases / sizeof all_cases[0])
#endif

static const struct test_case *const cases = all_cases + FIRST_CASE;

enum { CASES = END_CASE - FIRST_CASE, MAXIMUM_ADAPTERS = 8 };

/* The frame of a case. */
static inline void plan_case(struct frame *frame, const struct test_case *c)
{
	*frame = (struct frame){ .levels = c->levels, .leaves = c->leaves, .lanes = c->lanes, .latency = c->latency,
				 .external_wires = c->external_wires, .payload_bits = c->payload_bits };
	frame_plan(frame);
}

/* Adapter a of case k has the 256 bits from bit 256 * (8 * k + a) on. IN_RESET of adapter 0 serves the whole case. */
enum {
	ADAPTER_BITS = 256,
	IN_DATA = 0, IN_DEST = 128, IN_VALID = 160, IN_READY = 161, IN_START = 162, IN_RESET = 163, IN_DOWN = 176,
	IN_ADDRESS = 192,
	OUT_DATA = 0, OUT_USER = 128, OUT_VALID = 160, OUT_READY = 161, OUT_START = 162, OUT_UP = 176,
};

/* The first bit of an adapter. */
static inline unsigned adapter_at(unsigned test, unsigned adapter)
{
	return ADAPTER_BITS * (MAXIMUM_ADAPTERS * test + adapter);
}

enum { VECTOR_BITS = ADAPTER_BITS * MAXIMUM_ADAPTERS * CASES };

/* Verilates the adapters and frame timers of all cases, with the ports `in` and `out` of VECTOR_BITS each, as ftc
 * generates them for the parameters in the file `network`. NULL after a message. */
struct model *leaf_adapter_model(const char *network);

#endif
