/* delivery.h: how long a network takes for one set of messages, all of which are there from the beginning. */
#ifndef FTC_MODEL_DELIVERY_H
#define FTC_MODEL_DELIVERY_H

struct delivery {
	/* What the machine's own steps were, and how many: "slots", "batches" or "rounds" until all messages have arrived. */
	const char *unit;
	unsigned long steps;
	unsigned long clocks;		/* 0: every message is for the leaf that has it */
};

#endif
