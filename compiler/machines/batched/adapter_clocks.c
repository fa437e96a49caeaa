/* adapter_clocks.c: a leaf's adapter, clock by clock, at its ports. Words are whole: when each of their bits is on a wire follows from
 * the clocks since the strobe, the slot or COUNT before it. Only who waits for whom is followed clock by clock: what is written
 * (words that come, then links, then words from s_axis), the one list that is in use, and what is read (words to be sent, then
 * links, then words to be looked at). Times are those of rtl-templates/batched/batch_*.v.
 *
 * A step looks at the clock as it was (`struct clock`) and then moves each part to the next one. */
#include "machines/batched/adapter_clocks.h"
#include "machines/batched/places_clocks.h"
#include "machines/batched/waiting_clocks.h"

#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "util/text.h"

enum { NIBBLE = 4, LANES = 2, LONG_AGO = 1 << 20 };

/* Clocks from the strobe to a word's first bit; from its last one to the one in which its last nibble is written, it is listed for m_axis, and all is
 * written. */
enum { FIRST_BIT = 2, LAST_WRITE = 2, LISTED = 3, STORED = 4 };

struct word {
	uint64_t body;			/* destination, source, payload */
	unsigned link;			/* the word before it in its list */
};

struct list {
	unsigned newest, count;
};

/* What a nibble of the list's link is written for. */
enum linked { NOTHING, LANE_0, LANE_1, OWN };

enum taking { IDLE, LOOKED, WRITES, WHOLE, TAKEN };

struct batched_adapter {
	const struct batched_shape *shape;
	unsigned address, body, pad, link;	/* nibbles of a word, bits in front of it, nibbles of a link */
	unsigned half;			/* words of a half of `word` */
	struct word *word;		/* [parity][index] */
	struct list list[2][MOST_BATCHED_LEVELS];
	unsigned *rounds;		/* [label]: the round of the last word to it */
	struct batched_places places;	/* with a degree */
	struct batched_waiting waiting;	/* with `admission: scan` */
	struct adapter_state {
		/* commands */
		unsigned step, below, below_next;	/* bits of a command that have come */
		bool kind, slot, parity;
		/* words that come */
		unsigned age, stored;	/* clocks since the strobe; words of the round */
		bool m[LANES], waits[LANES];	/* there is a word; it waits for its link */
		unsigned list[LANES];
		uint64_t came[LANES];
		unsigned ended;		/* clocks since the last bit of words came that the round does not have; 0: there are none */
		bool on[LANES], counts;	/* there is such a word; the round has them in the next clock */
		/* lists */
		enum linked linking;
		unsigned link_left, cleans;	/* nibbles, lists that are still to be emptied */
		bool sets;
		unsigned told;		/* clocks since y was known */
		uint64_t y, x, batches;
		/* words from s_axis */
		enum taking taking;
		unsigned to, take_left, admitted, round;
		bool wish;
		/* words that are sent */
		unsigned x_bits, slots, next;	/* slots of the stage; the word that is sent next */
		unsigned sent, sends, first, sent_below;	/* clocks since the slot; words, and the first one's number */
		uint64_t message[LANES];
		uint8_t up;
		bool up_strobe;
		/* .. and read ahead, nibble by nibble: bit k of a history says what was read k + 1 clocks ago */
		unsigned to_fetch, fetch_left, fetched;	/* links; nibbles of one; history of its last one */
		bool got_link, to_change, may_change;
		unsigned leaves;	/* words of the slot that have not left their places */
		bool hungry, asked, full;	/* a pair of nibbles is due; its second one is; it is there */
		unsigned nibble, pair, second;	/* that is asked for, that is there; history of second ones */
		unsigned shift_left, fill;	/* bits in the shift registers; that go to the delay lines by themselves */
		/* words that are delivered */
		unsigned out_at, look_left, looked;	/* the word; nibbles of it; history of last ones */
		bool got_out, m_valid, ready;
		uint64_t out;
	} s;
};

