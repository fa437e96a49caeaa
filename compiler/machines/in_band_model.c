/* in_band_model.c: an off-line network whose settings travel in the messages, with its players, as a model without Verilog: bit by
 * bit, clock by clock, as headers that no schedule makes let messages collide.
 *
 *   play --> timer --begin, end, restart--> players --> nodes of heads --> players
 *              |                              ^             ^
 *              +--go--> RAM of headers -------+     restart from below, fall from above
 *
 * It has the ports of the Verilog and equals it in every clock. Names are those of rtl-templates/leaves/leaf_header_player.v and
 * rtl-templates/off-line/header_reader.v; the rows of all banks are read in step.
 */
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "leaves/model_ports.h"
#include "machines/in_band.h"
#include "machines/playback.h"
#include "machines/player_model.h"
#include "util/text.h"

enum { MOST_CLEARS = 64 };

/* A vertex of the tree, expanded: a node, or routers side by side. Its children are vertices or leaves. */
struct vertex {
	const struct node *node;
	struct heads *heads;
	struct heads_model *model;
	struct in_band_clears clears;
	unsigned children;
	struct vertex **child;			/* [children]; NULL: a leaf, or none */
	uint32_t *leaf;				/* then its number; NO_LEAF: none */
	uint64_t started, fallen;		/* bit k: the strobe k + 1 clocks ago */
	bool start, fall;			/* in this clock */
};
static const uint32_t NO_LEAF = UINT32_MAX;

/* A wire each way of a leaf. */
struct player {
	bool sends, goes, begun, expects, up, waits;
};

/* What leaves hear, in step. */
struct heard {
	bool begin, end, restart;
};

struct in_band_model {
	struct ported ported;		/* first */
	struct player_model top;
	const struct network *net;
	unsigned lanes, payload_bits, words;
	size_t wires;			/* up from all leaves */
	bool *row;			/* [wire]: on the RAM's outputs */
	struct vertex *root;
	struct player *player;		/* [wire] */
	uint32_t *out, *in;		/* [wire], `words` each: shift registers, the last bit to come or go is bit 0 */
	bool *down;			/* [wire] */

	struct heard heard[MAXIMUM_LEVELS];	/* [levels]: on its way down the tree, the newest first */
	bool going[MAXIMUM_LEVELS];	/* [levels - 1], likewise: to the RAM */
	unsigned at, left;		/* of the reader */
	bool heading, shows;
};

/* ---- Nodes ---- */

static struct vertex *add_vertex(const struct network *net, const struct subtree *tree, uint32_t *leaf)
{
	struct vertex *v = allocate(sizeof *v);

	*v = (struct vertex){ .node = tree->node, .heads = in_band_heads(net, tree->node), .clears = in_band_clears(tree->node),
			      .children = tree->children, .child = allocate_array(tree->children, sizeof *v->child),
			      .leaf = allocate_array(tree->children, sizeof *v->leaf) };
	v->model = heads_model_new(v->heads);
	for (unsigned j = 0; j < tree->children; j++) {
		v->leaf[j] = NO_LEAF;
		if (tree->child[j] && tree->child[j]->node)
			v->child[j] = add_vertex(net, tree->child[j], leaf);
		else if (tree->child[j])
			v->leaf[j] = (*leaf)++;
	}
	return v;
}

static void free_vertex(struct vertex *v)
{
	if (!v)
		return;
	for (unsigned j = 0; j < v->children; j++)
		free_vertex(v->child[j]);
	heads_model_free(v->model);
	heads_free(v->heads);
	free(v->child);
	free(v->leaf);
	free(v);
}

static void show(struct vertex *v)
{
	if (!v)
		return;
	heads_model_show(v->model);
	for (unsigned j = 0; j < v->children; j++)
		show(v->child[j]);
}

