/* trace.h: the file of a waveform, and GTKWave's save file beside it. */
#ifndef FTC_SIMULATE_TRACE_H
#define FTC_SIMULATE_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/text.h"

enum { TRACE_PERIOD = 10 };	/* ns of the waveform that a clock takes */

/* Checks the name, FILE.fst, and sets *file to a fresh path in a folder beside it: Verilator writes there. False after a message. */
bool trace_begin(const char *trace, char **file);
/* Moves the whole waveform to its place, and writes the save file. False after a message. */
bool trace_end(const char *trace, const char *file, const struct text *save, bool tell);

/* A save file begins: with the marker at clock `from`, where the window begins, and so many clocks in it. */
void trace_save_begin(struct text *t, const char *invocation, const char *trace, uint64_t from, double clocks);
/* Shows a signal of that scope, "simulation.ftc_model.fat_tree". */
void trace_signal(struct text *t, const char *scope, const char *name, unsigned width);

#endif
