/* own_top_read.c: what Yosys says of a user's own top module.
 *
 *   files --> yosys --> read.txt, after the preprocessor
 *                   --> modules.json, before elaboration: the user's modules, their ports and instances; which is the top?
 *   files, top, the network's ports
 *         --> yosys --> whole.json, after elaboration: is the network in there, in whatever branch of a generate?
 *                   --> flat.json: the same as one module, with the network as a box in it (own_top_nets.c)
 *
 * A build is reused if these three are the same. A change of what a branch does that no parameter chooses is in the first, one of
 * a file for $readmemh in the others.
 */
#include "fpga/own_top.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fpga/tool.h"
#include "util/process.h"

enum { LONGEST_FILE = 1 << 24, LONGEST_JSON = 1 << 28 };

/* ---- places ------------------------------------------------------------------------------------------------ */

/* The beginning of that line; NULL: the text has fewer. */
static const char *find_line(const struct text *content, size_t line)
{
	const char *at = content->bytes;

	while (at && *at && line > 1) {
		at = strchr(at, '\n');
		at += at != NULL;
		line--;
	}
	return at && *at ? at : NULL;
}

/* The place "PATH:LINE" or "PATH:LINE.COLUMN-..." with `length` characters of path, in the user's words. */
static struct place place_of(const struct own_top *own, const char *path, size_t length)
{
	struct place at = {0};

	if (sscanf(path + length, ":%zu.%zu", &at.line, &at.column) < 2)
		at.column = 0;
	for (size_t i = 0; i < own->file_count; i++)
		if (strlen(own->file[i].called) == length && strncmp(own->file[i].called, path, length) == 0) {
			at.file = own->file[i].name;
			at.line_text = find_line(&own->file[i].content, at.line);
		}
	return at;
}

struct place own_top_place(const struct own_top *own, const char *source)
{
	/* Of what Yosys has taken out of an instance, first that of the instance. */
	const char *last = source ? strrchr(source, '|') : NULL, *own_source = last ? last + 1 : source;
	const char *colon = own_source ? strrchr(own_source, ':') : NULL;
	struct place at = colon ? place_of(own, own_source, (size_t)(colon - own_source)) : (struct place){0};

	if (!at.file)
		at = (struct place){ .file = own->file[0].name };
	return at;
}

static const char *source_of(const json_t *object)
{
	return json_string_value(json_object_get(json_object_get(object, "attributes"), "src"));
}

/* The place of what has that attribute `src`; without one the first file. */
static struct place place_of_source(const struct own_top *own, const json_t *object)
{
	return own_top_place(own, source_of(object));
}

/* The last line of "PATH:LINE.COLUMN-LINE.COLUMN"; 0: it has none. */
static size_t last_line_of(const char *source)
{
	const char *colon = source ? strrchr(source, ':') : NULL, *dash = colon ? strchr(colon, '-') : NULL;

	return dash ? strtoul(dash + 1, NULL, 10) : 0;
}

/* ---- Yosys ------------------------------------------------------------------------------------------------- */

static struct plain_verilog plain_of(const struct own_top *own, size_t file)
{
	return (struct plain_verilog){ .name = own->file[file].name, .number = (unsigned)file, .at = "" };
}

void own_top_add_names(const struct own_top *own, struct plain_names *names)
{
	for (size_t i = 0; i < own->file_count; i++) {
		struct plain_verilog plain = plain_of(own, i);

		plain_verilog_add_names(&plain, names);
	}
}

/* The path of an included file as the user would write it, where it lies beside one of his. Fresh. */
static char *name_included(const struct own_top *own, const char *path)
{
	struct plain_names names = {0};
	struct text name = {0};

	own_top_add_names(own, &names);
	text_add(&name, path);
	plain_names_translate(&names, &name);
	plain_names_free(&names);
	return name.bytes;
}

/* Reports a line "PATH:LINE: ERROR: TEXT" of Yosys. */
static void tell_line(const struct own_top *own, const char *line, size_t length)
{
	static const char mark[] = "ERROR: ";
	char *copy = format_string("%.*s", (int)length, line), *text = strstr(copy, mark) + strlen(mark);
	size_t path = 0;

	for (char *c = copy; c < text; c++)
		if (*c == ':' && isdigit((unsigned char)c[1]) && path == 0)
			path = (size_t)(c - copy);
	struct place at = path ? place_of(own, copy, path) : (struct place){0};
	char *included = NULL;

	if (path && !at.file) {
		copy[path] = 0;
		at.file = included = name_included(own, copy);
	}
	error_at(at, "yosys: %s", text);
	free(included);
	free(copy);
}

