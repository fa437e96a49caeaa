/* read.c FILE: reads a schedule as a program that plays it would, and prints its contents. */
#include <stdio.h>

#include "schedule/schedule.h"
#include "util/message.h"

int main(int argc, char **argv)
{
	struct schedule_file file;
	size_t local = 0;

	if (argc != 2 || !schedule_file_read(&file, argv[1]))
		return EXIT_USAGE;
	for (size_t i = 0; i < file.set.count; i++)
		local += file.schedule.cycle[i] == SCHEDULE_LOCAL;
	printf("%u leaves, %zu messages, %zu local, %u cycles by %s\n", file.tree.leaves, file.set.count, local,
	       file.schedule.cycles, schedule_method_names[file.schedule.method]);
	schedule_file_free(&file);
	return EXIT_DONE;
}
