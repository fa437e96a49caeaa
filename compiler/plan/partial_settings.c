/* partial_settings.c: paths of messages through partial concentrators: one bipartite matching per stage. */
#include "plan/partial.h"

#include <suitesparse/btf.h>
#include <stdlib.h>
#include <string.h>

#include "util/text.h"

/* For btf_maxtrans(): a matrix of outputs (columns) and occupied inputs (rows), stored by columns. */
struct matrix {
	int *column;			/* [outputs + 1]: where each begins in `row` */
	int *row;
	int *column_of_row;		/* [inputs]: the matching, or -1 */
	int *work;			/* [5 outputs] */
};

static struct matrix matrix_of(const struct bipartite *graph, const bool *occupied)
{
	struct matrix m = { allocate_array(graph->outputs + 1, sizeof *m.column),
			    allocate_array(graph->first[graph->outputs], sizeof *m.row),
			    allocate_array(graph->inputs, sizeof *m.column_of_row),
			    allocate_array(5 * (size_t)graph->outputs, sizeof *m.work) };
	int entries = 0;

	for (unsigned j = 0; j < graph->outputs; j++) {
		for (unsigned e = graph->first[j]; e < graph->first[j + 1]; e++)
			if (occupied[graph->source[e]])
				m.row[entries++] = (int)graph->source[e];
		m.column[j + 1] = entries;
	}
	return m;
}

static void matrix_free(struct matrix *m)
{
	free(m->column);
	free(m->row);
	free(m->column_of_row);
	free(m->work);
}

static unsigned index_of(const struct bipartite *graph, unsigned output, unsigned input)
{
	unsigned at = graph->first[output];

	while (graph->source[at] != input)
		at++;
	return at - graph->first[output];
}

/* Replaces message[input] before a stage by message[output] behind it: a message's own input, or PARTIAL_IDLE. Returns
 * how many pass. */
static unsigned pass(const struct bipartite *graph, unsigned *message, unsigned *choice)
{
	bool *occupied = allocate_array(graph->inputs, sizeof *occupied);
	unsigned *behind = allocate_array(graph->outputs, sizeof *behind), passed = 0;
	double work;

	for (unsigned i = 0; i < graph->inputs; i++)
		occupied[i] = message[i] != PARTIAL_IDLE;
	for (unsigned j = 0; j < graph->outputs; j++)
		choice[j] = behind[j] = PARTIAL_IDLE;

	struct matrix m = matrix_of(graph, occupied);

	btf_maxtrans((int)graph->inputs, (int)graph->outputs, m.column, m.row, 0, &work, m.column_of_row, m.work);
	for (unsigned i = 0; i < graph->inputs; i++)
		if (m.column_of_row[i] >= 0) {
			unsigned j = (unsigned)m.column_of_row[i];

			choice[j] = index_of(graph, j, i);
			behind[j] = message[i];
			passed++;
		}
	memcpy(message, behind, graph->outputs * sizeof *message);
	matrix_free(&m);
	free(occupied);
	free(behind);
	return passed;
}

bool partial_settings(const struct partial_concentrator *c, const bool *occupied, unsigned *choice, unsigned *leaves_by)
{
	unsigned *message = allocate_array(c->inputs, sizeof *message), count = 0, passed;

	for (unsigned i = 0; i < c->inputs; i++) {
		message[i] = occupied[i] ? i : PARTIAL_IDLE;
		count += occupied[i];
		if (leaves_by)
			leaves_by[i] = PARTIAL_IDLE;
	}
	passed = count;
	for (size_t k = 0; k < c->stages; k++) {
		passed = pass(&c->stage[k].graph, message, choice);
		choice += c->stage[k].graph.outputs;
	}
	for (unsigned j = 0; leaves_by && j < c->outputs && j < c->inputs; j++)
		if (message[j] != PARTIAL_IDLE)
			leaves_by[message[j]] = j;
	free(message);
	return passed == count;
}
