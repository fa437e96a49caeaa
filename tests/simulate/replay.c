/* replay.c: a trace with times and dependencies is replayed as it is written.
 *
 * The trace is like those of Netrace: 64 leaves with a core and a cache bank each, and four of them with a memory. A
 * core asks a bank; a bank that does not know asks its memory, which answers the bank; then the bank answers the core.
 * A core asks again after a while, or only once it has been answered. Every delivery is recorded and compared with the
 * trace, without any code of the replay. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "networks.h"
#include "random.h"
#include "scoreboard.h"
#include "schedule/messages.h"
#include "simulate/simulate.h"
#include "util/text.h"

enum { LEAVES = 64, REQUESTS = 12, MOST = LEAVES * REQUESTS * 4, PATIENCE_SLOTS = 3000 };
static const uint32_t NOTHING = UINT32_MAX;
static const uint32_t memory[] = { 0, 21, 42, 63 };
static const char network[] = "network: fat-tree\nleaves: 64\nroot-capacity: 16\npayload-bits: 24\n";

/* A line of the trace. */
struct line {
	uint32_t source, destination, after;
	uint64_t clocks;
};

/* What became of it. */
struct seen {
	unsigned count;
	uint64_t created, offered, delivered;
};

struct trial {
	struct spec spec;
	struct simulation s;
	struct line line[MOST];
	struct seen seen[MOST];
	uint32_t count;
	char path[64];
};

static uint32_t add(struct trial *t, uint32_t source, uint32_t destination, uint64_t clocks, uint32_t after)
{
	t->line[t->count] = (struct line){ source, destination, after, clocks };
	return t->count++;
}

/* The messages until a core has its answer; returns the answer's number. */
static uint32_t ask(struct trial *t, struct random *r, uint32_t core, uint64_t clocks, uint32_t after)
{
	uint32_t bank = (core + 1 + (uint32_t)random_below(r, LEAVES - 1)) % LEAVES, near = memory[bank / 16];
	uint32_t last = add(t, core, bank, clocks, after);

	if (bank != near && random_below(r, 4) == 0) {
		last = add(t, bank, near, 1 + random_below(r, 9), last);
		last = add(t, near, bank, 60 + random_below(r, 40), last);
	}
	return add(t, bank, core, 1 + random_below(r, 9), last);
}

/* The cores take turns, so that clocks go back and forth in the file. */
static void make_trace(struct trial *t, uint64_t seed)
{
	uint64_t next[LEAVES] = { 0 };
	uint32_t answer[LEAVES];
	struct random r;

	random_start(&r, seed, 1);
	for (unsigned k = 0; k < REQUESTS; k++)
		for (uint32_t core = 0; core < LEAVES; core++) {
			bool waits = k && random_below(&r, 2) == 0;
			uint64_t gap = 1 + random_below(&r, 1200);

			next[core] += gap;
			/* Two in one clock. */
			if (k % 4 == 1)
				add(t, core, (core + k) % LEAVES, next[core], NOTHING);
			answer[core] = waits ? ask(t, &r, core, gap, answer[core]) :
					       ask(t, &r, core, next[core], NOTHING);
		}
}

static void write_trace(struct trial *t)
{
	int handle;

	strcpy(t->path, "/tmp/ftc-test-trace-XXXXXX");
	handle = mkstemp(t->path);
	assert_true(handle >= 0);
	FILE *file = fdopen(handle, "w");
	for (uint32_t i = 0; i < t->count; i++) {
		const struct line *l = &t->line[i];

		if (i % 100 == 0)
			fprintf(file, "# message %u follows; this line does not count\n\n", i + 1);
		if (l->after == NOTHING)
			fprintf(file, "@%lu %u %u\n", (unsigned long)l->clocks, l->source, l->destination);
		else
			fprintf(file, "@+%lu after %u %u %u 0x%x\n", (unsigned long)l->clocks, l->after + 1, l->source,
				l->destination, i);
	}
	assert_int_equal(fclose(file), 0);
}

