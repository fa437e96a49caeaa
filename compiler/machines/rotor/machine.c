/* machine.c: a rotor, as a machine. */
#include "machines/rotor/rotor.h"

#include <string.h>

#include "emit/emit.h"
#include "parse/kind.h"
#include "simulate/simulate.h"
#include "util/text.h"

static void elaborate(struct network *net)
{
	struct rotor_shape s = rotor_shape(net->spec);

	net->ends = s.leaves;
	net->label_bits = s.label_bits;
	net->slot_clocks = s.bins;	/* every source meets every bin */
	net->takes_early = true;
	net->elements_between_registers = 1;	/* as many as there can be */
	for (unsigned peak = 0; peak <= MAXIMUM_LABEL_BITS; peak++)
		net->direct_clocks[peak] = rotor_shortest_clocks(&s);
}

static void describe(const struct spec *spec, struct text *out)
{
	text_print(out, "Rotor of %u leaves, %u payload bits", spec->leaves, spec->payload_bits);
}

static unsigned resolved(const struct network *net, const char *key)
{
	struct rotor_shape s = rotor_shape(net->spec);

	if (strcmp(key, "bins") == 0)
		return s.bins;
	return strcmp(key, "queue-words") == 0 ? 1u << s.queue_bits : 0;
}

static const struct machine_choice choice = { .machine = "rotor" };

const struct kind rotor_kind = {
	.word = "rotor", .name = "rotor", .keys = rotor_keys, .own_size = sizeof(struct rotor_parameters), .choices = &choice,
	.read = machine_read,
};

const struct machine rotor_machine = {
	.folder = "rotor",
	.name = "rotor",
	.describe = describe,
	.smaller = "fewer leaves",
	.end = "leaf",
	.ends = "leaves",
	.read = rotor_read,
	.elaborate = elaborate,
	.shape = { .forwards = true },	/* queues hold words; which of them asked twice, only the rotor knows */
	.hardware = {
		.lower = rotor_lower,
		.resolved = resolved,
		.prove = rotor_prove,
		.bench = &message_bench,
	},
	.model = {
		.predict = rotor_predict,
		.simulator = &message_simulator,
	},
	.board = {
		.clock = { { .family = "ecp5", .fit = { 4.65, 0, 0.036 } }, { .family = "ice40", .fastest_mhz = 90 },
			   { .family = "ice40up", .fastest_mhz = 36 } },
		.check_rams = rotor_check_rams,
		.self_test = &rotor_self_test,
	},
	.report = {
		.show = rotor_report,
		.draw = rotor_draw,
		.propose = rotor_propose,
	},
};
