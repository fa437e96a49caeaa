/* keys.h: the keys of a parameter file, a row each.
 *
 * A row contains all that ftc knows about a key. The reader, the printer, JSON, `ftc help keys`, shell completion and
 * the table of docs/reference/parameters.md are made from rows. Rows common to several kinds of network are in keys.c, those of
 * one machine in its folder. A kind lists its rows (parse/kind.h). Keys of the same name with different values in two
 * kinds are two rows.
 */
#ifndef FTC_PARSE_KEYS_H
#define FTC_PARSE_KEYS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "parse/document.h"
#include "parse/spec.h"

/* The type of a value determines how it is read and printed. */
enum key_type {
	KEY_NUMBER,		/* unsigned: a whole number, low .. high */
	KEY_NUMBER_OR_AUTO,	/* unsigned: likewise, or the word auto, which is `automatic` */
	KEY_WORD,		/* unsigned or an enum: one of `words`, by its index */
	KEY_FAMILY,		/* const struct family *: one of families[], by its word; the first one is the default */
	KEY_FLAG,		/* bool: true or false */
	KEY_NAME,		/* char *: of a module */
	KEY_OWN,		/* anything else: struct kind's read() reads it, `value` returns it */
};

struct key {
	const char *name;		/* "payload-bits" */
	enum key_type type;
	bool own;			/* the value lies in spec->own, not in the spec */
	size_t field;			/* its offset there */
	unsigned low, high, preset;	/* the range; the default (of words the index, of
					   flags 1 for true) */
	unsigned automatic;		/* the number in the spec that stands for auto */
	const char *const *words;	/* ends with NULL */
	const char *unit;		/* "MHz", or NULL */
	const char *required;		/* of a mandatory key: what is missing without it; else NULL */
	const char *example;		/* of a mandatory key: a value */
	const char *const *rivals;	/* the same thing in other forms, of which the last one counts; ends with NULL; or NULL */
	const char *once;		/* what this kind's key was called before another key got that name; or NULL: a file that
					   gives the old name with a number of this key is told the new one */
	bool nests;			/* the value is a list of lists */
	bool mappings;			/* the value is a list of mappings without further ones in them */
	bool size;			/* a great value, or one in its list, makes a large network: key_largest() */
	/* Why only networks whose wires carry one bit in a clock have the key, for a message: "expected no turns, for .."; NULL:
	 * all have it. Such networks may be given the value that they have without the key. */
	const char *serial;
	/* Whether a network with this spec has the key. NULL: always. */
	bool (*has)(const struct spec *spec);
	/* KEY_OWN: the value, a fresh object; NULL if there is none to print. */
	json_t *(*value)(const struct spec *spec);
	/* For people, in Markdown ("`auto`"), if the other members do not suffice; or NULL. */
	const char *takes;		/* the values */
	const char *otherwise;		/* the default */
	const char *help;		/* the key in one sentence */
};

/* The rows of all kinds: the first ones and the last ones of each kind. */
extern const struct key network_key, name_key;
extern const struct key family_key, elements_key, clock_key, delay_ram_key, probe_key;
#define KEYS_FIRST &network_key, &name_key
#define KEYS_HARDWARE &family_key, &elements_key, &clock_key, &delay_ram_key, &probe_key

/* Rows that several kinds use. */
extern const struct key leaves_key;		/* any number from 2 */
extern const struct key payload_bits_key;	/* of messages, which have at least one */

enum { LONGEST_NAME = 64, MAXIMUM_CLOCK_MHZ = 1000, MAXIMUM_WIRES = 1024, MAXIMUM_BITS = 65535,
	MAXIMUM_ELEMENTS = 16, MAXIMUM_DELAY_RAM_THRESHOLD = DELAY_RAM_AUTO - 1 };

/* Most bytes of a value that a message quotes. */
enum { SHOWN_BYTES = 40 };

/* The distinct names of all keys of all kinds; returns how many. */
enum { MOST_KEYS = 128 };
size_t key_names(const char *names[MOST_KEYS]);
/* All distinct rows, those of one name together; returns how many. */
size_t key_rows(const struct key *rows[MOST_KEYS]);
/* The first row of that name, or NULL. */
const struct key *key_find(const char *name);
struct kind;
/* The kind's row of that name, or NULL. */
const struct key *key_of(const struct kind *kind, const char *name);
/* Whether the key of that name gives the same thing in another form. */
bool key_has_rival(const struct key *key, const char *name);

/* Where a spec has the value of a key that is not KEY_OWN: see enum key_type. */
const void *key_field(const struct spec *spec, const struct key *key);
/* The key's value in a spec, a fresh object, or NULL if there is none. */
json_t *key_value(const struct spec *spec, const struct key *key);

/* What makes the network large, as far as a single key shows: of the keys with `size` the one with the greatest value,
 * "leaves: 131071". A fresh string, or NULL. */
char *key_largest(const struct spec *spec);

/* For people, in Markdown: the values that a key takes ("`auto`, 1 .. 16"), the default, and the kinds that have
 * exactly this row ("all", "`xgft`, `gft`"). Fresh strings. */
char *key_takes(const struct key *key);
char *key_otherwise(const struct key *key);
char *key_kinds(const struct key *key);

/* Whether Verilog or SystemVerilog reserves the word. */
bool is_reserved_word(const char *word);
/* Whether the key `name` takes the word: a letter a-z, then a-z, 0-9 and _, not too many, and no reserved word. */
bool is_module_name(const char *word);
/* A word that it takes, made of this one, which is not empty. A fresh string. */
char *nearest_module_name(const char *word);

/* A spec under construction, and the entries given for it, one for each name. */
struct request {
	struct spec *spec;
	const struct entry **entry;
	size_t count;
};

/* The position of that key's entry in the request, or q->count. */
size_t request_place(const struct request *q, const char *name);
/* The entry that gives the key, or NULL. */
const struct entry *given(const struct request *q, const struct key *key);

/* values.c: each reads one value from the request. An absent key leaves *value alone; a wrong value is one message and
 * false. */
bool read_number(const struct request *q, const struct key *key, unsigned long low, unsigned long high,
		 unsigned *value);
bool read_word(const struct request *q, const struct key *key, const char *const *words, unsigned *value);
bool read_flag(const struct request *q, const struct key *key, bool *value);
/* "7" or "4-7": a number, or the first and the last one. False: it is neither. */
bool read_range(const char *text, unsigned long *first, unsigned long *last);
/* Whether the entry's value is a number in the range of the key. */
bool is_number_of(const struct key *key, const struct entry *entry);
/* Sets the field of a row that is not KEY_OWN to its value, or its preset. */
bool read_key(const struct request *q, const struct key *key);
/* Reads one number of a list; `what` names it: "capacity of level 3". */
bool read_item(const struct entry *entry, size_t index, const char *what, unsigned long low, unsigned long high,
	       unsigned *value);
/* Reports the entry's value as wrong: its text, what was expected, and the nearest valid one (or NULL). Returns false. */
bool refuse_value(const struct entry *entry, const char *expected, const char *nearest);
/* Prints "try: key: value", or "try: --set key=value" for an override. */
void suggest_value(const struct entry *entry, const char *value);
/* The same with a list: "try: key: [4, 4]", or "try: --set key=4,4". */
void suggest_list(const struct entry *entry, const unsigned *numbers, size_t count);
/* "line 4", or the text of the override. A fresh string. */
char *where(const struct entry *entry);
/* Reports the later of two rivals that are both given, each of which gives `what`: "all capacities". Returns false. */
bool refuse_both(const struct request *q, const struct key *one, const struct key *other, const char *what);

#endif
