/* model.c: a network of lanes slot by slot: which words are taken. All that happens in a slot follows from the requests,
 * from the favors, from the leaves that are busy, and from the packets whose words have been taken before. */
#include "machines/lanes/lanes.h"

#include <stdlib.h>

#include "util/text.h"

/* The links into a stage, by the leaf whose word is on them. */
struct stage_model {
	struct lane_stage stage;
	unsigned *input;		/* [switch * inputs + i]: the place of its driver among all links */
	unsigned *output;		/* [switch * outputs + o]: likewise the place that it drives */
	unsigned shift;			/* of its digit in a label */
};

struct lane_model {
	struct lane_shape shape;
	struct stage_model *stages;	/* [shape.stages] */
	unsigned places;
	int *word;			/* [place]: the leaf whose word is on the link, or LANE_IDLE */
	bool *refused;			/* [place]: the last switch is not asked for that word */
	int *train;			/* [place]: the input there that is in a packet of which a word was taken a slot ago, or LANE_IDLE */
	bool *held;			/* [leaf]: it gets a packet, whose next word .. */
	bool *begun;			/* [leaf]: .. is this leaf's */
	unsigned first_of_last;		/* place of the link to leaf 0 */
	uint32_t state;			/* of the favors */
	const int *wants;		/* of the slot */
	const bool *more;		/* likewise; NULL: all words are single */
};

unsigned lane_first_place(const struct lane_shape *s, unsigned k)
{
	unsigned place = k > 0 ? s->leaves : 0;

	for (unsigned j = 0; j + 1 < k; j++)
		place += s->stage[j].switches * s->stage[j].outputs;
	return place;
}

unsigned lane_place(const struct lane_shape *s, struct lane_link link)
{
	return lane_first_place(s, lane_stages_before(s, link)) + link.index;
}

static struct stage_model make_stage(const struct lane_shape *s, const struct spec *spec, unsigned k, unsigned shift)
{
	struct stage_model m = { .stage = s->stage[k], .shift = shift };
	const struct lane_stage *stage = &m.stage;

	m.input = allocate_array((size_t)stage->switches * stage->inputs, sizeof *m.input);
	m.output = allocate_array((size_t)stage->switches * stage->outputs, sizeof *m.output);
	for (unsigned i = 0; i < stage->switches; i++) {
		for (unsigned j = 0; j < stage->inputs; j++)
			m.input[i * stage->inputs + j] = lane_place(s, lane_input(spec, stage, i, j));
		for (unsigned o = 0; o < stage->outputs; o++)
			m.output[i * stage->outputs + o] = lane_place(s, lane_output(spec, stage, i, o));
	}
	return m;
}

struct lane_model *lane_model_new(const struct spec *spec)
{
	struct lane_model *m = allocate(sizeof *m);
	unsigned shift;

	m->shape = lane_shape(spec);
	m->stages = allocate_array(m->shape.stages, sizeof *m->stages);
	shift = m->shape.label_bits;
	for (unsigned k = 0; k < m->shape.stages; k++) {
		shift -= m->shape.stage[k].digit_bits;
		m->stages[k] = make_stage(&m->shape, spec, k, shift);
	}
	m->first_of_last = lane_first_place(&m->shape, m->shape.stages);
	m->places = m->first_of_last + m->shape.leaves;
	m->word = allocate_array(m->places, sizeof *m->word);
	m->refused = allocate_array(m->places, sizeof *m->refused);
	m->train = allocate_array(m->places, sizeof *m->train);
	for (unsigned i = 0; i < m->places; i++)
		m->train[i] = LANE_IDLE;
	m->held = allocate_array(m->shape.leaves, sizeof *m->held);
	m->begun = allocate_array(m->shape.leaves, sizeof *m->begun);
	m->state = 1;
	return m;
}

void lane_model_free(struct lane_model *m)
{
	for (unsigned k = 0; k < m->shape.stages; k++) {
		free(m->stages[k].input);
		free(m->stages[k].output);
	}
	free(m->stages);
	free(m->word);
	free(m->refused);
	free(m->train);
	free(m->held);
	free(m->begun);
	free(m);
}

/* Whether input `a` goes before input `b`: on the highest level that parts them, the favored group. */
static bool goes_before(unsigned a, unsigned b, unsigned favor)
{
	unsigned level = 0;

	while (a >> level != b >> level)
		level++;
	return (a >> (level - 1) & 1) == (favor >> (level - 1) & 1);
}

