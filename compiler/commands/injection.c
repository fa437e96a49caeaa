/* injection.c: the options that say what the leaves send, to whom and when, instead of a file of messages. */
#include "commands/injection.h"

#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "network/machine.h"
#include "parse/keys.h"
#include "simulate/traffic_matrix.h"
#include "util/message.h"
#include "util/text.h"

enum { MOST_WEIGHT = 1000000, MOST_SHARES = 64, MOST_PACKET_WORDS = 65535, MOST_RATE = 64 };
static const double usual_burst = 8, most_burst = 1e6;

/* Splits `text` at its first colon: a fresh copy of what is before it, and in *weight a part that is behind it, or of text NULL. */
static char *split_weight(const struct option_part *part, struct option_part *weight, char **before)
{
	size_t length = strcspn(part->text, ":");
	char *first = format_string("%.*s", (int)length, part->text);

	*before = format_string("%s%s:", part->before, first);
	*weight = (struct option_part){ part->option, part->text[length] ? part->text + length + 1 : NULL, *before, part->after };
	return first;
}

/* ---- patterns ---- */

static bool check_pattern(enum pattern pattern, const struct simulation *s)
{
	unsigned leaves = simulation_leaves(s);
	const char *refusal = pattern_refusal(pattern, leaves);

	if (!refusal)
		return true;
	error("--pattern %s %s: this network has %u %s", pattern_names[pattern], refusal, leaves, s->network->spec->machine->ends);
	return suggest("--pattern bit-complement, tornado or permutation, which are defined for any number");
}

/* NAME[:WEIGHT] */
static bool add_share(struct simulation *s, const struct option_part *part)
{
	struct simulate_options *o = &s->options;
	struct option_part weight_part;
	char *before, *after, *name = split_weight(part, &weight_part, &before);
	unsigned long weight = 1;
	unsigned pattern = 0;

	after = format_string("%s%s", part->text + strlen(name), part->after);
	bool good = part_word(&(struct option_part){ part->option, name, part->before, after }, pattern_names, PATTERN_COUNT, &pattern)
		    && check_pattern(pattern, s) && (!weight_part.text || part_unsigned(&weight_part, 1, MOST_WEIGHT, &weight));

	if (good && injection_has(o, pattern) && o->mix)
		good = error("--pattern has %s twice: expected each pattern once", name);
	if (good) {
		o->mix = reallocate(o->mix, (o->mix_count + 1) * sizeof *o->mix);
		o->mix[o->mix_count++] = (struct pattern_share){ pattern, (uint32_t)weight };
	}
	free(after);
	free(before);
	free(name);
	return good;
}

/* Patterns with plus signs between them. */
static bool read_mix(struct simulation *s, const char *text)
{
	struct simulate_options *o = &s->options;
	bool good = true;

	for (const char *at = text; at && good;) {
		size_t length = strcspn(at, "+");
		char *one = format_string("%.*s", (int)length, at), *before = format_string("%.*s", (int)(at - text), text);

		good = o->mix_count < MOST_SHARES
		       && add_share(s, &(struct option_part){ "--pattern", one, before, at + length });
		at = at[length] ? at + length + 1 : NULL;
		free(before);
		free(one);
	}
	o->mix_text = text;
	return good;
}

static bool read_pattern(struct simulation *s, const char *text)
{
	struct simulate_options *o = &s->options;
	unsigned found = o->pattern;

	if (text && strpbrk(text, "+:"))
		return read_mix(s, text);
	if (!option_word("--pattern", text, pattern_names, PATTERN_COUNT, &found))
		return false;
	o->pattern = found;
	return !text || check_pattern(o->pattern, s);
}

bool injection_has(const struct simulate_options *o, enum pattern pattern)
{
	for (size_t i = 0; i < o->mix_count; i++)
		if (o->mix[i].pattern == pattern)
			return true;
	return !o->mix && o->pattern == pattern;
}

/* ---- rates ---- */

struct rates_reader {
	double *rates;			/* by leaf; -1: not given */
	double rest;
	unsigned first, leaves;
};

