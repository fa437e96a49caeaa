/* bus_map_places.c: the base of a region of a bus's map, and free places for suggestions that will be accepted. */
#include "parse/map_entry.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "parse/keys.h"
#include "util/message.h"

uint64_t bus_span(const struct bus_region *r)
{
	return (uint64_t)(r->last - r->first + 1) * r->size;
}

/* What the base is a multiple of. */
static uint64_t alignment_of(const struct bus_region *r)
{
	uint64_t span = r->size;

	while (span < bus_span(r))
		span *= 2;
	return span;
}

/* ---- Free places ----------------------------------------------------------------------------------------------- */

/* Where another entry of the map lies, if it is well-formed. */
static bool peek(const struct map_entry *e, const struct document *mapping, struct bus_region *r)
{
	struct map_entry other = { .q = e->q, .bus = e->bus };
	unsigned long first, last;

	for (size_t i = 0; i < mapping->count; i++)
		for (size_t key = 0; key < MAP_KEYS; key++)
			if (strcmp(map_words[key], mapping->entries[i].key) == 0)
				other.given[key] = &mapping->entries[i];
	*r = (struct bus_region){ .size = USUAL_REGION };
	if (!other.given[MAP_LEAF] || other.given[MAP_LEAF]->is_list || !read_range(map_text_of(&other, MAP_LEAF), &first, &last) || first > last
	    || last - first >= MOST_BUS_LEAVES)
		return false;
	r->last = (unsigned)(last - first);
	return other.given[MAP_BASE] && bus_bytes_of(other.given[MAP_BASE], &r->base)
	       && (!other.given[MAP_SIZE] || bus_bytes_of(other.given[MAP_SIZE], &r->size)) && r->size <= MOST_REGION;
}

bool bus_overlap(const struct bus_region *a, const struct bus_region *b)
{
	return a->size > 0 && b->size > 0 && a->base < b->base + bus_span(b) && b->base < a->base + bus_span(a);
}

/* All that another entry or the fence has. A fresh array. */
static struct bus_region *taken_places(const struct map_entry *e, size_t *count)
{
	const struct entry *fence = given(e->q, &fence_key);
	struct bus_region *taken = allocate_array(e->bus->region_count + e->later_count + 1, sizeof *taken);

	*count = 0;
	for (size_t i = 0; i < e->bus->region_count; i++)
		taken[(*count)++] = e->bus->region[i];
	for (size_t i = 0; i < e->later_count; i++)
		*count += peek(e, &e->later[i], &taken[*count]);
	taken[*count] = (struct bus_region){ .size = BUS_WORD_BYTES };
	*count += fence && bus_bytes_of(fence, &taken[*count].base);
	return taken;
}

/* Whether the region would be accepted there, with so many bits of addresses. */
static bool is_free(const struct bus_region *r, uint64_t base, const struct bus_region *taken, size_t count, unsigned bits)
{
	struct bus_region moved = *r;
	uint64_t space = (uint64_t)1 << bits;

	moved.base = base;
	for (size_t i = 0; i < count; i++)
		if (bus_overlap(&moved, &taken[i]))
			return false;
	return base < space && bus_span(r) <= space - base;
}

/* The first free place behind one that is taken, or 0. */
static bool find_place(const struct map_entry *e, unsigned bits, uint64_t *base)
{
	uint64_t align = alignment_of(&e->region), best = UINT64_MAX;
	size_t count;
	struct bus_region *taken = taken_places(e, &count);

	for (size_t i = 0; i <= count; i++) {
		uint64_t end = i < count ? taken[i].base + bus_span(&taken[i]) : 0, at = (end + align - 1) / align * align;

		if (at < best && (at > 0 || best == UINT64_MAX) && is_free(&e->region, at, taken, count, bits))
			best = at;
	}
	free(taken);
	*base = best;
	return best != UINT64_MAX;
}

/* The greatest size with which the region is free where it is; 0: none is. */
static uint64_t free_size(const struct map_entry *e)
{
	struct bus_region r = e->region;
	size_t count;
	struct bus_region *taken = taken_places(e, &count);

	while (r.size >= LEAST_REGION && !is_free(&r, r.base, taken, count, e->bus->address_bits))
		r.size /= 2;
	free(taken);
	return r.size >= LEAST_REGION ? r.size : 0;
}

/* Suggests a free place for the region, in a larger address space if this one is full, or a smaller region, or none. */
bool map_suggest_place(const struct map_entry *e)
{
	const struct bus_region *r = &e->region;
	unsigned bits = e->bus->address_bits;
	uint64_t base = 0, size = free_size(e);

	while (bits <= MOST_ADDRESS_BITS && !find_place(e, bits, &base))
		bits++;
	if (bits == e->bus->address_bits)
		return suggest("base: 0x%" PRIx64, base);
	if (bits <= MOST_ADDRESS_BITS)
		return suggest("base: 0x%" PRIx64 ", and address-bits: %u", base, bits);
	if (size > 0) {
		char *text = bus_size_text(size);

		suggest("size: %s", text);
		free(text);
		return false;
	}
	if (r->first == r->last)
		return suggest("without leaf %u here", r->first + e->bus->first_end);
	return suggest("without leaves %u-%u here", r->first + e->bus->first_end, r->last + e->bus->first_end);
}

/* ---- The base -------------------------------------------------------------------------------------------------- */

/* The address space is too small. */
static bool refuse_end(const struct map_entry *e)
{
	const struct bus_region *r = &e->region;
	uint64_t space = (uint64_t)1 << e->bus->address_bits, most = (uint64_t)1 << MOST_ADDRESS_BITS, last = r->base + (bus_span(r) - 1);
	unsigned bits = e->bus->address_bits;

	error_at(map_place_of(e, MAP_BASE), "the region 0x%" PRIx64 " .. 0x%" PRIx64 " is not below 0x%" PRIx64 ", the end of an address space of"
		 " %u bits: expected one that is", r->base, last, space, e->bus->address_bits);
	if (r->base >= most || last >= most)
		return map_suggest_place(e);
	while ((uint64_t)1 << bits <= last)
		bits++;
	return suggest("address-bits: %u", bits);
}

static bool refuse_misaligned(const struct map_entry *e, uint64_t align)
{
	const struct bus_region *r = &e->region;
	char *bytes = bus_size_text(align), *below = format_string("0x%" PRIx64, r->base);
	char *expected = format_string("a multiple of %s, %s", bytes, r->first == r->last ? "the size of the region"
				       : "the size of all regions of this entry, rounded up to a power of two");
	bool is_free_below = free_size(e) == r->size;

	map_wrong(e, MAP_BASE, expected, is_free_below ? below : NULL);
	free(expected);
	free(below);
	free(bytes);
	return !is_free_below && map_suggest_place(e);
}

bool map_read_base(struct map_entry *e)
{
	uint64_t space = (uint64_t)1 << e->bus->address_bits, align = alignment_of(&e->region), base = 0;

	if (!e->given[MAP_BASE]) {
		error_at(e->at, "base is missing: expected the address of the first byte of %s", e->region.first == e->region.last
			 ? "the slave" : "the first of these slaves");
		return map_suggest_place(e);
	}
	if (!bus_bytes_of(e->given[MAP_BASE], &base)) {
		map_wrong(e, MAP_BASE, "an address, as 0x10000000", NULL);
		return map_suggest_place(e);
	}
	if (base % align != 0) {
		e->region.base = base - base % align;
		return refuse_misaligned(e, align);
	}
	e->region.base = base;
	return (base < space && bus_span(&e->region) <= space - base) || refuse_end(e);
}
