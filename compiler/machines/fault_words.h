/* fault_words.h: the texts that name dead nodes and links, `node:A` and `link:A:B`, for every machine with faults. */
#ifndef FTC_MACHINES_FAULT_WORDS_H
#define FTC_MACHINES_FAULT_WORDS_H

#include <stdbool.h>

#include <jansson.h>

struct entry;
struct fault;
struct key;
struct request;
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

/* Reads one of the texts; false after a message. */
typedef bool fault_reader(const struct spec *spec, const struct value *value, struct fault *fault);
/* Reads a list of faults into faults and fault_places of the spec, each once, with the lines. False after a message. */
bool read_fault_list(const struct request *q, const struct key *key, fault_reader *read);
/* Those faults, for struct key. */
json_t *fault_list_value(const struct spec *spec);

#endif
