/* trees.h: the wires of a mesh, and the tree that each net has of them.
 *
 * A wire is what leaves an element on a side: number SIDES element + side. Behind these come the registers of the border,
 * one for each position, of which only the pad there can make use. A net's tree begins at its driver; each sink hangs on
 * the wire by which the net enters the sink's element, whichever side that is, or on the border wire that it is itself.
 *
 * Trees may share wires. Every wire has a price: of a wire itself, of what its past says (`history`), and of each net
 * that has it already (`pressure`). What all trees cost is kept up to date with every twig.
 */
#ifndef FTC_OVERLAY_TREES_H
#define FTC_OVERLAY_TREES_H

#include "overlay/sites.h"
#include "overlay/element.h"

enum { NO_TWIG = -1, NO_WIRE = -1, NO_ELEMENT = -1 };

/* A wire of a tree. */
struct twig {
	int wire;
	int parent;				/* twig; NO_TWIG: it comes from the driver */
	int next, previous;			/* of the same net, or the next that is free */
	int delay;				/* wires from the driver up to here, a border register not counted */
	int uses;				/* twigs and sinks that hang on it */
};
struct tree {
	int first;				/* the newest twig */
	int root;				/* the border register that drives it, or NO_WIRE */
	int element;				/* of the cell that drives it, or NO_ELEMENT */
	unsigned first_sink, sinks;
	bool constant;				/* neither: each sink has a wire that carries nothing */
};
struct tree_sink {
	unsigned net;
	int element;				/* or NO_ELEMENT: it is a border wire .. */
	int wire;				/* .. this one */
	int row, column;
	int twig;				/* on which it hangs, or NO_TWIG */
};
/* Where a wire enters. */
struct head {
	int element;				/* NO_ELEMENT: it leaves the mesh */
	int row, column;
	unsigned side;
};

struct trees {
	const struct mesh_task *t;
	unsigned side, wires, all;		/* wires; with the border's registers */
	struct head *head;			/* [all] */
	int (*into)[SIDES];			/* [element] the wires that come in */
	struct tree *tree;			/* [net] */
	struct tree_sink *sink;			/* [sink] */
	unsigned *owners;			/* [all] nets that have it */
	int *history, *price;			/* [all] price: of one net more */
	int pressure;
	struct twig *twig;
	int twigs, free_twig;
	long used, charge, shared;		/* twigs; history that they pay; pairs of nets that share a wire */
	struct memory *memory;			/* trees before a move */
};

/* For all nets of the task of the sites without a wire. */
void trees_start(struct trees *s, const struct sites *sites);
void trees_free(struct trees *s);

/* Where the body now is: its sinks and the nets that it drives, which must have no twigs. */
void trees_set_sink(struct trees *s, const struct sites *sites, unsigned sink);
void trees_set_driver(struct trees *s, const struct sites *sites, unsigned net);

/* A wire more in a net's tree; parent: a twig of it, or NO_TWIG. The twig. */
int trees_add(struct trees *s, unsigned net, int wire, int parent);
/* Takes a sink off its tree, if it hangs there, with the wires that serve nobody else; all sinks of a net. */
void trees_drop_sink(struct trees *s, unsigned sink);
void trees_drop_net(struct trees *s, unsigned net);

/* What all twigs cost. */
long trees_cost(const struct trees *s);
/* Sets what sharing costs, the first net and each further one. */
void trees_set_pressure(struct trees *s, int pressure);
/* Wires in conflict become dearer for ever by `more` for each net too many; all history fades to keep / 256. */
void trees_remember_conflicts(struct trees *s, int more, int keep);
/* Wires that more than one net has, into list[wires]. How many. */
unsigned trees_conflicts(const struct trees *s, unsigned *list);
/* Wires between the driver and the sink, which hangs on its tree; what carries nothing is there at once: 0. */
unsigned trees_hops(const struct trees *s, unsigned sink);

/* A move may fail: trees_memorize() keeps a net's tree as it is, trees_restore() drops all that were kept and puts them back,
 * and trees_forget() drops what was kept. */
void trees_memorize(struct trees *s, unsigned net);
void trees_restore(struct trees *s);
void trees_forget(struct trees *s);

/* The control words of trees without conflicts, [side * side]. */
void trees_control(const struct trees *s, uint16_t *control);

#endif
