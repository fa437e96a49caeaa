/* messages.h: messages to simulate, read from a file.
 *
 *   # who sends what to whom, one message per line
 *   3 12
 *   3 12 0xdeadbeef      a payload of one's own, hexadecimal or decimal
 *   3 12 words 9         of nine words: one packet where the network has packets, else a train of words
 *   3 12 words 9 class reply     of a class, of which reports have a latency of its own
 *   3 *                  to all leaves, in a network with broadcasts
 *   3 @2                 to the members of its second group
 *   @1200 3 12           comes into being in clock 1200 after the reset
 *   @12s 3 12            in the first clock of slot 12
 *   @+5 after 4 12 3     5 clocks (@+5s: slots) after the delivery of the file's fourth message, an earlier one
 *   @+5 after 4,6 12 3   after the delivery of both
 *   @1200 after 4 12 3   in clock 1200, or with the delivery of message 4, if that is later
 *   get: 3 12            a message with a name, by which later ones can call it:
 *   @+9 after get 12 3
 *
 * Messages are numbered from 1; lines without a message do not count. A message without a time comes into being in
 * clock 0. A leaf sends its messages in the order in which they come into being, and those of one clock in the order
 * of the file. A message without a payload gets one derived from the seed.
 */
#ifndef FTC_SCHEDULE_MESSAGES_H
#define FTC_SCHEDULE_MESSAGES_H

#include <stdbool.h>

#include "parse/spec.h"
#include "traffic.h"

/* Later times are refused: even while nothing happens, a simulation takes a minute for a thousand million clocks. */
#define MOST_MESSAGE_CLOCKS 1000000000UL

/* How a file names leaves, and what becomes of times. */
struct message_form {
	const char *end;		/* what messages call a leaf: "node"; NULL: "leaf" */
	unsigned first_end;		/* the number of leaf 0 */
	const bool *dead;		/* [leaf]: no message comes from it or goes to it; NULL: none is */
	unsigned slot_clocks;		/* of a slot */
	unsigned leaves;		/* that there are; 0: those of the network */
	bool single;			/* each message is for one leaf, even in a network with broadcasts */
	const char *one_word;		/* why a message has one word; NULL: it may have several */
	const char *instead;		/* the message that refuses a time goes on with this; NULL: times are read */
};

/* Reads `path` ("-": standard input) for that network. Ten million lines take some seconds and 80 MB (without
 * payloads). On an error in the input prints one message with file, line and column and returns false. Free with
 * messages_free() in either case. */
bool messages_read(struct message_list *list, const char *path, const struct spec *spec,
		   const struct message_form *form);

/* The same line by line, for input from a pipe. Messages use `name` as the file name. */
struct message_reader;
struct message_reader *messages_begin(struct message_list *list, const char *name, const struct spec *spec,
				      const struct message_form *form);
/* Takes line `number`, whose message begins behind `skip` characters. On an error prints one message and returns false;
 * the list is unchanged. */
bool messages_line(struct message_reader *reader, const char *line, size_t skip, size_t number);
/* Frees the reader, not the list. */
void messages_end(struct message_reader *reader);

#endif
