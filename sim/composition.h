/* composition.h: a model put together from parts, instances of several model libraries.
 *
 * Wires join the parts' ports and the ports of the whole. In a clock all parts have their edge; then what their registers
 * show passes through the wires, and parts are evaluated until no input changes. Where all that crosses between parts
 * comes from registers, that is one evaluation a part, as in a model of one library; where there is a combinational path
 * through several parts, it is one more for each part on the path. Outputs after model_edge() are those of the coming
 * model_eval().
 *
 * Ranks (util/ranks.h) may share the parts. Rank 0 drives the whole, and the others serve it: each evaluates its own parts, and
 * they exchange what has changed on wires between them.
 */
#ifndef FTC_SIM_COMPOSITION_H
#define FTC_SIM_COMPOSITION_H

#include "model.h"
#include "model_abi.h"

/* In place of a part's number. */
enum { PART_WHOLE = -1, PART_ZERO = -2, PART_ONE = -3 };

/* `width` bits of an output of part `from` (or of an input of the whole, or constant) go to those of an input of part `to`
 * (or of an output of the whole). */
struct part_wire {
	int from, to;
	const char *from_port, *to_port;
	unsigned from_low, to_low, width;
};

struct composition {
	char **library;			/* [kinds]: paths; NULL: no part is of this kind */
	size_t kinds;
	unsigned *kind;			/* [parts] */
	size_t parts;
	unsigned *rank;			/* [parts]: which rank evaluates it; NULL: there is one */
	struct part_wire *wire;		/* every bit of an input of a part, and of an output of the whole, once */
	size_t wires;
	struct model_port *port;	/* of the whole */
	size_t ports;
};

/* Sets `low` of the ports of the whole, as in a library. */
void composition_place(struct composition *c);

/* An interface like a library's; create() and destroy() are not to be called. NULL after a message. Valid until
 * composed_close(). `open` opens a library, which stays open. */
struct composed;
struct composed *composed_open(const struct composition *c, const struct model_start *start,
			       const struct model_abi *(*open)(const char *path, void **library));
const struct model_abi *composed_abi(const struct composed *c);
/* A rank other than 0 serves until rank 0 closes the model. */
void composed_serve(struct composed *c);
void composed_close(struct composed *c);

#endif