/* What happens in a clock, as ports and state are before its edge. */
struct clock {
	bool quiet, count_comes, count_now, round_now;		/* commands */
	bool write_lanes, link_now, take_now;			/* what is written: a nibble of a word that came, a link, one from s_axis */
	bool stored_now, coming, rests, linked;			/* words that came are whole, come; the lists rest; a link is whole */
	bool starts_taking, fresh, stores, commit;		/* a word from s_axis; it lies in the store, is the next round's */
	unsigned words, first;					/* of the slot that begins, and the first one's number */
	bool shifts, spent, loads, ask_a;			/* bits move; a nibble's last one; a pair of nibbles does; one is asked for */
	bool word_read, link_read, looked, fetch_end, idle;	/* the last nibble: of words to be sent, a link, a word looked at */
	bool changes, all_out;					/* the words to be sent do; no word is left to look at */
};

static unsigned bits_of_body(const struct batched_adapter *a)
{
	return a->shape->body_bits;
}

static unsigned destination_of(const struct batched_adapter *a, uint64_t body)
{
	return (unsigned)(body >> (bits_of_body(a) - a->shape->levels));
}

static struct word *word_at(const struct batched_adapter *a, bool parity, unsigned index)
{
	return &a->word[parity * a->half + index];
}

/* ---- words that come ------------------------------------------------------------------------------------------------- */

static bool any(const bool lanes[LANES])
{
	return lanes[0] || lanes[1];
}

/* Is a nibble of the lane's word written in this clock? Behind the last one another word may begin. */
static bool writes_lane(const struct batched_adapter *a, unsigned lane)
{
	const struct adapter_state *s = &a->s;
	unsigned bits = s->age - lane + a->pad - FIRST_BIT - 1;

	if (s->ended > 0)
		return s->on[lane] && s->ended == LAST_WRITE + lane;
	return s->m[lane] && bits >= NIBBLE && bits < bits_of_body(a) + a->pad && bits % NIBBLE == 0;
}

static void see_arrivals(const struct batched_adapter *a, struct clock *c)
{
	const struct adapter_state *s = &a->s;
	bool comes = any(s->m) && s->age < FIRST_BIT + bits_of_body(a);

	c->write_lanes = writes_lane(a, 0) || writes_lane(a, 1);
	c->stored_now = s->ended >= STORED && !s->counts && !any(s->waits);
	c->coming = comes || s->ended > 0 || (s->age >= 1 && s->age <= FIRST_BIT);
}

/* A bit of the words: the first one in which the destination differs from the address says the list. */
static void step_words(struct batched_adapter *a, const struct batched_down *down)
{
	struct adapter_state *s = &a->s;
	unsigned levels = a->shape->levels, seen = s->age - FIRST_BIT;

	for (unsigned lane = 0; lane < LANES; lane++) {
		bool in_destination = seen >= 1 && seen <= levels && s->m[lane];

		if (in_destination && (s->came[lane] ^ a->address >> (levels - seen)) == 1) {
			s->waits[lane] = true;
			s->list[lane] = levels - seen;
		}
		if (seen < bits_of_body(a))
			s->came[lane] = s->came[lane] << 1 | down->wire[lane];
	}
}

/* The words' last bits have come. */
static void end_words(struct batched_adapter *a)
{
	struct adapter_state *s = &a->s;
	unsigned index = s->stored;

	s->ended = 1;
	for (unsigned lane = 0; lane < LANES; lane++) {
		s->on[lane] = s->m[lane];
		if (s->m[lane])
			word_at(a, s->parity, index++)->body = s->came[lane];
	}
}

/* The words' M bits are there. Those that find no place are lost. */
static void admit_words(struct batched_adapter *a)
{
	struct adapter_state *s = &a->s;
	unsigned room = places_room(&a->places), come = 0;

	for (unsigned lane = 0; lane < LANES; lane++) {
		come += s->m[lane];
		s->m[lane] = s->m[lane] && come <= room;
	}
}

