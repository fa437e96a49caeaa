/* cache.c: a kept result is found intact or not at all, and the cache stays within its size limit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

#include "scratch.h"
#include "util/cache.h"

static const struct cache cache = { "things", ".thing", 250 };

static struct digest digest_of(const char *s)
{
	struct digest d;

	digest_start(&d);
	digest_add_string(&d, s);
	return d;
}

/* Stores 100 bytes under the digest of `s`, last used this many minutes ago. */
static void keep(const char *s, long minutes)
{
	struct digest d = digest_of(s);
	char content[101];

	memset(content, *s, 100);
	content[100] = 0;
	make_file("thing", content);
	cache_keep(&cache, &d, "thing");
	char *path = cache_find(&cache, &d);
	if (path) {
		struct timeval times[2];
		gettimeofday(&times[0], NULL);
		times[0].tv_sec -= 60 * minutes;
		times[1] = times[0];
		utimes(path, times);
	}
	free(path);
}

static bool is_kept(const char *s)
{
	struct digest d = digest_of(s);
	char *path = cache_find(&cache, &d);
	char *content = path ? file_content(path) : NULL;
	bool whole = content && strspn(content, (char[]){ *s, 0 }) >= 100;

	free(content);
	free(path);
	return whole;
}

static void what_is_kept_is_found(void **state)
{
	(void)state;
	setenv("FTC_CACHE", "here/cache", 1);
	assert_false(is_kept("a"));
	keep("a", 0);
	keep("b", 0);
	assert_true(is_kept("a"));
	assert_true(is_kept("b"));
	assert_false(is_kept("c"));
	/* Nobody else reads what is the user's. */
	struct stat status;
	assert_int_equal(stat("here/cache/things", &status), 0);
	assert_int_equal(status.st_mode & 0777, 0700);
}

static void without_a_cache_nothing_is_kept(void **state)
{
	(void)state;
	setenv("FTC_CACHE", "", 1);
	keep("a", 0);
	assert_false(is_kept("a"));
	assert_int_equal(count_entries("here"), 0);
}

static void a_damaged_file_is_not_used(void **state)
{
	struct digest d = digest_of("a");

	(void)state;
	setenv("FTC_CACHE", "here", 1);
	keep("a", 0);
	char *path = cache_find(&cache, &d);
	FILE *file = fopen(path, "r+b");
	fseek(file, 50, SEEK_SET);
	fputc('x', file);
	fclose(file);
	assert_false(is_kept("a"));
	keep("a", 0);
	assert_true(is_kept("a"));
	assert_int_equal(truncate(path, 60), 0);
	assert_false(is_kept("a"));
	free(path);
}

/* Nobody writes into the pipe: reading it would take for ever. */
static void a_pipe_is_not_used(void **state)
{
	struct digest d = digest_of("a");

	(void)state;
	setenv("FTC_CACHE", "here", 1);
	keep("a", 0);
	char *path = cache_find(&cache, &d);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_false(is_kept("a"));
	keep("a", 0);
	assert_true(is_kept("a"));
	free(path);
}

/* 250 bytes are allowed, a file has 108. */
static void the_longest_unused_go_first(void **state)
{
	(void)state;
	setenv("FTC_CACHE", "here", 1);
	keep("b", 100);
	keep("a", 200);
	keep("c", 0);
	assert_false(is_kept("a"));
	assert_true(is_kept("b"));
	assert_true(is_kept("c"));
}

static void what_was_just_used_stays(void **state)
{
	(void)state;
	setenv("FTC_CACHE", "here", 1);
	keep("a", 200);
	keep("b", 5);
	assert_true(is_kept("a"));	/* which is a use */
	keep("c", 5);
	keep("d", 0);
	assert_true(is_kept("a"));
	assert_true(is_kept("b"));
	assert_true(is_kept("c"));
}

int main(void)
{
#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_enter, scratch_leave)
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(what_is_kept_is_found),
		IN_SCRATCH(without_a_cache_nothing_is_kept),
		IN_SCRATCH(a_damaged_file_is_not_used),
		IN_SCRATCH(a_pipe_is_not_used),
		IN_SCRATCH(the_longest_unused_go_first),
		IN_SCRATCH(what_was_just_used_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
