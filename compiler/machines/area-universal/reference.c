/* reference.c: from the user's file to a verilated model that shows every flip-flop.
 *
 *   file --yosys--> flat design --here--> plain names, flip-flops as outputs --yosys--> Verilog --verilator--> model
 *
 * The names of ports and wires are replaced here, in Yosys' JSON. Verilog's escaped names go neither into Verilator's library nor
 * into C, and a script of Yosys would take what is in them for commands.
 */
#include "machines/area-universal/reference.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "machines/area-universal/source.h"
#include "simulate/verilate.h"
#include "util/file.h"
#include "util/json.h"
#include "util/message.h"
#include "util/text.h"

/* A wire or port of the flat design under its plain name. */
struct renamed {
	char *name, *plain;
	json_t *net;				/* of "netnames", for its width and numbering */
	unsigned width;
	bool output;
};

struct maker {
	struct source source;
	const struct netlist *n;
	struct renamed *item;
	size_t count;
};

static struct renamed *find_renamed(struct maker *m, const char *name)
{
	for (size_t i = 0; i < m->count; i++)
		if (strcmp(m->item[i].name, name) == 0)
			return &m->item[i];
	return NULL;
}

static struct renamed *add_renamed(struct maker *m, const char *name, bool output)
{
	struct renamed *known = find_renamed(m, name);
	json_t *net = json_object_get(json_object_get(m->source.module, "netnames"), name);

	if (known || !net)
		return known;
	m->item = room_for_one(m->item, m->count, sizeof *m->item);
	m->item[m->count] = (struct renamed){ copy_string(name), format_string("%s_%zu", output ? "out" : "in", m->count), net,
					      (unsigned)json_array_size(json_object_get(net, "bits")), output };
	return &m->item[m->count++];
}

/* Splits "count[3]": the name before the last bracket, and the number in it. False if there is none. */
static bool split_name(const char *name, char **base, long *number)
{
	const char *bracket = strrchr(name, '[');
	char *end;

	if (!bracket || bracket == name)
		return false;
	*number = strtol(bracket + 1, &end, 10);
	if (end == bracket + 1 || strcmp(end, "]") != 0)
		return false;
	*base = format_string("%.*s", (int)(bracket - name), name);
	return true;
}

/* The wire of a flip-flop by its name, and the bit; NULL: there is no such wire. */
static struct renamed *find_wire(struct maker *m, const char *name, unsigned *bit)
{
	struct renamed *wire = add_renamed(m, name, true);
	char *base;
	long number;

	*bit = 0;
	if (wire && wire->width == 1)
		return wire;
	if (!split_name(name, &base, &number))
		return NULL;
	wire = add_renamed(m, base, true);
	free(base);
	if (!wire)
		return NULL;
	number -= json_integer_value(json_object_get(wire->net, "offset"));
	if (json_integer_value(json_object_get(wire->net, "upto")))
		number = (long)wire->width - 1 - number;
	*bit = (unsigned)number;
	return number >= 0 && number < (long)wire->width ? wire : NULL;
}

struct place_of_bit {
	size_t item;				/* SIZE_MAX: none */
	unsigned bit;
};

/* The initial value of a bit that the file gives, or 'x'. */
static char given_initial(const struct renamed *item, unsigned bit)
{
	const char *digits = json_string_value(json_object_get(json_object_get(item->net, "attributes"), "init"));
	size_t length = digits ? strlen(digits) : 0;

	return bit < length && strchr("01", digits[length - 1 - bit]) ? digits[length - 1 - bit] : 'x';
}

/* ---- the design under plain names -------------------------------------------------------------------------- */

/* Flip-flops whose initial value the file leaves open start as the reader of circuits has chosen. `place`: of the latches. */
static void set_initial(const struct maker *m, size_t item, const struct place_of_bit *place, json_t *attributes)
{
	const struct renamed *wire = &m->item[item];
	char *digits = allocate(wire->width + 1);
	bool any = false;

	for (unsigned bit = 0; bit < wire->width; bit++)
		digits[wire->width - 1 - bit] = given_initial(wire, bit);
	for (size_t i = 0; i < m->n->latch_count; i++) {
		char *digit = &digits[wire->width - 1 - place[i].bit];

		if (place[i].item != item || !m->n->latch[i].open || *digit != 'x')
			continue;
		*digit = m->n->latch[i].initial ? '1' : '0';
		any = true;
	}
	if (any)
		json_object_set_new(attributes, "init", json_string(digits));
	free(digits);
}

