/* constraints.c: reads .pcf and .lpf files and compares them with the board.
 *
 * text --> words, with places --> statements (a line of a .pcf; up to `;` in an .lpf) --> pins --> checks
 */
#include "fpga/constraints.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/package.h"
#include "util/output.h"

enum { LONGEST_FILE = 1 << 20, MOST_WORDS = 32, MOST_PORTS = 64, MOST_PINS = 256 };

struct word {
	char *text;		/* without quotes */
	struct place at;
};

/* A port and its pin. */
struct pin {
	struct word port, site;
};

/* A statement as it is printed for a port of any name: before the name, behind it. Without a port all is before. */
struct statement {
	char *port, *before, *after;		/* port NULL: it is about none */
};

/* A file being read. */
struct reading {
	const struct board *board;
	const char *path;
	const struct constrained_port *own;	/* a user's file: the only ports that it may name; NULL: the board's file */
	size_t own_ports;
	struct text content;
	struct statement *statement;
	size_t statement_count;
	bool lpf;
	const char *at, *line_start;
	struct place end;			/* after the statement's last word */
	bool at_end;				/* the file ended with the statement */
	size_t line;
	struct word word[MOST_WORDS];		/* the statement; further words are ignored */
	size_t count;
	struct pin pin[MOST_PINS];
	size_t pin_count;
	const char *port[MOST_PORTS];		/* names allowed in a constraint: */
	size_t own_count, port_count;		/* first this board's ports, then those of other boards */
	struct package package;
	struct word *ignored;			/* of a user's file: names of ports that the top module does not have */
	size_t ignored_count;
};

/* ---- words and statements ---------------------------------------------------------------------------------- */

static struct place here(const struct reading *r)
{
	return (struct place){ r->path, r->line, (size_t)(r->at - r->line_start) + 1,
			       r->line_start };
}

static void next_line(struct reading *r)
{
	r->line_start = ++r->at;
	r->line++;
}

static bool at_comment(const struct reading *r)
{
	return *r->at == '#' || (r->lpf && r->at[0] == '/' && r->at[1] == '/');
}

/* Skips to the next word. False at the end of the statement, which is then skipped, too. */
static bool skip_to_word(struct reading *r)
{
	for (;;) {
		if (at_comment(r))
			r->at += strcspn(r->at, "\n");
		r->at_end = !*r->at;
		if (r->at_end)
			return false;
		if (*r->at == '\n') {
			next_line(r);
			if (!r->lpf)
				return false;
		} else if (r->lpf && *r->at == ';') {
			r->at++;
			return false;
		} else if (strchr(" \t\r", *r->at)) {
			r->at++;
		} else {
			return true;
		}
	}
}

static void read_word(struct reading *r)
{
	const char *start = r->at;
	struct place at = here(r);
	bool quoted = r->lpf && *start == '"';
	size_t length = 0;

	if (quoted) {
		length = strcspn(++start, "\"\n");
		r->at = start + length + (start[length] == '"');
	} else {
		while (*r->at && !strchr(r->lpf ? " \t\r\n;" : " \t\r\n", *r->at) && !at_comment(r))
			r->at++;
		length = (size_t)(r->at - start);
	}
	r->end = here(r);
	if (r->count < MOST_WORDS)
		r->word[r->count++] = (struct word){ format_string("%.*s", (int)length, start), at };
}

static void forget_words(struct reading *r)
{
	for (size_t i = 0; i < r->count; i++)
		free(r->word[i].text);
	r->count = 0;
}

/* Reads the next statement with words; false at the end of the file. */
static bool read_statement(struct reading *r)
{
	forget_words(r);
	while (*r->at && r->count == 0)
		while (skip_to_word(r))
			read_word(r);
	return r->count > 0;
}

static bool is(const struct reading *r, size_t i, const char *text)
{
	return i < r->count && strcmp(r->word[i].text, text) == 0;
}

/* ---- statements -------------------------------------------------------------------------------------------- */

