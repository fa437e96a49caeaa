/* engine.c: a pruned butterfly that routes in batches, with its adapters, as a model without Verilog: their clocks behind the ports
 * of the Verilog. m_axis_tdata and m_axis_tuser are those of the Verilog while m_axis_tvalid is high. */
#include <stdlib.h>

#include "bits.h"
#include "leaves/model_ports.h"
#include "machines/batched/adapter_clocks.h"
#include "machines/batched/engine.h"
#include "util/text.h"

enum { WIRES = 2 };		/* of a leaf, each way */

struct batched_engine {
	struct ported ported;		/* first */
	size_t command, vacant, up, up_strobe, down, down_strobe;	/* ports for the watcher */
	const struct network *net;
	struct batched_shape shape;
	struct batched_clocks *clocks;
	struct batched_adapter **adapter;	/* [leaf] */
	unsigned *count;		/* [leaf]: the words in the bucket that it hands on */
	bool resetting;
};

static const struct batched_down *down_of(const struct batched_engine *m, unsigned leaf)
{
	return &m->clocks->down[m->shape.leaves + leaf];
}

static struct batched_up *up_of(const struct batched_engine *m, unsigned leaf)
{
	return &m->clocks->up[m->shape.leaves + leaf];
}

static void show_leaf(const struct batched_engine *m, unsigned leaf, uint32_t *out)
{
	struct batched_stream_outputs now = batched_adapter_streams(m->adapter[leaf]);
	unsigned levels = m->shape.levels, payload = m->shape.payload_bits;

	bits_put(out, m->ported.port[S_READY].low + leaf, 1, now.s_ready);
	bits_put(out, m->ported.port[M_VALID].low + leaf, 1, now.m_valid);
	if (m->shape.degree > 0 && !m->shape.scan)
		bits_put(out, m->ported.port[LEAF_PORTS].low + leaf, 1, now.overflow);
	bits_put(out, m->ported.port[M_USER].low + (size_t)leaf * levels, levels, now.m_source);
	bits_put(out, m->ported.port[M_DATA].low + (size_t)leaf * payload, payload, now.m_data);
	m->count[leaf] = now.count;
	for (unsigned w = 0; w < WIRES; w++) {
		bits_put(out, m->up + WIRES * leaf + w, 1, up_of(m, leaf)->wire[w]);
		bits_put(out, m->down + WIRES * leaf + w, 1, down_of(m, leaf)->wire[w]);
	}
}

static void show(const struct batched_engine *m, uint32_t *out)
{
	for (unsigned leaf = 0; leaf < m->shape.leaves; leaf++) {
		batched_adapter_show(m->adapter[leaf], up_of(m, leaf));
		show_leaf(m, leaf, out);
	}
	bits_put(out, m->up_strobe, 1, up_of(m, 0)->strobe);
	bits_put(out, m->down_strobe, 1, down_of(m, 0)->strobe);
	bits_put(out, m->command, 1, m->clocks->down[1].command);
	bits_put(out, m->vacant, 1, batched_clocks_vacant(m->clocks));
}

static void step_leaf(struct batched_engine *m, unsigned leaf, const uint32_t *in)
{
	unsigned levels = m->shape.levels, payload = m->shape.payload_bits;
	struct batched_streams now = {
		.rst = bits_get(in, m->ported.port[RST].low, 1),
		.s_valid = bits_get(in, m->ported.port[S_VALID].low + leaf, 1),
		.m_ready = bits_get(in, m->ported.port[M_READY].low + leaf, 1),
		.s_destination = (unsigned)bits_get(in, m->ported.port[S_DEST].low + (size_t)leaf * levels, levels),
		.count = m->count[(leaf + m->shape.leaves - 1) % m->shape.leaves],
		.s_data = bits_get(in, m->ported.port[S_DATA].low + (size_t)leaf * payload, payload),
	};

	batched_adapter_step(m->adapter[leaf], &now, down_of(m, leaf));
}

static void eval(void *instance, int clk, const uint32_t *in, uint32_t *out)
{
	struct batched_engine *m = instance;
	bool rst = bits_get(in, m->ported.port[RST].low, 1);

	/* All outputs come from registers. */
	if (!clk)
		return;
	if (rst && !m->resetting) {
		batched_clocks_free(m->clocks);
		m->clocks = batched_clocks_new(m->net);
	}
	m->resetting = rst;
	for (unsigned leaf = 0; leaf < m->shape.leaves; leaf++)
		step_leaf(m, leaf, in);
	if (!rst)
		batched_clocks_step(m->clocks);
	show(m, out);
}

static void free_engine(void *instance)
{
	struct batched_engine *m = instance;

	for (unsigned leaf = 0; leaf < m->shape.leaves; leaf++)
		batched_adapter_free(m->adapter[leaf]);
	batched_clocks_free(m->clocks);
	free(m->adapter);
	free(m->count);
	free(m);
}

static void add_batched_engine_ports(struct batched_engine *m)
{
	struct ported *p = &m->ported;
	unsigned n = m->shape.leaves;

	model_ports_add(p, m->net);
	m->command = ported_add(p, "watch_command", 1, true);
	m->vacant = ported_add(p, "watch_vacant", 1, true);
	m->up = ported_add(p, "watch_up", WIRES * n, true);
	m->up_strobe = ported_add(p, "watch_up_strobe", 1, true);
	m->down = ported_add(p, "watch_down", WIRES * n, true);
	m->down_strobe = ported_add(p, "watch_down_strobe", 1, true);
}

const char *batched_no_model(const struct network *net)
{
	return batched_shape(net->spec).body_bits > MOST_ADAPTER_BODY
		       ? "the model of this network carries destination, source and payload in up to 64 bits" : NULL;
}

struct model *batched_engine(const struct network *net)
{
	struct batched_engine *m = allocate(sizeof *m);

	*m = (struct batched_engine){ .net = net, .shape = batched_shape(net->spec), .clocks = batched_clocks_new(net) };
	m->adapter = allocate_array(m->shape.leaves, sizeof(struct batched_adapter *));
	m->count = allocate_array(m->shape.leaves, sizeof *m->count);
	for (unsigned leaf = 0; leaf < m->shape.leaves; leaf++)
		m->adapter[leaf] = batched_adapter_new(&m->shape, leaf);
	ported_begin(&m->ported, eval, free_engine);
	add_batched_engine_ports(m);
	return model_ports_around(&m->ported, m->net->spec, m);
}
