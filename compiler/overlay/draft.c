/* draft.c: what readers of circuits have read becomes a netlist, or one message says why not. */
#include "overlay/draft.h"

#include <stdlib.h>
#include <string.h>

void draft_start(struct draft *d, const char *source, const struct text *content)
{
	*d = (struct draft){ .netlist.source = copy_string(source), .content = content };
	for (unsigned net = 0; net < NET_FIRST; net++) {
		draft_net(d, NULL);
		d->driver[net].by = DRIVEN_BY_CONSTANT;
	}
}

void draft_free(struct draft *d)
{
	netlist_free(&d->netlist);
	free(d->driver);
	free(d->gate_origin);
	free(d->latch_origin);
	free(d->input_origin);
	free(d->output_origin);
	free(d->clock);
	*d = (struct draft){ 0 };
}

unsigned draft_net(struct draft *d, char *name)
{
	struct netlist *n = &d->netlist;

	n->net_name = room_for_one(n->net_name, n->nets, sizeof *n->net_name);
	d->driver = room_for_one(d->driver, n->nets, sizeof *d->driver);
	n->net_name[n->nets] = name;
	d->driver[n->nets] = (struct draft_driver){ DRIVEN_BY_NOTHING, 0 };
	return n->nets++;
}

/* ---- messages ---------------------------------------------------------------------------------------------- */

char *draft_net_told(const struct draft *d, unsigned net)
{
	const char *name = d->netlist.net_name[net];

	return name ? copy_string(name) : format_string("net %u", net);
}

static const char *find_line(const struct text *content, size_t line)
{
	const char *at = content->bytes;

	while (--line > 0)
		at = text_next_line(at);
	return at;
}

static bool is_blank(char c)
{
	return c == 0 || strchr(" \t\r\n", c);
}

/* The column of a word in a line; 0 if it does not stand there. */
static size_t find_word(const char *line, const char *word)
{
	size_t length = strlen(word), end = strcspn(line, "\n");

	for (size_t i = 0; i + length <= end; i++)
		if ((i == 0 || is_blank(line[i - 1])) && is_blank(line[i + length])
		    && memcmp(line + i, word, length) == 0)
			return i + 1;
	return 0;
}

struct place draft_place(const struct draft *d, size_t line, const char *what)
{
	struct place at = { .file = d->netlist.source, .line = line };

	if (line > 0 && d->content) {
		at.line_text = find_line(d->content, line);
		at.column = what ? find_word(at.line_text, what) : 0;
	}
	return at;
}

/* A fresh string. */
static char *origin_told(struct draft_origin origin)
{
	struct text t = { 0 };

	text_add(&t, origin.kind);
	if (origin.name)
		text_print(&t, " '%s'", origin.name);
	if (origin.line > 0)
		text_print(&t, " in line %zu", origin.line);
	return t.bytes;
}

/* The same where the message has the line as its place. */
static char *kind_told(struct draft_origin origin)
{
	origin.line = 0;
	return origin_told(origin);
}

static void tell_source(struct draft_origin origin)
{
	if (origin.source)
		detail("  it comes from %s", origin.source);
}

static struct draft_origin origin_of(const struct draft *d, struct draft_driver driver)
{
	switch (driver.by) {
	case DRIVEN_BY_INPUT:
		return d->input_origin[driver.index];
	case DRIVEN_BY_GATE:
		return d->gate_origin[driver.index];
	case DRIVEN_BY_LATCH:
		return d->latch_origin[driver.index];
	default:
		return (struct draft_origin){ .kind = "a constant" };
	}
}

/* ---- parts ------------------------------------------------------------------------------------------------- */

static bool refuse_second_driver(const struct draft *d, unsigned net, struct draft_origin origin)
{
	char *name = draft_net_told(d, net), *first = origin_told(origin_of(d, d->driver[net]));
	char *other = kind_told(origin);

	error_at(draft_place(d, origin.line, name), "net '%s' has two drivers, %s and this %s: expected one", name,
		 first, other);
	tell_source(origin);
	free(name);
	free(first);
	free(other);
	return false;
}

static bool drive(struct draft *d, unsigned net, struct draft_driver driver, struct draft_origin origin)
{
	if (d->driver[net].by != DRIVEN_BY_NOTHING)
		return refuse_second_driver(d, net, origin);
	d->driver[net] = driver;
	return true;
}

