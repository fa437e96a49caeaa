/* schedule.c: fuzz target: a schedule in a file. What is accepted is printed and read again: it must be the same.
 *
 * Digests keep a changed file from going far. Behind the byte MADE the input is therefore a schedule in binary, which
 * is printed with true digests: the reader must accept what is a schedule, and nothing else. */
#include <stdlib.h>

#include "input.h"
#include "schedule/schedule.h"
#include "schedule/tree.h"

enum { MADE = 1, MOST_LEAVES = 33, MOST_CYCLES = 20, LOCAL_CYCLE = 255 };

static void print_and_read(const struct schedule_file *file)
{
	struct text printed = {0}, again = {0};
	struct schedule_file second;

	schedule_file_print(&file->tree, &file->set, &file->schedule, &printed);
	if (printed.length <= MOST_INPUT) {
		require(schedule_file_read(&second, input_file(1, "again.json", &printed)));
		schedule_file_print(&second.tree, &second.set, &second.schedule, &again);
		require_same(&printed, &again, "a schedule");
		schedule_file_free(&second);
	}
	text_free(&printed);
	text_free(&again);
}

static unsigned next_byte(const uint8_t **at, const uint8_t *end)
{
	return *at < end ? *(*at)++ : 0;
}

/* A tree of the input's leaves and capacities. */
static struct channel_tree make_tree(const uint8_t **at, const uint8_t *end)
{
	struct channel_tree tree = { .leaves = 2 + next_byte(at, end) % (MOST_LEAVES - 1) };

	tree.levels = bit_length(tree.leaves - 1);
	for (unsigned k = 1; k <= tree.levels; k++)
		tree.capacity[k] = 1 + next_byte(at, end);
	return tree;
}

/* Messages, three bytes each: source, destination, cycle. False when an end is none of the tree's leaves, but of the
 * complete tree's. */
static bool make_messages(struct schedule_file *file, const uint8_t *at, const uint8_t *end)
{
	size_t most = (size_t)(end - at) / 3;
	uint32_t all = 1u << file->tree.levels;
	bool good = true;

	file->set.demand = allocate_array(most + 1, sizeof *file->set.demand);
	file->schedule.cycle = allocate_array(most + 1, sizeof *file->schedule.cycle);
	for (; file->set.count < most; at += 3) {
		bool local = at[2] == LOCAL_CYCLE || !file->schedule.cycles;
		struct demand m = { at[0] % all, at[1] % all };

		good = good && m.source < file->tree.leaves && m.destination < file->tree.leaves;
		file->set.demand[file->set.count] = m;
		file->schedule.cycle[file->set.count++] = local ? SCHEDULE_LOCAL : at[2] % file->schedule.cycles;
	}
	return good;
}

static void check_made(const uint8_t *at, const uint8_t *end)
{
	struct schedule_file file = { .tree = make_tree(&at, end) }, read;
	struct text printed = {0};

	file.schedule.method = SCHEDULE_AUTO + 1 + next_byte(&at, end) % (SCHEDULE_METHODS - 1);
	file.schedule.cycles = next_byte(&at, end) % MOST_CYCLES;
	bool good = make_messages(&file, at, end);
	schedule_file_print(&file.tree, &file.set, &file.schedule, &printed);
	if (printed.length <= MOST_INPUT) {
		bool accepted = schedule_file_read(&read, input_file(0, "input.json", &printed));

		require(accepted == (good && schedule_check(&file.schedule, &file.tree, &file.set, NULL)));
		if (accepted)
			schedule_file_free(&read);
	}
	text_free(&printed);
	schedule_file_free(&file);
}

static void check_text(const uint8_t *data, size_t size)
{
	struct text content = {0};
	struct schedule_file file;

	text_add(&content, "");
	text_add_bytes(&content, data, size < MOST_INPUT ? size : MOST_INPUT);
	if (schedule_file_read(&file, input_file(0, "input.json", &content))) {
		print_and_read(&file);
		schedule_file_free(&file);
	}
	text_free(&content);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size && *data == MADE)
		check_made(data + 1, data + size);
	else
		check_text(data, size);
	input_close();
	return 0;
}
