/* calls.h: the calls of the C library that fail on purpose, and what library and driver share. */
#ifndef FTC_TESTS_CALLS_H
#define FTC_TESTS_CALLS_H

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>

/* Instead of an errno: half of the bytes. */
enum { FAULT_SHORT = -1 };

/* Name, and how each fails. What only waits and what only reads is interrupted: a caller must ask again. */
#define FAULTY_MEMORY(X) \
	X(malloc, ENOMEM) X(calloc, ENOMEM) X(realloc, ENOMEM)
#define FAULTY_CALLS(X) \
	X(mmap, ENOMEM) X(open, EACCES, EMFILE, EINTR) X(read, EIO, EINTR, FAULT_SHORT) \
	X(write, ENOSPC, EIO, EINTR, FAULT_SHORT) X(close, EIO, EINTR) \
	X(rename, EACCES, ENOSPC) X(renameat2, EACCES, EINVAL) X(linkat, EPERM, ENOSPC) X(unlink, EIO) X(remove, EIO) \
	X(mkdir, EACCES, ENOSPC) X(mkdtemp, EACCES, ENOSPC) X(opendir, EMFILE) X(readdir, EIO) X(readlink, EIO) \
	X(realpath, EACCES, ENOMEM) X(symlink, EACCES, ENOSPC) X(stat, EIO) X(lstat, EIO) X(fstat, EIO) X(access, EIO) \
	X(chmod, EPERM) \
	X(chown, EIO) X(utimensat, EACCES) X(nftw, EMFILE) \
	X(fopen, EMFILE) X(fdopen, ENOMEM) X(fread, EIO) X(fgets, EIO) X(getline, EIO) \
	X(fwrite, ENOSPC) X(fputs, ENOSPC) X(puts, ENOSPC) X(fflush, ENOSPC) X(fclose, EIO) \
	X(fork, EAGAIN) X(_Fork, EAGAIN) X(execv, EACCES, ENOMEM) X(pipe2, EMFILE) X(dup2, EMFILE) X(fcntl, EINVAL) \
	X(waitpid, EINTR, ECHILD) X(waitid, EINTR, ECHILD) X(kill, EPERM) X(prctl, EINVAL) X(setpgid, EACCES) \
	X(poll, EINTR, ENOMEM) X(sigaction, EINVAL) X(sigtimedwait, EINTR) X(chdir, EACCES) \
	X(setenv, ENOMEM) X(getentropy, EIO) X(dlopen, ENOMEM) \
	X(posix_openpt, ENOENT) X(grantpt, EACCES) X(tcgetattr, EIO) X(tcsetattr, EIO) X(flock, EWOULDBLOCK)

enum call {
#define NAME(name, ...) CALL_##name,
	FAULTY_MEMORY(NAME) CALLS_OF_MEMORY, LAST_OF_MEMORY = CALLS_OF_MEMORY - 1,
	FAULTY_CALLS(NAME) CALL_COUNT
#undef NAME
};

enum { MOST_SITES = 1 << 14, MOST_FRAMES = 24 };

/* Calls of one function from one place: by the return addresses above it. */
struct site {
	_Atomic uint64_t key;		/* 0: a free row */
	int call;
	_Atomic unsigned count;
};

/* Memory that the library in all processes of a command shares with the driver. */
struct faults {
	unsigned depth[2];		/* how many return addresses tell sites apart: of memory, of other calls */
	uint64_t key;			/* the site that fails; 0: none, all calls are counted */
	int call;
	unsigned occurrence;		/* from 1: which call of that site */
	int kind;			/* an errno, or FAULT_SHORT */
	_Atomic unsigned met;		/* calls of that site so far */
	uintptr_t frame[MOST_FRAMES];	/* the return addresses, from the start of their file; 0 ends them */
	_Atomic unsigned lost;		/* sites that had no room */
	struct site site[MOST_SITES];
};

#endif
