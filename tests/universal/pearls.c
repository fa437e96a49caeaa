/* pearls.c: Lemma 6 for all short strings, Lemma 7 for all strings of 64 leaves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "universal/pearls.h"

enum { MOST_PEARLS = 12 };

/* The black ones of both strings: bits of `colours`, the first string from bit 0, the second from bit 32. */
static struct necklace make_necklace(uint64_t colours, leaf_number *black)
{
	struct necklace necklace = { .black = black };

	for (unsigned i = 0; i < 64; i++)
		if (colours >> i & 1)
			black[necklace.blacks++] = i;
	return necklace;
}

static uint64_t mask(const struct pearl_string *string)
{
	return (((uint64_t)1 << (unsigned)string->length) - 1) << (unsigned)string->first;
}

static uint64_t mask_of(const struct pearls *pearls)
{
	return mask(&pearls->string[0]) | mask(&pearls->string[1]);
}

/* Both parts have at most two strings, by their type; each string lies in one of the two. Nothing is lost or shared. */
static void check_parts(const struct pearls *whole, const struct pearls part[2])
{
	leaf_number pearls = 0;

	for (unsigned i = 0; i < 2; i++) {
		for (unsigned k = 0; k < 2; k++) {
			uint64_t bits = mask(&part[i].string[k]);

			assert_true((bits & ~mask(&whole->string[0])) == 0 || (bits & ~mask(&whole->string[1])) == 0);
		}
		pearls += pearls_count(&part[i]);
	}
	assert_true(pearls == pearls_count(whole));
	assert_int_equal(mask_of(&part[0]) | mask_of(&part[1]), mask_of(whole));
	assert_int_equal(mask_of(&part[0]) & mask_of(&part[1]), 0);
}

static unsigned bits(uint64_t set)
{
	return (unsigned)__builtin_popcountll(set);
}

/* At most two cuts: pieces are joined where they lie beside each other. */
static unsigned cuts(const struct pearls *whole, const struct pearls part[2])
{
	unsigned found = 0;

	for (unsigned k = 0; k < 2; k++)
		for (unsigned i = 1; i < whole->string[k].length; i++) {
			unsigned at = (unsigned)whole->string[k].first + i;

			found += (mask_of(&part[0]) >> at & 1) != (mask_of(&part[0]) >> (at - 1) & 1);
		}
	return found;
}

static void check_halves(unsigned first, unsigned second, uint64_t colours)
{
	leaf_number black[64];
	struct necklace necklace = make_necklace(colours, black);
	struct pearls whole = { { { 0, first }, { 32, second } } }, part[2];
	unsigned counts[2];

	pearls_halve(&necklace, &whole, part);
	check_parts(&whole, part);
	assert_true(cuts(&whole, part) <= 2);
	for (unsigned i = 0; i < 2; i++)
		counts[i] = bits(mask_of(&part[i]) & colours);
	assert_int_equal(counts[0], bits(colours) - bits(colours) / 2);
	assert_int_equal(counts[1], bits(colours) / 2);
	int difference = (int)pearls_count(&part[0]) - (int)pearls_count(&part[1]);
	assert_true(difference >= -1 && difference <= 1);
	assert_true(pearls_black(&necklace, &part[0]) == counts[0]);
}

static void test_every_pair_of_strings(void **state)
{
	unsigned long pairs = 0;

	(void)state;
	for (unsigned first = 0; first <= MOST_PEARLS; first++)
		for (unsigned second = 0; first + second <= MOST_PEARLS; second++)
			for (uint64_t a = 0; a < 1u << first; a++)
				for (uint64_t b = 0; b < 1u << second; b++, pairs++)
					check_halves(first, second, a | b << 32);
	/* Sum of (t + 1) 2^t for t = 0 .. 12. */
	assert_int_equal(pairs, 98305);
}

static void test_any_number(void **state)
{
	leaf_number black[64];

	(void)state;
	for (unsigned first = 0; first <= 6; first++)
		for (unsigned second = 0; second <= 4; second++)
			for (uint64_t a = 0; a < 1u << first; a++)
				for (uint64_t b = 0; b < 1u << second; b++) {
					uint64_t colours = a | b << 32;
					struct necklace necklace = make_necklace(colours, black);
					struct pearls whole = { { { 0, first }, { 32, second } } }, part[2];

					for (unsigned wanted = 0; wanted <= bits(colours); wanted++) {
						pearls_divide(&necklace, &whole, wanted, part);
						check_parts(&whole, part);
						assert_int_equal(bits(mask_of(&part[0]) & colours), wanted);
					}
				}
}

/* A forest as it is visited. */
struct forest {
	unsigned of_height[8], tallest;
	uint64_t leaves;
	bool ascending;
	leaf_number next;
};

static void visit(void *context, unsigned height, leaf_number index)
{
	struct forest *f = context;
	struct pearl_string leaves = { index << height, (leaf_number)1 << height };

	assert_true(height < 8);
	f->of_height[height]++;
	f->tallest = height > f->tallest ? height : f->tallest;
	assert_true(leaves.first >= f->next);
	f->next = leaves.first + leaves.length;
	f->leaves |= leaves.length == 64 ? ~(uint64_t)0 : mask(&leaves);
}

static void test_every_string_of_leaves(void **state)
{
	leaf_number black[64];
	struct necklace all = make_necklace(~(uint64_t)0, black);

	(void)state;
	for (unsigned first = 0; first < 64; first++) {
		for (unsigned length = 1; first + length <= 64; length++) {
			struct pearl_string string = { first, length };
			struct forest f = {0};

			pearls_forest(&all, &string, visit, &f);
			assert_int_equal(f.leaves, length == 64 ? ~(uint64_t)0 : mask(&string));
			for (unsigned height = 0; height < 8; height++)
				assert_true(f.of_height[height] <= 2);
			assert_true(1u << f.tallest <= length);
		}
	}
}

/* Trees without black pearls are left out, the others stay. */
static void test_trees_without_processors(void **state)
{
	leaf_number all_black[64], black[64];
	struct necklace all = make_necklace(~(uint64_t)0, all_black);

	(void)state;
	for (unsigned i = 0; i < 64; i++) {
		struct necklace one = make_necklace((uint64_t)1 << i, black);

		for (unsigned first = 0; first <= i; first++) {
			struct pearl_string string = { first, 64 - first };
			struct forest f = {0}, whole = {0};

			pearls_forest(&one, &string, visit, &f);
			pearls_forest(&all, &string, visit, &whole);
			assert_true(f.leaves >> i & 1);
			assert_int_equal(bits(f.leaves), 1u << f.tallest);
			assert_int_equal(f.leaves & ~whole.leaves, 0);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_pair_of_strings),
		cmocka_unit_test(test_any_number),
		cmocka_unit_test(test_every_string_of_leaves),
		cmocka_unit_test(test_trees_without_processors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
