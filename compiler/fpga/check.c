/* check.c: simulates the circuit in a bitstream and compares its behaviour with the self test's.
 *
 * In: a bitstream and the self test from which it was made. Out: the verdict, and a record of all signals visible
 * from outside. */
#include "fpga/check.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/self_test.h"
#include "model.h"
#include "uart.h"
#include "util/figures.h"
#include "util/message.h"
#include "util/process.h"

enum { LONGEST_LINE = 200, PROGRESS_CLOCKS = 1 << 19, LEAST_ROOM = 1000 };

/* A netlist after power-on. */
struct bench {
	struct check *check;
	const struct board_top *top;
	struct model *model;
	struct uart uart;
	const struct model_port *light[LED_COUNT];	/* NULL: not on this board */
	bool lit[LED_COUNT];
	bool started;			/* the light `running` has been on */
	bool judged;			/* the light `passed` or `failed` has been on */
	bool line_ends;
	double clocks_per_bit;		/* of the serial line */
	uint64_t limit;			/* last clock of the simulation */
	struct text record;		/* one line for each event */
	char *why;			/* why it fails; NULL: it has not failed so far */
};

const char *check_subject(const struct board *board)
{
	return board->device->tools->checks_netlist ? "netlist" : "bitstream";
}

bool check_find_tools(struct check *check, const struct board *board)
{
	bool found = check_netlist_find_tools(&check->tools, board);
	char *verilator = require_tool("verilator"), *compiler = require_tool("g++");

	found = found && verilator && compiler;
	free(verilator);
	free(compiler);
	return found;
}