static void step_arrivals(struct batched_adapter *a, const struct clock *c, const struct batched_down *down)
{
	struct adapter_state *s = &a->s;
	bool last_bit = s->age == FIRST_BIT + bits_of_body(a) - 1;

	if (a->shape->degree > 0 && s->age == FIRST_BIT)
		admit_words(a);
	step_words(a, down);
	s->ended += s->ended > 0;
	if (s->counts) {
		s->stored += s->on[0] + s->on[1];
		s->ended = 0;
	}
	if (last_bit && any(s->m))
		end_words(a);
	s->counts = c->stored_now;
	s->age += s->age < LONG_AGO;
	for (unsigned lane = 0; lane < LANES && down->strobe; lane++) {
		s->age = 1;
		s->m[lane] = down->wire[lane];
		s->came[lane] = 0;
	}
}

/* ---- lists ----------------------------------------------------------------------------------------------------------- */

static void see_lists(const struct batched_adapter *a, struct clock *c)
{
	const struct adapter_state *s = &a->s;
	bool says = s->told >= 1 && s->told <= 2 * a->shape->count_bits;

	c->rests = s->linking == NOTHING && !s->sets && !says;
	c->link_now = s->linking != NOTHING && !c->write_lanes && (s->linking != OWN || s->link_left > 1 || c->quiet);
	c->linked = c->link_now && s->link_left == 1;
}

/* The destination of the word from s_axis that waits for its link, and its body, of which s_axis shows `data`. */
static unsigned to_of(const struct batched_adapter *a)
{
	return a->shape->scan ? a->waiting.choice.to : a->s.to;
}

static uint64_t body_of(const struct batched_adapter *a, uint64_t data)
{
	return ((uint64_t)a->s.to << a->shape->levels | a->address) << a->shape->payload_bits | data;
}

static bool joins(const struct batched_adapter *a)
{
	return a->shape->scan ? a->waiting.chosen : a->s.taking == WHOLE;
}

/* The word becomes the newest one of its list. */
static void link_word(struct batched_adapter *a)
{
	struct adapter_state *s = &a->s;
	bool own = s->linking == OWN, lane = s->linking == LANE_1;
	unsigned index = own ? s->admitted : s->stored + (lane && (s->ended > 0 ? s->on[0] : s->m[0]));
	struct list *list = &a->list[s->parity ^ own][own ? bit_length(to_of(a) ^ a->address) - 1 : s->list[lane]];

	word_at(a, s->parity ^ own, index)->link = list->newest;
	*list = (struct list){ index, list->count + 1 };
	if (!own)
		s->waits[lane] = false;
}

static void step_lists(struct batched_adapter *a, const struct clock *c)
{
	struct adapter_state *s = &a->s;
	bool others = any(s->waits), waits_own = joins(a) && to_of(a) != a->address;
	enum linked next = s->waits[0] ? LANE_0 : s->waits[1] ? LANE_1 : waits_own ? OWN : NOTHING;

	s->sets = c->linked;
	if (c->linked)
		link_word(a);
	if (s->linking == NOTHING)
		s->link_left = a->link;
	else
		s->link_left -= c->link_now;
	if (c->rests && c->quiet)
		s->linking = next;
	else if (c->linked || (s->linking == OWN && (others || c->count_comes || c->round_now)))
		s->linking = NOTHING;
	s->cleans -= s->cleans > 0;
}

/* ---- words from s_axis ----------------------------------------------------------------------------------------------- */

