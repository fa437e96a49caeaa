/* figure_rows.h: what the keys of results mean, and in which units: one table for JSON, CSV and `ftc help figures`. */
#ifndef FTC_SIMULATE_FIGURE_ROWS_H
#define FTC_SIMULATE_FIGURE_ROWS_H

/* A key has dots before members, [] behind lists, and {A,B} where A or B stands. A column of CSV is a key, too. */
struct figure_row {
	const char *key, *unit, *meaning;	/* unit: "" of words and truths */
};

/* Of simulate with messages, its sweep, and compare; ends with a NULL key. A machine's own: struct simulator. */
extern const struct figure_row figure_rows[];

/* figure_groups.c: keys that a machine does not have of its own, of other results; ends with a NULL `of`. */
extern const struct figure_group {
	const char *of;		/* "explore" */
	const struct figure_row *rows;
} figure_groups[];

#endif