/* Copies what nodes and leaves show to their neighbours; strobes, too. */
static void pass(struct in_band_model *m, struct vertex *v)
{
	uint8_t *in = v->model->wire, *out = in + v->heads->wires - v->heads->outputs + v->node->parent_wires;

	v->start = m->heard[m->net->levels - 1].restart;
	for (unsigned j = 0; j < v->children; j++) {
		unsigned width = v->node->child_wires[j > 0];
		struct vertex *c = v->child[j];

		for (unsigned i = 0; !c && i < width; i++) {
			size_t wire = v->leaf[j] * (size_t)m->lanes + i;

			in[i] = m->player[wire].up;
			m->down[wire] = out[i] & 1;
		}
		if (c) {
			memcpy(in, c->model->wire + c->heads->wires - c->heads->outputs, width);
			memcpy(c->model->wire + in_band_wires_below(c->node), out, width);
			c->fall = v->fallen >> (v->node->down_latency - 1) & 1;
			pass(m, c);
			if (j == 0)
				v->start = c->started >> (c->node->up_latency - 1) & 1;
		}
		in += width;
		out += width;
	}
}

static void clock_vertex(struct vertex *v)
{
	uint8_t clear[MOST_CLEARS] = { 0 };

	if (!v)
		return;
	for (unsigned t = 0; t < v->clears.up; t++)
		clear[t] = (t == 0 ? v->start : v->started >> (t - 1) & 1) ? 0xff : 0;
	for (unsigned t = 0; t < v->clears.down; t++)
		clear[v->clears.up + t] = (t == 0 ? v->fall : v->fallen >> (t - 1) & 1) ? 0xff : 0;
	heads_model_clock(v->model, clear);
	v->started = v->started << 1 | v->start;
	v->fallen = v->fallen << 1 | v->fall;
	for (unsigned j = 0; j < v->children; j++)
		clock_vertex(v->child[j]);
}

/* ---- Leaves ---- */

static void shift(uint32_t *bits, unsigned words, bool in)
{
	for (unsigned w = words; w-- > 0;)
		bits[w] = bits[w] << 1 | (w > 0 ? bits[w - 1] >> 31 : in);
}

static void copy_bits(uint32_t *to, size_t to_at, const uint32_t *from, size_t from_at, unsigned count)
{
	for (unsigned done = 0; done < count; done += 32) {
		unsigned here = count - done < 32 ? count - done : 32;

		bits_put(to, to_at + done, here, bits_get(from, from_at + done, here));
	}
}

static void clock_player(struct in_band_model *m, size_t w, const struct heard *now, bool rst, const uint32_t *in)
{
	struct player *p = &m->player[w], was = *p;
	uint32_t *out = m->out + w * m->words, *word = m->in + w * m->words;
	bool valid = bits_get(in, m->top.s_valid + w, 1), top = bits_get(out, m->payload_bits - 1, 1);

	p->sends = m->row[w];
	p->up = m->heading ? m->row[w] && was.goes : top;
	if (now->begin && was.sends && valid)
		copy_bits(out, 0, in, m->top.s_data + w * m->payload_bits, m->payload_bits);
	else if (!m->heading)
		shift(out, m->words, false);
	if (now->end) {
		memset(word, 0, m->words * sizeof *word);
		p->waits = true;
	} else if (was.waits) {
		p->waits = !bits_get(word, m->payload_bits - 1, 1);
		shift(word, m->words, m->down[w]);
	}
	if (now->begin) {
		p->goes = was.sends && valid;
		p->begun = true;
	}
	if (now->end) {
		p->begun = false;
		p->expects = was.begun;
	}
	if (rst)
		p->goes = p->begun = p->expects = false;
}

