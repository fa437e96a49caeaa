/* survivors.c: the part of an XGFT that survives dead nodes and links.
 *
 * The walk goes from the leaves up, through sub-trees with faults only; a run of sub-trees without faults is one
 * range. Leaves that have lost the same root positions are one class. There are at most as many classes as faults:
 * time does not depend on the number of leaves. */
#include <stdlib.h>

#include "machines/generalized/fault_spans.h"
#include "machines/generalized/generalized.h"
#include "machines/xgft_kinds.h"
#include "machines/generalized/paths.h"
#include "util/message.h"

/* Leaves that have lost the same positions and are all connected. */
struct class {
	struct spans lost;
	unsigned long leaves;
	size_t range;		/* one of its ranges; the others are united with it */
};

struct classes {
	struct class *items;
	size_t count;
};

struct walk {
	const struct spec *spec;
	struct span roots;		/* all root positions */
	struct leaf_range *ranges;	/* disjoint, ascending */
	size_t *united;			/* union-find over ranges */
	size_t range_count;
	unsigned long long pairs;
};

static size_t find(const struct walk *w, size_t range)
{
	while (w->united[range] != range)
		range = w->united[range];
	return range;
}

static void unite(struct walk *w, size_t a, size_t b)
{
	size_t first = find(w, a), second = find(w, b);

	/* Unite towards the lower one: ranges are ascending, and chains stay short. */
	if (first < second)
		w->united[second] = first;
	else
		w->united[first] = second;
}

static size_t add_range(struct walk *w, unsigned first, unsigned count, unsigned piece)
{
	w->ranges = reallocate(w->ranges, (w->range_count + 1) * sizeof *w->ranges);
	w->united = reallocate(w->united, (w->range_count + 1) * sizeof *w->united);
	w->ranges[w->range_count] = (struct leaf_range){ first, count, piece };
	w->united[w->range_count] = w->range_count;
	return w->range_count++;
}

static bool lost_all(const struct walk *w, const struct spans *lost)
{
	unsigned gap;

	return !spans_gap(lost, w->roots, 0, &gap);
}

/* Adds a class, merged with an equal one. Takes over its spans. */
static void add_class(struct walk *w, struct classes *list, struct class *class)
{
	for (size_t i = 0; i < list->count; i++)
		if (spans_equal(&list->items[i].lost, &class->lost)) {
			list->items[i].leaves += class->leaves;
			unite(w, list->items[i].range, class->range);
			spans_free(&class->lost);
			return;
		}
	list->items = reallocate(list->items, (list->count + 1) * sizeof *list->items);
	list->items[list->count++] = *class;
}

/* Counts and unites the leaves of two sub-trees that reach each other over common parents. */
static void connect(struct walk *w, const struct classes *a, const struct classes *b)
{
	for (size_t i = 0; i < a->count; i++)
		for (size_t j = 0; j < b->count; j++)
			if (spans_share_gap(&a->items[i].lost, &b->items[j].lost, w->roots)) {
				w->pairs += (unsigned long long)a->items[i].leaves * b->items[j].leaves;
				unite(w, a->items[i].range, b->items[j].range);
			}
}

/* Moves `more` into `all`, and removes from both the classes that reach no higher. */
static void merge(struct walk *w, struct classes *all, struct classes *more)
{
	connect(w, all, more);
	for (size_t i = 0; i < more->count; i++)
		add_class(w, all, &more->items[i]);
	free(more->items);
	*more = (struct classes){0};
}

/* Subtracts the positions lost by the faults of one level and sub-tree, and drops classes that have lost all. */
static void lose(struct walk *w, struct classes *list, const struct spans *lost)
{
	struct classes kept = {0};

	for (size_t i = 0; i < list->count; i++) {
		spans_unite(&list->items[i].lost, lost);
		if (lost_all(w, &list->items[i].lost))
			spans_free(&list->items[i].lost);
		else
			add_class(w, &kept, &list->items[i]);
	}
	free(list->items);
	*list = kept;
}

/* The spans of faults in a sub-tree: its nodes of `level`, or the links above them. */
static struct spans lost_at(const struct walk *w, unsigned level, unsigned subtree, bool links)
{
	struct spans lost = {0};

