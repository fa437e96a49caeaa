/* demand.c: the options that say what the leaves send, to whom and when, instead of a file of messages. */
#include "commands/demand.h"

#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "network/machine.h"
#include "simulate/traffic_matrix.h"
#include "util/message.h"
#include "util/text.h"

enum { MOST_WEIGHT = 1000000, MOST_SHARES = 64, MOST_SPOTS = 4096, MOST_PACKET_WORDS = 65535, USUAL_WORDS = 64, MOST_RATE = 64,
	MOST_OUTSTANDING = 1 << 24, MOST_BATCH = 1000000000, MOST_THINK = 1000000 };
static const double usual_burst = 8, most_burst = 1e6;

struct demand_reader {
	struct traffic_demand *d;
	const struct network *net;
	unsigned leaves, first;		/* the number of the first leaf */
	double *given, rest;		/* rates: by leaf, and of all others; -1: not given */
};

/* ---- NAME[:WEIGHT] ---- */

struct weighted {
	char *name, *before, *after;
	struct option_part first, weight;	/* the second without text: there is no colon */
};

static struct weighted split(const struct option_part *part)
{
	size_t length = strcspn(part->text, ":");
	struct weighted w = { .name = format_string("%.*s", (int)length, part->text) };

	w.before = format_string("%s%s:", part->before, w.name);
	w.after = format_string("%s%s", part->text + length, part->after);
	w.first = (struct option_part){ part->option, w.name, part->before, w.after, part->separator };
	w.weight = (struct option_part){ part->option, part->text[length] ? part->text + length + 1 : NULL, w.before, part->after,
					 part->separator };
	return w;
}

static bool end_split(const struct weighted *w, bool good)
{
	free(w->name);
	free(w->before);
	free(w->after);
	return good;
}

/* 1 if it is not given. */
static bool read_weight(const struct weighted *w, unsigned long *weight)
{
	*weight = 1;
	return !w->weight.text || part_unsigned(&w->weight, 1, MOST_WEIGHT, weight);
}

/* A leaf's number, from 0 on, or `rest`. */
static bool read_leaf(const struct demand_reader *r, const struct weighted *w, uint32_t *leaf)
{
	unsigned long number = r->first;

	*leaf = HOTSPOT_REST;
	if (strcmp(w->name, "rest") == 0)
		return true;
	if (!part_unsigned(&w->first, number, number + r->leaves - 1, &number))
		return false;
	*leaf = (uint32_t)(number - r->first);
	return true;
}

/* ---- patterns ---- */

static bool check_pattern(const struct demand_reader *r, unsigned pattern)
{
	const char *refusal = pattern_refusal(pattern, r->leaves);

	if (!refusal)
		return true;
	error("--pattern %s %s: %s has %u %s", pattern_names[pattern], refusal, r->net->spec->name, r->leaves, r->net->spec->machine->ends);
	return suggest("--pattern bit-complement, tornado or permutation, which are defined for any number");
}

static bool has_pattern(const struct traffic_demand *d, enum pattern pattern)
{
	for (size_t i = 0; i < d->mix_count; i++)
		if (d->mix[i].pattern == pattern)
			return true;
	return !d->mix && d->pattern == pattern;
}

/* NAME[:WEIGHT] */
static bool add_share(const struct option_part *part, void *context)
{
	struct demand_reader *r = context;
	struct traffic_demand *d = r->d;
	struct weighted w = split(part);
	unsigned long weight;
	unsigned pattern = 0;
	bool good = (d->mix_count < MOST_SHARES || error("--pattern: more than %d patterns", MOST_SHARES))
		    && part_word(&w.first, pattern_names, PATTERN_COUNT, &pattern) && check_pattern(r, pattern) && read_weight(&w, &weight);

	if (good && d->mix && has_pattern(d, pattern))
		good = error("--pattern has %s twice: expected each pattern once", w.name) || suggest_without_part(part);
	if (good) {
		d->mix = reallocate(d->mix, (d->mix_count + 1) * sizeof *d->mix);
		d->mix[d->mix_count++] = (struct pattern_share){ pattern, (uint32_t)weight };
	}
	return end_split(&w, good);
}

static bool read_pattern(struct demand_reader *r, const char *text)
{
	unsigned found = r->d->pattern;

	r->d->mix_text = text;
	if (text && strpbrk(text, "+:"))
		return option_each_separated("--pattern", '+', text, add_share, r);
	if (!option_word("--pattern", text, pattern_names, PATTERN_COUNT, &found))
		return false;
	r->d->pattern = found;
	return !text || check_pattern(r, found);
}

/* ---- hotspots ---- */

/* Suggests the list with the entry `at` heavier, instead of this part. */
static bool refuse_second(const struct demand_reader *r, const struct option_part *part, const char *leaf, size_t at, unsigned long weight)
{
	struct text value = {0};

	error("%s gives %s twice: expected it once", part->option, leaf);
	for (size_t i = 0; i < r->d->hotspot_count; i++) {
		const struct hotspot *h = &r->d->hotspot[i];

		if (h->leaf == HOTSPOT_REST)
			text_print(&value, "%srest", i > 0 ? "," : "");
		else
			text_print(&value, "%s%u", i > 0 ? "," : "", h->leaf + r->first);
		text_print(&value, ":%lu", h->weight + (i == at ? weight : 0));
	}
	suggest("%s %s%s", part->option, value.bytes, part->after);
	text_free(&value);
	return false;
}

