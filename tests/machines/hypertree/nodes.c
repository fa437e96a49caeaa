/* nodes.c: the Verilog of nodes: their route is the rule, with faults and without, and a larger network contains a smaller
 * one. */
#include "networks.h"

#include <stdio.h>
#include <string.h>

#include "emit/emit.h"
#include "lower/builder.h"
#include "machines/hypertree/node.h"
#include "model.h"
#include "simulate/verilate.h"
#include "util/text.h"

static const enum hypertree_kind kinds[] = { HYPERTREE_1, HYPERTREE_2, BINARY_TREE, FULL_RING, HALF_RING };
static const enum hypertree_kind kinds_that_wrap[] = { FULL_RING };
enum { KINDS = sizeof kinds / sizeof *kinds, KINDS_WITH_DETOURS = 2,
	CONTROL_BITS = 5, LEVELS = 7, SYMMETRIC_HEADER = 1 << PATH_BITS };

struct lowered {
	struct spec spec;
	struct network *net;
	struct design *d;
};

static struct lowered lower(enum hypertree_kind kind, unsigned nodes, const char *faults)
{
	struct lowered l;
	char *yaml = format_string("network: %s\nnodes: %u\npayload-bits: 8\n%s", hypertree_kinds[kind].word, nodes,
				   faults);

	l.net = network_from(&l.spec, yaml);
	l.d = design_lower(l.net);
	assert_true(design_check(l.d));
	free(yaml);
	return l;
}

static void done(struct lowered *l)
{
	design_free(l->d);
	network_done(&l->spec, l->net);
}

static const struct instance *instance_in(const struct module *m, const char *name)
{
	for (size_t i = 0; i < m->instance_count; i++)
		if (strcmp(m->instance[i].name, name) == 0)
			return &m->instance[i];
	return NULL;
}

/* ---- the route --------------------------------------------------------------------------------------------- */

enum { MOST_PORTS = 8, OUTPUT_BITS = HYPERTREE_PORTS + 2 + CONTROL_BITS };
struct port {
	const char *name;
	unsigned width;
};

/* A part of nodes that the rule describes: the network whose nodes have it, and its ports. Of `absent` a part may have the
 * last bits only. */
struct part {
	const char *instance, *faults;
	const enum hypertree_kind *kind;
	unsigned kinds;
	struct port in[MOST_PORTS], out[MOST_PORTS];
};
static const struct part route_part = {
	"route", "", kinds, KINDS,
	{ { "address", PATH_BITS }, { "nodes", PATH_BITS }, { "absent", PORT_OWN }, { "header", PATH_BITS + 1 } },
	{ { "out", HYPERTREE_PORTS } },
};
static const struct part detour_part = {
	"route", "faults: [node:127]\n", kinds, KINDS_WITH_DETOURS,
	{ { "address", PATH_BITS }, { "nodes", PATH_BITS }, { "dead", PORT_OWN }, { "header", PATH_BITS + 5 },
	  { "any_dead", 1 }, { "in_class_1", 1 }, { "detoured", 1 } },
	{ { "out", HYPERTREE_PORTS }, { "stay", 1 }, { "drop", 1 }, { "control", CONTROL_BITS } },
};
static const struct part wraps_part = {
	"wrapping", "", kinds_that_wrap, 1, { { "address", PATH_BITS }, { "path", PATH_BITS } }, { { "wraps", 1 } },
};

/* Adds the part as the nodes of a level have it, with an output of its own behind a register. */
static void add_part(struct design *d, struct module *m, const struct lowered *l, unsigned level, const char *out,
		     const struct part *part)
{
	char *node = format_string("node_%u", level);
	const struct instance *given = instance_in(design_find(l->d, node), part->instance);
	struct instance *i = module_instance(m, d, given->module, 1, "part_%s", out);
	struct bits all = {0};

	for (size_t k = 0; k < given->parameter_count; k++)
		instance_vector_parameter(i, given->parameter[k].name, given->parameter[k].value,
					  given->parameter[k].width);
	for (const struct port *p = part->in; p->name; p++) {
		size_t k = 0;

		while (strcmp(given->connection[k].port, p->name) != 0)
			k++;
		unsigned width = bits_width(&given->connection[k].value.term[0]);

		instance_connect(i, p->name, bits_of(module_find(m, p->name), p->width - width, width));
	}
	for (const struct port *p = part->out; p->name; p++) {
		int net = module_named_net(m, p->width, "%s_%s", p->name, out);

		instance_connect(i, p->name, bits_whole(m, net));
		bits_append(&all, bits_whole(m, net));
	}
	int port = module_output(m, out, bits_width(&all), NULL);

	module_register(m, bits_whole(m, port), all, false);
	free(node);
}