static bool refuse_statement(const struct reading *r, size_t word, const char *expected)
{
	if (word < r->count)
		error_at(r->word[word].at, "'%s' stands here: expected %s", r->word[word].text, expected);
	else
		error_at(r->end, "the statement ends here: expected %s", expected);
	return false;
}

/* Is `text` the name, or a bit of the vector, of a port `name` that is `width` wide? Then *bit is which. */
static bool is_bit(const char *text, const char *name, unsigned width, unsigned *bit)
{
	size_t length = strlen(name);
	int end = 0;

	*bit = 0;
	if (strncmp(text, name, length) != 0)
		return false;
	if (!text[length])
		return width == 1;
	return sscanf(text + length, "[%u]%n", bit, &end) == 1 && end > 0 && !text[length + (size_t)end] && *bit < width;
}

static bool is_board_pin(const struct reading *r, const char *text)
{
	unsigned bit;

	for (size_t i = 0; i < r->board->pin_count; i++)
		if (is_bit(text, r->board->pin[i].name, r->board->pin[i].width, &bit))
			return true;
	return false;
}

/* May the statement be about this port? */
static bool is_allowed(const struct reading *r, const char *text)
{
	unsigned bit;

	for (size_t i = 0; i < r->own_ports; i++)
		if (is_bit(text, r->own[i].name, r->own[i].width, &bit))
			return true;
	for (size_t i = 0; i < r->port_count; i++)
		if (strcmp(r->port[i], text) == 0)
			return true;
	return !r->own && is_board_pin(r, text);
}

static bool refuse_port(const struct reading *r, const struct word *port)
{
	char *ports = list_words(r->port, r->own_count);

	error_at(port->at, "'%s' is no port of the %s: expected %s", port->text, r->board->title, ports);
	free(ports);
	const char *nearest = nearest_name(port->text, r->port, r->own_count);
	if (nearest)
		suggest("%s", nearest);
	return false;
}

/* Is the word the name of a port? */
static bool check_port(const struct reading *r, size_t word)
{
	if (word >= r->count)
		return refuse_statement(r, word, "the name of a port");
	return is_allowed(r, r->word[word].text) || refuse_port(r, &r->word[word]);
}

/* The user's port, a vector, of which a file of his names the whole; NULL: it does not. */
static const struct constrained_port *find_vector(const struct reading *r, const char *text)
{
	for (size_t i = 0; i < r->own_ports; i++)
		if (r->own[i].at.file && r->own[i].width > 1 && strcmp(r->own[i].name, text) == 0)
			return &r->own[i];
	return NULL;
}

/* Does the file of a vendor say that the port may be missing? */
static bool is_optional(const struct reading *r)
{
	for (size_t i = 0; i < r->count; i++)
		if (is(r, i, "-nowarn"))
			return true;
	return false;
}

/* Is the statement for a port that the user's top module does not have? A file for a whole board has many. */
static bool ignore_port(struct reading *r, size_t word)
{
	if (!r->own || word >= r->count || is_allowed(r, r->word[word].text)
	    || (find_vector(r, r->word[word].text) && !is_optional(r)))
		return false;
	if (is_optional(r))
		return true;
	r->ignored = room_for_one(r->ignored, r->ignored_count, sizeof *r->ignored);
	r->ignored[r->ignored_count++] = (struct word){ copy_string(r->word[word].text), r->word[word].at };
	return true;
}

static bool refuse_vector(const struct reading *r, size_t word, size_t site)
{
	const struct constrained_port *port = find_vector(r, r->word[word].text);
	const char *pin = site < r->count ? r->word[site].text : "PIN";

	error_at(r->word[word].at, "%s is a vector of %u bits: expected a line for each bit, with a pin of its own", port->name,
		 port->width);
	return r->lpf ? suggest("\"%s[0]\" SITE \"%s\"", port->name, pin) : suggest("%s[0] %s", port->name, pin);
}

