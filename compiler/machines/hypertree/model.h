/* model.h: a hypertree in C, frame by frame: which packet passes which link. What a node does stands in node.h.
 *
 * The model calls the rule, and keeps of a word its number alone. A frame is hypertree_model_begin() in clock 0 and
 * hypertree_model_scan() in clock 3, when all that the scan depends on is known. Between frames, the processors' side
 * may be followed clock by clock (tests/machines/hypertree/rtl.c) or not (throughput.c).
 */
#ifndef FTC_MACHINES_HYPERTREE_MODEL_H
#define FTC_MACHINES_HYPERTREE_MODEL_H

#include "machines/hypertree/node.h"

enum { USUAL_BUFFERS = 2, MOST_BUFFERS = 4, NO_QUEUE = MOST_NODE_QUEUES };

/* A packet, if there is one. */
struct model_packet {
	bool exists;
	struct hypertree_packet header;
	unsigned word;			/* what it carries: a number of the caller's */
};

/* First in, first out. */
struct model_queue {
	enum hypertree_port port;
	unsigned count;
	struct model_packet packet[MOST_BUFFERS];	/* [count], the first one first */
	bool has_room;			/* as the senders see it in this frame; in the next one, the processor */
	bool leaves;			/* its first packet has been granted an output, or is dropped */
	bool is_member;			/* of those for which the lane of its first packet is reserved */
};

/* An output and a class. */
struct model_lane {
	bool is_reserved;		/* in this scan, for members */
	bool has_left;			/* members are waiting after this scan: it is reserved in the next one */
};

struct model_node {
	unsigned queue_count;
	struct model_queue queue[MOST_NODE_QUEUES];	/* hypertree_node_queues() */
	unsigned queue_of[HYPERTREE_PORTS][MOST_CLASSES];	/* index in `queue`; NO_QUEUE: there is none */
	struct model_lane lane[HYPERTREE_PORTS][MOST_CLASSES];
	/* By output: what passes in this frame, as it arrives, and what has been granted the next one. */
	struct model_packet wire[HYPERTREE_PORTS], grant[HYPERTREE_PORTS];

	/* The processor, set by the caller before each frame. */
	struct model_packet offer;	/* what it wants to send; does not exist any more once it has entered */
	bool is_busy;			/* there is no room behind lane OWN */
};

struct hypertree_model {
	const struct hypertree *h;
	unsigned buffers;		/* packets of a queue, at most MOST_BUFFERS */
	unsigned long frame;		/* number of the frame that begins next, or is being scanned */
	unsigned long dropped;		/* packets, by the rule: two faults are in their way */
	struct model_node *node;	/* [h->nodes + 1], by heap number */
};

/* A network after a reset. `h` must outlive the model. */
struct hypertree_model *hypertree_model_new(const struct hypertree *h, unsigned buffers);
void hypertree_model_free(struct hypertree_model *m);
/* The packet of a word. */
struct model_packet model_packet_of(const struct hypertree *h, unsigned source, unsigned destination, unsigned word);
/* Clock 0: packets pass, and enter where there is room. Reads offers. */
void hypertree_model_begin(struct hypertree_model *m);
/* From clock 3 on: grants outputs. Reads is_busy. */
void hypertree_model_scan(struct hypertree_model *m);
/* A whole frame. */
void hypertree_model_frame(struct hypertree_model *m);
/* Packets in queues. */
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

/* Nodes `first` .. K send. Measures `frames` frames after a tenth of them. */
struct hypertree_throughput hypertree_saturate(const struct hypertree *h, unsigned buffers, unsigned first,
					       unsigned long frames);

#endif
