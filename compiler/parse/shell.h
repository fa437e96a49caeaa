/* shell.h: what stands between the streams of a network's leaves and the network's user.
 *
 * Each shell is one constant of this type, a row of the table in shells/shells.c. The rest of the compiler sees only
 * this constant, as spec->shell, and asks nowhere which shell it is: it reads a field or calls an entry. A network
 * without a shell has no_shell, whose fields are all 0. A shell knows streams only, and fits every machine whose leaves
 * speak as it needs. An option of commands asks for a shell, or a key of the parameter file. docs/contributing/adding-a-shell.md adds a row.
 *
 * Applications (fpga/application.h) are no shells: what tests a network on a board, or connects it to a host, uses the
 * streams of its leaves, whatever shell they have passed.
 */
#ifndef FTC_PARSE_SHELL_H
#define FTC_PARSE_SHELL_H

#include <stdbool.h>

struct cost;
struct design;
struct network;
struct proofs;
struct shell_circuit;
struct spec;
struct verilog_bench;

/* Logic of one part, by estimate. */
struct shell_logic {
	double lut4, ff, cells;
};

struct shell {
	const char *word;		/* names the module NAME_WORD, estimate_WORD in JSON, a key of FuseSoC's generator */
	const char *option;		/* "--WORD" of commands; NULL: of no_shell, and where a key asks for it */
	/* Whether keys of the spec ask for it. NULL: an option does. */
	bool (*asked)(const struct spec *spec);
	const char *help;		/* of the option, one line */
	const char *one, *many;		/* what stands at each leaf: "a slave", "slaves" */
	unsigned speech;		/* enum leaf_speech, or-ed: what it needs at the leaves */
	/* Can the leaves of this network, which speak so, have it? False after a message. NULL: all can. */
	bool (*check)(const struct network *net);
	const struct shell_circuit *circuit;	/* emit/shell.h; NULL: there is nothing around the network */
	/* Estimates what stands at all leaves; NULL: nothing. */
	struct cost (*cost)(const struct network *net);
	/* The testbench around the shell itself, in the generated folder (emit/emit.h). NULL: that of the machine, through drivers. */
	const struct verilog_bench *bench;
	/* Adds the proofs of what stands around the network, a design that has been emitted. NULL: there are none. */
	void (*prove)(struct proofs *list, const struct network *net, const struct design *shell);
	/* Estimates one driver (emit/shell.h). NULL: nothing. */
	struct shell_logic (*driver_logic)(const struct network *net);

	unsigned word_clocks;		/* between two words that a driver sends; 0: any clock may have one */
	/* Words wait in it: what happens at a stream does not show how often the network tried. */
	bool stores;
	/* Why such a thing cannot be; NULL: it can. */
	const char *no_packets;		/* that a packet has several words */
	const char *no_rounds;		/* that a leaf has all words of a round before it begins */
	const char *no_pieces;		/* that Verilator compiles pieces of the network */
	const char *no_model;		/* a model in C */
};

/* Bare streams: the first shell of a spec. */
extern const struct shell no_shell;

#endif
