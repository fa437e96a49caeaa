/* xgft_paper_counts.c: the statements of Oehring et al. (1995) on symmetry, routes, paths and broadcasts, counted. */
#include <stdlib.h>

#include "machines/xgft_paper.h"
#include "util/number.h"
#include "util/text.h"

/* Symmetry --------------------------------------------------------------------------------------------------------- */

/* The digits of a leaf, and the highest that is not 0. */
struct shift {
	struct xgft_label by;
	unsigned highest;
	bool betas;			/* as printed */
};

/* False: a digit is that of no node. */
static bool move(const struct spec *spec, const struct shift *shift, struct xgft_label *label)
{
	bool good = true;

	for (unsigned i = 1; i <= shift->highest; i++) {
		if (i <= label->level && !shift->betas)
			continue;
		label->digit[i] = (label->digit[i] + shift->by.digit[i]) % spec->children[i];
		good = good && (i > label->level || label->digit[i] < spec->parents[i]);
	}
	return good;
}

/* Whether all links up from a node go to those of its image. */
static bool moves_links(const struct spec *spec, const struct shift *shift, const struct xgft_label *node, unsigned image)
{
	unsigned level = node->level;

	for (unsigned p = 0; level < spec->height && p < spec->parents[level + 1]; p++) {
		struct xgft_label parent;

		xgft_label(spec, level + 1, xgft_parent(spec, level, xgft_index(spec, node), p), &parent);
		if (!move(spec, shift, &parent)
		    || xgft_parent(spec, level, image, parent.digit[level + 1]) != xgft_index(spec, &parent))
			return false;
	}
	return true;
}

/* Fills `s` where a level does not go onto itself. */
static bool moves_level(const struct spec *spec, const struct shift *shift, unsigned level, struct xgft_symmetry *s)
{
	unsigned *from = allocate_array(spec->level_nodes[level], sizeof *from);	/* 1 + a node; 0: none yet */
	bool good = true;

	for (unsigned index = 0; good && index < spec->level_nodes[level]; index++) {
		xgft_label(spec, level, index, &s->node);
		s->image = s->node;
		s->is_node = move(spec, shift, &s->image);
		unsigned image = s->is_node ? xgft_index(spec, &s->image) : 0;

		good = s->is_node && !from[image];
		if (good)
			from[image] = index + 1;
		else if (s->is_node)
			xgft_label(spec, level, from[image] - 1, &s->other);
	}
	free(from);
	return good;
}

static bool is_automorphism(const struct spec *spec, const struct shift *shift, struct xgft_symmetry *s)
{
	for (unsigned level = 0; level <= spec->height; level++)
		if (!moves_level(spec, shift, level, s))
			return false;
	for (unsigned level = 0; level < spec->height; level++)
		for (unsigned index = 0; index < spec->level_nodes[level]; index++) {
			struct xgft_label node, image;

			xgft_label(spec, level, index, &node);
			image = node;
			move(spec, shift, &image);
			if (!moves_links(spec, shift, &node, xgft_index(spec, &image)))
				return false;
		}
	return true;
}

void xgft_symmetry(const struct spec *spec, struct xgft_symmetry *s)
{
	struct xgft_symmetry unused;

	*s = (struct xgft_symmetry){0};
	for (unsigned leaf = spec->leaves; leaf-- > 0;) {
		struct shift shift = { .betas = false };
		struct xgft_symmetry found = { .leaf = leaf, .alphas = s->alphas, .printed = s->printed };

		xgft_label(spec, 0, leaf, &shift.by);
		for (unsigned i = 1; i <= spec->height; i++)
			shift.highest = shift.by.digit[i] ? i : shift.highest;
		s->alphas += is_automorphism(spec, &shift, &unused);
		shift.betas = true;
		if (is_automorphism(spec, &shift, &found)) {
			s->printed++;
		} else {
			found.alphas = s->alphas;
			*s = found;
		}
	}
}

/* Routes ----------------------------------------------------------------------------------------------------------- */

/* The digits beta_1 .. beta_top, the first the most significant. */
static unsigned way_of(const struct spec *spec, enum xgft_rule rule, const struct xgft_label *a, const struct xgft_label *b,
		       unsigned top)
{
	unsigned way = 0;

	for (unsigned i = 1; i <= top; i++) {
		unsigned digit = rule == XGFT_BY_ROOT || rule == XGFT_BY_ZEROS ? 0 : b->digit[i];

		if (rule == XGFT_BY_BOTH)
			digit += a->digit[i == 1 ? 1 : i - 1];
		way = way * spec->parents[i] + digit % spec->parents[i];
	}
	return way;
}

unsigned long xgft_busiest(const struct spec *spec, enum xgft_rule rule)
{
	size_t links = xgft_all_links(spec), link[2 * MAXIMUM_LEVELS];
	unsigned *load = allocate_array(2 * links, sizeof *load);

	for (unsigned a = 0; a < spec->leaves; a++)
		for (unsigned b = 0; b < spec->leaves; b++) {
			unsigned top = rule == XGFT_BY_ROOT ? spec->height : xgft_turn_level(spec, a, b);
			struct xgft_label from, to;

			xgft_label(spec, 0, a, &from);
			xgft_label(spec, 0, b, &to);
			for (unsigned i = a == b ? 0 : xgft_path_links(spec, a, b, top, way_of(spec, rule, &from, &to, top), links, link);
			     i-- > 0;)
				load[link[i]]++;
		}
	unsigned long busiest = greatest_of(load, 2 * links);

	free(load);
	return busiest;
}