	for (size_t i = 0; i < w->spec->fault_count; i++) {
		const struct fault *f = &w->spec->faults[i];

		if (f->level == level && f->is_link == links && fault_subtree(w->spec, f) == subtree)
			spans_add(&lost, fault_span(w->spec, f));
	}
	return lost;
}

/* The first child sub-tree of height `level`, from `child` on, with a fault in it or a dead link above it; else
 * `end`. */
static unsigned next_faulty(const struct walk *w, unsigned level, unsigned child, unsigned end)
{
	unsigned first = end, leaves = xgft_subtree_leaves(w->spec, level);

	for (size_t i = 0; i < w->spec->fault_count; i++) {
		const struct fault *f = &w->spec->faults[i];
		unsigned at;

		if (f->level > level)
			continue;
		at = fault_subtree(w->spec, f) * xgft_subtree_leaves(w->spec, f->level) / leaves;
		if (at >= child && at < first)
			first = at;
	}
	return first;
}

/* Adds `count` sub-trees of height `level` without faults, below nodes that have lost `lost`. */
static void add_whole(struct walk *w, struct classes *all, unsigned level, unsigned first, unsigned count,
		      const struct spans *lost)
{
	unsigned long leaves = xgft_subtree_leaves(w->spec, level);
	bool dead = lost_all(w, lost);
	struct class class = {
		.leaves = leaves * count,
		.range = add_range(w, (unsigned)(first * leaves), (unsigned)(leaves * count),
				   (unsigned)(dead ? leaves : leaves * count)),
	};

	w->pairs += (unsigned long long)count * (leaves * (leaves - 1) / 2);
	if (dead)
		return;
	w->pairs += (unsigned long long)count * (count - 1) / 2 * leaves * leaves;
	struct classes one = {0};
	spans_copy(&class.lost, lost);
	add_class(w, &one, &class);
	merge(w, all, &one);
}

static struct classes walk_subtree(struct walk *w, unsigned level, unsigned subtree);

/* Adds a sub-tree with faults in it or dead links above it. */
static void add_faulty(struct walk *w, struct classes *all, unsigned level, unsigned subtree, const struct spans *lost)
{
	struct classes child = walk_subtree(w, level, subtree);
	struct spans links = lost_at(w, level, subtree, true);

	spans_unite(&links, lost);
	lose(w, &child, &links);
	spans_free(&links);
	merge(w, all, &child);
}

/* The classes of a sub-tree, as seen by its nodes of height `level`. */
static struct classes walk_subtree(struct walk *w, unsigned level, unsigned subtree)
{
	struct spans lost = lost_at(w, level, subtree, false);
	struct classes all = {0};

	if (level == 0) {
		struct class leaf = { .lost = lost, .leaves = 1, .range = add_range(w, subtree, 1, 1) };

		if (lost_all(w, &lost))
			spans_free(&lost);
		else
			add_class(w, &all, &leaf);
		return all;
	}
	unsigned child = subtree * w->spec->children[level], end = child + w->spec->children[level];
	while (child < end) {
		unsigned faulty = next_faulty(w, level - 1, child, end);

		if (faulty > child)
			add_whole(w, &all, level - 1, child, faulty - child, &lost);
		if (faulty < end)
			add_faulty(w, &all, level - 1, faulty, &lost);
		child = faulty + 1;
	}
	spans_free(&lost);
	return all;
}

static unsigned long component_leaves(const struct walk *w, size_t root)
{
	unsigned long leaves = 0;

	for (size_t i = 0; i < w->range_count; i++)
		if (find(w, i) == root)
			leaves += w->ranges[i].count;
	return leaves;
}

/* Does a leaf of this connected set reach a root? `rooted` are the classes that do. */
static bool is_rooted(const struct walk *w, const struct classes *rooted, size_t root)
{
	for (size_t i = 0; i < rooted->count; i++)
		if (find(w, rooted->items[i].range) == root)
			return true;
	return false;
}

/* The range that represents the largest connected set of leaves; of sets equally large, the first one that reaches a
 * root. `range_count` if each leaf is alone and none of them, or several, reach a root: then every leaf is cut off. */
