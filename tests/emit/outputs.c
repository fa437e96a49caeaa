/* outputs.c: the FuseSoC core and the manifest of generated networks.
 *
 * The core is held against CAPI2 as FuseSoC's own schema defines it: its keys, the keys of a fileset and of a target. */
#include "../analyse/networks.h"

#include <jansson.h>
#include <string.h>
#include <yaml.h>

#include "emit/emit.h"

static const char *const examples[] = {
	"network: fat-tree\nleaves: 16\nroot-capacity: 8\n",
	"network: fat-tree\nname: wide\nleaves: 13\nexternal: true\nconnections: 3\nfamily: ice40\n",
	"network: fat-tree\nname: bare\nleaves: 4\nleaf-interface: wires\nprobe: true\n",
	"network: sorter\nname: in_order\nwires: 8\nkey-bits: 8\n",
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

static struct output generate(const char *yaml)
{
	struct spec spec;
	struct network *net = network_from(&spec, yaml);
	struct output out = {0};

	assert_true(emit_all(net, "ftc generate x.yaml", &out));
	network_done(&spec, net);
	return out;
}

static const struct output_file *find(const struct output *out, const char *path)
{
	for (size_t i = 0; i < out->count; i++)
		if (strcmp(out->files[i].path, path) == 0)
			return &out->files[i];
	return NULL;
}

/* The one file with this ending. */
static const struct output_file *find_ending(const struct output *out, const char *ending)
{
	const struct output_file *file = NULL;

	for (size_t i = 0; i < out->count; i++) {
		const char *path = out->files[i].path;
		size_t n = strlen(path), m = strlen(ending);

		if (strchr(path, '/') == NULL && n > m && strcmp(path + n - m, ending) == 0) {
			assert_null(file);
			file = &out->files[i];
		}
	}
	assert_non_null(file);
	return file;
}

/* YAML trees ----------------------------------------------------------------------------------------------------- */

static const char *scalar(const yaml_node_t *node)
{
	assert_true(node && node->type == YAML_SCALAR_NODE);
	return (const char *)node->data.scalar.value;
}

static yaml_node_t *get(yaml_document_t *d, const yaml_node_t *map, const char *key)
{
	assert_true(map && map->type == YAML_MAPPING_NODE);
	for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++)
		if (strcmp(scalar(yaml_document_get_node(d, p->key)), key) == 0)
			return yaml_document_get_node(d, p->value);
	return NULL;
}

static void assert_only(yaml_document_t *d, const yaml_node_t *map, const char *const *keys)
{
	assert_true(map && map->type == YAML_MAPPING_NODE);
	for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
		const char *key = scalar(yaml_document_get_node(d, p->key));
		bool known = false;

		for (size_t i = 0; keys[i]; i++)
			known |= strcmp(keys[i], key) == 0;
		if (!known)
			fail_msg("CAPI2 has no key %s here", key);
	}
}

static void check_fileset(yaml_document_t *d, const yaml_node_t *set, const struct output *out)
{
	static const char *const keys[] = {"file_type", "logical_name", "tags", "files", "depend", NULL};
	const yaml_node_t *files = get(d, set, "files");
	size_t listed = 0, there = 0;

	assert_only(d, set, keys);
	assert_string_equal(scalar(get(d, set, "file_type")), "verilogSource-2005");
	assert_true(files && files->type == YAML_SEQUENCE_NODE);
	for (yaml_node_item_t *i = files->data.sequence.items.start; i < files->data.sequence.items.top; i++) {
		const char *path = scalar(yaml_document_get_node(d, *i));

		if (find(out, path) == NULL)
			fail_msg("%s is not generated", path);
		listed++;
	}
	for (size_t i = 0; i < out->count; i++)
		there += strncmp(out->files[i].path, "rtl/", 4) == 0;
	assert_int_equal(listed, there);
}

static void check_targets(yaml_document_t *d, const yaml_node_t *targets, const yaml_node_t *filesets, const char *top)
{
	static const char *const keys[] = {"default_tool", "description", "flow", "flow_options", "hooks", "tools",
					   "toplevel", "flags", "filesets", "filters", "generate", "parameters",
					   "vpi", NULL};
	static const char *const wanted[] = {"default", "lint", "sim", "synth"};

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		const yaml_node_t *target = get(d, targets, wanted[i]), *sets, *tool;

		assert_non_null(target);
		assert_only(d, target, keys);
		assert_string_equal(scalar(get(d, target, "toplevel")), top);
		sets = get(d, target, "filesets");
		assert_true(sets && sets->type == YAML_SEQUENCE_NODE);
		for (yaml_node_item_t *s = sets->data.sequence.items.start; s < sets->data.sequence.items.top; s++)
			assert_non_null(get(d, filesets, scalar(yaml_document_get_node(d, *s))));
		tool = get(d, target, "default_tool");
		if (tool)
			assert_non_null(get(d, get(d, target, "tools"), scalar(tool)));
	}
}

