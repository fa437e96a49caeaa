/* measures.c: Bay's quantities of devices against an independent table: capacities, delay chains, hops, bounds of loads. */
#include "networks.h"

#include <assert.h>
#include <math.h>

#include "machines/area-universal/measures.h"

enum { MOST_FIELDS = 8 };

static const char *table;

/* A row of the table, field by field: "A lgA side meshes H | c = 1 | c = 2 | chains | hops | loads". */
struct row {
	uint64_t area;
	unsigned lg, side, meshes, levels;
	char *field[MOST_FIELDS];
	char line[2048];
};

static bool next_row(FILE *file, struct row *row)
{
	unsigned count = 0;

	do
		if (!fgets(row->line, sizeof row->line, file))
			return false;
	while (*row->line == '#');
	for (char *at = row->line; at; count++) {
		assert_true(count < MOST_FIELDS);
		row->field[count] = at;
		at = strchr(at, '|');
		if (at)
			*at++ = '\0';
	}
	assert_int_equal(count, 6);
	unsigned long long area;

	assert_int_equal(sscanf(row->field[0], "%llu %u %u %u %u", &area, &row->lg, &row->side, &row->meshes, &row->levels), 5);
	row->area = area;
	return true;
}

/* The numbers of a field; returns how many. */
static unsigned numbers(const char *field, unsigned long list[MOST_DEVICE_LEVELS + 1])
{
	unsigned count = 0;
	char *end;

	for (unsigned long value = strtoul(field, &end, 10); end != field; value = strtoul(field, &end, 10)) {
		assert_true(count <= MOST_DEVICE_LEVELS);
		list[count++] = value;
		field = end;
	}
	return count;
}

__extension__ typedef unsigned __int128 wide;

/* Whether sqrt(c^2 A / 2^k) / lg A is above `whole`. */
static bool is_above(uint64_t area, unsigned c, unsigned lg, unsigned k, unsigned long whole)
{
	return (wide)c * c * area > ((wide)whole * whole * lg * lg) << k;
}

static void check_capacities(const struct row *row, unsigned c)
{
	struct device_parameters own = device_of_area(row->area, 100 * c);
	struct device_measures m = device_measures(&own);
	unsigned long list[MOST_DEVICE_LEVELS + 1];
	unsigned count = numbers(row->field[c], list);

	assert_int_equal(count, row->levels + 1);
	assert_int_equal(own.meshes, row->meshes);
	assert_int_equal(own.side, c * row->side);
	assert_int_equal(m.levels, row->levels);
	assert_int_equal(m.longest_wire, 8 * c * row->side);
	for (unsigned k = 0; k < count; k++) {
		assert_int_equal(m.depth[k].capacity, list[k] + is_above(row->area, c, row->lg, k, list[k]));
		assert_true(m.depth[k].elements == ldexp((double)c * c * (double)row->area, -(int)k));
	}
}

static void check_chains(const struct row *row)
{
	struct device_parameters own = device_of_area(row->area, 100);
	struct device_measures m = device_measures(&own);
	unsigned long list[MOST_DEVICE_LEVELS + 1];

	assert_int_equal(numbers(row->field[3], list), row->levels);
	for (unsigned k = 0; k < row->levels; k++)
		assert_int_equal(m.depth[k].chain, list[k]);
	assert_int_equal(m.depth[row->levels].chain, 0);
	assert_int_equal(numbers(row->field[4], list), 1);
	assert_int_equal(m.hops, list[0]);
	/* A message that turns at depth k passes 2 (H - k) channels, and the chain of the node. */
	for (unsigned k = 0; k < row->levels; k++)
		assert_int_equal(2 * (m.levels - k) + m.depth[k].chain, m.hops);
}

