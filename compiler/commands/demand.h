/* demand.h: the options that say what the leaves send, to whom and when, instead of a file of messages. */
#ifndef FTC_COMMANDS_DEMAND_H
#define FTC_COMMANDS_DEMAND_H

#include "network/network.h"
#include "simulate/workload.h"
#include "traffic.h"

/* As on the command line; NULL: not given. */
struct demand_values {
	const char *pattern, *hotspot, *matrix, *injection, *burst, *rates, *packet_words, *to_outside, *from_outside;
	const char *outstanding, *batch, *think, *request_words, *reply_words;	/* one of the first two: a closed loop */
};

/* Reads them into *d, which keeps what is not given. False after a message; demand_free() in either case. */
bool demand_read(struct traffic_demand *d, const struct demand_values *v, const struct network *net);

/* Reads a workload's name, words and algorithm, as on the command line. False after a message. */
bool workload_read(struct collective *w, const char *name, const char *words, const char *algorithm);

#endif
