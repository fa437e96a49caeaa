/* compile.c: `ftc compile`: a circuit of gates and flip-flops becomes an image for an area-universal device. */
#include <stdio.h>
#include <stdlib.h>

#include "commands/deliver.h"
#include "fpga/fit.h"
#include "network/machine.h"
#include "network/network.h"
#include "network/prediction.h"
#include "overlay/compile.h"
#include "overlay/compile_report.h"
#include "schedule/schedule.h"
#include "util/message.h"
#include "util/number.h"

static const struct option options[] = {
	{ "--top-module", "NAME", "the top module, if the file has several" },
	{ "--model", "MODEL", "flip-flops (default): a step is a clock of the circuit; gates-latched: a step is the"
	  " delay of a gate" },
	{ "--seed", "N", "seed of all random choices; default 1" },
	{ "--effort", "N", "1 .. 10, effort of the search for short paths; default 3" },
	{ "--meshes", "N", "spread the circuit over this many meshes, even if fewer would do" },
	{ "--pins", "FILE", "pins of the ports: lines of \"port mesh pin\"" },
	{ "--picture", "FILE.svg", "draw the meshes" },
	{ NULL, NULL, NULL }
};
enum { TOP, MODEL, SEED, EFFORT, MESHES, PINS, PICTURE };

enum { USUAL_EFFORT = 3, MOST_EFFORT = 10 };

/* The device, and what has been made for it. */
struct work {
	struct network *net;
	struct overlay o;
	struct compiled c;
};

static bool read_options(const struct command_line *line, const struct overlay *o, struct compile_request *q)
{
	const char *const *values = line->value;
	unsigned long seed = 1, effort = USUAL_EFFORT, meshes = 0;
	unsigned model = LOGIC_FLIP_FLOPS;

	if (!option_word("--model", values[MODEL], logic_model_names, LOGIC_MODELS, &model)
	    || !option_unsigned("--seed", values[SEED], 0, 0xffffffff, &seed)
	    || !option_unsigned("--effort", values[EFFORT], 1, MOST_EFFORT, &effort)
	    || !option_unsigned("--meshes", values[MESHES], 1, o->meshes, &meshes)
	    || !option_picture(values[PICTURE], "meshes", true))
		return false;
	if (meshes > 0 && !is_power_of_2(meshes)) {
		error("--meshes is %lu: expected a power of 2, for a circuit is halved again and again", meshes);
		return suggest("--meshes %u", meshes == 3 ? 2u : 4u);
	}
	*q = (struct compile_request){
		.model = model, .seed = seed, .effort = (unsigned)effort, .pins = values[PINS], .most_meshes = (unsigned)meshes,
		.spread = meshes > 0,
	};
	return true;
}

static double clock_of(const struct network *net)
{
	double mhz = predict_mhz(net);

	return net->spec->clock_mhz > 0 || mhz == 0 ? network_wanted_mhz(net->spec) : mhz;
}

/* Writes files first: a report printed before a failed write would look like success. */
static int write_results(const struct work *w, const struct command_line *line)
{
	struct channel_tree tree;
	struct compile_report report = { &w->c, &w->o, w->net->spec->name, clock_of(w->net), w->o.levels > 0 ? &tree : NULL };
	struct text image = { 0 }, picture = { 0 };
	struct findings found = { .files.count = 0 };
	int status = EXIT_DONE;

	if (w->o.levels > 0)
		tree = channel_tree_of(w->net);
	if (line->output) {
		image_print(&w->c.image, &w->o, &image);
		status = deliver_file(line->output, &image);
	}
	if (status == EXIT_DONE && line->value[PICTURE]) {
		compile_picture(&report, &picture);
		status = deliver_file(line->value[PICTURE], &picture);
	}
	if (status != EXIT_DONE)
		return status;
	compile_report(&report, &found);
	deliver_about(&found, w->net->spec);
	status = deliver_shown(line, w->net->spec->name, &found);
	findings_free(&found);
	return status;
}

/* What the meshes take when they have this side: nearly all of a device is elements. */
static struct need scaled(struct need need, double share)
{
	need.lut4 *= share;
	need.ff *= share;
	need.cells *= share;
	return need;
}

/* The board with the least logic that holds the device with meshes of that side. A fresh name; NULL: none does. */
static char *find_board(const struct work *w, unsigned side)
{
	double share = (double)side * side / ((double)w->o.side * w->o.side);
	size_t count;
	unsigned long least = 0;
	const char *const *names = board_names(&count);
	char *found = NULL;

	for (unsigned long i = 0; i < count; i++) {
		struct board board;

		if (!board_read(&board, names[i]))
			continue;
		struct need need = scaled(fit_need(w->net->spec, &board), share);
		if (need.known && fit_judge(&board, &need) == FITS_YES && (!found || board.device->logic < least)) {
			least = board.device->logic;
			free(found);
			found = copy_string(board.name);
		}
		board_free(&board);
	}
	return found;
}

/* Behind the error of a device that is too small. */
static void suggest_device(const struct work *w)
{
	struct text unheard = { 0 };

	struct text *before = message_capture(&unheard);
	char *board = find_board(w, w->c.wanted_side);
	message_capture(before);
	if (board)
		suggest("a device with a mesh-side of %u; the smallest board for it is %s", w->c.wanted_side, board);
	else
		suggest("a device with a mesh-side of %u, which no board holds, or one with more meshes", w->c.wanted_side);
	free(board);
	text_free(&unheard);
}

static int compile(struct work *w, const struct command_line *line)
{
	struct compile_request request;
	int status = EXIT_USAGE;

	w->net->spec->machine->circuits.overlay(w->net, &w->o);
	if (!read_options(line, &w->o, &request)
	    || !netlist_read(&w->c.netlist, line->word[0], line->value[TOP], &status))
		return status;
	if (compile_circuit(&w->c, &w->o, &request, &status))
		return write_results(w, line);
	if (w->c.wanted_side > 0)
		suggest_device(w);
	return status;
}

static bool check_words(const struct command_line *line)
{
	if (line->word[0])
		return true;
	error("ftc compile is given no circuit: expected a device's parameter file and a circuit");
	return suggest("ftc compile %s circuit.v -o circuit.image.json", shell_word(line->file));
}

static int run_compile(const struct command_line *line)
{
	struct work w = { .net = NULL };
	struct spec spec;
	int status = EXIT_USAGE;

	if (!network_read_spec(&spec, line->file, line->overrides, line->override_count))
		return EXIT_USAGE;
	if (!spec.machine->circuits.overlay) {
		machine_lacks(&spec, "ftc compile");
	} else if (check_words(line)) {
		w.net = network_elaborate(&spec);
		status = compile(&w, line);
		compiled_free(&w.c, &w.o);
		network_free(w.net);
	}
	spec_free(&spec);
	return status;
}

const struct command command_compile = {
	.name = "compile",
	.summary = "turn a circuit of gates and flip-flops into an image for an area-universal device",
	.page = "docs/how-to/circuits.md",
	.usage = "FILE CIRCUIT [-o IMAGE.json] [--top-module NAME] [--model MODEL] [--seed N] [--picture FILE.svg]",
	.options = options,
	.needs_file = true,
	.words = 1,
	.takes = TAKES_SET | TAKES_OUTPUT_FILE | TAKES_JSON | TAKES_TOOL_TIME | TAKES_TOOL_MEMORY,
	.run = run_compile,
};
