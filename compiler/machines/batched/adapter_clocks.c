/* adapter_clocks.c: a leaf's adapter, clock by clock. Names are those of rtl-templates/batched/batch_leaf.v and batch_ranks.v: `o` has the
 * registers of this clock, `n` those of the next one, `w` the wires of this clock. */
#include "machines/batched/adapter_clocks.h"

#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "util/text.h"

/* The parameters of the templates. */
struct sizes {
	unsigned address, l, p, c, d, iw, lb, nb, kb, ib, db, pb, rb, body, pad, link, last_nibble;
	unsigned doublings;		/* D of batch_ranks.v */
	bool ordered;
};

enum rank_state { WAITS, DOUBLES, DIVIDES, ADDS, TESTS, RETURNS, BACK, AHEAD, CHOOSES, KNOWN };

/* batch_ranks.v */
struct rank_registers {
	enum rank_state state;
	bool comes, borrow, wraps, begun, one, two, takes_y, subtracts, carry;
	unsigned level, first;
	uint64_t divisor, rest, begin_rest;
};

struct registers {
	bool has_start, has_kind, kind, hears, parity, slot;
	unsigned below, below_next;
	uint8_t store_comes, read;
	bool write, write_half;
	unsigned write_index, write_nibble;
	uint8_t written;
	bool after_1, after_2, comes, ends, starts, second_in, last_in, first_in, on_0, on_1, in_destination, same_0, same_1, link_0, link_1,
		counts, next_1, write_lanes;
	unsigned bit_in, nibble_in, lane_0, lane_1, bit_number, list_0, list_1, stored;
	bool cleans, linking, links_1, links_taken, sets, says_sum, says_max, sum_end, told, sum, sum_valid, max, max_valid;
	unsigned list_at, link_number, said, y, count_late, count_up;
	bool writes, links, looked, taken, room, wish;
	unsigned take_at, nibble_taken, admitted, nibble, round_read, round_next;	/* take_at: which of its bits is 1 */
	bool asks_link, to_change, may_change, hungry, hungry_b, full, is_first, is_last, shift_empty, shift_last, filling, last_bit, body, flush,
		got_a, got_b, got_link, comes_a, comes_b, comes_link, comes_link_last, has_a, has_b, has_link, has_link_last, got_out, comes_out,
		has_out, fetch_end;
	unsigned next_a, next_b, word_a, word_b, to_fetch, link_asked, nibble_asked, nibble_a, nibble_b, shift_a, shift_b, bit_out, fill, delay_a,
		delay_b;
	uint64_t fetched;
	bool up_strobe, crossed, carry, ranks, marks, destinations;
	unsigned up, sends, rank, part;
	bool looks, comes_last, has_last, judges, m_valid, ready, got_word;
	unsigned out_at, nibble_looked, word, other;
	uint64_t out_word;
	struct rank_registers numbers;
};

/* Wires that several parts read. */
struct seen {
	bool command, valid, prefix, batches;	/* from the network */
	bool count_comes, count_now, slot_now, round_now, quiet;
	bool nibble_now, both, stored_now, may_link, link_now, link_last, link_taken;
	bool own, take_now, take_last, starts_taking, commit, fresh;
	unsigned newest, count;			/* of `list` */
	unsigned index, words;
	bool sends_some, got_link_last, shifts, spent, loads, word_end, ask_a, ask_b, ask_link, ask_out, got_last;
};

/* A row of `lists`. */
struct list_row {
	unsigned newest, count;
};

struct batched_adapter {
	struct sizes s;
	struct registers r;
	uint8_t *memory;		/* batch_store.v: [half, index, nibble] */
	struct list_row *lists;
	uint8_t *rounds;		/* [label] */
};

static unsigned low(unsigned value, unsigned bits)
{
	return value & ((1u << bits) - 1);
}

static struct sizes sizes_of(const struct batched_shape *shape, unsigned address)
{
	struct sizes s = { .address = address, .l = shape->levels, .p = shape->payload_bits, .c = shape->count_bits,
			   .d = shape->round_words, .ordered = shape->ordered && shape->round_words > 1 };