/* The part in all kinds and levels side by side. */
static struct model *open_parts(const struct part *part)
{
	struct lowered whole[KINDS];
	struct design *d = design_around(NULL);
	struct module *m = design_add(d, copy_string(""), copy_string("The parts of all levels.\n"));
	struct verilate v = {0};
	struct output rtl = {0};

	module_clock(m);
	for (const struct port *p = part->in; p->name; p++)
		module_input(m, p->name, p->width, NULL);
	for (unsigned kind = 0; kind < part->kinds; kind++) {
		whole[kind] = lower(part->kind[kind], MOST_HYPERTREE_NODES, part->faults);
		for (unsigned level = 0; level < LEVELS; level++) {
			char *out = format_string("out_%u_%u", kind, level);

			add_part(d, m, &whole[kind], level, out, part);
			free(out);
		}
	}
	assert_true(emit_verilog(d, whole[0].net, "test", &rtl));
	struct verilate_port *ports = verilate_ports(m, &v.port_count);

	v.top = whole[0].net->spec->name;
	v.port = ports;
	v.rtl = &rtl;
	char *library = verilate(&v);

	assert_non_null(library);
	struct model *model = model_open(library);

	assert_non_null(model);
	free(library);
	free(ports);
	output_free(&rtl);
	design_free(d);
	for (unsigned kind = 0; kind < part->kinds; kind++)
		done(&whole[kind]);
	return model;
}

static void set(struct model *model, const char *port, unsigned count, unsigned value)
{
	model_set(model, model_port(model, port), 0, count, value);
}

/* All packets at a node. Returns how many. */
static unsigned compare_node(struct model *model, const struct hypertree *h, unsigned node, const struct model_port *out)
{
	unsigned compared = 0;

	set(model, "address", PATH_BITS, node);
	set(model, "nodes", PATH_BITS, h->nodes);
	set(model, "absent", PORT_OWN, h->dead_ports[node] & ((1u << PORT_OWN) - 1));
	for (unsigned destination = 1; destination <= h->nodes; destination++)
		for (unsigned mode = 0; mode <= 1; mode++, compared++) {
			bool symmetric = mode && h->kind <= HYPERTREE_2;
			struct hypertree_packet packet = { .destination = destination, .symmetric = symmetric };
			struct hypertree_step step = hypertree_next(h, node, &packet, h->dead_ports[node]);

			set(model, "header", PATH_BITS + 1,
			    hypertree_path(destination) | (mode ? SYMMETRIC_HEADER : 0));
			model_clock(model);
			assert_int_equal(step.move, MOVE_PORT);
			/* Ports of the rule and of the route have the same order, the adapter's the last. */
			if (model_get(model, out, 0, HYPERTREE_PORTS) != 1u << step.port)
				fail_msg("%s of %u nodes, node %u, %s packet to %u: %llx, expected port %u", hypertree_kinds[h->kind].word,
					 h->nodes, node, symmetric ? "symmetric" : "plain", destination,
					 (unsigned long long)model_get(model, out, 0, HYPERTREE_PORTS), step.port);
		}
	return compared;
}

