/* sorter.h: Batcher's sorting network of bit-serial words (1968). */
#ifndef FTC_MACHINES_SORTER_SORTER_H
#define FTC_MACHINES_SORTER_SORTER_H

#include "leaves/leaf.h"
#include "machines/serial_words.h"
#include "network/machine.h"
#include "parse/kind.h"

struct model;

extern const struct machine sorter_machine;
extern const struct kind sorter_kind;
extern const struct leaf words_leaf;	/* machine.c */

/* parameters.c: spec->own; the rest as in struct kind. */
struct sorter_parameters {
	struct serial_words serial;	/* first: serial_words.h */
	unsigned wires;			/* 2 .. 1024 */
};
const struct sorter_parameters *sorter_parameters(const struct spec *spec);
extern const struct key *const sorter_keys[];
bool read_sorter(const struct request *q);

/* model.c: as struct leaf has it, of words_leaf. Its ports are those of the Verilog. */
struct model *sorter_model(const struct network *net);

/* See struct machine. */
extern const struct verilog_bench sorter_bench;	/* bench.c */
extern const struct self_test sorter_self_test;	/* self_test.c */
int sorter_report(const struct spec *spec, bool files, struct findings *found);	/* report.c */
extern const struct simulator sorter_simulator;	/* simulate.c */
void sorter_lower(struct design *d, const struct network *net);	/* lower.c */

#endif
