/* reference.c: from the user's file to a verilated model that shows every flip-flop.
 *
 *   file --yosys--> flat design --yosys--> Verilog with plain port names, flip-flops as outputs --verilator--> model
 *
 * The first run tells which ports and wires there are; the second renames them, as Verilog's escaped names go neither
 * into Verilator's library nor into C.
 */
#include "machines/area-universal/reference.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "simulate/verilate.h"
#include "util/file.h"
#include "util/message.h"
#include "util/process.h"
#include "util/text.h"

enum { MOST_REFERENCE_BYTES = 1 << 30 };

/* A wire or port of the flat design under its plain name. */
struct renamed {
	char *name, *plain;
	json_t *net;				/* of "netnames", for its width and numbering */
	unsigned width;
	bool output;
};

struct maker {
	const struct netlist *n;
	const char *top;
	char *yosys, *folder;
	json_t *design, *module;
	char *module_name;
	struct renamed *item;
	size_t count;
};

static bool run_yosys(struct maker *m, const struct text *script, int *status)
{
	struct process_result result;
	char *argv[] = { m->yosys, "-q", "script.ys", NULL };
	bool good = write_file_in(m->folder, "script.ys", script) && run_process(argv, m->folder, &result);

	*status = EXIT_WORK_FAILED;
	if (!good) {
		error("yosys cannot read %s as a reference", m->n->source);
		detail("yosys: %s", result.output.bytes ? result.output.bytes : "");
		process_suggest_more(&result);
	}
	text_free(&result.output);
	return good;
}

/* A BLIF latch without a clock gets one: Yosys would take it for a latch of no clock at all. */
static void add_latch(struct text *out, char *line)
{
	char *word[6], *rest = line, *next;
	unsigned words = 0;

	while (words < 6 && (next = strtok_r(rest, " \t", &rest)))
		word[words++] = next;
	if (words == 3 || words == 4)
		text_print(out, ".latch %s %s re ftc_clock %s\n", word[1], word[2], words == 4 ? word[3] : "3");
	else
		for (unsigned i = 0; i < words; i++)
			text_print(out, "%s%s", word[i], i + 1 < words ? " " : "\n");
}

static void add_blif_line(struct text *out, const char *line, bool clocked)
{
	if (strncmp(line, ".latch", 6) == 0 && !clocked) {
		char *copy = copy_string(line);

		add_latch(out, copy);
		free(copy);
		return;
	}
	text_print(out, "%s\n", line);
	if (strncmp(line, ".model", 6) == 0 && !clocked)
		text_add(out, ".inputs ftc_clock\n");
}

/* Copies a BLIF file: continued lines are joined. */
static bool copy_blif(struct maker *m)
{
	struct text in = { 0 }, line = { 0 }, out = { 0 };
	bool good = read_file(m->n->source, MOST_REFERENCE_BYTES, &in);

	for (const char *at = in.bytes; good && at && *at; at = text_next_line(at)) {
		size_t length = strcspn(at, "\r\n");
		bool more = length > 0 && at[length - 1] == '\\';

		text_add_bytes(&line, at, more ? length - 1 : length);
		if (more)
			continue;
		add_blif_line(&out, line.bytes ? line.bytes : "", m->n->clock != NULL);
		text_free(&line);
	}
	good = good && write_file_in(m->folder, "circuit.blif", &out);
	text_free(&in);
	text_free(&line);
	text_free(&out);
	return good;
}

/* The commands that read the file. */
static bool add_reading(struct maker *m, struct text *script)
{
	char *path = realpath(m->n->source, NULL);

	if (text_ends_with(m->n->source, ".blif")) {
		text_add(script, "read_blif circuit.blif\n");
		free(path);
		return copy_blif(m);
	}
	if (text_ends_with(m->n->source, ".json"))
		text_print(script, "read_json \"%s\"\n", path);
	else
		text_print(script, "read_verilog \"%s\"\n", path);
	if (m->top)
		text_print(script, "hierarchy -check -top %s\n", m->top);
	else
		text_add(script, "hierarchy -check -auto-top\n");
	text_add(script, "proc\nflatten\n");
	free(path);
	return true;
}

