/* area_universal_report.c: `ftc universality` as text and as JSON. */
#include <stdlib.h>

#include "network/machine.h"
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

void area_universal_print(const struct area_universal *networks, size_t count, struct text *out)
{
	for (const struct area_universal *u = networks; u < networks + count; u++) {
		text_print(out, "%s%s: %s of %u leaves\n", u == networks ? "" : "\n", u->spec->name, u->spec->kind->word,
			   u->spec->leaves);
		reference_print(&u->tree, out);
		print_flow(&u->flow, out);
		print_sets(u, out);
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
		json_array_append_new(list, network);
	}
	json_object_set_new(object, "universality", list);
	json_print(object, out);
}
