/* tree.h: what the machines that are trees share. */
#ifndef FTC_MACHINES_TREE_H
#define FTC_MACHINES_TREE_H

#include <stdbool.h>

struct request;
struct spec;
struct text;

/* Reads what every tree has: concentrators, and leaves that take messages. Sets q->spec->leaf to that of an on-line tree. */
bool read_tree(const struct request *q);
/* Their keys, as spec_print(). */
void print_tree(const struct spec *spec, struct text *out);
/* Partial concentrators are for settings that are made in advance: false after a message where they were asked for. */
bool require_on_line_concentrator(const struct request *q);

#endif
