/* model.h: a hypertree in C, frame by frame: which packet passes which link. What a node does stands in node.h.
 *
 * The model calls the rule, and keeps of a word its number alone. A frame is hypertree_model_begin() in clock 0 and
 * hypertree_model_scan() in clock 3, when all that the scan depends on is known. Between frames, the processors' side
 * may be followed clock by clock (tests/machines/hypertree/rtl.c) or not (throughput.c). Adapters of acknowledged words
 * are modelled, too (adapter.c); the word that m_axis shows, and the one behind it, are the caller's.
 */
#ifndef FTC_MACHINES_HYPERTREE_MODEL_H
#define FTC_MACHINES_HYPERTREE_MODEL_H

#include "machines/hypertree/node.h"
#include "trails.h"

enum { USUAL_BUFFERS = 2, MOST_BUFFERS = 4, MOST_OUTSTANDING = 4, NO_QUEUE = MOST_NODE_QUEUES };
enum { NODE_WORDS = (MOST_HYPERTREE_NODES + 63) / 64 };	/* of a set of nodes: node x is bit x - 1 */

/* A packet, if there is one. */
struct model_packet {
	bool exists;
	struct hypertree_packet header;
	bool is_answer;			/* to a word of the destination's .. */
	bool accepted;			/* .. which has been taken */
	bool sequence;			/* of a word, with fault registers */
	unsigned word;			/* what it carries: a number of the caller's; of an answer 0 */
	uint32_t trail;			/* of its word, while hypertree_model.trails is not NULL */
};

/* First in, first out. */
struct model_queue {
	enum hypertree_port port;
	unsigned count;
	struct model_packet packet[MOST_BUFFERS];	/* [count], the first one first */
	bool has_room;			/* as the senders see it in this frame; in the next one, the processor */
	bool leaves;			/* its first packet has been granted an output, or dropped */
	bool is_member;			/* of those for which the lane of its first packet is reserved */
	/* What the rule says of its first packet, once it has been asked: `header` is the packet's as it goes on. */
	bool is_routed;
	struct hypertree_step step;
	struct hypertree_packet header;
};

/* An output and a class. */
struct model_lane {
	bool is_reserved;		/* in this scan, for members */
	bool has_left;			/* members are waiting after this scan: it is reserved in the next one */
};

/* A word that waits at its sender until it has been accepted. */
enum model_slot_state { SLOT_FREE, SLOT_SENT, SLOT_DUE };
struct model_slot {
	enum model_slot_state state;
	struct model_packet packet;
};

/* What an adapter of acknowledged words remembers. */
struct model_adapter {
	struct model_slot slot[MOST_OUTSTANDING];
	unsigned turn;			/* the slot that is looked at first */
	bool has_answered;		/* the last packet that entered was an answer */
	struct model_packet *answer;	/* [answers]: those that wait, the oldest first; room for one to each node */
	unsigned answers;
	bool sequence[MOST_HYPERTREE_NODES + 1];	/* [destination]: of the word that is under way, or comes next */
	bool expected[MOST_HYPERTREE_NODES + 1];	/* [source]: of the next word */
};

struct model_node {
	unsigned queue_count;
	struct model_queue queue[MOST_NODE_QUEUES];	/* hypertree_node_queues() */
	unsigned queue_of[HYPERTREE_PORTS][MOST_CLASSES];	/* index in `queue`; NO_QUEUE: there is none */
	struct model_lane lane[HYPERTREE_PORTS][MOST_CLASSES];
	/* By output: what passes in this frame, as it arrives, and what has been granted the next one. */
	struct model_packet wire[HYPERTREE_PORTS], grant[HYPERTREE_PORTS];
	uint8_t passing, granted;	/* bit p: wire[p], or grant[p], exists */
	unsigned packets;		/* in its queues */
	bool has_lost;			/* it has dropped a packet */
	/* Behind each port: the neighbour, dead or not, and its queues. 0 and NULL: there is none. */
	unsigned neighbour[HYPERTREE_PORTS];
	struct model_queue *behind[HYPERTREE_PORTS][MOST_CLASSES];

	struct model_adapter adapter;	/* if words are acknowledged */

	/* The processor. The caller sets, before each frame, .. */
	struct model_packet offer;	/* what it wants to send; does not exist any more once it has been taken */
	uint8_t broken_ports;		/* bit p: the link there passes nothing, and shows no room to this node: something
					   has died, and no fault register says so yet */
	bool is_busy;			/* a word that comes in this frame has no room; lossless: nor in the next one */
	/* .. and reads after the scan: */
	struct model_packet delivered;	/* the word that comes in this frame, if it is to be shown */
};

