/* living.c: the promise of concentrators onto channels with dead wires, for every set of dead wires and every pattern of
 * messages, in the C model of their plans and as whole messages: of k messages min(k, L) leave, L being the living wires,
 * each unchanged on a living wire of its own; a dead one stays idle. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/chances.h"
#include "model/passage.h"
#include "model/plan_model.h"
#include "random.h"
#include "util/text.h"

enum { MOST_INPUTS = 7, MOST_OUTPUTS = 6, NUMBER_BITS = 3, LANES = 8 };

static struct random randomness;

/* The outputs for LANES patterns, by what each carries: the number of an input, or -1. */
static void run_model(struct plan_model *m, const struct plan *plan, unsigned long first, int carries[MOST_OUTPUTS][LANES])
{
	uint8_t in[MOST_INPUTS], message[MOST_INPUTS];
	unsigned number[MOST_OUTPUTS][LANES] = {{0}};

	for (unsigned i = 0; i < plan->inputs; i++)
		for (unsigned lane = message[i] = 0; lane < LANES; lane++)
			message[i] |= (uint8_t)((first + lane) >> i & 1) << lane;
	for (unsigned clock = 0; clock <= plan->latency + NUMBER_BITS; clock++) {
		const uint8_t *out = plan_model_outputs(m);

		for (unsigned j = 0; clock >= plan->latency && j < plan->outputs; j++)
			for (unsigned lane = 0; lane < LANES; lane++) {
				unsigned bit = out[j] >> lane & 1, at = clock - plan->latency;

				if (at == 0)
					carries[j][lane] = bit ? 0 : -1;
				else
					number[j][lane] |= bit << (at - 1);
			}
		for (unsigned i = 0; i < plan->inputs; i++)
			in[i] = clock == 0 ? message[i] : clock <= NUMBER_BITS && i >> (clock - 1) & 1 ? message[i] : 0;
		plan_model_chance(m, random_next(&randomness) % 2 ? 0xff : 0);
		plan_model_clock(m, in, clock == 0);
	}
	for (unsigned j = 0; j < plan->outputs; j++)
		for (unsigned lane = 0; lane < LANES; lane++)
			carries[j][lane] = carries[j][lane] < 0 && number[j][lane] == 0 ? -1 : (int)number[j][lane];
}

/* Whether what the outputs carry is as promised. */
static bool promised(const struct plan *plan, const uint8_t *dead, unsigned long pattern, const int *carries)
{
	unsigned messages = 0, living = 0, left = 0;
	unsigned long seen = 0;

	for (unsigned i = 0; i < plan->inputs; i++)
		messages += pattern >> i & 1;
	for (unsigned j = 0; j < plan->outputs; j++) {
		living += !dead[j];
		if (carries[j] < 0)
			continue;
		if (dead[j] || !(pattern >> carries[j] & 1) || seen >> carries[j] & 1)
			return false;
		seen |= 1ul << carries[j];
		left++;
	}
	return left == (messages < living ? messages : living);
}

static bool whole_messages(struct passage *passage, struct chances *chances, const struct plan *plan, const uint8_t *dead,
			   unsigned long pattern)
{
	struct passing passing[MOST_INPUTS];
	int carries[MOST_OUTPUTS];
	unsigned count = 0;

	for (unsigned i = 0; i < plan->inputs; i++)
		if (pattern >> i & 1)
			passing[count++] = (struct passing){ .message = i, .wire = i };
	for (unsigned j = 0; j < plan->outputs; j++)
		carries[j] = -1;
	if (count > 0)
		count = passage_run(passage, plan, chances_view(chances, true, 0, random_next(&randomness) % 1000), passing, count);
	for (unsigned k = 0; k < count; k++)
		carries[passing[k].wire] = (int)passing[k].message;
	return promised(plan, dead, pattern, carries);
}

static bool with_dead(const struct plan *plan, struct passage *passage, struct chances *chances, const uint8_t *dead)
{
	struct plan_model *m = plan_model_new(plan);
	uint8_t *setting = allocate_array(plan->settings, 1), *ones = allocate_array(plan->settings, 1);
	bool right = true;

	plan_living_set(plan, dead, setting);
	for (unsigned k = 0; k < plan->settings; k++)
		ones[k] = setting[k] ? 0xff : 0;
	plan_model_set(m, ones);
	passage_set(passage, setting);
	for (unsigned long pattern = 0; pattern < 1ul << plan->inputs; pattern += LANES) {
		int carries[MOST_OUTPUTS][LANES];

		run_model(m, plan, pattern, carries);
		for (unsigned lane = 0; lane < LANES && pattern + lane < 1ul << plan->inputs; lane++) {
			int of[MOST_OUTPUTS];

			for (unsigned j = 0; j < plan->outputs; j++)
				of[j] = carries[j][lane];
			right = right && promised(plan, dead, pattern + lane, of)
				&& whole_messages(passage, chances, plan, dead, pattern + lane);
		}
	}
	plan_model_free(m);
	free(setting);
	free(ones);
	return right;
}

static bool every_dead(struct plan_library *library, unsigned r, unsigned s)
{
	const struct plan *plan = plan_living(library, r, s);
	struct passage *passage = passage_create(library);
	struct chances *chances = chances_new();
	bool right = true;

	for (unsigned set = 0; set < 1u << s; set++) {
		uint8_t dead[MOST_OUTPUTS];

		for (unsigned j = 0; j < s; j++)
			dead[j] = set >> j & 1;
		right = with_dead(plan, passage, chances, dead) && right;
	}
	passage_free(passage);
	chances_free(chances);
	return right;
}

int main(void)
{
	int number = 0;
	bool all = true;

	random_start(&randomness, 1, 2);
	printf("1..%d\n", 3 * MOST_INPUTS);
	for (unsigned spacing = 1; spacing <= 3; spacing++)
		for (unsigned r = 1; r <= MOST_INPUTS; r++) {
			struct plan_library library = { .spacing = spacing, .input_level = 1, .lone_flip_flops = spacing % 2 };
			bool right = true;

			for (unsigned s = 1; s <= MOST_OUTPUTS; s++)
				right = every_dead(&library, r, s) && right;
			printf("%s %d - %u inputs, 1 to %d outputs, every set of dead ones, %u between registers\n",
			       right ? "ok" : "not ok", ++number, r, MOST_OUTPUTS, spacing);
			all = all && right;
			plan_library_free(&library);
		}
	return all ? EXIT_SUCCESS : EXIT_FAILURE;
}
