/* phased.h: Oehring's generalized fat trees (1995), off-line: slots of messages whose parents are chosen in advance, and which bring
 * the settings of the routers (Leiserson 1985, sections II and IV). */
#ifndef FTC_MACHINES_PHASED_PHASED_H
#define FTC_MACHINES_PHASED_PHASED_H

#include "network/machine.h"

struct heads;
struct settings;
struct subtree;
struct trails;

extern const struct machine phased_machine;

/* router.c: a router of a vertex; all routers of it side by side, as in_band_heads() has them. Fresh descriptions. */
struct heads *phased_router(const struct node *node);
struct heads *phased_heads(const struct node *node);
/* The module of a vertex's routers, once; returns its name. */
const char *phased_lower_router(struct design *d, const struct network *net, const struct node *node);

/* subtree_proof.c: proves the wires between routers and children. */
void phased_prove_subtree(struct proofs *list, const struct network *net, const struct subtree *tree);

/* settings.c: see struct playback. */
struct settings phased_settle(const struct network *net, struct trails *trails);

/* See struct machine. */
bool phased_read(const struct request *q);		/* parameters.c */
bool phased_load(struct network *net);			/* settings.c */
void phased_lower(struct design *d, const struct network *net);	/* lower.c */
void phased_prove(struct proofs *list, const struct network *net);	/* proof.c */
/* router.c */
void phased_add_node_logic(const struct network *net, const struct node *node, struct level_logic *logic);
int phased_report(const struct spec *spec, bool files, struct findings *found);	/* report.c */

#endif