	s.body = (2 * s.l + s.p + 3) / 4;
	s.pad = 4 * s.body - 2 * s.l - s.p;
	s.iw = digit_bits(s.d << s.l);
	s.link = s.iw <= 8 ? 2 : (s.iw + 3) / 4;
	s.last_nibble = s.link + s.body - 1;
	s.lb = digit_bits(s.l);
	s.nb = digit_bits(s.link + s.body);
	s.kb = s.link <= 2 ? 1 : s.link <= 4 ? 2 : 3;
	s.ib = digit_bits(s.c + 1);
	s.db = digit_bits(s.d + 1);
	s.pb = digit_bits(s.l + s.pad + 1);
	s.rb = (s.l - 1) / 2 + 2;
	s.doublings = (1u << (s.rb - 1)) + 3 <= 2 * s.c ? 0 : s.rb - 2;
	return s;
}

/* ---- wires ----------------------------------------------------------------------------------------------------------- */

static void see_lists(const struct batched_adapter *a, struct seen *w)
{
	const struct registers *o = &a->r;

	w->quiet = !(w->command || o->hears);
	w->may_link = !o->links_taken || o->link_number != 0 || w->quiet;
	w->link_now = o->linking && !o->write_lanes && w->may_link;
	w->link_last = w->link_now && o->link_number == 0;
	w->link_taken = w->link_last && o->links_taken;
	w->newest = a->lists[o->list_at].newest;
	w->count = a->lists[o->list_at].count;
	w->index = o->stored + o->next_1 + o->counts;
}

static void see_streams(const struct batched_adapter *a, const struct batched_streams *in, struct seen *w)
{
	const struct registers *o = &a->r;

	w->own = in->s_destination == a->s.address;
	w->fresh = !a->s.ordered || o->round_read != o->round_next;
	w->take_now = o->writes && !(o->write_lanes || (o->linking && w->may_link));
	w->take_last = w->take_now && o->take_at == 0;
	w->starts_taking = o->looked && in->s_valid && w->fresh && o->room;
	w->commit = w->link_taken || (o->links && w->own && w->quiet);
}

static void see_reads(const struct batched_adapter *a, struct seen *w)
{
	const struct registers *o = &a->r;

	w->words = o->numbers.two ? 2 : o->numbers.one;
	w->sends_some = o->slot && w->words != 0;
	w->got_link_last = o->got_link && o->link_asked == 0;
	w->shifts = o->body || o->flush || o->filling;
	w->spent = w->shifts && o->last_bit;
	w->loads = o->full && (o->shift_empty || w->spent);
	w->word_end = w->spent && o->shift_last && !o->shift_empty;
	w->ask_a = (o->hungry || w->loads) && !o->to_change;
	w->ask_b = o->hungry_b;
	w->ask_link = o->asks_link && !w->ask_a && !w->ask_b;
	w->ask_out = o->looks && !w->ask_a && !w->ask_b && !o->asks_link;
	w->got_last = o->got_out && o->nibble_looked == a->s.last_nibble;
}

static struct seen see(const struct batched_adapter *a, const struct batched_streams *in, const struct batched_down *down)
{
	const struct registers *o = &a->r;
	struct seen w = { .command = down->command, .valid = down->number_valid, .prefix = down->prefix, .batches = down->batches };

	w.count_comes = o->has_start && !w.command;
	w.count_now = o->has_kind && !o->kind && !w.command;
	w.slot_now = o->has_kind && o->kind && !w.command;
	w.round_now = o->has_kind && o->kind && w.command;
	w.nibble_now = o->comes && o->bit_in == 3;
	w.both = o->on_0 && o->on_1;
	w.stored_now = o->ends && !o->link_0 && !o->link_1 && !o->write_lanes;
	see_lists(a, &w);
	see_streams(a, in, &w);
	see_reads(a, &w);
	return w;
}

/* ---- commands -------------------------------------------------------------------------------------------------------- */

static void step_commands(const struct sizes *s, const struct registers *o, struct registers *n, const struct seen *w, bool rst)
{
	n->has_start = w->command && !o->hears;
	n->hears = n->has_start || o->has_start;
	n->has_kind = o->has_start;
	n->kind = w->command;
	n->slot = w->slot_now;
	n->parity = o->parity ^ w->round_now;
	if (w->count_now)
		n->below = o->below_next;
	if (w->round_now)
		n->below_next = s->l - 1;
	else if (w->count_now)
		n->below_next = low(o->below_next - 1, s->lb);
	if (!rst)
		return;
	n->has_start = n->hears = n->has_kind = n->slot = n->parity = false;
	n->below = 0;
	n->below_next = s->l - 1;
}

