/* spec.h: what the user asked for, every value checked.
 *
 * One YAML document (and `--set key=value` overrides) becomes one struct spec. After spec_read() has
 * returned true nothing downstream can find a value out of range, missing or contradictory.
 * The parameter reference is docs/reference/parameters.md.
 */
#ifndef FTC_PARSE_SPEC_H
#define FTC_PARSE_SPEC_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/text.h"

/* Which of its parents a node of an XGFT chooses for a message that goes up. */
/* The spanning trees that the broadcasts of a slot take. */
enum broadcast_trees {
	BROADCAST_BY_ONE,	/* the first intact one */
	BROADCAST_BY_ALL,	/* each intact one, for a broadcast of its own */
};

enum up_routing {
	UP_ROUTING_DESTINATION,	/* by the digits of the destination (d-mod-k) */
	UP_ROUTING_SOURCE,	/* by the digits of the source */
	UP_ROUTING_RANDOM,
	UP_ROUTING_FIRST_FREE,
	UP_ROUTING_GIVEN,	/* each word brings its wire, its parents and its slot */
};

/* A dead part of an XGFT: node `index` of `level` (0: a leaf), or, in both directions, the link from it to its parent
 * number `parent` (0 .. w_(level+1) - 1). */
struct fault {
	bool is_link;
	unsigned level, index, parent;
};

/* Where a fault is written. */
struct fault_place {
	size_t line, column;		/* 0: in an override */
	size_t text;			/* where its line begins in spec->fault_lines */
};

/* When the switches of a fat-tree are set. */
enum switching {
	SWITCHING_ON_LINE,	/* by the messages themselves as they pass */
	SWITCHING_OFF_LINE,	/* in advance: settings from a RAM, made from a schedule (Leiserson 1985, section IV) */
	SWITCHING_PIPELINED,	/* likewise, and they change with every clock (Bay 1992, chapter 6) */
};

/* Where the settings of an off-line fat-tree come from. */
enum settings_choice {
	SETTINGS_RAM,		/* a RAM, by wires to all nodes */
	SETTINGS_IN_BAND,	/* the messages (Leiserson 1985, sections II and IV) */
};

enum concentrator_choice {
	CONCENTRATOR_AUTO,
	CONCENTRATOR_BATCHER,
	CONCENTRATOR_BUTTERFLY,
	CONCENTRATOR_PARTIAL,	/* Leiserson's, section IV: for switching off-line */
};

/* The circuit at the leaves. */
enum leaf_interface {
	LEAF_AXI_STREAM,	/* leaf adapters: AXI4-Stream ports, retry, exactly once */
	LEAF_WIRES,		/* the bare channel wires as ports */
	ROOT_LINK,		/* of root_interface: adapters, and a link to another chip */
};

/* Where the network shows from whom a message comes. */
enum stream_source {
	STREAM_SOURCE_TUSER,	/* m_axis_tuser */
	STREAM_SOURCE_TID,	/* m_axis_tid instead */
	STREAM_SOURCE_BOTH,	/* both, with the same value */
};

enum {
	MAXIMUM_LEAVES = 1 << 20,
	MAXIMUM_LEVELS = 20,
	MAXIMUM_CONNECTIONS = 64,
	MAXIMUM_ROOT_STREAMS = 64,
	MAXIMUM_CAPACITY = MAXIMUM_CONNECTIONS * MAXIMUM_LEAVES,	/* the wires of all leaves */
	MAXIMUM_PARENTS = 64,		/* of a node of an XGFT */
	MAXIMUM_LEVEL_NODES = 1 << 22,	/* nodes on one level of an XGFT */
	MAXIMUM_LINK_WIDTH = 64,
	MAXIMUM_LANES = 1024,		/* bits that a wire carries in a clock */
	MAXIMUM_FAULTS = 1024,
	MAXIMUM_BROADCAST_EVERY = 64,
	DELAY_RAM_AUTO = 65536,		/* more clocks than can be given */
	MAXIMUM_SCHEDULE_CYCLES = 2048,
	MAXIMUM_GROUPS = 64,
	MAXIMUM_PORT_BITS = 1 << 28,	/* of one port or wire: Verilator's limit; keeps products below 2^32 */
};

