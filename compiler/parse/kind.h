/* kind.h: a kind of network, as far as the reader of parameter files needs to know.
 *
 * A kind is a value of the key `network`. The machine behind it is opaque here: network/machine.h.
 */
#ifndef FTC_PARSE_KIND_H
#define FTC_PARSE_KIND_H

#include <stdbool.h>
#include <stddef.h>

struct key;
struct machine;
struct paper;
struct request;
struct spec;

struct kind {
	const char *word;		/* as the key `network` has it: "fat-tree" */
	const char *name;		/* default name of the top module: "fat_tree" */
	const struct key *const *keys;	/* its rows in the order in which they are read and printed; ends with NULL */
	size_t own_size;		/* bytes of spec->own, which is zeroed memory; 0: none */
	/* Called when all rows but those of KEY_OWN have been read: reads the others, checks the dependencies between
	 * keys, and sets the machine and the leaf. A wrong value is one message and false. */
	bool (*read)(const struct request *q);
	/* Warns of legal but odd values after read(); or NULL. */
	void (*warn)(const struct request *q);
	/* The paper that the kind comes from, if `ftc report --paper` has its tables (network/paper.h); or NULL. */
	const struct paper *paper;
};

/* All kinds, in the order in which messages list them; NULL ends the list (machines/machines.c). */
extern const struct kind *const network_kinds[];

#endif
