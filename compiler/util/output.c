/* output.c: writes results atomically.
 *
 * In: files in memory. Out: a directory that holds exactly these and the record `.ftc-output`, or, on failure, the
 * previous content.
 *
 * The record proves that ftc may replace a directory:
 *   ftc output
 *   kind generate
 *   name tree16
 *   file tree16.v
 *   ...
 */
#define _GNU_SOURCE		/* renameat2 */
#include "util/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/message.h"

#define RECORD ".ftc-output"
enum { MOST_RECORD_BYTES = 16 << 20 };

void output_add(struct output *out, const char *path, struct text *content)
{
	for (size_t i = 0; i < out->count; i++)
		if (strcmp(out->files[i].path, path) == 0) {
			error("internal: the output file %s is made twice", path);
			abort();
		}
	out->files = reallocate(out->files, (out->count + 1) * sizeof *out->files);
	out->files[out->count++] = (struct output_file){ copy_string(path), *content };
	*content = (struct text){0};
}

void output_add_copy(struct output *out, const char *path, const struct text *content)
{
	struct text copy = {0};

	text_add_bytes(&copy, content->bytes, content->length);
	output_add(out, path, &copy);
}

void output_free(struct output *out)
{
	for (size_t i = 0; i < out->count; i++) {
		free(out->files[i].path);
		text_free(&out->files[i].content);
	}
	free(out->files);
	*out = (struct output){0};
}

void findings_free(struct findings *found)
{
	text_free(&found->text);
	text_free(&found->json);
	output_free(&found->files);
	json_decref(found->networks);
	found->networks = NULL;
}

/* A commit in progress. */
struct commit {
	const struct output *out;
	const char *asked;		/* the directory as the user wrote it */
	char *target;			/* with links resolved, without a trailing '/' */
	char *temporary;		/* beside the target */
	const char *kind, *name;
	int status;
};

static bool refuse(struct commit *c, int failure, const char *what)
{
	c->status = failure_status(failure);
	return error("%s: %s: %s", c->asked, what, strerror(failure));
}

static const char NO_PLACE[] = "no directory can be made here";

static bool refuse_place(struct commit *c)
{
	c->status = EXIT_USAGE;
	return suggest("-o with a directory that does not exist yet");
}

/* Whether `directory` is the current one or above it. Replacing it would leave the user's shell in a deleted
 * directory. */
static bool is_under_our_feet(const char *directory)
{
	char *here = realpath(".", NULL);
	size_t length = strlen(directory);
	bool under = here && strncmp(here, directory, length) == 0
		     && (here[length] == 0 || here[length] == '/' || text_ends_with(directory, "/"));

	free(here);
	return under;
}

/* Finds the real place of the target. Links are followed: the link stays, the directory it names is replaced. */
static bool find_target(struct commit *c)
{
	size_t length = strlen(c->asked);
	char *plain = copy_string(c->asked);

	while (length > 1 && plain[length - 1] == '/')
		plain[--length] = 0;
	c->target = realpath(plain, NULL);
	int failure = errno;
	if (c->target) {
		free(plain);
		if (!is_under_our_feet(c->target))
			return true;
		error("%s holds the current directory: an output directory is replaced as a whole", c->asked);
		suggest("-o out");
		c->status = EXIT_USAGE;
		return false;
	}
	c->target = plain;
	struct stat status;
	if (failure == ENOENT && lstat(plain, &status) == 0 && S_ISLNK(status.st_mode)) {
		error("%s is a link that leads nowhere: expected a directory, or the name of one to create", c->asked);
		return refuse_place(c);
	}
	return *plain && failure == ENOENT ? true : refuse(c, *plain ? failure : ENOENT, "no output directory can be here");
}

