/* router.h: the modules of a generalized fat tree, and their proofs. */
#ifndef FTC_MACHINES_GENERALIZED_ROUTER_H
#define FTC_MACHINES_GENERALIZED_ROUTER_H

#include "lower/design.h"
#include "network/network.h"

struct proofs;

/* Module names, by height. Fresh strings. */
char *router_name(const struct network *net, const struct node *node);
char *generalized_subtree_name(const struct network *net, const struct subtree *tree);

/* Makes the module of a vertex's routers, once; returns its name. */
const char *lower_router(struct design *d, const struct network *net, const struct node *node);

/* Prove a router, with its parts and delay lines cut out, those delay lines, and the wires between a subtree's
 * routers and its children. */
void prove_router(struct proofs *list, const struct network *net, const struct node *node);
void prove_subtree(struct proofs *list, const struct network *net, const struct subtree *tree);

#endif
