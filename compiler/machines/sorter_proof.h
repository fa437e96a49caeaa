/* sorter_proof.h: proofs of Batcher's sorting network, alone or in nodes that sort. */
#ifndef FTC_MACHINES_SORTER_PROOF_H
#define FTC_MACHINES_SORTER_PROOF_H

struct plan;
struct proofs;

/* Adds the proofs of a sorter and of its element. */
void prove_sorter(struct proofs *list, const struct plan *plan);

#endif
