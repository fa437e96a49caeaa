/* beside.c: finds the file that a misspelt name means.
 *
 * In: a name, and the folder that it leads to. Out: a suggestion. */
#include "util/beside.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util/message.h"
#include "util/text.h"

static bool ends_with_any(const char *name, const char *const *ends)
{
	while (*ends && !text_ends_with(name, *ends))
		ends++;
	return *ends;
}

/* A name without its end. A fresh string. */
static char *stem_of(const char *name)
{
	const char *dot = strrchr(name, '.');

	return format_string("%.*s", dot ? (int)(dot - name) : (int)strlen(name), name);
}

/* The index of the name that is meant, by its stem; `count`: none. The ends of names would make short ones alike. */
static size_t meant(const char *wanted, const char *const *stems, size_t count)
{
	char *stem = stem_of(wanted);
	const char *nearest = NULL;
	size_t i = 0;

	while (i < count && strcmp(stems[i], stem) != 0 && strcmp(stems[i], wanted) != 0)
		i++;
	if (i == count && (nearest = nearest_name(stem, stems, count)))
		for (i = 0; stems[i] != nearest; i++)
			;
	free(stem);
	return i;
}

static bool is_file(const char *folder, const char *name)
{
	char *path = format_string("%s%s", folder, name);
	struct stat status;
	bool is = stat(path, &status) == 0 && S_ISREG(status.st_mode);

	free(path);
	return is;
}

/* Files of a folder. */
struct candidates {
	char **name, **stem;		/* stem: the name without its end */
	size_t count;
};

/* The files of the folder that have one of the ends, in the order of their names. */
static struct candidates candidates_read(const char *folder, const char *const *ends)
{
	struct dirent **entry = NULL;
	int entries = scandir(*folder ? folder : ".", &entry, NULL, alphasort);
	size_t most = entries > 0 ? (size_t)entries : 0;
	struct candidates c = { .name = allocate_array(most + 1, sizeof *c.name),
				.stem = allocate_array(most + 1, sizeof *c.stem) };

	for (size_t i = 0; i < most; i++) {
		if (ends_with_any(entry[i]->d_name, ends) && is_file(folder, entry[i]->d_name)) {
			c.name[c.count] = format_string("%s", entry[i]->d_name);
			c.stem[c.count++] = stem_of(entry[i]->d_name);
		}
		free(entry[i]);
	}
	free(entry);
	return c;
}

static void candidates_free(struct candidates *c)
{
	for (size_t i = 0; i < c->count; i++) {
		free(c->name[i]);
		free(c->stem[i]);
	}
	free(c->name);
	free(c->stem);
}

/* Suggests what is meant by `wanted` in the folder, whose name ends with '/' or is empty. */
static void suggest_in(const char *folder, const char *wanted, const char *const *ends)
{
	struct candidates c = candidates_read(folder, ends);
	size_t found = meant(wanted, (const char *const *)c.stem, c.count);

	if (found < c.count) {
		char *path = format_string("%s%s", folder, c.name[found]);

		suggest("%s", shell_word(path));
		free(path);
	}
	candidates_free(&c);
}

bool suggest_beside(const char *path, const char *const *ends)
{
	const char *slash = strrchr(path, '/'), *wanted = slash ? slash + 1 : path;
	char *folder = format_string("%.*s", (int)(wanted - path), path);
	struct stat status;

	if (*wanted && stat(path, &status) != 0 && errno == ENOENT)
		suggest_in(folder, wanted, ends);
	free(folder);
	return false;
}
