/* mandelbrot.c: each core computes every 16th line of a Mandelbrot set into leaf 0's memory, and leaf 0 prints it.
 *
 * The core does not multiply. Of z = x + iy only squares are needed, as 2xy = (x+y)^2 - x^2 - y^2, and those are in a table. */
#include "core.h"

#ifndef CORES
#define CORES 16
#endif

enum { WIDTH = 64, HEIGHT = 32, ROUNDS = 30, ONE = 128 };	/* ONE: the number 1.0 */

static uint16_t square[3 * ONE];			/* |x + y| < 2.83 where |z| < 2 */
static char picture[HEIGHT][WIDTH];
static char finished[16];				/* of leaf 0: by whom */

static int of_square(int x)
{
	return square[x < 0 ? -x : x];
}

static int inside(int x)
{
	return x > -2 * ONE && x < 2 * ONE;
}

static unsigned rounds(int real, int imaginary)
{
	int x = 0, y = 0;
	unsigned n = 0;

	for (; n < ROUNDS && inside(x) && inside(y); n++) {
		int x2 = of_square(x), y2 = of_square(y);

		if (x2 + y2 >= 4 * ONE)
			break;
		y = of_square(x + y) - x2 - y2 + imaginary;
		x = x2 - y2 + real;
	}
	return n;
}

static void make_squares(void)
{
	unsigned n2 = 0;

	for (unsigned n = 0; n < 3 * ONE; n++) {
		square[n] = n2 / ONE;
		n2 += 2 * n + 1;
	}
}

static char shade(unsigned n)
{
	return n == ROUNDS ? '@' : " .,:;-~=+*ox%O#"[n < 14 ? n : 14];
}

static void print(void)
{
	for (unsigned line = 0; line < HEIGHT; line++) {
		for (unsigned column = 0; column < WIDTH; column++)
			LINE = picture[line][column];
		LINE = '\n';
	}
}

int main(void)
{
	unsigned leaf = LEAF;

	if (leaf >= CORES)
		return 0;
	make_squares();
	for (unsigned line = leaf; line < HEIGHT; line += CORES)
		for (unsigned column = 0; column < WIDTH; column++)
			(*AT(0, picture))[line][column] =
				shade(rounds(6 * (int)column - 9 * ONE / 4, 10 * (int)line - 5 * ONE / 4 + 3));
	/* Accesses of a core to one memory stay in order: its lines are there before this byte. */
	(*AT(0, finished))[leaf] = 1;
	if (leaf == 0) {
		for (unsigned other = 0; other < CORES; other++)
			while (!*(volatile char *)&finished[other])
				;
		print();
	}
	return 0;
}
