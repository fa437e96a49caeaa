/* delivery_log.c: see delivery_log.h. */
#include "simulate/delivery_log.h"

#include <inttypes.h>
#include <stdlib.h>

struct delivery_log *delivery_log_new(unsigned first)
{
	struct delivery_log *log = allocate(sizeof *log);

	log->first = first;
	text_add(&log->lines, "source,number,destination,created,offered,delivered\n");
	return log;
}

void delivery_log_add(struct delivery_log *log, const struct logged *l)
{
	text_print(&log->lines, "%" PRIu32 ",%" PRIu64 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n",
		   l->source + log->first, l->number, l->leaf + log->first, l->created, l->offered, l->delivered);
}

void delivery_log_free(struct delivery_log *log)
{
	if (!log)
		return;
	text_free(&log->lines);
	free(log);
}
