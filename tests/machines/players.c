/* players.c: verilated random off-line trees play random schedules: every bit reaches its leaf in the predicted clock.
 *
 *   players CASES SEED TREE KIND    TREE: a parameter file of that kind: fat-tree, or xgft
 *
 * Each case draws a tree (a fat-tree has any number of leaves, and any capacities), messages and a scheduling method. With bare wires
 * all bits outside messages, between them and on idle wires, are random: a switch set a clock too early or too late, or to
 * another wire, lets one of them through. With players at the leaves the settings come from the RAM, built in or
 * written through the port; the C model then plays the same schedule, and shows on every port in every clock what the RTL shows:
 * also with settings that no schedule makes, words at any time, and resets amid a cycle.
 *
 * Every second fat-tree, and every xgft, has its settings in the messages. Its bare wires are idle between messages, and written
 * settings are headers that let messages collide. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "machines/in_band.h"
#include "machines/phases.h"
#include "machines/playback.h"
#include "machines/settings.h"
#include "model.h"
#include "network/leaf.h"
#include "network/machine.h"
#include "player.h"
#include "random.h"
#include "rtl_model.h"

struct trial {
	struct random random;
	struct spec spec;
	struct network *net;
	struct schedule_file file;
	struct message_set set;		/* of the file */
	struct settings settings;
	struct playback playback;
	struct model *model;
	uint64_t *payload;		/* [message] */
	unsigned long bits, messages, words;	/* words: beside the C model */
};

static unsigned draw(struct trial *t, unsigned below)
{
	return (unsigned)random_below(&t->random, below);
}

static char *draw_capacities(struct trial *t, unsigned levels, unsigned connections)
{
	struct text list = { 0 };

	text_add(&list, "capacities=[");
	for (unsigned k = 1; k < levels; k++) {
		unsigned most = connections << (levels - k);

		text_print(&list, "%u, ", 1 + draw(t, most < 12 ? most : 12));
	}
	text_print(&list, "%u]", connections);
	return list.bytes;
}

/* In which way the settings come. */
enum way { WIRES, BUILT_IN, WRITTEN };
static const char *const way_names[] = { "bare wires", "settings built in", "settings written" };

enum { MOST_SETS = 12 };
struct overrides {
	char *text[MOST_SETS];
	unsigned count;
};

static void add_fat_tree(struct trial *t, bool in_band, struct overrides *o)
{
	unsigned n = 2 + draw(t, draw(t, 3) == 0 ? 40 : 15), levels = 1, connections = 1 + draw(t, 2) * draw(t, 3);

	while (1u << levels < n)
		levels++;
	o->text[o->count++] = format_string("leaves=%u", n);
	o->text[o->count++] = draw_capacities(t, levels, connections);
	o->text[o->count++] = format_string("connections=%u", connections);
	o->text[o->count++] = format_string("elements-between-registers=%u", 1 + draw(t, 4));
	o->text[o->count++] = format_string("concentrator=%s", draw(t, 2) > 0 ? "auto" : "partial");
	o->text[o->count++] = format_string("settings=%s", in_band ? "in-band" : "ram");
}

/* Nodes with one child or one parent among them, and up to 36 leaves. */
static void add_xgft(struct trial *t, struct overrides *o)
{
	unsigned height = 1 + draw(t, 3), leaves = 1;
	struct text children = { 0 }, parents = { 0 };

	for (unsigned l = 1; l <= height; l++) {
		unsigned m = l == height && leaves == 1 ? 2 + draw(t, 3) : 1 + draw(t, leaves > 8 ? 3 : 4);

		leaves *= m;
		text_print(&children, "%s%u", l > 1 ? ", " : "children=[", m);
		text_print(&parents, "%s%u", l > 1 ? ", " : "parents=[", 1 + draw(t, 3));
	}
	text_add(&children, "]");
	text_add(&parents, "]");
	o->text[o->count++] = children.bytes;
	o->text[o->count++] = parents.bytes;
}

