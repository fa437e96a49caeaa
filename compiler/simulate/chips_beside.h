/* chips_beside.h: two chips that a link joins as one model, for a waveform of both: Verilator keeps one time in a process. */
#ifndef FTC_SIMULATE_CHIPS_BESIDE_H
#define FTC_SIMULATE_CHIPS_BESIDE_H

#include "simulate/simulate.h"

/* The instances. */
extern const char *const chips_beside_names[2];
/* Whether there is such a model. */
bool chips_are_beside(const struct simulation *s);
/* Builds its library, whose ports are as sim/joint.h has them. NULL after a message. */
char *chips_beside_verilate(struct simulation *s);

#endif
