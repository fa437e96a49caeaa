/* generalized.h: Oehring's generalized fat trees (1995), including the CM-5's data network and Bay's pruned
 * butterfly. */
#ifndef FTC_MACHINES_GENERALIZED_GENERALIZED_H
#define FTC_MACHINES_GENERALIZED_GENERALIZED_H

#include "network/machine.h"

extern const struct machine generalized_machine;
extern const struct node_model generalized_node_model;	/* router_model.c */
extern const struct slot_model generalized_slots;	/* slots.c */

/* See struct machine. */
/* parameters.c */
bool generalized_read(const struct request *q);
bool generalized_accept(const struct spec *spec);
void generalized_lower(struct design *d, const struct network *net);	/* lower.c */
void generalized_prove(struct proofs *list, const struct network *net);	/* machine.c */
/* cost.c */
void generalized_add_node_logic(const struct network *net, const struct node *node, struct level_logic *logic);
/* given.c */
bool generalized_messages(struct message_list *list, const char *path, const struct network *net, const struct message_form *form);
int generalized_report(const struct spec *spec, bool files, struct findings *found);	/* report.c */
/* route.c */
bool generalized_way(const struct network *net, unsigned source, unsigned destination, struct word_way *way);
int generalized_route(const struct spec *spec, const struct route_request *request, bool files, struct findings *found);
void generalized_propose(struct proposals *list);	/* points.c */

#endif
