/* guest.c: fuzz target: a guest, a METIS graph or a list of processors and edges; behind a separator, the places of a
 * graph's vertices. What is accepted gets places, is written and read again: it must be the same. */
#include <stdlib.h>

#include "input.h"
#include "universal/placed.h"

enum { MOST_PLACED = 200 };

static void check_guest(const struct placed *guest)
{
	require(guest->processors >= 2 && guest->processors <= MAXIMUM_LEAVES);
	for (size_t i = 0; i < guest->wires; i++)
		require(guest->wire[i].a < guest->processors && guest->wire[i].b < guest->processors
			&& guest->wire[i].a != guest->wire[i].b && guest->wire[i].messages > 0);
}

static void write_and_read(const struct placed *guest)
{
	struct text written = {0}, again = {0};
	struct placed second;

	placed_write(guest, &written);
	if (written.length <= MOST_INPUT) {
		require(placed_read(&second, input_file(2, "again.txt", &written), NULL));
		free(second.title);
		second.title = copy_string(guest->title);
		placed_write(&second, &again);
		require_same(&written, &again, "a guest");
		placed_free(&second);
	}
	text_free(&written);
	text_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = input_split(data, size);
	struct placed guest;

	if (size <= MOST_INPUT
	    && placed_read(&guest, input_file(0, "input.graph", &input.part[0]),
			   input.count > 1 ? input_file(1, "input.places", &input.part[1]) : NULL)) {
		check_guest(&guest);
		if (!guest.at && guest.processors <= MOST_PLACED)
			placed_by_landmarks(&guest);
		if (guest.at)
			write_and_read(&guest);
		placed_free(&guest);
	}
	input_close();
	input_free(&input);
	return 0;
}
