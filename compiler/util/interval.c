/* interval.c: see interval.h. */
#include "util/interval.h"

#include <math.h>
#include <stdlib.h>

#include "util/text.h"

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

/* ---- Batches ---- */

/* What a batch adds to the error of the mean: its sum without the mean of its weight, by the mean weight. */
static double *errors_of(const struct batches *b, double *mean)
{
	size_t count = b->runs * b->each;
	double *error = allocate_array(count + 1, sizeof *error), sum = 0, weight = 0;

	for (size_t i = 0; i < count; i++) {
		sum += b->sum[i];
		weight += b->weight[i];
	}
	*mean = sum / weight;
	for (size_t i = 0; i < count && weight > 0; i++)
		error[i] = (b->sum[i] - *mean * b->weight[i]) * (double)count / weight;
	return error;
}

/* Sums over all batches: of squares around the run's own mean, of products of neighbours, and the mean of each run. */
struct spread {
	double within, lagged, between;
	double *run;
};

static struct spread spread_of(const struct batches *b, const double *error)
{
	struct spread s = { .run = allocate_array(b->runs + 1, sizeof *s.run) };

	for (size_t r = 0; r < b->runs; r++) {
		const double *e = error + r * b->each;

		for (size_t i = 0; i < b->each; i++)
			s.run[r] += e[i] / (double)b->each;
		for (size_t i = 0; i < b->each; i++) {
			s.within += (e[i] - s.run[r]) * (e[i] - s.run[r]);
			s.lagged += i > 0 ? (e[i] - s.run[r]) * (e[i - 1] - s.run[r]) : 0;
		}
		s.between += s.run[r] * s.run[r] * (double)b->each;
	}
	return s;
}

/* Kendall's correction: of a few values from which a mean, or also a slope, was taken, the autocorrelation comes out too low. */
static double correlation_of(const struct spread *s, size_t each, bool slope)
{
	double n = (double)each, raw = s->within > 0 ? s->lagged / s->within : 0, lost = slope ? 2 : 1;

	return n > 3 + lost ? fmin(0.9, fmax(0, (raw + lost / n) / (1 - (lost + 2) / n))) : 0;
}

/* How much wider an autoregressive process makes the square of an error. */
static double widening(double correlation)
{
	return (1 + correlation) / (1 - correlation);
}

/* The F distribution's 99 % for so many degrees of freedom and many, and for few in the numerator some more. */
static double fisher(size_t freedom)
{
	static const double f[] = { INFINITY, 7.1, 5.0, 4.1, 3.6, 3.3, 3.1, 2.95, 2.8, 2.7 };

	return freedom < sizeof f / sizeof *f ? f[freedom] : 1 + 5 / sqrt((double)freedom);
}

/* The place of a batch in its run, from the middle. */
static double place_of(const struct batches *b, size_t i)
{
	return (double)(i % b->each) - ((double)b->each - 1) / 2;
}

/* Least squares, with one slope for all runs. The trend itself is no noise, and is taken out of `error` before that is measured. */
static double trend_of(const struct batches *b, double *error)
{
	double slope = 0, squares = 0;
	size_t count = b->runs * b->each;

	for (size_t i = 0; i < count; i++) {
		slope += place_of(b, i) * error[i];
		squares += place_of(b, i) * place_of(b, i);
	}
	slope = squares > 0 ? slope / squares : 0;
	for (size_t i = 0; i < count; i++)
		error[i] -= slope * place_of(b, i);
	struct spread rest = spread_of(b, error);
	double square = count > b->runs + 1 ? rest.within / (double)(count - b->runs - 1) : 0;

	square *= widening(correlation_of(&rest, b->each, true));
	free(rest.run);
	return square > 0 && squares > 0 ? slope / sqrt(square / squares) : 0;
}

/* The interval of the runs' means. */
static double half_of_runs(const struct spread *s, size_t runs)
{
	return interval_of(s->run, runs).half;
}

struct batch_mean interval_of_batches(const struct batches *b)
{
	struct batch_mean m = { 0 };
	double *error = errors_of(b, &m.mean.mean);
	struct spread s = spread_of(b, error);
	size_t count = b->runs * b->each;

	m.correlation = correlation_of(&s, b->each, false);
	double wider = widening(m.correlation);
	double within = count > b->runs ? s.within / (double)(count - b->runs) * wider : 0;
	double all = count > 1 ? (s.within + s.between) / (double)(count - 1) * wider : 0;

	m.runs_differ = b->runs > 1 && s.between / (double)(b->runs - 1) > fisher(b->runs - 1) * within;
	m.trend = trend_of(b, error);
	if (count < 2 || isnan(m.mean.mean))
		m.mean.half = INFINITY;
	else
		m.mean.half = m.runs_differ ? half_of_runs(&s, b->runs) : student(count - 1) * sqrt(all / (double)count);
	free(s.run);
	free(error);
	return m;
}
