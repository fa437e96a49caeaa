/* butterfly.h: a pruned butterfly of any size, for tests. Include cmocka.h first. */
#ifndef FTC_TESTS_MACHINES_BATCHED_BUTTERFLY_H
#define FTC_TESTS_MACHINES_BATCHED_BUTTERFLY_H

#include <stdlib.h>

#include "machines/batched/batched.h"
#include "util/text.h"

/* Free the spec with spec_free(). */
static inline struct spec butterfly(unsigned leaves, unsigned round_words, unsigned payload_bits)
{
	char *text[] = { format_string("leaves=%u", leaves), format_string("round-words=%u", round_words),
			 format_string("payload-bits=%u", payload_bits) };
	struct override set[] = { { text[0] }, { text[1] }, { text[2] } };
	struct spec spec;

	assert_true(spec_read(&spec, SOURCE_DIR "/butterfly.yaml", set, 3));
	for (size_t i = 0; i < 3; i++)
		free(text[i]);
	return spec;
}

static inline struct batched_shape shape_of(unsigned leaves, unsigned round_words, unsigned payload_bits)
{
	struct spec spec = butterfly(leaves, round_words, payload_bits);
	struct batched_shape s = batched_shape(&spec);

	spec_free(&spec);
	return s;
}

#endif
