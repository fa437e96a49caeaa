/* read_phases.c: reads a file of phases for a network. */
#include <stdio.h>

#include "machines/phases.h"
#include "util/message.h"

int main(int argc, char **argv)
{
	struct phases p;
	struct spec spec;

	if (argc != 3 || !spec_read(&spec, argv[1], NULL, 0))
		return 99;
	bool good = phases_read(&p, argv[2], &spec);
	if (good)
		printf("%zu messages in %u slots\n", p.count, p.slots);
	if (good)
		phases_free(&p);
	spec_free(&spec);
	return good ? EXIT_DONE : EXIT_USAGE;
}
