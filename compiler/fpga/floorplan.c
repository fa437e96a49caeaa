/* floorplan.c: a script for nextpnr that places arrays of elements. */
#include "fpga/floorplan.h"

#include <stdlib.h>

#include "network/network.h"
#include "util/output.h"
#include "util/paths.h"
#include "util/text.h"

enum { FILE_LIMIT = 1 << 20 };

bool floorplan_wanted(const struct machine *machine, const struct toolchain *tools)
{
	return machine->hardware.arrays && tools->floorplan;
}

bool floorplan_make(const struct network *net, const struct toolchain *tools, struct text *script)
{
	const struct machine *machine = net->spec->machine;
	struct text places = {0};

	if (!floorplan_wanted(machine, tools))
		return true;
	struct element_arrays all = machine->hardware.arrays(net);
	char *relative = format_string("map/%s", tools->floorplan), *path = template_path(relative);
	bool done = read_file(path, FILE_LIMIT, &places);

	text_print(script, "ARRAYS, ROWS, COLUMNS, PATH = %u, %u, %u, \"%s\"\n", all.arrays, all.rows, all.columns, all.path);
	text_add_bytes(script, places.bytes, places.length);
	text_free(&places);
	free(path);
	free(relative);
	return done;
}
