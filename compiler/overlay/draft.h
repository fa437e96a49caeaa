/* draft.h: a netlist in the making: what readers of files fill, and the checks that all of them need.
 *
 * A reader asks for nets, adds gates, latches and ports in any order, then calls draft_finish().
 */
#ifndef FTC_OVERLAY_DRAFT_H
#define FTC_OVERLAY_DRAFT_H

#include "overlay/netlist.h"
#include "util/message.h"

/* What a part of the circuit is called in messages: ".latch in line 7", "cell '$abc$12'". The strings are borrowed. */
struct draft_origin {
	const char *kind;		/* ".names", "cell", "input" */
	const char *name;		/* NULL: none */
	size_t line;			/* in the file; 0: unknown */
	const char *source;		/* where it comes from in the user's Verilog; NULL: unknown */
};

enum draft_driven_by { DRIVEN_BY_NOTHING, DRIVEN_BY_CONSTANT, DRIVEN_BY_INPUT, DRIVEN_BY_GATE, DRIVEN_BY_LATCH };
struct draft_driver {
	enum draft_driven_by by;
	unsigned index;			/* in the netlist's array of such */
};

enum { DRAFT_NO_CLOCK };		/* net 0 is no clock */

struct draft {
	struct netlist netlist;		/* its gates in the order in which they were added */
	const struct text *content;	/* of the file, for the lines in messages; NULL: it is not read in lines */
	struct draft_driver *driver;	/* [net] */
	struct draft_origin *gate_origin, *latch_origin, *input_origin, *output_origin;
	unsigned *clock;		/* [latch]: net, or DRAFT_NO_CLOCK */
	unsigned declared_clock;	/* net that the file says is the clock, or DRAFT_NO_CLOCK */
};

/* Starts the netlist of the file `source`. */
void draft_start(struct draft *d, const char *source, const struct text *content);
void draft_free(struct draft *d);

/* A further net; takes over its name, which may be NULL. */
unsigned draft_net(struct draft *d, char *name);
/* Name of a net for messages: a fresh string. */
char *draft_net_told(const struct draft *d, unsigned net);
/* Place of a line of the file; the column is that of the word `what` in it, if it stands there (NULL: none). */
struct place draft_place(const struct draft *d, size_t line, const char *what);

/* The following add a part and return false after one message if its net has a driver already. */
bool draft_gate(struct draft *d, struct netlist_gate gate, struct draft_origin origin);
/* The latch's name is taken over. `clock`: a net, or DRAFT_NO_CLOCK. */
bool draft_latch(struct draft *d, struct netlist_latch latch, unsigned clock, struct draft_origin origin);
/* The pins' port names are taken over. */
bool draft_input(struct draft *d, struct netlist_pin pin, struct draft_origin origin);
void draft_output(struct draft *d, struct netlist_pin pin, struct draft_origin origin);

/* Checks that nothing is read that nothing drives, that there is one clock, which is an input and no data, and that no
 * combinational loop exists; sorts the gates, and moves the netlist to *n. False after one message. Afterwards the draft
 * is empty. */
bool draft_finish(struct draft *d, struct netlist *n);

#endif
