/* traffic_matrix.h: who sends how much to whom, from a file. */
#ifndef FTC_SIMULATE_TRAFFIC_MATRIX_H
#define FTC_SIMULATE_TRAFFIC_MATRIX_H

#include "network/network.h"
#include "traffic.h"

/* Reads `path` ("-": standard input): a line for each leaf, with a number for each leaf, with commas between them; # begins a
 * comment. Numbers are in any unit, from 0 on; those on the diagonal are left out, since such messages never enter the network.
 * False after a message. Free with traffic_matrix_free() in either case. */
bool traffic_matrix_read(struct traffic_matrix *m, const char *path, const struct network *net);

#endif
