/* own_top_nets.c: what drives the nets of a user's own top module, and what Yosys has warned of.
 *
 * Synthesis makes something of every net: of one that nothing drives a constant, of a misspelt name a new net. nextpnr then
 * refuses some of it, without a line of the user's, or there is a bitstream that does something else. Here the user's lines
 * are still known.
 */
#include "fpga/own_top_nets.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WARNINGS = 12 };

/* ---- bits -------------------------------------------------------------------------------------------------- */

/* The bit of that number in Yosys' list; NULL: it is a constant. */
static struct net_bit *take_bit(struct nets *n, json_t *number)
{
	size_t i = json_is_integer(number) ? (size_t)json_integer_value(number) : 0;

	if (!json_is_integer(number))
		return NULL;
	if (i >= n->count) {
		size_t count = 2 * i + 1;

		n->bit = reallocate(n->bit, count * sizeof *n->bit);
		memset(n->bit + n->count, 0, (count - n->count) * sizeof *n->bit);
		n->count = count;
	}
	return &n->bit[i];
}

static const char *source_of(const json_t *object)
{
	return json_string_value(json_object_get(json_object_get(object, "attributes"), "src"));
}

static unsigned rank_of(const struct nets *n, const char *name)
{
	unsigned dots = 0;

	for (const char *c = name; *c; c++)
		dots += *c == '.';
	return 2 * dots + (json_object_get(json_object_get(n->module, "ports"), name) != NULL);
}

static void take_names(struct nets *n)
{
	json_t *net, *number;
	const char *name;
	size_t i;

	json_object_foreach(json_object_get(n->module, "netnames"), name, net) {
		json_t *bits = json_object_get(net, "bits");
		bool initial = json_object_get(json_object_get(net, "attributes"), "init");
		bool hidden = json_integer_value(json_object_get(net, "hide_name"));
		unsigned rank = rank_of(n, name);

		json_array_foreach(bits, i, number) {
			struct net_bit *bit = take_bit(n, number);

			if (!bit)
				continue;
			bit->initial = bit->initial || initial;
			if (!hidden && (!bit->name || rank < bit->rank)) {
				bit->name = name;
				bit->index = (unsigned)i;
				bit->width = (unsigned)json_array_size(bits);
				bit->rank = rank;
				bit->source = source_of(net);
			}
		}
	}
}

static void take_ports(struct nets *n)
{
	json_t *port, *number;
	const char *name;
	size_t i;

	json_object_foreach(json_object_get(n->module, "ports"), name, port) {
		const char *direction = json_string_value(json_object_get(port, "direction"));

		json_array_foreach(json_object_get(port, "bits"), i, number) {
			struct net_bit *bit = take_bit(n, number);

			if (!bit)
				continue;
			bit->input = bit->input || strcmp(direction, "input") == 0;
			bit->outside = bit->outside || strcmp(direction, "output") != 0;
			bit->used = bit->used || strcmp(direction, "input") != 0;
		}
	}
}

/* Does the cell give high impedance? Several such cells may drive a net. */
static bool is_tristate(const json_t *cell)
{
	const char *type = json_string_value(json_object_get(cell, "type"));
	json_t *bits, *number;
	const char *port;
	size_t i;

	if (strcmp(type, "$tribuf") == 0)
		return true;
	json_object_foreach(json_object_get(cell, "connections"), port, bits)
		json_array_foreach(bits, i, number)
			if (json_is_string(number) && strcmp(json_string_value(number), "z") == 0)
				return true;
	return false;
}

static void take_pin(struct net_bit *bit, const char *direction, bool tristate, const char *source)
{
	bool out = direction && strcmp(direction, "output") == 0;

	bit->used = bit->used || !out;
	/* Which of its ports are outputs is not known of a cell that Yosys does not know. */
	bit->outside = bit->outside || !direction || strcmp(direction, "inout") == 0 || (out && tristate);
	if (!out || tristate)
		return;
	if (bit->drivers < 2)
		bit->driver[bit->drivers] = source ? source : "";
	bit->drivers++;
}

