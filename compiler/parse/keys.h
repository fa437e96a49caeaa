/* keys.h: the keys of a parameter file, and the words that are values of some. */
#ifndef FTC_PARSE_KEYS_H
#define FTC_PARSE_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/document.h"
#include "parse/spec.h"

/* In the order in which they are printed. */
enum key {
	KEY_NETWORK,
	KEY_NAME,
	KEY_LEAVES,
	KEY_HEIGHT,
	KEY_CHILDREN,
	KEY_PARENTS,
	KEY_LINK_WIDTH,
	KEY_UP_ROUTING,
	KEY_FAULTS,
	KEY_FAULT_REGISTERS,
	KEY_BROADCAST_EVERY,
	KEY_GROUPS,
	KEY_ROOT_CAPACITY,
	KEY_CAPACITIES,
	KEY_CONNECTIONS,
	KEY_EXTERNAL,
	KEY_SWITCHING,
	KEY_SCHEDULE,
	KEY_SCHEDULE_CYCLES,
	KEY_SETTINGS_PORT,
	KEY_CONCENTRATOR,
	KEY_LEAF_INTERFACE,
	KEY_WIRES,
	KEY_KEY_BITS,
	KEY_PAYLOAD_BITS,
	KEY_FAMILY,
	KEY_ELEMENTS_BETWEEN_REGISTERS,
	KEY_CLOCK,
	KEY_DELAY_RAM_THRESHOLD,
	KEY_PROBE,
	KEY_COUNT
};

extern const char *const key_names[KEY_COUNT];
/* The kinds of network for which a key means something, a bit for each enum network_kind. */
unsigned key_networks(enum key key);
/* Does the key mean something for networks of this kind? */
bool key_belongs_to(enum key key, enum network_kind network);

/* The values of the word-valued keys, indexed by their enum; each list ends with NULL. */
extern const char *const network_words[];
extern const char *const up_routing_words[];
extern const char *const switching_words[];
extern const char *const concentrator_words[];
extern const char *const leaf_interface_words[];
extern const char *const family_words[];

enum { LONGEST_NAME = 64, MAXIMUM_CLOCK_MHZ = 1000, MAXIMUM_WIRES = 1024, MAXIMUM_BITS = 65535,
	MAXIMUM_ELEMENTS = 16, MAXIMUM_DELAY_RAM_THRESHOLD = 65535 };

/* Is the word taken by Verilog or SystemVerilog? */
bool is_reserved_word(const char *word);

/* A spec on its way: which entry gives each key (NULL: none), an override before the file. */
struct request {
	struct spec *spec;
	const struct entry *given[KEY_COUNT];
};

/* values.c: one value each, out of the request. Absent keys leave *value alone; a wrong value is one
 * message and false. */
bool read_number(const struct request *q, enum key key, unsigned long low, unsigned long high, unsigned *value);
/* As read_number(), and the word `auto`, which is 0. */
bool read_number_or_auto(const struct request *q, enum key key, unsigned long low, unsigned long high,
			 unsigned *value);
bool read_word(const struct request *q, enum key key, const char *const *words, unsigned *value);
bool read_flag(const struct request *q, enum key key, bool *value);
bool read_name(const struct request *q, char **value);
/* One number of a list that is `what`, "capacity of level 3". */
bool read_item(const struct entry *entry, size_t index, const char *what, unsigned long low, unsigned long high,
	       unsigned *value);
/* "try: key: value", or "try: --set key=value" for an override. */
void suggest_value(const struct entry *entry, const char *value);
/* "line 4", or the text of the override. A fresh string. */
char *where(const struct entry *entry);

/* Is the key there? If not, says what is expected, with an example. */
bool require(const struct request *q, enum key key, const char *expected);

/* As spec_print(): a line for a key. 0 stands for the word auto. */
void print_word(struct text *out, enum key key, const char *word);
void print_number(struct text *out, enum key key, unsigned number);
void print_number_or_auto(struct text *out, enum key key, unsigned number);

#endif
