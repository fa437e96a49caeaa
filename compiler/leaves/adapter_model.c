/* adapter_model.c: one rising edge of a leaf adapter.
 *
 * Each function is a template of rtl-templates/, or a part of one. Registers are read from the state before the edge, `r`,
 * and written to the one behind it, `n`.
 */
#include "leaves/adapter_model.h"

#include <stddef.h>
#include <string.h>

#include "bits.h"
#include "util/number.h"

enum { SHORT_LABEL = 4 };

/* An edge in the making. */
struct edge {
	const struct adapter_kind *kind;
	struct adapter *a;
	const struct adapter_signals *s;
	const struct adapter_inputs *in;
	struct adapter_events *e;
	const struct adapter_registers *r;
	struct adapter_registers *n;
	uint64_t words;			/* lanes with a word: word_valid */
	uint64_t waiting;		/* .. whose meaning is known */
	uint64_t own, away, settled;
	uint64_t line;			/* what each lane hears */
	uint64_t arrived;		/* messages that are complete, and not refused */
	bool still;			/* of several lanes: the labels, and what is found out about them, are as a clock ago */
	bool changed;			/* a register of a lane's own */
	uint64_t apart;			/* words to several leaves, or outside: they take no turns */
	const struct broadcast_registers *broadcasts;	/* before the edge */
	struct broadcast_outputs said;
};

/* ---- Gates ---- */

static unsigned any_gates(unsigned width)
{
	return width > 1 ? (width + 1) / 3 : 1;
}

/* leaf_any.v: its registers behind the edge. */
static uint64_t any_clock(uint64_t gate, uint64_t in, unsigned gates)
{
	uint64_t node = gate | in << gates, next = 0;

	for (unsigned k = 0; k < gates; k++)
		next |= (uint64_t)((node >> (4 * k + 1) & 15) != 0) << k;
	return next;
}

static uint64_t mask(bool all)
{
	return all ? UINT64_MAX : 0;
}

/* Each bit goes to the next lane, that of the last lane to the first. */
static uint64_t rotated(const struct adapter_kind *k, uint64_t lanes)
{
	return (lanes << 1 | lanes >> (k->lanes - 1)) & k->all;
}

/* ---- Labels ---- */

/* leaf_label_digits.v: the digits of a label that are beyond the last child of their level. */
static uint32_t digits_beyond(const struct frame *f, uint32_t to)
{
	uint32_t beyond = 0;

	for (unsigned l = 1; l <= f->shape.height; l++) {
		uint32_t digit = to & ((1u << f->shape.child_bits[l]) - 1);

		beyond |= (uint32_t)(digit >= f->shape.children[l]) << (l - 1);
		to >>= f->shape.child_bits[l];
	}
	return beyond;
}

/* leaf_own.v, leaf_own_long.v */
static bool clock_own(struct edge *g, struct adapter_lane *l, uint64_t bit)
{
	const struct adapter_kind *k = g->kind;
	uint32_t gate = l->own_gate;

	if (k->frame->levels <= SHORT_LABEL) {
		g->n->own = (g->n->own & ~bit) | (l->to == l->address ? bit : 0);
		return false;
	}
	l->own_gate = (uint32_t)any_clock(gate, l->to ^ l->address, k->own_gates);
	g->n->own = (g->n->own & ~bit) | (l->own_gate & 1 ? 0 : bit);
	return l->own_gate != gate;
}

/* Whether the label is known to be beyond, in this clock; `changed`: the registers on the way have changed. */
static bool clock_beyond(const struct edge *g, struct adapter_lane *l, bool *changed)
{
	const struct adapter_kind *k = g->kind;
	uint32_t beyond = l->beyond, gate = l->digit_gate, to = l->to & ((1u << k->frame->levels) - 1);
	bool known;

	if (k->frame->shape.height > 0) {
		known = gate & 1;
		l->digit_gate = (uint32_t)any_clock(gate, beyond, k->digit_gates);
		l->beyond = digits_beyond(k->frame, to);
	} else if (k->gap_clocks > 0) {
		known = beyond >> (k->gap_clocks - 1) & 1;
		l->beyond = (beyond << 1 | (to > k->last_label)) & ((1u << k->gap_clocks) - 1);
	} else {
		known = to > k->last_label;
	}
	*changed |= l->beyond != beyond || l->digit_gate != gate;
	return known;
}

