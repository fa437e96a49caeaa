/* shells.c: the table of shells. */
#include "shells/shells.h"

#include <assert.h>
#include <string.h>

#include "leaves/leaf.h"

const struct shell *const shells[] = {
	&wishbone_shell,
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

bool shell_check(const struct network *net)
{
	const struct shell *shell = net->spec->shell;

	if (shell->speech && !require_speech(net->spec, shell->speech, shell->one))
		return false;
	return !shell->check || shell->check(net);
}