/* Reports what is wrong with the user's Verilog. */
static void tell_yosys(const struct own_top *own, const struct process_result *result)
{
	for (const char *line = result->output.bytes; line && *line; line = text_next_line(line)) {
		size_t length = strcspn(line, "\n");
		char *copy = format_string("%.*s", (int)length, line);
		bool marked = strstr(copy, "ERROR: ");

		free(copy);
		if (marked) {
			tell_line(own, line, length);
			return;
		}
	}
	tool_failed(&tool_yosys, result, NULL);
}

/* Runs Yosys, `path`, in that directory. */
static bool run_yosys(const struct text *script, char *path, const char *directory, struct process_result *result)
{
	char *const argv[] = { path, (char *)"-q", (char *)"-p", script->bytes, NULL };

	return run_process(argv, directory, result);
}

/* Adds to own->read what Yosys has written into a file. False after a message. */
static bool take_written(struct own_top *own, const char *directory, const char *name, struct text *content)
{
	bool there = tool_result(&tool_yosys, directory, name, content);

	if (there)
		text_add_bytes(&own->read, content->bytes, content->length);
	return there;
}

/* Reads the modules in a file of JSON that Yosys has written; the caller owns *root. NULL after a message. */
static json_t *load_modules(struct own_top *own, const char *directory, const char *name, json_t **root)
{
	struct text content = {0};
	bool there = take_written(own, directory, name, &content);
	json_t *modules;

	*root = there ? json_loadb(content.bytes, content.length, 0, NULL) : NULL;
	modules = json_object_get(*root, "modules");
	if (there && !modules)
		error("yosys wrote no modules into %s", name);
	text_free(&content);
	return modules;
}

/* ---- modules ----------------------------------------------------------------------------------------------- */

/* The module that a cell is an instance of; of an array of instances Yosys says "$array:INDEX:COUNT:\\NAME" at first. */
static const char *module_of(const json_t *cell)
{
	const char *type = json_string_value(json_object_get(cell, "type"));

	if (type && strncmp(type, "$array:", 7) == 0)
		type = strrchr(type, ':') + 1;
	return type && *type == '\\' ? type + 1 : type ? type : "";
}

static bool is_array(const json_t *cell)
{
	const char *type = json_string_value(json_object_get(cell, "type"));

	return type && strncmp(type, "$array:", 7) == 0;
}

/* The first instance of that module in this one; NULL: there is none. */
static json_t *find_cell(const json_t *module, const char *name)
{
	json_t *cell;
	const char *instance;

	json_object_foreach(json_object_get(module, "cells"), instance, cell)
		if (strcmp(module_of(cell), name) == 0)
			return cell;
	return NULL;
}

/* The first instance of that module in the others; NULL: there is none. */
static json_t *find_instance(json_t *modules, const char *name)
{
	json_t *module, *cell;
	const char *other;

	json_object_foreach(modules, other, module)
		if (strcmp(other, name) != 0 && (cell = find_cell(module, name)))
			return cell;
	return NULL;
}

static bool is_blackbox(const json_t *module)
{
	return json_object_get(json_object_get(module, "attributes"), "blackbox");
}

/* An empty module that is instantiated, or is the network's, is a declaration; GHDL writes such. */
static void list_modules(struct own_top *own, json_t *modules, const char *network)
{
	json_t *module;
	const char *name;

	own->module = allocate_array(json_object_size(modules) + 1, sizeof *own->module);
	json_object_foreach(modules, name, module) {
		bool instantiated = find_instance(modules, name);

		own->module[own->module_count++] = (struct own_module){
			.name = copy_string(name), .at = place_of_source(own, module), .instantiated = instantiated,
			.declared = is_blackbox(module) && (instantiated || strcmp(name, network) == 0),
			.last_line = last_line_of(source_of(module)),
		};
	}
}

/* Notes which modules hold the network: those with an instance of it, then those with an instance of one of them. */
static void find_holders(struct own_top *own, json_t *modules, const char *network)
{
	for (bool found = true; found;) {
		found = false;
		for (size_t i = 0; i < own->module_count; i++) {
			struct own_module *m = &own->module[i];
			json_t *module = json_object_get(modules, m->name);
			bool holds = m->holds_network || find_cell(module, network);

			for (size_t k = 0; k < own->module_count && !holds; k++)
				holds = own->module[k].holds_network && find_cell(module, own->module[k].name);
			found = found || holds != m->holds_network;
			m->holds_network = holds;
		}
	}
}

