/* own_top_run.c: runs a user's own top module as it would run on a board, clock by clock. */
#include "fpga/own_top_run.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fpga/own_top_model.h"
#include "simulate/trace.h"
#include "uart.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/mapped.h"

enum {
	MOST_CHANGES = 100,		/* of a port that are listed */
	LONGEST_TEXT = 200,		/* bytes of a line of text */
	PROGRESS_CLOCKS = 1 << 20,
	LEAST_BAUD_CLOCKS = 4,		/* of a bit (sim/uart.h) */
	SAVED_CLOCKS = 2000,		/* in a window of GTKWave */
};

/* Bits of an output that are looked at together. */
struct watch {
	const struct own_port *port;
	const struct model_port *place;
	unsigned low, width;
	uint64_t level, inverted;	/* inverted: of the pins */
	unsigned long changes;
};

struct bench {
	const struct own_top_run *r;
	struct model *model;
	struct watch *watch;
	size_t watched;
	json_t *events;
	uint64_t clock;			/* from the end of the reset */
	size_t next;			/* line of the file */
	unsigned long checks, failed;
	/* the serial line */
	struct uart uart;
	const struct model_port *sent, *heard;	/* NULL: the top has no such port */
	struct text queue, arrived, line;	/* to send; since the last check; of the line that is being sent */
	size_t queued;				/* of queue, that are on their way */
	uint64_t line_clock;		/* of its first byte, */
	size_t line_event;		/* and how many events were before it */
	uint64_t edge, shortest;	/* of sent: its last change, its shortest pulse; 0: none */
	unsigned level;
	unsigned long bytes, broken;
};

static uint64_t ones_of(unsigned width)
{
	return width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
}

static bool is_inverted(const struct own_port *port)
{
	return port->pin && port->pin->on_low;
}

/* A line of text comes before what has happened while it was sent. */
static void add_event(struct bench *b, size_t at, uint64_t clock, const char *pin, json_t *value)
{
	json_array_insert_new(b->events, at, json_pack("{s:I, s:s, s:o}", "clock", (json_int_t)clock, "pin", pin, "value", value));
}

static void add_change(struct bench *b, const char *pin, uint64_t level)
{
	add_event(b, json_array_size(b->events), b->clock, pin, json_integer((json_int_t)level));
}

/* ---- inputs ------------------------------------------------------------------------------------------------ */

static void set_level(struct bench *b, const struct own_port *port, unsigned low, unsigned width, uint64_t level)
{
	model_set(b->model, model_port(b->model, port->name), low, width, is_inverted(port) ? level ^ ones_of(width) : level);
}

/* All inputs at rest. */
static void rest(struct bench *b)
{
	for (size_t i = 0; i < b->r->own->port_count; i++) {
		const struct own_port *port = &b->r->own->port[i];

		for (unsigned low = 0; low < port->width && port->direction == PORT_INPUT && !own_port_is_common(port); low += WIDEST_LEVEL)
			set_level(b, port, low, port->width - low < WIDEST_LEVEL ? port->width - low : WIDEST_LEVEL, pin_is_heard(port));
	}
}

/* ---- lines that check -------------------------------------------------------------------------------------- */

static void check_level(struct bench *b, const struct pin_event *e)
{
	uint64_t level = model_get(b->model, model_port(b->model, e->port->name), e->low, e->width);

	if (is_inverted(e->port))
		level ^= ones_of(e->width);
	b->checks++;
	if (level == e->value)
		return;
	b->failed++;
	error_at(e->at, "the level is %llu in clock %llu: expected %llu", (unsigned long long)level, (unsigned long long)b->clock,
		 (unsigned long long)e->value);
}

static void check_text(struct bench *b, const struct pin_event *e)
{
	bool same = b->arrived.length == e->length && (e->length == 0 || memcmp(b->arrived.bytes, e->bytes, e->length) == 0);
	struct text got = {0}, expected = {0};

	b->checks++;
	if (!same) {
		b->failed++;
		pin_bytes_print(b->arrived.bytes, b->arrived.length, &got);
		pin_bytes_print(e->bytes, e->length, &expected);
		error_at(e->at, "uart_tx has sent \"%s\" until clock %llu: expected \"%s\"", got.length ? got.bytes : "",
			 (unsigned long long)b->clock, expected.length ? expected.bytes : "");
	}
	text_free(&b->arrived);
	text_free(&got);
	text_free(&expected);
}

