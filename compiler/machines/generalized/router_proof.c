/* router_proof.c: proofs of a router of a generalized fat tree: its wiring, with the concentrators and the delay line
 * cut out, which have their own proofs. As for a node (node_proof.c), but a route step is an address of several bits.
 *
 * Of the up part and the down part, each by itself:
 *
 *   - With the last bit of an address, the concentrator of the port that the address names gets M in its place, on the
 *     message's own wire, and every other concentrator gets 0. In all other clocks it gets the input unchanged, except
 *     while addresses are read, when no message carries anything else. The message thus goes to the right port only,
 *     delayed by one clock for every bit used up, and its payload follows.
 *   - The concentrator gets its strobe in that clock, and its outputs leave the router.
 *   - Where all wires to a port fit, there is no concentrator: they leave directly.
 *   - A message that turns leaves on its own wire; no message returns to the child from which it came.
 *   - With broadcasts: while `copy` is high, a message from above reaches the concentrators of all ports. The same
 *     holds for one that turns at a root, which may also be addressed to its own child. Assumption: `copy` is steady
 *     while an address passes the selectors.
 *
 * Of the router: the two parts are joined. Turning messages pass the delay line and meet those from above. Inputs from
 * and outputs to children with dead links are 0. subtree_proof.c covers the wires around the routers.
 *
 * An address may have more values than there are ports, or name the child from which its message comes. Leaves never
 * send such messages, but the proofs need no such assumption: they show that these reach no port. The proofs do not
 * cover a strobe while addresses are read: frames are longer than that.
 */
#include <stdlib.h>

#include "machines/generalized/dead_links.h"
#include "lower/builder.h"
#include "lower/tree.h"
#include "machines/generalized/router.h"
#include "prove/builder.h"

/* Wires on which messages enter, and the length of the address at their start. */
struct source {
	const char *name;		/* a net */
	unsigned width;
	unsigned bits;
	bool copied;			/* while `copy` is high its messages go to all ports */
};

/* One proof of a router's part, under construction. */
struct part {
	struct parts parts;
	const struct plan *plan;
	unsigned port_count;		/* ports with a concentrator so far: their instances are port_1, port_2 .. */
	unsigned output;		/* first wire of the next one */
};

/* A port's share: those messages of a source that have a certain address. */
struct share {
	const struct source *source;
	const char *wires;		/* the wires as the port must get them */
	unsigned width;
	const char *what;		/* "what falls to child 2" */
};

enum { PORT_SHARES = 2 };

struct port {
	const char *name;		/* "parent 0" */
	struct share share[PORT_SHARES];
	unsigned share_count;
	unsigned width;			/* wires that leave */
};

/* The condition under which M bits in clock `clock` of the part are not checked: an address is being read, or `copy`
 * has changed since the message's M bits. NULL: never. */
static const char *unknown(struct part *p, const struct source *s, unsigned clock)
{
	if (s->bits < 2 && !s->copied)
		return NULL;
	const char *name = parts_name(&p->parts, "reads_%u", p->parts.count);

	parts_wires(&p->parts, 1, name, NULL);
	size_t i = parts_instance(&p->parts, "reading", "reading_%u", p->parts.count);

	parts_parameter(&p->parts, i, "BITS", s->bits);
	parts_parameter(&p->parts, i, "CLOCK", clock);
	parts_connect(&p->parts, i, "clk", "clk");
	parts_connect(&p->parts, i, "start", "start");
	parts_connect(&p->parts, i, "copy", s->copied ? "copy" : "1'b0");
	parts_connect(&p->parts, i, "reads", name);
	return name;
}

/* A port's share arrives at `there`, where M bits pass in clock `clock` of the part. */
static void add_share(struct part *p, const struct share *s, unsigned clock, const char *there)
{
	parts_same_later_unless(&p->parts, parts_name(&p->parts, "%s gets there, and nothing else", s->what), s->width,
				s->wires, clock - s->source->bits, there, unknown(p, s->source, clock));
}

