/* interval.c: see interval.h. */
#include "util/interval.h"

#include <math.h>

/* Student's t for 95 %, two-sided, by degrees of freedom; beyond, that of the normal distribution and a term in 1 / n, which is
 * within 0.001. */
static double student(size_t freedom)
{
	static const double t[] = {
		INFINITY, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
		2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
	};

	return freedom < sizeof t / sizeof *t ? t[freedom] : 1.960 + 2.5 / (double)freedom;
}

struct interval interval_of(const double *value, size_t count)
{
	double n = (double)count, sum = 0, squares = 0;

	for (size_t i = 0; i < count; i++)
		sum += value[i];
	for (size_t i = 0; i < count; i++)
		squares += (value[i] - sum / n) * (value[i] - sum / n);
	return (struct interval){ sum / n, count < 2 ? INFINITY : student(count - 1) * sqrt(squares / (n * (n - 1))) };
}
