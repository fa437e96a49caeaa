/* faulty.c: a library that is loaded before all others (LD_PRELOAD) and fails one call of the C library.
 *
 * FAULTS names the file of calls.h. What the command starts by exec has neither. */
#define _GNU_SOURCE		/* RTLD_NEXT, _dl_find_object */
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <unwind.h>

#include "calls.h"

static struct faults *faults;
static __thread bool inside __attribute__((tls_model("initial-exec")));

/* By system calls alone: the C library's are ours. */
__attribute__((constructor)) static void begin(void)
{
	const char *path = getenv("FAULTS");

	if (!path)
		return;
	long file = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
	long memory = syscall(SYS_mmap, NULL, sizeof *faults, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0L);
	if (file < 0 || memory == -1)
		_exit(99);
	syscall(SYS_close, file);
	unsetenv("LD_PRELOAD");
	unsetenv("FAULTS");
	faults = (struct faults *)memory;
}

struct walk {
	unsigned skipped, depth, count;
	uintptr_t frame[MOST_FRAMES];
};

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *into)
{
	struct walk *w = into;
	struct dl_find_object object;
	uintptr_t at = _Unwind_GetIP(context);

	if (w->skipped > 0) {
		w->skipped--;
		return _URC_NO_REASON;
	}
	/* The same in every run, wherever files are loaded. */
	if (at && _dl_find_object((void *)at, &object) == 0)
		at -= (uintptr_t)object.dlfo_map_start;
	w->frame[w->count++] = at;
	return w->count < w->depth ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

static uint64_t key_of(int call, const struct walk *w)
{
	uint64_t key = 14695981039346656037u + (uint64_t)call;

	for (unsigned i = 0; i < w->count; i++)
		key = (key ^ w->frame[i]) * 1099511628211u;
	return key | 1;
}

static void count(int call, uint64_t key)
{
	for (unsigned i = 0; i < MOST_SITES; i++) {
		struct site *s = &faults->site[(key + i) % MOST_SITES];
		uint64_t none = 0;

		if (atomic_compare_exchange_strong(&s->key, &none, key))
			s->call = call;
		if (s->key == key) {
			s->count++;
			return;
		}
	}
	faults->lost++;
}

/* Counts the call. True: it fails. `skipped` frames are our own. */
static bool __attribute__((noinline)) strikes(int call)
{
	struct walk w = { .skipped = 2, .depth = faults ? faults->depth[call >= CALLS_OF_MEMORY] : 0 };

	if (!faults || inside || (faults->key && faults->call != call))
		return false;
	int before = errno;
	inside = true;
	_Unwind_Backtrace(visit, &w);
	inside = false;
	errno = before;
	uint64_t key = key_of(call, &w);
	if (!faults->key)
		count(call, key);
	if (faults->key != key || ++faults->met != faults->occurrence)
		return false;
	for (unsigned i = 0; i < w.count; i++)
		faults->frame[i] = w.frame[i];
	errno = faults->kind;
	return true;
}

static void *find(const char *name)
{
	inside = true;
	void *real = dlsym(RTLD_NEXT, name);
	inside = false;
	return real;
}

/* The function `symbol`, which fails as CALL_`name` with the value `failed`. */
#define WRAP(type, name, symbol, parameters, arguments, failed) \
	type wrap_##symbol parameters __asm__(#symbol); \
	type __attribute__((noinline)) wrap_##symbol parameters \
	{ \
		static type (*real) parameters; \
		if (!real) \
			*(void **)&real = find(#symbol); \
		if (strikes(CALL_##name)) \
			return failed; \
		return real arguments; \
	}
/* The same, also for the name with which a program of large files calls it. */
#define WRAP_64(type, name, parameters, arguments, failed) \
	WRAP(type, name, name, parameters, arguments, failed) \
	WRAP(type, name, name##64, parameters, arguments, failed)

WRAP(void *, malloc, malloc, (size_t size), (size), NULL)
WRAP(void *, calloc, calloc, (size_t count, size_t size), (count, size), NULL)
WRAP(void *, realloc, realloc, (void *old, size_t size), (old, size), NULL)
WRAP_64(void *, mmap, (void *at, size_t size, int may, int flags, int file, long from),
	(at, size, may, flags, file, from), MAP_FAILED)

WRAP_64(int, open, (const char *path, int flags, unsigned mode), (path, flags, mode), -1)
WRAP(int, rename, rename, (const char *from, const char *to), (from, to), -1)
WRAP(int, renameat2, renameat2, (int a, const char *from, int b, const char *to, unsigned flags),
     (a, from, b, to, flags), -1)
WRAP(int, linkat, linkat, (int a, const char *from, int b, const char *to, int flags), (a, from, b, to, flags), -1)
WRAP(int, symlink, symlink, (const char *to, const char *path), (to, path), -1)
WRAP(int, unlink, unlink, (const char *path), (path), -1)
WRAP(int, remove, remove, (const char *path), (path), -1)
WRAP(int, mkdir, mkdir, (const char *path, mode_t mode), (path, mode), -1)
WRAP(char *, mkdtemp, mkdtemp, (char *path), (path), NULL)
WRAP(DIR *, opendir, opendir, (const char *path), (path), NULL)
WRAP_64(struct dirent *, readdir, (DIR *d), (d), NULL)
WRAP(ssize_t, readlink, readlink, (const char *path, char *to, size_t room), (path, to, room), -1)
WRAP(char *, realpath, realpath, (const char *path, char *to), (path, to), NULL)
WRAP_64(int, stat, (const char *path, struct stat *s), (path, s), -1)
WRAP_64(int, lstat, (const char *path, struct stat *s), (path, s), -1)
WRAP_64(int, fstat, (int file, struct stat *s), (file, s), -1)
WRAP(int, access, access, (const char *path, int mode), (path, mode), -1)
WRAP(int, chmod, chmod, (const char *path, mode_t mode), (path, mode), -1)
WRAP(int, chown, chown, (const char *path, uid_t user, gid_t group), (path, user, group), -1)
WRAP(int, utimensat, utimensat, (int at, const char *path, const struct timespec *t, int flags),
     (at, path, t, flags), -1)
WRAP_64(int, nftw, (const char *path, __nftw_func_t f, int files, int flags), (path, f, files, flags), -1)

WRAP(int, fork, fork, (void), (), -1)
WRAP(int, _Fork, _Fork, (void), (), -1)
WRAP(int, execv, execv, (const char *path, char *const *argv), (path, argv), -1)
WRAP(int, pipe2, pipe2, (int *ends, int flags), (ends, flags), -1)
WRAP(int, dup2, dup2, (int from, int to), (from, to), -1)
WRAP_64(int, fcntl, (int file, int what, long value), (file, what, value), -1)
WRAP(int, waitpid, waitpid, (pid_t child, int *status, int flags), (child, status, flags), -1)
WRAP(int, waitid, waitid, (idtype_t which, id_t id, siginfo_t *info, int flags), (which, id, info, flags), -1)
WRAP(int, kill, kill, (pid_t process, int signal), (process, signal), -1)
WRAP(int, prctl, prctl, (int what, long a, long b, long c, long d), (what, a, b, c, d), -1)
WRAP(int, setpgid, setpgid, (pid_t process, pid_t group), (process, group), -1)
WRAP(int, poll, poll, (struct pollfd *files, nfds_t count, int wait), (files, count, wait), -1)
WRAP(int, sigaction, sigaction, (int signal, const struct sigaction *new, struct sigaction *old),
     (signal, new, old), -1)
WRAP(int, sigtimedwait, sigtimedwait, (const sigset_t *set, siginfo_t *info, const struct timespec *limit),
     (set, info, limit), -1)
WRAP(int, chdir, chdir, (const char *path), (path), -1)
WRAP(int, setenv, setenv, (const char *name, const char *value, int replace), (name, value, replace), -1)
WRAP(int, getentropy, getentropy, (void *into, size_t size), (into, size), -1)
WRAP(int, posix_openpt, posix_openpt, (int flags), (flags), -1)
WRAP(int, grantpt, grantpt, (int file), (file), -1)
WRAP(int, tcgetattr, tcgetattr, (int file, struct termios *t), (file, t), -1)
WRAP(int, tcsetattr, tcsetattr, (int file, int when, const struct termios *t), (file, when, t), -1)
WRAP(int, flock, flock, (int file, int how), (file, how), -1)

/* ---- calls that do something when they fail ----------------------------------------------------------------- */

/* The real one, found once. */
#define REAL(name, type, parameters) \
	static type (*real) parameters; \
	if (!real) \
		*(void **)&real = find(#name)

/* With the stream's own mark of an error, which nothing else can set. */
static void mark(FILE *stream)
{
	enum { ERROR_SEEN = 0x20 };

	if (stream)
		stream->_flags |= ERROR_SEEN;
}

WRAP_64(FILE *, fopen, (const char *path, const char *mode), (path, mode), NULL)
WRAP(FILE *, fdopen, fdopen, (int file, const char *mode), (file, mode), NULL)
WRAP(size_t, fread, fread, (void *to, size_t size, size_t count, FILE *f), (to, size, count, f), (mark(f), 0))
WRAP(char *, fgets, fgets, (char *line, int size, FILE *f), (line, size, f), (mark(f), NULL))
WRAP(ssize_t, getline, getline, (char **line, size_t *room, FILE *f), (line, room, f), (mark(f), -1))
WRAP(size_t, fwrite, fwrite, (const void *from, size_t size, size_t count, FILE *f), (from, size, count, f),
     (mark(f), 0))
WRAP(int, fputs, fputs, (const char *s, FILE *f), (s, f), (mark(f), EOF))
WRAP(int, puts, puts, (const char *s), (s), (mark(stdout), EOF))
WRAP(int, fflush, fflush, (FILE *f), (f), (mark(f), EOF))

/* What a file system tells only when a file is closed: nothing of it has been stored. */
static void lose_content(int file)
{
	if (errno == EIO)
		syscall(SYS_ftruncate, file, 0L);	/* refused where the file is open for reading only */
}

/* A file is closed even if closing fails. */
int wrap_fclose(FILE *f) __asm__("fclose");
int wrap_fclose(FILE *f)
{
	REAL(fclose, int, (FILE *));

	if (!strikes(CALL_fclose))
		return real(f);
	int failure = errno, file = dup(fileno(f));
	real(f);
	errno = failure;
	lose_content(file);
	syscall(SYS_close, file);
	errno = failure;
	return EOF;
}

int wrap_close(int file) __asm__("close");
int wrap_close(int file)
{
	REAL(close, int, (int));

	if (!strikes(CALL_close))
		return real(file);
	int failure = errno;
	lose_content(file);
	real(file);
	errno = failure;
	return -1;
}

ssize_t wrap_read(int file, void *to, size_t size) __asm__("read");
ssize_t wrap_read(int file, void *to, size_t size)
{
	REAL(read, ssize_t, (int, void *, size_t));

	if (!strikes(CALL_read))
		return real(file, to, size);
	return errno == FAULT_SHORT ? real(file, to, (size + 1) / 2) : -1;
}

ssize_t wrap_write(int file, const void *from, size_t size) __asm__("write");
ssize_t wrap_write(int file, const void *from, size_t size)
{
	REAL(write, ssize_t, (int, const void *, size_t));

	if (!strikes(CALL_write))
		return real(file, from, size);
	return errno == FAULT_SHORT ? real(file, from, (size + 1) / 2) : -1;
}

/* dlerror() must have something to say. */
void *wrap_dlopen(const char *path, int flags) __asm__("dlopen");
void *wrap_dlopen(const char *path, int flags)
{
	REAL(dlopen, void *, (const char *, int));

	return real(strikes(CALL_dlopen) ? "/nonexistent/faulty.so" : path, flags);
}
