/* schedule_self_test.c: the self test of an off-line network: plays its schedule. See rtl-templates/board/self_test_player.v. */
#include <stdlib.h>

#include "fpga/application.h"
#include "fpga/board_top.h"
#include "fpga/self_test.h"
#include "leaves/leaf.h"
#include "machines/playback.h"
#include "machines/players.h"
#include "machines/settings.h"
#include "machines/tree.h"
#include "schedule/schedule.h"
#include "util/message.h"

/* One step of the shift registers and signatures of self_test_player.v. */
static unsigned next_word(unsigned x)
{
	return (x << 1 | ((x >> 15 ^ x >> 14 ^ x >> 12 ^ x >> 3) & 1)) & 0xffff;
}

static unsigned fold_word(unsigned x, unsigned payload_bits)
{
	unsigned sum = 0;

	for (unsigned low = 0; low < payload_bits; low += 16) {
		unsigned piece = low / 16 % 2 ? ~x & 0xffff : x;

		sum ^= payload_bits - low < 16 ? piece & ((1u << (payload_bits - low)) - 1) : piece;
	}
	return sum;
}

/* Adds the signatures at the end of a round, cycle by cycle in the schedule's order. */
static void add_signatures(const struct board_top *top, struct instance *in)
{
	const struct spec *spec = top->net->spec;
	const struct schedule_file *file = top->net->schedule;
	struct settings settings = top->net->playback->settle(top->net, NULL);
	unsigned wires = spec->leaves * spec->connections;
	unsigned *x = allocate_array(wires, sizeof *x), *signature = allocate_array(wires, sizeof *signature);

	for (unsigned i = 0; i < wires; i++)
		x[i] = ((i + 1) * 40503u | 32768u) & 0xffff;
	for (unsigned cycle = 0; cycle < file->schedule.cycles; cycle++)
		for (size_t m = 0; m < file->set.count; m++) {
			const struct passage_of_message *p = &settings.passage[m];

			if (file->schedule.cycle[m] != cycle)
				continue;
			unsigned from = file->set.demand[m].source * spec->connections + p->source_lane;
			unsigned to = file->set.demand[m].destination * spec->connections + p->destination_lane;

			signature[to] = ((signature[to] << 1 | signature[to] >> 15) & 0xffff) ^
					fold_word(x[from], spec->payload_bits);
			x[from] = next_word(x[from]);
		}
	instance_long_parameter(in, "SIGNATURES", packed_digits(signature, wires, 16), 16 * wires);
	free(x);
	free(signature);
	settings_free(&settings);
}

bool require_schedule(const struct network *net, const char *who)
{
	const struct spec *spec = net->spec;

	if (!require_speech(spec, LEAF_SPEAKS_SCHEDULE, who))
		return false;
	if (net->schedule && net->schedule->schedule.cycles > 0)
		return true;
	error(net->schedule ? "%s has a schedule without a delivery cycle: %s has nothing to play"
			     : "%s has no schedule built in: %s has nothing to play", spec->source, who);
	suggest("--set schedule=FILE, which `ftc schedule %s MESSAGES -o FILE` writes", shell_word(spec->source));
	return false;
}

static bool check(const struct network *net)
{
	return require_schedule(net, "the self test of a board");
}

/* The nonempty delivery cycles. */
static unsigned long expected(const struct board_top *top)
{
	return top->net->schedule->schedule.cycles;
}

static unsigned long slot(const struct board_top *top)
{
	return top->net->slot_clocks;
}

static void add_parameters(const struct board_top *top, struct instance *i)
{
	const struct spec *spec = top->net->spec;

	instance_parameter(i, "WIRES", (unsigned long)spec->leaves * spec->connections);
	instance_parameter(i, "PAYLOAD", spec->payload_bits);
	add_signatures(top, i);
	instance_parameter(i, "CYCLES", expected(top));
}

const struct self_test schedule_self_test = {
	.template = "self_test_player",
	.unit = "delivery cycles",
	.check = check,
	.expected = expected,
	.slot = slot,
	.parameters = add_parameters,
	.judges = tree_judges,
	.share = 0.5,
};
