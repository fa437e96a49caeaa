/* strikes.c: the option --strike of `ftc simulate`. */
#include "commands/strikes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "network/machine.h"
#include "parse/keys.h"
#include "parse/kind.h"
#include "util/message.h"
#include "util/text.h"

enum { SLOTS_TO_COUNT = 2 };	/* after its last bit, a register counts from the second slot on at the latest */
static const unsigned long last_clock = 1000000000000;

/* The clock after the last one in which messages are made, unless they come from a file. */
static uint64_t end_of(const struct simulation *s)
{
	return (s->options.warmup + s->options.frames) * (uint64_t)s->network->slot_clocks;
}

/* Clocks from a strike to the first one in which the next may come. */
static uint64_t pause_of(const struct simulation *s)
{
	return s->fault_bits + SLOTS_TO_COUNT * (uint64_t)s->network->slot_clocks;
}

static bool check_network(const struct spec *spec)
{
	if (!spec->machine->model.strike)
		return machine_lacks(spec, "--strike");
	if (spec->fault_registers)
		return true;
	if (!key_of(spec->kind, "fault-registers")) {
		error("--strike: a %s has no fault registers: expected a network that can have them, or nothing can die while it"
		      " runs", spec->kind->word);
		return suggest("without --strike");
	}
	error("--strike: %s has no fault registers: expected them, or nothing can die while the network runs", spec->source);
	return suggest("--set fault-registers=true");
}

/* The first clock that is late enough after the strike before, and the last one in which messages are made. */
static bool check_clock(const struct simulation *s, const char *piece, unsigned long clock)
{
	const struct simulate_options *o = &s->options;
	uint64_t end = end_of(s), pause = pause_of(s);
	const struct testbench_strike *before = s->strike_count ? &s->strikes[s->strike_count - 1] : NULL;

	if (before && clock < before->clock + pause) {
		error("--strike %s: expected clock %" PRIu64 " or a later one: the one before is %" PRIu64 ", its %u bits enter"
		      " one a clock, and count %d slots later", piece, before->clock + pause, before->clock, s->fault_bits,
		      SLOTS_TO_COUNT);
		return suggest("%" PRIu64 "%s", before->clock + pause, strchr(piece, ':'));
	}
	if (simulation_ends_itself(o) || clock < end)
		return true;
	error("--strike %s: expected a clock below %" PRIu64 ", the end of the %lu slots", piece, end, o->warmup + o->frames);
	return suggest("--frames %lu", clock / s->network->slot_clocks + 1);
}

/* "1200:node:6+link:4:6" */
static bool add_strike(struct simulation *s, const char *piece, bool *ends_die)
{
	const char *colon = strchr(piece, ':');
	char *number = format_string("%.*s", (int)(colon ? colon - piece : 0), piece), *place = format_string("--strike %s", piece);
	struct strike strike = {0};
	unsigned long clock = 0;
	bool good = colon && colon[1] && text_to_unsigned(number, &clock) && clock <= last_clock;

	if (!good) {
		error("--strike %s: expected CLOCK:FAULT, CLOCK:FAULT+FAULT or CLOCK:none", *piece ? piece : "(nothing)");
		suggest("--strike 1000:link:1:2,5000:none");
	}
	good = good && s->network->spec->machine->model.strike(s->network, place, strcmp(colon + 1, "none") ? colon + 1 : "",
							       &strike);
	if (good) {
		s->fault_bits = strike.bits;
		good = check_clock(s, piece, clock);
	}
	if (good) {
		s->strikes = reallocate(s->strikes, (s->strike_count + 1) * sizeof *s->strikes);
		s->strikes[s->strike_count++] = (struct testbench_strike){ clock, strike.dead, copy_string(colon + 1) };
		*ends_die = strike.ends_die;
	} else {
		free(strike.dead);
	}
	free(number);
	free(place);
	return good;
}

/* A clock at which all may live again: some slots later, but before the end if the register can be ready by then. */
static uint64_t revival(const struct simulation *s, uint64_t clock)
{
	uint64_t end = end_of(s), ready = clock + pause_of(s), usual = clock + 200 * (uint64_t)s->network->slot_clocks;

	if (simulation_ends_itself(&s->options) || usual < end || ready >= end)
		return usual;
	return ready + (end - 1 - ready) / 2;
}

bool read_strikes(struct simulation *s, const char *list)
{
	char *copy = list ? copy_string(list) : NULL, *rest = copy;
	bool ends_die = false, good = !list || check_network(s->network->spec);

	while (good && rest)
		good = add_strike(s, strsep(&rest, ","), &ends_die);
	free(copy);
	if (!good || !ends_die)
		return good;
	const struct testbench_strike *last = &s->strikes[s->strike_count - 1];
	const struct machine *machine = s->network->spec->machine;

	error("--strike %" PRIu64 ":%s: messages for a dead %s wait until it lives: expected that all %s live at the end", last->clock,
	      last->what, machine->end, machine->ends);
	return suggest("--strike %s,%" PRIu64 ":none", list, revival(s, last->clock));
}
