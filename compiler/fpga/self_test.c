/* self_test.c: the application that tests its network, round after round, and tells of each on its serial line.
 *
 * Everything in it that thinks is in rtl-templates/self_test_*.v. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machines/off-line/playback.h"
#include "fpga/application.h"
#include "fpga/board_top.h"
#include "fpga/self_test.h"
#include "schedule/schedule.h"
#include "machines/off-line/settings.h"
#include "util/message.h"

enum { PHASE_BITS = 20, LONGEST_NAME = 32 };

static bool is_sorter(const struct board_top *top)
{
	return top->net->spec->network == NETWORK_SORTER;
}

static bool is_player(const struct board_top *top)
{
	return top->net->spec->switching == SWITCHING_OFF_LINE;
}

static unsigned bits_for(unsigned long value)
{
	unsigned bits = 0;

	while (value >> bits)
		bits++;
	return bits;
}

/* Messages of all leaves in a round; for a sorter, sets of words; of a schedule, delivery cycles, none of which is empty. */
static unsigned long expected(const struct board_top *top)
{
	unsigned long each = (1ul << top->step_bits) - 1;

	if (is_player(top))
		return top->net->schedule->schedule.cycles;
	return is_sorter(top) ? each : each * top->net->spec->leaves;
}

/* Bits of a count: whole hexadecimal digits, and the top bit is never needed. */
static unsigned count_bits(const struct board_top *top)
{
	return (bits_for(expected(top)) + 1 + 3) / 4 * 4;
}

/* Clocks of a frame slot, rather too many: while messages are under way at least one of them is delivered in each, for no
 * switch loses all. */
static unsigned long frame_slot(const struct board_top *top)
{
	const struct spec *spec = top->net->spec;

	if (is_player(top))
		return playback_plan(top->net).period;
	if (is_sorter(top))
		return top->net->sorter->latency + spec->key_bits + spec->payload_bits + 64;
	return 2ul * (top->net->latency + top->net->route_bits) + spec->payload_bits + 4 * top->net->label_bits + 128;
}

/* Eight slots without an event, and the time an event takes past all leaves, mean that there are none. */
static unsigned quiet_bits(const struct board_top *top)
{
	return bits_for(8 * frame_slot(top) + 4ul * top->net->spec->leaves);
}

char *self_test_line(const struct board_top *top, unsigned long round)
{
	int digits = (int)count_bits(top) / 4;
	unsigned long messages = expected(top);
	char digest[17];

	spec_digest(top->net->spec, digest);
	return format_string("%.*s %s round %04lx sent %0*lx delivered %0*lx wrong %0*x passed", LONGEST_NAME, top->net->spec->name,
			     digest, round, digits, messages, digits, messages, digits, 0u);
}

unsigned long self_test_messages(const struct board_top *top)
{
	return expected(top);
}

const char *self_test_unit(const struct board_top *top)
{
	return is_player(top) ? "delivery cycles" : is_sorter(top) ? "sets of words" : "messages";
}

/* The PLL locks and the reset ends, both soon, then all must be quiet once. */
uint64_t self_test_clocks_to_start(const struct board_top *top)
{
	return 1000 + (2ull << quiet_bits(top));
}

/* Quiet once when all is delivered, and once more before it is judged. */
uint64_t self_test_clocks_of_round(const struct board_top *top)
{
	return (uint64_t)expected(top) * frame_slot(top) + (4ull << quiet_bits(top));
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
	application_parameter(out, "GAPS", 1);
	text_print(out, "        .LABELS({");
	for (unsigned i = spec->leaves; i > 0; i--)
		text_print(out, "%u'd%u%s", net->label_bits, network_label(net, i - 1), i > 1 ? ", " : "}),\n");
	application_parameter(out, "LAST", network_label(net, spec->leaves - 1));
	application_parameter(out, "TOPS", tops);
}

/* What self_test_player.v's shift registers and signatures do. */
static unsigned next_word(unsigned x)
{
	return (x << 1 | ((x >> 15 ^ x >> 14 ^ x >> 12 ^ x >> 3) & 1)) & 0xffff;
}

static unsigned fold_word(unsigned x, unsigned payload_bits)
{
	unsigned sum = 0;

	for (unsigned low = 0; low < payload_bits; low += 16) {
		unsigned piece = low / 16 % 2 ? ~x & 0xffff : x;

		sum ^= payload_bits - low < 16 ? piece & ((1u << (payload_bits - low)) - 1) : piece;
	}
	return sum;
}

