/* partial.c: partial concentrators: their promise is proved, and messages get it.
 *
 *   test-partial           tests, TAP
 *   test-partial table     a line for each concentrator of docs/papers/concentrators.md: compared with partial.txt here
 *
 * As far as 2^s sets can be tried, the proofs are compared with Hall's condition tried set by set, in a program of ten
 * lines; and all with graphs in which a violator was planted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/partial.h"
#include "random.h"
#include "util/text.h"

enum { SEED = 1, NATURAL_STEP = 6, MOST_PROVED = 48, MOST_TRIED_OUT = 18 };

static int number;
static bool all_right = true;

static void result(bool right, const char *what)
{
	printf("%s %d - %s\n", right ? "ok" : "not ok", ++number, what);
	fflush(stdout);
	all_right = all_right && right;
}

static unsigned two_thirds(unsigned r)
{
	return (2 * r + 2) / 3;
}

/* Hall's condition, set by set ----------------------------------------------------------------------------------- */

/* The greatest k for which no set of fewer than k outputs holds the neighbours of more inputs than it has outputs. */
static unsigned tried_out(const struct bipartite *graph)
{
	unsigned r = graph->inputs, s = graph->outputs, k = s;
	uint8_t *held = allocate_array((size_t)1 << s, 1);	/* [T]: inputs with all neighbours in T */

	for (unsigned i = 0; i < r; i++) {
		size_t neighbours = 0;

		for (unsigned j = 0; j < s; j++)
			for (unsigned e = graph->first[j]; e < graph->first[j + 1]; e++)
				neighbours |= (size_t)(graph->source[e] == i) << j;
		held[neighbours]++;
	}
	for (unsigned j = 0; j < s; j++)
		for (size_t t = 0; t < (size_t)1 << s; t++)
			if (t >> j & 1)
				held[t] += held[t ^ (size_t)1 << j];
	for (size_t t = 0; t < (size_t)1 << s; t++) {
		unsigned size = (unsigned)__builtin_popcountll(t);

		if (held[t] > size && size < k)
			k = size;
	}
	free(held);
	return k;
}

/* As tried_out(), by proofs. */
static unsigned proved(const struct bipartite *graph)
{
	unsigned k = 0;

	for (;; k++) {
		unsigned long steps = 100000000;

		if (k == graph->outputs || hall_prove(graph, k + 1, &steps) != HALL_PROVED)
			return k;
	}
}

/* Any r, s and number of edges, good and bad. */
static void same_as_tried_out(void)
{
	unsigned wrong = 0, graphs = 0;
	unsigned of_capacity[MOST_TRIED_OUT + 1] = { 0 };

	for (unsigned s = 1; s <= 12; s++)
		for (unsigned r = s; r <= 2 * s + 1; r++)
			for (unsigned edges = r; edges <= 6 * r; edges += 1 + r / 2) {
				struct partial_stage stage = partial_draw(r, s, edges, SEED, 1000);
				unsigned k = tried_out(&stage.graph);

				wrong += proved(&stage.graph) != k;
				of_capacity[k]++;
				graphs++;
				bipartite_free(&stage.graph);
			}
	for (unsigned k = 0; k <= MOST_TRIED_OUT; k++)
		if (of_capacity[k] > 0)
			printf("# capacity %u: %u graphs\n", k, of_capacity[k]);
	char *what = format_string("proofs of %u graphs say what trying every set of outputs says", graphs);

	result(wrong == 0, what);
	free(what);
}

/* Pippenger's degree 6: every one of these has been found good by trying every set of outputs (1000 graphs each; 60 for
 * r = 30, 6 for r = 36), and the probability of a bad one is below 1.1e-7. */
