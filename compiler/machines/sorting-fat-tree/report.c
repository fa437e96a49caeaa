/* report.c: the report of a sorting fat-tree: nodes, banks, times, and what rounds take with so many batches. */
#include "machines/sorting-fat-tree/rounds.h"

#include <stdlib.h>

#include "machines/columnsort.h"
#include "machines/sorting-fat-tree/hardware.h"
#include "network/cost.h"
#include "network/report.h"
#include "plan/plan.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/output.h"

enum { MOST_CHOICES = 5 };		/* of batches: 1, 2, 4, 8, 16 */

struct report {
	const struct spec *spec;
	struct sorting_shape shape;
	struct network *net;		/* NULL: no hardware can be made of it */
	struct sorting_means means[SORTING_TRAFFICS];	/* with the batches of the spec */
	unsigned choices;
	struct {
		unsigned batches;
		struct sorting_means means;		/* of permutations */
	} choice[MOST_CHOICES];
	unsigned fastest;		/* the choice with the fewest clocks */
};

static void play(struct report *r)
{
	unsigned most = sorting_most_batches(r->shape.leaves);

	for (unsigned t = 0; t < SORTING_TRAFFICS; t++)
		r->means[t] = sorting_play(&r->shape, t, SORTING_SEED, 0);
	for (unsigned batches = 1; batches <= most; batches *= 2) {
		unsigned c = r->choices++;
		struct sorting_shape s = sorting_shape_with(r->spec, batches);

		r->choice[c].batches = batches;
		r->choice[c].means = batches == r->shape.batches ? r->means[SORTING_PERMUTATION]
								 : sorting_play(&s, SORTING_PERMUTATION, SORTING_SEED, 0);
		if (r->choice[c].means.clocks < r->choice[r->fastest].means.clocks)
			r->fastest = c;
	}
}

/* The widths of a node: columns, and how often they are sorted. */
static unsigned widths_of(const struct sorting_level *l, unsigned width[MOST_FLEXIBLE_WIDTHS])
{
	return flexible_widths(l->lines, l->columns, width);
}

static void say_node(const json_t *node, struct text *out)
{
	const json_t *sorts = json_object_get(node, "sorts");

	figures_say(node, "  {level:5}  {nodes:5}  {terminals:11}  {wires_below:5}  {lines:7}  {columns:7}  "
		    "{fifo_words:10}  {fifo_columns:12}"
		    "  {bank_bits:9} ", out);
	for (size_t k = 0; k < json_array_size(sorts); k++) {
		figures_say(json_array_get(sorts, k), " {columns}: {column_sorts}", out);
		text_add(out, k + 1 < json_array_size(sorts) ? "," : "\n");
	}
}

static void say_nodes(const json_t *levels, struct text *out)
{
	text_add(out, "\nNodes: level i has 2^i of them; a peak set of up to n words is sorted on s lines, in w columns of s words\n"
		      "  level  nodes  terminals n  wires  lines s  columns  FIFO words  FIFO columns  bank bits  w: column sorts\n");
	for (size_t i = 0; i < json_array_size(levels); i++)
		say_node(json_array_get(levels, i), out);
	text_add(out, "  (levels from the root; wires each way of the channel to a child; the most words of a batch that wait in a node for\n"
		      "  one channel; bits of one bank)\n");
}

static void say_times(const struct report *r, const json_t *object, struct text *out)
{
	const struct sorting_shape *s = &r->shape;

	text_print(out, "\nBlocks: %u of ", s->leaves / s->block);
	figures_say(object, "{mesh_side} x {mesh_side} leaves, on {mesh_side} wires each way\n"
		    "Words: {up_word_bits} bits on the way up, {down_word_bits} on the way down; {batches} "
		    "batches\n"
		    "A round, in clocks: the waves of each stage are those of its slowest channel\n"
		    "  ranks   {rank_clocks}\n", out);
	if (s->mesh_side > 1)
		figures_say(object, "  local   {order_clocks}, and {block_wave_clocks} for each wave on the "
			    "buses\n", out);
	figures_say(object, "  up      {up_stages} stages of at least {least_stage_clocks}; ", out);
	text_print(out, "the lowest channels take %lu for a wave, and %lu for each further one\n",
		   sorting_up_stage(s, s->height, 1),
		   sorting_up_stage(s, s->height, 2) - sorting_up_stage(s, s->height, 1));
	text_print(out, "  sort    that of the slowest node; the root with n words takes %lu\n", sorting_sort_stage(s, 0, s->leaves));
	figures_say(object, "  down    {down_stages} stages of at least {least_stage_clocks}; {wave_clocks} for each "
		    "wave of the slowest channel "
		    "beside the first\n", out);
}

static void say_means(const char *name, const json_t *means, struct text *out)
{
	figures_say(means, name, out);
	figures_say(means, "  {words:6}  {local_waves:5.2f}  {up_waves:7.2f}  {column_sorts:12.2f}  "
		    "{down_waves:7.2f}  {clocks:9.1f}  {most_clocks:8}"
		    "  {payload_bits_per_clock:12.4g}", out);
}