/* leaf_own*.v, leaf_label*.v for lane i. */
static bool clock_label(struct edge *g, unsigned i)
{
	struct adapter_lane *l = &g->a->lane[i];
	uint64_t bit = UINT64_C(1) << i;
	bool changed = clock_own(g, l, bit) || l->to != l->to_1 || l->to_1 != l->to_2, beyond, own;

	l->to_2 = l->to_1;
	l->to_1 = l->to;
	if (!g->kind->gaps)
		return changed;
	beyond = clock_beyond(g, l, &changed);
	own = g->kind->frame->shape.height > 0 || g->kind->gap_clocks > 0 ? g->r->own & bit : l->to == l->address;
	beyond = beyond && !(g->apart & bit);
	g->n->none = (g->n->none & ~bit) | (beyond ? bit : 0);
	g->n->away = (g->n->away & ~bit) | (!own && !beyond ? bit : 0);
	return changed;
}

/* Words with the bit on top of their label. */
static uint64_t words_apart(const struct edge *g)
{
	uint64_t apart = 0;

	for (unsigned i = 0; i < g->kind->width; i++)
		apart |= (uint64_t)(g->a->lane[i].to >> g->kind->frame->levels & 1) << i;
	return apart;
}

static void clock_labels(struct edge *g)
{
	struct adapter *a = g->a;
	uint64_t restless = a->restless;

	a->restless = 0;
	for (; restless; restless &= restless - 1) {
		unsigned i = (unsigned)__builtin_ctzll(restless);

		a->restless |= (uint64_t)clock_label(g, i) << i;
	}
	g->changed |= a->restless != 0;
	for (unsigned i = 0; g->kind->lanes > 1 && !g->still && i < g->kind->lanes; i++)
		g->changed |= clock_label(g, i);
	g->n->settled = g->r->turned | (g->waiting & g->r->none);
}

uint64_t adapter_says(const struct adapter_kind *kind, const struct adapter *a, const struct adapter_signals *s,
		      uint64_t lanes)
{
	unsigned place = (s->index & ~1u) | (s->index_before & 1);
	uint64_t says = 0;

	if (s->marked)
		return lanes;
	if (place >= kind->frame->levels)
		return 0;
	for (; lanes; lanes &= lanes - 1) {
		unsigned i = (unsigned)__builtin_ctzll(lanes);

		says |= (uint64_t)(a->lane[i].to_2 >> place & 1) << i;
	}
	return says;
}

/* ---- Turns ---- */

static void clock_announce(struct edge *g)
{
	const struct adapter_signals *s = g->s;
	uint64_t left = g->a->announced & g->waiting;

	g->a->announced = s->mark ? g->kind->all : left ? left & ~(g->line ^ adapter_says(g->kind, g->a, s, left)) : 0;
}

/* leaf_turns.v */
static void clock_turns_one(struct edge *g, uint64_t announced)
{
	const struct adapter_registers *r = g->r;
	struct adapter_registers *n = g->n;
	struct adapter *a = g->a;
	uint64_t body = mask(g->s->load_body), line = g->line, token = g->in->token, stop = a->stop;

	a->stop = announced | r->bound;
	a->hold = stop & ~(token & ~r->over) & ~mask(g->s->answering_next) & ~g->apart & g->kind->all;
	n->over = (r->tready | ~g->waiting | ~g->away | g->apart | mask(g->s->rst)) & g->kind->all;
	n->ticked = body & r->seen & line;
	n->again = (r->again | (r->binds & ~r->binding)) & ~(body & line);
	n->binding = (mask(g->s->mark) & g->kind->all) | r->again | (r->binding & ~r->over);
	n->rested = token & (r->ticked | r->rested);
	n->binds = body & (announced | r->rested);
	n->gone = r->over | (r->binds & token & ~mask(g->s->broadcast));
	n->seen = (r->seen | (body & line)) & ~r->gone;
	n->bound = (r->bound | (r->binds & r->binding)) & ~r->gone;
	n->late = (r->late | r->ticked | r->binds) & ~r->gone;
}

