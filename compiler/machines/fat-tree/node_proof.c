/* node_proof.c: proofs of a switching node: its wiring around the concentrators and delay lines, which are cut out and
 * have their own proofs.
 *
 *   - In the clock after a strobe a wire carries its route bit. The concentrator of the port named by that bit then
 *     gets M, and every other gets 0: a message goes to the right port only. In all other clocks the bit passes
 *     unchanged. The route bit is thus stripped: the new M bit takes its place.
 *   - The concentrator gets its strobe in that clock.
 *   - A message that turns at this node passes the delay line first.
 *   - The concentrator's outputs leave the node `padding` clocks later. The outgoing strobe is the incoming one,
 *     delayed like the M bits.
 *
 *   - Messages that turn meet those that come down: the delay line waits as long as a strobe takes from here over the
 *     top of the tree and back, the sum of the proved latencies of the nodes above.
 */
#include <stdlib.h>
#include <string.h>

#include "lower/tree.h"
#include "machines/fat-tree/node.h"
#include "machines/fat_tree_faults.h"
#include "prove/builder.h"

/* One proof of a node under construction. */
struct node_proof {
	struct parts parts;
	const struct node *node;
	bool top;			/* no parent: no route bit, nothing turns */
	const char *turned[2];		/* what comes out of the delay line */
	bool has_dead;			/* wires may be dead */
	const char *dead[3];		/* wires of the left child's channel, the right one's, the one above */
};

/* Watches wires out of the node, or feeds free wires into it. */
static void join(struct node_proof *np, bool drives, const char *port, unsigned width)
{
	parts_port(&np->parts, drives, port, port, width);
}

/* Declares the two choices of a wire as they must be: NAME_in_to_0 and NAME_in_to_1. */
static void add_choices(struct node_proof *np, const char *in, const char *strobe, unsigned width)
{
	for (unsigned one = 0; one < 2; one++)
		parts_addressed(&np->parts, in, width, strobe, NULL, 1, one);
}

/* The wires up from a child, but for the dead ones. */
static void join_living(struct node_proof *np, int side)
{
	const char *port = tree_side_ports[side][0], *any = parts_name(&np->parts, "%s_any", port);
	unsigned width = np->node->child_wires[side];

	parts_port(&np->parts, false, port, any, width);
	parts_wires(&np->parts, width, port,
		    parts_and(&np->parts, width, any, parts_not(&np->parts, width, np->dead[side])));
}

static void add_dead(struct node_proof *np)
{
	const struct node *node = np->node;
	unsigned p = node->parent_wires, left = node->child_wires[0], right = node->child_wires[1], all = p + left + right;

	join(np, false, "dead", all);
	if (p > 0)
		np->dead[2] = parts_slice(&np->parts, "dead", all, 0, p);
	np->dead[0] = parts_slice(&np->parts, "dead", all, p, left);
	if (right > 0)
		np->dead[1] = parts_slice(&np->parts, "dead", all, p + left, right);
}

static void add_node_proof_ports(struct node_proof *np)
{
	const struct node *node = np->node;

	parts_clock(&np->parts, true);
	if (np->has_dead)
		add_dead(np);
	join(np, false, "up_start", 1);
	join(np, true, "down_start_out", 1);
	for (int side = 0; side < 2; side++) {
		unsigned width = node->child_wires[side];

		if (width == 0)
			continue;
		if (np->has_dead)
			join_living(np, side);
		else
			join(np, false, tree_side_ports[side][0], width);
		join(np, true, tree_side_ports[side][1], width);
		if (!np->top)
			add_choices(np, tree_side_ports[side][0], "up_start", width);
	}
	for (int up = 0; up < 2; up++)
		if (node_chooses(node, up))
			join(np, false, tree_chances[up], 1);
	if (np->top)
		return;
	join(np, false, "down_start", 1);
	join(np, false, "parent_in", node->parent_wires);
	join(np, true, "parent_out", node->parent_wires);
	join(np, true, "up_start_out", 1);
	add_choices(np, "parent_in", "down_start", node->parent_wires);
}

/* Adds the turns through the delay line. Its input must be what the children's route bits turn; its output is free. */
static void add_turns(struct node_proof *np, const struct network *net)
{
	struct parts *p = &np->parts;
	unsigned left = np->node->child_wires[0], both = left + np->node->child_wires[1];
	const char *turned = parts_delay(p, net, np->node, 0, "turn_delay", both,
					 parts_name(p, "{%s_in_to_0, %s_in_to_0}", tree_sides[1], tree_sides[0]),
					 "a message from a child with route bit 0 turns, no other");

	np->turned[0] = parts_slice(p, turned, both, 0, left);
	np->turned[1] = parts_slice(p, turned, both, left, both - left);
}

/* An output port of the node. */
struct port {
	const char *name;		/* "parent", "left", "right" */
	const struct plan *plan;	/* NULL: straight wires, as at a root where all fit */
	const char *strobe;		/* of the M bits that come in */
	const char *in;			/* all wires that may leave here, as Verilog */
	unsigned in_width, out_width;
	unsigned choosing;		/* clocks from that strobe to the new M bits: 1; at the top 0 */
	unsigned padding, latency;
	const char *strobe_out;
	const char *chance;		/* random bits */
	const char *dead;		/* wires; NULL: none ever is */
};

static unsigned port_clocks(const struct port *port)
{
	return port->plan ? port->plan->latency : 0;
}

/* Each wire passes one register or none. */
static void add_wires(struct parts *p, const struct port *port, const char *out)
{
	unsigned idle = port->out_width - port->in_width;

	parts_same_later(p, parts_name(p, "the %s port sends what its route bits name, and nothing else", port->name),
			 port->out_width, idle > 0 ? parts_name(p, "{{%u{1'b0}}, %s}", idle, port->in) : port->in,
			 port_clocks(port) + port->padding, out);
}

