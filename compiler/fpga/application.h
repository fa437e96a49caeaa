/* application.h: what a bitstream does with its network: test it, give a host access, or echo a serial line through it.
 *
 * An application is one module, with its templates, between the network's leaves, the lights and the serial line. These
 * wires of the board's top module (board_top.h) connect to it by name:
 *   clk, rst                       network clock and power-on reset
 *   network_rst                    the network's reset: driven by the application, else equal to rst
 *   s_axis_..., m_axis_..., ...    the network's ports that it joins
 *   uart_rx, tx                    serial line; uart_rx only if `hears`
 *   running, passed, failed        lights
 */
#ifndef FTC_FPGA_APPLICATION_H
#define FTC_FPGA_APPLICATION_H

#include <stdbool.h>

#include "lower/builder.h"

struct board;
struct board_top;
struct need;
struct network;
struct spec;

enum application_kind {
	APPLICATION_SELF_TEST, APPLICATION_HOST, APPLICATION_LOOPBACK,
	APPLICATION_COUNT,			/* of those that a user can ask for */
	APPLICATION_CLOCK_HARNESS = APPLICATION_COUNT,	/* for `ftc explore` */
	APPLICATION_OWN_TOP,			/* the user's: own_top.h; board_top_emit() does not make it */
	APPLICATIONS
};
extern const char *const application_names[APPLICATION_COUNT];	/* as --app has them */

/* Who judges a bitstream with it for `ftc build --check`. */
enum application_judge {
	JUDGED_BY_NOBODY,
	JUDGED_BY_ITSELF,			/* its lights and its line say whether it works: fpga/check.h */
	JUDGED_BY_HOST,				/* a host asks it: host/bitstream.h */
};

struct application {
	const char *told;			/* "its self test": the bitstream's content beside the network */
	const char *name;			/* "self test" */
	const char *serial;			/* the serial line's purpose, for the header of the top module */
	bool hears;				/* has uart_rx */
	bool resets;				/* drives network_rst */
	bool compact;				/* see flow.h */
	bool reads_memories;			/* see struct machine */
	bool works_long;			/* may take any time to answer a host */
	enum application_judge judged;
	/* Is this port of the network a wire of the top module with the same name? Other ports are held at 0 or left open. */
	bool (*joins)(const struct net *net);
	/* Adds the logic that it takes beside the network, by estimate, if it is a network's default. */
	void (*add_need)(struct need *need, const struct spec *spec, const struct board *board);
	/* Can this board run it with this network? A message if not. */
	bool (*check)(const struct network *net, const struct board *board);
	/* Adds the instance to the top module. */
	void (*add)(const struct board_top *top, struct module *m, struct design *d);
};

/* applications.c: the list. Never NULL. What a host does with a network is the machine's (struct machine, board.host). */
const struct application *application_of(enum application_kind kind, const struct spec *spec);
/* What is built if the user names no application. */
enum application_kind application_default(const struct spec *spec);

extern const struct application self_test_application;		/* self_test.c */
extern const struct application host_application;		/* host_bridge.c */
extern const struct application overlay_host_application;	/* overlay_host.c */
extern const struct application loopback_application;		/* loopback.c */

extern const struct application clock_harness_application;	/* clock_harness.c */
extern const struct application own_top_application;		/* own_top.c */

/* Checks that applications share; each prints a message. No application drives clocks of leaves; the other two are of host_application
 * and loopback_application. */
bool application_check_clocks(const struct spec *spec, const struct application *application);
bool application_check_leaves(const struct spec *spec);
bool application_check_line(const struct board *board);

/* Joins the ports of networks that move messages or words. */
bool application_joins(const struct net *net);

/* Connects the unconnected ports of the latest instance, an application, to the wires of the top module with the
 * same names. The groups in m_axis_tuser are left out, unless `groups`. */
void application_connect(const struct board_top *top, struct module *m, bool groups);

enum { LEAST_BIT_CLOCKS = 8 };		/* the fewest clocks of a bit on a serial line */

/* A serial line at a certain clock: the parameters of uart_receiver.v and uart_transmitter.v. */
struct serial_rate {
	unsigned bit_clocks;
	unsigned phase_bits;
	unsigned long step;
};
/* False, without a message, when the clock cannot produce the rate to within 1 %. */
bool serial_rate_find(double clock_mhz, unsigned baud, struct serial_rate *rate);
/* Adds the parameters BIT_CLOCKS, PHASE_BITS and STEP. */
void application_serial(const struct board_top *top, struct instance *i);

#endif
