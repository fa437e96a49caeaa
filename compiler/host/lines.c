/* lines.c: the line protocol of `ftc run --lines`, for scripts in any language.
 *
 *   command  := "send" source destination [ payload ] | "run" | "clear" | "quit"
 *   answer   := "ready" .. at once; "error" line text for a bad line;
 *               after run: "delivered" .. for each message and leaf, then "done" .. or "failed" text
 *
 * Blanks separate words; "#" begins a comment. Every answer is flushed. */
#include "host/lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/keys.h"
#include "schedule/messages.h"
#include "network/machine.h"
#include "util/message.h"
#include "util/text.h"

/* A payload of the greatest width has some 20,000 digits. */
enum { LONGEST_LINE = 1 << 16 };

struct lines {
	struct session *session;
	struct message_reader *reader;
	size_t number;			/* of the line, from 1 */
	struct text said;		/* output of error() */
	struct traffic *traffic;	/* of the current set, for payloads */
	size_t payload_words;
	uint64_t *payload;
	int status;
	bool ended;
};

/* Prints the first line of error()'s output. */
static void print_said(struct lines *l)
{
	const char *text = l->said.length ? l->said.bytes : "something went wrong\n";

	printf("%.*s\n", (int)strcspn(text, "\n"), text);
	l->said.length = 0;
}

static void refuse(struct lines *l)
{
	printf("error %zu ", l->number);
	print_said(l);
}

static void begin_set(struct lines *l)
{
	const struct spec *spec = l->session->simulation.network->spec;

	struct message_form form = session_form(l->session->simulation.network);

	l->reader = messages_begin(&l->session->simulation.list, "standard input", spec, &form);
}

static void end_set(struct lines *l)
{
	messages_end(l->reader);
	messages_free(&l->session->simulation.list);
}

static void print_delivery(void *context, const struct flight *which, uint32_t leaf, uint64_t now)
{
	struct lines *l = context;
	const struct message *m = &which->message;
	unsigned first = l->session->simulation.network->spec->machine->first_end;

	traffic_payload(l->traffic, m, l->payload);
	printf("delivered %" PRIu64 " %" PRIu32 " %" PRIu32 " 0x", m->number + 1, m->source + first, leaf + first);
	for (size_t i = l->payload_words; i-- > 0;)
		printf(i + 1 == l->payload_words ? "%" PRIx64 : "%016" PRIx64, l->payload[i]);
	printf(" clock %" PRIu64 " latency %" PRIu64 "\n", now, now - which->offered);
}

static void print_done(const struct lines *l, const struct simulate_point *p)
{
	printf("done sent %" PRIu64 " delivered %" PRIu64 " copies %" PRIu64, p->sent, p->delivered, p->copies);
	if (p->knows_tries)
		printf(" retries %" PRIu64 " retried %" PRIu64 " most-retries %" PRIu64, p->retries, p->retried,
		       p->most_retries);
	printf(" clocks %" PRIu64 " batches %u\n", p->clocks, l->session->batches);
}

static void run_set(struct lines *l)
{
	struct simulate_point point;
	struct testbench_result r;

	l->traffic = simulation_traffic(&l->session->simulation, 0, 0);
	if (session_run(l->session, print_delivery, l, &point, &r)) {
		print_done(l, &point);
	} else {
		printf("failed ");
		print_said(l);
		/* No log: the line is broken. */
		if (!r.latency) {
			l->status = EXIT_WORK_FAILED;
			l->ended = true;
		}
	}
	testbench_result_free(&r);
	traffic_free(l->traffic);
	end_set(l);
	begin_set(l);
}

static bool is_end(const char *rest)
{
	rest += strspn(rest, " \t\r\n");
	return !*rest || *rest == '#';
}

static void obey(struct lines *l, const char *line)
{
	size_t before = strspn(line, " \t"), length = strcspn(line + before, " \t\r\n#");
	const char *word = line + before, *rest = word + length;

	if (length == 0)
		return;
	if (length == 4 && !strncmp(word, "send", length)) {
		size_t count = l->session->simulation.list.count;

		if (!messages_line(l->reader, line, before + length, l->number)) {
			refuse(l);
		} else if (l->session->simulation.list.count == count) {
			error("source is missing: expected \"send source destination [payload]\"");
			refuse(l);
		}
		return;
	}
	if (length == 3 && !strncmp(word, "run", length) && is_end(rest)) {
		run_set(l);
	} else if (length == 5 && !strncmp(word, "clear", length) && is_end(rest)) {
		end_set(l);
		begin_set(l);
	} else if (length == 4 && !strncmp(word, "quit", length) && is_end(rest)) {
		l->ended = true;
	} else {
		error("\"%.*s%s\": expected send, run, clear or quit", SHOWN_BYTES, line,
		      strlen(line) > SHOWN_BYTES ? "..." : "");
		refuse(l);
	}
}

static void print_ready(const struct lines *l)
{
	const struct session *s = l->session;

	printf("ready leaves %u payload-bits %u slot-clocks %u clock-mhz %g digest %s\n",
	       s->simulation.network->spec->leaves, s->simulation.network->spec->payload_bits,
	       s->simulation.network->slot_clocks, s->who.clock_mhz, s->digest);
}

/* Reads a line, or what is behind the last one, without its end; of a longer one than LONGEST_LINE a byte more than
 * that. False: there is none. */
static bool read_line(struct text *line)
{
	int c = getchar_unlocked();

	line->length = 0;
	text_add(line, "");
	if (c == EOF)
		return false;
	for (; c != EOF && c != '\n' && line->length <= LONGEST_LINE; c = getchar_unlocked())
		text_add_bytes(line, &(char){ (char)c }, 1);
	if (line->length > LONGEST_LINE && c != EOF)
		ungetc(c, stdin);
	else if (line->length > 0 && line->bytes[line->length - 1] == '\r')
		line->bytes[--line->length] = '\0';
	return true;
}

static void skip_line(void)
{
	int c;

	do
		c = getchar_unlocked();
	while (c != EOF && c != '\n');
}

/* Answers a line, or refuses it if it is none. */
static void take_line(struct lines *l, const struct text *line)
{
	l->number++;
	if (line->length > LONGEST_LINE) {
		error("the line is longer than %d bytes: expected at most that", LONGEST_LINE);
		refuse(l);
	} else if (strlen(line->bytes) < line->length) {
		error("the line has a byte 0x00: expected send, run, clear or quit");
		refuse(l);
	} else {
		obey(l, line->bytes);
	}
	fflush(stdout);
	if (line->length > LONGEST_LINE)
		skip_line();
}

int lines_serve(struct session *s)
{
	struct lines l = { .session = s, .status = EXIT_DONE };
	struct text line = {0};

	l.payload_words = (s->simulation.network->spec->payload_bits + 63) / 64;
	l.payload = allocate_array(l.payload_words, sizeof *l.payload);
	begin_set(&l);
	print_ready(&l);
	fflush(stdout);
	struct text *before = message_capture(&l.said);
	while (!l.ended && read_line(&line))
		take_line(&l, &line);
	message_capture(before);
	end_set(&l);
	text_free(&line);
	free(l.payload);
	text_free(&l.said);
	return l.status;
}