static size_t largest_component(const struct walk *w, const struct classes *rooted)
{
	unsigned long most = 0;
	size_t largest = w->range_count;
	bool several = false;

	for (size_t i = 0; i < w->range_count; i++) {
		bool in_pieces = w->ranges[i].piece < w->ranges[i].count;

		if (w->united[i] != i)
			continue;
		unsigned long leaves = in_pieces ? w->ranges[i].piece : component_leaves(w, i);
		unsigned long rank = 2 * leaves + is_rooted(w, rooted, i);
		several = rank > most ? in_pieces : several || rank == most;
		if (rank > most) {
			most = rank;
			largest = i;
		}
	}
	return several && most / 2 == 1 ? w->range_count : largest;
}

/* Adds a range; neighbours merge. */
static void add_cut_off(struct survivors *left, const struct leaf_range *range)
{
	struct leaf_range *last = left->cut_off_count ? &left->cut_off[left->cut_off_count - 1] : NULL;

	left->cut_off_leaves += range->count;
	if (last && last->first + last->count == range->first) {
		last->count += range->count;
		return;
	}
	left->cut_off = reallocate(left->cut_off, (left->cut_off_count + 1) * sizeof *left->cut_off);
	left->cut_off[left->cut_off_count++] = *range;
}

static void name_cut_off(const struct walk *w, const struct classes *rooted, struct survivors *left)
{
	size_t largest = largest_component(w, rooted);

	for (size_t i = 0; i < w->range_count; i++) {
		struct leaf_range range = w->ranges[i];

		if (range.piece < range.count && i == largest) {
			/* All pieces are alike: the first stands for the connected rest. */
			range.first += range.piece;
			range.count -= range.piece;
		} else if (find(w, i) == largest) {
			continue;
		}
		add_cut_off(left, &range);
	}
}

/* Is this link, or with PARENT_NONE this node, among the faults? */
enum { PARENT_NONE = MAXIMUM_PARENTS };

static bool is_fault(const struct spec *spec, unsigned level, unsigned index, unsigned parent)
{
	for (size_t i = 0; i < spec->fault_count; i++) {
		const struct fault *f = &spec->faults[i];

		if (f->level == level && f->index == index && (f->is_link ? f->parent : PARENT_NONE) == parent)
			return true;
	}
	return false;
}

static bool is_dead_node(const struct spec *spec, unsigned level, unsigned index)
{
	return is_fault(spec, level, index, PARENT_NONE);
}

/* Links above `level` that are dead or have a dead end. Each link counts once, whether dead by itself or by a dead
 * node at either end. */
static unsigned long dead_links(const struct spec *spec, unsigned level)
{
	unsigned long dead = 0;

	for (size_t i = 0; i < spec->fault_count; i++) {
		const struct fault *f = &spec->faults[i];

		if (f->is_link && f->level == level)
			dead += !is_dead_node(spec, level, f->index)
				&& !is_dead_node(spec, level + 1, xgft_parent(spec, level, f->index, f->parent));
		else if (!f->is_link && f->level == level)
			dead += spec->parents[level + 1];
		for (unsigned c = 0; !f->is_link && f->level == level + 1 && c < spec->children[level + 1]; c++)
			dead += !is_dead_node(spec, level, xgft_child(spec, level + 1, f->index, c));
	}
	return dead;
}

static bool is_dead_link(const struct spec *spec, unsigned level, unsigned index, unsigned parent)
{
	return is_fault(spec, level, index, parent) || is_dead_node(spec, level, index);
}

/* Links that the cut between the first m_h/2 copies and the rest removes at one root: those to the smaller side. */
static unsigned long root_bisection(const struct spec *spec, unsigned root)
{
	unsigned m = spec->children[spec->height], w = spec->parents[spec->height];
	unsigned long side[2] = {0};

	if (is_dead_node(spec, spec->height, root))
		return 0;
	for (unsigned c = 0; c < m; c++)
		side[c >= m / 2] += !is_dead_link(spec, spec->height - 1, xgft_child(spec, spec->height, root, c),
						  root % w);
	return side[0] < side[1] ? side[0] : side[1];
}