/* What moves with a word to the next lane. */
static void move_turns(const struct adapter_kind *k, const struct adapter_registers *r, struct adapter_registers *n)
{
	n->owns = rotated(k, r->owns);
	n->held = rotated(k, r->held);
	n->seen = rotated(k, r->seen);
	n->late = rotated(k, r->late);
}

/* leaf_turns_many.v */
static void clock_turns_many(struct edge *g, uint64_t announced)
{
	const struct adapter_registers *r = g->r;
	struct adapter_registers *n = g->n;
	uint64_t token = g->in->token, gone = ~g->waiting | ~g->away | g->apart, fresh = g->e->fresh;
	uint64_t passed_any = mask(r->passed_any & 1), turn_ends = r->owns & ~r->held & ~mask(g->s->broadcast);

	if (g->s->decide) {
		n->held = (announced | (r->held & ~r->owns)) & ~token;
		n->owns = announced & token;
		n->passed = 0;
	}
	n->passed = (n->passed & ~r->done) | ((r->held | r->owns) & r->done);
	n->held = (n->held & ~fresh) | (passed_any & fresh);
	n->owns = (n->owns & ~fresh) | (passed_any & fresh);
	if (g->s->load_body) {
		n->late = (r->late | r->held | (r->seen & g->line)) & ~turn_ends;
		n->seen = r->seen | g->line;
	}
	n->late &= ~gone;
	n->seen &= ~gone;
	if (r->moving)
		move_turns(g->kind, r, n);
	if (g->s->rst)
		n->late = n->seen = n->held = n->owns = n->passed = 0;
	n->passed_any = any_clock(r->passed_any, r->passed, g->kind->lane_gates);
}

/* While a word may still be the one that is announced, each bit on the line counts. */
static void clock_turns(struct edge *g)
{
	struct adapter *a = g->a;
	uint64_t announced = a->announced, stop = a->stop, hold = a->hold;

	clock_announce(g);
	(g->kind->lanes > 1 ? clock_turns_many : clock_turns_one)(g, announced);
	g->e->changed = a->announced || announced || a->stop != stop || a->hold != hold;
}

/* ---- A lane ---- */

/* What lanes send if nothing holds them back: leaf_broadcast_lane.v. */
static uint64_t wants_to_send(const struct edge *g)
{
	const struct adapter_signals *s = g->s;

	if (s->broadcast && s->answering)
		return g->said.answer;
	if (s->broadcast)
		return g->waiting & g->away & g->apart & s->tree & ~g->broadcasts->hold_back;
	return s->answering ? g->r->accepted : g->waiting & g->away & ~(g->kind->broadcasts ? g->apart : 0);
}

/* leaf_due.v */
static void clock_due(struct edge *g)
{
	const struct frame *f = g->kind->frame;

	g->n->other = 0;
	for (unsigned i = 0; f->slot_bits > 0 && i < g->kind->width; i++)
		g->n->other |= (uint64_t)(g->a->lane[i].way >> (f->lane_bits + f->path_bits) != g->s->slot) << i;
}

/* leaf_choice.v */
static void clock_choice(struct edge *g, uint64_t closed, uint64_t hold)
{
	const struct adapter_registers *r = g->r;
	struct adapter_registers *n = g->n;
	const struct adapter_signals *s = g->s;
	uint64_t no_turn = mask(s->broadcast) | (g->kind->lanes > 1 ? mask(r->turned_any & 1) : r->turned);
	bool routed = g->kind->frame->levels > 1 || g->kind->frame->root_streams;
	uint64_t turning = routed ? r->turn_loaded : r->turn;

	for (unsigned k = g->kind->frame->label_clocks; k-- > 1;)
		n->here[k] = r->here[k - 1];
	n->here[0] = g->words;
	n->m = wants_to_send(g) & ~hold;
	n->turn = g->waiting & g->own & ~closed & ~no_turn;
	if (s->load)
		n->turn_loaded = r->turn;
	if (s->load_body)
		n->turned = turning;
	if (s->rst)
		n->turned = 0;
	n->turn_soon = s->load_body ? turning : 0;
	n->turn_now = g->kind->frame->shape.height > 1 ? r->turn_soon : n->turn_soon;
}

