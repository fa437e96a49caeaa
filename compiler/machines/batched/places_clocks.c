/* places_clocks.c: free places and delivered words of a leaf, clock by clock. */
#include "machines/batched/places_clocks.h"

void places_reset(struct batched_places *p, const struct batched_shape *s)
{
	*p = (struct batched_places){ .places = s->places, .degree = s->degree, .fills = s->places, .reserve = s->degree };
}

unsigned places_room(const struct batched_places *p)
{
	return p->first + (p->first && p->second);
}

bool places_all_out(const struct batched_places *p)
{
	return p->out == p->listed;
}

unsigned places_next(const struct batched_places *p, bool parity)
{
	return p->word[parity][p->out];
}

/* ---- words for m_axis ------------------------------------------------------------------------------------------------ */

/* Lists a word of the round. False if there is no room for it. */
static bool list_word(struct batched_places *p, bool parity, unsigned word)
{
	if (p->listed == p->degree)
		return false;
	p->word[parity][p->listed++] = word;
	return true;
}

static void step_round(struct batched_places *p)
{
	p->listed = p->listed_next;
	p->listed_next = p->out = 0;
}

/* Returns whether a word is lost. */
static bool step_delivered(struct batched_places *p, const struct places_clock *c)
{
	bool first = c->whole > 0 && c->mine[0], second = p->late && p->late_mine;
	bool lists = (first || second) && list_word(p, c->parity, first ? c->came : p->late_word), lost = (first || second) && !lists;

	p->late = c->whole == 2;
	p->late_mine = c->mine[1];
	p->late_word = c->came + 1;
	if (p->self_waits && !lists) {
		p->word[!c->parity][p->listed_next++] = p->self;
		p->self_waits = false;
	}
	if (c->commit && c->is_self) {
		p->self = c->own;
		p->self_waits = true;
	}
	p->out += c->got_last;
	if (c->round_now)
		step_round(p);
	return lost;
}

/* ---- free places ----------------------------------------------------------------------------------------------------- */

/* One of the places that words have left, or that a reset frees, is put into `front` or on the stack. */
static bool puts_place(struct batched_places *p)
{
	if (p->waits_late)
		p->waits_late = false;
	else if (p->waits_out)
		p->waits_out = false;
	else if (p->waits_a)
		p->waits_a = false;
	else if (p->waits_b)
		p->waits_b = false;
	else if (p->fills > 0)
		p->fills--;
	else
		return false;
	return true;
}

static void step_free(struct batched_places *p, const struct places_clock *c, bool lost)
{
	const struct batched_places was = *p;
	bool gives_own = was.front && !was.own && was.reserve > 0;
	bool gives = was.front && !gives_own && !was.second && was.depth >= was.reserve;
	bool stays = was.front && !gives_own && !gives, puts = puts_place(p);
	bool moves = was.second && !was.first, draws = !puts && !was.front && was.depth > 0;

	p->depth += (puts && stays) - draws;
	p->front = draws || puts || stays;
	p->waits_late |= lost;
	p->waits_out |= c->got_last;
	p->waits_a |= c->left > 0;
	p->waits_b |= c->left > 1;
	p->own = gives_own || (was.own && !c->stores);
	p->reserve = c->round_now ? p->degree - (was.own || gives_own) - c->kept : was.reserve - gives_own;
	p->first = moves || (gives && !was.first) || (was.first && c->takes == 0);
	p->second = (gives && was.first) || (was.second && c->takes < 2 && !moves);
}

void places_step(struct batched_places *p, const struct places_clock *c)
{
	bool lost = step_delivered(p, c);

	p->overflow |= lost || c->lost;
	step_free(p, c, lost);
}
