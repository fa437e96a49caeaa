/* compile_report.h: what the compiler of circuits has found, for people and programs, and as a drawing. */
#ifndef FTC_OVERLAY_COMPILE_REPORT_H
#define FTC_OVERLAY_COMPILE_REPORT_H

#include "overlay/compile.h"
#include "util/output.h"

struct compile_report {
	const struct compiled *c;
	const struct overlay *o;
	const char *device;			/* name of the device */
	double mhz;				/* its clock */
	const struct channel_tree *tree;	/* NULL: the device has one mesh */
};

/* Gates, elements, wires, messages, and the step with its critical way: as text and as JSON. */
void compile_report(const struct compile_report *r, struct findings *found);

/* All meshes, element by element (picture.c). */
void compile_picture(const struct compile_report *r, struct text *svg);

#endif
