/* differential.c: random networks: the C model against the verilated RTL, every wire of every channel, every clock.
 *
 *   differential [cases] [first seed] [clocks per case] [general LEAVES | spread LEAVES | off-line]
 *
 * With `general N`: generalized fat trees of up to N leaves; with `off-line`: trees whose settings are drawn anew in
 * every clock; otherwise binary trees and sorters. Most of them are small. With `spread N`: equally many of each size,
 * 2 leaves, 3 to 4, 5 to 8, .. up to N; from seed 1 on, no (m, w) occurs twice.
 *
 * A failure prints the parameters, the clock and the wire; the same seed repeats it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model.h"
#include "network/network.h"
#include "machines/off-line/off_line.h"
#include "model/line.h"
#include "draw.h"
#include "network_model.h"
#include "model/plan_model.h"
#include "model.h"
#include "util/text.h"

/* One random parameter file, as --set texts on top of the least there is. */
struct parameters {
	const char *file;
	struct override set[16];
	size_t count;
};

static void set(struct parameters *p, char *text)
{
	p->set[p->count++].text = text;
}

static void draw_capacities(struct parameters *p, unsigned levels, unsigned connections, bool external)
{
	struct text t = { 0 };

	text_add(&t, "capacities=[");
	for (unsigned k = external ? 0 : 1; k < levels; k++) {
		unsigned most = connections << (levels - k);

		text_print(&t, "%u, ", 1 + draw(most < 12 ? most : 12));
	}
	text_print(&t, "%u]", connections);
	set(p, t.bytes);
}

static bool off_line;			/* only trees that are set */

static void draw_tree(struct parameters *p)
{
	unsigned n = 2 + draw(draw(4) == 0 ? 60 : 20), levels = 1, connections = 1 + (draw(3) == 0 ? draw(4) : 0);
	bool external = draw(3) == 0 && !off_line;

	while (1u << levels < n)
		levels++;
	p->file = SOURCE_DIR "/least.yaml";
	set(p, format_string("leaves=%u", n));
	set(p, format_string("connections=%u", connections));
	set(p, format_string("external=%s", external ? "true" : "false"));
	set(p, copy_string("leaf-interface=wires"));
	set(p, copy_string("probe=true"));
	if (draw(2) == 0)
		draw_capacities(p, levels, connections, external);
	else
		set(p, format_string("root-capacity=%u", 1 + draw(n * connections)));
	if (off_line) {
		set(p, copy_string("switching=off-line"));
		set(p, format_string("concentrator=%s", draw(2) == 0 ? "auto" : "partial"));
		return;
	}
	set(p, format_string("concentrator=%s", (const char *[]){ "auto", "batcher", "butterfly" }[draw(3)]));
	if (draw(3) == 0)
		set(p, format_string("delay-ram-threshold=%u", 4 + draw(16)));
	if (draw(2) == 0)
		set(p, copy_string("fault-registers=true"));
}

static unsigned most_leaves;		/* 0: no generalized fat trees */
static bool spread;

/* Links of one tree: as many as the CM-5 with 256 leaves has. More take a compiler for C++ too long. */
enum { MOST_HEIGHT = 4, MOST_TUPLES = 4096, SIZES = 20, MOST_LINKS = 1024 };

/* An XGFT(h; m_1 .. m_h; w_1 .. w_h); unused ones are 0. */
struct tuple {
	unsigned height, leaves;
	unsigned children[MOST_HEIGHT], parents[MOST_HEIGHT], links;
};

static void draw_tuple(struct tuple *t)
{
	unsigned wires = 1;

	*t = (struct tuple){ .height = 1 + draw(MOST_HEIGHT), .leaves = 1 };
	for (unsigned l = 1; l <= t->height; l++) {
		unsigned m = 1 + draw(5), w = 1 + draw(4);

		if (l == 1 && m == 1)
			m = 2;
		m = t->leaves * m > most_leaves ? 1 : m;
		w = t->leaves * w * wires > 4 * most_leaves ? 1 : w;
		t->leaves *= m;
		wires *= w;
		t->children[l - 1] = m;
		t->parents[l - 1] = w;
	}
	for (unsigned l = 0, nodes = t->leaves; l < t->height; nodes = nodes / t->children[l] * t->parents[l], l++)
		t->links += nodes * t->parents[l];
}

