/* fat_tree.h: Leiserson's fat-tree (1985), on-line: messages set the switches as they pass. */
#ifndef FTC_MACHINES_FAT_TREE_FAT_TREE_H
#define FTC_MACHINES_FAT_TREE_FAT_TREE_H

#include "network/machine.h"
#include "parse/keys.h"
#include "parse/kind.h"

extern const struct machine fat_tree_machine;
extern const struct node_model fat_tree_node_model;	/* node_model.c */
extern const struct slot_model fat_tree_slots;	/* slots.c */
extern const struct kind fat_tree_kind;	/* for off_line_machine, too */

/* parameters.c: see struct kind. */
extern const struct key *const fat_tree_keys[];
bool read_fat_tree(const struct request *q);

/* capacity.c: fills capacity[], root_capacity and connections of a fat-tree once leaves, levels and external are
 * read. */
extern const struct key root_capacity_key, capacities_key, connections_key;
bool read_capacities(const struct request *q);
/* ceil(n^(2/3)): with a smaller root capacity the tree is not one of Leiserson's universal fat-trees. */
unsigned fat_tree_least_universal(unsigned leaves);
/* Warns of legal but odd capacities, with their place. */
void warn_about_capacities(const struct request *q);

/* elaborate.c: fills the tree of `net`, whose spec and plan library must be set. */
void fat_tree_elaborate(struct network *net);
/* See struct machine. */
void fat_tree_channels(const struct network *net, struct channel_tree *tree);
bool fat_tree_reference(const struct spec *spec, struct reference_tree *tree);	/* measures.c */
void fat_tree_lower(struct design *d, const struct network *net);	/* lower.c */
void fat_tree_prove(struct proofs *list, const struct network *net);
/* cost.c */
void fat_tree_add_node_logic(const struct network *net, const struct node *node, struct level_logic *logic);
int fat_tree_report(const struct spec *spec, bool files, struct findings *found);	/* report.c */
void fat_tree_propose(struct proposals *list);	/* points.c */
void fat_tree_draw(const struct network *net, struct output *out);	/* drawing.c */

#endif
