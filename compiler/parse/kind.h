/* kind.h: what the reader of parameter files must know of a kind of network.
 *
 * A kind is a value of the key `network`. The machine behind it is opaque here: network/machine.h.
 */
#ifndef FTC_PARSE_KIND_H
#define FTC_PARSE_KIND_H

#include <stdbool.h>

struct machine;
struct request;
struct spec;
struct text;

struct kind {
	const char *word;		/* as the key `network` has it: "fat-tree" */
	const char *name;		/* of the top module when no name is given: "fat_tree" */
	/* Reads the kind's own keys into q->spec, and sets its machine and its leaf. A wrong value is one message and false. */
	bool (*read)(const struct request *q);
	/* Says what is legal but odd, once everything is read; or NULL. */
	void (*warn)(const struct request *q);
	/* The kind's own keys between `name` and `payload-bits`, as spec_print(). */
	void (*print)(const struct spec *spec, struct text *out);
};

/* All kinds, in the order in which messages list them; NULL ends the list (machines/machines.c). */
extern const struct kind *const network_kinds[];

#endif
