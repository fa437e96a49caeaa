/* builder.h: shared by the makers of plans (batcher.c, butterfly.c, ..): adds elements to a plan before it is
 * pipelined. */
#ifndef FTC_PLAN_BUILDER_H
#define FTC_PLAN_BUILDER_H

#include "plan/plan.h"

/* An empty plan with r inputs and s outputs. */
struct plan *plan_new(enum plan_kind kind, unsigned r, unsigned s);

/* Operands: slices are appended at the most significant end; width 0 adds nothing. */
struct operand operand_of(int signal, unsigned low, unsigned width);
void operand_append(struct operand *o, int signal, unsigned low, unsigned width);
void operand_append_operand(struct operand *o, const struct operand *more);
/* `width` wires of an operand from wire `low` up. */
struct operand operand_part(const struct operand *o, unsigned low, unsigned width);
void operand_free(struct operand *o);

/* Adds an array of `count` elements, valid until the next plan_add(). The outputs asked for (`first`, `second`) become
 * fresh signals of `count` wires (call: the called plan's outputs). */
struct element *plan_add(struct plan *p, enum element_kind kind, unsigned count, bool first, bool second);
/* Appends an input to an element, which takes over the operand. */
void element_input(struct element *e, struct operand o);

typedef const struct plan *make_plan(struct plan_library *library, unsigned r, unsigned s);
/* Appends s outputs to the plan: the wires of an operand, which it takes over, behind a concentrator by `make` if they
 * are more. */
void plan_concentrate(struct plan_library *library, struct plan *p, struct operand in, unsigned s, make_plan *make);
/* Adds a tree of picks of one of `count` operands, which it takes over, of `width` wires each. All picks of a layer of
 * the tree share their settings, which are a bit of the chosen operand's number. */
struct operand plan_pick(struct plan *p, struct operand *of, unsigned count, unsigned width);

/* The kinds of plans, unpipelined. */
struct plan *plan_batcher(unsigned r, unsigned s);
struct plan *plan_batcher_sorter(unsigned n);
/* A butterfly is a row of exchanges before two concentrators of half the size, made by `make`: plan_concentrator(). */
struct plan *plan_butterfly(struct plan_library *library, unsigned r, unsigned s, make_plan *make);
struct plan *plan_crossbar(unsigned r, unsigned s);
struct plan *plan_partial(struct plan_library *library, unsigned r, unsigned s);

/* Enters a finished plan; takes over its name. */
const struct plan *library_add(struct plan_library *library, struct plan *p, char *name);
/* The plan of that name, or NULL. */
const struct plan *library_named(const struct plan_library *library, const char *name);

/* Sets clocks and levels, inserts delays, sets latency and cost. Consumes `raw`, returns the finished plan. */
struct plan *plan_pipeline(struct plan *raw, const struct plan_library *library);
/* Sets when a plan whose clocks are set chooses, and its deepest strobe. */
void plan_find_choices(struct plan *p);
/* Then sets its cost. */
void plan_estimate(struct plan *p, const struct plan_library *library);

void plan_free(struct plan *p);

#endif
