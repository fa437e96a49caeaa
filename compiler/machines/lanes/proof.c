/* proof.c: proofs of a network of lanes, of each kind of module that it has: a monitor of rtl-templates/lanes/proof/ for each; and of
 * a link between its roots and another chip's.
 *
 *   grants         an arbiter grants one request, by the favors
 *   slots          each timer's strobes come in their clocks, and its favors pass all states
 *   switches       the switches of a stage give each output to one input for a slot
 *   sender         a leaf sends the word that s_axis shows, and lets it go when it is taken
 *   receiver       a leaf loses and doubles no word that the network gives it
 *   stream         what a leaf shows on m_axis obeys AXI4-Stream
 *   reset          a reset reaches every leaf at once
 *   favors         every word's favors come in each period of the state: by search, not by SAT */
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "machines/lanes/lanes.h"
#include "machines/link_end.h"
#include "prove/builder.h"
#include "prove/catalogue.h"
#include "prove/stream.h"

struct proving {
	struct proofs *list;
	const struct network *net;
	const struct spec *spec;
	struct lane_shape shape;
	struct design *d;		/* its Verilog */
};

/* ---- modules, each by its monitor -------------------------------------------------------------------------------- */

/* Of one output, or of all. */
static void prove_outputs(const struct proving *p, const struct named_value *shape, const struct lane_stage *stage,
			  unsigned one)
{
	const struct named_value own[] = { { "LEVEL", stage->level }, { "DOWN", stage->down }, { "ONE", one }, { NULL, 0 } };
	char *name = lane_stage_name(stage);
	struct instance ask = { 0 };

	lane_set_ask(p->spec, &p->shape, (unsigned)(stage - p->shape.stage), &ask);
	instance_parameter(&ask, NULL, 0);
	catalogue_prove(p->list, "lane_switches", &(struct site){ module_first(design_find(p->d, name), "lane_switch"), name,
								  { shape, own }, ask.parameter });
	free(ask.parameter);
	free(name);
}

enum { COMPARED_TOGETHER = 256 };	/* below this product of inputs, outputs and clocks, all outputs are proved at once */

static void prove_switch(const struct proving *p, const struct named_value *shape, const struct lane_stage *stage)
{
	if (stage->inputs * stage->outputs * p->shape.slot < COMPARED_TOGETHER)
		prove_outputs(p, shape, stage, stage->outputs);
	else
		for (unsigned one = 0; one < stage->outputs; one++)
			prove_outputs(p, shape, stage, one);
}

/* The roots' switches to the outside, which ask no others. */
static void prove_outward(const struct proving *p, const struct named_value *shape)
{
	const struct named_value own[] = { { "LEVEL", p->shape.outside.level }, { "DOWN", 0 }, { "ONE", 1 }, { "DIGIT_BITS", 0 },
					   { "REST_BITS", 0 }, { "NEXT", 1 }, { "NEXT_LAST", 0 }, { "GOES_ON", 0 }, { "OUTSIDE", 0 }, { NULL, 0 } };

	catalogue_prove(p->list, "lane_switches", &(struct site){ module_first(design_find(p->d, "out"), "lane_switch"), "out",
								  { shape, own }, NULL });
}

/* An adapter, and the timer that is the top's `which`-th, with the times that they share. */
static void prove_ends(const struct proving *p, const struct named_value *times, const char *adapter, unsigned which)
{
	static const char *const monitors[] = { "lane_sender", "lane_receiver" };
	const struct module *m = design_find(p->d, adapter), *top = design_find(p->d, "");
	const struct instance *timer = module_first(top, "lane_timer");

	while (which > 0)
		if (strcmp((++timer)->module, "lane_timer") == 0)
			which--;
	catalogue_prove(p->list, "lane_slots", &(struct site){ timer, top->name, { times }, NULL });
	for (size_t k = 0; m && k < sizeof monitors / sizeof *monitors; k++)
		catalogue_prove(p->list, monitors[k], &(struct site){ module_first(m, "lane_leaf"), adapter, { times }, NULL });
}

static void prove_modules(const struct proving *p)
{
	const struct lane_shape *s = &p->shape;
	const struct named_value shape[] = { { "SLOT", s->slot }, { "STAGES", s->stages }, { "CATCH", s->catch_at % s->slot },
					     { "DONE", s->done_at % s->slot }, { "ROOT", 0 }, { NULL, 0 } };
	/* A stream's slots begin when its root's switches decide: as with a single one. */
	const struct named_value outside[] = { { "SLOT", s->slot }, { "STAGES", 1 }, { "CATCH", 0 }, { "DONE", lane_outside_done(s) },
					       { "ROOT", 1 }, { NULL, 0 } };
	const struct site site = { .given = { shape } };

	catalogue_prove_each(p->list, p->d, "lane_grants", &site);
	for (unsigned k = 0; k < s->stages; k++)
		prove_switch(p, shape, &s->stage[k]);
	prove_ends(p, shape, "leaf", 0);
	if (s->roots == 0)
		return;
	prove_outward(p, outside);
	prove_ends(p, outside, "outside", 1);
}

/* ---- streams ------------------------------------------------------------------------------------------------------ */

static struct circuit leaf_circuit(const struct proving *p, const char *module)
{
	struct circuit c = circuit_of(p->list, module);

	circuit_reads(&c, "lane_leaf");
	circuit_reads(&c, "lane_pick");
	circuit_reads(&c, "lane_link");
	c.cells = 3ul * p->shape.slot * p->shape.width + 2 * p->shape.label_bits + 20;
	return c;
}

