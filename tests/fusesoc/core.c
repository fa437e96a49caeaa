/* core.c: reads a FuseSoC core (CAPI2) as FuseSoC does, and reports its errors or the contents of a target.
 *
 *   core check FILE            is the core valid? Checks keys, files, filesets and targets
 *   core files FILE TARGET     the files of a target, "TYPE PATH" each, paths from the folder of FILE
 *   core word FILE TARGET KEY  toplevel, default_tool
 *   core options FILE TARGET TOOL KEY      the items of a list, one a line, or the single value
 *   core flow FILE TARGET KEY              the same of an option of its flow
 *   core list FILE TARGET KEY              the items of a list of the target: parameters
 *   core generator FILE NAME KEY           interpreter, command, cache_type
 *
 * The valid keys are those of FuseSoC's own schema (fusesoc/capi2/json_schema.py), which refuses others.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <yaml.h>

static yaml_document_t d;
static const char *path;

static void __attribute__((noreturn, format(printf, 1, 2))) fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fprintf(stderr, "%s: ", path);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	exit(1);
}

/* ---- YAML -------------------------------------------------------------------------------------------------------- */

static const char *scalar(const yaml_node_t *node, const char *what)
{
	if (!node || node->type != YAML_SCALAR_NODE)
		fail("%s is no single value", what);
	return (const char *)node->data.scalar.value;
}

static yaml_node_t *node_at(int index)
{
	return yaml_document_get_node(&d, index);
}

static const yaml_node_t *need(const yaml_node_t *node, yaml_node_type_t type, const char *what)
{
	if (!node || node->type != type)
		fail("%s is missing, or of another kind", what);
	return node;
}

static const yaml_node_t *get(const yaml_node_t *map, const char *key)
{
	need(map, YAML_MAPPING_NODE, key);
	for (const yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++)
		if (strcmp(scalar(node_at(p->key), "a key"), key) == 0)
			return node_at(p->value);
	return NULL;
}

static void only(const yaml_node_t *map, const char *const *keys, const char *what)
{
	need(map, YAML_MAPPING_NODE, what);
	for (const yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
		const char *key = scalar(node_at(p->key), "a key");
		bool known = false;

		for (size_t i = 0; keys[i]; i++)
			known |= strcmp(keys[i], key) == 0;
		if (!known)
			fail("CAPI2 has no key %s in %s", key, what);
	}
}

static void load(FILE *file)
{
	yaml_parser_t parser;
	char first[16];

	if (!file || !fgets(first, sizeof first, file) || strcmp(first, "CAPI=2:\n") != 0)
		fail("does not begin with CAPI=2:");
	yaml_parser_initialize(&parser);	/* FuseSoC, too, takes the first line away before it reads YAML */
	yaml_parser_set_input_file(&parser, file);
	if (!yaml_parser_load(&parser, &d) || !yaml_document_get_root_node(&d))
		fail("is not YAML: %s", parser.problem ? parser.problem : "empty");
	yaml_parser_delete(&parser);
}

static const yaml_node_t *root(void)
{
	return yaml_document_get_root_node(&d);
}