/* Some of the part's outputs. */
static const char *outputs(struct part *p, unsigned low, unsigned width)
{
	return parts_slice(&p->parts, "out", p->plan->outputs, low, width);
}

/* All wires fit: they leave in the order of the shares, and the other wires are idle. */
static void add_straight(struct part *p, const struct port *port)
{
	unsigned low = p->output, end = p->output + port->width;

	for (unsigned k = 0; k < port->share_count; k++) {
		add_share(p, &port->share[k], p->plan->latency, outputs(p, low, port->share[k].width));
		low += port->share[k].width;
	}
	if (low < end)
		parts_same_later(&p->parts, parts_name(&p->parts, "nothing is on the idle wires of %s", port->name),
				 end - low, parts_name(&p->parts, "{%u{1'b0}}", end - low), 0,
				 outputs(p, low, end - low));
}

static const struct element *nth_call(const struct plan *plan, unsigned n)
{
	for (size_t i = 0; i < plan->element_count; i++)
		if (plan->element[i].kind == ELEMENT_CALL && n-- == 0)
			return &plan->element[i];
	return NULL;
}

static void add_concentrated(struct part *p, const struct port *port, unsigned r)
{
	struct parts *parts = &p->parts;
	const struct element *call = nth_call(p->plan, p->port_count++);
	const char *instance = parts_name(parts, "port_%u", p->port_count);
	const char *in = parts_cut(parts, true, instance, "in", r),
		   *strobe = parts_cut(parts, true, instance, "start", 1);
	const char *sent = parts_cut(parts, false, instance, "out", port->width);
	unsigned low = 0;

	for (unsigned k = 0; k < port->share_count; k++) {
		add_share(p, &port->share[k], call->clock, parts_slice(parts, in, r, low, port->share[k].width));
		low += port->share[k].width;
	}
	parts_same_later(parts, parts_name(parts, "what leaves the concentrator to %s leaves there", port->name),
			 port->width, sent, p->plan->latency - call->clock - call->plan->latency,
			 outputs(p, p->output, port->width));
	parts_same_later(parts,
			 parts_name(parts, "the concentrator to %s gets the strobe with the new M bits", port->name), 1,
			 "start", call->clock, strobe);
	parts_chances(parts, call->plan, instance, "start", call->clock, call->clock == 0 ? "favor" : NULL, "chance");
}

/* Adds the next port of the part. */
static void add_port(struct part *p, const struct port *port)
{
	unsigned r = 0;

	for (unsigned k = 0; k < port->share_count; k++)
		r += port->share[k].width;
	if (r <= port->width)
		add_straight(p, port);
	else
		add_concentrated(p, port, r);
	p->output += port->width;
}

/* All messages of a source with this address. */
static struct share share_of(struct part *p, const struct source *s, unsigned address, const char *what)
{
	const char *wires = parts_addressed(&p->parts, s->name, s->width, "start", s->copied ? "copy" : NULL, s->bits,
					    address);

	return (struct share){ .source = s, .wires = wires, .width = s->width, .what = what };
}

static void add_to_parents(struct part *p, const struct router_shape *shape)
{
	unsigned w = shape->parents, bits = shape->directed ? digit_bits(w) : 0, ports = shape->directed ? w : 1;
	const struct source in = { "in", p->plan->inputs, 1 + bits, false };

	for (unsigned t = 0; t < ports; t++) {
		const char *name = shape->directed ? parts_name(&p->parts, "parent %u", t) : "any parent";
		const char *what = parts_name(&p->parts, "what climbs to %s", name);

		add_port(p, &(struct port){ .name = name,
					    .share = { share_of(p, &in, 1u << bits | t, what) },
					    .share_count = 1,
					    .width = w / ports * shape->link_width });
	}
}

static void add_turns(struct part *p)
{
	const struct source in = { "in", p->plan->inputs, 1, false };

	add_port(p, &(struct port){ .name = "a turn", .share = { share_of(p, &in, 0, "what turns") }, .share_count = 1,
				    .width = p->plan->inputs });
}

