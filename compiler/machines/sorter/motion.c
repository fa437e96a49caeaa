/* motion.c: see motion.h.
 *
 * The Verilog and its model have bits on wires, and say of no word where it is. But comparators compare whole words: from the words of a
 * frame it follows which of them each exchanges, and so the line of every word behind each column. */
#include "machines/sorter/motion.h"

#include <stdlib.h>
#include <string.h>

#include "plan/ways.h"
#include "simulate/delivery_log.h"
#include "trails.h"

/* By all bits; of equal words the one of the first wire. */
static unsigned *ranks_of(const struct word_form *form, const uint64_t *word, unsigned wires)
{
	unsigned *rank = allocate_array(wires, sizeof *rank);

	for (unsigned i = 0; i < wires; i++)
		for (unsigned j = 0; j < wires; j++)
			for (unsigned k = 0; k <= form->words; k++) {
				uint64_t a = k < form->words ? word[i * form->words + k] : i, b = k < form->words ? word[j * form->words + k] : j;

				rank[i] += b < a;
				if (a != b)
					break;
			}
	return rank;
}

static bool left_so(const struct ways *w, const struct word_form *form, const struct sorted_frame *f)
{
	const unsigned *last = w->at + (size_t)w->columns * w->lines;
	bool so = true;

	for (unsigned line = 0; line < w->lines && so; line++)
		so = memcmp(f->sent + last[line] * form->words, f->got + w->output[line] * form->words, form->words * sizeof *f->sent) == 0;
	return so;
}

/* The word that is on this line at the end, from column to column. */
static void add_trail(struct trails *t, const struct ways *w, unsigned line)
{
	unsigned input = w->at[(size_t)w->columns * w->lines + line], at = input;
	uint32_t trail = trails_begin(t, input, w->output[line]);

	for (unsigned column = 1; column <= w->columns; column++) {
		const unsigned *here = w->at + (size_t)column * w->lines;
		unsigned to = 0;

		while (here[to] != input)
			to++;
		trails_hop(t, trail, &(struct trail_link){ trail_vertex(column - 1, at), trail_vertex(column, to), 1 }, 0);
		at = to;
	}
	trails_end(t, trail, TRAIL_ARRIVED);
}

static unsigned line_of_output(const struct ways *w, unsigned output)
{
	unsigned line = 0;

	while (w->output[line] != output)
		line++;
	return line;
}

void sorter_note_frame(const struct simulation *s, const struct word_form *form, const struct sorted_frame *f)
{
	unsigned wires = s->network->ends, *rank;

	if (!s->log && !s->trails)
		return;
	rank = ranks_of(form, f->sent, wires);
	struct ways w = ways_new(s->network->sorter, rank);

	if (s->trails)
		trails_step(s->trails, f->begun);
	for (unsigned output = 0; output < wires && left_so(&w, form, f); output++) {
		unsigned line = line_of_output(&w, output), input = w.at[(size_t)w.columns * wires + line];

		if (s->log)
			delivery_log_add(s->log, &(struct logged){ input, output, f->number, f->begun, f->begun, f->left });
		if (s->trails)
			add_trail(s->trails, &w, line);
	}
	ways_free(&w);
	free(rank);
}
