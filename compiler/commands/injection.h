/* injection.h: the options that say what the leaves send, to whom and when, instead of a file of messages. */
#ifndef FTC_COMMANDS_INJECTION_H
#define FTC_COMMANDS_INJECTION_H

#include "simulate/simulate.h"

/* As on the command line; NULL: not given. */
struct injection_values {
	const char *pattern, *matrix, *injection, *burst, *rates, *packet_words;
};

/* Reads them into s->options, whose other fields stay. False after a message. */
bool injection_read(struct simulation *s, const struct injection_values *values);
/* --injection and --burst alone. */
bool injection_read_process(const char *injection, const char *burst, enum injection *which, double *length);
/* Whether one of the patterns is this one. */
bool injection_has(const struct simulate_options *o, enum pattern pattern);

#endif
