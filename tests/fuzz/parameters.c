/* parameters.c: fuzz target: a parameter file; behind a separator, lines of --set; behind a second one, a file as
 * FuseSoC writes it for a generator.
 *
 * What is accepted is printed, as YAML and as JSON, and read again: it must be the same. */
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "network/network.h"
#include "parse/document.h"
#include "parse/spec.h"

enum { MOST_OVERRIDES = 16 };

/* Overrides, a line each; cuts the text into strings. */
static size_t split_overrides(struct text *text, struct override override[MOST_OVERRIDES])
{
	size_t count = 0;
	char *rest = text->bytes, *line;

	while (count < MOST_OVERRIDES && (line = strsep(&rest, "\n")))
		if (*line)
			override[count++].text = line;
	return count;
}

static void read_again(const struct text *content, const struct text *printed, const char *what)
{
	struct spec spec;
	struct text again = {0};

	if (content->length > MOST_INPUT)
		return;
	require(spec_read(&spec, input_file(1, "again.yaml", content), NULL, 0));
	spec_print(&spec, &again);
	require_same(printed, &again, what);
	text_free(&again);
	spec_free(&spec);
}

static void check_faults(const struct spec *spec)
{
	for (size_t i = 0; i < spec->fault_count; i++) {
		const struct fault *f = &spec->faults[i];

		require(f->level + f->is_link <= spec->height && f->index < spec->level_nodes[f->level]);
		require(!f->is_link || f->parent < spec->parents[f->level + 1]);
	}
}

static void print_and_read(const struct spec *spec)
{
	struct text printed = {0}, dumped = {0}, copied = {0};
	struct spec *copy = spec_copy(spec);
	json_t *json = spec_json(spec);
	char *flat = json_dumps(json, 0);

	check_faults(spec);
	spec_print(spec, &printed);
	spec_print(copy, &copied);
	require_same(&printed, &copied, "a spec and its copy");
	read_again(&printed, &printed, "printed parameters");
	require(flat != NULL);
	text_add(&dumped, flat);
	read_again(&dumped, &printed, "parameters as JSON");
	free(flat);
	json_decref(json);
	spec_free(copy);
	free(copy);
	text_free(&printed);
	text_free(&dumped);
	text_free(&copied);
}

static void read_nested(const struct text *content)
{
	static const char *const known[] = { "gapi", "files_root", "vlnv", "parameters", NULL };
	struct document document;
	struct spec spec;

	if (document_read_nested(&document, input_file(2, "generator.yml", content), known)) {
		const struct entry *parameters = document_find(&document, "parameters");

		if (parameters && parameters->mapping
		    && network_read_entries(&spec, NULL, parameters->mapping, "input")) {
			print_and_read(&spec);
			spec_free(&spec);
		}
	}
	document_free(&document);
}

static void read_sweep(const struct text *content)
{
	struct document document;

	document_read_sweep(&document, input_file(2, "sweep.yaml", content));
	document_free(&document);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = input_split(data, size);
	struct override override[MOST_OVERRIDES];
	struct spec spec;

	if (size <= MOST_INPUT) {
		size_t count = split_overrides(&input.part[1], override);

		if (spec_read(&spec, input_file(0, "input.yaml", &input.part[0]), override, count)) {
			print_and_read(&spec);
			spec_free(&spec);
		}
		if (input.count == MOST_PARTS) {
			read_nested(&input.part[2]);
			read_sweep(&input.part[2]);
		}
	}
	input_close();
	input_free(&input);
	return 0;
}
