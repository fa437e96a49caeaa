/* area_universal_report.c: `ftc universality` as text and as JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network/network.h"
#include "parse/kind.h"
#include "universal/area_universal.h"
#include "util/json.h"

/* "7/2" in a column. */
static void print_factor(const struct reference_factor *factor, int width, struct text *out)
{
	struct text t = {0};

	reference_factor_print(factor, &t);
	text_print(out, "  %*s", width, t.bytes);
	text_free(&t);
}

static void print_sets(const struct area_universal *u, struct text *out)
{
	text_add(out, "  messages            number     local      lambda  depth   lambda up  lambda down         eta\n");
	for (size_t i = 0; i < u->sets; i++) {
		const struct loaded_set *s = &u->set[i];

		text_print(out, "  %-16s  %8zu  %8zu", s->name, s->messages, s->local);
		print_factor(&s->load.both, 10, out);
		if (s->load.both.depth > 0)
			text_print(out, "  %5u", s->load.both.depth);
		else
			text_add(out, "      -");
		print_factor(&s->load.up, 10, out);
		print_factor(&s->load.down, 11, out);
		if (u->has_standard)
			print_factor(&s->standard.both, 10, out);
		else
			text_add(out, "           -");
		text_add(out, "\n");
	}
}

static void print_flow(const struct asked_flow *f, struct text *out)
{
	if (!f->a)
		return;
	text_print(out, "  flow from %u leaves to %u: %llu edges\n", f->a, f->b, (unsigned long long)f->size);
	for (uint64_t p = 0; f->path && p < f->size; p++) {
		text_add(out, "   ");
		for (unsigned i = 0; i < f->path[p].count; i++) {
			const struct butterfly_vertex *v = &f->path[p].vertex[i];

			text_print(out, " (%u,%u,%u)", v->i, v->j, v->k);
		}
		text_add(out, "\n");
	}
}

/* Areas of a competitor, in units of its leaves. */
static const struct area { const char *text, *key; unsigned logs; } areas[] = {
	{ "N", "n", 0 }, { "N lg N", "n_lg_n", 1 }, { "N lg^2 N", "n_lg2_n", 2 },
};
enum { AREAS = sizeof areas / sizeof *areas };

static double loss_at(const struct area_universal *u, const struct area *area)
{
	return area_universal_loss(u, u->spec->leaves * pow(u->standard.levels, area->logs));
}

/* "1", "3/4" */
static void print_quotient(uint64_t numerator, uint64_t denominator, struct text *out)
{
	struct reference_factor f = { .load = numerator, .capacity = denominator };

	if (numerator == denominator)
		text_add(out, "1");
	else
		reference_factor_print(&f, out);
}

static void print_gamma(const struct measured_gamma *g, struct text *out)
{
	if (g->pairs == 0)
		return;
	text_add(out, "  disjoint paths / flow: at least ");
	print_quotient(g->paths, g->flow, out);
	if (g->all)
		text_print(out, " for all %lu pairs of sets of leaves (measured)\n", g->pairs);
	else
		text_print(out, " for %lu pairs of sets of leaves drawn with seed %lu (measured, not proved)\n", g->pairs, g->seed);
}

static void print_layout(const struct h_tree *h, struct text *out)
{
	text_print(out, "  area of an H-tree: %llu x %llu tracks = %.0f; N lg^2 N = %.0f; ratio %.4g\n",
		   (unsigned long long)h->width, (unsigned long long)h->height, h->area, h->bound, h->area / h->bound);
}

