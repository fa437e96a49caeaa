/* round_report.c: a round as text and as JSON; `ftc report --messages`. */
#include <stdlib.h>

#include "machines/batched/rounds.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

/* Bay's Lemma 7: no round with these loads has more batches in a stage. */
static uint64_t bound(const struct reference_load *load)
{
	return 2 * ((load->both.load + load->both.capacity - 1) / load->both.capacity);
}

static double quotient(const struct reference_factor *f)
{
	return (double)f->load / (double)f->capacity;
}

static void print_load(const struct reference_load *load, struct text *out)
{
	text_add(out, "Load factor ");
	reference_factor_print(&load->both, out);
	text_print(out, " = %.3f; up %.3f, down %.3f. At most 2 ceil(lambda) = %llu batches in a stage\n", quotient(&load->both),
		   quotient(&load->up), quotient(&load->down), (unsigned long long)bound(load));
}

void batched_round_print(const struct batched_shape *s, const struct batched_round *round, size_t words, struct text *out)
{
	text_add(out, "  stage  batches  sidetracked  clocks\n");
	for (unsigned i = 0; i < s->levels; i++)
		text_print(out, "  %5u  %7u  %11lu  %6lu\n", i, round->batches[i], round->sidetracked[i],
			   batched_stage_clocks(s, i, round->batches[i]));
	text_print(out, "    all  %7lu  %11lu  %6lu, of which %u lie between rounds\n", batched_round_batches(s, round),
		   batched_round_sidetracked(s, round), round->clocks, s->between_rounds);
	print_load(&round->load, out);
	text_print(out, "Most words in a leaf's queue: %u of %u, if no reader takes one before the end of the round\n",
		   round->queue_most, s->queue_words);
	text_print(out, "Throughput: %.4g payload bits a clock in the whole network\n",
		   (double)words * s->payload_bits / (double)round->clocks);
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
		     { "batches_bound", bound(&round->load) });
	json_object_set_new(object, "lambda", reference_factor_json(&round->load.both));
	json_object_set_new(object, "lambda_up", reference_factor_json(&round->load.up));
	json_object_set_new(object, "lambda_down", reference_factor_json(&round->load.down));
	json_object_set_new(object, "stages", stages);
	return object;
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
	batched_round_print(s, &round, words.count, &found->text);
	json_t *object = spec_identity(spec);

	json_object_set_new(object, "round", batched_round_json(s, &round, words.count));
	json_print(object, &found->json);
	batched_model_free(m);
	free(words.word);
	return EXIT_DONE;
}
