/* machine.h: a kind of network, and all that ftc does with it.
 *
 * A machine is one folder of compiler/machines/ with one constant of this type. The rest of the compiler sees only this
 * constant, as spec->machine, and never asks which machine it is: it calls an entry. If the entry is NULL, the command
 * says in one message that this machine has no such thing (machine_lacks()).
 *
 * An entry calls down into the helpers of lower floors (tree_lower(), prove_concentrator(), ..): they are a library,
 * not a framework. docs/contributing/adding-a-machine.md goes through all entries.
 */
#ifndef FTC_NETWORK_MACHINE_H
#define FTC_NETWORK_MACHINE_H

#include <stdbool.h>

#include "parse/spec.h"

struct application;
struct channel_tree;
struct verilog_bench;
struct delivery;
struct design;
struct findings;
struct level_logic;
struct message_form;
struct message_list;
struct message_set;
struct network;
struct network_graph;
struct node;
struct node_model;
struct overlay;
struct output;
struct prediction;
struct proofs;
struct proposals;
struct reference_tree;
struct request;
struct self_test;
struct simulator;
struct slot_model;
struct spec;
struct text;

/* What `ftc route` asks for. */
struct route_request {
	unsigned source, destination;	/* two of machine->ends */
	bool all;			/* all paths, disjoint but for their ends */
	unsigned seed;
	bool seeded;			/* the user has given the seed */
	uint64_t payload;		/* of the word, where the way shows it: report.shows_word */
};

/* What `ftc verify --image` asks for: files. */
struct image_request {
	const char *image;		/* of a device */
	const char *against;		/* the circuit that it shall be */
	const char *top;		/* its module; NULL: Yosys finds it */
};

/* The way of a word through the network, from end to end. */
struct word_way {
	unsigned count;			/* of vertices, both ends included; 1: the word does not leave its end */
	/* As the machine's drawing names them (util/svg.h). `wires`: of the link to the next one; it takes as many words in a slot. Two chips have
	 * ways over the link between them. */
	struct { unsigned level, index, wires; } vertex[2 * MAXIMUM_LEVELS + 2];
};

/* What is dead from some clock on, in a network with fault registers. */
struct strike {
	bool *dead;			/* [bits]: of the register, in the order in which they are shifted in */
	unsigned bits;
	bool ends_die;			/* messages for some ends wait until these live again */
};

/* How a machine takes a guest graph on its leaves. */
enum guests {
	GUESTS_NONE,
	GUESTS_BY_CONSTRUCTION,		/* Oehring's embeddings of rings, meshes, cubes ..: embed/, for XGFTs */
	GUESTS_BY_AREA,			/* any network in the plane, by Bay's Theorem 5: universal/, for networks with a reference tree */
	GUESTS_BY_UNIVERSALITY,		/* any network, by Leiserson's Theorem 10: universal/, for fat-trees */
};

/* Equal elements of the hardware, in rows and columns. */
struct element_arrays {
	unsigned arrays, rows, columns;
	const char *path;		/* in an array, to the instance in row R and column C: "rows[R].columns[C].here" */
};

/* The slowest path of a network, in nanoseconds: `first`, `element` for each element between two registers, and `wire` times
 * the square root of the network's logic cells. Fitted to tests/network/clocks.tsv; `first` is 0 where nothing was measured. */
struct clock_fit {
	double first, element, wire;
};

/* Clocks that were measured with a machine on parts of one family. */
struct machine_clock {
	const char *family;		/* its word in parameter files (parse/family.h); NULL: the list has ended */
	/* All networks reach it on the family's fastest parts, in MHz, or, where there is a fit, all but those of which that says
	 * less; 0: that of the board. It is the default where the board's is faster (fpga/clock.h). */
	unsigned fastest_mhz;
	struct clock_fit fit;
};
enum { MEASURED = 8 };			/* families, at most */