static void print_loss(const struct area_universal *u, struct text *out)
{
	if (!u->network)
		return;
	text_print(out, "  delivered as words of b = %u bits (payload and label)\n", area_universal_bits(u));
	text_print(out, "  messages          %10s      clocks  clocks / (b eta)\n", u->sets > 0 ? u->set[0].delivery.unit : "");
	for (size_t i = 0; i < u->sets; i++) {
		const struct loaded_set *s = &u->set[i];

		text_print(out, "  %-16s  %10lu  %10lu", s->name, s->delivery.steps, s->delivery.clocks);
		if (s->delivery.clocks)
			text_print(out, "  %16.3f\n", area_universal_rate(u, s));
		else
			text_add(out, "                 -\n");
	}
	double r = area_universal_worst(u);
	if (r == 0)
		return;
	text_print(out, "  r, the worst of them: %.3f; r / lg N: %.3f\n", r, r / u->standard.levels);
	text_add(out, "  sqrt(A/N) r, Bay's loss against a competitor of area A, for these sets:");
	for (unsigned a = 0; a < AREAS; a++)
		text_print(out, " %.4g at %s,", loss_at(u, &areas[a]), areas[a].text);
	text_print(out, " %.4g at the network's own area\n", area_universal_loss(u, u->layout.area));
}

/* "1", "3/4", "1*" if it was only measured, or "?". */
static void print_short_gamma(const struct area_universal *u, struct text *out)
{
	bool measured = !u->tree.gamma_by && u->gamma.pairs > 0;
	struct text t = {0};

	if (u->tree.gamma_by)
		print_quotient(u->tree.gamma_numerator, u->tree.gamma_denominator, &t);
	else if (measured)
		print_quotient(u->gamma.paths, u->gamma.flow, &t);
	else
		text_add(&t, "?");
	text_print(out, "  %6s%s", t.bytes, measured ? "*" : " ");
	text_free(&t);
}

/* A row for each network. */
static void print_comparison(const struct area_universal *networks, size_t count, struct text *out)
{
	int width = (int)strlen("network");
	bool measured = false;

	for (const struct area_universal *u = networks; u < networks + count; u++) {
		int length = (int)strlen(u->title);

		width = length > width ? length : width;
		measured |= !u->tree.gamma_by && u->gamma.pairs > 0;
	}
	text_print(out, "\n%-*s   leaves  capacity / standard   gamma           area  / N lg^2 N", width, "network");
	text_add(out, networks->network ? "        r  r / lg N  loss at own area\n" : "\n");
	for (const struct area_universal *u = networks; u < networks + count; u++) {
		double least, most, r = area_universal_worst(u);

		text_print(out, "%-*s  %7u", width, u->title, u->spec->leaves);
		char *ratios = !area_universal_ratios(u, &least, &most) ? copy_string("-")
			       : least < most ? format_string("%.3g to %.3g", least, most) : format_string("%.3g", least);

		text_print(out, "  %19s", ratios);
		free(ratios);
		print_short_gamma(u, out);
		text_print(out, "  %12.0f  %10.4g", u->layout.area, u->layout.area / u->layout.bound);
		if (r > 0)
			text_print(out, "  %7.3f  %8.3f  %16.4g", r, r / u->standard.levels, area_universal_loss(u, u->layout.area));
		text_add(out, "\n");
	}
	if (measured)
		text_add(out, "* the least of the pairs that were measured, not proved\n");
}

void area_universal_print(const struct area_universal *networks, size_t count, struct text *out)
{
	for (const struct area_universal *u = networks; u < networks + count; u++) {
		text_print(out, "%s%s: %s of %u leaves\n", u == networks ? "" : "\n", u->title, u->spec->kind->word,
			   u->spec->leaves);
		reference_print(&u->tree, u->reading, out);
		print_gamma(&u->gamma, out);
		print_layout(&u->layout, out);
		print_flow(&u->flow, out);
		print_sets(u, out);
		print_loss(u, out);
	}
	if (count > 1)
		print_comparison(networks, count, out);
}

