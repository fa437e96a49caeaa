/* request.h: a request to whatever is at the other end of the line, repeated until it is answered. */
#ifndef FTC_HOST_REQUEST_H
#define FTC_HOST_REQUEST_H

#include "handle.h"

/* Of an answer: its status, and the bytes before its data. */
enum { STATUS_DONE, STATUS_NO_COMMAND, STATUS_REFUSED };
enum { ANSWER_HEAD = 2 };

/* `identify` is the same for all. The first byte of its answer's data says which bridge it is, the next one its version. */
enum { COMMAND_IDENTIFY = 0 };
enum { NETWORK_MARK = 0x46, DEVICE_MARK = 0x55, PROTOCOL_VERSION = 1 };

/* A request, and the limits of its answer. */
struct request {
	uint8_t body[FRAME_MOST_BODY];	/* tag, command, arguments */
	size_t bytes;
	size_t least, most;		/* bytes of the answer's data */
	size_t refused;			/* bytes of the data of an answer with another status than STATUS_DONE */
	unsigned work_ms;		/* how long carrying it out takes */
	const char *name;		/* "write" */
	/* The error that STATUS_REFUSED means, and its text: "the bridge refuses write while the network runs". */
	enum ftc_host_error refusal;
	const char *refusal_is;
};

struct request request_for(unsigned command, const char *name);
void request_add(struct request *r, unsigned byte);
/* Sends the request until it is answered; the answer's data are then in host->answer, after the head. */
enum ftc_host_error request_ask(struct ftc_host *host, struct request *r);

/* Asks who is there: a bridge with this mark, which says `bytes` bytes of itself, or else an error. */
enum ftc_host_error request_identify(struct ftc_host *host, uint8_t mark, size_t bytes);
/* Two bytes, the lower one first; the digest of an answer in hexadecimal digits. */
unsigned two_bytes(const uint8_t *at);
void read_digest(const uint8_t *at, char digest[17]);
/* Is it the digest, if there is one to be? Else an error that names `what` is there: "network". */
enum ftc_host_error check_digest(struct ftc_host *host, const char *what, const char *expected, const char *found);

#endif
