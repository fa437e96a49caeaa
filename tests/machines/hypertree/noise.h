/* noise.h: a verilated hypertree whose links can be disturbed from outside. */
#ifndef FTC_TESTS_HYPERTREE_NOISE_H
#define FTC_TESTS_HYPERTREE_NOISE_H

#include <stdio.h>
#include <string.h>

#include "lower/builder.h"
#include "machines/hypertree/node.h"
#include "rtl_model.h"

/* Adds an input, `noise`: what comes to each link's port, and the room there, is exclusive-ored with it. */
static inline void add_noise(struct design *d, const struct hypertree *h)
{
	struct module *top = d->module[d->module_count - 1];
	unsigned at = 0, width = 0;

	for (unsigned x = 1; x <= h->nodes; x++) {
		enum hypertree_port link[HYPERTREE_PORTS];
		unsigned links = hypertree_node_links(h, hypertree_level(x), link);

		for (unsigned k = 0; k < links; k++)
			width += BYTE + hypertree_classes(h, link[k]);
	}
	int noise = module_input(top, "noise", width, NULL);

	for (unsigned x = 1; x <= h->nodes; x++) {
		enum hypertree_port link[HYPERTREE_PORTS];
		unsigned links = hypertree_node_links(h, hypertree_level(x), link);
		struct bits data = {0}, room = {0};
		char *name = format_string("node_%u", x);

		for (unsigned k = 0; k < links; k++) {
			bits_append(&data, bits_of(noise, at, BYTE));
			bits_append(&room, bits_of(noise, at + BYTE, hypertree_classes(h, link[k])));
			at += BYTE + hypertree_classes(h, link[k]);
		}
		for (size_t i = 0; i < top->instance_count; i++)
			for (size_t c = 0; !strcmp(top->instance[i].name, name) && c < top->instance[i].connection_count; c++) {
				struct connection *to = &top->instance[i].connection[c];

				if (!strcmp(to->port, "data_in"))
					to->value.term[to->value.count++] = data;
				else if (!strcmp(to->port, "room_in"))
					to->value.term[to->value.count++] = room;
			}
		free(name);
	}
}

/* The network as a model; with fault registers it has the input `noise`. NULL after a message. */
static inline struct model *open_with_noise(const struct network *net, const struct hypertree *h,
					    const struct model_start *start)
{
	struct design *design = design_lower(net);
	struct output rtl = {0};
	struct model *model = NULL;

	if (h->fault_registers)
		add_noise(design, h);
	if (design_check(design) && emit_verilog(design, net, "rtl", &rtl)) {
		struct verilate v = { .top = net->spec->name, .rtl = &rtl };
		struct verilate_port *ports = verilate_ports(design_top(design), &v.port_count);

		v.port = ports;
		char *library = verilate(&v);

		model = library ? model_open_as(library, start) : NULL;
		free(library);
		free(ports);
	}
	output_free(&rtl);
	design_free(design);
	return model;
}

/* A port of the model, by its name; some networks lack it. */
struct wanted_port {
	const struct model_port **port;
	const char *name;
	bool may_lack;
};

static inline bool find_wanted_ports(const struct model *rtl, const struct wanted_port *wanted, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		*wanted[i].port = model_port(rtl, wanted[i].name);
		if (!*wanted[i].port && !wanted[i].may_lack) {
			printf("# there is no port %s\n", wanted[i].name);
			return false;
		}
	}
	return true;
}

#endif