/* ---- the store ------------------------------------------------------------------------------------------------------- */

static size_t place(const struct sizes *s, bool half, unsigned index, unsigned nibble)
{
	return ((size_t)half << s->iw | index) << s->nb | nibble;
}

static void step_store(struct batched_adapter *a, struct registers *n)
{
	const struct registers *o = &a->r;
	unsigned nibble = o->got_link ? o->link_asked : o->got_out ? o->nibble_looked : o->nibble_asked;

	n->read = o->store_comes;
	n->store_comes = a->memory[place(&a->s, o->parity, o->got_word ? o->word : o->other, nibble)];
	if (o->write)
		a->memory[place(&a->s, o->write_half, o->write_index, o->write_nibble)] = o->written;
}

/* ---- words that arrive ----------------------------------------------------------------------------------------------- */

static void step_lanes(const struct sizes *s, const struct registers *o, struct registers *n, const struct seen *w,
		       const struct batched_down *down)
{
	n->lane_0 = low(o->lane_0 << 1 | down->wire[0], 5);
	n->lane_1 = low(o->lane_1 << 1 | down->wire[1], 6);
	n->after_1 = down->strobe;
	n->after_2 = o->after_1;
	n->write_lanes = (w->nibble_now && (o->starts ? o->lane_0 >> 2 & 1 : o->on_0)) || (o->first_in && o->on_1);
	n->first_in = w->nibble_now;
	n->second_in = o->first_in;
	n->starts = o->after_2;
	if (o->starts) {
		n->on_0 = o->lane_0 >> 2 & 1;
		n->on_1 = o->lane_1 >> 2 & 1;
	}
	n->last_in = o->first_in && o->nibble_in == s->last_nibble;
	n->bit_in = o->after_2 ? s->pad & 3 : (o->bit_in + 1) & 3;
	n->nibble_in = o->after_2 ? s->link : low(o->nibble_in + o->second_in, s->nb);
	if (o->after_2)
		n->comes = (o->lane_0 | o->lane_1) >> 1 & 1;
	else if (w->nibble_now && o->nibble_in == s->last_nibble)
		n->comes = false;
	n->ends = o->last_in || (o->ends && !w->stored_now);
	n->counts = w->stored_now;
}

static void step_destinations(const struct sizes *s, const struct registers *o, struct registers *n, const struct seen *w)
{
	unsigned bit = s->address >> o->bit_number & 1;
	bool differs_0 = o->in_destination && o->same_0 && (o->lane_0 & 1) != bit;
	bool differs_1 = o->in_destination && o->same_1 && (o->lane_1 & 1) != bit;

	n->in_destination = o->after_2 ? (o->lane_0 | o->lane_1) >> 1 & 1 : o->in_destination && o->bit_number != 0;
	n->bit_number = o->after_2 ? s->l - 1 : low(o->bit_number - 1, s->lb);
	n->same_0 = o->after_2 ? o->lane_0 >> 1 & 1 : o->same_0 && !differs_0;
	n->same_1 = o->after_2 ? o->lane_1 >> 1 & 1 : o->same_1 && !differs_1;
	if (differs_0)
		n->list_0 = o->bit_number;
	if (differs_1)
		n->list_1 = o->bit_number;
	n->link_0 = differs_0 || (o->link_0 && !(w->link_last && !o->links_1 && !o->links_taken));
	n->link_1 = differs_1 || (o->link_1 && !(w->link_last && o->links_1));
}

static void reset_arrivals(struct registers *n)
{
	n->after_1 = n->after_2 = n->comes = n->ends = n->counts = n->write_lanes = n->first_in = n->second_in = n->last_in = false;
	n->in_destination = n->link_0 = n->link_1 = n->on_0 = n->on_1 = false;
}

/* ---- lists ----------------------------------------------------------------------------------------------------------- */

static bool lists_rest(const struct registers *o)
{
	return !o->linking && !o->sets && !o->says_sum && !o->says_max;
}

static unsigned list_place(const struct sizes *s, bool half, unsigned list)
{
	return (unsigned)half << s->lb | list;
}

