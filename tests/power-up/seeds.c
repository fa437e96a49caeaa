/* seeds.c: does anything show of what a network's registers hold at power-up? A verilated network runs with the same
 * inputs from zeros and from random registers: once the reset is over, its outputs must be the same in every clock.
 *
 *   seeds PARAMETERS [KEY=VALUE...]
 *
 * Leaves offer words to all labels, their own and those of no leaf too, from before the first clock. Other inputs are
 * random; strobes begin in the first clock after the reset. Of the outputs only what has a meaning is compared: data
 * while they are valid, wires behind their first strobe. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "rtl_model.h"

enum { STIMULI = 8, SEEDS = 4, CLOCKS = 700, LEAF_RESET = 32 };

struct trial {
	const struct network *net;
	char *library;
	const struct verilate_port *port;
	size_t port_count;
	unsigned reset;			/* clocks */
	unsigned part;			/* clocks between two strobes */
	uint64_t *first;		/* [clock * port_count + port]: what it showed from zeros */
	unsigned long words;		/* that moved, of all runs */
};

/* A run. */
struct run {
	struct trial *t;
	struct model *model;
	struct random random;
	unsigned clock;
	uint64_t offered, ready;	/* [leaf]: s_axis_tvalid and s_axis_tready of the last clock */
	bool begun;			/* there was a strobe to the leaves, or before a sorter's words */
};

static const struct model_port *port_of(const struct run *r, const char *name)
{
	return model_port(r->model, name);
}

static void set_bits(struct run *r, const struct model_port *p, unsigned at, unsigned count)
{
	for (unsigned done = 0; done < count; done += 64)
		model_set(r->model, p, at + done, count - done < 64 ? count - done : 64, random_next(&r->random));
}

static bool bit(const struct run *r, const char *name, unsigned at)
{
	return model_get(r->model, port_of(r, name), at, 1);
}

/* Offers new words where the last ones have been taken, in any clock of the reset, and now and then to all leaves. */
static void offer(struct run *r)
{
	const struct model_port *valid = port_of(r, "s_axis_tvalid"), *data = port_of(r, "s_axis_tdata"),
				*to = port_of(r, "s_axis_tdest");
	unsigned label = r->t->net->label_bits;

	for (unsigned i = 0; i < valid->width; i++) {
		if (r->clock > r->t->reset && r->offered >> i & 1 && !(r->ready >> i & 1))
			continue;
		r->offered = (r->offered & ~((uint64_t)1 << i)) | (uint64_t)(random_below(&r->random, 4) > 0) << i;
		model_set(r->model, valid, i, 1, r->offered >> i);
		set_bits(r, data, data->width / valid->width * i, data->width / valid->width);
		if (!to)
			continue;
		set_bits(r, to, to->width / valid->width * i, label);
		if (to->width / valid->width > label && !port_of(r, "root_up"))
			model_set(r->model, to, to->width / valid->width * i + label, 1, !random_below(&r->random, 8));
	}
}

/* Sets all inputs of a clock. */
static void set_inputs(struct run *r)
{
	bool in_reset = r->clock < r->t->reset;

	for (size_t k = 0; k < r->t->port_count; k++) {
		const char *name = r->t->port[k].name;
		const struct model_port *p = port_of(r, name);

		if (p->output || !strncmp(name, "s_axis", 6) || !strncmp(name, "settings_", 9))
			continue;
		if (!strcmp(name, "rst"))
			model_set(r->model, p, 0, 1, in_reset);
		else if (strstr(name, "start"))
			model_set(r->model, p, 0, 1, !in_reset && (r->clock - r->t->reset) % r->t->part == 0);
		else if (!strcmp(name, "fault_shift"))
			model_set(r->model, p, 0, 1, in_reset && random_next(&r->random) % 2);
		else if ((strcmp(name, "settings") && strcmp(name, "broadcast")) || r->clock == 0)
			set_bits(r, p, 0, p->width);
	}
	if (port_of(r, "s_axis_tvalid"))
		offer(r);
}

