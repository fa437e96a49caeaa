/* line.h: a pseudo-terminal with a bridge in software at its other end, and whatever can be wrong with a line between
 * them.
 *
 *   library <-- pty --> noise --> bridge
 *                 ^-- noise <--
 *
 * The other end is a thread. */
#ifndef FTC_TESTS_HOST_LINE_H
#define FTC_TESTS_HOST_LINE_H

#include <pthread.h>

#include "bridge_model.h"
#include "device_bridge.h"
#include "random.h"

enum line_kind {
	LINE_BRIDGE,
	LINE_SILENT,			/* nothing ever comes */
	LINE_GARBAGE,			/* random bytes, all the time */
	LINE_ECHO,			/* what is sent comes back */
	LINE_CONSOLE,			/* it greets and prints a prompt for every byte */
	LINE_ALIEN,			/* good frames, but not of a bridge */
};

/* Chances, of 65536, that something happens to a byte. */
struct noise {
	uint32_t flip, drop, insert;
};

struct line {
	char path[64];			/* of the terminal that the library opens */
	enum line_kind kind;
	struct bridge_model *bridge;
	struct device_bridge *device;	/* instead of that, or NULL */
	struct noise noise;
	unsigned hang_up_after;		/* requests; 0: never */
	unsigned reset_after;		/* requests, behind which the bridge forgets that it runs; 0: never */
	unsigned break_after;		/* requests, behind which the last bit of the device's chain is another; 0: never */

	/* What the thread has seen, under the lock. */
	pthread_mutex_t lock;
	unsigned long spoiled;		/* bytes that something has happened to */
	unsigned long wrong_requests;	/* carried out, but nobody has sent them */
	uint8_t answer[MODEL_MOST_ANSWER];	/* the last one, as the bridge has sent it */
	size_t answer_bytes;

	int master, slave, wake[2];
	pthread_t thread;
	struct random random;
	/* the last frames from the host, without delimiters and as they were sent */
	uint8_t clean[8][MODEL_MOST_ANSWER];
	size_t clean_bytes[8];
	unsigned clean_at;
	unsigned long heard;
};

/* Starts the other end; the first fields say how. */
void line_start(struct line *line, uint64_t seed);
/* Hangs up, if it has not yet, and waits for the thread. */
void line_stop(struct line *line);

#endif
