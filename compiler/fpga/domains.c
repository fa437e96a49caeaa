/* domains.c: what nextpnr's report says of the clocks of a design, and of the paths from one to another. */
#include "fpga/domains.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/figures.h"
#include "util/message.h"

/* Periods come as megahertz, and nextpnr rounds them to picoseconds. */
static const double rounding = 0.001;

/* ---- reading ----------------------------------------------------------------------------------------------- */

/* What a report calls a clock, "own_clk$SB_IO_IN_$glb_clk" or "$glbnet$own_clk", as the user knows it. Fresh. */
static char *clock_shown(const char *name)
{
	static const char global[] = "$glbnet$";
	const char *own = strncmp(name, global, strlen(global)) == 0 ? name + strlen(global) : name;
	size_t length = strcspn(own, "$");

	return length > 0 ? format_string("%.*s", (int)length, own) : copy_string(own);
}

/* The clock in "posedge clk"; NULL: what has none, "<async>". */
static const char *edge_clock(const json_t *edge)
{
	const char *text = json_string_value(edge), *space = text ? strchr(text, ' ') : NULL;

	return space ? space + 1 : NULL;
}

static double path_delay(const json_t *path)
{
	double delay = 0;
	json_t *part;
	size_t i;

	json_array_foreach(json_object_get(path, "path"), i, part)
		delay += json_number_value(json_object_get(part, "delay"));
	return delay;
}

/* The megahertz that are wanted of a clock. One without paths from itself to itself has no entry, and is --freq's. */
static double wanted_mhz(const json_t *report, const char *clock, double required_mhz)
{
	double mhz = json_number_value(json_object_get(json_object_get(json_object_get(report, "fmax"), clock), "constraint"));

	return mhz > 0 ? mhz : required_mhz;
}

static bool is_network_clock(const json_t *report, const char *clock, double required_mhz)
{
	return fabs(wanted_mhz(report, clock, required_mhz) / required_mhz - 1) < rounding;
}

static void add_path(struct domains *d, const char *from, const char *to, double delay_ns, double period_ns)
{
	d->path = room_for_one(d->path, d->count, sizeof *d->path);
	d->path[d->count++] = (struct domain_path){ clock_shown(from), clock_shown(to), strcmp(from, to) != 0, delay_ns,
						  period_ns };
}

/* The clocks. If all have constraints of their own, the slowest one counts as the network's. */
static bool read_clocks(const char *tool, const json_t *report, double required_mhz, struct domains *d)
{
	json_t *clocks = json_object_get(report, "fmax"), *clock;
	const char *name;
	double slowest = 0;

	json_object_foreach(clocks, name, clock) {
		double mhz = json_number_value(json_object_get(clock, "achieved"));

		if (mhz <= 0)
			return error("%s's report lacks the speed of clock %s", tool, name);
		slowest = slowest == 0 ? mhz : fmin(slowest, mhz);
		if (!is_network_clock(report, name, required_mhz))
			add_path(d, name, name, 1000 / mhz, 1000 / wanted_mhz(report, name, required_mhz));
		else if (d->fmax_mhz == 0 || mhz < d->fmax_mhz)
			d->fmax_mhz = mhz;
	}
	if (d->fmax_mhz == 0) {
		domains_free(d);
		d->fmax_mhz = slowest;
	}
	return slowest > 0 || error("%s's report has no clock, so the network's speed is unknown", tool);
}

static void read_crossings(const json_t *report, double required_mhz, struct domains *d)
{
	const json_t *path;
	size_t i;

	json_array_foreach(json_object_get(report, "critical_paths"), i, path) {
		const char *from = edge_clock(json_object_get(path, "from")), *to = edge_clock(json_object_get(path, "to"));

		if (from && to && strcmp(from, to) != 0)
			add_path(d, from, to, path_delay(path),
				 1000 / fmax(wanted_mhz(report, from, required_mhz), wanted_mhz(report, to, required_mhz)));
	}
}

static double share(const struct domain_path *p)
{
	return p->delay_ns / p->period_ns;
}

bool domains_read(const char *tool, const json_t *report, double required_mhz, struct domains *d)
{
	*d = (struct domains){ 0 };
	if (!read_clocks(tool, report, required_mhz, d)) {
		domains_free(d);
		return false;
	}
	read_crossings(report, required_mhz, d);
	for (size_t i = 0; i < d->count; i++)
		if (share(&d->path[i]) > 1 && (!d->worst || share(&d->path[i]) > share(d->worst)))
			d->worst = &d->path[i];
	return true;
}

void domains_free(struct domains *d)
{
	for (size_t i = 0; i < d->count; i++) {
		free(d->path[i].from);
		free(d->path[i].to);
	}
	free(d->path);
	*d = (struct domains){ 0 };
}

double domains_excess(const struct domains *d)
{
	return d->worst ? share(d->worst) : 1;
}

/* ---- telling ----------------------------------------------------------------------------------------------- */

void domains_explain(const struct domains *d)
{
	const struct domain_path *p = d->worst;

	if (p->crosses) {
		error("timing fails: what crosses from clock %s to %s takes %.2f ns, the shorter of their periods is %.2f ns; no bitstream is"
		      " made", p->from, p->to, p->delay_ns, p->period_ns);
		suggest("registers before and behind what crosses; --seeds 8; or slower clocks");
	} else {
		error("timing fails: the clock %s reaches %.1f MHz, %.1f MHz are required by your constraints; no bitstream is made", p->from,
		      1000 / p->delay_ns, 1000 / p->period_ns);
		suggest("--seeds 8; fewer levels of logic between registers in this clock; or a slower one");
	}
}

json_t *domains_json(const struct domains *d)
{
	json_t *list = d->count > 0 ? json_array() : NULL;

	for (size_t i = 0; i < d->count; i++) {
		const struct domain_path *p = &d->path[i];
		json_t *o = json_pack("{s:s, s:s, s:b, s:f, s:f, s:f, s:f, s:b}", "from", p->from, "to", p->to, "crosses", p->crosses,
				      "delay_ns", p->delay_ns, "period_ns", p->period_ns, "reached_mhz", 1000 / p->delay_ns, "required_mhz",
				      1000 / p->period_ns, "met", share(p) <= 1);

		/* A name that is no UTF-8 has no place in JSON. */
		if (o)
			json_array_append_new(list, o);
	}
	return list;
}

void domains_say(const json_t *list, struct text *out)
{
	json_t *path;
	size_t i;

	json_array_foreach(list, i, path) {
		figures_say(path, figures_has(path, "crosses")
				  ? "  crossing     {delay_ns:6.2f} ns of {period_ns:.2f} ns, from clock {from} to {to}: "
				  : "  own clock    {reached_mhz:6.1f} MHz reached, {required_mhz:.1f} MHz required of {from}: ", out);
		text_add(out, figures_has(path, "met") ? "met\n" : "too slow\n");
	}
}
