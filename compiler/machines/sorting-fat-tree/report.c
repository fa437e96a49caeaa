/* report.c: the report of a sorting fat-tree: nodes, banks, times, and what rounds take with so many batches. */
#include "machines/sorting-fat-tree/rounds.h"

#include <stdlib.h>

#include "machines/columnsort.h"
#include "machines/sorting-fat-tree/hardware.h"
#include "network/cost.h"
#include "network/report.h"
#include "plan/plan.h"
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
	struct sorting_peers *peers;
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
	r->peers = sorting_peers_play(r->spec, r->net, &r->shape, r->means);
}

/* The widths of a node: columns, and how often they are sorted. */
static unsigned widths_of(const struct sorting_level *l, unsigned width[MOST_FLEXIBLE_WIDTHS])
{
	return flexible_widths(l->lines, l->columns, width);
}

static void print_nodes(const struct report *r, struct text *out)
{
	const struct sorting_shape *s = &r->shape;

	text_add(out, "\nNodes: level i has 2^i of them; a peak set of up to n words is sorted on s lines, in w columns of s words\n"
		      "  level  nodes  terminals n  wires  lines s  columns  FIFO words  FIFO columns  bank bits  w: column sorts\n");
	for (unsigned i = 0; i < s->height; i++) {
		const struct sorting_level *l = &s->level[i];
		unsigned width[MOST_FLEXIBLE_WIDTHS], widths = widths_of(l, width);

		text_print(out, "  %5u  %5u  %11u  %5u  %7u  %7u  %10u  %12u  %9lu ", i, l->nodes, l->terminals, l->below, l->lines,
			   l->columns, l->fifo_words, l->fifo_columns, l->bank_bits);
		for (unsigned k = 0; k < widths; k++)
			text_print(out, " %u: %u%s", width[k], sorting_column_sorts(s, i, width[k] * l->lines, NULL),
				   k + 1 < widths ? "," : "\n");
	}
	text_add(out, "  (levels from the root; wires each way of the channel to a child; the most words of a batch that wait in a node for\n"
		      "  one channel; bits of one bank)\n");
}

static void print_times(const struct report *r, struct text *out)
{
	const struct sorting_shape *s = &r->shape;

	text_print(out, "\nBlocks: %u of %u x %u leaves, on %u wires each way\n", s->leaves / s->block, s->mesh_side, s->mesh_side,
		   s->mesh_side);
	text_print(out, "Words: %u bits on the way up, %u on the way down; %u batches\n", s->up_bits, s->down_bits, s->batches);
	text_add(out, "A round, in clocks: the waves of each stage are those of its slowest channel\n");
	text_print(out, "  ranks   %lu\n", sorting_rank_stage(s));
	if (s->mesh_side > 1)
		text_print(out, "  local   %lu, and %u for each wave on the buses\n", sorting_order_stage(s, 0, NULL), s->mesh.wave);
	text_print(out, "  up      %u stages of at least %u; the lowest channels take %lu for a wave, and %lu for each further one\n",
		   s->up_stages, s->times.pause, sorting_up_stage(s, s->height, 1),
		   sorting_up_stage(s, s->height, 2) - sorting_up_stage(s, s->height, 1));
	text_print(out, "  sort    that of the slowest node; the root with n words takes %lu\n", sorting_sort_stage(s, 0, s->leaves));
	text_print(out, "  down    %u stages of at least %u; %u for each wave of the slowest channel beside the first\n", s->down_stages,
		   s->times.pause, s->period);
}

static void print_means(const char *name, const struct sorting_means *t, const char *mark, struct text *out)
{
	text_print(out, "  %-14s  %6u  %5.2f  %7.2f  %12.2f  %7.2f  %9.1f  %8lu  %12.4g%s\n", name, t->words, t->local, t->up, t->column_sorts,
		   t->down, t->clocks, t->most_clocks, t->bits, mark);
}

static void print_rounds(const struct report *r, struct text *out)
{
	text_print(out, "\nRounds, by the model (permutations: random, seed %u, %lu rounds), in waves of the slowest\n", SORTING_SEED,
		   r->means[SORTING_PERMUTATION].rounds);
	text_add(out, "                   words  local       up  column sorts     down     clocks      most  bits a clock\n");
	for (unsigned t = 0; t < SORTING_TRAFFICS; t++)
		print_means(sorting_traffic_names[t], &r->means[t], "", out);
	text_add(out, "The same permutations with other batches\n");
	for (unsigned c = 0; c < r->choices; c++) {
		char *name = format_string("batches: %u", r->choice[c].batches);

		print_means(name, &r->choice[c].means, c == r->fastest ? "  fastest" : "", out);
		free(name);
	}
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
	json_object_set_new(object, "estimate", summary_cost(&all));
	if (r->shape.mesh_side > 1) {
		struct cost blocks = blocks_cost(r->net, &r->shape);

		json_object_set_new(object, "blocks", summary_cost(&blocks));
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
	json_object_set_new(object, "peers", sorting_peers_json(r->peers));
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

	char *largest = key_largest(spec);

	limit_stage("the model", sorting_machine.smaller);
	limit_because(largest);
	free(largest);
	if (sorting_fits_banks(&r.shape))
		r.net = network_elaborate(spec);
	play(&r);
	text_print(out, "%s: sorting fat-tree of %u leaves\n\n", spec->name, spec->leaves);
	report_parameters(spec, out);
	print_nodes(&r, out);
	print_times(&r, out);
	print_rounds(&r, out);
	sorting_peers_print(r.peers, out);
	json_t *object = report_object(&r);

	add_logic(&r, out, object);
	json_print(object, &found->json);
	if (files)
		add_files(spec, &found->json, &found->files);
	sorting_peers_free(r.peers);
	network_free(r.net);
	return EXIT_DONE;
}
