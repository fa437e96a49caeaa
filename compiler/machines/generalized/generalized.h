/* generalized.h: Oehring's generalized fat trees (1995), including the CM-5's data network and Bay's pruned
 * butterfly. */
#ifndef FTC_MACHINES_GENERALIZED_GENERALIZED_H
#define FTC_MACHINES_GENERALIZED_GENERALIZED_H

#include "network/machine.h"
#include "parse/keys.h"
#include "parse/kind.h"

extern const struct machine generalized_machine;
extern const struct node_model generalized_node_model;	/* router_model.c */
extern const struct slot_model generalized_slots;	/* slots.c */
extern const struct kind xgft_kind, gft_kind, cm_5_kind, pruned_butterfly_kind;

/* parameters.c: see struct kind. */
extern const struct key *const xgft_keys[], *const gft_keys[], *const cm_5_keys[], *const pruned_butterfly_keys[];
bool read_generalized(const struct request *q);
extern const char *const up_routing_words[];	/* by enum up_routing; NULL ends the list */
extern const struct key broadcast_every_key;
/* Can the tree become hardware? A generalized fat tree as a graph may have larger nodes than any router. */
bool network_is_buildable(const struct spec *spec);

/* log4 of `leaves`, or 0 when it is no power of 4. */
unsigned log4_of(unsigned leaves);

/* faults.c: reads the faults, once the tree is read. */
extern const struct key faults_key;
bool read_faults(const struct request *q);
/* Where it was written, in a file or an override; in the parameter file if that is unknown. */
struct place fault_place(const struct spec *spec, size_t fault);
/* groups.c: reads the groups, once the tree, leaf interface and broadcasts are read. */
extern const struct key groups_key;
bool read_groups(const struct request *q);

/* See struct machine. */
bool generalized_accept(const struct spec *spec);	/* parameters.c */
void generalized_lower(struct design *d, const struct network *net);	/* lower.c */
void generalized_prove(struct proofs *list, const struct network *net);	/* machine.c */
/* cost.c */
void generalized_add_node_logic(const struct network *net, const struct node *node, struct level_logic *logic);
int generalized_report(const struct spec *spec, bool files, struct findings *found);	/* report.c */
/* route.c */
int generalized_route(const struct spec *spec, const struct route_request *request, bool files, struct findings *found);
void generalized_propose(struct proposals *list);	/* points.c */
void generalized_draw(const struct network *net, struct output *out);	/* drawing.c */

#endif
