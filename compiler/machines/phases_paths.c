/* phases_paths.c: slots for messages whose paths are given, and paths that spread them (phases.h).
 *
 * A colour is a slot. On every link each way there is a count of the messages of each colour: two of a colour meet there. */
#include <stdlib.h>
#include <string.h>

#include "machines/phases.h"
#include "machines/xgft.h"
#include "machines/xgft_spread.h"
#include "random.h"
#include "util/budget.h"
#include "util/number.h"
#include "util/text.h"

/* WORK: counts that a search looks at; small sets take 20,000 steps. Sets of which one takes that much get some more slots at
 * a time. LARGE: messages times colours from which on messages are coloured in one order. */
enum { NONE = UINT32_MAX, TRIES = 3, STEPS = 20000, WORK = 50000000, LARGE = 1 << 22, LARGE_SETS_PART = 16, LOOKED_AT = 20, TABU_LEAST = 5, TABU_MORE = 5, ROUNDS = 2 };

struct colouring {
	size_t messages, links;		/* links: both directions */
	uint32_t *start, *link;		/* link[start[i] .. start[i + 1] - 1] of message i */
	uint32_t *user_start, *user;	/* likewise the messages of a link */
	unsigned colours;
	uint32_t *colour;		/* [message]; NONE: not yet */
	uint32_t *uses;			/* [link * colours + colour] */
	struct random random;
	uint64_t work;			/* of searches: counts looked at */
};

/* ---- Links ---- */

/* The links of a message, source first; returns their number. */
static unsigned links_of(const struct phases *p, const struct phase_message *m, size_t *link)
{
	unsigned top = xgft_turn_level(p->spec, m->source, m->destination);

	return xgft_path_links(p->spec, m->source, m->destination, top, m->way, xgft_all_links(p->spec), link);
}

static void list_links(struct colouring *g, const struct phases *p)
{
	size_t link[2 * MAXIMUM_LEVELS];

	g->start = allocate_array(g->messages + 1, sizeof *g->start);
	g->link = allocate_array(2 * g->messages * p->spec->height + 1, sizeof *g->link);
	for (size_t i = 0; i < g->messages; i++) {
		unsigned count = links_of(p, &p->message[i], link);

		for (unsigned k = 0; k < count; k++)
			g->link[g->start[i] + k] = (uint32_t)link[k];
		g->start[i + 1] = g->start[i] + count;
	}
}

static void list_users(struct colouring *g)
{
	g->user_start = allocate_array(g->links + 2, sizeof *g->user_start);
	g->user = allocate_array((size_t)g->start[g->messages] + 1, sizeof *g->user);
	for (size_t k = 0; k < g->start[g->messages]; k++)
		g->user_start[g->link[k] + 2]++;
	for (size_t e = 0; e < g->links; e++)
		g->user_start[e + 1] += g->user_start[e];
	for (size_t i = 0; i < g->messages; i++)
		for (uint32_t k = g->start[i]; k < g->start[i + 1]; k++)
			g->user[g->user_start[g->link[k] + 1]++] = (uint32_t)i;
}

static unsigned most_users(const struct colouring *g)
{
	unsigned found = 0;

	for (size_t e = 0; e < g->links; e++)
		found = larger(found, g->user_start[e + 1] - g->user_start[e]);
	return found;
}

/* ---- DSATUR ---- */

/* Messages by the number of colours that their links have, then by the users of their links, in a heap. An entry whose
 * message has changed since stays, and is skipped. */
struct heap {
	struct entry {
		uint32_t taken, users, message;
	} *entry;
	size_t count;
};

static bool above(const struct entry *a, const struct entry *b)
{
	return a->taken != b->taken ? a->taken > b->taken : a->users != b->users ? a->users > b->users
								: a->message < b->message;
}

static void push(struct heap *h, struct entry e)
{
	size_t k = h->count;

	h->entry = room_for_one(h->entry, h->count++, sizeof *h->entry);
	for (; k > 0 && above(&e, &h->entry[(k - 1) / 2]); k = (k - 1) / 2)
		h->entry[k] = h->entry[(k - 1) / 2];
	h->entry[k] = e;
}

static struct entry pop(struct heap *h)
{
	struct entry top = h->entry[0], last = h->entry[--h->count];
	size_t k = 0, child;

	for (; (child = 2 * k + 1) < h->count; k = child) {
		child += child + 1 < h->count && above(&h->entry[child + 1], &h->entry[child]);
		if (!above(&h->entry[child], &last))
			break;
		h->entry[k] = h->entry[child];
	}
	h->entry[k] = last;
	return top;
}

/* What DSATUR knows of each message. */
struct saturation {
	struct heap heap;
	uint32_t *taken, *users;	/* [message] */
	uint8_t *times;			/* [message * colours + colour]: links of the message with that colour */
};

