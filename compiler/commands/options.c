/* options.c: the values of a command's own options. */
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "util/message.h"
#include "util/text.h"

bool options_fit(const struct command *command, const char *const *values, const char *whom)
{
	for (size_t i = 0; command->options[i].name; i++) {
		const char *name = command->options[i].name, *whose = command->whose[i];

		if (!values[i] || !whose || strcmp(whose, whom) == 0)
			continue;
		error("%s is given with a %s: expected a %s for it", name, whom, whose);
		return suggest("without %s", name);
	}
	return true;
}

/* ---- Parts of values ----------------------------------------------------------------------------------------- */

static char separator_of(const struct option_part *part)
{
	return part->separator ? part->separator : ',';
}

bool suggest_without_part(const struct option_part *part)
{
	const char *before = part->before, *after = part->after;
	size_t kept = strlen(before);

	if (*after == separator_of(part))
		after++;
	else
		kept -= kept > 0 && before[kept - 1] == separator_of(part);
	if (kept == 0 && !*after)
		return suggest("without %s", part->option);
	char *value = format_string("%.*s%s", (int)kept, before, after);
	suggest("%s %s", part->option, shell_word(value));
	free(value);
	return false;
}

bool option_each_part(const char *option, const char *list, bool (*use)(const struct option_part *part, void *context),
		      void *context)
{
	return option_each_separated(option, ',', list, use, context);
}

bool option_each_separated(const char *option, char separator, const char *list,
			   bool (*use)(const struct option_part *part, void *context), void *context)
{
	const char reject[] = { separator, 0 };
	size_t at = 0;
	bool good = true, more = true;

	while (good && more) {
		size_t length = strcspn(list + at, reject);
		char *before = format_string("%.*s", (int)at, list), *text = format_string("%.*s", (int)length, list + at);
		struct option_part part = { .option = option, .text = text, .before = before, .after = list + at + length,
					    .separator = separator };

		good = use(&part, context);
		more = *part.after;
		at += length + more;
		free(before);
		free(text);
	}
	return good;
}

/* Is the part an empty entry of a list: a comma too many? */
static bool is_missing(const struct option_part *part)
{
	size_t length = strlen(part->before);
	bool first = length == 0, last = !*part->after;

	return !*part->text && !(first && last) && (first || part->before[length - 1] == separator_of(part))
	       && (last || *part->after == separator_of(part));
}

/* Suggests the value with other words in the place of this part; an empty entry is left out. */
static bool suggest_instead(const struct option_part *part, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool suggest_instead(const struct option_part *part, const char *format, ...)
{
	struct text value = {0};
	va_list list;

	if (is_missing(part))
		return suggest_without_part(part);
	text_add(&value, part->before);
	va_start(list, format);
	text_print_list(&value, format, list);
	va_end(list);
	text_add(&value, part->after);
	suggest("%s %s", part->option, shell_word(value.bytes));
	text_free(&value);
	return false;
}

bool part_unsigned(const struct option_part *part, unsigned long low, unsigned long high, unsigned long *value)
{
	unsigned long found;

	if (text_to_unsigned(part->text, &found) && found >= low && found <= high) {
		*value = found;
		return true;
	}
	error("%s is '%s': expected a whole number from %lu to %lu", part->option, part->text, low, high);
	return suggest_instead(part, "%lu", text_nearest_unsigned(part->text, low, high));
}

/* Digits with at most one point and an optional exponent: no sign, space, hexadecimal or "inf". */
static bool looks_real(const char *text)
{
	size_t whole = strspn(text, "0123456789");
	const char *rest = text + whole;
	size_t part = 0;

	if (*rest == '.') {
		part = strspn(++rest, "0123456789");
		rest += part;
	}
	if (*rest == 'e' || *rest == 'E') {
		rest++;
		rest += *rest == '-' || *rest == '+';
		if (!strspn(rest, "0123456789"))
			return false;
		rest += strspn(rest, "0123456789");
	}
	return whole + part > 0 && !*rest;
}

bool part_real(const struct option_part *part, double low, double high, double *value)
{
	/* Only a range with negative numbers allows a minus. */
	bool real = looks_real(part->text + (*part->text == '-' && low < 0));
	double found = strtod(part->text, NULL);

	if (real && isfinite(found) && found >= low && found <= high) {
		*value = found;
		return true;
	}
	if (text_ends_with(part->text, "%"))
		found /= 100;
	error("%s is '%s': expected a number from %g to %g", part->option, part->text, low, high);
	return suggest_instead(part, "%g", found > high ? high : found > low ? found : low);
}

bool part_word(const struct option_part *part, const char *const *words, size_t count, unsigned *value)
{
	for (unsigned i = 0; i < count; i++)
		if (strcmp(part->text, words[i]) == 0) {
			*value = i;
			return true;
		}
	char *expected = list_words(words, count);
	const char *nearest = nearest_name(part->text, words, count);

	error("%s is '%s': expected %s", part->option, part->text, expected);
	free(expected);
	return suggest_instead(part, "%s", nearest ? nearest : words[0]);
}

/* ---- Whole values -------------------------------------------------------------------------------------------- */

static struct option_part whole(const char *option, const char *text)
{
	return (struct option_part){ .option = option, .text = text, .before = "", .after = "" };
}

bool option_unsigned(const char *option, const char *text, unsigned long low, unsigned long high,
		     unsigned long *value)
{
	struct option_part part = whole(option, text);

	return !text || part_unsigned(&part, low, high, value);
}

bool option_real(const char *option, const char *text, double low, double high, double *value)
{
	struct option_part part = whole(option, text);

	return !text || part_real(&part, low, high, value);
}

bool option_word(const char *option, const char *text, const char *const *words, size_t count, unsigned *value)
{
	struct option_part part = whole(option, text);

	return !text || part_word(&part, words, count, value);
}

/* Does a person who writes this mean "none"? */
static bool means_none(const char *text)
{
	static const char *const none[] = { "none" };
	char *small = copy_string(text);

	for (char *c = small; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	bool means = nearest_name(small, none, 1);
	free(small);
	return means;
}

bool option_limit(const char *option, const char *text, double low, double high, double *value)
{
	double found = strtod(text, NULL);

	if (strcmp(text, "none") == 0) {
		*value = INFINITY;
		return true;
	}
	if (looks_real(text) && found >= low && found <= high) {
		*value = found;
		return true;
	}
	error("%s is '%s': expected a number from %.12g to %.12g, or none", option, text, low, high);
	if (means_none(text) || (looks_real(text) && found > high))
		return suggest("%s none", option);
	return looks_real(text) ? suggest("%s %.12g", option, low) : suggest("without %s", option);
}

bool option_picture(const char *text, const char *usual, bool svg_only)
{
	static const char *const endings[] = { ".svg", ".pdf", ".tex" };

	for (unsigned i = 0; text && i < (svg_only ? 1 : 3); i++)
		if (text_ends_with(text, endings[i]) && strlen(text) > strlen(endings[i]))
			return true;
	if (!text)
		return true;
	error("--picture is '%s': expected a name that ends in %s", text, svg_only ? ".svg" : ".svg, .pdf or .tex");
	return suggest("--picture %s.svg", *text ? text : usual);
}
