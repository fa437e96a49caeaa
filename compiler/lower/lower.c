/* lower.c: a network becomes a design: its machine makes the modules, then the top gets the names that parameters ask for. */
#include "lower/streams.h"
#include "network/machine.h"
#include "network/network.h"
#include "util/text.h"

struct design *design_lower(const struct network *net)
{
	struct design *d = allocate(sizeof *d);

	net->spec->machine->hardware.lower(d, net);
	streams_show(d->module[d->module_count - 1], net->spec);
	return d;
}
