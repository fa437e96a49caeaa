/* bridge_model.h: a bridge in software, written from docs/reference/host-protocol.md alone.
 *
 *   bytes from the host --> bridge_model_hear() --> answer --> bytes to the host
 *                                 |
 *                         memories, network, log: a clock at a time
 *
 * Time passes with the bytes: each takes as many network clocks as at the board's baud rate. */
#ifndef FTC_TESTS_HOST_BRIDGE_MODEL_H
#define FTC_TESTS_HOST_BRIDGE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MODEL_MOST_LEAVES = 256, MODEL_MOST_WORDS = 32, MODEL_MOST_ANSWER = 1024 };

/* A leaf's two streams in one clock. */
struct model_leaf {
	bool offers;			/* s_axis_tvalid */
	uint32_t tdest;
	uint64_t payload[MODEL_MOST_WORDS];
	bool taken;			/* s_axis_tready, if it offers */
	bool arrives;			/* m_axis_tvalid; the bridge takes it if `ready` */
	bool ready;
	uint32_t tuser;
	uint64_t received[MODEL_MOST_WORDS];
};

/* A network: one clock at a time. It reads offers, tdest, payload and ready, and sets the rest. */
struct model_network {
	void (*reset)(void *context);
	void (*clock)(void *context, struct model_leaf *leaf);
	void *context;
};

/* What the bridge says of itself (docs/reference/host-protocol.md, identify), and its network. */
struct bridge_model_parameters {
	uint8_t version;
	uint8_t digest[8];
	unsigned leaves, log_bits, bank_bits, payload_bits, tdest_bits, tuser_bits;
	unsigned clock_100khz;
	unsigned clocks_per_byte;
	struct model_network network;
};

struct bridge_model;

/* A bridge just after reset; copies the parameters. */
struct bridge_model *bridge_model_create(const struct bridge_model_parameters *p);
void bridge_model_free(struct bridge_model *m);
/* One byte from the host. Returns the bytes of the answer, if it completes a request; they are in answer[]. */
size_t bridge_model_hear(struct bridge_model *m, uint8_t byte, uint8_t answer[MODEL_MOST_ANSWER]);
/* Resets the board: nothing runs, and all logs are empty. */
void bridge_model_reset(struct bridge_model *m);
/* The number of requests that the bridge has carried out, and of frames that it has dropped. */
unsigned long bridge_model_requests(const struct bridge_model *m);
unsigned long bridge_model_dropped(const struct bridge_model *m);
/* The last request that the bridge has carried out, without its CRC. */
const uint8_t *bridge_model_last(const struct bridge_model *m, size_t *bytes);

/* A toy network with slots of `slot` clocks. In a slot every leaf that offers a message tries to send it. Of several
 * messages for one leaf that of the lowest sender wins. The message is on m_axis 20 + leaf % 7 clocks after the slot
 * begins, and its handshake is 30 + leaf % 5 clocks after that. tdest is the number of a leaf; the bit `all` means all
 * others. */
struct toy_network;
struct toy_network *toy_create(unsigned leaves, unsigned payload_words, unsigned slot, uint32_t all);
void toy_free(struct toy_network *t);
/* The toy as the network of a bridge. */
struct model_network toy_as_network(struct toy_network *t);
/* From now on loses copy `number`, counted from the reset; 0: none. */
void toy_lose(struct toy_network *t, unsigned number);

#endif
