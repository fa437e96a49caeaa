/* rtl_model.h: a whole network, verilated, for tests that drive its ports themselves. */
#ifndef FTC_TESTS_COMMON_RTL_MODEL_H
#define FTC_TESTS_COMMON_RTL_MODEL_H

#include <stdlib.h>

#include "machines/generalized/dead_links.h"
#include "network/network.h"
#include "emit/emit.h"
#include "lower/design.h"
#include "model.h"
#include "simulate/verilate.h"
#include "util/text.h"

/* Reads a parameter file with `count` words key=value; false after a message. */
static inline bool read_with_words(struct spec *spec, const char *path, char *const *word, size_t count)
{
	struct override *set = allocate_array(count + 1, sizeof *set);

	for (size_t i = 0; i < count; i++)
		set[i].text = word[i];
	bool good = network_read_spec(spec, path, set, count);

	free(set);
	return good;
}

/* The path of the library, a fresh string; NULL after a message. `name`: who generates it. `source`: a further file that is
 * read, or NULL. */
static inline char *verilate_network_with(const struct network *net, const char *name, const char *source)
{
	struct design *design = design_lower(net);
	struct output rtl = { 0 };
	char *library = NULL;

	if (design_check(design) && emit_verilog(design, net, name, &rtl)) {
		struct verilate v = { .top = net->spec->name, .rtl = &rtl, .source = &source, .source_count = source != NULL };
		struct verilate_port *ports = verilate_ports(design_top(design), &v.port_count);

		v.port = ports;
		library = verilate(&v);
		free(ports);
	}
	output_free(&rtl);
	design_free(design);
	return library;
}

static inline char *verilate_network(const struct network *net, const char *name)
{
	return verilate_network_with(net, name, NULL);
}

/* The network itself, started as model_open_as() says; NULL after a message. */
static inline struct model *open_network(const struct network *net, const char *name, const struct model_start *start)
{
	char *library = verilate_network(net, name);
	struct model *model = library ? model_open_as(library, start) : NULL;

	free(library);
	return model;
}

/* [link]: do the faults kill it? A fresh array for model_shift_faults(), of network_links() at the top. */
static inline bool *dead_by_faults(const struct network *net, const struct fault *faults, size_t count)
{
	bool *is_dead = allocate_array(network_links(net, net->levels), sizeof *is_dead);
	struct network faulty = *net;
	struct spec spec = *net->spec;
	struct dead_links dead;

	spec.faults = (struct fault *)faults;
	spec.fault_count = count;
	faulty.spec = &spec;
	network_dead_links(&faulty, &dead);
	for (size_t i = 0; i < dead.count; i++)
		is_dead[dead.bit[i]] = true;
	dead_links_free(&dead);
	return is_dead;
}

/* Behind a reset, with these faults and idle leaves; up to 64 leaves. */
static inline void start_network(struct model *m, const struct network *net, const struct fault *faults, size_t count)
{
	bool *dead = dead_by_faults(net, faults, count);

	model_set(m, model_port(m, "s_axis_tvalid"), 0, net->spec->leaves, 0);
	model_set(m, model_port(m, "m_axis_tready"), 0, net->spec->leaves, 0);
	model_reset(m, 2);
	model_shift_faults(m, dead, network_links(net, net->levels));
	free(dead);
}

#endif