/* LEAF[:WEIGHT] */
static bool add_hotspot(const struct option_part *part, void *context)
{
	struct demand_reader *r = context;
	struct traffic_demand *d = r->d;
	struct weighted w = split(part);
	unsigned long weight;
	uint32_t leaf;
	bool good = (d->hotspot_count < MOST_SPOTS || error("--hotspot: more than %d entries", MOST_SPOTS)) && read_leaf(r, &w, &leaf)
		    && read_weight(&w, &weight);

	for (size_t i = 0; good && i < d->hotspot_count; i++)
		good = d->hotspot[i].leaf != leaf || refuse_second(r, part, w.name, i, weight);
	if (good) {
		d->hotspot = reallocate(d->hotspot, (d->hotspot_count + 1) * sizeof *d->hotspot);
		d->hotspot[d->hotspot_count++] = (struct hotspot){ leaf, (uint32_t)weight };
	}
	return end_split(&w, good);
}

/* Refuses crowded ends that are dead: nothing would be sent to them. */
static bool check_hotspots(const struct demand_reader *r)
{
	const struct machine *machine = r->net->spec->machine;
	const struct hotspot first = { .leaf = 0, .weight = 1 };
	const struct traffic_demand *d = r->d;
	const bool *dead = r->net->dead_ends;
	unsigned living = 0;

	if (!dead || !has_pattern(d, PATTERN_HOTSPOT))
		return true;
	while (dead[living])
		living++;
	for (size_t i = 0; i < (d->hotspot_count ? d->hotspot_count : 1); i++) {
		const struct hotspot *h = d->hotspot_count ? &d->hotspot[i] : &first;

		if (h->leaf == HOTSPOT_REST || !dead[h->leaf])
			continue;
		error("--hotspot: %s %u is dead: expected %s that live", machine->end, h->leaf + machine->first_end, machine->ends);
		return suggest("--hotspot %u", living + machine->first_end);
	}
	return true;
}

static bool read_hotspots(struct demand_reader *r, const char *text)
{
	if (text && !has_pattern(r->d, PATTERN_HOTSPOT))
		return error("--hotspot is only for --pattern hotspot") || suggest("--pattern hotspot --hotspot %s", shell_word(text));
	return (!text || option_each_part("--hotspot", text, add_hotspot, r)) && check_hotspots(r);
}

/* ---- rates ---- */

/* LEAF:RATE or rest:RATE */
static bool add_rate(const struct option_part *part, void *context)
{
	struct demand_reader *r = context;
	struct weighted w = split(part);
	double rate = 1;
	uint32_t leaf;
	bool good = w.weight.text || error("--rates is '%s': expected LEAF:RATE,... or rest:RATE", part->text)
		    || suggest("--rates %s:2", *w.name ? w.name : "rest");

	good = good && read_leaf(r, &w, &leaf) && part_real(&w.weight, 0, MOST_RATE, &rate);
	double *place = !good || leaf == HOTSPOT_REST ? &r->rest : &r->given[leaf];

	if (good && *place >= 0)
		good = error("--rates gives %s twice: expected it once", w.name) || suggest_without_part(part);
	if (good)
		*place = rate;
	return end_split(&w, good);
}

static bool read_rates(struct demand_reader *r, const char *text)
{
	const struct spec *spec = r->net->spec;
	double sum = 0;

	if (!text)
		return true;
	r->given = r->d->rates = allocate_array(r->leaves, sizeof *r->given);
	r->d->rates_text = text;
	for (unsigned i = 0; i < r->leaves; i++)
		r->given[i] = -1;
	if (!option_each_part("--rates", text, add_rate, r))
		return false;
	for (unsigned i = 0; i < r->leaves; i++) {
		if (r->given[i] > 0 && r->net->dead_ends && r->net->dead_ends[i])
			return error("--rates gives %s %u a rate, and it is dead: expected 0", spec->machine->end, i + r->first)
			       || suggest("--rates without %u", i + r->first);
		if (r->given[i] < 0)
			r->given[i] = r->rest < 0 ? 1 : r->rest;
		sum += r->given[i];
	}
	return sum > 0 || error("--rates %s: nobody sends anything: expected a rate above 0", text);
}

/* ---- packets ---- */

/* WORDS[:WEIGHT] */
static bool add_size(const struct option_part *part, void *context)
{
	struct traffic_demand *d = ((struct demand_reader *)context)->d;
	struct weighted w = split(part);
	unsigned long number = 1, weight;
	bool good = part_unsigned(&w.first, 1, MOST_PACKET_WORDS, &number) && read_weight(&w, &weight);

	for (size_t i = 0; i < d->size_count && good; i++)
		good = d->size[i].words != number || error("--packet-words has %lu twice: expected each size once", number)
		       || suggest_without_part(part);
	if (good) {
		d->size = reallocate(d->size, (d->size_count + 1) * sizeof *d->size);
		d->size[d->size_count++] = (struct packet_size){ (uint32_t)number, (uint32_t)weight };
	}
	return end_split(&w, good);
}