static void take_cells(struct nets *n)
{
	json_t *cell, *bits, *number;
	const char *name, *port;
	size_t i;

	json_object_foreach(json_object_get(n->module, "cells"), name, cell) {
		json_t *directions = json_object_get(cell, "port_directions");
		bool tristate = is_tristate(cell);

		json_object_foreach(json_object_get(cell, "connections"), port, bits)
			json_array_foreach(bits, i, number) {
				struct net_bit *bit = take_bit(n, number);

				if (bit)
					take_pin(bit, json_string_value(json_object_get(directions, port)), tristate, source_of(cell));
			}
	}
}

static bool is_driven(const struct net_bit *bit)
{
	return bit->drivers > 0 || bit->outside || bit->initial;
}

/* ---- drivers ----------------------------------------------------------------------------------------------- */

/* "first.v:7", of an attribute src. Fresh. */
static char *place_words(const struct nets *n, const char *source)
{
	struct place at = own_top_place(n->own, source);

	return at.line ? format_string("%s:%zu", at.file, at.line) : copy_string("a place that Yosys does not give");
}

/* Where several nets have come together at a bit, a port of the top module says best what is meant; of ports an input. */
static void name_by_port(const struct nets *n, size_t i, struct net_bit *bit)
{
	json_t *port, *number;
	const char *name;
	size_t k;

	json_object_foreach(json_object_get(n->module, "ports"), name, port) {
		json_t *bits = json_object_get(port, "bits");
		bool input = strcmp(json_string_value(json_object_get(port, "direction")), "input") == 0;

		json_array_foreach(bits, k, number)
			if (json_is_integer(number) && (size_t)json_integer_value(number) == i && (input || !bit->input)) {
				bit->name = name;
				bit->index = (unsigned)k;
				bit->width = (unsigned)json_array_size(bits);
				bit->source = source_of(json_object_get(json_object_get(n->module, "netnames"), name));
			}
	}
}

static bool refuse_drivers(const struct nets *n, struct net_bit *bit)
{
	name_by_port(n, (size_t)(bit - n->bit), bit);
	struct place at = own_top_place(n->own, bit->source ? bit->source : bit->driver[0]);
	char *name = bit->name ? net_bit_name(bit) : copy_string("a net");
	char *first = place_words(n, bit->driver[0]), *second = bit->drivers > 1 ? place_words(n, bit->driver[1]) : NULL;

	if (bit->input)
		error_at(at, "%s is an input of the top module, but driven in it, at %s: expected a driver outside only", name, first);
	else if (strcmp(first, second) == 0)
		error_at(at, "%s has %u drivers, all of them at %s: expected one", name, bit->drivers, first);
	else
		error_at(at, "%s has %u drivers, at %s and %s: expected one", name, bit->drivers, first, second);
	free(name);
	free(first);
	free(second);
	return false;
}

static bool check_drivers(const struct nets *n)
{
	for (size_t i = 0; i < n->count; i++)
		if (n->bit[i].drivers + n->bit[i].input > 1)
			return refuse_drivers(n, &n->bit[i]);
	return true;
}

/* Warns of bits that nothing drives, once for each net. */
static void warn_of_open(const struct nets *n)
{
	const char *last = NULL;

	for (size_t i = 0; i < n->count; i++) {
		const struct net_bit *bit = &n->bit[i];

		if (!bit->name || !bit->used || is_driven(bit) || (last && strcmp(last, bit->name) == 0))
			continue;
		last = bit->name;
		char *name = net_bit_name(bit);
		warning_at(own_top_place(n->own, bit->source), "%s is used, but nothing drives it", name);
		free(name);
	}
}

static bool is_latch(const char *type)
{
	return strncmp(type, "$dlatch", 7) == 0 || strncmp(type, "$adlatch", 8) == 0 || strcmp(type, "$sr") == 0;
}

static void warn_of_latches(struct nets *n)
{
	json_t *cell;
	const char *instance;

	json_object_foreach(json_object_get(n->module, "cells"), instance, cell) {
		json_t *first = json_array_get(json_object_get(json_object_get(cell, "connections"), "Q"), 0);
		const struct net_bit *bit = first ? take_bit(n, first) : NULL;

		if (is_latch(json_string_value(json_object_get(cell, "type"))))
			warning_at(own_top_place(n->own, source_of(cell)), "%s is a latch: it keeps its value without a clock, and"
				   " placement may refuse it", bit && bit->name ? bit->name : "a net");
	}
}

/* ---- what Yosys has said ----------------------------------------------------------------------------------- */

static const char warned[] = "Warning: ";

