/* prediction.h: what a network will deliver, and how soon, as far as that is known before it is simulated. */
#ifndef FTC_NETWORK_PREDICTION_H
#define FTC_NETWORK_PREDICTION_H

#include <stdbool.h>

#include "network/network.h"

struct prediction {
	bool knows_accepted, knows_latency;
	/* Words that an end delivers in a slot, if each always has one for another end, drawn uniformly. */
	double accepted;
	/* Clocks of a word that meets no other, from s_axis to m_axis: the mean, its wait for a slot included. */
	double latency;
};

/* Sets the latency of a network that knows its direct_clocks: that of a word whose way leads through the root. A word comes
 * in any clock of a slot alike. */
void predict_latency(const struct network *net, struct prediction *p);

/* The clock that was measured with the machine on that family; all zero where none was. */
const struct machine_clock *machine_clock(const struct machine *machine, const struct family *family);

/* The clock that the network reaches on parts of its family, in MHz: that of the placements to which struct machine's clock
 * is fitted, or, where none were measured, one that the largest network reaches; 0: nothing is known of the family. */
double predict_mhz(const struct network *net);
/* Is it fitted for such networks? Then the most by which one of those placements is faster or slower is CLOCK_ERROR per
 * cent, and CLOCK_ERROR_LEFT_OUT that of an ECP5's with the fit to all others. */
bool clock_is_fitted(const struct spec *spec);
enum { CLOCK_ERROR = 11, CLOCK_ERROR_LEFT_OUT = 16 };

#endif
