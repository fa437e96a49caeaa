/* messages.h: messages to simulate, read from a file.
 *
 *   # who sends what to whom, one message per line
 *   3 12
 *   3 12 0xdeadbeef      a payload of one's own, hexadecimal or decimal
 *   3 *                  to all leaves, in a network with broadcasts
 *   3 @2                 to the members of its second group
 *
 * A leaf sends its messages in the order of the file. A message without a payload gets one that follows from
 * the seed.
 */
#ifndef FTC_SCHEDULE_MESSAGES_H
#define FTC_SCHEDULE_MESSAGES_H

#include <stdbool.h>

#include "parse/spec.h"
#include "traffic.h"

/* Reads `path` ("-": standard input) for that network. Ten million lines take some seconds and
 * 80 MB (payloads apart). On an error prints one message with file, line and column and returns false: the input is
 * wrong. Free with messages_free() either way. */
bool messages_read(struct message_list *list, const char *path, const struct spec *spec);
void messages_free(struct message_list *list);

/* The same line by line, for what comes over a pipe. `name` is what the place of a mistake is called. */
struct message_reader;
struct message_reader *messages_begin(struct message_list *list, const char *name, const struct spec *spec);
/* Takes line `number`, whose message begins behind `skip` characters. After a mistake, a message, false, and the list as it was. */
bool messages_line(struct message_reader *reader, const char *line, size_t skip, size_t number);
/* The list stays. */
void messages_end(struct message_reader *reader);

#endif
