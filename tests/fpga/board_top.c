/* board_top.c: does the self test on a board tell a good network from a bad one?
 *
 * The top module of a bitstream is verilated with a model of the PLL. The test decodes its serial line bit by bit and
 * observes its lights. Then faults are planted into the Verilog, and each of them must light `failed`. A circuit is verilated
 * once with all its faults; an environment variable says which is there.
 *
 *   board_top [schedules | large | only PATTERN]		PATTERN: of names of tests below */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/board_model.h"
#include "emit/emit.h"
#include "model.h"
#include "schedule/schedule.h"
#include "share.h"
#include "uart.h"

enum { MOST_CLOCKS = 3000000, LONGEST = 200 };

#define COUNT(list) (sizeof list / sizeof((list)[0]))

/* Occurrences of a port in the board's top module: 0 at the network, 1 at the self test. */
#define AT_SELF_TEST 1

/* Which fault is there; and how the Verilog says it. */
#define VARIABLE "FTC_PLANTED"
#define CHOICE "planted == "

#pragma GCC diagnostic ignored "-Wmissing-field-initializers"	/* the tables below leave out what is 0 */

/* In the file whose name ends with `file`, the occurrence of the expression `from` right behind `before`, and behind `skip`
 * others, becomes `to`. */
struct mistake {
	const char *file, *before, *from, *to;
	unsigned skip;
};

/* A circuit. */
struct bench {
	const char *parameters;		/* file in SOURCE_ROOT/examples */
	const char *set[7];		/* --set, ends with NULL */
	const char *board;
	unsigned step_bits;
	unsigned baud;			/* 0: 115200; higher ones make the simulation shorter */
	const char *name;		/* of the network */
	const struct mistake *fault;
	size_t fault_count;
};

/* A board on the bench. */
struct machine {
	struct model *model;
	struct board board;
	const struct model_port *led[LED_COUNT];
	struct uart line_end;
	unsigned long expected;		/* messages of a round */
	char digest[17];
	char line[LONGEST];		/* last one received, without its end */
	bool running;			/* was lit when it began */
};

/* The file a fault is in. */
static struct text *text_of_fault(struct output *out, const struct mistake *f)
{
	for (size_t i = 0; i < out->count; i++)
		if (text_ends_with(out->files[i].path, f->file))
			return &out->files[i].content;
	fail_msg("there is no file %s", f->file);
	return NULL;
}

/* Where `from` is, behind the faults that are planted in front of it already. */
static const char *place_of_fault(const struct text *content, const struct mistake *f)
{
	unsigned left = f->skip;

	for (const char *at = content->bytes; (at = strstr(at, f->before)); at++) {
		const char *from = at + strlen(f->before);

		while (strncmp(from, CHOICE, strlen(CHOICE)) == 0)
			from = strstr(from, " : ") + strlen(" : ");
		if (strncmp(from, f->from, strlen(f->from)) == 0 && left-- == 0)
			return from;
	}
	fail_msg("%s has no '%s%s' in which to plant a fault", f->file, f->before, f->from);
	return NULL;
}

/* Fault `number` is there if the variable says so. */
static void plant(struct output *out, const struct mistake *f, size_t number)
{
	struct text *content = text_of_fault(out, f), changed = {0};
	const char *at = place_of_fault(content, f);

	text_print(&changed, "%.*s" CHOICE "%zu ? (%s) : %s", (int)(at - content->bytes), content->bytes, number, f->to, at);
	text_free(content);
	*content = changed;
}

/* Every module of a file with a fault reads the variable. */
static void plant_all(struct output *out, const struct bench *b)
{
	for (size_t i = 0; i < b->fault_count; i++)
		plant(out, &b->fault[i], i + 1);
	for (size_t i = 0; b->fault_count && i < out->count; i++) {
		struct text *content = &out->files[i].content, changed = {0};
		const char *ports = strstr(content->bytes, CHOICE) ? strstr(content->bytes, "\n);\n") : NULL;

		if (!ports)
			continue;
		text_print(&changed, "%.*s\n);\n    integer planted;\n    initial planted = $c32(\"atoi(getenv(\\\"" VARIABLE "\\\"))\");%s",
			   (int)(ports - content->bytes), content->bytes, ports + strlen("\n);"));
		text_free(content);
		*content = changed;
	}
}

