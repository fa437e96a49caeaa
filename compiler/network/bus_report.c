/* bus_report.c: the section of a report about a bus. */
#include "network/bus_report.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "bits.h"
#include "network/machine.h"
#include "network/prediction.h"
#include "parse/bus.h"
#include "parse/crossing.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/number.h"

/* Clocks of a request at its slave: its queue, a memory that answers in the next clock, the register of the answer. And the edge at
 * which the master samples; with tags, the table of answers. */
enum { CLOCKS_AT_SLAVE = 3, CLOCKS_OF_SAMPLE = 1, CLOCKS_OF_TABLE = 1 };

static unsigned clocks_at_slave(const struct spec *spec, unsigned leaf)
{
	return CLOCKS_AT_SLAVE + bus_holds(spec, leaf);
}

/* The level at which the ways of two leaves meet, as net->direct_clocks counts. */
static unsigned peak_of(const struct network *net, unsigned a, unsigned b)
{
	return bit_length(network_label(net, a) ^ network_label(net, b));
}

/* Both words set out at the beginning of a slot. The answer has its slot behind the request's by whole slots: the clocks that are
 * left over are the memory's. */
static void add_pair(const struct network *net, unsigned master, unsigned slave, unsigned at_master, struct bus_lone *lone)
{
	unsigned slot = net->slot_clocks, direct = net->direct_clocks[peak_of(net, master, slave)], there = direct + clocks_at_slave(net->spec, slave);
	unsigned answer = (there + slot - 1) / slot * slot, least;

	/* A serial network takes a word when it has arrived. The answer of a leaf to itself waits behind its own request until then, and
	 * misses a slot. */
	if (master == slave && net->frame)
		answer += slot;
	least = answer + direct + at_master;

	lone->mean += least + (slot - 1) / 2.0;
	lone->least = smaller(lone->least, least);
	lone->most = larger(lone->most, least + slot - 1);
	lone->spare = smaller(lone->spare, answer - there);
}

static struct bus_lone lone_of_slots(const struct network *net, unsigned at_master)
{
	struct bus_lone lone = { .known = true, .exact = true, .least = UINT_MAX, .slot = net->slot_clocks, .spare = UINT_MAX };
	const struct spec *spec = net->spec;

	for (unsigned m = 0; m < spec->leaves; m++)
		for (unsigned k = 0; bus_is_master(spec, m) && k < spec->leaves; k++)
			if (bus_is_slave(spec, k))
				add_pair(net, m, k, at_master, &lone);
	lone.mean /= (double)bus_masters(spec) * bus_slaves(spec);
	return lone;
}

struct bus_lone bus_lone_load(const struct network *net)
{
	unsigned at_master = CLOCKS_OF_SAMPLE + (net->spec->bus->order == BUS_RELAXED ? CLOCKS_OF_TABLE : 0);
	struct prediction p = { 0 }, of_slots = { 0 };

	if (net->spec->machine->model.predict)
		net->spec->machine->model.predict(net, &p);
	/* Crossings take clocks of both sides. */
	if (!p.knows_latency || crossing_count(net->spec) > 0)
		return (struct bus_lone){ .known = false };
	predict_latency(net, &of_slots);
	if (net->direct_clocks[net->label_bits] > 0 && fabs(p.latency - of_slots.latency) < 1e-9)
		return lone_of_slots(net, at_master);
	return (struct bus_lone){ .known = true, .mean = 2 * p.latency + CLOCKS_AT_SLAVE + at_master };
}

static json_t *region_json(const struct spec *spec, const struct bus_region *r)
{
	unsigned first_end = spec->bus->first_end, first = r->first + first_end, last = r->last + first_end;
	bool slave = r->role & BUS_SLAVE, serves = slave || spec->bus->rung;
	char *leaves = first == last ? format_string("%u", first) : format_string("%u-%u", first, last);
	char *size = bus_size_text(r->size);
	json_t *object = json_pack("{s:s, s:i, s:i, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "leaves", leaves, "first", (int)first, "last", (int)last,
		"role", bus_role_word(r->role), "port", bus_words[r->port], "base", slave ? json_sprintf("0x%08llx", (unsigned long long)r->base) : json_null(),
		"bytes", json_known(slave, r->size), "size", slave ? json_string(size) : json_null(),
		"per_slave", json_known(serves, r->per_slave), "requests", json_known(serves, serves ? bus_requests(spec, r->first) : 0),
		"places", json_known(serves, serves ? bus_places(spec, r->first) : 0));

	free(size);
	free(leaves);
	return object;
}

static json_t *lone_json(const struct bus_lone *lone)
{
	if (!lone->known)
		return json_null();
	return json_pack("{s:f, s:b, s:o, s:o, s:o, s:o}", "mean", lone->mean, "exact", lone->exact, "least", json_known(lone->exact, lone->least),
			 "most", json_known(lone->exact, lone->most), "slot_clocks", json_known(lone->exact, lone->slot),
			 "memory_clocks", json_known(lone->exact, lone->spare));
}

