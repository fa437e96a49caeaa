/* schedule.c: fuzz target: a schedule in a file. What is accepted is printed and read again: it must be the same. */
#include "input.h"
#include "schedule/schedule.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text content = {0};
	struct schedule_file file;

	text_add(&content, "");
	text_add_bytes(&content, data, size < MOST_INPUT ? size : MOST_INPUT);
	if (schedule_file_read(&file, input_file(0, "input.json", &content))) {
		print_and_read(&file);
		schedule_file_free(&file);
	}
	input_close();
	text_free(&content);
	return 0;
}
