/* favors.c: the shift registers of favors pass all states but zero, and each pair of leaves has favors with which its words
 * win, whatever all others want.
 *
 * Registers of up to 25 bits are stepped through their whole period; a network of 1024 leaves has 20 at most. */
#include <stdio.h>
#include <stdlib.h>

#include "bits.h"
#include "machines/lanes/lanes.h"
#include "util/text.h"

enum { MOST_STEPPED = 25 };

/* The states that the register passes before it comes back to where it began; 0: it does not come back. */
static unsigned long period(struct lane_register r)
{
	uint32_t state = 1;

	for (unsigned long steps = 1; steps <= 1ul << r.bits; steps++) {
		state = lane_next_state(r, state);
		if (state == 1)
			return steps;
	}
	return 0;
}

static bool registers_pass_all(void)
{
	unsigned stepped = 0;
	bool ok = true;

	for (unsigned i = 0; i < LANE_REGISTERS; i++) {
		if (lane_registers[i].bits > MOST_STEPPED)
			continue;
		unsigned long passed = period(lane_registers[i]);

		stepped++;
		if (passed == (1ul << lane_registers[i].bits) - 1)
			continue;
		printf("# x^%u + x^%u + 1 passes %lu states\n", lane_registers[i].bits, lane_registers[i].tap, passed);
		ok = false;
	}
	return ok && stepped == LANE_REGISTERS - 1;
}

/* A trinomial that is not primitive passes fewer states. */
static bool wrong_register_is_found(void)
{
	const struct lane_register wrong = { 5, 4 };

	return period(wrong) != (1ul << wrong.bits) - 1;
}

/* The deepest tree: 1024 leaves, two children each, one parent. */
static bool deepest_tree_is_stepped(void)
{
	struct override set[] = { { "children=[2, 2, 2, 2, 2, 2, 2, 2, 2, 2]" }, { "parents=[1, 1, 1, 1, 1, 1, 1, 1, 1, 1]" },
				  { "payload-bits=8" }, { "name=deep" } };
	struct spec spec;

	if (!spec_read(&spec, SOURCE_DIR "/rtl.yaml", set, sizeof set / sizeof *set))
		return false;
	struct lane_shape s = lane_shape(&spec);

	printf("# %u favors, a state of %u bits\n", s.favors, s.state_bits);
	spec_free(&spec);
	return s.leaves == MOST_LANE_LEAVES && s.favors < s.state_bits && s.state_bits <= MOST_STEPPED;
}

/* All leaves want one destination: in a period, each of them is taken at least once. */
static bool all_are_taken_in(const char *children, const char *parents)
{
	struct override set[] = { { children }, { parents }, { "payload-bits=8" }, { "name=all" } };
	struct spec spec;
	bool ok = true;

	if (!spec_read(&spec, SOURCE_DIR "/rtl.yaml", set, sizeof set / sizeof *set))
		return false;
	struct lane_shape s = lane_shape(&spec);
	int *wants = allocate_array(s.leaves, sizeof *wants);
	uint64_t asks = bits_low(s.leaves), taken;

	for (unsigned to = 0; to < s.leaves && ok; to++) {
		struct lane_model *m = lane_model_new(&spec);
		unsigned long *served = allocate_array(s.leaves, sizeof *served);

		for (unsigned leaf = 0; leaf < s.leaves; leaf++)
			wants[leaf] = (int)to;
		for (unsigned long slot = 0; slot < (1ul << s.state_bits) - 1; slot++) {
			lane_model_begin(m, &asks, wants, NULL);
			lane_model_turn(m, &asks, NULL);
			lane_model_end(m, NULL, &taken);
			for (unsigned leaf = 0; leaf < s.leaves; leaf++)
				served[leaf] += bits_has(&taken, leaf);
		}
		for (unsigned leaf = 0; leaf < s.leaves && ok; leaf++) {
			ok = served[leaf] > 0;
			if (!ok)
				printf("# leaf %u never sends to leaf %u\n", leaf, to);
		}
		free(served);
		lane_model_free(m);
	}
	free(wants);
	spec_free(&spec);
	return ok;
}

/* The second one has as many favors as the shortest register has bits. */
static bool all_are_taken(void)
{
	return all_are_taken_in("children=[4, 2, 4]", "parents=[1, 2, 1]") && all_are_taken_in("children=[8]", "parents=[1]");
}

int main(void)
{
	static const struct {
		const char *name;
		bool (*test)(void);
	} tests[] = {
		{ "registers of up to 25 bits pass all states but zero", registers_pass_all },
		{ "a register with a wrong tap does not", wrong_register_is_found },
		{ "the deepest tree has such a register", deepest_tree_is_stepped },
		{ "all leaves are taken in a period by the one that all want", all_are_taken },
	};
	enum { TESTS = sizeof tests / sizeof *tests };
	bool all = true;

	printf("1..%d\n", TESTS);
	for (int k = 0; k < TESTS; k++) {
		bool ok = tests[k].test();

		printf("%s %d - %s\n", ok ? "ok" : "not ok", k + 1, tests[k].name);
		all = all && ok;
	}
	return !all;
}
