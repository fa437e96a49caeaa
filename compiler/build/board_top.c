/* board_top.c: prints the top module of a bitstream. */
#include "build/board_top.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/message.h"
#include "util/paths.h"

enum { PHASE_BITS = 20, TEMPLATE_LIMIT = 1 << 20, LONGEST_NAME = 32, LONGEST_LINE = 128 };

static const char *const common_templates[] = {
	"power_on_reset", "self_test_judge", "self_test_control", "self_test_report", "uart_transmitter", "reduce_tree", "accumulator",
	NULL
};
static const char *const tree_templates[] = { "self_test_tree", "self_test_leaf", NULL };
static const char *const sorter_templates[] = { "self_test_sorter", "self_test_span", NULL };

char *board_top_name(const struct network *net)
{
	return format_string("%s_board", net->spec->name);
}

static bool is_sorter(const struct board_top *top)
{
	return top->net->spec->network == NETWORK_SORTER;
}

static unsigned bits_for(unsigned long value)
{
	unsigned bits = 0;

	while (value >> bits)
		bits++;
	return bits;
}

/* Messages of all leaves in a round; for a sorter, sets of words. */
static unsigned long expected(const struct board_top *top)
{
	unsigned long each = (1ul << top->step_bits) - 1;

	return is_sorter(top) ? each : each * top->net->spec->leaves;
}

/* Bits of a count: whole hexadecimal digits, and the top bit is never needed. */
static unsigned count_bits(const struct board_top *top)
{
	return (bits_for(expected(top)) + 1 + 3) / 4 * 4;
}

/* While messages are under way at least one of them is delivered in every frame slot, for no switch loses all. Eight
 * slots without an event, and the time an event takes past all leaves, mean that there are none. */
static unsigned quiet_bits(const struct board_top *top)
{
	const struct spec *spec = top->net->spec;
	unsigned long slot = is_sorter(top)
		? top->net->sorter->latency + spec->key_bits + spec->payload_bits + 64
		: 2ul * (top->net->latency + top->net->route_bits) + spec->payload_bits + 4 * top->net->label_bits + 128;

	return bits_for(8 * slot + 4ul * spec->leaves);
}

/* One line of the report, as the items of a Verilog concatenation; *length: characters. */
static void print_line(const struct board_top *top, const char *verdict, struct text *out, unsigned *length)
{
	static const char *const labels[] = { " round ", " sent ", " delivered ", " wrong " };
	unsigned digits[] = { 4, count_bits(top) / 4, count_bits(top) / 4, count_bits(top) / 4 }, digit = 0;
	char digest[17];

	spec_digest(top->net->spec, digest);
	text_print(out, "{\"%.*s %s", LONGEST_NAME, top->net->spec->name, digest);
	*length = (unsigned)out->length - 2;
	for (unsigned i = 0; i < 4; i++) {
		text_print(out, "%s\"", labels[i]);
		*length += (unsigned)strlen(labels[i]) + digits[i];
		for (unsigned d = 0; d < digits[i]; d++)
			text_print(out, ", 8'h%x", 0x80 + digit++);
		text_add(out, ", \"");
	}
	text_print(out, " %s\", 16'h0d0a}", verdict);
	*length += 1 + (unsigned)strlen(verdict) + 2;
}

static const struct module *network_module(const struct board_top *top)
{
	return top->design->module[top->design->module_count - 1];
}

/* Is this port of the network joined to the self test, under its own name? */
static bool is_tested(const struct net *port)
{
	static const char *const tested[] = {
		"s_axis_tdata", "s_axis_tdest", "s_axis_tvalid", "s_axis_tready",
		"m_axis_tdata", "m_axis_tuser", "m_axis_tvalid", "m_axis_tready",
		"start", "in", "out_start", "out",
	};

	for (unsigned i = 0; i < sizeof tested / sizeof *tested; i++)
		if (strcmp(port->name, tested[i]) == 0)
			return true;
	return false;
}

static bool is_port(const struct net *net)
{
	return net->direction != PORT_NONE;
}

static bool is_clock_or_reset(const struct net *port)
{
	return strcmp(port->name, "clk") == 0 || strcmp(port->name, "rst") == 0;
}

/* Wires between the network and the self test, by the ports of the network. */
static void print_wires(const struct board_top *top, struct text *out)
{
	const struct module *m = network_module(top);

	for (size_t i = 0; i < m->net_count; i++) {
		if (!is_port(&m->net[i]) || !is_tested(&m->net[i]))
			continue;
		if (m->net[i].width > 1)
			text_print(out, "    wire [%u:0] %s;\n", m->net[i].width - 1, m->net[i].name);
		else
			text_print(out, "    wire %s;\n", m->net[i].name);
	}
}