/* Has the package the pin of that word? */
static bool check_site(const struct reading *r, size_t site)
{
	const struct package *p = &r->package;
	const char *nearest;

	if (package_has(p, r->word[site].text))
		return true;
	error_at(r->word[site].at, "the package of the %s, %s, has no pin %s: expected one of its %zu pins for signals", r->board->title,
		 r->board->package, r->word[site].text, p->count);
	nearest = nearest_name(r->word[site].text, (const char *const *)p->pin, p->count);
	return nearest ? suggest("%s", nearest) : false;
}

/* May both ports have the same pin? A pin of ftc's top modules may have several names for a user's. */
static bool may_share(const struct reading *r, const char *port, const char *other)
{
	bool uart = strncmp(port, "uart_", 5) == 0 || strncmp(other, "uart_", 5) == 0;

	return r->own || (!uart && (is_board_pin(r, port) || is_board_pin(r, other)));
}

/* Is this word of an .lpf printed in quotes? */
static bool is_quoted(const struct reading *r, size_t word)
{
	bool located = is(r, 0, "LOCATE");

	return r->lpf && ((word == 2 && (located || is(r, 1, "NET"))) || (located && word == 4));
}

/* Keeps the statement; `port` is the index of the word with the name, 0: there is none. */
static void keep_statement(struct reading *r, size_t port)
{
	struct text part[2] = {0};

	text_add(&part[1], "");
	for (size_t i = 0; i < r->count; i++) {
		struct text *t = &part[port && i > port];
		const char *quote = is_quoted(r, i) ? "\"" : "";

		if ((port == 0 || i != port) && strcmp(r->word[i].text, "-nowarn") != 0)
			text_print(t, "%s%s%s%s", t->length ? " " : "", quote, r->word[i].text, quote);
	}
	r->statement = reallocate(r->statement, (r->statement_count + 1) * sizeof *r->statement);
	r->statement[r->statement_count++] = (struct statement){
		port ? copy_string(r->word[port].text) : NULL, part[0].bytes, part[1].bytes,
	};
}

/* Takes a port's pin; both words are in the statement. */
static bool add_pin(struct reading *r, size_t port, size_t site)
{
	struct pin *pin = &r->pin[r->pin_count];

	if (ignore_port(r, port))
		return true;
	if (port < r->count && find_vector(r, r->word[port].text))
		return refuse_vector(r, port, site);
	if (!check_port(r, port))
		return false;
	if (site >= r->count)
		return refuse_statement(r, site, "the name of a pin");
	if (!check_site(r, site))
		return false;
	if (r->pin_count == MOST_PINS)
		return error_at(r->word[port].at, "pin %d: expected at most %d", MOST_PINS + 1, MOST_PINS);
	*pin = (struct pin){ r->word[port], r->word[site] };
	for (size_t i = 0; i < r->pin_count; i++) {
		if (strcmp(r->pin[i].port.text, pin->port.text) == 0)
			return error_at(pin->port.at, "%s is given a second pin: it has %s, in line %zu",
					pin->port.text, r->pin[i].site.text, r->pin[i].port.at.line);
		if (strcmp(r->pin[i].site.text, pin->site.text) == 0 && !may_share(r, r->pin[i].port.text, pin->port.text))
			return error_at(pin->site.at, "the pin %s is given to %s: it is %s's, in line %zu",
					pin->site.text, pin->port.text, r->pin[i].port.text, r->pin[i].port.at.line);
	}
	pin->port.text = copy_string(pin->port.text);
	pin->site.text = copy_string(pin->site.text);
	r->pin_count++;
	keep_statement(r, port);
	return true;
}

/* Takes a statement without a pin about the port of that word. */
static bool take_statement(struct reading *r, size_t port)
{
	if (ignore_port(r, port))
		return true;
	if (!check_port(r, port))
		return false;
	keep_statement(r, port);
	return true;
}

/* set_io [-nowarn] [-pullup yes] ... PORT PIN, or set_frequency PORT MHZ */
static bool read_pcf(struct reading *r)
{
	size_t port = 1;

	if (is(r, 0, "set_frequency"))
		return take_statement(r, 1);
	if (!is(r, 0, "set_io"))
		return refuse_statement(r, 0, "set_io PORT PIN");
	while (port < r->count && r->word[port].text[0] == '-')
		port += is(r, port, "-pullup") || is(r, port, "-pullup_resistor") ? 2 : 1;
	if (port + 2 < r->count)
		return refuse_statement(r, port + 2, "nothing more on this line");
	return add_pin(r, port, port + 1);
}

