/* messages.c: nets between meshes become messages with delivery cycles and wires.
 *
 *   cells, outputs --literals that another mesh reads--> travellers, messages
 *       --packed schedule--> cycles --exchanges, so that a traveller sends once in a cycle--> cycles
 *       --sending.c--> wires up --tree_settings.c--> settings, wires down
 *
 * Where the wires do not suffice, all is done again with one more cycle.
 */
#include "overlay/compile.h"

#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "overlay/wires.h"
#include "util/number.h"
#include "util/text.h"

enum {
	MORE_CYCLES = 8,			/* tried beyond those that the load factor asks for */
	TURNS = 4,				/* other wires up, in the same cycles */
};

/* ---- travellers ------------------------------------------------------------------------------------------------------ */

/* Literals by number: inputs, then for each cell g, not g, s and not s. Constants travel nowhere. */
static size_t literal_number(const struct logic *l, const struct literal *literal)
{
	size_t inputs = l->netlist->input_count;

	if (literal->of == LITERAL_INPUT)
		return literal->index;
	return inputs + 4 * (size_t)literal->index + 2 * (literal->of == LITERAL_LATCH) + literal->complement;
}

static struct literal literal_of(const struct logic *l, size_t number)
{
	size_t inputs = l->netlist->input_count, behind = number - inputs;

	if (number < inputs)
		return (struct literal){ LITERAL_INPUT, (unsigned)number, false };
	return (struct literal){ behind & 2 ? LITERAL_LATCH : LITERAL_GATE, (unsigned)(behind / 4), behind & 1 };
}

/* [literal]: a bit for each mesh that reads it. */
static uint64_t *readers_of(const struct logic *l, const struct partition *p)
{
	uint64_t *readers = allocate_array(l->netlist->input_count + 4 * l->cell_count + 1, sizeof *readers);

	for (size_t c = 0; c < l->cell_count; c++) {
		const struct cell *cell = &l->cell[c];
		uint64_t mesh = UINT64_C(1) << p->cell_mesh[c];

		if (cell->x.of != LITERAL_CONSTANT)
			readers[literal_number(l, &cell->x)] |= mesh;
		if (cell->y.of != LITERAL_CONSTANT)
			readers[literal_number(l, &cell->y)] |= mesh;
	}
	for (size_t i = 0; i < l->netlist->output_count; i++)
		if (l->output[i].of != LITERAL_CONSTANT)
			readers[literal_number(l, &l->output[i])] |= UINT64_C(1) << p->output_mesh[i];
	return readers;
}

static void add_message(struct messages *m, unsigned to)
{
	struct traveller *t = &m->traveller[m->traveller_count - 1];

	m->message = room_for_one(m->message, m->count, sizeof *m->message);
	m->set.demand = room_for_one(m->set.demand, m->count, sizeof *m->set.demand);
	m->message[m->count] = (struct message){ .traveller = (unsigned)(m->traveller_count - 1), .to = to };
	m->set.demand[m->count] = (struct demand){ t->mesh, to };
	t->message[t->count++] = (unsigned)m->count;
	m->set.count = ++m->count;
}

static void add_traveller(struct messages *m, struct literal literal, unsigned from, uint64_t readers)
{
	m->traveller = room_for_one(m->traveller, m->traveller_count, sizeof *m->traveller);
	m->traveller[m->traveller_count++] = (struct traveller){
		.literal = literal, .mesh = from, .message = allocate_array(OVERLAY_MOST_MESHES, sizeof(unsigned)) };
	for (unsigned to = 0; to < OVERLAY_MOST_MESHES; to++)
		if (readers >> to & 1)
			add_message(m, to);
}

static void collect(struct messages *m, const struct logic *l, const struct partition *p)
{
	uint64_t *readers = readers_of(l, p);

	for (size_t n = 0; n < l->netlist->input_count + 4 * l->cell_count; n++) {
		struct literal literal = literal_of(l, n);
		unsigned from = literal.of == LITERAL_INPUT ? p->input_mesh[literal.index] : p->cell_mesh[literal.index];
		uint64_t others = readers[n] & ~(UINT64_C(1) << from);

		if (others)
			add_traveller(m, literal, from, others);
	}
	free(readers);
}

