/* fat_tree_common.h: what Leiserson's fat-trees (1985) share, whether messages or a schedule set their switches: the
 * kind and its keys, capacities, the tree, measures, drawing. */
#ifndef FTC_MACHINES_FAT_TREE_COMMON_H
#define FTC_MACHINES_FAT_TREE_COMMON_H

#include "network/machine.h"
#include "network/network.h"
#include "parse/keys.h"
#include "parse/kind.h"

/* fat_tree_kind.c */
extern const struct kind fat_tree_kind;
/* Checks turns, concentrators and ports, whose leaves pass `lanes` messages at a time. False after a message. */
bool fat_tree_check(const struct request *q, unsigned lanes);

/* fat_tree_capacity.c: fills capacity[], root_capacity and connections of a fat-tree once leaves, levels and external are
 * read. */
extern const struct key root_capacity_key, capacities_key, volume_key, connections_key;
bool read_capacities(const struct request *q);
/* ceil(n^(2/3)): with a smaller root capacity the tree is not one of Leiserson's universal fat-trees. */
unsigned fat_tree_least_universal(unsigned leaves);
/* (w lg(n / w))^(3/2), the expression inside the O() of Theorem 4; lg is at least 1. */
double fat_tree_volume(unsigned leaves, unsigned root_capacity);
/* Wires each way of the channel of a level above so many leaves: fewer than of a whole subtree at the right edge. */
unsigned fat_tree_channel_capacity(const struct spec *spec, unsigned level, unsigned leaves);
/* Inputs of the widest concentrator. */
unsigned fat_tree_widest(const struct spec *spec);
/* Warns of legal but odd capacities, with their place. */
void warn_about_capacities(const struct request *q);

/* fat_tree_elaborate.c: fills the tree of `net`, whose spec and plan library must be set. */
void fat_tree_elaborate(struct network *net);

/* See struct machine. */
void fat_tree_channels(const struct network *net, struct channel_tree *tree);	/* fat_tree_elaborate.c */
bool fat_tree_reference(const struct spec *spec, struct reference_tree *tree);	/* fat_tree_measures.c */
/* fat_tree_drawing.c */
void fat_tree_draw(const struct network *net, struct output *out);
bool fat_tree_way(const struct network *net, unsigned source, unsigned destination, struct word_way *way);

#endif