static void see_streams(const struct batched_adapter *a, const struct batched_streams *in, struct clock *c)
{
	const struct adapter_state *s = &a->s;
	bool ordered = a->shape->ordered && a->shape->round_words > 1, room = s->cleans == 0 && s->admitted < a->shape->round_words;
	bool has_place = a->shape->degree == 0 || a->places.own;

	if (a->shape->scan) {
		ordered = false;
		room = s->cleans == 0 && waiting_has_room(&a->waiting);
	}
	c->fresh = !ordered || a->rounds[s->to] != s->round;
	c->starts_taking = s->taking == LOOKED && in->s_valid && c->fresh && room && has_place;
	c->take_now = s->taking == WRITES && !c->write_lanes && s->linking == NOTHING;
	c->commit = (c->linked && s->linking == OWN) || (joins(a) && to_of(a) == a->address && c->quiet);
	c->stores = a->shape->scan ? c->take_now && s->take_left == 1 : c->commit;
}

/* ROUND gives up a word that is the next round's. */
static enum taking next_taking(const struct adapter_state *s, const struct clock *c, bool valid, bool scan)
{
	bool gives_up = c->round_now && !scan;

	switch (s->taking) {
	case IDLE:
		return valid ? LOOKED : IDLE;
	case LOOKED:
		return c->starts_taking ? (gives_up ? IDLE : WRITES) : valid ? LOOKED : IDLE;
	case WRITES:
		return gives_up ? IDLE : c->take_now && s->take_left == 1 ? (scan ? TAKEN : WHOLE) : WRITES;
	case WHOLE:
		return gives_up ? IDLE : c->commit ? TAKEN : WHOLE;
	default:
		return IDLE;
	}
}

static void step_taking(struct batched_adapter *a, const struct clock *c, const struct batched_streams *in)
{
	struct adapter_state *s = &a->s;
	enum taking next = next_taking(s, c, in->s_valid, a->shape->scan);

	s->wish = s->admitted != 0 || (s->taking == LOOKED && in->s_valid && !c->fresh);
	s->take_left = s->taking == WRITES ? s->take_left - c->take_now : a->body;
	if (c->commit) {
		word_at(a, !s->parity, s->admitted++)->body = a->shape->scan ? a->waiting.choice.body : body_of(a, in->s_data);
		a->rounds[s->to] = s->round;
	}
	if (s->taking != WRITES && s->taking != WHOLE && !c->starts_taking)
		s->to = in->s_destination;
	s->taking = next;
}

/* ---- words that are sent --------------------------------------------------------------------------------------------- */

/* The words of the slot that begins, of ranks x .. x + y - 1: see batch_ranks.v. */
static void see_words(const struct batched_adapter *a, struct clock *c)
{
	const struct adapter_state *s = &a->s;
	uint64_t t = s->slots;

	c->words = 0;
	if (!s->slot || t >= s->batches)
		return;
	uint64_t first = s->x > t ? (s->x - t + s->batches - 1) / s->batches : 0, d = first * s->batches + t - s->x;

	c->first = (unsigned)first;
	c->words = (d < s->y) + (d + s->batches < s->y);
}

static unsigned rank_bits(const struct adapter_state *s)
{
	return s->sent_below / 2;
}

/* Clocks from the slot to a message's body. */
static unsigned body_begins(const struct adapter_state *s)
{
	return 2 + rank_bits(s) + s->sent_below;
}

/* The bit of word `which` of the slot, that many clocks behind M. */
static bool message_bit(const struct batched_adapter *a, unsigned which, unsigned clocks)
{
	const struct adapter_state *s = &a->s;
	unsigned ranks = rank_bits(s), begins = body_begins(s), bits = bits_of_body(a);

	if (clocks >= begins + bits)
		return false;
	if (clocks >= begins)
		return s->message[which] >> (bits - 1 - (clocks - begins)) & 1;
	if (clocks > ranks + 1)
		return destination_of(a, s->message[which]) >> (begins - 1 - clocks) & 1;
	return clocks == ranks + 1 || clocks == 0 || ((s->first + which) / 2) >> (clocks - 1) & 1;
}