/* What Yosys' JSON has of the module `reference`. */
struct plain_design {
	json_t *ports, *netnames, *cells;
	json_int_t bits;		/* greatest number of a bit */
};

static const char *clock_of(const struct maker *m)
{
	return m->n->clock ? m->n->clock : source_clock;
}

/* The plain name of a port or wire: of the clock, of an item, or by `number`. Fresh. */
static char *plain_name(struct maker *m, const char *name, size_t number)
{
	const struct renamed *item = find_renamed(m, name);

	if (item)
		return copy_string(item->plain);
	return strcmp(name, clock_of(m)) == 0 ? copy_string("clk") : format_string("net_%zu", number);
}

/* An item's wire as a port. */
static json_t *output_of(const struct renamed *item)
{
	json_t *port = json_pack("{s:s, s:O}", "direction", "output", "bits", json_object_get(item->net, "bits"));

	if (json_object_get(item->net, "offset"))
		json_object_set(port, "offset", json_object_get(item->net, "offset"));
	if (json_object_get(item->net, "upto"))
		json_object_set(port, "upto", json_object_get(item->net, "upto"));
	return port;
}

static void note_bits(struct plain_design *d, const json_t *bits)
{
	json_t *bit;
	size_t i;

	json_array_foreach(bits, i, bit)
		if (json_integer_value(bit) > d->bits)
			d->bits = json_integer_value(bit);
}

/* A wire without its attributes but for the initial value. */
static json_t *wire_of(const struct maker *m, const json_t *net, size_t item, const struct place_of_bit *latches)
{
	json_t *init = json_object_get(json_object_get(net, "attributes"), "init"), *attributes = json_object();
	json_t *wire = json_copy((json_t *)net);

	if (init)
		json_object_set(attributes, "init", init);
	if (item < m->count)
		set_initial(m, item, latches, attributes);
	json_object_set_new(wire, "attributes", attributes);
	json_object_set_new(wire, "hide_name", json_integer(0));
	return wire;
}

static void add_wires(struct maker *m, const struct place_of_bit *latches, struct plain_design *d)
{
	json_t *ports = json_object_get(m->source.module, "ports"), *nets = json_object_get(m->source.module, "netnames"), *net;
	const char *name;
	size_t number = 0;

	json_object_foreach(nets, name, net) {
		const struct renamed *item = find_renamed(m, name);
		char *plain = plain_name(m, name, number++);

		note_bits(d, json_object_get(net, "bits"));
		json_object_set_new(d->netnames, plain, wire_of(m, net, item ? (size_t)(item - m->item) : m->count, latches));
		if (json_object_get(ports, name))
			json_object_set(d->ports, plain, json_object_get(ports, name));
		else if (item)
			json_object_set_new(d->ports, plain, output_of(item));
		free(plain);
	}
	if (!json_object_get(d->ports, "clk"))
		json_object_set_new(d->ports, "clk", json_pack("{s:s, s:[I]}", "direction", "input", "bits", d->bits + 1));
}

static void add_cells(struct maker *m, struct plain_design *d)
{
	json_t *cell;
	const char *name;
	size_t number = 0;

	json_object_foreach(json_object_get(m->source.module, "cells"), name, cell) {
		char *plain = format_string("cell_%zu", number++);
		json_t *copy = json_copy(cell);

		json_object_set_new(copy, "attributes", json_object());
		json_object_set_new(d->cells, plain, copy);
		free(plain);
	}
}

static bool write_design(struct maker *m, const struct place_of_bit *latches)
{
	struct plain_design d = { json_object(), json_object(), json_object(), 0 };
	struct text text = { 0 };

	add_wires(m, latches, &d);
	add_cells(m, &d);
	json_print(json_pack("{s:{s:{s:o, s:o, s:o}}}", "modules", "reference", "ports", d.ports, "cells", d.cells, "netnames",
			     d.netnames), &text);
	bool good = write_file_in(m->source.folder, "plain.json", &text);
	text_free(&text);
	return good;
}

static bool make_verilog(struct maker *m, const struct place_of_bit *latches, int *status)
{
	const char *folder = m->source.folder;
	struct text script = { 0 };

	*status = EXIT_WORK_FAILED;
	text_print(&script, "read_json %s/plain.json\nwrite_verilog -noattr %s/reference.v\n", folder, folder);
	bool good = write_design(m, latches) && source_run(&m->source, &script, status);
	text_free(&script);
	return good;
}