/* rtl-templates/lane_arbiter.v: an input loses to any request in a preferred group of any level. */
static int winner(const struct lane_model *m, const struct stage_model *s, unsigned i, unsigned output, unsigned favor,
		  const int *wants)
{
	int best = LANE_IDLE;
	unsigned best_input = 0;

	for (unsigned j = 0; j < s->stage.inputs; j++) {
		int word = m->word[s->input[i * s->stage.inputs + j]];

		if (word == LANE_IDLE || (wants[word] >> s->shift & ((1 << s->stage.digit_bits) - 1)) != (int)output)
			continue;
		if (best == LANE_IDLE || goes_before(j, best_input, favor)) {
			best = word;
			best_input = j;
		}
	}
	return best;
}

/* Whether the inputs of packets come first in this slot. */
static bool keeps_trains(const struct lane_model *m)
{
	const unsigned all = (1u << LANE_LET_GO_BITS) - 1;

	return (m->state >> m->shape.let_go & all) != all;
}

static void pass_stage(struct lane_model *m, const struct stage_model *s, const int *wants)
{
	unsigned favor = m->state >> s->stage.favor & ((1u << s->stage.number_bits) - 1);
	bool trains = keeps_trains(m);

	for (unsigned i = 0; i < s->stage.switches; i++)
		for (unsigned o = 0; o < s->stage.outputs; o++) {
			unsigned place = s->output[i * s->stage.outputs + o];
			int train = m->train[place];

			m->word[place] = winner(m, s, i, o, trains && train != LANE_IDLE ? (unsigned)train : favor, wants);
		}
}

/* Words for leaves that are busy, or get another packet, go no further than to the switch before the last. */
static void refuse(struct lane_model *m, const struct stage_model *last, const int *wants, const bool *busy)
{
	for (unsigned j = 0; j < last->stage.switches * last->stage.inputs; j++) {
		unsigned place = last->input[j];
		int *word = &m->word[place];

		m->refused[place] = *word != LANE_IDLE && ((busy && busy[wants[*word]])
							   || (m->held[wants[*word]] && !m->begun[*word]));
		if (m->refused[place])
			*word = LANE_IDLE;
	}
}

/* Which packets go on, once it is known what has been taken. */
static void follow_packets(struct lane_model *m, const bool *taken)
{
	for (unsigned leaf = 0; leaf < m->shape.leaves; leaf++)
		if (taken[leaf])
			m->begun[leaf] = m->held[m->wants[leaf]] = m->more[leaf];
	for (unsigned k = 0; k + 1 < m->shape.stages; k++) {
		const struct lane_stage *stage = &m->stages[k].stage;

		for (unsigned link = 0; link < stage->switches * stage->outputs; link++) {
			unsigned place = m->stages[k].output[link];
			const unsigned *input = &m->stages[k].input[link / stage->outputs * stage->inputs];
			int word = m->word[place], i = 0;

			m->train[place] = LANE_IDLE;
			if (word == LANE_IDLE || !taken[word] || !m->more[word])
				continue;
			while (m->word[input[i]] != word)
				i++;
			m->train[place] = i;
		}
	}
}

void lane_model_begin(struct lane_model *m, const int *wants, const bool *more)
{
	m->wants = wants;
	m->more = more;
	for (unsigned leaf = 0; leaf < m->shape.leaves; leaf++)
		m->word[leaf] = wants[leaf] == LANE_IDLE ? LANE_IDLE : (int)leaf;
	for (unsigned k = 0; k + 1 < m->shape.stages; k++)
		pass_stage(m, &m->stages[k], wants);
}

void lane_model_end(struct lane_model *m, const bool *busy, bool *taken)
{
	const struct stage_model *last = &m->stages[m->shape.stages - 1];

	if (busy || m->more)
		refuse(m, last, m->wants, busy);
	pass_stage(m, last, m->wants);
	for (unsigned leaf = 0; leaf < m->shape.leaves; leaf++)
		taken[leaf] = false;
	for (unsigned leaf = 0; leaf < m->shape.leaves; leaf++)
		if (m->word[m->first_of_last + leaf] != LANE_IDLE)
			taken[m->word[m->first_of_last + leaf]] = true;
	if (m->more)
		follow_packets(m, taken);
	m->state = lane_next_state((struct lane_register){ m->shape.state_bits, m->shape.tap }, m->state);
}

bool lane_model_refuses(const struct lane_model *m, unsigned place)
{
	return m->refused[place];
}

const int *lane_model_words(const struct lane_model *m)
{
	return m->word;
}

unsigned lane_model_places(const struct lane_model *m)
{
	return m->places;
}
