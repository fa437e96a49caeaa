/* logic.h: a circuit in the device's own terms: two-input NANDs, each with an optional latch behind it.
 *
 * A cell becomes one element. It reads two literals x and y; g = not (x and y). A cell with a latch has s, which takes g
 * at the end of each step. Both g and s, and their complements, can be read by others at no cost; the complement of an
 * input pin cannot: that takes a cell.
 */
#ifndef FTC_OVERLAY_LOGIC_H
#define FTC_OVERLAY_LOGIC_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "overlay/netlist.h"

enum literal_of {
	LITERAL_CONSTANT,			/* 0, or complemented 1 */
	LITERAL_INPUT,				/* input `index`; never complemented */
	LITERAL_GATE,				/* g of cell `index` */
	LITERAL_LATCH,				/* s of cell `index` */
};
struct literal {
	enum literal_of of;
	unsigned index;
	bool complement;
};

enum { LOGIC_NO_LATCH = UINT_MAX };

struct cell {
	struct literal x, y;			/* may be equal: g = not x. Never constant, but both are the constant 0 in the
						   one idle cell that makes a constant 1 where an output needs it */
	bool latch;				/* has s */
	bool read;				/* g itself is read by other cells or by outputs */
	/* If it has a latch. */
	unsigned latch_of;			/* number in netlist->latch; LOGIC_NO_LATCH: s only delays the gate, and is no
						   flip-flop of the user's (gates-latched) */
	bool stored_complement;			/* s is the complement of the user's flip-flop, which starts at 1; s starts at 0
						   (0 with LOGIC_NO_LATCH) */
};

/* Users' flip-flops that no cell holds: constant, or equal to another. */
struct logic_latch {
	enum { LATCH_IN_CELL, LATCH_CONSTANT, LATCH_UNUSED } where;
	unsigned cell;				/* LATCH_IN_CELL: also of a duplicate, the one that is left */
	bool complement;			/* LATCH_IN_CELL: user's value is not s; LATCH_CONSTANT: it is 1 */
};

struct logic {
	const struct netlist *netlist;
	struct cell *cell;
	size_t cell_count;
	struct literal *output;			/* [netlist->output_count]: constant 1 never occurs (see struct cell), constant 0
						   may */
	struct logic_latch *latch;		/* [netlist->latch_count] */
	unsigned gates;				/* cells: each has a NAND, those of latches included */
	unsigned inverters;			/* of them, those with x equal to y: they complement an input, or only hold a
						   latch */
};

enum logic_model {
	LOGIC_FLIP_FLOPS,			/* a step of the device is a clock of the circuit */
	LOGIC_GATES_LATCHED,			/* Bay's own: every gate has a latch; a step is the delay of a gate. A flip-flop is
						   a gate, too, of one input */
	LOGIC_MODELS
};
extern const char *const logic_model_names[LOGIC_MODELS];	/* "flip-flops", "gates-latched" */

/* Chooses the initial values that the file leaves open, so that as many flip-flops as possible take the NAND in front of them
 * into their cell. Netlist_read() does this. */
void logic_choose_initial(struct netlist *n);

/* Structural hashing on an and-inverter graph with rules of two levels; no gate is added that the netlist does not need.
 * Duplicates, constants and what no output depends on are left out, flip-flops too. Never fails. The netlist must outlive
 * it. */
void logic_make(struct logic *l, const struct netlist *n, enum logic_model model);
void logic_free(struct logic *l);

#endif
