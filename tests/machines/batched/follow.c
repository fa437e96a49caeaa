/* follow.c: follows the rounds of a verilated network. */
#include "follow.h"

#include <stdlib.h>
#include <string.h>

#include "rtl_model.h"

enum { SLOT_TO_M = 4, COUNT_TO_SUM = 4 };

/* ---- what the model of rounds says --------------------------------------------------------------------------------- */

static void *copy(const void *from, size_t size)
{
	return memcpy(allocate(size), from, size);
}

static void note_stage(void *context, unsigned stage, const struct batched_count *count)
{
	struct round_record *r = context;

	r->count[stage] = copy(count, r->leaves * sizeof *count);
	r->first[stage] = r->slots;
}

static void note_slot(void *context, unsigned stage, unsigned slot, const struct batched_wire (*up)[2],
		      const struct batched_wire (*down)[2])
{
	struct round_record *r = context;

	(void)slot;
	r->slot = reallocate(r->slot, (r->slots + 1) * sizeof *r->slot);
	r->slot[r->slots++] = (struct slot_record){ stage, copy(up, r->leaves * sizeof *up), copy(down, r->leaves * sizeof *down) };
}

static void free_record(struct round_record *r)
{
	for (size_t i = 0; i < r->slots; i++) {
		free(r->slot[i].up);
		free(r->slot[i].down);
	}
	for (unsigned i = 0; i < MOST_BATCHED_LEVELS; i++)
		free(r->count[i]);
	free(r->slot);
	free(r->word);
	*r = (struct round_record){ 0 };
}

/* ---- leaves --------------------------------------------------------------------------------------------------------- */

static void expect(struct follow *f, const char *what, unsigned leaf, unsigned long found, unsigned long expected)
{
	if (found != expected)
		FAIL(f, "%s at leaf %u: %lu, expected %lu", what, leaf, found, expected);
}

static unsigned put(uint8_t *bits, unsigned at, uint64_t value, unsigned count)
{
	for (unsigned k = count; k-- > 0;)
		bits[at++] = value >> k & 1;
	return at;
}

static unsigned put_body(const struct follow *f, uint8_t *bits, unsigned at, const struct batched_word *w)
{
	at = put(bits, at, w->destination, f->shape.levels);
	at = put(bits, at, w->source, f->shape.levels);
	return put(bits, at, w->payload, f->shape.payload_bits);
}

/* A word as its leaf sends it. */
static void load(const struct follow *f, struct wire_player *p, unsigned stage, const struct batched_wire *wire)
{
	unsigned below = f->shape.levels - 1 - stage, at = 0;

	p->out_bits = 0;
	if (wire->word == BATCHED_IDLE)
		return;
	const struct batched_word *w = &f->now.word[wire->word];

	at = put(p->out, at, 1, 1);
	for (unsigned k = 1; k <= below / 2; k++)
		at = put(p->out, at, wire->rank >> k & 1, 1);
	at = put(p->out, at, 1, 1);
	at = put(p->out, at, w->destination, below);
	p->out_bits = put_body(f, p->out, at, w);
}

