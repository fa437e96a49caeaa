/* table.c: all points as JSON, as a table for people that says it, and as CSV. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/board.h"
#include "network/machine.h"
#include "parse/bus.h"
#include "points/points.h"
#include "util/figures.h"
#include "util/json.h"

/* JSON ------------------------------------------------------------------------------------------------------------ */

json_t *figure_json(const struct figure *f)
{
	if (f->source == FIGURE_UNKNOWN || !isfinite(f->value))
		return json_null();
	return json_pack("{s:f, s:b}", "value", f->value, "measured", f->source == FIGURE_MEASURED);
}

/* A root channel that leads out of the network. */
static bool has_outside(const struct spec *spec)
{
	return spec->external && spec_chips(spec) == 1;
}

static json_t *point_json(const struct point *point)
{
	const char *traffic = point->spec.machine->model.predicts_for;
	json_t *object = json_pack("{s:s, s:s, s:s, s:i, s:b, s:b, s:b, s:o, s:o}", "name", point->name, "machine", point->spec.machine->name,
				   "traffic", traffic ? traffic : "uniform", "chips", (int)spec_chips(&point->spec), "outside",
				   has_outside(&point->spec), "front", point->front, "yours", point->yours, "failure", !point->failure ? json_null() : json_string(json_can_say(point->failure) ? point->failure : "?"),
				   "parameters", spec_json(&point->spec));

	for (unsigned k = 0; k < FIGURES; k++)
		json_object_set_new(object, figure_names[k], figure_json(&point->figure[k]));
	return object;
}

/* All points have one, or none. */
static bool has_bus(const struct points *p)
{
	return p->count > 0 && p->point[0].spec.bus;
}

static json_t *points_object(const struct points *p, enum figure_name cost)
{
	json_t *object = json_object(), *list = json_array(), *left = json_array();

	JSON_NUMBERS(object, { "leaves", p->ends }, { "payload_bits", p->payload_bits });
	json_object_set_new(object, "board", p->board ? json_string(p->board->name) : json_null());
	json_object_set_new(object, "cost", json_string(figure_names[cost]));
	if (has_bus(p))
		json_object_set_new(object, "bus", json_string(bus_words[p->point[0].spec.bus->protocol]));
	for (size_t i = 0; i < p->count; i++)
		json_array_append_new(list, point_json(&p->point[i]));
	for (size_t i = 0; i < p->left_out_count; i++)
		json_array_append_new(left, json_pack("{s:s, s:s}", "name", p->left_out[i].name, "why", p->left_out[i].why));
	json_object_set_new(object, "points", list);
	json_object_set_new(object, "left_out", left);
	return object;
}

/* Text ------------------------------------------------------------------------------------------------------------ */

/* How a known figure is said, and the width of its column. */
static const char *const sentences[FIGURES] = {
	[FIGURE_LUT4] = "{value:.0f}", [FIGURE_FF] = "{value:.0f}", [FIGURE_CELLS] = "{value:.0f}", [FIGURE_MHZ] = "{value:.0f}",
	[FIGURE_SLOT] = "{value:.0f}", [FIGURE_ACCEPTED] = "{value:.4f}", [FIGURE_BITS] = "{value:.2f}", [FIGURE_MBPS] = "{value:.0f}",
	[FIGURE_PER_LUT4] = "{value:.2f}", [FIGURE_PER_CELL] = "{value:.2f}", [FIGURE_CLOCKS] = "{value:.1f}", [FIGURE_NS] = "{value:.0f}",
};
static const unsigned char widths[FIGURES] = {
	[FIGURE_LUT4] = 7, [FIGURE_FF] = 7, [FIGURE_CELLS] = 7, [FIGURE_MHZ] = 5, [FIGURE_SLOT] = 5, [FIGURE_ACCEPTED] = 9,
	[FIGURE_BITS] = 9, [FIGURE_MBPS] = 8, [FIGURE_PER_LUT4] = 9, [FIGURE_PER_CELL] = 9, [FIGURE_CLOCKS] = 8, [FIGURE_NS] = 7,
};

