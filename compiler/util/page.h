/* page.h: a page of HTML that is one file: the styles, scripts and texts that it needs stand in it.
 *
 * The pages, styles and scripts are files of compiler/page/. {{page.css}} in a page is that file; of a script the lines that import are
 * left out, and the word export, for all scripts of a page stand in one module, one after the other. {{data}} is what the
 * caller gives by this name. */
#ifndef FTC_UTIL_PAGE_H
#define FTC_UTIL_PAGE_H

#include <stdbool.h>

#include "util/text.h"

struct page_part {
	const char *name;		/* NULL ends a list */
	const struct text *content;	/* as it shall stand there */
};

/* Appends compiler/page/NAME to `html`. False after a message: a file cannot be read. A place that is neither a part nor a file ends the
 * program: it is a mistake of the program. */
bool page_print(const char *name, const struct page_part *parts, struct text *html);

/* JSON, such as json_print() makes, for a <script> of a page: no string in it ends the script. */
void page_add_json(const struct text *json, struct text *out);
/* Bytes, as base64. */
void page_add_base64(const unsigned char *bytes, size_t count, struct text *out);
/* Bytes, compressed as RFC 1950 says (zlib), as base64. */
void page_add_packed(const unsigned char *bytes, size_t count, struct text *out);

#endif
