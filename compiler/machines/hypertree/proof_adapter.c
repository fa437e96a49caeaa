/* proof_adapter.c: proofs of adapters of acknowledged words, with purges.
 *
 *   sends          a word is sent until it is accepted
 *   takes          a word that comes is taken once, and in order
 *   replies        every answer that is owed is sent
 *   exchange       these three suffice: words arrive once and in order, whatever is purged (protocol.c)
 *
 * Each is of an adapter with its registers in view. LEVEL and SYMMETRIC decide bit 3 of byte 0 only, of which no claim speaks:
 * one adapter stands for those of all nodes. */
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "machines/hypertree/proof.h"
#include "prove/wrapper.h"

/* A port of the adapter, and the net of another name that it is connected to. */
struct joined {
	const char *port, *net;
};
enum { MOST_JOINED = 5 };

/* A monitor of an adapter. Spaces part the names of a list. */
struct adapter_monitor {
	const char *name, *claim;
	const char *free;		/* its inputs that are free in every clock */
	const char *loose;		/* the adapter's: likewise */
	const char *wires;		/* its other ports */
	const char *registers;		/* of the adapter, that are its ports too: of what it is made of by "instance.name" */
	const char *sequences;		/* of the adapter's packet_sequences: likewise */
	const char *rams;		/* of the adapter: likewise, as vectors */
	struct joined joined[MOST_JOINED];	/* of further ports of the adapter; the last one NULL */
	const char *follows, *path;	/* a number, and its path, which are the monitor's ports; or NULL */
	bool hears_soon;		/* it has the port `soon`: the reset, a clock early */
	unsigned parts;			/* of the claim */
};

static const struct adapter_monitor adapter_monitors[] = {
	{ .name = "sends", .claim = "a word is sent until accepted, with its sequence bit, never twice at once",
	  .free = "any_purge any_comes any_answer any_offer any_slot any_data any_goal any_dest any_row any_word",
	  .loose = "any_dead dead wraps room_in m_axis_tready",
	  .wires = "data_in word dest offer ready goal goal_path slot",
	  .registers = "enters_word word_destination pick due used late taking new_word old_word payload answer_comes word_comes "
		       "path_now kept newest",
	  .sequences = "found from swept is_open said gives_bit bits words", .rams = "slots",
	  .joined = { { "s_axis_tdata", "word" }, { "s_axis_tdest", "dest" }, { "s_axis_tvalid", "offer" },
		      { "s_axis_tready", "ready" } },
	  .follows = "goal", .path = "goal_path", .parts = 8 },
	{ .name = "takes", .claim = "a word is taken once, in order, if there is room, and its answer says so",
	  .free = "any_purge any_comes any_answer any_read any_data any_source any_row",
	  .loose = "any_dead dead wraps room_in s_axis_tdata s_axis_tdest s_axis_tvalid",
	  .wires = "shows shown shown_source",
	  .registers = "word_comes answer_comes coming waiting word_ends accepted source come newest",
	  .sequences = "found from swept is_open sent_bit bits", .rams = "",
	  .joined = { { "m_axis_tdata", "shown" }, { "m_axis_tuser", "shown_source" }, { "m_axis_tvalid", "shows" },
		      { "m_axis_tready", "any_read" } },
	  .hears_soon = true, .parts = 8 },
	{ .name = "replies", .claim = "each word that has come is answered once, in order",
	  .free = "any_purge any_comes any_answer room_in dead any_data any_spot",
	  .loose = "any_dead dead wraps room_in s_axis_tdata s_axis_tdest s_axis_tvalid m_axis_tready",
	  .wires = "data_in owner owner_path",
	  .registers = "enters_word enters_answer has_answered new_word old_word payload accepts_now word_ends word_comes "
		       "accepted answers.some answer_waits source answers.oldest newest path_now answers.read answer",
	  .sequences = "swept is_open gives_bit", .rams = "answers.queue",
	  .follows = "owner", .path = "owner_path", .parts = 6 },
};

enum { SEQUENCE_PLACES = 128, ANSWER_PLACES = 128 };

#define SEQUENCES "purged.sequences."	/* the instance of packet_sequences */

