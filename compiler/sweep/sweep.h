/* sweep.h: many points, run by GNU parallel, here or on other machines, or by Slurm.
 *
 *   SWEEP.yaml --read--> lists of values --expand--> points --plan--> DIR/sweep.json, DIR/points.jsonl
 *                                                                         |
 *        GNU parallel or Slurm ---- `ftc sweep --point NAME -o DIR` ------+---> DIR/points/NAME/
 *                                                                                    |
 *                                   DIR/results.csv, results.json, pictures <--gather+
 *
 * A point is a parameter file, and values of keys and options. It runs one or several commands of ftc, each a process of its
 * own. Its directory's last file is point.json: a point without it is missing, however it ended, and is all that a sweep which
 * is started again runs. There is no scheduler here: GNU parallel and Slurm choose when and where a point runs.
 */
#ifndef FTC_SWEEP_SWEEP_H
#define FTC_SWEEP_SWEEP_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "parse/document.h"
#include "util/output.h"
#include "util/text.h"

enum {
	SWEEP_COMMANDS = 3,		/* that a point can run */
	SWEEP_MOST_OPTIONS = 64,	/* of a command */
	SWEEP_MOST_POINTS = 100000,
	SWEEP_NAME = 17,		/* bytes of a point's name: 16 hex digits and a NUL */
};

/* ---- what may stand in a sweep (commands/sweep.c knows it) ------------------------------------------------------ */

struct sweep_option {
	const char *name;		/* "--load" */
	bool flag;			/* it has no value */
};

/* A command that points can run. */
struct sweep_command {
	const char *name;		/* "simulate" */
	struct sweep_option option[SWEEP_MOST_OPTIONS];
	size_t count;
	bool makes_files;		/* it gets -o, a directory in the point's own */
};

/* ---- SWEEP.yaml -------------------------------------------------------------------------------------------------- */

/* What the points set: a key of parameter files or an option. */
struct setting {
	char *name;			/* "payload-bits", "--load" */
	char *column;			/* in tables: "payload-bits", "load"; "--clock" beside a key `clock` */
	bool is_option;
	struct place at;		/* where it is given first */
};

/* A parameter file. */
struct sweep_file {
	char *name;			/* as it is written: relative to the sweep file's folder */
	char digest[SWEEP_NAME];	/* of its content */
};

/* A value of each setting, as `--set KEY=VALUE` and options take it; NULL: the point does not give it. */
struct sweep_point {
	char name[SWEEP_NAME];		/* follows from all that it runs: command lines and the contents of named files */
	size_t file;
	const char **value;		/* [setting] */
};

/* The values of a setting, of which each point takes one. */
struct axis {
	size_t setting;
	char **value;
	size_t count;
};

/* What one member of `points` gives: [setting], NULL where it gives nothing. */
struct sweep_row {
	char **value;
	size_t count;			/* settings that there were when it was read */
};

struct sweep {
	struct document document;
	char *folder;			/* of the sweep file, absolute */
	const struct sweep_command *run[SWEEP_COMMANDS];
	size_t run_count;
	struct sweep_file *file;
	size_t file_count;
	struct setting *setting;
	size_t setting_count;
	struct axis *axis;		/* the last one changes fastest */
	size_t axis_count;
	struct sweep_row *row;
	size_t row_count;
	struct sweep_point *point;	/* distinct */
	size_t point_count;
};

/* Reads the sweep `path`, in which the `count` commands may stand, and makes its points. False after a message: with file, line
 * and column of what is wrong. */
bool sweep_read(struct sweep *s, const char *path, const struct sweep_command *command, size_t count);
void sweep_free(struct sweep *s);

/* expand.c, part of sweep_read(): the product of files, rows and all axes. False after a message. */
bool sweep_expand(struct sweep *s);
/* The command lines of a point, without the program and -o: a fresh array of arrays of words. */
json_t *sweep_runs(const struct sweep *s, const struct sweep_point *point);

/* ---- DIR --------------------------------------------------------------------------------------------------------- */

/* A directory of results. */
struct sweep_place {
	char *directory;		/* absolute, links resolved */
	const char *asked;		/* as the user wrote it */
	int lock;			/* descriptor; -1: none */
	json_t *record;			/* sweep.json */
	json_t *tasks;			/* points.jsonl: an array */
};