void figure_say(const json_t *figure, enum figure_name name, struct text *out)
{
	struct text said = {0};

	text_add(&said, json_is_null(figure) || figures_has(figure, "measured") ? "" : "~");
	figures_say(figure, json_is_null(figure) ? "" : sentences[name], &said);
	text_print(out, " %*s", widths[name], said.bytes);
	text_free(&said);
}

/* What a point is called: the user's own is marked. Fresh. */
static char *called(const struct point *point)
{
	return format_string("%s%s", point->name, point->yours ? " (yours)" : "");
}

static unsigned name_width(const struct points *p)
{
	unsigned width = 4;

	for (size_t i = 0; i < p->count; i++) {
		char *name = called(&p->point[i]);

		width = strlen(name) > width ? (unsigned)strlen(name) : width;
		free(name);
	}
	return width;
}

static void say_row(const struct point *point, const json_t *figures, unsigned width, struct text *out)
{
	char *name = called(point);

	text_print(out, "%s %-*s", point->front ? "*" : " ", (int)width, name);
	for (unsigned k = 0; k < FIGURES; k++)
		figure_say(json_object_get(figures, figure_names[k]), k, out);
	text_add(out, "\n");
	free(name);
}

/* Says once for each kind of such traffic that figures are not for uniform traffic. */
static void say_traffic(const struct points *p, struct text *out)
{
	for (size_t i = 0; i < p->count; i++) {
		const char *traffic = p->point[i].spec.machine->model.predicts_for;
		size_t k = 0;

		while (k < i && p->point[k].spec.machine->model.predicts_for != traffic)
			k++;
		if (traffic && k == i)
			text_print(out, "%s: accepted is for %s, so none is marked\n", p->point[i].spec.machine->name, traffic);
	}
}

/* Says what the figures of the user's network are of, if its root channel leads somewhere. */
static void say_outside(const struct points *p, struct text *out)
{
	figures_print_chips(p, out);
	for (size_t i = 0; i < p->count; i++)
		if (has_outside(&p->point[i].spec))
			text_print(out, "%s: accepted and latency are of words between its leaves; none leaves by its root channel\n",
				   p->point[i].name);
		else if (spec_chips(&p->point[i].spec) > 1 && p->point[i].figure[FIGURE_ACCEPTED].source == FIGURE_UNKNOWN)
			text_print(out, "%s: what it delivers through the link is not predicted; --measure %s and ftc compare simulate it\n",
				   p->point[i].name, p->point[i].name);
}

/* A line for each reason. */
static void say_left_out(const struct points *p, struct text *out)
{
	for (size_t i = 0; i < p->left_out_count; i++) {
		const char *why = p->left_out[i].why;
		size_t before = 0, alike = 0;

		for (size_t k = 0; k < p->left_out_count; k++) {
			bool same = strcmp(p->left_out[k].why, why) == 0;

			before += same && k < i;
			alike += same;
		}
		if (before > 0)
			continue;
		text_print(out, "left out: %s", p->left_out[i].name);
		if (alike > 1)
			text_print(out, " and %zu more", alike - 1);
		text_print(out, ": %s\n", why);
	}
}

static void say_notes(const struct points *p, enum figure_name cost, struct text *out)
{
	bool guessed = false, unknown = false;

	for (size_t i = 0; i < p->count; i++)
		for (unsigned k = 0; k < FIGURES; k++) {
			guessed |= p->point[i].figure[k].source == FIGURE_ESTIMATED;
			unknown |= p->point[i].figure[k].source == FIGURE_UNKNOWN && !p->point[i].failure;
		}
	text_print(out, "\n* no other network has fewer %s and delivers more\n", cost == FIGURE_CELLS ? "cells" : "LUT4");
	text_add(out, "cells: the greater of LUT4 and FF; accepted: words of a leaf and slot, if all leaves always send;\n"
		 "clocks, ns: of a word that meets no other, its mean wait for a slot included\n");
	if (has_bus(p))
		text_add(out, "LUT4, FF, cells: with the bridges of the bus, without block RAM; accepted, Mbit/s, latency: of words. An access is two,\n"
			 "a request and its answer; ftc compare --bus measures accesses a second\n");
	if (guessed)
		text_add(out, "~ estimated\n");
	figures_print_clocks(p, out);
	if (unknown)
		text_add(out, "An empty place: ftc cannot predict this.\n");
	say_traffic(p, out);
	say_outside(p, out);
	for (size_t i = 0; i < p->count; i++)
		if (p->point[i].failure)
			text_print(out, "%s: %s\n", p->point[i].name, p->point[i].failure);
	say_left_out(p, out);
}

