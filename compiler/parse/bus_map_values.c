/* bus_map_values.c: the values of an entry of a bus's map, but for the base (bus_map_places.c). */
#include "parse/map_entry.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "parse/crossing.h"
#include "util/message.h"
#include "util/number.h"

enum { KILO = 1024 };

const char *const map_words[] = {
	[MAP_LEAF] = "leaf", [MAP_ROLE] = "role", [MAP_BASE] = "base", [MAP_SIZE] = "size", [MAP_PER_SLAVE] = "per-slave",
	[MAP_PORT] = "port", [MAP_CLOCK] = "clock",
};

/* The place of the value that the user has given for a key, else that of the entry. */
struct place map_place_of(const struct map_entry *e, enum map_key key)
{
	const struct entry *entry = e->given[key];

	return !entry ? e->at : entry->is_list ? entry->value_at : entry->items[0].at;
}

/* The text of a key's value. */
const char *map_text_of(const struct map_entry *e, enum map_key key)
{
	return e->given[key]->is_list ? "a list" : e->given[key]->items[0].text;
}

/* Reports a value as wrong; `nearest`: a better one, or NULL. */
bool map_wrong(const struct map_entry *e, enum map_key key, const char *expected, const char *nearest)
{
	const char *text = map_text_of(e, key);

	error_at(map_place_of(e, key), "%s is %.*s%s: expected %s", map_words[key], SHOWN_BYTES, *text ? text : "empty",
		 strlen(text) > SHOWN_BYTES ? "..." : "", expected);
	return nearest && suggest("%s: %s", map_words[key], nearest);
}

bool map_wrong_address(const struct map_entry *e, enum map_key key, const char *expected, uint64_t nearest)
{
	char *text = key == MAP_SIZE ? bus_size_text(nearest) : format_string("0x%" PRIx64, nearest);

	map_wrong(e, key, expected, text);
	free(text);
	return false;
}

/* ---- Values ---------------------------------------------------------------------------------------------------- */

bool map_read_leaves(struct map_entry *e)
{
	unsigned long low = e->bus->first_end, high = low + e->q->spec->leaves - 1, first = low, last = low;

	if (!e->given[MAP_LEAF]) {
		error_at(e->at, "leaf is missing: expected the leaf that this entry of the map is for, or several as %lu-%lu", low, high);
		return suggest("leaf: %lu", low);
	}
	bool formed = !e->given[MAP_LEAF]->is_list && read_range(map_text_of(e, MAP_LEAF), &first, &last);

	if (formed && first >= low && last <= high && first <= last) {
		e->region.first = (unsigned)(first - low);
		e->region.last = (unsigned)(last - low);
		return true;
	}
	char *expected = format_string("a leaf from %lu to %lu, or several as %lu-%lu", low, high, low, high), *nearest;

	if (!formed || first < low || first > high)
		nearest = format_string("%lu", formed && first > high ? high : low);
	else
		nearest = last > high ? format_string("%lu-%lu", first, high) : format_string("%lu-%lu", last < low ? low : last, first);
	map_wrong(e, MAP_LEAF, expected, nearest);
	free(nearest);
	free(expected);
	return false;
}

bool map_read_role(struct map_entry *e)
{
	static const char *const words[] = { "master", "slave", "both" };
	static const enum bus_role roles[] = { BUS_MASTER, BUS_SLAVE, BUS_BOTH };
	size_t count = sizeof words / sizeof *words;
	const char *text = e->given[MAP_ROLE] ? map_text_of(e, MAP_ROLE) : "both", *nearest;

	for (size_t i = 0; i < count; i++)
		if (strcmp(text, words[i]) == 0) {
			e->region.role = roles[i];
			return true;
		}
	nearest = nearest_name(text, words, count);
	return map_wrong(e, MAP_ROLE, "master, slave or both", nearest ? nearest : "both");
}

bool map_read_port(struct map_entry *e)
{
	const char *text = e->given[MAP_PORT] ? map_text_of(e, MAP_PORT) : bus_words[e->bus->protocol], *nearest;

	for (enum bus_protocol port = 0; port < BUS_PROTOCOLS; port++)
		if (strcmp(text, bus_words[port]) == 0) {
			e->region.port = port;
			return true;
		}
	nearest = likely_name(text, bus_words, BUS_PROTOCOLS);
	return map_wrong(e, MAP_PORT, "wishbone, axi-lite or wishbone-classic", nearest ? nearest : bus_words[e->bus->protocol]);
}

/* Digits of decimal or, after 0x, hexadecimal numbers, and behind the decimal ones K, M or G. */
bool bus_bytes_of(const struct entry *entry, uint64_t *value)
{
	static const char units[] = "KMG";
	const char *text = entry->is_list ? "" : entry->items[0].text;
	bool hexadecimal = strncmp(text, "0x", 2) == 0 || strncmp(text, "0X", 2) == 0;
	const char *digits = hexadecimal ? text + 2 : text;
	size_t count = strspn(digits, hexadecimal ? "0123456789abcdefABCDEF" : "0123456789");
	const char *rest = digits + count, *unit = *rest && !hexadecimal ? strchr(units, *rest) : NULL;

	if (count == 0 || count > 16 || rest[unit != NULL])
		return false;
	*value = strtoull(digits, NULL, hexadecimal ? 16 : 10);
	for (; unit && unit >= units; unit--) {
		if (*value > UINT64_MAX / KILO)
			return false;
		*value *= KILO;
	}
	return true;
}

bool map_read_size(struct map_entry *e)
{
	uint64_t size = USUAL_REGION, nearest = LEAST_REGION;
	bool formed = !e->given[MAP_SIZE] || bus_bytes_of(e->given[MAP_SIZE], &size);

	if (formed && size >= LEAST_REGION && size <= MOST_REGION && is_power_of_2(size)) {
		e->region.size = size;
		return true;
	}
	if (!formed)
		nearest = USUAL_REGION;
	while (formed && nearest < size && nearest < MOST_REGION)
		nearest *= 2;
	return map_wrong_address(e, MAP_SIZE, "a power of two, from 4 bytes to 256M, for an address is decoded by its upper bits", nearest);
}

bool map_read_per_slave(struct map_entry *e)
{
	unsigned long number = e->bus->per_slave;

	if (!e->given[MAP_PER_SLAVE] || (!e->given[MAP_PER_SLAVE]->is_list && text_to_unsigned(map_text_of(e, MAP_PER_SLAVE), &number)
					 && number >= 1 && number <= e->bus->outstanding)) {
		e->region.per_slave = (unsigned)number;
		return true;
	}
	char *expected = format_string("a whole number from 1 to %u, which is outstanding", e->bus->outstanding);
	char *nearest = format_string("%lu", text_nearest_unsigned(map_text_of(e, MAP_PER_SLAVE), 1, e->bus->outstanding));

	map_wrong(e, MAP_PER_SLAVE, expected, nearest);
	free(nearest);
	free(expected);
	return false;
}

bool map_read_clock(struct map_entry *e)
{
	static const char *const words[] = { "network", "async" };
	const char *text = e->given[MAP_CLOCK] ? map_text_of(e, MAP_CLOCK) : words[0];

	e->region.async = strcmp(text, words[1]) == 0;
	if (e->region.async)
		crossing_note(e->q->spec, e->given[MAP_CLOCK]->key_at);
	return e->region.async || strcmp(text, words[0]) == 0
	       || map_wrong(e, MAP_CLOCK, "network, or async: a clock of the leaf's own", words[1]);
}
