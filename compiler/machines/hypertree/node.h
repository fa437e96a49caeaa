/* node.h: a node of a hypertree, clock by clock: what the Verilog (rtl-templates/hypertree/packet_*.v, put together by lower.c)
 * and the C model both keep to. First what all networks do, then faults, acknowledged words and fault registers.
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
 *   byte 0   7 valid | 6 class | 5 forced | 4 answer | 3 mode | 2..0 detour level
 *   byte 1   7 sequence bit | 6..0 the destination as a path: hypertree_path()
 *   byte 2   7 accepted | 6..0 source, heap number
 *   byte 3.. payload, most significant byte first, the last one filled up with zeros below
 *
 * The path has the destination's bits 1, 2, .. from bit 6 down, then a 1, then zeros: a node of level m finds the bit
 * of its children at a fixed place. Without faults and fault registers class, forced and detour level are 0 on the wire:
 * the class of a packet on a link across is its mode bit, and 0 elsewhere, which is what hypertree_next() says. The mode:
 *
 *   hypertrees     symmetric; the sender sets it
 *   full ring      wraps: passes the place where the numbers of a level begin again; the sender sets it
 *   half ring      descends: has gone down. The only thing that nodes change: it is 1 on all links to children
 *   binary tree    0
 *
 * Without acknowledged words the answer, the sequence bit and the accepted bit are 0.
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
 *
 * Faults (`faults`, or `fault-registers`). Bit 6 of byte 0 is the class, and each link has two queues each way, one
 * for each class; OWN has one, and a packet that goes out there counts as class 0. A node changes class, forced and
 * detour level of a packet as hypertree_next() does; the packet goes out with the new ones. Nothing else is changed.
 *
 *   dead ports     a link is dead at both its ends if it is dead itself or one of its nodes is. A dead port is as one
 *                  that leads nowhere: the node takes no packet, whatever the wires show, sees no room, and sends
 *                  zeros. What room it shows there is left open.
 *   any dead       a part of the network is dead; one wire. All packets are in plain mode, and their class says
 *                  whether a detour has begun. With fault registers and nothing dead the class is as without faults:
 *                  1 for symmetric packets on links across, else 0.
 *   stay           where hypertree_next() begins a detour (MOVE_STAY), the head gets the new class and detour level
 *                  in its turn of the scan, and nothing else happens: no grant, and no membership, as its lane is not
 *                  known yet. Its turn in the next scan, in frame f + 1, sees the new header. It stays in its queue.
 *   drop           where hypertree_next() drops the packet (MOVE_DROP), it is granted nothing and leaves: `sent` of
 *                  the queue is set, as if granted, unless another queue of the same input port has been granted or
 *                  dropped in this scan; then it waits for the next scan. No lane matters or is changed, and there is
 *                  no membership. The node's bit of `lost` is 1 from clock F - 1 of this frame on, until the reset.
 *   dead node      its ports are dead, and its adapter is cut off: nothing enters, s_axis_tready is low, and no
 *                  bad_destination is seen. Words that m_axis has to show are shown and taken as ever.
 *
 *   A packet for a dead node is dropped next to it, behind one detour; its way is among the dependencies that must
 *   have no cycle (dependencies.c). Constant faults that make other words get lost, or dependencies cyclic, are
 *   refused.
 *
 *   Batches and detours: a head becomes a member only of the lane it will leave by, since what hypertree_next() says
 *   of a head that has neither stayed nor dropped stays the same until it leaves. Lanes of two classes of a port are
 *   reserved each for itself. The room behind a lane is used up by this lane only, so a reserved lane that is open
 *   stays open until a member takes it, at the latest when the member's queue comes first: nobody waits for the
 *   port's other class.
 *
 * Acknowledged words (`acknowledge`). Adapters differ, nodes do not. A word is in a *slot* of its sender until its
 * receiver has accepted it: `outstanding` slots a node, each free, sent or due. Never are two for one destination.
 *
 *   in             clock 0: if the queue OWN has room (as above), one packet enters: an answer, or a word.
 *                  An answer: the oldest one that waits.
 *                  A word: from the slots turn, turn + 1, .. modulo `outstanding` the first that is due, or that is
 *                  free while the stream offers a word for 1 .. K for which no slot is sent or due. That word is now
 *                  the slot's. The slot is sent, and turn := slot + 1 modulo `outstanding`; turn is 0 after the reset.
 *                  If there are both, that one enters whose kind has not entered last; after the reset the answer.
 *                  s_axis_tready is high in clock B - 1 of a frame in which the stream's word has come into a slot,
 *                  or in which a bad destination was offered in clock 0. The latter needs no room, no slot and no
 *                  turn, and enters nothing; something else may enter in the same frame.
 *   out            lane OWN is always open. What goes out in frame f is taken from the network, whatever it is:
 *   - an answer    from the destination of a slot that is sent: with bit 7 of byte 2 the slot is free, otherwise due.
 *                  Both hold for clock 0 of frame f + 1. There is always such a slot.
 *   - a word       is accepted if in clock 1 of frame f no word stands behind the one that m_axis shows, and
 *                  otherwise refused. An accepted word is shown as above. The answer waits behind all others, and may
 *                  enter in frame f + 1. At most K answers wait, as a node has one word under way to each other and
 *                  itself.
 *
 *   An answer: bit 4 of byte 0; the destination is the word's source, bit 7 of byte 2 says accepted, payload 0;
 *   symmetric as for any packet from this node. It has no sequence bit, and needs none: a sender has one word under
 *   way for each destination, and nothing of before a purge is left behind it. Words and answers take turns to enter
 *   because a node that gets words without end would else never send one. A word that no answer comes to, as its
 *   destination is dead, keeps its slot.
 *
 * Fault registers (`fault-registers`; words are acknowledged). A register has a bit for each part, 1: dead, in the
 * order of hypertree_parts(); it begins with `faults`. With fault_shift high, a clock shifts fault_in in at the top,
 * and bit 0 out: fault_out is bit 0. These bits do not count yet. The output `dead` shows those that count.
 *
 *   clock F - 4    of frame f: if fault_shift is low, and has been high in a clock since the last clock in which this
 *                  was true, or since the reset: frame f + 1 is a purge.
 *   frame f        is whole: what is on the wires arrives, words are shown, answers count.
 *   the purge      from its clock 0 on the new bits count, in all nodes. All queues are empty in its clock 0; no
 *                  packet is on a wire, nothing enters, nothing is taken from streams, not even bad destinations; no
 *                  grant, no member and no reserved lane is left, and no answer waits. Each slot that is sent is due.
 *                  What the scan of frame f has granted or dropped vanishes (`lost` stays if it was set). The
 *                  counters of frames and of turns go on.
 *   frame f + 2    is a usual one.
 *
 *   What survives: slots with their words, `turn`, which kind entered last, sequence bits, words that m_axis shows or
 *   that stand behind, bad_destination, lost.
 *
 *   Sequence bits: a node has one for each destination, of the word that is in a slot or comes next, and one for each
 *   source, which it expects; all 0 after the reset. Byte 1 of a word has the destination's bit; it flips when the
 *   slot becomes free. A word with the bit that is expected is taken as above, and if it is accepted the expected bit
 *   flips. A word with the other bit has been accepted before a purge that has taken the answer along: it is answered
 *   as accepted, room or not, and is not shown. RAMs need time to become 0: in frames 0 .. S, S = ceil(128 / F),
 *   nothing enters and no stream is read.
 *
 *   A link may fall silent between two frames, before its bit is set: what it would have carried is sent again after the
 *   purge. Its wires may show anything while its bit counts. Rooms and packets must be right again from clock 0 of the
 *   purge with which its bit ends.
 */
#ifndef FTC_MACHINES_HYPERTREE_NODE_H
#define FTC_MACHINES_HYPERTREE_NODE_H

#include "machines/hypertree/hypertree.h"

struct design;
struct leaf_port;

enum { MOST_NODE_QUEUES = 11, PATH_BITS = 7, BYTE = 8 };

/* Byte 0. */
enum { PACKET_VALID = 0x80, PACKET_CLASS = 0x40, PACKET_FORCED = 0x20, PACKET_ANSWER = 0x10, PACKET_SYMMETRIC = 0x08 };
/* Byte 1, byte 2. */
enum { PACKET_SEQUENCE = 0x80, PACKET_ACCEPTED = 0x80 };

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
