/* root_model.c: one rising edge of the adapters of a root channel. */
#include "leaves/root_model.h"

#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "leaves/root.h"
#include "model/ported.h"
#include "util/number.h"
#include "util/text.h"

/* Inputs and gates of rtl-templates/leaves/leaf_any.v. */
enum { MOST_NODES = 2 * MAXIMUM_ROOT_STREAMS };

struct root_model {
	const struct network *net;
	const struct frame *frame;
	struct root_times times;
	unsigned wires, payload_words;
	size_t port[ROOT_PORTS];	/* first bits */
	uint64_t sent, acknowledged, coming, taking, valid, ready;	/* a bit for each wire; registers but for `coming` */
	bool gate[MOST_NODES];		/* of leaf_any.v */
	struct root_word word[MAXIMUM_ROOT_STREAMS], got[MAXIMUM_ROOT_STREAMS];
	uint32_t *payloads;
};

struct root_model *root_model_new(const struct network *net, struct ported *ports)
{
	struct leaf_port list[ROOT_PORTS];
	unsigned w = network_root_streams(net);

	if (w == 0)
		return NULL;
	struct root_model *r = allocate(sizeof *r);

	*r = (struct root_model){ .net = net, .frame = net->frame, .times = root_times(net->frame), .wires = w,
				  .payload_words = (net->spec->payload_bits + 31) / 32 };
	root_ports(net, list);
	for (unsigned k = 0; k < ROOT_PORTS; k++)
		r->port[k] = ported_add(ports, list[k].name, w * list[k].width, list[k].direction == PORT_OUTPUT);
	r->payloads = allocate_array(2ul * w * r->payload_words, sizeof *r->payloads);
	for (unsigned v = 0; v < w; v++) {
		r->word[v].payload = r->payloads + 2ul * v * r->payload_words;
		r->got[v].payload = r->word[v].payload + r->payload_words;
	}
	return r;
}

void root_model_free(struct root_model *r)
{
	if (r)
		free(r->payloads);
	free(r);
}

void root_model_reset(struct root_model *r)
{
	r->sent = r->acknowledged = r->coming = r->taking = r->valid = r->ready = 0;
	memset(r->gate, 0, sizeof r->gate);
}

uint64_t root_model_strobe(const struct root_model *r, uint64_t clock)
{
	return clock + r->net->down_arrival[0];
}

uint64_t root_model_sends(const struct root_model *r)
{
	return r->sent;
}

const struct root_word *root_model_word(const struct root_model *r, unsigned wire)
{
	return &r->word[wire];
}

struct root_word *root_model_bring(struct root_model *r, unsigned wire)
{
	r->coming |= (uint64_t)1 << wire;
	return r->gate[0] ? NULL : &r->got[wire];
}

uint64_t root_model_takes(const struct root_model *r)
{
	return r->taking;
}

const struct root_word *root_model_taken(const struct root_model *r, unsigned wire)
{
	return &r->got[wire];
}

void root_model_acknowledge(struct root_model *r, unsigned wire)
{
	r->acknowledged |= (uint64_t)1 << wire;
}

/* leaf_any.v, whose output is gate 0 */
static void clock_any(struct root_model *r)
{
	unsigned gates = r->wires > 1 ? (r->wires + 1) / 3 : 1, nodes = gates + r->wires;
	bool node[MOST_NODES];

	for (unsigned k = 0; k < nodes; k++)
		node[k] = k < gates ? r->gate[k] : r->valid >> (k - gates) & 1;
	for (unsigned k = 0; k < gates; k++) {
		r->gate[k] = false;
		for (unsigned i = 4 * k + 1; i < smaller(4 * k + 5, nodes); i++)
			r->gate[k] |= node[i];
	}
}

static uint32_t field(const struct root_model *r, const uint32_t *in, enum root_port_number port, unsigned wire)
{
	return (uint32_t)bits_get(in, r->port[port] + (size_t)wire * r->frame->levels, r->frame->levels);
}

/* Words for leaves that do not exist are thrown away. */
static uint64_t nowhere(const struct root_model *r, const uint32_t *in)
{
	uint64_t none = 0;

	for (unsigned v = 0; v < r->wires; v++)
		none |= (uint64_t)(field(r, in, ROOT_S_DEST, v) >= r->frame->leaves) << v;
	return none;
}

static void load_words(struct root_model *r, const uint32_t *in, uint64_t valid)
{
	unsigned bits = r->frame->payload_bits;

	r->sent = valid & ~nowhere(r, in);
	for (unsigned v = 0; v < r->wires; v++) {
		r->word[v].label = field(r, in, ROOT_S_DEST, v);
		r->word[v].other = field(r, in, ROOT_S_USER, v);
		for (unsigned i = 0; i * 32 < bits; i++)
			r->word[v].payload[i] = (uint32_t)bits_get(in, r->port[ROOT_S_DATA] + (size_t)v * bits + i * 32,
								   smaller(32, bits - i * 32));
	}
}

static void show(const struct root_model *r, unsigned v, uint32_t *out)
{
	unsigned bits = r->frame->payload_bits, label = r->frame->levels;

	for (unsigned i = 0; i * 32 < bits; i++)
		bits_put(out, r->port[ROOT_M_DATA] + (size_t)v * bits + i * 32, smaller(32, bits - i * 32), r->got[v].payload[i]);
	bits_put(out, r->port[ROOT_M_DEST] + (size_t)v * label, label, r->got[v].other);
	bits_put(out, r->port[ROOT_M_USER] + (size_t)v * label, label, r->got[v].label);
}

void root_model_clock(struct root_model *r, uint64_t now, const uint32_t *in, uint32_t *out)
{
	const struct frame *f = r->frame;
	uint64_t strobe = root_model_strobe(r, f->first_clock);
	unsigned at = now < strobe ? f->slot_clocks : (unsigned)((now - strobe) % f->slot_clocks);
	uint64_t offered = bits_get(in, r->port[ROOT_S_VALID], r->wires), taken = bits_get(in, r->port[ROOT_M_READY], r->wires);
	uint64_t fresh = at == r->times.message_bits + 1 ? r->taking : 0;

	r->ready = 0;
	if (at == 0) {
		r->taking = r->gate[0] ? 0 : r->coming;
		r->coming = r->acknowledged = 0;
	}
	clock_any(r);
	if (at == f->acknowledge_at + r->times.decide_at)
		r->ready = offered & ((r->sent & r->acknowledged) | nowhere(r, in));
	if (at == f->acknowledge_at + r->times.load_at)
		load_words(r, in, offered);
	r->valid = (r->valid & ~taken) | fresh;
	for (uint64_t set = fresh; set; set &= set - 1)
		show(r, (unsigned)__builtin_ctzll(set), out);
	bits_put(out, r->port[ROOT_S_READY], r->wires, r->ready);
	bits_put(out, r->port[ROOT_M_VALID], r->wires, r->valid);
}