static bool read_tree(struct trial *t, const char *tree, bool binary, enum way way, bool in_band)
{
	struct overrides o = { .count = 0 };
	struct override set[MOST_SETS];

	if (binary)
		add_fat_tree(t, in_band, &o);
	else
		add_xgft(t, &o);
	o.text[o.count++] = format_string("payload-bits=%u", 1 + draw(t, 60));
	o.text[o.count++] = format_string("family=%s", draw(t, 2) > 0 ? "ecp5" : "ice40");
	o.text[o.count++] = copy_string("switching=off-line");
	o.text[o.count++] = format_string("leaf-interface=%s", way == WIRES ? "wires" : "axi-stream");
	o.text[o.count++] = copy_string("settings-port=true");
	o.text[o.count++] = copy_string("schedule-cycles=1");
	for (unsigned i = 0; i < o.count; i++) {
		printf("%s %s", i ? "" : "#", o.text[i]);
		set[i] = (struct override){ o.text[i] };
	}
	printf("\n");
	bool good = network_read_spec(&t->spec, tree, set, o.count);
	for (unsigned i = 0; i < o.count; i++)
		free(o.text[i]);
	return good;
}

static bool schedule_cycles(struct trial *t)
{
	static const enum schedule_method methods[] = { SCHEDULE_AUTO, SCHEDULE_THEOREM_1, SCHEDULE_PACKED };
	struct network *net = network_elaborate(&t->spec);

	t->file = (struct schedule_file){ .tree = channel_tree_of(net), .set = t->set };
	network_free(net);
	return schedule_make(&t->file.schedule, &t->file.tree, &t->set, methods[draw(t, 3)]);
}

static bool schedule_slots(struct trial *t)
{
	enum phase_method method = PHASES_PATHS;
	unsigned level;
	struct phases p;

	phases_take(&p, &t->spec, &t->set);
	if (phases_konig_applies(&t->spec, &level) && draw(t, 2))
		method = PHASES_KONIG;
	else
		phases_spread(&p);
	phases_make(&p, method);
	free(t->set.demand);
	t->file = phases_schedule(&p);
	t->set = t->file.set;
	phases_free(&p);
	return true;
}

static bool draw_messages(struct trial *t)
{
	unsigned n = t->spec.leaves;

	t->set.count = 1 + draw(t, 6 * n);
	t->set.demand = allocate_array(t->set.count, sizeof *t->set.demand);
	t->payload = allocate_array(t->set.count, sizeof *t->payload);
	for (size_t m = 0; m < t->set.count; m++) {
		t->set.demand[m] = (struct demand){ draw(t, n), draw(t, n) };
		t->payload[m] = random_next(&t->random) >> (64 - t->spec.payload_bits);
	}
	return t->spec.machine->shape.phases ? schedule_slots(t) : schedule_cycles(t);
}

static bool open_model(struct trial *t, const char *name)
{
	char *library = verilate_network(t->net, name);
	struct model_start start = { .random_registers = 1 + (uint32_t)random_next(&t->random) % 1000 };

	t->model = library ? model_open_as(library, &start) : NULL;
	free(library);
	return t->model;
}

/* Bit k of a message: M, then the payload, most significant first. */
static unsigned message_bit(const struct trial *t, size_t m, unsigned k)
{
	return k == 0 || (t->payload[m] >> (t->spec.payload_bits - k) & 1);
}

/* ---- Bare wires ------------------------------------------------------------------------------------------------ */

/* [clock][wire]: the expected bit, or ANY. */
enum { ANY = 2 };
struct waves {
	uint64_t clocks;
	unsigned wires;
	uint8_t *up, *down;
};

/* In band: wires idle at 1, and all bits are inverted. All of a message, from the start bit that its receiver sees on, is
 * expected, and nothing else. */
