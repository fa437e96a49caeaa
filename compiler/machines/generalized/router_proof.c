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
 *     holds for one that turns at a root, which may also be addressed to its own child. Assumption: `copy` is steady while an
 *     address passes the selectors.
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
#include "machines/generalized/router.h"
#include "prove/builder.h"

/* Wires on which messages enter, and the length of the address at their start. */
struct source {
	const char *name;		/* a vector in Verilog */
	unsigned width;
	unsigned bits;
	bool copied;			/* while `copy` is high its messages go to all ports */
};

/* One proof of a router's part, under construction. */
struct part {
	struct parts parts;
	struct text ports;		/* connections of the module to the parts cut out of it */
	const struct plan *plan;
	unsigned port_count;		/* ports with a concentrator so far: their instances are port_1, port_2 .. */
	unsigned output;		/* first wire of the next one */
};

/* A port's share: those messages of a source that have a certain address. */
struct share {
	const struct source *source;
	char *wires;			/* the wires as the port must get them */
	unsigned width;
	char *what;			/* "what falls to child 2" */
};

enum { PORT_SHARES = 2 };

struct port {
	char *name;			/* "parent 0" */
	struct share share[PORT_SHARES];
	unsigned share_count;
	unsigned width;			/* wires that leave */
};

static void print_vector(struct text *t, const char *kind, unsigned width, const char *name)
{
	text_print(t, "    %s ", kind);
	print_width(t, width);
	text_print(t, "%s;\n", name);
}

/* NAME_K: one wire K clocks ago, back to the arrival of the oldest message of the proof. */
static void print_past(struct part *p, const char *name)
{
	struct text *t = &p->parts.body;

	for (unsigned k = 1; k <= p->plan->latency; k++)
		text_print(t, "    reg  %s_%u;\n", name, k);
	for (unsigned k = 1; k <= p->plan->latency; k++)
		if (k > 1)
			text_print(t, "    always @(posedge clk) %s_%u <= %s_%u;\n", name, k, name, k - 1);
		else
			text_print(t, "    always @(posedge clk) %s_1 <= %s;\n", name, name);
}

/* NAME_K: the source's wires K clocks ago. */
static void print_history(struct part *p, const struct source *s)
{
	struct text *t = &p->parts.body;

	for (unsigned k = 1; k <= s->bits; k++) {
		char *old = k > 1 ? format_string("%s_%u", s->name, k - 1) : copy_string(s->name);
		char *name = format_string("%s_%u", s->name, k);

		print_vector(t, "reg ", s->width, name);
		text_print(t, "    always @(posedge clk) %s <= %s;\n", name, old);
		free(old);
		free(name);
	}
}

/* Declares the wires NAME_to_ADDRESS: in the clock of the address's last bit, M where the address is `address`, most
 * significant bit first; in other clocks the input. Returns their name. */
static char *print_addressed(struct part *p, const struct source *s, unsigned address)
{
	struct text *t = &p->parts.body;
	char *name = format_string("%s_to_%u", s->name, address);

	text_add(t, "    wire ");
	print_width(t, s->width);
	text_print(t, "%s = ", name);
	if (s->bits > 0)
		text_print(t, "start_%u ? %s_%u & (", s->bits, s->name, s->bits);
	for (unsigned k = s->bits; k-- > 0;) {
		text_print(t, "%s%s", address >> k & 1 ? "" : "~", s->name);
		if (k > 0)
			text_print(t, "_%u & ", k);
	}
	if (s->copied)
		text_print(t, " | {%u{copy}}", s->width);
	text_print(t, "%s%s;\n", s->bits > 0 ? ") : " : "", s->name);
	return name;
}

/* The condition under which M bits in clock `clock` of the part are not checked: an address is being read, by the
 * strobes of so many clocks ago, or `copy` has changed since the message's M bits. NULL: never. */