static void degree_six(void)
{
	for (unsigned r = NATURAL_STEP; r <= 36; r += NATURAL_STEP) {
		unsigned graphs = r <= 24 ? 1000 : r == 30 ? 60 : 6, bad = 0;
		char *what = format_string("r = %u: %u random graphs of degree 6 match any %u inputs", r, graphs,
					   r / 2);

		for (unsigned draw = 0; draw < graphs; draw++) {
			struct partial_stage stage = partial_draw(r, 2 * r / 3, 6 * r, 2, draw);
			unsigned long steps = 100000000;

			bad += hall_prove(&stage.graph, r / 2, &steps) != HALL_PROVED;
			bipartite_free(&stage.graph);
		}
		result(bad == 0, what);
		free(what);
	}
}

/* Stages as they are made ------------------------------------------------------------------------------------------ */

static unsigned edges_of(const struct bipartite *graph)
{
	return graph->first[graph->outputs];
}

/* Every input has 1 .. 6 outputs; every output has the stated number of inputs, ascending. */
static bool degrees_are_right(const struct bipartite *graph, unsigned most_sources)
{
	unsigned *degree = allocate_array(graph->inputs, sizeof *degree);
	bool right = true;

	for (unsigned j = 0; j < graph->outputs; j++) {
		unsigned sources = graph->first[j + 1] - graph->first[j];

		right = right && sources >= 1 && sources <= most_sources;
		for (unsigned e = graph->first[j]; e < graph->first[j + 1]; e++) {
			right = right && graph->source[e] < graph->inputs &&
				(e == graph->first[j] || graph->source[e] > graph->source[e - 1]);
			degree[graph->source[e]]++;
		}
	}
	for (unsigned i = 0; i < graph->inputs; i++)
		right = right && degree[i] >= 1 && degree[i] <= PARTIAL_IN_DEGREE;
	free(degree);
	return right;
}

/* All that the paper asks of r -> 2/3 r, rounded up: three quarters of the outputs, degrees of 6 and 9 where r = 6m. */
static void single_stages(void)
{
	struct partial_library library = { .seed = SEED };

	for (unsigned r = 3; r <= MOST_PROVED; r++) {
		unsigned s = two_thirds(r);
		const struct partial_concentrator *c = partial_concentrator(&library, r, s);
		const struct partial_stage *stage = c->stage;
		bool right = c->stages == 1 && c->capacity == stage->capacity && 4 * c->capacity >= 3 * s &&
			     stage->verdict == HALL_PROVED &&
			     degrees_are_right(&stage->graph, r % NATURAL_STEP == 0 ? 9 : PARTIAL_OUT_DEGREE);

		unsigned long steps = 100000000;

		right = right && hall_prove(&stage->graph, c->capacity, &steps) == HALL_PROVED;
		if (s <= MOST_TRIED_OUT)
			right = right && tried_out(&stage->graph) == c->capacity;
		char *what = format_string("%u -> %u: any %u, %u edges, %s", r, s, c->capacity, edges_of(&stage->graph),
					   s <= MOST_TRIED_OUT ? "tried out" : "proved");

		result(right, what);
		free(what);
	}
	partial_library_free(&library);
}

static bool same_concentrator(const struct partial_concentrator *a, const struct partial_concentrator *b)
{
	bool same = a->stages == b->stages && a->capacity == b->capacity;

	for (size_t k = 0; same && k < a->stages; k++) {
		const struct bipartite *x = &a->stage[k].graph, *y = &b->stage[k].graph;

		same = edges_of(x) == edges_of(y) && memcmp(x->first, y->first,
							    (x->outputs + 1) * sizeof *x->first) == 0 &&
		       memcmp(x->source, y->source, edges_of(x) * sizeof *x->source) == 0;
	}
	return same;
}

static void seeds(void)
{
	struct partial_library first = { .seed = 7 }, again = { .seed = 7 }, other = { .seed = 8 };
	const struct partial_concentrator *a = partial_concentrator(&first, 36, 12);

	partial_concentrator(&again, 17, 5);
	result(same_concentrator(a, partial_concentrator(&again, 36, 12)),
	       "the same seed gives the same, whatever else was made");
	result(!same_concentrator(a, partial_concentrator(&other, 36, 12)), "another seed gives another");
	result(partial_concentrator(&first, 36, 12) == a && first.count == 1, "each size is made once");
	partial_library_free(&first);
	partial_library_free(&again);
	partial_library_free(&other);
}

