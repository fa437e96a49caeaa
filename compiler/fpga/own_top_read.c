/* own_top_read.c: what Yosys says of a user's own top module.
 *
 *   files --> yosys --> read.txt, after the preprocessor
 *                   --> modules.json, before elaboration: the user's modules, their ports and instances
 *                   --> whole.json, after it: is the network in there, in whatever branch of a generate?
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

/* The place of what has that attribute `src`; without one the first file. */
static struct place place_of_source(const struct own_top *own, const json_t *object)
{
	const char *source = json_string_value(json_object_get(json_object_get(object, "attributes"), "src"));
	const char *colon = source ? strrchr(source, ':') : NULL;
	struct place at = colon ? place_of(own, source, (size_t)(colon - source)) : (struct place){0};

	if (!at.file)
		at = (struct place){ .file = own->file[0].name };
	return at;
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
static bool run_yosys(char *path, const char *directory, struct text *script, struct process_result *result)
{
	text_add(script, "proc; write_json modules.json; hierarchy -auto-top; proc; write_json whole.json");
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

/* The first instance of that module in this one; NULL: there is none. */
static json_t *find_cell(const json_t *module, const char *name)
{
	json_t *cell;
	const char *instance;

	json_object_foreach(json_object_get(module, "cells"), instance, cell) {
		const char *type = json_string_value(json_object_get(cell, "type"));

		if (type && strcmp(type, name) == 0)
			return cell;
	}
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

static void list_modules(struct own_top *own, json_t *modules)
{
	json_t *module;
	const char *name;

	own->module = allocate_array(json_object_size(modules) + 1, sizeof *own->module);
	json_object_foreach(modules, name, module)
		own->module[own->module_count++] = (struct own_module){
			copy_string(name), place_of_source(own, module), find_instance(modules, name) != NULL,
		};
}

/* Refuses files with several top modules, or with none. */
static bool refuse_tops(const struct own_top *own, size_t tops)
{
	const char **names = allocate_array(own->module_count + 1, sizeof *names);
	const struct own_module *second = NULL;
	size_t count = 0;

	for (size_t i = 0; i < own->module_count; i++)
		if (tops == 0 || !own->module[i].instantiated) {
			second = count == 1 ? &own->module[i] : second;
			names[count++] = own->module[i].name;
		}
	char *listed = list_words(names, count);

	if (own->module_count == 0)
		error_at((struct place){ .file = own->file[0].name }, "there is no module: expected your top module");
	else if (tops == 0)
		error_at(own->module[0].at, "every module is instantiated by another one: expected one that is not, the top");
	else
		error_at(second->at, "%zu modules are instantiated by no other one: expected one, the top, of %s", count, listed);
	free(listed);
	free(names);
	return false;
}

static bool find_top(struct own_top *own)
{
	size_t tops = 0;

	for (size_t i = 0; i < own->module_count; i++)
		if (!own->module[i].instantiated) {
			own->top = &own->module[i];
			tops++;
		}
	return tops == 1 || refuse_tops(own, tops);
}

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

/* Is the network in the whole, and how? False after a message if that is not known. */
static bool find_network(struct own_top *own, const char *directory, const char *network)
{
	struct text text = {0};
	json_t *root, *modules = load_modules(own, directory, "whole.json", &root);
	bool done = modules && take_written(own, directory, "read.txt", &text);

	json_t *cell = find_instance(modules, network);

	own->has_network = cell;
	if (cell)
		list_connections(own, cell);
	json_decref(root);
	text_free(&text);
	return done;
}

/* Did Yosys come as far as to write the modules? */
static bool has_modules(const char *directory)
{
	char *path = format_string("%s/modules.json", directory);
	bool there = access(path, F_OK) == 0;

	free(path);
	return there;
}

/* Finds the top module and its ports among what is written before the hierarchy: of a module that holds itself Yosys would make no
 * hierarchy. */
static bool read_modules(struct own_top *own, const char *directory)
{
	json_t *root, *modules = load_modules(own, directory, "modules.json", &root);
	bool done = modules;

	if (done) {
		list_modules(own, modules);
		done = find_top(own);
	}
	if (done)
		list_ports(own, json_object_get(modules, own->top->name));
	json_decref(root);
	return done;
}

/* Lets Yosys read the files, and takes what it has written. */
static bool ask_yosys(struct own_top *own, char *yosys, const char *network, int *status)
{
	char *directory = temporary_directory();
	struct process_result result = {0};
	struct text script = {0};
	bool written = own_top_write_sources(own, directory, "tee -q -a read.txt ", "-ppdump ", &script);
	bool done = written && run_yosys(yosys, directory, &script, &result);

	text_free(&script);
	*status = written && result.end == PROCESS_EXITED ? EXIT_USAGE : EXIT_WORK_FAILED;
	if (has_modules(directory) && !read_modules(own, directory)) {
		done = false;
		*status = EXIT_USAGE;
	} else if (done) {
		done = find_network(own, directory, network);
	} else if (written) {
		tell_yosys(own, &result);
	}
	text_free(&result.output);
	free(directory);
	return done;
}

bool own_top_read(struct own_top *own, const char *network, int *status)
{
	*status = EXIT_USAGE;
	if (!read_files(own))
		return false;
	char *yosys = tool_require(&tool_yosys);
	bool done = yosys && ask_yosys(own, yosys, network, status);

	if (!yosys)
		*status = EXIT_WORK_FAILED;
	free(yosys);
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
	text_free(&own->read);
	text_free(&own->chosen);
	*own = (struct own_top){0};
}