/* In the clock of a command's last bit. Commands come to all leaves at once. */
static void obey(struct follow *f, unsigned leaf, struct player *p)
{
	const struct batched_shape *s = &f->shape;
	unsigned long at_root = p->started - s->levels;

	if (p->command == 4) {				/* COUNT, z = 0 */
		p->stage++;
		if (leaf == 0) {
			unsigned long clocks = p->stage == 0 ? 3 : batched_stage_clocks(s, p->stage - 1,
											f->now.round.batches[p->stage - 1]);

			expect(f, "clocks since the last COUNT, or ROUND,", leaf,
			       at_root - (p->stage == 0 ? f->round_at : f->count_at), clocks);
			f->count_at = at_root;
		}
		if (p->stage > 0)
			expect(f, "slots of the last stage", leaf, p->arrived, f->now.round.batches[p->stage - 1]);
		p->slots = p->arrived = 0;
		p->sum_at = p->started + COUNT_TO_SUM;
	} else if (p->command == 5) {
		FAIL(f, "a COUNT for no stage comes to leaf %u", leaf);
	} else if (p->command == 6) {
		unsigned long m_at = p->started + SLOT_TO_M;

		if (p->stage < 0 || p->slots >= f->now.round.batches[p->stage]) {
			FAIL(f, "one SLOT too many comes to leaf %u", leaf);
			return;
		}
		expect(f, "the clock of M bits", leaf, m_at - f->count_at,
		       s->stage[p->stage].count_clocks + p->slots * s->stage[p->stage].period);
		p->next_m_at = m_at;
		p->slots++;
	} else {
		if (leaf == 0) {
			if (f->steady && f->rounds_begun > 0)
				expect(f, "clocks of a round", leaf, at_root - f->round_at,
				       batched_round_clocks(s, f->now.round.batches));
			if (!f->history[(at_root - 1 - s->levels) % FOLLOW_HISTORY])
				FAIL(f, "a round begins unasked");
			free_record(&f->now);
			f->round_at = at_root;
			f->rounds_begun++;
			f->now.leaves = s->leaves;
			f->next_round(f, f->context);
			batched_model_round(f->rounds, f->now.word, f->now.words,
					    &(struct batched_watch){ &f->now, note_stage, note_slot }, &f->now.round);
			f->words += f->now.words;
		}
		p->stage = -1;
	}
}

static void read_command(struct follow *f, unsigned leaf, struct player *p, bool bit)
{
	if (p->bit == 0 && !bit)
		return;
	if (p->bit == 0)
		p->started = f->clock;
	p->command = p->command << 1 | bit;
	if (++p->bit < 3)
		return;
	p->command &= 7;
	obey(f, leaf, p);
	p->bit = p->command = 0;
}

static void read_numbers(struct follow *f, unsigned leaf, struct player *p, const struct batched_down *down)
{
	const struct batched_shape *s = &f->shape;

	if (!down->number_valid) {
		expect(f, "a number between numbers", leaf, down->prefix | down->batches, 0);
		return;
	}
	if (p->stage < 0) {
		FAIL(f, "a number comes to leaf %u before a stage", leaf);
		return;
	}
	if (p->numbers == 0)
		p->prefix = p->batches = 0;
	p->prefix |= (uint64_t)down->prefix << p->numbers;
	p->batches = p->batches << 1 | down->batches;
	if (++p->numbers < s->count_bits)
		return;
	p->numbers = 0;
	const struct batched_count *c = &f->now.count[p->stage][leaf];

	expect(f, "the last clock of numbers", leaf, f->clock - f->count_at,
	       3 * s->levels - 2 * (unsigned)p->stage + 2 * s->count_bits + 3);
	expect(f, "x", leaf, p->prefix, c->before);
	expect(f, "A", leaf, p->batches, c->batches);
}

/* Words that come: of both wires at once. */
static void read_words(struct follow *f, unsigned leaf, struct player *p, const struct batched_down *down)
{
	const struct batched_shape *s = &f->shape;

	if (down->strobe) {
		if (p->stage < 0 || p->arrived >= p->slots) {
			FAIL(f, "M bits come to leaf %u, and none are awaited", leaf);
			return;
		}
		expect(f, "the clock of M bits that come", leaf, f->clock - f->count_at,
		       s->stage[p->stage].count_clocks + p->arrived * s->stage[p->stage].period + s->stage[p->stage].latency);
		p->come_at = f->clock;
		const struct slot_record *slot = &f->now.slot[f->now.first[p->stage] + p->arrived++];

		for (unsigned w = 0; w < 2; w++) {
			const struct batched_wire *wire = &slot->down[leaf][w];

			memset(p->wire[w].in, 0, sizeof p->wire[w].in);
			if (wire->word != BATCHED_IDLE)
				put_body(f, p->wire[w].in, put(p->wire[w].in, 0, wire->active ? 3 : 2, 2), &f->now.word[wire->word]);
		}
	}
	for (unsigned w = 0; w < 2; w++) {
		unsigned long at = p->come_at ? f->clock - p->come_at : MOST_WORD_BITS;

		if (down->wire[w] != (at < 2 + s->body_bits ? p->wire[w].in[at] : 0))
			FAIL(f, "leaf %u, wire %u: bit %lu of a word is %u", leaf, w, at, down->wire[w]);
	}
}

