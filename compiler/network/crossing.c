/* crossing.c: what the FIFOs of leaves with clocks of their own hold and cost. */
#include "network/crossing.h"

#include <stdlib.h>

#include "parse/crossing.h"
#include "parse/family.h"
#include "parse/spec.h"
#include "plan/plan.h"
#include "util/figures.h"

enum { MANY_PLACES = 8, FEW_PLACES = 4 };

/* Eight words pass a word in each clock of the slower side, four some 0.6 to 0.8: no network takes as many from a leaf, but a LUT RAM
 * holds sixteen anyway. Registers are dearer. */
unsigned crossing_places(const struct spec *spec)
{
	return spec->family->lut_ram.words > 0 ? MANY_PLACES : FEW_PLACES;
}

/* ---- Size, fitted to Yosys 0.23 as `ftc build` runs it, and exact for flip-flops --------------------------------- */

enum { RESET_LUTS = 9, RESET_FLIP_FLOPS = 12, RAM_LUTS = 6, RAM_BITS = 4 };	/* LUTs of a DPR16X4 with its write port, and its bits of a word */

/* rtl-templates/crossing/crossing_fifo.v. */
static struct cost fifo_cost(const struct spec *spec, unsigned bits)
{
	unsigned places = crossing_places(spec), count = digit_bits(places) + 1;
	unsigned long pointers = 6ul * count, control = 5ul * count - (places == FEW_PLACES ? 1 : 2);

	if (spec->family->lut_ram.words > 0) {
		unsigned long luts = control + RAM_LUTS * ((bits + RAM_BITS - 1ul) / RAM_BITS);

		return (struct cost){ .lut4 = luts, .cells = luts, .ff = pointers };
	}
	/* A place is chosen by two LUTs for each bit; the flip-flops of places have none before them. */
	unsigned long luts = 2ul * bits + control + 8;

	return (struct cost){ .lut4 = luts, .cells = luts + places * (unsigned long)bits, .ff = pointers + places * (unsigned long)bits };
}

struct cost crossing_cost(const struct network *net)
{
	const struct spec *spec = net->spec;
	unsigned label = net->label_bits + (spec->external || spec->broadcast_every > 0), last = spec->packet;
	struct cost up = fifo_cost(spec, spec->payload_bits + label + last);
	struct cost down = fifo_cost(spec, spec->payload_bits + label + digit_bits(spec->group_count + 1) + last);
	unsigned long count = crossing_count(spec);

	return (struct cost){ .lut4 = count * (up.lut4 + down.lut4 + RESET_LUTS), .ff = count * (up.ff + down.ff + RESET_FLIP_FLOPS),
			      .cells = count * (up.cells + down.cells + RESET_FLIP_FLOPS) };
}

/* ---- Report ------------------------------------------------------------------------------------------------------ */

json_t *crossing_report_json(const struct network *net)
{
	unsigned count = crossing_count(net->spec);
	struct cost cost = crossing_cost(net);

	if (count == 0)
		return NULL;
	char *leaves = crossing_leaves(net->spec);
	json_t *object = json_pack("{s:i, s:s, s:i}", "count", (int)count, "leaves", leaves, "places", (int)crossing_places(net->spec));

	if (net->spec->family->fitted)
		json_object_set_new(object, "estimate", json_pack("{s:I, s:I}", "lut4", (json_int_t)cost.lut4, "ff", (json_int_t)cost.ff));
	free(leaves);
	return object;
}

void crossing_report_say(const json_t *object, struct text *out)
{
	if (!object)
		return;
	figures_say(object, json_integer_value(json_object_get(object, "count")) == 1 ? "\nA clock of its own at leaf {leaves}; two FIFOs, of {places} words"
		    : "\nClocks of their own at {count} leaves: {leaves}; two FIFOs each, of {places} words", out);
	if (json_object_get(object, "estimate"))
		figures_say(object, "; {estimate.lut4} LUT4, {estimate.ff} flip-flops in all", out);
	text_add(out, "\n");
}
