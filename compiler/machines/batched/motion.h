/* motion.h: the ways of the words of a butterfly that routes in batches, round by round, for pages and tables. */
#ifndef FTC_MACHINES_BATCHED_MOTION_H
#define FTC_MACHINES_BATCHED_MOTION_H

#include "machines/batched/batches.h"
#include "simulate/simulate.h"

struct model;
struct flight;
struct batched_motion;

/* NULL: nobody asks for ways, as s->trails says. The others accept that. */
struct batched_motion *batched_motion_new(const struct simulation *s);
void batched_motion_free(struct batched_motion *m);

/* The first bits of a batch are on the leaves' wires up in this clock. */
void batched_motion_slot(struct batched_motion *m, uint64_t clock);
/* A leaf has received a word, whose payload `model` shows. */
void batched_motion_word(struct batched_motion *m, const struct flight *which, uint32_t leaf, const struct model *model);
/* The round that began in this clock is over, and has had so many batches in each stage. Its words are played by
 * batched_model_round(). If that takes other batches, as for a round whose words have not all arrived, its words get no links, after a
 * warning. */
void batched_motion_round(struct batched_motion *m, uint64_t began, const unsigned *batches);

#endif