static void step_sending(struct batched_adapter *a, const struct clock *c, const struct batched_down *down)
{
	struct adapter_state *s = &a->s;

	if (down->number_valid) {
		s->x |= (uint64_t)down->prefix << s->x_bits++;
		s->batches = s->batches << 1 | down->batches;
	}
	if (s->slot) {
		s->slots++;
		s->sent = 0;
		s->sends = c->words;
		s->first = c->first;
		s->sent_below = s->below;
		for (unsigned k = 0; k < c->words; k++) {
			const struct word *word = word_at(a, s->parity, s->next);

			s->message[k] = word->body;
			s->next = word->link;
		}
	} else {
		s->sent += s->sent < LONG_AGO;
	}
	s->up_strobe = s->slot;
	s->up = 0;
	for (unsigned k = 0; k < s->sends; k++)
		s->up |= (uint8_t)(message_bit(a, k, s->sent) << ((s->first + k) & 1));
}

/* ---- reading --------------------------------------------------------------------------------------------------------- */

static void see_reads(const struct batched_adapter *a, struct clock *c)
{
	const struct adapter_state *s = &a->s;
	unsigned next = s->sent + 1, begins = body_begins(s);
	bool sends_body = s->sends > 0 && next >= begins && next < begins + bits_of_body(a);

	c->shifts = sends_body || s->fill > 0;
	c->spent = c->shifts && s->shift_left == 1;
	c->loads = s->full && (s->shift_left == 0 || c->spent);
	c->ask_a = (s->hungry || c->loads) && !s->to_change;
	c->word_read = (s->second & 1) && s->nibble == a->body - 1;
	c->fetch_end = s->fetched >> 2 & 1;
	c->link_read = s->got_link && s->fetch_left == 1;
	c->looked = s->got_out && s->look_left == 1;
	c->idle = s->look_left == 0 && s->looked == 0 && !s->m_valid;
	c->changes = s->to_change && s->may_change && s->to_fetch == 0;
	c->all_out = a->shape->degree > 0 ? places_all_out(&a->places) : s->out_at == s->stored;
}

/* Links: two words ahead of the slot. */
static void step_fetching(struct batched_adapter *a, const struct clock *c)
{
	struct adapter_state *s = &a->s;
	bool ask = s->fetch_left > 0 && !c->ask_a && !s->asked;

	if (c->count_now || c->words > 0 || (c->fetch_end && s->to_fetch == 2))
		s->fetch_left = a->link;
	else
		s->fetch_left -= s->got_link;
	if (c->count_now)
		s->to_fetch = 1;
	else if (c->words > 0)
		s->to_fetch = c->words;
	else
		s->to_fetch -= c->fetch_end;
	s->fetched = c->count_now ? 0 : (s->fetched << 1 | c->link_read) & 7;
	s->got_link = ask && !c->link_read && !c->count_now;
	s->to_change = c->count_now || c->word_read || (s->to_change && !c->changes);
	s->may_change = c->count_now || c->words > 0 || (s->may_change && !c->changes);
	s->leaves = c->words > 0 ? c->words : c->changes ? 0 : s->leaves;
}

/* Pairs of nibbles, and bits. */
static void step_shifting(struct batched_adapter *a, const struct clock *c, bool to_change)
{
	struct adapter_state *s = &a->s;
	unsigned pair = s->pair;

	if (s->second & 1) {
		s->pair = s->nibble;
		s->nibble = c->word_read ? 0 : s->nibble + 1;
	}
	s->shift_left = c->loads ? NIBBLE : s->shift_left - (c->shifts && s->shift_left > 0);
	s->full = s->second >> 1 || (s->full && !c->loads);
	s->second = (s->second << 1 | s->asked) & 3;
	s->fill = c->loads && pair == 0 ? a->shape->levels + a->pad : s->fill - (s->fill > 0);
	s->hungry = (s->hungry || c->loads) && to_change;
	s->asked = c->ask_a;
	if (!c->count_now)
		return;
	s->nibble = s->shift_left = s->second = s->fill = 0;
	s->full = s->asked = false;
	s->hungry = true;
}

