/* bus.c: what follows from the map of a bus. */
#include "parse/bus.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "parse/spec.h"
#include "util/number.h"
#include "util/text.h"

enum { KILO = 1024 };
enum { KIND_BITS = 1, WRITE_BITS = 1, SELECT_BITS = BUS_WORD_BYTES, LEAST_PLACES = 2 };

static const char *const role_words[] = { [BUS_MASTER] = "master", [BUS_SLAVE] = "slave", [BUS_BOTH] = "both" };

const char *bus_role_word(enum bus_role role)
{
	return role_words[role];
}

char *bus_size_text(uint64_t size)
{
	static const char units[] = "KMG";
	unsigned unit = 0;

	while (unit < strlen(units) && size >= KILO && size % KILO == 0) {
		size /= KILO;
		unit++;
	}
	return unit > 0 ? format_string("%" PRIu64 "%c", size, units[unit - 1]) : format_string("%" PRIu64, size);
}

/* The least number of bits that tell `count` things apart. */
static unsigned bits_of(uint64_t count)
{
	unsigned bits = 0;

	while (((uint64_t)1 << bits) < count)
		bits++;
	return bits;
}

const struct bus_region *bus_region_of(const struct spec *spec, unsigned leaf)
{
	const struct bus *bus = spec->bus;

	for (size_t i = 0; i < bus->region_count; i++)
		if (leaf >= bus->region[i].first && leaf <= bus->region[i].last)
			return &bus->region[i];
	return NULL;
}

static bool has_role(const struct spec *spec, unsigned leaf, enum bus_role role)
{
	const struct bus_region *r = bus_region_of(spec, leaf);

	return r && r->role & role;
}

bool bus_is_master(const struct spec *spec, unsigned leaf)
{
	return has_role(spec, leaf, BUS_MASTER);
}

bool bus_is_slave(const struct spec *spec, unsigned leaf)
{
	return has_role(spec, leaf, BUS_SLAVE);
}

bool bus_serves(const struct spec *spec, unsigned leaf)
{
	return bus_is_slave(spec, leaf) || (spec->bus->rung && bus_region_of(spec, leaf));
}

uint64_t bus_base(const struct spec *spec, unsigned leaf)
{
	const struct bus_region *r = bus_region_of(spec, leaf);

	return r->base + (leaf - r->first) * r->size;
}

enum bus_protocol bus_port(const struct spec *spec, unsigned leaf)
{
	return bus_region_of(spec, leaf)->port;
}

unsigned bus_port_count(const struct spec *spec, enum bus_role role, enum bus_protocol port)
{
	unsigned count = 0;

	for (size_t i = 0; i < spec->bus->region_count; i++) {
		const struct bus_region *r = &spec->bus->region[i];

		count += r->role & role && r->port == port ? r->last - r->first + 1 : 0;
	}
	return count;
}

/* 0: any role. */
static unsigned count_role(const struct spec *spec, enum bus_role role)
{
	unsigned count = 0;

	for (size_t i = 0; i < spec->bus->region_count; i++) {
		const struct bus_region *r = &spec->bus->region[i];

		count += (r->role & role) || !role ? r->last - r->first + 1 : 0;
	}
	return count;
}

unsigned bus_masters(const struct spec *spec)
{
	return count_role(spec, BUS_MASTER);
}

unsigned bus_slaves(const struct spec *spec)
{
	return count_role(spec, BUS_SLAVE);
}

unsigned bus_ports(const struct spec *spec, enum bus_role role)
{
	return role == BUS_MASTER ? bus_masters(spec) : bus_slaves(spec);
}

bool bus_converts(const struct spec *spec, enum bus_role role)
{
	return bus_port_count(spec, role, BUS_WISHBONE) < bus_ports(spec, role);
}

bool bus_holds(const struct spec *spec, unsigned leaf)
{
	return spec->bus->timeout > 0 && bus_port(spec, leaf) != BUS_WISHBONE;
}

unsigned bus_roles(const struct spec *spec)
{
	return count_role(spec, 0);
}

unsigned bus_requests(const struct spec *spec, unsigned leaf)
{
	return bus_masters(spec) * bus_region_of(spec, leaf)->per_slave;
}

unsigned bus_places(const struct spec *spec, unsigned leaf)
{
	return larger(LEAST_PLACES, 1u << bits_of(bus_requests(spec, leaf)));
}

unsigned bus_word_bits(const struct spec *spec)
{
	uint64_t largest = 0;

	for (size_t i = 0; i < spec->bus->region_count; i++)
		if (spec->bus->region[i].size > largest)
			largest = spec->bus->region[i].size;
	return at_least_1(bits_of(largest / BUS_WORD_BYTES));
}

unsigned bus_slave_bits(const struct spec *spec)
{
	return spec->bus->rung ? larger(bus_word_bits(spec), DOORBELL_WORD_BITS) : bus_word_bits(spec);
}

unsigned bus_field_bits(const struct spec *spec)
{
	return bus_slave_bits(spec) + spec->bus->rung + (spec->bus->atomic ? ATOMIC_BITS : 0);
}

unsigned bus_tag_bits(const struct spec *spec)
{
	return spec->bus->order == BUS_RELAXED ? bits_of(spec->bus->outstanding) : 0;
}

unsigned bus_payload_bits(const struct spec *spec)
{
	return KIND_BITS + bus_tag_bits(spec) + WRITE_BITS + SELECT_BITS + bus_field_bits(spec) + spec->bus->data_bits;
}

struct bus *bus_copy(const struct bus *bus)
{
	struct bus *copy = allocate(sizeof *copy);

	*copy = *bus;
	copy->region = allocate_array(bus->region_count + 1, sizeof *copy->region);
	memcpy(copy->region, bus->region, bus->region_count * sizeof *copy->region);
	return copy;
}

void bus_free(struct bus *bus)
{
	if (bus)
		free(bus->region);
	free(bus);
}
