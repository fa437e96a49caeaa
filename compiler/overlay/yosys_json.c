/* yosys_json.c: reads a circuit from the JSON that Yosys' write_json writes: one flattened module of single gates.
 *
 * A bit of a connection is a number, which names a net, or "0", "1", "x" (either; taken for 0) or "z".
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "overlay/draft.h"
#include "overlay/readers.h"
#include "util/digest.h"
#include "util/file.h"

enum { MOST_BYTES = 1 << 30, MOST_BIT = 1 << 30 };

static const char CLOCK_PIN[] = "C";

/* A kind of cell and the pins that it has: inputs in the order of the truth's bits. */
struct cell_kind {
	const char *type;
	unsigned inputs;
	uint8_t truth;
	const char *in[3];
};
static const struct cell_kind kinds[] = {
	{ "$_BUF_", 1, 0x2, { "A" } },
	{ "$_NOT_", 1, 0x1, { "A" } },
	{ "$_AND_", 2, 0x8, { "A", "B" } },
	{ "$_NAND_", 2, 0x7, { "A", "B" } },
	{ "$_OR_", 2, 0xe, { "A", "B" } },
	{ "$_NOR_", 2, 0x1, { "A", "B" } },
	{ "$_XOR_", 2, 0x6, { "A", "B" } },
	{ "$_XNOR_", 2, 0x9, { "A", "B" } },
	{ "$_ANDNOT_", 2, 0x2, { "A", "B" } },
	{ "$_ORNOT_", 2, 0xb, { "A", "B" } },
	{ "$_MUX_", 3, 0xca, { "A", "B", "S" } },
};

/* What a netname says of a bit. */
struct bit_name {
	const char *name;			/* of the netname; NULL: none yet */
	json_int_t index;
	bool vector, hidden, port;
	char initial;				/* '0', '1', or 0: none */
};

struct json_reader {
	struct draft draft;
	json_t *module;
	const char *module_name;
	json_t *ports;
	unsigned *net;				/* [bit]: its net; 0: none yet */
	struct bit_name *name;			/* [bit] */
	json_int_t bits;			/* one more than the largest */
};

static struct place at_file(const struct json_reader *r)
{
	return (struct place){ .file = r->draft.netlist.source };
}

/* ---- values of JSON ---------------------------------------------------------------------------------------- */

/* An attribute that is a number, written as one or as binary digits. */
static bool is_set(const json_t *object, const char *attribute)
{
	const json_t *value = json_object_get(json_object_get(object, "attributes"), attribute);
	const char *digits = json_string_value(value);

	return digits ? strchr(digits, '1') != NULL : json_integer_value(value) != 0;
}

static const char *source_of(const json_t *object)
{
	return json_string_value(json_object_get(json_object_get(object, "attributes"), "src"));
}

static bool find_largest(struct json_reader *r, const json_t *bits)
{
	size_t i;
	json_t *bit;

	json_array_foreach(bits, i, bit) {
		json_int_t number = json_integer_value(bit);

		if (json_is_integer(bit) && (number < 0 || number > MOST_BIT))
			return error_at(at_file(r), "a bit has the number %" JSON_INTEGER_FORMAT ": expected 2 to %d",
					number, MOST_BIT);
		if (json_is_integer(bit) && number >= r->bits)
			r->bits = number + 1;
	}
	return true;
}

/* Finds out how many numbers the module's bits have. */
static bool count_bits(struct json_reader *r)
{
	const char *name, *pin;
	json_t *object, *bits;
	bool good = true;

	json_object_foreach(r->ports, name, object)
		good = good && find_largest(r, json_object_get(object, "bits"));
	json_object_foreach(json_object_get(r->module, "netnames"), name, object)
		good = good && find_largest(r, json_object_get(object, "bits"));
	json_object_foreach(json_object_get(r->module, "cells"), name, object)
		json_object_foreach(json_object_get(object, "connections"), pin, bits)
			good = good && find_largest(r, bits);
	return good;
}

/* The net of a bit. False after one message about the part that has it. */
static bool find_net(struct json_reader *r, const json_t *bit, const char *kind, const char *part, unsigned *net)
{
	const char *constant = json_string_value(bit);

	if (json_is_integer(bit)) {
		unsigned *known = &r->net[json_integer_value(bit)];

		*net = *known;
		if (*net == 0) {
			const struct bit_name *n = &r->name[json_integer_value(bit)];
			char *name = !n->name ? format_string("bit %" JSON_INTEGER_FORMAT, json_integer_value(bit))
				     : n->vector ? format_string("%s[%" JSON_INTEGER_FORMAT "]", n->name, n->index)
						 : copy_string(n->name);

			*net = *known = draft_net(&r->draft, name);
		}
		return true;
	}
	*net = constant && *constant == '1' ? NET_CONSTANT_1 : NET_CONSTANT_0;
	if (constant && strlen(constant) == 1 && strchr("01x", *constant))
		return true;
	if (constant && strcmp(constant, "z") == 0)
		return error_at(at_file(r), "%s '%s' has a bit of high impedance: expected 0, 1 or a net, without tri-states",
				kind, part);
	return error_at(at_file(r), "%s '%s' has a bit that is none: expected a number, \"0\", \"1\" or \"x\"", kind,
			part);
}

