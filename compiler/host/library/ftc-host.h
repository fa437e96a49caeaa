/* ftc-host.h: libftc-host, which controls the network on a board.
 *
 *   messages --> batches --> memories of the leaves --> network --> log --> events
 *
 * `ftc build --app host` puts a bridge between a board's serial line and all leaves of its network. This library speaks
 * its protocol (docs/reference/host-protocol.md), version 1: it identifies the network, loads messages into the leaves, runs them
 * at the network's own speed, and reads back every event with its clock.
 *
 *   struct ftc_host *host = ftc_host_create(NULL);
 *   struct ftc_host_identity who;
 *   struct ftc_host_log log;
 *
 *   if (ftc_host_open(host, "/dev/ttyUSB0", 115200) || ftc_host_identify(host, NULL, &who)
 *       || ftc_host_run(host, messages, count, &log))
 *           fprintf(stderr, "%s\n", ftc_host_message(host));
 *
 * In the same way it loads images into an area-universal device and steps it: ftc_host_device_load() and what follows it.
 *
 * A handle is for one thread at a time; handles are independent. No call prints, touches a signal or ends the program.
 * Arguments that must not be NULL are not checked. C11 and C++.
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

/* The result of a call. ftc_host_message() describes it in words, with details. */
enum ftc_host_error {
	FTC_HOST_DONE = 0,
	FTC_HOST_NO_MEMORY,
	FTC_HOST_MISSING,		/* no such port */
	FTC_HOST_PERMISSION,		/* this user may not open the port */
	FTC_HOST_BUSY,			/* another program has the port */
	FTC_HOST_NOT_SERIAL,		/* the file is no terminal */
	FTC_HOST_BAUD,			/* the port does not have this rate */
	FTC_HOST_CLOSED,		/* no port is open */
	FTC_HOST_LOST,			/* the line is gone: unplugged, hung up */
	FTC_HOST_NO_ANSWER,		/* silence: wrong port, or no bitstream with a bridge on the board */
	FTC_HOST_GARBAGE,		/* bytes arrive, but no answer: another speed, another device, a bad line */
	FTC_HOST_ECHO,			/* requests come back: RX and TX joined, or a terminal */
	FTC_HOST_VERSION,		/* a bridge of another version of the protocol */
	FTC_HOST_DIGEST,		/* the network or device on the board is not the expected one */
	FTC_HOST_PROTOCOL,		/* a bridge, but its answer violates the protocol */
	FTC_HOST_MESSAGE,		/* a message does not suit the network, or an image the device */
	FTC_HOST_RESTARTED,		/* the board was reset or configured anew during a run, or since an image was loaded */
	FTC_HOST_LOG_FULL,		/* records were lost: more messages arrived than expected */
	FTC_HOST_CLOCK_FULL,		/* a message is missing and the log's clock has overflowed */
	FTC_HOST_NO_PROGRESS,		/* a message is missing and nothing moves */
	FTC_HOST_CANCELLED,		/* the progress function asked for it */
	FTC_HOST_VERIFY,		/* the device gives back other control words than were loaded */
	FTC_HOST_ERROR_COUNT
};

/* The phase of a run. */
enum ftc_host_phase { FTC_HOST_WRITING, FTC_HOST_RUNNING, FTC_HOST_READING };

/* Start with FTC_HOST_OPTIONS and change fields. */
struct ftc_host_options {
	unsigned timeout_ms;		/* time for an answer, beyond that of all bytes on the line; default 300 */
	unsigned attempts;		/* how often to send a request before it fails; default 6 */
	/* Network clocks in which at least one message arrives while there are any: a frame slot or, with broadcasts,
	 * `broadcast-every` of them; default 0, unknown. */
	unsigned slot_clocks;
	/* Network clocks without anything new after which the run gives up the missing; default 2^21. */
	unsigned patience_clocks;
	/* Called repeatedly during a run, with batches done and to do, and with this batch's requests (while it
	 * runs: records) done and to do. A result other than 0 ends the run with FTC_HOST_CANCELLED. NULL: not
	 * called. */
	int (*progress)(void *context, enum ftc_host_phase phase, size_t batch, size_t batches, size_t done,
			size_t total);
	void *context;
};
#define FTC_HOST_OPTIONS { 300, 6, 0, 1u << 21, NULL, NULL }

