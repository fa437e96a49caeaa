/* guest_file.c: code shared by the readers of guests. */
#include "universal/guest_file.h"

#include "util/message.h"

bool guest_file_wire(const struct words *w, size_t word, struct placed *guest, unsigned a, unsigned b, unsigned long messages,
		     uint64_t *all)
{
	*all += messages;
	if (a == b)
		error_at(word_place(w, word), "an edge from a processor to itself: expected two processors");
	else if (*all > MOST_MESSAGES)
		error_at(word_place(w, word), "more than %d messages in one step of the guest", MOST_MESSAGES);
	else if (guest->wires == MOST_WIRES)
		error_at(word_place(w, word), "more than %d edges", MOST_WIRES);
	else
		placed_wire(guest, a, b, (unsigned)messages);
	return a != b && *all <= MOST_MESSAGES && guest->wires < MOST_WIRES;
}
