/* machine.c: a link that joins two chips. */
#include "machines/link/link.h"

#include "network/network.h"
#include "util/text.h"

static void elaborate(struct network *net)
{
	struct link_shape shape = link_shape(net->spec);
	struct link_frame f = link_frame(net->spec, &shape);

	net->ends = 2;
	net->slot_clocks = f.clocks;
	/* A word that comes when a frame begins has left with that frame, and is told two walks of 16 later. */
	net->latency = f.clocks;
}

static void describe(const struct spec *spec, struct text *out)
{
	text_print(out, "Link of words of %u bits through %u pin%s each way", spec->payload_bits, spec->link_pins,
		   spec->link_pins == 1 ? "" : "s");
}

void link_prove(struct proofs *list, const struct network *net)
{
	struct link_shape shape = link_shape(net->spec);

	prove_link(list, net->spec, &shape);
}

static const struct machine_choice choice = { .machine = "link" };

const struct kind link_kind = {
	.word = "link",
	.name = "link",
	.keys = link_keys,
	.choices = &choice,
	.read = machine_read,
};

const struct machine link_machine = {
	.folder = "link",
	.name = "link",
	.describe = describe,
	.smaller = "fewer bits",
	.end = "end",
	.ends = "ends",
	.read = link_read,
	.elaborate = elaborate,
	.hardware = {
		.lower = link_lower,
		.prove = link_prove,
	},
	.model = { .simulator = &link_simulator },
	.report = { .show = link_report },
};