/* The fields of the answer to `identify`. */
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

enum { FTC_HOST_MOST_MESSAGES = 255 };	/* of a leaf, in a batch */

/* `receiver` of a message to several leaves. */
#define FTC_HOST_SEVERAL UINT32_MAX

/* A message to send. */
struct ftc_host_send {
	uint32_t leaf;			/* the sender */
	uint32_t tdest;			/* the destination's label, as on s_axis_tdest; in a binary tree its number */
	uint32_t receiver;		/* the destination leaf, or FTC_HOST_SEVERAL */
	uint32_t copies;		/* then how many leaves get it; otherwise ignored */
	const uint64_t *payload;	/* ceil(payload_bits / 64) words, least significant first */
};

enum ftc_host_kind {
	FTC_HOST_SENT,			/* handshake on s_axis: the network has taken a message */
	FTC_HOST_RECEIVED,		/* handshake on m_axis: a message has arrived */
};

struct ftc_host_event {
	enum ftc_host_kind kind;
	uint32_t batch;			/* 0 .. */
	uint32_t clock;			/* of the network; 0: the first after the reset of this batch */
	uint32_t leaf;			/* the leaf of the handshake */
	size_t message;			/* sent: index of the message among those given */
	uint32_t tuser;			/* received: label of the source, as on m_axis_tuser */
	const uint64_t *payload;	/* received: ceil(payload_bits / 64) words; else NULL */
};

/* The events of a run, ordered by batch, clock, kind (sent first) and leaf. */
struct ftc_host_log {
	struct ftc_host_event *event;
	size_t count;
	size_t batches;			/* complete ones */
	uint32_t *batch_of;		/* [message]: its batch */
	uint64_t *payloads;		/* memory of the events' `payload` */
};

/* A handle; NULL: no memory. `options` may be NULL: FTC_HOST_OPTIONS. */
FTC_HOST_API struct ftc_host *ftc_host_create(const struct ftc_host_options *options);
/* Closes and frees. Accepts NULL. */
FTC_HOST_API void ftc_host_free(struct ftc_host *host);

/* Opens a serial port, locks it for this program (flock and TIOCEXCL) and sets it to `baud` (1200 .. 4000000, one of
 * the rates of termios), 8 data bits, no parity, one stop bit, no flow control. Closes a port opened before. */
FTC_HOST_API enum ftc_host_error ftc_host_open(struct ftc_host *host, const char *path, unsigned baud);
/* Uses a descriptor open for reading and writing, of any kind. Its settings stay as they are, except that O_NONBLOCK
 * is set until ftc_host_close(). `baud` only says how long bytes take; 0: no time. The caller closes the descriptor
 * after ftc_host_close(). As usual, writing to a pipe or socket without a reader raises SIGPIPE. */
FTC_HOST_API enum ftc_host_error ftc_host_attach(struct ftc_host *host, int descriptor, unsigned baud);
/* Closes the port. The handle can open another. */
FTC_HOST_API void ftc_host_close(struct ftc_host *host);

/* Identifies the bridge. `digest`: the expected one, 16 hexadecimal digits; NULL: any. Fills `who` for
 * FTC_HOST_DIGEST, too. */
FTC_HOST_API enum ftc_host_error ftc_host_identify(struct ftc_host *host, const char *digest,
						   struct ftc_host_identity *who);

