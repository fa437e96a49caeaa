/* kind.c: which machine builds a network. */
#include "parse/kind.h"

#include "parse/keys.h"
#include "util/text.h"

char *machine_choice_condition(const struct machine_choice *choice)
{
	const struct key *key = choice->key;

	if (!key)
		return copy_string("");
	if (key->type == KEY_WORD)
		return format_string("%s: %s", key->name, key->words[choice->value]);
	return format_string(choice->differs ? "%s other than %u" : "%s: %u", key->name, choice->value);
}

static bool fits(const struct machine_choice *choice, const struct spec *spec)
{
	const struct key *key = choice->key;

	return !key || (*(const unsigned *)key_field(spec, key) == choice->value) != choice->differs;
}

const struct machine_choice *machine_choice_of(const struct spec *spec)
{
	const struct machine_choice *choice = spec->kind->choices;

	while (!fits(choice, spec))
		choice++;
	return choice;
}