/* What the adapter's nets have bits for. */
enum adapter_width {
	SLOT_SET_BITS, SLOT_NUMBER_BITS, OCTET_BITS, NODE_NUMBER_BITS, ANY_ROW_BITS, WORD_BITS, CLOCK_ROW_BITS, WORDS_BITS,
	COME_BITS, ONE_NODE_BITS, ALL_NODES_BITS, SLOTS_BITS, ANSWERS_BITS, ADAPTER_WIDTHS
};

/* Of the nets that have more than one bit. */
static const struct {
	enum adapter_width width;
	const char *names;
} widths[] = {
	{ SLOT_SET_BITS, "any_slot due used late" }, { SLOT_NUMBER_BITS, "pick slot" },
	{ OCTET_BITS, "any_data data_in data_out kept read answer" },
	{ NODE_NUMBER_BITS, "any_goal any_dest s_axis_tdest any_source any_spot dest goal goal_path owner owner_path "
	  "shown_source word_destination path_now newest oldest source from" },
	{ ANY_ROW_BITS, "any_row" }, { WORD_BITS, "any_word s_axis_tdata word shown" }, { CLOCK_ROW_BITS, "row write_row" },
	{ WORDS_BITS, "words" }, { COME_BITS, "come" }, { ONE_NODE_BITS, "found" }, { ALL_NODES_BITS, "bits" },
	{ SLOTS_BITS, "slots" }, { ANSWERS_BITS, "queue" },
};

/* The name of the monitor's port: without the instance. */
static const char *port_name(const char *name)
{
	const char *dot = strchr(name, '.');

	return dot ? dot + 1 : name;
}

/* Bits that an adapter has of each node, as WIDTH of packet_leaf_acknowledged.v: two sequence bits; with several slots
 * also whether a slot has a word for the node, and the number of the slot. */
static unsigned node_bits(unsigned long slots)
{
	unsigned number_bits = slots > 2 ? 2 : 1;

	return slots == 1 ? 2 : 2 + 1 + number_bits;
}

static const char strobes[] = "silent row write_row first head third look last data_out";

/* Module `proof` under construction. */
struct wrapping {
	const struct proving *p;
	const struct adapter_monitor *monitor;
	const struct instance *adapter;	/* of the network */
	unsigned slots, payload_bits, place_bits;	/* place_bits: of a byte's place in a slot */
	unsigned width[ADAPTER_WIDTHS];
	struct design *d;
	struct module *m;
};

static struct wrapping wrapping_make(const struct proving *p, const struct instance *adapter,
				     const struct adapter_monitor *monitor)
{
	unsigned slots = (unsigned)part_parameter(adapter, "OUTSTANDING"), bits = (unsigned)part_parameter(adapter, "PAYLOAD_BITS");
	unsigned bytes = (bits + BYTE - 1) / BYTE, place_bits = bytes == 1 ? 1 : digit_bits(bytes);
	struct wrapping w = { .p = p, .monitor = monitor, .adapter = adapter, .slots = slots, .payload_bits = bits,
			      .place_bits = place_bits, .d = wrapper_design(p->d, monitor->name),
			      .width = { [SLOT_SET_BITS] = slots, [SLOT_NUMBER_BITS] = slots > 2 ? 2 : 1, [OCTET_BITS] = BYTE,
					 [NODE_NUMBER_BITS] = PATH_BITS, [ANY_ROW_BITS] = 4, [WORD_BITS] = bits,
					 [CLOCK_ROW_BITS] = (unsigned)part_parameter(adapter, "ROW_BITS"), [WORDS_BITS] = BYTE * slots,
					 [COME_BITS] = BYTE * (bytes + 1), [ONE_NODE_BITS] = node_bits(slots),
					 [ALL_NODES_BITS] = SEQUENCE_PLACES * node_bits(slots), [SLOTS_BITS] = BYTE * slots << place_bits,
					 [ANSWERS_BITS] = ANSWER_PLACES * BYTE } };

	w.m = design_add(w.d, copy_string("proof"), NULL);
	return w;
}

static unsigned width_of(const struct wrapping *w, const char *name)
{
	for (size_t k = 0; k < sizeof(widths) / sizeof(widths[0]); k++)
		if (wrapper_has(widths[k].names, name))
			return w->width[widths[k].width];
	return 1;
}

