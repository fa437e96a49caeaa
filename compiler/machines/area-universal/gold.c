/* gold.c: from Yosys' JSON to the same circuit with its flip-flops cut.
 *
 *   netnames      --> which names a flip-flop has --> where the image keeps it
 *   cells, ports  --> what drives each bit --> gates that anything of the image depends on
 *
 * A bit is a number, or "0", "1", "x".
 */
#include "machines/area-universal/gold.h"

#include <stdlib.h>
#include <string.h>

#include "util/json.h"
#include "util/message.h"
#include "util/text.h"

enum { MOST_BIT = 1 << 28 };

/* What drives a bit. */
enum driven { DRIVEN_BY_NOTHING, DRIVEN_BY_INPUT, DRIVEN_BY_GATE, DRIVEN_BY_FLIP_FLOP };
struct gold_net {
	enum driven by;
	size_t index;			/* of the gate or flip-flop */
};
enum progress { UNTOUCHED, UNDER_WAY, DONE };
struct gold_gate {
	const char *name;
	json_t *cell;
	enum progress progress;
};

/* While it is made. */
struct cutter {
	struct gold *g;
	const struct keeping *k;
	const char *file;
	size_t clock;			/* bit; 0: none yet */
	bool *needed;			/* [flip-flop] */
	size_t *agenda, waiting;	/* flip-flops whose d is to be followed */
	size_t *stack;			/* [gates] under way, each read by the one before */
};

/* ---- names ---- */

/* The name of bit i of a netname. A fresh string. */
static char *bit_name(const char *name, const json_t *netname, size_t i)
{
	size_t width = json_array_size(json_object_get(netname, "bits"));
	json_int_t offset = json_integer_value(json_object_get(netname, "offset"));
	bool upto = json_integer_value(json_object_get(netname, "upto")) != 0;

	if (width == 1)
		return copy_string(name);
	return format_string("%s[%" JSON_INTEGER_FORMAT "]", name, offset + (json_int_t)(upto ? width - 1 - i : i));
}

/* Notes which bit each name of the synthesised design is. */
static void note_bits(struct keeping *k, const char *module)
{
	json_t *wires = json_object_get(json_object_get(json_object_get(k->synthesised, "modules"), module), "netnames");
	json_t *netname, *bit;
	const char *name;
	size_t i;

	k->wires = wires;
	json_object_foreach(wires, name, netname)
		json_array_foreach(json_object_get(netname, "bits"), i, bit) {
			char *own = bit_name(name, netname, i);

			json_object_set(k->bit, own, bit);
			free(own);
		}
}

static void set_name_of_bit(struct keeping *k, const char *name)
{
	const json_t *bit = json_object_get(k->bit, name);
	char digits[24];

	if (!json_is_integer(bit))
		return;
	snprintf(digits, sizeof digits, "%" JSON_INTEGER_FORMAT, json_integer_value(bit));
	json_object_set_new(k->name, digits, json_string(name));
}

void keeping_start(struct keeping *k, const struct image *image, const struct netlist *n)
{
	*k = (struct keeping){ .image = image, .latch = json_object(), .unused = json_object(), .bit = json_object(),
			       .name = json_object() };
	for (size_t i = 0; i < image->latch_count; i++)
		json_object_set_new(k->latch, image->latch[i].name, json_integer((json_int_t)i));
	if (n->json) {
		k->synthesised = json_loads(n->json, 0, NULL);
		note_bits(k, n->name);
	}
	for (size_t i = 0; i < n->latch_count; i++) {
		if (!json_object_get(k->latch, n->latch[i].name))
			json_object_set_new(k->unused, n->latch[i].name, json_true());
		set_name_of_bit(k, n->latch[i].name);
	}
}

void keeping_end(struct keeping *k)
{
	json_decref(k->latch);
	json_decref(k->unused);
	json_decref(k->synthesised);
	json_decref(k->bit);
	json_decref(k->name);
}

/* Whether the name is one of the compiled netlist. */
static bool keep_by_name(const struct keeping *k, struct gold_flip_flop *f, const char *name)
{
	const json_t *latch = json_object_get(k->latch, name);

	if (!latch && !json_object_get(k->unused, name))
		return false;
	f->kept = KEPT_UNUSED;
	if (!latch)
		return true;
	f->latch = (size_t)json_integer_value(latch);
	f->kept = k->image->latch[f->latch].constant ? KEPT_CONSTANT : KEPT_IN_LATCH;
	f->constant = k->image->latch[f->latch].complement;
	return true;
}

