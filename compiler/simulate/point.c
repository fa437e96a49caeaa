/* point.c: what simulated networks and boards share: the plan, the messages, and the numbers of a run. */
#include "simulate/simulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network/leaf.h"
#include "network/machine.h"
#include "parse/crossing.h"
#include "parse/shell.h"
#include "schedule/messages.h"
#include "simulate/delivery_log.h"
#include "simulate/message_classes.h"
#include "trails.h"
#include "util/text.h"

const struct link_options usual_link = { .drift = 100, .delay = 1 };

unsigned simulation_outside(const struct simulation *s)
{
	return network_has_root_link(s->network) ? 0 : network_root_streams(s->network);
}

unsigned simulation_chips(const struct simulation *s)
{
	return spec_chips(s->network->spec);
}

unsigned simulation_leaves(const struct simulation *s)
{
	return spec_all_leaves(s->network->spec);
}

uint32_t simulation_label(const struct network *net, unsigned leaf)
{
	unsigned leaves = net->spec->leaves;

	return leaf / leaves << net->label_bits | network_label(net, leaf % leaves);
}

unsigned simulation_ends(const struct simulation *s)
{
	return simulation_leaves(s) + simulation_outside(s);
}

void simulation_plan(struct simulation *s)
{
	const struct spec *spec = s->network->spec;

	if (spec->leaf->speaks & LEAF_SPEAKS_MESSAGES) {
		s->labels = allocate_array(simulation_ends(s), sizeof *s->labels);
		for (unsigned i = 0; i < simulation_leaves(s); i++)
			s->labels[i] = simulation_label(s->network, i);
		for (unsigned i = spec->leaves; simulation_outside(s) > 0 && i < simulation_ends(s); i++)
			s->labels[i] = (1u << s->network->label_bits) + i - spec->leaves;
	}
}

void simulation_free(struct simulation *s)
{
	if (s->watched)
		s->network->spec->machine->model.simulator->watcher->free(s->watched);
	pieces_free(s->pieces);
	stack_free(&s->stack);
	network_free(s->network);
	output_free(&s->rtl);
	messages_free(&s->list);
	free(s->options.stopped);
	demand_free(&s->options.demand);
	free(s->options.loads);
	for (size_t i = 0; i < s->strike_count; i++) {
		free(s->strikes[i].dead);
		free(s->strikes[i].what);
	}
	free(s->strikes);
	free(s->library);
	free(s->labels);
	free(s->trace_file);
	delivery_log_free(s->log);
	message_classes_free(s->classes);
	trails_free(s->trails);
}

/* The rest of a label, and a source, name a stream. */
static unsigned named(const struct simulation *s)
{
	unsigned streams = simulation_outside(s), names = 1u << s->network->label_bits;

	return streams < names ? streams : names;
}

bool simulation_ends_itself(const struct simulate_options *o)
{
	return o->messages || o->demand.loop.batch > 0;
}

double simulation_slots(const struct simulation *s, uint64_t clocks)
{
	return simulation_ends_itself(&s->options) ? fmax(1, ceil((double)clocks / s->network->slot_clocks)) : (double)s->options.frames;
}

bool simulation_is_uniform(const struct simulate_options *o)
{
	const struct traffic_demand *d = &o->demand;

	return d->pattern == PATTERN_UNIFORM && !d->mix && !d->matrix && !d->rates && d->injection == INJECTION_BERNOULLI && !o->messages;
}

struct traffic *simulation_traffic(const struct simulation *s, double load, uint64_t clocks)
{
	const struct spec *spec = s->network->spec;
	const struct simulate_options *o = &s->options;
	struct traffic_parameters p = {
		.leaves = simulation_leaves(s), .chips = simulation_chips(s), .payload_bits = spec->payload_bits, .seed = o->seed,
		.list = o->messages ? &s->list : NULL, .demand = o->demand, .load = load, .period = o->period,
		.slot_clocks = s->network->slot_clocks, .end = clocks, .packets = simulation_has_packets(s),
		.dead = o->messages ? NULL : s->network->dead_ends, .outside = simulation_outside(s), .named = named(s),
	};

	return traffic_create(&p);
}

/* Words of a run whose number is known before it; else 0. */
static uint64_t words_in_all(const struct simulation *s)
{
	const struct loop_demand *loop = &s->options.demand.loop;

	return loop->batch > 0 ? simulation_senders(s) * loop->batch * (loop->request_words + loop->reply_words) : s->list.words;
}

