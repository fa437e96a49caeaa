/* area_universal_report.c: `ftc universality` as JSON, and as text that is made of it. */
#include <stdlib.h>
#include <string.h>

#include "network/network.h"
#include "parse/kind.h"
#include "universal/area_universal.h"
#include "util/figures.h"
#include "util/json.h"

/* null for 0, which stands for none. */
static json_t *json_unless_0(double number)
{
	return number > 0 ? json_real(number) : json_null();
}

static json_t *json_set(const struct area_universal *u, const struct loaded_set *s)
{
	json_t *set = json_object();

	json_object_set_new(set, "name", json_string_nocheck(s->name));
	JSON_NUMBERS(set, { "messages", s->messages }, { "local", s->local });
	json_object_set_new(set, "lambda", reference_factor_json(&s->load.both));
	json_object_set_new(set, "lambda_up", reference_factor_json(&s->load.up));
	json_object_set_new(set, "lambda_down", reference_factor_json(&s->load.down));
	if (u->network) {
		JSON_NUMBERS(set, { s->delivery.unit, s->delivery.steps }, { "clocks", s->delivery.clocks });
		json_object_set_new(set, "rate", json_unless_0(area_universal_rate(u, s)));
		json_object_set_new(set, "at2", json_unless_0(area_universal_at2(u, s)));
		json_object_set_new(set, "theorem_9", json_unless_0(area_universal_theorem_9(u, s)));
	}
	json_object_set_new(set, "eta", u->has_standard ? reference_factor_json(&s->standard.both) : json_null());
	return set;
}

static json_t *json_path(const struct butterfly_path *path)
{
	json_t *list = json_array();

	for (const struct butterfly_vertex *v = path->vertex; v < path->vertex + path->count; v++)
		json_array_append_new(list, json_pack("[i, i, i]", (int)v->i, (int)v->j, (int)v->k));
	return list;
}

static json_t *json_flow(const struct asked_flow *f)
{
	json_t *paths = f->path ? json_array() : json_null();

	for (uint64_t p = 0; f->path && p < f->size; p++)
		json_array_append_new(paths, json_path(&f->path[p]));
	return json_pack("{s:i, s:i, s:I, s:o}", "a", (int)f->a, "b", (int)f->b, "edges", (json_int_t)f->size,
			 "paths", paths);
}

static json_t *json_gamma(const struct measured_gamma *g)
{
	return json_pack("{s:I, s:I, s:f, s:I, s:b, s:o}", "paths", (json_int_t)g->paths, "flow", (json_int_t)g->flow,
			 "value", (double)g->paths / (double)g->flow, "pairs", (json_int_t)g->pairs, "all", (int)g->all,
			 "seed", json_known(!g->all, g->seed));
}

static json_t *json_layout(const struct h_tree *h)
{
	return json_pack("{s:I, s:I, s:f, s:f}", "width", (json_int_t)h->width, "height", (json_int_t)h->height,
			 "tracks", h->area, "n_lg2_n", h->bound);
}

static json_t *json_loss(const struct area_universal *u)
{
	double r = area_universal_worst(u), n = u->spec->leaves, lg_n = u->standard.levels;
	int bits = (int)area_universal_bits(u);

	if (r == 0)
		return json_pack("{s:i, s:n}", "bits", bits, "r");
	return json_pack("{s:i, s:f, s:f, s:{s:f, s:f, s:f, s:f}}", "bits", bits, "r", r, "r_by_lg_n", r / lg_n,
			 "at_area", "n", area_universal_loss(u, n), "n_lg_n", area_universal_loss(u, n * lg_n),
			 "n_lg2_n", area_universal_loss(u, n * lg_n * lg_n),
			 "own", area_universal_loss(u, u->layout.area));
}

static json_t *json_network(const struct area_universal *u)
{
	json_t *network = spec_identity(u->spec), *sets = json_array();

	json_add_number(network, "leaves", u->spec->leaves);
	json_object_set_new(network, "standard", json_string(standard_names[u->reading]));
	reference_add_json(&u->tree, u->reading, network);
	json_object_set_new(network, "gamma_measured",
			    u->gamma.pairs > 0 ? json_gamma(&u->gamma) : json_null());
	json_object_set_new(network, "area", json_layout(&u->layout));
	json_object_set_new(network, "flow", u->flow.a > 0 ? json_flow(&u->flow) : json_null());
	for (size_t i = 0; i < u->sets; i++)
		json_array_append_new(sets, json_set(u, &u->set[i]));
	json_object_set_new(network, "sets", sets);
	json_object_set_new(network, "loss", u->network ? json_loss(u) : json_null());
	return network;
}

