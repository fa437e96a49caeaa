/* accesses.h: networks with a memory-mapped bus side by side: how many accesses a second each carries, alone and for each LUT4.
 *
 *   point --verilate--> the system with its bridges --the same accesses as all others, several seeds--> accesses a clock
 *       x its clock --> accesses a second --> / LUT4, bridges included --> ranks
 *
 * Each seed draws the same accesses for each network (common random numbers), so that two networks are compared run by run. The
 * points' shells are the bus, so their costs have the bridges.
 */
#ifndef FTC_POINTS_ACCESSES_H
#define FTC_POINTS_ACCESSES_H

#include <jansson.h>

#include "points/points.h"

struct bus_options;

/* Runs all points, once for each seed of `o`: a fresh array, of each point what `ftc simulate --bus --json` prints, with the parts
 * of its estimate that the bridges have; NULL: it failed, and a message has been printed. */
json_t **accesses_measure(const struct points *p, const struct bus_options *o);
/* The ranked figures of what accesses_measure() found: a fresh object whose "networks" are rows, the most accesses a second first. */
json_t *accesses_json(const struct points *p, const struct bus_options *o, json_t *const *run);

/* access_table.c: such an object as a table for people, and as CSV. */
void accesses_say(const json_t *object, const struct points *p, struct text *out);
/* Of any rows with members of the same kinds; intervals take two columns. */
void rows_csv(const json_t *rows, struct text *out);

#endif
