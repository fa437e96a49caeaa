/* choices.c: the cost of rejected alternatives in a generalized fat tree: three ways to acknowledge messages, and nodes
 * that compute the way from the destination's label.
 *
 *   choices FILE [KEY=VALUE ..] [answers=destination|source|random]
 *   choices check
 *
 * backwards  as built: the message carries the digits of the parents, and the answer takes the same links back
 * chosen     the receiver chooses the parents of its answer by its own rule (`answers`; by default the messages' rule).
 *            Answers collide and get lost; the message is sent again, and one bit shows the receiver that it is a
 *            repetition. The bit is not modelled, only the effect that nothing is delivered twice.
 * latched    the answer runs back through the switches as set by the message: as many get through as with backwards
 *
 * All leaves always have a word to send. As in rtl-templates/leaves/leaf_dispatch.v a word goes to the next free lane. It
 * waits, and with it all words behind it, while a lane is busy with the same destination. A lane sends its word in
 * every slot until it is acknowledged. Of the messages that want a link, as many as the link has wires are drawn at
 * random. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "leaves/frame.h"
#include "machines/generalized/up_parents.h"
#include "network/network.h"
#include "flights.h"
#include "trees.h"
#include "util/text.h"

enum { RUNS = 200, WARM = 100, KEPT = 50, RANDOM_STREAM = 11 };
static const unsigned nobody = ~0u;

struct lane {
	unsigned to;		/* nobody: it is free */
	bool taken;		/* the receiver has it, but its answer has been lost */
};

struct leaf {
	unsigned next;		/* destination of the word that waits */
	unsigned token;		/* the lane that is to take it */
};

struct play {
	const struct spec *spec;
	struct spec back;		/* the same with the rule of the answers */
	bool chosen, permutation;
	struct random random;
	struct leaf *leaf;
	struct lane *lane;		/* [leaf * connections + lane] */
	uint32_t *partner;		/* the permutation */
	struct flights there, back_again;	/* by lane */
};

/* Per leaf and slot. */
struct rates {
	double sent, arrived, delivered, confirmed, confirmed_squared;
};

static unsigned draw(struct play *p, unsigned i)
{
	unsigned to;

	if (p->permutation)
		return p->partner[i];
	to = (unsigned)random_below(&p->random, p->spec->leaves - 1);
	return to + (to >= i);
}

/* Gives lanes their words. */
static void dispatch(struct play *p, unsigned i)
{
	unsigned c = p->spec->connections;
	struct lane *lane = &p->lane[i * c];
	struct leaf *leaf = &p->leaf[i];

	for (unsigned tries = 0; tries < c; tries++, leaf->token = (leaf->token + 1) % c) {
		if (lane[leaf->token].to != nobody)
			continue;
		for (unsigned k = 0; k < c; k++)
			if (lane[k].to == leaf->next)
				return;
		if (leaf->next == i)
			return;
		lane[leaf->token] = (struct lane){ .to = leaf->next };
		leaf->next = draw(p, i);
	}
}

static void set_out(struct play *p, struct flights *f, const struct spec *rule, unsigned k, unsigned from, unsigned to)
{
	struct departure d = { .source = from, .destination = to, .lane = k % rule->connections,
			       .random = (uint16_t)random_next(&p->random) };

	up_parents(rule, &d, f->flight[k].beta);
	flights_send(f, k, from, to);
}

/* The answers to all that have arrived, each by the wire by which the message came. */
static void answer(struct play *p)
{
	for (unsigned k = 0; k < p->there.count; k++) {
		p->back_again.flight[k].lost = p->there.flight[k].lost;
		if (!p->there.flight[k].lost)
			set_out(p, &p->back_again, &p->back, k, p->lane[k].to, k / p->spec->connections);
	}
	if (p->chosen)
		flights_pass_all(&p->back_again, &p->random);
}