/* The rest of a record's line that begins with `word` and a space; NULL if it does not. */
static const char *record_value(const char *line, const char *word)
{
	size_t length = strlen(word);

	return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

/* Whether `path` is listed in the record, or a folder of a listed file. */
static bool is_recorded(const struct text *record, const char *path)
{
	size_t length = strlen(path);

	for (const char *line = record->bytes; *line; line = strchr(line, '\n') + 1) {
		const char *file = record_value(line, "file");

		if (file && strncmp(file, path, length) == 0 && (file[length] == '\n' || file[length] == '/'))
			return true;
	}
	return false;
}

/* readdir() with errno 0 at the end. */
static struct dirent *next_entry(DIR *directory)
{
	errno = 0;
	return readdir(directory);
}

/* Finds an entry below `directory` that the record does not list; `below` is the path from the target to
 * `directory` with a '/' behind it, or empty. Returns its fresh path, or NULL. */
static char *find_stranger(const char *directory, const char *below, const struct text *record)
{
	DIR *open_directory = opendir(directory);
	struct dirent *entry;
	char *stranger = NULL;

	if (!open_directory)
		return copy_string(*below ? below : "a folder that cannot be read");
	while (!stranger && (entry = next_entry(open_directory))) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		char *path = format_string("%s%s", below, entry->d_name);
		char *full = format_string("%s/%s", directory, entry->d_name);
		struct stat status;

		if (!is_recorded(record, path) && strcmp(path, RECORD) != 0) {
			stranger = copy_string(path);
		} else if (lstat(full, &status) == 0 && S_ISDIR(status.st_mode)) {
			char *deeper = format_string("%s/", path);
			stranger = find_stranger(full, deeper, record);
			free(deeper);
		}
		free(full);
		free(path);
	}
	if (!stranger && errno)
		stranger = format_string("%sfiles that cannot be read", below);
	closedir(open_directory);
	return stranger;
}

/* The "kind" or "name" of a record. A fresh string. */
static char *record_field(const struct text *record, const char *word)
{
	for (const char *line = record->bytes; *line; line = strchr(line, '\n') + 1) {
		const char *value = record_value(line, word);

		if (value)
			return format_string("%.*s", (int)strcspn(value, "\n"), value);
	}
	return copy_string("?");
}

/* Whether the record is that of an earlier output of the same kind and name. */
static bool check_record(struct commit *c, const struct text *record)
{
	char *kind = record_field(record, "kind"), *name = record_field(record, "name");
	bool same = strcmp(kind, c->kind) == 0 && strcmp(name, c->name) == 0;

	if (!same) {
		error("%s holds the output of ftc %s for %s: it is not replaced by that of ftc %s for %s", c->asked,
		      kind, name, c->kind, c->name);
		refuse_place(c);
	}
	free(kind);
	free(name);
	return same;
}

/* Reads the record of the target into `record`; false if there is no valid one. */
static bool read_record(const struct commit *c, struct text *record)
{
	static const char first_line[] = "ftc output\n";
	char *path = format_string("%s/" RECORD, c->target);
	struct stat status;
	bool found = lstat(path, &status) == 0 && S_ISREG(status.st_mode) && read_file(path, MOST_RECORD_BYTES, record)
		     && strncmp(record->bytes, first_line, strlen(first_line)) == 0
		     && text_ends_with(record->bytes, "\n") && strlen(record->bytes) == record->length;

	free(path);
	if (!found) {
		text_free(record);
		text_add(record, "");
	}
	return found;
}

/* The first file of the record that this command reads, from the target; fresh, NULL if there is none. */
static char *find_own_input(const struct commit *c, const struct text *record)
{
	char *found = NULL;

	for (const char *line = record->bytes; *line && !found; line = strchr(line, '\n') + 1) {
		const char *file = record_value(line, "file");
		char *path = file ? format_string("%s/%.*s", c->target, (int)strcspn(file, "\n"), file) : NULL;

		if (path && is_input(path))
			found = format_string("%.*s", (int)strcspn(file, "\n"), file);
		free(path);
	}
	return found;
}

