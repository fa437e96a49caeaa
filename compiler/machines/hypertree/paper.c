/* paper.c: the tables and figures of Goodman and Séquin, counted in the networks, each number beside the print. */
#include "machines/hypertree/paper.h"

#include <math.h>
#include <stdlib.h>

#include "network/paper.h"
#include "util/json.h"
#include "util/message.h"

const unsigned table_1_print[HAMMING_LEVELS + 1][4] = {
	{0},
	{ 1, 1, 1, 1 }, { 2, 2, 1, 1 }, { 3, 3, 2, 2 }, { 4, 3, 3, 3 }, { 5, 4, 3, 3 },
	{ 6, 5, 4, 3 }, { 7, 5, 5, 3 }, { 8, 6, 5, 4 }, { 9, 7, 6, 5 }, { 10, 7, 7, 5 },
	{ 11, 8, 7, 5 }, { 12, 9, 8, 5 }, { 13, 9, 9, 6 }, { 14, 10, 9, 7 }, { 15, 11, 10, 7 },
	{ 16, 11, 11, 7 }, { 17, 12, 11, 7 }, { 18, 13, 12, 8 }, { 19, 13, 13, 9 }, { 20, 14, 13, 9 },
};

bool is_link_bit(enum hypertree_kind kind, unsigned level, unsigned bit)
{
	unsigned bits[MOST_CROSS_PORTS];

	hypertree_link_bits(kind, level, bits);
	return bit && (bits[0] == bit || bits[1] == bit);
}

unsigned bit_by_formula_2(unsigned level)
{
	unsigned r = (unsigned)__builtin_ctz(level) + 1;

	/* m / 2^r is a whole number and a half. */
	return (level >> r) + 1;
}

double counted_mean(const struct rival_count *count, bool normalized)
{
	double mean = (double)count->between_leaves.sum / (double)count->between_leaves.pairs;

	return normalized ? mean * count->ports : mean;
}

double printed_mean(enum rival rival, unsigned n, bool normalized)
{
	static const unsigned ports[RIVALS] = {
		[RIVAL_BINARY] = 3, [RIVAL_HALF_RING] = 4, [RIVAL_FULL_RING] = 5, [RIVAL_HYPERTREE_1] = 4,
	};
	struct rival_formula f = rival_table_2(rival, n);
	double mean = f.denominator ? (double)f.numerator / (double)f.denominator : -1;

	return !normalized || mean < 0 ? mean : mean * (rival == RIVAL_CUBE ? n : ports[rival]);
}

bool is_as_printed(enum rival rival, unsigned n, const struct rival_count *count)
{
	struct rival_formula f = rival_table_2(rival, n);

	return !f.denominator || (long long)count->between_leaves.sum * f.denominator
				 == f.numerator * (long long)count->between_leaves.pairs;
}

/* Counting -------------------------------------------------------------------------------------------------------- */

static void count_hamming(struct counted *c)
{
	for (enum hypertree_kind kind = HYPERTREE_1; kind <= HYPERTREE_2; kind++)
		for (unsigned m = 1; m <= HAMMING_LEVELS; m++) {
			hamming_distances(kind, m, HAMMING_BEFORE, c->before[kind][m]);
			c->above[kind][m] = hamming_worst(kind, m, HAMMING_ABOVE);
			c->whole[kind][m] = hamming_worst(kind, m, HAMMING_WHOLE);
		}
}

static void count_neighbours(struct counted *c)
{
	static const enum hypertree_kind kinds[] = { BINARY_TREE, HYPERTREE_1, HYPERTREE_2 };
	unsigned distance[HAMMING_LEVELS + 1];

	for (unsigned i = 0; i < 3; i++)
		for (unsigned n = 1; n <= MOST_RIVAL_LEVELS; n++) {
			hamming_distances(kinds[i], n, HAMMING_ABOVE, distance);
			for (unsigned b = 1; b <= n; b++)
				c->neighbours[i][n] += distance[b];
		}
}

static void count_rivals(struct counted *c)
{
	for (enum rival r = 0; r < RIVALS; r++)
		for (unsigned n = 1; n <= MOST_RIVAL_LEVELS; n++) {
			progress("counting: %s, n = %u", rival_names[r], n);
			rival_count(r, n, &c->rival[r][n]);
		}
}

/* Text ------------------------------------------------------------------------------------------------------------ */

/* Ends a line without spaces at its end. */
static void end_line(struct text *out)
{
	while (out->bytes[out->length - 1] == ' ')
		out->bytes[--out->length] = '\0';
	text_add(out, "\n");
}

