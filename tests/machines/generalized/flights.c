/* flights.c: messages that meet on links. */
#include "flights.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

void shuffle(struct random *random, uint32_t *list, unsigned count)
{
	for (uint32_t i = count - 1; i > 0; i--) {
		uint32_t j = (uint32_t)random_below(random, i + 1), swapped = list[i];

		list[i] = list[j];
		list[j] = swapped;
	}
}

void identity(uint32_t *list, unsigned count)
{
	for (uint32_t i = 0; i < count; i++)
		list[i] = i;
}

void flights_start(struct flights *f, const struct spec *spec, unsigned count)
{
	unsigned long links = 0;

	for (unsigned level = 0; level < spec->height; level++)
		links = xgft_links(spec, level) > links ? xgft_links(spec, level) : links;
	*f = (struct flights){ .spec = spec, .count = count, .flight = allocate_array(count, sizeof *f->flight),
			       .order = allocate_array(count, sizeof *f->order),
			       .wires = allocate_array(links, sizeof *f->wires) };
	identity(f->order, count);
}

void flights_free(struct flights *f)
{
	free(f->flight);
	free(f->order);
	free(f->wires);
}

void flights_send(struct flights *f, unsigned i, unsigned source, unsigned destination)
{
	struct flight *flight = &f->flight[i];

	xgft_path(f->spec, source, destination, xgft_turn_level(f->spec, source, destination), flight->beta,
		  &flight->path);
}

unsigned flights_pass(struct flights *f, struct random *random, unsigned level, bool up)
{
	unsigned w = f->spec->parents[level], lost = 0;

	memset(f->wires, 0, xgft_links(f->spec, level - 1) * sizeof *f->wires);
	if (random)
		shuffle(random, f->order, f->count);
	for (unsigned i = 0; i < f->count; i++) {
		struct flight *flight = &f->flight[f->order[i]];

		if (flight->lost || flight->path.top < level)
			continue;
		unsigned below = flight->path.node[up ? level - 1 : 2 * flight->path.top - (level - 1)];
		uint16_t *used = &f->wires[(size_t)below * w + flight->beta[level]];

		flight->lost = *used == f->spec->link_width;
		lost += flight->lost;
		*used += !flight->lost;
	}
	return lost;
}

void flights_pass_all(struct flights *f, struct random *random)
{
	for (unsigned level = 1; level <= f->spec->height; level++)
		flights_pass(f, random, level, true);
	for (unsigned level = f->spec->height; level >= 1; level--)
		flights_pass(f, random, level, false);
}