/* Whether the target may be replaced: it does not exist, is empty, or holds only what ftc wrote. */
static bool check_target(struct commit *c)
{
	struct stat status;
	struct text record = {0};

	if (lstat(c->target, &status) != 0)
		return errno == ENOENT ? true : refuse(c, errno, "no output directory can be here");
	if (!S_ISDIR(status.st_mode)) {
		error("%s is a file: expected a directory, or the name of one to create", c->asked);
		return refuse_place(c);
	}
	if (access(c->target, W_OK | X_OK) != 0)
		return refuse(c, errno, "the output directory is not writable");
	bool ours = read_record(c, &record);
	char *stranger = ours ? NULL : find_stranger(c->target, "", &record), *input = find_own_input(c, &record);
	if (ours && !check_record(c, &record)) {
		/* a message has been printed */
	} else if (stranger) {
		error("%s holds %s, which ftc did not write there: nothing of yours is replaced", c->asked, stranger);
		refuse_place(c);
	} else if (input) {
		error("%s holds %s, which this command reads: the result does not replace it", c->asked, input);
		refuse_place(c);
	}
	free(input);
	free(stranger);
	text_free(&record);
	return c->status == EXIT_DONE;
}

/* A command that works for long must not find out at its end that there is no place for its result. */
static bool check_place(struct commit *c)
{
	int failure = check_parents(c->target);

	return !failure || refuse(c, failure, NO_PLACE);
}

static int write_below(const char *directory, const char *relative, const struct text *content)
{
	char *path = format_string("%s/%s", directory, relative);
	int failure = make_folders(path, strlen(directory) + 1, 0777);

	if (!failure)
		failure = write_new_file(path, content);
	free(path);
	return failure;
}

/* The finished directory's mode: that of the directory it replaces, or the default of a new one. */
static mode_t final_mode(const struct commit *c)
{
	struct stat status;
	mode_t mask;

	if (stat(c->target, &status) == 0)
		return status.st_mode & 07777;
	mask = umask(0);
	umask(mask);
	return 0777 & ~mask;
}

static int write_all(const struct commit *c)
{
	struct text record = {0};
	int failure = 0;

	text_print(&record, "ftc output\nkind %s\nname %s\n", c->kind, c->name);
	for (size_t i = 0; i < c->out->count && !failure; i++) {
		failure = write_below(c->temporary, c->out->files[i].path, &c->out->files[i].content);
		text_print(&record, "file %s\n", c->out->files[i].path);
	}
	if (!failure)
		failure = write_below(c->temporary, RECORD, &record);
	if (!failure && chmod(c->temporary, final_mode(c)) != 0)
		failure = errno;
	text_free(&record);
	return failure;
}

static int keep_below(const struct commit *c, const char *below, const struct text *record, char **stranger);

/* Gives the new directory what the old one holds at `path`, if the record does not list it: a link to the same file, so
 * that it is in both until the old directory is removed. A folder is gone through. Returns 0 or errno; a file that
 * cannot be kept is *stranger, a fresh string. */
static int keep_entry(const struct commit *c, const char *path, const struct text *record, char **stranger)
{
	char *from = format_string("%s/%s", c->target, path), *to = format_string("%s/%s", c->temporary, path);
	bool ours = is_recorded(record, path) || strcmp(path, RECORD) == 0;
	int failure = 0;
	struct stat status;

	if (lstat(from, &status) != 0)
		failure = errno;
	else if (!ours)
		failure = make_folders(to, strlen(c->temporary) + 1, 0777);
	if (!failure && S_ISDIR(status.st_mode)) {
		if (!ours && mkdir(to, status.st_mode & 07777) != 0 && errno != EEXIST)
			failure = errno;
		failure = failure ? failure : keep_below(c, path, record, stranger);
	} else if (!failure && !ours && linkat(AT_FDCWD, from, AT_FDCWD, to, 0) != 0) {
		failure = errno;
	}
	if (failure && !*stranger)
		*stranger = copy_string(path);
	free(from);
	free(to);
	return failure;
}

/* The same for all that is in the folder `below`; "": the whole directory. */
static int keep_below(const struct commit *c, const char *below, const struct text *record, char **stranger)
{
	char *folder = format_string("%s/%s", c->target, below);
	DIR *open_directory = opendir(folder);
	struct dirent *entry;
	int failure = open_directory ? 0 : errno;

	free(folder);
	while (!failure && (entry = next_entry(open_directory))) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		char *path = format_string("%s%s%s", below, *below ? "/" : "", entry->d_name);

		failure = keep_entry(c, path, record, stranger);
		free(path);
	}
	if (open_directory && !failure)
		failure = errno;
	if (open_directory)
		closedir(open_directory);
	return failure;
}

