/* spec.h: what the user asked for, every value checked.
 *
 * One YAML document (and `--set key=value` overrides) becomes one struct spec. After spec_read() has
 * returned true nothing downstream can find a value out of range, missing or contradictory.
 * The parameter reference is docs/parameters.md.
 */
#ifndef FTC_PARSE_SPEC_H
#define FTC_PARSE_SPEC_H

#include <stdbool.h>
#include <stddef.h>

#include "util/text.h"

enum network_kind {
	NETWORK_FAT_TREE,	/* Leiserson 1985 */
	NETWORK_SORTER,		/* Batcher's sorting network of bit-serial words */
};

enum concentrator_choice { CONCENTRATOR_AUTO, CONCENTRATOR_BATCHER, CONCENTRATOR_BUTTERFLY };

/* What stands at the leaves. */
enum leaf_interface {
	LEAF_AXI_STREAM,	/* leaf adapters: AXI4-Stream ports, retry, exactly once */
	LEAF_WIRES,		/* the bare channel wires as ports */
};

/* For what the pipeline and the cost estimate are made. */
enum family {
	FAMILY_ECP5,		/* "ecp5": speed grade 6 */
	FAMILY_ICE40,		/* "ice40": the HX and LP parts */
	FAMILY_ICE40_UP,	/* "ice40up": UltraPlus, two and a half times slower */
};

enum {
	MAXIMUM_LEAVES = 1 << 20,
	MAXIMUM_LEVELS = 20,
	MAXIMUM_CONNECTIONS = 64,
	MAXIMUM_CAPACITY = MAXIMUM_CONNECTIONS * MAXIMUM_LEAVES,	/* all that all leaves bring */
};

struct spec {
	const char *source;		/* file name of the parameter file, as given */
	char *name;			/* top module and prefix of every module: [a-z][a-z0-9_]*; default: fat_tree or sorter */
	enum network_kind network;

	/* fat-tree */
	unsigned leaves;		/* 2 .. MAXIMUM_LEAVES */
	unsigned levels;		/* L: least with 2^L >= leaves */
	unsigned capacity[MAXIMUM_LEVELS + 1];	/* wires each way of a channel of level 0 .. L; level 0 is 0
						   where no capacity is known (a list without it) */
	unsigned root_capacity;		/* w when the universal formula made the capacities, else 0 */
	unsigned connections;		/* 1 .. MAXIMUM_CONNECTIONS, = capacity[L] */
	bool external;			/* the root channel is a port */
	enum concentrator_choice concentrator;
	enum leaf_interface leaf_interface;

	/* sorter */
	unsigned wires;			/* 2 .. 1024 */
	unsigned key_bits;		/* 1 .. 65535 */

	unsigned payload_bits;		/* 1 .. 65535 (sorter: 0 .. 65535) */

	/* hardware */
	enum family family;		/* target: ecp5 (default), ice40 or ice40up; a board overrides it */
	unsigned elements_between_registers;	/* 1 .. 16; 0 = auto: the most that `clock` allows */
	unsigned clock_mhz;		/* wanted network clock; 0 = the board's, or 100 without a board */
	unsigned delay_ram_threshold;	/* delay chains of at least so many clocks use RAM; 0 = never (default) */
	bool probe;			/* bring every channel's wires out as ports, for tests */
};

/* One `--set key=value`. */
struct override {
	const char *text;		/* as given: "leaves=32" */
};

/* Reads and checks `path` ("-": standard input). On any error prints one message (file, line, column, the
 * offending text, what was expected, a suggestion) and returns false; the command exits with EXIT_USAGE.
 * Warnings are printed and do not fail. */
bool spec_read(struct spec *spec, const char *path, const struct override *overrides, size_t override_count);

/* The resolved parameters as YAML that spec_read() accepts and that means the same: every key, its value,
 * one line each. Goes into reports and generated headers. */
void spec_print(const struct spec *spec, struct text *out);

/* 16 hex digits and a NUL: a digest (FNV-1a, 64 bits) of spec_print()'s text and ftc's version. */
void spec_digest(const struct spec *spec, char digest[17]);

void spec_free(struct spec *spec);

#endif
