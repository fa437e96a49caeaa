/* values.c: reads one value of a parameter file at a time.
 *
 * In: an entry with its place. Out: a value in its range, or one message with the text found, the values expected, and
 * the nearest valid one. */
#include "parse/keys.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "parse/family.h"

size_t request_place(const struct request *q, const char *name)
{
	size_t i = 0;

	while (i < q->count && strcmp(q->entry[i]->key, name) != 0)
		i++;
	return i;
}

const struct entry *given(const struct request *q, const struct key *key)
{
	size_t i = request_place(q, key->name);

	return i < q->count ? q->entry[i] : NULL;
}

char *where(const struct entry *entry)
{
	if (entry->is_override)
		return copy_string(entry->key_at.file);
	return format_string("line %zu", entry->key_at.line);
}

void suggest_value(const struct entry *entry, const char *value)
{
	if (entry->is_override)
		suggest("--set %s=%s", entry->key, value);
	else
		suggest("%s: %s", entry->key, value);
}

void suggest_list(const struct entry *entry, const unsigned *numbers, size_t count)
{
	/* A shell takes a list without brackets, unless it is a single number. */
	bool brackets = !entry->is_override || count == 1;
	struct text t = {0};

	text_add(&t, brackets ? "[" : "");
	for (size_t i = 0; i < count; i++)
		text_print(&t, "%s%u", i == 0 ? "" : entry->is_override ? "," : ", ", numbers[i]);
	text_add(&t, brackets ? "]" : "");
	suggest_value(entry, t.bytes);
	text_free(&t);
}

bool refuse_both(const struct request *q, const struct key *one, const struct key *other, const char *what)
{
	const struct entry *a = given(q, one), *b = given(q, other);
	bool a_first = a->key_at.line < b->key_at.line;
	const struct entry *first = a_first ? a : b, *second = a_first ? b : a;
	char *place = where(first);

	error_at(second->key_at, "%s, but %s already stands in %s: expected one of them, each gives %s", second->key,
		 first->key, place, what);
	free(place);
	return suggest("without %s", second->key);
}

/* "leaves is 0", "leaves is a list", ... */
static char *describe(const char *what, const struct value *value)
{
	if (!value)
		return format_string("%s is a list", what);
	if (!*value->text)
		return format_string("%s is empty", what);
	const char *rest = strlen(value->text) > SHOWN_BYTES ? "..." : "";
	if (!value->plain)
		return format_string("%s is \"%.*s%s\", a text in quotes", what, SHOWN_BYTES, value->text, rest);
	return format_string("%s is %.*s%s", what, SHOWN_BYTES, value->text, rest);
}

/* Reports that the entry's value (NULL: a list) is wrong. */
static bool wrong_value(const struct entry *entry, const char *what, const struct value *value, const char *expected,
			const char *nearest)
{
	char *description = describe(what, value);

	error_at(value ? value->at : entry->value_at, "%s: expected %s", description, expected);
	if (nearest)
		suggest_value(entry, nearest);
	free(description);
	return false;
}

static const struct value *single_value(const struct entry *entry)
{
	return entry->is_list ? NULL : &entry->items[0];
}

bool refuse_value(const struct entry *entry, const char *expected, const char *nearest)
{
	return wrong_value(entry, entry->key, single_value(entry), expected, nearest);
}

static bool number_in_range(const struct value *value, unsigned long low, unsigned long high, unsigned *number)
{
	unsigned long found;

	if (!value || !value->plain || !text_to_unsigned(value->text, &found) || found < low || found > high)
		return false;
	*number = (unsigned)found;
	return true;
}

bool is_number_of(const struct key *key, const struct entry *entry)
{
	unsigned number;

	return number_in_range(single_value(entry), key->low, key->high, &number);
}

bool read_number(const struct request *q, const struct key *key, unsigned long low, unsigned long high,
		 unsigned *number)
{
	const struct entry *entry = given(q, key);
	bool or_auto = key->type == KEY_NUMBER_OR_AUTO;

	if (!entry || number_in_range(single_value(entry), low, high, number))
		return true;
	const struct value *value = single_value(entry);
	if (or_auto && value && strcmp(value->text, "auto") == 0) {
		*number = key->automatic;
		return true;
	}
	char *expected = format_string("%sa whole number from %lu to %lu", or_auto ? "auto or " : "", low, high);
	unsigned long number_meant = text_nearest_unsigned(value ? value->text : "", low, high);
	char *nearest = or_auto && number_meant == low ? copy_string("auto") : format_string("%lu", number_meant);
	wrong_value(entry, entry->key, value, expected, nearest);
	free(nearest);
	free(expected);
	return false;
}