/* What a leaf's wires show, but for ready and wish. */
static void foresee(struct follow *f, unsigned leaf, struct player *p, struct batched_up *up)
{
	const struct batched_shape *s = &f->shape;

	if (p->next_m_at == f->clock)
		p->m_at = f->clock;
	unsigned long at = f->clock - p->m_at, bit = f->clock - p->sum_at;
	uint64_t y = p->sum_at && p->stage >= 0 ? f->now.count[p->stage][leaf].words : 0;
	bool numbers = p->sum_at && f->clock >= p->sum_at, words = p->m_at > 0;

	up->strobe = words && at == 0;
	if (up->strobe)
		for (unsigned w = 0; w < 2; w++)
			load(f, &p->wire[w], p->stage, &f->now.slot[f->now.first[p->stage] + p->slots - 1].up[leaf][w]);
	for (unsigned w = 0; w < 2; w++)
		up->wire[w] = words && at < p->wire[w].out_bits ? p->wire[w].out[at] : 0;
	up->sum_valid = numbers && bit < s->count_bits;
	up->sum = up->sum_valid && (y >> bit & 1);
	up->max_valid = numbers && !up->sum_valid && bit < 2 * s->count_bits;
	up->max = up->max_valid && ((y + 1) / 2 >> (2 * s->count_bits - 1 - bit) & 1);
}

void follow_leaves(struct follow *f)
{
	unsigned n = f->shape.leaves;
	bool ready = true, wish = false;

	for (unsigned leaf = 0; leaf < n; leaf++) {
		struct player *p = &f->player[leaf];
		const struct batched_down *down = &f->model->down[n + leaf];
		struct batched_up *up = &f->model->up[n + leaf];

		read_command(f, leaf, p, down->command);
		read_numbers(f, leaf, p, down);
		read_words(f, leaf, p, down);
		foresee(f, leaf, p, up);
		f->leaf(f, leaf, up, f->context);
		ready = ready && up->ready;
		wish = wish || up->wish;
	}
	f->history[f->clock % FOLLOW_HISTORY] = ready && wish;
	f->ready[f->clock % FOLLOW_HISTORY] = ready;
}

bool follow_is_over(const struct follow *f)
{
	long last = (long)f->shape.levels - 1;

	return f->player[0].stage == last && f->player[0].arrived == f->now.round.batches[last] &&
	       f->clock > f->count_at + batched_stage_clocks(&f->shape, last, f->now.round.batches[last]) + f->shape.levels;
}

/* ---- channels ------------------------------------------------------------------------------------------------------ */

enum { DOWN, UP, DOWN_SIGNALS = 5, UP_SIGNALS = 7 };	/* besides the wires */

static unsigned level_of(unsigned vertex)
{
	return digit_bits(vertex + 1) - 1;
}

static unsigned channel_bits(const struct follow *f, unsigned vertex, bool up)
{
	return batched_capacity(&f->shape, level_of(vertex)) + (up ? UP_SIGNALS : DOWN_SIGNALS);
}

/* Where a probe shows the channels below a vertex, the first of which begins at bit `at`: that above the left child, then
 * those below it. Returns where the next ones begin. */
static unsigned place_channels(struct follow *f, unsigned vertex, bool up, unsigned at)
{
	if (vertex >= f->shape.leaves)
		return at;
	for (unsigned v = 2 * vertex; v <= 2 * vertex + 1; v++) {
		f->place[up][v] = at;
		at = place_channels(f, v, up, at + channel_bits(f, v, up));
	}
	return at;
}

uint64_t follow_channel(const struct follow *f, unsigned vertex, bool up)
{
	return model_get(f->rtl, f->probe[up], f->place[up][vertex], channel_bits(f, vertex, up));
}

static uint64_t gather_bits(const uint8_t *wire, unsigned wires, const uint8_t *more, unsigned count)
{
	uint64_t bits = 0;

	for (unsigned k = 0; k < wires; k++)
		bits |= (uint64_t)wire[k] << k;
	for (unsigned k = 0; k < count; k++)
		bits |= (uint64_t)more[k] << (wires + k);
	return bits;
}

