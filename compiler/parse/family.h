/* family.h: the families of FPGAs for which ftc makes pipelines and estimates, a row of facts each.
 *
 * Code outside this table asks for a fact, never which family it has: a family is added by a row. What a row leaves out
 * is 0, and the field says what that means. The parts of a family and the tools that make their bitstreams are
 * compiler/fpga/device.h's; clocks that were measured with a machine are the machine's (struct machine_clock).
 * docs/contributing/adding-a-family.md adds a row.
 */
#ifndef FTC_PARSE_FAMILY_H
#define FTC_PARSE_FAMILY_H

#include <stdbool.h>
#include <stddef.h>

/* The RAM that LUTs make: one port writes, one reads. */
struct lut_ram {
	unsigned words, bits;		/* of one; 0 words: the family has none */
	unsigned luts;			/* that one takes */
	unsigned cost;			/* as Yosys weighs it (memory_libmap): a flip-flop costs 1 */
};

/* A block RAM. Every family has some. */
struct block_ram {
	unsigned bits;			/* with those for parity */
	unsigned narrow_rows, narrow_bits;	/* at its narrowest, without parity */
	unsigned wide_rows, wide_bits;	/* at its widest, where one port writes and another one reads; with parity */
	unsigned data_bits;		/* of wide_bits, those that are not parity */
	unsigned port_rows, port_bits;	/* at the widest of a single port; with parity */
	unsigned registered_bits;	/* words up to so many bits may have a register at the output; 0: none has */
	unsigned cost;			/* as Yosys weighs it */
	unsigned luts;			/* LUT4 that the family's largest part has for each of them */
};

struct family {
	const char *word;		/* in parameter files: "ecp5" */
	const char *name;		/* for people: "ECP5" */
	const char *yosys;		/* Yosys' and FuseSoC's name for it: `synth_ecp5` is the command */
	/* The estimates of LUTs, flip-flops and cells are fitted to this family. Otherwise ftc prints none of them:
	 * it says that they are unknown, and chooses between circuits by the formulas all the same. */
	bool fitted;

	/* A path through k elements between two flip-flops, first_ns + k * element_ns, that any network keeps in a
	 * half-full device (docs/measured/benchmarks.md). element_ns 0: not measured; registers stand behind each element, and
	 * the clock of a network is unknown. */
	double first_ns, element_ns;

	/* A flip-flop needs no LUT in front of it, and a decision has its LUT to itself. Otherwise a LUT and the
	 * flip-flop behind it share a logic cell: reports count cells, too. */
	bool lone_flip_flops;
	/* A few flip-flops may have a clock enable of their own. Otherwise Yosys puts a LUT in front of each of less
	 * than 32 that share one, as ftc asks it to. */
	bool free_enables;
	/* Yosys makes the constant text of a self test of LUTs. Otherwise it takes a block RAM. */
	bool text_in_luts;
	/* Arrays of thousands of elements: synthesis keeps the elements apart, which costs what a border could leave
	 * out, and takes a tenth of the time. */
	bool large_arrays;
	struct lut_ram lut_ram;
	struct block_ram block_ram;
	unsigned large_rams;		/* of 16,384 words of 16 bits, in each part; 0: none */
};

/* All families; the first one is the default, and after the last one comes a row without a word. */
extern const struct family families[];

enum { MOST_FAMILIES = 16 };

/* The family of that word, or NULL. */
const struct family *family_find(const char *word);
/* Lists all words, ended by NULL. */
void family_words(const char *words[MOST_FAMILIES + 1]);

#endif
