/* outputs.c: the manifest of generated networks. (Their FuseSoC cores: tests/fusesoc.) */
#include "networks.h"

#include <jansson.h>
#include <string.h>

#include "commands/generate.h"

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

	const struct extras extras = {0};

	assert_true(emit_all(net, &extras, "ftc generate x.yaml", &out));
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

		if (!strchr(path, '/') && n > m && strcmp(path + n - m, ending) == 0) {
			assert_null(file);
			file = &out->files[i];
		}
	}
	assert_non_null(file);
	return file;
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
		assert_true(json_integer_value(json_object_get(m, "slot_clocks")) > 0);
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
		cmocka_unit_test(manifests_tell_what_is_there),
		cmocka_unit_test(manifest_parameters_can_be_read_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