/* Only roots with faults have fewer than m_h/2 links to the smaller side. */
static unsigned long bisection_left(const struct spec *spec)
{
	unsigned h = spec->height, w = spec->parents[h], whole = spec->children[h] / 2;
	unsigned long left = (unsigned long)spec->level_nodes[h] * whole;
	unsigned *touched = allocate_array(spec->fault_count * w + 1, sizeof *touched);
	size_t count = 0;

	for (size_t i = 0; i < spec->fault_count; i++) {
		const struct fault *f = &spec->faults[i];

		if (f->level == h)
			touched[count++] = f->index;
		else if (f->level == h - 1 && f->is_link)
			touched[count++] = xgft_parent(spec, h - 1, f->index, f->parent);
		for (unsigned p = 0; f->level == h - 1 && !f->is_link && p < w; p++)
			touched[count++] = xgft_parent(spec, h - 1, f->index, p);
	}
	count = sort_distinct(touched, count);
	for (size_t i = 0; i < count; i++)
		left -= whole - root_bisection(spec, touched[i]);
	free(touched);
	return left;
}

void xgft_survivors(const struct spec *spec, struct survivors *left)
{
	struct walk w = { .spec = spec, .roots = { 0, xgft_subtree_roots(spec, spec->height) } };

	*left = (struct survivors){ .all_pairs = (unsigned long long)spec->leaves * (spec->leaves - 1) / 2 };
	for (unsigned l = 0; l <= spec->height; l++) {
		left->nodes[l] = spec->level_nodes[l];
		left->links[l] = l < spec->height ? xgft_links(spec, l) - dead_links(spec, l) : 0;
	}
	for (size_t i = 0; i < spec->fault_count; i++)
		left->nodes[spec->faults[i].level] -= !spec->faults[i].is_link;
	struct classes all = walk_subtree(&w, spec->height, 0);
	left->pairs = w.pairs;
	name_cut_off(&w, &all, left);
	left->bisection = bisection_left(spec);
	for (size_t i = 0; i < all.count; i++)
		spans_free(&all.items[i].lost);
	free(all.items);
	free(w.ranges);
	free(w.united);
}

void survivors_free(struct survivors *left)
{
	free(left->cut_off);
	*left = (struct survivors){0};
}

void survivors_print_cut_off(const struct survivors *left, struct text *out)
{
	enum { MOST_RANGES = 12 };
	size_t shown = left->cut_off_count < MOST_RANGES ? left->cut_off_count : MOST_RANGES;
	unsigned long rest = left->cut_off_leaves;

	for (size_t i = 0; i < shown; i++) {
		const struct leaf_range *r = &left->cut_off[i];

		text_print(out, "%s%u", i == 0 ? "" : i + 1 == left->cut_off_count ? " and " : ", ", r->first);
		if (r->count > 1)
			text_print(out, "-%u", r->first + r->count - 1);
		rest -= r->count;
	}
	if (rest)
		text_print(out, " and %lu more", rest);
}

/* Do the first `count` faults leave a path between all leaves? */
static bool connected_without(const struct spec *spec, size_t count)
{
	struct spec fewer = *spec;
	struct survivors left;

	fewer.fault_count = count;
	xgft_survivors(&fewer, &left);
	bool connected = left.pairs == left.all_pairs;
	survivors_free(&left);
	return connected;
}

/* The place of the first fault that, with those before it, leaves two leaves without a path. */
static struct place place_of_cut(const struct spec *spec)
{
	size_t harmless = 0, harmful = spec->fault_count;

	while (harmful - harmless > 1) {
		size_t middle = harmless + (harmful - harmless) / 2;

		if (connected_without(spec, middle))
			harmless = middle;
		else
			harmful = middle;
	}
	return fault_place(spec, harmful - 1);
}

bool xgft_require_connected(const struct spec *spec)
{
	struct survivors left;
	struct text leaves = {0};

	if (spec->fault_count == 0)
		return true;
	xgft_survivors(spec, &left);
	bool connected = left.pairs == left.all_pairs;
	struct place at = connected ? (struct place){ 0 } : place_of_cut(spec);
	survivors_print_cut_off(&left, &leaves);
	if (left.cut_off_leaves)
		error_at(at, "the faults cut off lea%s %s: expected faults that leave every leaf a path to every other",
			 left.cut_off_leaves == 1 ? "f" : "ves", leaves.bytes);
	else if (!connected)
		error_at(at,
			"the faults leave %llu pair%s of leaves without a path up and down: expected one between "
			"any two",
			left.all_pairs - left.pairs, left.all_pairs - left.pairs == 1 ? "" : "s");
	if (!connected)
		suggest("ftc report says what is left");
	text_free(&leaves);
	survivors_free(&left);
	return connected;
}
