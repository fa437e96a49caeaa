/* inputs.h: what a run of a tool has read and written, from the trace that trace.c writes. */
#ifndef MEMO_INPUTS_H
#define MEMO_INPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "util/digest.h"
#include "util/text.h"

/* Something that a run depends on. */
struct input {
	char kind;		/* of trace.c's lines: r, e, t, d or g */
	char *name;		/* a path, relative if in the folder of the run; or the name of a variable */
	char *value;		/* as the run found it: content, "there", a sum of names .. */
};

struct traced {
	struct input *input;
	size_t inputs;
	char **output;		/* files and folders that the run has made; some may be gone */
	size_t outputs;
	char *refused;		/* NULL, or why the run cannot be repeated */
};

/* Reads the trace of a run that began at `start` in `folder`, and has ended. Everything in *t is fresh. */
void read_trace(const struct text *trace, const char *folder, const struct timespec *start, struct traced *t);

/* What such an input is now. A fresh string. */
char *input_value(char kind, const char *name);

#endif
