/* paths.c: where ftc's own files are. */
#include "util/paths.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/message.h"
#include "util/places.h"
#include "util/text.h"

/* The folder that holds rtl-templates/, boards/, constraints/ and sim/. */
static const char *data_root(void)
{
	const char *chosen = getenv("FTC_DATA");

	if (chosen && *chosen)
		return chosen;
	if (access(FTC_SOURCE_ROOT "/rtl-templates", R_OK | X_OK) == 0)
		return FTC_SOURCE_ROOT;
	return FTC_DATA_DIRECTORY;
}

char *data_path(const char *relative)
{
	return format_string("%s/%s", data_root(), relative);
}

char *program_path(void)
{
	char path[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path);

	if (length > 0 && (size_t)length < sizeof path)
		return format_string("%.*s", (int)length, path);
	error("the path of ftc cannot be found in /proc/self/exe");
	return NULL;
}
