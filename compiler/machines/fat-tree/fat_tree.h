/* fat_tree.h: Leiserson's fat-tree (1985), on-line: messages set the switches as they pass. */
#ifndef FTC_MACHINES_FAT_TREE_FAT_TREE_H
#define FTC_MACHINES_FAT_TREE_FAT_TREE_H

#include "network/machine.h"

extern const struct machine fat_tree_machine;
extern const struct node_model fat_tree_node_model;	/* node_model.c */
extern const struct slot_model fat_tree_slots;	/* slots.c */

/* See struct machine. */
bool fat_tree_read(const struct request *q);	/* parameters.c */
void fat_tree_lower(struct design *d, const struct network *net);	/* lower.c */
void fat_tree_prove(struct proofs *list, const struct network *net);
/* cost.c */
void fat_tree_add_node_logic(const struct network *net, const struct node *node, struct level_logic *logic);
int fat_tree_report(const struct spec *spec, bool files, struct findings *found);	/* report.c */
/* route.c */
int fat_tree_route(const struct spec *spec, const struct route_request *request, bool files, struct findings *found);
void fat_tree_propose(struct proposals *list);	/* points.c */

#endif
