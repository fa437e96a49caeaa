/* router.h: the modules of a generalized fat tree, and what is proved of them. */
#ifndef FTC_MACHINES_GENERALIZED_ROUTER_H
#define FTC_MACHINES_GENERALIZED_ROUTER_H

#include "lower/design.h"
#include "network/network.h"

struct proofs;

/* Names of modules, by the height. Fresh strings. */
char *router_name(const struct network *net, const struct node *node);
char *generalized_subtree_name(const struct network *net, const struct subtree *tree);

/* The module of the routers of a vertex, which is made once: its name. */
const char *lower_router(struct design *d, const struct network *net, const struct node *node);

/* Prove a router, its parts and delay lines cut out, and those delay lines; and the wires between the routers of a subtree and its
 * children. */
void prove_router(struct proofs *list, const struct network *net, const struct node *node);
void prove_subtree(struct proofs *list, const struct network *net, const struct subtree *tree);

#endif
