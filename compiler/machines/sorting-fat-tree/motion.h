/* motion.h: the ways of the words of a sorting fat-tree, round by round, for pages and tables. Vertices are those of the drawing: nodes
 * and blocks by level, and leaves below blocks of several. */
#ifndef FTC_MACHINES_SORTING_FAT_TREE_MOTION_H
#define FTC_MACHINES_SORTING_FAT_TREE_MOTION_H

#include "machines/sorting-fat-tree/control.h"
#include "simulate/simulate.h"

struct sorting_motion;

/* NULL: nobody asks for ways, as s->trails says. The others accept that. */
struct sorting_motion *sorting_motion_new(const struct simulation *s);
void sorting_motion_free(struct sorting_motion *m);

/* The first bit of a command is at the root in this clock. When its words have arrived, a round is played by sorting_model_round(). If that
 * takes other clocks, as for a round whose words have not all arrived, its words get no links, after a warning. */
void sorting_motion_command(struct sorting_motion *m, unsigned command, uint64_t now);
/* A leaf has received a word of this source. */
void sorting_motion_word(struct sorting_motion *m, unsigned source, unsigned leaf, uint64_t now);
/* The run is over. */
void sorting_motion_end(struct sorting_motion *m);

#endif
