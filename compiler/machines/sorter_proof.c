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

#include "lower/builder.h"
#include "prove/builder.h"
#include "prove/catalogue.h"

void prove_sorter(struct proofs *list, const struct plan *plan)
{
	const struct named_value given[] = { { "N", plan->inputs }, { "LATENCY", plan->latency },
					     { "CELLS", plan->cost.lut4 + plan->cost.ff }, { "RESETS", plan_uses_reset(plan) }, { NULL, 0 } };

	catalogue_prove(list, "order", &(struct site){ 0 });
	catalogue_prove(list, "sorts", &(struct site){ .around = plan->name, .given = { given } });
}