static void step_links(struct batched_adapter *a, struct registers *n, const struct seen *w, unsigned destination)
{
	const struct sizes *s = &a->s;
	const struct registers *o = &a->r;
	unsigned taken = destination == s->address ? 0 : bit_length(destination ^ s->address) - 1;

	n->sets = w->link_last;
	if (o->cleans)
		n->list_at = low(o->list_at + 1, s->lb + 1);
	else if (w->count_comes)
		n->list_at = list_place(s, o->parity, o->below_next);
	else if (lists_rest(o) && !o->has_kind)
		n->list_at = o->link_0 ? list_place(s, o->parity, o->list_0) : o->link_1 ? list_place(s, o->parity, o->list_1)
											 : list_place(s, !o->parity, taken);
	if (lists_rest(o) && w->quiet) {
		n->linking = o->link_0 || o->link_1 || (o->links && !w->own);
		n->links_1 = !o->link_0 && o->link_1;
		n->links_taken = !o->link_0 && !o->link_1;
	} else if (w->link_last || (o->links_taken && (o->link_0 || o->link_1 || w->count_comes || w->round_now))) {
		n->linking = false;
	}
	if (!o->linking)
		n->link_number = s->link - 1;
	else if (w->link_now)
		n->link_number = low(o->link_number - 1, s->kb);
}

static void step_counts(struct batched_adapter *a, struct registers *n, const struct seen *w)
{
	const struct sizes *s = &a->s;
	const struct registers *o = &a->r;
	bool bit = o->count_late >> o->said & 1;

	n->count_late = w->count;
	n->count_up = low(o->count_late + 1, s->c);
	if (o->sets || o->sum_end || o->told || o->cleans)
		a->lists[o->list_at] = (struct list_row){ o->write_index, o->sets || o->sum_end ? o->count_up : 0 };
	n->says_sum = w->count_now || (o->says_sum && !o->sum_end);
	n->sum_end = o->says_sum && o->said == s->c - 2;
	n->told = o->says_max && o->said == 2;
	n->says_max = o->sum_end || (o->says_max && !o->told);
	if (o->says_sum)
		n->said = low(o->said + 1, s->ib);
	else if (o->says_max)
		n->said = low(o->said - 1, s->ib);
	if (o->says_sum)
		n->y = (unsigned)bit << (s->c - 1) | o->y >> 1;
	n->sum = o->says_sum && bit;
	n->sum_valid = o->says_sum;
	n->max = o->says_max && bit;
	n->max_valid = o->says_max;
	if (o->list_at == (2u << s->lb) - 1)
		n->cleans = false;
}

static void reset_lists(struct registers *n)
{
	n->list_at = n->said = 0;
	n->cleans = true;
	n->linking = n->links_1 = n->links_taken = n->sets = n->says_sum = n->says_max = n->sum_end = n->told = false;
	n->sum = n->sum_valid = n->max = n->max_valid = false;
}

/* ---- words from s_axis ----------------------------------------------------------------------------------------------- */

static unsigned nibble_at(const struct sizes *s, const struct registers *o, const struct batched_streams *in)
{
	uint64_t whole = ((uint64_t)in->s_destination << s->l | s->address) << s->p | in->s_data;

	return (unsigned)(whole >> 4 * (s->body - 1 - o->take_at)) & 15;
}

static void step_order(struct batched_adapter *a, struct registers *n, const struct seen *w, const struct batched_streams *in)
{
	if (!a->s.ordered)
		return;
	n->round_read = a->rounds[in->s_destination];
	if (w->commit)
		a->rounds[in->s_destination] = (uint8_t)a->r.round_next;
	n->round_next = in->rst ? 1 : low(a->r.round_next + w->round_now, 4);
}

static void step_taking(const struct sizes *s, const struct registers *o, struct registers *n, const struct seen *w,
			const struct batched_streams *in)
{
	n->looked = in->s_valid && !o->taken && !o->writes && !o->links && !w->starts_taking;
	n->taken = w->commit;
	n->writes = w->starts_taking || (o->writes && !w->take_last);
	n->links = w->take_last || (o->links && !w->commit);
	if (!o->writes || w->take_now)
		n->nibble = nibble_at(s, o, in);
	if (w->starts_taking || (w->take_now && o->take_at != 0))
		n->take_at = (o->take_at + 1) % s->body;
	n->nibble_taken = o->writes ? low(o->nibble_taken + w->take_now, s->nb) : s->link;
	n->room = o->cleans ? o->list_at == (2u << s->lb) - 1 : w->round_now || (o->room && !(w->commit && o->admitted == s->d - 1));
	n->admitted = w->round_now ? 0 : low(o->admitted + w->commit, s->db);
	n->wish = o->admitted != 0 || (o->looked && in->s_valid && !w->fresh);
	if (in->rst || w->round_now) {
		n->take_at = 0;
		n->writes = n->links = false;
	}
	if (!in->rst)
		return;
	n->looked = n->taken = n->wish = false;
	n->admitted = 0;
}