/* Lists the modules that may be the top: all that no other one instantiates, or only those of them that hold the network. */
static size_t list_tops(const struct own_top *own, bool holders, const struct own_module **tops)
{
	size_t count = 0;

	for (size_t i = 0; i < own->module_count; i++) {
		const struct own_module *m = &own->module[i];

		if (!m->instantiated && !m->declared && (m->holds_network || !holders))
			tops[count++] = m;
	}
	return count;
}

static char *list_names(const struct own_module *const *module, size_t count)
{
	const char **names = allocate_array(count + 1, sizeof *names);

	for (size_t i = 0; i < count; i++)
		names[i] = module[i]->name;
	char *listed = list_words(names, count);
	free(names);
	return listed;
}

/* Refuses files with several top modules, or with none. */
static bool refuse_tops(const struct own_top *own, const struct own_module *const *tops, size_t count)
{
	bool any = false;

	for (size_t i = 0; i < own->module_count; i++)
		any = any || !own->module[i].declared;
	if (!any)
		return error_at((struct place){ .file = own->file[0].name }, "there is no module: expected your top module");
	if (count == 0)
		return error_at(own->module[0].at, "every module is instantiated by another one: expected one that is not, the top");
	char *listed = list_names(tops, count);

	error_at(tops[1]->at, "%zu modules are instantiated by no other one%s: expected one, the top, of %s", count,
		 tops[0]->holds_network ? ", and hold the network" : "", listed);
	free(listed);
	return suggest("--top-module %s", tops[0]->name);
}

/* The module that --top-module names. */
static bool take_named(struct own_top *own)
{
	const char **names = allocate_array(own->module_count + 1, sizeof *names);

	for (size_t i = 0; i < own->module_count; i++) {
		names[i] = own->module[i].name;
		if (strcmp(names[i], own->top_module) == 0)
			own->top = &own->module[i];
	}
	const char *nearest = nearest_name(own->top_module, names, own->module_count);
	char *listed = list_words(names, own->module_count);

	if (!own->top) {
		error("--top-module is %s: expected a module in the files of --top%s%s", own->top_module,
		      own->module_count ? ", " : "", listed);
		if (own->module_count)
			suggest("--top-module %s", nearest ? nearest : names[0]);
	}
	free(listed);
	free(names);
	return own->top;
}