/* The wires go through a concentrator. */
static void add_concentrated(struct parts *p, const struct port *port, const char *out)
{
	const char *concentrator = parts_name(p, "%s_concentrator", port->name);
	const char *in = parts_cut(p, true, concentrator, "in", port->in_width);
	const char *sent = parts_cut(p, false, concentrator, "out", port->out_width);
	parts_same_later(p,
			 parts_name(p,
				    "the concentrator of the %s port gets what the route bits name, and nothing else",
				    port->name),
			 port->in_width, port->in, 0, in);
	parts_same_later(p, parts_name(p, "what leaves the concentrator of the %s port leaves there", port->name),
			 port->out_width, sent, port->padding, out);
	if (!plan_uses_strobe(port->plan))
		return;
	parts_same_later(p,
			 parts_name(p, "the concentrator of the %s port gets the strobe with the new M bits",
				    port->name),
			 1, port->strobe, port->choosing, parts_cut(p, true, concentrator, "start", 1));
	parts_chances(p, port->plan, concentrator, port->strobe, port->choosing, NULL, port->chance);
}

static void add_dead_port(struct parts *p, const struct port *port)
{
	parts_same_later(p, parts_name(p, "the concentrator of the %s port knows its own dead wires", port->name),
			 port->out_width, port->dead, 0,
			 parts_cut(p, true, parts_name(p, "%s_concentrator", port->name), "dead", port->out_width));
}

static void add_port(struct parts *p, const struct port *port)
{
	const char *out = parts_name(p, "%s_out", port->name);

	if (!port->plan || port->plan->kind == PLAN_WIRES)
		add_wires(p, port, out);
	else
		add_concentrated(p, port, out);
	if (port->dead)
		add_dead_port(p, port);
	/* Its latency is the M bits': for choosing, the concentrator, and the registers behind it. */
	parts_same_later(p, parts_name(p, "the strobe leaves with the M bits of the %s port", port->name), 1,
			 port->strobe, port->choosing + port_clocks(port) + port->padding, port->strobe_out);
}

static void add_up_port(struct node_proof *np)
{
	const struct node *node = np->node;
	bool two = node->child_wires[1] > 0;

	add_port(&np->parts, &(struct port){
		.name = "parent", .plan = node->up, .strobe = "up_start", .strobe_out = "up_start_out",
		.in = two ? "{right_in_to_1, left_in_to_1}" : "left_in_to_1",
		.in_width = node->child_wires[0] + node->child_wires[1], .out_width = node->parent_wires, .choosing = 1,
		.padding = node->up_padding, .chance = tree_chances[1], .dead = np->dead[2] });
}

static void add_down_port(struct node_proof *np, int side)
{
	const struct node *node = np->node;
	unsigned sibling = node->child_wires[1 - side];
	const char *branch = side == 0 ? "parent_in_to_0" : "parent_in_to_1";

	add_port(&np->parts, &(struct port){
		.name = tree_sides[side], .plan = node->down[side], .strobe_out = "down_start_out",
		.strobe = np->top ? "up_start" : "down_start",
		.in = np->top ? tree_side_ports[1 - side][0] : sibling == 0 ? branch :
		      parts_name(&np->parts, "{%s, %s}", np->turned[1 - side], branch),
		.in_width = node->parent_wires + sibling, .out_width = node->child_wires[side],
		.choosing = !np->top, .padding = node->down_padding[side],
		.chance = tree_chances[0], .dead = np->dead[side] });
}

static void read_modules(struct proofs *list, struct circuit *c, const struct node_proof *np)
{
	const struct plan *plans[] = { np->node->up, np->node->down[0], np->node->down[1] };

	if (!np->top)
		circuit_reads(c, "selector");
	if (np->has_dead)
		circuit_reads(c, "living_links");
	if (!np->top && np->node->child_wires[1] > 0)
		circuit_cuts_lines(list, c);
	for (int i = 0; i < 3; i++)
		if (plans[i] && plans[i]->kind != PLAN_WIRES) {
			circuit_cuts(c, plans[i]->name);
			if (plan_needs_favor(plans[i]))
				circuit_reads(c, "tie_strobe");
		}
}

static void prove_wiring(struct proofs *list, const struct network *net, const char *name, const struct node *node)
{
	struct node_proof np = { .node = node, .top = node->parent_wires == 0, .has_dead = has_dead_wires(net->spec) };
	struct circuit c = circuit_of(list, name);
	char *what = format_string("node of level %u%s", node->level, strstr(name, "_edge") ? ", at the edge" : "");

	read_modules(list, &c, &np);
	add_node_proof_ports(&np);
	if (!np.top && node->child_wires[1] > 0)
		add_turns(&np, net);
	if (!np.top)
		add_up_port(&np);
	for (int side = 0; side < 2; side++)
		if (node->child_wires[side] > 0)
			add_down_port(&np, side);
	np.parts.depth++;		/* the selectors look back one clock */
	c.cells = 4 * (node->child_wires[0] + node->child_wires[1] + node->parent_wires);
	parts_prove(list, &c, "wiring", what, np.top ? "what comes from one side goes to the other" :
		    "a message goes to the port of its route bit, to no other, without that bit", &np.parts);
	circuit_free(&c);
	free(what);
}

void prove_node(struct proofs *list, const struct network *net, const struct node *node)
{
	char *name = binary_node_name(net, node);

	prove_wiring(list, net, name, node);
	if (node->parent_wires > 0 && node->child_wires[1] > 0)
		prove_delay(list, net, node->child_wires[0] + node->child_wires[1], node->turn_delay);
	free(name);
}
