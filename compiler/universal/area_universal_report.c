/* area_universal_report.c: `ftc universality` as text and as JSON. */
#include <math.h>
#include <stdlib.h>

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

static double worst_rate(const struct area_universal *u)
{
	double worst = 0;

	for (size_t i = 0; i < u->sets; i++)
		worst = fmax(worst, area_universal_rate(u, &u->set[i]));
	return worst;
}

/* Areas of a competitor, in units of its leaves. */
static const struct area { const char *text, *key; unsigned logs; } areas[] = {
	{ "N", "n", 0 }, { "N lg N", "n_lg_n", 1 }, { "N lg^2 N", "n_lg2_n", 2 },
};
enum { AREAS = sizeof areas / sizeof *areas };

/* sqrt(A / N) r */
static double loss_at(const struct area_universal *u, const struct area *area)
{
	return pow(u->standard.levels, area->logs / 2.0) * worst_rate(u);
}

static void print_loss(const struct area_universal *u, struct text *out)
{
	if (!u->network)
		return;
	text_print(out, "  delivered in slots of %u clocks, words of b = %u bits (payload and label)\n", u->network->slot_clocks,
		   area_universal_bits(u));
	text_add(out, "  messages               slots      clocks  clocks / (b eta)\n");
	for (size_t i = 0; i < u->sets; i++) {
		const struct loaded_set *s = &u->set[i];

		text_print(out, "  %-16s  %10lu  %10lu", s->name, s->slots, s->slots * u->network->slot_clocks);
		if (s->slots)
			text_print(out, "  %16.3f\n", area_universal_rate(u, s));
		else
			text_add(out, "                 -\n");
	}
	if (worst_rate(u) == 0)
		return;
	text_print(out, "  r, the worst of them: %.3f; r / lg N: %.3f\n", worst_rate(u), worst_rate(u) / u->standard.levels);
	text_add(out, "  sqrt(A/N) r, Bay's loss against a competitor of area A, for these sets:");
	for (unsigned a = 0; a < AREAS; a++)
		text_print(out, "%s %.4g at %s", a ? "," : "", loss_at(u, &areas[a]), areas[a].text);
	text_add(out, "\n");
}

void area_universal_print(const struct area_universal *networks, size_t count, struct text *out)
{
	for (const struct area_universal *u = networks; u < networks + count; u++) {
		text_print(out, "%s%s: %s of %u leaves\n", u == networks ? "" : "\n", u->spec->name, u->spec->kind->word,
			   u->spec->leaves);
		reference_print(&u->tree, out);
		print_flow(&u->flow, out);
		print_sets(u, out);
		print_loss(u, out);
	}
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
		JSON_NUMBERS(set, { "slots", s->slots }, { "clocks", s->slots * u->network->slot_clocks });
		json_object_set_new(set, "rate", s->slots ? json_real(area_universal_rate(u, s)) : json_null());
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

static json_t *json_loss(const struct area_universal *u)
{
	json_t *loss = json_object(), *at = json_object();

	JSON_NUMBERS(loss, { "slot_clocks", u->network->slot_clocks }, { "bits", area_universal_bits(u) });
	if (worst_rate(u) == 0) {
		json_decref(at);
		json_object_set_new(loss, "r", json_null());
		return loss;
	}
	json_add_real(loss, "r", worst_rate(u));
	json_add_real(loss, "r_by_lg_n", worst_rate(u) / u->standard.levels);
	for (unsigned a = 0; a < AREAS; a++)
		json_add_real(at, areas[a].key, loss_at(u, &areas[a]));
	json_object_set_new(loss, "at_area", at);
	return loss;
}

void area_universal_json(const struct area_universal *networks, size_t count, struct text *out)
{
	json_t *object = json_object(), *list = json_array();

	for (const struct area_universal *u = networks; u < networks + count; u++) {
		json_t *network = spec_identity(u->spec), *sets = json_array();

		json_add_number(network, "leaves", u->spec->leaves);
		reference_add_json(&u->tree, network);
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
