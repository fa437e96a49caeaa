/* proof.c: proofs of a router of heads. Each head has its link and its strobe. Heads cut out: each output shows the message of that
 * head whose code names it, by the rule of machines/heads.h, written down anew here, and is idle if none does. head_takes.v proves the
 * heads. */
#include <stdlib.h>

#include "machines/heads.h"
#include "machines/in_band.h"
#include "machines/phased/phased.h"
#include "network/network.h"
#include "prove/builder.h"
#include "util/number.h"
#include "util/text.h"

struct router_proof {
	struct parts parts;
	const struct router_shape *shape;
};

/* ---- What codes say ---- */

/* The port of `count` that the first bits of a code of `width` bits name: of a count that is no power of two the first ones take a
 * bit less. */
static unsigned named(unsigned code, unsigned width, unsigned count)
{
	unsigned bits = digit_bits(count), first = code >> (width - bits), spare = (1u << bits) - count;

	return first >> 1 < spare ? first >> 1 : first - spare;
}

/* Inputs are children, then parents. The bits of an input's code; where it leads: 0 .. w - 1 to a parent, then to a child. */
static unsigned code_bits(const struct router_shape *s, unsigned input)
{
	if (input >= s->children)
		return digit_bits(s->children);
	unsigned most = digit_bits(larger(s->parents, larger(s->children - 1, 1)));

	return s->parents > 0 && s->children > 1 ? 1 + most : most;
}

static unsigned sibling(const struct router_shape *s, unsigned child, unsigned number)
{
	return s->parents + number + (number >= child);
}

static unsigned leads_to(const struct router_shape *s, unsigned input, unsigned code)
{
	unsigned bits = code_bits(s, input), rest = bits > 0 ? code & ((1u << (bits - 1)) - 1) : 0;

	if (input >= s->children)
		return s->parents + named(code, bits, s->children);
	if (s->parents > 0 && s->children > 1)
		return code >> (bits - 1) ? named(rest, bits - 1, s->parents) : sibling(s, input, named(rest, bits - 1, s->children - 1));
	return s->parents > 0 ? named(code, bits, s->parents) : sibling(s, input, named(code, bits, s->children - 1));
}

/* ---- Heads and outputs ---- */

/* The instance of an input's head; heads of children stand side by side, and those of parents. */
static const char *head_of(struct router_proof *rp, unsigned input)
{
	unsigned m = rp->shape->children, below = input < m, first = below ? 0 : m, count = below ? m : rp->shape->parents;

	return count > 1 ? parts_name(&rp->parts, "heads_%u[%u]", first, input - first) : parts_name(&rp->parts, "heads_%u", first);
}

static const char *link_of(struct router_proof *rp, unsigned input)
{
	unsigned m = rp->shape->children;

	return input < m ? parts_name(&rp->parts, "child_%u_in", input) : parts_name(&rp->parts, "parent_in[%u]", input - m);
}

/* What a head shows for an output, 1 if nothing: appended to `all`. */
static const char *add_head(struct router_proof *rp, unsigned input, unsigned output, const char *all)
{
	struct parts *p = &rp->parts;
	unsigned rest = code_bits(rp->shape, input) - 1;
	const char *bit[16];
	uint16_t *row = allocate_array(1u << rest, sizeof *row);

	for (unsigned k = 0; k < rest; k++)
		bit[k] = parts_name(p, "rest_%u[%u]", input, k);
	for (unsigned lead = 0; lead < 2; lead++) {
		const char *here = parts_name(p, "leads_%u_%u_%u", input, lead, output);

		for (unsigned code = 0; code < 1u << rest; code++)
			row[code] = leads_to(rp->shape, input, lead << rest | code) == output;
		if (rest > 0)
			parts_table(p, here, 1, bit, rest, row);
		else
			parts_wires(p, 1, here, row[0] ? "1'b1" : "1'b0");
		all = parts_and(p, 1, all, parts_or(p, 1, parts_name(p, "y_%u[%u]", input, lead), parts_not(p, 1, here)));
	}
	free(row);
	return all;
}

