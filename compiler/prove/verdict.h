/* verdict.h: verdicts of proofs, kept between runs.
 *
 * Only if $FTC_VERDICTS names a file, as ./check does: `ftc verify` by itself always asks the solver. A verdict is kept in
 * ftc's cache (util/cache.h) by a digest of all that the run could read: the solver, its arguments, and every file of the
 * folder, logs apart. Only what a run has shown is kept: a proof, or a counterexample. Each proof adds a line to the
 * file: `taken`, of a verdict that was kept, or `found`.
 */
#ifndef FTC_PROVE_VERDICT_H
#define FTC_PROVE_VERDICT_H

#include "prove/proof.h"
#include "util/digest.h"

/* What a verdict is kept by. */
struct verdict_key {
	bool keeps;			/* verdicts are kept at all */
	struct digest digest;
};

/* The key of a proof that this solver tries in `directory`. */
struct verdict_key verdict_key(const struct proof *p, const char *yosys, const char *directory);
/* Sets the proof's result, its seconds and its log, also as the file that the solver writes, if they are kept. */
bool verdict_take(struct proof *p, const struct verdict_key *key, const char *directory);
/* Keeps them. */
void verdict_keep(const struct proof *p, const struct verdict_key *key, const char *directory);

#endif
