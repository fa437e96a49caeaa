/* proof_leaf.c: proof of a mesh with its border, whose elements and settings are cut out.
 *
 *   timing --> [ registers ] --> load, take, step, start, settings_.. a clock later
 *
 * In a clock in which `take` is high an input pin takes what is outside, else it stays: pins change at the beginning
 * of a step only, and what is shown outside at its end only. Wire w up carries the position of w's group that the
 * settings name, wire w down goes into the register that they name, and into no other. */
#include <stdlib.h>

#include "machines/area-universal/lower.h"
#include "machines/area-universal/proof.h"
#include "network/network.h"
#include "util/text.h"

struct leaf_proof {
	const struct overlay *o;
	struct parts parts;
	const char *signal[TIMING_SIGNALS];	/* as the mesh gets them */
	const char *clear;
};

static void watch(struct leaf_proof *lp, const char *port, unsigned width)
{
	parts_port(&lp->parts, true, port, port, width);
}

static void feed(struct leaf_proof *lp, const char *port, unsigned width)
{
	parts_port(&lp->parts, false, port, port, width);
}

/* A bit or a slice of what came a clock before. */
static const char *slice_before(struct leaf_proof *lp, const char *vector, unsigned low, unsigned width)
{
	return parts_later(&lp->parts, width, parts_name(&lp->parts, "%s[%u:%u]", vector, low + width - 1, low), 1);
}

static void add_leaf_proof_ports(struct leaf_proof *lp)
{
	const struct overlay *o = lp->o;

	parts_clock(&lp->parts, false);
	if (device_leaf_is_reset(lp->o))
		feed(lp, "rst", 1);
	feed(lp, "timing", timing_bus_width(o));
	feed(lp, "chain_in", 1);
	watch(lp, "chain_out", 1);
	if (o->pins > 0) {
		feed(lp, "pin_in", o->pins);
		watch(lp, "pin_out", o->pins);
	}
	if (o->levels == 0)
		return;
	feed(lp, "index", o->levels);
	watch(lp, "up", o->wires);
	watch(lp, "up_start", 1);
	feed(lp, "down", o->wires);
	feed(lp, "down_start", 1);
}

static void add_signals(struct leaf_proof *lp)
{
	unsigned low = 0;

	for (enum timing_signal s = 0; s < TIMING_SIGNALS; s++) {
		unsigned width = timing_width(lp->o, s);

		if (width > 0)
			lp->signal[s] = slice_before(lp, "timing", low, width);
		low += width;
	}
	if (device_leaf_is_reset(lp->o))
		lp->clear = parts_later(&lp->parts, 1, "rst", 1);
}

/* The mesh: its ports are border_in and border_out in Verilog. */
static void add_mesh(struct leaf_proof *lp)
{
	struct parts *p = &lp->parts;
	static const char mesh[] = "elements.elements";
	unsigned border = 4 * lp->o->side, elements = lp->o->side * lp->o->side;
	const struct { const char *port, *due; } inputs[] = {
		{ "load", lp->signal[TIMING_LOAD] }, { "step", lp->signal[TIMING_STEP] }, { "chain_in", "chain_in" },
	};

	for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++)
		parts_same_later(p, parts_name(p, "the mesh gets `%s`", inputs[i].port), 1, inputs[i].due, 0,
				 parts_cut(p, true, mesh, inputs[i].port, 1));
	parts_same_later(p, "the mesh's chain leaves", 1, parts_cut(p, false, mesh, "chain_out", 1), 0, "chain_out");
	parts_port(p, true, "elements.elements.border_in", "border_in", border);
	parts_port(p, false, "elements.elements.border_out", "border_out", border);
	parts_cut(p, false, mesh, "latches", elements);
	parts_cut(p, false, mesh, "sides", 4 * elements);
}

/* ---- pins ---- */

static const char *unless_cleared(struct leaf_proof *lp, const char *bit)
{
	return parts_choice(&lp->parts, 1, lp->clear, "1'b0", bit);
}

static void add_pins(struct leaf_proof *lp)
{
	struct parts *p = &lp->parts;

	for (unsigned pin = 0; pin < lp->o->pins; pin++) {
		unsigned b = overlay_pin_border(lp->o, pin);

		parts_same_later(p, parts_name(p, "input pin %u changes at the beginning of a step only", pin), 1,
				 unless_cleared(lp, parts_choice(p, 1, lp->signal[TIMING_TAKE], parts_name(p, "pin_in[%u]", pin),
								 parts_name(p, "border_in[%u]", b))),
				 1, parts_name(p, "border_in[%u]", b));
		parts_same_later(p, parts_name(p, "output pin %u changes at the end of a step only", pin), 1,
				 unless_cleared(lp, parts_choice(p, 1, lp->signal[TIMING_STEP], parts_name(p, "border_out[%u]", b),
								 parts_name(p, "pin_out[%u]", pin))),
				 1, parts_name(p, "pin_out[%u]", pin));
	}
}

/* ---- the tree ---- */