static void print_choice(const struct counted *c, enum hypertree_kind kind, struct text *out)
{
	bool first = kind == HYPERTREE_1;

	text_print(out, "\nFigure %u: how the links of Hypertree %s are chosen\n"
		   "Distances, by links above, between nodes of a level whose numbers differ in one bit. The level\n"
		   "gets links of the bits in parentheses, which are farthest apart.\n\n  level  bit",
		   first ? 2 : 3, first ? "I" : "II");
	for (unsigned b = 1; b <= FIGURE_LEVELS; b++)
		text_print(out, "%3u  ", b);
	text_add(out, first ? "  bit by the print's formula" : "");
	end_line(out);
	for (unsigned m = 1; m <= FIGURE_LEVELS; m++) {
		text_print(out, "  %5u     ", m);
		for (unsigned b = 1; b <= m; b++) {
			bool link = is_link_bit(kind, m, b);

			text_print(out, link && c->before[kind][m][b] < 10 ? " (%u) " : link ? "(%u) " : "%3u  ",
				   c->before[kind][m][b]);
		}
		if (first)
			text_print(out, "%*u%s", (int)(5 * (FIGURE_LEVELS - m)) + 9, bit_by_formula_2(m),
				   is_link_bit(kind, m, bit_by_formula_2(m)) ? "" : "*");
		end_line(out);
	}
}

/* A number, a mark if it is not the print's, and the print. */
static void print_beside(unsigned counted, unsigned print, struct text *out)
{
	text_print(out, "%8u%c%5u", counted, counted == print ? ' ' : '*', print);
}

static void print_table_1(const struct counted *c, struct text *out)
{
	text_add(out, "\nTable I: the farthest nodes of a level whose numbers differ in one bit\n"
		      "By links above them only, and in the whole tree, without end below.\n\n"
		      "         Hypertree I                 Hypertree II\n"
		      "  level  above print   whole print   above print   whole print\n");
	for (unsigned m = 1; m <= HAMMING_LEVELS; m++) {
		text_print(out, "  %5u", m);
		for (unsigned i = 0; i < 4; i++)
			print_beside((i % 2 ? c->whole : c->above)[i / 2][m], table_1_print[m][i], out);
		text_add(out, "\n");
	}
}

static void print_diameters(const struct counted *c, struct text *out)
{
	text_add(out, "\nSection 3.1: diameter\n"
		      "The print says that no two nodes of Hypertree I are more than n apart. That is right for nodes whose\n"
		      "numbers differ in one bit (Table I). Corrected: 3n/2, rounded down.\n\n"
		      "      n  Hypertree I   print  corrected  Hypertree II\n");
	for (unsigned n = 1; n <= MOST_RIVAL_LEVELS; n++) {
		unsigned first = c->rival[RIVAL_HYPERTREE_1][n].between_all.longest;

		text_print(out, "  %5u  %11u%c %6u  %8u%c  %12u\n", n, first, first == n ? ' ' : '*', n, 3 * n / 2,
			   first == 3 * n / 2 ? ' ' : '*', c->rival[RIVAL_HYPERTREE_2][n].between_all.longest);
	}
}

static void print_formulas(bool normalized, struct text *out)
{
	text_add(out, "\n");
	for (enum rival r = 0; r < RIVAL_IN_FIGURES; r++) {
		const struct rival_print *print = &rival_prints[r];

		if (print->mean)
			text_print(out, "  %-12s %s = %s%s%s\n", rival_names[r], normalized ? "L'" : "L",
				   normalized ? print->normalized : print->mean, *print->valid ? "   for " : "",
				   print->valid);
	}
	text_add(out, "\n      n");
	for (enum rival r = 0; r < RIVAL_IN_FIGURES; r++)
		text_print(out, rival_prints[r].mean ? "  %12s  print" : "  %12s", rival_names[r]);
	text_add(out, "\n");
}

/* Table II has the mean distances, Figure 5 shows the normalized ones. */
static void print_means(const struct counted *c, bool normalized, struct text *out)
{
	int digits = normalized ? 3 : 4;

	text_add(out, normalized
		 ? "\nFigure 5: normalized mean distance L' = L p between leaves, p being the ports of a node\n"
		 : "\nTable II: mean distance L between leaves, each with itself included\n");
	print_formulas(normalized, out);
	for (unsigned n = 1; n <= MOST_RIVAL_LEVELS; n++) {
		text_print(out, "  %5u", n);
		for (enum rival r = 0; r < RIVAL_IN_FIGURES; r++) {
			double print = printed_mean(r, n, normalized);

			text_print(out, "  %11.*f%c", digits, counted_mean(&c->rival[r][n], normalized),
				   is_as_printed(r, n, &c->rival[r][n]) ? ' ' : '*');
			if (print >= 0)
				text_print(out, "%7.*f", digits, print);
			else if (rival_prints[r].mean)
				text_print(out, "%7s", "-");
		}
		end_line(out);
	}
}