/* ---- writing --------------------------------------------------------------------------------------------------------- */

static void step_writing(const struct sizes *s, const struct registers *o, struct registers *n, const struct seen *w, bool rst)
{
	bool for_lanes = o->write_lanes || (o->linking && !o->links_taken);

	n->next_1 = w->both && (w->stored_now || o->first_in || (!w->nibble_now && (o->linking ? o->links_1 : !o->link_0 && o->link_1)));
	n->write = !rst && (o->write_lanes || w->link_now || w->take_now);
	n->write_half = o->parity ^ !for_lanes;
	n->write_index = low(for_lanes ? w->index : o->admitted, s->iw);
	if (o->write_lanes) {
		n->write_nibble = o->nibble_in;
		n->written = o->first_in ? o->lane_0 >> 1 & 15 : o->lane_1 >> 2 & 15;
	} else if (o->linking) {
		n->write_nibble = o->link_number;
		n->written = w->newest >> 4 * o->link_number & 15;
	} else {
		n->write_nibble = o->nibble_taken;
		n->written = (uint8_t)o->nibble;
	}
	if (rst)
		n->stored = 0;
	else if (w->round_now)
		n->stored = o->admitted;
	else if (o->counts)
		n->stored = low(w->index, s->c);
}

/* ---- the words of the next slot -------------------------------------------------------------------------------------- */

static void step_fetching(const struct sizes *s, const struct registers *o, struct registers *n, const struct seen *w)
{
	bool fetch_now = w->count_now || w->sends_some || (o->fetch_end && o->to_fetch == 2);
	bool change_now = o->to_change && o->may_change && o->to_fetch == 0;

	if (o->has_link)
		n->fetched = (o->fetched << 4 | o->read) & bits_low(4 * s->link);
	n->fetch_end = o->has_link_last && !w->count_now;
	if (o->fetch_end)
		n->next_a = o->next_b;
	if (w->count_now || o->fetch_end)
		n->next_b = w->count_now ? w->newest : low((unsigned)o->fetched, s->iw);
	if (w->count_now)
		n->to_fetch = 1;
	else if (w->sends_some)
		n->to_fetch = w->words;
	else if (o->fetch_end)
		n->to_fetch = (o->to_fetch - 1) & 3;
	n->asks_link = fetch_now || (o->asks_link && !w->got_link_last);
	if (fetch_now)
		n->link_asked = s->link - 1;
	else if (o->got_link)
		n->link_asked = low(o->link_asked - 1, s->kb);
	n->to_change = w->count_now || (o->got_b && o->nibble_asked == s->last_nibble) || (o->to_change && !change_now);
	n->may_change = w->count_now || w->sends_some || (o->may_change && !change_now);
	if (change_now) {
		n->word_a = o->next_a;
		n->word_b = o->next_b;
	}
}

static void step_nibbles(const struct sizes *s, const struct registers *o, struct registers *n, const struct seen *w)
{
	n->hungry = w->count_now || ((o->hungry || w->loads) && o->to_change);
	n->hungry_b = w->ask_a && !w->count_now;
	if (w->count_now)
		n->nibble_asked = s->link;
	else if (o->got_b)
		n->nibble_asked = o->nibble_asked == s->last_nibble ? s->link : low(o->nibble_asked + 1, s->nb);
	if (o->got_b) {
		n->is_first = o->nibble_asked == s->link;
		n->is_last = o->nibble_asked == s->last_nibble;
	}
	if (o->has_a)
		n->nibble_a = o->read;
	if (o->has_b)
		n->nibble_b = o->read;
	n->full = (o->comes_b || (o->full && !w->loads)) && !w->count_now;
}