static void note(void *context, const struct flight *which, uint32_t leaf, uint64_t now)
{
	struct trial *t = context;
	const struct message *m = &which->message;

	assert_in_range(m->number, 0, t->count - 1);
	assert_int_equal(m->source, t->line[m->number].source);
	assert_int_equal(leaf, t->line[m->number].destination);
	struct seen *seen = &t->seen[m->number];

	*seen = (struct seen){ seen->count + 1, m->created, which->offered, now };
}

static void replay(struct trial *t, double load)
{
	struct testbench tb = simulation_testbench(&t->s);
	struct testbench_result r;

	memset(t->seen, 0, sizeof t->seen);
	tb.model = simulation_open(&t->s);
	assert_non_null(tb.model);
	tb.traffic = simulation_traffic(&t->s, load, 0);
	tb.patience_clocks = PATIENCE_SLOTS * (uint64_t)tb.slot_clocks;
	tb.delivery = note;
	tb.context = t;
	assert_true(testbench_run(&tb, &r));
	assert_int_equal(r.delivered, t->count);
	assert_int_equal(r.created, t->count);
	print_message("# load %g: %u messages, %lu clocks\n", load, t->count, (unsigned long)r.clocks);
	testbench_result_free(&r);
	traffic_free(tb.traffic);
	model_close(tb.model);
}

/* Is the leaf's port free of other messages in the clock in which message i comes into being? Certainly, if all others
 * were delivered a slot before, or come later. */
static bool finds_free_port(const struct trial *t, uint32_t i)
{
	uint64_t created = t->seen[i].created, slot = t->s.network->slot_clocks;

	for (uint32_t k = 0; k < t->count; k++)
		if (k != i && t->line[k].source == t->line[i].source && t->seen[k].created <= created
		    && t->seen[k].delivered + slot >= created)
			return false;
	return true;
}

/* Did the leaf send a message before message i that came into being later, or in the same clock and is later in the
 * file? `possible`: the first clock in which it could send message i. */
static bool was_overtaken(const struct trial *t, uint32_t i, uint64_t possible)
{
	for (uint32_t k = 0; k < t->count; k++) {
		const struct seen *other = &t->seen[k];
		bool later = other->created > t->seen[i].created || (other->created == possible && k > i);

		if (t->line[k].source == t->line[i].source && later && other->offered < t->seen[i].offered)
			return true;
	}
	return false;
}

/* What is wrong with message i; NULL: nothing. */
static const char *mistake(const struct trial *t, uint32_t i, double load)
{
	const struct line *l = &t->line[i];
	const struct seen *seen = &t->seen[i];
	uint64_t clocks = (uint64_t)llround((double)l->clocks / load);
	bool waits = l->after != NOTHING;
	/* A delay may be 0 clocks at a high load; a leaf can send in the clock after the delivery at the earliest. */
	uint64_t possible = waits && clocks == 0 ? seen->created + 1 : seen->created;

	if (seen->count != 1)
		return "is not delivered once";
	if (waits && seen->offered <= t->seen[l->after].delivered)
		return "is sent before the delivery that it waits for";
	if (seen->created != clocks + (waits ? t->seen[l->after].delivered : 0))
		return "comes into being in another clock";
	if (seen->offered < seen->created)
		return "is sent before its time";
	if (seen->delivered <= seen->offered)
		return "is delivered before it is sent";
	if (finds_free_port(t, i) && seen->offered != possible)
		return "is sent late";
	return was_overtaken(t, i, possible) ? "is sent after a later one" : NULL;
}

static unsigned mistakes(const struct trial *t, double load, bool show)
{
	unsigned count = 0;

	for (uint32_t i = 0; i < t->count; i++) {
		const char *what = mistake(t, i, load);

		count += what != NULL;
		if (what && show && count < 5)
			print_message("# message %u %s\n", i + 1, what);
	}
	return count;
}

