/* bus_bells.c: reads where the doorbells of a bus lie, and which bits of an address make an access atomic.
 *
 * In: the regions and the fence. Out: a window of doorbells that neither meets, and two bits that no address of either has. */
#include "parse/bus.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "parse/keys.h"
#include "util/message.h"

/* The least power of two that is at least `count`. */
static uint64_t power_above(uint64_t count)
{
	uint64_t power = 1;

	while (power < count)
		power *= 2;
	return power;
}

uint64_t bus_bells_span(const struct spec *spec)
{
	return DOORBELL_BYTES * power_above(spec->leaves);
}

uint64_t bus_bell(const struct spec *spec, unsigned leaf)
{
	return spec->bus->doorbells + (uint64_t)DOORBELL_BYTES * leaf;
}

uint32_t bus_atomic_mask(const struct bus *bus)
{
	return bus->atomic ? 3 * bus->atomics : 0;
}

/* "none", "auto": whether the value is this word. */
static bool is_word(const struct entry *entry, const char *word)
{
	return entry->count == 1 && !entry->is_list && strcmp(entry->items[0].text, word) == 0;
}

/* ---- Doorbells -------------------------------------------------------------------------------------------------- */

static bool meets(uint64_t base, uint64_t span, uint64_t other, uint64_t other_span)
{
	return base < other + other_span && other < base + span;
}

/* The end of a region with memory, else 0. */
static uint64_t end_of(const struct bus_region *r)
{
	return r->role & BUS_SLAVE ? r->base + (r->last - r->first + 1) * r->size : 0;
}

/* Whether doorbells may lie from `base` on. */
static bool is_room(const struct bus *bus, uint64_t base, uint64_t span)
{
	if (base % span != 0 || base + span > (uint64_t)1 << bus->address_bits)
		return false;
	if (bus->fenced && meets(base, span, bus->fence, BUS_WORD_BYTES))
		return false;
	for (size_t i = 0; i < bus->region_count; i++) {
		const struct bus_region *r = &bus->region[i];

		if (r->role & BUS_SLAVE && meets(base, span, r->base, end_of(r) - r->base))
			return false;
	}
	return true;
}

/* The first place behind all regions; else behind one of them, at 0, or behind the fence. False: there is none. */
static bool find_room(const struct bus *bus, uint64_t span, uint64_t *base)
{
	uint64_t end = 0;

	for (size_t i = 0; i < bus->region_count; i++)
		end = end_of(&bus->region[i]) > end ? end_of(&bus->region[i]) : end;
	for (size_t i = 0; i < bus->region_count + 3; i++) {
		uint64_t from = i == 0 ? end : i <= bus->region_count ? end_of(&bus->region[i - 1]) : i == bus->region_count + 1 ? 0
				: (uint64_t)bus->fence + 1;

		*base = (from + span - 1) / span * span;
		if (is_room(bus, *base, span))
			return true;
	}
	return false;
}

bool bus_read_bells(const struct request *q, struct bus *bus)
{
	const struct entry *entry = given(q, &doorbells_key), *bits = given(q, &doorbell_bits_key);
	uint64_t span = bus_bells_span(q->spec), address = 0, nearest = 0;
	bool none = !entry || is_word(entry, "none"), found, number;

	if (none && bits) {
		error_at(bits->key_at, "doorbell-bits is given, but there are no doorbells: expected doorbells: auto, or no doorbell-bits");
		return suggest("doorbells: auto");
	}
	if (none)
		return true;
	found = find_room(bus, span, &nearest);
	if (is_word(entry, "auto"))
		address = nearest;
	number = bus_bytes_of(entry, &address);
	bus->rung = is_word(entry, "auto") ? found : number && is_room(bus, address, span);
	bus->doorbells = (uint32_t)address;
	if (bus->rung)
		return true;
	char *expected = format_string("none%s, or a multiple of 0x%" PRIx64 " below 0x%" PRIx64 " where no region and no fence has any of so many"
				       " bytes", found ? ", auto" : "", span, (uint64_t)1 << bus->address_bits);
	char *better = found && number ? format_string("0x%" PRIx64, nearest) : copy_string(found ? "auto" : "none");

	refuse_value(entry, expected, better);
	free(better);
	free(expected);
	return false;
}

/* ---- Atomic accesses -------------------------------------------------------------------------------------------- */

/* Bits that some address has to which an access may go. */
static uint64_t bits_in_use(const struct spec *spec, const struct bus *bus)
{
	uint64_t bits = bus->fenced ? bus->fence : 0;

	if (bus->rung)
		bits |= bus->doorbells | (bus_bells_span(spec) - 1);
	for (size_t i = 0; i < bus->region_count; i++) {
		const struct bus_region *r = &bus->region[i];

		if (r->role & BUS_SLAVE)
			bits |= r->base | (power_above(r->last - r->first + 1) * r->size - 1);
	}
	return bits;
}

static bool is_stride(const struct bus *bus, uint64_t used, uint64_t stride)
{
	return stride > 0 && (stride & (stride - 1)) == 0 && 4 * stride <= (uint64_t)1 << bus->address_bits && (used & 3 * stride) == 0;
}

/* The largest stride; 0: there is none. */
static uint64_t find_stride(const struct bus *bus, uint64_t used)
{
	uint64_t stride = (uint64_t)1 << (bus->address_bits - ATOMIC_BITS);

	while (stride > 0 && !is_stride(bus, used, stride))
		stride /= 2;
	return stride;
}

bool bus_read_atomics(const struct request *q, struct bus *bus)
{
	const struct entry *entry = given(q, &atomics_key);
	uint64_t used = bits_in_use(q->spec, bus), stride = 0, nearest = find_stride(bus, used);
	bool number;

	if (!entry || is_word(entry, "none"))
		return true;
	number = bus_bytes_of(entry, &stride);
	if (is_word(entry, "auto"))
		stride = nearest;
	bus->atomic = is_stride(bus, used, stride);
	bus->atomics = (uint32_t)stride;
	if (bus->atomic)
		return true;
	char *expected = format_string("none%s, or a power of two below 0x%" PRIx64 " that, as its double, is a bit of no address in the map",
				       nearest ? ", auto" : "", (uint64_t)1 << (bus->address_bits - 1));
	char *better = nearest && number ? format_string("0x%" PRIx64, nearest) : copy_string(nearest ? "auto" : "none");

	refuse_value(entry, expected, better);
	free(better);
	free(expected);
	return false;
}
