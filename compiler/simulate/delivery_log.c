/* delivery_log.c: see delivery_log.h. */
#include "simulate/delivery_log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/ranks.h"

struct delivery_log *delivery_log_new(unsigned first)
{
	struct delivery_log *log = allocate(sizeof *log);

	log->first = first;
	return log;
}

void delivery_log_add(struct delivery_log *log, const struct logged *logged)
{
	log->entry = room_for_one(log->entry, log->count, sizeof *log->entry);
	log->entry[log->count++] = *logged;
}

static int in_order(const void *a, const void *b)
{
	const struct logged *x = a, *y = b;

	if (x->delivered != y->delivered)
		return x->delivered < y->delivered ? -1 : 1;
	return (x->leaf > y->leaf) - (x->leaf < y->leaf);
}

void delivery_log_sort(struct delivery_log *log)
{
	if (log->count > 0)
		qsort(log->entry, log->count, sizeof *log->entry, in_order);
}

void delivery_log_gather(struct delivery_log *log)
{
	ranks_exchange(log->entry, log->count * sizeof *log->entry);
	for (unsigned r = 1; r < ranks_count() && ranks_rank() == 0; r++) {
		size_t bytes, more;
		const void *given = ranks_given(r, &bytes);

		more = bytes / sizeof *log->entry;
		log->entry = reallocate(log->entry, (log->count + more + 1) * sizeof *log->entry);
		memcpy(log->entry + log->count, given, bytes);
		log->count += more;
	}
	delivery_log_sort(log);
}

void delivery_log_print(const struct delivery_log *log, struct text *out)
{
	text_add(out, "source,number,destination,created,offered,delivered\n");
	for (size_t i = 0; i < log->count; i++) {
		const struct logged *l = &log->entry[i];

		text_print(out, "%" PRIu32 ",%" PRIu64 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n",
			   l->source + log->first, l->number, l->leaf + log->first, l->created, l->offered, l->delivered);
	}
}

void delivery_log_free(struct delivery_log *log)
{
	if (!log)
		return;
	free(log->entry);
	free(log);
}
