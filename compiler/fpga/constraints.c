/* constraints.c: reads .pcf and .lpf files and compares them with the board.
 *
 * text --> words, with places --> statements (a line of a .pcf; up to `;` in an .lpf) --> pins --> checks
 */
#include "fpga/constraints.h"

#include <stdlib.h>
#include <string.h>

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

/* A file being read. */
struct reading {
	const struct board *board;
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
};

/* ---- words and statements ---------------------------------------------------------------------------------- */

static struct place here(const struct reading *r)
{
	return (struct place){ r->board->constraints_path, r->line, (size_t)(r->at - r->line_start) + 1,
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
	for (size_t i = 0; i < r->port_count; i++)
		if (strcmp(r->port[i], r->word[word].text) == 0)
			return true;
	return refuse_port(r, &r->word[word]);
}

/* Takes a port's pin; both words are in the statement. */
static bool add_pin(struct reading *r, size_t port, size_t site)
{
	struct pin *pin = &r->pin[r->pin_count];

	if (!check_port(r, port))
		return false;
	if (site >= r->count)
		return refuse_statement(r, site, "the name of a pin");
	*pin = (struct pin){ r->word[port], r->word[site] };
	for (size_t i = 0; i < r->pin_count; i++) {
		if (strcmp(r->pin[i].port.text, pin->port.text) == 0)
			return error_at(pin->port.at, "%s is given a second pin: it has %s, in line %zu",
					pin->port.text, r->pin[i].site.text, r->pin[i].port.at.line);
		if (strcmp(r->pin[i].site.text, pin->site.text) == 0)
			return error_at(pin->site.at, "the pin %s is given to %s: it is %s's, in line %zu",
					pin->site.text, pin->port.text, r->pin[i].port.text, r->pin[i].port.at.line);
	}
	r->word[port].text = r->word[site].text = NULL;		/* they now belong to the pin */
	r->pin_count += r->pin_count + 1 < MOST_PINS;
	return true;
}

/* set_io [-nowarn] [-pullup yes] ... PORT PIN, or set_frequency PORT MHZ */
static bool read_pcf(struct reading *r)
{
	size_t port = 1;

	if (is(r, 0, "set_frequency"))
		return check_port(r, 1);
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
	if (is(r, 0, "BLOCK") || is(r, 0, "SYSCONFIG"))
		return true;
	if (is(r, 0, "LOCATE")) {
		if (!is(r, 1, "COMP"))
			return refuse_statement(r, 1, "COMP \"PORT\" SITE \"PIN\"");
		if (r->count > 2 && !is(r, 3, "SITE"))
			return check_port(r, 2) && refuse_statement(r, 3, "SITE \"PIN\"");
		if (r->count > 5)
			return refuse_statement(r, 5, "a semicolon");
		return add_pin(r, 2, 4);
	}
	if (is(r, 0, "FREQUENCY") && is(r, 1, "NET"))
		return true;
	if (!is(r, 0, "IOBUF") && !is(r, 0, "FREQUENCY"))
		return refuse_statement(r, 0, "LOCATE, IOBUF, FREQUENCY, BLOCK or SYSCONFIG");
	return is(r, 1, "PORT") ? check_port(r, 2) : refuse_statement(r, 1, "PORT \"NAME\"");
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

bool constraints_check(const struct board *board)
{
	struct text content = {0};
	struct reading r = { .board = board, .lpf = board->device->family == FAMILY_ECP5, .line = 1 };

	if (!read_file(board->constraints_path, LONGEST_FILE, &content))
		return false;
	r.at = r.line_start = content.bytes;
	list_ports(&r);
	bool done = read_pins(&r) && check_all_have_pins(&r) && check_pll(&r);
	for (size_t i = 0; i < r.pin_count; i++) {
		free(r.pin[i].port.text);
		free(r.pin[i].site.text);
	}
	text_free(&content);
	return done;
}
