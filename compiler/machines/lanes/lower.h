/* lower.h: a network of lanes in the making: lower.c, with modules.c and outside.c. */
#ifndef FTC_MACHINES_LANES_LOWER_H
#define FTC_MACHINES_LANES_LOWER_H

#include "lower/builder.h"
#include "lower/leaf.h"
#include "machines/lanes/lanes.h"

/* The links behind a stage; set 0 is behind the leaves. */
struct link_set {
	char *name;			/* "leaf", "up_1", "down_2" */
	unsigned links;
	unsigned asks;			/* wires of a link's request: outputs of the next switch */
	unsigned digit_bits;		/* by which that one is asked */
	unsigned rest_bits;		/* of the digits after these, with that of packets */
	int data;			/* nets of the top */
	int request, digits, taken;	/* likewise; -1 behind the last stage */
	int valid, from, held, busy;	/* likewise; -1 behind other stages */
};

struct lowering {
	struct design *d;
	struct module *top;
	const struct network *net;
	const struct spec *spec;
	struct lane_shape shape;
	struct link_set set[MOST_LANE_STAGES + 1];
	const char *switch_module[MOST_LANE_STAGES], *leaf_module;
	const char *outside_switch, *outside_module;
	struct link_set from_outside, to_outside;	/* a link for each root */
	int turned;			/* net: what the roots' own switches have taken of each input, and .. */
	int left;			/* .. those to the outside */
};

/* Of a net that several share, the part of number `index`. */
static inline struct bits lane_share(int net, unsigned index, unsigned width)
{
	return bits_of(net, index * width, width);
}

/* modules.c */

/* The ports of a switch of a stage, from which `digits` come in front, and lane_switch in it. The caller sets the instance's parameters. */
struct instance *lane_lower_switch(const struct lowering *l, struct module *m, const struct lane_stage *stage, unsigned digits);
/* Those of the last one before leaves, or the outside. */
void lane_lower_last(struct module *m, struct instance *i, const struct lane_stage *stage);
/* The module of an adapter, lane_leaf with a leaf's streams, whose payloads have what words carry below them. */
struct adapter {
	const char *name, *purpose;
	unsigned asks, from_bits;
	void (*set)(const struct spec *spec, const struct lane_shape *s, struct instance *i);
};
const char *lane_lower_adapter(const struct lowering *l, const struct adapter *a);
/* Whether it is tdata. */
bool lane_has_payload(const struct leaf_port *port);
/* Copies of the timing of `count` adapters, of which `together` share one: a net with a share for each copy. */
int lane_copy_timing(const struct lowering *l, int timing, const char *name, unsigned count, unsigned together);
/* An adapter's instance, without the ports of its streams; the nets of links from it and to it, of which it has those numbered `index`. */
struct instance *lane_add_adapter(const struct lowering *l, const char *module, const char *name, unsigned index,
				  const struct link_set *from, const struct link_set *to, struct bits timing);

/* outside.c: the outside's modules; its part of the top: streams, adapters and their timer; a root's switch for it. */

void lane_lower_outside(struct lowering *l);
/* Before the roots' switches: nets and streams. */
void lane_add_outside(struct lowering *l);
void lane_add_outside_adapters(const struct lowering *l);
void lane_add_outside_switch(const struct lowering *l, unsigned root, int strobes, int favors, int quiet);

#endif