/* LEAF:RATE or rest:RATE */
static bool add_rate(const struct option_part *part, void *context)
{
	struct rates_reader *reader = context;
	struct option_part rate_part;
	char *before, *after, *leaf = split_weight(part, &rate_part, &before);
	bool rest = strcmp(leaf, "rest") == 0;
	unsigned long number = reader->first;
	double rate = 1;

	after = format_string("%s%s", part->text + strlen(leaf), part->after);
	bool good = rate_part.text || error("--rates is '%s': expected LEAF:RATE,... or rest:RATE", part->text) || suggest("--rates %s:2", leaf);

	good = good && (rest || part_unsigned(&(struct option_part){ part->option, leaf, part->before, after }, number,
					      number + reader->leaves - 1, &number))
	       && part_real(&rate_part, 0, MOST_RATE, &rate);
	double *place = rest ? &reader->rest : &reader->rates[number - reader->first];

	if (good && *place >= 0)
		good = error("--rates gives %s twice: expected it once", leaf);
	if (good)
		*place = rate;
	free(after);
	free(before);
	free(leaf);
	return good;
}

static bool read_rates(struct simulation *s, const char *text)
{
	const struct spec *spec = s->network->spec;
	struct rates_reader reader = { NULL, -1, spec->machine->first_end, spec->leaves };
	double sum = 0;

	if (!text)
		return true;
	reader.rates = s->options.rates = allocate_array(spec->leaves, sizeof *reader.rates);
	s->options.rates_text = text;
	for (unsigned i = 0; i < spec->leaves; i++)
		reader.rates[i] = -1;
	if (!option_each_part("--rates", text, add_rate, &reader))
		return false;
	for (unsigned i = 0; i < spec->leaves; i++) {
		if (reader.rates[i] > 0 && s->network->dead_ends && s->network->dead_ends[i])
			return error("--rates gives %s %u a rate, and it is dead: expected 0", spec->machine->end, i + reader.first)
			       || suggest("--rates without %u", i + reader.first);
		if (reader.rates[i] < 0)
			reader.rates[i] = reader.rest < 0 ? 1 : reader.rest;
		sum += reader.rates[i];
	}
	return sum > 0 || error("--rates %s: nobody sends anything: expected a rate above 0", text);
}

/* ---- packets ---- */

/* WORDS:WEIGHT */
static bool add_size(const struct option_part *part, void *context)
{
	struct simulate_options *o = context;
	struct option_part weight_part;
	char *before, *after, *words = split_weight(part, &weight_part, &before);
	unsigned long number = 1, weight = 1;

	after = format_string("%s%s", part->text + strlen(words), part->after);
	bool good = part_unsigned(&(struct option_part){ part->option, words, part->before, after }, 1, MOST_PACKET_WORDS, &number)
		    && (!weight_part.text || part_unsigned(&weight_part, 1, MOST_WEIGHT, &weight));

	for (size_t i = 0; i < o->size_count && good; i++)
		good = o->size[i].words != number || error("--packet-words has %lu twice: expected each size once", number);
	if (good) {
		o->size = reallocate(o->size, (o->size_count + 1) * sizeof *o->size);
		o->size[o->size_count++] = (struct packet_size){ (uint32_t)number, (uint32_t)weight };
	}
	free(after);
	free(before);
	free(words);
	return good;
}

static bool read_sizes(struct simulate_options *o, const char *text)
{
	if (!text || !strpbrk(text, ":,"))
		return option_unsigned("--packet-words", text, 1, MOST_PACKET_WORDS, &o->packet_words);
	o->size_text = text;
	return option_each_part("--packet-words", text, add_size, o);
}

/* ---- all ---- */

bool injection_read_process(const char *injection, const char *burst, enum injection *which, double *length)
{
	unsigned found = INJECTION_BERNOULLI;

	*length = usual_burst;
	if (!option_word("--injection", injection, injection_names, INJECTION_COUNT, &found)
	    || !option_real("--burst", burst, 1, most_burst, length))
		return false;
	*which = found;
	return !burst || found >= INJECTION_ON_OFF || error("--burst is only for --injection on-off and self-similar")
	       || suggest("--injection on-off --burst %s", burst);
}

/* A matrix says who sends, how much, and to whom. */
static bool check_matrix(const struct injection_values *v)
{
	const char *other = v->pattern ? "--pattern" : v->rates ? "--rates" : NULL;

	if (!v->matrix || !other)
		return true;
	return error("--matrix and %s do not go together: the matrix says who sends how much to whom", other) || suggest("without %s", other);
}

bool injection_read(struct simulation *s, const struct injection_values *v)
{
	struct simulate_options *o = &s->options;

	o->matrix_file = v->matrix;
	return check_matrix(v) && injection_read_process(v->injection, v->burst, &o->injection, &o->burst)
	       && read_pattern(s, v->pattern) && read_rates(s, v->rates) && read_sizes(o, v->packet_words)
	       && (!v->matrix || traffic_matrix_read(&o->matrix, v->matrix, s->network));
}
