/* ftc-host.h: libftc-host, which talks to the network on a board.
 *
 *   messages --> batches --> memories of the leaves --> network --> log --> events
 *
 * `ftc build --app host` puts a bridge between a board's serial line and all leaves of its network. This library speaks
 * its protocol (docs/host-protocol.md), version 1: it says who is there, loads messages into the leaves, runs them at the
 * network's own speed and reads back what happened, to the clock.
 *
 *   struct ftc_host *host = ftc_host_create(NULL);
 *   struct ftc_host_identity who;
 *   struct ftc_host_log log;
 *
 *   if (ftc_host_open(host, "/dev/ttyUSB0", 115200) || ftc_host_identify(host, NULL, &who)
 *       || ftc_host_run(host, messages, count, &log))
 *           fprintf(stderr, "%s\n", ftc_host_message(host));
 *
 * A handle is for one thread at a time; several handles know nothing of each other. Nothing is printed, no signal is touched,
 * and no call ends the program. What must not be NULL is not checked. C11 and C++.
 */
#ifndef FTC_HOST_H
#define FTC_HOST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define FTC_HOST_API __attribute__((visibility("default")))
#else
#define FTC_HOST_API
#endif

/* A line to a board. */
struct ftc_host;

/* How a call ended. ftc_host_message() says it in words, with what is known beyond that. */
enum ftc_host_error {
	FTC_HOST_DONE = 0,
	FTC_HOST_NO_MEMORY,
	FTC_HOST_MISSING,		/* there is no such port */
	FTC_HOST_PERMISSION,		/* the port is not for this user */
	FTC_HOST_BUSY,			/* another program has the port */
	FTC_HOST_NOT_SERIAL,		/* a file, but no terminal */
	FTC_HOST_BAUD,			/* not a rate that the port can have */
	FTC_HOST_CLOSED,		/* no port is open */
	FTC_HOST_LOST,			/* the line is gone: unplugged, hung up */
	FTC_HOST_NO_ANSWER,		/* silence: wrong port, or no bitstream with a bridge in the board */
	FTC_HOST_GARBAGE,		/* something comes, but no answer: another speed, another device, a bad line */
	FTC_HOST_ECHO,			/* what is sent comes back: RX and TX joined, or a terminal */
	FTC_HOST_VERSION,		/* a bridge of another version of the protocol */
	FTC_HOST_DIGEST,		/* another network is in the board than was expected */
	FTC_HOST_PROTOCOL,		/* a bridge, but it answers what it must not */
	FTC_HOST_MESSAGE,		/* a message does not suit the network: its leaf, its label, its payload */
	FTC_HOST_RESTARTED,		/* the board was reset, or configured anew, in the midst of a run */
	FTC_HOST_LOG_FULL,		/* records were lost: more arrived than was to */
	FTC_HOST_CLOCK_FULL,		/* the run was longer than the clock counts, and something has not arrived */
	FTC_HOST_NO_PROGRESS,		/* nothing happens any more, and something has not arrived */
	FTC_HOST_CANCELLED,		/* the progress function said so */
	FTC_HOST_ERROR_COUNT
};

/* What a run is doing. */
enum ftc_host_phase { FTC_HOST_WRITING, FTC_HOST_RUNNING, FTC_HOST_READING };

/* Start with FTC_HOST_OPTIONS and change what shall be otherwise. */
struct ftc_host_options {
	unsigned timeout_ms;		/* patience with an answer, beyond the time that its bytes and those of the request
					   take on the line; default 300 */
	unsigned attempts;		/* how often a request is sent before it fails; default 6 */
	unsigned slot_clocks;		/* network clocks in which at least one message arrives while there are any: a frame
					   slot or, with broadcasts, `broadcast-every` of them; default 0, unknown */
	unsigned patience_clocks;	/* network clocks without anything new after which what is missing is given up; default
					   2^21 */
	/* Called now and then in a run, with batches done and to do and, of this batch, requests (or, while it runs,
	 * records) done and to do. What is not 0 ends the run with FTC_HOST_CANCELLED. Or NULL. */
	int (*progress)(void *context, enum ftc_host_phase phase, size_t batch, size_t batches, size_t done, size_t total);
	void *context;
};
#define FTC_HOST_OPTIONS { 300, 6, 0, 1u << 21, NULL, NULL }

/* Who answers: the fields of `identify`. */
struct ftc_host_identity {
	unsigned version;		/* of the protocol: 1 */
	char digest[17];		/* of the parameters, as `ftc report --json` prints it: 16 hexadecimal digits */
	unsigned leaves;		/* 1 .. 256 */
	unsigned log_bits;		/* l: a bank of the log holds 2^l records */
	unsigned bank_bits;		/* v: a bank serves 2^v leaves */
	unsigned banks;			/* ceil(leaves / 2^v), 1 .. 16 */
	unsigned payload_bits;
	unsigned tdest_bits, tuser_bits;
	double clock_mhz;		/* of the network; 0.1 MHz exact */
};

enum { FTC_HOST_MOST_MESSAGES = 255 };	/* of a leaf in a batch */

/* `receiver` of a message to several leaves. */
#define FTC_HOST_SEVERAL UINT32_MAX

