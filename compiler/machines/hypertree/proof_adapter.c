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

/* A monitor of an adapter. A list of names has a space behind each. */
struct adapter_monitor {
	const char *name, *claim;
	const char *free;		/* its inputs that are free in every clock */
	const char *loose;		/* the adapter's: likewise */
	const char *wires;		/* its other ports */
	const char *registers;		/* of the adapter, that are its ports too: of what it is made of by "instance.name" */
	const char *sequences;		/* of the adapter's packet_sequences: likewise */
	const char *rams;		/* of the adapter: likewise, as vectors */
	const char *connections;	/* of further ports of the adapter; or NULL */
	const char *follows;		/* a number whose path is the monitor's port; or NULL */
	bool hears_soon;		/* it has the port `soon`: the reset, a clock early */
	unsigned parts;			/* of the claim */
};

static const struct adapter_monitor adapter_monitors[] = {
	{ .name = "sends", .claim = "a word is sent until accepted, with its sequence bit, never twice at once",
	  .free = "any_purge any_comes any_answer any_offer any_lane any_data any_goal any_dest any_row any_word ",
	  .loose = "any_dead dead wraps room_in m_axis_tready ",
	  .wires = "data_in word dest offer ready goal goal_path slot ",
	  .registers = "enters_word word_destination pick due used late taking new_word old_word payload answer_comes word_comes "
		       "path_now kept newest ",
	  .sequences = "found from swept is_open said gives_bit bits words ", .rams = "slots ",
	  .connections = ".s_axis_tdata(word), .s_axis_tdest(dest), .s_axis_tvalid(offer), .s_axis_tready(ready)",
	  .follows = "goal", .parts = 8 },
	{ .name = "takes", .claim = "a word is taken once, in order, if there is room, and its answer says so",
	  .free = "any_purge any_comes any_answer any_read any_data any_source any_row ",
	  .loose = "any_dead dead wraps room_in s_axis_tdata s_axis_tdest s_axis_tvalid ",
	  .wires = "shows shown shown_source ",
	  .registers = "word_comes answer_comes coming waiting word_ends accepted source come newest ",
	  .sequences = "found from swept is_open sent_bit bits ", .rams = "",
	  .connections = ".m_axis_tdata(shown), .m_axis_tuser(shown_source), .m_axis_tvalid(shows), .m_axis_tready(any_read)",
	  .hears_soon = true, .parts = 8 },
	{ .name = "replies", .claim = "each word that has come is answered once, in order",
	  .free = "any_purge any_comes any_answer room_in dead any_data any_spot ",
	  .loose = "any_dead dead wraps room_in s_axis_tdata s_axis_tdest s_axis_tvalid m_axis_tready ",
	  .wires = "data_in owner owner_path ",
	  .registers = "enters_word enters_answer has_answered new_word old_word payload accepts_now word_ends word_comes "
		       "accepted answers.some answer_waits source answers.oldest newest path_now answers.read answer ",
	  .sequences = "swept is_open gives_bit ", .rams = "answers.queue ",
	  .follows = "owner", .parts = 6 },
};

enum { SEQUENCE_PLACES = 128, ANSWER_PLACES = 128 };

/* Widths of wires that have more than one bit: L lanes, with numbers of N bits, P payload bits in Y bytes, R bits of a row,
 * B bits of a place in a slot, W sequence bits of a node and where its word is. */
static const struct {
	const char *name, *width;
} widths[] = {
	{ "any_lane", "L" }, { "any_data", "8" }, { "any_goal", "7" }, { "any_dest", "7" }, { "any_row", "4" },
	{ "any_word", "P" }, { "s_axis_tdata", "P" }, { "s_axis_tdest", "7" }, { "any_source", "7" },
	{ "any_spot", "7" }, { "row", "R" }, { "write_row", "R" }, { "data_in", "8" }, { "data_out", "8" },
	{ "word", "P" }, { "dest", "7" }, { "goal", "7" }, { "goal_path", "7" }, { "owner", "7" },
	{ "owner_path", "7" }, { "shown", "P" }, { "shown_source", "7" }, { "word_destination", "7" },
	{ "pick", "N" }, { "due", "L" }, { "used", "L" }, { "late", "L" }, { "slot", "N" }, { "words", "8*L" },
	{ "path_now", "7" }, { "kept", "8" }, { "newest", "7" }, { "oldest", "7" },
	{ "source", "7" }, { "come", "8*Y+8" }, { "read", "8" }, { "answer", "8" }, { "found", "W" },
	{ "from", "7" }, { "bits", "128*W" }, { "slots", "8*L<<B" }, { "queue", "1024" },
};