static char *unknown(const struct source *s, unsigned clock)
{
	struct text t = { 0 };

	for (unsigned k = 1; k < s->bits; k++)
		text_print(&t, "start_%u | ", clock - s->bits + k);
	if (s->copied) {
		text_print(&t, "start_%u & (", clock);
		for (unsigned k = 1; k < clock; k++)
			text_print(&t, "copy_%u != copy | ", k);
		text_add(&t, "1'b0) | ");
	}
	if (t.length == 0)
		return NULL;
	char *expression = format_string("(%s1'b0)", t.bytes);

	text_free(&t);
	return expression;
}

/* A port's share arrives at `there`, where M bits pass in clock `clock` of the part. */
static void add_share(struct part *p, const struct share *s, unsigned clock, const char *there)
{
	char *unless = unknown(s->source, clock), *meaning = format_string("%s gets there, and nothing else", s->what);

	parts_same_later_unless(&p->parts, meaning, s->width, s->wires, clock - s->source->bits, there, unless);
	free(unless);
	free(meaning);
}

/* All wires fit: they leave in the order of the shares, and the other wires are idle. */
static void add_straight(struct part *p, const struct port *port)
{
	unsigned low = p->output, end = p->output + port->width;
	char *meaning = format_string("nothing is on the idle wires of %s", port->name);

	for (unsigned k = 0; k < port->share_count; k++) {
		char *there = slice("out", p->plan->outputs, low, port->share[k].width);

		add_share(p, &port->share[k], p->plan->latency, there);
		low += port->share[k].width;
		free(there);
	}
	if (low < end) {
		char *zeros = format_string("{%u{1'b0}}", end - low), *idle = slice("out", p->plan->outputs, low, end - low);

		parts_same_later(&p->parts, meaning, end - low, zeros, 0, idle);
		free(zeros);
		free(idle);
	}
	free(meaning);
}

static const struct element *nth_call(const struct plan *plan, unsigned n)
{
	for (size_t i = 0; i < plan->element_count; i++)
		if (plan->element[i].kind == ELEMENT_CALL && n-- == 0)
			return &plan->element[i];
	return NULL;
}

/* Connects a port of a part cut out of an instance: port_1.in to port_1_in. */
static char *cut_wire(struct part *p, const char *wire, unsigned width, bool feed)
{
	char *name = format_string("port_%u_%s", p->port_count, wire);

	if (feed)
		parts_input(&p->parts, width, name);
	else
		print_vector(&p->parts.body, "wire", width, name);
	text_print(&p->ports, "        .\\port_%u.%s (%s),\n", p->port_count, wire, name);
	return name;
}

static void add_concentrated(struct part *p, const struct port *port, unsigned r)
{
	const struct element *call = nth_call(p->plan, p->port_count++);
	char *meaning[] = { format_string("what leaves the concentrator to %s leaves there", port->name),
			    format_string("the concentrator to %s gets the strobe with the new M bits", port->name) };
	char *in = cut_wire(p, "in", r, false), *strobe = cut_wire(p, "start", 1, false);
	char *sent = cut_wire(p, "out", port->width, true), *out = slice("out", p->plan->outputs, p->output, port->width);
	unsigned low = 0;

	for (unsigned k = 0; k < port->share_count; k++) {
		char *there = slice(in, r, low, port->share[k].width);

		add_share(p, &port->share[k], call->clock, there);
		low += port->share[k].width;
		free(there);
	}
	parts_same_later(&p->parts, meaning[0], port->width, sent, p->plan->latency - call->clock - call->plan->latency, out);
	parts_same_later(&p->parts, meaning[1], 1, "start", call->clock, strobe);
	free(meaning[0]);
	free(meaning[1]);
	free(in);
	free(strobe);
	free(sent);
	free(out);
}

/* Adds the next port of the part; takes over its strings. */
static void add_port(struct part *p, struct port *port)
{
	unsigned r = 0;

	for (unsigned k = 0; k < port->share_count; k++)
		r += port->share[k].width;
	if (r <= port->width)
		add_straight(p, port);
	else
		add_concentrated(p, port, r);
	p->output += port->width;
	for (unsigned k = 0; k < port->share_count; k++) {
		free(port->share[k].wires);
		free(port->share[k].what);
	}
	free(port->name);
}

