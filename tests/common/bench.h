/* bench.h: a template or a node under test: opened by name, ports by name, one seeded source of randomness. */
#ifndef FTC_TESTS_COMMON_BENCH_H
#define FTC_TESTS_COMMON_BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "model.h"
#include "simulate/verilate.h"
#include "util/paths.h"
#include "util/text.h"

#define COUNT(list) (sizeof list / sizeof((list)[0]))

static unsigned bench_failures;
static uint64_t bench_state = 1;

/* A random number below `below`; every run draws the same ones. */
static inline uint32_t bench_draw(uint32_t below)
{
	bench_state ^= bench_state << 13;
	bench_state ^= bench_state >> 7;
	bench_state ^= bench_state << 17;
	return (uint32_t)(bench_state >> 32) % below;
}

/* Opens the template `file`, or the module `top` of the Verilog text `around` that instantiates the template `file`
 * with parameters; `around` may hold another template, too. */
static inline struct model *bench_open(const char *file, const char *top, const char *around,
				       const struct verilate_port *port, size_t count)
{
	char *name = format_string("%s.v", file), *path = template_path(name);
	const char *source = path;
	struct text text = { 0 };
	struct output rtl = { 0 };

	if (around) {
		text_add(&text, around);
		output_add(&rtl, "around.v", &text);
	}
	struct verilate v = { .top = top, .port = port, .port_count = count, .source = &source, .source_count = 1,
			      .rtl = around ? &rtl : NULL };
	char *library = verilate(&v);
	struct model *m = library ? model_open(library) : NULL;

	free(library);
	output_free(&rtl);
	free(name);
	free(path);
	if (!m)
		exit(1);
	return m;
}

/* Sets all bits of an input port; reads those of an output port. */
static inline void bench_set(struct model *m, const char *port, uint64_t value)
{
	const struct model_port *p = model_port(m, port);

	model_set(m, p, 0, p->width, value);
}

static inline uint64_t bench_get(const struct model *m, const char *port)
{
	const struct model_port *p = model_port(m, port);

	return model_get(m, p, 0, p->width);
}

/* Counts a failure and says where; the first few are enough. */
static inline void bench_expect(bool right, const char *what, unsigned clock)
{
	if (!right && bench_failures++ < 10)
		fprintf(stderr, "clock %u: %s\n", clock, what);
}

/* Prints the number of failures; returns the exit status. */
static inline int bench_end(const char *name)
{
	printf("%s: %u failures\n", name, bench_failures);
	return bench_failures > 0;
}

#endif
