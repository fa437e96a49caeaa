/* flights.h: messages that meet on the links of a generalized fat tree, all in one slot, and who of them gets
 * through. */
#ifndef XGFT_TEST_FLIGHTS_H
#define XGFT_TEST_FLIGHTS_H

#include "machines/xgft.h"
#include "random.h"

/* A message, from leaf to leaf. */
struct flight {
	struct xgft_path path;
	unsigned beta[MAXIMUM_LEVELS + 1];
	bool lost;			/* or never sent */
};

/* All messages of a slot. */
struct flights {
	const struct spec *spec;
	unsigned count;
	struct flight *flight;
	uint32_t *order;		/* who is asked first: at the beginning in their order */
	uint16_t *wires;		/* in use, of the links of a level */
};

/* Permutes a list at random; makes it 0, 1, .. */
void shuffle(struct random *random, uint32_t *list, unsigned count);
void identity(uint32_t *list, unsigned count);

/* Room for `count` messages, none of which has been sent. */
void flights_start(struct flights *f, const struct spec *spec, unsigned count);
void flights_free(struct flights *f);

/* Sends flight i from leaf to leaf by its betas. */
void flights_send(struct flights *f, unsigned i, unsigned source, unsigned destination);

/* Everybody takes the link between nodes j and j + 1 of the path, where that leads from `level` - 1 to `level` or back;
 * asked in a random order, or in that of before where `random` is NULL. Returns how many found all wires of it in use
 * and are lost. */
unsigned flights_pass(struct flights *f, struct random *random, unsigned level, bool up);

/* All the way up and down again. */
void flights_pass_all(struct flights *f, struct random *random);

#endif
