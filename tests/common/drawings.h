/* drawings.h: drawings of networks for tests. */
#ifndef FTC_TESTS_COMMON_DRAWINGS_H
#define FTC_TESTS_COMMON_DRAWINGS_H

#include "networks.h"

#include "network/machine.h"
#include "xml.h"

/* The drawing of the network that `yaml` describes, a fresh string; the drawings of its concentrators are
 * well-formed. */
static inline char *drawing_of(const char *yaml)
{
	struct spec spec;
	struct network *net = network_from(&spec, yaml);
	struct output out = {0};
	char *svg, *path;

	net->spec->machine->report.draw(net, &out);
	path = format_string("%s.svg", spec.name);
	assert_string_equal(out.files[0].path, path);
	for (size_t i = 1; i < out.count; i++) {
		assert_memory_equal(out.files[i].path, "plans/concentrator_", 19);
		assert_true(xml_well_formed(out.files[i].content.bytes));
	}
	svg = copy_string(out.files[0].content.bytes);
	output_free(&out);
	network_done(&spec, net);
	free(path);
	return svg;
}

/* How often a drawing says `word`. */
static inline size_t drawing_count(const char *text, const char *word)
{
	size_t n = 0;

	for (; (text = strstr(text, word)); text += strlen(word))
		n++;
	return n;
}

#endif