/* ---- names and initial values ------------------------------------------------------------------------------ */

/* Whether a name is better for people than the one so far: a register's own before that of a port which shows it. */
static bool is_better(const struct bit_name *new, const struct bit_name *old)
{
	if (!old->name || new->hidden != old->hidden)
		return !old->name || old->hidden;
	return old->port && !new->port;
}

/* The initial value of bit i of a netname: '0', '1', or 0 where it is open. */
static char initial_of(const json_t *netname, size_t i)
{
	const json_t *value = json_object_get(json_object_get(netname, "attributes"), "init");
	const char *digits = json_string_value(value);
	size_t length = digits ? strlen(digits) : 0;

	if (json_is_integer(value))
		return i < 32 && (json_integer_value(value) >> i & 1) ? '1' : '0';
	if (i >= length)
		return 0;
	char digit = digits[length - 1 - i];
	return digit == '0' || digit == '1' ? digit : 0;
}

static bool read_initial(struct json_reader *r, const char *name, const json_t *netname, size_t i, struct bit_name *bit)
{
	char initial = initial_of(netname, i);

	if (initial && bit->initial && initial != bit->initial)
		return error_at(at_file(r), "bit %zu of '%s' starts at %c, by another name at %c: expected one initial value",
				i, name, initial, bit->initial);
	bit->initial = initial ? initial : bit->initial;
	return true;
}

static bool read_netname(struct json_reader *r, const char *name, const json_t *netname)
{
	const json_t *bits = json_object_get(netname, "bits");
	json_int_t offset = json_integer_value(json_object_get(netname, "offset"));
	bool upto = json_integer_value(json_object_get(netname, "upto")) != 0;
	size_t width = json_array_size(bits), i;
	json_t *bit;

	json_array_foreach(bits, i, bit) {
		if (!json_is_integer(bit))
			continue;
		struct bit_name *old = &r->name[json_integer_value(bit)], new = {
			.name = name, .index = offset + (json_int_t)(upto ? width - 1 - i : i), .vector = width > 1,
			.hidden = json_integer_value(json_object_get(netname, "hide_name")) != 0,
			.port = json_object_get(r->ports, name) != NULL, .initial = old->initial,
		};
		if (!read_initial(r, name, netname, i, &new))
			return false;
		if (is_better(&new, old))
			*old = new;
		old->initial = new.initial;
	}
	return true;
}

static bool read_names(struct json_reader *r)
{
	const char *name;
	json_t *netname;
	bool good = true;

	r->net = allocate_array((size_t)r->bits + 1, sizeof *r->net);
	r->name = allocate_array((size_t)r->bits + 1, sizeof *r->name);
	json_object_foreach(json_object_get(r->module, "netnames"), name, netname)
		good = good && read_netname(r, name, netname);
	return good;
}

/* ---- ports ------------------------------------------------------------------------------------------------- */

static bool read_port_bit(struct json_reader *r, const char *name, bool input, const json_t *bits, size_t i)
{
	struct draft_origin origin = { .kind = input ? "input" : "output", .name = name };
	struct netlist_pin pin = { .bit = (unsigned)i, .vector = json_array_size(bits) > 1 };

	if (!find_net(r, json_array_get(bits, i), "port", name, &pin.net))
		return false;
	pin.port = copy_string(name);
	if (input)
		return draft_input(&r->draft, pin, origin);
	draft_output(&r->draft, pin, origin);
	return true;
}

static bool read_port(struct json_reader *r, const char *name, const json_t *port)
{
	const char *direction = json_string_value(json_object_get(port, "direction"));
	const json_t *bits = json_object_get(port, "bits");
	bool input = direction && strcmp(direction, "input") == 0, good = true;

	if (!input && (!direction || strcmp(direction, "output") != 0))
		return error_at(at_file(r), "port '%s' is %s: expected input or output", name,
				direction ? direction : "neither");
	for (size_t i = 0; good && i < json_array_size(bits); i++)
		good = read_port_bit(r, name, input, bits, i);
	return good;
}

/* ---- cells ------------------------------------------------------------------------------------------------- */