static const char *width_of(const char *name, int length)
{
	for (size_t k = 0; k < sizeof(widths) / sizeof(widths[0]); k++)
		if (strlen(widths[k].name) == (size_t)length && strncmp(widths[k].name, name, (size_t)length) == 0)
			return widths[k].width;
	return "1";
}

#define SEQUENCES "purged.sequences."	/* the instance of packet_sequences */
#define FOR_NAMES(name, list) \
	for (const char *name = (list); *name; name = strchr(name, ' ') + 1)

static int name_length(const char *name)
{
	return (int)strcspn(name, " ");
}

/* The name of the monitor's port: without the instance. */
static const char *port_name(const char *name)
{
	size_t instance = strcspn(name, ". ");

	return name[instance] == '.' ? name + instance + 1 : name;
}

/* `name` ends, as all names of lists, with a space or a zero. */
static bool has_name(const char *names, const char *name)
{
	FOR_NAMES(n, names)
		if (name_length(n) == name_length(name) && strncmp(n, name, (size_t)name_length(n)) == 0)
			return true;
	return false;
}

/* Declares a wire, or an input, of the name. */
static void declare_name(struct text *t, const char *name, const char *before, const char *behind)
{
	name = port_name(name);
	int length = name_length(name);

	text_print(t, "    %s [(%s)-1:0] %.*s%s\n", before, width_of(name, length), length, name, behind);
}

static void declare_names(struct text *t, const char *names, const char *before, const char *behind)
{
	FOR_NAMES(name, names)
		declare_name(t, name, before, behind);
}

/* Connects each of the names, of the adapter or else of the monitor, to the wire of its name. */
static void connect_names(struct text *t, const char *names, bool of_adapter)
{
	FOR_NAMES(name, names) {
		const char *wire = port_name(name), *port = of_adapter ? name : wire;

		text_print(t, ",\n        .\\%.*s (%.*s)", name_length(port), port, name_length(wire), wire);
	}
}

/* Connects the registers that a RAM is made of to their bits of one vector. */
static void connect_ram(struct text *t, const char *ram, const char *vector, unsigned places, unsigned width)
{
	for (unsigned k = 0; k < places; k++)
		text_print(t, ",\n        .\\%s[%u] (%s[%u:%u])", ram, k, vector, width * (k + 1) - 1, width * k);
}

/* Bits that an adapter has of each node, as WIDTH of packet_leaf_acknowledged.v: two sequence bits; with several lanes
 * also whether a slot has a word for the node, and the number of the slot. */
static unsigned node_bits(unsigned long lanes)
{
	unsigned number_bits = lanes > 2 ? 2 : 1;

	return lanes == 1 ? 2 : 2 + 1 + number_bits;
}

static const char strobes[] = "silent row write_row first head third look last data_out ";