/* All messages of a source with this address; takes over `what`. */
static struct share share_of(struct part *p, const struct source *s, unsigned address, char *what)
{
	return (struct share){ .source = s, .wires = print_addressed(p, s, address), .width = s->width, .what = what };
}

static void add_to_parents(struct part *p, const struct router_shape *shape)
{
	unsigned w = shape->parents, bits = shape->directed ? digit_bits(w) : 0, ports = shape->directed ? w : 1;
	const struct source in = { "in", p->plan->inputs, 1 + bits, false };

	print_history(p, &in);
	for (unsigned t = 0; t < ports; t++) {
		char *name = shape->directed ? format_string("parent %u", t) : copy_string("any parent");
		struct port port = { .name = name, .share_count = 1, .width = w / ports * shape->link_width };

		port.share[0] = share_of(p, &in, 1u << bits | t, format_string("what climbs to %s", name));
		add_port(p, &port);
	}
}

static void add_turns(struct part *p, const struct router_shape *shape)
{
	const struct source in = { "in", p->plan->inputs, 1, false };
	struct port port = { .name = copy_string("a turn"), .share_count = 1, .width = p->plan->inputs };

	if (shape->children > 1) {
		port.share[0] = share_of(p, &in, 0, copy_string("what turns"));
		add_port(p, &port);
	} else {
		free(port.name);
	}
}

/* Messages that turn to child j: the wires of all other children and, with copies, its own. */
static struct share turned_share(struct part *p, const struct source *turned, const struct router_shape *shape, unsigned j)
{
	unsigned m = shape->children, c = shape->link_width;
	char *all = print_addressed(p, turned, j);

	if (turned->copied)
		return (struct share){ .source = turned, .wires = all, .width = m * c,
				       .what = format_string("what turns to child %u", j) };
	char *before = slice(all, m * c, 0, j * c);
	char *behind = slice(all, m * c, j * c + c, (m - 1 - j) * c);
	struct share s = { .source = turned, .width = (m - 1) * c, .what = format_string("what turns to child %u", j) };

	s.wires = j == 0 ? copy_string(behind) : j == m - 1 ? copy_string(before) : format_string("{%s, %s}", behind, before);
	free(all);
	free(before);
	free(behind);
	return s;
}

static void add_to_children(struct part *p, const struct router_shape *shape)
{
	unsigned m = shape->children, c = shape->link_width, falling_wires = shape->parents * c;
	bool own = shape->copies && shape->parents == 0;
	const struct source falling = { "falling", falling_wires, digit_bits(m), shape->copies && m > 1 };
	const struct source turned = { "turned", m * c, own ? digit_bits(m) : turn_bits(m), own };
	char *in = slice("in", p->plan->inputs, 0, falling_wires);

	if (shape->copies && m > 1) {
		parts_input(&p->parts, 1, "copy");
		print_past(p, "copy");
		text_add(&p->ports, "        .copy(copy),\n");
	}
	if (falling_wires > 0) {
		print_vector(&p->parts.body, "wire", falling_wires, "falling");
		text_print(&p->parts.body, "    assign falling = %s;\n", in);
		print_history(p, &falling);
	}
	free(in);
	if (m > 1) {
		in = slice("in", p->plan->inputs, falling_wires, m * c);
		print_vector(&p->parts.body, "wire", m * c, "turned");
		text_print(&p->parts.body, "    assign turned = %s;\n", in);
		print_history(p, &turned);
		free(in);
	}
	for (unsigned j = 0; j < m; j++) {
		struct port port = { .name = format_string("child %u", j), .width = c };

		if (falling_wires > 0)
			port.share[port.share_count++] = share_of(p, &falling, j, format_string("what falls to child %u", j));
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
		}
	}
}

