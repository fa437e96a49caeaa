/* proof.c: proofs of a network of lanes, of each kind of module that it has: a monitor of rtl-templates/lanes/proof/ for each.
 *
 *   grants         an arbiter grants one request, by the favors
 *   slots          the timer's strobes come in their clocks, and its favors pass all states
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
#include "prove/builder.h"
#include "prove/stream.h"

struct proving {
	struct proofs *list;
	const struct network *net;
	const struct spec *spec;
	struct lane_shape shape;
	struct design *d;		/* its Verilog */
	unsigned digits[MOST_LANE_STAGES + 1];	/* of the destination, that are to be read behind k stages and the next one */
};

/* Appends parameters as options of Yosys: "-chparam WIDTH 4". */
static void add_parameters(struct text *t, const struct named_value *list)
{
	for (; list->name; list++)
		text_print(t, "%s-chparam %s %lu", t->length > 0 ? " " : "", list->name, list->value);
}
#define ADD_PARAMETERS(t, ...) add_parameters(t, (const struct named_value[]){ __VA_ARGS__, { NULL, 0 } })

/* The instance of that template in a module of the network. */
static const struct instance *instance_in(const struct proving *p, const char *module, const char *template)
{
	const struct module *m = design_find(p->d, module);
	size_t i = 0;

	while (strcmp(m->instance[i].module, template) != 0)
		i++;
	return &m->instance[i];
}

static unsigned long parameter_of(const struct instance *i, const char *name)
{
	size_t k = 0;

	while (strcmp(i->parameter[k].name, name) != 0)
		k++;
	return i->parameter[k].value;
}

/* ---- arbiters ------------------------------------------------------------------------------------------------ */

enum { CELLS_OF_RIVAL = 2 };

static void prove_arbiter(const struct proving *p, const struct lane_stage *stage)
{
	unsigned inputs = stage->inputs, bits = stage->number_bits;
	char *subject = format_string("arbiter_%u", inputs), *name = format_string("%s_grants", subject);

	if (!proofs_have(p->list, name)) {
		struct circuit c = circuit_of(p->list, "lane_arbiter");
		struct text parameters = { 0 };
		char *what = format_string("arbiter of %u input%s", inputs, inputs == 1 ? "" : "s");

		ADD_PARAMETERS(&parameters, { "INPUTS", inputs }, { "BITS", bits });
		free(c.subject);
		c.subject = copy_string(subject);
		c.parameters = copy_string(parameters.bytes);
		c.cells = CELLS_OF_RIVAL * inputs * inputs;
		circuit_watches(p->list, &c, "lane_winner");
		struct run run = { .monitor = "lane_grants", .parameters = parameters.bytes, .steps = 1 };
		struct proof *proof = circuit_prove(p->list, &c, "grants", what,
						    "one request is granted, by the favors; any input's number lets it win",
						    &run, NULL);

		proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 5" };
		proof->shown[1] = (struct shown){ "request", "inputs that asked" };
		proof->shown[2] = (struct shown){ "grant", "inputs that were granted" };
		proof->shown[3] = (struct shown){ "favor", "favors" };
		free(what);
		text_free(&parameters);
		circuit_free(&c);
	}
	free(name);
	free(subject);
}

/* ---- the timer ----------------------------------------------------------------------------------------------- */

static void prove_timer(const struct proving *p)
{
	const struct lane_shape *s = &p->shape;
	const struct instance *i = instance_in(p, "", "lane_timer");
	unsigned long pairs = parameter_of(i, "PAIRS");
	struct circuit c = circuit_of(p->list, "lane_timer");
	struct text own = { 0 }, monitor = { 0 };
	char *what = format_string("timer: slots of %u clocks, %u favors", s->slot, s->favors);

	for (size_t k = 0; k < i->parameter_count; k++)
		ADD_PARAMETERS(&own, { i->parameter[k].name, i->parameter[k].value });
	ADD_PARAMETERS(&monitor, { "SLOT", s->slot }, { "SWITCHES", s->stages }, { "PAIRS", pairs },
		       { "CATCH", s->catch_at % s->slot }, { "DONE", s->done_at % s->slot },
		       { "STATE_BITS", s->state_bits }, { "TAP", s->tap }, { "FAVORS", s->favors });
	c.parameters = own.bytes;
	c.cells = s->slot + 2 * s->state_bits + s->stages + 30;
	circuit_watches(p->list, &c, "still");
	struct run run = { .monitor = "lane_slots", .parameters = monitor.bytes, .steps = s->slot + 2, .skip = s->slot + 1,
			   .expose = { "state" } };
	struct proof *proof = circuit_prove(p->list, &c, "slots", what,
					    "strobes come in their clocks; favors pass all states but zero", &run, NULL);

	proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 8" };
	proof->shown[1] = (struct shown){ "clock_shown", "bits of the clock in the slot" };
	free(what);
	text_free(&monitor);
	circuit_free(&c);
}

/* ---- switches ------------------------------------------------------------------------------------------------ */

enum { COMPARED_TOGETHER = 256 };	/* below this product of inputs, outputs and clocks, all outputs are proved at once */

