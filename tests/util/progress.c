/* progress.c: progress that is counted, as a pipe or a file gets it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "scratch.h"
#include "util/message.h"

static void a_pipe_gets_a_line_every_ten_seconds(void **state)
{
	(void)state;
	catch_begin();
	progress_counted("points", 10, 10, 40, 0);
	progress_counted("points", 12, 10, 40, 9.9);
	progress_counted("points", 15, 10, 40, 10);
	progress_counted("points", 16, 10, 40, 12);
	progress_counted("points", 16, 10, 40, 19.9);
	progress_counted("points", 10, 10, 40, 40);
	progress_counted("points", 11, 10, 40, 3600);
	progress_counted("points", 39, 0, 400000, 7800);
	progress("points");
	char *said = catch_end();
	assert_string_equal(said, "ftc: 15 of 40 points, 0.5 a second, 50 s to go\n"
				  "ftc: 10 of 40 points\n"
				  "ftc: 11 of 40 points, 0.017 a minute, 29.0 h to go\n"
				  "ftc: 39 of 400000 points, 0.3 a minute, 926 days to go\n");
	free(said);
}

static void ends_of_time_are_told(void **state)
{
	(void)state;
	catch_begin();
	progress_counted("points", 200, 0, 300, 8000);
	progress_counted("points", 300, 0, 1300, 8100);
	progress_counted("points", 1300, 0, 1300, 8200);
	progress_counted("points", 4000000, 0, 5000000, 8300);
	progress_counted("points", 8301, 0, 8000000000, 8310);
	char *said = catch_end();
	assert_string_equal(said, "ftc: 200 of 300 points, 1.5 a minute, 67 min to go\n"
				  "ftc: 300 of 1300 points, 2.2 a minute, 7.5 h to go\n"
				  "ftc: 1300 of 1300 points, 0.16 a second\n"
				  "ftc: 4000000 of 5000000 points, 482 a second, 35 min to go\n"
				  "ftc: 8301 of 8000000000 points, 1 a second, years to go\n");
	free(said);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_pipe_gets_a_line_every_ten_seconds, scratch_enter, scratch_leave),
		cmocka_unit_test_setup_teardown(ends_of_time_are_told, scratch_enter, scratch_leave),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
