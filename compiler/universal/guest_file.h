/* guest_file.h: what the readers of guests share. */
#ifndef FTC_UNIVERSAL_GUEST_FILE_H
#define FTC_UNIVERSAL_GUEST_FILE_H

#include "universal/placed.h"
#include "universal/words.h"

/* Adds a wire that word `word` of the line names; *all counts the messages of all wires. Prints one message and returns false
 * when it joins a processor to itself, or there are too many. */
bool guest_file_wire(const struct words *w, size_t word, struct placed *guest, unsigned a, unsigned b, unsigned long messages,
		     uint64_t *all);

/* A METIS graph whose first line is the line at hand. */
bool metis_file_read(struct words *w, struct placed *guest);

/* The places of the vertices of a METIS graph, "x y" or "x y z" in each line. */
bool coordinates_read(const char *path, struct placed *guest);

#endif