bool draft_gate(struct draft *d, struct netlist_gate gate, struct draft_origin origin)
{
	struct netlist *n = &d->netlist;
	size_t i = n->gate_count;

	gate.line = origin.line;
	n->gate = room_for_one(n->gate, i, sizeof *n->gate);
	n->gate[i] = gate;
	d->gate_origin = room_for_one(d->gate_origin, i, sizeof *d->gate_origin);
	d->gate_origin[i] = origin;
	n->gate_count++;
	return drive(d, gate.out, (struct draft_driver){ DRIVEN_BY_GATE, (unsigned)i }, origin);
}

bool draft_latch(struct draft *d, struct netlist_latch latch, unsigned clock, struct draft_origin origin)
{
	struct netlist *n = &d->netlist;
	size_t i = n->latch_count;

	n->latch = room_for_one(n->latch, i, sizeof *n->latch);
	n->latch[i] = latch;
	d->latch_origin = room_for_one(d->latch_origin, i, sizeof *d->latch_origin);
	d->latch_origin[i] = origin;
	d->clock = room_for_one(d->clock, i, sizeof *d->clock);
	d->clock[i] = clock;
	n->latch_count++;
	return drive(d, latch.q, (struct draft_driver){ DRIVEN_BY_LATCH, (unsigned)i }, origin);
}

bool draft_input(struct draft *d, struct netlist_pin pin, struct draft_origin origin)
{
	struct netlist *n = &d->netlist;
	size_t i = n->input_count;

	n->input = room_for_one(n->input, i, sizeof *n->input);
	n->input[i] = pin;
	d->input_origin = room_for_one(d->input_origin, i, sizeof *d->input_origin);
	d->input_origin[i] = origin;
	n->input_count++;
	return drive(d, pin.net, (struct draft_driver){ DRIVEN_BY_INPUT, (unsigned)i }, origin);
}

void draft_output(struct draft *d, struct netlist_pin pin, struct draft_origin origin)
{
	struct netlist *n = &d->netlist;
	size_t i = n->output_count;

	n->output = room_for_one(n->output, i, sizeof *n->output);
	n->output[i] = pin;
	d->output_origin = room_for_one(d->output_origin, i, sizeof *d->output_origin);
	d->output_origin[i] = origin;
	n->output_count++;
}

/* ---- what is read is driven, and is no clock --------------------------------------------------------------- */

static bool refuse_undriven(const struct draft *d, unsigned net, struct draft_origin reader)
{
	char *name = draft_net_told(d, net), *by = kind_told(reader);

	error_at(draft_place(d, reader.line, name),
		 "nothing drives net '%s', which %s reads: expected an input, a gate or a flip-flop", name, by);
	tell_source(reader);
	free(name);
	free(by);
	return false;
}

static bool refuse_clock_as_data(const struct draft *d, unsigned net, struct draft_origin reader)
{
	char *name = draft_net_told(d, net), *by = kind_told(reader);

	error_at(draft_place(d, reader.line, name),
		 "%s reads the clock '%s' as data: expected a clock for flip-flops only, a step is one clock", by, name);
	tell_source(reader);
	free(name);
	free(by);
	return false;
}

static bool check_read(const struct draft *d, unsigned net, unsigned clock, struct draft_origin reader)
{
	if (d->driver[net].by == DRIVEN_BY_NOTHING)
		return refuse_undriven(d, net, reader);
	return clock == DRAFT_NO_CLOCK || net != clock || refuse_clock_as_data(d, net, reader);
}

static bool check_reads(const struct draft *d, unsigned clock)
{
	const struct netlist *n = &d->netlist;
	bool good = true;

	for (size_t i = 0; good && i < n->gate_count; i++)
		for (unsigned k = 0; good && k < n->gate[i].inputs; k++)
			good = check_read(d, n->gate[i].in[k], clock, d->gate_origin[i]);
	for (size_t i = 0; good && i < n->latch_count; i++)
		good = check_read(d, n->latch[i].d, clock, d->latch_origin[i]);
	for (size_t i = 0; good && i < n->output_count; i++)
		good = check_read(d, n->output[i].net, clock, d->output_origin[i]);
	return good;
}

/* ---- the clock --------------------------------------------------------------------------------------------- */