static void say_points(const struct points *p, enum figure_name cost, const json_t *list, struct text *out)
{
	unsigned width = name_width(p);

	text_print(out, "%zu network%s of %u leaves, words of %u bit%s%s%s\n\n", p->count, p->count == 1 ? "" : "s", p->ends,
		   p->payload_bits, p->payload_bits == 1 ? "" : "s", p->board ? ", on the " : "", p->board ? p->board->title : "");
	text_print(out, "  %-*s", (int)width, "");
	for (unsigned k = 0; k < FIGURES; k++)
		text_print(out, " %*s", widths[k], k == FIGURE_PER_LUT4 ? "Mbit/s" : k == FIGURE_PER_CELL ? "Mbit/s"
			   : k == FIGURE_CLOCKS ? "latency" : "");
	text_print(out, "\n  %-*s", (int)width, "name");
	for (unsigned k = 0; k < FIGURES; k++)
		text_print(out, " %*s", widths[k], figure_titles[k]);
	text_add(out, "\n");
	for (size_t i = 0; i < p->count; i++)
		say_row(&p->point[i], json_array_get(list, i), width, out);
	say_notes(p, cost, out);
}

void points_report(const struct points *p, enum figure_name cost, struct findings *found)
{
	json_t *object = points_object(p, cost);

	say_points(p, cost, json_object_get(object, "points"), &found->text);
	json_print(object, &found->json);
}

/* CSV ------------------------------------------------------------------------------------------------------------- */

static void add_quoted(struct text *out, const char *s)
{
	text_add(out, "\"");
	for (; *s; s++)
		text_print(out, "%s%c", *s == '"' ? "\"" : "", *s == '\n' ? ' ' : *s);
	text_add(out, "\"");
}

/* The keys on one line: "network: xgft, children: [4, 4]". Fresh. */
static char *on_one_line(const char *parameters)
{
	struct text t = {0};

	for (const char *line = parameters; *line; line = text_next_line(line)) {
		int length = (int)strcspn(line, "\n");

		text_print(&t, "%s%.*s", t.length ? ", " : "", length, line);
	}
	return t.bytes;
}

void points_csv(const struct points *p, struct text *out)
{
	text_add(out, "name,machine,front,yours");
	for (unsigned k = 0; k < FIGURES; k++)
		text_print(out, ",%s", figure_names[k]);
	text_add(out, ",measured,failure,parameters\n");
	for (size_t i = 0; i < p->count; i++) {
		const struct point *point = &p->point[i];
		char *parameters = on_one_line(point->parameters);
		bool first = true;

		text_print(out, "%s,%s,%d,%d", point->name, point->spec.machine->name, point->front, point->yours);
		for (unsigned k = 0; k < FIGURES; k++)
			if (point->figure[k].source == FIGURE_UNKNOWN)
				text_add(out, ",");
			else
				text_print(out, ",%.6g", point->figure[k].value);
		text_add(out, ",");
		for (unsigned k = 0; k < FIGURES; k++)
			if (point->figure[k].source == FIGURE_MEASURED && k != FIGURE_SLOT) {
				text_print(out, "%s%s", first ? "" : " ", figure_names[k]);
				first = false;
			}
		text_add(out, ",");
		add_quoted(out, point->failure ? point->failure : "");
		text_add(out, ",");
		add_quoted(out, parameters);
		text_add(out, "\n");
		free(parameters);
	}
}