/* A line of it: where, and what. */
struct remark {
	char *source;			/* "PATH:LINE", or NULL */
	char *text;
};

/* Removes the last `length` characters, and what stands before them. */
static void cut(char *text, const char *from)
{
	char *at = strstr(text, from);

	if (at)
		*at = 0;
}

/* The attribute src of the cell in "Resizing cell port MODULE.CELL.PORT from"; NULL: it says something else. */
static const char *resized_source(const struct own_top *own, const char *text)
{
	static const char words[] = "Resizing cell port ";
	json_t *module;
	const char *name;

	if (strncmp(text, words, strlen(words)) != 0)
		return NULL;
	text += strlen(words);
	json_object_foreach(json_object_get(own->whole, "modules"), name, module) {
		size_t length = strlen(name);
		json_t *cell;
		const char *instance;

		if (strncmp(text, name, length) != 0 || text[length] != '.')
			continue;
		json_object_foreach(json_object_get(module, "cells"), instance, cell)
			if (strncmp(text + length + 1, instance, strlen(instance)) == 0
			    && text[length + 1 + strlen(instance)] == '.')
				return source_of(cell);
	}
	return NULL;
}

/* Takes a line "[PATH:LINE: ]Warning: TEXT[ (PATH:LINE)]" or "...See PATH:LINE". False: it is none. */
static bool take_remark(const struct own_top *own, const char *line, struct remark *r)
{
	char *copy = format_string("%.*s", (int)strcspn(line, "\n"), line), *mark = strstr(copy, warned);
	char *open = strrchr(copy, '('), *see = strstr(copy, "See "), *behind = open && text_ends_with(copy, ")") ? open : NULL;

	*r = (struct remark){0};
	if (!mark) {
		free(copy);
		return false;
	}
	r->text = copy_string(mark + strlen(warned));
	if (mark > copy + 2) {
		r->source = format_string("%.*s", (int)(mark - 2 - copy), copy);
	} else if (behind && strchr(behind, ':') && isdigit((unsigned char)strrchr(behind, ':')[1])) {
		r->source = format_string("%.*s", (int)strlen(behind) - 2, behind + 1);
		cut(r->text, " (/");
	} else if (see && strchr(see, ':')) {
		r->source = copy_string(see + strlen("See "));
		cut(r->text, " See ");
	} else if (resized_source(own, r->text)) {
		r->source = copy_string(resized_source(own, r->text));
	}
	free(copy);
	return true;
}

static void remark_free(struct remark *r)
{
	free(r->source);
	free(r->text);
}

/* Is a module of that name among those in use? Where parameters are given Yosys calls it "$paramod\NAME\..". */
static bool is_in_use(const struct own_top *own, const char *name)
{
	json_t *module;
	const char *other;
	size_t length = strlen(name);

	json_object_foreach(json_object_get(own->whole, "modules"), other, module) {
		const char *part = other[0] == '$' ? strchr(other, '\\') : NULL;

		if (strcmp(other, name) == 0
		    || (part && strncmp(part + 1, name, length) == 0 && (!part[1 + length] || part[1 + length] == '\\')))
			return true;
	}
	return false;
}

/* Does it speak of a module in use? */
static bool concerns(const struct own_top *own, const struct remark *r)
{
	struct place at = own_top_place(own, r->source);

	for (size_t i = 0; i < own->module_count && at.line; i++) {
		const struct own_module *m = &own->module[i];

		if (strcmp(m->at.file, at.file) == 0 && m->at.line <= at.line && at.line <= m->last_line)
			return is_in_use(own, m->name);
	}
	return true;
}

/* ---- names that are declared nowhere ----------------------------------------------------------------------- */

/* The name in "Identifier `\NAME' is implicitly declared."; NULL: it says something else. Fresh. */
static char *implicit_name(const char *text)
{
	static const char before[] = "Identifier `\\", behind[] = "' is implicitly declared";
	const char *end = strstr(text, behind);

	if (!end || strncmp(text, before, strlen(before)) != 0)
		return NULL;
	return format_string("%.*s", (int)(end - text - (long)strlen(before)), text + strlen(before));
}

/* Do both sources begin with "PATH:LINE"? */
static bool same_line(const char *source, const char *line)
{
	size_t length = strlen(line);

	return source && strncmp(source, line, length) == 0 && !isdigit((unsigned char)source[length]);
}