/* The monitor's inputs from the switches of stage k. */
static void add_switch_parameters(const struct proving *p, unsigned k, struct text *t)
{
	const struct lane_shape *s = &p->shape;
	const struct lane_stage *stage = &s->stage[k];
	const struct lane_stage *next = k + 1 < s->stages ? &s->stage[k + 1] : NULL;
	unsigned digit_bits_of_next = next ? next->digit_bits : 0;

	/* Beat 0 is on the inputs in clock data_at + k of the slot, and the decision falls in clock 2k. */
	ADD_PARAMETERS(t, { "INPUTS", stage->inputs }, { "OUTPUTS", stage->outputs },
		       { "OUTPUT_BITS", at_least_1(digit_bits(stage->outputs)) }, { "BITS", stage->number_bits },
		       { "WIDTH", s->width }, { "DIGIT_BITS", digit_bits_of_next },
		       { "REST_BITS", p->digits[k] - digit_bits_of_next + lane_packet_bits(s, k + 1) },
		       { "PACKETS", s->packets }, { "GOES_ON", lane_packet_bits(s, k) - lane_packet_bits(s, k + 1) }, { "NEXT", next ? next->outputs : 1 },
		       { "FIRST", k == 0 }, { "LAST", !next }, { "NEXT_LAST", k + 2 == s->stages }, { "SLOT", s->slot },
		       { "DATA", s->data_at - k });
}

/* Of one output, or of all. */
static void prove_outputs(const struct proving *p, unsigned k, const char *what, unsigned one)
{
	const struct lane_shape *s = &p->shape;
	const struct lane_stage *stage = &s->stage[k];
	char *name = lane_stage_name(stage);
	char *property = one < stage->outputs ? format_string("switches_%u", one) : copy_string("switches");
	struct circuit c = circuit_of(p->list, name);
	struct text parameters = { 0 };

	add_switch_parameters(p, k, &parameters);
	ADD_PARAMETERS(&parameters, { "ONE", one });
	circuit_reads(&c, "lane_switch");
	circuit_reads(&c, "lane_arbiter");
	circuit_reads(&c, "lane_pick");
	circuit_reads(&c, "lane_link");
	circuit_watches(p->list, &c, "lane_winner");
	c.cells = (unsigned long)stage->outputs * (stage->inputs * (s->width / 2 + 3) + s->width);
	struct run run = { .monitor = "lane_switches", .parameters = parameters.bytes, .steps = s->data_at - k + (s->packets ? 2 : 1) * s->slot + 2 };
	struct proof *proof = circuit_prove(p->list, &c, property, what,
					    "each output is one input's for a slot: requests, beats, what is taken", &run, NULL);

	proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 4" };
	proof->shown[1] = (struct shown){ "clock_shown", "bits of the clock since the strobe" };
	text_free(&parameters);
	circuit_free(&c);
	free(property);
	free(name);
}

static void prove_switch(const struct proving *p, unsigned k)
{
	const struct lane_stage *stage = &p->shape.stage[k];
	char *what = format_string("switch of level %u, %s: %u input%s, %u output%s", stage->level, stage->down ? "down" : "up",
				   stage->inputs, stage->inputs == 1 ? "" : "s", stage->outputs, stage->outputs == 1 ? "" : "s");

	if (stage->inputs * stage->outputs * p->shape.slot < COMPARED_TOGETHER)
		prove_outputs(p, k, what, stage->outputs);
	else
		for (unsigned one = 0; one < stage->outputs; one++)
			prove_outputs(p, k, what, one);
	free(what);
}

/* ---- leaves -------------------------------------------------------------------------------------------------- */

/* The parameters that both monitors have. */
static void add_leaf_parameters(const struct proving *p, struct text *t)
{
	const struct lane_shape *s = &p->shape;
	const struct instance *i = instance_in(p, "leaf", "lane_leaf");

	ADD_PARAMETERS(t, { "PAYLOAD_BITS", p->spec->payload_bits }, { "LABEL_BITS", s->label_bits },
		       { "FROM_BITS", s->stage[s->stages - 1].number_bits }, { "KNOWN_BITS", s->known_bits },
		       { "WIDTH", s->width }, { "SLOT", s->slot }, { "PAIRS", parameter_of(i, "PAIRS") },
		       { "PACKETS", s->packets });
}

static struct circuit leaf_circuit(const struct proving *p)
{
	struct circuit c = circuit_of(p->list, "leaf");

	circuit_reads(&c, "lane_leaf");
	circuit_reads(&c, "lane_pick");
	circuit_reads(&c, "lane_link");
	c.cells = 3ul * p->shape.slot * p->shape.width + 2 * p->shape.label_bits + 20;
	return c;
}