static void show_players(struct in_band_model *m, const struct heard *now, uint32_t *out)
{
	bool shows = now->begin || now->end;

	for (size_t w = 0; w < m->wires && (shows || m->shows); w++) {
		const struct player *p = &m->player[w];
		bool comes = now->end && p->expects && !p->waits;

		bits_put(out, m->top.s_ready + w, 1, now->begin && p->sends);
		bits_put(out, m->top.m_valid + w, 1, comes);
		if (comes)
			copy_bits(out, m->top.m_data + w * m->payload_bits, m->in + w * m->words, 0, m->payload_bits);
	}
	m->shows = shows;
}

/* ---- The RAM ---- */

static void clock_reader(struct in_band_model *m, bool rst)
{
	bool go = m->net->levels > 1 ? m->going[m->net->levels - 2] : m->top.timer.begin, reads = m->left > 0;

	if (m->at < m->top.ram.rows)
		memcpy(m->row, m->top.memory + m->at * m->wires, m->wires * sizeof *m->row);
	else
		memset(m->row, 0, m->wires * sizeof *m->row);
	if (go || reads)
		m->at = (m->at + 1) & ((1u << m->top.ram.row_bits) - 1);
	else if (m->top.timer.cycle == 0)
		m->at = 0;
	m->heading = reads && !rst;
	m->left = rst ? 0 : go ? in_band_rows(m->net) - 1 : m->left - reads;
}

/* ---- A clock ---- */

static void clock_strobes(struct in_band_model *m, bool rst)
{
	unsigned levels = m->net->levels;

	memmove(m->heard + 1, m->heard, (levels - 1) * sizeof *m->heard);
	memmove(m->going + 1, m->going, (levels - 1) * sizeof *m->going);
	m->heard[0] = (struct heard){ m->top.timer.begin, m->top.timer.end, m->top.timer.restart };
	m->going[0] = m->top.timer.begin;
	if (rst) {
		memset(m->heard, 0, sizeof m->heard);
		memset(m->going, 0, sizeof m->going);
	}
}

static void clock(struct in_band_model *m, const uint32_t *in, uint32_t *out)
{
	const struct heard now = m->heard[m->net->levels - 1];
	bool rst = bits_get(in, m->top.rst, 1);

	show(m->root);
	m->root->fall = m->top.timer.fall;
	pass(m, m->root);
	for (size_t w = 0; w < m->wires; w++)
		clock_player(m, w, &now, rst, in);
	clock_vertex(m->root);
	clock_reader(m, rst);
	player_model_write(&m->top, in);
	clock_strobes(m, rst);
	player_model_time(&m->top, in);
	show_players(m, &m->heard[m->net->levels - 1], out);
	player_model_show(&m->top, out);
}

/* All outputs come from registers. */
static void eval(void *instance, int clk, const uint32_t *in, uint32_t *out)
{
	if (clk)
		clock(instance, in, out);
}

/* ---- A model ---- */

static void free_model(void *instance)
{
	struct in_band_model *m = instance;

	free_vertex(m->root);
	player_model_free(&m->top);
	free(m->row);
	free(m->player);
	free(m->out);
	free(m->in);
	free(m->down);
	free(m);
}

struct model *in_band_model(const struct network *net)
{
	struct in_band_model *m = allocate(sizeof *m);
	uint32_t leaf = 0;

	*m = (struct in_band_model){ .net = net, .lanes = net->spec->connections,
		.payload_bits = net->spec->payload_bits, .words = (net->spec->payload_bits + 31) / 32,
		.wires = (size_t)net->spec->leaves * net->spec->connections };
	m->row = allocate_array(m->wires, sizeof *m->row);
	m->player = allocate_array(m->wires, sizeof *m->player);
	m->out = allocate_array(m->wires * m->words + 2, sizeof *m->out);
	m->in = allocate_array(m->wires * m->words + 2, sizeof *m->in);
	m->down = allocate_array(m->wires, sizeof *m->down);
	m->root = add_vertex(net, network_root(net), &leaf);
	ported_begin(&m->ported, eval, free_model);
	player_model_start(&m->top, net, &m->ported, "settings_row");
	return model_ports_around(&m->ported, m->net->spec, m);
}
