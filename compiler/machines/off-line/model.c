/* model.c: an off-line network with its players, as a model without Verilog.
 *
 *   play --> timer --begin, end--> players --words of a cycle--> followed back through the settings --> m_axis
 *              \--cycle--> RAM --> settings, which a node takes when the strobe of a cycle reaches it
 *
 * It has the ports of the Verilog and equals it in every clock. A message is not moved bit by bit: a switch holds its settings for
 * as long as a message passes (playback.h), so a wire down to a leaf shows one wire up from a leaf, or none. At the end of a
 * cycle each leaf that is to receive follows its wires back, through the picks of each node as the settings of that cycle set
 * them. Wrong settings thus show a wrong word, or none, as they do in the Verilog.
 *
 * Nodes have no reset, and neither have their settings here. Names are those of rtl-templates/leaves/leaf_player.v.
 */
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "leaves/model_ports.h"
#include "machines/off-line/off_line.h"
#include "machines/playback.h"
#include "machines/player_model.h"
#include "model/picks.h"
#include "model/ported.h"
#include "util/text.h"

/* A vertex of the tree, expanded. */
struct vertex {
	const struct subtree *tree;
	uint32_t above, below[2];	/* vertices; NO_VERTEX: there is none */
	unsigned side;			/* of the vertex above */
	size_t setting;			/* its first bit in a cycle's settings */
	uint32_t leaf;			/* of a leaf */
};
static const uint32_t NO_VERTEX = UINT32_MAX;

/* The concentrators of a node. Those without picks are wires. */
struct switches {
	const struct picks *up, *down[2];
	size_t down_setting[2];		/* the first of its settings, counted from the node's first */
};

/* A cycle that is under way. */
struct flight {
	uint64_t begun;
	uint32_t row[MAXIMUM_LEVELS];	/* [level]: the settings that its nodes have taken, by their row in the RAM */
	bool *sent;			/* [wire of a leaf] */
	uint32_t *word;			/* [wire of a leaf], payload_words each */
};
enum { FLIGHTS = 2, NO_FLIGHT = -1 };

/* What leaves hear, in step. */
struct heard {
	bool begin, end;
};

struct off_line_model {
	struct ported ported;		/* first */
	struct player_model top;
	const struct network *net;
	unsigned lanes, payload_bits, payload_words;
	size_t wires;			/* up from all leaves */
	struct vertex *vertex;		/* [..]; the root is 0 */
	uint32_t vertices, *leaf_vertex;	/* [leaf] */
	struct picks **picks;		/* [plan of the library]; NULL: not needed */
	struct switches *switches;	/* [node of the network] */

	uint64_t now;
	struct heard heard[MAXIMUM_LEVELS];	/* [levels]: on its way down the tree, the newest first */
	uint32_t row, sends_row, expects_row;	/* on the RAM's outputs; of `sends` and `expects` of all leaves */
	struct flight flight[FLIGHTS];
	int departing, arriving;	/* flights: begun and not ended; whose words come with the next `end` */
	bool shows_ready, shows_valid;
};

/* ---- The way of a message ---- */

static const bool *settings_of(const struct off_line_model *m, const struct flight *f, const struct vertex *p)
{
	return m->top.memory + f->row[p->tree->level] * m->top.ram.bits + p->setting;
}

static int picked(const struct picks *picks, unsigned output, const bool *setting)
{
	return picks ? picks_source(picks, output, setting) : (int)output;
}

/* The wire of a leaf that a wire up from `at` shows; PLAN_IDLE: none. */
static int follow_down(const struct off_line_model *m, const struct flight *f, uint32_t at, int wire)
{
	const struct vertex *p;

	for (p = &m->vertex[at]; p->tree->node; p = &m->vertex[at]) {
		const struct node *node = p->tree->node;

		wire = picked(m->switches[node->index].up, (unsigned)wire, settings_of(m, f, p));
		if (wire == PLAN_IDLE || (unsigned)wire >= node->child_wires[0] + node->child_wires[1])
			return PLAN_IDLE;
		bool right = (unsigned)wire >= node->child_wires[0];

		wire -= right ? (int)node->child_wires[0] : 0;
		at = p->below[right];
	}
	return (int)(p->leaf * m->lanes) + wire;
}

