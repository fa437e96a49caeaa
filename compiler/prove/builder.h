/* builder.h: what makers of proofs share: circuits, scripts, and proofs that are lists of equations. */
#ifndef FTC_PROVE_BUILDER_H
#define FTC_PROVE_BUILDER_H

#include "prove/proof.h"

enum { MOST_EXPOSED = 32 };

/* The circuit under proof: the module `module`, read from rtl/. */
struct circuit {
	const struct proofs *list;
	char *subject;
	char *module;			/* "tree_node_1" */
	char *parameters;		/* of the module: "-chparam WIDTH 4"; or NULL */
	struct text reads;		/* script: the commands that read it */
	struct text boxes;		/* script: the commands that empty modules once their parameters are set */
	struct text monitors;		/* script: the commands that read further monitors */
	bool resets;			/* it has an input `rst`, which stays 0 */
	bool any_state;			/* initial values of its registers and memories are left out */
	bool clocks;			/* it has clocks of its own that are inputs, and a step of the proof may have an edge of each or none */
	bool cut;			/* the instances of modules read as boxes become ports, "INSTANCE.PORT" */
	bool wrapped;			/* by module `circuit` of proof/SUBJECT_circuit.v; else no wrapper */
	unsigned long cells;		/* its LUTs and flip-flops */
};

/* Starts a circuit: the emitted module `name` (without the prefix); "": the top, which then needs a subject. */
struct circuit circuit_of(const struct proofs *list, const char *name);
/* Adds a module that the circuit needs: as it is; as a box to cut out; or as a box whose ports depend on its
 * parameters. */
void circuit_reads(struct circuit *c, const char *name);
void circuit_cuts(struct circuit *c, const char *name);
void circuit_cuts_derived(struct circuit *c, const char *name);
/* Adds all templates that the template is made of, however deep, but those of the list `but` (ends with NULL; NULL: none) and what
 * only they need. */
void circuit_reads_parts(struct circuit *c, const char *template, const char *const *but);
/* Takes the instances of a module out of the circuit itself, and frees what they drive. */
void circuit_frees(struct circuit *c, const char *name);
/* Cuts out the circuit's delay lines. */
void circuit_cuts_lines(struct proofs *list, struct circuit *c);
/* Cuts out the instances of an emitted module, and shows their parameters: the monitor `stand_in` takes
 * its place, and has one instance, of its own name, of a module `proof_STAND_IN` without a body. */
void circuit_cuts_telling(struct proofs *list, struct circuit *c, const char *name, const char *stand_in);
/* Puts a monitor (rtl-templates/FOLDER/proof/) beside the proofs, once. */
void proofs_watch(struct proofs *list, const char *monitor);
/* Adds a monitor that the monitor or the module `proof` instantiates. */
void circuit_watches(struct proofs *list, struct circuit *c, const char *name);
/* Likewise a template, which lies beside the monitors then. No monitor has its name. */
void circuit_uses(struct proofs *list, struct circuit *c, const char *template);
/* Wraps the circuit: `verilog`, taken over, holds module `circuit`. */
void circuit_wrap(struct proofs *list, struct circuit *c, struct text *verilog);
void circuit_free(struct circuit *c);

/* The parameters of an instance, as the Verilog has them, as options of Yosys: "-chparam WIDTH 4"; strings are left
 * out, and `except`, unless NULL. A fresh string. */
char *parameter_options(const struct instance *i, const char *except);

/* The parameters of one proof. */
struct run {
	const char *monitor;		/* file in rtl-templates/FOLDER/proof/, without ".v" */
	const char *parameters;		/* of the monitor: "-chparam R 4"; or NULL */
	unsigned steps;			/* clocks that are unrolled */
	unsigned skip;			/* clocks in which `ok` need not hold yet */
	bool fork;			/* two runs from one state */
	bool induction;			/* temporal induction instead, with at most `steps` */
	const char *expose[MOST_EXPOSED];	/* registers of the circuit that become ports for the monitor: patterns
						   of select, the last one NULL */
};

/* Adds a proof of the circuit. `verilog`, taken over, holds the module `proof`; NULL: the monitor is the whole proof,
 * and instantiates the module `circuit`. The caller fills in `shown` and `parts` of the result, which is valid until
 * the next proof is added. */
struct proof *circuit_prove(struct proofs *list, const struct circuit *c, const char *property, const char *what,
			    const char *claim, const struct run *run, struct text *verilog);

/* A proof that is a list of equations, each between two vectors, one later than the other: module `proof`, under
 * construction. Begin with zeroes; parts_prove() frees it.
 *
 * Vectors are named by strings: a net, "in"; some of its bits, "in[3]", "in[5:2]"; a number, "8'd3", "2'b01"; vectors
 * side by side, the last one lowest, "{right, left}"; one so many times, "{4{rst}}". A net may be declared later. */
struct parts {
	struct design *design;		/* NULL: nothing is under construction */
	struct module *module;
	struct pending *pending;	/* connections and values, until all nets are there */
	size_t pending_count;
	struct text meanings;		/* of the equations, one line each */
	char **name;			/* strings that live as long as the parts */
	size_t name_count;
	unsigned count;
	unsigned depth;			/* greatest delay of an equation, in clocks */
	const char *expose[MOST_EXPOSED];	/* as in struct run */
};

