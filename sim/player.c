/* player.c: drives a network that plays a schedule, and checks every arrival and its time. */
#include "player.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/message.h"
#include "util/text.h"

static const uint32_t NONE = UINT32_MAX;

enum { OFFERED = 4 };

struct playing {
	const struct player *p;
	const struct model_port *play, *active, *ready, *valid, *data, *out_valid, *out_data, *out_cycle;
	uint32_t *sends, *receives;	/* [cycle * wires + wire]: the message there, or NONE */
	unsigned wires;			/* leaves times lanes */
	unsigned words;
	struct player_result *result;
	uint64_t clock;			/* since `play` */
	/* [number % OFFERED]: the first clock in which the words of this cycle were on s_axis. The words of two later
	 * cycles are offered before those of a cycle arrive. */
	uint64_t offered[OFFERED];
};

static const struct model_port *port(const struct player *p, const char *name)
{
	const struct model_port *found = model_port(p->model, name);

	if (!found)
		error("the network has no port %s", name);
	return found;
}

static bool find_ports(struct playing *s)
{
	const struct player *p = s->p;

	return (s->play = port(p, "play")) && (s->active = port(p, "playing")) && (s->ready = port(p, "s_axis_tready"))
	       && (s->valid = port(p, "s_axis_tvalid")) && (s->data = port(p, "s_axis_tdata"))
	       && (s->out_valid = port(p, "m_axis_tvalid")) && (s->out_data = port(p, "m_axis_tdata"))
	       && (s->out_cycle = port(p, "received_cycle"));
}

static void plan_wires(struct playing *s)
{
	const struct player *p = s->p;
	size_t slots = (size_t)p->cycles * s->wires;

	s->sends = allocate_array(slots, sizeof *s->sends);
	s->receives = allocate_array(slots, sizeof *s->receives);
	memset(s->sends, 0xff, slots * sizeof *s->sends);
	memset(s->receives, 0xff, slots * sizeof *s->receives);
	for (size_t m = 0; m < p->count; m++) {
		const struct player_message *q = &p->message[m];
		size_t cycle = (size_t)q->cycle * s->wires;

		s->sends[cycle + q->source * p->lanes + q->source_lane] = (uint32_t)m;
		s->receives[cycle + q->destination * p->lanes + q->destination_lane] = (uint32_t)m;
	}
}

static bool is_absent(const struct player *p, uint32_t message)
{
	return p->absent > 0 && message % p->absent == 0;
}

static unsigned word_bits(const struct player *p, unsigned word)
{
	return p->payload_bits - 64 * word < 64 ? p->payload_bits - 64 * word : 64;
}

/* Puts every leaf's word of a cycle, counted from `play` on, on its port from `clock` on until it is taken. */
static void offer(struct playing *s, uint64_t number, uint64_t clock)
{
	const struct player *p = s->p;
	unsigned cycle = (unsigned)(number % p->cycles);

	s->offered[number % OFFERED] = clock;
	for (unsigned wire = 0; wire < s->wires; wire++) {
		uint32_t m = s->sends[(size_t)cycle * s->wires + wire];

		model_set(p->model, s->valid, wire, 1, m != NONE && !is_absent(p, m));
		for (unsigned w = 0; m != NONE && w < s->words; w++)
			model_set(p->model, s->data, wire * p->payload_bits + 64 * w, word_bits(p, w),
				  p->payload[(size_t)m * s->words + w]);
	}
}

/* Checks which leaves take a word: in the clock of the cycle's `begin`, and (begun is false) in all others. */
static bool check_ready(struct playing *s, bool begun, unsigned cycle)
{
	const struct player *p = s->p;

	for (unsigned wire = 0; wire < s->wires; wire++) {
		uint32_t m = begun ? s->sends[(size_t)cycle * s->wires + wire] : NONE;
		bool ready = model_get(p->model, s->ready, wire, 1) > 0;

		if (ready != (m != NONE)) {
			error("clock %" PRIu64 ": leaf %u, lane %u is %s to send: in cycle %u it is scheduled to %s",
			      s->clock, wire / p->lanes, wire % p->lanes, ready ? "ready" : "not ready", cycle,
			      m != NONE ? "send" : "wait");
			return false;
		}
		s->result->sent += m != NONE && !is_absent(p, m);
	}
	return true;
}

