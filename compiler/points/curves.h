/* curves.h: what networks deliver, and how soon, load by load, from simulations of their Verilog.
 *
 *   point --verilate--> model --all loads at once--> saturation throughput S
 *       --0.2, 0.4, 0.6, 0.8 of S--> the flat part --bisection between 0.8 S and 1.1 S--> the knee
 *
 * Each load is simulated with several seeds, as long as it takes until its figures have converged (simulate/trials.h), or marked
 * as not converged. Networks run in processes of their own, as many at a time as there are processors; the same seeds give the
 * same curves, whatever their number.
 */
#ifndef FTC_POINTS_CURVES_H
#define FTC_POINTS_CURVES_H

#include "points/points.h"
#include "simulate/simulate.h"
#include "simulate/trials.h"
#include "traffic.h"

enum { CURVE_MOST_LOADS = 16 };

/* The curve of a network and a pattern; flat, too. */
struct curve {
	struct trials at[CURVE_MOST_LOADS + 1];	/* by load */
	size_t count;
	/* Messages per end and slot that are delivered at the greatest load; `saturates`: it is more than the network takes. */
	struct interval saturation;
	bool saturates, undecided;		/* not known: the runs at that load are too short to say */
	double knee;				/* the greatest load here that is not saturated, and has converged; 0: none */
	enum engine engine;			/* what has run */
	bool done;				/* false: the network could not be simulated, or a message was wrong */
};

struct curves_request {
	const struct traffic_demand *demand;	/* [point * patterns + pattern] */
	size_t patterns;
	const double *load;			/* [loads]: messages per end and slot, besides the greatest load */
	size_t loads;				/* 0 .. CURVE_MOST_LOADS; 0: they are found for each network */
	unsigned long slots, most_slots;	/* as of struct trials_request; most_slots 0: what curves_most_slots() says */
	unsigned long seed, seeds;		/* the first, and how many for each load, 2 .. TRIALS_MOST_SEEDS */
	struct closeness close;
};

/* How long a run gets at most, unless the user says otherwise: the Verilog is slower than the model. */
unsigned long curves_most_slots(enum engine engine);

/* The curves of all points, [point * patterns + pattern]: a fresh array. What failed is reported on standard error, and in
 * `done`. */
struct curve *curves_make(struct points *p, const struct curves_request *r);

/* Payload bits a nanosecond in the whole network, at the point's clock, of so many messages per end and slot. */
double curve_bits_per_ns(const struct point *point, double messages);
/* Nanoseconds, at the point's clock. */
double curve_ns(const struct point *point, double clocks);

/* curve_table.c */
void curves_report(const struct points *p, const struct curves_request *r, const struct curve *curve, struct findings *found);
void curves_csv(const struct points *p, const struct curves_request *r, const struct curve *curve, struct text *out);

/* curve_picture.c: adds compare.gp, compare.svg and compare.png: latency in ns over payload bits a ns, a plot for each pattern,
 * by gnuplot (its path) from `csv`. False after a message. */
bool curves_picture(const struct points *p, const struct curves_request *r, const struct curve *curve, const char *gnuplot,
		    const struct text *csv, struct output *out);

#endif
