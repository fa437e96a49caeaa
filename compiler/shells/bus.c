/* bus.c: a memory-mapped bus over the network: a master's or a slave's bridge at the leaves of the map, or both. */
#include "shells/bus.h"

#include "emit/shell.h"
#include "network/leaf.h"
#include "network/machine.h"
#include "parse/bus.h"
#include "shells/shells.h"
#include "util/message.h"

static bool has_bus(const struct spec *spec)
{
	return spec->bus;
}

/* Where words of a pair of leaves may overtake each other, so may its accesses. */
static bool check_order(const struct network *net)
{
	const struct bus *bus = net->spec->bus;

	for (size_t k = 0; net->may_overtake && k < bus->region_count; k++) {
		const struct bus_region *r = &bus->region[k];

		if (!(r->role & BUS_SLAVE) || r->per_slave == 1)
			continue;
		error_at((struct place){ .file = net->spec->source, .line = r->line, .column = r->column },
			 "per-slave is %u for leaf %u, but words may overtake each other in this network: expected 1",
			 r->per_slave, r->first + net->spec->machine->first_end);
		return suggest("per-slave: 1");
	}
	return true;
}

static bool check_alive(const struct network *net)
{
	const struct bus_region *r;

	for (unsigned leaf = 0; net->dead_ends && leaf < net->spec->leaves; leaf++)
		if (net->dead_ends[leaf] && (r = bus_region_of(net->spec, leaf))) {
			error_at((struct place){ .file = net->spec->source, .line = r->line, .column = r->column },
				 "leaf %u is %s in the map, but it is dead: expected a map without it", leaf + net->spec->machine->first_end,
				 bus_role_word(r->role));
			return suggest("a map without leaf %u", leaf + net->spec->machine->first_end);
		}
	return true;
}

static bool check(const struct network *net)
{
	return check_order(net) && check_alive(net);
}

static const struct shell_circuit circuit = {
	.title = "a memory-mapped bus",
	.clock = "clk", .reset = "rst",
	.design = bus_design,
};

const struct shell bus_shell = {
	.word = "bus",
	.asked = has_bus,
	.one = "a bus", .many = "bridges of the bus",
	.speech = LEAF_SPEAKS_MESSAGES,
	.check = check,
	.circuit = &circuit,
	.bench = &bus_bench,
	.cost = bus_cost,
	.prove = bus_prove,
};