static void print_neighbours(const struct counted *c, struct text *out)
{
	text_add(out, "\nSection 3.2.2: mean distance between leaves whose numbers differ in one bit (n-cube: 1)\n"
		      "The print's n and n/2 are corrected: n + 1 and (n + 1)/2.\n\n"
		      "      n  binary tree   print  corrected   Hypertree I   print  corrected   Hypertree II\n");
	for (unsigned n = 1; n <= MOST_RIVAL_LEVELS; n++) {
		double binary = c->neighbours[0][n] / (double)n, first = c->neighbours[1][n] / (double)n;

		text_print(out, "  %5u  %11.3f%c %6u  %8u%c   %11.3f%c  %6.1f %9.1f%c  %13.3f\n", n, binary,
			   c->neighbours[0][n] == n * n ? ' ' : '*', n, n + 1,
			   c->neighbours[0][n] == n * (n + 1) ? ' ' : '*', first,
			   2 * c->neighbours[1][n] == n * n ? ' ' : '*', n / 2.0, (n + 1) / 2.0,
			   2 * c->neighbours[1][n] == n * (n + 1) ? ' ' : '*', c->neighbours[2][n] / (double)n);
	}
}

static void print_locality(const struct counted *c, struct text *out)
{
	static const enum rival shown[] = { RIVAL_CUBE, RIVAL_BINARY, RIVAL_HYPERTREE_1, RIVAL_HYPERTREE_2 };

	text_add(out, "\nSection 3.2.3: mean distance if each node sends 2^-d messages to the nodes at each distance d\n"
		      "The print's 2 - 2^-k for diameter k is corrected: 2 - k/(2^k - 1). That is exact where each node has some\n"
		      "other one k away; where some have none, the mean is less.\n\n      n");
	for (unsigned i = 0; i < 4; i++)
		text_print(out, "  %13s   print  corrected", rival_names[shown[i]]);
	text_add(out, "\n");
	for (unsigned n = 1; n <= MOST_RIVAL_LEVELS; n++) {
		text_print(out, "  %5u", n);
		for (unsigned i = 0; i < 4; i++) {
			const struct distances *all = &c->rival[shown[i]][n].between_all;
			double power = ldexp(1, (int)all->longest);

			text_print(out, "  %13.5f %7.5f  %8.5f%c", all->local_sum / all->local_messages, 2 - 1 / power,
				   2 - all->longest / (power - 1), rival_is_local(all) ? ' ' : '*');
		}
		end_line(out);
	}
}

/* By how many percent `sum` is more than the least. */
static double excess(unsigned long long sum, const struct rival_count *count)
{
	return 100.0 * (double)(sum - count->between_all.sum) / (double)count->between_all.sum;
}

static void print_routing(const struct counted *c, struct text *out)
{
	text_add(out, "\nSection 3.3: how much longer the ways of the simple algorithm are, all nodes to all nodes, in percent\n"
		      "The print says: never more than 0.42. That is right with a correction: if the source is above the\n"
		      "destination, take the reverse of the way from destination to source (symmetric).\n\n"
		      "         Hypertree I            Hypertree II\n"
		      "      n  as printed  symmetric  as printed  symmetric\n");
	for (unsigned n = 1; n <= MOST_RIVAL_LEVELS; n++) {
		const struct rival_count *first = &c->rival[RIVAL_HYPERTREE_1][n];
		const struct rival_count *second = &c->rival[RIVAL_HYPERTREE_2][n];

		text_print(out, "  %5u  %10.4f  %9.4f  %10.4f  %9.4f\n", n, excess(first->plain_sum, first),
			   excess(first->rule_sum, first), excess(second->plain_sum, second),
			   excess(second->rule_sum, second));
	}
}

/* "across 3, above 3": the levels whose links are the busiest. */
static void print_places(const struct hypertree_traffic *t, struct text *out)
{
	const char *comma = "";

	for (unsigned m = 1; m <= MOST_RIVAL_LEVELS; m++) {
		if (t->cross[m][0] == t->busiest || t->cross[m][1] == t->busiest) {
			text_print(out, "%sacross %u", comma, m);
			comma = ", ";
		}
		if (t->up[m] == t->busiest) {
			text_print(out, "%sabove %u", comma, m);
			comma = ", ";
		}
	}
}

