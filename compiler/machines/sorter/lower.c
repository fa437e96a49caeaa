/* lower.c: the top module of a sorter. */
#include <string.h>

#include "lower/builder.h"
#include "machines/sorter/sorter.h"
#include "util/text.h"

/* Whether the name is the beginning and a number. */
static bool is_numbered(const struct net *net, const char *beginning)
{
	size_t length = strlen(beginning);

	return strncmp(net->name, beginning, length) == 0
	       && strspn(net->name + length, "0123456789") == strlen(net->name + length);
}

/* Adds a port with the outputs of every array of comparators, in order: the wires of the smaller words, then those
 * of the larger. A sorter has tens of thousands of nets, so all are gone through once. */
static void add_probe(struct module *sorter)
{
	struct bits all = { 0 };

	for (size_t i = 0; i < sorter->net_count; i++)
		if (is_numbered(&sorter->net[i], "small_") || is_numbered(&sorter->net[i], "large_"))
			bits_append(&all, bits_whole(sorter, (int)i));
	int port = module_output(sorter, "probe", bits_width(&all),
				 "every stage's words: of each array of comparators the smaller, then the larger");

	module_assign(sorter, bits_whole(sorter, port), expression_of(all));
}

void sorter_lower(struct design *d, const struct network *net)
{
	unsigned n = sorter_parameters(net->spec)->wires;
	const char *sorter = lower_plan(d, net->sorter);
	struct module *inside = d->module[d->module_count - 1];

	if (net->spec->probe)
		add_probe(inside);
	struct module *m = design_add(
		d, copy_string(""),
		format_string("A sorter of %u words of %u + %u bits, smallest on out[0]. Latency: %u clocks.\n", n,
			      sorter_parameters(net->spec)->serial.key_bits, net->spec->payload_bits, net->latency));
	struct instance *i = module_instance(m, d, sorter, 1, "sorter");

	instance_connect_common(m, d, i);
	int start = module_input(m, "start", 1, "one clock before the first, most significant, bits are on `in`");
	int in = module_input(m, "in", n, "one word per wire, most significant bit first");
	int out_start = module_output(m, "out_start", 1, "one clock before the first bits are on `out`");
	int out = module_output(m, "out", n, NULL);
	struct strobe s = strobe_make(m, start, "started", net->latency, false);

	CONNECT(m, &m->instance[0], { "start", start }, { "in", in }, { "out", out });
	if (net->spec->probe) {
		unsigned width = inside->net[module_find(inside, "probe")].width;

		instance_connect(&m->instance[0], "probe",
				 bits_whole(m, module_output(m, "probe", width, "every stage's words")));
	}
	module_assign(m, bits_of(out_start, 0, 1), expression_of(strobe_after(&s, net->latency)));
}
