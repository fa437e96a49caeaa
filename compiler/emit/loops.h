/* loops.h: runs of instances that differ only in their number: one generate loop each. */
#ifndef FTC_EMIT_LOOPS_H
#define FTC_EMIT_LOOPS_H

#include <stdbool.h>
#include <stddef.h>

#include "lower/design.h"
#include "util/text.h"

/* Instances NAME_0, NAME_1, .. of one module with the same parameters. In each connection every slice of a net moves by one
 * step from instance to instance, or from each `period` instances to the next, or stays. */
struct loop {
	const struct instance *first;	/* the others follow it in the module's list */
	size_t count;			/* at least SHORTEST_LOOP */
	size_t name_length;		/* of NAME */
};

enum { SHORTEST_LOOP = 3 };

/* The loop that begins with the module's instance `index`; one with count 0 if none does, or the module wants no loops. */
struct loop loop_at(const struct module *m, size_t index);

/* The name of the module's instance `index` in the emitted Verilog: "leaf_3", or "leaf[3].adapter" in a loop of modules `adapter`.
 * A fresh string. */
char *loop_instance_name(const struct module *m, size_t index);

/* Whether connection `index` is a constant that is another for another instance. It has one term, of at most 32 bits. */
bool loop_constant_differs(const struct loop *loop, size_t index);
/* That constant's value for all instances, the first at the least significant end: hexadecimal digits, a fresh string. */
char *loop_constant_digits(const struct loop *loop, size_t index);

/* The place of a slice of connection `index` in the loop's instance k, the genvar: "[4 * k +: 4]", "[k]"; nothing for a slice that
 * stays. Returns whether it has printed one. */
bool loop_print_place(const struct loop *loop, size_t index, size_t term, size_t slice, struct text *out);

#endif
