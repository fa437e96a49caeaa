/* stream.h: messages through the model of a concentrator, frame after frame, each one followed to where it leaves.
 * Eight patterns of messages go side by side: bit l of every byte is lane l. */
#ifndef FTC_TESTS_PLAN_STREAM_H
#define FTC_TESTS_PLAN_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "model/plan_model.h"

enum { LANES = 8 };

struct stream {
	const struct plan *plan;
	struct plan_model *model;
	unsigned tag_bits;		/* behind the M bit: which input a message came in on */
	unsigned period;		/* clocks from strobe to strobe */
	unsigned depth;			/* frames that are remembered */
	uint8_t *message;		/* [frame % depth][input]: is there one */
	uint8_t *in;			/* of this clock */
	uint8_t *seen;			/* [M bit, then tag][output], of the frame that is coming out */
	uint8_t *left;			/* [input]: its message has come out already */
	unsigned long clock, frames;	/* so far */
	unsigned long failures;
};

/* `gap`: clocks of noise between the last bit of a frame and the next strobe; 0: none. */
struct stream stream_open(const struct plan *plan, unsigned gap);

/* One frame with messages on the inputs where `message` is 1; also looks at what comes out meanwhile, of earlier ones.
 * What is wrong is printed as TAP comments, the first few times. */
void stream_frame(struct stream *s, const uint8_t *message);

/* Waits until everything is out. True when of k messages min(k, outputs) came out in every frame, all different, each
 * on one wire, and in the clock that the plan promises. */
bool stream_close(struct stream *s);

#endif
