/* node.c: a single switching node against the rules of the wire protocol. Random messages go in. Each output port must
 * deliver as many messages as its wires allow, each one a message for that port, unchanged except for the used-up route
 * bit. The node does not depend on this test's bookkeeping, nor the test on plans. */
#include "bench.h"
#include "network/network.h"
#include "emit/emit.h"
#include "lower/builder.h"
#include "lower/design.h"
#include "util/text.h"

enum { BODY = 24, FRAME = BODY + 8, FRAMES = 300, MAXIMUM_WIRES = 64 };

/* One message that goes in: its route bit and a body that names it. */
struct message {
	bool present;
	unsigned route;
	uint32_t body;
};

/* The messages on the wires of one input port in one frame. */
struct side {
	const char *in;			/* port; NULL: the node has no such side */
	unsigned wires;
	struct message message[MAXIMUM_WIRES];
};

/* What an output port shows of one frame. */
struct out_port {
	const char *name, *start;
	unsigned wires;
	uint8_t m[MAXIMUM_WIRES];
	uint32_t body[MAXIMUM_WIRES];
	unsigned count;			/* bits seen since the strobe */
	bool seen;
};

struct node_test {
	struct model *m;
	struct side left, right, parent;
	struct out_port to_left, to_right, to_parent;
	unsigned parent_after;		/* clocks from the children's strobe to the parent's */
};

static struct model *open_node(const struct network *net, const char *node)
{
	struct design *design = design_lower(net);
	struct output rtl = { 0 };

	if (!design_check(design) || !emit_verilog(design, net, "node test", &rtl))
		exit(1);
	char *top = format_string("%s_%s", net->spec->name, node);
	struct verilate v = { .top = top, .rtl = &rtl };
	struct verilate_port *ports = verilate_ports(design_find(design, node), &v.port_count);

	v.port = ports;
	char *library = verilate(&v);
	struct model *m = library ? model_open(library) : NULL;

	free(library);
	free(ports);
	free(top);
	output_free(&rtl);
	design_free(design);
	if (!m)
		exit(1);
	return m;
}

static void draw_side(struct side *s, unsigned density)
{
	for (unsigned i = 0; i < s->wires; i++)
		s->message[i] = (struct message){ bench_draw(4) < density, bench_draw(2), bench_draw(1u << BODY) };
}

/* Bit `at` after the strobe: M, route, body; noise where there is no message, and between frames. */
static void put_side(struct model *m, const struct side *s, unsigned at)
{
	for (unsigned i = 0; i < s->wires; i++) {
		const struct message *g = &s->message[i];
		unsigned bit = bench_draw(2);

		if (at == 0)
			bit = g->present;
		else if (g->present && at == 1)
			bit = g->route;
		else if (g->present && at < BODY + 2)
			bit = g->body >> (BODY + 1 - at) & 1;
		model_set(m, model_port(m, s->in), i, 1, bit);
	}
}

static void watch(struct model *m, struct out_port *o)
{
	if (bench_get(m, o->start)) {
		o->count = 0;
		o->seen = true;
	}
	for (unsigned i = 0; i < o->wires; i++) {
		unsigned bit = (unsigned)model_get(m, model_port(m, o->name), i, 1);

		if (o->count == 0) {
			o->m[i] = (uint8_t)bit;
			o->body[i] = 0;
		} else if (o->count <= BODY) {
			o->body[i] = o->body[i] << 1 | bit;
		}
	}
	o->count++;
}

static bool take(struct side *s, unsigned route, uint32_t body)
{
	for (unsigned i = 0; i < s->wires; i++)
		if (s->message[i].present && s->message[i].route == route && s->message[i].body == body) {
			s->message[i].present = false;	/* a second copy would find nothing */
			return true;
		}
	return false;
}

static unsigned wanted(const struct side *s, unsigned route)
{
	unsigned count = 0;

	for (unsigned i = 0; i < s->wires; i++)
		count += s->message[i].present && s->message[i].route == route;
	return count;
}

