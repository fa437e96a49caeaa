/* draw.h: random numbers for tests, the same on every computer. */
#ifndef FTC_TESTS_MODEL_DRAW_H
#define FTC_TESTS_MODEL_DRAW_H

#include <stdint.h>

static uint64_t draw_state;

/* 0 .. below - 1: xorshift64. */
static inline uint32_t draw(uint32_t below)
{
	draw_state ^= draw_state << 13;
	draw_state ^= draw_state >> 7;
	draw_state ^= draw_state << 17;
	return (uint32_t)(draw_state >> 32) % below;
}

static inline void start_drawing(uint64_t seed)
{
	draw_state = seed * 0x9e3779b97f4a7c15u + 1;
	for (int i = 0; i < 8; i++)
		draw(2);
}

#endif
