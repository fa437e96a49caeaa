/* netlist.c: a circuit's memory. */
#include "overlay/netlist.h"

#include <stdlib.h>

static void pins_free(struct netlist_pin *pin, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(pin[i].port);
	free(pin);
}

void netlist_free(struct netlist *n)
{
	for (unsigned i = 0; i < n->nets; i++)
		free(n->net_name[i]);
	for (size_t i = 0; i < n->latch_count; i++)
		free(n->latch[i].name);
	pins_free(n->input, n->input_count);
	pins_free(n->output, n->output_count);
	free(n->name);
	free(n->source);
	free(n->net_name);
	free(n->gate);
	free(n->latch);
	free(n->clock);
	free(n->json);
	*n = (struct netlist){ 0 };
}