static json_t *json_set(const struct area_universal *u, const struct loaded_set *s)
{
	json_t *set = json_object();

	json_object_set_new(set, "name", json_string(s->name));
	JSON_NUMBERS(set, { "messages", s->messages }, { "local", s->local });
	json_object_set_new(set, "lambda", reference_factor_json(&s->load.both));
	json_object_set_new(set, "lambda_up", reference_factor_json(&s->load.up));
	json_object_set_new(set, "lambda_down", reference_factor_json(&s->load.down));
	if (u->network) {
		JSON_NUMBERS(set, { s->delivery.unit, s->delivery.steps }, { "clocks", s->delivery.clocks });
		json_object_set_new(set, "rate", s->delivery.clocks ? json_real(area_universal_rate(u, s)) : json_null());
	}
	json_object_set_new(set, "eta", u->has_standard ? reference_factor_json(&s->standard.both) : json_null());
	return set;
}

static json_t *json_path(const struct butterfly_path *path)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < path->count; i++) {
		const unsigned v[3] = { path->vertex[i].i, path->vertex[i].j, path->vertex[i].k };

		json_array_append_new(list, json_list(v, 3));
	}
	return list;
}

static json_t *json_flow(const struct asked_flow *f)
{
	json_t *flow = json_object(), *paths = f->path ? json_array() : json_null();

	if (!f->a) {
		json_decref(flow);
		json_decref(paths);
		return json_null();
	}
	JSON_NUMBERS(flow, { "a", f->a }, { "b", f->b }, { "edges", f->size });
	for (uint64_t p = 0; f->path && p < f->size; p++)
		json_array_append_new(paths, json_path(&f->path[p]));
	json_object_set_new(flow, "paths", paths);
	return flow;
}

static json_t *json_gamma(const struct measured_gamma *g)
{
	json_t *gamma;

	if (g->pairs == 0)
		return json_null();
	gamma = json_object();
	JSON_NUMBERS(gamma, { "paths", g->paths }, { "flow", g->flow });
	json_add_real(gamma, "value", (double)g->paths / (double)g->flow);
	json_add_number(gamma, "pairs", g->pairs);
	json_object_set_new(gamma, "all", json_boolean(g->all));
	json_object_set_new(gamma, "seed", json_known(!g->all, g->seed));
	return gamma;
}

static json_t *json_layout(const struct h_tree *h)
{
	json_t *area = json_object();

	JSON_NUMBERS(area, { "width", h->width }, { "height", h->height });
	json_add_real(area, "tracks", h->area);
	json_add_real(area, "n_lg2_n", h->bound);
	return area;
}

static json_t *json_loss(const struct area_universal *u)
{
	json_t *loss = json_object(), *at = json_object();
	double r = area_universal_worst(u);

	json_add_number(loss, "bits", area_universal_bits(u));
	if (r == 0) {
		json_decref(at);
		json_object_set_new(loss, "r", json_null());
		return loss;
	}
	json_add_real(loss, "r", r);
	json_add_real(loss, "r_by_lg_n", r / u->standard.levels);
	for (unsigned a = 0; a < AREAS; a++)
		json_add_real(at, areas[a].key, loss_at(u, &areas[a]));
	json_add_real(at, "own", area_universal_loss(u, u->layout.area));
	json_object_set_new(loss, "at_area", at);
	return loss;
}

void area_universal_json(const struct area_universal *networks, size_t count, struct text *out)
{
	json_t *object = json_object(), *list = json_array();

	for (const struct area_universal *u = networks; u < networks + count; u++) {
		json_t *network = spec_identity(u->spec), *sets = json_array();

		json_add_number(network, "leaves", u->spec->leaves);
		json_object_set_new(network, "standard", json_string(standard_names[u->reading]));
		reference_add_json(&u->tree, u->reading, network);
		json_object_set_new(network, "gamma_measured", json_gamma(&u->gamma));
		json_object_set_new(network, "area", json_layout(&u->layout));
		json_object_set_new(network, "flow", json_flow(&u->flow));
		for (size_t i = 0; i < u->sets; i++)
			json_array_append_new(sets, json_set(u, &u->set[i]));
		json_object_set_new(network, "sets", sets);
		json_object_set_new(network, "loss", u->network ? json_loss(u) : json_null());
		json_array_append_new(list, network);
	}
	json_object_set_new(object, "universality", list);
	json_print(object, out);
}