/* Whether the name is a constant, or another flip-flop's, in what was synthesised. */
static bool keep_by_synthesis(const struct keeping *k, struct gold_flip_flop *f, const char *name)
{
	const json_t *bit = json_object_get(k->bit, name);
	const char *constant = json_string_value(bit);
	char digits[24];

	if (constant && (*constant == '0' || *constant == '1')) {
		f->kept = KEPT_CONSTANT;
		f->constant = *constant == '1';
		return true;
	}
	if (!json_is_integer(bit))
		return false;
	snprintf(digits, sizeof digits, "%" JSON_INTEGER_FORMAT, json_integer_value(bit));
	const char *other = json_string_value(json_object_get(k->name, digits));
	return other && keep_by_name(k, f, other);
}

static bool has_source(const json_t *netname)
{
	return json_object_get(json_object_get(netname, "attributes"), "src") != NULL;
}

/* Whether synthesis has put others in place of these flip-flops, under the same name: the states of a machine in
 * another encoding. Such a wire has no place in the source. */
static bool is_made_anew(const struct keeping *k, const char *name, const json_t *netname)
{
	const json_t *wire = json_object_get(k->wires, name);

	return wire && ((has_source(netname) && !has_source(wire))
			|| json_array_size(json_object_get(netname, "bits")) != json_array_size(json_object_get(wire, "bits")));
}

/* A flip-flop's further name: the one by which the image lists it, or the first one that is the user's. `anew`: the
 * name says nothing. */
static void add_name(const struct keeping *k, struct gold_flip_flop *f, char *name, bool hidden, bool anew)
{
	struct gold_flip_flop new = { .kept = KEPT_NOWHERE };
	bool known = !anew && keep_by_name(k, &new, name);
	bool listed = known && new.kept != KEPT_UNUSED;

	if (!known && !anew)
		keep_by_synthesis(k, &new, name);
	if (listed || (!f->listed && new.kept > f->kept)) {
		f->kept = new.kept;
		f->latch = new.latch;
		f->constant = new.constant;
	}
	if (f->name && f->listed >= listed && (f->listed || hidden || f->name[0] != '$')) {
		free(name);
		return;
	}
	free(f->name);
	f->name = name;
	f->listed = listed;
}

/* Bit i of a netname's attribute. */
static char initial_of(const json_t *netname, size_t i)
{
	const json_t *value = json_object_get(json_object_get(netname, "attributes"), "init");
	const char *digits = json_string_value(value);
	size_t length = digits ? strlen(digits) : 0;

	if (json_is_integer(value))
		return i < 32 && (json_integer_value(value) >> i & 1) ? '1' : '0';
	return i < length && (digits[length - 1 - i] == '0' || digits[length - 1 - i] == '1') ? digits[length - 1 - i] : 0;
}

static void read_netname(struct cutter *c, const char *name, const json_t *netname)
{
	bool hidden = json_integer_value(json_object_get(netname, "hide_name")) != 0, anew = is_made_anew(c->k, name, netname);
	json_t *bit;
	size_t i;

	json_array_foreach(json_object_get(netname, "bits"), i, bit) {
		const struct gold_net *net = json_is_integer(bit) ? &c->g->net[json_integer_value(bit)] : NULL;

		if (!net || net->by != DRIVEN_BY_FLIP_FLOP)
			continue;
		struct gold_flip_flop *f = &c->g->flip_flop[net->index];
		char initial = initial_of(netname, i);

		add_name(c->k, f, bit_name(name, netname, i), hidden, anew);
		f->initial = initial ? initial : f->initial;
	}
}

static void read_names(struct cutter *c)
{
	json_t *netnames = json_object_get(c->g->module, "netnames"), *netname;
	const char *name;

	json_object_foreach(netnames, name, netname)
		read_netname(c, name, netname);
	for (size_t i = 0; i < c->g->count; i++)
		if (!c->g->flip_flop[i].name)
			c->g->flip_flop[i].name = format_string("flip-flop %zu", i);
}

/* ---- what drives what ---- */