static bool read_sizes(struct demand_reader *r, const char *text)
{
	unsigned long words = r->d->packet_words;

	if (text && strpbrk(text, ":,")) {
		r->d->size_text = text;
		return option_each_part("--packet-words", text, add_size, r);
	}
	if (!option_unsigned("--packet-words", text, 1, MOST_PACKET_WORDS, &words))
		return false;
	r->d->packet_words = (unsigned)words;
	return true;
}

/* ---- closed loops ---- */

/* All requests of a batch at once, unless --outstanding says otherwise. */
static bool read_loop(const struct demand_reader *r, const struct demand_values *v)
{
	struct loop_demand *loop = &r->d->loop;
	unsigned long window = 1, batch = 0, think = 0, request = 1, reply = 1, most = MOST_OUTSTANDING / r->leaves;

	if (!v->outstanding && !v->batch)
		return true;
	if (!option_unsigned("--batch", v->batch, 1, MOST_BATCH, &batch) || !option_unsigned("--outstanding", v->outstanding, 1, most, &window)
	    || !option_unsigned("--think", v->think, 0, MOST_THINK, &think)
	    || !option_unsigned("--request-words", v->request_words, 1, MOST_MESSAGE_WORDS, &request)
	    || !option_unsigned("--reply-words", v->reply_words, 0, MOST_MESSAGE_WORDS, &reply))
		return false;
	window = v->outstanding ? window : batch;
	if (window > most)
		return error("--batch %lu: all requests of %u %s are more than %u at once", batch, r->leaves, r->net->spec->machine->ends,
			     MOST_OUTSTANDING) || suggest("--batch %lu --outstanding %lu", batch, most);
	*loop = (struct loop_demand){ (unsigned)window, batch, (unsigned)think, (unsigned)request, (unsigned)reply };
	return true;
}

/* ---- all ---- */

static bool read_process(struct traffic_demand *d, const char *injection, const char *burst)
{
	unsigned found = INJECTION_BERNOULLI;

	d->burst = usual_burst;
	if (!option_word("--injection", injection, injection_names, INJECTION_COUNT, &found)
	    || !option_real("--burst", burst, 1, most_burst, &d->burst))
		return false;
	d->injection = found;
	return !burst || found >= INJECTION_ON_OFF || error("--burst is only for --injection on-off and self-similar")
	       || suggest("--injection on-off --burst %s", burst);
}

/* A matrix says who sends, how much, and to whom. */
static bool read_matrix(struct demand_reader *r, const struct demand_values *v)
{
	const char *other = v->pattern ? "--pattern" : v->rates ? "--rates" : NULL;

	if (!v->matrix)
		return true;
	if (other)
		return error("--matrix and %s do not go together: the matrix says who sends how much to whom", other)
		       || suggest("without %s", other);
	r->d->matrix = allocate(sizeof *r->d->matrix);
	r->d->matrix_file = v->matrix;
	return traffic_matrix_read(r->d->matrix, v->matrix, r->net);
}

bool demand_read(struct traffic_demand *d, const struct demand_values *v, const struct network *net)
{
	struct demand_reader r = { .d = d, .net = net, .leaves = spec_all_leaves(net->spec), .first = net->spec->machine->first_end, .rest = -1 };

	if (v->hotspot)
		d->pattern = PATTERN_HOTSPOT;
	/* Of two chips the pattern is of all leaves. */
	d->outward = spec_chips(net->spec) > 1 ? -1 : 0;
	return read_process(d, v->injection, v->burst) && read_pattern(&r, v->pattern) && read_hotspots(&r, v->hotspot)
	       && read_rates(&r, v->rates) && read_sizes(&r, v->packet_words) && read_matrix(&r, v)
	       && read_loop(&r, v) && option_real("--to-outside", v->to_outside, 0, 1, &d->outward)
	       && option_real("--from-outside", v->from_outside, 0, 1, &d->inward);
}

/* ---- workloads ---- */

bool workload_read(struct collective *w, const char *name, const char *words, const char *algorithm)
{
	unsigned kind = 0, which = ALGORITHM_RING;
	unsigned long count = USUAL_WORDS;

	if (!option_word("--workload", name, workload_names, WORKLOAD_COUNT, &kind)
	    || !option_word("--algorithm", algorithm, workload_algorithm_names, ALGORITHM_COUNT, &which)
	    || !option_unsigned("--words", words, 1, MOST_MESSAGE_WORDS, &count))
		return false;
	if (algorithm && kind != WORKLOAD_ALL_REDUCE)
		return error("--algorithm is only for --workload all-reduce") || suggest("without --algorithm");
	if (words && kind == WORKLOAD_BARRIER)
		return error("--words has no meaning for --workload barrier, whose messages are one word each") || suggest("without --words");
	*w = (struct collective){ kind, which, (uint32_t)count };
	return true;
}
