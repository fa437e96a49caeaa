/* paper_practice.c: what section 4.2 of Goodman and Séquin recommends, counted. */
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

void paper_practice(const struct counted *c, struct text *out)
{
	print_detours(c, out);
	print_ringed(c, out);
}