/* The wire of a leaf that a wire down to `leaf` shows: up to where a message turned, then down to where it came from. */
static int source_of(const struct off_line_model *m, const struct flight *f, uint32_t leaf, unsigned lane)
{
	uint32_t at = m->leaf_vertex[leaf];
	int wire = (int)lane;

	while (m->vertex[at].above != NO_VERTEX) {
		unsigned side = m->vertex[at].side;
		const struct vertex *p = &m->vertex[m->vertex[at].above];
		const struct node *node = p->tree->node;
		const struct switches *s = &m->switches[node->index];

		wire = picked(s->down[side], (unsigned)wire, settings_of(m, f, p) + s->down_setting[side]);
		if (wire == PLAN_IDLE || (unsigned)wire >= node->parent_wires + node->child_wires[1 - side])
			return PLAN_IDLE;
		if ((unsigned)wire >= node->parent_wires)
			return follow_down(m, f, p->below[1 - side], wire - (int)node->parent_wires);
		at = m->vertex[at].above;
	}
	return PLAN_IDLE;
}

/* ---- Leaves ---- */

static bool is_told(const struct off_line_model *m, uint32_t row, uint32_t leaf, unsigned bit)
{
	return m->top.memory[row * m->top.ram.bits + m->vertex[m->leaf_vertex[leaf]].setting + bit];
}

static void copy_bits(uint32_t *to, size_t to_at, const uint32_t *from, size_t from_at, unsigned count)
{
	for (unsigned done = 0; done < count; done += 32) {
		unsigned here = count - done < 32 ? count - done : 32;

		bits_put(to, to_at + done, here, bits_get(from, from_at + done, here));
	}
}

static uint32_t *word_of(const struct off_line_model *m, const struct flight *f, size_t wire)
{
	return f->word + wire * m->payload_words;
}

/* Leaves that are ready take their words. */
static void begin_flight(struct off_line_model *m, const uint32_t *in)
{
	m->departing = m->arriving == 0;
	struct flight *f = &m->flight[m->departing];

	f->begun = m->now;
	for (size_t w = 0; w < m->wires; w++) {
		f->sent[w] = is_told(m, m->sends_row, (uint32_t)(w / m->lanes), w % m->lanes) && bits_get(in, m->top.s_valid + w, 1);
		if (f->sent[w])
			copy_bits(word_of(m, f, w), 0, in, m->top.s_data + w * m->payload_bits, m->payload_bits);
	}
}

/* The strobe of a cycle reaches the nodes of a level. */
static void take_settings(struct off_line_model *m)
{
	for (unsigned i = 0; i < FLIGHTS; i++)
		for (unsigned k = 0; k < m->net->levels; k++)
			if (m->now == m->flight[i].begun + m->net->up_arrival[k])
				m->flight[i].row[k] = m->row;
}

static void hear(struct off_line_model *m, const struct heard *now, const uint32_t *in)
{
	if (now->begin)
		begin_flight(m, in);
	take_settings(m);
	if (now->end) {
		m->arriving = m->departing;
		m->expects_row = m->row;
		m->departing = NO_FLIGHT;
	}
	m->sends_row = m->row;
}

static void show_ready(struct off_line_model *m, bool begin, uint32_t *out)
{
	if (!begin && !m->shows_ready)
		return;
	m->shows_ready = begin;
	for (size_t w = 0; w < m->wires; w++)
		bits_put(out, m->top.s_ready + w, 1, begin && is_told(m, m->sends_row, (uint32_t)(w / m->lanes), w % m->lanes));
}

/* Whether a word comes on a wire of a leaf, which it then shows. */
static bool show_word(const struct off_line_model *m, size_t wire, uint32_t *out)
{
	const struct flight *f = &m->flight[m->arriving];
	uint32_t leaf = (uint32_t)(wire / m->lanes);
	unsigned lane = wire % m->lanes;
	int source = is_told(m, m->expects_row, leaf, m->lanes + lane) ? source_of(m, f, leaf, lane) : PLAN_IDLE;

	if (source == PLAN_IDLE || !f->sent[source])
		return false;
	copy_bits(out, m->top.m_data + wire * m->payload_bits, word_of(m, f, (size_t)source), 0, m->payload_bits);
	return true;
}

static void show_words(struct off_line_model *m, bool end, uint32_t *out)
{
	bool comes = end && m->arriving != NO_FLIGHT;

	if (!comes && !m->shows_valid)
		return;
	m->shows_valid = comes;
	for (size_t w = 0; w < m->wires; w++)
		bits_put(out, m->top.m_valid + w, 1, comes && show_word(m, w, out));
}

/* ---- The RAM ---- */

/* ---- A clock ---- */

/* The leaves, and what they were to hear. */
static void reset(struct off_line_model *m)
{
	memset(m->heard, 0, sizeof m->heard);
	m->departing = m->arriving = NO_FLIGHT;
}

