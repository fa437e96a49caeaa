/* kind.h: what the reader of parameter files must know of a kind of network.
 *
 * A kind is a value of the key `network`. The machine behind it is opaque here: network/machine.h.
 */
#ifndef FTC_PARSE_KIND_H
#define FTC_PARSE_KIND_H

#include <stdbool.h>
#include <stddef.h>

struct key;
struct machine;
struct request;
struct spec;

struct kind {
	const char *word;		/* as the key `network` has it: "fat-tree" */
	const char *name;		/* of the top module when no name is given: "fat_tree" */
	const struct key *const *keys;	/* its rows in the order in which they are read and printed; ends with NULL */
	size_t own_size;		/* bytes of spec->own, which is zeroed memory; 0: the kind has no parameters there */
	/* Once every row that is not KEY_OWN is read: reads the others, checks what depends on several keys, and sets the machine
	 * and the leaf. A wrong value is one message and false. */
	bool (*read)(const struct request *q);
	/* Says what is legal but odd, once everything is read; or NULL. */
	void (*warn)(const struct request *q);
};

/* All kinds, in the order in which messages list them; NULL ends the list (machines/machines.c). */
extern const struct kind *const network_kinds[];

#endif
