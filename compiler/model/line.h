/* line.h: a chain of registers. */
#ifndef FTC_MODEL_LINE_H
#define FTC_MODEL_LINE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/text.h"

/* A line of registers, `width` wires wide; [0] is the newest. Depth 0 passes its input. */
struct line {
	unsigned width, depth;
	uint8_t *stage;
};

static inline struct line line_new(unsigned width, unsigned depth)
{
	return (struct line){ width, depth, allocate_array((size_t)width * (depth + 1), 1) };
}

static inline void line_free(struct line *line)
{
	free(line->stage);
}

/* The line's output in this clock; `in` is its input. */
static inline const uint8_t *line_output(const struct line *line, const uint8_t *in)
{
	return line->depth == 0 ? in : line->stage + (size_t)line->width * (line->depth - 1);
}

static inline void line_clock(struct line *line, const uint8_t *in)
{
	if (line->depth == 0)
		return;
	memmove(line->stage + line->width, line->stage, (size_t)line->width * (line->depth - 1));
	memcpy(line->stage, in, line->width);
}

#endif
