/* read.c: reads a circuit by its file's suffix. */
#include <stdlib.h>
#include <string.h>

#include "overlay/logic.h"
#include "overlay/readers.h"
#include "util/digest.h"
#include "util/file.h"
#include "util/message.h"

enum { MOST_BYTES = 1 << 30 };

static bool read_verilog(struct netlist *n, const char *path, const char *top, int *status)
{
	struct text source = { 0 }, json = { 0 };
	bool good = read_input(path, MOST_BYTES, &source);

	if (good)
		good = yosys_synthesise(path, &source, top, &json, status);
	if (good) {
		*status = EXIT_USAGE;
		good = yosys_json_parse(n, path, NULL, &json);
	}
	if (good)
		digest_text(&source, n->digest);
	text_free(&source);
	text_free(&json);
	return good;
}

static bool refuse_suffix(const char *path)
{
	return error_at((struct place){ .file = path },
			"the name does not say what it is: expected a name that ends in .blif, .json (of Yosys), .v or .sv");
}

bool netlist_read(struct netlist *n, const char *path, const char *top, int *status)
{
	bool good;

	*status = EXIT_USAGE;
	if (text_ends_with(path, ".blif"))
		good = blif_read(n, path, top);
	else if (text_ends_with(path, ".json"))
		good = yosys_json_read(n, path, top);
	else if (text_ends_with(path, ".v") || text_ends_with(path, ".sv"))
		good = read_verilog(n, path, top, status);
	else
		good = refuse_suffix(path);
	if (good)
		logic_choose_initial(n);
	return good;
}