/* Generates, verilates and opens, with the fault of that number, from 1; 0: none. */
static void machine_make(struct machine *m, const struct bench *b, unsigned fault)
{
	char *path = format_string(SOURCE_ROOT "/examples/%s", b->parameters);
	struct override overrides[5];
	struct spec spec;
	struct pll pll;
	struct output rtl = {0};
	double low, high;
	size_t count = 0;

	*m = (struct machine){0};
	for (; b->set[count]; count++)
		overrides[count].text = b->set[count];
	assert_true(network_read_spec(&spec, path, overrides, count));
	assert_true(board_read(&m->board, b->board));
	assert_true(pll_find(m->board.pll, m->board.oscillator_mhz, m->board.clock_mhz, &pll, &low, &high));
	spec.family = device_family(m->board.device);
	struct network *net = network_new(&spec);
	assert_non_null(net);
	spec_digest(net->spec, m->digest);
	struct design *design = design_lower(net);
	struct board_top top = {
		.board = &m->board, .pll = &pll, .net = net, .design = design, .step_bits = b->step_bits,
		.baud = b->baud ? b->baud : SELF_TEST_BAUD, .invocation = "ftc build",
	};
	assert_true(design_check(design) && emit_verilog(design, net, "ftc build", &rtl) && board_top_emit(&top, "rtl", &rtl));
	plant_all(&rtl, b);
	char *library = board_model(&top, &rtl, NULL, 0), *number = format_string("%u", fault);
	assert_non_null(library);
	setenv(VARIABLE, number, 1);
	m->model = model_open_as(library, &(struct model_start){ .random_registers = fault ? 0 : 7 });
	assert_non_null(m->model);
	for (unsigned i = 0; i < LED_COUNT; i++) {
		char *led = format_string("led_%s", board_led_names[i]);
		m->led[i] = model_port(m->model, led);
		free(led);
	}
	uart_start(&m->line_end, m->model, model_port(m->model, "uart_tx"), NULL, pll.output_mhz * 1e6 / top.baud);
	m->expected = ((1ul << b->step_bits) - 1) * (spec.leaves > 0 ? spec.leaves : 1);
	if (net->schedule)
		m->expected = net->schedule->schedule.cycles;
	free(number);
	free(library);
	free(path);
	output_free(&rtl);
	design_free(design);
	network_free(net);
	spec_free(&spec);
}

static void machine_free(struct machine *m)
{
	model_close(m->model);
	board_free(&m->board);
}

static bool is_lit(const struct machine *m, enum board_led led)
{
	return model_get(m->model, m->led[led], 0, 1) != (uint64_t)m->board.led_on_low;
}

/* The next line into m->line; it must end with CR LF. */
static void receive_line(struct machine *m)
{
	size_t length = 0;

	for (;;) {
		int byte = uart_receive(&m->line_end, MOST_CLOCKS);

		if (byte < 0)
			fail_msg("no byte for %d clocks, after '%.*s'", MOST_CLOCKS, (int)length, m->line);
		if (byte == '\r')
			break;
		assert_in_range(byte, ' ', '~');
		assert_true(length + 1 < LONGEST);
		if (length == 0)
			m->running = is_lit(m, LED_RUNNING);
		m->line[length++] = (char)byte;
	}
	m->line[length] = 0;
	assert_int_equal(uart_receive(&m->line_end, MOST_CLOCKS), '\n');
}

/* The numbers of a line; checks its shape. */
struct told {
	unsigned long round, sent, delivered, wrong;
	char verdict[10];
};

static struct told tell(const struct machine *m, const char *name)
{
	struct told t;
	char got_name[LONGEST], digest[LONGEST];

	if (sscanf(m->line, "%199s %199s round %lx sent %lx delivered %lx wrong %lx %9s", got_name, digest, &t.round,
		   &t.sent, &t.delivered, &t.wrong, t.verdict) != 7)
		fail_msg("no report: '%s'", m->line);
	assert_string_equal(got_name, name);
	assert_string_equal(digest, m->digest);
	return t;
}

/* Of so many circuits, or faults, of a test: `./check` tries the first. */
static size_t tried(size_t count)
{
	return every_case() ? count : 1;
}

/* Two rounds must pass. */
static void check_good(const struct bench *b)
{
	struct machine m;

	machine_make(&m, b, 0);
	for (unsigned long round = 1; round <= 2; round++) {
		receive_line(&m);
		struct told t = tell(&m, b->name);
		assert_int_equal(t.round, round);
		assert_int_equal(t.sent, m.expected);
		assert_int_equal(t.delivered, m.expected);
		assert_int_equal(t.wrong, 0);
		assert_string_equal(t.verdict, "passed");
		assert_true(is_lit(&m, LED_PASSED));
		assert_false(is_lit(&m, LED_FAILED));
		assert_int_equal(m.running, round % 2);
	}
	machine_free(&m);
}

