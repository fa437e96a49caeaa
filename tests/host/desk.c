/* desk.c: a bridge in software behind a pseudo-terminal, for tests of whole programs.
 *
 *   desk KIND [DIGEST [HANG_UP_AFTER [LOSE]]]
 *
 * Prints the terminal's name and serves it until standard input ends. Exit status 77: there is no pseudo-terminal.
 * KIND is bridge, silent, garbage, echo, console or alien. The network is that of examples/tree8.yaml, with the toy of
 * bridge_model.h in its place. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "line.h"
#include "terminal.h"

static const char *const kinds[] = { "bridge", "silent", "garbage", "echo", "console", "alien" };

int main(int argc, char **argv)
{
	struct bridge_model_parameters p = {
		.version = 1, .leaves = 8, .log_bits = 8, .bank_bits = 3, .payload_bits = 16, .tdest_bits = 3,
		.tuser_bits = 3, .clock_100khz = 480, .clocks_per_byte = 160,
	};
	struct toy_network *toy = toy_create(p.leaves, 1, 64, 8);
	struct line line = { .kind = LINE_BRIDGE };
	const char *why = no_terminal();
	char byte;

	if (why) {
		fprintf(stderr, "there is no pseudo-terminal: %s\n", why);
		return 77;
	}
	while (argc > 1 && strcmp(argv[1], kinds[line.kind]) != 0 && line.kind < LINE_ALIEN)
		line.kind++;
	for (unsigned i = 0; argc > 2 && i < 8; i++) {
		unsigned value = 0;

		sscanf(argv[2] + 2 * i, "%2x", &value);
		p.digest[i] = (uint8_t)value;
	}
	line.hang_up_after = argc > 3 ? (unsigned)atoi(argv[3]) : 0;
	toy_lose(toy, argc > 4 ? (unsigned)atoi(argv[4]) : 0);
	p.network = toy_as_network(toy);
	line.bridge = bridge_model_create(&p);
	line_start(&line, 1);
	puts(line.path);
	fflush(stdout);
	while (read(STDIN_FILENO, &byte, 1) > 0)
		;
	line_stop(&line);
	bridge_model_free(line.bridge);
	toy_free(toy);
	return 0;
}
