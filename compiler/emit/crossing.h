/* crossing.h: the module around a network whose leaves have clocks of their own (parse/crossing.h).
 *
 *   NAME_async   s_axis_*, m_axis_* of leaf i, in step with its clock <--> [ crossing_leaf ] <--> those of the network
 *
 *   its drivers  streams of leaf i, in step with the network's clock <--> [ crossing_leaf ] <--> those of the module inside
 *
 * It has the ports of the network, and stands for it in the eyes of shells, testbenches and users. A leaf without a clock of its own
 * passes straight through.
 */
#ifndef FTC_EMIT_CROSSING_H
#define FTC_EMIT_CROSSING_H

#include "lower/design.h"
#include "network/network.h"

/* Its name, its ports, and its parameter, which the modules around it pass on. Vectors have a bit for each leaf that has a clock
 * of its own, in their order. */
#define CROSSING_WORD "async"
#define CROSSING_CLOCKS "leaf_clocks"		/* inputs */
#define CROSSING_RESETS "leaf_resets"		/* outputs, in step with these */
#define CROSSING_METASTABLE "METASTABLE"	/* 1: synchronisers see what changes old or new, by chance */

/* The module around the network. At least one leaf has a clock of its own. */
struct design *crossing_design(const struct design *network, const struct network *net);

/* The module around a module with such streams, for what uses streams in one clock: testbenches, simulations, and applications on boards.
 * Its ports are the network's, and the leaves' clocks. */
struct design *crossing_drivers_design(const struct design *inner, const struct network *net);

/* Of a module around a network, which may have such leaves: the clock of a leaf, or the reset; `common` is the net of the network's. */
struct bits crossing_clock_of(const struct module *m, const struct spec *spec, unsigned leaf, const char *common);
struct bits crossing_reset_of(const struct module *m, const struct spec *spec, unsigned leaf, const char *common);
/* Connects these ports of an array of instances, one for each leaf, if they have them. */
void crossing_connect(const struct module *m, const struct network *net, struct instance *i, const char *clock_port,
		      const char *clock, const char *reset_port, const char *reset);
/* The module takes the parameter, and hands it on to the latest instance, if the network has such leaves. */
void crossing_pass(struct module *m, const struct network *net);

#endif
