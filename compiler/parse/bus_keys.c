/* bus_keys.c: the keys of a bus, a row each, and their values in a spec. */
#include "parse/bus.h"

#include <stdlib.h>

#include "parse/keys.h"

enum { USUAL_OUTSTANDING = 4, USUAL_DOORBELL_BITS = 8 };

const char *const bus_words[] = {
	[BUS_WISHBONE] = "wishbone", [BUS_AXI_LITE] = "axi-lite", [BUS_CLASSIC] = "wishbone-classic", NULL
};
const char *const bus_order_words[] = { [BUS_STRICT] = "strict", [BUS_RELAXED] = "relaxed", NULL };

static bool has_bus(const struct spec *spec)
{
	return spec->bus;
}

static json_t *bus_value(const struct spec *spec)
{
	return json_string(bus_words[spec->bus->protocol]);
}

static json_t *order_value(const struct spec *spec)
{
	return json_string(bus_order_words[spec->bus->order]);
}

static json_t *outstanding_value(const struct spec *spec)
{
	return json_integer(spec->bus->outstanding);
}

static json_t *per_slave_value(const struct spec *spec)
{
	return json_integer(spec->bus->per_slave);
}

static json_t *posted_value(const struct spec *spec)
{
	return json_boolean(spec->bus->posted);
}

static json_t *timeout_value(const struct spec *spec)
{
	return json_integer(spec->bus->timeout);
}

static json_t *fence_value(const struct spec *spec)
{
	return spec->bus->fenced ? json_sprintf("0x%lx", (unsigned long)spec->bus->fence) : json_string("none");
}

static json_t *doorbells_value(const struct spec *spec)
{
	return spec->bus->rung ? json_sprintf("0x%lx", (unsigned long)spec->bus->doorbells) : NULL;
}

static json_t *doorbell_bits_value(const struct spec *spec)
{
	return spec->bus->rung ? json_integer(spec->bus->doorbell_bits) : NULL;
}

static json_t *atomics_value(const struct spec *spec)
{
	return spec->bus->atomic ? json_sprintf("0x%lx", (unsigned long)spec->bus->atomics) : NULL;
}

static json_t *address_bits_value(const struct spec *spec)
{
	return json_integer(spec->bus->address_bits);
}

static json_t *data_bits_value(const struct spec *spec)
{
	return json_integer(spec->bus->data_bits);
}

/* "0-7", or 8. */
static json_t *leaves_value(const struct bus *bus, const struct bus_region *r)
{
	unsigned first = r->first + bus->first_end, last = r->last + bus->first_end;

	return first == last ? json_integer(first) : json_sprintf("%u-%u", first, last);
}

static json_t *region_value(const struct bus *bus, const struct bus_region *r)
{
	json_t *object = json_pack("{s:o, s:s}", "leaf", leaves_value(bus, r), "role", bus_role_word(r->role));

	if (r->async)
		json_object_set_new(object, "clock", json_string("async"));
	if (r->port != bus->protocol)
		json_object_set_new(object, "port", json_string(bus_words[r->port]));
	if (!(r->role & BUS_SLAVE))
		return object;
	char *size = bus_size_text(r->size);

	json_object_set_new(object, "base", json_sprintf("0x%llx", (unsigned long long)r->base));
	json_object_set_new(object, "size", json_string(size));
	if (r->per_slave != bus->per_slave)
		json_object_set_new(object, "per-slave", json_integer(r->per_slave));
	free(size);
	return object;
}

static json_t *map_value(const struct spec *spec)
{
	json_t *list = json_array();

	for (size_t i = 0; i < spec->bus->region_count; i++)
		json_array_append_new(list, region_value(spec->bus, &spec->bus->region[i]));
	return list;
}