static bool is_flip_flop(const json_t *cell)
{
	return strcmp(json_string_value(json_object_get(cell, "type")), "$_DFF_P_") == 0;
}

static const json_t *bit_at(const json_t *cell, const char *pin)
{
	return json_array_get(json_object_get(json_object_get(cell, "connections"), pin), 0);
}

static bool is_output(const json_t *cell, const char *pin)
{
	const char *direction = json_string_value(json_object_get(json_object_get(cell, "port_directions"), pin));

	return direction && strcmp(direction, "output") == 0;
}

/* One more than the largest number of a bit. */
static size_t count_nets(const json_t *value)
{
	size_t count = 0, i;
	json_t *part;
	const char *name;

	if (json_is_integer(value) && json_integer_value(value) >= 0 && json_integer_value(value) < MOST_BIT)
		return (size_t)json_integer_value(value) + 1;
	json_array_foreach(value, i, part) {
		size_t own = count_nets(part);

		count = own > count ? own : count;
	}
	json_object_foreach((json_t *)value, name, part) {
		size_t own = strcmp(name, "attributes") != 0 && strcmp(name, "parameters") != 0 ? count_nets(part) : 0;

		count = own > count ? own : count;
	}
	return count;
}

/* Notes what drives a bit: nothing else may. */
static bool drive(struct cutter *c, const json_t *bit, enum driven by, size_t index)
{
	if (!json_is_integer(bit))
		return error("%s: what an input, a gate or a flip-flop drives is a constant", c->file);
	struct gold_net *net = &c->g->net[json_integer_value(bit)];

	if (net->by != DRIVEN_BY_NOTHING)
		return error("%s: two gates, flip-flops or inputs drive one net", c->file);
	*net = (struct gold_net){ by, index };
	return true;
}

static bool add_flip_flop(struct cutter *c, const json_t *cell)
{
	struct gold *g = c->g;
	const json_t *clock = bit_at(cell, "C");
	struct gold_flip_flop f = { .d = bit_at(cell, "D"), .q = bit_at(cell, "Q") };

	if (!json_is_integer(clock) || (c->clock > 0 && c->clock != (size_t)json_integer_value(clock)))
		return error("%s: expected one clock, of which all flip-flops take the rising edge", c->file);
	c->clock = (size_t)json_integer_value(clock);
	g->flip_flop = room_for_one(g->flip_flop, g->count, sizeof *g->flip_flop);
	g->flip_flop[g->count] = f;
	return drive(c, f.q, DRIVEN_BY_FLIP_FLOP, g->count++);
}

static bool add_gate(struct cutter *c, const char *name, json_t *cell)
{
	struct gold *g = c->g;
	json_t *bits, *bit;
	const char *pin;
	size_t i;

	g->gate = room_for_one(g->gate, g->gates, sizeof *g->gate);
	g->gate[g->gates] = (struct gold_gate){ .name = name, .cell = cell };
	json_object_foreach(json_object_get(cell, "connections"), pin, bits)
		json_array_foreach(bits, i, bit)
			if (is_output(cell, pin) && !drive(c, bit, DRIVEN_BY_GATE, g->gates))
				return false;
	g->gates++;
	return true;
}

static bool add_cells(struct cutter *c)
{
	json_t *cell;
	const char *name;

	json_object_foreach(json_object_get(c->g->module, "cells"), name, cell)
		if (is_flip_flop(cell) ? !add_flip_flop(c, cell) : !add_gate(c, name, cell))
			return false;
	return true;
}

/* ---- ports ---- */

/* The bit of a port of the circuit: of a vector, or in BLIF a port of its own. */
static const json_t *find_pin(const struct gold *g, const struct image_pin *pin, const char *direction)
{
	const json_t *ports = json_object_get(g->module, "ports"), *port = json_object_get(ports, pin->port);
	const json_t *bits = json_object_get(port, "bits");
	size_t bit = pin->bit;

	if (!port || bit >= json_array_size(bits)) {
		char *own = format_string("%s[%u]", pin->port, pin->bit);

		port = json_object_get(ports, own);
		bits = json_object_get(port, "bits");
		bit = 0;
		free(own);
	}
	const char *way = json_string_value(json_object_get(port, "direction"));
	return way && strcmp(way, direction) == 0 ? json_array_get(bits, bit) : NULL;
}

