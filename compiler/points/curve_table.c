/* curve_table.c: curves as JSON, as a table for people that says it, and as CSV. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/board.h"
#include "network/machine.h"
#include "points/curves.h"
#include "util/figures.h"
#include "util/json.h"

static const struct curve *curve_at(const struct curves_request *r, const struct curve *curve, size_t point, size_t pattern)
{
	return &curve[point * r->patterns + pattern];
}

/* ---- JSON ---- */

static json_t *load_json(const struct point *point, const struct trials *l)
{
	json_t *object = json_pack("{s:f, s:o, s:o, s:o, s:o, s:o, s:I}", "load", l->load, "offered", json_interval(l->offered),
				   "accepted", json_interval(l->accepted), "latency", json_interval(l->latency),
				   "latency_p50", json_known(l->messages > 0, l->p50), "latency_p99", json_known(l->messages > 0, l->p99),
				   "latency_count", (json_int_t)l->messages);

	json_object_update_new(object, json_pack("{s:o, s:o, s:o, s:b, s:b, s:i, s:I, s:I}",
		"payload_bits_per_ns", json_finite(curve_bits_per_ns(point, l->accepted.mean)),
		"latency_ns", json_finite(curve_ns(point, l->latency.mean)), "saturated", json_known_truth(!l->undecided, l->saturated), "steady",
		l->steady, "converged", l->converged, "seeds", (int)l->runs, "slots", (json_int_t)l->slots, "warmup_slots", (json_int_t)l->warmup));
	return object;
}

static json_t *curve_json(const struct point *point, const struct traffic_demand *demand, const struct curve *c)
{
	json_t *loads = json_array(), *object = json_object();

	for (size_t i = 0; i < c->count; i++)
		json_array_append_new(loads, load_json(point, &c->at[i]));
	demand_json(demand, object);
	json_object_update_new(object, json_pack("{s:s, s:b, s:o, s:o, s:o, s:o, s:o}", "engine", engine_names[c->engine], "done", c->done, "saturation",
			 json_interval(c->saturation), "saturation_bits_per_ns", json_finite(curve_bits_per_ns(point, c->saturation.mean)),
			 "saturates", json_known_truth(!c->undecided, c->saturates), "knee", c->knee > 0 ? json_real(c->knee) : json_null(), "loads", loads));
	return object;
}

static json_t *curves_object(const struct points *p, const struct curves_request *r, const struct curve *curve)
{
	json_t *object = json_object(), *list = json_array();

	JSON_NUMBERS(object, { "seed", r->seed }, { "seeds", r->seeds }, { "slots", r->slots });
	json_object_set_new(object, "board", p->board ? json_string(p->board->name) : json_null());
	for (size_t i = 0; i < p->count; i++) {
		const struct point *point = &p->point[i];
		json_t *curves = json_array(), *one = spec_identity(&point->spec);

		for (size_t k = 0; k < r->patterns; k++)
			json_array_append_new(curves, curve_json(point, &r->demand[i * r->patterns + k], curve_at(r, curve, i, k)));
		JSON_NUMBERS(one, { point->spec.machine->ends, spec_all_leaves(&point->spec) }, { "payload_bits", point->spec.payload_bits });
		for (unsigned k = 0; k <= FIGURE_SLOT; k++)
			json_add_real(one, figure_names[k], point->figure[k].value);
		json_object_set_new(one, "curves", curves);
		json_array_append_new(list, one);
	}
	json_object_set_new(object, "networks", list);
	return object;
}

/* ---- Text ---- */

static unsigned name_width(const struct points *p)
{
	unsigned width = 4;

	for (size_t i = 0; i < p->count; i++)
		width = strlen(p->point[i].name) > width ? (unsigned)strlen(p->point[i].name) : width;
	return width;
}

/* The load of a curve that is next below a share of the saturation throughput; NULL: there is none. */
static const json_t *load_below(const json_t *curve, double share)
{
	const json_t *loads = json_object_get(curve, "loads"), *found = NULL;
	double most = share * json_number_value(json_object_get(json_object_get(curve, "saturation"), "mean")) * 1.000001;

	for (size_t i = 0; i < json_array_size(loads); i++) {
		const json_t *at = json_array_get(loads, i);

		if (json_number_value(json_object_get(at, "load")) <= most && json_is_false(json_object_get(at, "saturated")))
			found = at;
	}
	return found;
}

static void say_latency(const json_t *curve, double share, struct text *out)
{
	const json_t *at = load_below(curve, share);

	if (at && figures_has(at, "latency_count"))
		figures_say(at, figures_has(at, "converged") ? " {latency_ns:8.0f} " : " {latency_ns:8.0f}?", out);
	else
		text_print(out, " %8s ", "-");
}

