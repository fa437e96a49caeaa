/* speech.c: require_speech() takes leaves that speak one of the asked ways, and names all of these if it refuses. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "leaves/leaf.h"
#include "util/message.h"
#include "util/text.h"

/* Asks `leaf`; appends the message to `said`. */
static bool asked(const struct leaf *leaf, unsigned speech, struct text *said)
{
	struct spec spec = { .source = "a.yaml", .leaf = leaf };

	message_capture(said);
	bool speaks = require_speech(&spec, speech, "a test");

	message_capture(NULL);
	return speaks;
}

static void one_of_several_suffices(void **state)
{
	struct text said = { 0 };

	(void)state;
	assert_true(asked(&wires_leaf, LEAF_SPEAKS_WIRES, &said));
	assert_true(asked(&wires_leaf, LEAF_SPEAKS_MESSAGES | LEAF_SPEAKS_WIRES, &said));
	assert_null(said.bytes);
}

static void all_are_named(void **state)
{
	static const struct { unsigned speech; const char *end; } refused[] = {
		{ LEAF_SPEAKS_STEPS, ": a test needs leaves that run circuits\n" },
		{ LEAF_SPEAKS_MESSAGES | LEAF_SPEAKS_SCHEDULE, ": a test needs leaves that send messages or play a schedule\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		struct text said = { 0 };

		assert_false(asked(&wires_leaf, refused[i].speech, &said));
		if (!text_ends_with(said.bytes, refused[i].end))
			fail_msg("expected \"%s\" at the end of \"%s\"", refused[i].end, said.bytes);
		text_free(&said);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_of_several_suffices),
		cmocka_unit_test(all_are_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