static bool add_gold_ports(struct cutter *c)
{
	struct gold *g = c->g;
	const struct image *image = g->image;

	g->input = allocate_array(image->input_count + 1, sizeof *g->input);
	g->output = allocate_array(image->output_count + 1, sizeof *g->output);
	for (size_t i = 0; i < image->input_count; i++) {
		g->input[i] = find_pin(g, &image->input[i], "input");
		if (!g->input[i])
			return error("%s has no input %s, bit %u, which the image has", c->file, image->input[i].port,
				     image->input[i].bit);
		if (!drive(c, g->input[i], DRIVEN_BY_INPUT, i))
			return false;
	}
	for (size_t i = 0; i < image->output_count; i++) {
		g->output[i] = find_pin(g, &image->output[i], "output");
		if (!g->output[i])
			return error("%s has no output %s, bit %u, which the image has", c->file, image->output[i].port,
				     image->output[i].bit);
	}
	return true;
}

/* ---- what matters ---- */

/* A flip-flop whose value matters. That of one which is kept nowhere may be anything, and what it takes is of no
 * interest. */
static void need(struct cutter *c, size_t index)
{
	if (c->needed[index])
		return;
	c->needed[index] = true;
	if (c->g->flip_flop[index].kept >= KEPT_IN_LATCH)
		c->agenda[c->waiting++] = index;
}

/* The gate behind a bit that is still to be followed; SIZE_MAX: none. */
static size_t gate_behind(struct cutter *c, const json_t *bit)
{
	if (!json_is_integer(bit)) {
		const char *constant = json_string_value(bit);

		c->g->undefined |= !constant || (*constant != '0' && *constant != '1');
		return SIZE_MAX;
	}
	const struct gold_net *net = &c->g->net[json_integer_value(bit)];

	if (net->by == DRIVEN_BY_FLIP_FLOP)
		need(c, net->index);
	return net->by == DRIVEN_BY_GATE && c->g->gate[net->index].progress != DONE ? net->index : SIZE_MAX;
}

static const char *const gates[] = {
	"$_BUF_", "$_NOT_", "$_AND_", "$_NAND_", "$_OR_", "$_NOR_", "$_XOR_", "$_XNOR_", "$_ANDNOT_", "$_ORNOT_", "$_MUX_",
	"$_NMUX_", "$_AOI3_", "$_OAI3_", "$_AOI4_", "$_OAI4_",
};

/* Puts a gate on the stack. */
static bool enter(struct cutter *c, size_t index, size_t *depth)
{
	struct gold_gate *gate = &c->g->gate[index];
	const char *type = json_string_value(json_object_get(gate->cell, "type"));
	bool known = false;

	if (gate->progress == UNDER_WAY)
		return error("%s: gate '%s' reads what it drives: expected no loop without a flip-flop", c->file, gate->name);
	for (size_t i = 0; i < sizeof gates / sizeof *gates; i++)
		known = known || strcmp(type, gates[i]) == 0;
	if (!known)
		return error("%s: cell '%s' is of type %s: expected gates, and flip-flops of one clock", c->file, gate->name, type);
	gate->progress = UNDER_WAY;
	c->g->gates_used++;
	c->stack[(*depth)++] = index;
	return true;
}

/* Enters the first gate behind a gate's inputs that is not done. *ready: there is none. */
static bool enter_inputs(struct cutter *c, size_t index, size_t *depth, bool *ready)
{
	json_t *cell = c->g->gate[index].cell, *bits, *bit;
	const char *pin;
	size_t i;

	*ready = true;
	json_object_foreach(json_object_get(cell, "connections"), pin, bits)
		json_array_foreach(bits, i, bit) {
			size_t next = is_output(cell, pin) ? SIZE_MAX : gate_behind(c, bit);

			if (next == SIZE_MAX)
				continue;
			*ready = false;
			return enter(c, next, depth);
		}
	return true;
}

/* Follows all that a bit depends on, up to inputs and flip-flops. */
static bool follow(struct cutter *c, const json_t *bit)
{
	size_t depth = 0, first = gate_behind(c, bit);
	bool good = first == SIZE_MAX || enter(c, first, &depth);

	while (good && depth > 0) {
		size_t top = c->stack[depth - 1];
		bool ready;

		good = enter_inputs(c, top, &depth, &ready);
		if (good && ready) {
			c->g->gate[top].progress = DONE;
			depth--;
		}
	}
	return good;
}

