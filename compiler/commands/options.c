/* options.c: the values of a command's own options. */
#include <ctype.h>
#include <math.h>
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

bool option_unsigned(const char *option, const char *text, unsigned long low, unsigned long high,
		     unsigned long *value)
{
	unsigned long found;

	if (!text)
		return true;
	if (text_to_unsigned(text, &found) && found >= low && found <= high) {
		*value = found;
		return true;
	}
	error("%s is '%s': expected a whole number from %lu to %lu", option, text, low, high);
	return suggest("%s %lu", option, text_nearest_unsigned(text, low, high));
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

bool option_real(const char *option, const char *text, double low, double high, double *value)
{
	if (!text)
		return true;
	/* Only a range with negative numbers allows a minus. */
	bool real = looks_real(text + (*text == '-' && low < 0));
	double found = strtod(text, NULL);

	if (real && isfinite(found) && found >= low && found <= high) {
		*value = found;
		return true;
	}
	error("%s is '%s': expected a number from %g to %g", option, text, low, high);
	return suggest("%s %g", option, found > high ? high : found > low ? found : low);
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

bool option_word(const char *option, const char *text, const char *const *words, size_t count, unsigned *value)
{
	if (!text)
		return true;
	for (unsigned i = 0; i < count; i++)
		if (strcmp(text, words[i]) == 0) {
			*value = i;
			return true;
		}
	char *expected = list_words(words, count);
	const char *nearest = nearest_name(text, words, count);

	error("%s is '%s': expected %s", option, text, expected);
	free(expected);
	return suggest("%s %s", option, nearest ? nearest : words[0]);
}

bool option_picture(const char *text, const char *usual)
{
	if (!text || (text_ends_with(text, ".svg") && strlen(text) > strlen(".svg")))
		return true;
	error("--picture is '%s': expected a name that ends in .svg", text);
	return suggest("--picture %s.svg", *text ? text : usual);
}
