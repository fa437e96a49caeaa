/* bus_fence.c: reads the fence of a bus, a word that no region of the map has. */
#include "parse/map_entry.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "parse/keys.h"
#include "util/message.h"

/* The region that has this byte, or NULL. */
const struct bus_region *bus_region_at(const struct bus *bus, uint64_t address)
{
	for (size_t i = 0; i < bus->region_count; i++) {
		const struct bus_region *r = &bus->region[i];

		if (r->role & BUS_SLAVE && address >= r->base && address - r->base < bus_span(r))
			return r;
	}
	return NULL;
}

/* The last word that no region has. */
static bool last_free_word(const struct bus *bus, uint64_t *word)
{
	const struct bus_region *r;

	*word = ((uint64_t)1 << bus->address_bits) - BUS_WORD_BYTES;
	while ((r = bus_region_at(bus, *word))) {
		if (r->base == 0)
			return false;
		*word = r->base - BUS_WORD_BYTES;
	}
	return true;
}

bool bus_read_fence(const struct request *q, struct bus *bus)
{
	const struct entry *entry = given(q, &fence_key);
	uint64_t address = 0;

	if (!entry || (entry->count == 1 && !entry->is_list && strcmp(entry->items[0].text, "none") == 0))
		return true;
	if (bus_bytes_of(entry, &address) && address % BUS_WORD_BYTES == 0 && address >> bus->address_bits == 0 && !bus_region_at(bus, address)) {
		bus->fenced = true;
		bus->fence = (uint32_t)address;
		return true;
	}
	char *expected = format_string("none, or the address of a word of 4 bytes below 0x%" PRIx64 " that no region has",
				       (uint64_t)1 << bus->address_bits);
	char *nearest = last_free_word(bus, &address) ? format_string("0x%" PRIx64, address) : copy_string("none");

	refuse_value(entry, expected, nearest);
	free(nearest);
	free(expected);
	return false;
}
