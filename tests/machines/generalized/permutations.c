/* permutations.c: counts the messages of a permutation that pass one slot of a generalized fat tree, and where the
 * others are lost.
 *
 *   permutations FILE [KEY=VALUE ..] [seed=S] [registers] [lowest-first] [any-wire]
 *
 *   seed=S         the permutation of `ftc simulate --seed S`; otherwise a random one every time
 *   registers      with up-routing random: the words of the leaves' shift registers, otherwise independent random words
 *   lowest-first   of messages that meet, that of the lowest leaf gets through, otherwise any
 *   any-wire       a leaf sends by any of its wires, otherwise by its wires in turn
 *
 *   permutations check        against values worked out by hand
 *
 * Every leaf sends one message. Where more messages want a link than it has wires, as many as it has are drawn and the
 * others are lost, as in the concentrators, which ignore destinations. In `ftc simulate --pattern permutation --load 1`
 * a lost message is sent again: all slots are like the first, and this is the accepted throughput. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machines/generalized/up_parents.h"
#include "machines/xgft.h"
#include "network/network.h"
#include "flights.h"
#include "traffic.h"
#include "trees.h"
#include "util/text.h"

enum { SLOTS = 20000, KEPT = 50, WARM = 10, RANDOM_STREAM = 7, SLOT_CLOCKS = 61, REGISTER_SEED = 0x1d05 };

struct options {
	unsigned long seed;		/* of the permutation; 0: another each time */
	bool registers, lowest_first, any_wire;
};

/* What was lost on links between level - 1 and level. */
struct losses {
	double sent, arrived, arrived_squared;
	double up[MAXIMUM_LEVELS + 1], down[MAXIMUM_LEVELS + 1];
};

struct slot {
	const struct spec *spec;
	struct random random;
	uint32_t *destination;		/* by leaf; itself: it sends nothing */
	struct flights flights;		/* by leaf */
	bool lowest_first;		/* the leaves are asked in their order */
	unsigned *lane;			/* by leaf: the wire by which it sends next, or .. */
	bool any_wire;			/* .. one that is drawn for every slot */
	/* by leaf, for up-routing random; NULL: random words that know nothing of each other */
	uint16_t *registers;
};

/* The permutation that the simulator draws from that seed. */
static void simulated_permutation(struct slot *s, unsigned long seed)
{
	struct traffic_parameters p = { .leaves = s->spec->leaves, .payload_bits = 1, .seed = seed,
					.demand.pattern = PATTERN_PERMUTATION, .load = 1, .slot_clocks = 1, .end = 2 };
	struct traffic *t = traffic_create(&p);
	struct message m;

	for (uint32_t i = 0; i < s->spec->leaves; i++)
		s->destination[i] = traffic_next(t, i, &m) ? m.destination : i;
	traffic_free(t);
}

/* The shift registers of rtl-templates/leaves/leaf_random.v, which all leaves start in the same clock, each with its label. */
static void start_registers(struct slot *s)
{
	unsigned bits = xgft_label_bits(s->spec);

	s->registers = allocate_array(s->spec->leaves, sizeof *s->registers);
	for (unsigned i = 0; i < s->spec->leaves; i++) {
		s->registers[i] = REGISTER_SEED;
		for (unsigned bit = 1; bit < 16; bit++)
			s->registers[i] ^= (xgft_leaf_label(s->spec, i) >> (bit - 1) % bits & 1) << bit;
	}
}

static uint16_t step_register(uint16_t *state)
{
	for (unsigned i = 0; i < SLOT_CLOCKS; i++)
		*state = (uint16_t)(*state << 1 | ((*state >> 15 ^ *state >> 13 ^ *state >> 12 ^ *state >> 10) & 1));
	return *state;
}

static void set_out(struct slot *s)
{
	for (unsigned i = 0; i < s->spec->leaves; i++) {
		struct flight *f = &s->flights.flight[i];
		struct departure d = { .source = i, .destination = s->destination[i],
				       .lane = s->lane[i],
				       .random = s->registers ? step_register(&s->registers[i])
						 : (uint16_t)random_next(&s->random) };

		f->lost = d.source == d.destination;
		up_parents(s->spec, &d, f->beta);
		flights_send(&s->flights, i, i, d.destination);
	}
}