struct hypertree_model {
	const struct hypertree *h;
	unsigned buffers;		/* packets of a queue, at most MOST_BUFFERS */
	unsigned outstanding;		/* words that a processor has under way at most, up to MOST_OUTSTANDING; 0: they
					   are not acknowledged */
	unsigned long frame;		/* number of the frame that begins next, or is being scanned */
	unsigned long first_frame;	/* in which something enters */
	bool purges;			/* that frame is a purge */
	unsigned long refused;		/* words, which are sent again */
	unsigned long dropped;		/* packets, by the rule: dead parts are in their way */
	struct model_node *node;	/* [h->nodes + 1], by heap number */
	uint64_t delivers[NODE_WORDS];	/* nodes with `delivered` */
	/* Nodes that act. Others have nothing in queues, on wires and in adapters, but for words that wait for their answers. */
	uint64_t awake[NODE_WORDS];
	/* The model needs that word's payload no more: it was dropped or, if it is acknowledged, accepted. Not called of words
	 * that are delivered and not acknowledged. NULL: nobody hears of it. */
	void (*word_ends)(void *context, unsigned word);
	void *context;
	struct trails *trails;		/* NULL, or what takes the words' ways; the caller begins its steps */
};

/* A network after a reset. `h` must outlive the model. */
struct hypertree_model *hypertree_model_new(const struct hypertree *h, unsigned buffers, unsigned outstanding);
/* Between two frames: the next one is a purge. Words are acknowledged. Parts of `h` may die, or live again, just before
 * or after this call, and only then. */
void hypertree_model_purge(struct hypertree_model *m);
/* With fault registers: the first frame in which something enters. */
unsigned long hypertree_first_frame(const struct hypertree *h, unsigned payload_bits);
void hypertree_model_free(struct hypertree_model *m);
/* The packet of a word. */
static inline struct model_packet model_packet_of(const struct hypertree *h, unsigned source, unsigned destination,
						  unsigned word)
{
	return (struct model_packet){ .exists = true, .header = hypertree_packet(h, source, destination), .word = word };
}
/* Clock 0: packets pass, and enter where there is room. Reads offers. */
void hypertree_model_begin(struct hypertree_model *m);
/* From clock 3 on: grants outputs, and takes what has come to adapters. Reads is_busy. */
void hypertree_model_scan(struct hypertree_model *m);
/* A whole frame. */
void hypertree_model_frame(struct hypertree_model *m);
/* Packets in queues, and words and answers that wait in adapters. */
unsigned hypertree_model_packets(const struct hypertree_model *m);

/* throughput.c: what the network delivers when every processor always has a packet for another one, drawn uniformly. */
struct hypertree_throughput {
	unsigned nodes;			/* that send, and receive */
	unsigned long frames;		/* measured */
	double accepted;		/* packets of each node a frame */
	unsigned least_node, most_node;	/* the nodes from which fewest and most packets were delivered .. */
	double least, most;		/* .. and these, a frame */
	double latency;			/* mean frames of a packet, from the first in which it is offered to the one
					   in which it is delivered .. */
	unsigned long longest;		/* .. and the most, delivered or not */
};

enum { SATURATED_FRAMES = 1000 };	/* of reports */
/* Nodes `first` .. K send. Measures `frames` frames after a tenth of them. */
struct hypertree_throughput hypertree_saturate(const struct hypertree *h, unsigned buffers, unsigned outstanding,
					       unsigned first, unsigned long frames);

/* Mean frames of a packet that meets no other, over all pairs of living nodes: from the frame in which it is offered to the one
 * in which it is delivered. */
double hypertree_lone_frames(const struct hypertree *h, unsigned buffers, unsigned outstanding);

/* adapter.c: what model.c does at a node whose words are acknowledged. */

/* Clock 0: the packet that enters, if there is room; it does not exist if there is none. */
struct model_packet model_adapter_enters(const struct hypertree_model *m, unsigned node);
/* Takes a packet that has come. Sets `delivered`. */
void model_adapter_takes(struct hypertree_model *m, unsigned node, const struct model_packet *packet);
/* A purge: no answer waits, and every word that has been sent is due. */
void model_adapter_purge(struct model_adapter *adapter);
/* Whether something may enter without an offer: an answer, or a word again. */
bool model_adapter_waits(const struct model_adapter *adapter, unsigned outstanding);
/* Words and answers that wait. */
unsigned model_adapter_packets(const struct model_adapter *adapter, unsigned outstanding);

/* stream_model.c: as struct leaf has it, of hypertree_leaf. */
struct model *hypertree_stream_model(const struct network *net);

#endif
