/* proof_wires.c: rotor.v joins its parts as it should. All parts are cut out: what comes from them is free, what goes to them is
 * compared. Which source and which bus a leaf has is worked out here from the leaf's number; rotor.v goes the other way round.
 *
 * Not compared: which bits of chance a source gets. */
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "machines/rotor/rotor.h"
#include "prove/builder.h"
#include "util/text.h"

/* A proof of wires under construction. `s` and `payload` are the network's. */
struct wiring {
	struct rotor_shape s;
	unsigned payload;
	unsigned head, body;		/* bits of what goes through the switch */
	struct parts parts;
};

/* A port of one of the parts: the net that it is in the proof. `drives`: the rotor drives it. */
static const char *wire(struct wiring *w, bool drives, unsigned width, const char *part, const char *port)
{
	return parts_cut(&w->parts, drives, part, port, width);
}

/* The rotor drives the port with this vector. */
static void is_driven(struct wiring *w, const char *part, const char *port, unsigned width, const char *by)
{
	parts_same_later(&w->parts, parts_name(&w->parts, "`%s` of %s is what it should be", port, part), width, by, 0,
			 wire(w, true, width, part, port));
}

static const char *source_name(struct wiring *w, unsigned group)
{
	return parts_name(&w->parts, "of_source[%u].source", group);
}

static const char *stage_name(struct wiring *w, unsigned stage, unsigned bank)
{
	return parts_name(&w->parts, "of_stage[%u].stage", stage * w->s.banks + bank);
}

static const char *bank_name(struct wiring *w, unsigned bin, unsigned bank)
{
	return parts_name(&w->parts, "of_bin[%u].of_bank[%u].bank", bin, bank);
}

static const char *exit_name(struct wiring *w, unsigned bin)
{
	return parts_name(&w->parts, "of_bin[%u].exit", bin);
}

static const char *bus_name(struct wiring *w, unsigned bin, unsigned bus)
{
	return parts_name(&w->parts, "of_bin[%u].of_bus[%u].bus", bin, bus);
}

/* The net of a port of a part, or some of its bits, once it is declared. */
static const char *port_bits(struct wiring *w, const char *part, const char *port, unsigned low, unsigned width)
{
	char *net = format_string("%s_%s", part, port);

	for (char *c = net; *c != '\0'; c++)
		*c = strchr("[].", *c) ? '_' : *c;
	const char *bits = parts_name(&w->parts, "%s[%u:%u]", net, low + width - 1, low);

	free(net);
	return bits;
}

/* ---- what comes from the parts ------------------------------------------------------------------------------------- */

static void add_free(struct wiring *w)
{
	const struct rotor_shape *s = &w->s;
	static const char *const timer[] = { "clear", "prefer", "rests", "tick", "yields", "stop_tick" };
	static const char *const visits[] = { "visited", "visited_1", "visited_2" };

	for (unsigned i = 0; i < sizeof timer / sizeof *timer; i++)
		wire(w, false, 1, "timer", timer[i]);
	wire(w, false, 16, "timer", "random");
	wire(w, false, s->bin_bits, "timer", "turn");
	for (unsigned i = 0; i < sizeof visits / sizeof *visits; i++)
		wire(w, false, s->banks * s->to_bits, "visits", visits[i]);
	wire(w, false, 1, "visits", "exists");
	wire(w, false, s->places, "visits", "popped");
	for (unsigned g = 0; g < s->groups; g++) {
		const char *source = source_name(w, g), *bank = bank_name(w, g % s->bins, g / s->bins);

		wire(w, false, s->places, source, "ready");
		wire(w, false, w->head, source, "head");
		wire(w, false, w->body, source, "body");
		wire(w, false, 1, bank, "answer");
		wire(w, false, 1, bank, "has");
		wire(w, false, 1, bank, "idle");
		wire(w, false, s->bin_bits + w->body, bank, "word");
	}
	for (unsigned k = 0; k < s->stages * s->banks; k++) {
		const char *stage = stage_name(w, k / s->banks, k % s->banks);

		wire(w, false, s->bins * w->head, stage, "turned_heads");
		wire(w, false, s->bins * w->body, stage, "turned_bodies");
	}
	for (unsigned bin = 0; bin < s->bins; bin++) {
		wire(w, false, s->banks, exit_name(w, bin), "free");
		wire(w, false, s->banks, exit_name(w, bin), "idle");
		wire(w, false, s->banks * (s->bin_bits + s->bank_bits + w->body), exit_name(w, bin), "word");
	}
	for (unsigned g = 0; g < s->groups; g++) {
		const char *bus = bus_name(w, g % s->bins, g / s->bins);

		wire(w, false, 1, bus, "free");
		wire(w, false, s->places * w->payload, bus, "data");
		wire(w, false, s->places * s->label_bits, bus, "source");
		wire(w, false, s->places, bus, "valid");
		wire(w, false, s->places, bus, "dropped");
		wire(w, false, s->label_bits, bus, "lost");
	}
}