static void check_loads(const struct row *row)
{
	struct device_parameters own = device_of_area(row->area, 100);
	struct device_measures m = device_measures(&own);
	unsigned long list[MOST_DEVICE_LEVELS + 1];
	double most = 0;

	assert_int_equal(numbers(row->field[5], list), row->levels / 2 + 1);
	for (unsigned k = 0; k <= row->levels; k++) {
		const struct device_depth *d = &m.depth[k];

		if (k % 2 == 0)
			assert_true(d->load == (double)list[k / 2]);
		else	/* two squares side by side: six edges of one */
			assert_near(d->load, 1.5 * 4 * sqrt((double)row->area / ldexp(1, (int)k + 1)) / d->capacity, 1e-9);
		assert_true(d->target_load == d->load);
		most = k > 0 ? fmax(most, d->load) : 0;
	}
	assert_true(m.load == most);
	assert_int_equal(m.cycles, row->levels > 0 ? floor(4 * most) : 1);
}

static void as_in_the_table(void **state)
{
	FILE *file = fopen(table, "r");
	struct row row;
	unsigned rows = 0;

	(void)state;
	assert_non_null(file);
	for (; next_row(file, &row); rows++) {
		assert_int_equal(row.area, bay_areas[rows]);
		assert_int_equal(bay_lg(row.area), row.lg);
		check_capacities(&row, 1);
		check_capacities(&row, 2);
		check_chains(&row);
		check_loads(&row);
	}
	assert_int_equal(rows, BAY_AREAS);
	fclose(file);
}

/* c as a fraction: whole sides, and capacities by trying all of them. */
static void fractions_are_exact(void **state)
{
	(void)state;
	for (unsigned i = 0; i < BAY_AREAS; i++)
		for (unsigned c = LEAST_EXPANSION; c <= MOST_EXPANSION; c += 7) {
			struct device_parameters own = device_of_area(bay_areas[i], c);
			unsigned lg = bay_lg(own.area);

			assert_true(100 * own.side >= c * lg && 100 * (own.side - 1) < c * lg);
			for (unsigned k = 0; k <= own.levels; k++) {
				wide right = (wide)c * c * own.area, cap = own.capacity[k];
				/* cap lg A >= sqrt(c^2 A / 2^k), and cap - 1 is too few */
				wide at = (wide)10000 * lg * lg * cap * cap << k, below = (wide)10000 * lg * lg * (cap - 1) * (cap - 1) << k;

				assert_true(at >= right && own.capacity[k] >= 2 * lg);
				assert_true(own.capacity[k] == 2 * lg || below < right);
			}
		}
}

static void steps_add_up(void **state)
{
	struct device_parameters one = device_of_area(16, 300), four = device_of_area(256, 300);
	struct device_measures m = device_measures(&one);

	(void)state;
	assert_int_equal(device_step_bound(&m, 0), 8 * 12 + 1);
	m = device_measures(&four);
	/* Two squares of 24: 6 x 24 wires on 16. */
	assert_true(m.load == 9 && m.cycles == 36);
	assert_int_equal(device_step_bound(&m, m.hops), 192 + 35 + 4 + 2 + 192 + 1);
	assert_int_equal(device_step_bound(&m, 9), 192 + 35 + 9 + 2 + 192 + 1);
}

/* By hand: any number of meshes that is a power of 2. The root has no channel. */
static void devices_by_hand(void **state)
{
	struct device_parameters own = { .meshes = 8, .levels = 3, .side = 5, .capacity = { 0, 6, 5, 4 } };
	struct device_measures m = device_measures(&own);
	static const double border[] = { 60, 40, 30, 20 }, elements[] = { 200, 100, 50, 25 };

	(void)state;
	for (unsigned k = 0; k <= 3; k++) {
		assert_true(m.depth[k].border == border[k] && m.depth[k].elements == elements[k]);
		assert_true(m.depth[k].load == (k > 0 ? border[k] / own.capacity[k] : 0));
		assert_true(m.depth[k].target_load == 0);
	}
	assert_int_equal(m.cycles, 4 * 40 / 6);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_in_the_table), cmocka_unit_test(fractions_are_exact), cmocka_unit_test(steps_add_up),
		cmocka_unit_test(devices_by_hand),
	};

	assert(argc == 2);
	table = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
