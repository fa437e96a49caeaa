/* paper_practice.c: the variants that Goodman and Séquin recommend or name, as text. */
#include "machines/hypertree/paper.h"

static void print_detours(const struct counted *c, struct text *out)
{
	text_print(out, "\nSection 4.2: links that a packet goes beyond its way if a link across is dead, Hypertree I, n = %u\n"
		   "Means of the packets from leaf to leaf that go by the link; on higher levels there are none. They go up instead;\n"
		   "remember the bit, and flip it on the way down where another link does; or go by the sibling's link.\n\n"
		   "  level  packets      up  remembered  Figure 7 b  shortest\n", DETOUR_LEVELS);
	for (unsigned m = 1; m <= DETOUR_LEVELS; m++) {
		const struct detour_count *d = &c->detour[m];
		double packets = (double)d->packets;

		if (!d->packets)
			continue;
		text_print(out, "  %5u  %7llu  %6.3f  %10.3f  %10.3f  %8.3f\n", m, d->packets, (double)d->up / packets,
			   (double)d->remembered / packets, (double)d->local / packets, (double)d->shortest / packets);
	}
}

static double mean(const struct distances *d)
{
	return (double)d->sum / (double)d->pairs;
}

/* Section 4.2's advice for five ports. */
static void print_ringed(const struct counted *c, struct text *out)
{
	static const enum rival shown[] = { RIVAL_HYPERTREE_1, RIVAL_RINGED, RIVAL_HYPERTREE_2 };

	text_add(out, "\nSection 4.2: one set of links across and a half ring, between Hypertree I and Hypertree II\n"
		      "Distances between leaves, and between the ends of a link without that link: mean, and the longest.\n\n"
		      "                  leaves                  without a link\n"
		      "      n         I  I + ring        II               I        I + ring              II\n");
	for (unsigned n = 1; n <= MOST_RIVAL_LEVELS; n++) {
		text_print(out, "  %5u", n);
		for (unsigned i = 0; i < 3; i++)
			text_print(out, "  %8.4f", mean(&c->rival[shown[i]][n].between_leaves));
		for (unsigned i = 0; i < 3; i++) {
			const struct distances *d = &c->rival[shown[i]][n].around;

			text_print(out, "  %9.4f %4u", mean(d), d->longest);
		}
		text_add(out, "\n");
	}
}

static void print_sets(const struct counted *c, struct text *out)
{
	text_add(out, "\nSection 2: more sets of links across. Mean distance L between leaves, and L' = L times ports\n\n"
		      "               I       II   3 sets   4 sets        I'      II'  3 sets'  4 sets'   n-cube'\n");
	for (unsigned n = 1; n <= SETS_LEVELS; n++) {
		const struct distances *shown[] = { &c->rival[RIVAL_HYPERTREE_1][n].between_leaves,
						    &c->rival[RIVAL_HYPERTREE_2][n].between_leaves, &c->sets[3][n], &c->sets[4][n] };

		text_print(out, "  %5u", n);
		for (unsigned i = 0; i < 4; i++)
			text_print(out, "  %7.4f", mean(shown[i]));
		for (unsigned i = 0; i < 4; i++)
			text_print(out, "%s%7.3f", i ? "  " : "   ", mean(shown[i]) * (4 + i));
		text_print(out, "  %8.3f\n", mean(&c->rival[RIVAL_CUBE][n].between_leaves) * n);
	}
}

/* Means over all pairs of leaves, or those of one subtree. */
static void print_restarts(const struct counted *c, struct text *out)
{
	text_print(out, "\nSection 4.1: new sequences of links below level r, Hypertree I, n = %u: mean distances between leaves\n\n"
			"                    of a subtree            of the whole\n"
			"      r  leaves  one sequence    anew  one sequence    anew\n", RESTART_LEVELS);
	for (unsigned r = 1; r < RESTART_LEVELS; r++) {
		const struct restart_count *n = &c->restart[r];
		double all = 1u << 2 * RESTART_LEVELS, inner = 1u << (2 * RESTART_LEVELS - r);

		text_print(out, "  %5u  %6u  %12.4f  %6.4f  %12.4f  %6.4f\n", r, 1u << (RESTART_LEVELS - r), (double)n->subtrees / inner,
			   (double)n->subtrees_anew / inner, (double)n->all / all, (double)n->all_anew / all);
	}
}

/* n 2^n is a power of two if n is; trees of n + lg n - 1 levels have one node less. */
static void print_cylinders(const struct counted *c, struct text *out)
{
	text_add(out, "\nSection 5: the indirect n-cube as a cylinder, 4 ports: mean distance between all nodes, and the longest,\n"
		      "beside networks of as many nodes; Hypertree I has one less\n\n"
		      "      n  nodes       cylinder    Hypertree I      de Bruijn\n");
	for (unsigned n = 2, k = 2; n <= CYLINDER_LEVELS; k += n + 1, n *= 2) {
		const struct distances *shown[] = { &c->cylinder[n], &c->rival[RIVAL_HYPERTREE_1][k].between_all,
						    &c->rival[RIVAL_DE_BRUIJN][k].between_all };

		text_print(out, "  %5u  %5u", n, n << n);
		for (unsigned i = 0; i < 3; i++)
			text_print(out, "  %8.4f %4u", mean(shown[i]), shown[i]->longest);
		text_add(out, "\n");
	}
}

void paper_practice(const struct counted *c, struct text *out)
{
	print_sets(c, out);
	print_restarts(c, out);
	print_detours(c, out);
	print_ringed(c, out);
	print_cylinders(c, out);
}