/* What the lines of this clock say. */
static void follow_lines(struct bench *b)
{
	const struct pin_lines *lines = b->r->lines;

	for (; b->next < lines->count && lines->event[b->next].clock == b->clock; b->next++) {
		const struct pin_event *e = &lines->event[b->next];

		if (e->port->direction == PORT_INPUT && e->bytes)
			text_add_bytes(&b->queue, e->bytes, e->length);
		else if (e->port->direction == PORT_INPUT)
			set_level(b, e->port, e->low, e->width, e->value);
		else if (e->bytes)
			check_text(b, e);
		else
			check_level(b, e);
	}
}

/* ---- outputs ----------------------------------------------------------------------------------------------- */

static void watch_port(struct bench *b, const struct own_port *port)
{
	for (unsigned low = 0; low < port->width; low += WIDEST_LEVEL) {
		unsigned width = port->width - low < WIDEST_LEVEL ? port->width - low : WIDEST_LEVEL;

		b->watch = room_for_one(b->watch, b->watched, sizeof *b->watch);
		b->watch[b->watched++] = (struct watch){
			.port = port, .place = model_port(b->model, port->name), .low = low, .width = width,
			.inverted = is_inverted(port) ? ones_of(width) : 0,
		};
	}
}

/* LEDs change one by one. */
static void add_lights(struct bench *b, const struct watch *w, uint64_t changed, uint64_t level)
{
	for (unsigned bit = 0; bit < w->width; bit++)
		if (changed >> bit & 1) {
			char *name = w->port->width > 1 ? format_string("%s[%u]", w->port->name, w->low + bit) : copy_string(w->port->name);

			add_change(b, name, level >> bit & 1);
			free(name);
		}
}

static void look(struct bench *b, struct watch *w)
{
	uint64_t level = model_get(b->model, w->place, w->low, w->width) ^ w->inverted, changed = level ^ w->level;

	if (!changed)
		return;
	w->level = level;
	if (w->changes++ >= MOST_CHANGES)
		return;
	if (w->port->pin && w->port->pin->kind == PIN_LED)
		add_lights(b, w, changed, level);
	else if (w->width == w->port->width)
		add_change(b, w->port->name, level);
}

static void end_line(struct bench *b)
{
	struct text shown = {0};

	if (b->line.length == 0)
		return;
	pin_bytes_print(b->line.bytes, b->line.length, &shown);
	add_event(b, b->line_event, b->line_clock, "uart_tx", json_string(shown.bytes));
	text_free(&shown);
	text_free(&b->line);
}

/* ---- the serial line --------------------------------------------------------------------------------------- */

static void take_byte(struct bench *b, int byte)
{
	char c = (char)byte;

	b->bytes++;
	if (byte == UART_BROKEN) {
		b->broken++;
		return;
	}
	if (b->line.length == 0) {
		b->line_clock = b->clock;
		b->line_event = json_array_size(b->events);
	}
	text_add_bytes(&b->line, &c, 1);
	text_add_bytes(&b->arrived, &c, 1);
	if (c == '\n' || b->line.length == LONGEST_TEXT)
		end_line(b);
}

static void measure_pulse(struct bench *b)
{
	unsigned level = (unsigned)model_get(b->model, b->sent, 0, 1);
	uint64_t length = b->clock - b->edge;

	if (level == b->level)
		return;
	if (b->edge > 0 && (b->shortest == 0 || length < b->shortest))
		b->shortest = length;
	b->edge = b->clock;
	b->level = level;
}

/* One clock, with a serial line if there is one. */
static void step(struct bench *b)
{
	if (!b->sent && !b->heard) {
		model_clock(b->model);
		return;
	}
	if (b->heard && uart_is_ready(&b->uart) && b->queued < b->queue.length)
		uart_send(&b->uart, (uint8_t)b->queue.bytes[b->queued++]);
	int byte = uart_clock(&b->uart);
	if (byte != UART_NOTHING)
		take_byte(b, byte);
	if (b->sent)
		measure_pulse(b);
}

/* The usual rate that is this one, nearly; or the rate itself. */
static double usual_rate(double rate)
{
	static const double usual[] = { 1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600, 1e6, 2e6, 3e6 };

	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
		if (fabs(rate / usual[i] - 1) < 0.05)
			return usual[i];
	return round(rate);
}

