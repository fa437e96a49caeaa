/* statistics.h: latencies, and the use of every channel. */
#ifndef FTC_SIM_STATISTICS_H
#define FTC_SIM_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/* Counts of values. All figures are exact as long as at most HISTOGRAM_DISTINCT different values of HISTOGRAM_SMALL and more
 * were added; of more, quantiles from HISTOGRAM_SMALL on are up to 1 part in 2048 too high. The mean, the least and the greatest
 * value are always exact. */
struct histogram;

enum { HISTOGRAM_SMALL = 4096, HISTOGRAM_DISTINCT = 1 << 20 };

struct histogram *histogram_create(void);
void histogram_free(struct histogram *h);
void histogram_add(struct histogram *h, uint64_t value);
uint64_t histogram_count(const struct histogram *h);
/* Whether quantiles are exact. */
bool histogram_is_exact(const struct histogram *h);
/* Adds all values of another one. */
void histogram_merge(struct histogram *h, const struct histogram *other);
/* Writes a histogram behind `bytes`, or adds one that was written so; returns the place behind it. Both ranks are of the
 * same machine and version of ftc. */
struct text;
void histogram_write(const struct histogram *h, struct text *bytes);
const char *histogram_read(struct histogram *h, const char *bytes);
double histogram_mean(const struct histogram *h);		/* 0 when empty, as the three below */
uint64_t histogram_least(const struct histogram *h);
uint64_t histogram_greatest(const struct histogram *h);
/* The least value that at least `share` (0 < share <= 1) of all values do not exceed: 0.5 is the median. */
uint64_t histogram_quantile(const struct histogram *h, double share);

/* Messages that crossed each channel of a binary tree. Level k of a channel is that of the vertex beneath it
 * (docs/reference/protocol.md); leaf i lies below vertex i >> (levels - k) of level k. */
struct crossings;

struct crossings *crossings_create(unsigned levels);
void crossings_free(struct crossings *c);
/* As of a histogram. */
void crossings_write(const struct crossings *c, struct text *bytes);
const char *crossings_read(struct crossings *c, const char *bytes);
/* A message from leaf `source` to leaf `destination`, which differ, was delivered. */
void crossings_add(struct crossings *c, uint32_t source, uint32_t destination);
enum crossing_direction { CROSSING_UP, CROSSING_DOWN };
/* A message between a leaf and the outside: up to the root and beyond, or down from there. */
void crossings_add_outside(struct crossings *c, enum crossing_direction direction, uint32_t leaf);
/* Through the channel above one vertex of level 1 .. levels. */
uint64_t crossings_channel(const struct crossings *c, enum crossing_direction direction, unsigned level,
			   uint32_t vertex);
/* Through all channels of a level (the same number up and down), and through its busiest channel. */
uint64_t crossings_level(const struct crossings *c, unsigned level);
uint64_t crossings_busiest(const struct crossings *c, enum crossing_direction direction, unsigned level);

#endif
