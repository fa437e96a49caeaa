/* message_reader.h: the reader of messages, for its parts: messages.c, and message_times.c, which reads names and times. */
#ifndef FTC_SCHEDULE_MESSAGE_READER_H
#define FTC_SCHEDULE_MESSAGE_READER_H

#include <jansson.h>

#include "schedule/messages.h"
#include "util/words.h"

struct message_reader {
	struct words w;
	struct message_list *list;
	struct message_form form;
	bool may_broadcast;		/* networks of this kind can have broadcasts */
	size_t first;			/* the first word of the line that is not yet read; then, the source */
	size_t payload_count;
	json_t *names;			/* of messages: their numbers, from 1; NULL: none has a name */
	char name[64];			/* the line's; "": none */
	uint32_t *after;		/* those that the line's message waits for */
	uint32_t after_count;
};

/* Whether it is a name of a message or a class: at most 62 letters, digits and "._-", the first of them a letter. */
bool message_is_name(const char *at, size_t length);
#define MESSAGE_NAME_EXPECTED "a letter, then at most 61 letters, digits, \".\", \"_\" and \"-\""
/* Reads the name before a message, if there is one. message_keep_name() makes it known, once the line is good. */
bool message_read_name(struct message_reader *r);
void message_keep_name(struct message_reader *r);
/* Reads the time before a message, if there is one. */
bool message_read_time(struct message_reader *r, struct new_message *m);

/* What messages call a leaf. */
static inline const char *message_end_word(const struct message_reader *r)
{
	return r->form.end ? r->form.end : "leaf";
}

#endif
