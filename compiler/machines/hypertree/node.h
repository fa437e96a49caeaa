/* node.h: a node of a hypertree, clock by clock: what the Verilog (rtl-templates/packet_*.v, put together by lower.c)
 * and the C model both keep to. Without faults.
 *
 *   link --> [ input port ] --> header --> [ scan | route | check ] --> grants
 *                  |                                                      |
 *                  +------------> [ crossbar ] --> link, or own adapter <--
 *
 * Time. All nodes count frames of F clocks (hypertree_frame()) in step, by themselves, from the reset on: clock 0 of
 * frame 0 is the clock that follows the first rising edge with `rst` low. (The nodes keep `rst` in a register of
 * their own.) In frame 0 nothing is sent or taken. A frame carries at most one packet over each link each way; byte i
 * is on the wire in clock i. The wire is 0 where there is no packet and behind the last byte.
 *
 * Packet, B = hypertree_packet_bytes() bytes:
 *
 *   byte 0   7 valid | 6 class (0 without faults) | 5 forced | 4 kind | 3 symmetric | 2..0 detour level
 *   byte 1   7 sequence bit (0) | 6..0 the destination as a path: hypertree_path()
 *   byte 2   7 0 | 6..0 source, heap number
 *   byte 3.. payload, most significant byte first, the last one filled up with zeros below
 *
 * The path has the destination's bits 1, 2, .. from bit 6 down, then a 1, then zeros: a node of level m finds the bit
 * of its children at a fixed place. No node changes a packet. Without faults, the class of a packet on a link across is
 * its symmetric bit, and 0 elsewhere, which is what hypertree_next() says.
 *
 * Queues. Each input port has a queue for each class, FIFO, of `buffers` packets. The queues of a node are numbered in
 * the order of hypertree_node_queues(): by port UP, LEFT, RIGHT, CROSS_0, CROSS_1, OWN, then by class. This list depends
 * on the kind and the level only. A *lane* is an output port with a class, of the same numbers: the packet that goes
 * out there comes into the neighbour's queue of that class.
 *
 * What happens in frame f:
 *
 *   clock 0        the packets of this frame are known. In each queue count := count + arrived - sent, where `sent`
 *                  is what the scan of frame f - 1 granted, and leaves in frame f. (A packet arrives and leaves in
 *                  adjacent frames at the earliest: a hop takes exactly one frame.)
 *   clock 1        room of a queue: count < buffers. It stays so until clock 0 of frame f + 1.
 *   clock 3        the node looks at the room behind each of its lanes, once: a lane is open if there is room.
 *                  Room behind lane OWN: the adapter holds less than two words, see below.
 *   clock 2 + i    the i-th queue of the scan, i = 0 .. Q - 1, Q the node's own number of queues, L = Q - 1 those of
 *                  links. The links' queues come in the order (f + k) mod L, k = 0 .. L - 1, then OWN; but if f mod Q
 *                  is Q - 1, OWN comes before them. The head of the queue, which may have arrived in this frame, is
 *                  routed in the next clock and checked in clock 4 + i. With `q` the queue and `l` the lane that
 *                  hypertree_next() says:
 *
 *                    granted, if    there is a head, and
 *                                   lane l is open, and
 *                                   no lane of the same output port has been granted in this scan, and
 *                                   no other queue of the same input port has been granted in this scan, and
 *                                   lane l is not reserved, or q is a member.
 *                    If it is granted, q is no member any more. If it is not, and lane l is not reserved or q is a
 *                    member, then q is a member from now on, and lane l is reserved in the next scan.
 *
 *                  So a lane is for those that were passed over until none of them is left, and then for all in one
 *                  scan. A head waits for two such groups at most, however many packets come by other queues.
 *
 *   frame f + 1    the granted packets are on the wires.
 *
 * A node that lacks neighbours (K) has the same queues and lanes; their ports lead nowhere, no packet comes and there is
 * no room. They take their turns in the scan.
 *
 * Adapter, in:   clock 0: if s_axis_tvalid, the destination is 1 .. K, and the queue OWN has room (by its count before
 *                this clock, that is the room of frame f - 1), the word enters: byte i of its packet comes to input
 *                port OWN in clock i. A bad destination needs no room and enters nothing, and sets bad_destination.
 *                The stream holds the word. s_axis_tready is high in clock B - 1 of such a frame, and else low.
 *                Nothing in frame 0.
 *
 * Adapter, out:  two words, one that m_axis shows and one behind it. A packet that goes out by OWN in frame f is shown
 *                from clock B + 1 of frame f at the earliest: it is complete after clock B - 1, and moves in clock B,
 *                or later, in the first clock in which m_axis_tvalid is low or m_axis_tready is high. The room that
 *                clock 3 sees counts a word that arrives in this frame, and a word that leaves in an earlier clock not.
 */
#ifndef FTC_MACHINES_HYPERTREE_NODE_H
#define FTC_MACHINES_HYPERTREE_NODE_H

#include "machines/hypertree/hypertree.h"

struct design;
struct leaf_port;

enum { MOST_NODE_QUEUES = 11, PATH_BITS = 7, BYTE = 8 };

/* Byte 0. */
enum { PACKET_VALID = 0x80, PACKET_SYMMETRIC = 0x08 };

/* A queue, or a lane, of a node. */
struct node_queue {
	enum hypertree_port port;
	unsigned class;
};

/* Lists the queues of the nodes of a level, whether they lead anywhere or not. Returns how many. */
unsigned hypertree_node_queues(const struct hypertree *h, unsigned level, struct node_queue queue[MOST_NODE_QUEUES]);

/* The links of such a node, whether they lead anywhere or not: its ports but OWN. Returns how many. */
unsigned hypertree_node_links(const struct hypertree *h, unsigned level, enum hypertree_port link[HYPERTREE_PORTS]);

/* A heap number as packets have it: its bits 1, 2, .. from bit 6 down, then a 1, then zeros. */
unsigned hypertree_path(unsigned node);

/* node.c: a port's name in Verilog: "cross_0". */
const char *hypertree_port_name(enum hypertree_port port);
/* Adds, once, the module of the nodes of a level; returns its name. */
const char *hypertree_lower_node(struct design *d, const struct network *net, const struct hypertree *h,
				 unsigned level);

/* leaf.c: the ports of a processor; numbers of nodes have `number_bits` bits. Returns how many. */
unsigned hypertree_leaf_ports(unsigned payload_bits, unsigned number_bits, struct leaf_port *ports);
extern const struct leaf hypertree_leaf;
/* cost.c: as struct leaf has it, of all nodes with their adapters. */
struct cost hypertree_cost(const struct network *net);

#endif
