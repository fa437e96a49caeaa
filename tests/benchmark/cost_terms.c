/* cost_terms.c FILE: the terms of what a network costs, one in a line: template, kind, basis, and the value for all
 * instances; and as template `rest` what ftc estimates of a kind without them. Columns are separated by tabs. */
#include <stdio.h>

#include "lower/cost.h"
#include "network/cost.h"

static const char *const kinds[] = { "lut4", "ff", "lone", "ram_bits" };

static void print_term(const struct instance *i, unsigned long count, const struct template_term *term, void *context)
{
	printf("%s\t%s\t%s\t%lu\n", i->module, kinds[term->kind], term->basis,
	       term_value(term, i, count, context));
}

static void print_rest(const struct network *net, const struct design *d)
{
	const struct family *family = net->spec->family;
	struct cost all = network_cost(net), part = design_cost(cost_table_at_hand(family), family, d);
	long lone = (long)(all.cells - all.lut4) - (long)(part.cells - part.lut4);

	printf("rest\tlut4\t\t%ld\nrest\tff\t\t%ld\nrest\tlone\t\t%ld\n", (long)(all.lut4 - part.lut4), (long)(all.ff - part.ff), lone);
}

int main(int argc, char **argv)
{
	struct network *net = argc == 2 ? network_read(argv[1], NULL, 0) : NULL;

	if (!net)
		return 2;
	struct design *d = design_lower(net);

	design_visit_terms(d, print_term, (void *)net->spec->family);
	print_rest(net, d);
	design_free(d);
	network_free(net);
	return 0;
}
