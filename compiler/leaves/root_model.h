/* root_model.h: the adapters of a root channel in C, clock by clock: rtl-templates/leaves/root_wire.v and root_timer.v.
 *
 * As in adapter_model.h a message is an object. The owner plays the slot in the clock of the root's strobe: messages come
 * and go then, and nothing else of the network reaches the adapters but acknowledgements.
 */
#ifndef FTC_LEAVES_ROOT_MODEL_H
#define FTC_LEAVES_ROOT_MODEL_H

#include <stdbool.h>
#include <stdint.h>

struct network;
struct ported;
struct root_model;

/* A word on a wire. */
struct root_word {
	uint32_t label;			/* of the leaf that it goes to, or comes from */
	uint32_t other;			/* s_root_tuser, or m_root_tdest */
	uint32_t message;		/* to the outside: the lane of the leaf that sends it */
	uint32_t *payload;		/* in words of 32 bits */
};

/* Adds the ports to `ports`; both outlive the model. NULL: the network has no such adapters. */
struct root_model *root_model_new(const struct network *net, struct ported *ports);
/* Accepts NULL. */
void root_model_free(struct root_model *r);
/* The state behind a reset. */
void root_model_reset(struct root_model *r);

/* Clock of the root's strobe for a data part whose M bits leave the leaves in `clock`. */
uint64_t root_model_strobe(const struct root_model *r, uint64_t clock);
/* Wires with a word for a leaf in the data part that begins now; and the word. */
uint64_t root_model_sends(const struct root_model *r);
const struct root_word *root_model_word(const struct root_model *r, unsigned wire);
/* In the clock of the strobe, before its edge: a message comes on a wire. The caller sets what is returned; NULL: it is
 * not taken. */
struct root_word *root_model_bring(struct root_model *r, unsigned wire);
/* Wires whose message of this slot is taken; and the message. */
uint64_t root_model_takes(const struct root_model *r);
const struct root_word *root_model_taken(const struct root_model *r, unsigned wire);
/* The word of a wire has been acknowledged by its leaf. */
void root_model_acknowledge(struct root_model *r, unsigned wire);

/* A rising edge; `now` counts from the reset on. */
void root_model_clock(struct root_model *r, uint64_t now, const uint32_t *in, uint32_t *out);

#endif
