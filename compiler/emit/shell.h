/* shell.h: the circuit of a shell (parse/shell.h): what is around a network, as templates and lists of their ports.
 *
 *   NAME_WORD    ports of leaf i <--> [ leaf template ] <--> s_axis_*, m_axis_* of leaf i [ network ]
 *   its drivers  s_axis_*, m_axis_* of leaf i <--> [ driver template ] <--> ports of leaf i [ NAME_WORD ]
 *
 * Drivers make streams again of what the shell shows, for testbenches, simulations and boards: all that ftc puts at the
 * leaves of a network works through a shell.
 */
#ifndef FTC_EMIT_SHELL_H
#define FTC_EMIT_SHELL_H

#include "lower/design.h"
#include "network/network.h"
#include "parse/shell.h"

/* A template, one of it for each leaf. Its streams are those of the network, seen from the other side; its other ports
 * are connected to nets of their names: `label`, the leaf's, and those of struct shell_circuit. */
struct shell_part {
	const char *module;		/* its name */
	const char *name;		/* of the instances, and for people */
	/* Those of its parameters that the network gives, ended by NULL: PAYLOAD_BITS, LABEL_BITS, TO_BITS (of tdest),
	 * FROM_BITS (of tuser). */
	const char *const *sizes;
};

/* A port of the leaf template that the shell has for each leaf. */
struct shell_port {
	const char *name;
	unsigned width;			/* of each leaf's share */
	enum port_direction direction;
	const char *comment;		/* or NULL */
};

/* A parameter of the leaf template that the user of the Verilog may set. */
struct shell_setting {
	const char *name;
	const char *means;		/* for people: "messages that the send queue of a leaf holds, ..." */
	unsigned (*value)(const struct spec *spec);	/* its default */
};

/* A shell with the same template at every leaf is described by its members. Another one has `design`, which makes the module
 * around the network, and of the other members only `title`, `clock` and `reset`. */
struct shell_circuit {
	const char *title;		/* what stands at a leaf, in the header of the Verilog; one or `many` elsewhere */
	const char *head_has;		/* what the head of the leaf template describes: "registers" */
	const char *settings_are;	/* a sentence for that header; NULL: there are no settings */
	const char *clock, *reset;	/* ports of the shell */
	const char *reset_comment;
	struct shell_part leaf;
	/* It has an output `mislabelled`: its leaf does not say `label`. Without a driver, what uses streams uses those of the
	 * network. */
	struct shell_part driver;
	const char *mislabelled;	/* comment of that output */
	const char *drivers;		/* the module with the drivers: NAME_drivers */
	const struct shell_port *port;	/* ended by a NULL name */
	const struct shell_setting *setting;	/* ended by a NULL name; NULL: there are none */
	bool packets;			/* it takes s_axis_tlast and m_axis_tlast */
	struct design *(*design)(const struct design *network, const struct network *net);
};

/* shell.c: the module around the network, and drivers around that, which have the network's ports. */
struct design *shell_design(const struct design *network, const struct network *net);
struct design *drivers_design(const struct design *shell, const struct network *net);

/* The name of the module that a user of the network instantiates: the shell, or the network. A fresh string. */
char *shell_top_name(const struct network *net);

/* What the user of the Verilog may set, ended by a NULL name; without a shell the list is empty. */
const struct shell_setting *shell_settings(const struct spec *spec);
/* Adds the settings to the parameters of the module, with their defaults. */
void add_settings(struct module *m, const struct network *net);
/* Gives the latest instance the module's own settings. */
void pass_settings(struct module *m, const struct network *net);

#endif
