/* simulate_bus.c: `ftc simulate --bus`: the Verilog of a network with a bus, its masters and memories driven from C, with every
 * access checked. */
#include "commands/simulate_bus.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "commands/run_results.h"
#include "network/machine.h"
#include "parse/bus.h"
#include "shells/shells.h"
#include "simulate/bus_run.h"
#include "simulate/delivery_log.h"
#include "trails.h"
#include "util/limit.h"
#include "util/message.h"

enum {
	DEFAULT_ACCESSES = 10000, MOST_ACCESSES = 1000000000, MOST_THINK = 1000000, MOST_MEMORY_CLOCKS = 100000, MOST_SEEDS = 64,
	WARMUP_SHARE = 10,
};

/* "3", or "0..15". */
static bool read_memory_clocks(const char *text, struct bus_options *o)
{
	const char *dots = text ? strstr(text, "..") : NULL;

	if (!text)
		return true;
	if (!dots) {
		bool good = option_unsigned("--memory-clocks", text, 0, MOST_MEMORY_CLOCKS, &o->memory_high);

		o->memory_low = o->memory_high;
		return good;
	}
	char *low = format_string("%.*s", (int)(dots - text), text), *after = copy_string(dots);
	struct option_part low_part = { .option = "--memory-clocks", .text = low, .before = "", .after = after };
	char *before = format_string("%s..", low);
	struct option_part high_part = { .option = "--memory-clocks", .text = dots + strlen(".."), .before = before, .after = "" };
	bool good = part_unsigned(&low_part, 0, MOST_MEMORY_CLOCKS, &o->memory_low)
		    && part_unsigned(&high_part, o->memory_low, MOST_MEMORY_CLOCKS, &o->memory_high);

	free(before);
	free(after);
	free(low);
	return good;
}

/* A channel that waits for long looks like a slave that is dead. */
static bool check_holds(const struct spec *spec, const struct bus_options *o)
{
	if (o->holds <= 0 || (spec->bus->timeout == 0 && (bus_converts(spec, BUS_MASTER) || bus_converts(spec, BUS_SLAVE))))
		return true;
	if (spec->bus->timeout > 0) {
		error("--holds is given, but slaves have a timeout of %u clocks: expected timeout 0, for channels wait by chance", spec->bus->timeout);
		return suggest("--set timeout=0");
	}
	error("--holds is given, but no port has channels that may wait: expected ports of another kind");
	return suggest("--set bus=%s", bus_words[BUS_AXI_LITE]);
}

/* A slave that is slow now and then is answered for now and then: the bench knows dead ones, and those that are in time. */
static bool check_timeout(const struct spec *spec, const struct bus_options *o)
{
	unsigned timeout = spec->bus->timeout, least = LEAST_TIMEOUT + bus_converts(spec, BUS_SLAVE);

	if (o->has_dead && timeout == 0) {
		error("--dead is given, but slaves have no timeout: expected the key timeout, for their masters wait for ever");
		return suggest("--set timeout=64");
	}
	if (timeout == 0 || o->memory_high + least <= timeout)
		return true;
	error("--memory-clocks goes to %lu, but slaves have a timeout of %u clocks: expected at most %u", o->memory_high, timeout,
	      timeout > least ? timeout - least : 0);
	return suggest("--memory-clocks %u, or --set timeout=%lu", timeout > least ? timeout - least : 0, o->memory_high + least);
}

bool simulate_bus_read(const struct network *net, const struct bus_values *value, struct bus_options *o)
{
	unsigned long first = net->spec->machine->first_end;

	*o = (struct bus_options){ .reads = 0.5, .unmapped = 0.01, .accesses = DEFAULT_ACCESSES, .seed = 1, .seeds = 1, .hot = first,
				   .has_hot = value->hot, .dead = first, .has_dead = value->dead };
	if (!option_real("--reads", value->reads, 0, 1, &o->reads) || !option_real("--unmapped", value->unmapped, 0, 1, &o->unmapped)
	    || !option_real("--errors", value->errors, 0, 1, &o->errors)
	    || !option_real("--holds", value->holds, 0, 0.9, &o->holds) || !option_unsigned("--think", value->think, 0, MOST_THINK, &o->think) || !read_memory_clocks(value->memory_clocks, o)
	    || !option_unsigned("--hot", value->hot, first, first + net->spec->leaves - 1, &o->hot)
	    || !option_unsigned("--dead", value->dead, first, first + net->spec->leaves - 1, &o->dead)
	    || !option_unsigned("--accesses", value->accesses, 1, MOST_ACCESSES, &o->accesses)
	    || !option_unsigned("--seed", value->seed, 0, ULONG_MAX - MOST_SEEDS, &o->seed)
	    || !option_unsigned("--seeds", value->seeds, 1, MOST_SEEDS, &o->seeds))
		return false;
	o->warmup = o->accesses / WARMUP_SHARE;
	return option_unsigned("--warmup", value->warmup, 0, MOST_ACCESSES, &o->warmup)
	       && (!o->has_hot || bus_check_slave(net, "--hot", o->hot)) && (!o->has_dead || bus_check_slave(net, "--dead", o->dead))
	       && check_holds(net->spec, o) && check_timeout(net->spec, o);
}

/* The network with its bus. NULL after a message. */
static struct network *read_network(const struct command_line *line)
{
	struct network *net = NULL;
	struct spec spec;

	if (!network_read_spec(&spec, line->file, line->overrides, line->override_count))
		return NULL;
	if (!spec.bus) {
		error("--bus is given, but %s has no bus: expected the key bus", name_shown(line->file));
		suggest("--set bus=%s", bus_words[0]);
	} else if (shell_for_user(&spec, line->shell)) {
		net = network_new(&spec);
	}
	spec_free(&spec);
	if (!net || shell_check(net))
		return net;
	network_free(net);
	return NULL;
}

/* Runs it, and writes what the options want. */
static int run(struct network *net, const struct command_line *line, const struct simulate_options *results, const struct bus_options *o)
{
	struct simulation s = { .invocation = line->invocation, .network = net, .options = *results, .engine = ENGINE_RTL, .answers = true,
				.words_are = "Words are requests to slaves and their answers, both with the number of their access." };
	struct findings found = { 0 };
	int status = EXIT_WORK_FAILED;

	run_results_begin(&s);
	bool passed = bus_simulate(net, o, s.log, &found);

	if (found.text.length > 0)
		status = run_results_deliver(&s, line, &found);
	findings_free(&found);
	delivery_log_free(s.log);
	trails_free(s.trails);
	if (passed || status != EXIT_DONE)
		return status;
	suggest("%s (seed %lu): it happens again", line->invocation, o->seed);
	return EXIT_WORK_FAILED;
}

int simulate_bus(const struct command_line *line, const struct bus_values *value)
{
	struct simulate_options results = { .log = value->log, .html = value->html };
	struct network *net = read_network(line);
	struct bus_options o;
	int status = EXIT_USAGE;

	if (net && simulate_bus_read(net, value, &o) && run_results_check(&results, net->spec->name, line, &status)) {
		limit_end();
		status = run(net, line, &results, &o);
	}
	network_free(net);
	return status;
}