static void check_shapes(const struct bench *shapes, size_t count)
{
	for (size_t i = 0; i < tried(count); i++)
		check_good(&shapes[i]);
}

/* The first round must fail, and the lights must say so; *t: the signals observed. */
static void check_bad(const struct bench *b, unsigned fault, struct told *t, unsigned long *expected)
{
	struct machine m;

	machine_make(&m, b, fault);
	assert_false(is_lit(&m, LED_FAILED));
	receive_line(&m);
	*t = tell(&m, b->name);
	*expected = m.expected;
	assert_string_equal(t->verdict, "failed");
	assert_true(is_lit(&m, LED_FAILED));
	assert_false(is_lit(&m, LED_PASSED));
	machine_free(&m);
}

static void tree_passes_at_115200_baud(void **state)
{
	(void)state;
	check_good(&(struct bench){ "tree8.yaml", { NULL }, "icebreaker", 6, 0, "fat_tree" });
}

static void many_shapes_pass(void **state)
{
	static const struct bench shapes[] = {
		{ "tree16.yaml", { NULL }, "ulx3s-85f", 8, 3000000, "fat_tree" },
		{ "tree8.yaml", { "leaves=2", "capacities=[1]", "payload-bits=1", NULL }, "icebreaker", 6, 1000000, "fat_tree" },
		{ "tree8.yaml", { "leaves=5", "capacities=[2,3,2,1]", "payload-bits=7", "external=true" }, "hx8k-breakout", 8, 3000000, "fat_tree" },
		{ "tree8.yaml", { "leaves=3", "capacities=[2,2]", "payload-bits=40", NULL }, "hx8k-breakout", 6, 3000000, "fat_tree" },
	};

	(void)state;
	check_shapes(shapes, COUNT(shapes));
}

/* Labels with gaps, faults, broadcasts, groups: the self test knows the labels, and leaves the rest alone. */
static void generalized_trees_pass(void **state)
{
	static const struct bench shapes[] = {
		{ "xgft6.yaml", { NULL }, "hx8k-breakout", 6, 3000000, "xgft" },
		{ "cm5.yaml", { "leaves=4", "payload-bits=8", "broadcast-every=3", "fault-registers=true", NULL }, "icebreaker", 6, 1000000, "cm_5" },
		{ "cm5.yaml", { "leaves=4", "payload-bits=8", "broadcast-every=3", "groups=[[0,1],[3]]", NULL }, "icebreaker", 6, 1000000, "cm_5" },
	};

	(void)state;
	check_shapes(shapes, COUNT(shapes));
}

#define HYPERTREE "../tests/machines/hypertree/rtl.yaml"

/* Numbers begin with 1, and the last one need not be 2^n - 1. */
static void hypertrees_pass(void **state)
{
	static const struct bench shapes[] = {
		{ HYPERTREE, { "network=hypertree-2", "nodes=6", "payload-bits=8", NULL }, "icebreaker", 6, 1000000, "hypertree_2" },
		{ HYPERTREE, { "network=full-ring", "nodes=8", "payload-bits=8", NULL }, "ulx3s-85f", 6, 3000000, "full_ring" },
		{ HYPERTREE, { "network=half-ring", "nodes=8", "payload-bits=8", NULL }, "ulx3s-85f", 6, 3000000, "half_ring" },
		{ HYPERTREE, { "network=binary-tree", "nodes=4", "payload-bits=8", NULL }, "ulx3s-85f", 6, 3000000, "binary_tree" },
	};

	(void)state;
	check_shapes(shapes, COUNT(shapes));
}

#define ROTOR "../tests/machines/rotor/rotor.yaml"

/* Words for leaves that share a bin wait for each other; the last place of a bin may have no leaf. */
static void rotors_pass(void **state)
{
	static const struct bench shapes[] = {
		{ ROTOR, { "payload-bits=8", NULL }, "icebreaker", 6, 1000000, "rotor" },
		{ ROTOR, { "leaves=13", "payload-bits=40", "queue-words=8", "stream-source=tid", "stream-keep=true", NULL }, "ulx3s-25f", 6, 3000000, "rotor" },
	};

	(void)state;
	check_shapes(shapes, COUNT(shapes));
}