/* leaf_receiver.v, but for the bits of a message. */
static void clock_receiver(struct edge *g, uint64_t closed)
{
	const struct adapter_registers *r = g->r;
	const struct adapter_signals *s = g->s;

	g->n->open = s->answering || s->rst ? 0 : g->kind->all & ~r->turned & ~closed;
	g->e->take = s->down_start ? g->in->down & r->open : 0;
	g->e->take_own = r->turn_now;
}

/* `accepted` of leaf_choice.v: a clock behind `take`. */
static void clock_accepted(struct edge *g, uint64_t took)
{
	g->n->accepted = (g->s->load_body ? 0 : g->r->accepted) | (took & ~g->r->turned);
}

/* ---- The stream of one lane ---- */

/* leaf_adapter_one.v, leaf_retry.v */
static void clock_one(struct edge *g)
{
	const struct adapter_registers *r = g->r;
	bool answered = g->s->down_start && g->s->answering;
	uint64_t acknowledged = g->s->broadcast ? 0 : g->in->down;

	g->n->tready = (answered ? (acknowledged | g->settled) & g->kind->all : 0) | g->said.won;
	g->n->tvalid = g->s->rst ? 0 : (r->tvalid & ~g->in->ready) | g->arrived;
	if (answered)
		g->n->in_vain = g->words & ~g->in->down & ~g->settled;
	if (g->s->rst)
		g->n->in_vain = 0;
}

/* ---- The stream of several lanes ---- */

/* The two bits of each pair in which the labels differ, the bit on top, and above them that the lane has no word. */
static uint64_t signs(const struct edge *g, const struct adapter_lane *l, uint64_t bit)
{
	return l->differ | (g->r->full & bit ? 0 : UINT64_C(1) << (g->kind->pairs + g->kind->top));
}

static uint32_t pairs_that_differ(uint32_t a, uint32_t b, unsigned pairs)
{
	uint32_t differ = 0;

	for (unsigned k = 0; k < pairs; k++)
		differ |= (uint32_t)(((a ^ b) >> 2 * k & 3) != 0) << k;
	return differ;
}

/* All words to several leaves, or outside, have one destination: their other bits do not count. */
static uint32_t destination_differs(const struct adapter_kind *k, uint32_t to, uint32_t its)
{
	uint32_t top = to >> k->frame->levels, low = (1u << k->frame->levels) - 1;

	if (!k->top)
		return pairs_that_differ(to, its, k->pairs);
	return (top ? 0 : pairs_that_differ(to & low, its & low, k->pairs)) | (top ^ its >> k->frame->levels) << k->pairs;
}

/* The comparisons of leaf_dispatch.v; returns the lanes that differ, in this clock. */
static uint64_t clock_comparisons(struct edge *g)
{
	uint64_t differs = 0;

	if (g->still)
		return g->a->differs;
	for (unsigned i = 0; i < g->kind->lanes; i++) {
		struct adapter_lane *l = &g->a->lane[i];
		uint32_t differ = l->differ, gate = l->sign_gate;

		differs |= (uint64_t)(gate & 1) << i;
		l->sign_gate = (uint32_t)any_clock(gate, signs(g, l, UINT64_C(1) << i), g->kind->sign_gates);
		l->differ = destination_differs(g->kind, g->in->to, l->to);
		g->changed |= l->differ != differ || l->sign_gate != gate;
	}
	g->a->differs = differs;
	return differs;
}

/* leaf_broadcast_many.v: a word to several leaves waits in its lane, and none moves behind a slot for such. */
static bool may_move(const struct edge *g)
{
	return !g->s->broadcast && !(g->s->tree & g->r->full & g->apart & ~g->broadcasts->hold_back);
}

/* The lane that a word on s_axis names. */
static uint32_t lane_named(const struct adapter_kind *k, uint32_t way)
{
	unsigned lane = way & ((1u << k->frame->lane_bits) - 1);

	return 1u << (lane < k->lanes ? lane : lane - k->lanes);
}

