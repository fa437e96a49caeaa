/* device_session.c: a session with an area-universal device in a board.
 *
 *   standard input --> line --> row --> [ rows ] --> board --> rows --> line --> standard output
 *
 * Rows wait for each other while there are further lines to read at once: a request carries as many as it has room for. */
#include "host/device_session.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "network/machine.h"
#include "util/message.h"
#include "util/number.h"

enum { LONGEST_LINE = 1 << 16, MOST_WAITING = 4096, INPUT = 0 };
static const char input_name[] = "standard input";

/* ---- the line ---- */

static int show_progress(void *context, enum ftc_host_phase phase, size_t batch, size_t batches, size_t done, size_t total)
{
	(void)context;
	(void)phase;
	(void)batch;
	(void)batches;
	progress("board: loading the image: %.0f %%", total ? 100.0 * (double)done / (double)total : 100.0);
	return 0;
}

static bool failed(struct device_session *s, enum ftc_host_error error_is, int *status)
{
	progress_end();
	board_line_complain(&s->line, error_is);
	*status = board_line_status(error_is);
	return false;
}

bool device_session_open(struct device_session *s, int *status)
{
	struct ftc_host_options options = FTC_HOST_OPTIONS;
	enum ftc_host_error error_is;

	options.progress = show_progress;
	s->network->spec->machine->circuits.overlay(s->network, &s->overlay);
	s->line.net = s->network;
	if (!s->line.port)
		s->stack = stack_lower(s->network);
	if (!board_line_open(&s->line, &s->stack, &options, status))
		return false;
	error_is = ftc_host_device_identify(s->line.host, s->overlay.digest, &s->who);
	if (error_is)
		return failed(s, error_is, status);
	s->row_bytes = ftc_host_device_row(&s->who);
	s->row = allocate_array(s->row_bytes, 1);
	return true;
}

void device_session_close(struct device_session *s)
{
	board_line_close(&s->line);
	circuit_ports_free(&s->ports);
	image_free(&s->image);
	stack_free(&s->stack);
	free(s->row);
	s->row = NULL;
}

bool device_session_read(struct device_session *s, const char *path)
{
	struct image image;

	s->network->spec->machine->circuits.overlay(s->network, &s->overlay);
	if (!image_read(&image, &s->overlay, path))
		return false;
	circuit_ports_free(&s->ports);
	image_free(&s->image);
	s->image = image;
	circuit_ports_make(&s->ports, &s->image, &s->overlay);
	return true;
}

bool device_session_load(struct device_session *s, int *status)
{
	const struct ftc_host_image image = {
		.control = s->image.control, .cycles = s->image.cycles, .step = s->image.step, .setting = s->image.setting,
	};
	enum ftc_host_error error_is = ftc_host_device_load(s->line.host, &image);

	memset(s->row, 0, s->row_bytes);
	progress_end();
	return !error_is || failed(s, error_is, status);
}

/* ---- stimulus ---- */

struct stimulus {
	struct device_session *s;
	struct text read;		/* what has been read and not been taken */
	size_t at;
	bool ended;
	size_t number;			/* of the line, from 1 */
	struct text line;
	uint8_t *in, *out;		/* [MOST_WAITING] rows */
	size_t waiting;
	int status;
};

static void print_loaded(const struct device_session *s)
{
	struct text t = { 0 };

	text_print(&t, "# %s on %s%s: in ", s->image.circuit, s->line.board.title, s->line.port ? "" : ", simulated");
	circuit_ports_describe(s->ports.input, s->ports.input_count, &t);
	text_add(&t, "; out ");
	circuit_ports_describe(s->ports.output, s->ports.output_count, &t);
	text_print(&t, "; steps of %u clocks of %g MHz", s->image.step, s->who.clock_mhz);
	puts(t.bytes);
	text_free(&t);
}

static void print_row(const struct device_session *s, const uint8_t *row)
{
	struct text t = { 0 };

	circuit_ports_print(&s->ports, row, &t);
	puts(t.length ? t.bytes : "");
	text_free(&t);
}

/* Makes the steps that wait. False after a message. */
static bool make_steps(struct stimulus *t)
{
	struct device_session *s = t->s;
	size_t count = t->waiting;
	enum ftc_host_error error_is;

	if (count == 0)
		return true;
	t->waiting = 0;
	error_is = ftc_host_device_step(s->line.host, t->in, count, t->out);
	if (error_is)
		return failed(s, error_is, &t->status);
	for (size_t i = 0; i < count; i++)
		print_row(s, t->out + i * s->row_bytes);
	fflush(stdout);
	return true;
}

static bool take_row(struct stimulus *t)
{
	memcpy(t->in + t->waiting++ * t->s->row_bytes, t->s->row, t->s->row_bytes);
	return t->waiting < MOST_WAITING || make_steps(t);
}

static struct place place_at(const struct stimulus *t, const char *at)
{
	return (struct place){ input_name, t->number, (size_t)(at - t->line.bytes) + 1, t->line.bytes };
}