/* A wire that picks another, a bit of the settings that is wrong, a word that changes, a cycle that is left out. */
static const struct mistake off_line_faults[] = {
	{ "_pick.v", "= ", "setting ? b : a", "b" },
	{ "_node_2.v", ".setting(", "setting[5:0]", "~setting[5:0]" },
	{ "_board.v", ".m_axis_tdata(", "m_axis_tdata", "m_axis_tdata ^ 256'd1", AT_SELF_TEST },
	{ "_playback_timer.v", "last           <= ", "cycle == last_cycle", "1'b1" },
	{ "_settings_register.v", "if (", "start", "start && next == 0" },
};

#define OFF_LINE "offline16.yaml", { NULL }, "hx8k-breakout", 6, 3000000, "offline16"

static const struct bench off_line = { OFF_LINE, off_line_faults, COUNT(off_line_faults) };

static void schedules_pass(void **state)
{
	static const struct bench shapes[] = {
		{ OFF_LINE },
		{ "offline16.yaml", { "payload-bits=37", "elements-between-registers=1", NULL }, "ulx3s-85f", 6, 3000000, "offline16" },
	};

	(void)state;
	check_shapes(shapes, COUNT(shapes));
}

static void broken_schedules_fail(void **state)
{
	struct told t;
	unsigned long expected;

	(void)state;
	if (every_case())
		check_good(&off_line);
	for (unsigned i = 1; i <= tried(off_line.fault_count); i++)
		check_bad(&off_line, i, &t, &expected);
}

static void cm_5_of_64_leaves_passes(void **state)
{
	(void)state;
	check_good(&(struct bench){ "cm5.yaml", { "leaves=64", NULL }, "ulx3s-85f", 6, 3000000, "cm_5" });
}

static void sorters_pass(void **state)
{
	static const struct bench shapes[] = {
		{ "sorter8.yaml", { NULL }, "icebreaker", 8, 1000000, "sorter" },
		{ "sorter8.yaml", { "wires=2", "key-bits=1", "payload-bits=0", NULL }, "icebreaker", 6, 1000000, "sorter" },
		{ "sorter8.yaml", { "wires=13", "key-bits=2", "payload-bits=1", NULL }, "hx8k-breakout", 6, 3000000, "sorter" },
	};

	(void)state;
	check_shapes(shapes, COUNT(shapes));
}

#define FLEXIBLE "../tests/prove/flexible.yaml"

/* One wave and many, one bit and many, two lines. */
static void flexible_sorters_pass(void **state)
{
	static const struct bench shapes[] = {
		{ FLEXIBLE, { NULL }, "icebreaker", 8, 1000000, "flexible_sorter" },
		{ FLEXIBLE, { "words=2", "lines=2", "key-bits=1", "payload-bits=0", NULL }, "icebreaker", 6, 1000000, "flexible_sorter" },
		{ FLEXIBLE, { "words=128", "lines=32", "key-bits=20", NULL }, "ulx3s-85f", 6, 3000000, "flexible_sorter" },
	};

	(void)state;
	check_shapes(shapes, COUNT(shapes));
}

#define SORTING "../tests/machines/sorting-fat-tree/network.yaml"

static const struct mistake sorting_faults[] = {
	{ "_board.v", ".m_axis_tuser(", "m_axis_tuser)", "m_axis_tuser ^ 8'd4", AT_SELF_TEST },
	/* a leaf never gives a word out; words do not turn to their banks */
	{ "_board.v", ".m_axis_tvalid(", "m_axis_tvalid)", "m_axis_tvalid & 4'h7", AT_SELF_TEST },
	{ "_flexible_rotator.v", "turned = ", "by[q] ?", "from", 0 },
};
static const struct bench sorting = { SORTING, { "leaves=4", "mesh-side=1", "batches=2", "payload-bits=8", "stream-source=both", "stream-keep=true", NULL },
	"ulx3s-25f", 6, 3000000,
	"sorting_fat_tree", sorting_faults, COUNT(sorting_faults) };

static void sorting_fat_trees_are_told_apart(void **state)
{
	struct told t;
	unsigned long expected;

	(void)state;
	if (every_case())
		check_good(&sorting);
	for (unsigned i = 1; i <= tried(sorting.fault_count); i++)
		check_bad(&sorting, i, &t, &expected);
}

