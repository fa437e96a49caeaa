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

/* A machine that builds networks of a kind, if a key has some value. */
struct machine_choice {
	const char *machine;		/* its folder in compiler/machines/ */
	const struct key *key;		/* a number or a KEY_WORD; NULL: whatever the keys are */
	unsigned value;			/* of that key, .. */
	bool differs;			/* .. or the only one that it does not have */
};

struct kind {
	const char *word;		/* as the key `network` has it: "fat-tree" */
	const char *name;		/* default name of the top module: "fat_tree" */
	const struct key *const *keys;	/* its rows in the order in which they are read and printed; ends with NULL */
	size_t own_size;		/* bytes of spec->own, which is zeroed memory; 0: none */
	/* The machines of this kind. The first that fits builds the network; the last fits all. */
	const struct machine_choice *choices;
	/* Called when all rows but those of KEY_OWN have been read: reads the others, checks the dependencies between
	 * keys that hold for all machines of this kind, and calls machine_read() (network/machine.h), which sets the
	 * machine and checks the rest. A wrong value is one message and false. NULL: this ftc was built without the
	 * kind's only machine; then `keys` has no rows. */
	bool (*read)(const struct request *q);
	/* Warns of legal but odd values after read(); or NULL. */
	void (*warn)(const struct request *q);
	/* The paper that the kind comes from, if `ftc report --paper` has its tables (network/paper.h); or NULL. */
	const struct paper *paper;
};

/* The condition of a choice, for people: "lanes other than 1", "switching: off-line". A fresh string; empty where every
 * network of the kind fits. */
char *machine_choice_condition(const struct machine_choice *choice);
/* The choice for a spec of a kind. */
const struct machine_choice *machine_choice_of(const struct spec *spec);

/* All kinds, in the order in which messages list them; NULL ends the list (machines/machines.c). */
extern const struct kind *const network_kinds[];

#endif
