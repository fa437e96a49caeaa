/* report.c: the report of a flexible sorter: widths, how often columns are sorted, clocks, RAM, cost. */
#include "machines/flexible-sorter/flexible_sorter.h"

#include "lower/cost.h"
#include "network/report.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

struct report {
	const struct network *net;
	struct flexible_shape shape;
	struct flexible_moves moves;
};

static unsigned most_words(const struct report *r, unsigned k)
{
	return r->moves.width[k].columns * r->shape.lines;
}

/* With the last pass, on the way out. */
static unsigned column_sorts(const struct flexible_width *w)
{
	return (w->passes + 1) * w->columns;
}

/* Adds what only text shows of a width: bits of key and payload in a clock, and "8 x 4 4 x 2". */
static void add_shown(const struct report *r, const struct flexible_width *w, json_t *row)
{
	struct columnsort_level level[MOST_FLEXIBLE_DEPTH];
	unsigned depth = columnsort_levels(r->shape.lines, w->columns, level);
	struct text levels = {0};

	for (unsigned i = 0; i < depth; i++)
		text_print(&levels, "%s%u x %u", i > 0 ? " " : "", level[i].rows, level[i].columns);
	json_object_set_new(row, "levels", json_string(depth > 0 ? levels.bytes : "-"));
	json_add_real(row, "bits", json_number_value(json_object_get(row, "words")) * (r->shape.word_bits - 1)
				   / json_number_value(json_object_get(row, "batch_clocks")));
	text_free(&levels);
}

static const struct column width_columns[] = {
	{ "columns", 7, "{columns}" }, { "words", 6, "{words}" }, { "passes", 6, "{passes}" },
	{ "column sorts", 12, "{column_sorts}" }, { "moves", 5, "{moves}" }, { "clocks", 9, "{sort_clocks}" },
	{ "batch clocks", 12, "{batch_clocks}" }, { "bits a clock", 12, "{bits:.4g}" }, { "Columnsort of", 0, "{levels}" },
	{ .label = NULL },
};

static void say_widths(const struct report *r, const json_t *list, struct text *out)
{
	json_t *shown = json_deep_copy(list);

	for (unsigned k = 0; k < r->moves.widths; k++)
		add_shown(r, &r->moves.width[k], json_array_get(shown, k));
	text_add(out, "\nWidths: a batch has the least number of columns that hold its words\n");
	figures_table(shown, width_columns, out);
	text_add(out, "  (words, at most; passes before the last one; clocks from the start of the last wave to that of the first one\n"
		      "  that leaves; of a whole batch of so many words, and the bits of key and payload that it sorts in a clock)\n");
	json_decref(shown);
}

static void say_times(const struct report *r, const json_t *object, struct text *out)
{
	const struct flexible_shape *s = &r->shape;

	figures_say(object, "\nTimes, in clocks: sorter {sorter_clocks}, rotator {rotator_clocks}, "
		    "from bank to bank {bank_to_bank_clocks}; ", out);
	text_print(out, "a column or a wave %u\n", s->period);
	text_print(out, "  r words with w columns: %u + %u passes w + w - floor(r / %u) from the last start to the first out_start\n",
		   s->period + s->delay + FLEXIBLE_FILL + FLEXIBLE_OUT + s->sorter_latency, s->period, s->lines);
	text_print(out, "RAM: %u banks of ", s->lines);
	figures_say(object, "{bank_bits} bits; the table of moves: {table_rows} rows of {table_row_bits} bits\n", out);
}

static json_t *widths_json(const struct report *r)
{
	json_t *list = json_array();

	for (unsigned k = 0; k < r->moves.widths; k++) {
		const struct flexible_width *w = &r->moves.width[k];
		json_t *object = json_object();

		JSON_NUMBERS(object, { "columns", w->columns }, { "words", most_words(r, k) }, { "depth", w->depth }, { "passes", w->passes },
			     { "column_sorts", column_sorts(w) }, { "moves", w->moves },
			     { "sort_clocks", flexible_sort_clocks(&r->shape, &r->moves, most_words(r, k)) },
			     { "batch_clocks", flexible_batch_clocks(&r->shape, &r->moves, most_words(r, k)) });
		json_array_append_new(list, object);
	}
	return list;
}

static json_t *report_object(const struct report *r)
{
	const struct flexible_shape *s = &r->shape;
	json_t *object = report_json(r->net, "sorters");

	json_object_set_new(object, "widths", widths_json(r));
	JSON_NUMBERS(object, { "words", s->lines * s->columns }, { "sorter_clocks", s->sorter_latency },
		     { "rotator_clocks", s->rotator_latency }, { "bank_to_bank_clocks", s->delay - FLEXIBLE_COUNT },
		     { "bank_bits", s->bank_bits }, { "table_rows", r->moves.rows }, { "table_row_bits", s->row_bits });
	return object;
}

int flexible_report(const struct spec *spec, bool files, struct findings *found)
{
	struct network *net = network_elaborate(spec);
	struct report r = { .net = net, .shape = flexible_shape(spec) };
	const struct cost_table *table = cost_table_at_hand(spec->family);
	struct text *out = &found->text;
	json_t *object;

	(void)files;
	r.moves = flexible_moves_make(r.shape.lines, r.shape.lines * r.shape.columns);
	text_print(out, "%s: sorter of up to %u words through %u lines\n\n", spec->name, r.shape.lines * r.shape.columns, r.shape.lines);
	report_parameters(spec, out);
	report_logic(net, out);
	cost_table_say(table, spec->family, out);
	report_plans(net, "Sorter of a column", out);
	object = report_object(&r);
	cost_table_json(table, spec->family, object);
	say_widths(&r, json_object_get(object, "widths"), out);
	say_times(&r, object, out);
	json_print(object, &found->json);
	flexible_moves_free(&r.moves);
	network_free(net);
	return EXIT_DONE;
}
