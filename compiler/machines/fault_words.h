/* fault_words.h: the texts that name dead nodes and links, `node:A` and `link:A:B`, for every machine with faults. */
#ifndef FTC_MACHINES_FAULT_WORDS_H
#define FTC_MACHINES_FAULT_WORDS_H

#include <stdbool.h>

struct value;

enum { MOST_FAULT_NUMBERS = 3 };

/* "node" or "link" and its numbers; those that a node lacks are 0. */
struct fault_words {
	bool is_link;
	unsigned long number[MOST_FAULT_NUMBERS];
};

/* Splits the value at its colons. A node has `of_node` numbers, a link one more. False after a message, which shows the
 * expected `form` and an `example`, if the machine has no such faults. */
bool read_fault_words(const struct value *value, unsigned of_node, const char *form, const char *example,
		      struct fault_words *words);

#endif