/* Sends `count` messages and reports the events; identifies the bridge first if that has not been done. Each leaf
 * sends its messages in the given order, each as soon as the network has taken the one before, from clock 0 on.
 *
 * Messages that exceed the memories are divided into batches, each run from its own reset. The division depends on
 * the messages alone. In rounds, each leaf in turn adds its next message to the batch. A leaf has finished a batch
 * when it has 255 messages in it, or when its next message might overfill a bank of the log. A batch is full when
 * all leaves have finished, or when it holds so many messages that, at one a slot (options.slot_clocks), the clock
 * of the log would not suffice. A message counts as one record in its sender's bank and one in its receiver's. A
 * message to several leaves counts as one in its sender's bank, and in every bank as many as it has copies, at most
 * 2^v.
 *
 * `log` holds what was read, even after an error. For FTC_HOST_NO_PROGRESS, FTC_HOST_CLOCK_FULL and
 * FTC_HOST_LOG_FULL this includes the failed batch, if its log could be read. The caller frees `log` in every case.
 * After an error the next run starts afresh: nothing left on the board disturbs it. */
FTC_HOST_API enum ftc_host_error ftc_host_run(struct ftc_host *host, const struct ftc_host_send *messages, size_t count,
					      struct ftc_host_log *log);
FTC_HOST_API void ftc_host_log_free(struct ftc_host_log *log);

/* ---- area-universal devices: circuits that are loaded as images, and run step by step ---- */

/* The fields of the answer to `identify`. */
struct ftc_host_device {
	unsigned version;		/* of the protocol: 1 */
	char digest[17];		/* of the device, as images for it have it: 16 hexadecimal digits */
	unsigned meshes, side;		/* meshes of side x side elements */
	unsigned pins;			/* of a mesh, each way */
	unsigned depth;			/* delivery cycles that its settings' RAMs hold */
	unsigned banks;			/* of settings */
	double clock_mhz;		/* 0.1 MHz exact */
};

/* What is loaded: the numbers of an image file (docs/area-universal.md). */
struct ftc_host_image {
	const uint16_t *control;	/* [meshes * side * side], mesh by mesh, row by row */
	unsigned cycles;		/* d, 1 .. depth */
	unsigned step;			/* S, clocks, 1 .. 65536 */
	const uint32_t *setting;	/* [banks * cycles]: of bank b in cycle c at b * cycles + c; banks 0 and 1 are ignored */
};

/* Identifies the bridge of a device. `digest`: the expected one; NULL: any. Fills `who` for FTC_HOST_DIGEST, too. */
FTC_HOST_API enum ftc_host_error ftc_host_device_identify(struct ftc_host *host, const char *digest,
							  struct ftc_host_device *who);
/* Bytes of a row of pins: those of all meshes, mesh by mesh, the first one lowest. Bits above the last are ignored. */
FTC_HOST_API size_t ftc_host_device_row(const struct ftc_host_device *who);
/* Loads an image and reads its control words back. All latches are 0 then. The image is the caller's care: the library does
 * not know for which device it is. An image that was there before is gone; no reset is needed. */
FTC_HOST_API enum ftc_host_error ftc_host_device_load(struct ftc_host *host, const struct ftc_host_image *image);
/* Makes a step with each of `count` rows of `in`. Row i of `out` gets the output pins behind step i. */
FTC_HOST_API enum ftc_host_error ftc_host_device_step(struct ftc_host *host, const uint8_t *in, size_t count, uint8_t *out);
/* Makes `steps` steps with the same row of input pins; `out` gets the row behind the last one, if there is any. After an
 * error of these functions the device must be identified again, and how many steps it has made is not known. */
FTC_HOST_API enum ftc_host_error ftc_host_device_run(struct ftc_host *host, const uint8_t *in, uint64_t steps, uint8_t *out);

/* The last error of this handle: one sentence without a full stop, "" if there was none. Valid until the next call. */
FTC_HOST_API const char *ftc_host_message(const struct ftc_host *host);
/* The general meaning of an error: "there is no such port". */
FTC_HOST_API const char *ftc_host_error_text(enum ftc_host_error error);

/* Frames that were received whole, and those dropped: bad checksums, incomplete frames, answers to other requests. */
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
