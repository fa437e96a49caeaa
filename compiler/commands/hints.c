/* hints.c: what a command line with a parameter in the wrong form was meant to be.
 *
 * In: words of the command line. Out: the `--set KEY=VALUE` that they mean, in a suggestion. */
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "parse/keys.h"
#include "util/message.h"
#include "util/text.h"

/* Is this word a value? Not an option, and not the parameter file. */
static bool is_value(const char *word)
{
	return word && (*word != '-' || !word[1]) && !text_ends_with(word, ".yaml") && !text_ends_with(word, ".yml");
}

bool hint_torn_setting(const char *setting, const char *next)
{
	const char *names[MOST_KEYS];
	size_t count = key_names(names);

	if (strchr(setting, '=') || !is_value(next))
		return false;
	const char *key = key_find(setting) ? setting : nearest_name(setting, names, count);
	if (!key)
		return false;
	char *meant = format_string("%s=%s", key, next);
	error("--set is '%s', and '%s' follows: expected --set KEY=VALUE, in one word", setting, next);
	suggest("--set %s", shell_word(meant));
	free(meant);
	return true;
}

bool hint_key_as_option(const char *option, const char *next)
{
	const char *name = option + strspn(option, "-"), *equals = strchr(name, '=');
	char *key = format_string("%.*s", (int)strcspn(name, "="), name);
	bool known = key_find(key) != NULL;

	if (known) {
		const char *value = equals ? equals + 1 : is_value(next) ? next : key_find(key)->type == KEY_FLAG ? "true" : "VALUE";
		char *meant = format_string("%s=%s", key, value);

		suggest("--set %s", shell_word(meant));
		free(meant);
	}
	free(key);
	return known;
}