/* All messages on this port came from its two sides, with the right route bit; none that fits is missing. */
static void check_port(struct out_port *o, struct side *a, unsigned route_a, struct side *b, unsigned route_b,
		       unsigned t)
{
	unsigned want = wanted(a, route_a) + wanted(b, route_b), got = 0;

	if (o->wires == 0)
		return;
	bench_expect(o->seen, "no strobe came out", t);
	o->seen = false;
	for (unsigned i = 0; i < o->wires; i++) {
		if (!o->m[i])
			continue;
		got++;
		bench_expect(take(a, route_a, o->body[i]) || take(b, route_b, o->body[i]),
			     "a message that nobody sent to this port", t);
	}
	bench_expect(got == (want < o->wires ? want : o->wires), "too few messages", t);
}

static void run_frame(struct node_test *n, unsigned t)
{
	unsigned density = 1 + bench_draw(4), last = 4 * FRAME;

	draw_side(&n->left, density);
	draw_side(&n->right, density);
	draw_side(&n->parent, density);
	for (unsigned clock = 0; clock < last; clock++) {
		unsigned above = clock - n->parent_after;	/* wraps before the parent's strobe: noise */

		put_side(n->m, &n->left, clock);
		put_side(n->m, &n->right, clock);
		put_side(n->m, &n->parent, above);
		bench_set(n->m, "up_start", clock == 0);
		bench_set(n->m, "down_start", above == 0);
		model_eval(n->m);
		watch(n->m, &n->to_left);
		watch(n->m, &n->to_right);
		watch(n->m, &n->to_parent);
		model_clock(n->m);
	}

	struct side left = n->left, right = n->right;

	check_port(&n->to_parent, &n->left, 1, &n->right, 1, t);
	n->left = left;
	n->right = right;
	check_port(&n->to_left, &n->right, 0, &n->parent, 0, t);
	check_port(&n->to_right, &n->left, 0, &n->parent, 1, t);
}

static void test_level(const char *const *sets, size_t count, unsigned level)
{
	struct override set[8];
	struct spec spec;
	char *name = format_string("node_%u", level);

	for (size_t i = 0; i < count; i++)
		set[i].text = sets[i];
	if (!spec_read(&spec, SOURCE_DIR "/least.yaml", set, count))
		exit(1);
	struct network *net = network_elaborate(&spec);
	const struct node *node = NULL;

	for (size_t i = 0; !node; i++)
		if (net->node[i]->level == level)
			node = net->node[i];
	struct node_test n = {
		.m = open_node(net, name),
		.left = { .in = "left_in", .wires = node->child_wires[0] },
		.right = { .in = "right_in", .wires = node->child_wires[1] },
		.parent = { .in = "parent_in", .wires = node->parent_wires },
		.to_left = { .name = "left_out", .start = "down_start_out", .wires = node->child_wires[0] },
		.to_right = { .name = "right_out", .start = "down_start_out", .wires = node->child_wires[1] },
		.to_parent = { .name = "parent_out", .start = "up_start_out", .wires = node->parent_wires },
		.parent_after = node->turn_delay,
	};

	model_reset(n.m, 2);
	for (unsigned t = 0; t < FRAMES; t++)
		run_frame(&n, t);
	model_close(n.m);
	network_free(net);
	spec_free(&spec);
	free(name);
}

int main(void)
{
	static const char *const tapered[] = { "leaves=16", "root-capacity=8", "leaf-interface=wires",
					       "elements-between-registers=1" };
	static const char *const batcher[] = { "leaves=16", "capacities=[6, 4, 2, 1]", "leaf-interface=wires",
					       "concentrator=batcher", "family=ice40", "elements-between-registers=2" };
	static const char *const edge[] = { "leaves=13", "capacities=[5, 3, 2, 1]", "leaf-interface=wires",
					    "elements-between-registers=3", "delay-ram-threshold=4" };

	test_level(tapered, COUNT(tapered), 1);
	test_level(tapered, COUNT(tapered), 3);
	test_level(batcher, COUNT(batcher), 1);
	test_level(edge, COUNT(edge), 2);
	return bench_end("node");
}
