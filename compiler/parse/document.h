/* document.h: a parameter file as text with places, before it is interpreted.
 *
 * A parameter file is the smallest useful part of YAML: one document, one mapping, each value a word, a number or a
 * flat list of them, or, if the key's row allows it, a list of flat lists or of flat mappings. Anchors, tags, other
 * nesting and several documents are refused here, with their place.
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

/* A list inside a list: `count` items from the entry's items[first] on. */
struct sublist {
	struct place at;
	size_t first, count;
	bool single;		/* only from document_read_sweep(): no list, but a single value among lists */
};

/* One `key: value`. */
struct entry {
	const char *key;
	struct place key_at;
	struct place value_at;
	bool is_list;
	struct value *items;	/* the list, or the single value, or all values of a list of lists */
	size_t count;
	struct sublist *lists;	/* the members of a list of lists; NULL: not a list of lists */
	size_t list_count;
	bool is_override;	/* given by --set */
	struct document *mapping;	/* instead of items: entries; only from document_read_nested() and _sweep() */
	struct document *mappings;	/* instead of items: a list of mappings; only from document_read_sweep(), or of a key with
					   `mappings` (parse/keys.h) */
	size_t mapping_count;
	const char *folder;	/* to which a file name in the value is relative; NULL: that of the entry's file */
};

struct document {
	struct text content;	/* the places' line_text points into it */
	char *source;		/* the places' file points to it */
	struct entry *entries;
	size_t count;
};

/* Reads the file `path` ("-": standard input), of at most MOST_DOCUMENT_BYTES and MOST_ENTRIES. Keys are distinct
 * afterwards, but may be unknown. On failure prints one message and returns false. */
enum { MOST_DOCUMENT_BYTES = 65536, MOST_ENTRIES = 256 };
bool document_read(struct document *document, const char *path);

/* Like document_read(), for the files of other programs: a value may be a mapping without further mappings in it, and
 * the value of a key that is not among `known` (ends with NULL) is skipped. */
bool document_read_nested(struct document *document, const char *path, const char *const *known);

/* Like document_read(), for a file of lists of values (sweep/sweep.h): a value may be a mapping or a list of mappings, without
 * further ones in them. Each member of any other list is one of entry->lists, be it a list or a single value. */
bool document_read_sweep(struct document *document, const char *path);

/* Like document_read(), from a text; `name` is what messages call it. */
bool document_read_text(struct document *document, const char *name, const char *text);

/* Reads one `key=value` of --set into a document of a single entry. */
bool document_read_override(struct document *document, const char *text);

/* The entry of that key; NULL: there is none. */
const struct entry *document_find(const struct document *document, const char *key);

void document_free(struct document *document);

#endif