/* Of loads that were chosen, not found, the greatest that lasts is only a bound. */
static void say_knee(const json_t *curve, bool found, struct text *out)
{
	const json_t *saturates = json_object_get(curve, "saturates");
	struct text knee = {0};

	figures_say(curve, found || !figures_has(curve, "knee") ? "{knee:.4f}" : ">={knee:.4f}", &knee);
	text_print(out, " %8s%s\n", knee.bytes, json_is_true(saturates) ? "" : json_is_null(saturates) ? "  ?" : "  takes all");
	text_free(&knee);
}

/* As throughput in words, "0.3459 +-0.0021", and in bits. */
static void say_saturation(const struct point *point, const struct curve *c, const json_t *curve, struct text *out)
{
	double bits = curve_bits_per_ns(point, 1);
	json_t *in_bits = json_interval((struct interval){ .mean = bits * c->saturation.mean, .half = bits * c->saturation.half });

	figures_say(curve, " {saturation.mean:8.4f} +-{saturation.half95:-6.4f}", out);
	figures_say(in_bits, " {mean:8.3f} +-{half95:-5.3f}", out);
	json_decref(in_bits);
}

static void say_row(const struct point *point, const struct curve *c, const json_t *curve, unsigned width, bool found,
		    struct text *out)
{
	text_print(out, "  %-*s", (int)width, point->name);
	for (unsigned k = 0; k <= FIGURE_SLOT; k++) {
		json_t *figure = figure_json(&point->figure[k]);

		figure_say(figure, k, out);
		json_decref(figure);
	}
	if (!figures_has(curve, "done")) {
		text_add(out, "  failed\n");
		return;
	}
	say_saturation(point, c, curve, out);
	say_latency(curve, 0.2, out);
	say_latency(curve, 0.8, out);
	say_knee(curve, found, out);
}

/* The loads of all curves whose figures have not converged. */
static size_t count_open(const struct points *p, const struct curves_request *r, const struct curve *curve)
{
	size_t open = 0;

	for (size_t i = 0; i < p->count * r->patterns; i++)
		for (size_t k = 0; k < curve[i].count; k++)
			open += !curve[i].at[k].converged;
	return open;
}

/* A network runs one way for all patterns. */
static void print_engines(const struct points *p, const struct curves_request *r, const struct curve *curve, struct text *out)
{
	static const char model[] = "as models in C, equal to the Verilog in every clock";
	struct text verilog = { 0 };
	size_t count = 0, failed = 0;

	for (size_t i = 0; i < p->count; i++) {
		const struct curve *c = curve_at(r, curve, i, 0);

		failed += !c->done;
		if (!c->done || c->engine != ENGINE_RTL)
			continue;
		text_print(&verilog, "%s%s", count > 0 ? ", " : "", p->point[i].name);
		count++;
	}
	if (failed == p->count)
		return;
	if (count == p->count - failed)
		text_add(out, "All ran as Verilog.\n");
	else if (count == 0)
		text_print(out, "All ran %s.\n", model);
	else
		text_print(out, "As Verilog ran %s; all others %s.\n", verilog.bytes, model);
	text_free(&verilog);
}

static void print_open(const struct points *p, const struct curves_request *r, const struct curve *curve, struct text *out)
{
	size_t open = count_open(p, r, curve);

	if (open > 0)
		text_print(out, "%zu load%s had not converged at the greatest length of a run (compare.csv: converged is 0); ? marks such"
				" figures.\n", open, open == 1 ? "" : "s");
}

static void print_notes(const struct points *p, const struct curves_request *r, const struct curve *curve, struct text *out)
{
	double widest = 0;

	for (size_t i = 0; i < p->count * r->patterns; i++)
		if (curve[i].done)
			widest = fmax(widest, curve[i].saturation.half / curve[i].saturation.mean);
	text_add(out, "\ncells: the greater of LUT4 and FF. throughput: if every end always has a word, per end and slot, and as payload\n"
		 "bits a ns in the whole network. latency: from creation to delivery, at 0.2 and 0.8 of that throughput.\n"
		 "knee: the greatest load that lasts. +-: half of the 95 % confidence interval");
	if (widest > 0)
		text_print(out, "; the widest is %.1f %% of its mean", 100 * widest);
	text_add(out, ". ~ estimated\n");
	print_open(p, r, curve, out);
	figures_print_chips(p, out);
	figures_print_clocks(p, out);
	print_engines(p, r, curve, out);
	for (size_t i = 0; i < p->count; i++)
		if (spec_all_leaves(&p->point[i].spec) != spec_all_leaves(&p->point[0].spec) || p->point[i].spec.payload_bits != p->point[0].spec.payload_bits) {
			text_add(out, "The networks differ in their numbers of ends or in their payloads: see compare.csv.\n");
			break;
		}
}

