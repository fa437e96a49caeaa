/* neighbours.c: each core stores a word, a halfword and a byte in the memory of every leaf, and loads them back. */
#include "core.h"

#ifndef CORES
#define CORES 16
#endif

struct shared {
	uint32_t word;
	uint16_t half[2];
	uint8_t byte[4];
};
static struct shared shared[CORES];	/* by the storing leaf */

int main(void)
{
	unsigned leaf = LEAF;

	for (unsigned i = 0; i < CORES; i++) {
		unsigned to = (leaf + i) & (CORES - 1);
		volatile struct shared *there = &(*AT(to, shared))[leaf];

		there->word = 0x5a000000 + (leaf << 8) + to;
		there->half[1] = 0x8000 + leaf;
		there->byte[3] = 0xc0 + to;
		there->byte[leaf & 1] = 0xff;
	}
	for (unsigned i = 0; i < CORES; i++) {
		unsigned to = (leaf + 5 + i) & (CORES - 1);
		volatile struct shared *there = &(*AT(to, shared))[leaf];

		if (there->word != 0x5a000000 + (leaf << 8) + to || there->half[0] != 0 || there->half[1] != 0x8000 + leaf ||
		    (int16_t)there->half[1] >= 0 || there->byte[3] != 0xc0 + to || there->byte[leaf & 1] != 0xff ||
		    there->byte[~leaf & 1] != 0 || there->byte[2] != 0)
			return 1;
	}
	if (leaf == 0)
		for (const char *c = "each core has stored in the memories of all\n"; *c; c++)
			LINE = *c;
	return 0;
}