/* k for 2^(k-1) < leaves <= 2^k */
static unsigned size_of(unsigned leaves)
{
	unsigned k = 0;

	while (1u << k < leaves)
		k++;
	return k;
}

/* A tree of a size that has not been drawn yet. */
static void draw_new_tuple(struct tuple *t)
{
	static struct tuple known[MOST_TUPLES];
	static unsigned count;
	unsigned size = 1 + draw(size_of(most_leaves));
	bool fresh = false;

	while (!fresh) {
		draw_tuple(t);
		fresh = size_of(t->leaves) == size && t->links <= MOST_LINKS;
		for (unsigned i = 0; fresh && i < count; i++)
			fresh = memcmp(&known[i], t, sizeof *t) != 0;
	}
	if (count < MOST_TUPLES)
		known[count++] = *t;
}

static char *level_list(const char *key, const unsigned *numbers, unsigned count)
{
	struct text t = { 0 };

	text_print(&t, "%s=[", key);
	for (unsigned i = 0; i < count; i++)
		text_print(&t, "%s%u", i > 0 ? ", " : "", numbers[i]);
	text_add(&t, "]");
	return t.bytes;
}

static void draw_general_tree(struct parameters *p)
{
	struct tuple t;

	if (spread)
		draw_new_tuple(&t);
	else
		draw_tuple(&t);
	p->file = SOURCE_DIR "/least_xgft.yaml";
	set(p, level_list("children", t.children, t.height));
	set(p, level_list("parents", t.parents, t.height));
	unsigned width = draw(4) == 0 ? 1 + draw(3) : 1;
	bool first_free = draw(3) == 0;

	if (spread && t.links * width > MOST_LINKS)
		width = 1;
	set(p, format_string("link-width=%u", width));
	set(p, format_string("up-routing=%s", first_free ? "first-free" : "destination"));
	set(p, copy_string("leaf-interface=wires"));
	set(p, copy_string("probe=true"));
	if (draw(3) == 0)
		set(p, format_string("delay-ram-threshold=%u", 4 + draw(16)));
	/* Nodes and links that every tree has. */
	if (draw(3) == 0)
		set(p, format_string("faults=node:1:0,link:0:%u:0", draw(t.leaves)));
	if (draw(2) == 0)
		set(p, copy_string("fault-registers=true"));
	if (draw(2) == 0 && width == 1 && !first_free)
		set(p, copy_string("broadcast-every=2"));
}

static void draw_parameters(struct parameters *p)
{
	if (most_leaves > 0) {
		draw_general_tree(p);
	} else if (!off_line && draw(6) == 0) {
		p->file = SOURCE_DIR "/least_sorter.yaml";
		set(p, format_string("wires=%u", 2 + draw(20)));
	} else {
		draw_tree(p);
	}
	set(p, format_string("elements-between-registers=%u", 1 + draw(5)));
	set(p, format_string("family=%s", (const char *[]){ "ecp5", "ice40", "ice40up" }[draw(3)]));
}

static void put_wires(struct model *m, const char *port, const uint8_t *wires, unsigned count)
{
	const struct model_port *p = model_port(m, port);

	for (unsigned i = 0; i < count; i++)
		model_set(m, p, i, 1, wires[i]);
}

static bool same(struct model *m, const char *port, const uint8_t *wires, size_t count, unsigned clock)
{
	const struct model_port *p = model_port(m, port);

	for (size_t i = 0; i < count; i++)
		if (model_get(m, p, (unsigned)i, 1) != wires[i]) {
			fprintf(stderr, "clock %u: %s[%zu] is %u in the RTL and %u in the model\n", clock, port, i,
				!wires[i], wires[i]);
			return false;
		}
	return true;
}

struct case_run {
	const struct network *net;
	struct model *rtl;
	struct network_model *model;	/* of a tree */
	struct plan_model *sorter;
	struct line sorter_strobe;
	const char *strobe;		/* the port; NULL: there is none */
	uint8_t *in, *down, *wires;
	unsigned in_count, density;
};

