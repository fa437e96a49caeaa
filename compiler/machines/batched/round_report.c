/* round_report.c: a round as text and as JSON; `ftc report --messages`. */
#include <stdlib.h>

#include "machines/batched/rounds.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

/* Bay's Lemma 7: no round with these loads has more batches in a stage. */
static uint64_t bound(const struct reference_load *load)
{
	return 2 * ((load->both.load + load->both.capacity - 1) / load->both.capacity);
}

json_t *batched_round_json(const struct batched_shape *s, const struct batched_round *round, size_t words)
{
	json_t *object = json_object(), *stages = json_array();

	for (unsigned i = 0; i < s->levels; i++) {
		json_t *stage = json_object();

		JSON_NUMBERS(stage, { "stage", i }, { "batches", round->batches[i] }, { "sidetracked", round->sidetracked[i] },
			     { "clocks", batched_stage_clocks(s, i, round->batches[i]) });
		json_array_append_new(stages, stage);
	}
	JSON_NUMBERS(object, { "words", words }, { "batches", batched_round_batches(s, round) },
		     { "sidetracked", batched_round_sidetracked(s, round) }, { "clocks", round->clocks },
		     { "queue_most", round->queue_most }, { "waiting_most", round->waiting_most },
		     { "degree", round->degree }, { "waiting_bound", round->waiting_bound },
		     { "batches_bound", bound(&round->load) }, { "beside_full", round->beside_full },
		     { "edges_twice", round->violations.edges });
	json_object_set_new(object, "lambda", reference_factor_json(&round->load.both));
	json_object_set_new(object, "lambda_up", reference_factor_json(&round->load.up));
	json_object_set_new(object, "lambda_down", reference_factor_json(&round->load.down));
	json_object_set_new(object, "stages", stages);
	return object;
}

static const struct column stage_columns[] = {
	{ "stage", 5, "{stage}" }, { "batches", 7, "{batches}" }, { "sidetracked", 11, "{sidetracked}" },
	{ "clocks", 6, "{clocks}" }, { .label = NULL },
};

void batched_round_say(const struct batched_shape *s, const json_t *round, struct text *out)
{
	figures_table(json_object_get(round, "stages"), stage_columns, out);
	figures_say(round, "    all  {batches:7}  {sidetracked:11}  {clocks:6}, of which ", out);
	text_print(out, "%u lie between rounds\n", s->between_rounds);
	figures_say(round, "Load factor {lambda.numerator}/{lambda.denominator} = {lambda.value:.3f}; "
		    "up {lambda_up.value:.3f}, down {lambda_down.value:.3f}. "
		    "At most 2 ceil(lambda) = {batches_bound} batches in a stage\n"
		    "Sidetracked words whose channel was full of others: {beside_full} of {sidetracked} (Lemma 2: all)\n"
		    "Edges that two words of a batch climb: {edges_twice} (Corollary 1: none)\n"
		    "Most sidetracked words at a leaf: {waiting_most} of {waiting_bound}, by Lemma 8 with d = {degree}\n"
		    "Most words in a leaf's queue: {queue_most} of ", out);
	text_print(out, "%u, if no reader takes one before the end of the round\n", s->queue_words);
	text_print(out, "Throughput: %.4g payload bits a clock in the whole network\n",
		   json_number_value(json_object_get(round, "words")) * s->payload_bits
		   / json_number_value(json_object_get(round, "clocks")));
}

int batched_report_messages(const struct spec *spec, const char *path, struct findings *found)
{
	struct batched_words words;
	struct batched_round round;

	if (!batched_words_read(&words, path, spec)) {
		free(words.word);
		return EXIT_USAGE;
	}
	struct batched_model *m = batched_model_new(spec);
	const struct batched_shape *s = batched_model_shape(m);

	batched_model_round(m, words.word, words.count, NULL, &round);
	text_print(&found->text, "%s: %u leaves; %zu word%s in one round, by the model\n\n", spec->name, s->leaves, words.count,
		   words.count == 1 ? "" : "s");
	json_t *object = spec_identity(spec), *figures = batched_round_json(s, &round, words.count);

	batched_round_say(s, figures, &found->text);
	json_object_set_new(object, "round", figures);
	json_print(object, &found->json);
	batched_model_free(m);
	free(words.word);
	return EXIT_DONE;
}
