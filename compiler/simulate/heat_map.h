/* heat_map.h: the drawing of a network whose links are coloured by their use in a run. */
#ifndef FTC_SIMULATE_HEAT_MAP_H
#define FTC_SIMULATE_HEAT_MAP_H

#include "simulate/simulate.h"
#include "util/text.h"

/* Appends the machine's drawing of the whole network as SVG, or nothing where it has none. */
void run_drawing_add(const struct network *net, struct text *svg);

/* Whether the machine's drawing shows every leaf. False after a message. */
bool heat_map_check(const struct simulation *s);
/* Appends the drawing as SVG, of a run whose trails are in s->trails: from pale, a link that carries nothing, to dark, one that carries a word
 * on each wire in each slot of the whole run. A line that stands for both ways has the mean of both. A dead link stays as the machine draws it, and so does
 * a link that no word has entered where the drawing does not name its links. False after a message: not all are. */
bool heat_map_print(const struct simulation *s, struct text *svg);

#endif