static json_t *json_networks(const struct area_universal *networks, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, json_network(&networks[i]));
	return list;
}

void area_universal_json(const struct area_universal *networks, size_t count, struct text *out)
{
	json_print(json_pack("{s:o}", "universality", json_networks(networks, count)), out);
}

/* ---- Text ---- */

static void say_sets(const struct area_universal *u, const json_t *sets, struct text *out)
{
	const char *eta = u->has_standard ? "{eta.numerator}/{eta.denominator}" : "{eta}";
	const struct column columns[] = {
		{ "messages", -16, "{name}" }, { "number", 8, "{messages}" }, { "local", 8, "{local}" },
		{ "lambda", 10, "{lambda.numerator}/{lambda.denominator}" }, { "depth", 5, "{lambda.depth:?}" },
		{ "lambda up", 10, "{lambda_up.numerator}/{lambda_up.denominator}" },
		{ "lambda down", 11, "{lambda_down.numerator}/{lambda_down.denominator}" },
		{ "eta", 10, eta }, { .label = NULL },
	};

	figures_table(sets, columns, out);
}

static void say_path(const json_t *path, struct text *out)
{
	text_add(out, "   ");
	for (size_t i = 0; i < json_array_size(path); i++) {
		int v[3];

		json_unpack(json_array_get(path, i), "[i, i, i]", &v[0], &v[1], &v[2]);
		text_print(out, " (%d,%d,%d)", v[0], v[1], v[2]);
	}
	text_add(out, "\n");
}

static void say_flow(const json_t *flow, struct text *out)
{
	const json_t *paths = json_object_get(flow, "paths");

	if (json_is_null(flow))
		return;
	figures_say(flow, "  flow from {a} leaves to {b}: {edges} edges\n", out);
	for (size_t p = 0; p < json_array_size(paths); p++)
		say_path(json_array_get(paths, p), out);
}

/* "1", "3/4" */
static void add_quotient(const json_t *object, const char *above, const char *below, struct text *out)
{
	struct reference_factor f = { .load = (uint64_t)json_integer_value(json_object_get(object, above)),
				      .capacity = (uint64_t)json_integer_value(json_object_get(object, below)) };
	json_t *quotient = f.load == f.capacity ? NULL : reference_factor_json(&f);

	figures_say(quotient, quotient ? "{numerator}/{denominator}" : "1", out);
	json_decref(quotient);
}

static void say_gamma(const json_t *gamma, struct text *out)
{
	if (json_is_null(gamma))
		return;
	text_add(out, "  disjoint paths / flow: at least ");
	add_quotient(gamma, "paths", "flow", out);
	figures_say(gamma, figures_has(gamma, "all") ? " for all {pairs} pairs of sets of leaves (measured)\n" :
		    " for {pairs} pairs of sets of leaves drawn with seed {seed} (measured, not proved)\n", out);
}

static void say_delivery(const struct area_universal *u, const json_t *sets, struct text *out)
{
	const char *unit = u->sets > 0 ? u->set[0].delivery.unit : "";
	char *steps = format_string("{%s}", unit);
	const struct column columns[] = {
		{ "messages", -16, "{name}" }, { unit, 10, steps }, { "clocks", 10, "{clocks}" },
		{ "clocks / (b eta)", 16, "{rate:.3f}" }, { "A T^2 / (b^2 eta^2 N)", 21, "{at2:.4g}" },
		{ "/ lg^2(N/eta^2)", 15, "{theorem_9:.4g}" }, { .label = NULL },
	};

	figures_table(sets, columns, out);
	free(steps);
}

