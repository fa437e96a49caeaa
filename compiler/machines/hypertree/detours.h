/* detours.h: what a dead link across costs leaves, by each of the ways round it that section 4.2 of Goodman and Séquin
 * names. */
#ifndef FTC_MACHINES_HYPERTREE_DETOURS_H
#define FTC_MACHINES_HYPERTREE_DETOURS_H

#include "machines/hypertree/measures.h"

enum { DETOUR_LEVELS = 8 };		/* n of the Hypertree I in which this is counted */

/* Links that packets from leaf to leaf go beyond what they go without the fault, added up. */
struct detour_count {
	unsigned long long packets;	/* of one from each leaf to each, those that go by the link */
	unsigned long long up;		/* up instead: the rule that ftc has */
	unsigned long long remembered;	/* up instead; across on the same level on the way down, if another link is there */
	unsigned long long local;	/* Figure 7 b: by the sibling's link across. On level 1 it is up and down */
	unsigned long long shortest;	/* of all packets: no rule has less */
};

/* With one link across of level 1 .. DETOUR_LEVELS dead; all links of a level are equivalent. */
void detours_count(unsigned level, struct detour_count *count);

#endif