/* A message to send. */
struct ftc_host_send {
	uint32_t leaf;			/* that sends it */
	uint32_t tdest;			/* its destination's label, as on s_axis_tdest; for a binary tree the leaf's number */
	uint32_t receiver;		/* the leaf that will get it; or FTC_HOST_SEVERAL */
	uint32_t copies;		/* in the latter case, how many leaves will; otherwise it has no meaning */
	const uint64_t *payload;	/* ceil(payload_bits / 64) words, least significant first */
};

enum ftc_host_kind {
	FTC_HOST_SENT,			/* handshake on s_axis: the network has taken a message */
	FTC_HOST_RECEIVED,		/* handshake on m_axis: a message has arrived */
};

struct ftc_host_event {
	enum ftc_host_kind kind;
	uint32_t batch;			/* 0 .. */
	uint32_t clock;			/* of the network; 0 is the first one behind the reset of this batch */
	uint32_t leaf;			/* where it happened */
	size_t message;			/* sent: which, of those given */
	uint32_t tuser;			/* received: its source's label, as on m_axis_tuser */
	const uint64_t *payload;	/* received: ceil(payload_bits / 64) words; else NULL */
};

/* What happened in a run: by batch, then clock; of one clock, what was sent first; then by leaf. */
struct ftc_host_log {
	struct ftc_host_event *event;
	size_t count;
	size_t batches;			/* that were run to their end */
	uint32_t *batch_of;		/* [message]: the batch that it is in */
	uint64_t *payloads;		/* what `payload` of the events points into */
};

/* A handle, or NULL when there is no memory. `options` may be NULL: FTC_HOST_OPTIONS. */
FTC_HOST_API struct ftc_host *ftc_host_create(const struct ftc_host_options *options);
/* Closes and frees. Accepts NULL. */
FTC_HOST_API void ftc_host_free(struct ftc_host *host);

/* Opens a serial port, locks it for this program (flock and TIOCEXCL) and sets it to `baud` (1200 .. 4000000, of
 * those that termios names), 8 data bits, no parity, one stop bit, no flow control. What was open before is closed. */
FTC_HOST_API enum ftc_host_error ftc_host_open(struct ftc_host *host, const char *path, unsigned baud);
/* Uses a descriptor that is open for reading and writing, whatever is behind it, and leaves its settings alone (but sets
 * O_NONBLOCK until it is given up); `baud` is only for how long bytes take, 0: no time at all. The caller closes it after
 * ftc_host_close(). Writing to a pipe or socket that nobody reads raises SIGPIPE, as ever. */
FTC_HOST_API enum ftc_host_error ftc_host_attach(struct ftc_host *host, int descriptor, unsigned baud);
/* Gives the port up. What is open may be opened again. */
FTC_HOST_API void ftc_host_close(struct ftc_host *host);

/* Asks who is there. `digest`: what is expected, 16 hexadecimal digits; or NULL, anything. With FTC_HOST_DIGEST `who`
 * is filled nevertheless. */
FTC_HOST_API enum ftc_host_error ftc_host_identify(struct ftc_host *host, const char *digest,
						   struct ftc_host_identity *who);

/* Sends `count` messages and says what happened; asks who is there if nobody has. Each leaf sends its messages in the given
 * order, each as soon as the network has taken the one before, from clock 0 on.
 *
 * What does not fit into the memories is divided into batches, each run from reset by itself, by a rule of its own that
 * follows from the messages alone: in rounds, each leaf in turn puts its next message into the batch; a leaf is done with
 * this batch when it has 255 messages in it, or when its next one might overfill a bank of the log; the batch is full, too, when
 * it has so many messages that, one a slot (options.slot_clocks), the clock of the log would not suffice. A message counts as one
 * record in its sender's bank and one in its receiver's; one to several leaves as one in its sender's bank and in every
 * bank as many as it has copies, at most 2^v.
 *
 * `log` is filled with what was read before an error, too (of the batch that failed, if its log could be read, then
 * with FTC_HOST_NO_PROGRESS, FTC_HOST_CLOCK_FULL and FTC_HOST_LOG_FULL); free it either way. After any error the next run
 * starts afresh: nothing of this one stays in the board that could disturb it. */
FTC_HOST_API enum ftc_host_error ftc_host_run(struct ftc_host *host, const struct ftc_host_send *messages, size_t count,
					      struct ftc_host_log *log);
FTC_HOST_API void ftc_host_log_free(struct ftc_host_log *log);

/* The last error of this handle, one sentence without a full stop; "" when there was none. Valid until the next call. */
FTC_HOST_API const char *ftc_host_message(const struct ftc_host *host);
/* What an error means in general: "there is no such port". */
FTC_HOST_API const char *ftc_host_error_text(enum ftc_host_error error);

/* Frames that came whole, and what was dropped: bad checksums, half frames, answers to other requests. */
struct ftc_host_counts {
	uint64_t requests;		/* each counted once */
	uint64_t repeated;		/* sent again because no answer came */
	uint64_t answers;
	uint64_t dropped;
};
FTC_HOST_API struct ftc_host_counts ftc_host_line_counts(const struct ftc_host *host);

#ifdef __cplusplus
}
#endif

#endif