/* Messages that turn to child j: the wires of all other children and, with copies, its own. */
static struct share turned_share(struct part *p, const struct source *turned, const struct router_shape *shape,
				 unsigned j)
{
	unsigned m = shape->children, c = shape->link_width;
	struct share s = share_of(p, turned, j, parts_name(&p->parts, "what turns to child %u", j));

	if (turned->copied)
		return s;
	const char *before = parts_slice(&p->parts, s.wires, m * c, 0, j * c);
	const char *behind = parts_slice(&p->parts, s.wires, m * c, j * c + c, (m - 1 - j) * c);

	s.wires = j == 0 ? behind : j == m - 1 ? before : parts_name(&p->parts, "{%s, %s}", behind, before);
	s.width -= c;
	return s;
}

static void add_to_children(struct part *p, const struct router_shape *shape)
{
	struct parts *parts = &p->parts;
	unsigned m = shape->children, c = shape->link_width, falling_wires = shape->parents * c;
	bool own = shape->copies && shape->parents == 0;
	const struct source falling = { "falling", falling_wires, digit_bits(m), shape->copies && m > 1 };
	const struct source turned = { "turned", m * c, own ? digit_bits(m) : turn_bits(m), own };

	if (shape->copies && m > 1)
		parts_port(parts, false, "copy", "copy", 1);
	if (falling_wires > 0)
		parts_wires(parts, falling_wires, "falling",
			    parts_slice(parts, "in", p->plan->inputs, 0, falling_wires));
	if (m > 1)
		parts_wires(parts, m * c, "turned", parts_slice(parts, "in", p->plan->inputs, falling_wires, m * c));
	for (unsigned j = 0; j < m; j++) {
		struct port port = { .name = parts_name(parts, "child %u", j), .width = c };

		if (falling_wires > 0)
			port.share[port.share_count++] =
				share_of(p, &falling, j, parts_name(parts, "what falls to child %u", j));
		if (m > 1)
			port.share[port.share_count++] = turned_share(p, &turned, shape, j);
		add_port(p, &port);
	}
}

static void read_modules(struct circuit *c, const struct plan *plan)
{
	for (size_t i = 0; i < plan->element_count; i++) {
		const struct element *e = &plan->element[i];

		if (e->kind == ELEMENT_SELECT)
			circuit_reads(c, e->copies ? "copying_selector" : "selector");
		if (e->kind == ELEMENT_CALL) {
			circuit_cuts(c, e->plan->name);
			c->cells -= e->plan->cost.lut4 + e->plan->cost.ff;
			if (plan_needs_favor(e->plan))
				circuit_reads(c, "tie_strobe");
		}
	}
}

/* "router with 4 children and 2 parents, links of 2 wires" */
static char *shape_name(const struct router_shape *s)
{
	char *width = s->link_width > 1 ? format_string(", links of %u wires", s->link_width) : copy_string("");
	char *name = s->parents == 0 ? format_string("router with %u children at the top%s", s->children, width) :
				       format_string("router with %u %s and %u %s%s", s->children,
						     s->children == 1 ? "child" : "children", s->parents,
						     s->parents == 1 ? "parent" : "parents", width);

	free(width);
	return name;
}

