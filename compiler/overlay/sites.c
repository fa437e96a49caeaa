/* sites.c: who is where in a mesh. */
#include "overlay/sites.h"

#include <stdlib.h>

#include "util/text.h"

static const struct pad *pad_of(const struct sites *b, unsigned body)
{
	return &b->t->pad[body - b->t->cells];
}

int *sites_at(const struct sites *b, unsigned body, unsigned place)
{
	return sites_is_pad(b, body) ? &b->on_border[pad_of(b, body)->in][place] : &b->on_element[place];
}

static void put(struct sites *b, unsigned body, unsigned place)
{
	struct body *mine = &b->body[body];

	mine->place = place;
	if (sites_is_pad(b, body)) {
		struct overlay_place at = overlay_border(b->o, place);

		mine->row = (int)at.row;
		mine->column = (int)at.column;
	} else {
		mine->row = (int)(place / b->side);
		mine->column = (int)(place % b->side);
	}
	*sites_at(b, body, place) = (int)body;
}

void sites_exchange(struct sites *b, unsigned body, unsigned place)
{
	unsigned from = b->body[body].place;
	int other = *sites_at(b, body, place);

	*sites_at(b, body, from) = NOBODY;
	if (other != NOBODY)
		put(b, (unsigned)other, from);
	put(b, body, place);
}

static bool may_have(const struct sites *b, const struct pad *pad, unsigned place)
{
	int position = overlay_border_position(b->o, place);

	if (pad->fixed >= 0)
		return place == (unsigned)pad->fixed;
	if (pad->pin)
		return overlay_border_pin(b->o, place) >= 0;
	return position >= 0 && (unsigned)position % b->o->wires == pad->wire;
}

static void set_choices(struct sites *b)
{
	unsigned pads = b->t->pads;

	b->choice = allocate_array(pads + 1, sizeof *b->choice);
	b->choices = allocate_array(pads + 1, sizeof *b->choices);
	for (unsigned i = 0; i < pads; i++) {
		b->choice[i] = allocate_array(4 * (size_t)b->side, sizeof **b->choice);
		for (unsigned place = 0; place < 4 * b->side; place++)
			if (may_have(b, &b->t->pad[i], place))
				b->choice[i][b->choices[i]++] = place;
	}
}

static void shuffle(struct random *random, unsigned *list, unsigned count)
{
	for (unsigned i = count; i > 1; i--) {
		unsigned k = (unsigned)random_below(random, i), kept = list[k];

		list[k] = list[i - 1];
		list[i - 1] = kept;
	}
}

static void scatter_cells(struct sites *b, struct random *random)
{
	unsigned elements = b->side * b->side, *list = allocate_array(elements, sizeof *list);

	for (unsigned e = 0; e < elements; e++)
		list[e] = e;
	shuffle(random, list, elements);
	for (unsigned c = 0; c < b->t->cells; c++)
		put(b, c, list[c]);
	free(list);
}

/* Pads with a fixed position come first. */
static void scatter_pads(struct sites *b)
{
	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned i = 0; i < b->t->pads; i++) {
			unsigned body = b->t->cells + i, k = 0;

			if ((b->t->pad[i].fixed >= 0) != (pass == 0))
				continue;
			while (*sites_at(b, body, b->choice[i][k]) != NOBODY)
				k++;
			put(b, body, b->choice[i][k]);
		}
}

static int *nobody(size_t count)
{
	int *places = allocate_array(count, sizeof *places);

	for (size_t i = 0; i < count; i++)
		places[i] = NOBODY;
	return places;
}

void sites_start(struct sites *b, const struct mesh_task *t, const struct overlay *o, struct random *random)
{
	*b = (struct sites){ .t = t, .o = o, .side = t->side, .bodies = t->cells + t->pads };
	b->body = allocate_array(b->bodies + 1, sizeof *b->body);
	b->on_element = nobody((size_t)b->side * b->side);
	for (unsigned in = 0; in < 2; in++)
		b->on_border[in] = nobody(4 * (size_t)b->side);
	set_choices(b);
	scatter_cells(b, random);
	scatter_pads(b);
}

void sites_free(struct sites *b)
{
	for (unsigned i = 0; b->choice && i < b->t->pads; i++)
		free(b->choice[i]);
	free(b->choice);
	free(b->choices);
	free(b->body);
	free(b->on_element);
	free(b->on_border[0]);
	free(b->on_border[1]);
	*b = (struct sites){ 0 };
}

static unsigned draw_position(const struct sites *b, struct random *random, unsigned body)
{
	unsigned pad = body - b->t->cells;
	unsigned place = b->choice[pad][random_below(random, b->choices[pad])];
	int other = *sites_at(b, body, place);

	return other != NOBODY && pad_of(b, (unsigned)other)->fixed >= 0 ? b->body[body].place : place;
}

/* A number at most `reach` away from `at`, 0 .. side - 1. */
static unsigned near_by(const struct sites *b, struct random *random, int at, int reach)
{
	int low = at - reach < 0 ? 0 : at - reach, high = at + reach >= (int)b->side ? (int)b->side - 1 : at + reach;

	return (unsigned)low + (unsigned)random_below(random, (uint64_t)(high - low + 1));
}

unsigned sites_draw(const struct sites *b, struct random *random, unsigned body, int reach)
{
	const struct body *mine = &b->body[body];
	unsigned row, column;

	if (sites_is_pad(b, body))
		return draw_position(b, random, body);
	row = near_by(b, random, mine->row, reach);
	column = near_by(b, random, mine->column, reach);
	return row * b->side + column;
}
