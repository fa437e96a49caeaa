/* deflate.c: zlib unpacks what deflate_bytes() packs: nothing, one byte, one value, all values, blocks' ends, and weights by Fibonacci, whose
 * tree is too deep for a code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include <cmocka.h>

#include "random.h"
#include "util/deflate.h"
#include "util/text.h"

enum { MOST = 1 << 17, BLOCK = 1 << 15 };

/* Returns the packed bytes. */
static size_t check(const unsigned char *bytes, size_t count)
{
	struct text packed = { 0 };
	unsigned char *again = allocate_array(MOST + 1, 1);
	uLongf length = MOST + 1;

	deflate_bytes(bytes, count, &packed);
	size_t size = packed.length;

	assert_int_equal(uncompress(again, &length, (const unsigned char *)packed.bytes, size), Z_OK);
	assert_int_equal(length, count);
	assert_memory_equal(again, bytes, count);
	text_free(&packed);
	free(again);
	return size;
}

static void test_sizes(void **state)
{
	static const size_t size[] = { 0, 1, 2, 255, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, MOST };
	unsigned char *bytes = allocate_array(MOST, 1);

	(void)state;
	for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
		memset(bytes, 7, MOST);
		size_t one = check(bytes, size[i]);

		assert_true(one <= size[i] / 8 + 200 * (size[i] / BLOCK + 1));
		for (size_t k = 0; k < size[i]; k++)
			bytes[k] = (unsigned char)random_mix(k);
		assert_true(check(bytes, size[i]) <= size[i] + 200 * (size[i] / BLOCK + 1));
	}
	free(bytes);
}

static void test_deep(void **state)
{
	unsigned char *bytes = allocate_array(MOST, 1);
	size_t count = 0;

	(void)state;
	for (size_t value = 0, now = 1, last = 1; count + now < BLOCK; value++) {
		size_t sum = now + last;

		memset(bytes + count, (int)value, now);
		count += now;
		last = now;
		now = sum;
	}
	assert_true(count > BLOCK / 2);
	check(bytes, count);
	free(bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_sizes), cmocka_unit_test(test_deep) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
