/* model.c: a network of lanes slot by slot: which words are taken. All that happens in a slot follows from the requests,
 * from the favors, from the leaves that are busy, and from the packets whose words have been taken before.
 *
 * The work of a slot is that of its words: all go from stage to stage together, and of those that ask for a link the one that
 * comes first goes on. */
#include "machines/lanes/lanes.h"

#include <stdlib.h>

#include "bits.h"
#include "util/text.h"

/* What a link leads into. */
struct lane_way {
	unsigned outputs;		/* where those of the switch begin in lane_model.output */
	unsigned input;			/* which one of the switch it is */
};

struct lane_model {
	struct lane_shape shape;
	unsigned places, words;		/* links; words of a set of leaves, a bit each */
	struct lane_way *way;		/* [place]: but for the links to leaves */
	unsigned *output;		/* the places that the switches drive, those of a switch side by side */
	unsigned shift[MOST_LANE_STAGES];	/* of a stage's digit in a label */
	unsigned first_behind[MOST_LANE_STAGES];	/* the first place behind a stage */
	unsigned first_outside, ends;	/* a stream of the outside is an end behind the leaves; all */
	unsigned left;			/* the first place of the streams out */
	int *word;			/* [place]: the leaf whose word is on the link, or LANE_IDLE */
	bool *refused;			/* [place]: the last switch is not asked for that word */
	int *train;			/* [place]: the input there that is in a packet of which a word was taken a slot ago, or LANE_IDLE */
	uint64_t *held;			/* leaves that get a packet, whose next word .. */
	uint64_t *begun;		/* .. is one of these leaves' */
	uint32_t state;			/* of the favors */
	unsigned *going, goes;		/* ends whose words have won so far in this slot */
	unsigned *gone, out;		/* those whose words have left by a root */
	unsigned *at, *next;		/* [end]: the place of its word; what it asks for */
	unsigned *carrier, carriers;	/* the places with words */
	unsigned *trained, trains;	/* the places with trains */
	const int *wants;		/* of the slot */
	const uint64_t *more;		/* likewise; NULL: all words are single */
};

unsigned lane_first_place(const struct lane_shape *s, unsigned k)
{
	unsigned place = k > 0 ? s->leaves : 0;

	for (unsigned j = 0; j + 1 < k; j++)
		place += s->stage[j].switches * s->stage[j].outputs;
	return place;
}

unsigned lane_inward_place(const struct lane_shape *s, unsigned root)
{
	return lane_first_place(s, s->stages) + s->leaves + root;
}

unsigned lane_first_outside(const struct lane_shape *s)
{
	return (s->leaves + 63) / 64 * 64;
}

unsigned lane_end_words(const struct lane_shape *s)
{
	return (lane_first_outside(s) + s->roots + 63) / 64;
}

unsigned lane_place(const struct lane_shape *s, struct lane_link link)
{
	return lane_first_place(s, lane_stages_before(s, link)) + link.index;
}

/* The switches of a stage, whose outputs begin at `outputs` of m->output. Returns where the next stage's do. */
static unsigned lay_ways(struct lane_model *m, const struct spec *spec, unsigned k, unsigned outputs)
{
	const struct lane_stage *stage = &m->shape.stage[k];

	for (unsigned i = 0; i < stage->switches; i++) {
		if (stage->outside)
			m->way[lane_inward_place(&m->shape, i)] = (struct lane_way){ outputs, stage->inputs - 1 };
		for (unsigned j = 0; j + stage->outside < stage->inputs; j++)
			m->way[lane_place(&m->shape, lane_input(spec, stage, i, j))] = (struct lane_way){ outputs, j };
		for (unsigned o = 0; o < stage->outputs; o++)
			m->output[outputs++] = lane_place(&m->shape, lane_output(spec, stage, i, o));
		if (stage->outside)
			m->output[outputs++] = m->left + i;
	}
	return outputs;
}

static void allocate_all(struct lane_model *m)
{
	unsigned ends;

	m->first_outside = lane_first_outside(&m->shape);
	m->ends = ends = m->first_outside + m->shape.roots;
	m->words = lane_end_words(&m->shape);
	m->left = lane_inward_place(&m->shape, m->shape.roots);
	m->places = m->left + m->shape.roots;
	m->way = allocate_array(m->places, sizeof *m->way);
	m->output = allocate_array(m->places, sizeof *m->output);
	m->word = allocate_array(m->places, sizeof *m->word);
	m->refused = allocate_array(m->places, sizeof *m->refused);
	m->train = allocate_array(m->places, sizeof *m->train);
	m->held = allocate_array(m->words, sizeof *m->held);
	m->begun = allocate_array(m->words, sizeof *m->begun);
	m->going = allocate_array(ends, sizeof *m->going);
	m->gone = allocate_array(ends, sizeof *m->gone);
	m->at = allocate_array(ends, sizeof *m->at);
	m->next = allocate_array(ends, sizeof *m->next);
	m->carrier = allocate_array(m->places, sizeof *m->carrier);
	m->trained = allocate_array(m->places, sizeof *m->trained);
}