/* ---- leaves ---------------------------------------------------------------------------------------------------------- */

/* Where a leaf is: leaf {place, group}, group being {bus, bin}, sends by source `group ^ place`. */
static unsigned place_of(const struct rotor_shape *s, unsigned leaf) { return leaf / s->groups; }
static unsigned group_of(const struct rotor_shape *s, unsigned leaf) { return leaf % s->groups; }

static unsigned source_of(const struct rotor_shape *s, unsigned leaf)
{
	return (group_of(s, leaf) ^ place_of(s, leaf)) % s->groups;
}

static const char *bus_of(struct wiring *w, unsigned leaf)
{
	return bus_name(w, group_of(&w->s, leaf) % w->s.bins, group_of(&w->s, leaf) / w->s.bins);
}

/* Each port of a group's source or bus has, place by place, what its leaves have at `net`, `width` bits each; and where there is
 * no leaf, all bits as `none`. */
static void leaves_drive(struct wiring *w, bool sources, const char *port, const char *net, unsigned width, unsigned none)
{
	const struct rotor_shape *s = &w->s;
	const char **of = allocate_array((size_t)s->groups * s->places, sizeof *of);

	parts_port(&w->parts, false, net, net, s->leaves * width);
	for (unsigned k = 0; k < s->groups * s->places; k++)
		of[k] = parts_name(&w->parts, "{%u{1'b%u}}", width, none);
	for (unsigned leaf = 0; leaf < s->leaves; leaf++) {
		unsigned group = sources ? source_of(s, leaf) : group_of(s, leaf);

		of[group * s->places + place_of(s, leaf)] = parts_name(&w->parts, "%s[%u:%u]", net, leaf * width + width - 1, leaf * width);
	}
	for (unsigned g = 0; g < s->groups; g++)
		is_driven(w, sources ? source_name(w, g) : bus_name(w, g % s->bins, g / s->bins), port, s->places * width,
			  parts_beside(&w->parts, of + g * s->places, s->places));
	free(of);
}

/* Each leaf has at `net` what its source or bus has at the leaf's place of the port; `shared`: at all of the port. */
static void leaves_get(struct wiring *w, bool sources, const char *port, const char *net, unsigned width, bool shared)
{
	const struct rotor_shape *s = &w->s;
	const char **of = allocate_array(s->leaves, sizeof *of);

	for (unsigned leaf = 0; leaf < s->leaves; leaf++)
		of[leaf] = port_bits(w, sources ? source_name(w, source_of(s, leaf)) : bus_of(w, leaf), port,
				     shared ? 0 : place_of(s, leaf) * width, width);
	parts_port(&w->parts, true, net, net, s->leaves * width);
	parts_same_later(&w->parts, parts_name(&w->parts, "`%s` is what it should be", net), s->leaves * width,
			 parts_beside(&w->parts, of, s->leaves), 0, net);
	free(of);
}

static void add_leaves(struct wiring *w)
{
	leaves_drive(w, true, "data", "s_axis_tdata", w->payload, 0);
	leaves_drive(w, true, "destination", "s_axis_tdest", w->s.label_bits, 0);
	leaves_drive(w, true, "valid", "s_axis_tvalid", 1, 0);
	leaves_drive(w, false, "ready", "m_axis_tready", 1, 1);
	leaves_get(w, true, "ready", "s_axis_tready", 1, false);
	leaves_get(w, false, "data", "m_axis_tdata", w->payload, false);
	leaves_get(w, false, "source", "m_axis_tuser", w->s.label_bits, false);
	leaves_get(w, false, "valid", "m_axis_tvalid", 1, false);
	leaves_get(w, false, "dropped", "m_axis_dropped", 1, false);
	leaves_get(w, false, "lost", "m_axis_lost", w->s.label_bits, true);
}