/* Each node, each destination, both modes. */
static void route_is_the_rule(void **state)
{
	static const unsigned nodes[] = { 47, 62, 63, 64, 80, 95, 101, 126, 127 };
	struct model *model = open_parts(&route_part);
	unsigned compared = 0;

	(void)state;
	for (unsigned kind = 0; kind < KINDS; kind++)
		for (unsigned k = 2; k <= 31 + sizeof nodes / sizeof *nodes; k++) {
			struct hypertree *h = hypertree_new(kinds[kind], k <= 31 ? k : nodes[k - 32]);

			for (unsigned x = 1; x <= h->nodes; x++) {
				char *out = format_string("out_%u_%u", kind, hypertree_level(x));

				compared += compare_node(model, h, x, model_port(model, out));
				free(out);
			}
			hypertree_free(h);
		}
	model_close(model);
	assert_int_equal(compared, 2 * KINDS * (10415 + 71749));
}

/* Each pair of nodes of full rings. */
static void wrapping_is_the_rule(void **state)
{
	struct model *model = open_parts(&wraps_part);
	struct hypertree *h = hypertree_new(FULL_RING, MOST_HYPERTREE_NODES);
	unsigned wrapping = 0;

	(void)state;
	for (unsigned s = 1; s <= h->nodes; s++) {
		char *name = format_string("out_0_%u", hypertree_level(s));
		const struct model_port *out = model_port(model, name);

		set(model, "address", PATH_BITS, s);
		for (unsigned t = 1; t <= h->nodes; t++) {
			bool wraps = hypertree_packet(h, s, t).wraps;

			set(model, "path", PATH_BITS, hypertree_path(t));
			model_clock(model);
			if (model_get(model, out, 0, 1) != wraps)
				fail_msg("from node %u to node %u: expected %d", s, t, wraps);
			wrapping += wraps;
		}
		free(name);
	}
	hypertree_free(h);
	model_close(model);
	assert_true(wrapping > 100);
}

/* What the route must say of a packet, which is changed as it goes out. */
static unsigned expected_outputs(const struct hypertree *h, unsigned node, struct hypertree_packet *packet, unsigned dead)
{
	struct hypertree_step step = hypertree_next(h, node, packet, dead);

	if (step.move == MOVE_STAY)
		return 1u << HYPERTREE_PORTS;
	if (step.move == MOVE_DROP)
		return 2u << HYPERTREE_PORTS;
	return 1u << step.port | (packet->class << 4 | (unsigned)packet->forced << 3 | packet->detour) << (HYPERTREE_PORTS + 2);
}

/* Of a packet that stays or is dropped nothing else counts, and no class of one that goes to the adapter. */
static unsigned mask_of(unsigned expected)
{
	unsigned moves = (1u << HYPERTREE_PORTS) - 1;

	if (expected >> HYPERTREE_PORTS & 3)
		return (4u << HYPERTREE_PORTS) - 1;
	return expected & 1u << PORT_OWN ? moves | 3u << HYPERTREE_PORTS : (1u << OUTPUT_BITS) - 1;
}

/* A packet at a node with those dead ports; if it stays there, its next turn, too. Returns how many turns. */
static unsigned compare_detour(struct model *model, const struct hypertree *h, unsigned node, struct hypertree_packet packet,
			       unsigned dead, const struct model_port *out)
{
	unsigned header = hypertree_path(packet.destination) | (unsigned)packet.symmetric << PATH_BITS
			  | packet.detour << (PATH_BITS + 1) | (unsigned)packet.forced << (PATH_BITS + 4);
	unsigned in_class_1 = packet.class, turns = 0, expected;

	set(model, "dead", PORT_OWN, dead & ((1u << PORT_OWN) - 1));
	set(model, "header", PATH_BITS + 5, header);
	set(model, "in_class_1", 1, in_class_1);
	do {
		struct hypertree_packet before = packet;

		set(model, "detoured", 1, turns);
		model_clock(model);
		expected = expected_outputs(h, node, &packet, dead);
		unsigned found = (unsigned)model_get(model, out, 0, OUTPUT_BITS);

		if ((found ^ expected) & mask_of(expected))
			fail_msg("%s of %u nodes, node %u, dead ports %x, packet to %u, class %u, forced %u, detour %u: %x, expected %x",
				 hypertree_kinds[h->kind].word, h->nodes, node, dead, before.destination, before.class, before.forced,
				 before.detour, found, expected);
		turns++;
	} while (expected == 1u << HYPERTREE_PORTS);
	return turns;
}