static const char *add_settings(struct leaf_proof *lp, bool down)
{
	struct settings_shape shape = leaf_settings_shape(lp->o, down);
	const struct settings_wires wires = {
		.start = down ? "down_start" : lp->signal[TIMING_START], .index = "index", .write = lp->signal[TIMING_WRITE],
		.bank = lp->signal[TIMING_BANK], .cycle = lp->signal[TIMING_CYCLE], .data = lp->signal[TIMING_DATA],
	};

	return parts_settings(&lp->parts, lp->o, &shape, down ? "cyclic_down_settings" : "cyclic_up_settings", &wires);
}

/* Whether the settings, of `bits` bits for each wire, have that number for a wire. */
static const char *setting_is(struct leaf_proof *lp, const char *settings, unsigned wire, unsigned bits,
			      unsigned number)
{
	struct parts *p = &lp->parts;

	return parts_equal(p, parts_name(p, "%s[%u:%u]", settings, (wire + 1) * bits - 1, wire * bits),
			   parts_name(p, "%u'd%u", bits, number));
}

/* The position of number n in the group of a wire, as the mesh's border wire; without such a position nothing is
 * promised. */
static void add_wire_up(struct leaf_proof *lp, const char *settings, unsigned wire)
{
	const struct overlay *o = lp->o;
	struct parts *p = &lp->parts;
	const char *now = "1'b0", *unless = "1'b1";
	for (unsigned position = wire; position < o->positions; position += o->wires) {
		const char *shown = parts_name(p, "border_out[%u]", overlay_tree_border(o, position));

		const char *is = settings ? setting_is(lp, settings, wire, o->up_bits, position / o->wires) : NULL;

		now = !is ? shown : parts_choice(p, 1, is, shown, now);
		unless = !is ? NULL : parts_and(p, 1, parts_not(p, 1, is), unless);
	}
	if (wire >= o->positions)
		unless = NULL;
	parts_same_later_unless(p, parts_name(p, "wire %u up carries the position that its settings name", wire), 1, now, 1,
				parts_name(p, "up[%u]", wire), unless ? parts_later(p, 1, unless, 1) : NULL);
}

static void add_register(struct leaf_proof *lp, const char *settings, unsigned position)
{
	const struct overlay *o = lp->o;
	struct parts *p = &lp->parts;
	unsigned wire = position % o->wires, b = overlay_tree_border(o, position);

	parts_same_later(p, parts_name(p, "the register of position %u takes its wire when the settings name it, only then", position), 1,
			 unless_cleared(lp, parts_choice(p, 1, setting_is(lp, settings, wire, o->down_bits, position / o->wires + 1),
							 parts_name(p, "down[%u]", wire), parts_name(p, "border_in[%u]", b))),
			 1, parts_name(p, "border_in[%u]", b));
}

static void add_tree(struct leaf_proof *lp)
{
	const char *up = add_settings(lp, false), *down = add_settings(lp, true);

	for (unsigned wire = 0; wire < lp->o->wires; wire++)
		add_wire_up(lp, up, wire);
	for (unsigned position = 0; position < lp->o->positions; position++)
		add_register(lp, down, position);
	parts_same_later(&lp->parts, "the strobe up goes two clocks before the messages", 1, lp->signal[TIMING_START], 1, "up_start");
}

/* Nothing comes in at positions of neither kind. */
static void add_rest(struct leaf_proof *lp)
{
	for (unsigned b = 0; b < 4 * lp->o->side; b++)
		if (overlay_border_pin(lp->o, b) < 0 && overlay_border_position(lp->o, b) < 0)
			parts_same_later(&lp->parts, parts_name(&lp->parts, "nothing comes in at border position %u", b), 1, "1'b0", 0,
					 parts_name(&lp->parts, "border_in[%u]", b));
}

void device_prove_leaf(const struct device_proving *p)
{
	const struct overlay *o = &p->o;
	struct circuit c = circuit_of(p->list, "leaf");
	struct leaf_proof lp = { .o = o };
	char *what = format_string("mesh with its border: %u pins, %u positions of the tree", o->pins, o->positions);

	c.any_state = true;
	c.cells = 20 * o->side + 10 * (o->positions + o->pins) + timing_bus_width(o);
	circuit_cuts_telling(p->list, &c, "mesh", "elements");
	if (o->pins > 0)
		circuit_reads(&c, "mesh_pins");
	if (o->levels > 0) {
		circuit_reads(&c, "mesh_receiver");
		if (o->up_bits > 0)
			circuit_reads(&c, "mesh_sender");
		circuit_cuts_telling(p->list, &c, "cyclic_settings", "cyclic");
	}
	add_leaf_proof_ports(&lp);
	add_signals(&lp);
	add_mesh(&lp);
	add_pins(&lp);
	if (o->levels > 0)
		add_tree(&lp);
	add_rest(&lp);
	parts_prove(p->list, &c, "border", what, "pins change with steps, wires and registers are those that settings name", &lp.parts);
	circuit_free(&c);
	free(what);
}