/* The greatest share of a link above a sub-tree, of `each` times its leaves; of those, the ones to other leaves only if `to_others`. */
static unsigned long greatest_share(const struct spec *spec, unsigned long each, bool to_others)
{
	unsigned long most = 0;

	for (unsigned l = 0; l < spec->height; l++) {
		unsigned long inside = xgft_subtree_leaves(spec, l), links = xgft_subtree_roots(spec, l + 1);
		unsigned long paths = inside * (to_others ? spec->leaves - inside : each);
		unsigned long share = (paths + links - 1) / links;

		most = share > most ? share : most;
	}
	return most;
}

unsigned long xgft_least_busiest(const struct spec *spec)
{
	return greatest_share(spec, 0, true);
}

/* Lemma 1 ---------------------------------------------------------------------------------------------------------- */

/* The root of a path, by its betas; false: there is none. */
static bool climb_to(const struct spec *spec, enum xgft_climb climb, unsigned leaf, unsigned first, unsigned *way)
{
	struct xgft_label label;
	unsigned long place = first;

	xgft_label(spec, 0, leaf, &label);
	*way = first;
	for (unsigned i = 1; i < spec->height; i++) {
		unsigned w = spec->parents[i + 1], beta = climb == XGFT_CLIMB_PRINTED ? label.digit[i] / w : label.digit[i] % w;

		if (beta >= w)
			return false;
		*way = *way * w + beta;
	}
	for (unsigned i = 1; i <= spec->height; i++)
		place = place * spec->children[i] + label.digit[i];
	if (climb == XGFT_CLIMB_EVENLY)
		*way = (unsigned)(place * xgft_subtree_roots(spec, spec->height) / ((unsigned long)spec->parents[1] * spec->leaves));
	return true;
}

unsigned long xgft_climb(const struct spec *spec, enum xgft_climb climb)
{
	size_t links = xgft_all_links(spec), link[MAXIMUM_LEVELS];
	unsigned *load = allocate_array(links, sizeof *load), way;
	bool good = true;

	for (unsigned path = 0; good && path < spec->leaves * spec->parents[1]; path++) {
		unsigned leaf = path / spec->parents[1];

		good = climb_to(spec, climb, leaf, path % spec->parents[1], &way);
		if (!good)
			break;
		xgft_way_links(spec, leaf, spec->height, way, link);
		for (unsigned l = 0; l < spec->height; l++)
			load[link[l]]++;
	}
	unsigned long busiest = good ? greatest_of(load, links) : 0;

	free(load);
	return busiest;
}

unsigned long xgft_least_climb(const struct spec *spec)
{
	return greatest_share(spec, spec->parents[1], false);
}

/* Theorem 3 -------------------------------------------------------------------------------------------------------- */

unsigned xgft_spanning_node(const struct spec *spec, unsigned tree, unsigned level, unsigned leaf)
{
	struct xgft_label label;

	xgft_label(spec, 0, leaf, &label);
	label.level = level;
	for (unsigned i = 1; i <= level; i++)
		label.digit[i] = i == 1 ? tree : 0;
	return xgft_index(spec, &label);
}

/* How many trees have each node and link. Those of a level stand behind those of lower levels. */
struct walk {
	const struct spec *spec;
	size_t first_node[MAXIMUM_LEVELS + 1], first_link[MAXIMUM_LEVELS + 1];
	unsigned *nodes, *links;
	unsigned long walked;		/* links */
};

static void walk_down(struct walk *w, unsigned level, unsigned index)
{
	const struct spec *spec = w->spec;

	w->nodes[w->first_node[level] + index]++;
	for (unsigned c = 0; level > 0 && c < spec->children[level]; c++) {
		unsigned child = xgft_child(spec, level, index, c);

		w->links[w->first_link[level - 1] + (size_t)child * spec->parents[level] + index % spec->parents[level]]++;
		w->walked++;
		walk_down(w, level - 1, child);
	}
}

/* Uses by two trees or more. */
static unsigned long count_shared(const unsigned *uses, size_t count)
{
	unsigned long shared = 0;

	for (size_t i = 0; i < count; i++)
		shared += uses[i] > 1;
	return shared;
}

void xgft_spanning(const struct spec *spec, struct xgft_spanning *s)
{
	size_t links = xgft_all_links(spec), nodes = xgft_all_nodes(spec);
	struct walk w = { .spec = spec, .nodes = allocate_array(nodes, sizeof *w.nodes),
			  .links = allocate_array(links, sizeof *w.links) };

	for (unsigned l = 0; l < spec->height; l++) {
		w.first_node[l + 1] = w.first_node[l] + spec->level_nodes[l];
		w.first_link[l + 1] = w.first_link[l] + xgft_links(spec, l);
	}
	*s = (struct xgft_spanning){0};
	for (unsigned tree = 0; tree < spec->parents[1]; tree++) {
		w.walked = 0;
		walk_down(&w, spec->height, xgft_spanning_node(spec, tree, spec->height, 0));
		s->links = tree == 0 || s->links == w.walked ? w.walked : 0;
	}
	for (unsigned leaf = 0; leaf < spec->leaves; leaf++)
		s->leaves += w.nodes[leaf] == spec->parents[1];
	s->shared_links = count_shared(w.links, links);
	s->shared_nodes = count_shared(w.nodes + spec->leaves, nodes - spec->leaves);
	free(w.nodes);
	free(w.links);
}