/* "router with 4 children and 2 parents, links of 2 wires" */
static char *shape_name(const struct router_shape *s)
{
	char *width = s->link_width > 1 ? format_string(", links of %u wires", s->link_width) : copy_string("");
	char *name = s->parents == 0 ? format_string("router with %u children at the top%s", s->children, width) :
		     format_string("router with %u %s and %u %s%s", s->children, s->children == 1 ? "child" : "children",
				   s->parents, s->parents == 1 ? "parent" : "parents", width);

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
	parts_input(&p.parts, 1, "start");
	parts_input(&p.parts, plan->inputs, "in");
	print_vector(&p.parts.body, "wire", plan->outputs, "out");
	print_past(&p, "start");
	if (up) {
		add_to_parents(&p, shape);
		add_turns(&p, shape);
	} else {
		add_to_children(&p, shape);
	}
	/* The monitor looks back as many clocks as the longest address has bits. */
	p.parts.depth += up ? 1 + digit_bits(shape->parents) : digit_bits(shape->children);
	text_print(&p.parts.body, "    %s dut (\n        .clk(clk),\n%s%s%s        .in(in),\n        .out(out)\n    );\n\n",
		   c.module, plan_uses_reset(plan) ? "        .rst(1'b0),\n" : "",
		   plan_uses_strobe(plan) ? "        .start(start),\n" : "", p.ports.length > 0 ? p.ports.bytes : "");
	parts_prove(list, &c, "wiring", what, copies ?
		    "a message goes to the port of its address, to no other, or copied to all" :
		    "a message goes to the port of its address, to no other, without those bits", &p.parts);
	text_free(&p.ports);
	circuit_free(&c);
	free(shape_text);
	free(what);
}

/* One proof of a router's joints, under construction. */
struct joints {
	struct parts parts;
	struct text ports;
	const struct node *node;
};

/* Joins a port to its signal, driven by the circuit or not. */
static void join(struct joints *j, bool drives, const char *port, const char *signal, unsigned width)
{
	parts_port(&j->parts, &j->ports, drives, port, signal, width);
}

static void same(struct joints *j, const char *meaning, unsigned width, const char *from, const char *to)
{
	parts_same_later(&j->parts, meaning, width, from, 0, to);
}

/* The wires of all children side by side, "{child_1_in, child_0_in}". A fresh string. */
static char *join_children(struct joints *j, const char *direction, bool drives)
{
	struct text t = { 0 };

	for (unsigned k = 0; k < j->node->shape.children; k++) {
		char *name = format_string("child_%u_%s", k, direction);

		join(j, drives, name, name, j->node->shape.link_width);
		free(name);
	}
	for (unsigned k = j->node->shape.children; k-- > 0;)
		text_print(&t, "child_%u_%s%s", k, direction, k > 0 ? ", " : "}");
	char *all = format_string("{%s", t.bytes);

	text_free(&t);
	return all;
}

/* Declares, under that name, the wires on live links among `children`, the wires of all children. */
static void print_living(struct joints *j, const char *name, const char *children)
{
	unsigned m = j->node->shape.children, c = j->node->shape.link_width;
	struct text *t = &j->parts.body;

	print_vector(t, "wire", m * c, name);
	text_print(t, "    assign %s = %s & ~{", name, children);
	for (unsigned k = m; k-- > 0;)
		text_print(t, m > 1 ? "{%u{dead[%u]}}%s" : "{%u{dead}}", c, k, k > 0 ? ", " : "");
	text_add(t, "};\n");
}

