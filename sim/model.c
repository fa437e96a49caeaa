/* model.c: a model library, opened and driven. */
#include "model.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "clocks.h"
#include "composition.h"
#include "model_abi.h"
#include "util/message.h"
#include "util/ranks.h"
#include "util/text.h"

struct model {
	void *library;
	struct composed *composed;	/* instead of a library and an instance: a model of several */
	const struct model_abi *abi;
	void *instance;
	uint32_t *in, *out;
	uint64_t clocks;
	struct clocks *of_leaves;	/* or NULL */
	void (*count)(const void *instance, struct model_counts *counts);	/* or NULL */
	void (*tell_trails)(void *instance, struct trails *trails);		/* likewise */
};

static void on_exception(void)
{
	fputs("ftc: error: the simulated model cannot go on: memory or threads have run out\n", stderr);
	exit(EXIT_WORK_FAILED);
}

/* Verilator's models are C++, and nobody catches their exceptions: abort() would follow, and leave temporaries. This
 * is std::set_terminate(). */
static void end_on_exceptions(void)
{
	static bool set;
	void (*(*set_handler)(void (*handler)(void)))(void);
	void *library = set ? NULL : dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);

	set = true;
	if (!library)
		return;
	*(void **)&set_handler = dlsym(library, "_ZSt13set_terminatePFvvE");
	if (set_handler)
		set_handler(on_exception);
}

/* NULL after a message; *library is to be closed either way, if it is not NULL. */
static const struct model_abi *load(const char *path, void **library)
{
	const struct model_abi *abi;

	end_on_exceptions();
	*library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!*library) {
		error("cannot open the model: %s", dlerror());
		return NULL;
	}
	abi = dlsym(*library, "ftc_model");
	if (abi && abi->version == MODEL_ABI_VERSION)
		return abi;
	error("%s is not a model library of this version of ftc", path);
	return NULL;
}

/* The inputs are 0. */
static struct model *begin(struct model *m)
{
	/* One word more than the vectors: 64-bit reads of the last word stay inside. */
	m->in = allocate_array(m->abi->in_words + 2, sizeof *m->in);
	m->out = allocate_array(m->abi->out_words + 2, sizeof *m->out);
	model_eval(m);
	return m;
}

struct model *model_open_as(const char *path, const struct model_start *start)
{
	struct model *m = allocate(sizeof *m);

	m->abi = load(path, &m->library);
	if (!m->abi) {
		model_close(m);
		return NULL;
	}
	m->instance = m->abi->create(start ? start : &(struct model_start){0});
	if (!m->instance) {
		error("%s was built without waveforms", path);
		model_close(m);
		return NULL;
	}
	return begin(m);
}

struct model *model_around(const struct model_abi *abi, void *instance)
{
	struct model *m = allocate(sizeof *m);

	m->abi = abi;
	m->instance = instance;
	return begin(m);
}

void model_hold(struct model *m, const struct model_port *p)
{
	assert(p->output && !m->library && !m->composed);
	for (unsigned i = 0; i < p->width; i++)
		bits_put(m->out, (size_t)p->low + i, 1, 1);
}

void model_counts_by(struct model *m, void (*count)(const void *instance, struct model_counts *counts))
{
	m->count = count;
}

bool model_counts(const struct model *m, struct model_counts *counts)
{
	*counts = (struct model_counts){ 0 };
	if (m->count)
		m->count(m->instance, counts);
	return m->count;
}

void model_trails_by(struct model *m, void (*tell)(void *instance, struct trails *trails))
{
	m->tell_trails = tell;
}

bool model_trails(struct model *m, struct trails *trails)
{
	if (m->tell_trails)
		m->tell_trails(m->instance, trails);
	return m->tell_trails;
}

struct model *model_open_composed(const struct composition *c, const struct model_start *start)
{
	struct model *m = allocate(sizeof *m);

