/* proof.h: what the proofs of a hypertree share. Each part of a node is proved once with each set of parameters that it has
 * in some node. */
#ifndef FTC_MACHINES_HYPERTREE_PROOF_H
#define FTC_MACHINES_HYPERTREE_PROOF_H

#include "machines/hypertree/node.h"
#include "machines/hypertree/words.h"
#include "prove/builder.h"

/* Widths of wires of packet_scan.v and packet_detour.v. */
enum { COUNT_BITS = 3, PORT_NUMBER_BITS = 3, DETOUR_HEADER_BITS = 12, CONTROL_BITS = 5 };

/* The network that is under proof. */
struct proving {
	struct proofs *list;
	const struct network *net;
	struct hypertree *h;
	struct design *d;		/* its Verilog */
};

/* proof_parts.c */

/* The instance of that name in the nodes of a level. */
const struct instance *proved_part(const struct proving *p, unsigned level, const char *name);

/* Of a port: "left_crossbar" of port left and part "crossbar". */
const struct instance *proved_part_at(const struct proving *p, unsigned level, enum hypertree_port port, const char *part);

/* The value of the instance's parameter, which it has. */
unsigned long part_parameter(const struct instance *i, const char *name);

/* Begins the proof of a property of a part, with the instance's parameters. False: it has been proved; `c` is untouched.
 * Else the caller frees the circuit `c` (circuit_free). */
bool begin_part(const struct proving *p, const struct instance *i, const char *subject, const char *property,
		struct circuit *c);

void prove_route(const struct proving *p, unsigned level);		/* proof_route.c */
void prove_wraps(const struct proving *p, unsigned level);		/* proof_route.c; of full rings */
void prove_ports(const struct proving *p, unsigned level);		/* proof_ports.c: input, output ports, links */
void prove_adapters(const struct proving *p);				/* proof_adapter.c; with fault registers */

#endif