/* Faults that let every message through but change it; then those by which messages stay away, come twice, or nothing moves. */
static const struct mistake tree_faults[] = {
	{ "_board.v", ".m_axis_tdata(", "m_axis_tdata)", "m_axis_tdata ^ 128'd1", AT_SELF_TEST },
	{ "_board.v", ".m_axis_tdata(", "m_axis_tdata)", "m_axis_tdata | 128'd1 << 127", AT_SELF_TEST },
	{ "_board.v", ".m_axis_tuser(", "m_axis_tuser)", "m_axis_tuser ^ 24'd4", AT_SELF_TEST },
	/* All leaves look like their neighbour. */
	{ "_board.v", ".s_axis_tdest(", "s_axis_tdest)", "s_axis_tdest ^ 24'o11111111", 0 },
	/* a wire of every first-level switch is flipped, or dead */
	{ "_exchange.v", "= ", "straight ? a_late : b_late", "straight ? a_late : ~b_late", 0 },
	{ "_exchange.v", "= ", "straight ? b_late : a_late", "1'b0", 0 },
	/* one leaf never gets a message in, or never gives one out */
	{ "_board.v", ".s_axis_tready(", "s_axis_tready)", "s_axis_tready & 8'hef", AT_SELF_TEST },
	{ "_board.v", ".m_axis_tvalid(", "m_axis_tvalid)", "m_axis_tvalid & 8'hf7", AT_SELF_TEST },
	/* a leaf gives the same message again and again */
	{ "_board.v", ".m_axis_tvalid(", "m_axis_tvalid)", "m_axis_tvalid | 8'h02", AT_SELF_TEST },
};
static const struct mistake sorter_faults[] = {
	{ "_board.v", ".out(", "out)", "{out[6], out[7], out[5:0]}", AT_SELF_TEST },
	{ "_board.v", ".out(", "out)", "{out[7:1], out[1]}", AT_SELF_TEST },
	{ "_board.v", ".in(", "in)", "{in[7:1], 1'b0}", 0 },
	{ "_board.v", ".out_start(", "out_start)", "1'b0", AT_SELF_TEST },
};
static const struct mistake hypertree_faults[] = {
	{ "_board.v", ".m_axis_tdata(", "m_axis_tdata)", "m_axis_tdata ^ 112'd1", AT_SELF_TEST },
	{ "_board.v", ".m_axis_tuser(", "m_axis_tuser)", "m_axis_tuser ^ 21'd4", 0 },	/* the network has m_axis_tid */
	/* a node does not read; nothing leaves by the first link; no queue is ever full */
	{ "_board.v", ".m_axis_tvalid(", "m_axis_tvalid)", "m_axis_tvalid & 7'h77", AT_SELF_TEST },
	{ "_packet_crossbar.v", "packet_byte = ", "ins[8*input_now +: 8]", "ins[8*input_now +: 8] & {8{NUMBER != 0}}", 0 },
	{ "_packet_port.v", "<= ~sent[c] & (", "full | some & comes[c]", "full", 0 },
};
static const struct mistake rotor_faults[] = {
	{ "_board.v", ".m_axis_tdata(", "m_axis_tdata)", "m_axis_tdata ^ 96'd1", AT_SELF_TEST },
	{ "_board.v", ".m_axis_tuser(", "m_axis_tuser)", "m_axis_tuser ^ 48'd4", AT_SELF_TEST },
	/* bodies do not turn with their heads */
	{ "_rotor_turn.v", "assign body[d*BODY +: BODY] = ", "bodies[(p + (d << LOW)) % BINS * BODY +: BODY]", "bodies[p*BODY +: BODY]", 0 },
	/* a leaf does not read; no queue is ever full */
	{ "_board.v", ".m_axis_tvalid(", "m_axis_tvalid)", "m_axis_tvalid & 12'hf7f", AT_SELF_TEST },
	{ "_rotor_bank.v", "answer <= ", "~full", "1'b1", 0 },
};
static const struct mistake flexible_faults[] = {
	{ "_board.v", ".out(", "out)", "{out[2], out[3], out[1:0]}", AT_SELF_TEST },
	{ "_board.v", ".out(", "out)", "{out[3:1], out[1]}", AT_SELF_TEST },
	{ "_board.v", ".in(", "in)", "{in[3:1], 1'b0}", 0 },
	{ "_flexible_rotator.v", "turned = ", "by[q] ?", "from", 0 },
	/* more waves than words: empty ones; fewer: words are lost */
	{ "_flexible_control.v", "at_end    <= column == (", "show ?", "last_column", 0 },
	{ "_flexible_control.v", "at_end    <= column == (", "show ?", "show ? {COLUMN_BITS{1'b0}} : last_column", 0 },
	{ "_board.v", ".out_start(", "out_start)", "1'b0", AT_SELF_TEST },
	{ "_board.v", ".ready(", "ready)", "1'b0", AT_SELF_TEST },
};
enum { FLEXIBLE_CHANGES = 6 };
enum { TREE_CHANGES = 4, SORTER_CHANGES = 3, HYPERTREE_CHANGES = 2, ROTOR_CHANGES = 3 };