/* All packets that may come to a node if ports are dead: with and without a detour. */
static unsigned compare_detours(struct model *model, const struct hypertree *h, unsigned node, unsigned dead,
				const struct model_port *out)
{
	unsigned compared = 0;

	for (unsigned t = 1; t <= h->nodes; t++)
		for (unsigned forced = 0; forced <= 1; forced++)
			for (unsigned class = 0; class <= 1; class++)
				for (unsigned d = 0; d <= (class ? hypertree_level(t) : 0); d++) {
					struct hypertree_packet packet = { .destination = t, .forced = forced, .class = class,
									   .detour = d };

					if (!d || hypertree_waypoint(h, &packet))
						compared += compare_detour(model, h, node, packet, dead, out);
				}
	return compared;
}

/* Each node, each destination, each set of dead ports; and, as fault registers have it, nothing dead. */
static void detour_is_the_rule(void **state)
{
	static const unsigned nodes[] = { 2, 3, 5, 6, 7, 10, 12, 13, 15, 22, 31 };
	struct model *model = open_parts(&detour_part);
	unsigned compared = 0;

	(void)state;
	for (unsigned kind = 0; kind < KINDS_WITH_DETOURS; kind++)
		for (unsigned k = 0; k < sizeof nodes / sizeof *nodes; k++) {
			struct hypertree *h = hypertree_new(kind ? HYPERTREE_2 : HYPERTREE_1, nodes[k]);

			set(model, "nodes", PATH_BITS, h->nodes);
			for (unsigned x = 1; x <= h->nodes; x++) {
				char *name = format_string("out_%u_%u", kind, hypertree_level(x));
				const struct model_port *out = model_port(model, name);

				set(model, "address", PATH_BITS, x);
				set(model, "any_dead", 1, 1);
				h->any_dead = true;
				for (unsigned dead = 0; dead < 1u << PORT_OWN; dead++)
					if ((dead & h->dead_ports[x]) == h->dead_ports[x])
						compared += compare_detours(model, h, x, dead, out);
				set(model, "any_dead", 1, 0);
				h->any_dead = false;
				for (unsigned t = 1; t <= h->nodes; t++)
					for (unsigned symmetric = 0; symmetric <= 1; symmetric++)
						compared += compare_detour(model, h, x,
									   (struct hypertree_packet){ .destination = t, .symmetric = symmetric },
									   h->dead_ports[x], out);
				free(name);
			}
			hypertree_free(h);
		}
	model_close(model);
	print_message("%u turns compared\n", compared);
	assert_true(compared > 100000);
}

/* ---- expansion --------------------------------------------------------------------------------------------- */

/* A bit of a connection: the name of the net and the place, or a constant. */
struct bit {
	const char *net;		/* "" of a constant */
	unsigned place;			/* or its value */
};

static struct bit bit_at(const struct module *m, const struct bits *b, unsigned k)
{
	for (size_t i = 0; i < b->count; i++) {
		const struct slice *s = &b->slice[i];

		if (k < s->width)
			return s->net < 0 ? (struct bit){ "", s->net == NET_ONE } : (struct bit){ m->net[s->net].name, s->low + k };
		k -= s->width;
	}
	fail_msg("a connection is too short");
	return (struct bit){ "", 0 };
}

static bool same_bits(const struct module *m, const struct bits *a, const struct module *n, const struct bits *b)
{
	if (bits_width(a) != bits_width(b))
		return false;
	for (unsigned k = 0; k < bits_width(a); k++) {
		struct bit one = bit_at(m, a, k), two = bit_at(n, b, k);

		if (strcmp(one.net, two.net) != 0 || one.place != two.place)
			return false;
	}
	return true;
}