static void prove_part(struct proofs *list, const struct plan *plan, const struct router_shape *shape)
{
	bool up = plan->kind == PLAN_ROUTER_UP;
	struct part p = { .plan = plan };
	struct circuit c = circuit_of(list, plan->name);
	char *shape_text = shape_name(shape);
	bool copies = plan_copies(plan);
	char *what = format_string("%s: the way %s%s", shape_text, up ? "up" : "down",
				   up && !shape->directed && shape->parents > 1 ? " to any parent" :
				   copies ? " to one child or to all" : "");

	c.cells = plan->cost.lut4 + plan->cost.ff;
	read_modules(&c, plan);
	parts_clock(&p.parts, plan_uses_reset(plan));
	if (plan_uses_strobe(plan))
		parts_port(&p.parts, false, "start", "start", 1);
	else
		parts_input(&p.parts, 1, "start");
	if (plan_needs_favor(plan))
		parts_port(&p.parts, false, "favor", "favor", 1);
	if (plan_needs_chance(plan))
		parts_port(&p.parts, false, "chance", "chance", 1);
	parts_port(&p.parts, false, "in", "in", plan->inputs);
	parts_port(&p.parts, true, "out", "out", plan->outputs);
	if (up)
		add_to_parents(&p, shape);
	if (up && shape->children > 1)
		add_turns(&p);
	if (!up)
		add_to_children(&p, shape);
	/* The monitor looks back as many clocks as the longest address has bits. */
	p.parts.depth += up ? 1 + digit_bits(shape->parents) : digit_bits(shape->children);
	parts_prove(list, &c, "wiring", what, copies ?
		    "a message goes to the port of its address, to no other, or copied to all" :
		    "a message goes to the port of its address, to no other, without those bits", &p.parts);
	circuit_free(&c);
	free(shape_text);
	free(what);
}

/* One proof of a router's joints, under construction. */
struct joints {
	struct parts parts;
	const struct node *node;
	unsigned above;			/* wires each way to the parents */
	bool faults;
};

/* Joins a port to its signal, driven by the circuit or not; returns the signal. */
static const char *join(struct joints *j, bool drives, const char *port, unsigned width)
{
	parts_port(&j->parts, drives, port, port, width);
	return port;
}

static void same(struct joints *j, const char *meaning, unsigned width, const char *from, const char *to)
{
	parts_same_later(&j->parts, meaning, width, from, 0, to);
}

/* A port of one part of the router, which is cut out, gets `from`. */
static void same_cut(struct joints *j, const char *meaning, const char *instance, const char *port, unsigned width,
		     const char *from)
{
	same(j, meaning, width, from, parts_cut(&j->parts, true, instance, port, width));
}

/* The wires of all children side by side, "{child_1_in, child_0_in}". */
static const char *join_children(struct joints *j, const char *direction, bool drives)
{
	const char *all = NULL;

	for (unsigned k = 0; k < j->node->shape.children; k++) {
		const char *name = parts_name(&j->parts, "child_%u_%s", k, direction);

		join(j, drives, name, j->node->shape.link_width);
		all = all ? parts_name(&j->parts, "%s, %s", name, all) : name;
	}
	return parts_name(&j->parts, "{%s}", all);
}

/* Those wires of `children`, the wires of all children, that are on live links; `children` if none can be dead. */
static const char *living(struct joints *j, const char *name, const char *children)
{
	unsigned m = j->node->shape.children, c = j->node->shape.link_width;
	const char **dead;

	if (!j->faults)
		return children;
	dead = allocate_array(m, sizeof *dead);
	for (unsigned k = 0; k < m; k++)
		dead[k] = parts_name(&j->parts, "{%u{dead[%u]}}", c, k);
	const char *live = parts_not(&j->parts, m * c, parts_beside(&j->parts, dead, m));

	free(dead);
	parts_wires(&j->parts, m * c, name, parts_and(&j->parts, m * c, children, live));
	return name;
}

/* Returns what has turned. */
static const char *join_way_up(struct joints *j, const struct network *net, const char *children)
{
	const struct node *node = j->node;
	unsigned in = node->router_up->inputs, out = node->router_up->outputs, up = j->above;

	join(j, false, "up_start", 1);
	join(j, true, "parent_out", up);
	same_cut(j, "the way up gets the children's strobe", "way_up", "start", 1, "up_start");
	if (plan_chooses(node->router_up))
		parts_chances(&j->parts, node->router_up, "way_up", "up_start", 0, NULL,
			      join(j, false, tree_chances[1], 1));
	same_cut(j, "the way up gets what the children send", "way_up", "in", in, children);
	const char *climbed = parts_cut(&j->parts, false, "way_up", "out", out);

	same(j, "what has climbed goes to the parents", up, parts_slice(&j->parts, climbed, out, 0, up), "parent_out");
	if (node->shape.children == 1)
		return NULL;
	return parts_delay(&j->parts, net, node, node->up_latency, "turn_delay", in,
			   parts_slice(&j->parts, climbed, out, up, out - up), "what turns waits");
}