static void prove_adapter_stream(const struct proving *p, const char *module, const char *what)
{
	static const struct stream_proof stream = { 0 };
	struct circuit c = leaf_circuit(p, module);

	prove_stream(p->list, &c, p->d, module, what, &stream);
	circuit_free(&c);
}

/* ---- favors -------------------------------------------------------------------------------------------------- */

/* Marks the combinations of favors that occur in a period; returns its slots, 0 if there are none after 2^bits slots. */
static unsigned long pass_period(struct lane_register r, unsigned favors, bool *comes)
{
	uint32_t state = 1, mask = (1u << favors) - 1;

	for (unsigned long slots = 1; slots <= 1ul << r.bits; slots++) {
		comes[state & mask] = true;
		state = lane_next_state(r, state);
		if (state == 1)
			return slots;
	}
	return 0;
}

/* Of the links into each stage, by their places: the switch and the input there. */
struct entrance {
	unsigned owner, input;
};

static void find_entrances(const struct proving *p, unsigned k, struct entrance *at)
{
	const struct lane_stage *stage = &p->shape.stage[k];

	for (unsigned i = 0; i < stage->switches; i++) {
		if (stage->outside)
			at[lane_inward_place(&p->shape, i)] = (struct entrance){ i, stage->inputs - 1 };
		for (unsigned j = 0; j + stage->outside < stage->inputs; j++)
			at[lane_place(&p->shape, lane_input(p->spec, stage, i, j))] = (struct entrance){ i, j };
	}
}

/* The favors with which a word from `source`, a leaf or a stream of the outside behind them, wins at every switch of its way to
 * `destination`, a leaf or, behind them, the outside; with packets in a slot in which these do not come first. */
static uint32_t favors_of(const struct proving *p, struct entrance *const *at, unsigned source, unsigned destination)
{
	const struct lane_shape *s = &p->shape;
	bool inward = source >= s->leaves;
	unsigned place = inward ? lane_inward_place(s, source - s->leaves) : source, shift = s->label_bits;
	uint32_t favors = s->packets ? ((1u << LANE_LET_GO_BITS) - 1) << s->let_go : 0;

	for (unsigned k = inward ? s->turn : 0; k < s->stages; k++) {
		const struct lane_stage *stage = &s->stage[k];
		struct entrance e = at[k][place];

		shift -= stage->digit_bits;
		favors |= e.input << stage->favor;
		if (stage->outside && destination >= s->leaves)
			return favors;
		place = lane_place(s, lane_output(p->spec, stage, e.owner,
						  destination >> shift & ((1u << stage->digit_bits) - 1)));
	}
	return place == lane_first_place(s, s->stages) + destination ? favors : UINT32_MAX;
}

/* What the search finds. */
struct favor_search {
	unsigned long period, words, never;	/* words: pairs of ends; of them those whose favors never come */
	unsigned source, destination;		/* of the first of them */
};

static struct favor_search search_favors(const struct proving *p, struct entrance *const *at, struct lane_register r)
{
	struct favor_search f = { 0 };
	unsigned leaves = p->shape.leaves, roots = p->shape.roots;
	bool *comes = allocate_array((size_t)1 << p->shape.favors, sizeof *comes);

	f.period = pass_period(r, p->shape.favors, comes);
	for (unsigned source = 0; source < leaves + roots; source++)
		for (unsigned destination = 0; destination < leaves + (roots > 0 && source < leaves); destination++) {
			uint32_t favors = favors_of(p, at, source, destination);

			f.words++;
			if (favors != UINT32_MAX && comes[favors])
				continue;
			if (f.never++ == 0) {
				f.source = source;
				f.destination = destination;
			}
		}
	free(comes);
	return f;
}

static void prove_favors(const struct proving *p)
{
	const struct lane_shape *s = &p->shape;
	struct lane_register with = { s->state_bits, s->tap };
	struct lane_register without = { 1, 2 };	/* never moves */
	unsigned places = lane_inward_place(s, s->roots);
	struct entrance *at[MOST_LANE_STAGES];

	for (unsigned k = 0; k < s->stages; k++) {
		at[k] = allocate_array(places, sizeof *at[k]);
		find_entrances(p, k, at[k]);
	}
	struct favor_search found = search_favors(p, at, with), wrong = search_favors(p, at, without);
	bool holds = found.never == 0 && found.period == (1ul << s->state_bits) - 1;
	char *what = format_string("words between all %u leaves%s: %u favors, which repeat after %lu slots", s->leaves,
				   s->roots > 0 ? " and the outside" : "", s->favors, found.period);
	char *counterexample = holds ? NULL : format_string(
		"period: %lu slots of %lu\nwords that never win for certain: %lu, as from leaf %u to leaf %u\n", found.period,
		(1ul << s->state_bits) - 1, found.never, found.source, found.destination);

	prove_by_search(p->list, "favors", "network", what, "each word wins everywhere in some slot of a period", holds,
			counterexample, wrong.never == 0);
	for (unsigned k = 0; k < s->stages; k++)
		free(at[k]);
	free(what);
}

void lanes_prove(struct proofs *list, const struct network *net)
{
	struct proving p = { .list = list, .net = net, .spec = net->spec, .shape = lane_shape(net->spec),
			     .d = design_lower(net) };

	prove_modules(&p);
	if (net->spec->leaf_interface != LEAF_WIRES) {	/* else the leaves are the user's */
		prove_adapter_stream(&p, "leaf", "adapter of a leaf");
		prove_resets(list, p.d, "leaf");
	}
	if (p.shape.roots > 0)
		prove_adapter_stream(&p, "outside", "adapter of a stream of the outside");
	prove_favors(&p);
	prove_root_link(list, net);
	design_free(p.d);
}
