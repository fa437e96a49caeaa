/* generate.c: `ftc generate`: turns a parameter file into a folder of Verilog, lists and drawings. */
#include <stdio.h>
#include <stdlib.h>

#include "commands/deliver.h"
#include "commands/generate.h"
#include "emit/bus_files.h"
#include "emit/emit.h"
#include "fpga/clock.h"
#include "fpga/fit.h"
#include "network/machine.h"
#include "emit/shell.h"
#include "shells/shells.h"
#include "util/limit.h"
#include "util/message.h"

bool emit_all(const struct network *net, const struct extras *extras, const char *invocation, struct output *out)
{
	limit_stage("the Verilog", net->spec->machine->smaller);
	struct stack stack = stack_lower(net);
	struct design *bench = bench_exists(net->spec) ? bench_design(&stack, net) : NULL;
	bool ok = emit_checked(stack.network, net, "rtl", invocation, out)
		&& emit_checked(stack.crossing, net, "rtl", invocation, out)
		&& emit_checked(stack.shell, net, "rtl", invocation, out)
		&& emit_checked(stack.drivers, net, "bench", invocation, out)
		&& emit_checked(stack.crossing_drivers, net, "bench", invocation, out)
		&& emit_checked(bench, net, "bench", invocation, out);

	if (ok) {
		emit_manifest(stack.shell ? stack.shell : stack.network, net, out);
		emit_bus_files(net->spec, out);
		if (net->spec->machine->report.draw)
			net->spec->machine->report.draw(net, out);
		ok = !extras->board
			|| (emit_checked(stack.drivers, net, "board", invocation, out)
			    && emit_board(stack_top(&stack), net, extras, invocation, out));
	}
	design_free(bench);
	stack_free(&stack);
	return ok;
}

static void add_core(const struct network *net, const struct extras *extras, struct output *out)
{
	char *path = format_string("%s.core", net->spec->name);
	struct text core = {0};

	print_fusesoc(net, extras, out, "", NULL, false, &core);
	output_add(out, path, &core);
	free(path);
}

/* Writes the files, once the command line has been read. */
static int write_network(const struct command_line *line, const struct network *net, const struct extras *extras)
{
	const char *name = net->spec->name;
	struct output out = { 0 };
	int status = EXIT_USAGE;

	if (shell_check(net)) {
		status = EXIT_WORK_FAILED;
		if (emit_all(net, extras, line->invocation, &out)) {
			add_core(net, extras, &out);
			size_t files = out.count;

			status = deliver_directory(line, name, &out);
			char *top = shell_top_name(net);

			if (status == EXIT_DONE)
				printf("%s: %zu files; top module %s\n", name_shown(line->output), files, top);
			free(top);
		}
	}
	output_free(&out);
	return status;
}

enum { OPTION_BOARD, OPTION_COUNT };

static const struct option options[] = {
	[OPTION_BOARD] = { "--board", "NAME", "build for this board: add its top module and FuseSoC target" },
	[OPTION_COUNT] = { 0 },
};

static int generate_spec(const struct command_line *line, const struct spec *spec, const struct extras *extras, struct pll *pll)
{
	if (spec->machine->board.for_boards)
		fit_warn(spec);
	struct network *net = extras->board ? clock_network(extras->board, spec, application_default(spec), 0, pll) : network_new(spec);
	int status = net ? write_network(line, net, extras) : EXIT_USAGE;

	network_free(net);
	return status;
}

static int generate(const struct command_line *line)
{
	const char *board_name = line->value[OPTION_BOARD];
	struct board board = {0};
	struct spec spec;
	struct pll pll;
	int status = EXIT_USAGE;

	if (!line->output) {
		error("generate needs a place for its files");
		suggest("ftc generate %s -o out", shell_word(line->file));
		return EXIT_USAGE;
	}
	const struct extras extras = {
		.board = board_name ? &board : NULL, .pll = &pll,
	};

	if ((!extras.board || board_read(&board, board_name))
	    && network_read_spec(&spec, line->file, line->overrides, line->override_count)) {
		if (shell_for_user(&spec, line->shell))
			status = generate_spec(line, &spec, &extras, &pll);
		spec_free(&spec);
	}
	board_free(&board);
	return status;
}

const struct command command_generate = {
	.name = "generate",
	.summary = "write the network as Verilog, with file list, FuseSoC core, manifest and drawing",
	.page = "docs/tutorial/guide.md",
	.usage = "FILE -o DIR [--board NAME]",
	.options = options,
	.needs_file = true,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_DRAWINGS | TAKES_LIMIT | TAKES_SHELL,
	.run = generate,
};