/* Whether what was sent was sent at the rate of the other end. False after a message. */
static bool check_rate(const struct bench *b)
{
	double bit = b->r->clock_hz / b->r->baud;
	bool short_pulses = b->shortest > 0 && (double)b->shortest < 0.75 * bit;

	if (b->broken == 0 && !short_pulses)
		return true;
	if (b->shortest == 0)
		return error("uart_tx sends no bytes: it is low, where a line at rest is high");
	error("uart_tx does not send at %u baud: %lu of %lu bytes have no stop bit, and its shortest pulse lasts %llu clocks, where a bit lasts"
	      " %.4g", b->r->baud, b->broken, b->bytes, (unsigned long long)b->shortest, bit);
	return suggest("--baud %.0f, or %.4g clocks for a bit in your module", usual_rate(b->r->clock_hz / (double)b->shortest), bit);
}

/* ---- the run ----------------------------------------------------------------------------------------------- */

/* Verilog reads files of memories in the folder in which the user's file lies. */
static struct model *open_beside(const struct own_top_run *r, const char *library)
{
	struct model_start start = { .trace = r->trace, .trace_failed = mapped_failed };
	int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	char *whole = realpath(library, NULL);
	struct model *model = NULL;

	if (here < 0 || chdir(r->own->file[0].beside) != 0) {
		error("%s cannot be entered: %s", r->own->file[0].beside, strerror(errno));
	} else {
		if (r->trace)
			mapped_begin(r->shown);
		model = model_open_as(whole ? whole : library, &start);
		if (model)
			model_eval(model);
	}
	if (here >= 0 && fchdir(here) != 0)
		error("the folder of before cannot be entered: %s", strerror(errno));
	if (here >= 0)
		close(here);
	free(whole);
	return model;
}

static void set_up(struct bench *b)
{
	const struct own_top *own = b->r->own;

	rest(b);
	for (size_t i = 0; i < b->r->lines->count && b->r->lines->event[i].clock == 0; i++) {
		const struct pin_event *e = &b->r->lines->event[i];

		if (e->port->direction == PORT_INPUT && !e->bytes)
			set_level(b, e->port, e->low, e->width, e->value);
	}
	for (size_t i = 0; i < own->port_count; i++) {
		if (pin_is_sent(&own->port[i]))
			b->sent = model_port(b->model, own->port[i].name);
		else if (own->port[i].direction == PORT_OUTPUT)
			watch_port(b, &own->port[i]);
		if (pin_is_heard(&own->port[i]))
			b->heard = model_port(b->model, own->port[i].name);
	}
}

/* Runs until the reset is over. Returns how many clocks that takes; 0 after a message. */
static uint64_t wait_for_reset(struct bench *b)
{
	const struct model_port *reset = model_port(b->model, OWN_TOP_RESET);
	uint64_t most = board_top_reset_clocks(b->r->top) + 1;

	model_eval(b->model);
	while (model_get(b->model, reset, 0, 1) && model_clocks(b->model) <= most)
		model_clock(b->model);
	if (model_clocks(b->model) > most)
		error("the reset does not end within %llu clocks", (unsigned long long)most);
	return model_clocks(b->model) > most ? 0 : model_clocks(b->model);
}

static void run_clocks(struct bench *b)
{
	uart_start(&b->uart, b->model, b->sent, b->heard, b->r->clock_hz / b->r->baud);
	b->level = b->sent && model_get(b->model, b->sent, 0, 1);
	for (b->clock = 0; b->clock < b->r->clocks;) {
		for (size_t i = 0; i < b->watched; i++)
			look(b, &b->watch[i]);
		follow_lines(b);
		b->clock++;
		step(b);
		if (b->clock % PROGRESS_CLOCKS == 0)
			progress("clock %llu of %llu", (unsigned long long)b->clock, (unsigned long long)b->r->clocks);
	}
	end_line(b);
}

/* Ports with more changes than are listed. */
static json_t *many_json(const struct bench *b)
{
	json_t *many = json_array();

	for (size_t i = 0; i < b->watched; i++)
		if (b->watch[i].changes > MOST_CHANGES)
			json_array_append_new(many, json_pack("{s:s, s:I, s:i}", "pin", b->watch[i].port->name,
							      "changes", (json_int_t)b->watch[i].changes, "listed", MOST_CHANGES));
	return many;
}

static json_t *result_json(const struct bench *b, uint64_t reset, bool passed)
{
	const struct own_top_run *r = b->r;
	json_t *object = spec_identity(r->top->net->spec);

	json_object_update_new(object, json_pack(
		"{s:s, s:s, s:s, s:f, s:f, s:I, s:I, s:s, s:O, s:o, s:I, s:I, s:b, s:o}", "top", r->own->top->name, "board", r->top->board->name,
		"title", r->top->board->title, "clock_mhz", r->top->pll->output_mhz, "clock_hz", r->clock_hz, "reset_clocks", (json_int_t)reset,
		"clocks", (json_int_t)r->clocks, "engine", "rtl", "events", b->events, "many", many_json(b), "checks", (json_int_t)b->checks,
		"failed", (json_int_t)b->failed, "passed", passed, "baud", b->sent || b->heard ? json_integer(r->baud) : json_null()));
	return object;
}