static void join_way_down(struct joints *j, const char *children_in, const char *turned)
{
	const struct plan *plan = j->node->router_down;
	const char *parents = j->above > 0 ? join(j, false, "parent_in", j->above) : NULL;

	if (plan_uses_strobe(plan))
		same_cut(j, "the way down gets its strobe", "way_down", "start", 1, join(j, false, "down_start", 1));
	if (plan_chooses(plan))
		parts_chances(&j->parts, plan, "way_down", "down_start", 0, NULL, join(j, false, tree_chances[0], 1));
	if (plan_copies(plan))
		same_cut(j, "the way down hears of broadcasts", "way_down", "copy", 1, join(j, false, "copy", 1));
	same_cut(j, parents ? "the way down gets what the parents send and what has turned" :
		 "the way down gets what the children send", "way_down", "in", plan->inputs,
		 !parents ? children_in : turned ? parts_name(&j->parts, "{%s, parent_in}", turned) : parents);
	const char *fallen = parts_cut(&j->parts, false, "way_down", "out", plan->outputs);

	same(j,
	     j->faults ? "what has come down goes to its child, by links that live" :
			 "what has come down goes to its child",
	     plan->outputs, living(j, "sent", fallen), join_children(j, "out", true));
}

static const char *joints_claim(const struct node *node, bool faults)
{
	if (!node->router_up)
		return faults ? "what comes from the children goes to the children, nothing by dead links" :
		       "what comes from the children goes to the children";
	return faults ? "its ways are joined, what turns meets what comes down, dead links are 0" :
	       "its two ways are joined, and what turns meets what comes down";
}

static void prove_joints(struct proofs *list, const struct network *net, const char *name, const struct node *node)
{
	struct joints j = { .node = node, .above = node->shape.parents * node->shape.link_width,
			    .faults = network_has_dead_links(net->spec) };
	struct circuit c = circuit_of(list, name);
	char *shape = shape_name(&node->shape),
	     *what = format_string("%s, on level %u", shape, net->levels - node->level);
	const char *turned = NULL;

	parts_clock(&j.parts, true);
	if (j.faults) {
		circuit_reads(&c, "living_links");
		join(&j, false, "dead", node->shape.children);
	}
	const char *children_in = living(&j, "living", join_children(&j, "in", false));

	circuit_cuts(&c, node->router_down->name);
	if (plan_needs_favor(node->router_down))
		circuit_reads(&c, "tie_strobe");
	if (node->router_up) {
		circuit_cuts(&c, node->router_up->name);
		turned = join_way_up(&j, net, children_in);
	}
	if (turned)
		circuit_cuts_lines(list, &c);
	join_way_down(&j, children_in, turned);
	c.cells = node->router_down->inputs + node->router_down->outputs;
	parts_prove(list, &c, "joints", what, joints_claim(node, j.faults), &j.parts);
	circuit_free(&c);
	free(shape);
	free(what);
}

static void prove_part_once(struct proofs *list, const struct plan *plan, const struct router_shape *shape)
{
	char *proof = format_string("%s_wiring", plan->name);

	if (!proofs_find(list, proof))
		prove_part(list, plan, shape);
	free(proof);
}

void prove_router(struct proofs *list, const struct network *net, const struct node *node)
{
	char *name = router_name(net, node);

	if (node->router_up)
		prove_part_once(list, node->router_up, &node->shape);
	prove_part_once(list, node->router_down, &node->shape);
	prove_joints(list, net, name, node);
	if (node->router_up && node->shape.children > 1)
		prove_delay(list, net, node->router_up->inputs, node->turn_delay);
	free(name);
}
