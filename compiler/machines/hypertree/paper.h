/* paper.h: what ftc has counted for the tables and figures of Goodman and Séquin's paper, and who shows it. */
#ifndef FTC_MACHINES_HYPERTREE_PAPER_H
#define FTC_MACHINES_HYPERTREE_PAPER_H

#include <jansson.h>

#include "machines/hypertree/detours.h"
#include "machines/hypertree/hamming.h"
#include "machines/hypertree/rivals.h"
#include "machines/hypertree/variants.h"
#include "util/output.h"

enum { FIGURE_LEVELS = 16 };		/* of Figures 2 and 3 */

struct counted {
	/* Figures 2 and 3, [kind][level][bit], and Table I. */
	unsigned before[2][HAMMING_LEVELS + 1][HAMMING_LEVELS + 1];
	unsigned above[2][HAMMING_LEVELS + 1], whole[2][HAMMING_LEVELS + 1];
	/* Section 3.2.2: sums over the n neighbors of a leaf, of the binary tree and of both hypertrees. */
	unsigned neighbours[3][MOST_RIVAL_LEVELS + 1];
	struct rival_count rival[RIVALS][MOST_RIVAL_LEVELS + 1];
	struct detour_count detour[DETOUR_LEVELS + 1];	/* [level] */
	struct distances sets[MOST_SETS + 1][SETS_LEVELS + 1];	/* [sets][n], from FEWEST_SETS on */
	struct restart_count restart[RESTART_LEVELS];	/* [r], from 1 on */
	struct distances cylinder[CYLINDER_LEVELS + 1];	/* [n], from 2 on */
};

/* Table I as the paper prints it: above and whole of Hypertree I and II. */
extern const unsigned table_1_print[HAMMING_LEVELS + 1][4];

/* Whether the level of that hypertree has links of that bit. */
bool is_link_bit(enum hypertree_kind kind, unsigned level, unsigned bit);
/* The bit by the paper's formula (2) for Hypertree I. */
unsigned bit_by_formula_2(unsigned level);
/* Mean distances; `normalized` by the ports. */
double counted_mean(const struct rival_count *count, bool normalized);
/* By Table II; negative: there is no formula. */
double printed_mean(enum rival rival, unsigned n, bool normalized);
/* Whether a count is exactly what Table II says. True if that says nothing. */
bool is_as_printed(enum rival rival, unsigned n, const struct rival_count *count);

/* Counts everything. Free the result. */
struct counted *paper_count(void);
void paper_text(const struct counted *c, struct text *out);
/* Variants that the paper recommends or names: sections 2, 4.1, 4.2 and 5. */
void paper_practice(const struct counted *c, struct text *out);

extern const struct paper hypertree_paper;	/* paper_report.c */

/* Adds figure-2.svg, figure-3.svg, and figure-5 and figure-6 as .svg and .png, with their data and scripts. False after
 * a message. */
bool paper_pictures(const struct counted *c, struct output *out);
/* Adds figure-8.svg: paper_figure_8.c. */
void paper_figure_8(struct output *out);
/* A fresh object. */
json_t *paper_json(const struct paper *paper, const struct counted *c);

#endif