static void print_loads(const struct counted *c, struct text *out)
{
	text_add(out, "\nFigure 6: messages over the busiest link, both ways, when every leaf sends to every leaf, times ports\n"
		      "Where that is in Hypertree I: across a level, or above it. The print says: across (n + 1)/2 for odd n,\n"
		      "across and above n/2 + 1 for even n; and that the load grows as N^1.5.\n\n      n");
	for (enum rival r = 0; r < RIVAL_IN_FIGURES; r++)
		text_print(out, " %12s", rival_names[r]);
	text_add(out, "  Hypertree I: load/N^1.5, where\n");
	for (unsigned n = 1; n <= MOST_RIVAL_LEVELS; n++) {
		const struct hypertree_traffic *first = &c->rival[RIVAL_HYPERTREE_1][n].traffic;

		text_print(out, "  %5u", n);
		for (enum rival r = 0; r < RIVAL_IN_FIGURES; r++)
			text_print(out, " %12llu", c->rival[r][n].traffic.busiest * c->rival[r][n].ports);
		text_print(out, "  %12.4f  ", (double)first->busiest / pow(2, 1.5 * n));
		print_places(first, out);
		text_add(out, "\n");
	}
	text_print(out, "\n  The others for n = %u, and in print:\n", MOST_RIVAL_LEVELS);
	for (enum rival r = RIVAL_BINARY; r <= RIVAL_FULL_RING; r++) {
		static const char *const prints[] = { "above 1", "above 3", "across 3" };

		text_print(out, "  %-12s ", rival_names[r]);
		print_places(&c->rival[r][MOST_RIVAL_LEVELS].traffic, out);
		text_print(out, " (print: %s)\n", prints[r]);
	}
}

static double mean_of_all(const struct counted *c, enum rival r, unsigned n)
{
	return (double)c->rival[r][n].between_all.sum / (double)c->rival[r][n].between_all.pairs;
}

/* By how many percent a is less than b. */
static double less(double a, double b)
{
	return 100 * (1 - a / b);
}

static void print_de_bruijn(const struct counted *c, struct text *out)
{
	text_add(out, "\nSection 5: mean distance between all nodes, and by how many percent it is shorter\n"
		      "The print says: de Bruijn's network is 15 to 25 shorter than Hypertree I, Hypertree II slightly\n"
		      "shorter than de Bruijn's, and Hypertree I with a perfect shuffle between its leaves 5 to 10 shorter.\n\n"
		      "                                                     de Bruijn  Hypertree II  shuffled\n"
		      "      n  Hypertree I  Hypertree II  de Bruijn  shuffled      than I  than de Bruijn  than de Bruijn\n");
	for (unsigned n = 1; n <= MOST_RIVAL_LEVELS; n++) {
		double first = mean_of_all(c, RIVAL_HYPERTREE_1, n), second = mean_of_all(c, RIVAL_HYPERTREE_2, n);
		double bruijn = mean_of_all(c, RIVAL_DE_BRUIJN, n), shuffled = mean_of_all(c, RIVAL_SHUFFLE, n);

		text_print(out, "  %5u  %11.4f  %12.4f  %9.4f  %8.4f  %10.1f  %14.1f  %14.1f\n", n, first, second,
			   bruijn, shuffled, less(bruijn, first), less(second, bruijn), less(shuffled, bruijn));
	}
}

void paper_text(const struct counted *c, struct text *out)
{
	text_add(out, "Goodman and S\xc3\xa9quin, Hypertree, a Multiprocessor Interconnection Topology (1981)\n"
		      "Its tables and figures, counted in the networks. Level n is the lowest, and N = 2^n.\n"
		      "A count with * is not the print's, a print or correction with * is not the count.\n");
	print_choice(c, HYPERTREE_1, out);
	print_choice(c, HYPERTREE_2, out);
	print_table_1(c, out);
	print_diameters(c, out);
	print_means(c, false, out);
	print_means(c, true, out);
	print_neighbours(c, out);
	print_locality(c, out);
	print_routing(c, out);
	print_loads(c, out);
	paper_practice(c, out);
	print_de_bruijn(c, out);
}

struct counted *paper_count(void)
{
	struct counted *c = allocate(sizeof *c);

	count_hamming(c);
	count_neighbours(c);
	count_rivals(c);
	for (unsigned m = 1; m <= DETOUR_LEVELS; m++)
		detours_count(m, &c->detour[m]);
	for (unsigned sets = FEWEST_SETS; sets <= MOST_SETS; sets++)
		sets_count(sets, c->sets[sets]);
	for (unsigned r = 1; r < RESTART_LEVELS; r++)
		restart_count(r, &c->restart[r]);
	for (unsigned n = 2; n <= CYLINDER_LEVELS; n++)
		c->cylinder[n] = cylinder_distances(n);
	return c;
}