static void step_bits(const struct sizes *s, const struct registers *o, struct registers *n, const struct seen *w)
{
	if (w->loads) {
		n->shift_a = o->nibble_a;
		n->shift_b = o->has_b ? o->read : o->nibble_b;
		n->bit_out = 0;
		n->last_bit = false;
	} else if (w->shifts) {
		n->shift_a = low(o->shift_a << 1, 4);
		n->shift_b = low(o->shift_b << 1, 4);
		n->bit_out = low(o->bit_out + 1, 2);
		n->last_bit = o->bit_out == 2;
	}
	n->shift_empty = w->count_now || ((o->shift_empty || w->spent) && !o->full);
	if (w->loads)
		n->shift_last = o->is_last;
	n->filling = !w->count_now && ((w->loads && o->is_first) || (o->filling && o->fill != 0));
	n->fill = w->loads && o->is_first ? s->l + s->pad - 1 : low(o->fill - 1, s->pb);
	if (w->shifts) {
		n->delay_a = low(o->delay_a << 1 | o->shift_a >> 3, s->l);
		n->delay_b = low(o->delay_b << 1 | o->shift_b >> 3, s->l);
	}
}

static void reset_fetching(struct registers *n)
{
	n->to_fetch = n->bit_out = 0;
	n->asks_link = n->fetch_end = n->may_change = n->hungry = n->hungry_b = n->full = n->shift_last = n->filling = n->last_bit = false;
	n->to_change = n->shift_empty = true;
}

/* ---- ranks ----------------------------------------------------------------------------------------------------------- */

static enum rank_state next_state(const struct sizes *s, const struct rank_registers *o, bool valid, bool divided, bool goes_on)
{
	switch (o->state) {
	case WAITS:
		return !o->comes || valid ? WAITS : s->doublings > 0 ? DOUBLES : DIVIDES;
	case DOUBLES:
		return o->level == s->doublings - 1 ? DIVIDES : DOUBLES;
	case DIVIDES:
		return divided ? ADDS : DIVIDES;
	case KNOWN:
		return goes_on ? ADDS : KNOWN;
	default:
		return o->state + 1;
	}
}

static void step_divisor(const struct sizes *s, const struct rank_registers *o, struct rank_registers *n, const struct seen *w, bool fits)
{
	uint64_t all = bits_low(s->c + s->doublings);

	if (w->count_now && s->doublings > 0) {
		n->divisor = 0;
		n->level = 0;
	} else if (w->valid) {
		n->divisor = (o->divisor << 1 | w->batches) & all;
	} else if (o->state == DOUBLES) {
		n->divisor = o->divisor << 1 & all;
		n->level = o->level + 1;
	} else if (o->state == DIVIDES && !fits && o->level != 0) {
		n->divisor = o->divisor >> 1;
		n->level = o->level - 1;
	}
}

/* `first`, and what the state decides by the sign of `rest`. */
static void step_first(const struct sizes *s, const struct rank_registers *o, struct rank_registers *n, const struct seen *w, bool fits,
		       bool goes_on)
{
	bool positive = !(o->rest >> s->c & 1);

	if (o->state == TESTS)
		n->one = positive;
	if (o->state == RETURNS)
		n->two = positive;
	if (o->state == CHOOSES)
		n->wraps = !positive;
	if (w->count_now)
		n->first = 0;
	else if (o->state == DIVIDES)
		n->first = low(fits ? o->first + 1 : o->level != 0 ? o->first << 1 : o->first, s->rb);
	else if (goes_on && o->wraps)
		n->first = low(o->first - 1, s->rb);
}

static void step_ranks(const struct sizes *s, const struct registers *all, struct rank_registers *n, const struct seen *w, bool rst)
{
	const struct rank_registers *o = &all->numbers;
	unsigned width = s->c + s->doublings + 1;
	bool positive = !(o->rest >> s->c & 1), slot = all->slot;
	uint64_t operand = (o->takes_y ? all->y : o->divisor) ^ (o->subtracts ? bits_low(width) : 0);
	uint64_t rest = positive ? o->rest : (o->rest | ~bits_low(s->c + 1)) & bits_low(width);
	uint64_t sum = ((rest << 1 | 1) + (operand << 1 | o->carry)) & bits_low(width + 1);
	bool fits = o->level == 0 ? positive : !(sum >> width & 1);
	bool divided = o->state == DIVIDES && !positive && o->level == 0, goes_on = o->state == KNOWN && (o->begun || slot);
	bool over = goes_on && (o->rest & bits_low(s->c)) == o->begin_rest;

	n->comes = w->valid;
	n->takes_y = divided || goes_on || o->state == TESTS;
	n->subtracts = !(divided || goes_on || o->state == RETURNS || o->state == BACK);
	n->carry = n->subtracts && o->state != TESTS;
	n->borrow = !w->valid || (o->borrow && !w->prefix);
	if (w->valid)
		n->rest = (uint64_t)(o->borrow && !w->prefix) << s->c | (uint64_t)(w->prefix ^ o->borrow) << (s->c - 1)
			  | (o->rest & bits_low(s->c)) >> 1;
	else if (o->state != WAITS && o->state != DOUBLES && o->state != KNOWN && (o->state != DIVIDES || fits)
		 && (o->state != CHOOSES || positive))
		n->rest = sum >> 1 & bits_low(s->c + 1);
	if (divided)
		n->begin_rest = o->rest & bits_low(s->c);
	n->begun = (slot || o->begun) && !goes_on && !rst && !w->count_now;
	step_first(s, o, n, w, fits, goes_on);
	step_divisor(s, o, n, w, fits);
	n->state = next_state(s, o, w->valid, divided, goes_on);
	if (rst || w->count_now || over) {
		n->state = WAITS;
		n->one = n->two = false;
	}
}