/* Planted violators ------------------------------------------------------------------------------------------------ */

/* The graph with t + 1 of its inputs, drawn, turned to t of its outputs, drawn: each of their edges goes to one of
 * those. */
static struct bipartite plant(const struct bipartite *graph, unsigned t, struct random *random)
{
	unsigned r = graph->inputs, s = graph->outputs;
	bool *edge = allocate_array((size_t)r * s, sizeof *edge), *in = allocate_array(r, sizeof *in);
	unsigned *chosen = allocate_array(s, sizeof *chosen), count = 0, left = t + 1;
	struct bipartite bad = { r, s, allocate_array(s + 1, sizeof *bad.first),
				 allocate_array(edges_of(graph), sizeof *bad.source) };

	for (unsigned j = 0; j < s; j++)
		if (random_below(random, s - j) < t - count)
			chosen[count++] = j;
	for (unsigned i = 0; i < r; i++) {
		in[i] = random_below(random, r - i) < left;
		left -= in[i];
	}
	for (unsigned j = 0; j < s; j++)
		for (unsigned e = graph->first[j]; e < graph->first[j + 1]; e++) {
			unsigned i = graph->source[e];

			edge[(size_t)i * s + (in[i] ? chosen[random_below(random, t)] : j)] = true;
		}
	for (unsigned j = 0, e = 0; j < s; j++) {
		for (unsigned i = 0; i < r; i++)
			if (edge[(size_t)i * s + j])
				bad.source[e++] = i;
		bad.first[j + 1] = e;
	}
	free(edge);
	free(in);
	free(chosen);
	return bad;
}

/* One input more than outputs, for each number of outputs below k. */
static void planted_and_proved(unsigned r)
{
	unsigned s = two_thirds(r), k = r / 2, found = 0;
	struct partial_stage stage = partial_draw(r, s, 6 * r, SEED, 0);
	struct random random;
	char *what = format_string("r = %u: a proof fails for each violator of 1 to %u outputs that is planted", r,
				   k - 1);

	random_start(&random, SEED, r);
	for (unsigned t = 1; t < k; t++) {
		struct bipartite bad = plant(&stage.graph, t, &random);
		unsigned long steps = 1000000000;

		found += hall_prove(&bad, k, &steps) == HALL_VIOLATED;
		bipartite_free(&bad);
	}
	result(found == k - 1, what);
	bipartite_free(&stage.graph);
	free(what);
}

/* What the search finds where nothing is proved: violators of all sizes, a few of which it may miss. */
static void planted_and_searched(unsigned r)
{
	unsigned s = two_thirds(r), k = r / 2, found = 0, planted = 0, step = r / 48;
	struct partial_stage stage = partial_draw(r, s, 6 * r, SEED, 0);
	struct random random;

	random_start(&random, SEED, r);
	for (unsigned t = 1; t < k; t += step, planted++) {
		struct bipartite bad = plant(&stage.graph, t, &random);

		found += hall_search(&bad, k, 200, SEED) == HALL_VIOLATED;
		bipartite_free(&bad);
	}
	char *what = format_string("r = %u: the search finds %u of %u violators that are planted", r, found, planted);

	result(10 * found >= 9 * planted && hall_search(&stage.graph, k, 200, SEED) == HALL_SEARCHED, what);
	bipartite_free(&stage.graph);
	free(what);
}

/* Settings --------------------------------------------------------------------------------------------------------- */

/* How many of the occupied inputs can be matched: by augmenting paths. */
static bool augment(const struct bipartite *graph, unsigned output, const bool *occupied, bool *seen,
		    unsigned *output_of)
{
	for (unsigned e = graph->first[output]; e < graph->first[output + 1]; e++) {
		unsigned i = graph->source[e];

		if (!occupied[i] || seen[i])
			continue;
		seen[i] = true;
		if (output_of[i] == PARTIAL_IDLE || augment(graph, output_of[i], occupied, seen, output_of)) {
			output_of[i] = output;
			return true;
		}
	}
	return false;
}

