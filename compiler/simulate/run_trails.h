/* run_trails.h: the ways of a run's words (sim/trails.h) as columns of its page. */
#ifndef FTC_SIMULATE_RUN_TRAILS_H
#define FTC_SIMULATE_RUN_TRAILS_H

#include "simulate/columns.h"
#include "simulate/simulate.h"

/* By trail, of the first so many: the place in s->log of the word that it is a try of, or NO_WORD: its word has not been delivered, or not
 * among the first `deliveries`. Fresh. A trail that arrived is that of one delivery; those before it between the same ends are of the
 * same word, since a leaf has at most one word under way to another, and words between two ends arrive in their order. */
#define NO_WORD UINT32_MAX
uint32_t *run_trails_words(const struct simulation *s, size_t deliveries, size_t trails);

/* Puts the links of trails that follow the machine's ways into s->trails->hop[], for those who look at single hops. */
void run_trails_spread(const struct simulation *s);

/* Whether s->trails has what its page may show: tries and links. */
bool run_trails_there(const struct simulation *s);

/* Adds the columns, and to `meta` what they count: trails, links and their ends, all null if the run has no trails. Words are
 * those of the first `deliveries` of s->log. */
void run_trails_add(struct columns *c, const struct simulation *s, size_t deliveries, json_t *meta);

#endif