/* Opens the directory `asked` for the sweep, makes it if need be, and writes down what is to run. Points that are there already
 * stay. A directory that holds something else, or results of another sweep, is refused, and so is one in which another ftc
 * sweep works, or of which jobs of Slurm wait or run. On failure one message, false, and *status. */
bool place_begin(struct sweep_place *p, const char *asked, const struct sweep *s, int *status);
/* Opens a directory that has a sweep; its tasks are all, or those of the point `only`. */
bool place_open(struct sweep_place *p, const char *asked, const char *only, int *status);
void place_close(struct sweep_place *p);
/* What became of a point. */
enum point_state { POINT_MISSING, POINT_DONE, POINT_FAILED };
enum point_state place_state(const struct sweep_place *p, const char *name);
/* Like place_state(), with all of the point's own record: a fresh object, or NULL if the point is missing. */
json_t *place_point(const struct sweep_place *p, const char *name);

/* ---- one point (point.c) ----------------------------------------------------------------------------------------- */

/* Runs the point `name` of the directory with the program `ftc`, unless it is done, and prints on standard output: "point NAME
 * done", "point NAME failed", or "stop MESSAGE" if no point can be written there. An exit status: EXIT_DONE if running it again
 * would change nothing. */
int point_run(const char *directory, const char *name, const char *ftc);

/* ---- engines ----------------------------------------------------------------------------------------------------- */

struct engine_request {
	const struct sweep_place *place;
	char *ftc;			/* the path of this program */
	unsigned long jobs;		/* at a time; 0: the engine's own choice */
	unsigned long tries;		/* of a point whose work fails */
	const char *hosts;		/* GNU parallel's --sshlogin; NULL: here */
	const char *sbatch;		/* further options of sbatch, with blanks between them; NULL: none */
	const char *plot;		/* the value of --plot, for the job that gathers; NULL: none */
	const char **missing;		/* names of the points that are to run */
	size_t missing_count, total;
};

/* parallel.c: runs the points and waits. EXIT_WORK_FAILED after a message if it cannot begin or the disk is full. What becomes
 * of the points, their directories show: if some did not run, EXIT_DONE follows a message, too. */
int engine_parallel(const struct engine_request *r);
/* slurm.c: submits the points, and a job that gathers their results. Does not wait. */
int engine_slurm(const struct engine_request *r);
/* Whether none of the directory's jobs waits or runs; else false after a message. */
bool slurm_is_idle(const struct sweep_place *p);

/* ---- results (gather.c) ------------------------------------------------------------------------------------------ */

struct result_row {
	const char *name;
	enum point_state state;
	json_t *values;			/* settings, then results: scalars by column */
	const char *message;		/* why it failed, or NULL */
	double seconds;			/* wall clock */
};

struct results {
	const json_t *record;
	json_t *columns;		/* the columns' names are its keys, in order */
	struct result_row *row;
	size_t count, state[3];		/* rows, and how many of them are in each state */
};

/* Collects what all points have left. The strings live as long as the place and the results. */
void results_read(struct results *r, struct sweep_place *p);
void results_free(struct results *r);
/* results_table.c */
void results_csv(const struct results *r, struct text *out);
/* JSON, and as text what a person wants to know: how many are done, and which have failed, why. */
void results_report(const struct results *r, const char *directory, struct findings *found);

/* plot.c: the value of --plot, "x=lut4,y=accepted_mbps,by=leaves". */
struct sweep_plot {
	char *x, *y, *by, *also;	/* columns; by, also: NULL if not given */
	enum { FRONT_MORE, FRONT_LESS, FRONT_NONE } front;	/* what is better of y; of x less is better */
	bool lines;			/* through the means of the points at each x, with 95 % intervals; dashed through those of `also` */
};

/* False after a message. */
bool sweep_plot_read(struct sweep_plot *plot, const char *text);
void sweep_plot_free(struct sweep_plot *plot);
/* The full name of a column that `axis` of --plot names, or NULL after a message. */
const char *sweep_plot_column(const struct results *r, const char *axis, const char *name);
/* plot_picture.c. Adds X-Y.svg and X-Y.png; appends to `told` which points are on the front. False after a message, with *status. */
bool sweep_plot_draw(const struct sweep_plot *plot, const struct results *r, const char *gnuplot, struct output *out,
		     struct text *told, int *status);

#endif
