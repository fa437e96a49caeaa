/* proof.c: proofs of a rotor, of each kind of module that it has: a monitor of rtl-templates/rotor/proof/ for each.
 *
 *   clears   a reset clears all parts until the queues are empty
 *   favours  a leaf stays the favourite until its word is taken, or it has none
 *   picks    an arbiter picks one leaf that asks
 *   sends    a source sends a word in its bin's turn, and takes it if, and only if, the bank takes it
 *   turns    a stage of the rotor turns
 *   queue    a bank keeps words in order and whole, and gives each once
 *   shows    a bus shows each word to its leaf until it is taken
 *   counts   all parts count the same turn */
#include <stdlib.h>

#include "lower/builder.h"
#include "machines/rotor/rotor.h"
#include "prove/builder.h"
#include "prove/catalogue.h"
#include "prove/wrapper.h"

static void prove_stages(struct proofs *list, const struct design *d, const struct rotor_shape *s, unsigned payload_bits)
{
	for (unsigned stage = 0; stage < s->stages; stage++) {
		const struct named_value given[] = { { "STAGE", stage }, { "HEAD", s->place_bits + 1 },
						     { "BODY", s->place_bits + payload_bits }, { NULL, 0 } };

		catalogue_prove_each(list, d, "rotor_turns", &(struct site){ .given = { given } });
	}
}

/* ---- queues: the RAMs of a bank are in view, row by row ---------------------------------------------------------- */

static void add_queue_nets(struct module *m, const struct rotor_shape *s, unsigned payload_bits)
{
	unsigned body = s->place_bits + payload_bits, visits = digit_bits(s->period);

	wrapper_nets(m, PORT_INPUT, 1, "clk rst any_clear mark free");
	wrapper_nets(m, PORT_INPUT, s->place_bits + 1, "head");
	wrapper_nets(m, PORT_INPUT, body, "body");
	wrapper_nets(m, PORT_INPUT, s->place_bits, "who");
	wrapper_nets(m, PORT_OUTPUT, 1, "ok");
	wrapper_nets(m, PORT_OUTPUT, 12, "parts");
	wrapper_nets(m, PORT_NONE, 1, "clear answer pop exists");
	wrapper_nets(m, PORT_NONE, s->place_bits, "visited popped place_1 place_2");
	wrapper_nets(m, PORT_NONE, s->bin_bits + body, "word");
	wrapper_nets(m, PORT_NONE, s->place_bits + s->queue_bits, "read");
	wrapper_nets(m, PORT_NONE, visits, "visit");
	wrapper_nets(m, PORT_NONE, s->queue_bits, "tail_1");
	wrapper_nets(m, PORT_NONE, s->queue_bits + 1, "tail_2 front_2 next");
	wrapper_nets(m, PORT_NONE, s->bin_bits, "source");
}

static void add_bank(struct module *m, struct design *d, const struct rotor_shape *s, unsigned payload_bits)
{
	static const char *const pointers[] = { "tails", "tails_visited", "fronts", "fronts_met", NULL };
	struct instance *i = module_instance(m, d, "rotor_bank", 1, "bank");

	wrapper_connect(m, i, "clk rst clear head body answer visited free pop popped word visit place_1 place_2 tail_1 tail_2 "
			      "front_2 next exists source");
	instance_connect_net(m, i, "store.read_1", "read");
	for (const char *const *name = pointers; *name; name++)
		wrapper_rows(m, i, *name, s->queue_bits + 1, 1u << s->place_bits, *name, "");
	wrapper_rows(m, i, "words", s->bin_bits + s->place_bits + payload_bits, 1u << (s->place_bits + s->queue_bits),
		     "store.words", "");
}

/* Module `proof`: a bank and its monitor. */
static struct text bank_with_monitor(const struct proofs *list, const struct design *network, const struct rotor_shape *s,
				     unsigned payload_bits)
{
	struct design *d = wrapper_design(network, "rotor_queue");
	struct module *m = design_add(d, copy_string("proof"), NULL);

	add_queue_nets(m, s, payload_bits);
	add_bank(m, d, s, payload_bits);
	struct instance *i = module_instance(m, d, "rotor_queue", 1, "watch");

	PARAMETERS(i, { "BIN_BITS", s->bin_bits }, { "PLACES", s->places }, { "PLACE_BITS", s->place_bits },
		   { "QUEUE_BITS", s->queue_bits }, { "PAYLOAD_BITS", payload_bits });
	wrapper_connect(m, i, "clk rst any_clear mark head body free who clear answer pop visited popped word visit place_1 "
			      "place_2 read tail_1 tail_2 front_2 next exists source tails tails_visited fronts fronts_met words "
			      "ok parts");
	return wrapper_verilog(d, list->prefix);
}

static void prove_queue(struct proofs *list, const struct design *network, const struct rotor_shape *s, unsigned payload_bits)
{
	struct circuit c = circuit_of(list, "rotor_bank");
	struct instance bank = { .module = (char []){ "rotor_bank" } };
	struct text verilog = bank_with_monitor(list, network, s, payload_bits);
	struct run run = { .monitor = "rotor_queue", .steps = 4, .skip = 3,
			   .expose = { "visit", "place_1", "place_2", "tail_1", "tail_2", "front_2", "next", "exists", "source",
				       "store.read_1", "tails\\[*\\]", "tails_visited\\[*\\]", "fronts\\[*\\]",
				       "fronts_met\\[*\\]", "store.words\\[*\\]", NULL } };

	PARAMETERS(&bank, { "BIN_BITS", s->bin_bits }, { "PLACES", s->places }, { "PLACE_BITS", s->place_bits },
		   { "QUEUE_BITS", s->queue_bits }, { "PAYLOAD_BITS", payload_bits }, { "STAGES", s->stages });
	free(c.subject);
	c.subject = copy_string("bank");
	c.parameters = parameter_options(&bank, NULL);
	c.cells = ((unsigned long)(s->bin_bits + s->place_bits + payload_bits) << (s->place_bits + s->queue_bits)) + 200;
	circuit_reads(&c, "rotor_words");
	circuit_watches(list, &c, "still");
	struct proof *p = circuit_prove(list, &c, "queue", "queues of a bank",
					"words stay in order and whole; each is given once; what is taken has room", &run, &verilog);

	p->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 11" };
	circuit_free(&c);
	free(bank.parameter);
}