static unsigned most_matched(const struct bipartite *graph, const bool *occupied)
{
	unsigned *output_of = allocate_array(graph->inputs, sizeof *output_of), matched = 0;
	bool *seen = allocate_array(graph->inputs, sizeof *seen);

	for (unsigned i = 0; i < graph->inputs; i++)
		output_of[i] = PARTIAL_IDLE;
	for (unsigned j = 0; j < graph->outputs; j++) {
		memset(seen, 0, graph->inputs * sizeof *seen);
		matched += augment(graph, j, occupied, seen, output_of);
	}
	free(output_of);
	free(seen);
	return matched;
}

/* Follows the choices, as the multiplexers do. from[j]: whose message is on output j of the last stage. */
static bool follow(const struct partial_concentrator *c, const bool *occupied, const unsigned *choice, unsigned *from)
{
	unsigned widest = c->inputs > c->outputs ? c->inputs : c->outputs;
	unsigned *behind = allocate_array(widest, sizeof *behind);
	bool *taken = allocate_array(widest, sizeof *taken), *full = allocate_array(widest, sizeof *full);
	bool right = true;

	for (unsigned i = 0; i < widest; i++)
		from[i] = i < c->inputs && occupied[i] ? i : PARTIAL_IDLE;
	for (size_t k = 0; k < c->stages; k++) {
		const struct bipartite *graph = &c->stage[k].graph;
		unsigned passed = 0;

		for (unsigned i = 0; i < graph->inputs; i++) {
			full[i] = from[i] != PARTIAL_IDLE;
			taken[i] = false;
		}
		for (unsigned j = 0; j < graph->outputs; j++, choice++) {
			behind[j] = PARTIAL_IDLE;
			if (*choice == PARTIAL_IDLE)
				continue;
			unsigned i = graph->source[graph->first[j] + *choice];

			right = right && *choice < graph->first[j + 1] - graph->first[j] && full[i] && !taken[i];
			taken[i] = true;
			behind[j] = from[i];
			passed++;
		}
		right = right && passed == most_matched(graph, full);
		memcpy(from, behind, graph->outputs * sizeof *from);
	}
	free(behind);
	free(taken);
	free(full);
	return right;
}

static bool settings_are_right(const struct partial_concentrator *c, const bool *occupied, unsigned messages)
{
	unsigned *choice = allocate_array(c->choices + 1, sizeof *choice),
		*leaves_by = allocate_array(c->inputs, sizeof *leaves_by);
	unsigned *from = allocate_array(c->inputs + c->outputs, sizeof *from), arrived = 0;
	bool all = partial_settings(c, occupied, choice, leaves_by), right = follow(c, occupied, choice, from);

	for (unsigned j = 0; j < c->outputs; j++)
		if (from[j] != PARTIAL_IDLE) {
			right = right && leaves_by[from[j]] == j;
			arrived++;
		}
	for (unsigned i = 0; i < c->inputs; i++)
		right = right && (leaves_by[i] == PARTIAL_IDLE || (occupied[i] && from[leaves_by[i]] == i));
	right = right && all == (arrived == messages) && (all || messages > c->capacity);
	free(choice);
	free(leaves_by);
	free(from);
	return right;
}

/* Exactly this number of messages, anywhere. */
static void scatter(bool *occupied, unsigned r, unsigned messages, struct random *random)
{
	for (unsigned i = 0; i < r; i++) {
		occupied[i] = random_below(random, r - i) < messages;
		messages -= occupied[i];
	}
}