const struct key bus_key = {
	.name = "bus", .type = KEY_OWN, .has = has_bus, .value = bus_value, .takes = "`wishbone`, `axi-lite`, `wishbone-classic`",
	.otherwise = "there is none",
	.help = "Adds a memory-mapped bus: masters at leaves access slaves at other leaves.",
};
const struct key bus_map_key = {
	.name = "map", .type = KEY_OWN, .has = has_bus, .value = map_value, .mappings = true,
	.takes = "list of `{leaf: N or N-M, role: .., base: .., size: .., per-slave: .., port: .., clock: ..}`",
	.otherwise = "all leaves are `both`, with 4K each from address 0",
	.help = "With `bus`: each leaf's role (`master`, `slave` or `both`), its address range, and whether it has"
		" its own clock.",
};
const struct key bus_order_key = {
	.name = "order", .type = KEY_OWN, .has = has_bus, .value = order_value, .takes = "`strict`, `relaxed`", .otherwise = "`strict`",
	.help = "With `bus`: `strict`: a master awaits all answers before it accesses another slave; `relaxed`: it"
		" need not.",
};
const struct key bus_outstanding_key = {
	.name = "outstanding", .type = KEY_OWN, .has = has_bus, .value = outstanding_value, .low = 1, .high = MOST_OUTSTANDING_ACCESSES,
	.preset = USUAL_OUTSTANDING, .takes = "1 .. 16; with `order: relaxed` 2, 4, 8, 16", .otherwise = "4",
	.help = "With `bus`: maximum accesses in flight per master.",
};
const struct key per_slave_key = {
	.name = "per-slave", .type = KEY_OWN, .has = has_bus, .value = per_slave_value, .low = 1, .high = MOST_OUTSTANDING_ACCESSES,
	.preset = 1, .takes = "1 .. `outstanding`", .otherwise = "1",
	.help = "With `bus`: maximum accesses in flight from a master to one slave; each slave has places for those"
		" of all masters.",
};
const struct key posted_key = {
	.name = "posted", .type = KEY_OWN, .has = has_bus, .value = posted_value, .takes = "`true`, `false`", .otherwise = "`false`",
	.help = "With `bus`: a write is acknowledged once the network has taken it; `failed` reports an error.",
};
const struct key timeout_key = {
	.name = "timeout", .type = KEY_OWN, .has = has_bus, .value = timeout_value, .low = 0, .high = LONGEST_TIMEOUT, .unit = "clocks",
	.takes = "0, 2 .. 65535", .otherwise = "0", .help = "With `bus`: clocks until an access that its slave has"
		" not answered ends with an error; 0: never.",
};
const struct key fence_key = {
	.name = "fence", .type = KEY_OWN, .has = has_bus, .value = fence_value, .takes = "`none`, an address", .otherwise = "`none`",
	.help = "With `bus`: an access to this address waits until all accesses of its master have been answered.",
};
const struct key doorbells_key = {
	.name = "doorbells", .type = KEY_OWN, .has = has_bus, .value = doorbells_value, .takes = "`none`, `auto`, an address",
	.otherwise = "there are none",
	.help = "With `bus`: address of the leaves' doorbells, with which a master interrupts the core at any leaf.",
};
const struct key doorbell_bits_key = {
	.name = "doorbell-bits", .type = KEY_OWN, .has = has_bus, .value = doorbell_bits_value, .low = 1, .high = MOST_DOORBELL_BITS,
	.preset = USUAL_DOORBELL_BITS, .takes = "1 .. 31", .otherwise = "8 of each", .help = "With `doorbells`: bits of each doorbell.",
};
const struct key atomics_key = {
	.name = "atomics", .type = KEY_OWN, .has = has_bus, .value = atomics_value, .takes = "`none`, `auto`, a power of two",
	.otherwise = "there are none",
	.help = "With `bus`: distance between three images of each slave's words; an access to an image adds, sets"
		" bits or clears bits.",
};
const struct key address_bits_key = {
	.name = "address-bits", .type = KEY_OWN, .has = has_bus, .value = address_bits_value, .low = LEAST_ADDRESS_BITS,
	.high = MOST_ADDRESS_BITS, .preset = MOST_ADDRESS_BITS, .help = "With `bus`: bits of a byte address.",
};
const struct key data_bits_key = {
	.name = "data-bits", .type = KEY_OWN, .has = has_bus, .value = data_bits_value, .takes = "32", .otherwise = "32",
	.help = "With `bus`: data bits of an access.",
};

bool bus_has_key(const struct key *key)
{
	return key->has == has_bus || key == &queue_storage_key;
}
