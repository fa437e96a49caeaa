/* elaborate.h: the elaborator of Leiserson's fat-trees (1985, sections II and IV). */
#ifndef FTC_MACHINES_FAT_TREE_ELABORATE_H
#define FTC_MACHINES_FAT_TREE_ELABORATE_H

#include "network/network.h"

/* Fills the tree of `net`, whose spec and plan library are set. */
void fat_tree_elaborate(struct network *net);

#endif
