/* theory.c: a serial tree's RTL performs as `ftc report` predicts, at full uniform load: how much arrives, after how many tries,
 * and from whom least.
 *
 *   FTC=ftc theory PARAMETERS LOAD [KEY=VALUE ...]     LOAD: words of each leaf a slot
 */
#include "said.h"

static char *file, *set;
static unsigned long load;

static void measured_as_predicted(void **state)
{
	char *asked = format_string("report '%s' --json%s", file, set);
	char *run = format_string("simulate '%s' --load %lu --frames 8000 --json%s", file, load, set);
	json_t *theory = ftc_json(asked), *measured = ftc_json(run);
	double predicted = number_at(theory, "throughput.retry.accepted");
	double tries = 1 + number_at(measured, "retries") / number_at(measured, "delivered");

	(void)state;
	assert_near(number_at(measured, "offered"), (double)load, 1e-9);
	assert_near(number_at(measured, "accepted"), predicted, 0.02 * predicted);
	assert_near(tries, number_at(theory, "throughput.retry.tries"), 0.03 * tries);
	assert_near(number_at(measured, "served.ratio"), number_at(theory, "throughput.retry.fairness"), 0.1);
	json_decref(theory);
	json_decref(measured);
	free(asked);
	free(run);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(measured_as_predicted) };
	struct text options = { 0 };

	if (argc < 3)
		return 2;
	text_add(&options, "");
	for (int i = 3; i < argc; i++)
		text_print(&options, " --set '%s'", argv[i]);
	file = argv[1];
	load = strtoul(argv[2], NULL, 10);
	set = options.bytes;
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	text_free(&options);
	return failed;
}