bool read_item(const struct entry *entry, size_t index, const char *what, unsigned long low, unsigned long high,
	       unsigned *value)
{
	const struct value *item = &entry->items[index];

	if (number_in_range(item, low, high, value))
		return true;
	char *expected = format_string("a whole number from %lu to %lu", low, high);
	wrong_value(entry, what, item, expected, NULL);
	suggest("%lu", text_nearest_unsigned(item->text, low, high));
	free(expected);
	return false;
}

bool read_word(const struct request *q, const struct key *key, const char *const *words, unsigned *value)
{
	const struct entry *entry = given(q, key);
	size_t count = 0;

	if (!entry)
		return true;
	const struct value *found = single_value(entry);
	for (; words[count]; count++)
		if (found && strcmp(found->text, words[count]) == 0) {
			*value = (unsigned)count;
			return true;
		}
	char *expected = list_words(words, count);
	const char *nearest = found ? likely_name(found->text, words, count) : NULL;
	wrong_value(entry, entry->key, found, expected, nearest ? nearest : words[0]);
	free(expected);
	return false;
}

static bool read_family(const struct request *q, const struct key *key, const struct family **family)
{
	const char *words[MOST_FAMILIES + 1];
	unsigned index = 0;

	family_words(words);
	if (!read_word(q, key, words, &index))
		return false;
	*family = &families[index];
	return true;
}

bool read_range(const char *text, unsigned long *first, unsigned long *last)
{
	const char *dash = strchr(text, '-');
	char *low = format_string("%.*s", dash ? (int)(dash - text) : (int)strlen(text), text);
	bool good = text_to_unsigned(low, first) && text_to_unsigned(dash ? dash + 1 : low, last);

	free(low);
	return good;
}

bool read_flag(const struct request *q, const struct key *key, bool *value)
{
	static const char *const words[] = { "false", "true", NULL };
	static const char *const yes_words[] = { "yes", "on", "1", "y" };
	const struct entry *entry = given(q, key);
	const struct value *found = entry ? single_value(entry) : NULL;
	unsigned index = *value;

	if (entry && !(found && found->plain))
		return wrong_value(entry, entry->key, found, "false or true", "true");
	for (size_t i = 0; found && i < sizeof yes_words / sizeof *yes_words; i++)
		if (strcasecmp(found->text, yes_words[i]) == 0)
			return wrong_value(entry, entry->key, found, "false or true", "true");
	if (!read_word(q, key, words, &index))
		return false;
	*value = index;
	return true;
}

bool is_module_name(const char *s)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz", rest[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
	size_t length = strlen(s);

	return length > 0 && length <= LONGEST_NAME && strchr(letters, s[0]) && strspn(s, rest) == length
	       && !is_reserved_word(s);
}

/* With all forbidden characters replaced, which may make it a reserved word. */
char *nearest_module_name(const char *s)
{
	struct text t = {0};

	for (; *s && t.length < LONGEST_NAME; s++) {
		bool kept = (*s >= 'a' && *s <= 'z') || (*s >= '0' && *s <= '9');
		bool capital = *s >= 'A' && *s <= 'Z';
		char c = kept ? *s : capital ? (char)(*s - 'A' + 'a') : '_';
		text_add_bytes(&t, &c, 1);
	}
	if (is_module_name(t.bytes))
		return t.bytes;
	char *longer = format_string("net_%.*s", LONGEST_NAME - 4, t.bytes);

	text_free(&t);
	return longer;
}

static bool read_name(const struct request *q, const struct key *key, char **value)
{
	const struct entry *entry = given(q, key);

	if (!entry)
		return true;
	const struct value *found = single_value(entry);
	if (found && is_module_name(found->text)) {
		free(*value);
		*value = copy_string(found->text);
		return true;
	}
	bool reserved = found && is_reserved_word(found->text);
	char *nearest = found && *found->text ? nearest_module_name(found->text) : copy_string("tree16");
	wrong_value(entry, "name", found, reserved ? "a name that is not a word of Verilog" :
		    "a letter a-z, then a-z, 0-9 and _, at most 64 in all", nearest);
	free(nearest);
	return false;
}

bool read_key(const struct request *q, const struct key *key)
{
	void *field = (key->own ? q->spec->own : (char *)q->spec) + key->field;

	if (key->type == KEY_FLAG)
		*(bool *)field = key->preset;
	else if (key->type != KEY_NAME && key->type != KEY_OWN && key->type != KEY_FAMILY)
		*(unsigned *)field = key->preset;
	switch (key->type) {
	case KEY_NUMBER: case KEY_NUMBER_OR_AUTO: return read_number(q, key, key->low, key->high, field);
	case KEY_WORD: return read_word(q, key, key->words, field);
	case KEY_FAMILY: return read_family(q, key, field);
	case KEY_FLAG: return read_flag(q, key, field);
	case KEY_NAME: return read_name(q, key, field);
	case KEY_OWN: break;
	}
	return true;
}