struct lane_model *lane_model_new(const struct spec *spec)
{
	struct lane_model *m = allocate(sizeof *m);
	unsigned shift, outputs = 0;

	m->shape = lane_shape(spec);
	allocate_all(m);
	shift = m->shape.label_bits;
	for (unsigned k = 0; k < m->shape.stages; k++) {
		m->shift[k] = shift -= m->shape.stage[k].digit_bits;
		outputs = lay_ways(m, spec, k, outputs);
		m->first_behind[k] = lane_first_place(&m->shape, k + 1);
	}
	for (unsigned i = 0; i < m->places; i++)
		m->word[i] = m->train[i] = LANE_IDLE;
	m->state = 1;
	return m;
}

void lane_model_free(struct lane_model *m)
{
	void *all[] = { m->way, m->output, m->word, m->refused, m->train, m->held, m->begun, m->going, m->gone, m->at, m->next, m->carrier,
			m->trained };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		free(all[i]);
	free(m);
}

static void put_word(struct lane_model *m, unsigned place, unsigned leaf)
{
	m->carrier[m->carriers++] = place;
	m->word[place] = (int)leaf;
}

/* The link that the word of a leaf, at a place, asks the switch of stage k for. */
static unsigned asked(const struct lane_model *m, unsigned k, unsigned leaf, unsigned place)
{
	const struct lane_stage *stage = &m->shape.stage[k];
	unsigned digit = (unsigned)m->wants[leaf] >> m->shift[k] & ((1u << stage->digit_bits) - 1);

	if (digit >= stage->outputs)
		digit = stage->outputs;		/* the outside, whatever follows */
	return m->output[m->way[place].outputs + digit];
}

/* Whether the inputs of packets come first in this slot. */
static bool keeps_trains(const struct lane_model *m)
{
	const unsigned all = (1u << LANE_LET_GO_BITS) - 1;

	return (m->state >> m->shape.let_go & all) != all;
}

/* rtl-templates/lanes/lane_arbiter.v: an input loses to any request in a preferred group of any level. So of two inputs the one goes
 * before the other that is in the favored group on the highest level that parts them. */
static bool goes_before(unsigned a, unsigned b, unsigned favor)
{
	return (a ^ favor) < (b ^ favor);
}

static void pass_stage(struct lane_model *m, unsigned k)
{
	const struct lane_stage *stage = &m->shape.stage[k];
	unsigned favor = m->state >> stage->favor & ((1u << stage->number_bits) - 1), goes = m->goes;
	bool trains = m->more && keeps_trains(m);

	for (unsigned i = 0; i < goes; i++) {
		unsigned leaf = m->going[i], place = m->at[leaf], output = m->next[leaf] = asked(m, k, leaf, place);
		int rival = m->word[output];

		if (rival == LANE_IDLE)
			put_word(m, output, leaf);
		else if (goes_before(m->way[place].input, m->way[m->at[rival]].input,
				     trains && m->train[output] != LANE_IDLE ? (unsigned)m->train[output] : favor))
			m->word[output] = (int)leaf;
	}
	m->goes = 0;
	for (unsigned i = 0; i < goes; i++) {
		unsigned leaf = m->going[i], output = m->next[leaf];

		if (m->word[output] != (int)leaf)
			continue;
		m->at[leaf] = output;
		if (output >= m->left)
			m->gone[m->out++] = leaf;
		else
			m->going[m->goes++] = leaf;
	}
}

static bool is_for_outside(const struct lane_model *m, unsigned end)
{
	return (unsigned)m->wants[end] >= m->shape.leaves;
}

/* Words for a stream that is busy go no further than to its root. */
static void refuse_outward(struct lane_model *m, const uint64_t *busy)
{
	unsigned goes = m->goes;

	m->goes = 0;
	for (unsigned i = 0; i < goes; i++) {
		unsigned leaf = m->going[i];

		if (is_for_outside(m, leaf) && bits_has(busy, m->first_outside + asked(m, m->shape.turn, leaf, m->at[leaf]) - m->left))
			m->refused[m->at[leaf]] = true;
		else
			m->going[m->goes++] = leaf;
	}
}

