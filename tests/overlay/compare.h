/* compare.h: normalised circuits against the netlists that they are made of.
 *
 * Netlist and cells are evaluated apart, 64 copies side by side, for some steps of random inputs: every output and every
 * flip-flop must agree in every step. A circuit without flip-flops is evaluated with latches in all gates, too: its outputs
 * are right once its inputs have stood still for as many steps as it has cells.
 */
#ifndef FTC_TESTS_OVERLAY_COMPARE_H
#define FTC_TESTS_OVERLAY_COMPARE_H

#include <stdint.h>

#include "overlay/logic.h"

/* What is wrong with the cells that logic_make() makes of the netlist, in either model; NULL: nothing. */
const char *compare_logic(const struct netlist *n, uint64_t seed);
/* Sets all nets from inputs and flip-flops: net[nets], in[inputs], q[latches]. */
void compare_settle(const struct netlist *n, uint64_t *net, const uint64_t *in, const uint64_t *q);

#endif
