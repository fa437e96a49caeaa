/* phases.h: a set of messages on an XGFT, divided into slots in which no two messages use one link in one direction.
 *
 * A message rises from its source to the level where paths to its destination turn and descends by the same parents
 * (xgft.h). Two methods:
 *
 *   konig	If w_(l+1) >= m_l for 1 <= l < h, a set with at most D messages from and to each leaf takes ceil(D / w_1)
 *		slots. Koenig colours the messages, as edges from sources to destinations, with D colours: a colour is a
 *		slot and a beta_1. On each level, the messages of a slot that turn higher are edges between that level's
 *		nodes, at most m_l at each: their colours are beta_(l+1), as in Clos' networks.
 *	paths	The parents are given, as by an embedding (Oehring et al. 1995, section 6). Messages that share a link
 *		are coloured: DSATUR, then tabu search, with as many slots as the most messages on a link, which is the
 *		least; if it finds none, with one more.
 */
#ifndef FTC_MACHINES_PHASES_H
#define FTC_MACHINES_PHASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/spec.h"
#include "schedule/schedule.h"

enum phase_method {
	PHASES_AUTO,			/* only as a request: konig where it applies, else paths */
	PHASES_KONIG, PHASES_PATHS, PHASE_METHODS
};
extern const char *const phase_method_names[PHASE_METHODS];

/* A message between two leaves. `way` is the number of its top node's betas (q in xgft.h). */
struct phase_message {
	uint32_t source, destination, slot, way;
};

struct phases {
	const struct spec *spec;
	enum phase_method method;	/* PHASES_AUTO: not known */
	unsigned slots;			/* 0 .. slots - 1 */
	unsigned congestion;		/* the most messages over a link in one direction, all slots together */
	unsigned degree;		/* the most messages from a leaf, or to one */
	size_t local;			/* messages from a leaf to itself, which need no link and are in no slot */
	struct phase_message *message;	/* [count] */
	size_t count;			/* below 2^31 */
};

/* Takes a set of messages; ways and slots are 0. Free with phases_free(). */
void phases_take(struct phases *p, const struct spec *spec, const struct message_set *set);
void phases_free(struct phases *p);

/* Whether konig applies to the tree; *level is the first l with w_(l+1) < m_l if not. */
bool phases_konig_applies(const struct spec *spec, unsigned *level);
/* Sets slots and ways by konig, which must apply. */
void phases_konig(struct phases *p);
/* Chooses ways that spread the messages over the links: each message in turn takes, level by level, the parent whose
 * links have the fewest, twice over; then xgft_spread() moves them. */
void phases_spread(struct phases *p);
/* The paths of the messages, in a fresh array (xgft_spread.h). */
struct xgft_ends *phases_ends(const struct phases *p);
/* Sets slots by the ways. */
void phases_colour(struct phases *p);

/* Completes slots, congestion and degree by the method, not PHASES_AUTO: phases_konig() or phases_colour(). Sorts the messages
 * by slot, and checks the result. */
void phases_make(struct phases *p, enum phase_method method);
/* Sorts the messages by slot; those of a slot keep their order. */
void phases_sort(struct phases *p);
/* At least so many slots: ceil(D / w_1). */
unsigned phases_least(const struct phases *p);

/* Whether no two messages of a slot use one link in one direction. If not, *first and *second are two that do: the later one
 * and the one before it that it meets, and *level is that of the link's lower end. */
bool phases_check(const struct phases *p, size_t *first, size_t *second, unsigned *level);

/* A fresh schedule for them, in the order of the messages, whose slots are its cycles; without a binary tree. */
struct schedule_file phases_schedule(const struct phases *p);

/* Prints a file of phases (docs/papers/embeddings.md). `what`: what the messages are, without a newline. */
void phases_print(const struct phases *p, const char *what, struct text *out);
/* Reads a file of phases ("-": standard input) of this network, checks it, and sorts the messages by slot. On an error prints one message with the place
 * and returns false, with nothing to free. */
bool phases_read(struct phases *p, const char *path, const struct spec *spec);

#endif