/* LOCATE COMP "PORT" SITE "PIN"; IOBUF PORT "PORT" ...; FREQUENCY PORT "PORT" ...; and two without ports. */
static bool read_lpf(struct reading *r)
{
	if (is(r, 0, "BLOCK") || is(r, 0, "SYSCONFIG") || (is(r, 0, "FREQUENCY") && is(r, 1, "NET"))) {
		keep_statement(r, 0);
		return true;
	}
	if (is(r, 0, "LOCATE")) {
		if (!is(r, 1, "COMP"))
			return refuse_statement(r, 1, "COMP \"PORT\" SITE \"PIN\"");
		if (r->count > 2 && !is(r, 3, "SITE"))
			return (r->own || check_port(r, 2)) && refuse_statement(r, 3, "SITE \"PIN\"");
		if (r->count > 5)
			return refuse_statement(r, 5, "a semicolon");
		return add_pin(r, 2, 4);
	}
	if (!is(r, 0, "IOBUF") && !is(r, 0, "FREQUENCY"))
		return refuse_statement(r, 0, "LOCATE, IOBUF, FREQUENCY, BLOCK or SYSCONFIG");
	return is(r, 1, "PORT") ? take_statement(r, 2) : refuse_statement(r, 1, "PORT \"NAME\"");
}

/* ---- required ports ---------------------------------------------------------------------------------------- */

static void add_port(struct reading *r, const char *name)
{
	if (r->port_count < MOST_PORTS)
		r->port[r->port_count++] = name;
}

/* Lists the ports of this board, then those of other boards only: boards may share a constraints file. */
static void list_ports(struct reading *r)
{
	size_t count;
	const char **outputs = board_outputs(r->board, &count);

	add_port(r, "clk_pin");
	for (size_t i = 0; i < count; i++)
		add_port(r, outputs[i]);
	if (r->board->uart)
		add_port(r, "uart_rx");
	r->own_count = r->port_count;
	for (unsigned i = 0; i < LED_COUNT; i++)
		add_port(r, board_led_ports[i]);
	add_port(r, "uart_tx");
	add_port(r, "uart_rx");
	free(outputs);
}

static const struct pin *pin_of(const struct reading *r, const char *port)
{
	for (size_t i = 0; i < r->pin_count; i++)
		if (strcmp(r->pin[i].port.text, port) == 0)
			return &r->pin[i];
	return NULL;
}

/* Has each bit of the pins for users a pin? */
static bool check_user_pins(const struct reading *r)
{
	for (size_t i = 0; i < r->board->pin_count; i++)
		for (unsigned bit = 0; bit < r->board->pin[i].width; bit++) {
			const struct board_pin *p = &r->board->pin[i];
			char *name = p->width == 1 ? copy_string(p->name) : format_string("%s[%u]", p->name, bit);
			bool found = pin_of(r, name)
				|| error_at((struct place){ .file = r->path }, "%s of the %s has no pin", name, r->board->title);

			free(name);
			if (!found)
				return false;
		}
	return true;
}

static bool check_all_have_pins(const struct reading *r)
{
	for (size_t i = 0; i < r->own_count; i++)
		if (!pin_of(r, r->port[i])) {
			struct place file = { .file = r->board->constraints_path };

			error_at(file, "the port %s of the %s has no pin", r->port[i], r->board->title);
			if (r->lpf)
				suggest("LOCATE COMP \"%s\" SITE \"PIN\";", r->port[i]);
			else
				suggest("set_io %s PIN", r->port[i]);
			return false;
		}
	return true;
}

/* ---- PLLs of iCE40 ----------------------------------------------------------------------------------------- */

/* The PLLs' pads, from the chip database of Project IceStorm. A pad drives its PLL through SB_PLL40_PAD only, and a
 * PLL whose pad is an input cannot be an SB_PLL40_CORE. "": the package has no second PLL; both "": it has none. */