/* Sets of all sizes; most of as many messages as must get through. */
static void settings(struct partial_library *library, unsigned r, unsigned s, unsigned sets)
{
	const struct partial_concentrator *c = partial_concentrator(library, r, s);
	bool *occupied = allocate_array(r, sizeof *occupied), right = c->inputs == r && c->outputs == s;
	struct random random;

	random_start(&random, r, s);
	for (unsigned k = 0; k < sets; k++) {
		unsigned messages = k % 4 == 3 ? (unsigned)random_below(&random, r + 1) : c->capacity;

		scatter(occupied, r, messages, &random);
		right = right && settings_are_right(c, occupied, messages);
	}
	for (unsigned from = 0; from < r; from++) {	/* blocks, round the end */
		for (unsigned i = 0; i < r; i++)
			occupied[(from + i) % r] = i < c->capacity;
		right = right && settings_are_right(c, occupied, c->capacity < r ? c->capacity : r);
	}
	char *what = format_string("%u -> %u, %zu stages: any %u get through", r, s, c->stages, c->capacity);

	result(right && (r <= s ? c->capacity == r : 4 * c->capacity >= 3 * s), what);
	free(what);
	free(occupied);
}

static void all_settings(void)
{
	static const unsigned wide[][2] = { { 72, 24 }, { 96, 64 }, { 100, 99 }, { 130, 50 }, { 200, 3 } };
	struct partial_library library = { .seed = SEED };

	for (unsigned r = 1; r <= MOST_PROVED; r += 1 + r / 8)
		for (unsigned s = 1; s <= r + 1; s += 1 + s / 3)
			settings(&library, r, s, 60);
	settings(&library, 24, 12, 3000);
	settings(&library, 36, 12, 2000);
	for (unsigned k = 0; k < sizeof wide / sizeof *wide; k++)
		settings(&library, wide[k][0], wide[k][1], 60);
	partial_library_free(&library);
}

/* The table -------------------------------------------------------------------------------------------------------- */

static void print_stage(const struct partial_stage *stage)
{
	const struct bipartite *graph = &stage->graph;
	unsigned most = 0;

	for (unsigned j = 0; j < graph->outputs; j++)
		if (graph->first[j + 1] - graph->first[j] > most)
			most = graph->first[j + 1] - graph->first[j];
	printf("; %u -> %u any %u: %u edges", graph->inputs, graph->outputs, stage->capacity, edges_of(graph));
	if (stage->edges > 0)
		printf(" of %u, draw %u", stage->edges, stage->draw);
	else
		printf(", crossbar");
	printf(", at most %u an output", most);
	if (stage->effort > 0)
		printf(", %s %lu", stage->verdict == HALL_PROVED ? "proved in" : "no violator from", stage->effort);
}

static void print_row(struct partial_library *library, unsigned r, unsigned s)
{
	const struct partial_concentrator *c = partial_concentrator(library, r, s);

	printf("%u -> %u any %u, %lu LUT4, %lu setting bits", r, s, c->capacity, partial_lut4(c),
	       partial_setting_bits(c));
	for (size_t k = 0; k < c->stages; k++)
		print_stage(&c->stage[k]);
	putchar('\n');
}

static int table(void)
{
	struct partial_library library = { .seed = SEED };

	for (unsigned r = 3; r <= MOST_PROVED; r++)
		print_row(&library, r, two_thirds(r));
	for (unsigned r = 12; r <= MOST_PROVED; r += 12) {
		print_row(&library, r, r / 2);
		print_row(&library, r, r / 3);
	}
	for (unsigned r = 96; r <= 384; r *= 2)
		print_row(&library, r, two_thirds(r));
	partial_library_free(&library);
	return 0;
}

int main(int count, char **arguments)
{
	if (count > 1 && strcmp(arguments[1], "table") == 0)
		return table();
	same_as_tried_out();
	degree_six();
	single_stages();
	seeds();
	planted_and_proved(12);
	planted_and_proved(24);
	planted_and_proved(48);
	planted_and_searched(96);
	planted_and_searched(192);
	all_settings();
	printf("1..%d\n", number);
	return !all_right;
}