static const yaml_node_t *target(const char *name)
{
	const yaml_node_t *t = get(get(root(), "targets"), name);

	if (!t)
		fail("there is no target %s", name);
	return t;
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

/* A file of a fileset: its name, or a mapping of its name to its attributes. */
struct file {
	const char *name, *type;
};

static struct file read_file(const yaml_node_t *node, const yaml_node_t *set)
{
	static const char *const keys[] = { "file_type", "is_include_file", "include_path", "copyto", "tags", "define",
					    "logical_name",
					    NULL };
	const yaml_node_t *type = get(set, "file_type");
	struct file f = { NULL, type ? scalar(type, "file_type") : "" };

	if (node->type == YAML_SCALAR_NODE) {
		f.name = scalar(node, "a file");
		return f;
	}
	need(node, YAML_MAPPING_NODE, "a file");
	const yaml_node_pair_t *p = node->data.mapping.pairs.start;

	if (node->data.mapping.pairs.top != p + 1)
		fail("a file has two names");
	f.name = scalar(node_at(p->key), "a file");
	only(node_at(p->value), keys, f.name);
	type = get(node_at(p->value), "file_type");
	if (type)
		f.type = scalar(type, "file_type");
	return f;
}

/* Calls `with` for each file of a fileset. */
static void each_file(const yaml_node_t *set, void (*with)(struct file f))
{
	const yaml_node_t *files = get(set, "files");

	if (!files)
		return;
	need(files, YAML_SEQUENCE_NODE, "files");
	for (const yaml_node_item_t *i = files->data.sequence.items.start; i < files->data.sequence.items.top; i++)
		with(read_file(node_at(*i), set));
}

static void check_file(struct file f)
{
	static const char *const types[] = { "verilogSource", "verilogSource-2005", "PCF", "LPF", "vlt", "user", NULL };
	const char *slash = strrchr(path, '/');
	char whole[4096];
	bool known = false;

	for (size_t i = 0; types[i]; i++)
		known |= strcmp(types[i], f.type) == 0;
	if (!known)
		fail("%s has the type '%s'", f.name, f.type);
	snprintf(whole, sizeof whole, "%.*s%s", slash ? (int)(slash - path) + 1 : 0, path, f.name);
	if (access(whole, R_OK) != 0)
		fail("%s is not there", f.name);
}

static void print_file(struct file f)
{
	printf("%s %s\n", f.type, f.name);
}

static void each_file_of_target(const char *name, void (*with)(struct file f))
{
	const yaml_node_t *sets = need(get(target(name), "filesets"), YAML_SEQUENCE_NODE, "filesets");

	for (const yaml_node_item_t *i = sets->data.sequence.items.start; i < sets->data.sequence.items.top; i++) {
		const char *set = scalar(node_at(*i), "a fileset");
		const yaml_node_t *found = get(get(root(), "filesets"), set);

		if (!found)
			fail("there is no fileset %s", set);
		each_file(found, with);
	}
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

/* vendor:library:name:version */
static void check_name(const char *name)
{
	unsigned colons = 0;

	for (const char *s = name; *s; s++)
		colons += *s == ':';
	if (colons != 3)
		fail("%s is no vendor:library:name:version", name);
}

/* Edalize's flows and the options that they and their tools have (edalize/flows, edalize/tools; it ignores others). */
static void check_flow(const yaml_node_t *t)
{
	static const char *const options[][10] = {
		{ "lint", "tool", "verilator_options", NULL },
		{ "sim", "tool", "mode", "iverilog_options", NULL },
		{ "generic", "tool", "arch", "output_format", NULL },
		{ "icestorm", "pnr", "nextpnr_options", "yosys_synth_options", NULL },
		{ "trellis", "pnr", "nextpnr_options", "yosys_synth_options", NULL },
	};
	const char *flow = scalar(get(t, "flow"), "flow");

	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		if (strcmp(options[i][0], flow) == 0) {
			only(get(t, "flow_options"), options[i] + 1, flow);
			return;
		}
	fail("there is no flow %s", flow);
}

static void check_parameters(const yaml_node_t *list)
{
	for (const yaml_node_item_t *i = list->data.sequence.items.start; i < list->data.sequence.items.top; i++)
		need(get(get(root(), "parameters"), scalar(node_at(*i), "a parameter")), YAML_MAPPING_NODE, "a parameter");
}

static void check_parameter(const char *name, const yaml_node_t *p)
{
	static const char *const keys[] = { "datatype", "default", "description", "paramtype", NULL };

	only(p, keys, name);
	if (strcmp(scalar(get(p, "datatype"), "datatype"), "int") != 0
	    || strcmp(scalar(get(p, "paramtype"), "paramtype"), "vlogparam") != 0)
		fail("%s is no number of Verilog", name);
}

static void check_target(const char *name, const yaml_node_t *t)
{
	static const char *const keys[] = { "default_tool", "description", "flow", "flow_options", "hooks", "tools",
					    "toplevel", "flags",
					    "filesets", "filters", "generate", "parameters", "vpi", NULL };
	const yaml_node_t *tool = get(t, "default_tool");

	only(t, keys, name);
	if (get(t, "flow"))
		check_flow(t);
	if (get(t, "parameters"))
		check_parameters(need(get(t, "parameters"), YAML_SEQUENCE_NODE, "parameters"));
	scalar(get(t, "toplevel"), "toplevel");
	if (tool)
		need(get(get(t, "tools"), scalar(tool, "default_tool")), YAML_MAPPING_NODE, "tool of a target");
	each_file_of_target(name, check_file);
}

static void check_generator(const char *name, const yaml_node_t *g)
{
	static const char *const keys[] = { "interpreter", "command", "cache_type", "file_input_parameters", NULL };
	static const char *const caches[] = { "none", "input", "generator", NULL };
	const yaml_node_t *cache = get(g, "cache_type");
	bool known = !cache;

	only(g, keys, name);
	for (size_t i = 0; cache && caches[i]; i++)
		known |= strcmp(scalar(cache, "cache_type"), caches[i]) == 0;
	if (!known)
		fail("cache_type is unknown");
	check_file((struct file){ scalar(get(g, "command"), "command"), "user" });
}

/* Calls `with` for each key of a mapping, if it is there. */
static void each(const yaml_node_t *map, void (*with)(const char *key, const yaml_node_t *value))
{
	if (!map)
		return;
	need(map, YAML_MAPPING_NODE, "a mapping");
	for (const yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++)
		with(scalar(node_at(p->key), "a key"), node_at(p->value));
}

static void check_fileset(const char *name, const yaml_node_t *set)
{
	static const char *const keys[] = { "file_type", "logical_name", "tags", "files", "depend", NULL };

	only(set, keys, name);
	each_file(set, check_file);
}

static void check(void)
{
	static const char *const keys[] = { "description", "license", "filesets", "generate", "generators", "name",
					    "parameters",
					    "provider", "scripts", "targets", "vpi", "virtual", "mapping", NULL };

	only(root(), keys, "the core");
	check_name(scalar(get(root(), "name"), "name"));
	each(get(root(), "filesets"), check_fileset);
	each(get(root(), "targets"), check_target);
	each(get(root(), "parameters"), check_parameter);
	each(get(root(), "generators"), check_generator);
}

static void print_items(const yaml_node_t *node, const char *what)
{
	if (!node)
		return;
	if (node->type != YAML_SEQUENCE_NODE) {
		puts(scalar(node, what));
		return;
	}
	for (const yaml_node_item_t *i = node->data.sequence.items.start; i < node->data.sequence.items.top; i++)
		puts(scalar(node_at(*i), what));
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";

	path = argc > 2 ? argv[2] : "core";
	load(fopen(path, "r"));
	if (strcmp(what, "check") == 0 && argc == 3)
		check();
	else if (strcmp(what, "files") == 0 && argc == 4)
		each_file_of_target(argv[3], print_file);
	else if (strcmp(what, "word") == 0 && argc == 5)
		puts(scalar(get(target(argv[3]), argv[4]), argv[4]));
	else if (strcmp(what, "options") == 0 && argc == 6)
		print_items(get(get(get(target(argv[3]), "tools"), argv[4]), argv[5]), argv[5]);
	else if (strcmp(what, "flow") == 0 && argc == 5)
		print_items(get(get(target(argv[3]), "flow_options"), argv[4]), argv[4]);
	else if (strcmp(what, "list") == 0 && argc == 5)
		print_items(get(target(argv[3]), argv[4]), argv[4]);
	else if (strcmp(what, "generator") == 0 && argc == 5)
		print_items(get(get(get(root(), "generators"), argv[3]), argv[4]), argv[4]);
	else
		fail("what is asked for?");
	yaml_document_delete(&d);
	return 0;
}
