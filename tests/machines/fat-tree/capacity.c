/* capacity.c: the capacities of universal fat-trees, against an independent table and the definition. */
#include "networks.h"

#include "random.h"

static char smallest[] = "/tmp/ftc-test-capacity-XXXXXX";

static int set_up(void **state)
{
	(void)state;
	write_yaml(smallest, "network: fat-tree\nleaves: 2\n");
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	return unlink(smallest);
}

/* A fat-tree of n leaves, root capacity w and c connections. */
static void read_tree(struct spec *spec, unsigned n, unsigned w, unsigned c)
{
	char texts[3][40];
	struct override overrides[3] = { { texts[0] }, { texts[1] }, { texts[2] } };

	sprintf(texts[0], "leaves=%u", n);
	sprintf(texts[1], "root-capacity=%u", w);
	sprintf(texts[2], "connections=%u", c);
	assert_true(read_quietly(spec, smallest, overrides, 3));
}

/* CRC-32 as in zip and Ethernet, bit by bit. */
static uint32_t crc_add(uint32_t crc, const char *s)
{
	for (; *s; s++) {
		crc ^= (unsigned char)*s;
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
	}
	return crc;
}

/* "n w c0 c1 ...", the line over which the table's CRC goes */
static void capacity_line(char *line, unsigned n, unsigned w, const char *between)
{
	struct spec spec;

	read_tree(&spec, n, w, 1);
	line += sprintf(line, "%u %u%s", n, w, between);
	for (unsigned k = 0; k <= spec.levels; k++)
		line += sprintf(line, " %u", spec.capacity[k]);
	strcpy(line, "\n");
	spec_free(&spec);
}

static void check_all_of(unsigned n, unsigned count, uint32_t expected)
{
	uint32_t crc = UINT32_MAX;

	for (unsigned w = n - count + 1; w <= n; w++) {
		char line[400];

		capacity_line(line, n, w, "");
		crc = crc_add(crc, line);
	}
	assert_int_equal(~crc, expected);
}

static void universal_capacities_are_those_of_the_table(void **state)
{
	FILE *table = fopen(getenv("UNIVERSAL_CAPACITIES"), "r");
	char line[400], got[400];
	unsigned n, w, count, crc, lines = 0;

	(void)state;
	assert_non_null(table);
	while (fgets(line, sizeof line, table)) {
		if (sscanf(line, "C %u %u %x", &n, &count, &crc) == 3) {
			check_all_of(n, count, crc);
			lines++;
		} else if (sscanf(line, "%u %u :", &n, &w) == 2) {
			capacity_line(got, n, w, " :");
			assert_string_equal(got, line);
			lines++;
		}
	}
	fclose(table);
	assert_int_equal(lines, 446);
}

__extension__ typedef unsigned __int128 wide;

static wide cube(wide x)
{
	return x * x * x;
}

/* For any size and any number of connections: the definition, word for word. */
static void universal_capacities_are_least(void **state)
{
	struct random random;

	(void)state;
	random_start(&random, 1, 0);
	for (int i = 0; i < 3000; i++) {
		unsigned n = 2 + (unsigned)random_below(&random, i % 2 ? 1000 : MAXIMUM_LEAVES - 1);
		unsigned c = 1 + (unsigned)random_below(&random, 64), w = 1 + (unsigned)random_below(&random, n * c);
		struct spec spec;

		read_tree(&spec, n, w, c);
		assert_true(1u << spec.levels >= n && 1u << (spec.levels - 1) < n);
		assert_int_equal(spec.capacity[spec.levels], c);
		for (unsigned k = 0; k < spec.levels; k++) {
			unsigned below = n / (1u << k) + (n % (1u << k) != 0), here = spec.capacity[k];

			assert_true(here <= c * below);
			assert_true(here == c * below || cube(here) * ((wide)1 << 2 * k) >= cube(w));
			assert_true(cube(here - 1) * ((wide)1 << 2 * k) < cube(w));
		}
		spec_free(&spec);
	}
}

static void a_list_says_what_level_0_is(void **state)
{
	struct spec spec;

	(void)state;
	spec_from(&spec, "network: fat-tree\nleaves: 4\ncapacities: [2, 1]\n");
	assert_int_equal(spec.capacity[0], 0);
	assert_int_equal(spec.capacity[1], 2);
	assert_int_equal(spec.capacity[2], 1);
	assert_int_equal(spec.root_capacity, 0);
	spec_free(&spec);
	spec_from(&spec, "network: fat-tree\nleaves: 4\ncapacities: [4, 2, 1]\n");
	assert_int_equal(spec.capacity[0], 4);
	spec_free(&spec);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(universal_capacities_are_those_of_the_table),
		cmocka_unit_test(universal_capacities_are_least),
		cmocka_unit_test(a_list_says_what_level_0_is),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
