/* pieces.h: a network as a model of several libraries: what it has many times is verilated once.
 *
 * The subtrees whose roots are of chosen levels are cut out (lower/carve.h). Each distinct one, without the subtrees that
 * are cut out of it, becomes a library, and so does what is left of the top. The model has an instance of a library for each
 * place in the network (sim/composition.h).
 */
#ifndef FTC_SIMULATE_PIECES_H
#define FTC_SIMULATE_PIECES_H

#include "composition.h"
#include "lower/carve.h"
#include "network/network.h"
#include "util/output.h"

enum { MOST_CUTS = 32 };

struct pieces {
	unsigned level[MOST_CUTS];	/* of the network's levels; ascending */
	unsigned levels;
	struct carving carving;
	struct composition composition;
};

/* Whether there are subtrees whose roots are of that level, 1 .. */
bool pieces_can_cut(const struct design *design, unsigned level);
/* The levels at which cutting saves more of Verilator's and the compiler's time than a library more takes, as measured.
 * Returns their number: 0 for a small network, and for one without subtrees. */
unsigned pieces_choose(const struct design *design, unsigned level[MOST_CUTS]);

/* Cuts the design at these levels, at each of which there is something to cut, and adds the Verilog of what is left to
 * `rtl`. NULL after a message. */
struct pieces *pieces_cut(const struct design *design, const struct network *net, const unsigned *level, unsigned levels,
			  struct output *rtl);
/* Verilates the pieces. False after a message. */
bool pieces_verilate(struct pieces *p, const struct network *net, const struct output *rtl);
/* Divides the parts among ranks, side by side; by the sizes of their libraries, to which the time of a clock is about
 * proportional. */
void pieces_share(struct pieces *p, unsigned ranks);
/* The libraries. */
unsigned pieces_kinds(const struct pieces *p);
/* Accepts NULL. */
void pieces_free(struct pieces *p);

#endif