/* ---- the switch, the banks and their answers ------------------------------------------------------------------------- */

/* The same port of the parts of all bins that share a rotor, side by side. */
static const char *of_bins(struct wiring *w, bool sources, unsigned bank, const char *port, unsigned width)
{
	const char *of[MOST_BINS];

	for (unsigned bin = 0; bin < w->s.bins; bin++)
		of[bin] = port_bits(w, sources ? source_name(w, bank * w->s.bins + bin) : bank_name(w, bin, bank), port, 0, width);
	return parts_beside(&w->parts, of, w->s.bins);
}

/* Heads, or bodies, go from the sources of a bank through all stages to the banks. */
static void add_turns(struct wiring *w, unsigned bank, const char *of_source, const char *in, const char *out, unsigned width)
{
	const struct rotor_shape *s = &w->s;

	for (unsigned k = 0; k < s->stages; k++)
		is_driven(w, stage_name(w, k, bank), in, s->bins * width,
			  k == 0 ? of_bins(w, true, bank, of_source, width)
				 : port_bits(w, stage_name(w, k - 1, bank), out, 0, s->bins * width));
	for (unsigned bin = 0; bin < s->bins; bin++)
		is_driven(w, bank_name(w, bin, bank), of_source, width,
			  port_bits(w, stage_name(w, s->stages - 1, bank), out, bin * width, width));
}

static void add_switch(struct wiring *w)
{
	const struct rotor_shape *s = &w->s;

	for (unsigned bank = 0; bank < s->banks; bank++) {
		add_turns(w, bank, "head", "heads", "turned_heads", w->head);
		add_turns(w, bank, "body", "bodies", "turned_bodies", w->body);
	}
	for (unsigned g = 0; g < s->groups; g++)
		is_driven(w, source_name(w, g), "answers", s->bins, of_bins(w, false, g / s->bins, "answer", 1));
}

/* ---- a bin: banks, exit, buses ----------------------------------------------------------------------------------------- */

/* A port of the banks, or buses, of a bin, side by side. */
static const char *of_banks(struct wiring *w, bool buses, unsigned bin, const char *port, unsigned width)
{
	const char *of[2];

	for (unsigned k = 0; k < w->s.banks; k++)
		of[k] = port_bits(w, buses ? bus_name(w, bin, k) : bank_name(w, bin, k), port, 0, width);
	return parts_beside(&w->parts, of, w->s.banks);
}

static void add_bin(struct wiring *w, unsigned bin)
{
	const struct rotor_shape *s = &w->s;
	const char *exit = exit_name(w, bin);
	unsigned word = s->bin_bits + s->bank_bits + w->body;

	is_driven(w, exit, "visited", s->to_bits, port_bits(w, "visits", "visited", 0, s->to_bits));
	is_driven(w, exit, "visited_1", s->to_bits, port_bits(w, "visits", "visited_1", 0, s->to_bits));
	is_driven(w, exit, "frees", s->banks, of_banks(w, true, bin, "free", 1));
	is_driven(w, exit, "has", s->banks, of_banks(w, false, bin, "has", 1));
	is_driven(w, exit, "idles", s->banks, of_banks(w, false, bin, "idle", 1));
	is_driven(w, exit, "words", s->banks * (s->bin_bits + w->body), of_banks(w, false, bin, "word", s->bin_bits + w->body));
	for (unsigned k = 0; k < s->banks; k++) {
		const char *bus = bus_name(w, bin, k), *bank = bank_name(w, bin, k);

		is_driven(w, bank, "visited", s->to_bits, port_bits(w, "visits", "visited", k * s->to_bits, s->to_bits));
		is_driven(w, bank, "visited_1", s->to_bits, port_bits(w, "visits", "visited_1", k * s->to_bits, s->to_bits));
		is_driven(w, bank, "visited_2", s->to_bits, port_bits(w, "visits", "visited_2", k * s->to_bits, s->to_bits));
		is_driven(w, bank, "free", 1, port_bits(w, exit, "free", k, 1));
		/* All banks visit the same place: rotor_rounds.v. */
		is_driven(w, bus, "visited", s->place_bits, port_bits(w, "visits", "visited", s->bank_bits, s->place_bits));
		is_driven(w, bus, "popped", s->places, port_bits(w, "visits", "popped", 0, s->places));
		is_driven(w, bus, "idle", 1, port_bits(w, exit, "idle", k, 1));
		is_driven(w, bus, "word", word, port_bits(w, exit, "word", k * word, word));
	}
}

