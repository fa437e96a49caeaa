/* guest_file.c: code shared by the readers of guests. */
#include "universal/guest_file.h"

bool words_place(const struct words *w, size_t first, unsigned dimensions, double *at)
{
	static const char *const axes[MOST_DIMENSIONS] = { "x", "y", "z" };

	for (unsigned axis = 0; axis < dimensions; axis++)
		if (!words_real(w, first + axis, axes[axis], &at[axis]))
			return false;
	return true;
}

bool guest_file_wire(const struct words *w, size_t word, struct placed *guest, unsigned a, unsigned b,
		     unsigned long messages, uint64_t *all)
{
	*all += messages;
	if (a == b)
		return error_at(word_place(w, word), "an edge from a processor to itself: expected two processors");
	if (*all > MOST_MESSAGES)
		return error_at(word_place(w, word), "more than %d messages in one step of the guest", MOST_MESSAGES);
	if (guest->wires == MOST_WIRES)
		return error_at(word_place(w, word), "more than %d edges", MOST_WIRES);
	placed_wire(guest, a, b, (unsigned)messages);
	return true;
}
