/* bus_ports.h: what the ports of a bus speak: a row for each kind of port.
 *
 *   bridge, by pipelined Wishbone --- [ converter ] --- port of NAME_bus --- [ bench ] --- pipelined Wishbone, for simulations
 *
 * Pipelined Wishbone ports are the bridges' own: they have neither converter nor bench.
 */
#ifndef FTC_SHELLS_BUS_PORTS_H
#define FTC_SHELLS_BUS_PORTS_H

#include "lower/builder.h"
#include "network/network.h"
#include "parse/bus.h"

struct bus_leaf;

/* A port that all masters, or all slaves, of a kind have side by side. A list ends with a NULL name. */
struct bus_signal {
	const char *name;
	unsigned width;			/* of each share; 0: of an address */
	enum port_direction direction;
	const char *comment;		/* or NULL */
};

/* Ports for the user's masters, or for the user's slaves. */
struct bus_side {
	const struct bus_signal *signals;
	const char *prefix;		/* of all their names */
	const char *converter;		/* its template, whose ports at the bridge have the names of pipelined signals; or NULL */
	const char *bench;		/* likewise for simulations: ports of a template begin with `part` */
	const char *part;
	const char *rules;		/* the template that checks a port's rules */
	unsigned rule_bits;		/* of its output `broken` */
	const char *const *rule;	/* what each of these bits says */
	bool split;			/* reads and writes are not ordered among each other */
};

enum { BUS_MOST_RULES = 8, BUS_HOLDS = 5 };	/* bits for each port */

/* By enum bus_protocol. */
struct bus_port_kind {
	struct bus_side master, slave;
};
extern const struct bus_port_kind bus_port_kinds[];

/* The ports of the bridges. */
extern const struct bus_signal bus_master_signals[], bus_slave_signals[];

/* The row of that side: BUS_MASTER or BUS_SLAVE. */
const struct bus_side *bus_side_of(enum bus_protocol port, enum bus_role role);
/* Bits of a byte's address at a port of that side. */
unsigned bus_side_address_bits(const struct spec *spec, enum bus_role role);

/* bus_ports.c: adds the ports of a side whose ports need converters, nets inner_* in the bridges' place, and what joins them to the
 * ports; `bridge`: of each leaf. */
void bus_add_ports(struct module *m, const struct spec *spec, enum bus_role role);
void bus_add_converters(struct module *m, struct design *d, const struct spec *spec, const struct bus_leaf *bridge);

/* bus_users.c: adds the bus that the design is around, and behind each of its ports what makes pipelined Wishbone of it, with names as
 * if all ports were such: master_cyc and so on; and what checks the ports' rules. Nets that are missing are added: inputs
 * master_holds and slave_holds, which let channels wait, and outputs master_broken and slave_broken, the rules that are broken. */
void bus_add_users(struct module *m, struct design *d, const struct network *net);
/* A module of these, with ports, around the bus: what ftc simulate drives. */
struct design *bus_watched(const struct design *bus, const struct network *net);

#endif