static void say_rounds(const json_t *object, struct text *out)
{
	const json_t *rounds = json_object_get(object, "rounds"), *choices = json_object_get(object, "permutations");

	figures_say(object, "\nRounds, by the model (permutations: random, seed {seed}, ", out);
	figures_say(json_array_get(rounds, SORTING_PERMUTATION), "{rounds} rounds), in waves of the slowest\n", out);
	text_add(out, "                   words  local       up  column sorts     down     clocks      most  bits a clock\n");
	for (size_t t = 0; t < json_array_size(rounds); t++) {
		say_means("  {traffic:-14}", json_array_get(rounds, t), out);
		text_add(out, "\n");
	}
	text_add(out, "The same permutations with other batches\n");
	for (size_t c = 0; c < json_array_size(choices); c++) {
		const json_t *choice = json_array_get(choices, c);
		bool fastest = json_equal(json_object_get(choice, "batches"), json_object_get(object, "fastest_batches"));

		say_means("  batches: {batches:-5}", choice, out);
		text_add(out, fastest ? "  fastest\n" : "\n");
	}
}

static void say_bounds(const json_t *bounds, struct text *out)
{
	text_add(out, "\nNo round takes more clocks, by its load factor lambda, whatever the words are (Bay's Theorem 3 and its constants)\n"
		      "  lambda  ranks    local       up     sort     down      all  all / ((lambda + lg N) lg N)\n");
	for (size_t i = 0; i < json_array_size(bounds); i++)
		figures_say(json_array_get(bounds, i), "  {load_factor:6}  {ranks:5}  {local:7}  {up:7}  {sort:7}  {down:7}  {clocks:7}  "
			    "{by_theorem:28.1f}\n", out);
}

/* With their sorters. */
static struct cost blocks_cost(const struct network *net, const struct sorting_shape *s)
{
	struct cost cost = sorting_blocks_cost(net), sorter = plan_cost(network_plan(net, PLAN_SORTER, s->height));

	cost_add(&cost, &sorter, s->leaves / s->block);
	return cost;
}

static void print_logic(const struct network *net, const struct sorting_shape *s, struct text *out)
{
	enum { OTHER_PARTS = 2 };
	struct report_part part[MOST_SORTING_LEVELS + OTHER_PARTS];
	unsigned count = 0;

	for (; count < s->height; count++) {
		struct cost cost = sorting_level_cost(net, count), sorter = plan_cost(network_plan(net, PLAN_SORTER, count));

		cost_add(&cost, &sorter, s->level[count].nodes);
		part[count] = (struct report_part){ format_string("level %u: %u node%s", count, s->level[count].nodes, count > 0 ? "s" : ""),
						    cost };
	}
	part[count++] = (struct report_part){ copy_string("timer"), sorting_timer_cost(net) };
	if (s->mesh_side > 1)
		part[count++] = (struct report_part){ format_string("blocks: %u", s->leaves / s->block), blocks_cost(net, s) };
	else if (net->spec->leaf->speaks & LEAF_SPEAKS_MESSAGES)
		part[count++] = (struct report_part){ copy_string("terminals"), sorting_terminals_cost(net) };
	report_logic_parts(net, part, count, out);
	for (unsigned k = 0; k < count; k++)
		free(part[k].name);
}

static void add_logic(const struct report *r, struct text *out, json_t *object)
{
	if (!r->net)
		return;
	struct cost all = network_cost(r->net);

	print_logic(r->net, &r->shape, out);
	json_object_set_new(object, "estimate", summary_cost(&all, r->net->spec->family));
	if (r->shape.mesh_side > 1) {
		struct cost blocks = blocks_cost(r->net, &r->shape);

		json_object_set_new(object, "blocks", summary_cost(&blocks, r->net->spec->family));
	}
}

static json_t *nodes_json(const struct sorting_shape *s)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < s->height; i++) {
		const struct sorting_level *l = &s->level[i];
		unsigned width[MOST_FLEXIBLE_WIDTHS], widths = widths_of(l, width);
		json_t *object = json_object(), *sorts = json_array();

		JSON_NUMBERS(object, { "level", i }, { "nodes", l->nodes }, { "terminals", l->terminals }, { "wires_above", l->above },
			     { "wires_below", l->below }, { "lines", l->lines }, { "columns", l->columns }, { "fifo_words", l->fifo_words },
			     { "fifo_columns", l->fifo_columns }, { "bank_bits", l->bank_bits }, { "sorter_clocks", l->sorter_latency }, { "bank_to_bank_clocks", l->delay });
		for (unsigned k = 0; k < widths; k++) {
			json_t *sort = json_object();

			JSON_NUMBERS(sort, { "columns", width[k] }, { "words", width[k] * l->lines },
				     { "column_sorts", sorting_column_sorts(s, i, width[k] * l->lines, NULL) },
				     { "clocks", sorting_sort_clocks(s, i, width[k] * l->lines) });
			json_array_append_new(sorts, sort);
		}
		json_object_set_new(object, "sorts", sorts);
		json_array_append_new(list, object);
	}
	return list;
}

