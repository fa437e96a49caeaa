/* proof.c: proofs of a rotor, of each kind of module that it has: a monitor of rtl-templates/rotor/proof/ for each.
 *
 *   clears   a reset clears all parts until the queues are empty
 *   favours  a leaf stays the favourite until its word is taken, it has none, or its time is over
 *   picks    an arbiter picks one leaf that asks
 *   sends    a source sends a word in its bin's turn, and takes it if, and only if, the bank takes it
 *   turns    a stage of the rotor turns
 *   keeps    a row of a RAM stays as it was written
 *   rounds   all places are visited in turn
 *   queue    a bank keeps words in order and whole, and gives each once
 *   shares   a bank holds back for the other one only
 *   crosses  a bank's word goes to the bus whose place it visits
 *   shows    a bus shows each word to its leaf until it is taken
 *   counts   all parts count the same turn
 *
 * And of the wires between them: proof_wires.c. */
#include <stdlib.h>

#include "lower/builder.h"
#include "machines/rotor/rotor.h"
#include "prove/builder.h"
#include "prove/catalogue.h"
#include "prove/wrapper.h"

static void prove_stages(struct proofs *list, const struct design *d, const struct rotor_shape *s, unsigned payload_bits)
{
	for (unsigned stage = 0; stage < s->stages; stage++) {
		const struct named_value given[] = { { "STAGE", stage }, { "HEAD", s->to_bits + 1 },
						     { "BODY", s->place_bits + payload_bits }, { NULL, 0 } };

		catalogue_prove_each(list, d, "rotor_turns", &(struct site){ .given = { given } });
	}
}

/* ---- queues: the pointers of a bank are in view, row by row ---------------------------------------------------------- */

static void add_queue_nets(struct module *m, const struct rotor_shape *s, unsigned payload_bits)
{
	unsigned body = s->place_bits + payload_bits;

	wrapper_nets(m, PORT_INPUT, 1, "clk clear mark free any_exists");
	wrapper_nets(m, PORT_INPUT, s->bin_bits, "turn");
	wrapper_nets(m, PORT_INPUT, s->to_bits + 1, "head");
	wrapper_nets(m, PORT_INPUT, body, "body");
	wrapper_nets(m, PORT_INPUT, s->to_bits, "who visited");
	wrapper_nets(m, PORT_INPUT, s->to_bits + s->queue_bits, "row");
	wrapper_nets(m, PORT_INPUT, s->bin_bits + body, "any_word");
	wrapper_nets(m, PORT_OUTPUT, 1, "ok");
	wrapper_nets(m, PORT_OUTPUT, 13, "parts");
	wrapper_nets(m, PORT_NONE, 1, "exists answer idle has write");
	wrapper_nets(m, PORT_NONE, s->to_bits, "visited_1 visited_2 place_1");
	wrapper_nets(m, PORT_NONE, s->bin_bits + body, "word in out");
	wrapper_nets(m, PORT_NONE, s->to_bits + s->queue_bits, "write_address read_address");
	wrapper_nets(m, PORT_NONE, s->queue_bits, "tail_1");
	wrapper_nets(m, PORT_NONE, s->pointer_bits, "front_2 next");
	wrapper_nets(m, PORT_NONE, s->bin_bits, "source");
}

static void add_bank(struct module *m, struct design *d, const struct rotor_shape *s)
{
	static const char *const pointers[] = { "tails", "tails_visited", "fronts", "fronts_met", NULL };
	static const char *const store[] = { "write", "write_address", "in", "read_address", "out", NULL };
	struct instance *i = module_instance(m, d, "rotor_bank", 1, "bank");

	wrapper_connect(m, i, "clk clear turn head body answer visited visited_1 visited_2 exists free has idle word place_1 tail_1 "
			      "front_2 next source");
	for (const char *const *name = store; *name; name++) {
		int net = module_find(m, *name);

		instance_connect_named(i, bits_whole(m, net), "store.%s", *name);
	}
	for (const char *const *name = pointers; *name; name++)
		wrapper_rows(m, i, *name, s->pointer_bits, 1u << s->to_bits, *name, "");
}