/* Module `proof`: the adapter with its registers in view, and the monitor. */
static struct text adapter_with_monitor(const struct proving *p, const struct instance *i, const struct adapter_monitor *m,
					const char *module)
{
	unsigned long lanes = part_parameter(i, "LANES"), bits = part_parameter(i, "PAYLOAD_BITS");
	unsigned bytes = (unsigned)(bits + BYTE - 1) / BYTE, place_bits = bytes == 1 ? 1 : digit_bits(bytes);
	struct text t = { 0 };

	text_print(&t, "`default_nettype none\n\nmodule proof #(\n    parameter L = %lu, P = %lu, Y = %u, R = %lu, B = %u, N = %u, W = %u\n) (\n"
		       "    input  wire clk, soon,\n", lanes, bits, bytes, part_parameter(i, "ROW_BITS"), place_bits,
		   lanes > 2 ? 2 : 1, node_bits(lanes));
	declare_names(&t, m->free, "input  wire", ",");
	FOR_NAMES(name, m->loose)
		if (!has_name(m->free, name))
			declare_name(&t, name, "input  wire", ",");
	text_print(&t, "    output wire ok,\n    output wire [%u:0] parts,\n    output wire [6:0] clock_shown\n);\n", m->parts - 1);
	declare_names(&t, strobes, "wire", ";");
	declare_names(&t, m->wires, "wire", ";");
	declare_names(&t, m->registers, "wire", ";");
	declare_names(&t, m->sequences, "wire", ";");
	declare_names(&t, m->rams, "wire", ";");
	if (has_name(m->wires, "slot") && lanes == 1)
		text_print(&t, "    assign slot = 1'b0;\n");

	text_print(&t, "    reg rst;\n    always @(posedge clk)\n        rst <= soon;\n");
	text_print(&t, "\n    %s dut (\n        .clk(clk), .rst(soon), .restart(rst), .address(7'd1), .nodes(7'd%u), .silent(silent), .row(row), "
		       ".write_row(write_row),\n        .first(first), .head(head), .third(third), .look(look), .last(last), "
		       ".data_out(data_out)%s%s", module, p->h->nodes, m->connections ? ",\n        " : "",
		   m->connections ? m->connections : "");
	connect_names(&t, m->loose, true);
	if (has_name(m->wires, "data_in"))
		connect_names(&t, "data_in ", true);
	connect_names(&t, m->registers, true);
	if (has_name(m->wires, "slot") && lanes > 1)
		connect_names(&t, "slot ", true);
	FOR_NAMES(name, m->sequences)
		if (strncmp(name, "bits ", 5) == 0)
			connect_ram(&t, SEQUENCES "bits", "bits", SEQUENCE_PLACES, node_bits(lanes));
		else if (strncmp(name, "words ", 6) == 0)
			connect_ram(&t, SEQUENCES "words", "words", (unsigned)lanes, BYTE);
		else
			text_print(&t, ",\n        .\\" SEQUENCES "%.*s (%.*s)", name_length(name), name, name_length(name), name);
	if (has_name(m->rams, "slots"))
		connect_ram(&t, "slots", "slots", (unsigned)lanes << place_bits, BYTE);
	if (has_name(m->rams, "answers.queue"))
		connect_ram(&t, "answers.queue", "queue", ANSWER_PLACES, BYTE);
	text_print(&t, "\n    );\n");
	if (m->follows)
		text_print(&t, "    %s_packet_path path (.number(%s), .path(%s_path));\n", p->list->prefix, m->follows, m->follows);

	text_print(&t, "    %s #(\n        .PAYLOAD_BITS(P), .SEQUENCE(1), .FRAME(%u), .ROW_BITS(R), .LANES(L), .NODES(%u), "
		       ".BYTE_BITS(B)\n    ) watch (\n        .clk(clk), .rst(rst)%s", m->name, hypertree_frame(p->h, (unsigned)bits), p->h->nodes,
		   m->hears_soon ? ", .soon(soon)" : "");
	connect_names(&t, m->free, false);
	connect_names(&t, strobes, false);
	connect_names(&t, m->wires, false);
	connect_names(&t, m->registers, false);
	connect_names(&t, m->sequences, false);
	connect_names(&t, m->rams, false);
	text_print(&t, ",\n        .ok(ok), .parts(parts), .clock_shown(clock_shown)\n    );\nendmodule\n\n`default_nettype wire\n");
	return t;
}

/* Adds a pattern for each of the names. */
static unsigned expose_names(struct run *run, unsigned count, const char *names, const char *before, const char *behind)
{
	FOR_NAMES(name, names)
		run->expose[count++] = format_string("%s%.*s%s", before, name_length(name), name,
						     has_name("bits words ", name) ? "\\[*\\]" : behind);
	return count;
}

static void prove_adapter(const struct proving *p, const struct adapter_monitor *m)
{
	const struct instance *i = proved_part(p, 0, "adapter");
	struct circuit c;

	if (!begin_part(p, i, "adapter", m->name, &c))
		return;
	struct text verilog = adapter_with_monitor(p, i, m, c.module);
	struct run run = { .monitor = m->name, .steps = 3, .skip = 2 };
	unsigned count = expose_names(&run, 0, m->registers, "", "");

	circuit_reads_parts(&c, i->module, NULL);
	if (has_name(m->wires, "slot") && part_parameter(i, "LANES") > 1)
		count = expose_names(&run, count, "slot ", "", "");
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