/* What a port shows that has a meaning, in one number. */
static uint64_t shown(const struct run *r, const char *name)
{
	const struct model_port *p = port_of(r, name), *valid = port_of(r, "m_axis_tvalid");
	bool data = !strncmp(name, "m_axis_t", 8) && p != valid;
	uint64_t sum = 1;

	if (!strncmp(name, "probe", 5) || (!r->begun && !valid && !strstr(name, "start") && strncmp(name, "fault", 5)))
		return 0;
	for (unsigned i = 0; i < p->width; i++) {
		bool means = !data || bit(r, "m_axis_tvalid", i / (p->width / valid->width));

		sum = random_mix(sum ^ (means && model_get(r->model, p, i, 1)) ^ (uint64_t)means << 1);
	}
	return sum;
}

/* The number of the cycle and the outside have a meaning only with a message. */
static bool is_compared(const struct run *r, const char *name)
{
	const struct model_port *valid = port_of(r, "m_axis_tvalid");

	if (!strcmp(name, "received_cycle"))
		return model_get(r->model, valid, 0, valid->width);
	return strcmp(name, "root_up") || !valid;
}

static bool look(struct run *r, bool first)
{
	for (size_t k = 0; k < r->t->port_count; k++) {
		const char *name = r->t->port[k].name;
		uint64_t *before = &r->t->first[r->clock * r->t->port_count + k];

		if (!r->t->port[k].output || !is_compared(r, name))
			continue;
		if (first)
			*before = shown(r, name);
		else if (*before != shown(r, name))
			return printf("# %s is another in clock %u after the reset\n", name,
				      r->clock - r->t->reset) < 0;
	}
	return true;
}

static void count_words(struct run *r)
{
	const struct model_port *valid = port_of(r, "m_axis_tvalid");

	r->t->words += valid ? (bool)model_get(r->model, valid, 0, valid->width) : r->begun;
}

static void note_ready(struct run *r)
{
	const struct model_port *ready = port_of(r, "s_axis_tready");

	r->ready = ready ? model_get(r->model, ready, 0, ready->width) : 0;
}

/* Runs from registers of that seed; 0: from zeros, which the other runs with these inputs are compared with. */
static bool run(struct trial *t, uint32_t stimulus, uint32_t seed)
{
	struct model *model = model_open_as(t->library, &(struct model_start){ .random_registers = seed });
	struct run r = { .t = t, .model = model };
	bool good = model;

	random_start(&r.random, 1, stimulus);
	for (; good && r.clock < CLOCKS; r.clock++) {
		set_inputs(&r);
		model_eval(model);
		if (r.clock >= t->reset) {
			r.begun = r.begun || (port_of(&r, "leaf_down_start") && bit(&r, "leaf_down_start", 0))
				  || (port_of(&r, "settings") && r.clock > t->reset + t->net->latency);
			good = look(&r, seed == 0);
			count_words(&r);
			r.begun = r.begun || (port_of(&r, "out_start") && bit(&r, "out_start", 0));
		}
		note_ready(&r);
		model_edge(model);
	}
	model_close(model);
	return good;
}

int main(int count, char **word)
{
	struct trial t = { 0 };
	struct spec spec;
	bool good = true;

	if (count < 2 || !read_with_words(&spec, word[1], word + 2, (size_t)count - 2) || !(t.net = network_new(&spec)))
		return 99;
	struct design *design = design_lower(t.net);
	t.port = verilate_ports(design_top(design), &t.port_count);
	t.first = allocate_array(CLOCKS * t.port_count, sizeof *t.first);
	t.reset = t.net->frame || t.net->spec->schedule_path ? LEAF_RESET : 1;
	t.part = 2 * t.net->latency + 64;
	t.library = verilate_network(t.net, "seeds");
	for (uint32_t k = 0; good && t.library && k < STIMULI * SEEDS; k++)
		good = run(&t, k / SEEDS, k % SEEDS ? k : 0);
	good = good && t.words > 0;
	printf("%s 1 - %d power-ups, words in %lu clocks\n1..1\n", good ? "ok" : "not ok", STIMULI * SEEDS, t.words);
	return !good;
}
