/* machine.c: Bay's area-universal circuit. */
#include "machines/area-universal/area_universal.h"

#include "fpga/application.h"
#include "machines/area-universal/image_proof.h"
#include "machines/area-universal/proof.h"
#include "machines/fat_tree_common.h"
#include "network/cost.h"
#include "util/message.h"
#include "util/text.h"

static void describe(const struct spec *spec, struct text *out)
{
	const struct device_parameters *own = device_parameters(spec);

	text_print(out, "Area-universal device of %u mesh%s of %u x %u elements", own->meshes, own->meshes == 1 ? "" : "es", own->side,
		   own->side);
}

static bool check_rams(const struct network *net, const char *board, unsigned long block_rams)
{
	struct cost cost = network_cost(net);
	unsigned long needed = cost_block_rams(&cost, net->spec->family);

	if (needed <= block_rams)
		return true;
	error("the network does not fit the %s: the settings of %u meshes need %lu block RAMs, it has %lu for them", board,
	      net->ends, needed, block_rams);
	return suggest("--set settings-depth=%u; narrower capacities; or a larger board", LEAST_SETTINGS_DEPTH);
}

/* rtl-templates/area-universal/mesh.v has the path. */
static struct element_arrays arrays(const struct network *net)
{
	const struct device_parameters *own = device_parameters(net->spec);

	return (struct element_arrays){ own->meshes, own->side, own->side, "rows[R].columns[C].here" };
}

static const struct machine_choice choice = { .machine = "area-universal" };

const struct kind area_universal_kind = {
	.word = "area-universal",
	.name = "device",
	.keys = area_universal_keys,
	.own_size = sizeof(struct device_parameters),
	.choices = &choice,
	.read = machine_read,
	.warn = area_universal_warn,
};

const struct machine area_universal_machine = {
	.folder = "area-universal",
	.name = "area-universal device",
	.describe = describe,
	.smaller = "fewer meshes, or a smaller mesh-side",
	.end = "mesh",
	.ends = "meshes",
	.read = area_universal_read,
	.accept = area_universal_accept,
	.elaborate = area_universal_elaborate,
	.shape = { .channels = fat_tree_channels },
	.hardware = {
		.lower = area_universal_lower,
		.arrays = arrays,
		.add_node_logic = area_universal_add_node_logic,
		.prove = device_prove,
	},
	.model = { .simulator = &device_simulator },
	.board = {
		.clock = {
			{ .family = "ecp5", .fastest_mhz = 100 },
			{ .family = "ice40", .fastest_mhz = 84 },
			{ .family = "ice40up", .fastest_mhz = 42 },
		},
		.for_boards = true,
		.check_rams = check_rams,
		.host = &overlay_host_application,
	},
	.report = {
		.show = area_universal_report,
		.draw = area_universal_draw,
	},
	.circuits = {
		.overlay = area_universal_overlay,
		.prove_image = device_prove_image,
	},
};