static void play_slot(struct play *p, struct rates *r)
{
	unsigned confirmed = 0;

	for (unsigned i = 0; i < p->spec->leaves; i++)
		dispatch(p, i);
	for (unsigned k = 0; k < p->there.count; k++) {
		p->there.flight[k].lost = p->lane[k].to == nobody;
		if (p->lane[k].to == nobody)
			continue;
		set_out(p, &p->there, p->spec, k, k / p->spec->connections, p->lane[k].to);
		r->sent++;
	}
	flights_pass_all(&p->there, &p->random);
	answer(p);
	for (unsigned k = 0; k < p->there.count; k++) {
		if (p->there.flight[k].lost)
			continue;
		r->arrived++;
		r->delivered += !p->lane[k].taken;
		p->lane[k].taken = true;
		if (p->back_again.flight[k].lost)
			continue;
		p->lane[k].to = nobody;
		confirmed++;
	}
	r->confirmed += confirmed;
}

/* From idle lanes on; those slots that come until things are as they stay do not count. */
static void play_run(struct play *p, struct rates *all)
{
	struct rates warm = { 0 }, r = { 0 };
	double slots = (double)KEPT * p->spec->leaves;

	shuffle(&p->random, p->partner, p->spec->leaves);
	for (unsigned i = 0; i < p->spec->leaves; i++)
		p->leaf[i] = (struct leaf){
			.next = draw(p, i), .token = (unsigned)random_below(&p->random, p->spec->connections)
		};
	for (unsigned k = 0; k < p->there.count; k++)
		p->lane[k].to = nobody;
	for (unsigned i = 0; i < WARM; i++)
		play_slot(p, &warm);
	for (unsigned i = 0; i < KEPT; i++)
		play_slot(p, &r);
	all->sent += r.sent / slots / RUNS;
	all->arrived += r.arrived / slots / RUNS;
	all->delivered += r.delivered / slots / RUNS;
	all->confirmed += r.confirmed / slots / RUNS;
	all->confirmed_squared += r.confirmed / slots * r.confirmed / slots / RUNS;
}

static struct rates mean_rates(const struct spec *spec, enum up_routing answers, bool chosen, bool permutation)
{
	struct play p = { .spec = spec, .back = *spec, .chosen = chosen, .permutation = permutation };
	unsigned lanes = spec->leaves * spec->connections;
	struct rates all = { 0 };

	p.back.up_routing = answers;
	p.leaf = allocate_array(spec->leaves, sizeof *p.leaf);
	p.lane = allocate_array(lanes, sizeof *p.lane);
	p.partner = allocate_array(spec->leaves, sizeof *p.partner);
	identity(p.partner, spec->leaves);
	flights_start(&p.there, spec, lanes);
	flights_start(&p.back_again, spec, lanes);
	random_start(&p.random, 1, RANDOM_STREAM);
	for (unsigned i = 0; i < RUNS; i++)
		play_run(&p, &all);
	flights_free(&p.there);
	flights_free(&p.back_again);
	free(p.leaf);
	free(p.lane);
	free(p.partner);
	return all;
}

static double standard_error(const struct rates *r)
{
	return sqrt(fabs(r->confirmed_squared - r->confirmed * r->confirmed) / RUNS);
}

/* ---- Clocks ------------------------------------------------------------------------------------------------------ */

/* Without the digits in the source every source is complete so much earlier, and all that follows from that. */
static unsigned slot_without_path(const struct frame *f, unsigned bits_more)
{
	unsigned data = f->data_clocks - f->path_bits + bits_more, answer_at = f->acknowledge_at - f->path_bits;

	return f->slot_clocks - f->path_bits + (data > answer_at ? data - answer_at : 0);
}

/* The answer is one bit, sent as soon as M has come, which takes as long back as M took, and its wire says what it
 * answers. Then, as in compiler/leaves/frame.c: 1 for the register behind `down`, 1 for the answer's own; back; 1 for
 * the register there, 1 for the outcome, the words for the lanes, 1 to choose, the route, 1 to load it. */