/* ---- sending --------------------------------------------------------------------------------------------------------- */

static void step_wires(const struct sizes *s, const struct registers *o, struct registers *n, const struct seen *w)
{
	bool odd = o->numbers.first & 1;
	unsigned both = w->words >> 1 ? 3 : w->words == 0 ? 0 : odd ? 2 : 1;
	unsigned at = o->destinations ? o->part : s->l - 1, a = o->delay_a >> at & 1, b = o->delay_b >> at & 1;

	n->up_strobe = o->slot;
	if (o->slot) {
		n->sends = n->up = both;
		n->crossed = n->carry = odd;
		n->rank = o->numbers.first >> 1;
		return;
	}
	if (o->marks)
		n->up = 3;
	else if (o->ranks)
		n->up = (o->rank & 1) << 1 | ((o->rank & 1) ^ o->carry);
	else if (o->destinations || o->body || o->flush)
		n->up = o->crossed ? a << 1 | b : b << 1 | a;
	else
		n->up = 0;
	n->up &= o->sends;
	if (o->ranks) {
		n->rank = o->rank >> 1;
		n->carry = o->carry && (o->rank & 1);
	}
}

static void step_parts(const struct sizes *s, const struct registers *o, struct registers *n, const struct seen *w)
{
	bool no_ranks = o->below >> 1 == 0, ended = o->part == 0;

	if (w->sends_some) {
		n->ranks = !no_ranks;
		n->marks = no_ranks;
	} else {
		n->ranks = o->ranks && !ended;
		n->marks = o->ranks && ended;
	}
	n->destinations = (o->marks && o->below != 0) || (o->destinations && !ended);
	n->body = (o->marks && o->below == 0) || (o->destinations && ended) || (o->body && !w->word_end);
	n->flush = (o->body && w->word_end) || (o->flush && !ended);
	if (o->slot)
		n->part = low((o->below >> 1) - 1, s->lb);
	else if (o->marks)
		n->part = low(o->below - 1, s->lb);
	else
		n->part = o->body ? s->l - 1 : low(o->part - 1, s->lb);
}

static void reset_sending(struct registers *n)
{
	n->up_strobe = n->ranks = n->marks = n->destinations = n->body = n->flush = false;
	n->up = n->sends = 0;
}

/* ---- words that are delivered ---------------------------------------------------------------------------------------- */

static void step_delivery(const struct sizes *s, const struct registers *o, struct registers *n, const struct seen *w,
			  const struct batched_streams *in)
{
	bool all_out = o->out_at == o->stored, idle = !o->looks && !o->comes_last && !o->has_last && !o->judges && !o->m_valid;
	bool coming = o->after_1 || o->after_2 || o->comes || o->first_in || o->last_in || o->ends || o->counts;

	n->looks = (idle && !all_out && !o->cleans) || (o->looks && !w->got_last);
	n->nibble_looked = o->looks ? low(o->nibble_looked + o->got_out, s->nb) : s->link;
	n->comes_last = w->got_last;
	n->has_last = o->comes_last;
	n->judges = o->has_last;
	n->out_at = in->rst || w->round_now ? 0 : low(o->out_at + w->got_last, s->c);
	if (o->has_out)
		n->out_word = (o->out_word << 4 | o->read) & bits_low(2 * s->l + s->p);
	if (o->judges)
		n->m_valid = o->out_word >> (s->p + s->l) == s->address;
	else if (in->m_ready)
		n->m_valid = false;
	n->ready = idle && all_out && !o->cleans && !coming;
	if (in->rst)
		n->looks = n->comes_last = n->has_last = n->judges = n->m_valid = n->ready = false;
}