static bool take(struct playing *s, unsigned wire, uint32_t m, uint64_t number)
{
	const struct player *p = s->p;

	for (unsigned w = 0; w < s->words; w++) {
		uint64_t bits = model_get(p->model, s->out_data, wire * p->payload_bits + 64 * w, word_bits(p, w));

		if (p->received)
			p->received[(size_t)m * s->words + w] = bits;
		if (bits != p->payload[(size_t)m * s->words + w]) {
			error("clock %" PRIu64 ": the message of leaf %" PRIu32 " for leaf %" PRIu32 ", cycle %" PRIu32
			      ", arrived with another payload",
			      s->clock, p->message[m].source, p->message[m].destination, p->message[m].cycle);
			return false;
		}
	}
	s->result->delivered++;
	if (p->delivery)
		p->delivery(p->context, m, s->offered[number % OFFERED], s->clock);
	return true;
}

/* Checks the arrivals: in the clock of the `end` of a cycle, counted from `play` on, and (ended is false) in all others. */
static bool check_arrivals(struct playing *s, bool ended, uint64_t number)
{
	const struct player *p = s->p;
	unsigned cycle = (unsigned)(number % p->cycles);

	if (ended && model_get(p->model, s->out_cycle, 0, s->out_cycle->width) != cycle) {
		error("clock %" PRIu64 ": received_cycle is %" PRIu64 ": expected %u", s->clock,
		      model_get(p->model, s->out_cycle, 0, s->out_cycle->width), cycle);
		return false;
	}
	for (unsigned wire = 0; wire < s->wires; wire++) {
		uint32_t m = ended ? s->receives[(size_t)cycle * s->wires + wire] : NONE;
		bool arrived = model_get(p->model, s->out_valid, wire, 1) > 0;

		if (arrived != (m != NONE && !is_absent(p, m))) {
			error("clock %" PRIu64 ": %s at leaf %u, lane %u, where cycle %u has %s", s->clock,
			      arrived ? "a message" : "nothing", wire / p->lanes, wire % p->lanes, cycle,
			      m != NONE ? "one" : "none");
			return false;
		}
		if (arrived && !take(s, wire, m, number))
			return false;
	}
	return true;
}

/* Gives a network whose schedule is written the number of its last cycle; another one has it built in. */
static void set_last_cycle(const struct player *p)
{
	const struct model_port *port = model_port(p->model, "last_cycle");

	if (port)
		model_set(p->model, port, 0, port->width, p->cycles - 1);
}

static bool play(struct playing *s)
{
	const struct player *p = s->p;
	uint64_t cycles = (uint64_t)p->cycles * p->rounds, first = 2 + p->levels;
	uint64_t last = first + cycles * p->period + p->end_at + 1 + p->period;

	set_last_cycle(p);
	for (s->clock = 0; s->clock <= last; s->clock++) {
		uint64_t since = s->clock >= first ? s->clock - first : 0, number = since / p->period;
		unsigned at = (unsigned)(since % p->period);
		bool begun = s->clock >= first && at == 0 && number < cycles;
		bool ended = s->clock >= first && at == p->end_at + 1 && number >= 1 && number <= cycles;

		/* The timer reads `play` a little before the last cycle begins at the leaves. */
		model_set(p->model, s->play, 0, 1, s->clock == 0 || s->clock < 1 + (cycles - 1) * p->period);
		if (s->clock == 0)
			offer(s, 0, 0);
		model_eval(p->model);
		if (!check_ready(s, begun, (unsigned)(number % p->cycles))
		    || !check_arrivals(s, ended, ended ? number - 1 : 0))
			return false;
		model_edge(p->model);
		if (begun && number + 1 < cycles)
			offer(s, number + 1, s->clock + 1);
	}
	s->result->clocks = first + cycles * p->period + p->end_at + 2;
	model_eval(p->model);
	if (model_get(p->model, s->active, 0, 1)) {
		error("clock %" PRIu64 ": `playing` is still high", s->clock);
		return false;
	}
	return true;
}

/* After a reset the network is silent for a cycle. */
static bool await_silence(struct playing *s)
{
	for (unsigned k = 0; k <= s->p->period; k++) {
		if (!model_get(s->p->model, s->active, 0, 1))
			return true;
		model_clock(s->p->model);
	}
	error("`playing` is high for more than a cycle after the reset");
	return false;
}

bool player_run(const struct player *p, struct player_result *result)
{
	struct playing s = {
		.p = p, .wires = p->leaves * p->lanes, .words = (p->payload_bits + 63) / 64, .result = result
	};
	bool good;

	*result = (struct player_result){ 0 };
	if (!find_ports(&s))
		return false;
	plan_wires(&s);
	model_set(p->model, s.play, 0, 1, 0);
	model_reset(p->model, 1);
	good = await_silence(&s) && play(&s);
	free(s.sends);
	free(s.receives);
	return good;
}
