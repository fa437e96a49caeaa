/* workload.c: collective operations of parallel programs, as messages that wait for each other. */
#include "simulate/workload.h"

#include <stdlib.h>
#include <string.h>

#include "network/machine.h"
#include "util/message.h"
#include "util/number.h"
#include "util/text.h"

const char *const workload_names[WORKLOAD_COUNT] = {
	[WORKLOAD_BARRIER] = "barrier", [WORKLOAD_BROADCAST] = "broadcast", [WORKLOAD_REDUCE] = "reduce", [WORKLOAD_ALL_REDUCE] = "all-reduce",
	[WORKLOAD_ALL_GATHER] = "all-gather", [WORKLOAD_ALL_TO_ALL] = "all-to-all", [WORKLOAD_HALO_2D] = "halo-2d",
	[WORKLOAD_HALO_3D] = "halo-3d", [WORKLOAD_FFT] = "fft",
};
const char *const workload_algorithm_names[ALGORITHM_COUNT] = {
	[ALGORITHM_RING] = "ring", [ALGORITHM_TREE] = "tree", [ALGORITHM_RECURSIVE_DOUBLING] = "recursive-doubling",
};

enum { MOST_WORKLOAD_MESSAGES = 1 << 25 };

/* What a rank has received: its next messages wait for these. */
struct received {
	uint32_t *message;
	uint32_t count;
};

struct making {
	struct message_list *list;
	uint32_t words;
	uint32_t ranks;
	uint32_t *leaf;			/* [rank] */
	struct received *now, *next;	/* [rank]: before this step, and in it */
};

/* Sends in the current step. */
static void send_words(struct making *m, uint32_t from, uint32_t to, uint32_t words)
{
	const struct received *waits = &m->now[from];
	struct received *gets = &m->next[to];

	if (words == 0)
		return;
	gets->message = room_for_one(gets->message, gets->count, sizeof *gets->message);
	gets->message[gets->count++] = (uint32_t)m->list->count;
	message_list_add(m->list, &(struct new_message){ m->leaf[from], m->leaf[to], words, .timed = waits->count > 0,
							 .after = waits->message, .after_count = waits->count });
}

/* Ends a step. `forget`: what was received before it does not matter to later ones. */
static void end_step(struct making *m, bool forget)
{
	for (uint32_t i = 0; i < m->ranks; i++) {
		struct received *now = &m->now[i], *next = &m->next[i];

		if (forget)
			now->count = 0;
		for (uint32_t k = 0; k < next->count; k++) {
			now->message = room_for_one(now->message, now->count, sizeof *now->message);
			now->message[now->count++] = next->message[k];
		}
		next->count = 0;
	}
}

static void make_barrier(struct making *m)
{
	for (uint32_t distance = 1; distance < m->ranks; distance *= 2) {
		for (uint32_t i = 0; i < m->ranks; i++)
			send_words(m, i, (i + distance) % m->ranks, 1);
		end_step(m, false);
	}
}

static void make_broadcast(struct making *m)
{
	for (uint32_t distance = 1; distance < m->ranks; distance *= 2) {
		for (uint32_t i = 0; i < distance && i + distance < m->ranks; i++)
			send_words(m, i, i + distance, m->words);
		end_step(m, false);
	}
}

/* The broadcast's tree, the last step first. */
static void make_reduce(struct making *m)
{
	uint32_t distance = 1;

	while (distance < m->ranks)
		distance *= 2;
	while ((distance /= 2) > 0) {
		for (uint32_t i = 0; i < distance && i + distance < m->ranks; i++)
			send_words(m, i + distance, i, m->words);
		end_step(m, false);
	}
}

/* In each step a rank passes on what it has got in the one before. `parts`: of P parts of the words; else all words. */
static void make_ring(struct making *m, uint32_t steps, bool parts)
{
	uint32_t p = m->ranks;

	for (uint32_t step = 0; step < steps && p > 1; step++) {
		for (uint32_t i = 0; i < p; i++) {
			uint64_t part = (i + 2 * (uint64_t)p - step % p) % p;

			send_words(m, i, (i + 1) % p, parts ? (uint32_t)(m->words * (part + 1) / p - m->words * part / p) : m->words);
		}
		end_step(m, true);
	}
}

static void make_doubling(struct making *m)
{
	for (uint32_t distance = 1; distance < m->ranks; distance *= 2) {
		for (uint32_t i = 0; i < m->ranks; i++)
			send_words(m, i, i ^ distance, m->words);
		end_step(m, false);
	}
}

static void make_all_to_all(struct making *m)
{
	for (uint32_t k = 1; k < m->ranks; k++)
		for (uint32_t i = 0; i < m->ranks; i++)
			send_words(m, i, (i + k) % m->ranks, m->words);
}

/* The greatest divisor of n whose power `dimensions` is at most n. */
static uint32_t side_of(uint32_t n, unsigned dimensions)
{
	uint32_t side = 1;

	for (uint64_t a = 1; (dimensions == 3 ? a * a * a : a * a) <= n; a++)
		if (n % a == 0)
			side = (uint32_t)a;
	return side;
}