static void draw_headed_waves(struct trial *t, struct waves *w)
{
	unsigned c = t->spec.connections, H = t->playback.header_bits;

	w->up = allocate_array(w->clocks * w->wires, 1);
	w->down = allocate_array(w->clocks * w->wires, 1);
	memset(w->up, 1, w->clocks * w->wires);
	memset(w->down, ANY, 2ull * t->playback.period * w->wires);
	memset(w->down + 2ull * t->playback.period * w->wires, 1, (w->clocks - 2ull * t->playback.period) * w->wires);
	for (size_t m = 0; m < t->set.count; m++) {
		const struct passage_of_message *p = &t->settings.passage[m];
		const struct demand *d = &t->set.demand[m];

		if (t->file.schedule.cycle[m] == SCHEDULE_LOCAL)
			continue;
		const struct header *header = &t->settings.header[m];
		uint64_t clock = (t->file.schedule.cycle[m] + 2) * (uint64_t)t->playback.period + 1 + H;

		for (unsigned k = 0; k < header->bits; k++)
			w->up[(clock - header->bits + 1 + k) * w->wires + d->source * c + p->source_lane] = !bits_get(header->bit, k, 1);
		w->up[(clock - header->bits) * w->wires + d->source * c + p->source_lane] = 0;
		for (unsigned k = 0; k <= t->spec.payload_bits; k++) {
			if (k > 0)
				w->up[(clock + k) * w->wires + d->source * c + p->source_lane] = !message_bit(t, m, k);
			w->down[(clock + k + t->playback.latency[p->turn_level]) * w->wires + d->destination * c +
				p->destination_lane] = !message_bit(t, m, k);
			t->bits++;
		}
	}
}

static struct waves draw_waves(struct trial *t)
{
	unsigned c = t->spec.connections, period = t->playback.period;
	struct waves w = { .wires = t->spec.leaves * c, .clocks = (t->settings.cycles + 3) * (uint64_t)period };

	if (is_in_band(t->net)) {
		draw_headed_waves(t, &w);
		return w;
	}
	w.up = allocate_array(w.clocks * w.wires, 1);
	w.down = allocate_array(w.clocks * w.wires, 1);
	for (size_t i = 0; i < w.clocks * w.wires; i++) {
		w.up[i] = draw(t, 2);
		w.down[i] = ANY;
	}
	for (size_t m = 0; m < t->set.count; m++) {
		const struct passage_of_message *p = &t->settings.passage[m];
		const struct demand *d = &t->set.demand[m];

		if (t->file.schedule.cycle[m] == SCHEDULE_LOCAL)
			continue;
		for (unsigned k = 0; k < t->playback.message_clocks; k++) {
			uint64_t clock = (t->file.schedule.cycle[m] + 1) * (uint64_t)period + k;

			w.up[clock * w.wires + d->source * c + p->source_lane] = message_bit(t, m, k);
			clock += t->playback.latency[p->turn_level];
			w.down[clock * w.wires + d->destination * c + p->destination_lane] = message_bit(t, m, k);
			t->bits++;
		}
	}
	return w;
}

static void set_settings(struct trial *t, unsigned cycle)
{
	const struct model_port *port = model_port(t->model, "settings");

	for (unsigned b = 0; b < t->settings.bits; b++)
		model_set(t->model, port, b, 1, t->settings.bit[(size_t)cycle * t->settings.bits + b]);
}

