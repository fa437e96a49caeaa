/* parameters.c: the parameters of an area-universal device.
 *
 * In: Bay's `area` and `expansion`, or `meshes`, `mesh-side` and `capacities`. Out: the second form in any case: meshes =
 * A / lg^2 A, mesh-side = ceil(c lg A), and capacities by bay_capacity(). */
#include "machines/area-universal/area_universal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/plan.h"
#include "util/json.h"
#include "util/message.h"
#include "util/number.h"

const uint64_t bay_areas[BAY_AREAS] = { 16, 256, 65536, UINT64_C(1) << 32 };

const struct device_parameters *device_parameters(const struct spec *spec)
{
	return spec->own;
}

static bool by_area(const struct spec *spec)
{
	return device_parameters(spec)->area != 0;
}

static bool by_hand(const struct spec *spec)
{
	return !by_area(spec);
}

static json_t *area_value(const struct spec *spec)
{
	return json_integer((json_int_t)device_parameters(spec)->area);
}

static json_t *expansion_value(const struct spec *spec)
{
	unsigned c = device_parameters(spec)->expansion;

	return c % 100 == 0 ? json_integer(c / 100) : json_real(c / 100.0);
}

static json_t *capacities_value(const struct spec *spec)
{
	const struct device_parameters *own = device_parameters(spec);

	return by_hand(spec) && own->levels > 0 ? json_list(own->capacity + 1, own->levels) : NULL;
}

static const struct key area_key = {
	.name = "area", .type = KEY_OWN, .has = by_area, .value = area_value, .rivals = (const char *const[]){ "meshes", NULL },
	.takes = "16, 256; for `ftc report` also 65536, 4294967296", .otherwise = "must be given, unless `meshes` is",
	.help = "Bay's A: the area, in grid points, of the circuits that the device emulates.",
};
static const struct key expansion_key = {
	.name = "expansion", .type = KEY_OWN, .has = by_area, .value = expansion_value, .takes = "1 .. 8, also 2.5",
	.otherwise = "2", .help = "Bay's c: the device has c^2 elements for each grid point of `area`.",
};
static const struct key meshes_key = {
	.name = "meshes", .type = KEY_NUMBER, .own = true, .has = by_hand, .field = offsetof(struct device_parameters, meshes),
	.low = 1, .high = OVERLAY_MOST_MESHES, .rivals = (const char *const[]){ "area", NULL }, .takes = "a power of 2, from 1 to 64",
	.otherwise = "must be given, unless `area` is", .help = "Number of meshes of elements, the leaves of the tree.",
	.size = true,
};
static const struct key device_side_key = {
	.name = "mesh-side", .type = KEY_NUMBER, .own = true, .has = by_hand, .field = offsetof(struct device_parameters, side),
	.low = OVERLAY_LEAST_SIDE, .high = OVERLAY_MOST_SIDE, .otherwise = "must be given with `meshes`",
	.help = "Elements along each side of a mesh.", .size = true,
};
static const struct key device_capacities_key = {
	.name = "capacities", .type = KEY_OWN, .has = by_hand, .value = capacities_value, .takes = "list, one per level",
	.otherwise = "8 on every level", .help = "Wires each way per channel on each level, root first.", .size = true,
};
static const struct key pins_key = {
	.name = "pins", .type = KEY_NUMBER, .own = true, .field = offsetof(struct device_parameters, pins), .low = 0,
	.high = MOST_DEVICE_SIDE, .takes = "0 .. `mesh-side`", .otherwise = "the value of `mesh-side`",
	.help = "External pins of each mesh, each way.",
};
static const struct key depth_key = {
	.name = "settings-depth", .type = KEY_NUMBER, .own = true, .field = offsetof(struct device_parameters, depth),
	.low = LEAST_SETTINGS_DEPTH, .high = MOST_SETTINGS_DEPTH, .preset = PRESET_SETTINGS_DEPTH, .unit = "cycles",
	.help = "Delivery cycles that the settings' RAMs hold.",
};

const struct key *const area_universal_keys[] = {
	KEYS_FIRST, &area_key, &expansion_key, &meshes_key, &device_side_key, &device_capacities_key, &pins_key, &depth_key,
	&family_key, &clock_key, &probe_key, NULL
};

unsigned bay_lg(uint64_t area)
{
	unsigned lg = 0;

	while (area >> lg > 1)
		lg++;
	return lg;
}

__extension__ typedef unsigned __int128 wide;

