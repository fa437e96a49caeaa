/* accept.c: which hypertrees can be made: those whose faults leave a network. */
#include <stdlib.h>

#include "machines/hypertree/words.h"
#include "util/message.h"
#include "util/text.h"

enum { SHOWN_QUEUES = 8 };

/* What faults do to a network. */
struct harm {
	struct hypertree *h;
	struct hypertree_islands islands;
	struct hypertree_dependencies dependencies;
};

static bool is_harmed(const struct harm *harm)
{
	return harm->islands.count > 1 || harm->dependencies.lost > 0 || harm->dependencies.cycle;
}

/* Of the first `count` faults. */
static struct harm examine(const struct spec *spec, unsigned count)
{
	const struct hypertree_parameters *own = hypertree_parameters(spec);
	struct harm harm = { .h = hypertree_new(spec->kind - hypertree_kinds, own->nodes) };

	for (unsigned i = 0; i < count; i++)
		hypertree_kill(harm.h, &own->fault[i]);
	harm.islands = hypertree_islands(harm.h);
	hypertree_depend(harm.h, false, &harm.dependencies);
	return harm;
}

static void harm_free(struct harm *harm)
{
	hypertree_islands_free(&harm->islands);
	hypertree_dependencies_free(&harm->dependencies);
	hypertree_free(harm->h);
}

/* "link:4:6", or "link:4:6, with node:3 and 2 others," */
static void say_faults(const struct hypertree_parameters *own, unsigned count, struct text *out)
{
	char *last = hypertree_part_text(&own->fault[count - 1]), *first = hypertree_part_text(&own->fault[0]);

	text_add(out, last);
	if (count > 1)
		text_print(out, " after %s", first);
	if (count > 2)
		text_print(out, " and %u other%s", count - 2, count == 3 ? "" : "s");
	free(last);
	free(first);
}

static void say_cut_off(const struct harm *harm, struct text *out)
{
	const struct hypertree_islands *all = &harm->islands;
	unsigned cut = 0, shown = 0;

	for (unsigned i = 0; i < all->count; i++)
		cut += i == all->main ? 0 : all->nodes[i];
	text_print(out, " cuts node%s", cut == 1 ? "" : "s");
	for (unsigned x = 1; x <= harm->h->nodes; x++)
		if (all->island[x] != all->main && !harm->h->dead_node[x])
			text_print(out, "%s %u", shown++ ? "," : "", x);
	text_print(out, " off from the other %u: expected faults that leave all living nodes together",
		   all->nodes[all->main]);
}

/* Names one of the lost pairs. */
static void say_lost(const struct harm *harm, struct text *out)
{
	const struct hypertree *h = harm->h;

	for (unsigned s = 1; s <= h->nodes; s++)
		for (unsigned t = 1; t <= h->nodes; t++) {
			if (s == t || h->dead_node[s] || h->dead_node[t] || hypertree_route_links(h, s, t) >= 0)
				continue;
			text_print(out, " loses words of %u pair%s of living nodes, from node %u to node %u for one: expected faults"
				   " round which the rule leads", harm->dependencies.lost,
				   harm->dependencies.lost == 1 ? "" : "s", s, t);
			return;
		}
}

static void say_circle(const struct harm *harm, struct text *out)
{
	const struct hypertree_dependencies *d = &harm->dependencies;

	text_add(out, " lets queues wait for each other in a circle:");
	for (unsigned i = 0; i < d->cycle_length && i < SHOWN_QUEUES; i++)
		text_print(out, "%s node %u from %s, class %u", i ? ";" : "", d->cycle[i].node,
			   hypertree_port_word(d->cycle[i].port), d->cycle[i].class);
	if (d->cycle_length > SHOWN_QUEUES)
		text_print(out, "; and %u more", d->cycle_length - SHOWN_QUEUES);
	text_add(out, ": expected faults that make no circle");
}

/* Names the fault from which on it is so. */
static bool refuse_harm(const struct spec *spec, const char *whole, const struct harm *harm, unsigned count)
{
	const struct hypertree_parameters *own = hypertree_parameters(spec);
	const struct fault_place *place = &own->fault_place[count - 1];
	struct place at = { .file = whole };
	struct text what = {0};

	if (place->line)
		at = (struct place){ spec->fault_file, place->line, place->column,
				     spec->fault_lines ? spec->fault_lines + place->text : NULL };

	say_faults(own, count, &what);
	if (harm->islands.count > 1)
		say_cut_off(harm, &what);
	else if (harm->dependencies.lost)
		say_lost(harm, &what);
	else
		say_circle(harm, &what);
	error_at(at, "%s", what.bytes);
	suggest("without it; ftc report, given the same faults, says what they leave");
	text_free(&what);
	return false;
}

bool hypertree_accept_faults(const struct spec *spec, const char *whole)
{
	unsigned count = hypertree_parameters(spec)->fault_count;
	struct harm all = examine(spec, count);
	bool good = !is_harmed(&all);

	for (bool harmed = !good; harmed && count > 1; count -= harmed) {
		struct harm fewer = examine(spec, count - 1);

		harmed = is_harmed(&fewer);
		harm_free(&fewer);
	}
	if (!good)
		refuse_harm(spec, whole, &all, count);
	harm_free(&all);
	return good;
}

bool hypertree_accept(const struct spec *spec)
{
	return hypertree_accept_faults(spec, spec->fault_file ? spec->fault_file : spec->source);
}