static int begin(void **state)
{
	struct trial *t = allocate(sizeof *t);
	struct message_form form = { .slot_clocks = 1 };

	t->s.network = network_from(&t->spec, network);
	t->s.options.seed = 1;
	make_trace(t, 1);
	write_trace(t);
	t->s.options.messages = t->path;
	assert_true(messages_read(&t->s.list, t->path, t->s.network->spec, &form));
	assert_int_equal(t->s.list.count, t->count);
	simulation_plan(&t->s);
	assert_true(simulation_build(&t->s));
	*state = t;
	return 0;
}

static int end(void **state)
{
	struct trial *t = *state;

	unlink(t->path);
	simulation_free(&t->s);
	spec_free(&t->spec);
	free(t);
	return 0;
}

static void replays_as_written(void **state)
{
	struct trial *t = *state;
	uint32_t at_once = 0;

	replay(t, 1);
	assert_int_equal(mistakes(t, 1, true), 0);
	for (uint32_t i = 0; i < t->count; i++)
		at_once += finds_free_port(t, i);
	assert_in_range(at_once, t->count / 10, t->count - t->count / 10);
}

static void replays_by_load(void **state)
{
	replay(*state, 2.5);
	assert_int_equal(mistakes(*state, 2.5, true), 0);
	/* Read as if it were another load, nearly all times are wrong. */
	assert_true(mistakes(*state, 1, false) > ((struct trial *)*state)->count / 2);
}

/* A simulator that mistakes a clock, a delay and a dependency. */
static void notices_another_trace(void **state)
{
	struct trial *t = *state;
	uint32_t timed = 0, waiting = 1, freed = (uint32_t)t->count - 1;

	assert_true(t->line[timed].after == NOTHING && t->line[waiting].after == timed);
	assert_true(t->line[freed].after != NOTHING);
	t->s.list.time[timed] -= 1;
	t->s.list.delay[waiting] -= 1;
	t->s.list.after[t->s.list.after_end[freed] - 1] = timed;
	replay(t, 1);
	assert_string_equal(mistake(t, timed, 1), "comes into being in another clock");
	assert_string_equal(mistake(t, waiting, 1), "comes into being in another clock");
	assert_string_equal(mistake(t, freed, 1), "is sent before the delivery that it waits for");
	assert_int_equal(mistakes(t, 1, false), 3);
	t->s.list.time[timed] += 1;
	t->s.list.delay[waiting] += 1;
	t->s.list.after[t->s.list.after_end[freed] - 1] = t->line[freed].after;
}

/* Every rule of mistake(), broken in the record of replays_as_written(). */
static void notices_every_mistake(void **state)
{
	struct trial *t = *state;
	uint32_t i = 0;

	while (!finds_free_port(t, i))
		i++;
	struct seen good = t->seen[i];

	t->seen[i].count = 0;
	assert_string_equal(mistake(t, i, 1), "is not delivered once");
	t->seen[i] = good;
	t->seen[i].offered--;
	assert_string_equal(mistake(t, i, 1), "is sent before its time");
	t->seen[i].offered += 2;
	assert_string_equal(mistake(t, i, 1), "is sent late");
	t->seen[i] = good;
	t->seen[i].delivered = good.offered;
	assert_string_equal(mistake(t, i, 1), "is delivered before it is sent");
	t->seen[i] = good;
	while (finds_free_port(t, i) || t->line[i].after != NOTHING)
		i++;
	t->seen[i].delivered = UINT64_MAX;
	t->seen[i].offered = UINT64_MAX - 1;
	assert_string_equal(mistake(t, i, 1), "is sent after a later one");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(replays_as_written), cmocka_unit_test(notices_every_mistake),
		cmocka_unit_test(replays_by_load), cmocka_unit_test(notices_another_trace),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