/* Same module, same parameters. */
static void compare_instances(const struct instance *a, const struct instance *b)
{
	assert_non_null(b);
	assert_string_equal(a->module, b->module);
	assert_string_equal(a->name, b->name);
	assert_int_equal(a->count, b->count);
	assert_int_equal(a->parameter_count, b->parameter_count);
	assert_int_equal(a->connection_count, b->connection_count);
	for (size_t k = 0; k < a->parameter_count; k++) {
		assert_string_equal(a->parameter[k].name, b->parameter[k].name);
		assert_int_equal(a->parameter[k].value, b->parameter[k].value);
	}
}

static void modules_are_equal(const struct module *a, const struct module *b)
{
	assert_non_null(b);
	assert_int_equal(a->net_count, b->net_count);
	assert_int_equal(a->instance_count, b->instance_count);
	for (size_t k = 0; k < a->net_count; k++) {
		assert_string_equal(a->net[k].name, b->net[k].name);
		assert_int_equal(a->net[k].width, b->net[k].width);
	}
	for (size_t i = 0; i < a->instance_count; i++) {
		const struct instance *one = &a->instance[i], *two = &b->instance[i];

		compare_instances(one, two);
		for (size_t k = 0; k < one->connection_count; k++) {
			assert_string_equal(one->connection[k].port, two->connection[k].port);
			assert_true(same_bits(a, &one->connection[k].value.term[0], b, &two->connection[k].value.term[0]));
		}
	}
}

/* Is it a bit that nothing reads or drives? */
static bool is_free(const char *net)
{
	return *net == '\0' || strcmp(net, "unused") == 0;
}

/* What was joined stays joined in the same way; what was free may be joined. */
static unsigned compare_links(const struct module *m, const struct bits *a, const struct module *n, const struct bits *b)
{
	unsigned joined = 0;

	assert_int_equal(bits_width(a), bits_width(b));
	for (unsigned k = 0; k < bits_width(a); k++) {
		struct bit one = bit_at(m, a, k), two = bit_at(n, b, k);
		bool was_free = is_free(one.net);

		if (!was_free) {
			assert_string_equal(one.net, two.net);
			assert_int_equal(one.place, two.place);
		}
		joined += was_free && !is_free(two.net);
	}
	return joined;
}

/* Every node of the smaller network is one of the larger one. Returns how many free bits of links have been joined. */
static unsigned compare_tops(const struct module *a, const struct module *b)
{
	unsigned joined = 0;

	for (size_t i = 0; i < a->instance_count; i++) {
		const struct instance *one = &a->instance[i], *two = instance_in(b, one->name);

		compare_instances(one, two);
		for (size_t k = 0; k < one->connection_count; k++) {
			const char *port = one->connection[k].port;
			const struct bits *x = &one->connection[k].value.term[0], *y = &two->connection[k].value.term[0];

			assert_string_equal(port, two->connection[k].port);
			if (strcmp(port, "address") == 0)
				assert_true(same_bits(a, x, b, y));
			else if (strncmp(port, "data_", 5) == 0 || strncmp(port, "room_", 5) == 0)
				joined += compare_links(a, x, b, y);
		}
	}
	assert_int_equal(a->instance_count + 1, b->instance_count);
	return joined;
}

static void larger_networks_contain_smaller_ones(void **state)
{
	unsigned joined = 0;

	(void)state;
	for (unsigned kind = 0; kind < KINDS; kind++) {
		struct lowered smaller = lower(kinds[kind], 2, "");

		for (unsigned nodes = 3; nodes <= MOST_HYPERTREE_NODES; nodes++) {
			struct lowered larger = lower(kinds[kind], nodes, "");

			for (size_t k = 0; k + 1 < smaller.d->module_count; k++)
				modules_are_equal(smaller.d->module[k], design_find(larger.d, smaller.d->module[k]->name));
			joined += compare_tops(design_top(smaller.d), design_top(larger.d));
			done(&smaller);
			smaller = larger;
		}
		done(&smaller);
	}
	/* Of each link that a new node brings: a byte and the room of each class, both ways, at the end that was there. */
	assert_true(joined > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(route_is_the_rule),
		cmocka_unit_test(wrapping_is_the_rule), cmocka_unit_test(detour_is_the_rule),
		cmocka_unit_test(larger_networks_contain_smaller_ones),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