static void prove_sender(const struct proving *p)
{
	const struct lane_shape *s = &p->shape;
	struct circuit c = leaf_circuit(p);
	struct text parameters = { 0 };

	add_leaf_parameters(p, &parameters);
	ADD_PARAMETERS(&parameters, { "DIGIT_BITS", s->stage[0].digit_bits }, { "ASKS", s->stage[0].outputs },
		       { "DELAY", s->data_at });
	struct run run = { .monitor = "lane_sender", .parameters = parameters.bytes, .steps = s->data_at + s->slot };
	struct proof *proof = circuit_prove(p->list, &c, "sender", "adapter of a leaf",
					    "the word on s_axis is sent beat by beat, and leaves when it is taken", &run, NULL);

	proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 4" };
	proof->shown[1] = (struct shown){ "clock_shown", "bits of the clock in the slot" };
	text_free(&parameters);
	circuit_free(&c);
}

static void prove_receiver(const struct proving *p)
{
	const struct lane_shape *s = &p->shape;
	struct circuit c = leaf_circuit(p);
	struct text parameters = { 0 };

	add_leaf_parameters(p, &parameters);
	ADD_PARAMETERS(&parameters, { "SKEWED_BITS", s->skewed_bits }, { "STAGES", s->stages },
		       { "CATCH", s->catch_at % s->slot }, { "DONE", s->done_at % s->slot },
		       { "BEAT", (s->data_at + s->stages) % s->slot });
	circuit_watches(p->list, &c, "still");
	struct run run = { .monitor = "lane_receiver", .parameters = parameters.bytes, .steps = 2, .skip = 1,
			   .expose = { "lane_leaf.comes", "lane_leaf.waits", "lane_leaf.come",
				       s->known_bits > 0 ? "lane_leaf.origin" : NULL } };
	struct proof *proof = circuit_prove(p->list, &c, "receiver", "adapter of a leaf",
					    "every word that comes is on m_axis once, in order, bit for bit", &run, NULL);

	proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 9" };
	proof->shown[1] = (struct shown){ "clock_shown", "bits of the clock in the slot" };
	text_free(&parameters);
	circuit_free(&c);
}

static void prove_leaf_stream(const struct proving *p)
{
	static const struct stream_proof stream = { 0 };
	struct circuit c = leaf_circuit(p);

	prove_stream(p->list, &c, p->d, "leaf", "adapter of a leaf", &stream);
	circuit_free(&c);
	prove_resets(p->list, p->d, "leaf");
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

	for (unsigned i = 0; i < stage->switches; i++)
		for (unsigned j = 0; j < stage->inputs; j++)
			at[lane_place(&p->shape, lane_input(p->spec, stage, i, j))] = (struct entrance){ i, j };
}

/* The favors with which a word from `source` wins at every switch of its way to `destination`; with packets in a slot in
 * which these do not come first. */
static uint32_t favors_of(const struct proving *p, struct entrance *const *at, unsigned source, unsigned destination)
{
	const struct lane_shape *s = &p->shape;
	unsigned place = source, shift = s->label_bits;
	uint32_t favors = s->packets ? ((1u << LANE_LET_GO_BITS) - 1) << s->let_go : 0;

	for (unsigned k = 0; k < s->stages; k++) {
		const struct lane_stage *stage = &s->stage[k];
		struct entrance e = at[k][place];

		shift -= stage->digit_bits;
		favors |= e.input << stage->favor;
		place = lane_place(s, lane_output(p->spec, stage, e.owner,
						  destination >> shift & ((1u << stage->digit_bits) - 1)));
	}
	return place == lane_first_place(s, s->stages) + destination ? favors : UINT32_MAX;
}

/* What the search finds. */
struct favor_search {
	unsigned long period, words, never;	/* words: pairs of leaves; of them those whose favors never come */
	unsigned source, destination;		/* of the first of them */
};

static struct favor_search search_favors(const struct proving *p, struct entrance *const *at, struct lane_register r)
{
	struct favor_search f = { 0 };
	unsigned leaves = p->shape.leaves;
	bool *comes = allocate_array((size_t)1 << p->shape.favors, sizeof *comes);

	f.period = pass_period(r, p->shape.favors, comes);
	for (unsigned source = 0; source < leaves; source++)
		for (unsigned destination = 0; destination < leaves; destination++) {
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
	unsigned places = lane_first_place(s, s->stages) + s->leaves;
	struct entrance *at[MOST_LANE_STAGES];

	for (unsigned k = 0; k < s->stages; k++) {
		at[k] = allocate_array(places, sizeof *at[k]);
		find_entrances(p, k, at[k]);
	}
	struct favor_search found = search_favors(p, at, with), wrong = search_favors(p, at, without);
	bool holds = found.never == 0 && found.period == (1ul << s->state_bits) - 1;
	char *what = format_string("words between all %u leaves: %u favors, which repeat after %lu slots", s->leaves, s->favors,
				   found.period);
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
	unsigned digits = p.shape.label_bits;

	for (unsigned k = 0; k < p.shape.stages; k++) {
		digits -= p.shape.stage[k].digit_bits;
		p.digits[k] = digits;
	}
	for (unsigned k = 0; k < p.shape.stages; k++)
		prove_arbiter(&p, &p.shape.stage[k]);
	prove_timer(&p);
	for (unsigned k = 0; k < p.shape.stages; k++)
		prove_switch(&p, k);
	prove_sender(&p);
	prove_receiver(&p);
	prove_leaf_stream(&p);
	prove_favors(&p);
	design_free(p.d);
}