static const struct pll_pads {
	const char *device, *package;
	const char *pad[2];
} pll_pads[] = {
	{ "hx1k", "cb132", { "P7", "" } },
	{ "hx1k", "tq144", { "49", "" } },
	{ "hx1k", "vq100", { "", "" } },
	{ "hx8k", "bg121", { "L5", "B6" } },
	{ "hx8k", "cb132", { "P7", "A6" } },
	{ "hx8k", "cm225", { "N7", "D8" } },
	{ "hx8k", "ct256", { "R9", "F7" } },
	{ "lp8k", "cm81", { "G4", "" } },
	{ "lp8k", "cm121", { "L5", "B6" } },
	{ "lp8k", "cm225", { "N7", "D8" } },
	{ "up5k", "sg48", { "35", "" } },
	{ "up5k", "uwg30", { "B3", "" } },
};

static const struct pll_pads *find_pads(const struct board *b)
{
	for (size_t i = 0; i < sizeof pll_pads / sizeof *pll_pads; i++)
		if (strcmp(pll_pads[i].device, b->device->name) == 0 && strcmp(pll_pads[i].package, b->package) == 0)
			return &pll_pads[i];
	return NULL;
}

static bool is_pad(const struct pll_pads *pads, const char *site)
{
	return strcmp(pads->pad[0], site) == 0 || strcmp(pads->pad[1], site) == 0;
}

/* Is there a PLL whose pad is not an input? */
static bool has_core(const struct reading *r, const struct pll_pads *pads)
{
	const struct pin *input[] = { pin_of(r, "clk_pin"), pin_of(r, "uart_rx") };

	for (unsigned i = 0; i < 2; i++) {
		bool is_free = *pads->pad[i];

		for (unsigned k = 0; k < 2; k++)
			is_free = is_free && !(input[k] && strcmp(input[k]->site.text, pads->pad[i]) == 0);
		if (is_free)
			return true;
	}
	return false;
}

static bool check_pll(const struct reading *r)
{
	const struct board *b = r->board;
	const struct pll_pads *pads = find_pads(b);
	const char *clock = pin_of(r, "clk_pin")->site.text;
	struct place at = document_find(&b->document, "pll")->items->at;

	if (!pads || (b->pll != PLL_ICE40_PAD && b->pll != PLL_ICE40_CORE))
		return true;
	bool pad = is_pad(pads, clock), core = has_core(r, pads);
	if (b->pll == PLL_ICE40_PAD ? pad : core)
		return true;
	if (!pad && !core)
		error_at(at, "the %s in package %s has no PLL that the pin %s of clk_pin can drive", b->device->name,
			 b->package, clock);
	else if (pad)
		error_at(at,
			 "pll is 'core': clk_pin is at %s, the pad of the %s's PLL in package %s, which drives it by"
			 " pad only", clock, b->device->name, b->package);
	else
		error_at(at,
			 "pll is 'pad': clk_pin is at %s, which is no pad of a PLL of the %s in package %s, but %s%s%s",
			 clock, b->device->name, b->package, pads->pad[0],
			 *pads->pad[0] && *pads->pad[1] ? " and " : "", pads->pad[1]);
	return suggest("pll: %s", pad ? "pad" : core ? "core" : "none");
}

/* ------------------------------------------------------------------------------------------------------------ */

static bool read_pins(struct reading *r)
{
	bool done = true;

	while (done && read_statement(r))
		if (r->lpf && r->at_end)
			done = refuse_statement(r, r->count, "a semicolon");
		else
			done = r->lpf ? read_lpf(r) : read_pcf(r);
	forget_words(r);
	return done;
}

static void reading_free(struct reading *r)
{
	for (size_t i = 0; i < r->pin_count; i++) {
		free(r->pin[i].port.text);
		free(r->pin[i].site.text);
	}
	for (size_t i = 0; i < r->statement_count; i++) {
		free(r->statement[i].port);
		free(r->statement[i].before);
		free(r->statement[i].after);
	}
	for (size_t i = 0; i < r->ignored_count; i++)
		free(r->ignored[i].text);
	free(r->ignored);
	free(r->statement);
	package_free(&r->package);
	text_free(&r->content);
}

