/* paper.h: what `ftc report --paper NAME` prints: the tables and figures of a paper, counted by ftc. */
#ifndef FTC_NETWORK_PAPER_H
#define FTC_NETWORK_PAPER_H

#include <stdbool.h>

struct findings;

/* Kinds of network that come from one paper share it (parse/kind.h). */
struct paper {
	const char *name;		/* as the command line has it: "hypertree" */
	const char *title;		/* "Goodman and Sequin, Hypertree (1981)" */
	/* Text, JSON and, with `files`, pictures for -o. Returns EXIT_DONE, or another exit status after one message. */
	int (*report)(bool files, struct findings *found);
};

#endif
