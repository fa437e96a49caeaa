/* document.h: a parameter file as text with places, before it means anything.
 *
 * A parameter file is the smallest useful part of YAML: one document, one mapping, each value a word, a
 * number or a flat list of them; of a key whose row says so, a list of flat lists. Anchors, tags, other nesting and several documents
 * are refused here, with their place, so that nobody downstream meets them.
 */
#ifndef FTC_PARSE_DOCUMENT_H
#define FTC_PARSE_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "util/message.h"
#include "util/text.h"

/* A word, a number or a text. */
struct value {
	char *text;
	bool plain;		/* written without quotes */
	struct place at;
};

/* A list inside of a list: `count` items from the entry's items[first] on. */
struct sublist {
	struct place at;
	size_t first, count;
};

/* One `key: value`. */
struct entry {
	const char *key;
	struct place key_at;
	struct place value_at;
	bool is_list;
	struct value *items;	/* the list, or the single value, or all that is in a list of lists */
	size_t count;
	struct sublist *lists;	/* of a list of lists, which holds nothing else; NULL: it is none */
	size_t list_count;
	bool is_override;	/* given by --set */
	struct document *mapping;	/* instead of items: entries; only where document_read_nested() allows them */
	const char *folder;	/* where a file name in the value starts from; NULL: where the file of the entry lies */
};

struct document {
	struct text content;	/* what the places' line_text points into */
	char *source;		/* what the places' file points to */
	struct entry *entries;
	size_t count;
};

/* Reads the file `path` ("-": standard input), at most MOST_DOCUMENT_BYTES and MOST_ENTRIES of it. On failure prints one
 * message and returns false. Keys are distinct afterwards; they need not be known ones. */
enum { MOST_DOCUMENT_BYTES = 65536, MOST_ENTRIES = 256 };
bool document_read(struct document *document, const char *path);

/* As document_read(), for the files of other programs: a value may be a mapping, in which none is again, and what belongs to a key
 * that is not among `known` (ends with NULL) is passed over, whatever it is. */
bool document_read_nested(struct document *document, const char *path, const char *const *known);

/* Reads one `key=value` of --set into a document of a single entry. */
bool document_read_override(struct document *document, const char *text);

/* The entry of that key; NULL: there is none. */
const struct entry *document_find(const struct document *document, const char *key);

void document_free(struct document *document);

#endif
