/* report.c: the report of an area-universal device: Bay's quantities, this hardware, what it costs, where it fits. */
#include "machines/area-universal/area_universal.h"

#include <stdlib.h>

#include "fpga/fit.h"
#include "machines/area-universal/bay_report.h"
#include "machines/area-universal/cost.h"
#include "machines/area-universal/measures.h"
#include "network/cost.h"
#include "network/network.h"
#include "network/prediction.h"
#include "network/report.h"
#include "parse/family.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

enum { MOST_PARTS = DEVICE_PARTS + OVERLAY_MOST_LEVELS };

struct report {
	const struct spec *spec;
	const struct device_parameters *own;
	struct device_measures m;
	struct network *net;		/* NULL: no hardware can be made of it */
	struct overlay o;
	unsigned clock_mhz;		/* of the hardware */
	unsigned long settings_bits;	/* of a delivery cycle, in all RAMs */
	unsigned rams;			/* that have settings */
	struct board *board;
	struct need *need;
	size_t boards;
};

/* ---- This hardware ---- */

static void add_ram(struct report *r, struct overlay_ram ram, unsigned vertices)
{
	r->settings_bits += (unsigned long)vertices * ram.bits;
	r->rams += ram.bits > 0 ? vertices : 0;
}

static void count_settings(struct report *r)
{
	for (int down = 0; r->o.levels > 0 && down < 2; down++) {
		add_ram(r, overlay_leaf_ram(&r->o, 0, down), r->o.meshes);
		for (unsigned k = 0; k < r->o.levels; k++)
			add_ram(r, overlay_node_ram(&r->o, k, 0, down), 1u << k);
	}
}

static bool read_boards(struct report *r)
{
	const char *const *names = board_names(&r->boards);
	bool good = r->boards > 0;

	r->board = allocate_array(r->boards + 1, sizeof *r->board);
	r->need = allocate_array(r->boards + 1, sizeof *r->need);
	for (size_t i = 0; i < r->boards && good; i++)
		good = board_read(&r->board[i], names[i]);
	return good && fit_all(r->spec, r->board, r->boards, r->need);
}

/* False after a message. */
static bool find_hardware(struct report *r)
{
	if (!device_is_hardware(r->own))
		return true;
	r->net = network_elaborate(r->spec);
	area_universal_overlay(r->net, &r->o);
	unsigned fastest = machine_clock(&area_universal_machine, r->spec->family)->fastest_mhz;

	r->clock_mhz = r->spec->clock_mhz > 0 || fastest == 0 ? network_wanted_mhz(r->spec) : fastest;
	count_settings(r);
	return read_boards(r);
}

/* Milliseconds in which a bit a clock goes into the chain. */
static double load_ms(const struct report *r)
{
	return OVERLAY_CONTROL_BITS * (double)device_elements(r->own) / r->clock_mhz / 1000;
}

/* Words that are written into RAMs and timer before a circuit of so many delivery cycles runs. */
static unsigned long settings_writes(const struct report *r, unsigned cycles)
{
	return OVERLAY_BANK_FIRST + (unsigned long)(r->o.banks - OVERLAY_BANK_FIRST) * cycles;
}

static void say_border(const struct report *r, const json_t *hardware, struct text *out)
{
	const struct overlay *o = &r->o;

	figures_say(hardware, "  pins: {pins} in and {pins} out, ", out);
	text_print(out, "%u of each mesh\n", o->pins);
	if (o->levels == 0)
		return;
	text_print(out, "  border of a mesh: %u positions, %u of pins, ", 4 * o->side, o->pins);
	figures_say(hardware, "{tree_positions} of the tree: up to {group} on each of {wires} wires each way\n", out);
}

/* A circuit may need more delivery cycles than the RAMs hold. */
static void print_depth(const struct report *r, struct text *out)
{
	if (r->m.cycles > r->o.depth)
		text_print(out, "  the bounds above allow a circuit %lu delivery cycles; the settings hold %u: ftc compile refuses what needs "
				"more (settings-depth)\n", r->m.cycles, r->o.depth);
}

static void say_settings(const struct report *r, const json_t *hardware, struct text *out)
{
	const json_t *turns = json_object_get(hardware, "turn_delays");

	if (r->o.levels == 0)
		return;
	figures_say(hardware, "  settings: {settings_bits} bits for each of {settings_cycles} delivery cycles, "
		    "in {settings_rams} RAMs, {settings_banks} banks", out);
	text_print(out, " of up to %d bits; a circuit with all cycles takes %lu words\n", OVERLAY_BANK_BITS,
		   settings_writes(r, r->o.depth));
	print_depth(r, out);
	figures_say(hardware, "  leaf to leaf: L = {latency_clocks} clock{latency_clocks:s}; delay chains by depth:",
		    out);
	for (size_t k = 0; k < json_array_size(turns); k++)
		text_print(out, " %d", (int)json_integer_value(json_array_get(turns, k)));
	text_add(out, "\n");
}

