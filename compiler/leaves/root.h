/* root.h: adapters between the root channel of an on-line serial fat-tree and streams of the outside (docs/reference/protocol.md).
 *
 * A wire of the channel is a stream each way. rtl-templates/leaves/root_timer.v counts from the strobes of the root,
 * root_wire.v holds a word each way.
 */
#ifndef FTC_LEAVES_ROOT_H
#define FTC_LEAVES_ROOT_H

#include "leaves/frame.h"
#include "lower/leaf.h"

struct cost;

/* The ports of the root's streams, of one wire each; their order is that of enum root_port_number. */
enum root_port_number { ROOT_S_DATA, ROOT_S_DEST, ROOT_S_USER, ROOT_S_VALID, ROOT_S_READY, ROOT_M_DATA, ROOT_M_DEST, ROOT_M_USER,
			ROOT_M_VALID, ROOT_M_READY, ROOT_PORTS };
void root_ports(const struct network *net, struct leaf_port ports[ROOT_PORTS]);

void root_add_ports(const struct network *net, struct module *m);

/* Adds the module of all adapters, which comes before the top; */
void root_lower(struct design *d, const struct network *net);
/* and an instance, with the ports or a link, to the top: between its nets root_start, root_up and root_down. */
void root_add(struct design *d, const struct network *net, struct module *top);

/* Estimates them. */
struct cost root_cost(const struct network *net);

#endif
