/* tries.c: how often a message is tried before it arrives. */
#include "model/tries.h"

#include "network/leaf.h"
#include "network/machine.h"
#include "network/prediction.h"
#include "util/figures.h"
#include "util/json.h"

/* Wires that the slots of one load may set, some tens of milliseconds; up to MOST_WORK, a network gets its FEWEST_SLOTS
 * even so: fewer say little. With more leaves than MOST_LEAVES, every slot takes long. */
static const unsigned long long slot_budget = 5000000, most_work = 750000;
enum { FEWEST_SLOTS = 200, MOST_SLOTS = 2500, MOST_LEAVES = 4096, SEED = 1, LATE_SLOTS = 30, ROUNDS = 8 };

static bool takes_turns(const struct spec *spec)
{
	return spec->turns && spec->leaf->turn_wires;
}

/* 0: the network has no slots, its words bring their ways, or leaves that try other links with words that failed: slots.c has none. */
static unsigned long long work_of(const struct network *net)
{
	const struct slot_model *model = net->spec->phase_slots > 0 ? NULL : net->spec->machine->model.slots;

	return model && !(model->detours && model->detours(net)) ? model->work(net) : 0;
}

static unsigned long slots_for(unsigned long long work)
{
	unsigned long long slots = slot_budget / work;

	return slots < FEWEST_SLOTS ? FEWEST_SLOTS : slots > MOST_SLOTS ? MOST_SLOTS : (unsigned long)slots;
}

/* Messages that a leaf can take in a slot, at most one of each other leaf. */
static unsigned lanes_of(const struct spec *spec)
{
	return spec->connections < spec->leaves ? spec->connections : spec->leaves - 1;
}

static struct tries_to_one to_one(const struct network *net, const struct slot_run *run)
{
	struct throughput result;

	throughput_slots(net, run, &result);
	return (struct tries_to_one){
		.known = true, .at_least = result.least == 0,
		.tries = (double)result.slots / (double)(result.least > 0 ? result.least : 1),
	};
}

/* With turns, one round is like the other; there is no need to simulate a large network. */
static struct tries_to_one to_one_with_turns(const struct network *net, unsigned long long work)
{
	unsigned long round = net->spec->leaves - 1;
	struct slot_run run = { .slots = ROUNDS * round, .warm_up = LATE_SLOTS + round, .seed = SEED, .turns = true,
				.to_one = true };

	/* Words that bring their slots take no turns: the number is only a bound of patience. */
	if (work == 0 || (run.slots + run.warm_up) * work > slot_budget)
		return (struct tries_to_one){ .known = net->spec->phase_slots == 0, .tries = (double)round / lanes_of(net->spec) };
	return to_one(net, &run);
}

void tries_find(const struct network *net, unsigned which, struct tries *t)
{
	unsigned long long work = net->spec->leaves <= MOST_LEAVES ? work_of(net) : 0;
	bool turns = takes_turns(net->spec);
	struct slot_run run = { .seed = SEED, .turns = turns,
				.queue = net->spec->leaf->speaks & LEAF_SPEAKS_MESSAGES };

	work = work <= most_work ? work : 0;
	*t = (struct tries){ .known = work > 0 };
	if (which & TRIES_TO_ONE && net->spec->leaf->turn_wires && net->spec->machine->model.slots)
		t->with_turns = to_one_with_turns(net, work);
	if (work == 0)
		return;
	run.slots = slots_for(work);
	if (which & TRIES_UNIFORM)
		throughput_slots(net, &run, &t->uniform);
	run.turns = false;
	run.to_one = true;
	if (which & TRIES_TO_ONE)
		t->without_turns = to_one(net, &run);
}

double tries_bound(const struct network *net, bool uniform)
{
	enum { TIMES = 5 };
	struct tries t;

	tries_find(net, uniform ? TRIES_UNIFORM : TRIES_TO_ONE, &t);
	if (uniform && !t.known)
		tries_find(net, TRIES_TO_ONE, &t);
	return TIMES * (t.uniform.most_tries ? t.uniform.most_tries : t.with_turns.tries);
}