/* Reads a file. False after a message; reading_free() is due in any case. */
static bool read_constraints(struct reading *r, const struct board *board, const char *path)
{
	r->board = board;
	r->path = path;
	r->lpf = board->device->tools->lpf;
	r->line = 1;
	if (!read_text(path, LONGEST_FILE, &r->content) || !package_read(&r->package, board->device, board->package))
		return false;
	r->at = r->line_start = r->content.bytes;
	return read_pins(r);
}

bool constraints_check(const struct board *board)
{
	struct reading r = {0};

	r.board = board;
	list_ports(&r);
	bool done = read_constraints(&r, board, board->constraints_path) && check_all_have_pins(&r) && check_user_pins(&r)
		&& check_pll(&r);
	reading_free(&r);
	return done;
}

/* ---- the pins of a user's own top module ------------------------------------------------------------------- */

/* The files of a selection, the user's first, and what it has come to. */
struct selection {
	struct reading own, board;
	struct chosen {
		const struct pin *pin;
		char *name;
	} *chosen;
	size_t count;
	struct text *out;
};

/* Do the files' statements for that port belong to this bit? */
static bool names_bit(const char *text, const struct constrained_port *port, unsigned bit)
{
	unsigned named;
	/* What is a vector on the board may be a single wire of the user's, and the other way round. */
	bool whole = strcmp(text, port->name) == 0;

	return whole ? bit == 0 && port->width == 1 : is_bit(text, port->name, UINT_MAX, &named) && named == bit;
}

/* Prints the statements for a bit. Returns whether there were any; *pin is the last pin among them, unless there is none. */
static bool print_bit(const struct reading *r, const struct constrained_port *port, unsigned bit, const char *name,
		      const struct pin **pin, struct text *out)
{
	const char *quote = r->lpf ? "\"" : "";
	bool any = false;

	for (size_t i = 0; i < r->statement_count; i++) {
		const struct statement *s = &r->statement[i];

		if (!s->port || !names_bit(s->port, port, bit))
			continue;
		text_print(out, "%s %s%s%s %s%s\n", s->before, quote, name, quote, s->after, r->lpf ? ";" : "");
		any = true;
	}
	for (size_t i = 0; i < r->pin_count; i++)
		if (names_bit(r->pin[i].port.text, port, bit))
			*pin = &r->pin[i];
	return any;
}

/* Has no other port the pin? */
static bool check_single(const struct selection *s, const struct constrained_port *port, const struct chosen *last)
{
	for (const struct chosen *c = s->chosen; c < last; c++)
		if (strcmp(c->pin->site.text, last->pin->site.text) == 0)
			return error_at(port->at, "the pin %s is given to %s: it is %s's", last->pin->site.text, last->name,
					c->name);
	return true;
}

/* Refuses a bit that a pin of the board does not have. */
static bool refuse_width(const struct board *board, const struct board_pin *pin, struct place at, const char *name)
{
	char *whole = board_pin_port(pin);

	error_at(at, "%s is no pin of the %s: expected at most %u bit%s of %s", name, board->title, pin->width,
		 pin->width > 1 ? "s" : "", pin->name);
	suggest("%s", whole);
	free(whole);
	return false;
}

/* The name in the user's file, of no port of his, that is nearest to this one; NULL: none is near. */
static const struct word *find_misspelt(const struct reading *own, const char *name)
{
	for (size_t i = 0; i < own->ignored_count; i++) {
		const char *const names[] = { own->ignored[i].text };

		if (nearest_name(name, names, 1))
			return &own->ignored[i];
	}
	return NULL;
}

