/* curves.h: what networks deliver, and how soon, load by load, from simulations of their Verilog.
 *
 *   point --verilate--> model --all loads at once--> saturation throughput S
 *       --0.2, 0.4, 0.6, 0.8 of S--> the flat part --bisection between 0.8 S and 1.1 S--> the knee
 *
 * Each load is simulated with several seeds, the greatest with as many as its throughput takes. A run's warm-up is found and cut
 * off (simulate/series.h); the mean over the seeds and its 95 % confidence interval are given. Networks run in processes of their
 * own, as many at a time as there are processors; the same seeds give the same curves, whatever their number.
 */
#ifndef FTC_POINTS_CURVES_H
#define FTC_POINTS_CURVES_H

#include "points/points.h"
#include "simulate/simulate.h"
#include "traffic.h"
#include "util/interval.h"

enum { CURVE_MOST_LOADS = 16, CURVE_MOST_SEEDS = 64 };

/* A load: messages per end and slot that are offered. Flat, to pass from one process to another. */
struct curve_load {
	double load;
	unsigned runs;
	struct interval offered, accepted;	/* messages per end and slot */
	struct interval latency;		/* clocks from creation to delivery; of a saturated load it means nothing */
	double p50, p99;			/* clocks, means over the runs */
	double warmup;				/* slots cut off, mean */
	bool steady;				/* all runs became steady before half of their slots */
	bool saturated;				/* more and more messages wait (queue_grows()), in all runs together */
};

/* The curve of a network and a pattern; flat, too. */
struct curve {
	enum pattern pattern;
	struct curve_load at[CURVE_MOST_LOADS];	/* by load */
	size_t count;
	/* Messages per end and slot that are delivered at the greatest load; `saturates`: it is more than the network takes. */
	struct interval saturation;
	bool saturates;
	double knee;				/* the greatest load that was simulated and is not saturated; 0: none */
	enum engine engine;			/* what has run */
	bool done;				/* false: the network could not be simulated, or a message was wrong */
};

struct curves_request {
	const enum pattern *pattern;
	size_t patterns;
	unsigned long slots;			/* of a run, the warm-up included */
	unsigned long seed, seeds;		/* the first, and how many for each load, 2 .. CURVE_MOST_SEEDS */
	/* At the greatest load there are more seeds, up to CURVE_MOST_SEEDS, until half of the throughput's interval is this
	 * share of it. */
	double close;
};

/* The curves of all points, [point * patterns + pattern]: a fresh array. What failed is reported on standard error, and in
 * `done`. */
struct curve *curves_make(struct points *p, const struct curves_request *r);

/* Payload bits a nanosecond in the whole network, at the point's clock, of so many messages per end and slot. */
double curve_bits_per_ns(const struct point *point, double messages);
/* Nanoseconds, at the point's clock. */
double curve_ns(const struct point *point, double clocks);

/* curve_table.c */
void curves_text(const struct points *p, const struct curves_request *r, const struct curve *curve, struct text *out);
void curves_csv(const struct points *p, const struct curves_request *r, const struct curve *curve, struct text *out);
void curves_json(const struct points *p, const struct curves_request *r, const struct curve *curve, struct text *out);

/* curve_picture.c: adds compare.gp, compare.svg and compare.png: latency in ns over payload bits a ns, a plot for each pattern,
 * by gnuplot (its path) from `csv`. False after a message. */
bool curves_picture(const struct points *p, const struct curves_request *r, const struct curve *curve, const char *gnuplot,
		    const struct text *csv, struct output *out);

#endif
