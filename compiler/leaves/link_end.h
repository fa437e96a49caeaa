/* link_end.h: an end of a link between two chips (docs/how-to/link.md): alone, or at the root of a tree, whose streams then go to those of
 * another chip's tree.
 */
#ifndef FTC_LEAVES_LINK_END_H
#define FTC_LEAVES_LINK_END_H

#include "lower/builder.h"

enum { MOST_LINK_BITS = 1023, MOST_LINK_WORDS = 14, MOST_LINK_TRIP = 7 };

/* What both ends must have. */
struct link_shape {
	unsigned width;			/* bits of a word; at a root two labels and the payload */
	unsigned label_bits;		/* of one of these labels; 0: alone */
	unsigned pins, words;		/* spec->link_pins, link_words */
};
/* Alone. */
struct link_shape link_shape(const struct spec *spec);
/* Of the end at a root. Without a link there its width is 0. */
struct link_shape link_at_root(const struct network *net);

/* The sizes of frames, in clocks; rtl-templates/link/link_steps.v has the same. */
struct link_frame {
	unsigned clocks;		/* a frame with words */
	unsigned trip;			/* frames from the begin of one to its answer */
	unsigned silence;		/* the link is down after so many frames without an answer: the logarithm */
};
struct link_frame link_frame(const struct spec *spec, const struct link_shape *shape);

/* Adds the ports of the cable and of the end's state, whose names begin with `prefix`. */
void link_add_ports(struct module *m, const char *prefix, const struct link_shape *shape);
/* Adds link_end, joined to these ports. The caller connects clk, rst and the streams. */
struct instance *link_add(struct design *d, const struct spec *spec, struct module *m, const char *prefix, const struct link_shape *shape);
/* Adds the end at the root: between the nets of root_ports() and ports that begin with ROOT_LINK_PREFIX. */
#define ROOT_LINK_PREFIX "link_"
void link_add_at_root(struct design *d, const struct network *net, struct module *top);
/* Estimates it. */
struct cost link_root_cost(const struct network *net);

#endif