static void bench_free(struct bench *b)
{
	model_close(b->model);
	json_decref(b->events);
	text_free(&b->queue);
	text_free(&b->arrived);
	text_free(&b->line);
	free(b->watch);
}

json_t *own_top_run(const struct own_top_run *r)
{
	char *library = own_top_model(r->own, r->top, r->rtl, r->trace);
	struct bench b = { .r = r, .events = json_array() };
	json_t *object = NULL;

	b.model = library ? open_beside(r, library) : NULL;
	if (b.model) {
		set_up(&b);
		uint64_t reset = wait_for_reset(&b);

		if (reset > 0) {
			run_clocks(&b);
			object = result_json(&b, reset, check_rate(&b) && b.failed == 0);
		}
	}
	bench_free(&b);
	free(library);
	return object;
}

bool own_top_run_check(const struct own_top *own, double clock_hz, unsigned baud)
{
	bool serial = false;

	for (size_t i = 0; i < own->port_count; i++) {
		const struct own_port *port = &own->port[i];

		serial = serial || pin_is_sent(port) || pin_is_heard(port);
		if (port->direction == PORT_INOUT)
			return error_at(port->at, "%s is an inout, which a simulation does not have: expected an input or an output", port->name);
	}
	if (!serial || clock_hz / baud >= LEAST_BAUD_CLOCKS)
		return true;
	error("a bit of the serial line lasts %.3g clocks at %u baud: expected at least %d", clock_hz / baud, baud, LEAST_BAUD_CLOCKS);
	if (clock_hz / LOWEST_BAUD < LEAST_BAUD_CLOCKS)
		return suggest("--clock-hz %.0f", (double)baud * LEAST_BAUD_CLOCKS);
	return suggest("--baud %.0f", fmax(LOWEST_BAUD, floor(clock_hz / LEAST_BAUD_CLOCKS)));
}

/* ---- the result -------------------------------------------------------------------------------------------- */

void own_top_run_say(const json_t *object, struct text *out)
{
	const json_t *events = json_object_get(object, "events"), *many = json_object_get(object, "many");
	double hz = json_number_value(json_object_get(object, "clock_hz")), mhz = json_number_value(json_object_get(object, "clock_mhz"));

	figures_say(object, "{top} with {name} in it on {title}: {clocks} clocks of {clock_mhz:g} MHz, from the end of the reset on\n", out);
	if (fabs(hz - mhz * 1e6) > 1)
		figures_say(object, "  CLOCK_HZ     {clock_hz:.0f}: times by it are shorter than on the board\n", out);
	if (figures_has(object, "baud"))
		figures_say(object, "  serial line  {baud} baud\n", out);
	text_add(out, "  engine       rtl, verilated\n\n");
	if (json_array_size(events) > 0)
		text_add(out, "         clock  pin\n");
	else
		text_add(out, "  no output changes\n");
	for (size_t i = 0; i < json_array_size(events); i++) {
		const json_t *event = json_array_get(events, i);

		figures_say(event, json_is_string(json_object_get(event, "value")) ? "  {clock:12}  {pin:-14}  \"{value}\"\n"
										  : "  {clock:12}  {pin:-14}  {value}\n", out);
	}
	for (size_t i = 0; i < json_array_size(many); i++)
		figures_say(json_array_get(many, i), "  {pin} has {changes} changes: the first {listed} are listed\n", out);
	if (figures_has(object, "checks"))
		figures_say(object, "\n  {checks} line{checks:s} checked, {failed} failed\n", out);
}

void own_top_run_save(const struct own_top_run *r, const json_t *object, const char *invocation, struct text *out)
{
	char *name = board_top_name(r->top->net), *scope = format_string("simulation.ftc_model.%s.top", name);

	trace_save_begin(out, invocation, r->shown, (uint64_t)json_integer_value(json_object_get(object, "reset_clocks")), SAVED_CLOCKS);
	for (size_t i = 0; i < r->own->port_count; i++)
		trace_signal(out, scope, r->own->port[i].name, r->own->port[i].width);
	free(scope);
	free(name);
}
