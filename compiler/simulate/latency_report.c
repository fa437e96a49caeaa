/* latency_report.c: latencies, and the round trips of a closed loop, for a person and for a program. */
#include <math.h>

#include "network/machine.h"
#include "simulate/simulate.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/text.h"

json_t *latency_json(const struct latency_summary *l)
{
	bool any = l->count > 0;

	return json_pack("{s:o, s:o, s:o, s:o, s:I, s:b}", "mean", any ? json_real(l->mean) : json_null(), "p50", json_known(any, l->p50),
			 "p99", json_known(any, l->p99), "max", json_known(any, l->greatest), "count", (json_int_t)l->count,
			 "exact", l->exact);
}

void latency_say(const json_t *latency, struct text *out)
{
	const json_t *half = json_object_get(latency, "half95");
	bool any = figures_has(latency, "count");

	figures_say(latency, "mean {mean:.1f}", out);
	if (any && json_is_real(half))
		figures_say(latency, json_real_value(half) < 0.1 ? " +-{half95:.2f}" : " +-{half95:.1f}", out);
	figures_say(latency, any && !figures_has(latency, "exact") ? ", median {p50}, p99 at most {p99}, max {max} clocks"
								  : ", median {p50}, p99 {p99}, max {max} clocks", out);
}

void loop_title(const struct loop_demand *loop, struct text *out)
{
	text_print(out, ", %u request%s of a leaf outstanding, of %u word%s", loop->window, loop->window == 1 ? "" : "s", loop->request_words,
		   loop->request_words == 1 ? "" : "s");
	if (loop->reply_words > 0)
		text_print(out, ", replies of %u", loop->reply_words);
	else
		text_add(out, ", no replies");
	if (loop->think > 0)
		text_print(out, ", %u clocks of thinking", loop->think);
	if (loop->batch > 0)
		text_print(out, ", batches of %lu", (unsigned long)loop->batch);
}

json_t *loop_request_json(const struct loop_demand *loop)
{
	return json_pack("{s:i, s:o, s:i, s:i, s:i}", "outstanding", (int)loop->window, "batch", json_known(loop->batch > 0, loop->batch), "think",
			 (int)loop->think, "request_words", (int)loop->request_words, "reply_words", (int)loop->reply_words);
}

static json_t *leaf_json(const struct simulation *s, bool known, uint32_t leaf, const char *key, uint64_t value)
{
	return known ? json_pack("{s:i, s:I}", "leaf", (int)(leaf + s->network->spec->machine->first_end), key, (json_int_t)value) : json_null();
}

/* First and last: of a batch. */
void loop_json(const struct simulation *s, const struct simulate_point *p, json_t *object)
{
	const struct loop_demand *loop = &s->options.demand.loop;
	const struct answered *a = &p->answered;
	double slots = simulation_slots(s, p->clocks) * (p->runs > 0 ? p->runs : 1), rate = a->clients > 0 ? (double)a->all / a->clients / slots : 0;
	bool any = a->clients > 0, done = any && loop->batch > 0 && p->passed;
	json_t *l = loop_request_json(loop);

	json_object_update_new(l, json_pack("{s:i, s:I, s:f, s:f, s:o}", "clients", (int)a->clients, "answered", (json_int_t)a->all, "requests",
					    rate, "requests_per_clock", rate * a->clients / s->network->slot_clocks, "round_trip",
					    latency_json(&p->round_trip)));
	json_object_update_new(l, json_pack("{s:o, s:o, s:o, s:o}", "least", leaf_json(s, any, a->least_leaf, "answered", a->least), "most",
					    leaf_json(s, any, a->most_leaf, "answered", a->most), "first",
					    leaf_json(s, done, a->first_leaf, "clock", a->first), "last",
					    leaf_json(s, done, a->last_leaf, "clock", a->last)));
	json_object_set_new(object, "closed_loop", l);
}

void loop_say(const struct machine *machine, const json_t *loop, struct text *out)
{
	if (!loop)
		return;
	figures_say(loop, "  requests     {requests:.4f} answered per client and slot; whole network {requests_per_clock:.4g} per clock, of {clients}"
			  " clients\n  round trip   ", out);
	latency_say(json_object_get(loop, "round_trip"), out);
	figures_say(loop, " from request to reply, of {round_trip.count} requests\n", out);
	if (json_is_null(json_object_get(loop, "least")))
		return;
	if (!json_is_null(json_object_get(loop, "last"))) {
		text_print(out, "  batches      every %s has had its ", machine->end);
		figures_say(loop, "{batch} at clock {last.clock}: ", out);
		text_print(out, "%s ", machine->end);
		figures_say(loop, "{last.leaf} last; ", out);
		text_print(out, "%s ", machine->end);
		figures_say(loop, "{first.leaf} first, at clock {first.clock}\n", out);
		return;
	}
	text_print(out, "  answered     least %s ", machine->end);
	figures_say(loop, "{least.leaf}, {least.answered} requests; ", out);
	text_print(out, "most %s ", machine->end);
	figures_say(loop, "{most.leaf}, {most.answered}\n", out);
}