static const struct bench tree = { "tree8.yaml", { NULL }, "icebreaker", 6, 1000000, "fat_tree", tree_faults, COUNT(tree_faults) };
static const struct bench sorter = { "sorter8.yaml", { NULL }, "icebreaker", 8, 1000000, "sorter", sorter_faults, COUNT(sorter_faults) };
static const struct bench hypertree = { HYPERTREE, { "payload-bits=16", "stream-source=tid", "stream-keep=true", NULL }, "icebreaker", 6, 1000000, "hypertree_1", hypertree_faults, COUNT(hypertree_faults) };
static const struct bench rotor = { ROTOR, { "payload-bits=8", NULL }, "icebreaker", 6, 1000000, "rotor", rotor_faults, COUNT(rotor_faults) };

static const struct bench flexible = { FLEXIBLE, { NULL }, "icebreaker", 6, 1000000, "flexible_sorter", flexible_faults, COUNT(flexible_faults) };

/* Each fault; the first `changes` must let as many messages through as were sent, some of them wrong, and the others not. */
static void check_faults(const struct bench *b, unsigned changes)
{
	if (every_case())
		check_good(b);
	for (unsigned i = 1; i <= tried(b->fault_count); i++) {
		struct told t;
		unsigned long expected;

		check_bad(b, i, &t, &expected);
		assert_int_equal(t.sent == expected && t.delivered == expected, i <= changes);
		if (i <= changes)
			assert_in_range(t.wrong, 1, expected);
	}
}

static void faults_of_trees_are_noticed(void **state)
{
	(void)state;
	check_faults(&tree, TREE_CHANGES);
}

static void faults_of_sorters_are_noticed(void **state)
{
	(void)state;
	check_faults(&sorter, SORTER_CHANGES);
}

static void faults_of_hypertrees_are_noticed(void **state)
{
	(void)state;
	check_faults(&hypertree, HYPERTREE_CHANGES);
}

static void faults_of_rotors_are_noticed(void **state)
{
	(void)state;
	check_faults(&rotor, ROTOR_CHANGES);
}

static void faults_of_flexible_sorters_are_noticed(void **state)
{
	(void)state;
	check_faults(&flexible, FLEXIBLE_CHANGES);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tree_passes_at_115200_baud),
		cmocka_unit_test(many_shapes_pass),
		cmocka_unit_test(generalized_trees_pass),
		cmocka_unit_test(hypertrees_pass),
		cmocka_unit_test(rotors_pass),
		cmocka_unit_test(sorters_pass),
		cmocka_unit_test(flexible_sorters_pass),
		cmocka_unit_test(sorting_fat_trees_are_told_apart),
		cmocka_unit_test(faults_of_trees_are_noticed),
		cmocka_unit_test(faults_of_sorters_are_noticed),
		cmocka_unit_test(faults_of_hypertrees_are_noticed),
		cmocka_unit_test(faults_of_rotors_are_noticed),
		cmocka_unit_test(faults_of_flexible_sorters_are_noticed),
	};

	const struct CMUnitTest scheduled[] = { cmocka_unit_test(schedules_pass), cmocka_unit_test(broken_schedules_fail) };
	const struct CMUnitTest large[] = { cmocka_unit_test(cm_5_of_64_leaves_passes) };

	if (argc > 1 && strcmp(argv[1], "schedules") == 0)
		return cmocka_run_group_tests(scheduled, NULL, NULL);
	if (argc > 1 && strcmp(argv[1], "large") == 0)
		return cmocka_run_group_tests(large, NULL, NULL);
	if (argc > 2 && strcmp(argv[1], "only") == 0) {
		cmocka_set_test_filter(argv[2]);
		return cmocka_run_group_tests(scheduled, NULL, NULL) + cmocka_run_group_tests(tests, NULL, NULL);
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