/* leaf_dispatch.v */
static void clock_dispatch(struct edge *g, uint64_t differs)
{
	const struct adapter_kind *k = g->kind;
	const struct adapter_registers *r = g->r;
	struct adapter_registers *n = g->n;
	bool move = r->decided && k->frame->shape.detour && g->in->coin && may_move(g);
	bool stay = move || r->moving || r->moved, rst = g->s->rst;

	n->moving = move && !rst;
	n->moved = r->moving;
	n->full = r->moving ? rotated(k, r->full) : g->e->fresh | (r->full & ~r->done);
	n->token = k->frame->shape.phase_slots > 0 ? lane_named(k, g->in->way)
						   : (r->token & ~r->full) | rotated(k, r->token & r->full);
	n->spot = r->token & ~r->full;
	n->conflict = any_clock(r->conflict, ~differs & k->all, k->lane_gates);
	n->vacancy = any_clock(r->vacancy, r->spot, k->lane_gates);
	n->wait = rst || r->ready || stay ? 0 : (r->wait << 1 | g->in->valid) & ((1u << k->settle) - 1);
	n->go = !rst && !stay && r->wait >> (k->settle - 1) & 1 && !(r->conflict & 1) && !r->ready;
	n->ready = !rst && !stay && r->go && r->vacancy & 1 && !r->ready;
	if (rst) {
		n->full = n->spot = 0;
		n->token = 1;
	}
}

/* The queue of received messages of leaf_adapter_many.v. */
static void clock_queue(struct edge *g)
{
	const struct adapter_kind *k = g->kind;
	const struct adapter_registers *r = g->r;
	struct adapter_registers *n = g->n;
	uint64_t moves = r->go_on >> 1;		/* of lane i + 1 to lane i */

	n->last_bit = g->arrived;
	n->received = (g->s->rst ? 0 : r->received & ~(r->go_on | g->in->ready)) | r->last_bit | moves;
	n->go_on = r->stay ? 0 : r->received & ~(r->received << 1) & ~r->go_on & k->all & ~UINT64_C(1);
	n->early = g->s->load_body || (r->early && !g->s->answering);
	n->stay = g->s->answering || (r->early && r->turned_any & 1);
	n->holds = any_clock(r->holds, r->received, k->lane_gates);
	n->turned_any = any_clock(r->turned_any, r->turned, k->lane_gates);
	g->e->move = moves;
}

/* Words and their labels move to the next lane. */
static void move_words(struct adapter *a, unsigned lanes)
{
	struct adapter_lane last = a->lane[lanes - 1];
	uint32_t to = last.to, payload = last.payload;

	for (unsigned i = lanes - 1; i > 0; i--) {
		a->lane[i].to = a->lane[i - 1].to;
		a->lane[i].payload = a->lane[i - 1].payload;
	}
	a->lane[0].to = to;
	a->lane[0].payload = payload;
}

/* leaf_adapter_many.v; `to` of the lanes changes last. */
static void clock_many(struct edge *g)
{
	const struct adapter_registers *r = g->r;
	struct adapter_registers *n = g->n;
	struct adapter *a = g->a;
	uint64_t settled = g->settled | g->broadcasts->won_it;

	if (g->s->down_start && g->s->answering)
		a->acknowledged = g->in->down;
	clock_dispatch(g, clock_comparisons(g));
	clock_queue(g);
	n->tried = ~g->e->fresh & (r->tried | mask(r->moving)) & g->kind->all;
	n->decide_now = g->s->decide;
	n->decided = r->decide_now;
	n->done = r->decide_now ? ((g->s->broadcast ? 0 : a->acknowledged) | settled) & g->kind->all : 0;
	/* In the next slot an idle adapter hears no answers: a word that comes later must not find these. */
	if (r->decide_now)
		a->acknowledged = 0;
}

static void change_words(struct edge *g)
{
	struct adapter *a = g->a;

	if (g->r->moving)
		move_words(a, g->kind->lanes);
	if (g->e->fresh) {
		struct adapter_lane *l = &a->lane[__builtin_ctzll(g->e->fresh)];

		l->to = g->in->to;
		l->way = g->in->way;
	}
	g->changed |= g->r->moving || g->e->fresh;
}