/* The signatures at the end of a round, cycle after cycle as the schedule has it. */
static void print_signatures(const struct board_top *top, struct text *out)
{
	const struct spec *spec = top->net->spec;
	const struct schedule_file *file = top->net->schedule;
	struct settings settings = settings_make(top->net, &file->set, &file->schedule);
	unsigned wires = spec->leaves * spec->connections;
	unsigned *x = allocate_array(wires, sizeof *x), *signature = allocate_array(wires, sizeof *signature);

	for (unsigned i = 0; i < wires; i++)
		x[i] = ((i + 1) * 40503u | 32768u) & 0xffff;
	for (unsigned cycle = 0; cycle < file->schedule.cycles; cycle++)
		for (size_t m = 0; m < file->set.count; m++) {
			const struct passage_of_message *p = &settings.passage[m];

			if (file->schedule.cycle[m] != cycle)
				continue;
			unsigned from = file->set.demand[m].source * spec->connections + p->source_lane;
			unsigned to = file->set.demand[m].destination * spec->connections + p->destination_lane;

			signature[to] = ((signature[to] << 1 | signature[to] >> 15) & 0xffff) ^ fold_word(x[from], spec->payload_bits);
			x[from] = next_word(x[from]);
		}
	text_print(out, "        .SIGNATURES({");
	for (unsigned i = wires; i-- > 0;)
		text_print(out, "16'h%04x%s", signature[i], i > 0 ? ", " : "}),\n");
	free(x);
	free(signature);
	settings_free(&settings);
}

static void print_kind_parameters(const struct board_top *top, struct text *out)
{
	const struct spec *spec = top->net->spec;

	if (is_player(top)) {
		application_parameter(out, "WIRES", (unsigned long)spec->leaves * spec->connections);
		application_parameter(out, "PAYLOAD", spec->payload_bits);
		print_signatures(top, out);
		application_parameter(out, "CYCLES", expected(top));
	} else if (is_sorter(top)) {
		application_parameter(out, "WIRES", spec->wires);
		application_parameter(out, "WORD", spec->key_bits + spec->payload_bits);
	} else {
		application_parameter(out, "LEAVES", spec->leaves);
		application_parameter(out, "LABEL_BITS", top->net->label_bits);
		if (spec->height > 0 && network_label(top->net, spec->leaves - 1) != spec->leaves - 1)
			print_labels(top, out);
		application_parameter(out, "DEST_BITS", network_tdest_bits(top->net));
		application_parameter(out, "PAYLOAD", spec->payload_bits);
	}
}

static void print_self_test(const struct board_top *top, struct text *out)
{
	const struct module *m = application_network(top);
	struct text good = {0}, bad = {0};
	unsigned length;

	print_line(top, "passed", &good, &length);
	print_line(top, "failed", &bad, &length);
	text_print(out, "\n    self_test_%s #(\n", is_player(top) ? "player" : is_sorter(top) ? "sorter" : "tree");
	print_kind_parameters(top, out);
	if (!is_player(top))
		application_parameter(out, "STEP_BITS", top->step_bits);
	application_parameter(out, "COUNT_BITS", count_bits(top));
	application_parameter(out, "QUIET_BITS", quiet_bits(top));
	application_parameter(out, "LENGTH", length);
	text_print(out, "        .LINE_GOOD(%s),\n        .LINE_BAD(%s),\n", good.bytes, bad.bytes);
	application_parameter(out, "PHASE_BITS", PHASE_BITS);
	text_print(out, "        .STEP(%.0f)         // %u baud\n    ) self_test (\n"
		   "        .clk(clk),\n        .rst(rst),\n",
		   round(ldexp(top->baud / (top->pll->output_mhz * 1e6), PHASE_BITS)), top->baud);
	for (size_t i = 0; i < m->net_count; i++)
		if (application_joins(&m->net[i]))
			application_port(top, &m->net[i], false, out);
	text_add(out, "        .running(running),\n        .passed(passed),\n        .failed(failed),\n"
		 "        .tx(tx)\n    );\n\n");
	text_free(&good);
	text_free(&bad);
}

static bool check(const struct network *net, const struct board *board)
{
	const struct spec *spec = net->spec;

	(void)board;			/* its lights tell what its serial line would */
	if (spec->network == NETWORK_FAT_TREE && spec->leaf_interface != LEAF_AXI_STREAM) {
		error("%s has bare wires at its leaves: the self test of a board speaks AXI4-Stream", spec->source);
		suggest("--set leaf-interface=axi-stream");
		return false;
	}
	if (spec->switching == SWITCHING_OFF_LINE && (!net->schedule || net->schedule->schedule.cycles == 0)) {
		error("%s has no schedule built in: the self test of a board plays one", spec->source);
		suggest("--set schedule=FILE, which `ftc schedule %s MESSAGES -o FILE` writes", spec->source);
		return false;
	}
	return true;
}

#define COMMON_TEMPLATES "self_test_judge", "self_test_control", "self_test_report", "uart_transmitter", "reduce_tree", \
	"accumulator"

static const char *const *templates(const struct board_top *top)
{
	static const char *const of_tree[] = { COMMON_TEMPLATES, "self_test_tree", "self_test_leaf", NULL };
	static const char *const of_player[] = { COMMON_TEMPLATES, "self_test_player", NULL };
	static const char *const of_sorter[] = { COMMON_TEMPLATES, "self_test_sorter", "self_test_span", NULL };

	return is_player(top) ? of_player : is_sorter(top) ? of_sorter : of_tree;
}

const struct application self_test_application = {
	.told = "its self test",
	.serial = "After each round one line on uart_tx tells its number, the messages sent, delivered and wrong "
		  "(all\n// hexadecimal), and the verdict.",
	.check = check,
	.print = print_self_test,
	.templates = templates,
};
