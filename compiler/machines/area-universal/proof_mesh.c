/* proof_mesh.c: proofs of an element, by the table of overlay/element.h, and of a mesh, by the geometry of overlay.h.
 *
 * The mesh's equations are about the mesh of the device with its elements cut out. What follows from both by
 * induction, that a word goes through the chain, is also seen: in a mesh of four elements. */
#include <stdlib.h>

#include "machines/area-universal/proof.h"
#include "overlay/element.h"
#include "prove/catalogue.h"
#include "util/text.h"

/* ---- element ---- */

/* The lowest bit of a field of the control word, all of whose bits are 1 in `ones`. */
static unsigned lowest_bit(uint16_t ones)
{
	unsigned bit = 0;

	while (!(ones >> bit & 1))
		bit++;
	return bit;
}

/* What a choice of side k sends. */
static const char *sent(struct parts *parts, unsigned k, unsigned choice)
{
	switch ((enum choice_of_side)choice) {
	case CHOICE_NEXT: case CHOICE_OPPOSITE: case CHOICE_BEFORE:
		return parts_name(parts, "in[%u]", element_from(k, choice));
	case CHOICE_GATE:
		return "g";
	case CHOICE_NOT_GATE:
		return "not_g";
	case CHOICE_LATCH:
		return "s";
	case CHOICE_NOT_LATCH:
		return "not_s";
	default:
		return "1'b0";
	}
}

/* Whether a field of the control word has that value. */
static const char *field_is(struct parts *parts, unsigned low, unsigned width, unsigned value)
{
	return parts_equal(parts, parts_name(parts, "control[%u:%u]", low + width - 1, low),
			   parts_name(parts, "%u'd%u", width, value));
}

static void add_side(struct parts *parts, unsigned k)
{
	unsigned low = lowest_bit(element_with_choice(0, k, CHOICES - 1));
	const char *now = "1'b0";

	for (unsigned choice = 0; choice < CHOICES; choice++)
		now = parts_choice(parts, 1, field_is(parts, low, 3, choice), sent(parts, k, choice), now);
	parts_same_later(parts, parts_name(parts, "side %u sends what its choice names", k), 1, now, 1,
			 parts_name(parts, "out[%u]", k));
}

/* The side that the gate reads. */
static const char *operand(struct parts *parts, unsigned which)
{
	unsigned low = lowest_bit(element_with_operand(0, which, SIDES - 1));
	const char *now = "1'b0";

	for (unsigned side = 0; side < SIDES; side++)
		now = parts_choice(parts, 1, field_is(parts, low, 2, side), parts_name(parts, "in[%u]", side), now);
	return now;
}

void device_prove_element(const struct device_proving *p)
{
	struct circuit c = circuit_of(p->list, "element");
	struct parts parts = { .expose = { "control" } };
	static const char *const inputs[] = { "load", "step", "chain_in" };

	c.cells = 60;
	c.any_state = true;
	parts_clock(&parts, false);
	for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++)
		parts_port(&parts, false, inputs[i], inputs[i], 1);
	parts_port(&parts, false, "in", "in", SIDES);
	parts_port(&parts, true, "out", "out", SIDES);
	parts_port(&parts, true, "chain_out", "chain_out", 1);
	parts_port(&parts, true, "s", "s", 1);
	parts_port(&parts, true, "control", "control", OVERLAY_CONTROL_BITS);
	const char *not_g = parts_and(&parts, 1, operand(&parts, 0), operand(&parts, 1));

	parts_wires(&parts, 1, "not_g", not_g);
	parts_wires(&parts, 1, "g", parts_not(&parts, 1, not_g));
	parts_wires(&parts, 1, "not_s", parts_not(&parts, 1, "s"));
	for (unsigned k = 0; k < SIDES; k++)
		add_side(&parts, k);
	parts_same_later(&parts, "s takes g at the end of a step, and nothing while the chain moves", 1,
			 parts_choice(&parts, 1, "load", "1'b0", parts_choice(&parts, 1, "step", "g", "s")), 1, "s");
	parts_same_later(&parts, "the control word moves on by a bit, or stays", OVERLAY_CONTROL_BITS,
			 parts_choice(&parts, OVERLAY_CONTROL_BITS, "load", "{chain_in, control[15:1]}", "control"), 1, "control");
	parts_same_later(&parts, "the lowest bit of the control word goes on", 1, "control[0]", 0, "chain_out");
	parts_prove(p->list, &c, "table", "element", "with each of 65536 control words it is what the table says", &parts);
	circuit_free(&c);
}

/* ---- mesh ---- */

struct mesh_proof {
	const struct overlay *o;
	struct parts parts;
};

static const char *element_at(struct mesh_proof *mp, unsigned row, unsigned column)
{
	return parts_name(&mp->parts, "rows[%u].columns[%u].here", row, column);
}

/* What comes in on a side: what the neighbour sends on the side towards here, or the border. */
static const char *comes_in(struct mesh_proof *mp, unsigned row, unsigned column, enum compass side)
{
	static const int down[SIDES] = { [NORTH] = -1, [SOUTH] = 1 }, right[SIDES] = { [EAST] = 1, [WEST] = -1 };
	unsigned m = mp->o->side, there_row = row + (unsigned)down[side], there_column = column + (unsigned)right[side];

	if (there_row < m && there_column < m)
		return parts_name(&mp->parts, "out_%u[%u]", there_row * m + there_column, (side + 2) % SIDES);
	for (unsigned b = 0; b < 4 * m; b++) {
		struct overlay_place at = overlay_border(mp->o, b);

		if (at.row == row && at.column == column && at.side == (unsigned)side)
			return parts_name(&mp->parts, "border_in[%u]", b);
	}
	return "1'b0";		/* not reached: it is one or the other */
}