void tries_predict(const struct network *net, struct prediction *p)
{
	struct tries t;

	tries_find(net, TRIES_UNIFORM, &t);
	p->knows_accepted = t.known;
	p->accepted = t.uniform.accepted;
	if (net->frame)
		predict_latency(net, p);
}

static json_t *json_to_one(const struct tries_to_one *t)
{
	return t->known ? json_pack("{s:f, s:b}", "tries", t->tries, "at_least", t->at_least) : json_null();
}

json_t *throughput_json(const struct network *net, const struct throughput *t)
{
	json_t *object = json_object(), *up = json_array(), *down = json_array();

	json_add_real(object, "offered", t->offered);
	json_add_real(object, "accepted", t->accepted);
	json_add_real(object, "error", t->error);
	for (unsigned k = 1; k <= net->levels; k++) {
		json_array_append_new(up, json_real(t->up[k]));
		json_array_append_new(down, json_real(t->down[k]));
	}
	json_object_set_new(object, "up", up);
	json_object_set_new(object, "down", down);
	return object;
}

json_t *tries_json(const struct network *net, const struct tries *t)
{
	json_t *object;

	if (!t->known)
		return json_null();
	object = throughput_json(net, &t->uniform);
	json_add_number(object, "slots", t->uniform.slots);
	json_add_real(object, "tries", t->uniform.tries);
	json_add_number(object, "tries_999", t->uniform.most_tries);
	json_add_real(object, "fairness", t->uniform.fairness);
	json_object_set_new(object, "to_one_with_turns", json_to_one(&t->with_turns));
	json_object_set_new(object, "to_one_without_turns", json_to_one(&t->without_turns));
	return object;
}

static void say_number(const json_t *to_one, struct text *out)
{
	figures_say(to_one, figures_has(to_one, "at_least") ? "> {tries:.4g}" : "{tries:.4g}", out);
}

static void say_to_one(const struct network *net, const struct tries *t, struct text *out)
{
	bool turns = takes_turns(net->spec);
	json_t *own = json_to_one(turns ? &t->with_turns : &t->without_turns);
	json_t *other = json_to_one(turns ? &t->without_turns : &t->with_turns);

	text_add(out, "  If all other leaves always send to leaf 0, worst sender: ");
	if (!json_is_null(own)) {
		say_number(own, out);
		text_add(out, " tries per message");
	}
	if (!json_is_null(other)) {
		text_print(out, "%swith%s turns ", json_is_null(own) ? "" : " (", turns ? "out" : "");
		say_number(other, out);
		text_add(out, json_is_null(own) ? " tries per message" : ")");
	}
	text_add(out, "\n");
	json_decref(own);
	json_decref(other);
}

void tries_print(const struct network *net, const struct tries *t, struct text *out)
{
	json_t *object = tries_json(net, t);

	if (t->known)
		figures_say(object, "  {accepted:8.4f}  accepted when messages are sent until they arrive (simulation "
			    "of {slots} slots, +- {error:.4f})\n"
			    "  {tries:8.4f}  tries of a message that arrives; {tries_999} suffice for 99.9 % of them; "
			    "least-served leaf over best-served {fairness:.2f}\n", out);
	else if (net->spec->phase_slots > 0)
		text_add(out, "  Words bring their parents and slots: how often they are tried depends on these\n");
	else if (net->spec->leaves > MOST_LEAVES || work_of(net) > 0)
		text_add(out, "  Tries are not known: the network is too large for a simulation of slots\n");
	else
		text_add(out, "  Tries are not known: the simulation of slots has no leaves that try other links\n");
	if (t->with_turns.known || t->without_turns.known)
		say_to_one(net, t, out);
	json_decref(object);
}
