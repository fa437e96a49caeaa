/* leaf_proof.h: proofs of the leaves of trees on serial wires, which on-line trees share. */
#ifndef FTC_MACHINES_LEAF_PROOF_H
#define FTC_MACHINES_LEAF_PROOF_H

struct network;
struct proofs;

/* Adds the proofs that the streams of leaf adapters obey AXI4-Stream, and that resets reach them. Nothing for bare wires. */
void prove_tree_leaves(struct proofs *list, const struct network *net);

#endif