/* Adds nets for those of the names that have none. */
static void add_named_nets(struct wrapping *w, enum port_direction direction, const char *names)
{
	for (char *name; (name = wrapper_next(&names)); free(name))
		if (module_find(w->m, port_name(name)) < 0)
			module_port(w->m, port_name(name), width_of(w, port_name(name)), direction);
}

/* Connects ports of what the names are of, the monitor or (`inside`, "instance." or "") the adapter, to their nets. */
static void connect_named(struct wrapping *w, struct instance *i, const char *inside, const char *names)
{
	for (char *name; (name = wrapper_next(&names)); free(name))
		instance_connect_named(i, bits_whole(w->m, module_find(w->m, port_name(name))), "%s%s", inside, name);
}

static void connect_monitor(struct wrapping *w, struct instance *i, const char *names)
{
	for (char *name; (name = wrapper_next(&names)); free(name))
		wrapper_connect(w->m, i, port_name(name));
}

static void add_adapter_nets(struct wrapping *w)
{
	const struct adapter_monitor *a = w->monitor;

	wrapper_nets(w->m, PORT_INPUT, 1, "clk soon");
	add_named_nets(w, PORT_INPUT, a->free);
	add_named_nets(w, PORT_INPUT, a->loose);
	wrapper_nets(w->m, PORT_OUTPUT, 1, "ok");
	wrapper_nets(w->m, PORT_OUTPUT, a->parts, "parts");
	wrapper_nets(w->m, PORT_OUTPUT, 7, "clock_shown");
	add_named_nets(w, PORT_NONE, strobes);
	add_named_nets(w, PORT_NONE, a->wires);
	add_named_nets(w, PORT_NONE, a->registers);
	add_named_nets(w, PORT_NONE, a->sequences);
	add_named_nets(w, PORT_NONE, a->rams);
	int rst = module_net(w->m, "rst", 1);

	module_register(w->m, bits_whole(w->m, rst), bits_whole(w->m, module_find(w->m, "soon")), false);
	if (wrapper_has(a->wires, "slot") && w->slots == 1)
		module_assign(w->m, bits_whole(w->m, module_find(w->m, "slot")), expression_of(bits_constant(0, 1)));
}

/* Of packet_sequences: each row of a RAM is a port of its own. */
static void connect_sequences(struct wrapping *w, struct instance *i)
{
	const char *names = w->monitor->sequences;

	for (char *name; (name = wrapper_next(&names)); free(name))
		if (strcmp(name, "bits") == 0)
			wrapper_connect_rows(w->m, i, "bits", node_bits(w->slots), SEQUENCES "bits", "");
		else if (strcmp(name, "words") == 0)
			wrapper_connect_rows(w->m, i, "words", BYTE, SEQUENCES "words", "");
		else
			connect_named(w, i, SEQUENCES, name);
}

/* The circuit, which has its parameters, with its registers in view. */
static void add_adapter(struct wrapping *w)
{
	const struct adapter_monitor *a = w->monitor;
	struct instance *i = module_instance(w->m, w->d, w->adapter->module, 1, "dut");

	wrapper_connect(w->m, i, "clk");
	instance_connect_net(w->m, i, "rst", "soon");
	instance_connect_net(w->m, i, "restart", "rst");
	instance_connect(i, "address", bits_constant(1, PATH_BITS));
	instance_connect(i, "nodes", bits_constant(w->p->h->nodes, PATH_BITS));
	wrapper_connect(w->m, i, strobes);
	for (const struct joined *j = a->joined; j->port; j++)
		instance_connect_net(w->m, i, j->port, j->net);
	connect_named(w, i, "", a->loose);
	if (wrapper_has(a->wires, "data_in"))
		wrapper_connect(w->m, i, "data_in");
	connect_named(w, i, "", a->registers);
	if (wrapper_has(a->wires, "slot") && w->slots > 1)
		wrapper_connect(w->m, i, "slot");
	connect_sequences(w, i);
	if (wrapper_has(a->rams, "slots"))
		wrapper_connect_rows(w->m, i, "slots", BYTE, "slots", "");
	if (wrapper_has(a->rams, "answers.queue"))
		wrapper_connect_rows(w->m, i, "queue", BYTE, "answers.queue", "");
}