static void fail(struct bench *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Keeps the first reason. */
static void fail(struct bench *b, const char *format, ...)
{
	struct text why = {0};
	va_list args;

	va_start(args, format);
	text_print_list(&why, format, args);
	va_end(args);
	text_print(&b->record, "%s\n", why.bytes);
	if (b->why)
		text_free(&why);
	else
		b->why = why.bytes;
}

/* ---- before power-on ----------------------------------------------------------------------------------------- */

static bool is_driven(const struct check_netlist *n, const char *name)
{
	for (size_t i = 0; i < n->port_count; i++)
		if (strcmp(n->port[i].name, name) == 0 && n->port[i].output && n->port[i].width == 1)
			return true;
	return false;
}

char *check_before_power(const struct check_netlist *n, const struct board_top *top)
{
	double wanted = top->pll->output_mhz;
	char *why = NULL;
	size_t count;
	const char **outputs = board_outputs(top->board, &count);

	if (fabs(n->mhz - wanted) > 1e-6 * wanted)
		why = format_string("its PLL is set to make %g MHz, not %g MHz", n->mhz, wanted);
	for (size_t i = 0; i < count && !why; i++)
		if (!is_driven(n, outputs[i]))
			why = format_string("nothing drives the pin of %s", outputs[i]);
	free(outputs);
	return why;
}

char *check_model(const struct check_netlist *n)
{
	/* Such a netlist is simulated for seconds: what -O2 saves of them the compiler takes. */
	static const char *const options[] = { "-MAKEFLAGS", "OPT_FAST=-O1" };
	struct verilate v = {
		.top = CHECK_NETLIST_TOP, .clock = CHECK_NETLIST_CLOCK, .port = n->port, .port_count = n->port_count,
		.rtl = &n->rtl, .option = options, .option_count = sizeof options / sizeof *options,
	};

	return verilate(&v);
}

static void look_before_power(struct bench *b, const struct check_netlist *n)
{
	char *line = self_test_line(b->top, 1), *why = check_before_power(n, b->top);

	text_print(&b->record, "the PLL makes %g MHz out of %g MHz\nwanted after the first round: %s\n", n->mhz,
		   b->top->board->oscillator_mhz, line);
	if (why)
		fail(b, "%s", why);
	free(why);
	free(line);
}

/* Clocks that the report takes on the line. */
static uint64_t line_clocks(const struct bench *b)
{
	return (uint64_t)(b->clocks_per_bit * 10 * LONGEST_LINE);
}

/* Verilates and opens. False after a message. */
static bool power_on(struct bench *b, const struct check_netlist *n)
{
	char *library = check_model(n);

	b->model = library ? model_open(library) : NULL;
	free(library);
	if (!b->model)
		return false;
	for (unsigned i = 0; i < LED_COUNT; i++)
		b->light[i] = b->top->board->led[i] ? model_port(b->model, board_led_ports[i]) : NULL;
	b->clocks_per_bit = n->mhz * 1e6 / b->top->baud;
	if (b->top->board->uart)
		uart_start(&b->uart, b->model, model_port(b->model, "uart_tx"), NULL, b->clocks_per_bit);
	b->limit = self_test_clocks_to_start(b->top) + self_test_clocks_of_round(b->top) + line_clocks(b) + LEAST_ROOM;
	model_eval(b->model);
	return true;
}

/* ---- the first round ------------------------------------------------------------------------------------------ */

static uint64_t now(const struct bench *b)
{
	return model_clocks(b->model);
}

static bool is_high(const struct bench *b, const struct model_port *port)
{
	return model_outputs(b->model)[port->low / 32] & 1;
}

/* The verdict is known: its line must follow at once, and behind that the next round. */
static void judge(struct bench *b)
{
	b->judged = true;
	if (b->light[LED_RUNNING] && !b->lit[LED_RUNNING])
		fail(b, "its light `running` is off in the first round");
	b->limit = now(b) + line_clocks(b) + self_test_clocks_to_start(b->top);
}

static void look_at_lights(struct bench *b)
{
	for (unsigned i = 0; i < LED_COUNT; i++) {
		if (!b->light[i] || is_high(b, b->light[i]) == (b->lit[i] != b->top->board->led_on_low))
			continue;
		b->lit[i] = !b->lit[i];
		text_print(&b->record, "%12" PRIu64 "  %s %s\n", now(b), board_led_names[i], b->lit[i] ? "on" : "off");
		if (i == LED_RUNNING)
			b->started = true;
		else if (b->lit[i] && !b->judged)
			judge(b);
	}
}

static void take_byte(struct bench *b, int byte)
{
	struct text *line = &b->check->line;

	if (byte == '\n' && line->length && line->bytes[line->length - 1] == '\r') {
		line->bytes[--line->length] = 0;
		text_print(&b->record, "%12" PRIu64 "  line: %s\n", now(b), line->bytes);
		b->line_ends = true;
	} else if (byte == UART_BROKEN || (byte != '\r' && (byte < ' ' || byte > '~'))
		   || line->length == LONGEST_LINE) {
		fail(b, "its serial line sends what is no text, behind '%s'", line->length ? line->bytes : "");
	} else {
		text_print(line, "%c", byte);
	}
}

static void clock_once(struct bench *b)
{
	int byte = UART_NOTHING;

	if (b->top->board->uart)
		byte = uart_clock(&b->uart);
	else
		model_clock(b->model);
	look_at_lights(b);
	if (byte != UART_NOTHING)
		take_byte(b, byte);
}

/* Without a serial line the lights show all. A single one is steady for passed and goes out in the next round for
 * failed. */
static bool is_over(const struct bench *b)
{
	return b->why || b->line_ends
	       || (b->judged && !b->top->board->uart && (b->light[LED_PASSED] || now(b) >= b->limit));
}

/* Runs to the end of the first round's line, or of the patience. */
static void run_round(struct bench *b)
{
	uint64_t start_limit = self_test_clocks_to_start(b->top);

	while (!is_over(b)) {
		clock_once(b);
		if (now(b) % PROGRESS_CLOCKS == 0)
			progress("check: %.1f million clocks", (double)now(b) / 1e6);
		if (now(b) == start_limit && b->light[LED_RUNNING] && !b->started)
			fail(b, "it does not start: the light `running` stays dark");
		else if (now(b) >= b->limit && b->top->board->uart)
			fail(b, "its serial line has sent nothing for %" PRIu64 " clocks", now(b));
		else if (now(b) >= b->limit && !b->judged)
			fail(b, "its lights have shown no verdict for %" PRIu64 " clocks", now(b));
	}
}

/* ---- afterwards ----------------------------------------------------------------------------------------------- */

static void need_line(struct bench *b)
{
	char *line = self_test_line(b->top, 1);

	if (b->line_ends && strcmp(b->check->line.bytes, line) != 0)
		fail(b, "its serial line says '%s' instead of '%s'", b->check->line.bytes, line);
	free(line);
}

/* Behind a first round that passed. */
static void need_lights(struct bench *b)
{
	static const bool wanted[LED_COUNT] = { [LED_PASSED] = true, [LED_STATUS] = true };

	for (unsigned i = 0; i < LED_COUNT; i++)
		if (i != LED_RUNNING && b->light[i] && b->lit[i] != wanted[i])
			fail(b, "its light `%s` is %s", board_led_names[i], b->lit[i] ? "on" : "off");
}

static void need_level(struct bench *b, const struct board_list *list, bool high)
{
	for (size_t i = 0; i < list->count; i++)
		if (is_high(b, model_port(b->model, list->items[i].text)) != high)
			fail(b, "%s is %d", list->items[i].text, !high);
}

static enum check_end simulate(struct bench *b, const struct check_netlist *n)
{
	double start;

	if (!power_on(b, n))
		return CHECK_TOOL;
	start = seconds_now();
	run_round(b);
	b->check->seconds = seconds_now() - start;
	b->check->clocks = now(b);
	need_line(b);
	if (!b->why) {
		need_lights(b);
		need_level(b, &b->top->board->drive_high, true);
		need_level(b, &b->top->board->drive_low, false);
	}
	return b->why ? CHECK_FAILED : CHECK_PASSED;
}

void check_tell_failure(struct check *check, const struct board_top *top, const struct flow *flow, struct check_netlist *n,
			const char *test, const char *why)
{
	output_add(&check->logs, "log/check.v", &n->rtl.files[0].content);
	error("the %s does not pass %s: %s; it is not kept", check_subject(top->board), test, why);
	detail("  what it did is in %s/log/check.log, what is in it in %s/log/check.v", flow->kept, flow->kept);
}

bool check_make_netlist(struct check *check, const struct board_top *top, const struct flow *flow, struct check_netlist *n)
{
	struct check_source source = {
		.board = top->board, .tools = &check->tools, .bitstream = &flow->bitstream,
		.directory = flow->directory, .kept = flow->kept, .logs = &check->logs,
	};

	return check_netlist_make(n, &source);
}

void check_run(struct check *check, const struct board_top *top, const struct flow *flow)
{
	struct bench b = { .check = check, .top = top };
	struct check_netlist netlist;

	check->end = CHECK_TOOL;
	if (check_make_netlist(check, top, flow, &netlist)) {
		look_before_power(&b, &netlist);
		check->end = b.why ? CHECK_FAILED : simulate(&b, &netlist);
	}
	if (check->end == CHECK_FAILED)
		check_tell_failure(check, top, flow, &netlist, "its own self test", b.why);
	if (b.record.length)
		output_add(&check->logs, "log/check.log", &b.record);
	model_close(b.model);
	check_netlist_free(&netlist);
	free(b.why);
}

json_t *check_json(const struct check *check, const struct board_top *top)
{
	return json_pack("{s:s, s:b, s:I, s:I, s:f, s:o}", "subject", check_subject(top->board),
			 "passed", check->end == CHECK_PASSED, "messages", (json_int_t)self_test_messages(top),
			 "clocks", (json_int_t)check->clocks, "seconds", check->seconds,
			 "line", check->line.length ? json_string(check->line.bytes) : json_null());
}

void check_say(const json_t *check, const struct board_top *top, struct text *out)
{
	if (!figures_has(check, "passed")) {
		figures_say(check, "  checked      {subject}: failed\n", out);
		return;
	}
	figures_say(check, "  checked      {subject}: passed round 1, {messages} ", out);
	text_print(out, "%s in %.1f million clocks\n", self_test_unit(top),
		   json_number_value(json_object_get(check, "clocks")) / 1e6);
}

void check_free(struct check *check)
{
	check_tools_free(&check->tools);
	text_free(&check->line);
	output_free(&check->logs);
}