static void say_curves(const struct points *p, const struct curves_request *r, const struct curve *curve, const json_t *networks,
		       struct text *out)
{
	unsigned width = name_width(p);

	text_print(out, "%zu network%s, %lu runs for each load, of as many slots as it takes, seeds from %lu on", p->count,
		   p->count == 1 ? "" : "s", r->seeds, r->seed);
	text_print(out, "%s%s\n", p->board ? "; on the " : "", p->board ? p->board->title : "");
	for (size_t k = 0; k < r->patterns; k++) {
		char *traffic = simulation_traffic_name(&r->demand[k]);

		text_print(out, "\n%s\n  %-*s %39s throughput, words         in bits           latency, ns\n", traffic,
			   (int)width, "", "");
		free(traffic);
		text_print(out, "  %-*s %7s %7s %7s %5s %5s   an end and slot            a ns       at 0.2    at 0.8     knee\n", (int)width,
			   "name", "LUT4", "FF", "cells", "MHz", "slot");
		for (size_t i = 0; i < p->count; i++) {
			const json_t *curves = json_object_get(json_array_get(networks, i), "curves");

			say_row(&p->point[i], curve_at(r, curve, i, k), json_array_get(curves, k), width, r->loads == 0, out);
		}
	}
	print_notes(p, r, curve, out);
}

void curves_report(const struct points *p, const struct curves_request *r, const struct curve *curve, struct findings *found)
{
	json_t *object = curves_object(p, r, curve);

	say_curves(p, r, curve, json_object_get(object, "networks"), &found->text);
	json_print(object, &found->json);
}

/* ---- CSV ---- */

/* A value and half of its interval, each empty where there is none. */
static void csv_interval(struct interval x, double scale, const char *format, struct text *out)
{
	const double value[] = { x.mean, x.half };

	for (size_t i = 0; i < 2; i++) {
		text_add(out, ",");
		if (isfinite(x.mean) && isfinite(value[i]))
			text_print(out, format, scale * value[i]);
	}
}

static void csv_latency(const struct point *point, const struct trials *l, struct text *out)
{
	csv_interval(l->latency, 1, "%.2f", out);
	if (l->messages > 0)
		text_print(out, ",%" PRIu64 ",%" PRIu64, l->p50, l->p99);
	else
		text_add(out, ",,");
	csv_interval(l->accepted, curve_bits_per_ns(point, 1), "%.6g", out);
	csv_interval(l->latency, curve_ns(point, 1), "%.6g", out);
	text_add(out, ",");
	if (l->messages > 0)
		text_print(out, "%.6g", curve_ns(point, (double)l->p99));
}

static void csv_row(const struct point *point, const struct curves_request *r, const struct traffic_demand *d, const struct curve *c,
		    const struct trials *l, struct text *out)
{
	const struct figure *f = point->figure;
	const struct spec *spec = &point->spec;

	text_print(out, "%s,%s,%s,%u,%u,%g,%.6g,%.6g,%.0f,%.0f,%.0f", point->name, spec->machine->name, demand_csv_pattern(d),
		   spec_all_leaves(spec), spec->payload_bits, f[FIGURE_SLOT].value, f[FIGURE_MHZ].value, l->load, f[FIGURE_LUT4].value,
		   f[FIGURE_FF].value, f[FIGURE_CELLS].value);
	text_print(out, ",%lu,%u,%lu,%d,%s,%.6f", r->seed, l->runs, l->warmup, l->steady,
		   l->undecided ? "" : l->saturated ? "1" : "0", l->offered.mean);
	csv_interval(l->accepted, 1, "%.6f", out);
	csv_latency(point, l, out);
	text_print(out, ",%s,%lu,%" PRIu64 ",%d,", engine_names[c->engine], l->slots, l->messages, l->converged);
	demand_csv(d, out);
	text_add(out, "\n");
}

void curves_csv(const struct points *p, const struct curves_request *r, const struct curve *curve, struct text *out)
{
	text_add(out, "name,machine,pattern,leaves,payload_bits,slot_clocks,mhz,load,lut4,ff,cells,seed,seeds,warmup_slots,steady,saturated,"
		      "offered,accepted,accepted_half95,latency_mean,latency_half95,latency_p50,latency_p99,"
		      "bits_per_ns,bits_per_ns_half95,latency_ns,latency_ns_half95,latency_p99_ns,engine,slots,latency_count,converged," DEMAND_CSV_COLUMNS "\n");
	for (size_t i = 0; i < p->count; i++)
		for (size_t k = 0; k < r->patterns; k++)
			for (size_t l = 0; l < curve_at(r, curve, i, k)->count; l++)
				csv_row(&p->point[i], r, &r->demand[i * r->patterns + k], curve_at(r, curve, i, k), &curve_at(r, curve, i, k)->at[l], out);
}
