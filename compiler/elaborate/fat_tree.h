/* fat_tree.h: the elaborator of Leiserson's fat-trees (1985, sections II and IV). */
#ifndef FTC_ELABORATE_FAT_TREE_H
#define FTC_ELABORATE_FAT_TREE_H

#include "elaborate/network.h"

/* Fills the tree of `net`, whose spec and plan library are set. */
void fat_tree_elaborate(struct network *net);

#endif