/* Whether x lg A >= sqrt(c^2 A / 2^k), in whole numbers: c is in hundredths. */
static bool reaches(uint64_t x, uint64_t area, unsigned expansion, unsigned depth)
{
	wide left = (wide)100 * x * bay_lg(area), right = (wide)expansion * expansion * area;

	return (left * left) << depth >= right;
}

unsigned bay_capacity(uint64_t area, unsigned expansion, unsigned depth)
{
	uint64_t low = 2 * bay_lg(area), high = UINT64_C(1) << 24;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (reaches(middle, area, expansion, depth))
			high = middle;
		else
			low = middle + 1;
	}
	return (unsigned)low;
}

/* ---- By area ---- */

/* The value's text, if it is one that is written as a number is: plain. Else "". */
static const char *plain_text(const struct entry *entry)
{
	return !entry->is_list && entry->items[0].plain ? entry->items[0].text : "";
}

static bool read_area(const struct request *q, struct device_parameters *own)
{
	const struct entry *entry = given(q, &area_key);
	unsigned long found = 0;
	unsigned nearest = 0;

	if (text_to_unsigned(plain_text(entry), &found))
		for (unsigned i = 0; i < BAY_AREAS && found >= bay_areas[i]; i++) {
			own->area = bay_areas[i];
			nearest = i;
		}
	if (own->area > 0 && own->area == found)
		return true;
	char *value = format_string("%llu", (unsigned long long)bay_areas[nearest]);

	refuse_value(entry, "16, 256, 65536 or 4294967296, of which A and lg A are powers of 2", value);
	free(value);
	return false;
}

/* A number with up to two digits behind the point, in hundredths. */
static bool hundredths(const char *text, unsigned *value)
{
	unsigned whole = 0, part = 0;
	int used = 0;

	if (strspn(text, "0123456789.") != strlen(text) || strlen(text) > 4 || sscanf(text, "%1u%n", &whole, &used) != 1)
		return false;
	if (text[used] == '.') {
		const char *digits = text + used + 1;
		size_t count = strlen(digits);

		if (count < 1 || count > 2 || sscanf(digits, "%u%n", &part, &used) != 1 || digits[used] != 0)
			return false;
		part *= count == 1 ? 10 : 1;
	} else if (text[used] != 0)
		return false;
	*value = 100 * whole + part;
	return *value >= LEAST_EXPANSION && *value <= MOST_EXPANSION;
}

static bool read_expansion(const struct request *q, struct device_parameters *own)
{
	const struct entry *entry = given(q, &expansion_key);

	own->expansion = PRESET_EXPANSION;
	return !entry || hundredths(plain_text(entry), &own->expansion)
	       || refuse_value(entry, "a number from 1 to 8 with at most two digits behind the point", "2.5");
}

struct device_parameters device_of_area(uint64_t area, unsigned expansion)
{
	unsigned lg = bay_lg(area);
	struct device_parameters own = { .area = area, .expansion = expansion, .meshes = (unsigned)(area / lg / lg),
					 .side = (expansion * lg + 99) / 100 };

	own.levels = digit_bits(own.meshes);
	for (unsigned k = 0; k <= own.levels; k++)
		own.capacity[k] = bay_capacity(area, expansion, k);
	return own;
}

static bool make_by_area(const struct request *q, struct device_parameters *own)
{
	unsigned pins = own->pins, depth = own->depth;

	if (!read_area(q, own) || !read_expansion(q, own))
		return false;
	*own = device_of_area(own->area, own->expansion);
	own->pins = pins;
	own->depth = depth;
	return true;
}

unsigned long device_elements(const struct device_parameters *own)
{
	return (unsigned long)own->meshes * own->side * own->side;
}

/* ---- By hand ---- */

/* Refuses a key that `area` replaces, or that means nothing without it. */
static bool refuse_key(const struct request *q, const struct key *key, const char *why)
{
	const struct entry *entry = given(q, key);

	if (!entry)
		return true;
	error_at(entry->key_at, "%s has no meaning %s", key->name, why);
	return suggest("without %s", key->name);
}

static bool require(const struct request *q, const struct key *key, const char *what, const char *example)
{
	if (given(q, key))
		return true;
	error_at((struct place){ .file = q->spec->source }, "%s is missing: expected %s", key->name, what);
	return suggest("%s: %s", key->name, example);
}