static bool play_wires(struct trial *t)
{
	struct waves w = draw_waves(t);
	const struct model_port *up = model_port(t->model, "leaf_up"), *down = model_port(t->model, "leaf_down");
	const struct model_port *start = model_port(t->model, "start"), *fall = model_port(t->model, "fall");
	bool good = true, in_band = is_in_band(t->net);

	model_reset(t->model, 2);
	for (uint64_t clock = 0; clock < w.clocks && good; clock++) {
		uint64_t next = clock + 1, cycle = next / t->playback.period;
		bool begins = next % t->playback.period == 0 && cycle >= 1 && cycle <= t->settings.cycles;

		if (start)
			model_set(t->model, start, 0, 1, in_band ? clock % t->playback.period == 0 : begins);
		if (fall)
			model_set(t->model, fall, 0, 1, clock % t->playback.period == t->playback.fall % t->playback.period);
		if (begins && !in_band)
			set_settings(t, (unsigned)(cycle - 1));
		for (unsigned i = 0; i < w.wires; i++)
			model_set(t->model, up, i, 1, w.up[clock * w.wires + i]);
		model_eval(t->model);
		for (unsigned i = 0; i < w.wires && good; i++) {
			uint8_t wanted = w.down[clock * w.wires + i];

			good = wanted == ANY || wanted == model_get(t->model, down, i, 1);
			if (!good)
				printf("# clock %lu, wire %u to the leaves is %u\n", (unsigned long)clock, i, !wanted);
		}
		model_edge(t->model);
	}
	free(w.up);
	free(w.down);
	return good;
}

/* ---- Players --------------------------------------------------------------------------------------------------- */

/* Writes all settings through the port. */
static void write_settings(struct trial *t)
{
	const struct model_port *data = model_port(t->model, "settings_data"),
		*bank = model_port(t->model, "settings_bank");
	const struct model_port *write = model_port(t->model, "settings_write"),
		*row = model_port(t->model, is_in_band(t->net) ? "settings_row" : "settings_cycle"),
		*last = model_port(t->model, "last_cycle");

	model_set(t->model, write, 0, 1, 1);
	for (unsigned c = 0; c < t->settings.rows; c++)
		for (unsigned low = 0; low < t->settings.bits; low += data->width) {
			uint64_t word = 0;

			for (unsigned b = low; b < low + data->width && b < t->settings.bits; b++)
				word |= (uint64_t)t->settings.bit[(size_t)c * t->settings.bits + b] << (b - low);
			model_set(t->model, data, 0, data->width, word);
			model_set(t->model, bank, 0, bank->width, low / data->width);
			model_set(t->model, row, 0, row->width, c);
			model_clock(t->model);
		}
	model_set(t->model, write, 0, 1, 0);
	model_set(t->model, last, 0, last->width, t->settings.cycles - 1);
}

static bool play_players(struct trial *t, bool written)
{
	struct player_message *message = allocate_array(t->set.count + 1, sizeof *message);
	uint64_t *payload = allocate_array(t->set.count + 1, sizeof *payload);
	struct player p = {
		.model = t->model, .leaves = t->spec.leaves, .lanes = t->spec.connections, .levels = t->net->levels,
		.payload_bits = t->spec.payload_bits, .cycles = t->settings.cycles, .period = t->playback.period,
		.end_at = t->playback.end_at, .message = message, .payload = payload, .absent = draw(t, 5),
		.rounds = 1 + draw(t, 3),
	};
	struct player_result result;
	bool good;

	for (size_t m = 0; m < t->set.count; m++) {
		const struct passage_of_message *q = &t->settings.passage[m];

		if (t->file.schedule.cycle[m] == SCHEDULE_LOCAL)
			continue;
		payload[p.count] = t->payload[m];
		message[p.count++] = (struct player_message){ t->file.schedule.cycle[m], t->set.demand[m].source,
							      t->set.demand[m].destination, q->source_lane,
							      q->destination_lane };
	}
	if (written)
		write_settings(t);
	good = player_run(&p, &result) && result.sent == result.delivered &&
	       (result.sent > 0 || p.count == 0 || p.absent == 1 || (p.absent > 0 && p.count == 1));
	t->messages += result.delivered;
	free(message);
	free(payload);
	return good;
}

/* ---- The C model beside the RTL -------------------------------------------------------------------------------- */