/* Accesses of a master at most: with strict order all are to one slave. */
static unsigned under_way(const struct spec *spec)
{
	unsigned long long allowed = 0;

	for (size_t i = 0; i < spec->bus->region_count; i++) {
		const struct bus_region *r = &spec->bus->region[i];

		if (r->role & BUS_SLAVE && spec->bus->order == BUS_STRICT)
			allowed = r->per_slave > allowed ? r->per_slave : allowed;
		else if (r->role & BUS_SLAVE)
			allowed += (unsigned long long)(r->last - r->first + 1) * r->per_slave;
	}
	return allowed < spec->bus->outstanding ? (unsigned)allowed : spec->bus->outstanding;
}

json_t *bus_report_json(const struct network *net)
{
	const struct spec *spec = net->spec;
	const struct bus *bus = spec->bus;
	json_t *object = json_object(), *map = json_array();
	struct bus_lone lone = bus_lone_load(net);
	unsigned long long places = 0;

	for (size_t i = 0; i < bus->region_count; i++) {
		const struct bus_region *r = &bus->region[i];

		json_array_append_new(map, region_json(spec, r));
		places += r->role & BUS_SLAVE || bus->rung ? (unsigned long long)(r->last - r->first + 1) * bus_places(spec, r->first) : 0;
	}
	json_object_update_new(object, json_pack("{s:s, s:s, s:b, s:i, s:i, s:i, s:i}", "protocol", bus_words[bus->protocol], "order",
		bus_order_words[bus->order], "posted", bus->posted, "outstanding", (int)under_way(spec), "masters", (int)bus_masters(spec), "slaves",
		(int)bus_slaves(spec), "access_bits", (int)bus_payload_bits(spec)));
	JSON_NUMBERS(object, { "tag_bits", bus_tag_bits(spec) }, { "word_address_bits", bus_field_bits(spec) },
		     { "address_bits", bus->address_bits }, { "data_bits", bus->data_bits }, { "places", places });
	json_object_set_new(object, "map", map);
	json_object_set_new(object, "timeout", json_known(bus->timeout > 0, bus->timeout));
	json_object_set_new(object, "fence", bus->fenced ? json_sprintf("0x%08x", (unsigned)bus->fence) : json_null());
	json_object_set_new(object, "doorbells", bus->rung ? json_pack("{s:o, s:i, s:i, s:i}", "base", json_sprintf("0x%08x", (unsigned)bus->doorbells),
		"bytes", (int)DOORBELL_BYTES, "bits", (int)bus->doorbell_bits, "interrupts", (int)bus_roles(spec)) : json_null());
	json_object_set_new(object, "atomics", bus->atomic ? json_sprintf("0x%08x", (unsigned)bus->atomics) : json_null());
	json_object_set_new(object, "lone_load", lone_json(&lone));
	return object;
}

static const struct column map_columns[] = {
	{ "leaves", -11, "{leaves}" }, { "role", -6, "{role}" }, { "port", -16, "{port}" }, { "base", -10, "{base}" }, { "size", 5, "{size}" },
	{ "per master", 10, "{per_slave}" }, { "requests", 8, "{requests}" }, { "places", 6, "{places}" }, { .label = NULL },
};

static const struct column part_columns[] = {
	{ "bridges", -15, "{name}" }, { "LUT4", 8, "{estimate.lut4}" }, { "FF", 8, "{estimate.ff}" }, { .label = NULL },
};

static void say_lone(const json_t *object, struct text *out)
{
	const json_t *lone = json_object_get(object, "lone_load");

	if (json_is_null(lone))
		return;
	if (!figures_has(lone, "exact")) {
		figures_say(lone, "  a lone load takes some {mean:.0f} clocks, by the mean of a word's way\n", out);
		return;
	}
	figures_say(lone, "  a lone load takes {mean:.1f} clocks, {least} to {most}, as it meets its slot of {slot_clocks} clocks;\n  a memory may take {memory_clocks}"
		    " clock{memory_clocks:s} beyond the first without a further slot\n", out);
}

void bus_report_say(const json_t *object, struct text *out)
{
	figures_say(object, figures_has(object, "posted") ? "\nBus: {protocol}, order {order}, writes posted" : "\nBus: {protocol}, order {order}", out);
	figures_say(object, "; {masters} master{masters:s}, at most {outstanding} under way of each; {slaves} slave{slaves:s}\n"
		    "  an access, and its answer, is a word of {access_bits} bits: kind 1, tag {tag_bits}, write 1, byte enables 4, address"
		    " {word_address_bits}, data {data_bits}\n", out);
	figures_table(json_object_get(object, "map"), map_columns, out);
	figures_say(object, "  {places} places for requests in all\n", out);
	if (!json_is_null(json_object_get(object, "timeout")))
		figures_say(object, "  a slave that does not answer in {timeout} clocks is answered for\n", out);
	if (!json_is_null(json_object_get(object, "fence")))
		figures_say(object, "  an access to {fence} waits until all others of its master are answered\n", out);
	if (!json_is_null(json_object_get(object, "doorbells")))
		figures_say(json_object_get(object, "doorbells"), "  {interrupts} doorbells of {bits} bit{bits:s}: the words of leaf n from {base} + {bytes} n on;"
			    " each raises its bit of irq\n", out);
	if (!json_is_null(json_object_get(object, "atomics")))
		figures_say(object, "  words of slaves are changed by one access at their address + 1 (add), 2 (set) or 3 (clear) times {atomics}\n", out);
	say_lone(object, out);
	if (figures_has(object, "parts"))
		figures_table(json_object_get(object, "parts"), part_columns, out);
}
