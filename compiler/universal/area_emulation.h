/* area_emulation.h: a step of a competitor on a network, as Bay's Theorem 5 has it (thesis, 1992, section 4.2).
 *
 *   placed.h --> cutting.h --> identify.h --> messages of a step --> area_universal.h --> area_emulation
 *
 * The competitor is a guest in a square of area A. Lemma 14 names its processors after the leaves of a binary tree such that at most
 * O(sqrt(A / 2^d)) of its wires leave a subtree of depth d. In a step each wire carries a word of b bits both ways, which takes it b
 * clocks. The network takes r b eta clocks for the same words; the quotient is the loss, at most O(sqrt(A / N) r). */
#ifndef FTC_UNIVERSAL_AREA_EMULATION_H
#define FTC_UNIVERSAL_AREA_EMULATION_H

#include "universal/area_universal.h"
#include "universal/identify.h"

/* One way to name the processors. */
struct named_step {
	unsigned *leaf;			/* [processor] */
	struct message_set set;
	double lemma_14;		/* the greatest quotient of the messages that leave a subtree, each way, and sqrt(A / 2^d) */
};

struct area_emulation {
	struct area_universal network;	/* its sets are those of `by`, in that order */
	const struct placed *guest;
	struct cutting cutting;		/* the square, whose area A is counted in wires: gamma x side, squared, and no less than processors */
	struct named_step by[IDENTIFICATIONS];
};

/* `spec`: of a machine with a reference tree and a model that counts the clocks of a set; the guest lies in the plane, with at most as
 * many processors as there are leaves. False after one message. Free it in any case. */
bool area_emulation_make(struct area_emulation *e, const struct spec *spec, const struct placed *guest, uint64_t seed);
void area_emulation_free(struct area_emulation *e);

json_t *area_emulation_json(const struct area_emulation *e);
void area_emulation_say(const struct area_emulation *e, const json_t *object, struct text *out);

#endif