/* ---- Broadcasts ---- */

static struct broadcast_inputs broadcast_inputs_of(const struct edge *g, bool holds)
{
	const struct adapter_signals *s = g->s;

	return (struct broadcast_inputs){
		.rst = s->rst, .load_body = s->load_body, .answering = s->answering, .down_start = s->down_start,
		.broadcast = s->broadcast, .tree = s->tree, .at_once = g->kind->frame->shape.trees_at_once > 1, .verdict = s->verdict, .known = s->known,
		.groups = g->kind->frame->shape.groups > 0, .mine = g->in->mine, .member = g->in->member,
		.turned_any = g->kind->lanes > 1 ? g->r->turned_any & 1 : g->r->turned,
		.decided = g->r->decided, .holds = holds, .down = (uint32_t)g->in->down, .open = (uint32_t)g->r->open,
		.complete = (uint32_t)g->in->complete, .move = (uint32_t)(g->r->go_on >> 1),
	};
}

/* What the part in broadcasts says in this clock. */
static void show_broadcasts(struct edge *g, struct broadcast_inputs *in, bool holds)
{
	*in = broadcast_inputs_of(g, holds);
	g->said = broadcast_show(g->broadcasts, in);
	g->arrived = g->said.arrived;
}

static bool clock_broadcasts(struct edge *g, struct broadcast_inputs *in)
{
	in->take = (uint32_t)g->e->take;
	in->take_own = (uint32_t)g->e->take_own;
	broadcast_clock(&g->a->broadcasts, in, &g->said);
	return memcmp(&g->a->broadcasts, g->broadcasts, sizeof *g->broadcasts) != 0;
}

/* ---- An adapter ---- */

void adapter_port(struct adapter *a, unsigned i, uint32_t to, uint32_t way)
{
	a->lane[i].to = to;
	a->lane[i].way = way;
	a->restless |= UINT64_C(1) << i;
}

uint64_t adapter_words(const struct adapter_kind *kind, const struct adapter *a, uint64_t valid)
{
	return kind->lanes > 1 ? a->r.full : valid;
}

uint64_t adapter_takes(const struct adapter_kind *kind, const struct adapter *a)
{
	return kind->lanes > 1 ? a->r.ready : a->r.tready;
}

uint64_t adapter_gives(const struct adapter_kind *kind, const struct adapter *a)
{
	return kind->lanes > 1 ? a->r.received & 1 : a->r.tvalid;
}

/* While all lanes are full, the token goes round and nobody looks. */
static void catch_up(const struct adapter_kind *k, struct adapter *a, uint64_t now)
{
	if (k->lanes > 1 && a->r.full == k->all && k->frame->shape.phase_slots == 0)
		for (unsigned left = (unsigned)((now - a->next) % k->lanes); left > 0; left--)
			a->r.token = rotated(k, a->r.token);
	a->next = now + 1;
}

/* Of several lanes: the registers of one lane come behind the others. */
enum { MANY_BYTES = offsetof(struct adapter_registers, tready) };

/* `r` before the edge, and the registers behind it. */
static bool same(const struct adapter_kind *k, struct adapter_registers *r, const struct adapter_registers *n)
{
	if (k->lanes == 1)
		return !memcmp(r, n, sizeof *n);
	if (k->frame->shape.phase_slots == 0 && r->full == k->all && n->full == k->all)
		r->token = n->token;
	return !memcmp(r, n, MANY_BYTES);
}

/* What is known of the words in this clock. */
static void look_at_words(struct edge *g)
{
	const struct adapter_kind *k = g->kind;
	const struct adapter_registers *r = g->r;
	struct adapter *a = g->a;

	g->still = a->still && g->in->to == a->port_to && r->full == a->compared;
	a->port_to = g->in->to;
	a->port_way = g->in->way;
	a->compared = r->full;
	g->words = adapter_words(k, a, g->in->valid);
	g->waiting = r->here[k->frame->label_clocks - 1];
	g->own = r->own;
	g->away = k->gaps ? r->away : k->all & ~r->own;
	g->settled = k->gaps ? r->settled : r->turned;
	g->arrived = g->in->complete;
	g->line = k->lanes > 1 ? g->s->line : mask(g->s->line & 1);
	g->apart = k->top ? words_apart(g) : 0;
}

