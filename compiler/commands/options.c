/* options.c: the values of a command's own options. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "util/message.h"
#include "util/text.h"

bool options_read(const struct command_line *line, const struct option *options, const char **values,
		  const char **positional, size_t room, size_t *positional_count)
{
	for (size_t i = 0; options && options[i].name; i++)
		values[i] = i < line->option_count ? line->value[i] : NULL;
	if (line->word_count > room) {
		error("'%s' is one word too many for ftc %s", line->word[room], line->command);
		return suggest("ftc %s --help", line->command);
	}
	for (size_t i = 0; i < line->word_count; i++)
		positional[i] = line->word[i];
	if (positional_count)
		*positional_count = line->word_count;
	return true;
}

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
