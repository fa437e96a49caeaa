/* hypertree.h: Goodman and Sequin's Hypertree I and II (1981), and the ring trees that they compare with.
 *
 * A complete binary tree with links between nodes of a level. Every node is a processor and passes packets on. Nodes
 * have heap numbers: the root is 1, the children of x are 2x and 2x + 1, and the level of x is floor(lg x). Bit b of a
 * number of level m is counted from the left; the leading 1 is bit 0. A network of K nodes has the nodes 1 .. K of the
 * unlimited tree, and each link whose two ends it has.
 *
 * Packets follow one rule (rule.c), which knows a node's own number, its own ports that lead nowhere, and the packet.
 * They are stored and forwarded: a frame takes one packet over each link each way, from queue to queue. A queue is a
 * node's input port and a class; classes keep the queues from waiting for each other in a circle (dependencies.c).
 */
#ifndef FTC_MACHINES_HYPERTREE_HYPERTREE_H
#define FTC_MACHINES_HYPERTREE_HYPERTREE_H

#include <stdint.h>

#include "network/machine.h"
#include "parse/keys.h"
#include "parse/kind.h"

/* In the order of hypertree_kinds[]. */
enum hypertree_kind { HYPERTREE_1, HYPERTREE_2, FULL_RING, HALF_RING, BINARY_TREE, HYPERTREE_KINDS };

/* The ports of a node. Each is an output and an input. Of a hypertree, CROSS_i flips link bit i of the level; of a full
 * ring, CROSS_0 leads to the lower number and CROSS_1 to the higher (level 1 has CROSS_0 only); of a half ring, CROSS_0
 * leads to the cousin. OWN leads to the node's own processor. */
enum hypertree_port { PORT_UP, PORT_LEFT, PORT_RIGHT, PORT_CROSS_0, PORT_CROSS_1, PORT_OWN, HYPERTREE_PORTS };

enum {
	LEAST_HYPERTREE_PAYLOAD = 8, MOST_HYPERTREE_PAYLOAD = 256,	/* bits of a packet */
	MOST_HYPERTREE_NODES = 127,	/* of hardware: numbers of 7 bits, heap numbers up to level 6 */
	MOST_HYPERTREE_LEVELS = 16,	/* n of a hypertree that is analysed */
	MOST_HYPERTREE_PARTS = 512,	/* more than the nodes and links of hardware */
	MOST_CROSS_PORTS = 2,
	MOST_CLASSES = 2,
};

/* A network. Owned by its maker; free it with hypertree_free(). */
struct hypertree {
	enum hypertree_kind kind;
	unsigned nodes;			/* K, 2 .. 2^(MOST_HYPERTREE_LEVELS + 1) - 1 */
	unsigned levels;		/* n = floor(lg K): the level of the lowest nodes */
	/* [m][i]: the link bits of level m of a hypertree, ascending; 0: no such link. All 0 for other kinds. */
	unsigned link_bit[MOST_HYPERTREE_LEVELS + 1][MOST_CROSS_PORTS];
	unsigned ports;			/* links of the largest node of the unlimited tree: 3, 4 or 5 */
	unsigned cross_ports;		/* of them, to its own level: 0, 1 or 2 */
	bool fault_registers;		/* parts can die, and live again, while the network runs */
	bool any_dead;			/* there are faults: all packets are in plain mode, and classes mean detours */
	uint8_t *dead_ports;		/* [node]: bit p is 1 if port p of the node leads nowhere: there is no such link,
					   or the link, its other end or the node itself is dead */
	bool *dead_node;		/* [node] */
};

/* What can die: a node or a link. */
struct hypertree_part {
	unsigned node, other;		/* the ends of a link, the lower number first; of a node `other` is 0 */
};

/* topology.c */

/* The hypertree of that kind with 2 or more nodes, without faults. */
struct hypertree *hypertree_new(enum hypertree_kind kind, unsigned nodes);
void hypertree_free(struct hypertree *h);
/* Kills a node with all its links, or the link at a port of a node, in both directions. */
void hypertree_kill_node(struct hypertree *h, unsigned node);
void hypertree_kill_link(struct hypertree *h, unsigned node, enum hypertree_port port);
/* The port of `node` whose link leads to `other`; PORT_OWN: there is none. */
enum hypertree_port hypertree_port_to(const struct hypertree *h, unsigned node, unsigned other);
/* Kills a part. */
void hypertree_kill(struct hypertree *h, const struct hypertree_part *part);
/* Lists all parts that can die, dead or not: nodes; links up, by their lower end; links across, by level, port and lower
 * end. Returns how many. */
