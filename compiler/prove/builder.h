/* builder.h: what the makers of proofs (concentrator.c, node.c, router.c ..) share. */
#ifndef FTC_PROVE_BUILDER_H
#define FTC_PROVE_BUILDER_H

#include "prove/proof.h"

/* What is under proof: the module `module`, read from rtl/, inside a module `circuit`. */
struct circuit {
	const struct proofs *list;
	char *subject;
	char *module;			/* "tree_node_1" */
	struct text reads;		/* script: the commands that read it */
	struct text boxes;		/* script: the commands that empty modules with parameters, once these are known */
	bool cut;			/* the instances of modules read as boxes become ports, "INSTANCE.PORT" */
	bool wrapped;			/* by proof/SUBJECT_circuit.v, as module `circuit`; or it is joined to the monitor itself */
	unsigned long cells;		/* its LUTs and flip-flops */
};

/* Starts a circuit: the emitted module `name` (without the prefix). */
struct circuit circuit_of(const struct proofs *list, const char *name);
/* The circuit needs this module as it is; or as a box to be cut out; or as one whose ports depend on its parameters. */
void circuit_reads(struct circuit *c, const char *name);
void circuit_cuts(struct circuit *c, const char *name);
void circuit_cuts_derived(struct circuit *c, const char *name);
/* The circuit has delay lines, which are cut out. */
void circuit_cuts_lines(struct proofs *list, struct circuit *c);
/* Wraps it: `verilog`, which it takes over, holds module `circuit`. */
void circuit_wrap(struct proofs *list, struct circuit *c, struct text *verilog);
void circuit_free(struct circuit *c);

/* How a proof runs. */
struct run {
	const char *monitor;		/* file in rtl-templates/proof/, without ".v" */
	unsigned steps;			/* clocks that are unrolled */
	unsigned skip;			/* clocks in which `ok` need not hold yet */
	bool fork;			/* two runs from one state */
	bool induction;			/* temporal induction instead, with at most `steps` */
	const char *expose[2];		/* registers of the circuit that the monitor watches: become ports */
};

/* A proof of the circuit. `verilog`, which it takes over, holds the module `proof`. Fill in `shown` and `parts` of what it
 * returns; valid until the next is added. */
struct proof *circuit_prove(struct proofs *list, const struct circuit *c, const char *property, const char *what,
			    const char *claim, const struct run *run, struct text *verilog);

/* A proof that is a list of equations, each between two vectors of which one comes later: module `proof`, being written. */
struct parts {
	struct text ports;
	struct text body;		/* add what you like */
	struct text meanings;		/* of the equations, a line each */
	unsigned count;
	unsigned depth;			/* clocks that the latest is later */
};

void parts_input(struct parts *parts, unsigned width, const char *name);
/* Connects a port of the module under proof, or of an instance that has been cut out ("way_up.in"), to a new signal: a wire where
 * the circuit drives it, else an input. */
void parts_port(struct parts *parts, struct text *connections, bool drives, const char *port, const char *signal, unsigned width);
/* `later` is always what `now` was `clocks` ago; both are Verilog expressions of `width` bits. */
void parts_same_later(struct parts *parts, const char *meaning, unsigned width, const char *now, unsigned clocks,
		      const char *later);
/* Likewise, but nothing is said of the clocks in which `unless`, an expression of one bit, is 1 together with `later`. NULL:
 * never. */
void parts_same_later_unless(struct parts *parts, const char *meaning, unsigned width, const char *now, unsigned clocks,
			     const char *later, const char *unless);
/* The proof of them all, from any state; frees the parts. */
struct proof *parts_prove(struct proofs *list, const struct circuit *c, const char *property, const char *what,
			  const char *claim, struct parts *parts);

/* Is there a proof of this name? */
bool proofs_have(const struct proofs *list, const char *name);

/* A proof of a delay line by itself, unless there is one. */
void prove_delay(struct proofs *list, const struct network *net, unsigned width, unsigned depth);
/* The delay line `instance` of a node or router under proof, which has been cut out: what goes in is a wire, what comes out is
 * an input. What turns at this node comes to the line `before` clocks after the M bits from below, and waits there until a strobe
 * has gone from here over the top of the tree and back. */
void parts_delay(struct parts *parts, struct text *connections, const struct network *net, const struct node *node,
		 unsigned before, const char *instance, unsigned width, const char *in, const char *out);

/* Verilog: "[7:0] ", or nothing for one wire. */
void print_width(struct text *out, unsigned width);
/* Verilog: `width` wires from wire `low` up of a vector that has `whole` of them. A fresh string. */
char *slice(const char *name, unsigned whole, unsigned low, unsigned width);

#endif
