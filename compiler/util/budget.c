/* budget.c: counts work and memory. */
#define _GNU_SOURCE		/* mallinfo2 */
#include "util/budget.h"

#include <malloc.h>

/* Small pieces of memory are looked at together: the look takes longer than asking for them. */
enum { SELDOM = 16 << 20 };

static struct {
	uint64_t spent, most;		/* steps */
	double most_bytes;
	size_t unseen;			/* bytes asked for since the last look */
	void (*exceeded)(double bytes);
} budget = { .most = UINT64_MAX };

void budget_start(double steps, double bytes, void (*exceeded)(double))
{
	budget.spent = 0;
	budget.most = steps < 1e18 ? (uint64_t)steps : (uint64_t)1e18;
	budget.most_bytes = bytes;
	budget.exceeded = exceeded;
}

void budget_end(void)
{
	budget.exceeded = NULL;
	budget.most = UINT64_MAX;
}

static double held(void)
{
#if defined __GLIBC__ && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
	struct mallinfo2 info = mallinfo2();

	return (double)info.uordblks + (double)info.hblkhd;
#else
	return 0;
#endif
}

/* Compares what is held with the limit. */
static void look(size_t size)
{
	double bytes = held() + (double)size;

	budget.unseen = 0;
	if (bytes > budget.most_bytes)
		budget.exceeded(bytes);
}

void budget_spend(uint64_t steps)
{
	if (steps > budget.most - budget.spent && budget.exceeded)
		budget.exceeded(0);
	budget.spent += steps;
}

uint64_t budget_spent(void)
{
	return budget.spent;
}

uint64_t budget_left(void)
{
	return budget.exceeded ? budget.most - budget.spent : UINT64_MAX;
}

void budget_take(size_t size)
{
	/* Memory is also cleared, or filled. */
	budget_spend(60 + size / 4);
	budget.unseen += size;
	if (budget.unseen >= SELDOM && budget.exceeded)
		look(size);
}