static void add_adapter_monitor(struct wrapping *w)
{
	const struct adapter_monitor *a = w->monitor;
	const char *const lists[] = { a->free, strobes, a->wires, a->registers, a->sequences, a->rams };
	struct instance *i = module_instance(w->m, w->d, a->name, 1, "watch");

	PARAMETERS(i, { "PAYLOAD_BITS", w->payload_bits }, { "SEQUENCE", 1 },
		   { "FRAME", hypertree_frame(w->p->h, w->payload_bits) }, { "ROW_BITS", w->width[CLOCK_ROW_BITS] },
		   { "OUTSTANDING", w->slots }, { "NODES", w->p->h->nodes }, { "BYTE_BITS", w->place_bits });
	wrapper_connect(w->m, i, a->hears_soon ? "clk rst soon" : "clk rst");
	for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
		connect_monitor(w, i, lists[k]);
	wrapper_connect(w->m, i, "ok parts clock_shown");
}

/* Module `proof`: the adapter with its registers in view, and the monitor. */
static struct text adapter_with_monitor(const struct proving *p, const struct instance *adapter,
					const struct adapter_monitor *monitor)
{
	struct wrapping w = wrapping_make(p, adapter, monitor);

	add_adapter_nets(&w);
	add_adapter(&w);
	if (monitor->follows) {
		struct instance *path = module_instance(w.m, w.d, "packet_path", 1, "path");

		instance_connect_net(w.m, path, "number", monitor->follows);
		instance_connect_net(w.m, path, "path", monitor->path);
	}
	add_adapter_monitor(&w);
	return wrapper_verilog(w.d, p->list->prefix);
}

/* Adds a pattern for each of the names. */
static unsigned expose_names(struct run *run, unsigned count, const char *names, const char *before, const char *behind)
{
	for (char *name; (name = wrapper_next(&names)); free(name))
		run->expose[count++] = format_string("%s%s%s", before, name, wrapper_has("bits words", name) ? "\\[*\\]" : behind);
	return count;
}

static void prove_adapter(const struct proving *p, const struct adapter_monitor *m)
{
	const struct instance *i = proved_part(p, 0, "adapter");
	struct circuit c;

	if (!begin_part(p, i, "adapter", m->name, &c))
		return;
	struct text verilog = adapter_with_monitor(p, i, m);
	struct run run = { .monitor = m->name, .steps = 3, .skip = 2 };
	unsigned count = expose_names(&run, 0, m->registers, "", "");

	circuit_reads_parts(&c, i->module, NULL);
	if (wrapper_has(m->wires, "slot") && part_parameter(i, "OUTSTANDING") > 1)
		count = expose_names(&run, count, "slot", "", "");
	count = expose_names(&run, count, m->sequences, SEQUENCES, "");
	count = expose_names(&run, count, m->rams, "", "\\[*\\]");
	circuit_watches(p->list, &c, "still");
	circuit_watches(p->list, &c, "beats");
	if (m->follows)
		text_print(&c.monitors, "read_verilog rtl/%s_packet_path.v\n", p->list->prefix);
	struct proof *proof = circuit_prove(p->list, &c, m->name, "adapter of acknowledged words", m->claim, &run, &verilog);

	proof->shown[0] = (struct shown){ "parts", "claims that held" };
	proof->shown[1] = (struct shown){ "clock_shown", "bits of the clock in the frame" };
	for (unsigned k = 0; k < count; k++)
		free((char *)run.expose[k]);
	circuit_free(&c);
}

static void prove_exchange(const struct proving *p)
{
	unsigned states = 0, without = 0;
	char *counterexample, *expected;
	bool holds = hypertree_protocol_holds(true, &states, &counterexample);
	bool wrong = hypertree_protocol_holds(false, &without, &expected);
	char *what = format_string("two adapters and what the network carries between them: %u states", states);

	prove_by_search(p->list, "exchange", "adapters", what, "each word is taken once, in order, despite losses and purges", holds,
			counterexample, wrong);
	free(expected);
	free(what);
}

void prove_adapters(const struct proving *p)
{
	for (size_t k = 0; k < sizeof(adapter_monitors) / sizeof(adapter_monitors[0]); k++)
		prove_adapter(p, &adapter_monitors[k]);
	prove_exchange(p);
}
