/* paper_json.c: what is counted for the paper, for programs: whole numbers, not rounded means. */
#include "machines/hypertree/paper.h"

#include <math.h>

#include "network/paper.h"
#include "util/json.h"

static json_t *number(unsigned long long value)
{
	return json_integer((json_int_t)value);
}

/* A row for each level: its distances by bit, from bit 1, and the bits of its links. */
static json_t *choice(const struct counted *c, enum hypertree_kind kind)
{
	json_t *rows = json_array();

	for (unsigned m = 1; m <= HAMMING_LEVELS; m++) {
		json_t *row = json_object(), *distances = json_array(), *links = json_array();

		json_add_number(row, "level", m);
		for (unsigned b = 1; b <= m; b++) {
			json_array_append_new(distances, number(c->before[kind][m][b]));
			if (is_link_bit(kind, m, b))
				json_array_append_new(links, number(b));
		}
		json_object_set_new(row, "distances", distances);
		json_object_set_new(row, "links", links);
		if (kind == HYPERTREE_1)
			json_add_number(row, "print", bit_by_formula_2(m));
		json_array_append_new(rows, row);
	}
	return rows;
}

static json_t *table_1(const struct counted *c)
{
	json_t *rows = json_array();

	for (unsigned m = 1; m <= HAMMING_LEVELS; m++) {
		json_t *row = json_object(), *print = json_array();

		JSON_NUMBERS(row, { "level", m }, { "above_1", c->above[0][m] }, { "whole_1", c->whole[0][m] },
			     { "above_2", c->above[1][m] }, { "whole_2", c->whole[1][m] });
		for (unsigned i = 0; i < 4; i++)
			json_array_append_new(print, number(table_1_print[m][i]));
		json_object_set_new(row, "print", print);
		json_array_append_new(rows, row);
	}
	return rows;
}

static json_t *size(enum rival r, unsigned n, const struct rival_count *count)
{
	struct rival_formula f = rival_table_2(r, n);
	const struct distances *all = &count->between_all;
	json_t *row = json_object();

	JSON_NUMBERS(row, { "n", n }, { "nodes", count->nodes }, { "leaves", count->leaves }, { "ports", count->ports },
		     { "sum_of_leaves", count->between_leaves.sum }, { "sum_of_all", all->sum },
		     { "diameter_of_leaves", count->between_leaves.longest },
		     { "diameter", all->longest });
	/* In units of 2^-diameter. */
	JSON_NUMBERS(row, { "local_sum", (unsigned long long)ldexp(all->local_sum, (int)all->longest) },
		     { "local_messages", (unsigned long long)ldexp(all->local_messages, (int)all->longest) });
	if (f.denominator)
		json_add_number(row, "sum_of_leaves_in_print",
				(unsigned long long)f.numerator * count->between_leaves.pairs
					/ (unsigned long long)f.denominator);
	if (r < RIVAL_IN_FIGURES)
		JSON_NUMBERS(row, { "busiest", count->traffic.busiest },
			     { "sum_by_the_rule", count->traffic.sum });
	if (count->around.pairs)
		JSON_NUMBERS(row, { "links_with_a_detour", count->around.pairs }, { "sum_of_detours", count->around.sum },
			     { "longest_detour", count->around.longest });
	if (count->rule_sum)
		JSON_NUMBERS(row, { "sum_of_all_by_the_rule", count->rule_sum },
			     { "sum_of_all_as_printed", count->plain_sum });
	return row;
}

static json_t *networks(const struct counted *c)
{
	json_t *list = json_array();

	for (enum rival r = 0; r < RIVALS; r++) {
		json_t *sizes = json_array();

		for (unsigned n = 1; n <= MOST_RIVAL_LEVELS; n++)
			json_array_append_new(sizes, size(r, n, &c->rival[r][n]));
		json_array_append_new(list, json_pack("{s:s, s:o}", "name", rival_names[r], "sizes", sizes));
	}
	return list;
}

/* A row for each n: sums over the n neighbours of a leaf. */
static json_t *neighbours(const struct counted *c)
{
	json_t *rows = json_array();

	for (unsigned n = 1; n <= MOST_RIVAL_LEVELS; n++) {
		json_t *row = json_object();

		JSON_NUMBERS(row, { "n", n }, { "binary_tree", c->neighbours[0][n] },
			     { "hypertree_1", c->neighbours[1][n] }, { "hypertree_2", c->neighbours[2][n] });
		json_array_append_new(rows, row);
	}
	return rows;
}

/* Section 4.2: a row for each level. */
static json_t *detours(const struct counted *c)
{
	json_t *rows = json_array();

	for (unsigned m = 1; m <= DETOUR_LEVELS; m++) {
		const struct detour_count *d = &c->detour[m];
		json_t *row = json_object();

		JSON_NUMBERS(row, { "level", m }, { "packets", d->packets }, { "up", d->up },
			     { "remembered", d->remembered }, { "figure_7_b", d->local }, { "shortest", d->shortest });
		json_array_append_new(rows, row);
	}
	return rows;
}

/* Section 2: sums between leaves. */
static json_t *sets(const struct counted *c)
{
	json_t *rows = json_array();

	for (unsigned sets = FEWEST_SETS; sets <= MOST_SETS; sets++)
		for (unsigned n = 1; n <= SETS_LEVELS; n++) {
			json_t *row = json_object();

			JSON_NUMBERS(row, { "sets", sets }, { "n", n }, { "sum_of_leaves", c->sets[sets][n].sum });
			json_array_append_new(rows, row);
		}
	return rows;
}

/* Section 4.1. */
static json_t *restarts(const struct counted *c)
{
	json_t *rows = json_array();

	for (unsigned r = 1; r < RESTART_LEVELS; r++) {
		const struct restart_count *n = &c->restart[r];
		json_t *row = json_object();

		JSON_NUMBERS(row, { "n", RESTART_LEVELS }, { "r", r }, { "sum_of_leaves", n->all }, { "sum_in_subtrees", n->subtrees },
			     { "sum_of_leaves_anew", n->all_anew }, { "sum_in_subtrees_anew", n->subtrees_anew });
		json_array_append_new(rows, row);
	}
	return rows;
}

/* Section 5. */
static json_t *cylinders(const struct counted *c)
{
	json_t *rows = json_array();

	for (unsigned n = 2; n <= CYLINDER_LEVELS; n++) {
		json_t *row = json_object();

		JSON_NUMBERS(row, { "n", n }, { "nodes", n << n }, { "sum_of_all", c->cylinder[n].sum },
			     { "diameter", c->cylinder[n].longest });
		json_array_append_new(rows, row);
	}
	return rows;
}

json_t *paper_json(const struct paper *paper, const struct counted *c)
{
	return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "paper", paper->name, "title",
			 paper->title, "figure_2", choice(c, HYPERTREE_1), "figure_3", choice(c, HYPERTREE_2),
			 "table_1", table_1(c), "networks", networks(c), "neighbours", neighbours(c), "detours", detours(c),
			 "sets", sets(c), "restarts", restarts(c), "cylinders", cylinders(c));
}