/* ---- the timer, the clock and the reset ---------------------------------------------------------------------------------- */

/* What a part hears that all parts of its kind hear alike. */
static void hears(struct wiring *w, const char *part, const char *const *ports)
{
	is_driven(w, part, "clk", 1, "clk");
	for (; *ports; ports += 2)
		is_driven(w, part, ports[0], 1, ports[1]);
}

static void add_timer(struct wiring *w)
{
	static const char *const timer[] = { "rst", "rst", NULL };
	static const char *const source[] = { "rst", "rst", "clear", "timer_clear", "prefer", "timer_prefer", "rests", "timer_rests",
					      "tick", "timer_tick", NULL };
	static const char *const stage[] = { "rst", "rst", NULL }, *const bank[] = { "clear", "timer_clear", "exists", "visits_exists", NULL };
	static const char *const visits[] = { "rst", "rst", "clear", "timer_clear", NULL };
	static const char *const exit[] = { "clear", "timer_clear", "yields", "timer_yields", NULL };
	static const char *const bus[] = { "clear", "timer_clear", "tick", "timer_stop_tick", NULL };
	const struct rotor_shape *s = &w->s;

	parts_clock(&w->parts, false);
	parts_port(&w->parts, false, "rst", "rst", 1);
	hears(w, "timer", timer);
	hears(w, "visits", visits);
	for (unsigned g = 0; g < s->groups; g++) {
		hears(w, source_name(w, g), source);
		hears(w, bank_name(w, g % s->bins, g / s->bins), bank);
		is_driven(w, source_name(w, g), "turn", s->bin_bits, "timer_turn");
		is_driven(w, bank_name(w, g % s->bins, g / s->bins), "turn", s->bin_bits, "timer_turn");
		hears(w, bus_name(w, g % s->bins, g / s->bins), bus);
	}
	for (unsigned k = 0; k < s->stages * s->banks; k++)
		hears(w, stage_name(w, k / s->banks, k % s->banks), stage);
	for (unsigned bin = 0; bin < s->bins; bin++)
		hears(w, exit_name(w, bin), exit);
}

void rotor_prove_wires(struct proofs *list, const struct network *net)
{
	static const char *const cut[] = { "rotor_timer", "rotor_visits", "rotor_source", "rotor_turn", "rotor_bank", "rotor_exit", "rotor_bus", NULL };
	struct wiring w = { .s = rotor_shape(net->spec), .payload = net->spec->payload_bits };
	struct circuit c = circuit_of(list, "rotor");
	struct instance rotor = { .module = (char []){ "rotor" } };

	w.head = w.s.to_bits + 1;
	w.body = w.s.place_bits + w.payload;
	rotor_set(net->spec, &rotor);
	free(c.subject);
	c.subject = copy_string("parts");
	c.parameters = parameter_options(&rotor, NULL);
	/* Each wire is compared once. */
	c.cells = (unsigned long)w.s.leaves * w.payload;
	for (const char *const *name = cut; *name; name++)
		circuit_cuts_derived(&c, *name);
	add_free(&w);
	add_leaves(&w);
	add_switch(&w);
	for (unsigned bin = 0; bin < w.s.bins; bin++)
		add_bin(&w, bin);
	add_timer(&w);
	parts_prove(list, &c, "wires", "all parts", "each part hears what it should, of the parts and leaves that it should",
		    &w.parts);
	circuit_free(&c);
	free(rotor.parameter);
}