unsigned hypertree_parts(const struct hypertree *h, struct hypertree_part part[MOST_HYPERTREE_PARTS]);
/* "node:6" or "link:4:6". A fresh string. */
char *hypertree_part_text(const struct hypertree_part *part);
/* Ends all faults. */
void hypertree_revive(struct hypertree *h);
/* The link bits of any level of the unlimited tree, as link_bit has them. */
void hypertree_link_bits(enum hypertree_kind kind, unsigned level, unsigned bit[MOST_CROSS_PORTS]);
/* floor(lg node) */
unsigned hypertree_level(unsigned node);
/* The node of `level` above `node`, or itself. `level` is at most the node's. */
unsigned hypertree_ancestor(unsigned node, unsigned level);
/* The node at the other end of a port, dead or not; 0: the network has no such link. */
unsigned hypertree_neighbour(const struct hypertree *h, unsigned node, enum hypertree_port port);
/* The port of that neighbour at which the link ends. */
enum hypertree_port hypertree_far_port(const struct hypertree *h, unsigned node, enum hypertree_port port);
/* Whether the last level lacks nodes. */
bool hypertree_is_unfinished(const struct hypertree *h);
static inline bool hypertree_is_cross(enum hypertree_port port)
{
	return port == PORT_CROSS_0 || port == PORT_CROSS_1;
}
static inline bool hypertree_is_dead(const struct hypertree *h, unsigned node, enum hypertree_port port)
{
	return h->dead_ports[node] >> port & 1;
}

/* Whether parts can be dead, so that nodes change packets (node.h). */
static inline bool hypertree_has_detours(const struct hypertree *h)
{
	return h->any_dead || h->fault_registers;
}

/* packet.c: the packet, the frame and the queues, which follow from kind, faults and payload. */

/* Classes of the queues at a port; 1 of the port OWN. */
unsigned hypertree_classes(const struct hypertree *h, enum hypertree_port port);
/* Q: the queues of the largest node. */
unsigned hypertree_queues(const struct hypertree *h);
/* B: three bytes of header, and the payload. */
unsigned hypertree_packet_bytes(unsigned payload_bits);
/* F: clocks of a frame. */
unsigned hypertree_frame(const struct hypertree *h, unsigned payload_bits);

/* rule.c */

/* What the rule reads and changes in a packet's header. */
struct hypertree_packet {
	unsigned source, destination;	/* heap numbers */
	bool symmetric;			/* goes the reverse of the plain way from destination to source */
	bool descends;			/* has gone down on a half ring */
	bool wraps;			/* passes the place where the numbers of a level of a full ring begin again */
	unsigned class;			/* of the queue that the packet is in, or enters next */
	bool forced;			/* has crossed because the way up is dead, and goes up next */
	unsigned detour;		/* d, the level of the waypoint beside the destination's ancestor; 0: none */
};

/* Why a packet goes where it goes. */
enum hypertree_reason {
	REASON_ARRIVED,			/* OWN */
	REASON_ANCESTOR,		/* down: the goal is below */
	REASON_BIT,			/* cross: brings the number nearer to the goal */
	REASON_NO_BIT,			/* up: no link of this node does that */
	REASON_BIT_DEAD,		/* up: the link that does that is dead, or there is none */
	REASON_TURN,			/* cross, on the way down */
	REASON_BESIDE,			/* down: the goal is at or below the other end of the child's link across */
	REASON_UP_DEAD,			/* cross, as the way up is dead */
	REASON_FORCED,			/* up, after such a crossing */
	REASON_DOWN_DEAD,		/* stay: a detour begins, as the way down is dead */
	REASON_WAYPOINT,		/* cross: the detour ends */
	REASON_LOST,			/* drop: a second fault is in the way */
};

/* Where a packet goes: by a port; it stays in its queue and the rule is asked again; or nowhere. */
enum hypertree_move { MOVE_PORT, MOVE_STAY, MOVE_DROP };