/* With first-free a router gives its parents away as messages come; who finds none is lost. The path follows. */
static unsigned pass_any(struct slot *s, unsigned level)
{
	unsigned w = s->spec->parents[level], room = w * s->spec->link_width, lost = 0;
	struct flights *all = &s->flights;

	memset(all->wires, 0, xgft_links(s->spec, level - 1) * sizeof *all->wires);
	shuffle(&s->random, all->order, s->spec->leaves);
	for (unsigned i = 0; i < s->spec->leaves; i++) {
		unsigned leaf = all->order[i];
		struct flight *f = &all->flight[leaf];
		uint16_t *taken = &all->wires[(size_t)f->path.node[level - 1] * w];

		if (f->lost || f->path.top < level)
			continue;
		f->lost = *taken == room;
		lost += f->lost;
		if (f->lost)
			continue;
		f->beta[level] = (*taken)++ % w;
		flights_send(all, leaf, leaf, s->destination[leaf]);
	}
	return lost;
}

static void play(struct slot *s, struct losses *l)
{
	bool any = s->spec->up_routing == UP_ROUTING_FIRST_FREE;
	struct random *random = s->lowest_first ? NULL : &s->random;
	unsigned arrived = 0;

	set_out(s);
	for (unsigned i = 0; i < s->spec->leaves; i++)
		l->sent += !s->flights.flight[i].lost;
	for (unsigned level = 1; level <= s->spec->height; level++)
		l->up[level] += any && level > 1 ? pass_any(s, level) : flights_pass(&s->flights, random, level, true);
	for (unsigned level = s->spec->height; level >= 1; level--)
		l->down[level] += flights_pass(&s->flights, random, level, false);
	/* What is lost stays on its wire, the next message goes by the next: leaf_dispatch.v. */
	for (unsigned i = 0; i < s->spec->leaves; i++) {
		arrived += !s->flights.flight[i].lost;
		s->lane[i] = s->any_wire ? (unsigned)random_below(&s->random, s->spec->connections)
					 : (s->lane[i] + !s->flights.flight[i].lost) % s->spec->connections;
	}
	l->arrived += arrived;
	l->arrived_squared += (double)arrived * arrived;
}

/* Slots of one permutation. Where leaves have one wire all slots are alike; else some until they are. */
static unsigned play_permutation(struct slot *s, struct losses *l)
{
	struct losses warm = { 0 };

	if (s->spec->connections == 1) {
		play(s, l);
		return 1;
	}
	for (unsigned i = 0; i < s->spec->leaves; i++)
		s->lane[i] = (unsigned)random_below(&s->random, s->spec->connections);
	for (unsigned i = 0; i < WARM; i++)
		play(s, &warm);
	for (unsigned i = 0; i < KEPT; i++)
		play(s, l);
	return KEPT;
}

/* Means over SLOTS permutations, with several wires fewer; with a seed over that one as often. */
static struct losses mean_losses(const struct spec *spec, const struct options *o)
{
	struct slot s = { .spec = spec };
	struct losses l = { 0 };
	unsigned long slots = 0;

	flights_start(&s.flights, spec, spec->leaves);
	s.destination = allocate_array(spec->leaves, sizeof *s.destination);
	s.lane = allocate_array(spec->leaves, sizeof *s.lane);
	random_start(&s.random, 1, RANDOM_STREAM);
	identity(s.destination, spec->leaves);
	s.lowest_first = o->lowest_first;
	s.any_wire = o->any_wire;
	if (o->registers)
		start_registers(&s);
	if (o->seed > 0)
		simulated_permutation(&s, o->seed);
	unsigned permutations = spec->connections == 1 ? SLOTS : SLOTS / 10;

	for (unsigned i = 0; i < permutations; i++) {
		if (o->seed == 0)
			shuffle(&s.random, s.destination, spec->leaves);
		slots += play_permutation(&s, &l);
	}
	l.sent /= slots;
	l.arrived /= slots;
	l.arrived_squared /= slots;
	for (unsigned level = 1; level <= spec->height; level++) {
		l.up[level] /= slots;
		l.down[level] /= slots;
	}
	free(s.destination);
	flights_free(&s.flights);
	free(s.lane);
	free(s.registers);
	return l;
}