/* A link has got its first message of colour c. */
static void take_colour(const struct colouring *g, struct saturation *s, uint32_t link, unsigned c)
{
	for (uint32_t u = g->user_start[link]; u < g->user_start[link + 1]; u++) {
		uint32_t j = g->user[u];

		if (s->times[(size_t)j * g->colours + c]++ > 0)
			continue;
		s->taken[j]++;
		if (g->colour[j] == NONE && g->messages * g->colours < LARGE)
			push(&s->heap, (struct entry){ s->taken[j], s->users[j], j });
	}
}

static void spend(struct colouring *g, unsigned work)
{
	g->work += work;
	budget_spend(8 * (uint64_t)work);
}

/* Gives message i the first colour that no link of it has, else any one; false then. */
static bool colour_next(struct colouring *g, struct saturation *s, uint32_t i)
{
	unsigned c = 0;

	while (c < g->colours && s->times[(size_t)i * g->colours + c])
		c++;
	bool found = c < g->colours;
	g->colour[i] = found ? c : (uint32_t)random_below(&g->random, g->colours);
	for (uint32_t k = g->start[i]; k < g->start[i + 1]; k++) {
		uint32_t *uses = &g->uses[(size_t)g->link[k] * g->colours + g->colour[i]];

		if (*uses == 0)
			spend(g, g->user_start[g->link[k] + 1] - g->user_start[g->link[k]]);
		if ((*uses)++ == 0)
			take_colour(g, s, g->link[k], g->colour[i]);
	}
	return found;
}

/* The messages in random order, so that tries differ where messages are alike. */
static void begin(struct colouring *g, struct saturation *s)
{
	memset(g->uses, 0, g->links * g->colours * sizeof *g->uses);
	memset(g->colour, 0xff, g->messages * sizeof *g->colour);
	for (uint32_t i = 0; i < g->messages; i++) {
		for (uint32_t k = g->start[i]; k < g->start[i + 1]; k++)
			s->users[i] += g->user_start[g->link[k] + 1] - g->user_start[g->link[k]];
		s->users[i] = s->users[i] << 8 | (uint32_t)random_below(&g->random, 256);
		push(&s->heap, (struct entry){ 0, s->users[i], i });
	}
}

/* Colours all messages; false if some meet. */
static bool dsatur(struct colouring *g)
{
	struct saturation s = {
		.taken = allocate_array(g->messages + 1, sizeof *s.taken),
		.users = allocate_array(g->messages + 1, sizeof *s.users),
		.times = allocate_array(g->messages * g->colours + 1, 1),
	};
	bool good = true;

	begin(g, &s);
	while (s.heap.count > 0) {
		struct entry e = pop(&s.heap);

		if (g->colour[e.message] == NONE)
			good &= colour_next(g, &s, e.message);
	}
	free(s.heap.entry);
	free(s.taken);
	free(s.users);
	free(s.times);
	return good;
}

/* ---- Tabu search ---- */

/* The messages that meet others, and until which step a message may not take a colour again. */
struct search {
	uint32_t *bad, *place;		/* place[message] in bad, + 1; 0: it meets none */
	size_t bads;
	uint32_t *until;		/* [message * colours + colour] */
};

/* How often message i would meet others with colour c. */
static unsigned meetings(struct colouring *g, uint32_t i, unsigned c)
{
	unsigned found = 0, self = g->colour[i] == c;

	g->work += g->start[i + 1] - g->start[i];
	for (uint32_t k = g->start[i]; k < g->start[i + 1]; k++)
		found += g->uses[(size_t)g->link[k] * g->colours + c] - self;
	return found;
}

static void judge(struct colouring *g, struct search *s, uint32_t i)
{
	bool bad = meetings(g, i, g->colour[i]) > 0;

	if (bad && !s->place[i]) {
		s->bad[s->bads++] = i;
		s->place[i] = (uint32_t)s->bads;
	} else if (!bad && s->place[i]) {
		uint32_t last = s->bad[--s->bads];

		s->bad[s->place[i] - 1] = last;
		s->place[last] = s->place[i];
		s->place[i] = 0;
	}
}

static void recolour(struct colouring *g, struct search *s, uint32_t i, unsigned c)
{
	unsigned old = g->colour[i];

	for (uint32_t k = g->start[i]; k < g->start[i + 1]; k++) {
		g->uses[(size_t)g->link[k] * g->colours + old]--;
		g->uses[(size_t)g->link[k] * g->colours + c]++;
	}
	g->colour[i] = c;
	for (uint32_t k = g->start[i]; k < g->start[i + 1]; k++) {
		uint32_t link = g->link[k];

		for (uint32_t u = g->user_start[link]; u < g->user_start[link + 1]; u++)
			if (g->colour[g->user[u]] == c || g->colour[g->user[u]] == old)
				judge(g, s, g->user[u]);
	}
}

