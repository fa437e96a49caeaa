/* machine.h: a kind of network, and all that ftc does with it.
 *
 * A machine is one folder of compiler/machines/ with one constant of this type, which is all that the rest of the compiler
 * sees: spec->machine. Nothing outside machines/ asks which machine it has. It calls an entry, or finds NULL, and then
 * the command says in one message that this machine has no such thing (machine_lacks()).
 *
 * An entry calls down into the helpers of lower floors (tree_lower(), prove_concentrator(), ..): they are a library, not
 * a framework. docs/adding-a-machine.md goes through all entries.
 */
#ifndef FTC_NETWORK_MACHINE_H
#define FTC_NETWORK_MACHINE_H

#include <stdbool.h>

struct channel_tree;
struct verilog_bench;
struct design;
struct findings;
struct level_logic;
struct network;
struct node;
struct node_model;
struct output;
struct proofs;
struct self_test;
struct simulator;
struct spec;
struct text;

/* What `ftc route` asks for. */
struct route_request {
	unsigned source, destination;	/* two leaves */
	bool all;			/* all paths that have no node in common but their ends */
	unsigned seed;
};

struct machine {
	const char *name;		/* as reports name it: "off-line fat-tree" */
	bool reads_memories;		/* block RAM says in every clock what it does: that limits a board's clock (fpga/clock.c) */

	/* Can hardware be made of what was read? False after one message. NULL: always. */
	bool (*accept)(const struct spec *spec);
	/* Fills `net`, whose spec, spacing and empty plan library are set. Reads no file and cannot fail. */
	void (*elaborate)(struct network *net);
	/* Reads the files that the spec names into `net`, which is elaborated, and settles in net->own what they decide. False after
	 * one message. NULL: the spec names none. */
	bool (*load)(struct network *net);
	/* What a network joins, as JSON names their number, net->ends: "leaves". */
	const char *ends;
	/* The machine's paper counts levels from the leaves, which are level 0: so do all reports, drawings and messages. */
	bool levels_from_leaves;
	/* Fills `tree` with the channels as a scheduler sees them. NULL: nobody can say in advance which wires a message takes. */
	void (*channels)(const struct network *net, struct channel_tree *tree);
	/* Lowers the network into `design`, whose last module becomes the top. */
	void (*lower)(struct design *design, const struct network *net);
	/* What moves at a vertex of a tree (model/node_model.h); NULL: the C model does not know this machine. */
	const struct node_model *model;
	/* Adds the proofs of a network that has been lowered and emitted. NULL: there are none. */
	void (*prove)(struct proofs *list, const struct network *net);
	/* Adds what all vertices of one type of node are made of to `logic`, their plans apart, which the network counts (net->use), and
	 * the sums of what is added. NULL: the network has no nodes (net->node). */
	void (*add_node_logic)(const struct network *net, const struct node *node, struct level_logic *logic);
	/* `ftc report` of what was read, whether or not hardware can be made of it: text, JSON and, with `files`, what -o takes. An exit
	 * status (util/message.h), which is EXIT_DONE or follows one message. */
	int (*report)(const struct spec *spec, bool files, struct findings *found);
	bool report_has_files;
	/* `ftc route`: paths between two leaves as text, JSON and, with `files`, a drawing. Likewise. NULL: no path is known beforehand. */
	int (*route)(const struct spec *spec, const struct route_request *request, bool files, struct findings *found);
	/* It is an XGFT: embed/ has constructions that put guests on its leaves. */
	bool is_xgft;
	/* Adds the machine's drawing, NAME.svg, to `out`. NULL: it has none. */
	void (*draw)(const struct network *net, struct output *out);
	/* What a network is and how large, in a few words: "Batcher's sorter of 16 bit-serial words". */
	void (*describe)(const struct spec *spec, struct text *out);
	/* Its testbench in the generated folder (emit/emit.h); NULL: none. */
	const struct verilog_bench *bench;
	/* What a board tests it with (fpga/self_test.h); NULL: it has no self test. */
	const struct self_test *self_test;
	/* What drives it in `ftc simulate`, and checks it (simulate/simulate.h); NULL: nothing. */
	const struct simulator *simulator;
};

/* Says that `what`, a command or a thing to be made, is not for this machine. */
void machine_lacks(const struct spec *spec, const char *what);

#endif