static bool is_off_line(const struct case_run *r)
{
	return r->net->spec->machine == &off_line_machine;
}

static bool compare_sorter(struct case_run *r, unsigned clock, bool start)
{
	uint8_t now = start;

	model_eval(r->rtl);
	return same(r->rtl, "out_start", line_output(&r->sorter_strobe, &now), 1, clock) &&
	       same(r->rtl, "out", plan_model_outputs(r->sorter), r->net->ends, clock);
}

static bool compare(struct case_run *r, unsigned clock, bool start)
{
	const struct spec *spec = r->net->spec;

	network_model_set(r->model, r->in, start, spec->external ? r->down : NULL);
	model_eval(r->rtl);
	if (!is_off_line(r) && !same(r->rtl, "leaf_down_start", &(uint8_t){ network_model_down_start(r->model) }, 1, clock))
		return false;
	for (int up = 0; up < 2; up++) {
		network_model_probe(r->model, up, r->wires);
		if (!same(r->rtl, up ? "probe_up" : "probe_down", r->wires, network_model_probe_width(r->model), clock))
			return false;
	}
	if (!spec->external)
		return true;
	network_model_outputs(r->model, r->wires);
	return same(r->rtl, "root_up", r->wires, network_root(r->net)->capacity, clock) &&
	       same(r->rtl, "root_start", &(uint8_t){ network_model_root_start(r->model) }, 1, clock);
}

/* Other links are dead than the parameters say: in the RTL by the fault register. */
static void draw_dead_links(struct case_run *r)
{
	unsigned links = network_model_told_bits(r->model), rate = 2 + draw(10);
	bool *dead = allocate_array(links, sizeof *dead);

	for (unsigned k = 0; k < links; k++) {
		dead[k] = draw(rate) == 0;
		network_model_tell(r->model, k, dead[k]);
	}
	model_shift_faults(r->rtl, dead, links);
	model_clock(r->rtl);
	/* The random bits go on meanwhile. */
	network_model_set(r->model, r->in, false, r->down);
	for (unsigned k = 0; k <= links; k++)
		network_model_clock(r->model);
	free(dead);
}

/* At a strobe it may become, or no longer be, the turn of messages to all. */
static void draw_broadcast(struct case_run *r, bool start)
{
	static bool now;

	if (start)
		now = draw(2) == 0;
	model_set(r->rtl, model_port(r->rtl, "broadcast"), 0, 1, now);
	network_model_broadcast(r->model, now);
}

/* Settings of the cycle that begins at the next strobe; switches that are not told to change them must not. */
static void draw_settings(struct case_run *r)
{
	unsigned count = network_model_told_bits(r->model);
	const struct model_port *port = count > 0 ? model_port(r->rtl, "settings") : NULL;

	for (unsigned k = 0; k < count; k++) {
		bool now = draw(2) == 0;

		network_model_tell(r->model, k, now);
		model_set(r->rtl, port, k, 1, now);
	}
}

static void draw_inputs(struct case_run *r, bool start)
{
	unsigned density = 1 + r->density;

	for (unsigned i = 0; i < r->in_count; i++)
		r->in[i] = draw(4) < density;
	for (unsigned i = 0; r->net->spec->external && i < network_root(r->net)->capacity; i++)
		r->down[i] = draw(4) < density;
	put_wires(r->rtl, r->model ? "leaf_up" : "in", r->in, r->in_count);
	if (r->strobe)
		model_set(r->rtl, model_port(r->rtl, r->strobe), 0, 1, start);
	if (r->net->spec->broadcast_every > 0)
		draw_broadcast(r, start);
	if (r->net->spec->external)
		put_wires(r->rtl, "root_down", r->down, network_root(r->net)->capacity);
	if (r->model && is_off_line(r))
		draw_settings(r);
}