/* Both get the same inputs. */
struct pair {
	struct trial *t;
	struct model *model[2];		/* the RTL, C */
	unsigned long clock, played;	/* clocks so far; of them, those with `playing` */
	bool begun;			/* leaves were ready in the clock before */
};

static void drive(const struct pair *p, const char *port, unsigned at, unsigned count, uint64_t value)
{
	for (int c = 0; c < 2; c++)
		model_set(p->model[c], model_port(p->model[c], port), at, count, value);
}

static uint64_t shown(const struct pair *p, int c, const char *port, unsigned at, unsigned count)
{
	return model_get(p->model[c], model_port(p->model[c], port), at, count);
}

static bool same(const struct pair *p, const char *port, unsigned at, unsigned count)
{
	uint64_t rtl = shown(p, 0, port, at, count), c = shown(p, 1, port, at, count);

	if (rtl != c)
		printf("# clock %lu: %s, bit %u is %llx in the RTL, %llx in C\n", p->clock, port, at, (unsigned long long)rtl,
		       (unsigned long long)c);
	return rtl == c;
}

/* Random settings in all cycles: few picks, half, or most are 1. */
static void draw_settings(struct pair *p)
{
	unsigned width = model_port(p->model[1], "settings_data")->width, banks = (p->t->settings.bits + width - 1) / width;
	unsigned density = 1 + draw(p->t, 3);
	const char *row_port = is_in_band(p->t->net) ? "settings_row" : "settings_cycle";

	drive(p, "settings_write", 0, 1, 1);
	for (unsigned row = 0; row < settings_ram(p->t->net).rows; row++)
		for (unsigned bank = 0; bank < banks; bank++) {
			drive(p, row_port, 0, model_port(p->model[1], row_port)->width, row);
			drive(p, "settings_bank", 0, model_port(p->model[1], "settings_bank")->width, bank);
			for (unsigned b = 0; b < width; b++)
				drive(p, "settings_data", b, 1, draw(p->t, 4) < density);
			for (int c = 0; c < 2; c++)
				model_clock(p->model[c]);
		}
	drive(p, "settings_write", 0, 1, 0);
	drive(p, "last_cycle", 0, model_port(p->model[1], "last_cycle")->width, draw(p->t, p->t->spec.schedule_cycles));
}

static void draw_inputs(struct pair *p, bool eager, bool resets)
{
	unsigned wires = p->t->spec.leaves * p->t->spec.connections, bits = p->t->spec.payload_bits;

	drive(p, "play", 0, 1, eager || draw(p->t, 3) == 0);
	/* Most of all between the begin of a cycle and the end of the one before. */
	drive(p, "rst", 0, 1, resets && draw(p->t, p->begun ? 8 : 4 * p->t->playback.period) == 0);
	for (unsigned w = 0; w < wires; w++) {
		drive(p, "s_axis_tvalid", w, 1, draw(p->t, 4) > 0);
		drive(p, "s_axis_tdata", w * bits, bits, random_next(&p->t->random) >> (64 - bits));
	}
}

/* What waited before the first cycle in received_cycle nobody reads. */
static bool compare(struct pair *p)
{
	unsigned wires = p->t->spec.leaves * p->t->spec.connections, bits = p->t->spec.payload_bits;
	bool good = same(p, "playing", 0, 1);

	if (p->played > 4ul * p->t->playback.period)
		good = good && same(p, "received_cycle", 0, model_port(p->model[1], "received_cycle")->width);
	p->begun = false;
	for (unsigned w = 0; w < wires && good; w++) {
		p->begun = p->begun || shown(p, 0, "s_axis_tready", w, 1);
		good = same(p, "s_axis_tready", w, 1) && same(p, "m_axis_tvalid", w, 1);
		if (!good || !shown(p, 0, "m_axis_tvalid", w, 1))
			continue;
		good = same(p, "m_axis_tdata", w * bits, bits);
		p->t->words++;
	}
	p->played += shown(p, 0, "playing", 0, 1);
	return good;
}

