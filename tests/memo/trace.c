/* trace.c: a library that memo.c preloads into a tool. It writes down which files the tool, and all that the tool starts, read and
 * write.
 *
 * In: calls of the C library. Out: lines of the file $MEMO_TRACE, in the order of the calls, each written by one call of write():
 *
 *   b PID, z PID	a program begins in this process; it ends by itself
 *   r PATH, e PATH	a file is opened to be read, or looked at: it is there; it is not
 *   t PATH, w PATH	a file, a folder or a link is looked at, and is there; a file is opened to be written, and loses what it held
 *   u PATH, n PATH	a file is removed; a folder is made
 *   m FROM TO		a file gets another name; a tab separates the names
 *   d SUM PATH		a folder is listed; the sum of the names in it
 *   g NAME		a variable of the environment is asked for
 *   x WHY		what memo.c cannot repeat
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "memo/listing.h"

/* The next definition of the function in which it stands. */
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static char trace[PATH_MAX];

static void put(const char *line, size_t length)
{
	int file = *trace ? (int)syscall(SYS_openat, AT_FDCWD, trace, O_WRONLY | O_APPEND | O_CLOEXEC, 0) : -1;

	if (file < 0)
		return;
	/* Without its line the trace has to be useless: memo.c asks for the end of each program. */
	if (syscall(SYS_write, file, line, length) != (long)length)
		syscall(SYS_ftruncate, file, 0);
	syscall(SYS_close, file);
}

/* Writes the folder that relative names belong to, with its '/'. */
static size_t base(char *line, size_t room, int folder)
{
	char link[64];
	ssize_t length;

	snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
	length = syscall(SYS_readlinkat, AT_FDCWD, link, line, room - 2);
	if (length < 0)
		return 0;
	line[length] = '/';
	return (size_t)length + 1;
}

static size_t add_path(char *line, size_t used, size_t room, int folder, const char *path)
{
	size_t length = strlen(path);

	if (*path != '/')
		used += base(line + used, room - used, folder);
	if (used + length + 2 > room || strpbrk(path, "\n\t"))
		return 0;
	memcpy(line + used, path, length);
	return used + length;
}

/* A line about one path, or two. Keeps errno. */
static void note(char kind, int folder, const char *path, int other_folder, const char *other)
{
	char line[3 * PATH_MAX] = { kind, ' ' };
	int kept = errno;
	size_t used = path ? add_path(line, 2, sizeof line, folder, path) : 0;

	if (used && other) {
		line[used++] = '\t';
		used = add_path(line, used, sizeof line, other_folder, other);
	}
	if (!used) {
		line[0] = 'x';
		used = 2;
	}
	line[used++] = '\n';
	put(line, used);
	errno = kept;
}

static void note_word(char kind, const char *word)
{
	char line[PATH_MAX];
	int kept = errno, length = snprintf(line, sizeof line, "%c %s\n", kind, word);

	if (length < (int)sizeof line && !strchr(word, '\n'))
		put(line, (size_t)length);
	else
		put("x word\n", 7);
	errno = kept;
}

/* The kind of a look at a path whose call has ended so. */
static char looked(bool there)
{
	return there ? 't' : errno == ENOENT || errno == ENOTDIR ? 'e' : 'x';
}

static int status_of(int folder, const char *path, struct stat *status)
{
	return (int)syscall(SYS_newfstatat, folder, path, status, 0);
}

/* ---- Programs -------------------------------------------------------------------------------------------------- */

/* Notes the files of which this process runs code. The program need not be /proc/self/exe: the dynamic loader may be. */
static void note_code(void)
{
	char maps[4 * PATH_MAX];
	int file = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
	size_t used = 0;
	long count;

	while (file >= 0 && (count = syscall(SYS_read, file, maps + used, sizeof maps - 1 - used)) > 0) {
		char *line = maps, *end;

		used += (size_t)count;
		maps[used] = 0;
		for (; (end = strchr(line, '\n')); line = end + 1) {
			char *path = memchr(line, '/', (size_t)(end - line));

			*end = 0;
			if (path && strstr(line, "r-xp "))
				note('r', AT_FDCWD, path, 0, NULL);
		}
		used -= (size_t)(line - maps);
		memmove(maps, line, used);
	}
	syscall(SYS_close, file);
}

