/* board_files.c: a board's part of a generated network: the top module with the application
 * that `ftc build` takes, and the pins. As in `ftc
 * build`, but in a folder of their own: a user who needs only the network can leave them out. */
#include <stdlib.h>

#include "fpga/board_top.h"
#include "fpga/clock.h"
#include "fpga/extras.h"

enum { CONSTRAINTS_LIMIT = 1 << 20 };

static bool add_constraints(const struct board *board, struct output *out)
{
	const char *suffix = board->device->tools->constraints_suffix;
	char *to = format_string("board/%s.%s", board->name, suffix);
	struct text content = {0};
	bool done = read_text(board->constraints_path, CONSTRAINTS_LIMIT, &content);

	if (done)
		output_add(out, to, &content);
	free(to);
	return done;
}

bool emit_board(const struct design *design, const struct network *net, const struct extras *extras,
		const char *invocation, struct output *out)
{
	enum application_kind application = application_default(net->spec);
	const struct board_top top = {
		.board = extras->board, .pll = extras->pll, .net = net, .design = design, .application = application,
		.step_bits = SELF_TEST_STEP_BITS, .baud = application_baud(application, extras->board), .invocation = invocation,
	};

	return board_top_emit(&top, "board", out) && add_constraints(extras->board, out);
}