static bool refuse_cell(const struct json_reader *r, const char *name, const json_t *cell, const char *what,
			const char *expected)
{
	const char *source = source_of(cell);
	char *command = yosys_command(r->draft.netlist.source, NULL);

	error_at(at_file(r), "cell '%s' is %s: expected %s", name, what, expected);
	if (source)
		detail("  it comes from %s", source);
	suggest("%s", command);
	free(command);
	return false;
}

/* Groups of Yosys' cells that are refused, by the beginning of their type. */
struct refused_kind {
	const char *begin, *what, *expected;
};
static const struct refused_kind refused[] = {
	{ "$_DFF_N_", "a flip-flop of the falling edge", "flip-flops of the rising edge, $_DFF_P_" },
	{ "$_DFF_P", "a flip-flop with an asynchronous reset", "a synchronous reset: logic before a $_DFF_P_" },
	{ "$_DFF_N", "a flip-flop of the falling edge", "flip-flops of the rising edge, $_DFF_P_" },
	{ "$_ALDFF", "a flip-flop with an asynchronous load", "flip-flops without one, $_DFF_P_" },
	{ "$_DFFSR", "a flip-flop with asynchronous set and reset", "flip-flops without them, $_DFF_P_" },
	{ "$_DFFE_", "a flip-flop with an enable", "the enable as logic before a $_DFF_P_" },
	{ "$_SDFF", "a flip-flop with a synchronous reset", "the reset as logic before a $_DFF_P_" },
	{ "$_DLATCH", "a latch", "flip-flops, $_DFF_P_" },
	{ "$_SR_", "a latch", "flip-flops, $_DFF_P_" },
	{ "$_FF_", "a flip-flop without a clock", "flip-flops, $_DFF_P_" },
	{ "$_TBUF_", "a tri-state driver", "multiplexers" },
	{ "$mem", "a memory", "flip-flops and gates: an element has no RAM" },
	{ "$", "no single gate", "single gates" },
	{ "", "an instance of a module", "one flattened module" },
};

static bool refuse_type(const struct json_reader *r, const char *name, const json_t *cell, const char *type)
{
	const struct refused_kind *kind = refused;

	while (strncmp(type, kind->begin, strlen(kind->begin)) != 0)
		kind++;
	char *what = format_string("of type %s, %s", type, kind->what);
	refuse_cell(r, name, cell, what, kind->expected);
	free(what);
	return false;
}

/* The net at a cell's pin of one bit. */
static bool find_pin(struct json_reader *r, const char *name, const json_t *cell, const char *pin, unsigned *net)
{
	const json_t *bits = json_object_get(json_object_get(cell, "connections"), pin);

	if (json_array_size(bits) != 1)
		return error_at(at_file(r), "pin %s of cell '%s' has %zu bits: expected one", pin, name,
				json_array_size(bits));
	return find_net(r, json_array_get(bits, 0), "cell", name, net);
}

static bool is_net_output(const struct json_reader *r, const char *name, unsigned net)
{
	return net >= NET_FIRST || error_at(at_file(r), "the output of cell '%s' is a constant: expected a net", name);
}

static bool read_gate(struct json_reader *r, const char *name, const json_t *cell, const struct cell_kind *kind)
{
	struct netlist_gate gate = { .inputs = kind->inputs, .truth = kind->truth };
	struct draft_origin origin = { .kind = "cell", .name = name, .source = source_of(cell) };

	for (unsigned k = 0; k < kind->inputs; k++)
		if (!find_pin(r, name, cell, kind->in[k], &gate.in[k]))
			return false;
	return find_pin(r, name, cell, "Y", &gate.out) && is_net_output(r, name, gate.out)
	       && draft_gate(&r->draft, gate, origin);
}

static bool read_flip_flop(struct json_reader *r, const char *name, const json_t *cell)
{
	struct netlist_latch latch = { 0 };
	struct draft_origin origin = { .kind = "cell", .name = name, .source = source_of(cell) };
	unsigned clock;

	if (!find_pin(r, name, cell, "D", &latch.d) || !find_pin(r, name, cell, "Q", &latch.q)
	    || !find_pin(r, name, cell, CLOCK_PIN, &clock) || !is_net_output(r, name, latch.q))
		return false;
	if (clock < NET_FIRST)
		return error_at(at_file(r), "the clock of cell '%s' is constant: expected an input of the circuit",
				name);
	const json_t *bit = json_array_get(json_object_get(json_object_get(cell, "connections"), "Q"), 0);
	char initial = r->name[json_integer_value(bit)].initial;

	latch.open = !initial;
	latch.initial = initial == '1';
	latch.name = draft_net_told(&r->draft, latch.q);
	return draft_latch(&r->draft, latch, clock, origin);
}