static unsigned slot_latched(const struct frame *f)
{
	unsigned back = 2 * f->latency + 2;
	unsigned next = back + 2 + (f->lanes > 1 ? f->lanes * f->dispatch_clocks : 1) + 1 + f->label_clocks + 1;
	unsigned data = f->data_clocks - f->path_bits - f->lane_bits;

	return next > data ? next : data;
}

/* Nodes that compute the way: a router that goes up waits for the digits above its level, and for those bits of the
 * label that by the leaves' rule name the parent (by the destination; the label comes highest bit first). All levels
 * together. */
static unsigned clocks_computing(const struct spec *spec, const struct frame *f)
{
	unsigned bits = f->levels, next = digit_bits(spec->connections), above = bits, clocks = 0;

	for (unsigned l = 1; l < f->depth; l++) {
		unsigned seen = above -= f->shape.child_bits[l];

		for (unsigned k = 0; k < f->shape.parent_bits[l]; k++, next++)
			if (bits - next % bits > seen)
				seen = bits - next % bits;
		clocks += seen;
	}
	return clocks;
}

/* The way up takes more or fewer clocks, in both parts; but of a label nothing is left at the receiver, while of a
 * route the next field has to wait for what the shortest way does not use up. */
static unsigned slot_computed(const struct spec *spec, const struct frame *f)
{
	unsigned left = f->route_bits - f->stripped_bits, wait = clocks_computing(spec, f);
	unsigned data = f->data_clocks - f->route_bits + f->levels;
	unsigned answer_at = f->acknowledge_at + wait - f->up_bits - left;
	unsigned after = f->slot_clocks - f->acknowledge_at + wait - f->up_bits - (f->tag_bits > 0 ? left : 0);

	return (answer_at > data ? answer_at : data) + after;
}

static void print_routes(const struct spec *spec, const struct frame *f)
{
	unsigned wait = clocks_computing(spec, f);

	printf("route written: %u bits, up %u clocks, slot %u\n", f->route_bits, f->up_bits, f->slot_clocks);
	printf("route computed: %u bits, up %u clocks, slot %u\n", f->levels, wait, slot_computed(spec, f));
}

/* ---- The reverse path -------------------------------------------------------------------------------------------- */

struct reverse {
	unsigned long exchanges, chooses, selects;
};

static void add_elements(const struct plan *plan, unsigned long times, struct reverse *r)
{
	for (size_t i = 0; plan && i < plan->element_count; i++) {
		const struct element *e = &plan->element[i];

		if (e->kind == ELEMENT_EXCHANGE)
			r->exchanges += times * e->count;
		else if (e->kind == ELEMENT_CHOOSE)
			r->chooses += times * e->count;
		else if (e->kind == ELEMENT_SELECT && e->out[0] >= 0 && e->out[1] >= 0)
			r->selects += times * e->count;
		else if (e->kind == ELEMENT_CALL)
			add_elements(e->plan, times, r);
	}
}

/* An exchange turned round has two outputs, of two inputs each and the decision; a choice has two that are one input or
 * 0; and a selector's one output is an OR, as nothing comes back by the way that was not taken. */
static void print_reverse(const struct network *net)
{
	struct reverse r = { 0 };

	for (size_t i = 0; i < net->node_count; i++) {
		unsigned long routers = (unsigned long)net->node[i]->users * net->node[i]->routers;

		add_elements(net->node[i]->router_up, routers, &r);
		add_elements(net->node[i]->router_down, routers, &r);
	}
	printf("reverse path: %lu exchanges, %lu chooses, %lu selectors: %lu LUT4, and as many flip-flops with one "
	       "behind each\n",
	       r.exchanges, r.chooses, r.selects, 2 * r.exchanges + 2 * r.chooses + r.selects);
}

