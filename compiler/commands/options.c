/* options.c: a command's own options, out of the words that main left for it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "util/message.h"
#include "util/text.h"

/* The value that is in the same word as the option's name: "--load=0.4", or "-j4" of an option with a single letter. NULL when
 * there is none. */
static const char *value_within(const char *word)
{
	const char *equals = strchr(word, '=');

	if (equals)
		return equals + 1;
	return word[0] == '-' && word[1] != '-' && word[1] && word[2] ? word + 2 : NULL;
}

/* Does `word` name the option, alone or with a value behind it? */
static bool names_option(const char *word, const char *name)
{
	size_t length = strlen(name);

	return strncmp(word, name, length) == 0 && (word[length] == 0 || word[length] == '=' || name[1] != '-');
}

bool option_has_value(const char *word)
{
	return value_within(word);
}

const struct option *option_find(const struct option *options, const char *word)
{
	for (; options && options->name; options++)
		if (names_option(word, options->name))
			return options;
	return NULL;
}

void option_unknown(const char *command, const struct option *options, const char *word)
{
	enum { MOST = 64 };
	const char *names[MOST];
	size_t count = 0;
	char *name = format_string("%.*s", (int)strcspn(word, "="), word);

	for (; options && options->name && count < MOST; options++)
		names[count++] = options->name;
	const char *nearest = nearest_name(name, names, count);
	error("unknown option %s: expected an option of ftc %s", name, command);
	if (nearest)
		suggest("%s", nearest);
	else
		suggest("ftc %s --help", command);
	free(name);
}

static bool store_positional(const struct command_line *line, const char *word, const char **positional, size_t room,
			     size_t *count)
{
	if (*count == room) {
		error("'%s' is one word too many for ftc %s", word, line->command);
		suggest("ftc %s --help", line->command);
		return false;
	}
	positional[(*count)++] = word;
	return true;
}

/* Takes the option at `*i` and its value; moves *i onto the last word taken. */
static bool take_option(const struct command_line *line, const struct option *option, size_t *i, const char **value)
{
	const char *within = value_within(line->argument[*i]);

	if (!option->value && within) {
		error("%s takes no value, but is given '%s'", option->name, within);
		suggest("%s", option->name);
		return false;
	}
	if (!option->value) {
		*value = "";
	} else if (within) {
		*value = within;
	} else if (*i + 1 < line->argument_count) {
		*value = line->argument[++*i];
	} else {
		error("%s has no value: expected %s %s", option->name, option->name, option->value);
		suggest("ftc %s --help", line->command);
		return false;
	}
	return true;
}

bool options_read(const struct command_line *line, const struct option *options, const char **values,
		  const char **positional, size_t room, size_t *positional_count)
{
	size_t count = 0;

	for (size_t i = 0; options && options[i].name; i++)
		values[i] = NULL;
	for (size_t i = 0; i < line->argument_count; i++) {
		const char *word = line->argument[i];
		const struct option *option = option_find(options, word);

		if (strcmp(word, "--") == 0) {
			while (++i < line->argument_count)
				if (!store_positional(line, line->argument[i], positional, room, &count))
					return false;
		} else if (option) {
			if (!take_option(line, option, &i, &values[option - options]))
				return false;
		} else if (word[0] == '-' && word[1]) {
			option_unknown(line->command, options, word);
			return false;
		} else if (!store_positional(line, word, positional, room, &count)) {
			return false;
		}
	}
	if (positional_count)
		*positional_count = count;
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
	suggest("%s %lu", option, text_nearest_unsigned(text, low, high));
	return false;
}

/* Digits with at most one point among them, and an exponent: no sign, no space, no hexadecimal, no "inf". */
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
	/* A minus is for ranges that have one. */
	bool real = looks_real(text + (*text == '-' && low < 0));
	double found = strtod(text, NULL);

	if (real && isfinite(found) && found >= low && found <= high) {
		*value = found;
		return true;
	}
	error("%s is '%s': expected a number from %g to %g", option, text, low, high);
	suggest("%s %g", option, found > high ? high : found > low ? found : low);
	return false;
}