static bool follow_all(struct cutter *c)
{
	struct gold *g = c->g;
	bool good = true;

	c->needed = allocate_array(g->count + 1, sizeof *c->needed);
	c->agenda = allocate_array(g->count + 1, sizeof *c->agenda);
	c->stack = allocate_array(g->gates + 1, sizeof *c->stack);
	for (size_t i = 0; i < g->count; i++)
		if (g->flip_flop[i].listed)
			need(c, i);
	for (size_t i = 0; good && i < g->image->output_count; i++)
		good = follow(c, g->output[i]);
	while (good && c->waiting > 0)
		good = follow(c, g->flip_flop[c->agenda[--c->waiting]].d);
	return good;
}

/* In the image's order. */
static int compare_flip_flops(const void *a, const void *b)
{
	const struct gold_flip_flop *f = a, *g = b;

	if (f->listed != g->listed)
		return f->listed ? -1 : 1;
	if (f->listed && f->latch != g->latch)
		return f->latch < g->latch ? -1 : 1;
	return strcmp(f->name, g->name);
}

static void leave_out_the_rest(struct cutter *c)
{
	struct gold *g = c->g;
	size_t kept = 0;

	for (size_t i = 0; i < g->count; i++) {
		if (c->needed[i])
			g->flip_flop[kept++] = g->flip_flop[i];
		else
			free(g->flip_flop[i].name);
	}
	g->count = kept;
	if (kept > 1)
		qsort(g->flip_flop, kept, sizeof *g->flip_flop, compare_flip_flops);
}

bool gold_make(struct gold *g, const json_t *design, const json_t *module, const char *file, const struct keeping *k)
{
	struct cutter c = { .g = g, .k = k, .file = file };

	*g = (struct gold){ .image = k->image, .design = design, .module = module, .nets = count_nets(module) };
	g->net = allocate_array(g->nets + 1, sizeof *g->net);
	if (!add_gold_ports(&c) || !add_cells(&c))
		return false;
	read_names(&c);
	bool good = follow_all(&c);

	if (good)
		leave_out_the_rest(&c);
	free(c.needed);
	free(c.agenda);
	free(c.stack);
	return good;
}

void gold_free(struct gold *g)
{
	for (size_t i = 0; i < g->count; i++)
		free(g->flip_flop[i].name);
	free(g->flip_flop);
	free(g->input);
	free(g->output);
	free(g->net);
	free(g->gate);
}

/* ---- printed ---- */

static json_t *port(const char *direction)
{
	return json_pack("{s:s, s:[]}", "direction", direction, "bits");
}

static void add_port(json_t *ports, const char *name, json_t *port)
{
	if (json_array_size(json_object_get(port, "bits")) > 0)
		json_object_set_new(ports, name, port);
	else
		json_decref(port);
}

static void append(json_t *port, const json_t *bit)
{
	json_array_append(json_object_get(port, "bits"), (json_t *)bit);
}

static json_t *gold_ports(const struct gold *g)
{
	json_t *ports = json_object(), *in = port("input"), *q = port("input"), *out = port("output"), *d = port("output");

	for (size_t i = 0; i < g->image->input_count; i++)
		append(in, g->input[i]);
	for (size_t i = 0; i < g->image->output_count; i++)
		append(out, g->output[i]);
	for (size_t i = 0; i < g->count; i++) {
		append(q, g->flip_flop[i].q);
		append(d, g->flip_flop[i].d);
	}
	add_port(ports, "in", in);
	add_port(ports, "q", q);
	add_port(ports, "out", out);
	add_port(ports, "d", d);
	return ports;
}

void gold_print(const struct gold *g, struct text *out)
{
	json_t *cells = json_object();

	for (size_t i = 0; i < g->gates; i++)
		if (g->gate[i].progress == DONE)
			json_object_set(cells, g->gate[i].name, g->gate[i].cell);
	json_print(json_pack("{s:s, s:{s:{s:{}, s:o, s:o, s:{}}}}", "creator", "ftc", "modules", "gold", "attributes", "ports",
			     gold_ports(g), "cells", cells, "netnames"), out);
}