/* The network as a graph. */
struct machine_shape {
	/* Nodes store messages and send them on: no leaf sends one twice, and there are no tries to count. */
	bool forwards;
	/* All reports, drawings and messages count levels from the leaves, level 0, as the machine's paper does. */
	bool levels_from_leaves;
	/* Fills `tree` with the channels as a scheduler sees them. NULL: the wires that a message takes are not known
	 * in advance. */
	void (*channels)(const struct network *net, struct channel_tree *tree);
	/* Fills `tree` with the reference tree of the network as a graph (network/reference.h), even if no hardware can be
	 * made of it. False after one message. NULL: the graph has no such tree. */
	bool (*reference)(const struct spec *spec, struct reference_tree *tree);
	/* Makes that graph (network/graph.h) of a spec that has a reference tree. NULL: it is the reference tree itself. */
	void (*graph)(const struct spec *spec, struct network_graph *graph);
	/* How `ftc embed` puts a guest on the machine's leaves; 0: not at all. */
	enum guests guests;
	/* The network is an XGFT whose messages may be given slots and parents ahead of time (machines/phases.h). */
	bool phases;
};

/* The Verilog, its cost, and what is proved of it. */
struct machine_hardware {
	/* Lowers the network into `design`, whose last module becomes the top. */
	void (*lower)(struct design *design, const struct network *net);
	/* What `auto` of this key stands for in the network, for the header of its Verilog; 0: nothing that its reader needs. */
	unsigned (*resolved)(const struct network *net, const char *key);
	/* The arrays of elements in the lowered network, which have a floorplan on some devices (fpga/floorplan.h). NULL: there
	 * are none. */
	struct element_arrays (*arrays)(const struct network *net);
	/* Adds the logic of all vertices of one type of node to `logic`, without their plans, which the network counts
	 * (net->use), and without the sums. NULL: the network has no nodes (net->node). */
	void (*add_node_logic)(const struct network *net, const struct node *node, struct level_logic *logic);
	/* Adds the proofs of a network that has been lowered and emitted. NULL: there are none. */
	void (*prove)(struct proofs *list, const struct network *net);
	/* The testbench in the generated folder (emit/emit.h); NULL: none. */
	const struct verilog_bench *bench;
};

/* What becomes of messages: the model in C, simulations, and what is known in advance. */
struct machine_model {
	/* The C model of a vertex of a tree (model/node_model.h); NULL: the machine has no C model. */
	const struct node_model *node;
	/* Which messages pass a frame slot (model/slots.h): how often a message is tried follows. NULL: not known. */
	const struct slot_model *slots;
	/* Sends one set of messages through the network's model, to the last arrival (model/delivery.h). NULL: the clocks
	 * of a set are not known. */
	void (*deliver)(const struct network *net, const struct message_set *set, struct delivery *delivery);
	/* What the network will deliver, and how soon (network/prediction.h). NULL: nothing is known in advance. */
	void (*predict)(const struct network *net, struct prediction *p);
	/* For what traffic, if it is not words for ends that are drawn uniformly; NULL: it is. */
	const char *predicts_for;
	/* The driver and checker of `ftc simulate` (simulate/simulate.h); NULL: none. */
	const struct simulator *simulator;
	/* Reads messages that go with their ways, of a network whose words bring these (list->way): as messages_read(), with its
	 * `form`, of any other network. NULL: as messages_read(). */
	bool (*messages)(struct message_list *list, const char *path, const struct network *net, const struct message_form *form);
	/* Reads the faults of a strike, joined by '+', none of them for an empty text, of a network with fault registers.
	 * False after one message, whose place is `place`. The caller frees strike->dead. NULL: no part of such a network
	 * dies while `ftc simulate` runs it. */
	bool (*strike)(const struct network *net, const char *place, const char *faults, struct strike *strike);
	/* Sets up the spec for a network that sends these messages in one round. False after one message. NULL: it does not
	 * send in rounds. */
	bool (*one_round)(struct spec *spec, const struct message_list *list);
};

/* The network on an FPGA. */
struct machine_board {
	struct machine_clock clock[MEASURED];	/* of the families that were measured: machine_clock() */
	/* Networks of this kind are of use on a board only: `ftc generate` warns of those that no known board holds. */
	bool for_boards;
	/* Whether a part of the target's family with that many block RAMs holds what the network keeps in them. False after one
	 * message, which names the board. NULL: only synthesis shows how many it takes. */
	bool (*check_rams)(const struct network *net, const char *board, unsigned long block_rams);
	/* The self test on a board (fpga/self_test.h); NULL: none. */
	const struct self_test *self_test;
	/* What a host does with such a network on a board (fpga/application.h): `ftc build` takes it if there is no self test.
	 * NULL: it sends messages from leaf to leaf. */
	const struct application *host;
};

