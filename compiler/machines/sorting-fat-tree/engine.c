/* engine.c: a sorting fat-tree as a model without Verilog: its clocks (clocks.h) behind the ports of the Verilog. m_axis_tdata and
 * m_axis_tuser are those of the Verilog while m_axis_tvalid is high. */
#include <stdlib.h>

#include "bits.h"
#include "machines/sorting-fat-tree/clocks.h"
#include "machines/sorting-fat-tree/hardware.h"
#include "model/ported.h"
#include "util/text.h"

enum { MOST_MODEL_PAYLOAD = 64 };	/* of struct sorting_sent */

struct sorting_engine {
	struct ported ported;		/* first */
	size_t rst, s_data, s_dest, s_valid, m_ready, s_ready, m_data, m_user, m_valid, command, vacant;	/* ports */
	const struct network *net;
	unsigned leaves, label_bits, payload_bits;
	struct sorting_clocks *clocks;
	struct sorting_streams *streams;	/* [leaf] */
	bool resetting;
};

static void show(struct sorting_engine *m, uint32_t *out)
{
	const struct sorting_command_up *root = &m->clocks->command[1].up;

	for (unsigned k = 0; k < m->leaves; k++) {
		struct sorting_leaf_view leaf = sorting_clocks_leaf(m->clocks, k);

		bits_put(out, m->s_ready + k, 1, leaf.s_ready);
		bits_put(out, m->m_valid + k, 1, leaf.m_valid);
		if (!leaf.m_valid)
			continue;
		bits_put(out, m->m_user + (size_t)k * m->label_bits, m->label_bits, leaf.m_source);
		bits_put(out, m->m_data + (size_t)k * m->payload_bits, m->payload_bits, leaf.m_data);
	}
	bits_put(out, m->command, 1, m->clocks->timer.command);
	bits_put(out, m->vacant, 1, m->clocks->timer.vacant && root->done && root->ready);
}

static void see_streams(struct sorting_engine *m, const uint32_t *in)
{
	for (unsigned k = 0; k < m->leaves; k++) {
		struct sorting_streams *s = &m->streams[k];

		s->s_valid = bits_get(in, m->s_valid + k, 1);
		s->m_ready = bits_get(in, m->m_ready + k, 1);
		if (!s->s_valid)
			continue;
		s->s_destination = (unsigned)bits_get(in, m->s_dest + (size_t)k * m->label_bits, m->label_bits);
		s->s_data = bits_get(in, m->s_data + (size_t)k * m->payload_bits, m->payload_bits);
	}
}

static void eval(void *instance, int clk, const uint32_t *in, uint32_t *out)
{
	struct sorting_engine *m = instance;
	bool rst = bits_get(in, m->rst, 1);

	/* All outputs come from registers. */
	if (!clk)
		return;
	if (rst && !m->resetting) {
		sorting_clocks_free(m->clocks);
		m->clocks = sorting_clocks_new(m->net);
	}
	m->resetting = rst;
	if (!rst) {
		see_streams(m, in);
		sorting_clocks_step(m->clocks, m->streams);
	}
	show(m, out);
}

static void free_engine(void *instance)
{
	struct sorting_engine *m = instance;

	sorting_clocks_free(m->clocks);
	free(m->streams);
	free(m);
}

static void add_ports(struct sorting_engine *m)
{
	struct ported *p = &m->ported;
	unsigned n = m->leaves;

	m->rst = ported_add(p, "rst", 1, false);
	m->s_data = ported_add(p, "s_axis_tdata", n * m->payload_bits, false);
	m->s_dest = ported_add(p, "s_axis_tdest", n * m->label_bits, false);
	m->s_valid = ported_add(p, "s_axis_tvalid", n, false);
	m->m_ready = ported_add(p, "m_axis_tready", n, false);
	m->s_ready = ported_add(p, "s_axis_tready", n, true);
	m->m_data = ported_add(p, "m_axis_tdata", n * m->payload_bits, true);
	m->m_user = ported_add(p, "m_axis_tuser", n * m->label_bits, true);
	m->m_valid = ported_add(p, "m_axis_tvalid", n, true);
	m->command = ported_add(p, "watch_command", 1, true);
	m->vacant = ported_add(p, "watch_vacant", 1, true);
}

const char *sorting_no_model(const struct network *net)
{
	return net->spec->payload_bits > MOST_MODEL_PAYLOAD ? "the model of this network carries payloads of up to 64 bits" : NULL;
}

struct model *sorting_engine(const struct network *net)
{
	struct sorting_engine *m = allocate(sizeof *m);

	*m = (struct sorting_engine){ .net = net, .leaves = net->spec->leaves, .label_bits = network_tdest_bits(net),
			      .payload_bits = net->spec->payload_bits, .clocks = sorting_clocks_new(net),
			      .streams = allocate_array(net->spec->leaves, sizeof *m->streams) };
	ported_begin(&m->ported, eval, free_engine);
	add_ports(m);
	return model_around(&m->ported.abi, m);
}