static void make_halo(struct making *m, unsigned dimensions)
{
	uint32_t depth = dimensions == 3 ? side_of(m->ranks, 3) : 1, rows = side_of(m->ranks / depth, 2), columns = m->ranks / depth / rows;
	const uint32_t side[] = { columns, rows, depth }, stride[] = { 1, columns, columns * rows };

	for (unsigned d = 0; d < dimensions; d++)
		for (unsigned up = 0; up < 2; up++)
			for (uint32_t i = 0; i < m->ranks; i++) {
				uint32_t at = i / stride[d] % side[d];

				if (up ? at + 1 < side[d] : at > 0)
					send_words(m, i, up ? i + stride[d] : i - stride[d], m->words);
			}
}

static void make_all_reduce(struct making *m, enum workload_algorithm algorithm)
{
	if (algorithm == ALGORITHM_RING) {
		make_ring(m, 2 * (m->ranks - 1), true);
	} else if (algorithm == ALGORITHM_TREE) {
		make_reduce(m);
		make_broadcast(m);
	} else {
		make_doubling(m);
	}
}

static void make_messages(struct making *m, const struct collective *w)
{
	switch (w->kind) {
	case WORKLOAD_BARRIER:
		make_barrier(m);
		break;
	case WORKLOAD_BROADCAST:
		make_broadcast(m);
		break;
	case WORKLOAD_REDUCE:
		make_reduce(m);
		break;
	case WORKLOAD_ALL_REDUCE:
		make_all_reduce(m, w->algorithm);
		break;
	case WORKLOAD_ALL_GATHER:
		make_ring(m, m->ranks - 1, false);
		break;
	case WORKLOAD_ALL_TO_ALL:
		make_all_to_all(m);
		break;
	case WORKLOAD_FFT:
		make_doubling(m);
		break;
	default:
		make_halo(m, w->kind == WORKLOAD_HALO_3D ? 3 : 2);
	}
}

/* What forbids the operation, as an error; false after it. */
static bool check_ranks(const struct collective *w, const struct network *net, uint32_t ranks)
{
	bool doubling = w->kind == WORKLOAD_FFT || (w->kind == WORKLOAD_ALL_REDUCE && w->algorithm == ALGORITHM_RECURSIVE_DOUBLING);
	bool quadratic = w->kind == WORKLOAD_ALL_REDUCE || w->kind == WORKLOAD_ALL_GATHER || w->kind == WORKLOAD_ALL_TO_ALL;
	double messages = quadratic ? 2.0 * ranks * ranks : 32.0 * ranks;
	bool fits = messages <= MOST_WORKLOAD_MESSAGES && messages * (w->kind == WORKLOAD_ALL_REDUCE ? 1 : w->words) < MESSAGE_NONE;
	const char *ends = net->spec->machine->ends;

	if (ranks < 2)
		return error("--workload %s: the network has %u living %s: expected two or more", workload_names[w->kind], ranks, ends);
	if (fits && (!doubling || is_power_of_2(ranks)))
		return true;
	char *title = workload_title(w);

	if (doubling && !is_power_of_2(ranks))
		error("--workload %s needs a power of two: the network has %u living %s", title, ranks, ends);
	else
		error("--workload %s of %u %s is more than %d messages, or more than %u words", title, ranks, ends, MOST_WORKLOAD_MESSAGES,
		      MESSAGE_NONE);
	free(title);
	return doubling && w->kind == WORKLOAD_ALL_REDUCE && suggest("--algorithm ring");
}

bool workload_make(struct message_list *list, const struct collective *w, const struct network *net)
{
	unsigned leaves = spec_all_leaves(net->spec);
	struct making m = { .list = list, .words = w->words, .leaf = allocate_array(leaves, sizeof *m.leaf) };

	for (uint32_t i = 0; i < leaves; i++)
		if (!net->dead_ends || !net->dead_ends[i])
			m.leaf[m.ranks++] = i;
	m.now = allocate_array(leaves, sizeof *m.now);
	m.next = allocate_array(leaves, sizeof *m.next);
	message_list_start(list, leaves, net->spec->payload_bits);
	bool good = check_ranks(w, net, m.ranks);

	if (good)
		make_messages(&m, w);
	for (uint32_t i = 0; i < leaves; i++) {
		free(m.now[i].message);
		free(m.next[i].message);
	}
	free(m.now);
	free(m.next);
	free(m.leaf);
	return good;
}

char *workload_title(const struct collective *w)
{
	bool reduces = w->kind == WORKLOAD_ALL_REDUCE, counts = w->kind != WORKLOAD_BARRIER;
	char *words = counts ? format_string(", %u word%s", w->words, w->words == 1 ? "" : "s") : copy_string("");
	char *title = format_string("%s%s%s%s", workload_names[w->kind], reduces ? " by " : "",
				    reduces ? workload_algorithm_names[w->algorithm] : "", words);

	free(words);
	return title;
}