static bool read_flat(struct maker *m, int *status)
{
	struct text script = { 0 };
	bool good = add_reading(m, &script);

	*status = EXIT_WORK_FAILED;
	text_add(&script, "write_rtlil flat.il\nwrite_json flat.json\n");
	good = good && run_yosys(m, &script, status);
	text_free(&script);
	if (!good)
		return false;
	char *path = format_string("%s/flat.json", m->folder);
	void *name;

	m->design = json_load_file(path, 0, NULL);
	free(path);
	json_t *modules = json_object_get(m->design, "modules");
	/* After flattening one module is left, or the only one of a BLIF or JSON file. */
	name = json_object_iter(modules);
	if (!name)
		return error("yosys finds no module in %s", m->n->source);
	m->module_name = copy_string(json_object_iter_key(name));
	m->module = json_object_iter_value(name);
	return true;
}

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
	json_t *net = json_object_get(json_object_get(m->module, "netnames"), name);

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

/* A name as a pattern of Yosys' select that only this name, or one of its length, matches. */
static void add_pattern(struct text *script, const char *name)
{
	text_add(script, "w:");
	for (; *name; name++)
		text_print(script, "%c", strchr("[]*?{}", *name) ? '?' : *name);
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

/* Flip-flops whose initial value the file leaves open start as the reader of circuits has chosen. `place`: of the latches. */
static void add_initial(const struct maker *m, size_t item, const struct place_of_bit *place, struct text *script)
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
	if (any) {
		text_print(script, "setattr -set init %u'b%s ", wire->width, digits);
		add_pattern(script, wire->name);
		text_add(script, "\n");
	}
	free(digits);
}

static bool make_verilog(struct maker *m, const struct place_of_bit *latches, int *status)
{
	json_t *ports = json_object_get(m->module, "ports");
	struct text script = { 0 };

	text_print(&script, "read_rtlil flat.il\ncd %s\n", m->module_name);
	for (size_t i = 0; i < m->count; i++)
		add_initial(m, i, latches, &script);
	for (size_t i = 0; i < m->count; i++) {
		if (json_object_get(ports, m->item[i].name))
			continue;
		text_add(&script, "expose ");
		add_pattern(&script, m->item[i].name);
		text_add(&script, "\n");
	}
	for (size_t i = 0; i < m->count; i++)
		text_print(&script, "rename %s %s\n", m->item[i].name, m->item[i].plain);
	const char *clock = m->n->clock ? m->n->clock : "ftc_clock";
	if (!m->n->clock && !json_object_get(ports, "ftc_clock"))
		text_add(&script, "add -input clk 1\n");
	else if (strcmp(clock, "clk") != 0)
		text_print(&script, "rename %s clk\n", clock);
	text_print(&script, "cd ..\nrename %s reference\nwrite_verilog -noattr reference.v\n", m->module_name);
	bool good = run_yosys(m, &script, status);

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
	if (read_file_in(m->folder, "reference.v", MOST_REFERENCE_BYTES, &verilog)) {
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
	json_decref(m->design);
	free(m->module_name);
	free(m->yosys);
	free(m->folder);
}

bool reference_open(struct reference *r, const struct netlist *n, const char *top, int *status)
{
	struct maker m = { .n = n, .top = top, .yosys = require_tool("yosys", "yosys") };
	struct place_of_bit *place = allocate_array(n->input_count + n->output_count + n->latch_count + 1, sizeof *place);

	*r = (struct reference){ 0 };
	*status = EXIT_WORK_FAILED;
	if (m.yosys)
		m.folder = temporary_directory();
	bool good = m.yosys && read_flat(&m, status) && find_pins(&m, n->input, n->input_count, false, place)
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
