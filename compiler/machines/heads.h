/* heads.h: a node whose settings travel in the messages (Leiserson 1985, sections II and IV): the one description of its circuit.
 *
 *   wire ---> [head] ===edges===> wire ---> [head] ===edges===> output
 *
 * At the end of each wire in front of a stage of switches stands a head (rtl-templates/off-line/head.v). It takes the bits of
 * a message that name the edge by which the message goes on. A wire behind a stage is the OR of the edges that lead to it: no two
 * messages have the same wire. A wire with one edge has no bits, and its head is a register.
 *
 * The first bit of a code names the port, if the wire's edges lead to two groups of ports: Leiserson's address bit. The bits
 * behind it name the edge in the group. Of a group with no power of two of edges, the first ones are known by one bit less.
 *
 * Verilog, model, cost and codes are made from this description. Wires are numbered: inputs, wires between stages, outputs.
 * Every edge leads to a wire with a higher number.
 */
#ifndef FTC_MACHINES_HEADS_H
#define FTC_MACHINES_HEADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lower/design.h"
#include "plan/plan.h"

struct heads_edge {
	unsigned from, to;		/* wires */
	unsigned group;			/* 0, 1: of its wire's edges */
	unsigned code;			/* of from's bits, the first one highest */
	unsigned looks;			/* bits of the code by which the edge knows it: ones; the others do not matter */
};

struct heads_wire {
	unsigned bits;			/* B of its head; 0: a register, as for a wire with at most one edge */
	unsigned clear;			/* the number of the strobe that ends its message: see heads_lower() */
};

/* The way from some wires to the outputs of one port. */
struct heads_port {
	const struct plan *plan;	/* its concentrator, with settings; NULL or PLAN_WIRES: input i is output i */
	unsigned stages;		/* of it, at least 1; further ones are registers */
	unsigned *in, inputs;		/* wires */
	unsigned *first;		/* [stages]: the first wire behind each stage; that of the last is an output */
};

struct heads {
	unsigned inputs, outputs, wires;
	struct heads_wire *wire;	/* [wires] */
	struct heads_edge *edge;	/* by `to`, then by `from` */
	size_t edges;
	size_t *into;			/* [wires + 1]: the first edge to each wire */
	struct heads_port *port;
	unsigned ports;
};

/* A node without edges. Input i has clear[i]. */
struct heads *heads_new(unsigned inputs, unsigned outputs, const unsigned *clear);
/* Adds an edge from an input to an output, counted from 0. Edges of an input have at most two groups. */
void heads_edge(struct heads *h, unsigned input, unsigned output, unsigned group);
/* Adds a port: from these inputs, in order, by `stages` stages to outputs first .. first + count - 1. `plan` has inputs and
 * outputs for all, at most `stages` stages, and lives as long. The heads behind its stage t have clear number clear + t. An input
 * leads to at most two ports: the first of them is its group 0. */
void heads_port(struct heads *h, const struct plan *plan, unsigned stages, const unsigned *in, unsigned inputs, unsigned first,
		unsigned count, unsigned clear);
/* Stages that a port with this plan needs. */
unsigned heads_stages(const struct plan *plan);
/* To be called once, when all is there: sorts the edges, and gives them their codes. */
void heads_seal(struct heads *h);
void heads_free(struct heads *h);

/* The edge between two wires; NULL: there is none. */
const struct heads_edge *heads_find(const struct heads *h, unsigned from, unsigned to);
/* The way to an output 0 .. of a port, as the settings of its plan show it: wire[0 .. stages], from an input on. */
void heads_way(const struct heads *h, unsigned port, const bool *setting, unsigned output, unsigned *wire);
/* Raises longest[w], for each wire, to the most bits of a header from the wire's head on, if longest[] of the outputs is known. */
void heads_longest(const struct heads *h, unsigned *longest);
/* Which of the clears 0 .. count - 1 a head needs. */
bool heads_clears(const struct heads *h, unsigned low, unsigned count);

/* Flip-flops, exact, and LUT4, estimated. */
struct cost heads_cost(const struct heads *h);

/* Adds heads and edges to a module. `in` and `out`, which are taken over, are as wide as inputs and outputs; clear[] has a bit
 * for each number of a clear that a head with bits has. `resets`: a reset makes all wires idle; without it the first clears do. */
void heads_lower(const struct heads *h, struct module *m, struct design *d, struct bits in, struct bits out,
		 const struct bits *clear, bool resets);

/* Adds the proofs of heads of all lengths in a network. */
struct network;
struct proofs;
void prove_heads(struct proofs *list, const struct network *net);

/* The model: eight nodes at once, in the bits of a byte, a message's bits as they are: wires idle at 0. */
struct heads_model {
	const struct heads *heads;
	uint8_t *wire;			/* [wires] in this clock */
	struct head_state *state;	/* [wires] */
};
struct heads_model *heads_model_new(const struct heads *h);
void heads_model_free(struct heads_model *m);
/* Computes all wires but the inputs. They need no input of this clock. */
void heads_model_show(struct heads_model *m);
/* A rising edge, with the inputs in wire[]; clear[]: by the number of a clear, 0 or all ones. */
void heads_model_clock(struct heads_model *m, const uint8_t *clear);

#endif