/* Module `proof`: a bank and its monitor. */
static struct text bank_with_monitor(const struct proofs *list, const struct design *network, const struct rotor_shape *s,
				     unsigned payload_bits)
{
	struct design *d = wrapper_design(network, "rotor_queue");
	struct module *m = design_add(d, copy_string("proof"), NULL);

	add_queue_nets(m, s, payload_bits);
	add_bank(m, d, s);
	struct instance *i = module_instance(m, d, "rotor_queue", 1, "watch");

	PARAMETERS(i, { "BIN_BITS", s->bin_bits }, { "PLACES", s->places }, { "PLACE_BITS", s->place_bits },
		   { "BANK_BITS", s->bank_bits }, { "QUEUE_BITS", s->queue_bits }, { "PAYLOAD_BITS", payload_bits },
		   { "BLOCK_RAM", s->block_ram });
	wrapper_connect(m, i, "clk clear mark any_exists head body free who visited exists visited_1 visited_2 answer idle word place_1 "
			      "write write_address in read_address out row any_word tail_1 front_2 next has source tails tails_visited fronts fronts_met "
			      "ok parts");
	return wrapper_verilog(d, list->prefix);
}

static void prove_queue(struct proofs *list, const struct design *network, const struct rotor_shape *s, unsigned payload_bits)
{
	struct circuit c = circuit_of(list, "rotor_bank");
	struct instance bank = { .module = (char []){ "rotor_bank" } };
	struct text verilog = bank_with_monitor(list, network, s, payload_bits);
	struct run run = { .monitor = "rotor_queue", .steps = 4, .skip = 3,
			   .expose = { "place_1", "tail_1", "front_2", "next", "source",
				       "tails\\[*\\]", "tails_visited\\[*\\]", "fronts\\[*\\]",
				       "fronts_met\\[*\\]", NULL } };

	PARAMETERS(&bank, { "BLOCK_RAM", s->block_ram }, { "BIN_BITS", s->bin_bits }, { "PLACES", s->places }, { "PLACE_BITS", s->place_bits },
		   { "BANK_BITS", s->bank_bits }, { "QUEUE_BITS", s->queue_bits }, { "PAYLOAD_BITS", payload_bits }, { "STAGES", s->stages });
	free(c.subject);
	c.subject = copy_string("bank");
	c.parameters = parameter_options(&bank, NULL);
	c.cells = (4ul * s->pointer_bits << s->to_bits) + 8 * (s->bin_bits + s->place_bits + payload_bits) + 200;
	circuit_cuts_derived(&c, "rotor_words");
	circuit_watches(list, &c, "still");
	struct proof *p = circuit_prove(list, &c, "queue", "queues of a bank",
					"words stay in order and whole; each is given once; what is taken has room", &run, &verilog);

	p->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 12" };
	circuit_free(&c);
	free(bank.parameter);
}

/* ---- the turns of two banks, row by row ---------------------------------------------------------------------------- */

static void prove_share(struct proofs *list, const struct design *network, const struct rotor_shape *s)
{
	struct circuit c = circuit_of(list, "rotor_share");
	struct instance share = { .module = (char []){ "rotor_share" } };
	struct design *d = wrapper_design(network, "rotor_shares");
	struct module *m = design_add(d, copy_string("proof"), NULL);
	struct run run = { .monitor = "rotor_shares", .steps = 4, .skip = 3, .expose = { "turns\\[*\\]", NULL } };

	wrapper_nets(m, PORT_INPUT, 1, "clk clear yields bank room has");
	wrapper_nets(m, PORT_INPUT, s->place_bits, "place who");
	wrapper_nets(m, PORT_OUTPUT, 1, "ok");
	wrapper_nets(m, PORT_OUTPUT, 4, "parts");
	wrapper_nets(m, PORT_NONE, 1, "free bank_1");
	wrapper_nets(m, PORT_NONE, s->place_bits, "place_1");
	struct instance *i = module_instance(m, d, "rotor_share", 1, "share");

	wrapper_connect(m, i, "clk clear yields place place_1 bank_1 room free has");
	wrapper_rows(m, i, "turns", 2, 1u << s->place_bits, "turns", "");
	struct instance *watch = module_instance(m, d, "rotor_shares", 1, "watch");

	PARAMETERS(watch, { "PLACE_BITS", s->place_bits });
	wrapper_connect(m, watch, "clk clear yields bank room has place who place_1 bank_1 free turns ok parts");
	struct text verilog = wrapper_verilog(d, list->prefix);

	PARAMETERS(&share, { "PLACE_BITS", s->place_bits });
	free(c.subject);
	c.subject = copy_string("share");
	c.parameters = parameter_options(&share, NULL);
	c.cells = (8ul << s->place_bits) + 50;
	circuit_watches(list, &c, "still");
	struct proof *p = circuit_prove(list, &c, "shares", "turns of two banks at a bus",
					"a bank holds back only for the other, which was turned away with a word since", &run, &verilog);

	p->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 3" };
	circuit_free(&c);
	free(share.parameter);
}

/* ---- the counters of all parts ------------------------------------------------------------------------------------- */

/* The turns of the stages, each padded to the bits of a bin's number. */
static struct bits turns_of(struct module *m, struct instance *rotor, const struct rotor_shape *s)
{
	struct bits all = {0};