static bool read_cell(struct json_reader *r, const char *name, const json_t *cell)
{
	const char *type = json_string_value(json_object_get(cell, "type"));

	if (!type)
		return error_at(at_file(r), "cell '%s' has no type: expected JSON that Yosys' write_json has written",
				name);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(type, kinds[i].type) == 0)
			return read_gate(r, name, cell, &kinds[i]);
	if (strcmp(type, "$_DFF_P_") == 0)
		return read_flip_flop(r, name, cell);
	if (strcmp(type, "$scopeinfo") == 0)	/* newer ones of Yosys: where flattened modules were */
		return true;
	return refuse_type(r, name, cell, type);
}

/* ---- the module -------------------------------------------------------------------------------------------- */

static bool read_module(struct json_reader *r)
{
	const char *name;
	json_t *object;
	bool good;

	r->ports = json_object_get(r->module, "ports");
	good = count_bits(r) && read_names(r);
	json_object_foreach(r->ports, name, object)
		good = good && read_port(r, name, object);
	json_object_foreach(json_object_get(r->module, "cells"), name, object)
		good = good && read_cell(r, name, object);
	if (good && json_object_size(json_object_get(r->module, "memories")) > 0)
		good = error_at(at_file(r),
				"module '%s' has a memory: expected flip-flops and gates, an element has no RAM",
				r->module_name);
	return good;
}

/* Names of modules for messages. A fresh string. */
static char *list_modules(json_t *modules)
{
	enum { SHOWN = 8 };
	struct text t = { 0 };
	const char *name;
	json_t *module;
	size_t count = 0;

	json_object_foreach(modules, name, module) {
		if (count < SHOWN)
			text_print(&t, "%s'%s'", count > 0 ? ", " : "", name);
		count++;
	}
	if (count > SHOWN)
		text_print(&t, " and %zu more", count - SHOWN);
	return t.bytes;
}

static bool refuse_modules(const struct json_reader *r, json_t *modules, const char *top)
{
	char *names = list_modules(modules);
	const char *first = json_object_iter_key(json_object_iter(modules));

	if (top)
		error_at(at_file(r), "there is no module '%s': expected one of %s", top, names);
	else
		error_at(at_file(r), "there are %zu modules, and not one is marked as the top: %s: expected one",
			 json_object_size(modules), names);
	suggest("--top-module %s", first);
	free(names);
	return false;
}

/* The module `top`, or the only one, or the only one that is marked as the top. */
static bool find_module(struct json_reader *r, json_t *modules, const char *top)
{
	const char *name;
	json_t *module;
	size_t marked = 0;

	if (json_object_size(modules) == 0)
		return error_at(at_file(r), text_ends_with(r->draft.netlist.source, ".json")
				? "there are no modules: expected JSON that Yosys' write_json has written"
				: "there is no module: expected one, the circuit");
	json_object_foreach(modules, name, module) {
		bool is_top = top ? strcmp(name, top) == 0 : json_object_size(modules) == 1 || is_set(module, "top");

		if (!is_top)
			continue;
		marked++;
		r->module = module;
		r->module_name = name;
	}
	return marked == 1 || refuse_modules(r, modules, top);
}

static bool read_design(struct json_reader *r, const char *top, const struct text *json, struct netlist *n)
{
	json_error_t failure;
	json_t *root = json_loadb(json->bytes ? json->bytes : "", json->length, JSON_REJECT_DUPLICATES, &failure);
	struct place at = { .file = r->draft.netlist.source };

	if (!root) {
		at.line = failure.line > 0 ? (size_t)failure.line : 0;
		at.column = failure.column > 0 ? (size_t)failure.column : 0;
		return error_at(at, "no JSON: %s", failure.text);
	}
	bool good = find_module(r, json_object_get(root, "modules"), top) && read_module(r);
	if (good) {
		r->draft.netlist.name = copy_string(r->module_name);
		good = draft_finish(&r->draft, n);
	}
	json_decref(root);
	return good;
}

bool yosys_json_parse(struct netlist *n, const char *path, const char *top, const struct text *json)
{
	struct json_reader r = { .module = NULL };

	draft_start(&r.draft, path, NULL);
	bool good = read_design(&r, top, json, n);
	if (good) {
		n->json = copy_string(json->bytes);
		digest_text(json, n->digest);
	}
	draft_free(&r.draft);
	free(r.net);
	free(r.name);
	return good;
}

bool yosys_json_read(struct netlist *n, const char *path, const char *top)
{
	struct text json = { 0 };
	bool good = read_input(path, MOST_BYTES, &json) && yosys_json_parse(n, path, top, &json);

	text_free(&json);
	return good;
}