/* Words for leaves that are busy, or get another packet, go no further than to the switch before the last. */
static void refuse(struct lane_model *m, const uint64_t *busy)
{
	unsigned goes = m->goes;

	m->goes = 0;
	for (unsigned i = 0; i < goes; i++) {
		unsigned leaf = m->going[i], to = (unsigned)m->wants[leaf];

		if (!is_for_outside(m, leaf) && ((busy && bits_has(busy, to)) || (bits_has(m->held, to) && !bits_has(m->begun, leaf))))
			m->refused[m->at[leaf]] = true;
		else
			m->going[m->goes++] = leaf;
	}
}

/* Which packets go on, once it is known what has been taken. */
static void follow_packets(struct lane_model *m)
{
	while (m->trains > 0)
		m->train[m->trained[--m->trains]] = LANE_IDLE;
	for (unsigned i = 0; i < m->goes; i++) {
		unsigned leaf = m->going[i], place = leaf;
		bool more = bits_has(m->more, leaf);

		bits_set(m->begun, leaf, more);
		bits_set(m->held, (unsigned)m->wants[leaf], more);
		for (unsigned k = 0; more && k + 1 < m->shape.stages; k++) {
			unsigned output = asked(m, k, leaf, place);

			m->train[output] = (int)m->way[place].input;
			m->trained[m->trains++] = output;
			place = output;
		}
	}
}

static void forget_words(struct lane_model *m)
{
	while (m->carriers > 0) {
		unsigned place = m->carrier[--m->carriers];

		m->word[place] = LANE_IDLE;
		m->refused[place] = false;
	}
}

/* Words of the ends of some words of a set, at their places in a row from `place` on. */
static void put_words(struct lane_model *m, const uint64_t *asks, unsigned w, unsigned end, unsigned place)
{
	for (unsigned first = 64 * w; w < end; w++)
		for (uint64_t set = asks[w]; set; set &= set - 1) {
			unsigned its = w * 64 + (unsigned)__builtin_ctzll(set);

			m->at[its] = place + its - first;
			put_word(m, m->at[its], its);
			m->going[m->goes++] = its;
		}
}

void lane_model_begin(struct lane_model *m, const uint64_t *asks, const int *wants, const uint64_t *more)
{
	m->wants = wants;
	m->more = more;
	m->goes = m->out = 0;
	forget_words(m);
	put_words(m, asks, 0, m->first_outside / 64, 0);
	for (unsigned k = 0; k < m->shape.turn; k++)
		pass_stage(m, k);
}

void lane_model_turn(struct lane_model *m, const uint64_t *asks, const uint64_t *busy)
{
	if (busy && m->shape.roots > 0)
		refuse_outward(m, busy);
	put_words(m, asks, m->first_outside / 64, m->words, lane_inward_place(&m->shape, 0));
	for (unsigned k = m->shape.turn; k + 1 < m->shape.stages; k++)
		pass_stage(m, k);
}

void lane_model_end(struct lane_model *m, const uint64_t *busy, uint64_t *taken)
{
	if (busy || m->more)
		refuse(m, busy);
	pass_stage(m, m->shape.stages - 1);
	for (unsigned w = 0; w < m->words; w++)
		taken[w] = 0;
	for (unsigned i = 0; i < m->goes; i++)
		bits_set(taken, m->going[i], true);
	for (unsigned i = 0; i < m->out; i++)
		bits_set(taken, m->gone[i], true);
	if (m->more)
		follow_packets(m);
	m->state = lane_next_state((struct lane_register){ m->shape.state_bits, m->shape.tap }, m->state);
}

unsigned lane_model_passed(const struct lane_model *m, unsigned leaf)
{
	unsigned k = 0;

	while (k < m->shape.stages && m->at[leaf] >= m->first_behind[k])
		k++;
	return k;
}

unsigned lane_model_gone(const struct lane_model *m, const unsigned **ends)
{
	*ends = m->gone;
	return m->out;
}

unsigned lane_model_stream(const struct lane_model *m, unsigned end)
{
	return m->first_outside + m->at[end] - m->left;
}

bool lane_model_refuses(const struct lane_model *m, unsigned place)
{
	return m->refused[place];
}

bool lane_model_refused(const struct lane_model *m, unsigned leaf)
{
	return m->refused[m->at[leaf]];
}

const int *lane_model_words(const struct lane_model *m)
{
	return m->word;
}

unsigned lane_model_places(const struct lane_model *m)
{
	return m->places;
}
