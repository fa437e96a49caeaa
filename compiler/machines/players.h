/* players.h: networks that play a schedule (off-line): the players at their leaves, the timer and the RAM of settings at the top, and
 * what commands do with them.
 *
 *   banks --settings--> tree --> subtree --> node
 *     ^                   \                    ^ strobe: up with the messages, one clock ahead
 *   cycle                  \-> leaf players ---+
 *     |                           ^ begin, end
 *   [ playback timer ] -----------+
 *
 * net->playback has the timing, and says what settings the built-in schedule needs.
 */
#ifndef FTC_MACHINES_PLAYERS_H
#define FTC_MACHINES_PLAYERS_H

#include <stdbool.h>

#include "lower/design.h"
#include "network/network.h"

struct leaf;
struct leaf_port;
struct leaf_site;
struct self_test;
struct simulator;

/* players.c: the ports of all players. */
unsigned player_ports(const struct network *net, struct leaf_port *ports);
/* All timing bits are strobes. */
unsigned player_strobes(const struct network *net, unsigned *low);
/* Adds a leaf of this template, a player for each lane. What it is told goes to its ports `first` and `second`, a bit for each lane. */
void add_player(const struct leaf_site *s, const char *player, const char *first, const char *second);
/* Players with headers from a RAM, in band. */
extern const struct leaf header_leaf;

/* players_lower.c: entries of struct tree_style. */
struct tree_module;
void players_add_ports(struct tree_module *t);
void players_add_leaf(struct tree_module *t, unsigned j);
/* The same, but for `starts`: the vertex needs the strobe of its first child. */
void players_connect_child(struct tree_module *t, struct instance *i, unsigned j, bool starts);
/* The strobe ahead of messages from below; from the leaves, the begin of the cycle, or what clears heads. */
struct bits players_start_below(const struct tree_module *t);
/* Connects `start` and `fall` of what stands at the vertex, if its module has them. */
void players_connect_strobes(struct tree_module *t, struct instance *i);
/* In band: the strobe to the children, a net that the vertex drives. */
struct bits players_fall_below(struct tree_module *t);
/* Completes a top: shows the leaves' ports; adds timer, RAM and what the leaves are told or, with bare leaves, ports of it. */
void players_lower(struct design *d, const struct network *net, struct module *top);

/* schedule_play.c, schedule_self_test.c: see struct machine. */
extern const struct simulator schedule_simulator;
extern const struct self_test schedule_self_test;
/* schedule_self_test.c: is there a schedule? False after a message if not; `who` would play it: "the self test of a board". */
bool require_schedule(const struct network *net, const char *who);

#endif