static void say_loss(const struct area_universal *u, const json_t *network, struct text *out)
{
	if (!u->network)
		return;
	figures_say(network, "  delivered as words of b = {loss.bits} bits (payload and label)\n", out);
	say_delivery(u, json_object_get(network, "sets"), out);
	if (figures_has(network, "loss.r"))
		figures_say(network, "  r, the worst of them: {loss.r:.3f}; r / lg N: {loss.r_by_lg_n:.3f}\n"
			    "  sqrt(A/N) r, Bay's loss against a competitor of area A, for these sets: "
			    "{loss.at_area.n:.4g} at N, {loss.at_area.n_lg_n:.4g} at N lg N, "
			    "{loss.at_area.n_lg2_n:.4g} at N lg^2 N, "
			    "{loss.at_area.own:.4g} at the network's own area\n", out);
}

static double area_ratio(const struct area_universal *u)
{
	return u->layout.area / u->layout.bound;
}

static void say_network(const struct area_universal *u, const json_t *network, struct text *out)
{
	text_print(out, "%s: %s of %u leaves\n", u->title, u->spec->kind->word, u->spec->leaves);
	reference_say(network, out);
	say_gamma(json_object_get(network, "gamma_measured"), out);
	figures_say(network, "  area of an H-tree: {area.width} x {area.height} tracks = {area.tracks:.0f}; "
		    "N lg^2 N = {area.n_lg2_n:.0f}; ", out);
	text_print(out, "ratio %.4g\n", area_ratio(u));
	say_flow(json_object_get(network, "flow"), out);
	say_sets(u, json_object_get(network, "sets"), out);
	say_loss(u, network, out);
}

static bool is_only_measured(const json_t *network)
{
	return json_is_null(json_object_get(network, "gamma"))
	       && !json_is_null(json_object_get(network, "gamma_measured"));
}

/* "1", "3/4", "1*" if it was only measured, or "?". */
static void add_short_gamma(const json_t *network, struct text *out)
{
	bool measured = is_only_measured(network);
	const json_t *gamma = json_object_get(network, "gamma");
	struct text t = {0};

	if (measured)
		add_quotient(json_object_get(network, "gamma_measured"), "paths", "flow", &t);
	else if (json_is_null(gamma))
		text_add(&t, "?");
	else
		add_quotient(gamma, "numerator", "denominator", &t);
	text_print(out, "  %6s%s", t.bytes, measured ? "*" : " ");
	text_free(&t);
}

static void add_ratios(const struct area_universal *u, struct text *out)
{
	double least, most;
	char *ratios = !area_universal_ratios(u, &least, &most) ? copy_string("-")
		       : least < most ? format_string("%.3g to %.3g", least, most) : format_string("%.3g", least);

	text_print(out, "  %19s", ratios);
	free(ratios);
}

/* A row for each network. */
static void say_comparison(const struct area_universal *networks, size_t count, const json_t *list, struct text *out)
{
	int width = (int)strlen("network");
	bool measured = false;

	for (size_t i = 0; i < count; i++) {
		int length = (int)strlen(networks[i].title);

		width = length > width ? length : width;
		measured |= is_only_measured(json_array_get(list, i));
	}
	text_print(out, "\n%-*s   leaves  capacity / standard   gamma           area  / N lg^2 N", width, "network");
	text_add(out, networks->network ? "        r  r / lg N  loss at own area\n" : "\n");
	for (size_t i = 0; i < count; i++) {
		const json_t *network = json_array_get(list, i);

		text_print(out, "%-*s", width, networks[i].title);
		figures_say(network, "  {leaves:7}", out);
		add_ratios(&networks[i], out);
		add_short_gamma(network, out);
		figures_say(network, "  {area.tracks:12.0f}", out);
		text_print(out, "  %10.4g", area_ratio(&networks[i]));
		if (figures_has(network, "loss.r"))
			figures_say(network, "  {loss.r:7.3f}  {loss.r_by_lg_n:8.3f}  {loss.at_area.own:16.4g}", out);
		text_add(out, "\n");
	}
	if (measured)
		text_add(out, "* the least of the pairs that were measured, not proved\n");
}

void area_universal_print(const struct area_universal *networks, size_t count, struct text *out)
{
	json_t *list = json_networks(networks, count);

	for (size_t i = 0; i < count; i++) {
		text_add(out, i > 0 ? "\n" : "");
		say_network(&networks[i], json_array_get(list, i), out);
	}
	if (count > 1)
		say_comparison(networks, count, list, out);
	json_decref(list);
}