/* Refuses a port that the board does not have. */
static bool refuse_unknown(const struct selection *s, const struct constrained_port *port, const char *name)
{
	const struct board *board = s->board.board;
	const char **names = allocate_array(board->pin_count + 2, sizeof *names);

	names[0] = "clk";
	names[1] = "rst";
	for (size_t i = 0; i < board->pin_count; i++)
		names[2 + i] = board->pin[i].name;
	const char *nearest = nearest_name(port->name, names + 2, board->pin_count);
	char *listed = list_words(names, board->pin_count + 2);

	error_at(port->at, "%s is no pin of the %s: expected %s, or one that --constraints names", name, board->title, listed);
	const struct word *misspelt = find_misspelt(&s->own, name);

	free(listed);
	free(names);
	if (misspelt)
		return suggest("%s, in line %zu of %s, which has %s", name, misspelt->at.line, misspelt->at.file, misspelt->text);
	if (nearest)
		return suggest("%s", nearest);
	return s->board.lpf ? suggest("--constraints FILE, and in it: LOCATE COMP \"%s\" SITE \"PIN\";", name)
			    : suggest("--constraints FILE, and in it: set_io %s PIN", name);
}

static bool refuse_without_pin(const struct selection *s, const struct constrained_port *port, const char *name)
{
	const struct board_pin *pin = board_pin_find(s->board.board, port->name);

	return pin ? refuse_width(s->board.board, pin, port->at, name) : refuse_unknown(s, port, name);
}

/* Chooses the pin of a bit and prints its statements. */
static bool select_bit(struct selection *s, const struct constrained_port *port, unsigned bit)
{
	struct chosen *chosen;

	s->chosen = reallocate(s->chosen, (s->count + 1) * sizeof *s->chosen);
	chosen = &s->chosen[s->count++];
	*chosen = (struct chosen){ .name = port->width == 1 ? copy_string(port->name)
							    : format_string("%s[%u]", port->name, bit) };
	if (!print_bit(&s->own, port, bit, chosen->name, &chosen->pin, s->out))
		print_bit(&s->board, port, bit, chosen->name, &chosen->pin, s->out);
	return chosen->pin ? check_single(s, port, chosen) : refuse_without_pin(s, port, chosen->name);
}

/* Does the user's file give a pin to some bit of the port? */
static bool is_given(const struct reading *own, const struct constrained_port *port)
{
	unsigned bit;

	for (size_t i = 0; i < own->pin_count; i++)
		if (is_bit(own->pin[i].port.text, port->name, port->width, &bit))
			return true;
	return false;
}

/* Warns of a name in the user's file that is nearly that of a port to which the file gives no pin: the board has one for it, but
 * not the one that is meant. */
static void warn_of_misspelt(const struct reading *own, const struct constrained_port *port)
{
	const struct word *misspelt = port->at.file && !is_given(own, port) ? find_misspelt(own, port->name) : NULL;

	if (!misspelt)
		return;
	warning_at(misspelt->at, "'%s' is no port of the top module: the line is left out", misspelt->text);
	suggest("%s", port->name);
}

static void print_general(const struct reading *r, struct text *out)
{
	for (size_t i = 0; i < r->statement_count; i++)
		if (!r->statement[i].port)
			text_print(out, "%s;\n", r->statement[i].before);
}

bool constraints_select(const struct board *board, const struct constrained_port *port, size_t count, const char *own,
			struct text *out)
{
	struct selection s = { .own = { .own = port, .own_ports = count }, .out = out };

	s.board.board = board;
	list_ports(&s.board);
	bool done = (!own || read_constraints(&s.own, board, own))
		&& read_constraints(&s.board, board, board->constraints_path);
	if (done)
		print_general(&s.own, out);
	if (done)
		print_general(&s.board, out);
	for (size_t i = 0; i < count && done; i++)
		for (unsigned bit = 0; bit < port[i].width && done; bit++)
			done = select_bit(&s, &port[i], bit);
	for (size_t i = 0; i < count && own && done; i++)
		warn_of_misspelt(&s.own, &port[i]);
	for (size_t i = 0; i < s.count; i++)
		free(s.chosen[i].name);
	free(s.chosen);
	reading_free(&s.own);
	reading_free(&s.board);
	return done;
}