static uint64_t model_channel(const struct follow *f, unsigned vertex, bool is_up)
{
	const struct batched_up *up = &f->model->up[vertex];
	const struct batched_down *down = &f->model->down[vertex];
	unsigned wires = batched_capacity(&f->shape, level_of(vertex));

	return is_up ? gather_bits(up->wire, wires, (uint8_t[]){ up->strobe, up->sum, up->sum_valid, up->max, up->max_valid,
								 up->ready, up->wish }, UP_SIGNALS)
		     : gather_bits(down->wire, wires, (uint8_t[]){ down->strobe, down->command, down->number_valid, down->prefix,
								   down->batches }, DOWN_SIGNALS);
}

static void compare(struct follow *f, unsigned vertex, bool up)
{
	uint64_t found = follow_channel(f, vertex, up), expected = model_channel(f, vertex, up);
	unsigned level = level_of(vertex), bit = 0;

	if (found == expected)
		return;
	while (((found ^ expected) >> bit & 1) == 0)
		bit++;
	FAIL(f, "bit %u of the channel %s vertex %u of level %u is %u in Verilog, %u in the model", bit, up ? "up from" : "down to",
	     vertex - (1u << level), level, (unsigned)(found >> bit & 1), (unsigned)(expected >> bit & 1));
}

void follow_fabric(struct follow *f)
{
	for (unsigned v = 2; v < 2 * f->shape.leaves; v++) {
		compare(f, v, true);
		compare(f, v, false);
	}
	batched_clocks_step(f->model);
	f->clock++;
}

/* ---- begin and end ------------------------------------------------------------------------------------------------- */

bool follow_begin(struct follow *f, const struct network *net, struct model *rtl)
{
	static const char *const probe_name[] = { "probe_down", "probe_up" };

	f->shape = batched_shape(net->spec);
	f->model = batched_clocks_new(net);
	f->rounds = batched_model_new(net->spec);
	f->rtl = rtl;
	for (unsigned up = 0; up < 2; up++) {
		f->probe[up] = model_port(rtl, probe_name[up]);
		if (!f->probe[up])
			return false;
		f->place[up] = allocate_array(2 * f->shape.leaves, sizeof *f->place[up]);
		place_channels(f, 1, up, 0);
	}
	memset(f->player, 0, sizeof f->player);
	for (unsigned leaf = 0; leaf < f->shape.leaves; leaf++)
		f->player[leaf].stage = -1;
	f->clock = FIRST_FOLLOWED_CLOCK;
	f->rounds_begun = 0;
	f->words = 0;
	f->good = true;
	return true;
}

void follow_end(struct follow *f)
{
	free_record(&f->now);
	batched_model_free(f->rounds);
	batched_clocks_free(f->model);
	free(f->place[DOWN]);
	free(f->place[UP]);
	free(f->what);
	f->what = NULL;
}

/* ---- networks and sets --------------------------------------------------------------------------------------------- */

bool follow_read(struct spec *spec, unsigned leaves, unsigned payload, unsigned round_words, const char *interface,
		 const char *more)
{
	char *word[] = { format_string("leaves=%u", leaves), format_string("payload-bits=%u", payload),
			 format_string("round-words=%u", round_words), format_string("leaf-interface=%s", interface),
			 copy_string("probe=true"), more ? copy_string(more) : NULL };
	bool good = read_with_words(spec, SOURCE_DIR "/butterfly.yaml", word, more ? 6 : 5);

	for (unsigned k = 0; k < 6; k++)
		free(word[k]);
	return good;
}

const struct set_kind set_kinds[SET_KINDS] = {
	{ "bitrev", 1 }, { "transpose", 1 }, { "alltoone", 1 }, { "onetoall", 1 }, { "neighbor", 1 }, { "complement", 1 },
	{ "shuffle", 1 }, { "randperm", 2 }, { "rand1", 2 }, { "rand3", 2 }, { "hot2", 2 }, { "hot4", 2 },
};
