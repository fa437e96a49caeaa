/* turns.c: leaves that all want to send to one leaf are served alike, none waits longer than all others take, and the
 * leaf's wires are always busy.
 *
 *   turns NETWORK [key=value ..]
 *
 * Senders offer one word after the other, always the next clock after the last was taken. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "leaves/frame.h"
#include "model.h"
#include "rtl_model.h"

enum { MOST_LEAVES = 64, ROUNDS = 20, WARM_UP_SLOTS = 100, WORD_LATE = 30 };	/* in slots; late after two ticks */

struct sender {
	unsigned to, sent, received, measured;
	unsigned long since, longest;		/* clocks: the word was offered, the longest measured wait */
	bool sends;
};

struct trial {
	struct spec spec;
	struct network *net;
	struct model *model;
	unsigned leaves, senders;
	struct sender sender[MOST_LEAVES];
};

static uint64_t get(const struct trial *t, const char *port, unsigned at, unsigned count)
{
	return model_get(t->model, model_port(t->model, port), at, count);
}

static void set(const struct trial *t, const char *port, unsigned at, unsigned count, uint64_t value)
{
	model_set(t->model, model_port(t->model, port), at, count, value);
}

/* Leaf s offers its next word, which carries its number. */
static void offer(struct trial *t, unsigned s, unsigned long now)
{
	unsigned width = t->net->label_bits, bits = t->spec.payload_bits;

	t->sender[s].since = now;
	set(t, "s_axis_tdest", s * width, width, network_label(t->net, t->sender[s].to));
	set(t, "s_axis_tdata", s * bits, bits, t->sender[s].sent & ((1u << bits) - 1));
}

/* Is the word at leaf d the next one of its source? */
static bool receive(struct trial *t, unsigned d)
{
	unsigned width = t->net->label_bits, bits = t->spec.payload_bits, s = 0;
	uint64_t source = get(t, "m_axis_tuser", d * width, width);

	while (s < t->leaves && network_label(t->net, s) != source)
		s++;
	if (s == t->leaves || t->sender[s].to != d)
		return false;
	return get(t, "m_axis_tdata", d * bits, bits) == (t->sender[s].received++ & ((1u << bits) - 1));
}

/* Measured are words that were offered behind clock `from`. */
static void take(struct trial *t, unsigned s, unsigned long now, unsigned long from)
{
	struct sender *it = &t->sender[s];

	it->sent++;
	it->measured += now >= from;
	if (it->since >= from && now - it->since > it->longest)
		it->longest = now - it->since;
}

/* A clock; false: a wrong word has come. */
static bool run_clock(struct trial *t, unsigned long now, unsigned long from)
{
	bool good = true;

	model_eval(t->model);
	uint64_t ready = get(t, "s_axis_tready", 0, t->leaves), valid = get(t, "m_axis_tvalid", 0, t->leaves);

	for (unsigned s = 0; s < t->leaves; s++) {
		if (valid >> s & 1)
			good &= receive(t, s);
		if (t->sender[s].sends && (ready >> s & 1))
			take(t, s, now, from);
	}
	model_clock(t->model);
	for (unsigned s = 0; s < t->leaves; s++)
		if (t->sender[s].sends && (ready >> s & 1))
			offer(t, s, now + 1);
	return good;
}

/* If there is one destination, every sender is served as often. If there are two, each has its turns, and the slots
 * between them are dealt less evenly. With several lanes a word is held by the announcements of its own lane only: then the
 * wait is bounded (docs/reference/protocol.md). */
static bool judge(const struct trial *t, const char *what, unsigned slots, unsigned hot, bool good)
{
	unsigned least = ~0u, most = 0, sum = 0, lanes = t->spec.connections, clocks = t->net->slot_clocks;
	unsigned long longest = 0;

	for (unsigned s = 0; s < t->leaves; s++) {
		const struct sender *it = &t->sender[s];

		if (!it->sends)
			continue;
		least = it->measured < least ? it->measured : least;
		most = it->measured > most ? it->measured : most;
		longest = it->longest > longest ? it->longest : longest;
		sum += it->measured;
	}
	good &= sum * 10 >= slots * lanes * hot * 9 && least > 0;
	good &= hot > 1 ? least * 4 >= most || lanes > 1 : least * 10 >= most * 9;
	good &= longest <= (hot > 1 && lanes > 1 ? 2ul * t->senders + 2 * WORD_LATE : t->senders + 2ul) * clocks;
	printf("# %u senders, %u slots: least %u, most %u, all %u words; longest wait %lu slots\n", t->senders, slots,
	       least, most, sum, longest / clocks);
	printf("%s - %s\n", good ? "ok" : "not ok", what);
	return good;
}

/* Leaf s sends to[s], or nothing where that is s itself. `hot`: how many leaves receive. */
static bool contend(struct trial *t, const char *what, const unsigned *to, unsigned hot)
{
	bool in_order = true;

	set(t, "s_axis_tvalid", 0, t->leaves, 0);
	model_reset(t->model, 32);
	t->senders = 0;
	for (unsigned s = 0; s < t->leaves; s++) {
		t->sender[s] = (struct sender){ .to = to[s], .sends = to[s] != s };
		t->senders += to[s] != s;
		offer(t, s, 0);
		set(t, "s_axis_tvalid", s, 1, to[s] != s);
		set(t, "m_axis_tready", s, 1, 1);
	}
	unsigned slots = ROUNDS * t->senders, clocks = t->net->slot_clocks;

	for (unsigned long now = 0; now < (unsigned long)(WARM_UP_SLOTS + slots) * clocks; now++)
		in_order &= run_clock(t, now, (unsigned long)WARM_UP_SLOTS * clocks);
	return judge(t, what, slots, hot, in_order);
}

static bool all_cases(struct trial *t)
{
	unsigned n = t->leaves, to[MOST_LEAVES] = { 0 };
	bool good = true;

	for (unsigned s = 0; s < n; s++)
		to[s] = 0;
	good &= contend(t, "all to leaf 0", to, 1);
	for (unsigned s = 0; s < n; s++)
		to[s] = s == 3 || s == n - 4 ? 0 : s;
	good &= contend(t, "two to leaf 0", to, 1);
	for (unsigned s = 0; s < n; s++)
		to[s] = s == 3 || s == 5 || s == 9 || s == n - 4 ? n - 1 : s;
	good &= contend(t, "four to the last leaf", to, 1);
	for (unsigned s = 0; s < n; s++)
		to[s] = s == 0 || s == n - 1 ? s : s % 2 ? n - 1 : 0;
	return contend(t, "half to the first leaf, half to the last", to, 2) && good;
}

int main(int argc, char **argv)
{
	struct trial t = { .leaves = 0 };

	if (argc < 2 || !read_with_words(&t.spec, argv[1], argv + 2, (size_t)argc - 2))
		return 99;
	t.net = network_elaborate(&t.spec);
	t.leaves = t.spec.leaves;
	if (t.leaves > MOST_LEAVES)
		return 99;
	t.model = open_network(t.net, "turns", &(struct model_start){ .random_registers = 7 });
	if (!t.model)
		return 99;
	bool good = all_cases(&t);

	puts("1..4");
	return !good;
}
