/* phases.c: phases of messages, and whether any two meet on a link. */
#include "machines/phases.h"

#include <stdlib.h>

#include "machines/xgft.h"
#include "machines/xgft_spread.h"
#include "util/text.h"

void phases_take(struct phases *p, const struct spec *spec, const struct message_set *set)
{
	*p = (struct phases){ .spec = spec, .message = allocate_array(set->count + 1, sizeof *p->message) };
	for (size_t i = 0; i < set->count; i++) {
		const struct demand *d = &set->demand[i];

		if (d->source == d->destination)
			p->local++;
		else
			p->message[p->count++] = (struct phase_message){ d->source, d->destination, 0, 0 };
	}
}

void phases_free(struct phases *p)
{
	free(p->message);
	*p = (struct phases){0};
}

struct xgft_ends *phases_ends(const struct phases *p)
{
	struct xgft_ends *path = allocate_array(p->count + 1, sizeof *path);

	for (size_t i = 0; i < p->count; i++)
		path[i] = (struct xgft_ends){ p->message[i].source, p->message[i].destination, p->message[i].way };
	return path;
}

bool phases_konig_applies(const struct spec *spec, unsigned *level)
{
	for (*level = 1; *level < spec->height; ++*level)
		if (spec->parents[*level + 1] < spec->children[*level])
			return false;
	return true;
}

/* The messages by slot, in a fresh array. */
static uint32_t *by_slot(const struct phases *p)
{
	size_t *start = allocate_array((size_t)p->slots + 3, sizeof *start);
	uint32_t *order = allocate_array(p->count + 1, sizeof *order);

	for (size_t i = 0; i < p->count; i++)
		start[p->message[i].slot + 2]++;
	for (size_t s = 2; s < (size_t)p->slots + 2; s++)
		start[s] += start[s - 1];
	for (size_t i = 0; i < p->count; i++)
		order[start[p->message[i].slot + 1]++] = (uint32_t)i;
	free(start);
	return order;
}

void phases_sort(struct phases *p)
{
	struct phase_message *sorted = allocate_array(p->count + 1, sizeof *sorted);
	uint32_t *order = by_slot(p);

	for (size_t i = 0; i < p->count; i++)
		sorted[i] = p->message[order[i]];
	free(order);
	free(p->message);
	p->message = sorted;
}

unsigned phases_least(const struct phases *p)
{
	return (p->degree + p->spec->parents[1] - 1) / p->spec->parents[1];
}

/* Puts message i on the links from `leaf` up, one direction of which `user` has the messages of the slot: message + 1, of
 * this slot or an earlier one. False if another of the slot is there. */
static bool use_links(const struct phases *p, uint32_t *user, size_t i, unsigned leaf, size_t *other, unsigned *level)
{
	const struct phase_message *m = &p->message[i];
	unsigned top = xgft_turn_level(p->spec, m->source, m->destination);
	size_t link[MAXIMUM_LEVELS];

	xgft_way_links(p->spec, leaf, top, m->way, link);
	for (*level = 0; *level < top; ++*level) {
		uint32_t *at = &user[link[*level]];

		if (*at && p->message[*at - 1].slot == m->slot) {
			*other = *at - 1;
			return false;
		}
		*at = (uint32_t)i + 1;
	}
	return true;
}

bool phases_check(const struct phases *p, size_t *first, size_t *second, unsigned *level)
{
	size_t links = xgft_all_links(p->spec);
	uint32_t *user = allocate_array(2 * links, sizeof *user), *order = by_slot(p);
	bool good = true;

	for (size_t k = 0; good && k < p->count; k++) {
		const struct phase_message *m = &p->message[*first = order[k]];

		good = use_links(p, user, *first, m->source, second, level)
		       && use_links(p, user + links, *first, m->destination, second, level);
	}
	free(order);
	free(user);
	return good;
}

struct schedule_file phases_schedule(const struct phases *p)
{
	struct schedule_file file = {
		.set = { allocate_array(p->count + 1, sizeof *file.set.demand), p->count },
		.schedule = { .cycles = p->slots, .cycle = allocate_array(p->count + 1, sizeof *file.schedule.cycle) },
		.way = allocate_array(p->count + 1, sizeof *file.way),
	};

	for (size_t i = 0; i < p->count; i++) {
		file.set.demand[i] = (struct demand){ p->message[i].source, p->message[i].destination };
		file.schedule.cycle[i] = p->message[i].slot;
		file.way[i] = p->message[i].way;
	}
	return file;
}