struct bus;
struct document;
struct family;
struct leaf;
struct machine;
struct kind;

struct spec {
	const char *source;		/* file name of the parameter file, as given */
	char *name;			/* top module, prefix of every module: [a-z][a-z0-9_]*; default: kind->name */
	const struct kind *kind;	/* parse/kind.h: the value of the key `network` */
	const struct machine *machine;	/* network/machine.h: follows from the kind and its keys */
	const struct leaf *leaf;	/* network/leaf.h: the leaves; of a sorter the wires */
	void *own;			/* parameters of this kind only, declared in its folder; NULL: none */

	/* fat-tree */
	unsigned leaves;		/* 2 .. MAXIMUM_LEAVES; also of an XGFT: the product of m_1 .. m_h */
	unsigned levels;		/* L: least with 2^L >= leaves */
	unsigned capacity[MAXIMUM_LEVELS + 1];	/* wires each way of a channel of level 0 .. L; level 0 is 0
						   if a list leaves it out */
	unsigned root_capacity;		/* w if the capacities come from the universal formula, else 0 */
	unsigned connections;		/* 1 .. MAXIMUM_CONNECTIONS, = capacity[L] */
	bool external;			/* the root channel is a port */
	enum leaf_interface root_interface;	/* with it: what stands at the root */
	unsigned link_pins, link_words, link_trip;	/* of a link: pins each way; words of a frame; frames, 0 = auto */
	enum switching switching;
	char *schedule_name;		/* off-line: the built-in schedule, as given; NULL: none */
	char *schedule_path;		/* the same as a path: names in a parameter file are relative to that file */
	unsigned schedule_cycles;	/* off-line: delivery cycles that the settings' RAM holds,
					   1 .. MAXIMUM_SCHEDULE_CYCLES; 0 = auto: network_new() takes the schedule's */
	enum settings_choice settings;
	bool settings_port;		/* off-line: settings can be written while the network runs */
	enum concentrator_choice concentrator;
	enum leaf_interface leaf_interface;
	unsigned lanes;			/* bits that a wire carries in a clock: 1 (bit-serial) .. MAXIMUM_LANES; 0: auto */
	bool packet;			/* with lanes: words form packets, which are delivered whole */
	bool turns;			/* leaves take turns at a leaf that more want than it has wires */

	/* XGFT(h; m_1..m_h; w_1..w_h): xgft, gft, cm-5 and pruned-butterfly, and a fat-tree with lanes other than 1, which
	 * becomes one. Indices as in the paper: leaves are
	 * level 0, roots level h; entry 0 of children and parents is not used. */
	unsigned height;		/* h: 1 .. MAXIMUM_LEVELS */
	unsigned children[MAXIMUM_LEVELS + 1];	/* m_i: of a node of level i, 1 .. MAXIMUM_LEAVES */
	unsigned parents[MAXIMUM_LEVELS + 1];	/* w_i: of a node of level i-1, 1 .. MAXIMUM_PARENTS */
	unsigned level_nodes[MAXIMUM_LEVELS + 1];	/* W_l m_(l+1)..m_h, l = 0 .. h; at most MAXIMUM_LEVEL_NODES */
	unsigned link_width;		/* wires each way of a link: 1 .. MAXIMUM_LINK_WIDTH */
	enum up_routing up_routing;
	struct fault *faults;		/* distinct, of existing nodes and links */
	size_t fault_count;
	struct fault_place *fault_places;	/* [fault]; NULL: unknown */
	char *fault_file, *fault_lines;	/* the file, or override, with the faults, and its lines that have them */
	unsigned phase_slots;		/* slots of a round of phases, in networks whose words bring parents and slots; else 0 */
	unsigned broadcast_every;	/* one in this many frame slots is for messages to all leaves:
					   2 .. MAXIMUM_BROADCAST_EVERY; 0: no broadcasts */
	enum broadcast_trees broadcast_trees;
	unsigned group_count;		/* groups of leaves that a message can go to, 0 .. MAXIMUM_GROUPS; above 0 only
					   with broadcasts and leaf adapters; less than 2^(bits of a label) */
	uint64_t *member_of;		/* [leaf]: bit g is 1 for a member of group g + 1; NULL: no groups */
	bool fault_registers;		/* faults can be changed while the network runs */

