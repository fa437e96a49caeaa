/* board_files.c: writes a board's top module with its network into a folder.
 *
 *   board_files APPLICATION BOARD FOLDER PARAMETERS [KEY=VALUE...]		FOLDER must not exist
 *
 * A bit of the serial line lasts BIT_CLOCKS clocks, and a round of the self test is as short as can be. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit/emit.h"
#include "fpga/board_top.h"
#include "lower/design.h"
#include "util/text.h"

enum { BIT_CLOCKS = LEAST_BIT_CLOCKS, STEP_BITS = 6 };

static enum application_kind application(const char *name)
{
	for (unsigned k = 0; k < APPLICATION_COUNT; k++)
		if (!strcmp(name, application_names[k]))
			return (enum application_kind)k;
	fprintf(stderr, "no application %s\n", name);
	exit(99);
}

/* All but the folder's name; false after a message. */
static bool write_top(struct board_top *top, const char *folder)
{
	struct output out = { 0 };
	int status;

	return application_of(top->application, top->net->spec)->check(top->net, top->board) && design_check(top->design)
	       && emit_verilog(top->design, top->net, "ftc build", &out) && board_top_emit(top, "board", &out)
	       && output_commit(&out, folder, "test", "board", &status);
}

int main(int count, char **word)
{
	struct override set[8] = { 0 };
	struct board board;
	struct spec spec;
	struct pll pll;
	double low, high;

	if (count < 5 || count - 5 > (int)(sizeof set / sizeof set[0]))
		return 99;
	for (int k = 5; k < count; k++)
		set[k - 5].text = word[k];
	if (!network_read_spec(&spec, word[4], set, (size_t)count - 5) || !board_read(&board, word[2])
	    || !pll_find(board.pll, board.oscillator_mhz, board.clock_mhz, &pll, &low, &high))
		return 1;
	spec.family = device_family(board.device);
	struct network *net = network_new(&spec);
	struct board_top top = {
		.board = &board, .pll = &pll, .net = net, .design = net ? design_lower(net) : NULL,
		.application = application(word[1]), .step_bits = STEP_BITS,
		.baud = (unsigned)(pll.output_mhz * 1e6 / BIT_CLOCKS), .invocation = "ftc build",
	};

	return !net || !write_top(&top, word[3]);
}
