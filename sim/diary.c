/* diary.c: what happens at a rank's leaves, kept until the ranks meet. */
#include "diary.h"

#include <stdlib.h>
#include <string.h>

#include "util/ranks.h"
#include "util/text.h"

/* In the order of a clock. */
enum kind { DUE, TAKEN, RECEIVED, NEXT };

/* A struct receipt and its payload follow a RECEIVED one in `content`, a struct message a DUE or NEXT one. */
struct event {
	uint64_t now;
	uint32_t leaf;
	enum kind kind;
	size_t at;
};

struct receipt {
	uint64_t now, user, arrived;
	uint32_t leaf, source;
	bool last;
};

struct diary {
	size_t payload_bytes;
	unsigned (*rank_of)(const void *context, uint32_t leaf);
	const void *context;
	struct event *event;
	size_t count, room;
	struct text content;
	struct text parcel;		/* receipts for other ranks */
	const char **given;		/* receipts from other ranks, in their order */
	size_t given_count;
};

struct diary *diary_new(unsigned payload_bits, unsigned (*rank_of)(const void *context, uint32_t leaf), const void *context)
{
	struct diary *d = allocate(sizeof *d);

	*d = (struct diary){ .payload_bytes = (payload_bits + 63) / 64 * sizeof(uint64_t), .rank_of = rank_of, .context = context };
	return d;
}

void diary_free(struct diary *d)
{
	if (!d)
		return;
	free(d->event);
	free(d->given);
	text_free(&d->content);
	text_free(&d->parcel);
	free(d);
}

/* ---- Writing --------------------------------------------------------------------------------------------------- */

static void add_event(struct diary *d, enum kind kind, uint64_t now, uint32_t leaf)
{
	if (d->count == d->room) {
		d->room = d->room ? 2 * d->room : 256;
		d->event = reallocate(d->event, d->room * sizeof *d->event);
	}
	d->event[d->count++] = (struct event){ now, leaf, kind, d->content.length };
}

static void add_message(struct diary *d, enum kind kind, uint64_t now, const struct message *m)
{
	add_event(d, kind, now, m->source);
	text_add_bytes(&d->content, m, sizeof *m);
}

void diary_due(struct diary *d, uint64_t now, const struct message *m)
{
	add_message(d, DUE, now, m);
}

void diary_next(struct diary *d, uint64_t now, const struct message *m)
{
	add_message(d, NEXT, now, m);
}

void diary_taken(struct diary *d, uint64_t now, uint32_t leaf)
{
	add_event(d, TAKEN, now, leaf);
}

void diary_received(struct diary *d, uint64_t now, uint32_t leaf, uint32_t source, uint64_t user, bool last, uint64_t arrived,
		    const uint64_t *payload)
{
	struct receipt receipt = { now, user, arrived, leaf, source, last };
	bool own = d->rank_of(d->context, source) == ranks_rank();
	struct text *to = own ? &d->content : &d->parcel;

	if (own)
		add_event(d, RECEIVED, now, leaf);
	text_add_bytes(to, &receipt, sizeof receipt);
	text_add_bytes(to, payload, d->payload_bytes);
}

/* ---- Settling -------------------------------------------------------------------------------------------------- */

static struct receipt receipt_at(const char *bytes)
{
	struct receipt r;

	memcpy(&r, bytes, sizeof r);
	return r;
}

static int in_order(const void *a, const void *b)
{
	struct receipt x = receipt_at(*(const char *const *)a), y = receipt_at(*(const char *const *)b);

	return x.now != y.now ? (x.now < y.now ? -1 : 1) : (x.leaf > y.leaf) - (x.leaf < y.leaf);
}

/* Finds the receipts for this rank. */
static void collect(struct diary *d)
{
	size_t size = sizeof(struct receipt) + d->payload_bytes;

	d->given_count = 0;
	for (unsigned r = 0; r < ranks_count(); r++) {
		size_t bytes;
		const char *given = ranks_given(r, &bytes);

		for (size_t at = 0; at < bytes; at += size)
			if (d->rank_of(d->context, receipt_at(given + at).source) == ranks_rank()) {
				d->given = room_for_one(d->given, d->given_count, sizeof *d->given);
				d->given[d->given_count++] = given + at;
			}
	}
	if (d->given_count > 1)
		qsort(d->given, d->given_count, sizeof *d->given, in_order);
}

static void account_for_receipt(const struct diary *d, struct account *a, const char *bytes)
{
	struct receipt r = receipt_at(bytes);

	a->now = r.now;
	memcpy(a->payload, bytes + sizeof r, d->payload_bytes);
	account_received(a, r.leaf, r.user, r.last, r.arrived);
}

static void account_for(const struct diary *d, struct account *a, const struct event *e)
{
	const char *bytes = d->content.bytes + e->at;
	struct message m;

	a->now = e->now;
	if (e->kind == TAKEN) {
		scoreboard_taken(a->scoreboard, e->leaf, e->now);
	} else if (e->kind == RECEIVED) {
		account_for_receipt(d, a, bytes);
	} else {
		memcpy(&m, bytes, sizeof m);
		account_offered(a, &m, e->kind == DUE ? e->now : e->now + 1);
	}
}

/* Does the receipt come before the event? */
static bool comes_first(const struct receipt *r, const struct event *e)
{
	if (r->now != e->now)
		return r->now < e->now;
	return e->kind == RECEIVED ? r->leaf < e->leaf : e->kind > RECEIVED;
}

void diary_settle(struct diary *d, struct account *a)
{
	uint64_t now = a->now;
	size_t g = 0;

	ranks_exchange(d->parcel.bytes, d->parcel.length);
	collect(d);
	for (size_t i = 0; i < d->count && !a->failed; i++) {
		for (; g < d->given_count && !a->failed; g++) {
			struct receipt r = receipt_at(d->given[g]);

			if (!comes_first(&r, &d->event[i]))
				break;
			account_for_receipt(d, a, d->given[g]);
		}
		if (!a->failed)
			account_for(d, a, &d->event[i]);
	}
	for (; g < d->given_count && !a->failed; g++)
		account_for_receipt(d, a, d->given[g]);
	a->now = now;
	d->count = d->content.length = d->parcel.length = 0;
}