/* Nets that leave the meshes, and that enter them, [height]: those that turn so many levels above them or higher. */
struct border {
	unsigned out[OVERLAY_MOST_MESHES], in[OVERLAY_MOST_LEVELS + 1][OVERLAY_MOST_MESHES];
};

static struct border count_border(const struct messages *m)
{
	struct border b = { { 0 }, { { 0 } } };

	for (size_t t = 0; t < m->traveller_count; t++)
		b.out[m->traveller[t].mesh]++;
	for (size_t i = 0; i < m->count; i++)
		for (unsigned k = 1; k <= bit_length(m->message[i].to ^ m->set.demand[i].source); k++)
			b.in[k][m->message[i].to]++;
	return b;
}

/* Every literal that leaves or enters a mesh needs a position of its own. */
static bool positions_suffice(const struct messages *m, const struct overlay *o, char **why)
{
	struct border b = count_border(m);

	for (unsigned mesh = 0; mesh < o->meshes; mesh++) {
		if (b.out[mesh] > o->positions) {
			*why = format_string("%u nets leave mesh %u, but its border has %u positions", b.out[mesh], mesh, o->positions);
			return false;
		}
		for (unsigned height = 1; height <= o->levels; height++) {
			unsigned positions = positions_from(o, height);

			if (b.in[height][mesh] <= positions)
				continue;
			*why = format_string("%u nets enter mesh %u that turn %u levels above it or higher, but the wires from there "
					     "lead to %u positions of its border", b.in[height][mesh], mesh, height, positions);
			return false;
		}
	}
	return true;
}

/* ---- cycles ---------------------------------------------------------------------------------------------------------- */

/* A leaf sends no more messages in a cycle than it has positions. */
static struct channel_tree channels_of(const struct overlay *o)
{
	struct channel_tree tree = { .leaves = o->meshes, .levels = o->levels };

	for (unsigned k = 1; k <= o->levels; k++)
		tree.capacity[k] = o->net->passes[k] > 0 ? o->net->passes[k] : o->net->capacity[k];
	tree.capacity[o->levels] = smaller(tree.capacity[o->levels], o->positions);
	return tree;
}

/* What the channels carry in each cycle, and which travellers send. */
struct timetable {
	struct messages *m;
	const struct channel_tree *tree;
	unsigned *load;				/* [(2 cycle + down) << (levels + 1) | vertex], vertices as in a heap */
	unsigned char *sends;			/* [traveller * cycles + cycle]: messages */
};

static unsigned *load_at(const struct timetable *t, unsigned cycle, bool down, unsigned vertex)
{
	return &t->load[((size_t)(2 * cycle + down) << (t->tree->levels + 1)) + vertex];
}

static unsigned char *sends_at(const struct timetable *t, size_t message, unsigned cycle)
{
	return &t->sends[(size_t)t->m->message[message].traveller * t->m->cycles + cycle];
}

/* Adds a message to its cycle, or takes it out. */
static void enter(struct timetable *t, size_t message, int step)
{
	unsigned up = (1u << t->tree->levels) + t->m->set.demand[message].source, cycle = t->m->message[message].cycle;
	unsigned down = (1u << t->tree->levels) + t->m->set.demand[message].destination;

	for (; up != down; up /= 2, down /= 2) {
		*load_at(t, cycle, false, up) += (unsigned)step;
		*load_at(t, cycle, true, down) += (unsigned)step;
	}
	*sends_at(t, message, cycle) += (unsigned char)step;
}

static bool fits(const struct timetable *t, size_t message, unsigned cycle)
{
	unsigned up = (1u << t->tree->levels) + t->m->set.demand[message].source;
	unsigned down = (1u << t->tree->levels) + t->m->set.demand[message].destination;

	for (unsigned level = t->tree->levels; up != down; level--, up /= 2, down /= 2)
		if (*load_at(t, cycle, false, up) >= t->tree->capacity[level]
		    || *load_at(t, cycle, true, down) >= t->tree->capacity[level])
			return false;
	return true;
}

