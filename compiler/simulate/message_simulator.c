/* message_simulator.c: simulates networks whose leaves send messages: one load, a file of messages, or a sweep. */
#include "leaves/leaf.h"
#include "network/machine.h"
#include "simulate/simulate.h"

bool simulate_messages_check(const struct network *net)
{
	return require_speech(net->spec, LEAF_SPEAKS_MESSAGES, "ftc simulate");
}

enum simulation_end simulate_messages(struct simulation *s, struct findings *found)
{
	const struct watcher *watcher = s->network->spec->machine->model.simulator->watcher;
	struct testbench_result r;
	struct simulate_point point;

	if (s->options.sweep)
		return simulate_sweep(s, found);
	if (watcher)
		s->watched = watcher->begin(s);
	simulate_once(s, s->options.load, &point, &r);
	if (!r.latency)
		return SIMULATION_ABSENT;
	if (point.passed && watcher && !watcher->check(s, s->watched))
		point.passed = false;
	result_report(s, &point, &r, found);
	warn_of_tries(s, &point, simulation_tries_bound(s), "");
	testbench_result_free(&r);
	return point.passed ? SIMULATION_PASSED : SIMULATION_FAILED;
}

const struct simulator message_simulator = { .subject = "messages", .check = simulate_messages_check, .run = simulate_messages };
