/* random_file.c: a parameter file drawn by chance from the table of keys, for networks that tools lint in a second.
 *
 *   random-file SEED		prints it
 *   random-file --json FILE...	whether each file is JSON
 *
 * Every key of every kind comes, each value of a word, numbers at and beside their limits and beside powers of two, as
 * far as the network stays small. ftc refuses a part of the files, for keys that do not go together. */
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/family.h"
#include "parse/keys.h"
#include "parse/kind.h"

enum { MOST_LEVELS = 3 };

static uint64_t state;

/* splitmix64 */
static unsigned draw(unsigned count)
{
	uint64_t x = state += 0x9e3779b97f4a7c15;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return (unsigned)((x ^ x >> 31) >> 32) % count;
}

/* What keeps a network small: the greatest number drawn for a key. */
static unsigned most(const struct key *key)
{
	static const struct { const char *name; unsigned most; } limits[] = {
		{ "leaves", 9 }, { "root-capacity", 10 }, { "connections", 3 }, { "lanes", 9 },
		{ "schedule-cycles", 200 },
		{ "payload-bits", 70 }, { "key-bits", 70 }, { "wires", 13 }, { "words", 64 }, { "lines", 16 },
		{ "elements-between-registers", 16 }, { "clock", 400 }, { "delay-ram-threshold", 80 },
		{ "link-width", 3 },
		{ "broadcast-every", 9 }, { "round-words", 9 }, { "degree", 9 }, { "mesh-side", 4 }, { "batches", 4 }, { "meshes", 4 },
		{ "settings-depth", 40 }, { "nodes", 7 }, { "height", 2 }, { "buffers", 4 }, { "pins", 4 },
	};
	unsigned value = 8;

	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		if (strcmp(limits[i].name, key->name) == 0)
			value = limits[i].most;
	value = value < key->low ? key->low + 3 : value;
	return key->type == KEY_OWN || value < key->high ? value : key->high;
}