/* What commands say of a network. */
struct machine_report {
	/* `ftc report` of a spec, even if no hardware can be made of it: text, JSON and, with `files`, the files for
	 * -o. Returns EXIT_DONE, or another exit status (util/message.h) after one message. */
	int (*show)(const struct spec *spec, bool files, struct findings *found);
	bool has_files;
	/* `ftc report --messages`: what becomes of the messages of a file, if they all are there at once, as text and JSON.
	 * Returns likewise. NULL: that is not known in advance. */
	int (*messages)(const struct spec *spec, const char *path, struct findings *found);
	/* `ftc route`: paths between two ends as text, JSON and, with `files`, a drawing; without a drawing, -o writes
	 * the text and the JSON. Returns likewise. NULL: paths are not known in advance. */
	int (*route)(const struct spec *spec, const struct route_request *request, bool files, struct findings *found);
	bool shows_word;		/* it shows the bits of a word on its way */
	/* Adds the machine's drawing, NAME.svg, to `out`. NULL: it has none. */
	void (*draw)(const struct network *net, struct output *out);
	/* Fills `way` with the only way that words for `destination` take from `source`. False: there are several, and chance
	 * or other words choose. NULL: there always are, or nodes pass words on as they see fit. */
	bool (*way)(const struct network *net, unsigned source, unsigned destination, struct word_way *way);
	/* Adds parameter sets that are worth a comparison, for the ends and the payload of the list (network/proposals.h).
	 * NULL: the machine joins no leaves that send each other words. */
	void (*propose)(struct proposals *list);
};

/* A network that runs circuits. */
struct machine_circuits {
	/* Fills `o` with the device as the compiler of circuits sees it (overlay/overlay.h). NULL: the network runs no
	 * circuits. */
	void (*overlay)(const struct network *net, struct overlay *o);
	/* Adds the proofs that an image of the device computes a circuit. False after one message; *status is then the exit
	 * status. NULL: the network runs no circuits. */
	bool (*prove_image)(struct proofs *list, const struct network *net, const struct image_request *q, int *status);
};

struct machine {
	const char *folder;		/* in compiler/machines/: "off-line" */
	const char *name;		/* as reports name it: "off-line fat-tree" */
	/* Appends kind and size of a network in a few words: "Batcher's sorter of 16 bit-serial words". */
	void (*describe)(const struct spec *spec, struct text *out);
	/* What makes networks of this kind smaller, for messages: "fewer wires". */
	const char *smaller;
	/* What the network joins, in a word: "leaf". */
	const char *end;
	/* Several: "leaves". JSON's name for their number, net->ends. */
	const char *ends;
	/* The number of the first of them, where users name them; its label, too, if the network has no levels. */
	unsigned first_end;

	/* Called when the kind of network has read its keys (struct kind): reads those of KEY_OWN that only this machine
	 * has, checks the dependencies between keys, and sets the leaf. A wrong value is one message and false. */
	bool (*read)(const struct request *q);
	/* Whether hardware can be made of the spec. False after one message. NULL: always. A machine that is only analysed
	 * refuses all, and has neither elaborate() nor lower(). */
	bool (*accept)(const struct spec *spec);
	/* Fills `net`, whose spec, spacing and empty plan library are set. Reads no file and cannot fail. */
	void (*elaborate)(struct network *net);
	/* Reads the files that the spec names into the elaborated `net`, and completes net->own from them. False after
	 * one message. NULL: the spec names none. */
	bool (*load)(struct network *net);

	struct machine_shape shape;
	struct machine_hardware hardware;
	struct machine_model model;
	struct machine_board board;
	struct machine_report report;
	struct machine_circuits circuits;
};

/* All machines that this ftc was built with, in the order in which `ftc explore` shows them; NULL ends the list
 * (machines/machines.c). */
extern const struct machine *const network_machines[];

/* For struct kind, read: sets the machine that the spec's keys choose, and has it read the rest. False after a
 * message. */
bool machine_read(const struct request *q);

/* Reads messages as the machine does, or by messages_read(). False after a message. */
bool machine_messages(struct message_list *list, const char *path, const struct network *net, const struct message_form *form);

/* Whether messages may come from elsewhere than a file of them. False after a message: they need ways. */
bool machine_draws_messages(const struct spec *spec);

/* Whether the network is on one chip, as `command` expects. False after a message: a link joins it to another one. */
bool machine_on_one_chip(const struct spec *spec, const char *command);

/* Reports the error that this machine has no `what`, a command or a thing to be made; returns false. */
bool machine_lacks(const struct spec *spec, const char *what);

#endif