/* A name that stands in a script of Yosys, and in Verilog, as it is. */
static bool check_plain(const struct own_module *module)
{
	return strspn(module->name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(module->name)
	       || error_at(module->at, "a module is called '%s': expected letters, digits and _", module->name);
}

static bool find_top(struct own_top *own)
{
	const struct own_module **tops = allocate_array(own->module_count + 1, sizeof *tops);
	size_t count = list_tops(own, false, tops);
	bool done;

	if (own->top_module) {
		done = take_named(own);
	} else {
		if (count > 1 && list_tops(own, true, tops) > 0)
			count = list_tops(own, true, tops);
		else
			count = list_tops(own, false, tops);
		done = count == 1 || refuse_tops(own, tops, count);
		if (done)
			own->top = tops[0];
	}
	free(tops);
	return done && check_plain(own->top);
}

/* ---- modules within themselves ----------------------------------------------------------------------------- */

/* A search for a module that is instantiated inside itself. */
struct descent {
	const struct own_top *own;
	json_t *modules;
	bool with_parameters;		/* instances whose parameters are given count, too: these may end the descent */
	const char **above;		/* the modules on the way down */
	size_t depth;
	bool *seen;			/* all below this module has been searched */
};

static size_t index_of(const struct own_top *own, const char *name)
{
	size_t i = 0;

	while (i < own->module_count && strcmp(own->module[i].name, name) != 0)
		i++;
	return i;
}

/* Searches the module of that index and all below. False after a message. */
static bool descend(struct descent *d, size_t index)
{
	const char *name = d->own->module[index].name, *instance;
	json_t *cell;

	d->above[d->depth++] = name;
	json_object_foreach(json_object_get(json_object_get(d->modules, name), "cells"), instance, cell) {
		size_t below = index_of(d->own, module_of(cell)), i = 0;

		if (below == d->own->module_count || d->seen[below]
		    || (!d->with_parameters && json_object_size(json_object_get(cell, "parameters"))))
			continue;
		while (i < d->depth && strcmp(d->above[i], d->own->module[below].name) != 0)
			i++;
		if (i < d->depth)
			return error_at(place_of_source(d->own, cell), "the module %s is instantiated inside itself, without an end:"
					" expected a top and modules below it", d->own->module[below].name);
		if (!descend(d, below))
			return false;
	}
	d->depth--;
	d->seen[index] = true;
	return true;
}

/* Whether the top holds no module that holds itself: of such a one Yosys makes no hierarchy. */
static bool check_descent(const struct own_top *own, json_t *modules, bool with_parameters)
{
	struct descent d = {
		.own = own, .modules = modules, .with_parameters = with_parameters,
		.above = allocate_array(own->module_count + 1, sizeof *d.above),
		.seen = allocate_array(own->module_count + 1, sizeof *d.seen),
	};
	bool done = descend(&d, (size_t)(own->top - own->module));

	free(d.above);
	free(d.seen);
	return done;
}

/* ---- ports ------------------------------------------------------------------------------------------------- */

static enum port_direction direction_of(const json_t *port)
{
	const char *word = json_string_value(json_object_get(port, "direction"));

	if (!word || strcmp(word, "inout") == 0)
		return PORT_INOUT;
	return strcmp(word, "input") == 0 ? PORT_INPUT : PORT_OUTPUT;
}

static void list_ports(struct own_top *own, const json_t *module)
{
	json_t *ports = json_object_get(module, "ports"), *nets = json_object_get(module, "netnames"), *port;
	const char *name;

	own->port = allocate_array(json_object_size(ports) + 1, sizeof *own->port);
	json_object_foreach(ports, name, port)
		own->port[own->port_count++] = (struct own_port){
			.name = copy_string(name), .width = (unsigned)json_array_size(json_object_get(port, "bits")),
			.direction = direction_of(port), .at = place_of_source(own, json_object_get(nets, name)),
			.odd = json_integer_value(json_object_get(port, "offset")) || json_integer_value(json_object_get(port, "upto")),
		};
	own->has_clock_hz = json_object_get(json_object_get(module, "parameter_default_values"), "CLOCK_HZ");
}

/* ------------------------------------------------------------------------------------------------------------ */

static bool read_files(struct own_top *own)
{
	for (size_t i = 0; i < own->file_count; i++) {
		struct own_file *file = &own->file[i];

		if (!read_input(file->name, LONGEST_FILE, &file->content))
			return false;
		char *path = realpath(file->name, NULL);
		struct plain_verilog plain = plain_of(own, i);

		file->beside = plain_folder(path ? path : file->name);
		file->called = plain_verilog_called(&plain);
		free(path);
		if (!file->beside)
			return error("%s has gone: expected a file that stays", file->name);
	}
	return true;
}

/* Yosys calls ports $1, $2 .. that are connected by their order. */
static void list_connections(struct own_top *own, const json_t *cell)
{
	json_t *connections = json_object_get(cell, "connections"), *bits;
	const char *name;

	own->network_at = place_of_source(own, cell);
	own->connection = allocate_array(json_object_size(connections) + 1, sizeof *own->connection);
	json_object_foreach(connections, name, bits) {
		own->connection[own->connection_count++] =
			(struct own_connection){ copy_string(name), (unsigned)json_array_size(bits) };
		own->by_order = own->by_order || name[0] == '$';
	}
}

/* Is the network in the whole, and how? */
static void find_network(struct own_top *own, const char *network)
{
	json_t *cell = find_instance(json_object_get(own->whole, "modules"), network);

	own->has_network = cell;
	if (cell)
		list_connections(own, cell);
}

/* ---- the two runs ------------------------------------------------------------------------------------------ */

/* One conversation with Yosys. */
struct talk {
	struct own_top *own;
	const struct own_network *network;
	const struct device *device;
	char *yosys, *directory;
	json_t *first;			/* what the first run has written */
	int status;			/* the exit status after a message */
};

/* Runs a script. False after a message. */
static bool run_script(struct talk *t, const struct text *script, struct text *said)
{
	struct process_result result = {0};
	bool done = run_yosys(script, t->yosys, t->directory, &result);

	if (!done) {
		bool crashed = result.end == PROCESS_SIGNALLED && t->own->top;

		t->status = result.end == PROCESS_EXITED || crashed ? EXIT_USAGE : EXIT_WORK_FAILED;
		if (!crashed || check_descent(t->own, json_object_get(t->first, "modules"), true)) {
			t->status = result.end == PROCESS_EXITED ? EXIT_USAGE : EXIT_WORK_FAILED;
			tell_yosys(t->own, &result);
		}
	} else if (said) {
		text_add_bytes(said, result.output.bytes, result.output.length);
	}
	text_free(&result.output);
	return done;
}

/* Reads the files, and finds the top module and its ports. */
static bool read_modules(struct talk *t)
{
	struct own_top *own = t->own;
	struct text script = {0}, text = {0};

	bool done = own_top_write_sources(own, t->directory, "tee -q -a read.txt ", "-ppdump ", &script);

	text_add(&script, "proc; write_json modules.json");
	done = done && run_script(t, &script, NULL);
	json_t *modules = done ? load_modules(own, t->directory, "modules.json", &t->first) : NULL;

	done = modules && take_written(own, t->directory, "read.txt", &text);
	t->status = EXIT_USAGE;
	if (done) {
		list_modules(own, modules, t->network->name);
		find_holders(own, modules, t->network->name);
		done = find_top(own) && check_descent(own, modules, false);
	}
	if (done)
		list_ports(own, json_object_get(modules, own->top->name));
	text_free(&script);
	text_free(&text);
	return done;
}

/* Writes the declaration of the network, for Yosys. */
static bool declare_network(const struct talk *t)
{
	static const char *const words[] = { [PORT_INPUT] = "input", [PORT_OUTPUT] = "output", [PORT_INOUT] = "inout" };
	const struct module *m = t->network->module;
	struct text v = {0};
	const char *comma = "";

	text_print(&v, "(* blackbox *) module %s (", t->network->name);
	for (size_t i = 0; i < m->net_count; i++)
		if (m->net[i].direction != PORT_NONE) {
			text_print(&v, "%s%s [%u:0] %s", comma, words[m->net[i].direction], m->net[i].width - 1, m->net[i].name);
			comma = ", ";
		}
	text_add(&v, "); endmodule\n");
	bool done = write_file_in(t->directory, "network.v", &v);

	text_free(&v);
	return done;
}

/* Do the user's modules hold arrays of instances of modules that are not in his files? Yosys needs their ports then. */
static bool has_foreign_arrays(const struct talk *t)
{
	json_t *modules = json_object_get(t->first, "modules"), *module, *cell;
	const char *name, *instance;

	json_object_foreach(modules, name, module)
		json_object_foreach(json_object_get(module, "cells"), instance, cell)
			if (is_array(cell) && !json_object_get(modules, module_of(cell)))
				return true;
	return false;
}

/* Elaborates from the top module, and takes what has come of it. */
static bool read_whole(struct talk *t)
{
	static const char network[] = "read_verilog -overwrite network.v; ";
	struct own_top *own = t->own;
	bool arrays = has_foreign_arrays(t);
	struct text script = {0};

	bool done = own_top_write_sources(own, t->directory, "", "", &script) && declare_network(t);

	if (arrays)
		text_print(&script, "%sread_verilog -lib -nooverwrite %s; ", network, t->device->tools->cells);
	text_print(&script, "hierarchy -top %s; proc; write_json whole.json; %sflatten; write_json flat.json", own->top->name,
		   arrays ? "" : network);
	done = done && run_script(t, &script, &own->warned) && load_modules(own, t->directory, "whole.json", &own->whole)
	       && load_modules(own, t->directory, "flat.json", &own->flat);
	text_free(&script);
	return done;
}

bool own_top_read(struct own_top *own, const struct own_network *network, const struct device *device, int *status)
{
	struct talk t = { .own = own, .network = network, .device = device, .status = EXIT_USAGE };

	*status = EXIT_USAGE;
	if (!read_files(own))
		return false;
	*status = EXIT_WORK_FAILED;
	t.yosys = tool_require(&tool_yosys);
	if (!t.yosys)
		return false;
	t.directory = temporary_directory();
	bool done = read_modules(&t) && read_whole(&t);

	if (done)
		find_network(own, network->name);
	*status = t.status;
	json_decref(t.first);
	free(t.yosys);
	free(t.directory);
	return done;
}

bool own_top_write_sources(const struct own_top *own, const char *folder, const char *before, const char *options,
			   struct text *script)
{
	for (size_t i = 0; i < own->file_count; i++) {
		struct plain_verilog plain = plain_of(own, i);

		if (!plain_verilog_write(&plain, &own->file[i].content, own->file[i].beside, folder))
			return false;
		text_add(script, before);
		plain_verilog_print_command(&plain, options, script);
		text_add(script, " ; ");
	}
	return true;
}

void own_top_free(struct own_top *own)
{
	for (size_t i = 0; i < own->file_count; i++) {
		free(own->file[i].beside);
		free(own->file[i].called);
		text_free(&own->file[i].content);
	}
	for (size_t i = 0; i < own->module_count; i++)
		free(own->module[i].name);
	for (size_t i = 0; i < own->port_count; i++)
		free(own->port[i].name);
	for (size_t i = 0; i < own->connection_count; i++)
		free(own->connection[i].name);
	free(own->connection);
	free(own->file);
	free(own->module);
	free(own->port);
	json_decref(own->whole);
	json_decref(own->flat);
	text_free(&own->read);
	text_free(&own->warned);
	text_free(&own->chosen);
	*own = (struct own_top){0};
}