static char *make_library(struct maker *m)
{
	struct verilate_port *port = allocate_array(m->count + 1, sizeof *port);
	struct output rtl = { 0 };
	struct text verilog = { 0 };
	char *library = NULL;

	for (size_t i = 0; i < m->count; i++)
		port[i] = (struct verilate_port){ m->item[i].plain, m->item[i].width, m->item[i].output };
	if (read_file_in(m->source.folder, "reference.v", MOST_SOURCE_BYTES, &verilog)) {
		output_add(&rtl, "reference.v", &verilog);
		library = verilate(&(struct verilate){ .top = "reference", .port = port, .port_count = m->count, .rtl = &rtl });
	}
	output_free(&rtl);
	free(port);
	return library;
}

/* The wire and bit of a port's bit: a vector, or in BLIF a wire of its own. */
static struct renamed *find_pin(struct maker *m, const struct netlist_pin *pin, bool output, unsigned *bit)
{
	struct renamed *wire = add_renamed(m, pin->port, output);

	*bit = pin->bit;
	if (wire && pin->bit < wire->width)
		return wire;
	char *name = format_string("%s[%u]", pin->port, pin->bit);

	*bit = 0;
	wire = add_renamed(m, name, output);
	free(name);
	return wire;
}

static bool find_pins(struct maker *m, const struct netlist_pin *pin, size_t count, bool output, struct place_of_bit *place)
{
	for (size_t i = 0; i < count; i++) {
		struct renamed *wire = find_pin(m, &pin[i], output, &place[i].bit);

		if (!wire)
			return error("yosys finds no port %s in %s", pin[i].port, m->n->source);
		place[i].item = (size_t)(wire - m->item);
	}
	return true;
}

static void find_latches(struct maker *m, struct place_of_bit *place)
{
	for (size_t i = 0; i < m->n->latch_count; i++) {
		struct renamed *wire = find_wire(m, m->n->latch[i].name, &place[i].bit);

		place[i].item = wire ? (size_t)(wire - m->item) : SIZE_MAX;
	}
}

static struct reference_bit *bits_of_model(const struct maker *m, const struct model *model, const struct place_of_bit *place,
					   size_t count)
{
	struct reference_bit *bit = allocate_array(count + 1, sizeof *bit);

	for (size_t i = 0; i < count; i++)
		if (place[i].item != SIZE_MAX)
			bit[i] = (struct reference_bit){ model_port(model, m->item[place[i].item].plain), place[i].bit };
	return bit;
}

static bool open_model(struct reference *r, struct maker *m, const struct place_of_bit *place)
{
	const struct netlist *n = m->n;
	char *library = make_library(m);

	r->model = library ? model_open(library) : NULL;
	free(library);
	if (!r->model)
		return false;
	r->input = bits_of_model(m, r->model, place, n->input_count);
	r->output = bits_of_model(m, r->model, place + n->input_count, n->output_count);
	r->latch = bits_of_model(m, r->model, place + n->input_count + n->output_count, n->latch_count);
	for (size_t i = 0; i < n->latch_count; i++)
		r->latches_found += r->latch[i].port != NULL;
	return true;
}

static void maker_free(struct maker *m)
{
	for (size_t i = 0; i < m->count; i++) {
		free(m->item[i].name);
		free(m->item[i].plain);
	}
	free(m->item);
	source_close(&m->source);
}

bool reference_open(struct reference *r, const struct netlist *n, const char *top, int *status)
{
	struct maker m = { .n = n };
	struct place_of_bit *place = allocate_array(n->input_count + n->output_count + n->latch_count + 1, sizeof *place);

	*r = (struct reference){ 0 };
	bool good = source_read(&m.source, n, top, "memory_collect\n", status) && find_pins(&m, n->input, n->input_count, false, place)
		    && find_pins(&m, n->output, n->output_count, true, place + n->input_count);

	if (good) {
		find_latches(&m, place + n->input_count + n->output_count);
		good = make_verilog(&m, place + n->input_count + n->output_count, status) && open_model(r, &m, place);
	}
	free(place);
	maker_free(&m);
	return good;
}

void reference_close(struct reference *r)
{
	model_close(r->model);
	free(r->input);
	free(r->output);
	free(r->latch);
}