/* The module in use in which a line declares this net; NULL: there is none. */
static json_t *find_module(const struct own_top *own, const char *name, const char *line)
{
	json_t *module;
	const char *any;

	json_object_foreach(json_object_get(own->whole, "modules"), any, module)
		if (same_line(source_of(json_object_get(json_object_get(module, "netnames"), name)), line))
			return module;
	return NULL;
}

static void suggest_declared(json_t *module, const char *name)
{
	json_t *nets = json_object_get(module, "netnames"), *net;
	const char **names = allocate_array(json_object_size(nets) + 1, sizeof *names), *other;
	size_t count = 0;

	json_object_foreach(nets, other, net)
		if (strcmp(other, name) != 0 && !json_integer_value(json_object_get(net, "hide_name")))
			names[count++] = other;
	const char *nearest = nearest_name(name, names, count);
	if (nearest)
		suggest("%s", nearest);
	free(names);
}

/* Is the net of that source driven, wherever its module is in the whole? */
static bool is_driven_everywhere(struct nets *n, const char *source)
{
	json_t *net, *first;
	const char *name;

	json_object_foreach(json_object_get(n->module, "netnames"), name, net) {
		const char *other = source_of(net);

		first = json_array_get(json_object_get(net, "bits"), 0);
		if (other && text_ends_with(other, source) && json_is_integer(first) && !is_driven(take_bit(n, first)))
			return false;
	}
	return true;
}

/* Whether the name that the remark speaks of is driven by something. Then it may be meant, and `warn` asks to say so. */
static bool check_implicit(struct nets *n, const struct remark *r, bool warn)
{
	char *name = implicit_name(r->text);
	json_t *module = name && r->source ? find_module(n->own, name, r->source) : NULL;
	const char *source = module ? source_of(json_object_get(json_object_get(module, "netnames"), name)) : NULL;
	bool good = !source || is_driven_everywhere(n, source);

	if (!good && !warn) {
		error_at(own_top_place(n->own, source), "%s is declared nowhere, and nothing drives it: expected a declared net", name);
		suggest_declared(module, name);
	} else if (source && warn) {
		warning_at(own_top_place(n->own, source), "%s is declared nowhere: it becomes a wire of one bit", name);
		suggest_declared(module, name);
	}
	free(name);
	return good;
}

static bool check_implicits(struct nets *n)
{
	bool good = true;

	for (const char *line = n->own->warned.bytes; line && *line && good; line = text_next_line(line)) {
		struct remark r;

		if (take_remark(n->own, line, &r))
			good = check_implicit(n, &r, false);
		remark_free(&r);
	}
	return good;
}

/* Has an earlier line said the same? Yosys does, of each set of parameters of a module. */
static bool is_repeated(const struct text *all, const char *line)
{
	size_t length = strcspn(line, "\n");

	for (const char *other = all->bytes; other < line; other = text_next_line(other))
		if (strncmp(other, line, length + 1) == 0)
			return true;
	return false;
}

/* Says what Yosys has said of the modules in use. Tri-state logic at a pin is what it is for. */
static void pass_on(struct nets *n)
{
	unsigned shown = 0, more = 0;

	for (const char *line = n->own->warned.bytes; line && *line; line = text_next_line(line)) {
		struct remark r;
		char *name = NULL;

		if (take_remark(n->own, line, &r) && !is_repeated(&n->own->warned, line) && concerns(n->own, &r)
		    && !strstr(r.text, "limited support for tri-state logic")) {
			name = implicit_name(r.text);
			if (name)
				check_implicit(n, &r, true);
			else if (shown++ < MOST_WARNINGS)
				warning_at(own_top_place(n->own, r.source), "yosys: %s", r.text);
			else
				more++;
		}
		free(name);
		remark_free(&r);
	}
	if (more)
		warning("yosys warns of %u more", more);
}

/* ------------------------------------------------------------------------------------------------------------ */

bool own_top_check_nets(const struct own_top *own)
{
	struct nets n = { .own = own, .module = json_object_get(json_object_get(own->flat, "modules"), own->top->name) };

	take_names(&n);
	take_ports(&n);
	take_cells(&n);
	bool done = check_drivers(&n) && check_implicits(&n);

	if (done) {
		pass_on(&n);
		warn_of_open(&n);
		warn_of_latches(&n);
		own_top_warn_of_loops(&n);
	}
	free(n.bit);
	return done;
}