static bool refuse_two_clocks(const struct draft *d, unsigned first, unsigned second, struct draft_origin origin)
{
	char *one = draft_net_told(d, first), *two = draft_net_told(d, second);

	error_at(draft_place(d, origin.line, two), "a second clock, '%s': expected one, and '%s' is the clock already",
		 two, one);
	tell_source(origin);
	free(one);
	free(two);
	return false;
}

static bool refuse_made_clock(const struct draft *d, unsigned clock, struct draft_origin origin)
{
	char *name = draft_net_told(d, clock), *driver = origin_told(origin_of(d, d->driver[clock]));
	bool driven = d->driver[clock].by != DRIVEN_BY_NOTHING;

	error_at(draft_place(d, origin.line, name),
		 "the clock '%s' comes from %s: expected an input of the circuit, and flip-flops at its rising edge",
		 name, driven ? driver : "nothing");
	tell_source(origin);
	free(name);
	free(driver);
	return false;
}

static bool refuse_clock_in_vector(const struct draft *d, unsigned clock)
{
	const struct netlist_pin *pin = &d->netlist.input[d->driver[clock].index];

	return error_at(draft_place(d, d->input_origin[d->driver[clock].index].line, NULL),
			"the clock is bit %u of the port '%s': expected a port of its own", pin->bit, pin->port);
}

/* The net that is the clock of all latches, or DRAFT_NO_CLOCK. */
static bool find_clock(const struct draft *d, unsigned *clock)
{
	const struct draft_origin *origin = NULL;

	*clock = d->declared_clock;
	for (size_t i = 0; i < d->netlist.latch_count; i++) {
		if (d->clock[i] == DRAFT_NO_CLOCK)
			continue;
		if (*clock != DRAFT_NO_CLOCK && *clock != d->clock[i])
			return refuse_two_clocks(d, *clock, d->clock[i], d->latch_origin[i]);
		*clock = d->clock[i];
		origin = origin ? origin : &d->latch_origin[i];
	}
	if (*clock == DRAFT_NO_CLOCK)
		return true;
	if (d->driver[*clock].by != DRIVEN_BY_INPUT)
		return refuse_made_clock(d, *clock, *origin);
	return !d->netlist.input[d->driver[*clock].index].vector || refuse_clock_in_vector(d, *clock);
}

static void take_clock_out(struct draft *d, unsigned clock)
{
	struct netlist *n = &d->netlist;
	size_t at = d->driver[clock].index;

	n->clock = n->input[at].port;
	n->input_count--;
	memmove(n->input + at, n->input + at + 1, (n->input_count - at) * sizeof *n->input);
}

/* ---- the order of gates ------------------------------------------------------------------------------------ */

/* Who reads the output of each gate, in one array. */
struct gate_readers {
	size_t *first;			/* [gate + 1]: in `reader` */
	unsigned *reader;		/* gates */
	unsigned *waits;		/* [gate]: for so many of its inputs */
};

static bool is_from_gate(const struct draft *d, unsigned net)
{
	return d->driver[net].by == DRIVEN_BY_GATE;
}

static struct gate_readers readers_make(const struct draft *d)
{
	const struct netlist *n = &d->netlist;
	struct gate_readers r = { allocate_array(n->gate_count + 2, sizeof *r.first), NULL,
				  allocate_array(n->gate_count + 1, sizeof *r.waits) };

	for (size_t i = 0; i < n->gate_count; i++)
		for (unsigned k = 0; k < n->gate[i].inputs; k++)
			if (is_from_gate(d, n->gate[i].in[k]))
				r.first[d->driver[n->gate[i].in[k]].index + 2]++;
	for (size_t i = 2; i < n->gate_count + 2; i++)
		r.first[i] += r.first[i - 1];
	r.reader = allocate_array(r.first[n->gate_count + 1] + 1, sizeof *r.reader);
	for (size_t i = 0; i < n->gate_count; i++)
		for (unsigned k = 0; k < n->gate[i].inputs; k++)
			if (is_from_gate(d, n->gate[i].in[k])) {
				r.reader[r.first[d->driver[n->gate[i].in[k]].index + 1]++] = (unsigned)i;
				r.waits[i]++;
			}
	return r;
}

static void readers_free(struct gate_readers *r)
{
	free(r->first);
	free(r->reader);
	free(r->waits);
}

/* Fills `order` with gates each of which comes after those that drive it; returns how many there are: all that neither are in
 * a loop nor read one. */