static void print_rates(const char *pattern, const char *way, const struct rates *r, unsigned slot)
{
	printf("%-12s %-10s %8.4f %8.4f %8.4f %8.4f +- %.4f %6u %8.2f\n", pattern, way, r->sent, r->arrived,
	       r->delivered, r->confirmed, standard_error(r), slot, 1000 * r->confirmed / slot);
}

static void print_all(const struct spec *spec, enum up_routing answers)
{
	struct network *net = network_elaborate(spec);
	struct frame f;

	f = *net->frame;
	printf("%u leaves, %u bits of parents in a message, answer in clock %u\n", spec->leaves, f.path_bits,
	       f.acknowledge_at);
	if (spec->up_routing == UP_ROUTING_DESTINATION)
		print_routes(spec, &f);
	printf("%-23s %8s %8s %8s %18s %6s %8s\n", "per leaf and slot:", "sent", "arrived", "new", "confirmed", "slot",
	       "/1000 clk");
	for (int permutation = 0; permutation < 2; permutation++) {
		const char *pattern = permutation ? "permutation" : "uniform";
		struct rates backwards = mean_rates(spec, answers, false, permutation);
		struct rates chosen = mean_rates(spec, answers, true, permutation);

		print_rates(pattern, "backwards", &backwards, f.slot_clocks);
		print_rates(pattern, "chosen", &chosen, slot_without_path(&f, 1));
		print_rates(pattern, "latched", &backwards, slot_latched(&f));
	}
	print_reverse(net);
	network_free(net);
}

/* ---- What can be known beforehand -------------------------------------------------------------------------------- */

static bool expect(const char *what, bool good)
{
	printf("%sok - %s\n", good ? "" : "not ", what);
	return good;
}

/* By the destination's digits there are the source's of the answer: chosen by those, answers take the same links
 * back. */
static bool check(void)
{
	static const unsigned m[] = { 4, 4, 4 }, w[] = { 2, 2, 4 };
	struct spec tree = tree_spec(3, m, w);
	bool good = true;

	for (int permutation = 0; permutation < 2; permutation++) {
		tree.up_routing = UP_ROUTING_DESTINATION;
		struct rates same = mean_rates(&tree, UP_ROUTING_SOURCE, true, permutation);
		struct rates other = mean_rates(&tree, UP_ROUTING_DESTINATION, true, permutation);

		good &= expect("by the destination, answered by the source: no answer is lost",
			       same.confirmed == same.arrived);
		good &= expect("answered by the destination: some are", other.confirmed < 0.99 * other.arrived);
		good &= expect("in the long run as much is new as is confirmed",
			       fabs(other.delivered - other.confirmed) < 0.01);
		tree.up_routing = UP_ROUTING_SOURCE;
		same = mean_rates(&tree, UP_ROUTING_DESTINATION, true, permutation);
		good &= expect("by the source, answered by the destination: no answer is lost",
			       same.confirmed == same.arrived);
	}
	return good;
}

int main(int argc, char **argv)
{
	static const char *const rules[] = { [UP_ROUTING_DESTINATION] = "answers=destination",
					     [UP_ROUTING_SOURCE] = "answers=source",
					     [UP_ROUTING_RANDOM] = "answers=random" };
	struct override set[16] = { 0 };
	size_t count = 0;
	struct spec spec;
	int answers = -1;

	if (argc == 2 && strcmp(argv[1], "check") == 0)
		return !check();
	if (argc < 2)
		return 2;
	for (int i = 2; i < argc && count < 16; i++) {
		int known = -1;

		for (int k = 0; k < 3; k++)
			known = strcmp(argv[i], rules[k]) == 0 ? k : known;
		if (known >= 0)
			answers = known;
		else
			set[count++].text = argv[i];
	}
	if (!network_read_spec(&spec, argv[1], set, count))
		return 2;
	print_all(&spec, answers >= 0 ? (enum up_routing)answers : spec.up_routing);
	spec_free(&spec);
	return 0;
}