	unsigned payload_bits;		/* 1 .. 65535 (sorter: 0 .. 65535) */
	enum stream_source stream_source;
	bool stream_keep;		/* m_axis_tkeep is there: whole bytes of payload */
	bool *async;			/* parse/crossing.h: [leaf]: the key async-leaves has it; NULL: none is there */
	unsigned async_first;		/* the number of leaf 0 for people */
	char *async_file, *async_text;	/* where clocks of leaves are first given, and the text of that line; NULL: nowhere, or unknown */
	size_t async_line, async_column;
	struct bus *bus;		/* parse/bus.h: the memory-mapped bus over the network; NULL: none */

	/* hardware */
	const struct family *family;	/* parse/family.h: the target of the pipeline and the estimates; a board overrides it */
	unsigned elements_between_registers;	/* 1 .. 16; 0 = auto: the most that `clock` allows */
	unsigned clock_mhz;		/* wanted network clock; 0 = the board's, or 100 without a board */
	/* Delay lines of at least this many clocks use RAM; 0 = never, DELAY_RAM_AUTO = where it pays (default). */
	unsigned delay_ram_threshold;
	bool probe;			/* bring every channel's wires out as ports, for tests */
	const struct shell *shell;	/* parse/shell.h; never NULL; an option of commands, no key */
	bool watched;			/* shows what the machine's watcher counts (simulate/simulate.h); no key either */
};

/* One `--set key=value`. */
struct override {
	const char *text;		/* as given: "leaves=32" */
};

/* Reads and checks `path` ("-": standard input). On any error prints one message (file, line, column, the
 * offending text, what was expected, a suggestion) and returns false; the command exits with EXIT_USAGE.
 * Warnings are printed and do not fail. */
bool spec_read(struct spec *spec, const char *path, const struct override *overrides, size_t override_count);

/* Like spec_read(), with parameters that the caller has read from `source` as part of something larger. They override
 * those of the file `path`, or stand alone (NULL). Both names must outlive the spec. */
bool spec_read_entries(struct spec *spec, const char *path, const struct document *entries, const char *source);

/* Whether some kind of network has the entry's key. False after a message with its place and the nearest key. */
struct entry;
bool spec_knows_key(const struct entry *entry);

/* The resolved parameters as equivalent YAML for spec_read(): one line for each key; `groups` only if there are any.
 * Used in reports and generated headers. */
void spec_print(const struct spec *spec, struct text *out);

/* The same keys and values as a JSON object. */
json_t *spec_json(const struct spec *spec);

/* A fresh JSON object with what every command's begins with: "network", the kind, and "name". */
json_t *spec_identity(const struct spec *spec);

/* The capacity of a level < levels of the universal fat-tree with that root capacity and this spec's leaves and
 * connections. */
unsigned spec_universal_capacity(const struct spec *spec, unsigned root_capacity, unsigned level);

/* A fault as it is written: "node:2:5" or "link:0:3:1". A fresh string. */
char *spec_fault_text(const struct fault *fault);

/* 16 hex digits and a NUL: a digest (FNV-1a, 64 bits) of spec_print()'s text, the shell's word, and ftc's
 * version. */
void spec_digest(const struct spec *spec, char digest[17]);

/* A fresh spec that shares nothing with this one; free it with spec_free() and free(). */
struct spec *spec_copy(const struct spec *spec);
void spec_free(struct spec *spec);

/* The root channel leads to a link, and by it to another chip. */
static inline bool spec_has_root_link(const struct spec *spec)
{
	return spec->external && spec->root_interface == ROOT_LINK;
}

/* Chips that are simulated as one network: two, if a link joins their roots. */
static inline unsigned spec_chips(const struct spec *spec)
{
	return spec_has_root_link(spec) ? 2 : 1;
}

/* Leaves of all these chips: leaf n + i is leaf i of the second one. */
static inline unsigned spec_all_leaves(const struct spec *spec)
{
	return spec_chips(spec) * spec->leaves;
}

#endif