struct testbench simulation_testbench(const struct simulation *s)
{
	const struct spec *spec = s->network->spec;
	const struct simulate_options *o = &s->options;
	struct testbench tb = {
		.leaves = simulation_ends(s), .outside = simulation_outside(s),
		.end = spec->machine->end, .first_end = spec->machine->first_end,
		.levels = s->network->label_bits + simulation_chips(s) - 1, .labels = s->labels,
		.payload_bits = spec->payload_bits, .label_bits = network_tdest_bits(s->network), .way = s->list.way,
		.broadcasts = spec->broadcast_every > 0, .group_bits = network_group_bits(spec),
		.packets = simulation_has_packets(s), .member_of = spec->member_of, .slot_clocks = s->network->slot_clocks,
		.back_pressure = (uint32_t)(o->back_pressure * 65536), .seed = o->seed, .stopped = o->stopped,
		.may_overtake = s->network->may_overtake, .lanes = s->network->takes_early,
		.first_clock = s->network->first_clock, .messages = words_in_all(s),
		.strikes = s->strikes, .strike_count = s->strike_count, .dead_links = s->fault_bits,
	};

	memcpy(tb.direct_clocks, s->network->direct_clocks, sizeof tb.direct_clocks);
	return tb;
}

struct latency_summary latency_of(const struct histogram *h)
{
	return (struct latency_summary){ histogram_count(h), histogram_mean(h), histogram_quantile(h, 0.5),
					 histogram_quantile(h, 0.99), histogram_greatest(h), histogram_is_exact(h) };
}

double simulation_full_load(const struct spec *spec)
{
	return spec->connections > 0 ? spec->connections : 1;
}

unsigned simulation_stopped(const struct simulation *s)
{
	unsigned count = 0;

	for (unsigned i = 0; s->options.stopped && i < simulation_leaves(s); i++)
		count += s->options.stopped[i];
	return count;
}

unsigned simulation_senders(const struct simulation *s)
{
	return s->network->dead_ends ? s->network->living_ends : simulation_leaves(s);
}

bool simulation_has_packets(const struct simulation *s)
{
	return s->network->spec->packet && !s->network->spec->shell->no_packets;
}

bool simulation_knows_tries(const struct simulation *s)
{
	const struct spec *spec = s->network->spec;

	return simulation_chips(s) == 1 && !spec->shell->stores && !spec->machine->shape.forwards && crossing_count(spec) == 0;
}

void simulation_point(const struct simulation *s, double load, const struct testbench_result *r,
		      struct simulate_point *p)
{
	double slots = simulation_slots(s, r->clocks), each = simulation_senders(s) * slots * (p->runs > 0 ? p->runs : 1);

	p->load = load;
	p->knows_tries = simulation_knows_tries(s);
	p->offered = (double)r->measured_created / each;
	/* Messages with times come at their own rate until the last one. */
	if (s->list.time)
		p->offered *= slots / ceil((double)(r->last_created + 1) / s->network->slot_clocks);
	p->accepted = (double)r->accepted / each;
	p->latency = latency_of(r->latency);
	p->network_latency = latency_of(r->network_latency);
	p->round_trip = latency_of(r->round_trip);
	p->answered = service_answers(&r->service);
	p->created = r->created;
	p->sent = r->sent;
	p->delivered = r->delivered;
	p->local = r->local;
	p->to_all = r->to_all;
	p->to_groups = r->to_groups;
	p->copies = r->copies;
	p->unsent = r->unsent;
	p->throws = r->throws;
	p->thrown = r->thrown;
	if (simulation_outside(s) > 0) {
		double wires = each / simulation_senders(s) * simulation_outside(s);

		p->went_out = (double)r->went_out / wires;
		p->came_in = (double)r->came_in / wires;
	}
	p->retries = r->retries;
	p->retried = r->retried;
	p->most_retries = r->most_retries;
	p->counted = p->knows_tries && r->counted;
	p->lost = r->lost;
	/* Of leaves with several wires retries are not exact (sim/testbench.h). */
	p->held = r->retries > r->lost ? r->retries - r->lost : 0;
	p->least_wait = r->least_wait;
	p->most_tried = r->service.most_tried;
	p->longest_wait = r->service.longest_wait;
	p->waiting = r->service.waiting;
	p->served = service_summary(&r->service);
	p->clocks = r->clocks;
}
