/* matrix.c: fuzz target: a matrix in the format of Matrix Market, read for both layouts of its rows. The messages must
 * be between different leaves of the tree, and their schedule must be one. */
#include <stdlib.h>

#include "input.h"
#include "schedule/sources.h"

enum { LEAVES = 5, MOST_SCHEDULED = 200 };

static void schedule(const struct message_set *set)
{
	struct channel_tree tree = { LEAVES, 3, { 0, 3, 2, 1 } };
	struct schedule made;

	if (set->count <= MOST_SCHEDULED && schedule_make(&made, &tree, set, SCHEDULE_AUTO)) {
		require(schedule_check(&made, &tree, set, NULL));
		schedule_free(&made);
	}
}

static void read_matrix(const struct text *content, enum row_layout layout)
{
	struct message_set set = { .count = 0 };

	if (source_matrix(&set, input_file(0, "input.mtx", content), LEAVES, layout)) {
		for (size_t i = 0; i < set.count; i++)
			require(set.demand[i].source < LEAVES && set.demand[i].destination < LEAVES
				&& set.demand[i].source != set.demand[i].destination);
		schedule(&set);
	}
	free(set.demand);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text content = {0};

	text_add(&content, "");
	text_add_bytes(&content, data, size < MOST_INPUT ? size : MOST_INPUT);
	read_matrix(&content, ROWS_BLOCK);
	read_matrix(&content, ROWS_CYCLIC);
	input_close();
	text_free(&content);
	return 0;
}
