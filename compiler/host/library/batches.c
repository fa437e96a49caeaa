/* batches.c: divides messages into batches that fit into the memories of a bridge.
 *
 * Batches are filled in rounds: every leaf in turn adds its next message, until no leaf can. The order of messages
 * of different leaves is therefore irrelevant, and as many leaves as possible send at once. */
#include "batches.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BANKS = 16, SPARE_SLOTS = 4 };

#define NOTHING SIZE_MAX

/* The messages of each leaf as a list, and the batch being filled. */
struct filling {
	const struct ftc_host_identity *who;
	const struct ftc_host_send *messages;
	size_t *next;			/* [message]: the next one of the same leaf */
	size_t *head;			/* [leaf]: its first message outside all batches */
	unsigned *used;			/* [leaf]: messages in this batch */
	size_t load[MOST_BANKS];	/* records, at most */
	size_t most, count;		/* messages of a batch: limit, and so far */
};

/* How many messages can certainly pass one after another before the log's clock overflows. */
static size_t most_messages(const struct ftc_host_identity *who, unsigned slot_clocks)
{
	size_t clocks = (size_t)1 << (30 - 2 * who->bank_bits), most;

	if (slot_clocks == 0)
		return SIZE_MAX;
	most = clocks / slot_clocks;
	return most > SPARE_SLOTS + 1 ? most - SPARE_SLOTS : 1;
}

static void count_records(const struct filling *f, const struct ftc_host_send *m, size_t records[MOST_BANKS])
{
	size_t bank_leaves = (size_t)1 << f->who->bank_bits, copies = m->copies < bank_leaves ? m->copies : bank_leaves;

	for (unsigned bank = 0; bank < f->who->banks; bank++)
		records[bank] = m->receiver == FTC_HOST_SEVERAL ? copies : 0;
	records[m->leaf >> f->who->bank_bits]++;
	if (m->receiver != FTC_HOST_SEVERAL)
		records[m->receiver >> f->who->bank_bits]++;
}

/* Puts the leaf's next message into the batch if there is room for it. */
static bool put_next(struct filling *f, unsigned leaf, uint32_t batch, uint32_t *of)
{
	size_t message = f->head[leaf], records[MOST_BANKS];

	if (message == NOTHING || f->used[leaf] == FTC_HOST_MOST_MESSAGES || f->count == f->most)
		return false;
	count_records(f, &f->messages[message], records);
	for (unsigned bank = 0; bank < f->who->banks; bank++)
		if (f->load[bank] + records[bank] > (size_t)1 << f->who->log_bits)
			return false;
	for (unsigned bank = 0; bank < f->who->banks; bank++)
		f->load[bank] += records[bank];
	of[message] = batch;
	f->head[leaf] = f->next[message];
	f->used[leaf]++;
	f->count++;
	return true;
}

/* Fills one batch; returns its number of messages. */
static size_t fill(struct filling *f, uint32_t batch, uint32_t *of)
{
	size_t before;

	f->count = 0;
	memset(f->load, 0, sizeof f->load);
	for (unsigned leaf = 0; leaf < f->who->leaves; leaf++)
		f->used[leaf] = 0;
	do {
		before = f->count;
		for (unsigned leaf = 0; leaf < f->who->leaves; leaf++)
			if (!put_next(f, leaf, batch, of))
				f->used[leaf] = FTC_HOST_MOST_MESSAGES;
	} while (f->count > before);
	return f->count;
}

static void make_lists(struct filling *f, size_t count)
{
	for (unsigned leaf = 0; leaf < f->who->leaves; leaf++)
		f->head[leaf] = NOTHING;
	for (size_t i = count; i-- > 0;) {
		f->next[i] = f->head[f->messages[i].leaf];
		f->head[f->messages[i].leaf] = i;
	}
}

/* Sorts the messages by batch and leaf, by counting. */
static bool make_order(struct batches *b, const struct filling *f, size_t count)
{
	size_t leaves = f->who->leaves, slots = b->count * leaves;

	b->first = calloc(slots + 2, sizeof *b->first);
	b->order = calloc(count ? count : 1, sizeof *b->order);
	if (!b->first || !b->order)
		return false;
	/* first[i + 2] counts slot i, then becomes the start of slot i + 1; placing the messages turns it into
	 * first[i + 1]. */
	for (size_t i = 0; i < count; i++)
		b->first[b->of[i] * leaves + f->messages[i].leaf + 2]++;
	for (size_t i = 2; i < slots + 2; i++)
		b->first[i] += b->first[i - 1];
	for (size_t i = 0; i < count; i++)
		b->order[b->first[b->of[i] * leaves + f->messages[i].leaf + 1]++] = i;
	return true;
}

enum ftc_host_error batches_make(struct batches *b, const struct ftc_host_identity *who, unsigned slot_clocks,
				 const struct ftc_host_send *messages, size_t count)
{
	struct filling f = { .who = who, .messages = messages, .most = most_messages(who, slot_clocks) };
	enum ftc_host_error error = FTC_HOST_NO_MEMORY;

	*b = (struct batches){ 0 };
	b->of = calloc(count ? count : 1, sizeof *b->of);
	f.next = calloc(count ? count : 1, sizeof *f.next);
	f.head = calloc(who->leaves, sizeof *f.head);
	f.used = calloc(who->leaves, sizeof *f.used);
	if (b->of && f.next && f.head && f.used) {
		size_t done = 0, filled = 1;

		make_lists(&f, count);
		while (done < count && filled > 0) {
			filled = fill(&f, (uint32_t)b->count, b->of);
			done += filled;
			b->count += filled > 0;
		}
		error = done < count ? FTC_HOST_MESSAGE : make_order(b, &f, count) ? FTC_HOST_DONE : FTC_HOST_NO_MEMORY;
	}
	free(f.next);
	free(f.head);
	free(f.used);
	return error;
}

void batches_free(struct batches *b)
{
	free(b->of);
	free(b->order);
	free(b->first);
	*b = (struct batches){ 0 };
}
