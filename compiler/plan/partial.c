/* partial.c: draws the stages of partial concentrators, and pastes them together. */
#include "plan/partial.h"

#include <stdlib.h>

#include "random.h"
#include "util/text.h"

enum {
	DRAWS = 24,			/* graphs tried for each number of edges */
	PROOF_STEPS = 8000000,		/* for one graph: less than a second */
	SEARCH_STARTS = 200,		/* from inputs, and as many from outputs; fewer for wide graphs */
	SEARCH_WIRES = 100000,
};

/* The inputs of the stage before s outputs: 3 s / 2, rounded up. */
static unsigned wider(unsigned s)
{
	return s + (s + 1) / 2;
}

/* Pippenger's alpha = 3/4, rounded up. */
static unsigned wanted_capacity(unsigned s)
{
	return s - s / 4;
}

/* Drawing ---------------------------------------------------------------------------------------------------------- */

static int ascending(const void *a, const void *b)
{
	unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;

	return (x > y) - (x < y);
}

/* Edge z joins input z mod r to output pi(z) mod s for a random permutation pi. The degrees of inputs thus differ by at
 * most one, and likewise those of outputs, until duplicates are merged. */
static struct bipartite draw_graph(unsigned r, unsigned s, unsigned edges, struct random *random)
{
	struct bipartite graph = { r, s, allocate_array(s + 1, sizeof *graph.first),
				   allocate_array(edges, sizeof *graph.source) };
	unsigned *pi = allocate_array(edges, sizeof *pi), *at = allocate_array(edges, sizeof *at), kept = 0;

	for (unsigned z = 0; z < edges; z++)
		pi[z] = z;
	for (unsigned z = edges; z > 1; z--) {
		unsigned other = (unsigned)random_below(random, z), last = pi[z - 1];

		pi[z - 1] = pi[other];
		pi[other] = last;
	}
	for (unsigned z = 0; z < edges; z++)
		at[pi[z]] = z % r;	/* the input at half edge pi(z), whose output is pi(z) mod s */
	for (unsigned j = 0; j < s; j++) {
		unsigned begin = kept, *list = graph.source + begin, length = 0;

		for (unsigned h = j; h < edges; h += s)
			list[length++] = at[h];
		qsort(list, length, sizeof *list, ascending);
		for (unsigned i = 0; i < length; i++)
			if (i == 0 || list[i] != graph.source[kept - 1])
				graph.source[kept++] = list[i];
		graph.first[j + 1] = kept;
	}
	free(pi);
	free(at);
	return graph;
}

struct partial_stage partial_draw(unsigned r, unsigned s, unsigned edges, uint64_t seed, unsigned draw)
{
	struct random random;

	random_start(&random, seed, ((uint64_t)r << 32 | s) ^ (uint64_t)edges << 48 ^ (uint64_t)draw << 24);
	return (struct partial_stage){ .graph = draw_graph(r, s, edges, &random), .draw = draw, .edges = edges };
}

/* The first graph drawn, by increasing edges, with a proof; a NULL graph if there is none of degree PARTIAL_IN_DEGREE
 * or less. Proofs get shorter with more edges: after one that takes too long, only far more edges are worth a try. */
static struct partial_stage proved_stage(unsigned r, unsigned s, unsigned capacity, uint64_t seed)
{
	unsigned more;

	for (unsigned edges = r; edges <= PARTIAL_IN_DEGREE * r; edges += more) {
		more = (r + 7) / 8;
		for (unsigned draw = 0; draw < DRAWS; draw++) {
			struct partial_stage stage = partial_draw(r, s, edges, seed, draw);
			unsigned long steps = PROOF_STEPS;

			stage.capacity = capacity;
			stage.verdict = hall_prove(&stage.graph, capacity, &steps);
			stage.effort = PROOF_STEPS - steps;
			if (stage.verdict == HALL_PROVED)
				return stage;
			bipartite_free(&stage.graph);
			if (stage.verdict == HALL_SEARCHED) {
				more = (r + 1) / 2;
				break;
			}
		}
	}
	return (struct partial_stage){ 0 };
}

/* A graph of Pippenger's degree, the least known to suffice: for r = 6m, s = 4m all but one in ten million graphs are
 * good. */
static struct partial_stage searched_stage(unsigned r, unsigned s, unsigned capacity, uint64_t seed)
{
	unsigned starts = r * SEARCH_STARTS <= SEARCH_WIRES ? SEARCH_STARTS : SEARCH_WIRES / r;

	for (unsigned draw = 0;; draw++) {
		struct partial_stage stage = partial_draw(r, s, PARTIAL_IN_DEGREE * r, seed, draw);

		stage.capacity = capacity;
		stage.verdict = hall_search(&stage.graph, capacity, starts, seed + draw);
		stage.effort = 2 * starts;
		if (stage.verdict == HALL_SEARCHED)
			return stage;
		bipartite_free(&stage.graph);
	}
}

