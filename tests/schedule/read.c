/* read.c: reads a schedule as a program that plays it would, and prints its contents.
 *
 *   schedule-read FILE [LEAVES CAPACITY..]      of levels 1, 2, ..: is the schedule for that tree? */
#include <stdio.h>
#include <stdlib.h>

#include "schedule/schedule.h"
#include "util/message.h"

int main(int argc, char **argv)
{
	struct schedule_file file;
	struct channel_tree tree = { .leaves = argc > 2 ? (unsigned)atoi(argv[2]) : 0 };
	size_t local = 0;
	bool good = true;

	if (argc < 2 || !schedule_file_read(&file, argv[1]))
		return EXIT_USAGE;
	for (int i = 3; i < argc; i++)
		tree.capacity[++tree.levels] = (unsigned)atoi(argv[i]);
	if (argc > 2)
		good = schedule_file_fits(&file, argv[1], &tree);
	for (size_t i = 0; i < file.set.count; i++)
		local += file.schedule.cycle[i] == SCHEDULE_LOCAL;
	if (good)
		printf("%u leaves, %zu messages, %zu local, %u cycles by %s\n", file.tree.leaves, file.set.count, local,
		       file.schedule.cycles, schedule_method_names[file.schedule.method]);
	schedule_file_free(&file);
	return good ? EXIT_DONE : EXIT_USAGE;
}
