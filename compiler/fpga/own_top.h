/* own_top.h: a user's own top module around the network, on a board: `ftc build --top`, `ftc simulate --top`.
 *
 *   clk_pin --> PLL --> clk --> +-----------------------------+
 *                 reset --> rst |  the user's top module,     | <--> pins of the board (board.h, struct board_pin),
 *                               |  which holds the network    |      and pins that the user's constraints name
 *                               +-----------------------------+
 *
 * The user's module instantiates the network by its name. Its ports are clk, rst (synchronous, active high) and any pins
 * by their names, or their lowest bits. For a button, a switch and a led 1 means pressed, closed and lit on every board;
 * buttons and switches pass two flip-flops. A parameter CLOCK_HZ of the module, if there is one, is set to the clock.
 *
 * Yosys reads the files: ftc knows what it says of them (own_top_read.c), and has no Verilog parser.
 */
#ifndef FTC_FPGA_OWN_TOP_H
#define FTC_FPGA_OWN_TOP_H

#include <jansson.h>
#include <stdbool.h>

#include "fpga/board_top.h"
#include "fpga/device.h"
#include "lower/design.h"
#include "util/message.h"
#include "util/output.h"
#include "util/plain.h"

/* A file of the user's. */
struct own_file {
	const char *name;		/* as given */
	char *beside;			/* the folder that it lies in, links resolved: there Yosys looks for what it includes */
	char *called;			/* by Yosys (util/plain.h) */
	struct text content;
};

/* A module in those files. */
struct own_module {
	char *name;
	struct place at;
	bool instantiated;		/* by another one of them */
	bool declared;			/* it is empty: a declaration of a module that is elsewhere */
	bool holds_network;		/* it or a module in it, at any depth, as far as parameters at their defaults say */
	size_t last_line;		/* of its text, in the file of `at`; 0: not known */
};

/* A port of the top module. */
struct own_port {
	char *name;
	unsigned width;
	enum port_direction direction;
	bool odd;			/* a vector, but not [HIGH:0] */
	struct place at;
	const struct board_pin *pin;	/* NULL: clk, rst, or one that only the user's constraints name */
};

/* Whether it is clk or rst, which every top module has. */
bool own_port_is_common(const struct own_port *port);

/* A connection of the network's instance. */
struct own_connection {
	char *name;			/* of the network's port */
	unsigned width;			/* of what the user has connected; 0: nothing */
};

struct own_top {
	struct own_file *file;
	size_t file_count;
	const char *constraints;	/* the user's constraints file, or NULL */
	const char *top_module;		/* the name of the top module, or NULL: ftc finds it */
	struct own_module *module;
	size_t module_count;
	const struct own_module *top;
	struct own_port *port;
	size_t port_count;
	bool has_clock_hz;
	unsigned long clock_hz;		/* for its parameter CLOCK_HZ; 0: the board's clock */
	bool shows_reset;		/* the module around it has the output OWN_TOP_RESET, for a simulation */
	bool has_network;		/* the network is instantiated somewhere in it */
	struct own_connection *connection;	/* of its first instance, by names */
	size_t connection_count;
	bool by_order;			/* it is connected by the order of its ports: nothing is known of them */
	struct place network_at;	/* the instance */
	struct text read;		/* all that Yosys has read: included files, and files of memories, among it */
	struct text warned;		/* what Yosys has said of the modules in use */
	json_t *whole, *flat;		/* those modules as Yosys writes them, and the top with all of them in it; jansson's */
	struct text chosen;		/* constraints of the module around it, by own_top_check() */
};

/* The network as the user's modules see it. */
struct own_network {
	const char *name;		/* of its module */
	const struct module *module;	/* its ports */
};

/* own_top_read.c: Reads the files own->file[..].name, and finds the top module: own->top_module, or the one that no other
 * instantiates; of several, the one that holds the network. False after a message with its place; *status is then the exit status. */
bool own_top_read(struct own_top *own, const struct own_network *network, const struct device *device, int *status);

/* own_top_read.c: The place of what Yosys gives the attribute `src`, whose file, line and column are in `source`; without one the
 * first file. */
struct place own_top_place(const struct own_top *own, const char *source);

/* own_top_nets.c: Checks what drives the nets of the modules in use: refuses a net with several drivers, and one that is declared
 * nowhere and driven by nothing. Warns of other nets without a declaration or a driver, of latches, of loops without a
 * flip-flop, and of what Yosys has warned of. False after a message. */
bool own_top_check_nets(const struct own_top *own);

/* own_top_read.c: Puts the files under plain names into a folder in which Yosys is to work, and adds the commands that read them, each
 * with `before` it and with these options, "" or with a blank behind each. False after a message. */
bool own_top_write_sources(const struct own_top *own, const char *folder, const char *before, const char *options,
			   struct text *script);
/* own_top_read.c: Adds what the user calls the files that Yosys reads. */
void own_top_add_names(const struct own_top *own, struct plain_names *names);

/* Checks the top module against the board: clk, rst, each port's name, direction and width, each pin, and that it holds the
 * network; and chooses the constraints. False after a message. */
bool own_top_check(struct own_top *own, const struct board *board, const char *network);

/* Checks the instance of the network, whose module is `network`: all its inputs are connected, by their names, and as wide as they
 * are. False after a message. */
bool own_top_check_network(const struct own_top *own, const struct module *network);

/* Whether no module of the user's has the name of one of ftc's, which are in `out`, but for declarations. A message if not. */
bool own_top_names_differ(const struct own_top *own, const struct output *out);

/* Does all of the above but own_top_names_differ(), for a network on a board. False after a message; *status is then the exit status. */
bool own_top_take(struct own_top *own, const struct board *board, const struct network *net, int *status);

#define OWN_TOP_RESET "rst__shown"
/* Adds the module NAME_board around the user's to the folder rtl of `out`. */
bool own_top_emit(const struct own_top *own, const struct board_top *top, struct output *out);

void own_top_free(struct own_top *own);

#endif
