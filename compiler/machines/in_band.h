/* in_band.h: settings that travel in the messages (Leiserson 1985, sections II and IV): `settings: in-band`.
 *
 * A message is zeros, a 1, a header and the payload. The header has the codes of the heads on its way (machines/heads.h), and
 * nothing else sets a switch. All payloads leave their leaves in the same clock: shorter headers have more zeros in front.
 *
 *   clock   -1       0          1            H + 2         period
 *           begin    restart    first bits   payloads      the next restart
 *           of a cycle, at the leaves; the restart goes up with the messages, and ends those of the cycle before
 *
 * The heads on the way down are cleared from the root, by the strobe `fall`: just before the first message of the cycle comes.
 * So a cycle takes but two clocks more than the H + P bits behind a start bit: a head that has the last bit of a message in
 * one clock is cleared, and sees the next start bit in the clock behind.
 */
#ifndef FTC_MACHINES_IN_BAND_H
#define FTC_MACHINES_IN_BAND_H

#include "machines/heads.h"
#include "network/network.h"

struct model;

static inline bool is_in_band(const struct network *net)
{
	return net->spec->settings == SETTINGS_IN_BAND;
}

/* Players send strobes right behind a reset; bare leaves do not: the reset itself makes all wires idle. */
bool in_band_resets(const struct network *net);

/* Strobes that clear heads: the one from below, delayed by 0 .. up - 1 clocks, then the one from above, by 0 .. down - 1. */
struct in_band_clears {
	unsigned up, down;
};
struct in_band_clears in_band_clears(const struct node *node);

/* Wires each way to all children of a node, or of routers side by side; to child j: node->child_wires[j > 0]. */
unsigned in_band_wires_below(const struct node *node);
/* The node, or the routers of a vertex side by side: inputs are the wires from each child, child 0 first, then those from the
 * parents; outputs those to the parents, then to each child. A fresh description. */
struct heads *in_band_heads(const struct network *net, const struct node *node);
/* Whether a subtree has heads that the strobe from above clears. */
bool in_band_falls(const struct network *net, const struct subtree *tree);
/* Whether one of the subtrees below a node has. */
bool in_band_falls_below(const struct network *net, const struct node *node);

/* Sets latencies, arrivals, settings and playback of an elaborated tree, whose nodes have heads as `heads` says: as
 * in_band_heads(). */
void in_band_plan(struct network *net, struct heads *(*heads)(const struct node *node));

/* Rows of the RAM of headers in a cycle; the most in all. */
enum { MOST_ROWS = 1 << 16 };
unsigned in_band_rows(const struct network *net);

/* in_band_model.c: see struct leaf: a network of such nodes, with players at its leaves. */
struct model *in_band_model(const struct network *net);

#endif