/* The ports of one element, each with a wire of its own: in_7 of element 7. */
static void add_element(struct mesh_proof *mp, unsigned row, unsigned column)
{
	static const struct { const char *port, *wire; bool drives; unsigned width; } ports[] = {
		{ "load", "load", true, 1 }, { "step", "step", true, 1 },
		{ "chain_in", "chain_in", true, 1 }, { "chain_out", "chain_out", false, 1 }, { "in", "in", true, SIDES },
		{ "out", "out", false, SIDES }, { "s", "s", false, 1 },
	};
	unsigned e = row * mp->o->side + column;

	for (unsigned i = 0; i < sizeof ports / sizeof *ports; i++)
		parts_port(&mp->parts, ports[i].drives, parts_name(&mp->parts, "%s.%s", element_at(mp, row, column), ports[i].port),
			   parts_name(&mp->parts, "%s_%u", ports[i].wire, e), ports[i].width);
}

/* The wires NAME_0, NAME_1, .. of all elements side by side, the first one lowest. */
static const char *of_all(struct mesh_proof *mp, const char *name)
{
	struct text t = { 0 };

	for (unsigned e = mp->o->side * mp->o->side; e-- > 0;)
		text_print(&t, "%s%s_%u", t.length > 0 ? ", " : "", name, e);
	const char *all = parts_name(&mp->parts, "{%s}", t.bytes);

	text_free(&t);
	return all;
}

static void add_joins(struct mesh_proof *mp)
{
	unsigned m = mp->o->side;
	struct text due = { 0 };

	for (unsigned e = m * m; e-- > 0;)
		for (unsigned side = SIDES; side-- > 0;)
			text_print(&due, "%s%s", due.length > 0 ? ", " : "", comes_in(mp, e / m, e % m, (enum compass)side));
	parts_same_later(&mp->parts, "each side takes what its neighbour sends, or what comes in at the border", SIDES * m * m,
			 parts_name(&mp->parts, "{%s}", due.bytes), 0, of_all(mp, "in"));
	text_free(&due);
	for (unsigned b = 4 * m; b-- > 0;) {
		struct overlay_place at = overlay_border(mp->o, b);

		text_print(&due, "%sout_%u[%u]", due.length > 0 ? ", " : "", at.row * m + at.column, at.side);
	}
	parts_same_later(&mp->parts, "a border position shows its element's side", 4 * m, parts_name(&mp->parts, "{%s}", due.bytes), 0,
			 "border_out");
	text_free(&due);
}

static void add_chain(struct mesh_proof *mp)
{
	unsigned elements = mp->o->side * mp->o->side;
	const char *chain = of_all(mp, "chain_out");

	parts_wires(&mp->parts, elements, "outs", chain);
	parts_same_later(&mp->parts, "each element's word comes from the next one, the last one's from outside", elements,
			 parts_name(&mp->parts, "{chain_in, outs[%u:1]}", elements - 1), 0, of_all(mp, "chain_in"));
	parts_same_later(&mp->parts, "the first element's word goes outside", 1, "outs[0]", 0, "chain_out");
}

static void add_signals(struct mesh_proof *mp)
{
	static const char *const signals[] = { "load", "step" };
	unsigned elements = mp->o->side * mp->o->side;

	for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
		parts_same_later(&mp->parts, parts_name(&mp->parts, "all elements get `%s`", signals[i]), elements,
				 parts_name(&mp->parts, "{%u{%s}}", elements, signals[i]), 0, of_all(mp, signals[i]));
	parts_same_later(&mp->parts, "latches are shown", elements, of_all(mp, "s"), 0, "latches");
	parts_same_later(&mp->parts, "sides are shown", SIDES * elements, of_all(mp, "out"), 0, "sides");
}

static void add_mesh_proof_ports(struct mesh_proof *mp)
{
	unsigned m = mp->o->side;
	const struct { const char *name; bool drives; unsigned width; } ports[] = {
		{ "load", false, 1 }, { "step", false, 1 }, { "chain_in", false, 1 }, { "chain_out", true, 1 },
		{ "border_in", false, 4 * m }, { "border_out", true, 4 * m }, { "latches", true, m * m },
		{ "sides", true, SIDES * m * m },
	};

	for (unsigned i = 0; i < sizeof ports / sizeof *ports; i++)
		parts_port(&mp->parts, ports[i].drives, ports[i].name, ports[i].name, ports[i].width);
}

static void prove_joints(const struct device_proving *p)
{
	struct circuit c = circuit_of(p->list, "mesh");
	struct mesh_proof mp = { .o = &p->o };
	unsigned m = p->o.side;
	char *what = format_string("mesh of %u x %u elements", m, m);

	c.parameters = format_string("-chparam SIDE %u", m);
	c.cells = 10 * m * m;
	circuit_cuts(&c, "element");
	add_mesh_proof_ports(&mp);
	for (unsigned e = 0; e < m * m; e++)
		add_element(&mp, e / m, e % m);
	add_joins(&mp);
	add_chain(&mp);
	add_signals(&mp);
	parts_prove(p->list, &c, "joints", what, "elements are joined side to side, and all in one chain", &mp.parts);
	circuit_free(&c);
	free(what);
}

/* ---- words ---- */

enum { SMALL_SIDE = 2 };

static void prove_words(const struct device_proving *p)
{
	static const struct named_value given[] = { { "SIDE", SMALL_SIDE }, { "BITS", OVERLAY_CONTROL_BITS }, { NULL, 0 } };

	catalogue_prove(p->list, "chain_words", &(struct site){ .given = { given } });
}

void device_prove_mesh(const struct device_proving *p)
{
	prove_joints(p);
	prove_words(p);
}