/* The best move of some messages that meet others. */
static void step(struct colouring *g, struct search *s, uint32_t now)
{
	int best = INT32_MAX;
	uint32_t message = NONE;
	unsigned colour = 0;

	for (unsigned k = 0; k < LOOKED_AT; k++) {
		uint32_t i = s->bad[random_below(&g->random, s->bads)];
		unsigned here = meetings(g, i, g->colour[i]);

		for (unsigned c = 0; c < g->colours; c++) {
			int change = (int)meetings(g, i, c) - (int)here;

			if (c == g->colour[i] || s->until[(size_t)i * g->colours + c] > now || change >= best)
				continue;
			best = change;
			message = i;
			colour = c;
		}
	}
	if (message == NONE)
		return;
	s->until[(size_t)message * g->colours + g->colour[message]] =
		now + TABU_LEAST + (uint32_t)random_below(&g->random, TABU_MORE);
	recolour(g, s, message, colour);
}

static bool tabu(struct colouring *g)
{
	struct search s = {
		.bad = allocate_array(g->messages + 1, sizeof *s.bad),
		.place = allocate_array(g->messages + 1, sizeof *s.place),
		.until = allocate_array(g->messages * g->colours + 1, sizeof *s.until),
	};

	for (uint32_t i = 0; i < g->messages; i++)
		judge(g, &s, i);
	for (uint32_t now = 1; s.bads > 0 && now <= STEPS && g->work < WORK; now++) {
		uint64_t before = g->work;

		step(g, &s, now);
		budget_spend(8 * (g->work - before));
	}
	bool good = s.bads == 0;
	free(s.bad);
	free(s.place);
	free(s.until);
	return good;
}

static bool colour_with(struct colouring *g, unsigned colours)
{
	bool good = false;

	g->colours = colours;
	g->uses = allocate_array(g->links * colours + 1, sizeof *g->uses);
	g->work = 0;
	for (unsigned try = 0; !good && try < TRIES && g->work < WORK; try++)
		good = dsatur(g) || tabu(g);
	free(g->uses);
	return good;
}

void phases_colour(struct phases *p)
{
	struct colouring g = { .messages = p->count, .links = 2 * xgft_all_links(p->spec),
			       .colour = allocate_array(p->count + 1, sizeof *g.colour) };

	random_start(&g.random, 1, 0);
	list_links(&g, p);
	list_users(&g);
	for (p->slots = most_users(&g); p->slots > 0 && !colour_with(&g, p->slots); p->slots++)
		p->slots += g.work < WORK ? 0 : p->slots / LARGE_SETS_PART;
	for (size_t i = 0; p->slots > 0 && i < p->count; i++)
		p->message[i].slot = g.colour[i];
	free(g.start);
	free(g.link);
	free(g.user_start);
	free(g.user);
	free(g.colour);
}

/* ---- Ways ---- */

/* The way of a message with the fewest others on its links, level by level; those on the way up and down are in `uses`. */
static uint32_t free_way(const struct phases *p, const struct phase_message *m, const uint32_t *uses)
{
	const struct spec *spec = p->spec;
	unsigned top = xgft_turn_level(spec, m->source, m->destination);
	unsigned up = m->source, down = m->destination, way = 0;
	size_t first = 0, all = xgft_all_links(spec);

	for (unsigned l = 0; l < top; l++) {
		unsigned w = spec->parents[l + 1], best = 0;
		uint64_t least = UINT64_MAX;

		for (unsigned b = 0; b < w; b++) {
			uint64_t u = uses[first + (size_t)up * w + b], d = uses[all + first + (size_t)down * w + b];
			uint64_t cost = (u > d ? u : d) << 32 | (u + d);

			if (cost < least) {
				least = cost;
				best = b;
			}
		}
		up = xgft_parent(spec, l, up, best);
		down = xgft_parent(spec, l, down, best);
		first += xgft_links(spec, l);
		way = way * w + best;
		budget_spend(w);
	}
	return way;
}

static void add_uses(const struct phases *p, const struct phase_message *m, uint32_t *uses, uint32_t by)
{
	size_t link[2 * MAXIMUM_LEVELS];
	unsigned count = links_of(p, m, link);

	for (unsigned k = 0; k < count; k++)
		uses[link[k]] += by;
}

/* The parents were chosen without a look at the levels above. */
static void improve(struct phases *p)
{
	struct xgft_ends *path = phases_ends(p);

	xgft_spread(p->spec, path, p->count, true);
	for (size_t i = 0; i < p->count; i++)
		p->message[i].way = path[i].way;
	free(path);
}

void phases_spread(struct phases *p)
{
	uint32_t *uses = allocate_array(2 * xgft_all_links(p->spec), sizeof *uses);

	for (unsigned round = 0; round < ROUNDS; round++) {
		for (size_t i = 0; i < p->count; i++) {
			struct phase_message *m = &p->message[i];

			if (round > 0)
				add_uses(p, m, uses, UINT32_MAX);
			m->way = free_way(p, m, uses);
			add_uses(p, m, uses, 1);
		}
	}
	free(uses);
	improve(p);
}
