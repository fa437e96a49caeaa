/* budget.h: how much work and memory ftc may spend before what the user waits for begins.
 *
 * Work is counted in steps, which are the same on every machine; a nominal machine does 10^9 a second. Memory is what
 * the C library has handed out and not got back. util/text.h spends for all memory and text, so that only loops which
 * ask for neither have to spend themselves. There is no limit until budget_start().
 */
#ifndef FTC_UTIL_BUDGET_H
#define FTC_UTIL_BUDGET_H

#include <stddef.h>
#include <stdint.h>

/* Sets the limits. `exceeded` is called, with the memory that would be held, when work or memory would go beyond; it
 * must not return. */
void budget_start(double steps, double bytes, void (*exceeded)(double bytes));
/* There is no limit any more: what follows takes as long as the user wants. */
void budget_end(void);

/* Spends work, before it is done. */
void budget_spend(uint64_t steps);
/* What has been spent, and what is left: UINT64_MAX without a limit. */
uint64_t budget_spent(void);
uint64_t budget_left(void);
/* Memory of `size` bytes is about to be asked for. */
void budget_take(size_t size);

#endif