/* ---- the counters of all parts ------------------------------------------------------------------------------------- */

/* The turns of the stages, each padded to the bits of a bin's number. */
static struct bits turns_of(struct module *m, struct instance *rotor, const struct rotor_shape *s)
{
	struct bits all = {0};

	for (unsigned k = 0; k < s->stages; k++) {
		unsigned bits = 2 * k + 2 < s->bin_bits ? 2 * k + 2 : s->bin_bits;
		int turn = module_named_net(m, bits, "turn_%u", k);

		instance_connect_named(rotor, bits_whole(m, turn), "of_stage[%u].stage.turn", k);
		bits_append(&all, bits_whole(m, turn));
		if (bits < s->bin_bits)
			bits_append(&all, bits_constant(0, s->bin_bits - bits));
	}
	return all;
}

/* Module `proof`: the rotor without what does not count, and the monitor. */
static struct text counts_with_monitor(const struct proofs *list, const struct design *network, const struct rotor_shape *s,
				       unsigned payload_bits)
{
	struct design *d = wrapper_design(network, "rotor_counts");
	struct module *m = design_add(d, copy_string("proof"), NULL);
	wrapper_nets(m, PORT_INPUT, 1, "clk rst");
	wrapper_nets(m, PORT_OUTPUT, 1, "ok");
	wrapper_nets(m, PORT_OUTPUT, 4, "parts");
	wrapper_nets(m, PORT_INPUT, s->leaves * payload_bits, "s_axis_tdata");
	wrapper_nets(m, PORT_INPUT, s->leaves * (s->bin_bits + s->place_bits), "s_axis_tdest");
	wrapper_nets(m, PORT_INPUT, s->leaves, "s_axis_tvalid m_axis_tready");
	struct instance *rotor = module_instance(m, d, "rotor", 1, "rotor");

	wrapper_connect(m, rotor, "clk rst s_axis_tdata s_axis_tdest s_axis_tvalid m_axis_tready");
	wrapper_rows(m, rotor, "bins", s->bin_bits, s->bins, "of_source", ".source.bin");
	wrapper_rows(m, rotor, "answerings", s->bin_bits, s->bins, "of_source", ".source.answering");
	wrapper_rows(m, rotor, "sources", s->bin_bits, s->bins, "of_bin", ".bank.source");
	struct bits turns = turns_of(m, rotor, s);
	struct instance *watch = module_instance(m, d, "rotor_counts", 1, "watch");

	instance_parameter(watch, "BIN_BITS", s->bin_bits);
	wrapper_connect(m, watch, "clk rst bins answerings sources ok parts");
	instance_connect(watch, "turns", turns);
	return wrapper_verilog(d, list->prefix);
}

static void prove_counts(struct proofs *list, const struct design *network, const struct network *net, const struct rotor_shape *s)
{
	static const char *const without[] = { "rotor_arbiter", "rotor_favourite", "rotor_select", "rotor_words", "rotor_bus", NULL };
	struct circuit c = circuit_of(list, "rotor");
	struct instance rotor = { .module = (char []){ "rotor" } };
	struct text verilog = counts_with_monitor(list, network, s, net->spec->payload_bits);
	struct run run = { .monitor = "rotor_counts", .steps = 2, .skip = 1,
			   .expose = { "*.bin", "*.answering", "*.bank.source", "*.turn", NULL } };

	rotor_set(net->spec, &rotor);
	free(c.subject);
	c.subject = copy_string("parts");
	c.parameters = parameter_options(&rotor, NULL);
	c.cells = 100 * s->bins * s->places;
	circuit_reads_parts(&c, "rotor", without);
	for (const char *const *name = without; *name; name++)
		circuit_frees(&c, *name);
	circuit_watches(list, &c, "still");
	struct proof *p = circuit_prove(list, &c, "counts", "turns of all parts", "all parts count the same turn", &run, &verilog);

	p->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 3" };
	circuit_free(&c);
	free(rotor.parameter);
}

void rotor_prove(struct proofs *list, const struct network *net)
{
	struct design *d = design_lower(net);
	struct rotor_shape s = rotor_shape(net->spec);
	const struct named_value given[] = { { "STAGES", s.stages }, { "SOURCE", 0 }, { NULL, 0 } };
	const struct site site = { .given = { given } };

	catalogue_prove_each(list, d, "rotor_clears", &site);
	catalogue_prove_each(list, d, "rotor_favours", &site);
	catalogue_prove_each(list, d, "rotor_picks", &site);
	catalogue_prove_each(list, d, "rotor_sends", &site);
	prove_stages(list, d, &s, net->spec->payload_bits);
	prove_queue(list, d, &s, net->spec->payload_bits);
	catalogue_prove_each(list, d, "rotor_shows", &site);
	prove_counts(list, d, net, &s);
	design_free(d);
}
