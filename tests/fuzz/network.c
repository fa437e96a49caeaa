/* network.c: fuzz target: the parameters of a small network, as far as its report and its modules. Where hardware can
 * be made of them, the design has no fault. */
#include <stdlib.h>

#include "input.h"
#include "lower/design.h"
#include "machines/sorter/sorter.h"
#include "network/machine.h"
#include "network/network.h"
#include "util/output.h"

/* Larger networks take too long for a fuzzer, and have nothing that smaller ones lack. */
enum { MOST_SMALL_LEAVES = 6, MOST_SMALL_WIRES = 4, MOST_SMALL_BITS = 40, MOST_SMALL_NODES = 10 };

static bool is_small(const struct spec *spec)
{
	bool small = spec->leaves <= MOST_SMALL_LEAVES && spec->payload_bits <= MOST_SMALL_BITS
		     && spec->link_width <= MOST_SMALL_WIRES && spec->connections <= MOST_SMALL_WIRES
		     && spec->schedule_cycles <= MOST_SMALL_NODES;

	if (spec->machine == &sorter_machine)
		small = small && sorter_parameters(spec)->wires <= MOST_SMALL_WIRES
			&& sorter_parameters(spec)->serial.key_bits <= MOST_SMALL_BITS;
	for (unsigned k = 0; k <= MAXIMUM_LEVELS; k++)
		small = small && spec->capacity[k] <= MOST_SMALL_WIRES && spec->level_nodes[k] <= MOST_SMALL_NODES
			&& spec->parents[k] <= MOST_SMALL_WIRES;
	return small;
}

static void lower(const struct spec *spec)
{
	struct network *net = network_elaborate(spec);
	struct design *design = design_lower(net);

	require(design_check(design));
	design_free(design);
	network_free(net);
}

static void build(const struct spec *spec)
{
	struct findings found = {0};

	spec->machine->report.show(spec, false, &found);
	findings_free(&found);
	if (!spec->schedule_name && (!spec->machine->accept || spec->machine->accept(spec)))
		lower(spec);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text content = {0};
	struct spec spec;

	text_add(&content, "");
	text_add_bytes(&content, data, size < MOST_INPUT ? size : MOST_INPUT);
	if (spec_read(&spec, input_file(0, "input.yaml", &content), NULL, 0)) {
		if (is_small(&spec))
			build(&spec);
		spec_free(&spec);
	}
	input_close();
	text_free(&content);
	return 0;
}