static void say_hardware(const struct report *r, const json_t *hardware, struct text *out)
{
	if (!r->net) {
		text_print(out, "\nNo hardware: it is made of at most %d meshes of %d x %d elements\n", OVERLAY_MOST_MESHES, OVERLAY_MOST_SIDE,
			   OVERLAY_MOST_SIDE);
		return;
	}
	figures_say(hardware, "\nHardware, at {clock_mhz} MHz\n", out);
	text_print(out, "  elements: %lu; ", device_elements(r->own));
	figures_say(hardware, "chain of control words: {chain_bits} bits, loaded in {chain_ms:.3g} ms\n", out);
	say_border(r, hardware, out);
	say_settings(r, hardware, out);
	double step = json_number_value(json_object_get(hardware, "step_bound"));

	figures_say(hardware, "  a step of the model gates-latched: at most {step_bound} clocks by the bounds above, ",
		    out);
	text_print(out, "%.0f steps a second\n", 1e6 * r->clock_mhz / step);
}

/* ---- Logic ---- */

static struct cost level_cost(const struct network *net, unsigned level)
{
	struct level_logic logic;

	network_level_logic(net, level, &logic);
	return logic.total;
}

static void print_logic(const struct report *r, struct text *out)
{
	struct report_part part[MOST_PARTS];
	unsigned count = 0;

	for (enum device_part p = 0; p < DEVICE_PARTS; p++) {
		struct cost cost = device_part_cost(r->net, p);

		if (cost.ff > 0)
			part[count++] = (struct report_part){ copy_string(device_part_names[p]), cost };
	}
	for (unsigned k = 0; k < r->net->levels; k++)
		part[count++] = (struct report_part){ format_string("nodes of level %u: %u", k, 1u << k), level_cost(r->net, k) };
	report_logic_parts(r->net, part, count, out);
	for (unsigned i = 0; i < count; i++)
		free(part[i].name);
}

/* ---- Boards ---- */

/* Images come over a serial line. */
static bool is_deaf(const struct report *r, size_t i)
{
	return r->need[i].hears && !r->board[i].uart;
}

static bool alike(const struct report *r, size_t i, size_t k)
{
	return r->board[i].device == r->board[k].device && r->need[i].clock_mhz == r->need[k].clock_mhz && is_deaf(r, i) == is_deaf(r, k);
}

static bool first_of_its_kind(const struct report *r, size_t i)
{
	size_t k = 0;

	while (!alike(r, i, k))
		k++;
	return k == i;
}

static json_t *board_json(const struct board *board, const struct need *need)
{
	return json_pack("{s:s, s:s, s:o*, s:s}", "name", board->name, "device", board->device->name, "filled",
			 need->fitted ? json_real(fit_share(board, need)) : NULL,
			 "fits", fits_words[fit_judge(board, need)]);
}

static json_t *boards_json(const struct report *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->boards; i++)
		json_array_append_new(list, board_json(&r->board[i], &r->need[i]));
	return list;
}

static void say_board(const struct report *r, size_t i, const json_t *board, struct text *out)
{
	figures_say(board, "  {fits:-5}  {filled:3.0%} % of {device:-8}", out);
	text_print(out, " at %3.0f MHz:", r->need[i].clock_mhz);
	for (size_t k = i; k < r->boards; k++)
		if (alike(r, i, k))
			text_print(out, "%s %s", k > i ? "," : "", r->board[k].name);
	text_add(out, "\n");
}

/* A line for each kind of part, with its boards; a word for each that is too small. */
static void say_boards(const struct report *r, const json_t *boards, struct text *out)
{
	unsigned small = 0, deaf = 0;

	text_add(out, "\nBoards (estimated, with the host bridge)\n");
	for (enum fits fits = FITS_YES; fits < FITS_NO; fits++)
		for (size_t i = 0; i < r->boards; i++)
			if (first_of_its_kind(r, i) && fit_judge(&r->board[i], &r->need[i]) == fits)
				say_board(r, i, json_array_get(boards, i), out);
	for (size_t i = 0; i < r->boards; i++)
		if (first_of_its_kind(r, i) && !is_deaf(r, i) && fit_judge(&r->board[i], &r->need[i]) == FITS_NO) {
			text_add(out, small++ > 0 ? "," : "  no    ");
			figures_say(json_array_get(boards, i), " {device} ({filled:.0%} %)", out);
		}
	text_add(out, small > 0 ? "\n" : "");
	for (size_t i = 0; i < r->boards; i++)
		if (is_deaf(r, i))
			text_print(out, "%s %s", deaf++ > 0 ? "," : "  no     without a serial line:", r->board[i].name);
	text_add(out, deaf > 0 ? "\n" : "");
}

