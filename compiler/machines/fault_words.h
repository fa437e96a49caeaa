/* fault_words.h: the texts that name dead nodes and links, `node:A` and `link:A:B`, for every machine with faults. */
#ifndef FTC_MACHINES_FAULT_WORDS_H
#define FTC_MACHINES_FAULT_WORDS_H

#include <stdbool.h>

struct entry;
struct spec;
struct value;

enum { MOST_FAULT_NUMBERS = 3 };

/* "node" or "link" and its numbers; those that a node lacks are 0. */
struct fault_words {
	bool is_link;
	unsigned long number[MOST_FAULT_NUMBERS];
};

/* Splits the text at its colons. A node has `of_node` numbers, a link one more. False if the text has another form;
 * then `words` are what it most likely means, for a suggestion: its numbers in their order, as far as there are any. */
bool read_fault_words(const char *text, unsigned of_node, struct fault_words *words);

/* Reports a text that has another form than `form`, and suggests `nearest`. Returns false. */
bool refuse_fault_form(const struct value *value, const char *form, const char *nearest);

/* Keeps the name of the file, or override, and the lines from that of the first fault to that of the last: fault_file
 * and fault_lines of the spec. The entry has faults. */
void keep_fault_lines(struct spec *spec, const struct entry *entry);

#endif