void adapter_clock(const struct adapter_kind *kind, struct adapter *a, const struct adapter_signals *s,
		   const struct adapter_inputs *in, struct adapter_events *e)
{
	catch_up(kind, a, s->now);

	struct adapter_registers r;
	struct edge g = { .kind = kind, .a = a, .s = s, .in = in, .e = e, .r = &r, .n = &a->r, .broadcasts = &a->broadcasts };
	bool many = kind->lanes > 1, spoke = false;
	uint64_t holds = many ? mask(a->r.holds & 1) : a->r.tvalid, closed = holds, hold, took = a->took;
	struct broadcast_registers before;
	struct broadcast_inputs cast;

	memcpy(&r, &a->r, many ? MANY_BYTES : sizeof r);
	*e = (struct adapter_events){ .fresh = r.ready ? r.token : 0 };
	look_at_words(&g);
	if (kind->broadcasts) {
		before = a->broadcasts;
		g.broadcasts = &before;
		show_broadcasts(&g, &cast, holds);
		closed = mask(before.closed);
	}
	hold = many ? r.held & ~mask(s->answering) & ~g.apart : a->hold;
	clock_due(&g);
	clock_choice(&g, closed, kind->frame->turns ? hold : r.other & ~mask(s->answering));
	clock_receiver(&g, closed);
	clock_accepted(&g, took);
	a->took = e->take | e->take_own;
	if (kind->broadcasts)
		spoke = clock_broadcasts(&g, &cast);
	if (many)
		clock_many(&g);
	else
		clock_one(&g);
	if (kind->frame->turns)
		clock_turns(&g);
	clock_labels(&g);
	if (many)
		change_words(&g);
	a->still = !g.changed;
	e->changed = e->changed || g.changed || spoke || a->took != took || !same(kind, &r, &a->r);
}

bool adapter_idle(const struct adapter_kind *kind, const struct adapter *a, uint64_t valid)
{
	const struct adapter_registers *r = &a->r;
	uint64_t here = 0;

	for (unsigned k = 0; k < kind->frame->label_clocks; k++)
		here |= r->here[k];
	return broadcast_idle(&a->broadcasts)
	       && !(valid || here || r->accepted || r->turn || r->turn_loaded || r->turned || r->turn_soon || r->turn_now
		 || a->took || r->late || r->seen || r->bound || r->again || r->held || r->owns || r->passed || r->tready
		 || r->tvalid || r->in_vain || r->full || r->last_bit || r->received || r->go_on || r->done || r->holds
		 || r->turned_any || r->passed_any || r->wait || r->go || r->ready);
}

/* ---- Preparations ---- */

const char *adapter_no_model(const struct frame *f)
{
	_Static_assert(ADAPTER_MOST_LANES == 32, "the message says so");
	if (f->lanes > ADAPTER_MOST_LANES)
		return "the model of this network has leaves of up to 32 lanes";
	return f->label_clocks > ADAPTER_LABEL_CLOCKS ? "the model of this network has no labels that long" : NULL;
}

void adapter_kind_set(struct adapter_kind *k, const struct frame *f)
{
	unsigned quads = (f->levels + 3) / 4;
	bool general = f->shape.height > 0, top = f->shape.trees > 0 || f->external_wires > 0;
	unsigned width = f->lanes > 1 || f->shape.trees > 0 ? f->lanes : ADAPTER_MOST_LEAVES;

	*k = (struct adapter_kind){
		.frame = f, .lanes = f->lanes, .width = width, .all = bits_low(width),
		.gaps = f->leaves != 1u << f->levels, .retries = f->shape.detour && f->path_bits > 0,
		.top = top, .broadcasts = f->shape.trees > 0, .own_gates = any_gates(f->levels + top <= 16 ? 16 : 64), .pairs = (f->levels + 1) / 2,
		.sign_gates = any_gates((f->levels + 1) / 2 + top + 1), .lane_gates = any_gates(f->lanes),
		.digit_gates = any_gates(larger(1, f->shape.height)), .last_label = f->leaves - 1,
	};
	k->settle = 1 + frame_gather_clocks(k->pairs + top + 1) + frame_gather_clocks(f->lanes);
	if (k->gaps && !general && f->levels > SHORT_LABEL)
		k->gap_clocks = 1 + digit_bits(quads);
}

