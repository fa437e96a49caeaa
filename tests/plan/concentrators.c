/* concentrators.c: the promise of concentrators, message by message, in the C model of their plans: of k messages on r
 * inputs min(k, s) leave, each unchanged on a wire of its own, `latency` clocks later.
 *
 * Small concentrators get every pattern of messages; wide ones, whose prefix sums take two or more steps, get patterns
 * with edges and random patterns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "stream.h"
#include "util/text.h"

static const enum plan_kind kinds[] = { PLAN_BATCHER, PLAN_BUTTERFLY, PLAN_AUTO };
enum { KINDS = sizeof kinds / sizeof kinds[0], MOST_SPACING = 4 };
enum { EXHAUSTIVE = 12, EVERYWHERE = 8 };	/* widths: all patterns; at every spacing, too */

static int number;
static bool all_right = true;

static void result(bool right, const char *what, const struct plan_library *library)
{
	printf("%s %d - %s, %s, %u between registers, inputs at level %u, %s\n", right ? "ok" : "not ok", ++number,
	       what, plan_kind_name(library->wish), library->spacing, library->input_level,
	       library->lone_flip_flops ? "ECP5" : "iCE40");
	fflush(stdout);
	all_right = all_right && right;
}

/* Small ones: every pattern ---------------------------------------------------------------------------------------- */

static bool every_pattern(const struct plan *plan, unsigned gap)
{
	struct stream s = stream_open(plan, gap);
	uint8_t message[EXHAUSTIVE];

	for (unsigned long pattern = 0; pattern < 1ul << plan->inputs; pattern += LANES) {
		memset(message, 0, sizeof message);
		for (unsigned i = 0; i < plan->inputs; i++)
			for (unsigned lane = 0; lane < LANES; lane++)
				message[i] |= (uint8_t)(((pattern + lane) >> i & 1) << lane);
		stream_frame(&s, message);
	}
	return stream_close(&s);
}

static void small(struct plan_library library, unsigned from, unsigned to)
{
	char *what = format_string("all patterns on %u to %u inputs", from, to);
	bool right = true;

	for (unsigned r = from; r <= to; r++)
		for (unsigned s = 1; s <= r + (r < 4); s++)	/* r <= s are wires */
			right = every_pattern(plan_concentrator(&library, r, s), (r + s) % 3 / 2) && right;
	result(right, what, &library);
	plan_library_free(&library);
	free(what);
}

/* Wide ones: edges, and random patterns ---------------------------------------------------------------------------- */

struct wide {
	struct stream stream;
	struct random random;
	uint8_t *message;
	unsigned lane;			/* that is being filled */
	unsigned r, s;
};

static void put(struct wide *w, unsigned input)
{
	w->message[input] |= (uint8_t)(1u << w->lane);
}

/* The lane is full: on to the next, or off go all eight. */
static void send(struct wide *w)
{
	if (++w->lane < LANES)
		return;
	stream_frame(&w->stream, w->message);
	memset(w->message, 0, w->r);
	w->lane = 0;
}

/* A block of messages, round the end. */
static void block(struct wide *w, unsigned from, unsigned count)
{
	for (unsigned i = 0; i < count && i < w->r; i++)
		put(w, (from + i) % w->r);
	send(w);
}

static unsigned below(struct wide *w, unsigned limit)
{
	return (unsigned)(random_next(&w->random) % limit);
}

/* Exactly `count` messages, anywhere. */
static void scatter(struct wide *w, unsigned count)
{
	for (unsigned i = 0; i < w->r; i++)
		if (below(w, w->r - i) < count) {
			put(w, i);
			count--;
		}
	send(w);
}

/* Every `step`-th wire. */
static void comb(struct wide *w, unsigned step)
{
	for (unsigned i = 0; i < w->r; i += step)
		put(w, i);
	send(w);
}

/* Blocks of all lengths at which something could go wrong, from every `stride`-th wire on the average. */
static void blocks(struct wide *w, unsigned stride)
{
	const unsigned length[] = { 1, 2, w->s, w->s + 1, w->r / 2, w->r - 1 };

	for (unsigned at = below(w, stride); at < w->r; at += 1 + below(w, 2 * stride - 1))
		for (unsigned k = 0; k < sizeof length / sizeof length[0]; k++)
			block(w, at, length[k]);
}

static bool edges_and_random(const struct plan *plan, unsigned offsets, unsigned randoms)
{
	struct wide w = { stream_open(plan, plan->outputs % 2), .message = allocate_array(plan->inputs, 1),
			  .r = plan->inputs, .s = plan->outputs };

	random_start(&w.random, w.r, w.s);
	block(&w, 0, 0);
	block(&w, 0, w.r);
	blocks(&w, w.r > offsets ? w.r / offsets : 1);
	for (unsigned k = 2; k < w.r; k *= 2) {
		comb(&w, k);
		comb(&w, k + 1);
	}
	for (unsigned k = 0; k < randoms; k++) {
		scatter(&w, w.s);
		scatter(&w, w.s < w.r ? w.s + 1 : w.s);
		scatter(&w, w.s - 1);
		scatter(&w, below(&w, w.r + 1));
	}
	while (w.lane > 0)
		block(&w, 0, 0);
	free(w.message);
	return stream_close(&w.stream);
}

static void wide(struct plan_library library, unsigned r, unsigned s, unsigned offsets, unsigned randoms)
{
	char *what = format_string("%u -> %u", r, s);

	result(edges_and_random(plan_concentrator(&library, r, s), offsets, randoms), what, &library);
	plan_library_free(&library);
	free(what);
}

static void every_library(void (*test)(struct plan_library, unsigned, unsigned), unsigned from, unsigned to,
			  unsigned spacings)
{
	for (int kind = 0; kind < KINDS; kind++)
		for (unsigned spacing = 1; spacing <= MOST_SPACING; spacing += MOST_SPACING / spacings)
			for (int level = 0; level <= 1; level++)
				for (int lone = 0; lone <= 1; lone++)
					test((struct plan_library){ .wish = kinds[kind], .spacing = spacing,
								    .input_level = (unsigned)level,
								    .lone_flip_flops = lone }, from, to);
}

int main(void)
{
	/* r; s is of many sorts: one, few, a half, two thirds, nearly all */
	static const unsigned widths[] = { 13, 16, 17, 31, 36, 64, 100, 129, 257, 512, 1000, 1024 };

	every_library(small, 1, EVERYWHERE, MOST_SPACING);
	every_library(small, EVERYWHERE + 1, EXHAUSTIVE, 2);
	for (unsigned k = 0; k < sizeof widths / sizeof widths[0]; k++) {
		unsigned r = widths[k];
		const unsigned s[] = { 1, 3, r / 2, 2 * r / 3, r - 1 };

		for (unsigned i = 0; i < sizeof s / sizeof s[0]; i++) {
			unsigned turn = k + i;
			struct plan_library library = { .wish = PLAN_BUTTERFLY, .spacing = 1 + turn % MOST_SPACING,
							.input_level = turn / 2 % 2, .lone_flip_flops = turn % 2 };
			unsigned offsets = r <= 129 ? r : 20, randoms = r <= 129 ? 200 : 20;

			wide(library, r, s[i], offsets, randoms);
			library.wish = r <= 129 ? PLAN_BATCHER : PLAN_AUTO;
			wide(library, r, s[i], offsets, randoms);
		}
	}
	printf("1..%d\n", number);
	return !all_right;
}