static void move(struct timetable *t, size_t message, unsigned cycle)
{
	enter(t, message, -1);
	t->m->message[message].cycle = cycle;
	enter(t, message, 1);
}

/* Moves a message to a cycle that has room, or has after another message has taken its place. */
static bool try_cycle(struct timetable *t, size_t message, unsigned cycle)
{
	unsigned before = t->m->message[message].cycle;

	if (fits(t, message, cycle)) {
		move(t, message, cycle);
		return true;
	}
	for (size_t other = 0; other < t->m->count; other++) {
		if (t->m->message[other].cycle != cycle || *sends_at(t, other, before) > 0)
			continue;
		enter(t, message, -1);
		enter(t, other, -1);
		bool good = fits(t, message, cycle) && fits(t, other, before);

		if (good) {
			t->m->message[message].cycle = cycle;
			t->m->message[other].cycle = before;
		}
		enter(t, message, 1);
		enter(t, other, 1);
		if (good)
			return true;
	}
	return false;
}

/* Finds another cycle for each message whose traveller sends twice in its cycle, if there is one. */
static void part_cycles(struct timetable *t)
{
	for (size_t i = 0; i < t->m->count; i++)
		for (unsigned cycle = 0; cycle < t->m->cycles && *sends_at(t, i, t->m->message[i].cycle) > 1; cycle++)
			if (*sends_at(t, i, cycle) == 0)
				try_cycle(t, i, cycle);
}

/* The messages that the source of a message sends in a cycle. */
static unsigned sent_with(const struct timetable *t, size_t message, unsigned cycle)
{
	return *load_at(t, cycle, false, (1u << t->tree->levels) + t->m->set.demand[message].source);
}

/* Moves messages from the cycles in which their mesh sends most to those in which it sends least: the fewer it sends at a
 * time, the more choice has each of wires. */
static void spread_cycles(struct timetable *t)
{
	for (size_t i = 0; i < t->m->count; i++) {
		unsigned best = t->m->message[i].cycle;

		for (unsigned cycle = 0; cycle < t->m->cycles; cycle++)
			if (*sends_at(t, i, cycle) == 0 && fits(t, i, cycle)
			    && sent_with(t, i, cycle) + (best == t->m->message[i].cycle) < sent_with(t, i, best))
				best = cycle;
		if (best != t->m->message[i].cycle)
			move(t, i, best);
	}
}

/* Gives the messages cycles, with which the channels suffice. */
static void set_cycles(struct messages *m, const struct channel_tree *tree, const struct schedule *packed)
{
	struct timetable t = { .m = m, .tree = tree };

	t.load = allocate_array((size_t)(2 * m->cycles) << (tree->levels + 1), sizeof *t.load);
	t.sends = allocate_array(m->traveller_count * m->cycles + 1, sizeof *t.sends);
	for (size_t i = 0; i < m->count; i++) {
		m->message[i].cycle = packed->cycle[i];
		enter(&t, i, 1);
	}
	part_cycles(&t);
	/* The schedule leaves the cycles empty that it does not need. */
	if (m->cycles > packed->cycles)
		spread_cycles(&t);
	free(t.load);
	free(t.sends);
}

/* ---- all ------------------------------------------------------------------------------------------------------------- */

/* The messages before anything has been done to them. */
struct start {
	struct channel_tree tree;
	struct schedule packed;
	unsigned *traveller;			/* [message] */
	size_t travellers;
};

static void start_make(struct start *s, const struct messages *m, const struct overlay *o)
{
	*s = (struct start){ .tree = channels_of(o), .travellers = m->traveller_count };
	s->traveller = allocate_array(m->count + 1, sizeof *s->traveller);
	for (size_t i = 0; i < m->count; i++)
		s->traveller[i] = m->message[i].traveller;
	schedule_make(&s->packed, &s->tree, &m->set, SCHEDULE_PACKED);
}