static void cores_are_capi2(void **state)
{
	static const char *const keys[] = {"description", "license", "filesets", "generate", "generators", "name",
					   "parameters", "provider", "scripts", "targets", "vpi", "virtual",
					   "mapping", NULL};

	(void)state;
	for (int i = 0; i < EXAMPLES; i++) {
		struct output out = generate(examples[i]);
		const struct output_file *core = find_ending(&out, ".core");
		char *top = format_string("%.*s", (int)strlen(core->path) - 5, core->path), *name;
		const char first[] = "CAPI=2:\n";
		yaml_parser_t parser;
		yaml_document_t d;
		yaml_node_t *root;

		assert_memory_equal(core->content.bytes, first, strlen(first));
		yaml_parser_initialize(&parser);	/* FuseSoC takes the first line away before it reads YAML */
		yaml_parser_set_input_string(&parser, (const unsigned char *)core->content.bytes + strlen(first),
					     core->content.length - strlen(first));
		assert_true(yaml_parser_load(&parser, &d));
		root = yaml_document_get_root_node(&d);
		assert_only(&d, root, keys);
		name = format_string("ftc:networks:%s:%s", top, FTC_VERSION);
		assert_string_equal(scalar(get(&d, root, "name")), name);
		check_fileset(&d, get(&d, get(&d, root, "filesets"), "rtl"), &out);
		check_targets(&d, get(&d, root, "targets"), get(&d, root, "filesets"), top);
		yaml_document_delete(&d);
		yaml_parser_delete(&parser);
		output_free(&out);
		free(top);
		free(name);
	}
}

/* The manifest ---------------------------------------------------------------------------------------------------- */

/* "input  wire [63:0] name" is a port of the top module's Verilog. */
static void assert_port(const char *verilog, const json_t *port)
{
	const char *name = json_string_value(json_object_get(port, "name"));
	const char *direction = json_string_value(json_object_get(port, "direction"));
	unsigned width = (unsigned)json_integer_value(json_object_get(port, "width"));
	char *range = width > 1 ? format_string("[%u:0] %s", width - 1, name) : copy_string(name);
	bool found = false;

	for (const char *line = strchr(verilog, '('); line && *line != '\0' && strncmp(line, ");", 2) != 0;) {
		size_t length = strcspn(line, "\n");
		char *text = format_string("%.*s ", (int)length - (line[length - 1] == ','), line);
		char *word = format_string(" %s ", range);

		found |= strstr(text, direction) && strstr(text, word) && (width > 1 || !strchr(text, '['));
		free(text);
		free(word);
		line += length + 1;
	}
	if (!found)
		fail_msg("the Verilog has no %s %s of %u bits", direction, name, width);
	assert_true(json_string_length(json_object_get(port, "meaning")) > 0);
	free(range);
}

static size_t ports_of(const char *verilog)
{
	size_t n = 0;

	for (const char *line = strstr(verilog, "\nmodule "); strncmp(line, ");", 2) != 0;) {
		line += strspn(line, " ");
		n += strncmp(line, "input ", 6) == 0 || strncmp(line, "output ", 7) == 0;
		line += strcspn(line, "\n") + 1;
	}
	return n;
}

static void manifests_tell_what_is_there(void **state)
{
	(void)state;
	for (int i = 0; i < EXAMPLES; i++) {
		struct output out = generate(examples[i]);
		json_t *m = json_loads(find_ending(&out, ".json")->content.bytes, 0, NULL), *item;
		const char *top;
		char *path;
		const struct output_file *verilog;
		size_t k;

		assert_non_null(m);
		top = json_string_value(json_object_get(m, "top"));
		path = format_string("rtl/%s.v", top);
		verilog = find(&out, path);
		assert_non_null(verilog);
		assert_int_equal(json_array_size(json_object_get(m, "ports")), ports_of(verilog->content.bytes));
		json_array_foreach(json_object_get(m, "ports"), k, item)
			assert_port(strstr(verilog->content.bytes, "\nmodule "), item);
		json_array_foreach(json_object_get(m, "files"), k, item)
			assert_non_null(find(&out, json_string_value(item)));
		assert_string_equal(json_string_value(json_object_get(m, "ftc")), FTC_VERSION);
		assert_int_equal(json_string_length(json_object_get(m, "digest")), 16);
		assert_true(json_integer_value(json_object_get(m, "frame_clocks")) > 0);
		assert_true(json_is_integer(json_object_get(m, "latency_clocks")));
		assert_true(json_integer_value(json_object_get(json_object_get(m, "estimate"), "lut4")) > 0);
		assert_non_null(json_object_get(json_object_get(m, "parameters"), "payload-bits"));
		json_decref(m);
		output_free(&out);
		free(path);
	}
}

/* The parameters in the manifest, written as a parameter file again, mean the same network. */
static void manifest_parameters_can_be_read_again(void **state)
{
	(void)state;
	for (int i = 0; i < EXAMPLES; i++) {
		struct output out = generate(examples[i]), again;
		json_t *m = json_loads(find_ending(&out, ".json")->content.bytes, 0, NULL);
		char *yaml = json_dumps(json_object_get(m, "parameters"), 0);	/* JSON is YAML */

		again = generate(yaml);
		assert_int_equal(again.count, out.count);
		for (size_t k = 0; k < out.count; k++) {
			assert_string_equal(again.files[k].path, out.files[k].path);
			assert_string_equal(again.files[k].content.bytes, out.files[k].content.bytes);
		}
		free(yaml);
		json_decref(m);
		output_free(&out);
		output_free(&again);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cores_are_capi2),
		cmocka_unit_test(manifests_tell_what_is_there),
		cmocka_unit_test(manifest_parameters_can_be_read_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
