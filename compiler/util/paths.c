/* paths.c: where ftc's own files are. */
#include "util/paths.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/file.h"
#include "util/message.h"
#include "util/places.h"
#include "util/text.h"

/* Beside a program that was built and not installed: meson.build writes it. */
static const char own_tree[] = "ftc-tree";
/* A path and a number. */
static const size_t own_tree_limit = PATH_MAX + 32;

/* ---- Beside the program ---------------------------------------------------------------------------------------- */

char *program_path(void)
{
	char path[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path);

	if (length > 0 && (size_t)length < sizeof path)
		return format_string("%.*s", (int)length, path);
	error("the path of ftc cannot be found in /proc/self/exe");
	return NULL;
}

/* The path, seen from the program's folder, fresh; NULL after a message. An absolute path stays as it is. */
static char *from_program(const char *path)
{
	if (*path == '/')
		return copy_string(path);
	char *program = program_path(), *slash = program ? strrchr(program, '/') : NULL;
	char *found = slash ? format_string("%.*s/%s", (int)(slash - program), program, path) : NULL;

	free(program);
	return found;
}

/* Whoever owns the program or its folder could replace it, and whoever runs it trusts himself. In a folder like /tmp
 * others may put files beside it, but these stay theirs. */
static bool is_trusted(const struct stat *status)
{
	char *folder = from_program(".");
	struct stat program, around;
	bool trusted = status->st_uid == 0 || status->st_uid == geteuid()
		|| (stat("/proc/self/exe", &program) == 0 && status->st_uid == program.st_uid)
		|| (folder && stat(folder, &around) == 0 && status->st_uid == around.st_uid);

	free(folder);
	return trusted;
}

/* A regular file beside the program that is not somebody else's. The path is fresh; NULL if there is none. */
static char *trusted_beside(const char *name)
{
	char *path = from_program(name);
	struct stat status;

	if (path && lstat(path, &status) == 0 && S_ISREG(status.st_mode) && is_trusted(&status))
		return path;
	free(path);
	return NULL;
}

/* ---- The data -------------------------------------------------------------------------------------------------- */

/* `own` is the file own_tree: the tree's owner when it was built, then its path. That owner may be another user than
 * the builder, who trusted the tree when he compiled its files. Fresh; NULL if the folder is somebody else's now. */
static char *read_own_tree(const char *own)
{
	struct text content = {0};
	struct stat status;
	char *path = NULL, *tree = NULL;

	if (read_file(own, own_tree_limit, &content)) {
		unsigned long owner = strtoul(content.bytes, &path, 10);
		path += *path == ' ';
		path[strcspn(path, "\n")] = 0;
		tree = from_program(path);
		if (tree && (stat(tree, &status) != 0 || !(is_trusted(&status) || status.st_uid == owner))) {
			free(tree);
			tree = NULL;
		}
	}
	text_free(&content);
	return tree;
}

static void refuse_data(const char *root)
{
	message_capture(NULL);
	error("ftc's own files are not in %s", root);
	suggest("meson install -C build, or FTC_DATA=FOLDER with the folder that holds rtl-templates/");
	exit(EXIT_WORK_FAILED);
}

/* A program in its build folder takes its own tree and nothing else; an installed one what was installed with it. */
static char *find_data(void)
{
	char *own = trusted_beside(own_tree), *root = own ? read_own_tree(own) : from_program(FTC_DATA_FROM_PROGRAM);
	char *templates = root ? format_string("%s/rtl-templates", root) : NULL;
	char *plain = templates && access(templates, R_OK | X_OK) == 0 ? realpath(root, NULL) : NULL;

	if (!plain)
		refuse_data(root ? root : own ? "the tree that it was built from" : "their place");
	free(templates);
	free(root);
	free(own);
	return plain;
}

static const char *data_root;

void data_is_in(const char *root)
{
	data_root = root;
}

char *data_path(const char *relative)
{
	const char *chosen = getenv("FTC_DATA");

	if (chosen && *chosen)
		return format_string("%s/%s", chosen, relative);
	if (!data_root)
		data_root = find_data();
	return format_string("%s/%s", data_root, relative);
}

/* The build makes `template_places` of rtl-templates/: "plan/selector.v". */
#include "util/template_places.h"

char *template_path(const char *file)
{
	const char *place = file;

	for (size_t i = 0; i < sizeof template_places / sizeof template_places[0]; i++)
		if (strcmp(strchr(template_places[i], '/') + 1, file) == 0)
			place = template_places[i];
	char *relative = format_string("rtl-templates/%s", place), *path = data_path(relative);
	free(relative);
	return path;
}

char *library_path(const char *name)
{
	char *own = trusted_beside(own_tree), *beside = own ? trusted_beside(name) : NULL;
	char *relative = format_string("%s/%s", FTC_LIBRARY_FROM_PROGRAM, name);
	char *path = beside ? beside : from_program(relative);

	free(own);
	free(relative);
	return path;
}