/* ---- reading --------------------------------------------------------------------------------------------------------- */

static void step_reading(const struct sizes *s, const struct registers *o, struct registers *n, const struct seen *w, bool rst)
{
	n->got_word = w->ask_a || w->ask_b;
	n->word = w->ask_b ? o->word_b : o->word_a;
	n->other = o->asks_link ? o->next_b : low(o->out_at, s->iw);
	n->got_a = w->ask_a;
	n->got_b = w->ask_b;
	n->got_link = w->ask_link && !w->got_link_last;
	n->got_out = w->ask_out && !w->got_last;
	n->comes_a = o->got_a;
	n->comes_b = o->got_b;
	n->comes_link = o->got_link;
	n->comes_link_last = w->got_link_last;
	n->comes_out = o->got_out;
	n->has_a = o->comes_a;
	n->has_b = o->comes_b;
	n->has_link = o->comes_link;
	n->has_link_last = o->comes_link_last;
	n->has_out = o->comes_out;
	if (rst || w->count_now)
		n->got_a = n->got_b = n->got_link = n->comes_a = n->comes_b = n->comes_link = n->comes_link_last = n->has_a = n->has_b
			= n->has_link = n->has_link_last = false;
	if (rst)
		n->got_out = n->comes_out = n->has_out = false;
}

/* ---- an adapter ------------------------------------------------------------------------------------------------------ */

struct batched_adapter *batched_adapter_new(const struct batched_shape *shape, unsigned address)
{
	struct batched_adapter *a = allocate(sizeof *a);

	a->s = sizes_of(shape, address);
	a->memory = allocate_array((size_t)2 << (a->s.iw + a->s.nb), 1);
	a->lists = allocate_array((size_t)2 << a->s.lb, sizeof *a->lists);
	a->rounds = allocate_array((size_t)1 << a->s.l, 1);
	return a;
}

void batched_adapter_free(struct batched_adapter *a)
{
	free(a->memory);
	free(a->lists);
	free(a->rounds);
	free(a);
}

struct batched_stream_outputs batched_adapter_streams(const struct batched_adapter *a)
{
	return (struct batched_stream_outputs){ a->r.taken, a->r.m_valid, low((unsigned)(a->r.out_word >> a->s.p), a->s.l),
						a->r.out_word & bits_low(a->s.p) };
}

void batched_adapter_show(const struct batched_adapter *a, struct batched_up *up)
{
	const struct registers *r = &a->r;

	up->wire[0] = r->up & 1;
	up->wire[1] = r->up >> 1;
	up->strobe = r->up_strobe;
	up->sum = r->sum;
	up->sum_valid = r->sum_valid;
	up->max = r->max;
	up->max_valid = r->max_valid;
	up->ready = r->ready;
	up->wish = r->wish;
}

void batched_adapter_step(struct batched_adapter *a, const struct batched_streams *in, const struct batched_down *down)
{
	const struct registers *o = &a->r;
	const struct sizes *s = &a->s;
	const struct seen w = see(a, in, down);
	struct registers n = a->r;

	step_commands(s, o, &n, &w, in->rst);
	step_store(a, &n);
	step_lanes(s, o, &n, &w, down);
	step_destinations(s, o, &n, &w);
	step_links(a, &n, &w, in->s_destination);
	step_counts(a, &n, &w);
	step_order(a, &n, &w, in);
	step_taking(s, o, &n, &w, in);
	step_writing(s, o, &n, &w, in->rst);
	step_fetching(s, o, &n, &w);
	step_nibbles(s, o, &n, &w);
	step_bits(s, o, &n, &w);
	step_ranks(s, o, &n.numbers, &w, in->rst);
	step_wires(s, o, &n, &w);
	step_parts(s, o, &n, &w);
	step_delivery(s, o, &n, &w, in);
	step_reading(s, o, &n, &w, in->rst);
	if (in->rst) {
		reset_arrivals(&n);
		reset_lists(&n);
		reset_fetching(&n);
		reset_sending(&n);
	}
	a->r = n;
}
