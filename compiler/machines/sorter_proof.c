/* sorter_proof.c: proofs of a sorter of n bit-serial words.
 *
 *   order      of two words of any length the compare-exchange element passes the smaller one to `first`, the larger
 *              one to `second`, each bit in the clock of its arrival (by induction over the bits)
 *   sorts      the whole network sorts all 2^n sets of one-bit words
 *
 * By the 0-1 principle (Knuth, The Art of Computer Programming 3, 5.3.4, theorem Z) a network of comparators that sorts
 * all sequences of zeros and ones sorts all words.
 */
#include "machines/sorter_proof.h"

#include <stdlib.h>

#include "lower/builder.h"
#include "prove/builder.h"

static void prove_element(struct proofs *list)
{
	if (proofs_have(list, "compare_exchange_order"))
		return;
	struct circuit c = circuit_of(list, "compare_exchange");
	struct run run = { .monitor = "order", .steps = 8, .induction = true, .expose = { "decided", "crossed" } };

	c.cells = 6;
	circuit_prove(list, &c, "order", "compare-exchange element",
		      "of two words of any length the smaller leaves on `first`, unchanged", &run, NULL)->shown[0] =
		(struct shown){ "bits", "of a, b, first, second (0 to 3) these were 1 in the last clock" };
	circuit_free(&c);
}

static void prove_whole(struct proofs *list, const struct plan *plan)
{
	struct circuit c = circuit_of(list, plan->name);
	char *what = format_string("sorter of %u words", plan->inputs),
	     *words = format_string("-chparam N %u", plan->inputs);
	struct run run = {
		.monitor = "sorts", .parameters = words, .steps = plan->latency + 4, .skip = plan->latency + 3
	};

	circuit_reads(&c, "compare_exchange");
	c.resets = plan_uses_reset(plan);
	c.cells = plan->cost.lut4 + plan->cost.ff;
	struct proof *p = circuit_prove(list, &c, "sorts", what, "all one-bit words leave in order, none lost or made",
					&run, NULL);

	p->shown[0] = (struct shown){ "words", "inputs that were 1" };
	p->shown[1] = (struct shown){ "sorted", "outputs that were 1" };
	circuit_free(&c);
	free(words);
	free(what);
}

void prove_sorter(struct proofs *list, const struct plan *plan)
{
	prove_element(list);
	prove_whole(list, plan);
}