/* Without a record that can be read there is nothing to keep: the target does not exist or is empty. */
static int check_nothing_kept(const struct commit *c, char **stranger)
{
	struct stat status;
	struct text none = {0};

	if (lstat(c->target, &status) != 0 && errno == ENOENT)
		return 0;
	text_add(&none, "");
	*stranger = find_stranger(c->target, "", &none);
	text_free(&none);
	return *stranger ? ENOTEMPTY : 0;
}

/* Keeps what others have put into an earlier output. A file of theirs in the place of a new one is refused. */
static bool keep_strangers(struct commit *c)
{
	struct text record = {0};
	char *stranger = NULL;
	int failure = read_record(c, &record) ? keep_below(c, "", &record, &stranger) : check_nothing_kept(c, &stranger);

	if (failure == EEXIST || failure == ENOTDIR) {
		error("%s holds %s, which ftc did not write there and now would: nothing of yours is replaced",
		      c->asked, stranger ? stranger : "");
		refuse_place(c);
	} else if (failure) {
		error("%s holds %s, which ftc did not write there and cannot keep: %s", c->asked,
		      stranger ? stranger : "", strerror(failure));
		refuse_place(c);
	}
	free(stranger);
	text_free(&record);
	return !failure;
}

/* For a file system that cannot exchange. Signals are blocked between the two renames, while the old output, though
 * intact, has a temporary name. */
static int exchange_in_two_steps(struct commit *c)
{
	char *aside = format_string("%s.old-%ld", c->target, (long)getpid());
	sigset_t all, mask;
	int failure = 0;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &mask);
	if (rename(c->target, aside) != 0) {
		failure = errno;
	} else if (rename(c->temporary, c->target) != 0) {
		failure = errno;
		rename(aside, c->target);
	} else {
		cleanup_forget(c->temporary);
		cleanup_add(aside);
	}
	sigprocmask(SIG_SETMASK, &mask, NULL);
	if (!failure)
		cleanup_remove(aside);
	free(aside);
	return failure;
}

/* Puts the finished directory in the target's place. Returns 0 or errno; on failure the target is as before. */
static int exchange(struct commit *c)
{
	/* Works when the target does not exist or is empty. */
	if (rename(c->temporary, c->target) == 0) {
		cleanup_forget(c->temporary);
		return 0;
	}
	if (errno != ENOTEMPTY && errno != EEXIST)
		return errno;
	if (renameat2(AT_FDCWD, c->temporary, AT_FDCWD, c->target, RENAME_EXCHANGE) == 0)
		return 0;	/* `temporary` is now the old output */
	if (errno != EINVAL && errno != ENOSYS)
		return errno;
	return exchange_in_two_steps(c);
}

static bool replace(struct commit *c)
{
	size_t made;
	int failure = make_parents(c->target, &made);

	c->temporary = format_string("%s.tmp-XXXXXX", c->target);
	if (failure || !cleanup_make_directory(c->temporary))
		return refuse(c, failure ? failure : errno, NO_PLACE);
	failure = write_all(c);
	bool written = !failure, kept = written && keep_strangers(c);
	if (kept)
		failure = exchange(c);
	cleanup_remove(c->temporary);
	if (!kept || failure)
		remove_parents(c->target, made);
	if (failure)
		return refuse(c, failure, written ? "the output directory cannot be replaced" : "writing failed");
	return kept;
}

bool output_commit(const struct output *out, const char *directory, const char *kind, const char *name, int *status)
{
	struct commit c = { .out = out, .asked = directory, .kind = kind, .name = name, .status = EXIT_DONE };
	bool done = find_target(&c) && check_target(&c) && replace(&c);

	*status = c.status;
	free(c.target);
	free(c.temporary);
	return done;
}

bool output_check(const char *directory, const char *kind, const char *name, int *status)
{
	struct commit c = { .asked = directory, .kind = kind, .name = name, .status = EXIT_DONE };
	bool good = find_target(&c) && check_target(&c) && check_place(&c);

	if (!good)
		*status = c.status;
	free(c.target);
	return good;
}