static void clock(struct off_line_model *m, const uint32_t *in, uint32_t *out)
{
	unsigned levels = m->net->levels;
	bool rst = bits_get(in, m->top.rst, 1);

	hear(m, &m->heard[levels - 1], in);
	m->row = m->top.timer.cycle < m->top.ram.rows ? m->top.timer.cycle : m->top.ram.rows;
	player_model_write(&m->top, in);
	memmove(m->heard + 1, m->heard, (levels - 1) * sizeof *m->heard);
	m->heard[0] = (struct heard){ m->top.timer.begin, m->top.timer.end };
	if (rst)
		reset(m);
	player_model_time(&m->top, in);
	m->now++;
	show_ready(m, m->heard[levels - 1].begin, out);
	show_words(m, m->heard[levels - 1].end, out);
	player_model_show(&m->top, out);
}

/* All outputs come from registers. */
static void eval(void *instance, int clk, const uint32_t *in, uint32_t *out)
{
	if (clk)
		clock(instance, in, out);
}

/* ---- A model ---- */

static uint32_t add_vertex(struct off_line_model *m, const struct subtree *tree, uint32_t above, unsigned side, size_t setting,
			  uint32_t *leaf)
{
	uint32_t number = m->vertices++;

	m->vertex[number] = (struct vertex){ tree, above, { NO_VERTEX, NO_VERTEX }, side, setting, *leaf };
	if (!tree->node) {
		m->leaf_vertex[(*leaf)++] = number;
		return number;
	}
	setting += tree->node->settings;
	for (unsigned j = 0; j < tree->children; j++) {
		if (!tree->child[j])
			continue;
		m->vertex[number].below[j] = add_vertex(m, tree->child[j], number, j, setting, leaf);
		setting += tree->child[j]->settings;
	}
	return number;
}

static void add_vertices(struct off_line_model *m)
{
	size_t vertices = m->net->spec->leaves;
	uint32_t leaf = 0;

	for (unsigned k = 0; k < m->net->levels; k++)
		vertices += network_vertices(m->net, k);
	m->vertex = allocate_array(vertices, sizeof *m->vertex);
	m->leaf_vertex = allocate_array(m->net->spec->leaves, sizeof *m->leaf_vertex);
	add_vertex(m, network_root(m->net), NO_VERTEX, 0, 0, &leaf);
}

static const struct picks *picks_of(struct off_line_model *m, const struct plan *plan)
{
	if (!plan)
		return NULL;
	if (!m->picks[plan->index])
		m->picks[plan->index] = picks_new(plan);
	return m->picks[plan->index];
}

static void add_switches(struct off_line_model *m)
{
	m->picks = allocate_array(m->net->plans.count + 1, sizeof(struct picks *));
	m->switches = allocate_array(m->net->node_count, sizeof *m->switches);
	for (size_t i = 0; i < m->net->node_count; i++) {
		const struct node *node = m->net->node[i];
		struct switches *s = &m->switches[node->index];

		s->up = picks_of(m, node->up);
		s->down[0] = picks_of(m, node->down[0]);
		s->down[1] = picks_of(m, node->down[1]);
		s->down_setting[0] = node->up ? node->up->settings : 0;
		s->down_setting[1] = s->down_setting[0] + (node->down[0] ? node->down[0]->settings : 0);
	}
}

static void free_model(void *instance)
{
	struct off_line_model *m = instance;

	for (size_t i = 0; i < m->net->plans.count; i++)
		picks_free(m->picks[i]);
	for (unsigned i = 0; i < FLIGHTS; i++) {
		free(m->flight[i].sent);
		free(m->flight[i].word);
	}
	free(m->picks);
	free(m->switches);
	free(m->vertex);
	free(m->leaf_vertex);
	player_model_free(&m->top);
	free(m);
}

struct model *off_line_model(const struct network *net)
{
	struct off_line_model *m = allocate(sizeof *m);

	*m = (struct off_line_model){ .net = net,
		.lanes = net->spec->connections, .payload_bits = net->spec->payload_bits,
		.payload_words = (net->spec->payload_bits + 31) / 32, .wires = (size_t)net->spec->leaves * net->spec->connections,
		.departing = NO_FLIGHT, .arriving = NO_FLIGHT };
	for (unsigned i = 0; i < FLIGHTS; i++) {
		m->flight[i] = (struct flight){ .begun = UINT64_MAX / 2 };
		m->flight[i].sent = allocate_array(m->wires, sizeof *m->flight[i].sent);
		m->flight[i].word = allocate_array(m->wires * m->payload_words, sizeof *m->flight[i].word);
	}
	ported_begin(&m->ported, eval, free_model);
	player_model_start(&m->top, net, &m->ported, "settings_cycle");
	add_vertices(m);
	add_switches(m);
	return model_ports_around(&m->ported, m->net->spec, m);
}
