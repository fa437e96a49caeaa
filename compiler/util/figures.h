/* figures.h: text that is made of JSON. A report computes its figures once, as JSON, and states beside that how
 * text shows them: in sentences, and in the columns of tables.
 *
 * A sentence is text with places {PATH} or {PATH:FORMAT}. PATH names a member of an object, or with dots a member
 * of a member: {saturation.accepted:.4f}. FORMAT is a format of printf without % and letters of length: a width,
 * negative to align left; a precision; for a real number, f or g, or % for 100 times the number. An integer and a
 * string need no letter. {PATH:s} is the ending of a plural: nothing for the number 1, else "s". A member that is
 * null is "-", and so is each of its members; so is 0 where a FORMAT begins with ?. A list has ", " between its items,
 * and without items it is "-". A sentence that names no member of its object, or a real number without letter, ends
 * the program: it is a mistake of the program. */
#ifndef FTC_UTIL_FIGURES_H
#define FTC_UTIL_FIGURES_H

#include <stdbool.h>

#include <jansson.h>

#include "util/text.h"

/* A column of a table: its heading and the sentence of a cell, both padded to `width` characters, negative to
 * align left. */
struct column {
	const char *label;
	int width;
	const char *cell;
};

/* Appends a sentence about an object. */
void figures_say(const json_t *object, const char *sentence, struct text *out);
/* Appends a line of headings and one for each object of `list`. `columns` end with a NULL label; two spaces stand before
 * each, and no line ends with a space. */
void figures_table(const json_t *list, const struct column *columns, struct text *out);
/* Whether the member at this path is true, a number but 0, or a list or string with something in it. */
bool figures_has(const json_t *object, const char *path);

#endif