static void note_process(char kind)
{
	char number[32];

	snprintf(number, sizeof number, "%ld", (long)getpid());
	note_word(kind, number);
}

__attribute__((constructor)) static void begin(void)
{
	const char *name = NEXT(getenv)("MEMO_TRACE");
	char program[PATH_MAX] = "";

	if (name && strlen(name) < sizeof trace)
		strcpy(trace, name);
	note_process('b');
	if (syscall(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", program, sizeof program - 1) > 0)
		note('r', AT_FDCWD, program, 0, NULL);
}

__attribute__((destructor)) static void end(void)
{
	note_code();
	note_process('z');
}

_Noreturn void _exit(int status)
{
	end();
	for (;;)
		syscall(SYS_exit_group, status);
}

_Noreturn void _Exit(int status)
{
	_exit(status);
}

/* ---- The environment ------------------------------------------------------------------------------------------- */

char *getenv(const char *name)
{
	note_word('g', name);
	return NEXT(getenv)(name);
}

char *secure_getenv(const char *name)
{
	note_word('g', name);
	return NEXT(secure_getenv)(name);
}

/* ---- Opening --------------------------------------------------------------------------------------------------- */

/* What a file is before it is opened, with the flags of open(). */
static char before_open(int folder, const char *path, int flags)
{
	struct stat status;
	int kept = errno;
	bool there = !status_of(folder, path, &status), plain = there && S_ISREG(status.st_mode);

	errno = kept;
	if (there && S_ISDIR(status.st_mode))
		return 't';
	if ((flags & O_ACCMODE) == O_RDONLY)
		return there ? 'r' : 'e';
	if (!there)
		return flags & O_CREAT ? 'w' : 'e';
	/* What it held is kept, or may be: it counts as read. */
	return !plain || flags & O_TRUNC ? 'w' : 'a';
}

static void note_open(int folder, const char *path, int flags, char kind, int file)
{
	if (file >= 0 && (flags & O_TMPFILE) == O_TMPFILE)
		return;
	if (file >= 0 && kind == 'a') {
		note('r', folder, path, 0, NULL);
		kind = 'w';
	}
	if (file >= 0 && kind == 'w' && !(flags & O_TRUNC))
		note('e', folder, path, 0, NULL);
	if (file >= 0 || kind == 'e')
		note(kind, folder, path, 0, NULL);
	else
		note_word('x', "open");
}

#define OPEN(name, parameters, folder, call) \
	int name parameters \
	{ \
		mode_t mode = 0; \
		va_list rest; \
		char kind = before_open(folder, path, flags); \
\
		va_start(rest, flags); \
		if (flags & (O_CREAT | O_TMPFILE)) \
			mode = va_arg(rest, mode_t); \
		va_end(rest); \
		int file = NEXT(name) call; \
\
		note_open(folder, path, flags, kind, file); \
		return file; \
	}

OPEN(open, (const char *path, int flags, ...), AT_FDCWD, (path, flags, mode))
OPEN(open64, (const char *path, int flags, ...), AT_FDCWD, (path, flags, mode))
OPEN(openat, (int folder, const char *path, int flags, ...), folder, (folder, path, flags, mode))
OPEN(openat64, (int folder, const char *path, int flags, ...), folder, (folder, path, flags, mode))

/* What the C library's headers make of open() where the flags are unknown, and there is no mode. */
int __open_2(const char *path, int flags);
int __open_2(const char *path, int flags)
{
	return open(path, flags);
}

int __open64_2(const char *path, int flags);
int __open64_2(const char *path, int flags)
{
	return open64(path, flags);
}

int __openat_2(int folder, const char *path, int flags);
int __openat_2(int folder, const char *path, int flags)
{
	return openat(folder, path, flags);
}

int __openat64_2(int folder, const char *path, int flags);
int __openat64_2(int folder, const char *path, int flags)
{
	return openat64(folder, path, flags);
}

int creat(const char *path, mode_t mode)
{
	return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

static int flags_of(const char *mode)
{
	int flags = strchr(mode, '+') ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;

	return flags | (*mode == 'w' ? O_CREAT | O_TRUNC : *mode == 'a' ? O_CREAT | O_APPEND : 0);
}

#define FOPEN(name) \
	FILE *name(const char *path, const char *mode) \
	{ \
		int flags = flags_of(mode); \
		char kind = before_open(AT_FDCWD, path, flags); \
		FILE *f = NEXT(name)(path, mode); \
\
		note_open(AT_FDCWD, path, flags, kind, f ? 0 : -1); \
		return f; \
	}

FOPEN(fopen)
FOPEN(fopen64)

#define FREOPEN(name) \
	FILE *name(const char *path, const char *mode, FILE *stream) \
	{ \
		int flags = flags_of(mode); \
		char kind = path ? before_open(AT_FDCWD, path, flags) : 'x'; \
		FILE *f = NEXT(name)(path, mode, stream); \
\
		note_open(AT_FDCWD, path, flags, kind, f && path ? 0 : -1); \
		return f; \
	}

FREOPEN(freopen)
FREOPEN(freopen64)

/* ---- Files of the tool's own ----------------------------------------------------------------------------------- */

#define TEMPORARY(name, parameters, call) \
	int name parameters \
	{ \
		int file = NEXT(name) call; \
\
		if (file >= 0) \
			note('w', AT_FDCWD, path, 0, NULL); \
		return file; \
	}

TEMPORARY(mkstemp, (char *path), (path))
TEMPORARY(mkstemp64, (char *path), (path))
TEMPORARY(mkostemp, (char *path, int flags), (path, flags))
TEMPORARY(mkostemp64, (char *path, int flags), (path, flags))
TEMPORARY(mkstemps, (char *path, int end), (path, end))
TEMPORARY(mkstemps64, (char *path, int end), (path, end))

char *mkdtemp(char *path)
{
	char *made = NEXT(mkdtemp)(path);

	if (made)
		note('n', AT_FDCWD, path, 0, NULL);
	return made;
}

int mkdir(const char *path, mode_t mode)
{
	int failed = NEXT(mkdir)(path, mode);

	note(!failed ? 'n' : errno == EEXIST ? 't' : 'x', AT_FDCWD, path, 0, NULL);
	return failed;
}

int mkdirat(int folder, const char *path, mode_t mode)
{
	int failed = NEXT(mkdirat)(folder, path, mode);

	note(!failed ? 'n' : errno == EEXIST ? 't' : 'x', folder, path, 0, NULL);
	return failed;
}

static int removed(int failed, int folder, const char *path)
{
	note(failed ? looked(false) : 'u', folder, path, 0, NULL);
	return failed;
}

int unlink(const char *path)
{
	return removed(NEXT(unlink)(path), AT_FDCWD, path);
}

int rmdir(const char *path)
{
	return removed(NEXT(rmdir)(path), AT_FDCWD, path);
}

int remove(const char *path)
{
	return removed(NEXT(remove)(path), AT_FDCWD, path);
}

int unlinkat(int folder, const char *path, int flags)
{
	return removed(NEXT(unlinkat)(folder, path, flags), folder, path);
}

int rename(const char *from, const char *to)
{
	int failed = NEXT(rename)(from, to);

	note(failed ? 'x' : 'm', AT_FDCWD, from, AT_FDCWD, to);
	return failed;
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
	int failed = NEXT(renameat)(from_folder, from, to_folder, to);

	note(failed ? 'x' : 'm', from_folder, from, to_folder, to);
	return failed;
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
	int failed = NEXT(renameat2)(from_folder, from, to_folder, to, flags);

	note(failed || (flags & ~(unsigned)RENAME_NOREPLACE) ? 'x' : 'm', from_folder, from, to_folder, to);
	return failed;
}

/* ---- Looking --------------------------------------------------------------------------------------------------- */

#define LOOK(name, parameters, folder, call) \
	int name parameters \
	{ \
		int failed = NEXT(name) call; \
\
		if (*path) \
			note(looked(!failed), folder, path, 0, NULL); \
		return failed; \
	}

LOOK(stat, (const char *path, struct stat *status), AT_FDCWD, (path, status))
LOOK(stat64, (const char *path, struct stat64 *status), AT_FDCWD, (path, status))
LOOK(lstat, (const char *path, struct stat *status), AT_FDCWD, (path, status))
LOOK(lstat64, (const char *path, struct stat64 *status), AT_FDCWD, (path, status))
LOOK(fstatat, (int folder, const char *path, struct stat *status, int flags), folder, (folder, path, status, flags))
LOOK(fstatat64, (int folder, const char *path, struct stat64 *status, int flags), folder, (folder, path, status, flags))
LOOK(statx, (int folder, const char *path, int flags, unsigned mask, struct statx *status), folder,
     (folder, path, flags, mask, status))
LOOK(access, (const char *path, int mode), AT_FDCWD, (path, mode))
LOOK(eaccess, (const char *path, int mode), AT_FDCWD, (path, mode))
LOOK(euidaccess, (const char *path, int mode), AT_FDCWD, (path, mode))
LOOK(faccessat, (int folder, const char *path, int mode, int flags), folder, (folder, path, mode, flags))

/* The names in a folder, in whatever order. */
static void note_listing(const char *path)
{
	DIR *listed = NEXT(opendir)(path);
	char line[PATH_MAX + 32];
	size_t used;

	if (!listed) {
		struct stat status;

		note(looked(!status_of(AT_FDCWD, path, &status)), AT_FDCWD, path, 0, NULL);
		return;
	}
	used = (size_t)snprintf(line, sizeof line, "d %016" PRIx64 " ", sum_of_names(listed));
	closedir(listed);
	used = add_path(line, used, sizeof line - 1, AT_FDCWD, path);
	line[used] = '\n';
	put(used ? line : "x list\n", used ? used + 1 : 7);
}

DIR *opendir(const char *path)
{
	int kept = errno;

	note_listing(path);
	errno = kept;
	return NEXT(opendir)(path);
}

int scandir(const char *path, struct dirent ***entry, int (*chosen)(const struct dirent *),
	    int (*order)(const struct dirent **, const struct dirent **))
{
	note_listing(path);
	return NEXT(scandir)(path, entry, chosen, order);
}

int scandir64(const char *path, struct dirent64 ***entry, int (*chosen)(const struct dirent64 *),
	      int (*order)(const struct dirent64 **, const struct dirent64 **))
{
	note_listing(path);
	return NEXT(scandir64)(path, entry, chosen, order);
}

static bool is_pattern(const char *path)
{
	return strpbrk(path, "*?[~\\{");
}

/* Yosys passes each name of a file through glob(); make looks for names in one folder. */
static void note_pattern(const char *pattern)
{
	const char *name = strrchr(pattern, '/');
	char folder[PATH_MAX] = ".";
	struct stat status;
	int kept = errno;

	if (name && (size_t)(name - pattern) < sizeof folder - 1)
		snprintf(folder, sizeof folder, "%.*s", (int)(name - pattern) + 1, pattern);
	if (!is_pattern(pattern))
		note(looked(!status_of(AT_FDCWD, pattern, &status)), AT_FDCWD, pattern, 0, NULL);
	else if (is_pattern(folder))
		note_word('x', "glob");
	else
		note_listing(folder);
	errno = kept;
}

int glob(const char *pattern, int flags, int (*failed)(const char *, int), glob_t *found)
{
	note_pattern(pattern);
	return NEXT(glob)(pattern, flags, failed, found);
}

int glob64(const char *pattern, int flags, int (*failed)(const char *, int), glob64_t *found)
{
	note_pattern(pattern);
	return NEXT(glob64)(pattern, flags, failed, found);
}

#define UNREPEATED(type, name, parameters, call) \
	type name parameters \
	{ \
		note_word('x', #name); \
		return NEXT(name) call; \
	}

UNREPEATED(DIR *, fdopendir, (int folder), (folder))
UNREPEATED(int, link, (const char *from, const char *to), (from, to))
UNREPEATED(int, symlink, (const char *from, const char *to), (from, to))
UNREPEATED(int, nftw, (const char *path, __nftw_func_t visit, int files, int flags), (path, visit, files, flags))
UNREPEATED(int, truncate, (const char *path, off_t length), (path, length))