static json_t *means_json(const struct sorting_means *t)
{
	json_t *object = json_object();

	JSON_NUMBERS(object, { "rounds", t->rounds }, { "words", t->words }, { "most_clocks", t->most_clocks });
	json_add_real(object, "local_waves", t->local);
	json_add_real(object, "up_waves", t->up);
	json_add_real(object, "column_sorts", t->column_sorts);
	json_add_real(object, "down_waves", t->down);
	json_add_real(object, "clocks", t->clocks);
	json_add_real(object, "payload_bits_per_clock", t->bits);
	return object;
}

/* For 1, 2, 4, .. and for the greatest load factor that there is. */
static json_t *bounds_json(const struct sorting_shape *s)
{
	json_t *list = json_array();
	unsigned long most = sorting_greatest_load(s);

	for (unsigned long lambda = 1, last = 0; lambda != last; last = lambda, lambda = 2 * lambda < most ? 2 * lambda : most) {
		struct sorting_bound bound;
		json_t *object = json_object();

		sorting_bound(s, lambda, &bound);
		json_add_number(object, "load_factor", lambda);
		for (unsigned p = 0; p < SORTING_PHASES; p++)
			json_add_number(object, sorting_phase_names[p], bound.clocks[p]);
		json_add_number(object, "clocks", bound.all);
		json_add_real(object, "by_theorem", (double)bound.all / (double)((lambda + s->levels) * s->levels));
		json_array_append_new(list, object);
	}
	return list;
}

static json_t *report_object(const struct report *r)
{
	const struct sorting_shape *s = &r->shape;
	json_t *object = spec_identity(r->spec), *rounds = json_array(), *choices = json_array();

	json_object_set_new(object, "parameters", spec_json(r->spec));
	JSON_NUMBERS(object, { "height", s->height }, { "mesh_side", s->mesh_side }, { "batches", s->batches },
		     { "up_word_bits", s->up_bits }, { "down_word_bits", s->down_bits }, { "up_stages", s->up_stages },
		     { "down_stages", s->down_stages }, { "wave_clocks", s->period }, { "block_wave_clocks", s->mesh.wave },
		     { "bus_turn_clocks", s->mesh.ring }, { "least_stage_clocks", s->times.pause },
		     { "rank_clocks", sorting_rank_stage(s) }, { "order_clocks", sorting_order_stage(s, 0, NULL) },
		     { "seed", SORTING_SEED }, { "fastest_batches", r->choice[r->fastest].batches });
	json_object_set_new(object, "levels", nodes_json(s));
	for (unsigned t = 0; t < SORTING_TRAFFICS; t++) {
		json_t *means = means_json(&r->means[t]);

		json_object_set_new(means, "traffic", json_string(sorting_traffic_names[t]));
		json_array_append_new(rounds, means);
	}
	for (unsigned c = 0; c < r->choices; c++) {
		json_t *means = means_json(&r->choice[c].means);

		json_add_number(means, "batches", r->choice[c].batches);
		json_array_append_new(choices, means);
	}
	json_object_set_new(object, "rounds", rounds);
	json_object_set_new(object, "permutations", choices);
	json_object_set_new(object, "bounds", bounds_json(s));
	json_object_set_new(object, "peers", sorting_peers_json(r->spec, r->net, s, r->means));
	return object;
}

static void add_files(const struct spec *spec, const struct text *json, struct output *out)
{
	sorting_add_drawing(spec, out);
	output_add_copy(out, "report.json", json);
}

int sorting_report(const struct spec *spec, bool files, struct findings *found)
{
	struct report r = { .spec = spec, .shape = sorting_shape(spec) };
	struct text *out = &found->text;
	json_t *object;

	char *largest = key_largest(spec);

	limit_stage("the model", sorting_machine.smaller);
	limit_because(largest);
	free(largest);
	if (sorting_fits_banks(&r.shape))
		r.net = network_elaborate(spec);
	play(&r);
	text_print(out, "%s: sorting fat-tree of %u leaves\n\n", spec->name, spec->leaves);
	report_parameters(spec, out);
	object = report_object(&r);
	say_nodes(json_object_get(object, "levels"), out);
	say_times(&r, object, out);
	say_rounds(object, out);
	say_bounds(json_object_get(object, "bounds"), out);
	sorting_peers_say(spec, json_object_get(object, "peers"), out);
	add_logic(&r, out, object);
	json_print(object, &found->json);
	if (files)
		add_files(spec, &found->json, &found->files);
	network_free(r.net);
	return EXIT_DONE;
}