static bool wrong_capacities(const struct entry *entry, const struct device_parameters *own, const char *found)
{
	unsigned list[MOST_DEVICE_LEVELS + 1];

	for (unsigned k = 0; k < own->levels; k++)
		list[k] = PRESET_DEVICE_CAPACITY;
	if (own->levels == 0) {
		error_at(entry->key_at, "capacities %s, with one mesh, which has no tree: expected none", found);
		return suggest("without capacities");
	}
	error_at(entry->value_at, "capacities %s: expected a list of %u, for levels 1 to %u of a tree of %u meshes", found,
		 own->levels, own->levels, own->meshes);
	suggest_list(entry, list, own->levels);
	return false;
}

static bool read_capacity_list(const struct request *q, struct device_parameters *own)
{
	const struct entry *entry = given(q, &device_capacities_key);

	for (unsigned k = 1; k <= own->levels; k++)
		own->capacity[k] = PRESET_DEVICE_CAPACITY;
	if (!entry)
		return true;
	if (!entry->is_list && own->levels != 1)
		return wrong_capacities(entry, own, "is no list of numbers");
	if (entry->count != own->levels) {
		char *found = format_string("has %zu number%s", entry->count, entry->count == 1 ? "" : "s");

		wrong_capacities(entry, own, found);
		free(found);
		return false;
	}
	for (unsigned i = 0; i < own->levels; i++) {
		char *what = format_string("the capacity of level %u", i + 1);
		bool good = read_item(entry, i, what, 1, MOST_DEVICE_CAPACITY, &own->capacity[i + 1]);

		free(what);
		if (!good)
			return false;
	}
	return true;
}

static bool check_power(const struct request *q, const struct device_parameters *own)
{
	const struct entry *entry = given(q, &meshes_key);

	if (is_power_of_2(own->meshes))
		return true;
	char *value = format_string("%u", 1u << (digit_bits(own->meshes) - 1));

	refuse_value(entry, "a power of 2, from 1 to 64", value);
	free(value);
	return false;
}

static bool make_by_hand(const struct request *q, struct device_parameters *own)
{
	if (!given(q, &meshes_key)) {
		error_at((struct place){ .file = q->spec->source },
			 "area is missing: expected area, or meshes and mesh-side");
		return suggest("area: 256");
	}
	if (!require(q, &device_side_key, "the elements along each side of a mesh, from 3 to 64", "16")
	    || !refuse_key(q, &expansion_key, "without area: expected it beside area only") || !check_power(q, own))
		return false;
	own->levels = digit_bits(own->meshes);
	return read_capacity_list(q, own);
}

/* ---- Both ---- */

static bool read_pins(const struct request *q, struct device_parameters *own)
{
	const struct entry *entry = given(q, &pins_key);

	if (!entry)
		own->pins = own->side;
	if (own->pins <= own->side)
		return true;
	char *value = format_string("%u", own->side);

	error_at(entry->value_at, "pins is %u, with meshes of %u elements a side: expected at most as many", own->pins, own->side);
	suggest_value(entry, value);
	free(value);
	return false;
}

/* The tree as the rest of the compiler sees it. Devices beyond hardware have none. */
static void set_tree(struct spec *spec, const struct device_parameters *own)
{
	spec->leaves = own->meshes;
	spec->levels = own->meshes <= OVERLAY_MOST_MESHES ? own->levels : 0;
	for (unsigned k = 1; k <= spec->levels; k++)
		spec->capacity[k] = own->capacity[k];
	spec->connections = spec->levels > 0 ? spec->capacity[spec->levels] : 1;
	spec->switching = SWITCHING_PIPELINED;
	spec->leaf_interface = LEAF_WIRES;
	/* A concentrator takes one clock, whatever its width: its settings change with every clock. */
	spec->elements_between_registers = MAXIMUM_ELEMENTS;
}

bool area_universal_read(const struct request *q)
{
	struct spec *spec = q->spec;
	struct device_parameters *own = spec->own;
	const struct entry *area = given(q, &area_key);

	spec->leaf = &device_leaf;
	if (area && given(q, &meshes_key))
		return refuse_both(q, &area_key, &meshes_key, "the size of the device");
	if (area && (!refuse_key(q, &device_side_key, "beside area, from which the side of a mesh follows")
		     || !refuse_key(q, &device_capacities_key, "beside area, from which all capacities follow")))
		return false;
	if (!(area ? make_by_area(q, own) : make_by_hand(q, own)) || !read_pins(q, own))
		return false;
	set_tree(spec, own);
	return true;
}

void area_universal_warn(const struct request *q)
{
	const struct entry *entry = given(q, &pins_key);

	if (device_parameters(q->spec)->pins > 0)
		return;
	warning_at(entry->key_at, "pins is 0: no circuit in this device takes or shows anything");
	suggest("pins: 1");
}
