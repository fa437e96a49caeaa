/* area_universal.h: networks as Bay's thesis (1992, chapter 4) judges them: by the reference tree, and by the load factors
 * of sets of messages on it and on the standard tree.
 *
 *   struct spec --> machine->shape.reference --> network/reference.h --+
 *                                                                +--> struct area_universal --> text, JSON
 *   file of messages, or a pattern --> struct message_set -------+
 */
#ifndef FTC_UNIVERSAL_AREA_UNIVERSAL_H
#define FTC_UNIVERSAL_AREA_UNIVERSAL_H

#include "model/delivery.h"
#include "network/h_tree.h"
#include "network/reference.h"
#include "parse/spec.h"
#include "universal/flow.h"
#include "universal/gamma.h"
#include "util/text.h"

/* A set of messages on a network. */
struct loaded_set {
	char *name;			/* of its pattern or file */
	size_t messages, local;		/* local: from a leaf to itself */
	struct reference_load load;	/* lambda */
	struct reference_load standard;	/* eta, if there is a standard tree */
	struct delivery delivery;	/* all 0: not asked for */
};

/* The greatest flow between two sets of leaves. */
struct asked_flow {
	unsigned a, b;			/* leaves of either set; 0: none was asked for */
	uint64_t size;
	struct butterfly_path *path;	/* [size]; NULL: none were asked for */
};

struct area_universal {
	const struct spec *spec;
	char *title;			/* what tables and figures call it: its name, with its file if others are called so */
	struct reference_tree tree, standard;
	enum standard reading;		/* of the standard tree */
	bool has_standard;		/* the leaves are a power of two */
	struct h_tree layout;
	struct measured_gamma gamma;
	struct loaded_set *set;
	size_t sets;
	struct asked_flow flow;
	struct network *network;	/* in whose model sets are sent; NULL: in none */
};

/* Finds the trees of `spec`, whose machine has a reference tree, and its layout; no sets yet, and the title is the name. False
 * after one message. */
bool area_universal_start(struct area_universal *u, const struct spec *spec, enum standard reading);
void area_universal_free(struct area_universal *u);

/* From now on sends every set through the model of the network, which must have a standard tree. False after one message. */
bool area_universal_measure(struct area_universal *u);

/* r = clocks / (b eta) of a set that was sent, for words of b bits: payload and label. 0: none. */
double area_universal_rate(const struct area_universal *u, const struct loaded_set *set);
unsigned area_universal_bits(const struct area_universal *u);
/* A T^2 / (b^2 eta^2 N) of such a set, for the network's own area A and T clocks: chapter 5 says that it is at least some constant for
 * every router and set; and over lg^2(N / eta^2), by Theorem 9 at least a constant for the worst set of an eta below sqrt(N), if the
 * router changes no message. 0: none. */
double area_universal_at2(const struct area_universal *u, const struct loaded_set *set);
double area_universal_theorem_9(const struct area_universal *u, const struct loaded_set *set);
/* The greatest one of all sets that were sent; 0: none. */
double area_universal_worst(const struct area_universal *u);
/* Theorem 5: the loss of time against a competitor of this area, sqrt(area / N) r with that greatest r. */
double area_universal_loss(const struct area_universal *u, double area);

/* Measures gamma over `pairs` pairs of sets of leaves, if the network's graph is another than its reference tree. */
void area_universal_gamma(struct area_universal *u, unsigned long pairs, unsigned long seed);

/* The least and the greatest quotient of a channel's capacity and that of the standard tree's channel above as many leaves.
 * False if no channel has such a one. */
bool area_universal_ratios(const struct area_universal *u, double *least, double *most);

/* Adds a set; `name` is copied. */
void area_universal_add(struct area_universal *u, const char *name, const struct message_set *set);

/* Finds the flow from side A to B, side: [leaf], and, with `paths`, its paths; only of a butterfly. */
void area_universal_flow(struct area_universal *u, const uint8_t *side, bool paths);

/* Makes the messages of pattern number `pattern` (sim/traffic.h): one from each leaf that the pattern does not keep silent.
 * The pattern must suit the number of leaves. Free set->demand afterwards. */
void area_universal_pattern(unsigned pattern, unsigned leaves, unsigned long seed, struct message_set *set);

/* area_universal_report.c: all networks as text, and as one JSON object. */
void area_universal_print(const struct area_universal *networks, size_t count, struct text *out);
void area_universal_json(const struct area_universal *networks, size_t count, struct text *out);

/* area_universal_figure.c: adds a figure of all networks, universality.svg and .png, with its data and script. `gnuplot`: its
 * path. False after a message. */
struct output;
bool area_universal_figure(const struct area_universal *networks, size_t count, const char *gnuplot, struct output *out);

#endif
