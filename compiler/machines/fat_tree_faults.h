/* fat_tree_faults.h: dead wires and leaves of Leiserson's fat-trees (1985, section VII), and the bits that name them.
 *
 * A dead wire is dead both ways and lowers the capacity of its channel, nothing else. A dead leaf has lost all wires of its
 * channel, and a channel that still has a leaf below it keeps one wire at least.
 *
 * The hardware has a bit for each wire of each channel: a vertex's share is that of the channel above it, wire 0 first, then
 * the shares of its children, left first.
 */
#ifndef FTC_MACHINES_FAT_TREE_FAULTS_H
#define FTC_MACHINES_FAT_TREE_FAULTS_H

#include "machines/tree.h"
#include "network/network.h"

extern const struct key fat_tree_faults_key, fat_tree_fault_registers_key;

/* Reads the faults, once the tree and its capacities are read. False after a message. */
bool read_wire_faults(const struct request *q);
/* Warns of words for dead leaves, which are sent again for ever. */
void warn_of_dead_leaves(const struct request *q);

/* Are wires dead, or may some be at run time? */
static inline bool has_dead_wires(const struct spec *spec)
{
	return spec->fault_count > 0 || spec->fault_registers;
}

/* Bits of the share of a subtree. */
unsigned fat_tree_wires(const struct subtree *tree);
/* The first bit of the channel above a vertex of `level`, 0 .. levels, and in *tree that vertex's subtree. */
unsigned fat_tree_channel_bit(const struct network *net, unsigned level, unsigned index, const struct subtree **tree);
/* Sets the bits of the spec's faults among those of the whole tree. */
void fat_tree_set_dead(const struct network *net, uint8_t *dead);
/* Dead wires of a channel, by the spec. */
unsigned fat_tree_dead_wires(const struct network *net, unsigned level, unsigned index);
/* Sets dead_ends and living_ends. */
void fat_tree_note_dead_leaves(struct network *net);

#endif
