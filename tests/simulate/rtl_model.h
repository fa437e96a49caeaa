/* rtl_model.h: a whole network, verilated, for tests that drive its ports themselves. */
#ifndef RTL_MODEL_H
#define RTL_MODEL_H

#include <stdlib.h>
#include <string.h>

#include "elaborate/network.h"
#include "emit/emit.h"
#include "lower/design.h"
#include "simulate/verilate.h"
#include "util/text.h"

/* The path of the library; NULL after a message. */
static inline char *verilate_network(const struct network *net, const char *name)
{
	struct design *design = design_lower(net);
	struct output rtl = { 0 };
	char *library = NULL;

	if (design_check(design) && emit_verilog(design, net, name, &rtl)) {
		const struct module *top = design_top(design);
		struct verilate_port *ports = allocate_array(top->net_count, sizeof *ports);
		size_t count = 0;

		for (size_t i = 0; i < top->net_count; i++) {
			const struct net *n = &top->net[i];

			if (n->direction != PORT_NONE && strcmp(n->name, "clk") != 0)
				ports[count++] = (struct verilate_port){ n->name, n->width, n->direction == PORT_OUTPUT };
		}
		struct verilate v = { .top = net->spec->name, .port = ports, .port_count = count, .rtl = &rtl, .trace = getenv("FTC_TRACE") != NULL };

		library = verilate(&v);
		free(ports);
	}
	output_free(&rtl);
	design_free(design);
	return library;
}

/* Everything of an XGFT that can be dead but its leaves; *count of them. */
static inline struct fault *all_parts(const struct spec *spec, unsigned *count)
{
	struct fault *parts = NULL;

	*count = 0;
	for (unsigned l = 0; l <= spec->height; l++)
		for (unsigned i = 0; i < spec->level_nodes[l]; i++) {
			unsigned links = l < spec->height ? spec->parents[l + 1] : 0;

			parts = reallocate(parts, (*count + 1 + links) * sizeof *parts);
			if (l > 0)
				parts[(*count)++] = (struct fault){ .level = l, .index = i };
			for (unsigned p = 0; p < links; p++)
				parts[(*count)++] = (struct fault){ .is_link = true, .level = l, .index = i, .parent = p };
		}
	return parts;
}

#endif