static void step_delivery(struct batched_adapter *a, const struct clock *c, bool m_ready)
{
	struct adapter_state *s = &a->s;
	bool clean = s->cleans == 0 && a->places.fills == 0, ask = s->look_left > 0 && s->fetch_left == 0 && !c->ask_a && !s->asked;

	s->ready = c->idle && c->all_out && clean && !c->coming;
	if (s->looked >> 2)
		s->m_valid = destination_of(a, s->out) == a->address;
	else if (m_ready)
		s->m_valid = false;
	if (s->look_left > 0)
		s->look_left -= s->got_out;
	else if (c->idle && !c->all_out && clean)
		s->look_left = a->body;
	if (c->looked)
		s->out = word_at(a, s->parity, a->shape->degree > 0 ? places_next(&a->places, s->parity) : s->out_at++)->body;
	s->looked = (s->looked << 1 | c->looked) & 7;
	s->got_out = ask && !c->looked;
}

/* ---- commands -------------------------------------------------------------------------------------------------------- */

static void see_commands(const struct batched_adapter *a, bool command, struct clock *c)
{
	const struct adapter_state *s = &a->s;

	c->quiet = s->step == 0 && !command;
	c->count_comes = s->step == 1 && !command;
	c->count_now = s->step == 2 && !s->kind && !command;
	c->round_now = s->step == 2 && s->kind && command;
}

/* The stage's words are counted, and sent from the newest one on. */
static void begin_stage(struct batched_adapter *a)
{
	struct adapter_state *s = &a->s;
	struct list *list = &a->list[s->parity][s->below_next];

	s->y = list->count;
	s->next = list->newest;
	list->count = 0;
	s->told = 1;
	s->x = s->batches = 0;
	s->x_bits = s->slots = 0;
	s->below = s->below_next;
	s->below_next = s->below_next > 0 ? s->below_next - 1 : a->shape->levels - 1;
}

static void begin_round(struct batched_adapter *a)
{
	struct adapter_state *s = &a->s;

	s->parity = !s->parity;
	s->round = a->shape->degree > 0 ? s->round + 1 : (s->round + 1) % 16;	/* an old entry can delay a word by a round */
	s->stored = s->admitted;
	s->admitted = s->out_at = 0;
	s->below_next = a->shape->levels - 1;
}

static void step_commands(struct batched_adapter *a, const struct clock *c, bool command)
{
	struct adapter_state *s = &a->s;

	s->told += s->told < LONG_AGO;
	if (c->count_now)
		begin_stage(a);
	if (c->round_now)
		begin_round(a);
	s->slot = s->step == 2 && s->kind && !command;
	s->kind = command;
	s->step = s->step > 0 ? (s->step + 1) % 3 : command;
}

/* ---- places ---------------------------------------------------------------------------------------------------------- */

static struct places_clock see_places(const struct batched_adapter *a, const struct clock *c)
{
	const struct adapter_state *s = &a->s;
	unsigned come = s->m[0] + s->m[1];
	struct places_clock p = { .round_now = c->round_now, .parity = s->parity, .left = c->changes ? s->leaves : 0, .got_last = c->looked,
				  .stores = c->stores, .commit = c->commit, .is_self = to_of(a) == a->address, .own = s->admitted, .kept = a->waiting.kept, .came = s->stored,
				  .whole = s->ended == LISTED ? s->on[0] + s->on[1] : 0, .takes = s->age == FIRST_BIT + 1 ? come : 0,
				  .lost = s->age == FIRST_BIT && come > places_room(&a->places) };

	for (unsigned k = 0; k < p.whole; k++)
		p.mine[k] = destination_of(a, word_at(a, s->parity, s->stored + k)->body) == a->address;
	return p;
}

/* ---- an adapter ------------------------------------------------------------------------------------------------------ */

