/* package.c: reads the pins of a package.
 *
 *   file    := { package { pin } }		pins on lines of their own
 *   package := "package" name { device }	devices by nextpnr's names
 */
#include "fpga/package.h"

#include <stdlib.h>
#include <string.h>

#include "util/paths.h"
#include "util/words.h"

/* Is the line the head of this package? */
static bool is_head(const struct words *w, const struct device *device, const char *name)
{
	if (!word_is(&w->word[0], "package") || w->count < 2 || !word_is(&w->word[1], name))
		return false;
	for (size_t i = 2; i < w->count; i++)
		if (word_is(&w->word[i], device->name))
			return true;
	return false;
}

static void add_pin(struct package *package, const struct word *word)
{
	package->pin = room_for_one(package->pin, package->count, sizeof *package->pin);
	package->pin[package->count++] = format_string("%.*s", (int)word->length, word->at);
}

bool package_read(struct package *package, const struct device *device, const char *name)
{
	char *path = data_path("constraints/packages.txt");
	struct words file, *w = &file;
	bool in_it = false;

	*package = (struct package){0};
	bool good = words_open(w, path, "#", USUAL_LINE);
	while (good && words_line_of_data(w)) {
		if (word_is(&w->word[0], "package"))
			in_it = is_head(w, device, name);
		else
			for (size_t i = 0; i < w->count && in_it; i++)
				add_pin(package, &w->word[i]);
	}
	words_close(w);
	free(path);
	return good;
}

bool package_has(const struct package *package, const char *pin)
{
	for (size_t i = 0; i < package->count; i++)
		if (strcmp(package->pin[i], pin) == 0)
			return true;
	return package->count == 0;
}

void package_free(struct package *package)
{
	for (size_t i = 0; i < package->count; i++)
		free(package->pin[i]);
	free(package->pin);
	*package = (struct package){0};
}