static struct adapter_times *time_at(struct adapter_times *times, const struct frame *f, unsigned clock)
{
	return &times[(clock + f->slot_clocks) % f->slot_clocks];
}

/* From here on it is known whether a slot's broadcast concerns the leaf: leaf_group.v has shifted in all but the payload. */
static unsigned group_known(const struct frame *f)
{
	enum { REGISTERS = 3 };		/* two behind `down`, and known[0] */

	return f->latency + f->source_bits + f->group_bits + REGISTERS + larger(1, frame_gather_clocks(f->levels));
}

/* What happens in networks with broadcasts, apart from what happens in all. */
static void set_broadcast_times(struct adapter_times *times, const struct frame *f)
{
	enum { VERDICT = 3 };		/* registers from `down_start` to heard[1] of leaf_broadcast.v */
	unsigned verdict = f->acknowledge_at + f->latency + VERDICT, known = group_known(f) - 1;

	time_at(times, f, verdict)->verdict = time_at(times, f, verdict)->awake = true;
	time_at(times, f, known)->known = time_at(times, f, known)->awake = true;
	/* Silence is heard, and the next slot is for broadcasts, or is not. */
	time_at(times, f, f->latency)->awake = true;
	time_at(times, f, f->broadcast_at)->awake = true;
}

void adapter_times_set(struct adapter_times *times, const struct frame *f)
{
	unsigned s = f->slot_clocks, decide = f->decide_at + s - FRAME_START_AHEAD;
	memset(times, 0, s * sizeof *times);
	time_at(times, f, s - 1)->load = time_at(times, f, f->acknowledge_at - 1)->load = true;
	time_at(times, f, f->body_at + s - 1)->load_body = true;
	time_at(times, f, f->latency)->down_start = time_at(times, f, f->acknowledge_at + f->latency)->down_start = true;
	for (unsigned k = f->answer_from - 1; k < f->answer_to - 1; k++)
		time_at(times, f, k)->answering = true;
	if (f->lanes > 1)
		time_at(times, f, decide)->decide = true;
	if (f->turns) {
		time_at(times, f, f->mark_at + s - FRAME_START_AHEAD)->mark = true;
		time_at(times, f, f->mark_again_at + s - FRAME_START_AHEAD)->mark = true;
	}
	if (f->shape.trees > 0)
		set_broadcast_times(times, f);
	/* The next slot's number shows. */
	if (f->slot_bits > 0)
		time_at(times, f, f->body_at)->awake = true;
	/* In any other clock an adapter only goes on with what it does. */
	for (unsigned k = 0; k < s; k++) {
		struct adapter_times *t = &times[k];

		t->awake = t->awake || t->load || t->load_body || (t->down_start && t->answering) || t->decide || t->mark
			   || t->answering != time_at(times, f, k + s - 1)->answering
			   || t->answering != time_at(times, f, k + 1)->answering;
	}
}

unsigned adapter_line_clocks(const struct frame *f)
{
	return f->mark_again_at - f->mark_at;
}

size_t adapter_size(const struct adapter_kind *kind)
{
	size_t size = sizeof(struct adapter) + kind->width * sizeof(struct adapter_lane);
	size_t unit = _Alignof(struct adapter);

	return (size + unit - 1) / unit * unit;
}

void adapter_reset(const struct adapter_kind *kind, struct adapter *a)
{
	struct adapter_signals s = { .rst = true };
	struct adapter_inputs in = { .ready = UINT64_MAX };
	struct adapter_events e;

	a->restless = kind->lanes > 1 ? 0 : kind->all;
	for (unsigned k = 0; k < 2 * ADAPTER_MEMORY; k++)
		adapter_clock(kind, a, &s, &in, &e);
	a->next = 0;
}