	for (unsigned i = 0; i < s->stages * s->banks; i++) {
		unsigned k = i / s->banks, bits = 2 * k + 2 < s->bin_bits ? 2 * k + 2 : s->bin_bits;
		int turn = module_named_net(m, bits, "turn_%u", i);

		instance_connect_named(rotor, bits_whole(m, turn), "of_stage[%u].stage.turn", i);
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
	wrapper_nets(m, PORT_INPUT, s->leaves * (s->label_bits), "s_axis_tdest");
	wrapper_nets(m, PORT_INPUT, s->leaves, "s_axis_tvalid m_axis_tready");
	struct instance *rotor = module_instance(m, d, "rotor", 1, "rotor");

	wrapper_connect(m, rotor, "clk rst s_axis_tdata s_axis_tdest s_axis_tvalid m_axis_tready");
	wrapper_rows(m, rotor, "bins", s->bin_bits, s->groups, "of_source", ".source.bin");
	wrapper_rows(m, rotor, "answerings", s->bin_bits, s->groups, "of_source", ".source.answering");
	int sources = module_net(m, "sources", s->bin_bits * s->groups);

	for (unsigned g = 0; g < s->groups; g++)
		instance_connect_named(rotor, bits_of(sources, s->bin_bits * g, s->bin_bits), "of_bin[%u].of_bank[%u].bank.source",
				       g % s->bins, g / s->bins);
	struct bits turns = turns_of(m, rotor, s);
	struct instance *watch = module_instance(m, d, "rotor_counts", 1, "watch");

	PARAMETERS(watch, { "BIN_BITS", s->bin_bits }, { "BANK_BITS", s->bank_bits });
	wrapper_connect(m, watch, "clk rst bins answerings sources ok parts");
	instance_connect(watch, "turns", turns);
	return wrapper_verilog(d, list->prefix);
}

static void prove_counts(struct proofs *list, const struct design *network, const struct network *net, const struct rotor_shape *s)
{
	static const char *const without[] = { "rotor_arbiter", "rotor_favourite", "rotor_select", "rotor_words", "rotor_bus", "rotor_visits", NULL };
	struct circuit c = circuit_of(list, "rotor");
	struct instance rotor = { .module = (char []){ "rotor" } };
	struct text verilog = counts_with_monitor(list, network, s, net->spec->payload_bits);
	struct run run = { .monitor = "rotor_counts", .steps = 2, .skip = 1,
			   .expose = { "*.bin", "*.answering", "*.bank.source", "*.turn", NULL } };

	rotor_set(net->spec, &rotor);
	free(c.subject);
	c.subject = copy_string("parts");
	c.parameters = parameter_options(&rotor, NULL);
	c.cells = 100 * s->groups * s->places;
	circuit_reads_parts(&c, "rotor", without);
	for (const char *const *name = without; *name; name++)
		circuit_frees(&c, *name);
	circuit_watches(list, &c, "still");
	struct proof *p = circuit_prove(list, &c, "counts", "all parts", "all parts count the same turn", &run, &verilog);

	p->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 3" };
	circuit_free(&c);
	free(rotor.parameter);
}

void rotor_prove(struct proofs *list, const struct network *net)
{
	struct design *d = design_lower(net);
	struct rotor_shape s = rotor_shape(net->spec);
	/* What rotor.v computes for its parts. */
	const struct named_value given[] = { { "STAGES", s.stages }, { "SOURCE", 0 }, { "GROUP_BITS", s.bin_bits + s.bank_bits },
					     { "ADDRESS_BITS", s.to_bits + s.queue_bits }, { "DROP", s.stop_bits > 0 },
					     { "WIDTH", s.bin_bits + s.place_bits + net->spec->payload_bits }, { NULL, 0 } };
	const struct site site = { .given = { given } };

	catalogue_prove_each(list, d, "rotor_clears", &site);
	catalogue_prove_each(list, d, "rotor_favours", &site);
	catalogue_prove_each(list, d, "rotor_picks", &site);
	catalogue_prove_each(list, d, "rotor_sends", &site);
	prove_stages(list, d, &s, net->spec->payload_bits);
	catalogue_prove_each(list, d, "rotor_keeps", &site);
	catalogue_prove_each(list, d, "rotor_rounds", &site);
	prove_queue(list, d, &s, net->spec->payload_bits);
	if (s.banks == 2)
		prove_share(list, d, &s);
	catalogue_prove_each(list, d, "rotor_crosses", &site);
	catalogue_prove_each(list, d, "rotor_shows", &site);
	prove_counts(list, d, net, &s);
	rotor_prove_wires(list, net);
	design_free(d);
}
