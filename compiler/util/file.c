/* file.c: reads and writes single files.
 *
 * In: a name, and bytes. Out: the bytes at the place that the name means, all of them or none.
 *
 *   name --links followed--> place --regular or new--> temporary file beside it --rename--> place
 *                                  --device, pipe, our own output--> written into
 */
#include "util/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/message.h"

enum { MOST_LINKS = 40 };

int failure_status(int failure)
{
	switch (failure) {
	case EACCES: case EPERM: case EROFS: case ENOENT: case ENOTDIR: case EISDIR: case ENAMETOOLONG:
	case ELOOP: case EEXIST: case EBUSY: case EXDEV: case ENXIO:
		return EXIT_USAGE;
	default:
		return EXIT_WORK_FAILED;
	}
}

/* ---- folders --------------------------------------------------------------------------------------------------- */

int make_folders(char *path, size_t from, mode_t mode)
{
	for (char *slash = strchr(path + from, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = 0;
		int failure = mkdir(path, mode) != 0 && errno != EEXIST ? errno : 0;
		*slash = '/';
		if (failure)
			return failure;
	}
	return 0;
}

/* The length of the path of the folder in which the first `length` characters of `path` lie; 0: the current one, or the root. */
static size_t parent_length(const char *path, size_t length)
{
	while (length > 0 && path[length - 1] == '/')
		length--;
	while (length > 0 && path[length - 1] != '/')
		length--;
	while (length > 0 && path[length - 1] == '/')
		length--;
	return length;
}

/* The nearest folder above `path` that is there: the length of its path, as parent_length(). 0 or errno. */
static int find_parent(const char *path, size_t *length)
{
	struct stat status;
	int failure = ENOENT;

	*length = strlen(path);
	while (failure == ENOENT) {
		*length = parent_length(path, *length);
		char *above = *length ? format_string("%.*s", (int)*length, path) : copy_string(*path == '/' ? "/" : ".");

		failure = stat(above, &status) != 0 ? errno : S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
		if (!failure && access(above, W_OK | X_OK) != 0)
			failure = errno;
		free(above);
		if (*length == 0)
			break;
	}
	return failure;
}

int check_parents(const char *path)
{
	size_t length;

	return find_parent(path, &length);
}

int make_parents(const char *path, size_t *made)
{
	int failure = find_parent(path, made);
	char *copy = copy_string(path);

	if (!failure && *made < parent_length(path, strlen(path)))
		failure = make_folders(copy, *made + 1, 0777);
	free(copy);
	return failure;
}

void remove_parents(const char *path, size_t made)
{
	for (size_t length = parent_length(path, strlen(path)); length > made; length = parent_length(path, length)) {
		char *folder = format_string("%.*s", (int)length, path);
		bool removed = rmdir(folder) == 0;

		free(folder);
		if (!removed)
			return;
	}
}

/* ---- what must stay ------------------------------------------------------------------------------------------ */

/* Regular files: those that the user has given to be read, and results that are written. */
struct files {
	struct stat *items;
	size_t count;
};
static struct files inputs, results;

static void forget_files(void)
{
	free(inputs.items);
	free(results.items);
	inputs = results = (struct files){0};
}

static void note_file(struct files *files, const struct stat *status)
{
	if (!S_ISREG(status->st_mode))
		return;
	if (!inputs.items && !results.items)
		atexit(forget_files);
	files->items = reallocate(files->items, (files->count + 1) * sizeof *files->items);
	files->items[files->count++] = *status;
}

/* The newest that is or was this file. */
static const struct stat *find_file(const struct files *files, const struct stat *status)
{
	for (size_t i = files->count; i-- > 0;)
		if (files->items[i].st_dev == status->st_dev && files->items[i].st_ino == status->st_ino)
			return &files->items[i];
	return NULL;
}

/* Is it a result that is still there? The number may be that of a newer file. */
static bool is_result(const struct stat *status)
{
	const struct stat *result = find_file(&results, status);

	return result && result->st_ctim.tv_sec == status->st_ctim.tv_sec
	       && result->st_ctim.tv_nsec == status->st_ctim.tv_nsec;
}

bool is_input(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && find_file(&inputs, &status);
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

int write_bytes(int file, const void *bytes, size_t size)
{
	size_t done = 0;

	while (done < size) {
		ssize_t count = write(file, (const char *)bytes + done, size - done);

		if (count > 0)
			done += (size_t)count;
		else if (count == 0 || errno != EINTR)
			return count == 0 ? ENOSPC : errno;
	}
	return 0;
}

/* Writes into an open file, which is closed. Returns 0 or errno. */
static int write_and_close(int file, const struct text *content)
{
	if (file < 0)
		return errno;
	int failure = write_bytes(file, content->bytes, content->length);
	/* A full disk or an exhausted quota may be reported only here. */
	if (close(file) != 0 && errno != EINTR && !failure)
		failure = errno;
	return failure;
}

int open_file(const char *path, int flags)
{
	int file;

	/* Ctrl-Z while a pipe waits for its other end. */
	do
		file = open(path, flags | O_CLOEXEC, 0666);
	while (file < 0 && errno == EINTR);
	return file;
}

int write_new_file(const char *path, const struct text *content)
{
	return write_and_close(open_file(path, O_WRONLY | O_CREAT | O_EXCL), content);
}

/* Where a result goes. */
struct target {
	char *path;			/* no link itself */
	bool exists;
	int failure;			/* why nothing can be there, an errno; or 0 */
	struct stat status;		/* if it exists */
	int stream;			/* descriptor of our own output that it is; -1: none */
};

/* What the link `path` names, from here; NULL if it is no link. A fresh string. */
static char *link_target(const char *path)
{
	char name[PATH_MAX];
	const char *slash = strrchr(path, '/');
	ssize_t length = readlink(path, name, sizeof name);

	if (length < 0 || (size_t)length == sizeof name)
		return NULL;
	int folder = slash && name[0] != '/' ? (int)(slash - path) + 1 : 0;
	return format_string("%.*s%.*s", folder, path, (int)length, name);
}

/* Follows links, also those that lead to a file that is still to be made. A fresh string. */
static char *follow_links(const char *path)
{
	char *here = copy_string(path);

	for (int i = 0; i < MOST_LINKS; i++) {
		char *next = link_target(here);

		if (!next)
			break;
		free(here);
		here = next;
	}
	return here;
}

/* Standard output or standard error, if that is the file; or -1. */
static int own_stream(const struct stat *file)
{
	struct stat status;

	for (int i = STDOUT_FILENO; i <= STDERR_FILENO; i++)
		if (fstat(i, &status) == 0 && status.st_dev == file->st_dev && status.st_ino == file->st_ino)
			return i;
	return -1;
}

static struct target find_target(const char *path)
{
	struct target t = { .exists = stat(path, &t.status) == 0, .stream = -1 };

	if (t.exists)
		t.stream = own_stream(&t.status);
	else if (errno != ENOENT)
		t.failure = errno;
	t.path = follow_links(path);
	return t;
}

char *result_folder(const char *path)
{
	char *real = follow_links(path), *slash = strrchr(real, '/');

	if (slash)
		slash[1] = 0;
	else
		*real = 0;
	return real;
}

/* A device, a pipe or our own output: nothing can take its place. Returns 0 or errno. */
static int write_into(const struct target *t, const char *path, const struct text *content)
{
	if (t->stream < 0)
		return write_and_close(open_file(path, O_WRONLY | O_NOCTTY), content);
	/* Another descriptor would begin at the start of the file, and ftc's own words would go over the result. */
	fflush(stdout);
	return write_bytes(t->stream, content->bytes, content->length);
}

static bool is_replaced(const struct target *t)
{
	return t->stream < 0 && (!t->exists || S_ISREG(t->status.st_mode));
}

/* Gives the finished file the owner, if that is allowed, and the mode of the one that it replaces. Returns 0 or errno. */
static int inherit(const struct target *t, const char *temporary)
{
	if (!t->exists)
		return 0;
	if (chown(temporary, t->status.st_uid, t->status.st_gid) != 0 && errno != EPERM && errno != EINVAL)
		return errno;
	return chmod(temporary, t->status.st_mode & 0777) == 0 ? 0 : errno;
}

static int put_in_place(const struct target *t, const char *temporary)
{
	int failure = inherit(t, temporary);

	return failure ? failure : rename(temporary, t->path) == 0 ? 0 : errno;
}

/* Returns 0 or errno; after a failure the file is as before. */
static int replace(const struct target *t, const struct text *content)
{
	char *temporary = format_string("%s.tmp-%ld", t->path, (long)getpid());

	cleanup_add(temporary);
	int failure = write_new_file(temporary, content);
	if (!failure)
		failure = put_in_place(t, temporary);
	if (failure)
		cleanup_remove(temporary);
	else
		cleanup_forget(temporary);
	free(temporary);
	return failure;
}

static bool tell(const char *path, int failure, int *status)
{
	*status = failure ? failure_status(failure) : EXIT_DONE;
	return !failure || error("%s cannot be written: %s", path, strerror(failure));
}

/* Whether the target may be written; otherwise a message. */
static bool check_target(const struct target *t, const char *path, int *status)
{
	if (t->failure)
		return tell(path, t->failure, status);
	*status = EXIT_USAGE;
	if (t->exists && find_file(&inputs, &t->status)) {
		error("%s is what this command reads: the result does not replace it", path);
		return suggest("another name for the result");
	}
	if (t->exists && is_result(&t->status)) {
		error("%s is another result of this command already: the second does not replace the first", path);
		return suggest("another name for one of them");
	}
	if (t->exists && S_ISDIR(t->status.st_mode))
		return error("%s is a directory: expected a file, or the name of one to create", path);
	/* A rename needs no permission on the file. */
	if (t->exists && is_replaced(t) && access(path, W_OK) != 0)
		return error("%s cannot be written: %s", path, strerror(errno));
	return true;
}

static bool write_target(const char *path, const struct text *content, int *status)
{
	struct target t = find_target(path);
	bool done = check_target(&t, path, status)
		    && tell(path, is_replaced(&t) ? replace(&t, content) : write_into(&t, path, content), status);

	free(t.path);
	return done;
}

/* The file in the place of a finished result. */
static void note_result(const char *path)
{
	struct stat status;

	if (stat(path, &status) == 0)
		note_file(&results, &status);
}

bool write_result(const char *path, const struct text *content, int *status)
{
	char *real = follow_links(path);
	size_t made = strlen(real);
	/* Why none can be made, writing says. */
	bool parents = access(real, F_OK) != 0 && make_parents(real, &made) == 0;
	bool done = write_target(path, content, status);

	if (done)
		note_result(path);
	else if (parents)
		remove_parents(real, made);
	free(real);
	return done;
}

bool check_result(const char *path, int *status)
{
	struct target t = find_target(path);
	bool good = check_target(&t, path, status);
	int failure = good && (!t.exists || is_replaced(&t)) ? check_parents(t.path) : 0;

	if (failure) {
		good = error("%s cannot be written: %s", path, strerror(failure));
		*status = EXIT_USAGE;
	}
	free(t.path);
	return good;
}

/* Copies the file `from` into the device or pipe `path`. */
static bool copy_into(const char *from, const struct target *t, const char *path, int *status)
{
	struct text content = {0};

	*status = EXIT_WORK_FAILED;
	bool done = read_file(from, SIZE_MAX, &content) && tell(path, write_into(t, path, &content), status);
	text_free(&content);
	return done;
}

bool move_result(const char *from, const char *path, int *status)
{
	struct target t = find_target(path);
	bool done = check_target(&t, path, status)
		    && (is_replaced(&t) ? tell(path, put_in_place(&t, from), status)
					: copy_into(from, &t, path, status));

	if (done)
		note_result(path);
	free(t.path);
	return done;
}

bool write_file(const char *path, const struct text *content)
{
	int status;

	return write_target(path, content, &status);
}

bool write_file_in(const char *directory, const char *name, const struct text *content)
{
	char *path = format_string("%s/%s", directory, name);
	bool done = write_file(path, content);

	free(path);
	return done;
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

/* A reading in progress. */
struct reading {
	const char *name;
	size_t limit;
	read_check *check;		/* or NULL */
	const void *context;
	struct text *content;
	struct stat status;
};

/* Takes in what has been read. */
static bool add_part(const struct reading *r, const char *part, size_t count)
{
	size_t from = r->content->length;

	text_add_bytes(r->content, part, count);
	if (r->content->length > r->limit)
		return error("%s is larger than %zu bytes, the most that is read from such a file", r->name, r->limit);
	return !r->check || r->check(r->name, r->content, from, r->context);
}

static bool read_stream(int file, const struct reading *r)
{
	char part[PART_BYTES];

	text_add(r->content, "");
	for (;;) {
		ssize_t count = read(file, part, sizeof part);

		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0)
			error("%s cannot be read: %s", r->name, strerror(errno));
		if (count <= 0)
			return count == 0;
		if (!add_part(r, part, (size_t)count))
			return false;
	}
}

/* Reads the open file and notes what it is. */
static bool read_open(int file, struct reading *r)
{
	if (file < 0 || fstat(file, &r->status) != 0)
		return error("%s cannot be read: %s", r->name, strerror(errno));
	if (S_ISDIR(r->status.st_mode))
		return error("%s is a directory: expected a file", r->name);
	return read_stream(file, r);
}

static bool read_path(const char *path, struct reading *r)
{
	r->name = strcmp(path, "-") == 0 ? "standard input" : path;
	if (r->name != path)
		return read_open(STDIN_FILENO, r);
	int file = open_file(path, O_RDONLY);
	bool done = read_open(file, r);
	if (file >= 0)
		close(file);
	return done;
}

bool read_file(const char *path, size_t limit, struct text *content)
{
	struct reading r = { .limit = limit, .content = content };

	return read_path(path, &r);
}

bool read_text(const char *path, size_t limit, struct text *content)
{
	bool done = read_file(path, limit, content);

	if (done)
		text_skip_byte_order_mark(content);
	return done;
}

bool read_checked_input(const char *path, size_t limit, read_check *check, const void *context, struct text *content)
{
	struct reading r = { .limit = limit, .check = check, .context = context, .content = content };
	bool done = read_path(path, &r);

	if (done) {
		note_file(&inputs, &r.status);
		text_skip_byte_order_mark(content);
	}
	return done;
}

bool read_input(const char *path, size_t limit, struct text *content)
{
	return read_checked_input(path, limit, NULL, NULL, content);
}

bool read_file_in(const char *directory, const char *name, size_t limit, struct text *content)
{
	char *path = format_string("%s/%s", directory, name);
	bool done = read_file(path, limit, content);

	free(path);
	return done;
}