struct hypertree_step {
	enum hypertree_move move;
	enum hypertree_port port;	/* of MOVE_PORT */
	enum hypertree_reason reason;
};

/* A packet as its source hands it over. */
struct hypertree_packet hypertree_packet(const struct hypertree *h, unsigned source, unsigned destination);
/* The rule: one step of a packet that is at `node`, whose ports `dead_ports` lead nowhere. Changes the packet's class,
 * forced and detour as the node does before it sends the packet on. This is the only place where the rule is written in
 * C. Reads of `h` kind, levels, nodes, link bits and any_dead, and never its dead ports. */
struct hypertree_step hypertree_next(const struct hypertree *h, unsigned node, struct hypertree_packet *packet,
				     unsigned dead_ports);

/* Whether a packet that came to a node of that level over a link may leave over the same link, whatever parts are dead.
 * Only faults make packets turn back. A packet from a child comes for a goal that is not below that child, so it goes down
 * there only if a detour that begins here has its waypoint there: if links across of the next two levels flip a bit below
 * this level. */
bool hypertree_turns_back(const struct hypertree *h, unsigned level, enum hypertree_port port);

/* The waypoint of a packet with a detour: the other end of the first link across, dead or not, of the destination's
 * ancestor on the detour's level. 0: the network has no such link. */
unsigned hypertree_waypoint(const struct hypertree *h, const struct hypertree_packet *packet);

/* One step of a route, with the packet as it goes out. */
struct hypertree_hop {
	unsigned node;
	struct hypertree_step step;
	struct hypertree_packet packet;
};
enum { MOST_HOPS = 8 * MOST_HYPERTREE_LEVELS };
/* The steps from source to destination: the last one has port OWN, or drops the packet. Returns how many; at most
 * MOST_HOPS, which is asserted. */
unsigned hypertree_route(const struct hypertree *h, unsigned source, unsigned destination,
			 struct hypertree_hop hops[MOST_HOPS]);
/* The links of that route, or -1 if the packet is dropped. */
int hypertree_route_links(const struct hypertree *h, unsigned source, unsigned destination);

/* dependencies.c */

struct hypertree_ways;

/* The packets of a class that wait at an input port of a node. */
struct hypertree_queue {
	unsigned node;
	enum hypertree_port port;
	unsigned class;
};

/* Which queues wait for which. */
struct hypertree_dependencies {
	unsigned edges;			/* distinct pairs of queues */
	unsigned lost;			/* ordered pairs of living nodes whose packets are dropped */
	unsigned cycle_length;		/* of a cycle: each queue waits for the next, the last for the first */
	struct hypertree_queue *cycle;	/* NULL: there is none, and the network cannot lock up */
};

/* The network as it is; as if every port had a single queue, which shows what classes are for; or as if packets turned
 * back on a link of the root: a cycle that must be found. */
enum hypertree_trial { TRIAL_AS_IS, TRIAL_ONE_CLASS, TRIAL_TURNING_BACK };
/* Finds the dependencies of all pairs' routes. True if they have no cycle. Free `found`. */
bool hypertree_depend(const struct hypertree *h, enum hypertree_trial trial, struct hypertree_dependencies *found);
void hypertree_dependencies_free(struct hypertree_dependencies *found);

/* The ways of all pairs of a hypertree in plain mode, with nothing dead. Most of them stay as they are whatever single part
 * dies. `h` has no faults, before and after, and at most MOST_HYPERTREE_NODES nodes; it is no ring tree. */
struct hypertree_ways *hypertree_ways_new(struct hypertree *h);
void hypertree_ways_free(struct hypertree_ways *ways);
/* hypertree_depend() of the same network with faults, TRIAL_AS_IS. Follows only packets that meet what is dead. */
bool hypertree_depend_on_rest(const struct hypertree *h, const struct hypertree_ways *ways,
			      struct hypertree_dependencies *found);

/* survival.c */

/* Groups of living nodes that reach each other. */
struct hypertree_islands {
	unsigned count;
	unsigned main;			/* the largest, the first of equal ones */
	unsigned *island;		/* [node]: 0 .. count - 1; of a dead node `count` */
	unsigned *nodes;		/* [island] */
};
struct hypertree_islands hypertree_islands(const struct hypertree *h);
void hypertree_islands_free(struct hypertree_islands *islands);