/* Of low .. high: the low limit, a power of two or beside it, or any. */
static unsigned number(unsigned low, unsigned high)
{
	unsigned kind = draw(5), bits = 0, value;

	while (2u << bits <= high)
		bits++;
	value = kind == 0 ? low : kind == 1 ? 1u << draw(bits + 1) : kind == 2 ? (1u << draw(bits + 1)) - 1
		: low + draw(high - low + 1);
	return value < low || value > high ? low + draw(high - low + 1) : value;
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

struct shape {
	const struct kind *kind;
	unsigned levels, leaves;
	bool square;		/* powers of two, which several bits a clock need */
	bool bytes;		/* payloads of whole bytes, which tkeep needs */
};

static unsigned power(unsigned low, unsigned high)
{
	return 1u << low << draw(high - low + 1);
}

static void print_list(unsigned count, unsigned least, unsigned greatest, bool powers)
{
	printf("[");
	for (unsigned i = 0; i < count; i++)
		printf("%s%u", i ? ", " : "", powers ? power(0, greatest > 3 ? 2 : 1) : number(least, greatest));
	printf("]");
}

static void print_capacities(const struct shape *s)
{
	unsigned levels = 0;

	while (1u << levels < s->leaves)
		levels++;
	print_list(levels + 1, 1, 5, false);
}

static void print_faults(const struct shape *s)
{
	printf("[");
	for (unsigned i = 0, count = draw(3); i < count; i++) {
		bool link = draw(2);

		printf("%s%s:%u:%u%s", i ? ", " : "", link ? "link" : "node", 1 + draw(s->levels), draw(4),
		       link ? ":0" : "");
	}
	printf("]");
}

static void print_groups(const struct shape *s)
{
	printf("[");
	for (unsigned i = 0, count = draw(4); i < count; i++)
		printf("%s[0-%u]", i ? ", " : "", 1 + draw(s->leaves - 1));
	printf("]");
}

/* Values that only a kind can read. */
static void print_own(const struct shape *s, const struct key *key)
{
	if (strcmp(key->name, "capacities") == 0)
		print_capacities(s);
	else if (strcmp(key->name, "children") == 0)
		print_list(s->levels, 2, s->levels > 1 ? 2 : 4, s->square);
	else if (strcmp(key->name, "parents") == 0)
		print_list(s->levels, 1, s->levels > 2 ? 2 : 3, s->square);
	else if (strcmp(key->name, "faults") == 0)
		print_faults(s);
	else if (strcmp(key->name, "groups") == 0)
		print_groups(s);
	else if (strcmp(key->name, "area") == 0)
		printf("16");
	else if (strcmp(key->name, "expansion") == 0)
		printf("%u.%u", 1 + draw(2), draw(10));
	else if (strcmp(key->name, "words") == 0)
		printf("%u", power(1, 6));
	else if (strcmp(key->name, "lines") == 0)
		printf("%u", power(1, 4));
	else if (strcmp(key->name, "height") == 0)
		printf("%u", s->levels);
	else if (strcmp(key->name, "mesh-side") == 0 || strcmp(key->name, "batches") == 0)
		printf("%u", power(0, 2));
	else
		printf("%u", number(1, most(key)));
}

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

static unsigned leaves_of(const struct shape *s, const struct key *key)
{
	if (strcmp(s->kind->word, "cm-5") == 0)
		return draw(8) ? 4 : 16;
	return strcmp(s->kind->word, "fat-tree") == 0 ? number(key->low, most(key)) : power(2, draw(8) ? 3 : 4);
}

static void print_number(const struct shape *s, const struct key *key)
{
	if (key->type == KEY_NUMBER_OR_AUTO && draw(3) == 0)
		printf("auto");
	else if (strcmp(key->name, "leaves") == 0)
		printf("%u", s->leaves);
	else if (strcmp(key->name, "meshes") == 0)
		printf("%u", s->leaves);
	else if (strcmp(key->name, "words") == 0 || strcmp(key->name, "lines") == 0)
		printf("%u", power(1, key->name[0] == 'w' ? 6 : 4));
	else if (s->bytes && strcmp(key->name, "payload-bits") == 0)
		printf("%u", 8 * number(1, most(key) / 8));
	else
		printf("%u", number(key->low, most(key)));
}

static void print_word(const char *const *word)
{
	unsigned words = 0;

	while (word[words])
		words++;
	printf("%s", word[draw(words)]);
}

static void print_family(void)
{
	const char *words[MOST_FAMILIES + 1];

	family_words(words);
	print_word(words);
}

static void print_key(const struct shape *s, const struct key *key)
{
	printf("%s: ", key->name);
	switch (key->type) {
	case KEY_NUMBER:
	case KEY_NUMBER_OR_AUTO: print_number(s, key); break;
	case KEY_WORD: print_word(key->words); break;
	case KEY_FAMILY: print_family(); break;
	case KEY_FLAG: printf(draw(3) ? "true" : "false"); break;
	case KEY_NAME: printf("n%u", draw(100)); break;
	case KEY_OWN: print_own(s, key); break;
	}
	printf("\n");
}

/* What excludes or needs another key is drawn as one choice; all else by itself. */
static bool wanted(const struct shape *s, const struct key *key, unsigned form)
{
	const char *name = key->name;
	bool device = strcmp(s->kind->word, "area-universal") == 0;
	bool chosen = draw(4) == 0, off_line = form >= 6;

	if (strcmp(name, "network") == 0)
		return false;
	if (strcmp(name, "nodes") == 0)
		return form > 2;
	if (strcmp(name, "height") == 0)
		return key->required || form <= 2;
	if (strcmp(name, "area") == 0)
		return form == 0;
	if (strcmp(name, "expansion") == 0)
		return form == 0 && chosen;
	if (strcmp(name, "meshes") == 0 || (strcmp(name, "mesh-side") == 0 && device))
		return form > 0;
	if (strcmp(name, "switching") == 0)
		return off_line;
	if (strcmp(name, "schedule") == 0 || strcmp(name, "settings-port") == 0)
		return off_line && (form == 6) == (strcmp(name, "schedule") == 0);
	if (strcmp(name, "schedule-cycles") == 0)
		return off_line && (form != 6 || chosen);
	if (strcmp(name, "capacities") == 0)
		return form == 4;
	if (strcmp(name, "root-capacity") == 0)
		return form != 4 && chosen;
	if (strcmp(name, "stream-keep") == 0)
		return s->bytes && chosen;
	return key->required || chosen;
}

static void print_file(unsigned seed)
{
	unsigned kinds = 0, form;
	struct shape s;

	state = seed;
	while (network_kinds[kinds])
		kinds++;
	s.kind = network_kinds[seed % kinds];
	s.levels = 1 + draw(MOST_LEVELS);
	s.square = draw(2);
	s.bytes = draw(2);
	form = draw(8);
	s.leaves = 2;
	for (const struct key *const *key = s.kind->keys; *key; key++)
		if (strcmp((*key)->name, "leaves") == 0)
			s.leaves = leaves_of(&s, *key);
		else if (strcmp((*key)->name, "meshes") == 0)
			s.leaves = power(0, 2);
	printf("network: %s\n", s.kind->word);
	for (const struct key *const *key = s.kind->keys; *key; key++)
		if (wanted(&s, *key, form)) {
			if (strcmp((*key)->name, "switching") == 0)
				printf("switching: off-line\n");
			else if (strcmp((*key)->name, "settings-port") == 0)
				printf("settings-port: true\n");
			else if (strcmp((*key)->name, "schedule") == 0)
				printf("schedule: schedule.json\n");
			else
				print_key(&s, *key);
		}
}

static int check_json(int count, char **names)
{
	int status = 0;

	for (int i = 0; i < count; i++) {
		json_error_t fault;
		json_t *read = json_load_file(names[i], JSON_REJECT_DUPLICATES, &fault);

		if (!read) {
			printf("%s:%d: %s\n", names[i], fault.line, fault.text);
			status = 1;
		}
		json_decref(read);
	}
	return status;
}

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "--json") == 0)
		return check_json(argc - 2, argv + 2);
	if (argc != 2)
		return 2;
	print_file((unsigned)strtoul(argv[1], NULL, 10));
	return 0;
}
