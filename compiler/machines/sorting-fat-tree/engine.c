/* engine.c: a sorting fat-tree as a model without Verilog: its clocks (clocks.h) behind the ports of the Verilog. m_axis_tdata and
 * m_axis_tuser are those of the Verilog while m_axis_tvalid is high. */
#include <stdlib.h>

#include "bits.h"
#include "leaves/model_ports.h"
#include "machines/sorting-fat-tree/clocks.h"
#include "machines/sorting-fat-tree/control.h"
#include "machines/sorting-fat-tree/hardware.h"
#include "util/text.h"

enum { MOST_MODEL_PAYLOAD = 64 };	/* of struct sorting_terminal */

struct sorting_engine {
	struct ported ported;		/* first */
	size_t command, vacant;		/* ports for the watcher */
	const struct network *net;
	unsigned leaves, label_bits, payload_bits;
	struct sorting_clocks *clocks;
	struct sorting_streams *streams;	/* [leaf] */
	bool resetting;
};

static void show(struct sorting_engine *m, uint32_t *out)
{
	for (unsigned k = 0; k < m->leaves; k++) {
		const struct sorting_terminal *leaf = &m->clocks->terminal[k];

		bits_put(out, m->ported.port[S_READY].low + k, 1, leaf->s_ready);
		bits_put(out, m->ported.port[M_VALID].low + k, 1, leaf->m_valid);
		if (!leaf->m_valid)
			continue;
		bits_put(out, m->ported.port[M_USER].low + (size_t)k * m->label_bits, m->label_bits, leaf->m_source);
		bits_put(out, m->ported.port[M_DATA].low + (size_t)k * m->payload_bits, m->payload_bits, leaf->m_data);
	}
	bits_put(out, m->command, 1, sorting_control_bit(m->clocks->control, 0));
	bits_put(out, m->vacant, 1, sorting_clocks_vacant(m->clocks));
}

static void see_streams(struct sorting_engine *m, const uint32_t *in)
{
	for (unsigned k = 0; k < m->leaves; k++) {
		struct sorting_streams *s = &m->streams[k];

		s->s_valid = bits_get(in, m->ported.port[S_VALID].low + k, 1);
		s->m_ready = bits_get(in, m->ported.port[M_READY].low + k, 1);
		if (!s->s_valid)
			continue;
		s->s_destination = (unsigned)bits_get(in, m->ported.port[S_DEST].low + (size_t)k * m->label_bits, m->label_bits);
		s->s_data = bits_get(in, m->ported.port[S_DATA].low + (size_t)k * m->payload_bits, m->payload_bits);
	}
}

static void eval(void *instance, int clk, const uint32_t *in, uint32_t *out)
{
	struct sorting_engine *m = instance;
	bool rst = bits_get(in, m->ported.port[RST].low, 1);

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

static void add_sorting_engine_ports(struct sorting_engine *m)
{
	struct ported *p = &m->ported;

	model_ports_add(p, m->net);
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
	add_sorting_engine_ports(m);
	return model_ports_around(&m->ported, m->net->spec, m);
}
