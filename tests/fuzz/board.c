/* board.c: fuzz target: a board's description and, behind a separator, its constraints. */
#include <stdlib.h>

#include "fpga/board.h"
#include "fpga/constraints.h"
#include "input.h"

static void check_board(const struct board *board)
{
	size_t count;
	const char **outputs = board_outputs(board, &count);

	require(!outputs[count] && board->device && board->programmer.count > 0 && board->uart_baud >= LOWEST_BAUD
		&& board->uart_baud <= HIGHEST_BAUD && board->oscillator_mhz >= 1 && board->clock_mhz >= 1);
	free(outputs);
	constraints_check(board);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = input_split(data, size);
	struct board board;

	if (size <= MOST_INPUT) {
		/* The constraints are beside the description, under its name and the suffix of its device. */
		input_file(1, "board.pcf", &input.part[1]);
		input_file(1, "board.lpf", &input.part[1]);
		if (board_read(&board, input_file(0, "board.yaml", &input.part[0])))
			check_board(&board);
		board_free(&board);
	}
	input_close();
	input_free(&input);
	return 0;
}
