/* compile.h: the compiler of circuits, stage by stage, from a circuit to an image.
 *
 *   netlist.h  read       a file becomes gates and flip-flops            read.c: blif.c, yosys_json.c, yosys.c
 *   logic.h    normalise  .. becomes NANDs with latches                  logic.c
 *              partition  every cell gets a mesh, every port bit a pin   partition.c
 *              messages   nets between meshes become messages, messages get delivery cycles and wires   messages.c
 *              lay out    cells get elements, pads border positions, nets wires: control words
 *                             place.c, then refine.c with route.c, all meshes by lay_out.c
 *              time       the step S, and the critical way hop by hop    time.c
 *   image.h    image      all of it in one file                          fill.c, image.c
 *   check.h    check      decodes the image and compares it with the circuit   check.c: shares nothing with the stages
 *
 * compile.c runs the stages, and runs some of them again with another seed, or with less in a mesh, where a later one
 * fails.
 */
#ifndef FTC_OVERLAY_COMPILE_H
#define FTC_OVERLAY_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

#include "overlay/image.h"
#include "overlay/logic.h"
#include "overlay/overlay.h"
#include "overlay/pins.h"
#include "schedule/schedule.h"

/* ---- partition ---- */

struct partition {
	unsigned meshes;			/* that hold something: a power of two, or fewer */
	unsigned *cell_mesh;			/* [cell] */
	unsigned *input_mesh, *output_mesh;	/* [port bit]: the mesh whose pin it has */
};
struct partition_request {
	unsigned most_meshes;			/* 1 .. o->meshes: may use so many */
	double fullest;				/* greatest share of a mesh's elements that hold cells, 0 .. 1 */
	unsigned long seed;
	const struct pin_places *pins;		/* port bits that must be in a mesh (pins.h); NULL: none */
};
/* False, without a message, if the cells or port bits do not fit; `why`, a fresh string, then says what was short. */
bool partition_make(struct partition *p, const struct overlay *o, const struct logic *l, const struct partition_request *q,
		    char **why);
void partition_free(struct partition *p);

/* ---- messages ---- */

/* A net that leaves its mesh: a literal in one polarity. It goes out on one position, so on one wire, in all its cycles. */
struct traveller {
	struct literal literal;
	unsigned mesh;				/* where it comes from */
	unsigned wire;				/* of that leaf's channel up */
	unsigned *message;			/* [count] its messages */
	unsigned count;
};
/* A traveller on its way to one foreign mesh. */
struct message {
	unsigned traveller;
	unsigned to;				/* mesh */
	unsigned cycle;				/* 0 .. cycles - 1 */
	unsigned wire;				/* of the channel down to that leaf, on which it arrives */
};
struct messages {
	struct traveller *traveller;
	size_t traveller_count;
	struct message *message;
	size_t count;
	unsigned cycles;			/* d, at least 1 */
	struct load_factor lambda;
	struct message_set set;			/* the same messages, for the scheduler and reports */
	struct schedule schedule;
};
/* Makes the messages and their cycles and wires, and sets the nodes' settings (not the leaves', which follow from the
 * positions) in `image`, which it starts. `least_cycles`: d must be at least this. False, without a message and with `why`
 * as above, if more than o->depth cycles would be needed. */
bool messages_make(struct messages *m, struct image *image, const struct overlay *o, const struct logic *l,
		   const struct partition *p, unsigned least_cycles, char **why);
void messages_drop(struct messages *m);

/* ---- place, route and time ---- */

/* A border position in use. In: its register drives a net of the mesh. Out: a net of the mesh ends in its wire. */
struct pad {
	bool in;
	int pin;				/* 1: it must lie at a pin; 0: at a tree position on `wire` */
	unsigned wire;
	unsigned port_bit;			/* of a pin: in netlist->input or netlist->output */
	unsigned index;				/* of a tree position: in: the message; out: the traveller */
	int fixed;				/* border position that it must have; -1: free */
	unsigned border;			/* set by meshes_lay_out(): its border position, its own among pads of its way */
};
struct net_end {
	bool is_pad;
	unsigned index;				/* of the pad; of the cell, counted in the mesh */
	unsigned operand;			/* as a sink, of a cell: 1 x, 2 y, 3 both (they are equal: one side serves both) */
};
/* A literal within a mesh: one driver, its sinks. */
struct mesh_net {
	struct literal literal;
	struct net_end driver;			/* a cell (its g, not g, s or not s, by `literal`), or a pad with `in` */
	struct net_end *sink;
	size_t sink_count;
};
struct mesh_task {
	unsigned mesh, side;
	unsigned *cell;				/* [cells]: in logic->cell */
	unsigned cells;
	struct pad *pad;
	unsigned pads;
	struct mesh_net *net;
	size_t nets;
	/* Set by meshes_lay_out(). */
	unsigned *row, *column;			/* [cells] */
	uint16_t *control;			/* [side * side], row by row */
	unsigned *hops;				/* [sum of sink counts, net after net]: elements between driver and sink: the wires
						   passed, each a clock. A pad's element counts, too */
};
/* Makes the tasks of all meshes, [o->meshes], in mesh order. */
struct mesh_task *mesh_tasks_make(const struct overlay *o, const struct logic *l, const struct partition *p,
				  const struct messages *m);
void mesh_tasks_free(struct mesh_task *tasks, unsigned count);

/* Places all meshes by annealing and routes them by negotiated congestion, together, so that what one mesh does late in a
 * step others do early: sets everything of the tasks that is left to set. Bounded work, by `effort` 1 .. 10; the cells and
 * pads must have room. False, without a message and with nothing set, when conflicts remain: *short_by wires were asked for
 * twice. */
bool meshes_lay_out(struct mesh_task *tasks, const struct overlay *o, const struct logic *l, const struct partition *p,
		    const struct messages *m, unsigned long seed, unsigned effort, unsigned *short_by);

/* A hop of the critical way, for people: "(1,3,4) gate n12", "message n12 to mesh 2 in cycle 1". */
struct way {
	char *what;
	unsigned clock;				/* when it is steady */
};
struct timing {
	unsigned step;				/* S */
	struct way *way;			/* the critical way from its beginning */
	size_t ways;
	double **criticality;			/* [mesh][as hops]: 0 .. 1 */
};
/* The arrival of everything, from the tasks' hops (docs/explanation/area-universal-circuit.md has the rule). */
void timing_make(struct timing *t, const struct overlay *o, const struct logic *l, const struct partition *p,
		 const struct messages *m, const struct mesh_task *tasks);
void timing_free(struct timing *t, unsigned meshes);

/* ---- the whole ---- */

struct compile_request {
	enum logic_model model;
	unsigned long seed;
	unsigned effort;			/* 1 .. 10 */
	const char *pins;			/* file of --pins, or NULL */
	unsigned most_meshes;			/* 0: all of the device */
	bool spread;				/* use that many meshes even if fewer would do */
};
/* What the compiler has found, for its report and pictures. */
struct compiled {
	struct netlist netlist;
	struct logic logic;
	struct partition partition;
	struct messages messages;
	struct mesh_task *task;			/* [overlay->meshes] */
	struct timing timing;
	struct image image;
	unsigned attempts;
	unsigned wanted_side;			/* where the device was too small: meshes of this side would probably do; else 0 */
};
/* Compiles a circuit that has been read into c->netlist, and checks the image. False after one message; then *status says
 * which exit status, and c->wanted_side what to suggest. The caller calls compiled_free() in any case. */
bool compile_circuit(struct compiled *c, const struct overlay *o, const struct compile_request *q, int *status);
void compiled_free(struct compiled *c, const struct overlay *o);

#endif