/* The network: what the self test does not speak to (the root channel, probes) is held at 0 or left open. */
static void print_network(const struct board_top *top, struct text *out)
{
	const struct module *m = network_module(top);

	text_print(out, "\n    %s network (\n        .clk(clk),\n        .rst(rst)", top->net->spec->name);
	for (size_t i = 0; i < m->net_count; i++) {
		const struct net *port = &m->net[i];

		if (!is_port(port) || is_clock_or_reset(port))
			continue;
		if (is_tested(port))
			text_print(out, ",\n        .%s(%s)", port->name, port->name);
		else if (port->direction == PORT_INPUT)
			text_print(out, ",\n        .%s(%u'd0)", port->name, port->width);
		else
			text_print(out, ",\n        .%s()", port->name);
	}
	text_add(out, "\n    );\n");
}

static void print_parameter(struct text *out, const char *name, unsigned long value)
{
	text_print(out, "        .%s(%lu),\n", name, value);
}

/* Labels of a tree in which a digit has a number of values that is no power of two. */
static void print_labels(const struct board_top *top, struct text *out)
{
	const struct network *net = top->net;
	const struct spec *spec = net->spec;
	unsigned long tops = 0;
	unsigned at = 0;

	for (unsigned l = 1; l <= net->levels; l++) {
		at += digit_bits(spec->children[l]);
		if (spec->children[l] > 1)
			tops |= 1ul << (at - 1);
	}
	print_parameter(out, "GAPS", 1);
	text_print(out, "        .LABELS({");
	for (unsigned i = spec->leaves; i > 0; i--)
		text_print(out, "%u'd%u%s", net->label_bits, network_label(net, i - 1), i > 1 ? ", " : "}),\n");
	print_parameter(out, "LAST", network_label(net, spec->leaves - 1));
	print_parameter(out, "TOPS", tops);
}

static void print_kind_parameters(const struct board_top *top, struct text *out)
{
	const struct spec *spec = top->net->spec;

	if (is_sorter(top)) {
		print_parameter(out, "WIRES", spec->wires);
		print_parameter(out, "WORD", spec->key_bits + spec->payload_bits);
	} else {
		print_parameter(out, "LEAVES", spec->leaves);
		print_parameter(out, "LABEL_BITS", top->net->label_bits);
		if (spec->height > 0 && network_label(top->net, spec->leaves - 1) != spec->leaves - 1)
			print_labels(top, out);
		print_parameter(out, "DEST_BITS", network_tdest_bits(top->net));
		print_parameter(out, "PAYLOAD", spec->payload_bits);
	}
}

/* What the self test sees of a port: of m_axis_tuser not the groups, as it sends to none. */
static void print_tested(const struct board_top *top, const struct net *port, struct text *out)
{
	unsigned group = network_group_bits(top->net->spec), source = network_tdest_bits(top->net);

	if (is_sorter(top) || group == 0 || strcmp(port->name, "m_axis_tuser") != 0) {
		text_print(out, "        .%s(%s),\n", port->name, port->name);
		return;
	}
	text_print(out, "        .%s({", port->name);
	for (unsigned i = top->net->spec->leaves; i-- > 0;)
		text_print(out, "%s[%u +: %u]%s", port->name, i * (source + group), source, i > 0 ? ", " : "}),\n");
}

static void print_self_test(const struct board_top *top, struct text *out)
{
	const struct module *m = network_module(top);
	struct text good = {0}, bad = {0};
	unsigned length;

	print_line(top, "passed", &good, &length);
	print_line(top, "failed", &bad, &length);
	text_print(out, "\n    self_test_%s #(\n", is_sorter(top) ? "sorter" : "tree");
	print_kind_parameters(top, out);
	print_parameter(out, "STEP_BITS", top->step_bits);
	print_parameter(out, "COUNT_BITS", count_bits(top));
	print_parameter(out, "QUIET_BITS", quiet_bits(top));
	print_parameter(out, "LENGTH", length);
	text_print(out, "        .LINE_GOOD(%s),\n        .LINE_BAD(%s),\n", good.bytes, bad.bytes);
	print_parameter(out, "PHASE_BITS", PHASE_BITS);
	text_print(out, "        .STEP(%.0f)         // %u baud\n    ) self_test (\n"
		   "        .clk(clk),\n        .rst(rst),\n",
		   round(ldexp(top->baud / (top->pll->output_mhz * 1e6), PHASE_BITS)), top->baud);
	for (size_t i = 0; i < m->net_count; i++)
		if (is_port(&m->net[i]) && is_tested(&m->net[i]))
			print_tested(top, &m->net[i], out);
	text_add(out, "        .running(running),\n        .passed(passed),\n        .failed(failed),\n"
		 "        .tx(tx)\n    );\n\n");
	text_free(&good);
	text_free(&bad);
}

