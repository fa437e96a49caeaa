/* shells.c: the table of shells. */
#include "shells/shells.h"

#include <assert.h>
#include <string.h>

#include "emit/shell.h"
#include "leaves/leaf.h"
#include "util/message.h"

const struct shell *const shells[] = {
	&wishbone_shell,
	NULL
};

/* Those that keys ask for. */
static const struct shell *const keyed[] = {
	&bus_shell,
	NULL
};

static_assert(sizeof shells / sizeof *shells <= MOST_SHELLS + 1, "MOST_SHELLS");

unsigned shell_words(const char *words[MOST_SHELLS + 1])
{
	unsigned count = 0;

	for (; shells[count]; count++)
		words[count] = shells[count]->word;
	words[count] = NULL;
	return count;
}

const struct shell *shell_find(const char *word)
{
	const struct shell *const *shell = shells;

	while (*shell && strcmp((*shell)->word, word) != 0)
		shell++;
	return *shell;
}

static const struct shell *shell_keyed(const struct spec *spec)
{
	const struct shell *const *shell = keyed;

	while (*shell && !(*shell)->asked(spec))
		shell++;
	return *shell;
}

bool shell_for_user(struct spec *spec, const struct shell *asked)
{
	const struct shell *by_key = shell_keyed(spec);

	if (by_key && asked->word) {
		error("%s is given for %s, whose keys ask for %s: expected one of them", asked->option ? asked->option : asked->word,
		      spec->source, by_key->one);
		return suggest("without %s", asked->option ? asked->option : asked->word);
	}
	spec->shell = by_key ? by_key : asked;
	return true;
}

bool shell_hides_streams(const struct spec *spec)
{
	return spec->shell->circuit && !spec->shell->circuit->driver.module;
}

bool shell_for_streams(struct spec *spec, const struct shell *asked)
{
	if (!shell_for_user(spec, asked))
		return false;
	if (shell_hides_streams(spec))
		spec->shell = &no_shell;
	return true;
}

bool shell_check(const struct network *net)
{
	const struct shell *shell = net->spec->shell;

	if (shell->speech && !require_speech(net->spec, shell->speech, shell->one))
		return false;
	return !shell->check || shell->check(net);
}
