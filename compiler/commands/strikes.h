/* strikes.h: the option --strike of `ftc simulate`: parts that die while the network runs, and live again. */
#ifndef FTC_COMMANDS_STRIKES_H
#define FTC_COMMANDS_STRIKES_H

#include "simulate/simulate.h"

/* Reads the strikes: "1200:node:6,4000:none". NULL: there are none. The other options have been read. False after one
 * message: a text of another form, faults that the machine refuses, clocks that are too close or too late, or a network
 * in which nothing dies. */
bool read_strikes(struct simulation *s, const char *list);

#endif
