/* pruned_butterfly.h: Bay's names for the nodes of his pruned butterfly (thesis, 1992, chapter 2).
 *
 * It is XGFT(L; 2, .., 2; 2, 1, 2, 1, .., 2, 1) with L = lg N. Bay counts levels from the root: his vertex <i,j,k> is
 * on level i = L - l, the bits of j are our alphas (alpha_L first), and bit t of k is beta_(2t+1): k has the digits of
 * our index in reverse order. His tree node (i,j) has the 2^ceil((L-i)/2) vertices <i,j,0>, <i,j,1>, ... His channel
 * above it has as many links as our nodes there have parents in all.
 */
#ifndef FTC_MACHINES_PRUNED_BUTTERFLY_H
#define FTC_MACHINES_PRUNED_BUTTERFLY_H

#include "parse/spec.h"

struct bay_label {
	unsigned i, j, k;
};

/* Of a spec of network pruned-butterfly, or an XGFT with the same numbers. */
struct bay_label bay_label(const struct spec *spec, unsigned level, unsigned index);

struct xgft_path;
/* A path's nodes: " <4,0,0> <3,0,0> <4,1,0>", and a newline. */
void bay_path_print(const struct spec *spec, const struct xgft_path *path, struct text *out);

#endif