static void join_way_up(struct joints *j, const struct network *net, const char *children)
{
	const struct node *node = j->node;
	unsigned in = node->router_up->inputs, out = node->router_up->outputs, up = node->shape.parents * node->shape.link_width;
	char *to_parents = slice("climbed", out, 0, up), *turning = slice("climbed", out, up, out - up);

	join(j, false, "up_start", "up_start", 1);
	join(j, true, "parent_out", "parent_out", up);
	join(j, true, "way_up.start", "way_up_start", 1);
	join(j, true, "way_up.in", "climbing", in);
	join(j, false, "way_up.out", "climbed", out);
	same(j, "the way up gets the children's strobe", 1, "up_start", "way_up_start");
	same(j, "the way up gets what the children send", in, children, "climbing");
	same(j, "what has climbed goes to the parents", up, to_parents, "parent_out");
	if (node->shape.children > 1) {
		parts_delay(&j->parts, &j->ports, net, node, node->up_latency, "turn_delay", in, "turning", "turned");
		same(j, "what turns waits", in, turning, "turning");
	}
	free(to_parents);
	free(turning);
}

static void join_copy(struct joints *j)
{
	join(j, false, "copy", "copy", 1);
	join(j, true, "way_down.copy", "way_down_copy", 1);
	same(j, "the way down hears of broadcasts", 1, "copy", "way_down_copy");
}

/* `fallen` is the down part's output, `sent` what may go to the children. */
static void join_way_down(struct joints *j, const char *children_in, const char *children_out, bool faults)
{
	const struct node *node = j->node;
	const struct plan *plan = node->router_down;
	const char *sent = faults ? "sent" : "fallen";
	unsigned up = node->shape.parents * node->shape.link_width;
	bool turns = node->shape.children > 1;

	if (plan_uses_strobe(plan)) {
		join(j, false, "down_start", "down_start", 1);
		join(j, true, "way_down.start", "way_down_start", 1);
		same(j, "the way down gets its strobe", 1, "down_start", "way_down_start");
	}
	if (plan_copies(plan))
		join_copy(j);
	join(j, true, "way_down.in", "falling", plan->inputs);
	join(j, false, "way_down.out", "fallen", plan->outputs);
	if (faults)
		print_living(j, "sent", "fallen");
	if (up > 0)
		join(j, false, "parent_in", "parent_in", up);
	same(j, up > 0 ? "the way down gets what the parents send and what has turned" :
	     "the way down gets what the children send", plan->inputs,
	     up == 0 ? children_in : turns ? "{turned, parent_in}" : "parent_in", "falling");
	same(j, faults ? "what has come down goes to its child, by links that live" : "what has come down goes to its child",
	     plan->outputs, sent, children_out);
}

/* Returns the children's messages as the parts must get them; a fresh string. */
static char *join_living(struct joints *j, struct circuit *c, char *children_in, bool faults)
{
	if (!faults)
		return children_in;
	circuit_reads(c, "living_links");
	join(j, false, "dead", "dead", j->node->shape.children);
	print_living(j, "living", children_in);
	free(children_in);
	return copy_string("living");
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
	struct joints j = { .node = node };
	bool faults = network_has_dead_links(net->spec);
	struct circuit c = circuit_of(list, name);
	char *shape = shape_name(&node->shape), *what = format_string("%s, on level %u", shape, net->levels - node->level);
	char *children_in = join_living(&j, &c, join_children(&j, "in", false), faults);
	char *children_out = join_children(&j, "out", true);

	circuit_cuts(&c, node->router_down->name);
	if (node->router_up) {
		circuit_cuts(&c, node->router_up->name);
		join_way_up(&j, net, children_in);
		if (node->shape.children > 1)
			circuit_cuts_lines(list, &c);
	}
	join_way_down(&j, children_in, children_out, faults);
	c.cells = node->router_down->inputs + node->router_down->outputs;
	text_print(&j.parts.body, "    %s dut (\n%s        .clk(clk),\n        .rst(1'b0)\n    );\n\n", c.module, j.ports.bytes);
	parts_prove(list, &c, "joints", what, joints_claim(node, faults), &j.parts);
	text_free(&j.ports);
	circuit_free(&c);
	free(shape);
	free(what);
	free(children_in);
	free(children_out);
}

static void prove_part_once(struct proofs *list, const struct plan *plan, const struct router_shape *shape)
{
	char *proof = format_string("%s_wiring", plan->name);

	if (!proofs_have(list, proof))
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
