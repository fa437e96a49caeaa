/* message_list.h: messages that are known before a run: of a file, or of a workload.
 *
 *   message 0   [ word 0 ]                          a message is one word, or a train of words: one packet where the
 *   message 1   [ word 1 | word 2 | word 3 ]        network has packets
 *   message 2   [ word 4 ]       waits for 0 and 1
 *
 * A message waits for earlier ones alone, so none waits for itself.
 */
#ifndef FTC_SIM_MESSAGE_LIST_H
#define FTC_SIM_MESSAGE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MESSAGE_NONE UINT32_MAX
enum { MOST_MESSAGE_WORDS = 65535, MOST_MESSAGE_CLASSES = 255 };

/* Each source sends its messages in the order in which they are created, and those of one clock in the list's order. Arrays are
 * by message, if nothing else is said. */
struct message_list {
	size_t count;
	size_t words;			/* of all messages */
	unsigned leaves;
	unsigned sets;			/* sets of leaves as destinations: 0; or 1 for all, plus the groups */
	unsigned payload_bits;
	uint32_t *destination;
	uint32_t *next;			/* the next one of the same source */
	uint32_t *first, *last;		/* by leaf: of its messages, or MESSAGE_NONE */
	uint32_t *way;			/* what s_axis_tdest has above the label; NULL: nothing */
	uint32_t *own_payload;		/* which of `payload`; MESSAGE_NONE: derived from the seed; NULL when no message has one of its own */
	uint64_t *payload;		/* payloads of (payload_bits + 63) / 64 words each */
	uint32_t *first_word;		/* the number of its first word; NULL: each message is one word, and has its number */
	uint32_t *message;		/* by word: its message; NULL likewise */
	/* A message is created in clock `time` or, if that is later, `delay` clocks after the last word of those it waits for was
	 * delivered. NULL: all are created in clock 0. */
	uint64_t *time, *delay;
	/* Those that message i waits for are after[after_end[i - 1]] .. after[after_end[i] - 1]. NULL: none waits. */
	uint32_t *after, *after_end;
	uint8_t *class;			/* of `class_name`, from 1; 0: of none. NULL: all are of none */
	char **class_name;		/* [class_count] */
	unsigned class_count;
	size_t timed_line;		/* of the file: the first with a time; 0: none */
};

/* What is added to a list. */
struct new_message {
	uint32_t source, destination;
	uint32_t words;			/* 1 .. MOST_MESSAGE_WORDS */
	unsigned class;			/* as message_list_class() says; 0: none */
	bool timed;			/* it has a time, a delay, or waits */
	uint64_t time, delay;
	const uint32_t *after;		/* [after_count] */
	uint32_t after_count;
};

void message_list_start(struct message_list *list, unsigned leaves, unsigned payload_bits);
/* Appends a message; the list has fewer than 2^32 - 1 words. Its own payload is the caller's concern. */
void message_list_add(struct message_list *list, const struct new_message *m);
/* The number of the class of that name, which the list may not have yet. 0: it has MOST_MESSAGE_CLASSES others. */
unsigned message_list_class(struct message_list *list, const char *name, size_t length);
void messages_free(struct message_list *list);

static inline uint32_t message_first_word(const struct message_list *list, uint32_t message)
{
	return list->first_word ? list->first_word[message] : message;
}

static inline uint32_t message_words(const struct message_list *list, uint32_t message)
{
	size_t end = message + 1 < list->count ? message_first_word(list, message + 1) : list->words;

	return (uint32_t)(end - message_first_word(list, message));
}

static inline uint32_t message_of_word(const struct message_list *list, uint32_t word)
{
	return list->message ? list->message[word] : word;
}

/* The messages that a message waits for. */
static inline const uint32_t *message_after(const struct message_list *list, uint32_t message, uint32_t *count)
{
	uint32_t from = list->after_end && message > 0 ? list->after_end[message - 1] : 0;

	*count = list->after_end ? list->after_end[message] - from : 0;
	return list->after + from;
}

#endif
