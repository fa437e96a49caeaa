/* figures.c: sentences and tables that are made of JSON; a mistake in a sentence ends the program. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "util/figures.h"

static json_t *parsed(const char *json)
{
	json_t *value = json_loads(json, 0, NULL);

	assert_non_null(value);
	return value;
}

static void expect_sentence(const char *json, const char *sentence, const char *expected)
{
	json_t *object = parsed(json);
	struct text out = {0};

	figures_say(object, sentence, &out);
	assert_string_equal(out.bytes, expected);
	text_free(&out);
	json_decref(object);
}

static void sentences(void **state)
{
	(void)state;
	expect_sentence("{}", "no place\n", "no place\n");
	expect_sentence("{\"a\": 12}", "{a} of {a:5}|{a:-5}|", "12 of    12|12   |");
	expect_sentence("{\"a\": 0.123456}", "{a:.4f} {a:10.3g}|{a:-8.2f}|", "0.1235      0.123|0.12    |");
	expect_sentence("{\"a\": 2}", "{a:6.2f}", "  2.00");
	expect_sentence("{\"a\": 0.1234, \"b\": 1}", "{a:6.1%}% {b:.0%}", "  12.3% 100");
	expect_sentence("{\"a\": 0, \"b\": 0.0, \"c\": 3}", "{a:?3}|{b:?.1f}|{c:?-3}|{c:?.1f}", "  -|-|3  |3.0");
	expect_sentence("{\"a\": 0, \"b\": 1, \"c\": 2}", "pin{a:s} pin{b:s} pin{c:s}", "pins pin pins");
	expect_sentence("{\"a\": {\"b\": {\"c\": 7}}, \"b\": 8}", "{a.b.c}{b}", "78");
	expect_sentence("{\"a\": \"up\"}", "{a:-4}|{a:4}|", "up  |  up|");
	expect_sentence("{\"a\": null, \"b\": [], \"c\": [1, 2], \"d\": [0.25]}", "{a:3} {b} {c:6} {d:.1f}", "  - -  "
			" 1, 2 0.2");
	expect_sentence("{\"a\": null, \"b\": {\"c\": null}}", "{a.b:3}/{a.b.c:.2f} {b.c.d}", "  -/- -");
}

static void tables(void **state)
{
	static const struct column columns[] = {
		{ "name", -6, "{name}" }, { "size", 4, "{size}" }, { "clocks", 0, "{a} + {b} A" },
		{ "", -3, "{mark}" }, { .label = NULL },
	};
	json_t *list = parsed("[{\"name\": \"x\", \"size\": 10, \"a\": 1, \"b\": 2, \"mark\": \"\"},"
			      " {\"name\": \"longer than that\", \"size\": null, \"a\": 3, \"b\": 4, \"mark\": "
			      "\"*\"}]");
	struct text out = {0};

	(void)state;
	figures_table(list, columns, &out);
	assert_string_equal(out.bytes, "  name    size  clocks\n"
				       "  x         10  1 + 2 A\n"
				       "  longer than that     -  3 + 4 A  *\n");
	text_free(&out);
	json_decref(list);
}

static void something(void **state)
{
	json_t *object = parsed("{\"no\": false, \"zero\": 0, \"none\": null, \"empty\": [], \"void\": \"\", "
				"\"yes\": true, \"one\": 1,"
				" \"half\": 0.5, \"list\": [0], \"word\": \"x\", \"in\": {\"one\": 1}}");
	const char *const absent[] = { "no", "zero", "none", "empty", "void", "missing", "in.two", "none.one" };
	const char *const present[] = { "yes", "one", "half", "list", "word", "in.one" };

	(void)state;
	for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
		assert_false(figures_has(object, absent[i]));
	for (size_t i = 0; i < sizeof present / sizeof *present; i++)
		assert_true(figures_has(object, present[i]));
	json_decref(object);
}

/* What ends the program, in a child of its own. */
static void expect_abort(const char *sentence)
{
	json_t *object = parsed("{\"a\": 0.5}");
	struct text out = {0};
	int status;
	pid_t child = fork();

	if (child == 0) {
		setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
		signal(SIGABRT, SIG_DFL);
		figures_say(object, sentence, &out);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
	json_decref(object);
}

static void mistakes(void **state)
{
	(void)state;
	expect_abort("{b}");
	expect_abort("{a.b}");
	expect_abort("{a}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sentences), cmocka_unit_test(tables), cmocka_unit_test(something),
		cmocka_unit_test(mistakes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
