/* netrace.h: traces of Netrace, a public format of packets between the caches of a processor, become messages. */
#ifndef FTC_SCHEDULE_NETRACE_H
#define FTC_SCHEDULE_NETRACE_H

#include <stdbool.h>

#include "util/text.h"

/* Appends the trace in the file `path` ("-": standard input), which may be a bz2 file, as lines of messages (messages.h): node i is
 * leaf i, and a packet as many words of `word_bits` bits as it takes. False after a message; then `out` is as before. */
bool netrace_import(const char *path, unsigned word_bits, struct text *out);

#endif