/* One output port; the comma of the port before it is printed here. */
static void print_output(struct text *out, const char *prefix, const char *name)
{
	text_print(out, ",\n    output wire %s%s", prefix, name);
}

static void print_ports(const struct board_top *top, struct text *out)
{
	const struct board *b = top->board;

	text_add(out, "    input  wire clk_pin");
	for (unsigned i = 0; i < b->drive_high.count; i++)
		print_output(out, "", b->drive_high.items[i].text);
	for (unsigned i = 0; i < b->drive_low.count; i++)
		print_output(out, "", b->drive_low.items[i].text);
	for (unsigned i = 0; i < LED_COUNT; i++)
		if (b->led[i])
			print_output(out, "led_", board_led_names[i]);
	if (b->uart)
		print_output(out, "", "uart_tx");
	text_add(out, "\n");
}

/* Lights and line, with the board's polarity. `status` is for boards with a single light: steady for passed,
 * blinking for failed. */
static void print_outputs(const struct board_top *top, struct text *out)
{
	static const char *const signals[LED_COUNT] = {
		"running", "passed", "failed", "(passed || (failed && running))"
	};
	const struct board *b = top->board;

	for (unsigned i = 0; i < LED_COUNT; i++)
		if (b->led[i])
			text_print(out, "    assign led_%s = %s%s;\n", board_led_names[i], b->led_on_low ? "!" : "",
				   signals[i]);
	if (b->uart)
		text_add(out, "    assign uart_tx = tx;\n");
	for (unsigned i = 0; i < b->drive_high.count; i++)
		text_print(out, "    assign %s = 1'b1;\n", b->drive_high.items[i].text);
	for (unsigned i = 0; i < b->drive_low.count; i++)
		text_print(out, "    assign %s = 1'b0;\n", b->drive_low.items[i].text);
}

static void print_header(const struct board_top *top, const char *name, struct text *out)
{
	char digest[17];

	spec_digest(top->net->spec, digest);
	text_print(out, "// %s.v: the network %s with its self test, for %s.\n"
		   "// Generated by ftc %s, do not edit. Made by:\n//     %s\n// Parameters' digest: %s\n"
		   "//\n"
		   "// clk_pin (%g MHz) --> clk (%g MHz); the network's ports that are not tested are held at 0 or open.\n"
		   "// After each round one line on uart_tx (%u baud, 8N1) tells its number, the messages sent, delivered\n"
		   "// and wrong (all hexadecimal), and the verdict.\n"
		   "//\n"
		   "// This file and all others that ftc writes belong to whoever ran ftc: no licence of ftc's authors\n"
		   "// applies to them.\n",
		   name, top->net->spec->name, top->board->title, FTC_VERSION, top->invocation, digest,
		   top->pll->input_mhz, top->pll->output_mhz, top->baud);
}

static void print_top(const struct board_top *top, struct text *out)
{
	char *name = board_top_name(top->net);

	print_header(top, name, out);
	text_print(out, "`default_nettype none\n\nmodule %s (\n", name);
	print_ports(top, out);
	text_add(out, ");\n\n    wire clk;\n    wire locked;\n    wire rst;\n\n");
	pll_print(top->pll, "clk_pin", out);
	text_add(out, "\n    power_on_reset reset (.clk(clk), .locked(locked), .rst(rst));\n\n");
	print_wires(top, out);
	text_add(out, "    wire running;\n    wire passed;\n    wire failed;\n    wire tx;\n");
	print_network(top, out);
	print_self_test(top, out);
	print_outputs(top, out);
	text_add(out, "endmodule\n\n`default_nettype wire\n");
	free(name);
}

static bool add_templates(const char *const *templates, struct output *out)
{
	bool done = true;

	for (; done && *templates; templates++) {
		char *relative = format_string("rtl-templates/%s.v", *templates), *from = data_path(relative);
		char *to = format_string("rtl/%s.v", *templates);
		struct text content = {0};

		done = read_file(from, TEMPLATE_LIMIT, &content);
		if (done)
			output_add(out, to, &content);
		free(relative);
		free(from);
		free(to);
	}
	return done;
}

bool board_top_emit(const struct board_top *top, struct output *out)
{
	struct text verilog = {0};
	char *name = board_top_name(top->net), *path = format_string("rtl/%s.v", name);

	print_top(top, &verilog);
	output_add(out, path, &verilog);
	free(path);
	free(name);
	return add_templates(common_templates, out)
	       && add_templates(is_sorter(top) ? sorter_templates : tree_templates, out);
}