static size_t order_gates(const struct netlist *n, struct gate_readers *r, unsigned *order)
{
	size_t count = 0;

	for (size_t i = 0; i < n->gate_count; i++)
		if (r->waits[i] == 0)
			order[count++] = (unsigned)i;
	for (size_t i = 0; i < count; i++)
		for (size_t k = r->first[order[i]]; k < r->first[order[i] + 1]; k++)
			if (--r->waits[r->reader[k]] == 0)
				order[count++] = r->reader[k];
	return count;
}

/* A gate that is still waiting and drives this one. */
static unsigned waiting_driver(const struct draft *d, const struct gate_readers *r, unsigned gate)
{
	const struct netlist_gate *g = &d->netlist.gate[gate];

	for (unsigned k = 0; k < g->inputs; k++)
		if (is_from_gate(d, g->in[k]) && r->waits[d->driver[g->in[k]].index] > 0)
			return d->driver[g->in[k]].index;
	return gate;
}

/* Going back from a gate that waits one comes into a loop after as many gates as there are at most. */
static unsigned find_loop(const struct draft *d, const struct gate_readers *r)
{
	unsigned gate = 0;

	while (r->waits[gate] == 0)
		gate++;
	for (size_t i = 0; i < d->netlist.gate_count; i++)
		gate = waiting_driver(d, r, gate);
	return gate;
}

enum { SHOWN_OF_LOOP = 8 };

static bool refuse_loop(const struct draft *d, const struct gate_readers *r)
{
	unsigned start = find_loop(d, r), gate = start, count = 0;
	struct text way = { 0 };

	do {
		char *name = draft_net_told(d, d->netlist.gate[gate].out);

		if (count < SHOWN_OF_LOOP)
			text_print(&way, "'%s' from ", name);
		free(name);
		gate = waiting_driver(d, r, gate);
		count++;
	} while (gate != start);
	char *name = draft_net_told(d, d->netlist.gate[start].out);

	if (count > SHOWN_OF_LOOP)
		text_print(&way, "%u more gates, from ", count - SHOWN_OF_LOOP);
	error_at(draft_place(d, d->gate_origin[start].line, name),
		 "a combinational loop of %u gate%s, %s'%s': expected a flip-flop in each loop", count,
		 count == 1 ? "" : "s", way.bytes, name);
	tell_source(d->gate_origin[start]);
	free(name);
	text_free(&way);
	return false;
}

static void reorder(struct netlist *n, const unsigned *order)
{
	struct netlist_gate *gate = allocate_array(n->gate_count + 1, sizeof *gate);

	for (size_t i = 0; i < n->gate_count; i++)
		gate[i] = n->gate[order[i]];
	free(n->gate);
	n->gate = gate;
}

static bool sort_gates(struct draft *d)
{
	struct netlist *n = &d->netlist;
	struct gate_readers r = readers_make(d);
	unsigned *order = allocate_array(n->gate_count + 1, sizeof *order);
	bool good = order_gates(n, &r, order) == n->gate_count || refuse_loop(d, &r);

	if (good)
		reorder(n, order);
	free(order);
	readers_free(&r);
	return good;
}

/* ---- names ------------------------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	const struct netlist_latch *const *left = a, *const *right = b;

	return strcmp((*left)->name, (*right)->name);
}

/* Two nets may have one name where a name itself looks like a bit of a vector. */
static void tell_names_apart(struct netlist *n)
{
	struct netlist_latch **sorted = allocate_array(n->latch_count + 1, sizeof *sorted);

	for (size_t i = 0; i < n->latch_count; i++)
		sorted[i] = &n->latch[i];
	qsort(sorted, n->latch_count, sizeof *sorted, by_name);
	for (size_t i = 1; i < n->latch_count; i++) {
		if (strcmp(sorted[i - 1]->name, sorted[i]->name) != 0)
			continue;
		char *apart = format_string("%s (net %u)", sorted[i - 1]->name, sorted[i - 1]->q);
		free(sorted[i - 1]->name);
		sorted[i - 1]->name = apart;
	}
	free(sorted);
}

bool draft_finish(struct draft *d, struct netlist *n)
{
	unsigned clock;
	bool good = find_clock(d, &clock) && check_reads(d, clock) && sort_gates(d);

	if (good) {
		if (clock != DRAFT_NO_CLOCK)
			take_clock_out(d, clock);
		tell_names_apart(&d->netlist);
		*n = d->netlist;
		d->netlist = (struct netlist){ 0 };
	}
	draft_free(d);
	return good;
}