static void print_losses(const struct spec *spec, const struct losses *l)
{
	double n = spec->leaves;

	printf("sent %.4f\n", l->sent / n);
	for (unsigned level = 1; level <= spec->height; level++)
		printf("lost up to level %u: %.4f\n", level, l->up[level] / n);
	for (unsigned level = spec->height; level >= 1; level--)
		printf("lost down from level %u: %.4f\n", level, l->down[level] / n);
	printf("arrived %.4f, of one slot with a standard deviation of %.4f\n", l->arrived / n,
	       sqrt(fabs(l->arrived_squared - l->arrived * l->arrived)) / n);
}

/* Of n messages to different ones of `all` leaves, is there one to those `wanted`? */
static double chance_of_any(unsigned n, unsigned wanted, unsigned all)
{
	double none = 1;

	for (unsigned i = 0; i < n; i++)
		none *= (double)(all - wanted - i) / (all - i);
	return 1 - none;
}

static bool near(const char *what, double got, double expected)
{
	bool good = fabs(got - expected) < 0.005 + 0.005 * expected;

	printf("%sok - %s: %.4f, by hand %.4f\n", good ? "" : "not ", what, got, expected);
	return good;
}

/* Where leaves have one wire and m = w = 4 on three levels, the first links at which messages meet: by the destination
 * the m leaves of a router choose among parents, each of which 15 of the 60 leaves elsewhere name; by the source, three
 * messages at a root want the same 16 leaves. Before and behind that nothing is lost at all. */
static bool check(void)
{
	static const unsigned four[] = { 4, 4, 4 }, full[] = { 1, 4, 4 }, eight[] = { 8, 8 }, wide[] = { 1, 8 };
	struct spec tree = tree_spec(3, four, full), flat = tree_spec(2, eight, wide);
	double n = tree.leaves;
	const struct options any = { 0 };
	bool good = true;

	tree.up_routing = flat.up_routing = UP_ROUTING_DESTINATION;
	struct losses l = mean_losses(&tree, &any);
	good &= near("sent, all but those to themselves", l.sent, n - 1);
	good &= near("by the destination, lost up to level 2", l.up[2], n * (4 * 15 / n - chance_of_any(4, 15, 64)));
	good &= near("by the destination, lost down", l.down[1] + l.down[2] + l.down[3] + l.up[1], 0);
	l = mean_losses(&flat, &any);
	good &= near("two levels of eight", l.arrived, n * (7 / n + chance_of_any(8, 7, 64)));
	tree.up_routing = UP_ROUTING_SOURCE;
	l = mean_losses(&tree, &any);
	good &= near("by the source, lost down from level 3", l.down[3], n * (3 * 16 / n - chance_of_any(3, 16, 64)));
	good &= near("by the source, lost up", l.up[1] + l.up[2] + l.up[3], 0);
	tree.up_routing = UP_ROUTING_FIRST_FREE;
	l = mean_losses(&tree, &any);
	good &= near("first free, lost up", l.up[1] + l.up[2] + l.up[3], 0);
	return good;
}

int main(int argc, char **argv)
{
	struct override set[16];
	struct options o = { 0 };
	size_t count = 0;
	struct spec spec;

	if (argc == 2 && strcmp(argv[1], "check") == 0)
		return !check();
	if (argc < 2)
		return 2;
	for (int i = 2; i < argc && count < 16; i++)
		if (strncmp(argv[i], "seed=", 5) == 0)
			o.seed = strtoul(argv[i] + 5, NULL, 10);
		else if (strcmp(argv[i], "registers") == 0)
			o.registers = true;
		else if (strcmp(argv[i], "lowest-first") == 0)
			o.lowest_first = true;
		else if (strcmp(argv[i], "any-wire") == 0)
			o.any_wire = true;
		else
			set[count++].text = argv[i];
	if (!spec_read(&spec, argv[1], set, count))
		return 2;
	struct losses l = mean_losses(&spec, &o);

	print_losses(&spec, &l);
	spec_free(&spec);
	return 0;
}