static bool run(struct case_run *r, unsigned clocks)
{
	unsigned until = 0;

	r->density = draw(3);
	model_reset(r->rtl, 2);
	if (r->net->spec->fault_registers)
		draw_dead_links(r);
	for (unsigned clock = 0; clock < clocks; clock++) {
		bool start = clock == until;

		if (start)
			until = clock + 1 + draw(draw(4) == 0 ? 4 : 40);
		draw_inputs(r, start);
		if (!(r->model ? compare(r, clock, start) : compare_sorter(r, clock, start)))
			return false;
		model_clock(r->rtl);
		if (r->model) {
			network_model_clock(r->model);
		} else {
			plan_model_clock(r->sorter, r->in, start);
			line_clock(&r->sorter_strobe, &(uint8_t){ start });
		}
	}
	return true;
}

static void draw_case(uint64_t seed, struct parameters *p)
{
	*p = (struct parameters){ .count = 0 };
	start_drawing(seed);
	draw_parameters(p);
}

static void free_parameters(struct parameters *p)
{
	for (size_t i = 0; i < p->count; i++)
		free((char *)p->set[i].text);
}

static unsigned sizes[SIZES];		/* cases, by size_of() */

/* What moves in C beside the RTL, and the ports that go with it. */
static void make_model(struct case_run *r)
{
	const struct network *net = r->net;
	const size_t room = (size_t)MAXIMUM_LEAVES;

	if (net->sorter) {
		r->sorter = plan_model_new(net->sorter);
		r->sorter_strobe = line_new(1, net->latency);
	} else {
		r->model = network_model_new(net);
	}
	r->strobe = net->sorter ? "start" : !is_off_line(r) ? "leaf_up_start" : net->levels > 1 ? "start" : NULL;
	r->in_count = net->sorter ? net->ends : net->spec->leaves * net->spec->connections;
	r->in = allocate_array(r->in_count, 1);
	r->down = allocate_array(room, 1);
	r->wires = allocate_array(room, 1);
}

static void free_model(struct case_run *r)
{
	if (r->rtl)
		model_close(r->rtl);
	network_model_free(r->model);
	plan_model_free(r->sorter);
	line_free(&r->sorter_strobe);
	free(r->in);
	free(r->down);
	free(r->wires);
}

static bool run_case(uint64_t seed, unsigned clocks)
{
	struct parameters p;
	struct spec spec;

	draw_case(seed, &p);
	if (!spec_read(&spec, p.file, p.set, p.count))
		return false;
	sizes[size_of(spec.leaves)]++;

	struct network *net = network_elaborate(&spec);
	struct case_run r = { .net = net, .rtl = open_network(net, "differential", NULL) };

	make_model(&r);
	bool ok = r.rtl && run(&r, clocks);

	printf("%s seed %llu:", ok ? "ok" : "FAILED", (unsigned long long)seed);
	if (spec.height > 0)
		printf(" %u leaves:", spec.leaves);
	for (size_t i = 0; i < p.count; i++)
		printf(" %s", p.set[i].text);
	free_parameters(&p);
	printf("\n");
	fflush(stdout);
	free_model(&r);
	network_free(net);
	spec_free(&spec);
	return ok;
}

int main(int argc, char **argv)
{
	unsigned cases = argc > 1 ? (unsigned)atoi(argv[1]) : 10;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	unsigned clocks = argc > 3 ? (unsigned)atoi(argv[3]) : 2000;

	off_line = argc > 4 && strcmp(argv[4], "off-line") == 0;
	if (argc > 5) {
		most_leaves = (unsigned)atoi(argv[5]);
		spread = strcmp(argv[4], "spread") == 0;
	}
	/* What the seeds before these have drawn is not drawn again. */
	for (uint64_t before = 1; spread && before < seed; before++) {
		struct parameters p;

		draw_case(before, &p);
		free_parameters(&p);
	}
	/* The first difference says more than those that follow. */
	for (unsigned i = 0; i < cases; i++)
		if (!run_case(seed + i, clocks))
			return 1;
	printf("%u networks, no difference from their models, %llu clocks\n", cases, (unsigned long long)cases * clocks);
	for (unsigned k = 0; most_leaves > 0 && k < SIZES; k++)
		if (sizes[k] > 0)
			printf("%u of %u to %u leaves\n", sizes[k], (1u << k) / 2 + 1, 1u << k);
	return 0;
}