/* Raises the capacity beyond the one asked for, as far as the remaining steps can prove. */
static void raise_capacity(struct partial_stage *stage)
{
	unsigned long left = PROOF_STEPS - stage->effort;

	while (stage->capacity < stage->graph.outputs &&
	       hall_prove(&stage->graph, stage->capacity + 1, &left) == HALL_PROVED) {
		stage->capacity++;
		stage->effort = PROOF_STEPS - left;
	}
}

static struct partial_stage make_stage(unsigned r, unsigned s, unsigned capacity, uint64_t seed)
{
	struct partial_stage stage = { 0 };

	if (r <= HALL_MAXIMUM_INPUTS)
		stage = proved_stage(r, s, capacity, seed);
	return stage.graph.first ? stage : searched_stage(r, s, capacity, seed);
}

/* The crossbar with fewest edges: output j chooses between inputs j .. j + r - s. Any s inputs can be matched: in
 * order, the j-th of them is one of those and goes to output j. */
static struct partial_stage crossbar_stage(unsigned r, unsigned s)
{
	unsigned sources = r - s + 1, edges = 0;
	struct partial_stage stage = { .graph = { r, s, allocate_array(s + 1, sizeof *stage.graph.first),
						  allocate_array((size_t)s * sources, sizeof *stage.graph.source) },
				       .capacity = s, .verdict = HALL_PROVED };

	for (unsigned j = 0; j < s; j++) {
		for (unsigned i = j; i < j + sources; i++)
			stage.graph.source[edges++] = i;
		stage.graph.first[j + 1] = edges;
	}
	return stage;
}

/* Pasting ---------------------------------------------------------------------------------------------------------- */

static void drop_stages(struct partial_concentrator *c)
{
	for (size_t k = 0; k < c->stages; k++)
		bipartite_free(&c->stage[k].graph);
	free(c->stage);
}

/* Adds stages from the outputs back until one is wide enough. Only that one may be narrower than it could be. No stage
 * needs to pass more than the last. */
static void paste(struct partial_concentrator *c, uint64_t seed)
{
	unsigned width[64] = { c->outputs };

	while (width[c->stages] < c->inputs) {
		unsigned wide = wider(width[c->stages++]);

		width[c->stages] = wide < c->inputs ? wide : c->inputs;
	}
	c->stage = allocate_array(c->stages, sizeof *c->stage);
	for (size_t i = 0; i < c->stages; i++) {
		struct partial_stage *stage = &c->stage[c->stages - 1 - i];

		*stage = make_stage(width[i + 1], width[i], i == 0 ? wanted_capacity(c->outputs) : c->capacity, seed);
		if (i == 0 && stage->verdict == HALL_PROVED)
			raise_capacity(stage);
		c->capacity = stage->capacity;
		c->choices += stage->graph.outputs;
	}
}

/* Replaces a tiny concentrator by a one-stage crossbar with full capacity, if that costs no more. */
static void prefer_crossbar(struct partial_concentrator *c)
{
	unsigned r = c->inputs, s = c->outputs, sources = r - s + 1, in_degree = sources < s ? sources : s;

	if (sources > PARTIAL_OUT_DEGREE || in_degree > PARTIAL_IN_DEGREE ||
	    (unsigned long)s * (r - s) > partial_lut4(c))
		return;
	drop_stages(c);
	c->stages = 1;
	c->stage = allocate(sizeof *c->stage);
	*c->stage = crossbar_stage(r, s);
	c->capacity = c->choices = s;
}

static struct partial_concentrator *make_concentrator(unsigned r, unsigned s, uint64_t seed)
{
	struct partial_concentrator *c = allocate(sizeof *c);

	*c = (struct partial_concentrator){ .inputs = r, .outputs = s, .capacity = r };
	if (r > s) {
		paste(c, seed);
		prefer_crossbar(c);
	}
	return c;
}

const struct partial_concentrator *partial_concentrator(struct partial_library *library, unsigned r, unsigned s)
{
	for (size_t i = 0; i < library->count; i++)
		if (library->item[i]->inputs == r && library->item[i]->outputs == s)
			return library->item[i];
	library->item = reallocate(library->item, (library->count + 1) * sizeof *library->item);
	library->item[library->count] = make_concentrator(r, s, library->seed);
	return library->item[library->count++];
}

void partial_library_free(struct partial_library *library)
{
	for (size_t i = 0; i < library->count; i++) {
		drop_stages(library->item[i]);
		free(library->item[i]);
	}
	free(library->item);
	*library = (struct partial_library){ .seed = library->seed };
}

/* Cost ------------------------------------------------------------------------------------------------------------- */

unsigned long partial_lut4(const struct partial_concentrator *c)
{
	unsigned long lut4 = 0;

	for (size_t k = 0; k < c->stages; k++)
		lut4 += c->stage[k].graph.first[c->stage[k].graph.outputs] - c->stage[k].graph.outputs;
	return lut4;
}

unsigned long partial_setting_bits(const struct partial_concentrator *c)
{
	unsigned long bits = 0;

	for (size_t k = 0; k < c->stages; k++) {
		const struct bipartite *graph = &c->stage[k].graph;

		for (unsigned j = 0; j < graph->outputs; j++)
			for (unsigned values = 1; values < graph->first[j + 1] - graph->first[j]; values *= 2)
				bits++;
	}
	return bits;
}
