/* xgft_kinds.h: networks that are extended generalized fat trees, under four names: xgft, gft, cm-5, pruned-butterfly.
 *
 * The kinds give the tree. What machine builds it, other keys decide (struct choice in parse/kind.h).
 */
#ifndef FTC_MACHINES_XGFT_KINDS_H
#define FTC_MACHINES_XGFT_KINDS_H

#include "machines/schedule_keys.h"
#include "machines/tree.h"
#include "parse/keys.h"
#include "parse/kind.h"

extern const struct kind xgft_kind, gft_kind, cm_5_kind;	/* xgft_kinds.c */
extern const struct kind pruned_butterfly_kind;			/* pruned_butterfly_kind.c */

/* Keys of all four. */
enum { MAXIMUM_PHASE_SLOTS = 256 };
extern const struct key link_width_key, up_routing_key, phase_slots_key, fault_registers_key, broadcast_every_key,
	broadcast_trees_key;
extern const struct key faults_key;				/* xgft_faults.c */
extern const struct key groups_key;				/* xgft_groups.c */
#define KEYS_XGFT &tree_lanes_key, &packet_key, &xgft_switching_key, &xgft_settings_key, KEYS_SCHEDULE, &link_width_key, \
	&up_routing_key, &phase_slots_key, &faults_key, &fault_registers_key, &broadcast_every_key, &broadcast_trees_key, &groups_key, \
	KEYS_TREE, KEYS_HARDWARE, NULL
extern const char *const up_routing_words[];	/* by enum up_routing; NULL ends the list */

/* xgft_kinds.c: counts the leaves and the nodes of a spec whose height, children and parents are read, and has the rest
 * read by the machine of the spec. False after a message. */
bool xgft_read(const struct request *q);
/* Takes `leaves`, a power of 4, of which *power becomes the logarithm. False after a message, in which `when` follows the
 * network's name: " with routing greedy". */
bool read_power_of_4(const struct request *q, const char *when, unsigned *power);
/* log4 of `leaves`, or 0 when it is no power of 4. */
unsigned log4_of(unsigned leaves);

/* xgft_faults.c: reads the faults, once the tree is read. False after a message. */
bool read_faults(const struct request *q);
/* Where it was written, in a file or an override; in the parameter file if that is unknown. */
struct place fault_place(const struct spec *spec, size_t fault);
/* xgft_groups.c: reads the groups, once the tree, leaf interface and broadcasts are read. False after a message. */
bool read_groups(const struct request *q);

/* pruned_butterfly_kind.c */

enum butterfly_routing { ROUTING_GREEDY, ROUTING_DETERMINISTIC };
enum butterfly_order {
	ORDER_PAIRS,			/* the words of a pair of leaves stay in order */
	ORDER_NONE,			/* they may overtake each other within a round */
};
enum butterfly_admission {
	ADMISSION_PROMISE,		/* the user: a further word that finds no place is lost, and said to be */
	ADMISSION_SCAN,			/* the leaves: a further word waits for another round */
};
enum {
	MOST_BATCHED_LEVELS = 12,	/* with ROUTING_DETERMINISTIC */
	MOST_BATCHED_LEAVES = 1 << MOST_BATCHED_LEVELS,
	MOST_ROUND_WORDS = 64,
};

/* spec->own of every pruned butterfly. */
struct butterfly_parameters {
	unsigned routing;		/* enum butterfly_routing */
	unsigned round_words;		/* D: words that a leaf hands in for a round, 1 .. MOST_ROUND_WORDS */
	unsigned order;			/* enum butterfly_order */
	unsigned degree;		/* d: no more words go from a leaf or to a leaf in a round; round_words is that, too; 0: any set */
	unsigned admission;		/* with degree: who sees to it that no more go to a leaf, enum butterfly_admission */
};
const struct butterfly_parameters *butterfly_parameters(const struct spec *spec);

#endif
