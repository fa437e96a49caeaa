/* points.h: networks side by side: what each costs, how fast it is, what it delivers.
 *
 *   parameter file, options --> collect --> estimate --> (measure) --> rank --> table, CSV, JSON, picture
 *     machines' proposals  -----^
 *
 * A point is a parameter set and its figures. Each figure is unknown, estimated by ftc, or measured with the tools that make
 * bitstreams and simulations. `ftc explore` is a face of this floor.
 */
#ifndef FTC_POINTS_POINTS_H
#define FTC_POINTS_POINTS_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/spec.h"
#include "util/output.h"

struct board;

/* What is known of a point, in the order of the table's columns. */
enum figure_name {
	FIGURE_LUT4,		/* of the network alone, leaf adapters included; of all chips that are simulated as one */
	FIGURE_FF,
	FIGURE_CELLS,		/* the greater of the two */
	FIGURE_MHZ,		/* at most what the board's clock tree carries */
	FIGURE_SLOT,		/* clocks of a slot */
	FIGURE_ACCEPTED,	/* words of an end in a slot, if all always have one for another end, drawn uniformly */
	FIGURE_BITS,		/* payload bits a clock, in the whole network */
	FIGURE_MBPS,		/* payload Mbit/s, in the whole network */
	FIGURE_PER_LUT4,	/* Mbit/s per LUT4 */
	FIGURE_PER_CELL,
	FIGURE_CLOCKS,		/* of a word that meets no other, its mean wait for a slot included */
	FIGURE_NS,		/* the same in nanoseconds */
	FIGURES
};
/* As CSV, JSON and options name them ("mbps_per_lut4"), and as the table does. */
extern const char *const figure_names[FIGURES], *const figure_titles[FIGURES];
/* Whether more of it is better. */
extern const bool figure_more_is_better[FIGURES];

enum figure_source { FIGURE_UNKNOWN, FIGURE_ESTIMATED, FIGURE_MEASURED };
struct figure {
	double value;
	enum figure_source source;
};

struct point {
	char *name;			/* "xgft-4x4-1x4-auto"; of the user's own network its module's name */
	char *parameters;		/* the parameter file; of the user's own network as spec_print() has it */
	struct spec spec;		/* the same, read; its family is the board's */
	bool yours;			/* the network of the user's file */
	struct figure figure[FIGURES];
	char *failure;			/* why it has no place on the board, or could not be measured; NULL: nothing failed */
	bool tried;			/* points_measure() has tried it */
	struct output logs;		/* of its tools: log/NAME/network/yosys.log .. */
	bool front;			/* no other point costs no more and delivers no less; see points_rank() */
};

/* A proposal that is no network with the keys that the user holds fixed. */
struct left_out {
	char *name, *why;
};

struct points {
	unsigned ends, payload_bits;	/* of all that explore proposes; else of the last one */
	bool payload_follows;		/* each point's keys say how long words are, as those of a bus do */
	const struct board *board;	/* NULL: none */
	struct point *point;
	size_t count;
	struct left_out *left_out;
	size_t left_out_count;
	size_t beyond_limit;		/* points whose estimate takes more than --limit */
};

/* What the user asks for. */
struct points_request {
	const char *file;		/* a parameter file, or only keys that all networks are to have; NULL: none */
	const struct override *overrides;
	size_t override_count;
	unsigned long ends, payload_bits;	/* 0: the file's; without one 32 bits */
	const struct board *board;	/* NULL: any parts of the family that the file gives */
};

enum { DEFAULT_PAYLOAD_BITS = 32 };

/* Collects the points: the network of the file, if it describes one, and what all machines propose. Of a network's file the
 * keys of target and leaves hold for all points; of a file without `network` all keys do, for the kinds that have them. False
 * after a message. */
bool points_collect(struct points *p, const struct points_request *request);
/* Adds the network of r->file alone. False after a message. */
bool points_add(struct points *p, const struct points_request *r);
void points_free(struct points *p);

/* Estimates the figures of all points, in processes of their own. A point that takes more than the limit of an analysis is
 * left with a failure; then false after a message. */
bool points_estimate(struct points *p);

struct points_measuring {
	unsigned long seed, seeds;	/* of the placements, of which the fastest counts */
	unsigned long slots;		/* to simulate at full load */
	enum figure_name cost;		/* of the front: points_rank() */
	const char *which;		/* "front": what is on the front and the user's own, until all of the front has been
					   tried; "all"; or names of points, with commas between them */
	const char *kept;		/* the output directory, in which the user will find the logs */
};
/* Whether `which` is a word or names points. False after a message. */
bool points_check_which(const struct points *p, const char *which);
/* Measures with Yosys, nextpnr and Verilator, for p->board. What fails is reported in point->failure. False after a message if the
 * tools are missing. */
bool points_measure(struct points *p, const struct points_measuring *m);

/* Marks the front of `cost` and throughput, without machines whose figures are for other traffic than all others', and sorts by `by`, the best first; what is unknown comes last. */
void points_rank(struct points *p, enum figure_name cost, enum figure_name by);

/* figures.c: sets the figures that follow from others: cells, bits, Mbit/s, per LUT4, ns. */
void figures_derive(struct point *point, const struct points *p);
/* Says in a line which networks are two chips; nothing if none is. */
void figures_print_chips(const struct points *p, struct text *out);
/* Says in a line how good the estimated clocks are; nothing if none is estimated. */
void figures_print_clocks(const struct points *p, struct text *out);

/* table.c */
/* A fresh object: value and measured. Null: unknown, or without end. */
struct json_t *figure_json(const struct figure *f);
/* The same in its column, with ~ before an estimate; spaces in place of what is unknown. */
void figure_say(const struct json_t *figure, enum figure_name name, struct text *out);
/* Text and JSON. */
void points_report(const struct points *p, enum figure_name cost, struct findings *found);
void points_csv(const struct points *p, struct text *out);

/* picture.c: adds points.svg and points.png, in which throughput stands over `cost`, drawn by gnuplot (its path) from `csv`.
 * False after a message. */
bool points_picture(const struct points *p, enum figure_name cost, const char *gnuplot, const struct text *csv,
		    struct output *out);

/* labels.c: places for labels beside dots, so that none covers another or a dot. In pixels, y upwards. */
struct label {
	double x, y;			/* in: the dot */
	unsigned letters;		/* in: its length; 0: the dot has no label, but others keep away from it */
	double left, base;		/* out: where the label begins */
	bool placed;			/* out: false: there is no room near the dot */
};
void labels_place(struct label *label, size_t count, double width, double height);

#endif