/* A string, made as by printf, that lives as long as the parts. */
const char *parts_name(struct parts *parts, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The name of `width` bits from bit `low` up, of a net with `whole` bits. */
const char *parts_slice(struct parts *parts, const char *net, unsigned whole, unsigned low, unsigned width);
/* The name of vectors side by side, the first one lowest. */
const char *parts_beside(struct parts *parts, const char *const *vector, size_t count);
/* Adds a net; `value` is a vector, or NULL: the caller's instances drive it. */
void parts_wires(struct parts *parts, unsigned width, const char *name, const char *value);
/* Adds a net that is free in every clock. */
void parts_input(struct parts *parts, unsigned width, const char *name);
/* Vectors made of others, of `width` bits: their names. */
const char *parts_not(struct parts *parts, unsigned width, const char *of);
const char *parts_and(struct parts *parts, unsigned width, const char *a, const char *b);
const char *parts_or(struct parts *parts, unsigned width, const char *a, const char *b);
const char *parts_xor(struct parts *parts, unsigned width, const char *a, const char *b);
const char *parts_choice(struct parts *parts, unsigned width, const char *which, const char *one, const char *zero);
/* Bits: whether one bit of a vector is 1; whether two vectors are equal, or not. */
const char *parts_any(struct parts *parts, const char *of);
const char *parts_equal(struct parts *parts, const char *a, const char *b);
const char *parts_differ(struct parts *parts, const char *a, const char *b);
/* Adds an instance, whose name is printf-like, of a monitor that parts_prove() reads: `later`, `addressed`, `chosen`,
 * `moving` or `reading`. Returns its number, for the two functions below. */
size_t parts_instance(struct parts *parts, const char *monitor, const char *name, ...)
	__attribute__((format(printf, 3, 4)));
void parts_parameter(struct parts *parts, size_t instance, const char *name, unsigned long value);
void parts_connect(struct parts *parts, size_t instance, const char *port, const char *vector);
/* Connects the clock of the module under proof and, if it has one, its reset, which stays 0. */
void parts_clock(struct parts *parts, bool reset);
/* Connects a port of the module under proof, or of an instance cut out of it ("way_up.in"), to a new net: one that the
 * circuit drives, or an input. */
void parts_port(struct parts *parts, bool drives, const char *port, const char *net, unsigned width);
/* Does so for a port of an instance cut out; returns the net's name. */
const char *parts_cut(struct parts *parts, bool drives, const char *instance, const char *port, unsigned width);
/* Adds the equation: `later` always equals `now` of `clocks` ago; both are vectors of `width` bits. */
void parts_same_later(struct parts *parts, const char *meaning, unsigned width, const char *now, unsigned clocks,
		      const char *later);
/* Does the same, except in clocks in which the bit `unless` is 1. NULL: never. */
void parts_same_later_unless(struct parts *parts, const char *meaning, unsigned width, const char *now, unsigned clocks,
			     const char *later, const char *unless);
/* Adds, and returns the name of, what `of` was `clocks` ago. */
const char *parts_later(struct parts *parts, unsigned width, const char *of, unsigned clocks);
/* Equations for the ports `favor` and `chance` of an instance cut out, a plan's: the strobe `start` reaches it `clocks`
 * later, and `chance` at once. `favor`: what its own must equal; NULL: it is made of the strobe and `chance`. */
void parts_chances(struct parts *parts, const struct plan *plan, const char *instance, const char *start,
		   unsigned clocks, const char *favor, const char *chance);
/* Adds, and returns the name of, what a port with this address of `bits` bits must get of the net `in`
 * (rtl-templates/plan/proof/addressed.v); `copy` is NULL where messages are not copied. */
const char *parts_addressed(struct parts *parts, const char *in, unsigned width, const char *start, const char *copy,
			    unsigned bits, unsigned address);
/* Adds the proof of all equations, from any state; frees the parts. */
struct proof *parts_prove(struct proofs *list, struct circuit *c, const char *property, const char *what,
			  const char *claim, struct parts *parts);

/* Adds the net `name`, of `width` bits, with the value in row i of a table, i a number with the bits `bit`, the lowest
 * first. The table has 2^bits rows and becomes a decision diagram. */
void parts_table(struct parts *parts, const char *name, unsigned width, const char *const *bit, unsigned bits,
		 const uint16_t *row);

/* A proof about circuits that Yosys reads in other forms than emitted RTL. */
struct scripted {
	const char *monitor;		/* names the kind */
	const char *subject, *property, *what, *claim;	/* as in struct proof; its name is SUBJECT_PROPERTY */
	unsigned long size;
	bool undefined;			/* x has a meaning of its own; inputs are defined */
	/* Commands that leave one module, `proof`, without state, whose output `ok` is to be 1 whatever its inputs are; and such
	 * commands for a wrong goal of this kind. Both are taken over. */
	struct text prepare, plant;
};
/* Adds such a proof. The caller adds the files that its commands read, and fills in `shown` and `parts` of the
 * result, which is valid until the next proof is added. */
struct proof *prove_by_script(struct proofs *list, struct scripted *s);

/* Adds what a search has shown, without Yosys, and the search's wrong goal: whether it `holds`, too. `search` names the
 * kind. `counterexample`, taken over: lines; NULL if `holds`. */
void prove_by_search(struct proofs *list, const char *search, const char *subject, const char *what, const char *claim,
		     bool holds, char *counterexample, bool wrong_goal_holds);

/* The proof of this name; NULL: there is none. */
const struct proof *proofs_find(const struct proofs *list, const char *name);

/* Adds a proof of a delay line by itself, unless there is one. */
void prove_delay(struct proofs *list, const struct network *net, unsigned width, unsigned depth);
/* The delay line `instance` of a node or router under proof, cut out; `meaning` says what `turns`, its input. Returns
 * the name of its output, which is free. A turning message reaches the line `before` clocks after the M bits from
 * below, and stays until a strobe has gone from here over the top of the tree and back. */
const char *parts_delay(struct parts *parts, const struct network *net, const struct node *node, unsigned before,
			const char *instance, unsigned width, const char *turns, const char *meaning);

#endif