static void reset(struct batched_adapter *a)
{
	memset(a->list, 0, sizeof a->list);
	if (a->shape->degree > 0) {
		places_reset(&a->places, a->shape);
		waiting_reset(&a->waiting, a->shape, a->address);
		memset(a->rounds, 0, sizeof *a->rounds << a->shape->levels);
	}
	a->s = (struct adapter_state){ .below_next = a->shape->levels - 1, .age = LONG_AGO, .told = LONG_AGO, .sent = LONG_AGO,
				       .cleans = 2u << digit_bits(a->shape->levels), .round = 1, .to_change = true };
}

struct batched_adapter *batched_adapter_new(const struct batched_shape *shape, unsigned address)
{
	struct batched_adapter *a = allocate(sizeof *a);
	unsigned words = shape->round_words << shape->levels, index_bits = digit_bits(shape->degree ? shape->places : words);

	a->shape = shape;
	a->address = address;
	a->body = (shape->body_bits + NIBBLE - 1) / NIBBLE;
	a->pad = NIBBLE * a->body - shape->body_bits;
	a->link = index_bits <= 2 * NIBBLE ? 2 : (index_bits + NIBBLE - 1) / NIBBLE;
	a->half = words;
	a->word = allocate_array(2 * (size_t)words, sizeof *a->word);
	a->rounds = allocate_array((size_t)1 << shape->levels, sizeof *a->rounds);
	reset(a);
	return a;
}

void batched_adapter_free(struct batched_adapter *a)
{
	free(a->word);
	free(a->rounds);
	free(a);
}

struct batched_stream_outputs batched_adapter_streams(const struct batched_adapter *a)
{
	const struct batched_shape *shape = a->shape;
	uint64_t out = a->s.out, source = (out >> shape->payload_bits) & bits_low(shape->levels);

	return (struct batched_stream_outputs){ a->s.taking == TAKEN, a->s.m_valid, a->places.overflow, (unsigned)source,
						a->waiting.count, out & bits_low(shape->payload_bits) };
}

/* The number of the stage's words goes out from its lowest bit on, then (y + 1) / 2 from its highest bit on. */
static void show_numbers(const struct batched_adapter *a, struct batched_up *up)
{
	unsigned bits = a->shape->count_bits, told = a->s.told;

	up->sum_valid = told >= 2 && told < bits + 2;
	up->sum = up->sum_valid && a->s.y >> (told - 2) & 1;
	up->max_valid = told >= bits + 2 && told < 2 * bits + 2;
	up->max = up->max_valid && (a->s.y + 1) >> (2 * bits + 2 - told) & 1;
}

void batched_adapter_show(const struct batched_adapter *a, struct batched_up *up)
{
	const struct adapter_state *s = &a->s;

	up->wire[0] = s->up & 1;
	up->wire[1] = s->up >> 1;
	up->strobe = s->up_strobe;
	up->ready = s->ready;
	up->wish = s->wish;
	show_numbers(a, up);
}

static struct clock see(const struct batched_adapter *a, const struct batched_streams *in, const struct batched_down *down)
{
	struct clock c = { 0 };

	see_commands(a, down->command, &c);
	see_arrivals(a, &c);
	see_lists(a, &c);
	see_streams(a, in, &c);
	see_words(a, &c);
	see_reads(a, &c);
	return c;
}

void batched_adapter_step(struct batched_adapter *a, const struct batched_streams *in, const struct batched_down *down)
{
	const struct clock c = see(a, in, down);
	bool to_change = a->s.to_change;

	const struct places_clock places = see_places(a, &c);
	const struct waiting_clock waiting = { c.round_now, c.stores, c.commit, body_of(a, in->s_data), a->s.to, in->count };

	step_delivery(a, &c, in->m_ready);
	step_fetching(a, &c);
	step_shifting(a, &c, to_change);
	step_sending(a, &c, down);
	step_lists(a, &c);
	step_taking(a, &c, in);
	step_arrivals(a, &c, down);
	step_commands(a, &c, down->command);
	if (a->shape->degree > 0)
		places_step(&a->places, &places);
	if (a->shape->scan)
		waiting_step(&a->waiting, a->shape, a->address, &waiting);
	if (in->rst)
		reset(a);
}
