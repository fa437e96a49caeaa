/* parameters.c: the parameters of a flexible sorter.
 *
 * In: `words` and `lines`. Out: lines are a power of two, words the lines times another, up to MOST_FLEXIBLE_COLUMNS. */
#include "machines/flexible-sorter/flexible_sorter.h"

#include <stdlib.h>

#include "leaves/leaf.h"
#include "parse/keys.h"
#include "util/message.h"
#include "util/number.h"
#include "util/text.h"

static const struct key words_key = {
	.name = "words", .type = KEY_NUMBER, .own = true, .field = offsetof(struct flexible_parameters, words),
	.low = 2, .high = MOST_FLEXIBLE_WORDS, .required = "the most words of a batch, a power of 2 from 2 to 4096",
	.example = "64", .takes = "a power of 2: `lines` times 1 .. 64, at most 4096", .help = "Maximum number of"
		" words sorted at a time.",
	.size = true,
};
static const struct key lines_key = {
	.name = "lines", .type = KEY_NUMBER, .own = true, .field = offsetof(struct flexible_parameters, lines),
	.low = 2, .high = MOST_FLEXIBLE_LINES, .required = "the number of lines, a power of 2 from 2 to 1024",
	.example = "16", .takes = "a power of 2, from 2 to 1024",
	.help = "Lines for input and for output; also the number of memory banks.",
};

const struct key *const flexible_keys[] = {
	KEYS_FIRST, &words_key, &lines_key, &serial_key_bits_key, &serial_payload_bits_key, &family_key, &elements_key, &clock_key,
	&probe_key, NULL
};

const struct flexible_parameters *flexible_parameters(const struct spec *spec)
{
	return spec->own;
}

/* The power of 2 in low .. high, both powers of 2, nearest to `wanted`. */
static unsigned nearest(unsigned wanted, unsigned low, unsigned high)
{
	unsigned power = low;

	while (power < high && wanted > power + power / 2)
		power *= 2;
	return power;
}

static bool suggest_number(const struct entry *entry, unsigned number)
{
	char *value = format_string("%u", number);

	suggest_value(entry, value);
	free(value);
	return false;
}

static bool read_lines(const struct request *q)
{
	const struct entry *entry = given(q, &lines_key);
	unsigned lines = flexible_parameters(q->spec)->lines;

	if (is_power_of_2(lines))
		return true;
	error_at(entry->value_at, "lines is %u: expected a power of 2, from 2 to %d", lines, MOST_FLEXIBLE_LINES);
	return suggest_number(entry, nearest(lines, 2, MOST_FLEXIBLE_LINES));
}

static bool read_words(const struct request *q)
{
	const struct entry *entry = given(q, &words_key);
	const struct flexible_parameters *own = flexible_parameters(q->spec);
	unsigned most = own->lines * MOST_FLEXIBLE_COLUMNS;

	if (most > MOST_FLEXIBLE_WORDS)
		most = MOST_FLEXIBLE_WORDS;
	if (is_power_of_2(own->words) && own->words >= own->lines && own->words <= most)
		return true;
	if (own->words > most)
		error_at(entry->value_at, "words is %u, with %u lines: the table of moves would be too large; expected a power of 2, "
			 "from %u to %u", own->words, own->lines, own->lines, most);
	else
		error_at(entry->value_at, "words is %u, with %u lines: expected a power of 2, from %u to %u", own->words, own->lines,
			 own->lines, most);
	return suggest_number(entry, nearest(own->words, own->lines, most));
}

bool flexible_read(const struct request *q)
{
	q->spec->leaf = &flexible_leaf;
	return read_lines(q) && read_words(q);
}