static bool play_beside(struct trial *t, bool written)
{
	struct pair p = { .t = t, .model = { t->model, t->net->spec->leaf->model(t->net) } };
	bool good = true;

	for (int c = 0; c < 2; c++) {
		model_set(p.model[c], model_port(p.model[c], "play"), 0, 1, 0);
		model_reset(p.model[c], 3 * t->net->levels);
	}
	for (unsigned part = 0; part < 4 && good; part++) {
		/* Settings stay while something is under way. */
		drive(&p, "play", 0, 1, 0);
		for (unsigned k = 0; k < (t->spec.schedule_cycles + 3) * t->playback.period; k++)
			for (int c = 0; c < 2; c++)
				model_clock(p.model[c]);
		if (written)
			draw_settings(&p);
		for (unsigned k = 0; k < 24 * t->playback.period && good; k++, p.clock++) {
			draw_inputs(&p, part % 2 == 0, part >= 2);
			for (int c = 0; c < 2; c++)
				model_eval(p.model[c]);
			good = compare(&p);
			for (int c = 0; c < 2; c++)
				model_edge(p.model[c]);
		}
		drive(&p, "rst", 0, 1, 0);
	}
	model_close(p.model[1]);
	return good;
}

/* The RTL plays the schedule, then C does, then both are compared. */
static bool play_both(struct trial *t, bool written)
{
	struct model *rtl = t->model;
	bool good = play_players(t, written);

	t->model = t->net->spec->leaf->model(t->net);
	good = good && play_players(t, written);
	model_close(t->model);
	t->model = rtl;
	return good && play_beside(t, written);
}

/* ---- Cases ----------------------------------------------------------------------------------------------------- */

static bool play(struct trial *t, enum way way)
{
	bool good;

	t->spec.settings_port = way == WRITTEN;
	t->spec.schedule_cycles = t->file.schedule.cycles + (way == WRITTEN ? draw(t, 5) : 0);
	t->net = network_elaborate(&t->spec);
	t->net->schedule = &t->file;
	t->playback = *t->net->playback;
	t->settings = t->net->playback->settle(t->net, NULL);
	t->net->schedule = way == BUILT_IN ? &t->file : NULL;
	good = open_model(t, way_names[way]);
	if (good)
		good = way == WIRES ? play_wires(t) : play_both(t, way == WRITTEN);
	model_close(t->model);
	settings_free(&t->settings);
	t->net->schedule = NULL;
	network_free(t->net);
	return good;
}

static bool run_case(struct trial *t, unsigned long number, const char *tree, bool binary)
{
	enum way way = (enum way)(number % 3);
	bool good = read_tree(t, tree, binary, way, number / 3 % 2 > 0) && draw_messages(t);

	/* All to themselves: there is nothing to play. */
	if (good && t->file.schedule.cycles > 0)
		good = play(t, way);
	printf("%s %lu - %s%s, %zu messages in %u cycles\n", good ? "ok" : "not ok", number + 1, way_names[way],
	       t->spec.settings == SETTINGS_IN_BAND ? ", in band" : "", t->set.count, t->file.schedule.cycles);
	schedule_file_free(&t->file);
	free(t->payload);
	spec_free(&t->spec);
	return good;
}

int main(int argc, char **argv)
{
	unsigned long cases = argc == 5 ? strtoul(argv[1], NULL, 10) : 0, failed = 0;
	struct trial t = { 0 };

	if (cases == 0)
		return 2;
	random_start(&t.random, strtoul(argv[2], NULL, 10), 0);
	printf("1..%lu\n", cases);
	for (unsigned long i = 0; i < cases; i++)
		failed += !run_case(&t, i, argv[3], strcmp(argv[4], "fat-tree") == 0);
	printf("# %lu bits on bare wires, %lu messages by players, %lu words beside the C model\n", t.bits, t.messages, t.words);
	return failed > 0 || (cases > 2 && t.words < 100);
}