/* "run N": N steps with the pins as they are. */
static bool take_run(struct stimulus *t, const char *rest)
{
	const char *word = rest + strspn(rest, " \t");
	char *number = format_string("%.*s", (int)strcspn(word, " \t#"), word);
	const char *end = word + strlen(number) + strspn(word + strlen(number), " \t");
	unsigned long steps = 0;
	bool good = text_to_unsigned(number, &steps) && steps > 0 && (!*end || *end == '#');
	enum ftc_host_error error_is = FTC_HOST_DONE;

	free(number);
	if (!*word)
		return error_at(place_at(t, word), "how far to run is missing: expected a number of steps");
	if (!good)
		return error_at(place_at(t, word), "how far to run is \"%s\": expected a number of steps, 1 or more", word);
	if (!make_steps(t))
		return false;
	error_is = ftc_host_device_run(t->s->line.host, t->s->row, steps, t->out);
	if (error_is)
		return failed(t->s, error_is, &t->status);
	print_row(t->s, t->out);
	return true;
}

/* "load FILE": another circuit. */
static bool take_load(struct stimulus *t, const char *rest)
{
	const char *first = rest + strspn(rest, " \t");
	size_t length = strlen(first);

	while (length > 0 && strchr(" \t", first[length - 1]))
		length--;
	if (length == 0)
		return error_at(place_at(t, first), "what to load is missing: expected the file of an image");
	char *path = format_string("%.*s", (int)length, first);
	bool good = make_steps(t) && device_session_read(t->s, path) && device_session_load(t->s, &t->status);

	free(path);
	if (good)
		print_loaded(t->s);
	return good;
}

static bool is_word(const char *at, size_t length, const char *word)
{
	return strlen(word) == length && memcmp(at, word, length) == 0;
}

/* Carries out a line. False after a message. */
static bool take_line(struct stimulus *t)
{
	const char *line = t->line.bytes, *first = line + strspn(line, " \t");
	size_t length = strcspn(first, " \t#");

	t->status = EXIT_USAGE;
	if (length == 0)
		return true;
	if (is_word(first, length, "run"))
		return take_run(t, first + length);
	if (is_word(first, length, "load"))
		return take_load(t, first + length);
	return circuit_ports_read(&t->s->ports, input_name, line, t->number, t->s->row) && take_row(t);
}

/* ---- lines ---- */

static bool input_is_there(void)
{
	return poll(&(struct pollfd){ .fd = INPUT, .events = POLLIN }, 1, 0) > 0;
}

/* Reads on. Before it waits, the steps that wait are made. False after a message. */
static bool read_on(struct stimulus *t)
{
	char bytes[4096];
	ssize_t got;

	if (t->waiting > 0 && !input_is_there() && !make_steps(t))
		return false;
	fflush(stdout);
	do
		got = read(INPUT, bytes, sizeof bytes);
	while (got < 0 && errno == EINTR);
	if (got < 0) {
		t->status = EXIT_WORK_FAILED;
		return error("%s cannot be read: %s", input_name, strerror(errno));
	}
	t->ended = got == 0;
	text_add_bytes(&t->read, bytes, (size_t)got);
	return true;
}

/* Gets the next line into t->line, without its end. False at the end, or after a message; then t->status is the exit
 * status. */
static bool next_line(struct stimulus *t)
{
	const char *end = NULL;

	while (!(end = t->read.length > t->at ? memchr(t->read.bytes + t->at, '\n', t->read.length - t->at) : NULL) && !t->ended
	       && t->read.length - t->at <= LONGEST_LINE)
		if (!read_on(t))
			return false;
	t->status = EXIT_DONE;
	if (!end && t->at == t->read.length)
		return false;
	size_t length = end ? (size_t)(end - t->read.bytes) - t->at : t->read.length - t->at;
	t->line.length = 0;
	text_add_bytes(&t->line, t->read.bytes + t->at, length);
	t->at += length + (end != NULL);
	t->number++;
	if (t->at > LONGEST_LINE) {
		memmove(t->read.bytes, t->read.bytes + t->at, t->read.length - t->at);
		t->read.length -= t->at;
		t->at = 0;
	}
	if (t->line.length > 0 && t->line.bytes[t->line.length - 1] == '\r')
		t->line.bytes[--t->line.length] = '\0';
	t->status = EXIT_USAGE;
	if (t->line.length > LONGEST_LINE)
		return error_at((struct place){ input_name, t->number, 0, NULL }, "the line is longer than %d bytes", LONGEST_LINE);
	if (strlen(t->line.bytes) < t->line.length)
		return error_at((struct place){ input_name, t->number, strlen(t->line.bytes) + 1, NULL }, "the line has a byte 0x00");
	return true;
}

int device_session_serve(struct device_session *s)
{
	struct stimulus t = { .s = s };
	int status;

	t.in = allocate_array(MOST_WAITING, s->row_bytes);
	t.out = allocate_array(MOST_WAITING, s->row_bytes);
	text_add(&t.line, "");
	print_loaded(s);
	while (next_line(&t) && take_line(&t))
		;
	/* What stands before a bad line counts. */
	status = t.status;
	if (!make_steps(&t))
		status = t.status;
	fflush(stdout);
	text_free(&t.read);
	text_free(&t.line);
	free(t.in);
	free(t.out);
	return status;
}