static void add_input(struct router_proof *rp, unsigned input)
{
	struct parts *p = &rp->parts;
	unsigned bits = code_bits(rp->shape, input);
	const char *head = head_of(rp, input);

	if (bits == 0) {
		parts_wires(p, 1, parts_name(p, "y_%u", input), parts_later(p, 1, link_of(rp, input), 1));
		return;
	}
	parts_port(p, false, parts_name(p, "%s.y", head), parts_name(p, "y_%u", input), 2);
	if (bits > 1)
		parts_port(p, false, parts_name(p, "%s.rest", head), parts_name(p, "rest_%u", input), bits - 1);
	parts_same_later(p, "each head has its link", 1, link_of(rp, input), 0, parts_cut(p, true, head, "x", 1));
	parts_same_later(p, "each head has its strobe", 1, input < rp->shape->children ? "start" : "fall", 0,
			 parts_cut(p, true, head, "clear", 1));
}

static void add_output(struct router_proof *rp, unsigned output)
{
	const struct router_shape *s = rp->shape;
	struct parts *p = &rp->parts;
	const char *all = "1'b1", *port = output < s->parents ? parts_name(p, "parent_out[%u]", output) :
								 parts_name(p, "child_%u_out", output - s->parents);

	for (unsigned input = 0; input < s->children + s->parents; input++)
		if (code_bits(s, input) > 0)
			all = add_head(rp, input, output, all);
		else if (leads_to(s, input, 0) == output)
			all = parts_and(p, 1, all, parts_name(p, "y_%u", input));
	parts_same_later(p, parts_name(p, "%s shows the message whose code names it", port), 1, all, 0, port);
}

static void add_ports(struct router_proof *rp)
{
	const struct router_shape *s = rp->shape;
	struct parts *p = &rp->parts;

	for (unsigned j = 0; j < s->children; j++) {
		const char *in = parts_name(p, "child_%u_in", j), *out = parts_name(p, "child_%u_out", j);

		parts_port(p, false, in, in, 1);
		parts_port(p, true, out, out, 1);
	}
	if (s->parents > 0) {
		parts_port(p, false, "parent_in", "parent_in", s->parents);
		parts_port(p, true, "parent_out", "parent_out", s->parents);
	}
	if (code_bits(s, 0) > 0)
		parts_port(p, false, "start", "start", 1);
	if (s->parents > 0 && code_bits(s, s->children) > 0)
		parts_port(p, false, "fall", "fall", 1);
}

static void prove_router(struct proofs *list, const struct network *net, const struct node *node)
{
	struct router_proof rp = { .shape = &node->shape };
	const struct router_shape *s = &node->shape;
	char *name = format_string("router_%u", net->levels - node->level);
	char *what = format_string("router of %u %s and %u %s", s->children, s->children == 1 ? "child" : "children", s->parents,
				   s->parents == 1 ? "parent" : "parents");
	struct circuit c = circuit_of(list, name);

	if (code_bits(s, 0) > 0 || (s->parents > 0 && code_bits(s, s->children) > 0))
		circuit_cuts_derived(&c, "head");
	if (s->children + s->parents > 2)
		circuit_reads(&c, "edges");
	parts_clock(&rp.parts, in_band_resets(net));
	add_ports(&rp);
	for (unsigned input = 0; input < s->children + s->parents; input++)
		add_input(&rp, input);
	for (unsigned output = 0; output < s->children + s->parents; output++)
		add_output(&rp, output);
	c.cells = 4ul * (s->children + s->parents) * (s->children + s->parents);
	parts_prove(list, &c, "ways", what, "each output shows the message whose code names it, and no other", &rp.parts);
	circuit_free(&c);
	free(what);
	free(name);
}

void phased_prove(struct proofs *list, const struct network *net)
{
	prove_heads(list, net);
	for (size_t i = 0; i < net->node_count; i++)
		prove_router(list, net, net->node[i]);
	for (size_t i = 0; i < net->subtree_count; i++)
		if (net->subtree[i]->node)
			phased_prove_subtree(list, net, net->subtree[i]);
}