static void start_free(struct start *s)
{
	schedule_free(&s->packed);
	free(s->traveller);
}

/* Undoes what sending_wires() has parted. */
static void join_travellers(struct messages *m, const struct start *s)
{
	for (size_t t = s->travellers; t < m->traveller_count; t++)
		free(m->traveller[t].message);
	m->traveller_count = s->travellers;
	for (size_t t = 0; t < m->traveller_count; t++)
		m->traveller[t].count = 0;
	for (size_t i = 0; i < m->count; i++) {
		struct traveller *t = &m->traveller[s->traveller[i]];

		m->message[i].traveller = s->traveller[i];
		t->message[t->count++] = (unsigned)i;
	}
}

/* All of it in m->cycles cycles. */
static bool make_in(struct messages *m, struct image *image, const struct overlay *o, const struct start *s, unsigned *mesh)
{
	for (unsigned turn = 0; turn < TURNS; turn++) {
		join_travellers(m, s);
		set_cycles(m, &s->tree, &s->packed);
		if (!sending_wires(m, o, turn))
			continue;
		image_start(image, o, m->cycles);
		if (tree_settings(m, image, o, mesh))
			return true;
		image_free(image);
	}
	return false;
}

static bool make_in_fewest(struct messages *m, struct image *image, const struct overlay *o, const struct start *s, unsigned least,
			   char **why)
{
	unsigned first = larger(larger(s->packed.cycles, least), 1), most = smaller(first + MORE_CYCLES, o->depth), mesh = 0;

	for (m->cycles = first; m->cycles <= most; m->cycles++)
		if (make_in(m, image, o, s, &mesh))
			return true;
	if (first > o->depth)
		*why = format_string("%zu messages between meshes need %u delivery cycles, but the device holds %u", m->count, first,
				     o->depth);
	else
		*why = format_string("%zu messages between meshes find no wires in %u delivery cycles or fewer (mesh %u)", m->count,
				     most, mesh);
	return false;
}

/* The cycles as the schedule has them, checked by code that has not made them. */
static void finish_schedule(struct messages *m, const struct channel_tree *tree)
{
	m->schedule = (struct schedule){ .method = SCHEDULE_PACKED, .cycles = m->cycles };
	m->schedule.cycle = allocate_array(m->count + 1, sizeof *m->schedule.cycle);
	for (size_t i = 0; i < m->count; i++)
		m->schedule.cycle[i] = m->message[i].cycle;
	if (m->count > 0 && !schedule_check(&m->schedule, tree, &m->set, NULL))
		abort();
}

static bool make_some(struct messages *m, struct image *image, const struct overlay *o, unsigned least, char **why)
{
	struct start s;

	if (!positions_suffice(m, o, why))
		return false;
	start_make(&s, m, o);
	m->lambda = load_factor(&s.tree, &m->set);
	bool good = make_in_fewest(m, image, o, &s, least, why);

	if (good)
		finish_schedule(m, &s.tree);
	start_free(&s);
	return good;
}

bool messages_make(struct messages *m, struct image *image, const struct overlay *o, const struct logic *l,
		   const struct partition *p, unsigned least_cycles, char **why)
{
	bool good = true;

	*m = (struct messages){ .cycles = o->levels > 0 ? larger(least_cycles, 1) : 1, .lambda = { .denominator = 1 } };
	collect(m, l, p);
	if (m->count > 0) {
		good = make_some(m, image, o, least_cycles, why);
	} else {
		image_start(image, o, m->cycles);
		finish_schedule(m, NULL);
	}
	if (!good)
		messages_drop(m);
	return good;
}

void messages_drop(struct messages *m)
{
	for (size_t t = 0; t < m->traveller_count; t++)
		free(m->traveller[t].message);
	free(m->traveller);
	free(m->message);
	free(m->set.demand);
	schedule_free(&m->schedule);
	*m = (struct messages){ 0 };
}