	m->composed = composed_open(c, start ? start : &(struct model_start){0}, load);
	if (!m->composed) {
		model_close(m);
		return NULL;
	}
	m->abi = composed_abi(m->composed);
	m->instance = m->composed;
	/* Ranks other than 0 wait for the word to evaluate. */
	return c->rank && ranks_rank() > 0 ? m : begin(m);
}

struct model *model_open(const char *path)
{
	return model_open_as(path, NULL);
}

void model_serve(struct model *m)
{
	composed_serve(m->composed);
}

void model_close(struct model *m)
{
	if (!m)
		return;
	if (m->composed)
		composed_close(m->composed);
	else if (m->instance)
		m->abi->destroy(m->instance);
	if (m->library)
		dlclose(m->library);
	clocks_free(m->of_leaves);
	free(m->in);
	free(m->out);
	free(m);
}

const struct model_port *model_port(const struct model *m, const char *name)
{
	for (size_t i = 0; i < m->abi->port_count; i++)
		if (!strcmp(m->abi->port[i].name, name))
			return &m->abi->port[i];
	return NULL;
}

void model_set(struct model *m, const struct model_port *p, unsigned at, unsigned count, uint64_t value)
{
	assert(!p->output && count >= 1 && count <= 64 && at + count <= p->width);
	bits_put(m->in, (size_t)p->low + at, count, value);
}

uint64_t model_get(const struct model *m, const struct model_port *p, unsigned at, unsigned count)
{
	assert(p->output && count >= 1 && count <= 64 && at + count <= p->width);
	return bits_get(m->out, (size_t)p->low + at, count);
}

uint32_t *model_inputs(struct model *m)
{
	return m->in;
}

const uint32_t *model_outputs(const struct model *m)
{
	return m->out;
}

void model_eval(struct model *m)
{
	m->abi->eval(m->instance, 0, m->in, m->out);
}

void model_run_clocks(struct model *m, uint64_t seed)
{
	const struct model_port *port = model_port(m, "leaf_clocks");

	m->of_leaves = port ? clocks_new(port->width, seed) : NULL;
}

struct clocks *model_take_clocks(struct model *m)
{
	struct clocks *clocks = m->of_leaves;

	m->of_leaves = NULL;
	return clocks;
}

static void set_clocks(struct model *m, const struct clocks *clocks, bool high)
{
	const struct model_port *port = model_port(m, "leaf_clocks");

	for (unsigned k = 0; k < port->width; k++)
		if (clocks_rises(clocks, k))
			model_set(m, port, k, 1, high);
	model_eval(m);
}

void model_raise(struct model *m, const struct clocks *clocks)
{
	set_clocks(m, clocks, true);
	set_clocks(m, clocks, false);
}

bool model_is_reset(const struct model *m, unsigned clock)
{
	return model_get(m, model_port(m, "leaf_resets"), clock, 1);
}

void model_edge(struct model *m)
{
	if (m->of_leaves)
		clocks_advance(m->of_leaves);
	while (m->of_leaves && clocks_round(m->of_leaves))
		model_raise(m, m->of_leaves);
	m->abi->eval(m->instance, 1, m->in, m->out);
	m->clocks++;
}

void model_clock(struct model *m)
{
	model_edge(m);
	model_eval(m);
}

void model_reset(struct model *m, unsigned clocks)
{
	const struct model_port *rst = model_port(m, "rst");

	if (rst)
		model_set(m, rst, 0, 1, 1);
	model_eval(m);
	while (clocks--)
		model_clock(m);
	if (rst)
		model_set(m, rst, 0, 1, 0);
	model_eval(m);
}

void model_shift_faults(struct model *m, const bool *dead, unsigned count)
{
	const struct model_port *shift = model_port(m, "fault_shift"), *in = model_port(m, "fault_in");

	model_set(m, shift, 0, 1, 1);
	for (unsigned k = 0; k < count; k++) {
		model_set(m, in, 0, 1, dead[k]);
		model_clock(m);
	}
	model_set(m, shift, 0, 1, 0);
	model_eval(m);
}

uint64_t model_clocks(const struct model *m)
{
	return m->clocks;
}
