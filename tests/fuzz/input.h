/* input.h: the input of a fuzz target, as the files that ftc reads.
 *
 *   bytes --split at each PART_END--> parts --> names under which ftc's readers find them
 *
 * A target is a file with LLVMFuzzerTestOneInput(). It reads the input as a command of ftc would, and calls require()
 * for what must hold whatever the input. An input is refused or it is not: both are right.
 */
#ifndef FTC_TESTS_FUZZ_INPUT_H
#define FTC_TESTS_FUZZ_INPUT_H

#include <stddef.h>
#include <stdint.h>

#include "util/text.h"

/* None of ftc's texts may have this byte, the separator of ASCII, so that nothing is lost by it. */
enum { PART_END = 0x1e, MOST_PARTS = 3, MOST_INPUT = 60000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
	struct text part[MOST_PARTS];	/* bytes is never NULL; absent parts are empty */
	size_t count;
};

/* Splits the bytes; the last part has the rest. */
struct input input_split(const uint8_t *data, size_t size);
void input_free(struct input *input);

/* The path of a file `name` with this content, in a folder that goes with the program. A pipe is behind it, which one
 * reader empties; another file with this number, below MOST_PARTS, takes its place. At most MOST_INPUT bytes. */
const char *input_file(unsigned number, const char *name, const struct text *content);
/* Closes the files. */
void input_close(void);

/* Ends the program with a message when a promise is broken. */
#define require(condition) require_that(condition, #condition, __FILE__, __LINE__)
void require_that(bool condition, const char *text, const char *file, int line);
/* require() for two texts to be the same. */
void require_same(const struct text *a, const struct text *b, const char *what);

#endif