/* What each single fault would do to a network that has none. */
struct hypertree_survival {
	unsigned tried;			/* parts */
	unsigned cuts;			/* of them, parts without which some living nodes do not reach others .. */
	struct hypertree_part cut[MOST_HYPERTREE_PARTS];	/* .. namely these */
	unsigned losses;		/* other parts without which the rule drops a packet between living nodes .. */
	struct hypertree_part loss[MOST_HYPERTREE_PARTS];	/* .. namely these */
	unsigned cycles;		/* parts without which the dependencies have a cycle */
};
/* Tries all parts, the rule only if `routes`. `h` has no faults, before and after. */
void hypertree_try_faults(struct hypertree *h, bool routes, struct hypertree_survival *found);

/* machine.c */
extern const struct machine hypertree_machine;
extern const struct kind hypertree_kinds[HYPERTREE_KINDS];

/* parameters.c: spec->own; the rest as in struct kind. */
struct hypertree_parameters {
	unsigned nodes;			/* 2 .. MOST_HYPERTREE_NODES */
	unsigned buffers;		/* packets in a queue, 2 or 4 */
	bool acknowledge;		/* receivers answer words, and refuse those that they have no room for */
	unsigned outstanding;		/* words that a processor has under way at most, if they are acknowledged */
	unsigned fault_count;
	struct hypertree_part fault[MOST_HYPERTREE_PARTS];	/* distinct */
	struct fault_place fault_place[MOST_HYPERTREE_PARTS];	/* where it stands */
};
const struct hypertree_parameters *hypertree_parameters(const struct spec *spec);
/* `outstanding`; 0 if words are not acknowledged. */
static inline unsigned hypertree_outstanding(const struct hypertree_parameters *own)
{
	return own->acknowledge ? own->outstanding : 0;
}
extern const struct key *const hypertree_keys[], *const ring_tree_keys[];
bool read_hypertree(const struct request *q);
/* Warns of words for nodes that stay dead. */
void warn_of_hypertree(const struct request *q);
/* Reads a text that names a part, "node:6" or "link:4:6". False after one message. */
bool hypertree_read_fault(const struct hypertree *h, const struct value *value, struct hypertree_part *fault);
/* Adds a fault that is not there yet. */
void hypertree_add_fault(struct hypertree_parameters *own, struct hypertree_part fault, struct fault_place at);
/* Two nodes must live, for packets need a source and a destination. False after one message. */
bool hypertree_check_living(const struct hypertree_parameters *own, struct place at);
/* The network of a spec, with its faults. Free it with hypertree_free(). */
struct hypertree *hypertree_of(const struct spec *spec);

/* accept.c */

/* See struct machine. Refuses faults that cut nodes off, lose words between living nodes or make deadlock possible. */
bool hypertree_accept(const struct spec *spec);

/* Likewise of the spec's faults alone; `whole` is the place of those that stand in no line of a file. */
bool hypertree_accept_faults(const struct spec *spec, const char *whole);

/* See struct machine. */
bool hypertree_strike(const struct network *net, const char *place, const char *faults, struct strike *strike);	/* strike.c */
extern const struct self_test hypertree_self_test;	/* self_test.c */
void hypertree_lower(struct design *d, const struct network *net);	/* lower.c */
void hypertree_prove(struct proofs *list, const struct network *net);	/* proof.c */
/* points.c */
void hypertree_propose(struct proposals *list);
void hypertree_predict(const struct network *net, struct prediction *p);
int hypertree_report(const struct spec *spec, bool files, struct findings *found);	/* report.c */

/* protocol.c */

/* Is every word of a sender of acknowledged words taken once, in order, whatever the network loses and however often there are
 * purges? `numbered`: words have sequence bits, as they have (without them the answer is no). Yes: `states` is the number of
 * states of sender, network and receiver. No: `counterexample` has a line for each event; the caller frees it. */
bool hypertree_protocol_holds(bool numbered, unsigned *states, char **counterexample);

/* route.c */
int hypertree_show_route(const struct spec *spec, const struct route_request *request, bool files,
			 struct findings *found);

#endif
