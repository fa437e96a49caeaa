/* proof.h: the proofs of a network, as files for Yosys, and their results.
 *
 * A proof is about the emitted Verilog, not about a model of it. Its files:
 *
 *   proof/SUBJECT_circuit.v    module `circuit`: the module under proof, with its outputs brought into one clock
 *   proof/PROPERTY.v           a monitor of rtl-templates/FOLDER/proof/, which drives and watches such a circuit; its header
 *                              states the property and why it is the one that users need
 *   proof/SUBJECT_PROPERTY.v   module `proof`: joins the two, with their sizes
 *   proof/SUBJECT_PROPERTY.ys  the script: `yosys proof/SUBJECT_PROPERTY.ys` repeats the proof by hand
 *   proof/plant_MONITOR.ys     the same script for a circuit whose outputs are free: a wrong goal, which the solver must
 *                              refute before its proofs with that monitor are believed
 *
 * Most proofs have this form: a circuit in an arbitrary state runs for `steps` clocks with free inputs; in the last
 * clocks the monitor's `ok` is 1. A SAT solver finds inputs for which `ok` is 0, or shows that there are none.
 */
#ifndef FTC_PROVE_PROOF_H
#define FTC_PROVE_PROOF_H

#include <stdbool.h>
#include <stddef.h>

#include "network/network.h"
#include "lower/design.h"
#include "util/output.h"
#include "util/process.h"
#include "util/text.h"

enum proof_result {
	PROOF_WAITING,		/* not tried */
	PROOF_DONE,
	PROOF_FAILED,		/* there is a counterexample */
	PROOF_TIMED_OUT,
	PROOF_TOO_LARGE,	/* not tried: it would not fit into memory */
	PROOF_OUT_OF_MEMORY,
	PROOF_KILLED,		/* by a signal */
	PROOF_BROKEN,		/* the answer is not understood: no verdict on this goal, or more than one */
	PROOF_DOUBTED,		/* said to be proved by a solver that did not refute a wrong goal of this kind */
};

enum { MAXIMUM_SHOWN = 4 };

/* A size above every limit. */
enum { MORE_THAN_FITS = 1 << 30 };

/* An output of module `proof` that helps to explain a failure. */
struct shown {
	const char *signal;
	const char *meaning;	/* of the bits that are 1: "inputs with a message" */
};

struct proof {
	char *subject;		/* "concentrator_10_4" */
	char *what;		/* "concentrator 10 -> 4, butterfly" */
	const char *claim;	/* "a message is lost only when all outputs carry one" */
	char *name;		/* stem of its files: "concentrator_10_4_delivery" */
	char *bound;		/* all values that it has of its place in the network, if the catalogue has made it; or NULL */
	const char *monitor;	/* "delivery": proofs with one monitor are of one kind */
	bool by_search;		/* ftc's own, not Yosys': it has a result from the beginning */
	bool induction;		/* temporal induction, whose verdict has words of its own */
	unsigned long size;	/* LUTs and flip-flops times unrolled clocks: decides whether it is tried */
	struct shown shown[MAXIMUM_SHOWN];
	struct text bit_names[MAXIMUM_SHOWN];	/* of these, a line for each bit; empty: their numbers are shown */
	struct text parts;	/* if `ok` consists of the bits of an output `parts`: a line about each */

	enum proof_result result;
	double seconds;
	char *counterexample;	/* lines; NULL unless result is PROOF_FAILED */
	struct text log;	/* what Yosys printed */
};

/* What Yosys prints on one line at the end of a run. The halves stand apart wherever it reads them: a tool that only
 * repeats its input does not print the whole. */
struct proof_mark {
	char half[2][17];
};

/* A wrong goal of one kind, made of the smallest circuit with that monitor. */
struct plant {
	struct proof proof;
	struct text script;
	unsigned long size;	/* of the circuit's proof */
};

/* The proofs of a network, and their files. */
struct proofs {
	struct proof *item;
	size_t count;
	struct plant *plant;	/* one for each monitor */
	size_t plant_count;
	struct output files;
	const char *prefix;	/* of module names */
	struct text about;	/* lines that say what is proved, below the head of the text; empty: nothing more */
	struct json_t *facts;	/* the same as an object, whose members JSON shows, too; NULL: none */
	bool incomplete;	/* a monitor could not be read, as a message has said */
};

/* The way to prove a concentrator. */
enum proof_method {
	PROOF_AUTO,		/* as a whole where that is quick, else by rows */
	PROOF_WHOLE,
	PROOF_BY_ROWS,		/* a butterfly: its row; the halves have their own proofs */
};

/* Adds the proof of a concentrator. Shared parts are proved once. */
void prove_concentrator(struct proofs *list, const struct plan *plan, enum proof_method method);

/* Adds the scripts of the plants to list->files, once all proofs have been added. */
void proofs_add_plants(struct proofs *list);

/* Runs one proof in `directory`, which holds its files, for at most `timeout` seconds; 0: there is no limit. */
void proof_run(struct proof *proof, const char *yosys, const char *directory, unsigned long timeout);
/* Does so, after the plant of its kind, if that has not run yet. Without a refuted plant nothing is proved. */
void proofs_run(struct proofs *list, struct proof *proof, const char *yosys, const char *directory,
		unsigned long timeout);
/* Judges what Yosys said in one run. PROOF_DONE takes all of this: the run ended by itself with status 0; the log names
 * this goal, then has the solver's line of success, once, and ends with `mark`, which nobody could guess; there is
 * neither a warning nor an error. PROOF_FAILED takes a clock of a counterexample in which `ok` is 0. `log` loses the
 * mark. */
enum proof_result proof_judge(const struct proof *proof, const struct process_result *result, struct text *log,
			      const struct proof_mark *mark);

const char *proof_result_name(enum proof_result result);
void proofs_free(struct proofs *list);

#endif