/* ---- JSON ---- */

/* NULL: unknown. */
static json_t *parts_json(const struct report *r)
{
	if (!r->net->spec->family->fitted)
		return NULL;
	json_t *object = json_object(), *nodes = json_array();

	for (enum device_part p = 0; p < DEVICE_PARTS; p++) {
		struct cost cost = device_part_cost(r->net, p);

		json_object_set_new(object, device_part_names[p], summary_cost(&cost, r->net->spec->family));
	}
	for (unsigned k = 0; k < r->net->levels; k++) {
		struct cost cost = level_cost(r->net, k);

		json_array_append_new(nodes, summary_cost(&cost, r->net->spec->family));
	}
	json_object_set_new(object, "nodes", nodes);
	return object;
}

static json_t *hardware_json(const struct report *r)
{
	const struct overlay *o = &r->o;
	json_t *object = json_object(), *turns = json_array();

	JSON_NUMBERS(object, { "clock_mhz", r->clock_mhz }, { "pins", o->meshes * o->pins }, { "tree_positions", o->positions },
		     { "wires", o->wires }, { "group", o->group }, { "chain_bits", OVERLAY_CONTROL_BITS * device_elements(r->own) },
		     { "settings_rams", r->rams }, { "settings_banks", o->banks - OVERLAY_BANK_FIRST },
		     { "settings_bits", r->settings_bits }, { "settings_cycles", o->levels > 0 ? o->depth : 0 },
		     { "latency_clocks", o->latency }, { "step_bound", device_step_bound(&r->m, o->latency) });
	json_add_real(object, "chain_ms", load_ms(r));
	for (unsigned k = 0; k < o->levels; k++)
		json_array_append_new(turns, json_integer(k > 0 ? network_node(r->net, k)->turn_delay : 0));
	json_object_set_new(object, "turn_delays", turns);
	json_object_set_new(object, "estimate_parts", parts_json(r));
	json_object_set_new(object, "boards", boards_json(r));
	return object;
}

static json_t *report_object(const struct report *r)
{
	json_t *object = spec_identity(r->spec);

	json_object_set_new(object, "parameters", spec_json(r->spec));
	JSON_NUMBERS(object, { "meshes", r->own->meshes }, { "mesh_side", r->own->side }, { "height", r->own->levels },
		     { "elements", device_elements(r->own) });
	if (r->net) {
		struct cost all = network_cost(r->net);

		json_object_set_new(object, "estimate", summary_cost(&all, r->net->spec->family));
	}
	json_object_set_new(object, "bay", bay_json(r->own, &r->m));
	json_object_set_new(object, "hardware", r->net ? hardware_json(r) : json_null());
	return object;
}

/* ---- All ---- */

static void write_text(const struct report *r, const json_t *object, struct text *out)
{
	const json_t *hardware = json_object_get(object, "hardware");

	text_print(out, "%s: area-universal device of %u mesh%s of %u x %u elements\n\n", r->spec->name, r->own->meshes,
		   r->own->meshes > 1 ? "es" : "", r->own->side, r->own->side);
	report_parameters(r->spec, out);
	bay_say(r->own, &r->m, json_object_get(object, "bay"), out);
	say_hardware(r, hardware, out);
	if (r->net) {
		print_logic(r, out);
		say_boards(r, json_object_get(hardware, "boards"), out);
	}
}

int area_universal_report(const struct spec *spec, bool files, struct findings *found)
{
	const struct device_parameters *own = device_parameters(spec);
	struct report r = { .spec = spec, .own = own, .m = device_measures(own) };
	bool good = find_hardware(&r);

	(void)files;
	if (good) {
		json_t *object = report_object(&r);

		write_text(&r, object, &found->text);
		json_print(object, &found->json);
	}
	for (size_t i = 0; i < r.boards; i++)
		board_free(&r.board[i]);
	free(r.board);
	free(r.need);
	network_free(r.net);
	return good ? EXIT_DONE : EXIT_USAGE;
}
