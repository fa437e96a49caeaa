/* understood.c: prints the parameters that ftc reads from a file.
 *
 *   understood FILE [KEY=VALUE ...]
 */
#include <stdio.h>

#include "parse/spec.h"
#include "util/message.h"

int main(int argc, char **argv)
{
	struct override overrides[16];
	struct text understood = {0};
	struct spec spec;
	size_t count = 0;

	if (argc < 2 || argc - 2 > (int)(sizeof overrides / sizeof *overrides))
		return 99;
	for (int i = 2; i < argc; i++)
		overrides[count++].text = argv[i];
	if (!spec_read(&spec, argv[1], overrides, count))
		return EXIT_USAGE;
	spec_print(&spec, &understood);
	fputs(understood.bytes, stdout);
	text_free(&understood);
	spec_free(&spec);
	return EXIT_DONE;
}
