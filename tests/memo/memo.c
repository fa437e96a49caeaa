/* memo.c: runs a tool, or repeats what it did when its inputs were the same.
 *
 * In: links to this program, named like tools, in a folder that comes first in PATH; and a cache in the folder
 * $MEMO_CACHE. Out: the tool's output, files and exit status; a line, "ran NAME" or "repeated NAME", in the file
 * $MEMO_TALLY.
 *
 * trace.c writes down what a run reads. The cache keeps two things: under the command, the lists of what its runs have read
 * ("reads"); under the command and the contents of one such list, what the run did ("runs"). A run is kept only if all that it
 * depends on is known: inputs.c and refuse() say what is not. Nothing is repeated that ended by a signal, by a limit, or
 * for want of memory or room. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "memo/inputs.h"
#include "util/cache.h"
#include "util/digest.h"
#include "util/file.h"
#include "util/text.h"

extern char **environ;

static const char format[] = "memo 1";	/* of keys and entries; a change of either changes it */
static const struct cache lists = { .folder = "reads", .suffix = ".reads", .limit = UINT64_C(64) << 20 };
/* Compiled models are large and many: they must not push out what is small. */
static const struct cache runs = { .folder = "runs", .suffix = ".run", .limit = UINT64_C(512) << 20 };
static const struct cache large_runs = { .folder = "large-runs", .suffix = ".run", .limit = UINT64_C(3) << 30 };

enum { OUTPUT_LIMIT = 1 << 26, FILE_LIMIT = 1 << 28, SHORT_LIMIT = 1 << 20, LARGE = 1 << 20 };

/* A word that differs in each call and means nothing. In keys and entries, a word as long stands for it. */
struct mark {
	char *word, *stand_in;
	size_t length;
};
enum { MARKS = 8, DIGITS = 16 };

/* One call of a tool. */
struct call {
	const char *name;
	char *real;			/* the tool's path */
	struct text others;		/* PATH without this program */
	char **argv;
	char folder[PATH_MAX];
	struct digest key;
	bool one_stream;		/* both outputs go to one place */
	struct mark mark[MARKS];
	int marks;
};

/* What a run has done. */
struct run {
	int status;			/* of waitpid() */
	struct text stream[2];		/* standard output and error */
	bool too_long;
	struct text trace;
	struct timespec start;
};

static _Noreturn void become(const struct call *c)
{
	c->argv[0] = c->real;
	execv(c->real, c->argv);
	fprintf(stderr, "%s: %s\n", c->real, strerror(errno));
	exit(127);
}

static void tally(const char *what, const char *name)
{
	const char *path = getenv("MEMO_TALLY");
	int file = path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : -1;

	if (file >= 0)
		dprintf(file, "%s %s\n", what, name);
	if (file >= 0)
		close(file);
}

/* ---- Marks ----------------------------------------------------------------------------------------------------- */

static void add_mark(struct call *c, const char *word, size_t length)
{
	struct mark *m = &c->mark[c->marks];

	if (c->marks == MARKS)
		return;
	m->word = strndup(word, length);
	m->stand_in = strndup(word, length);
	m->length = length;
	memset(m->stand_in, 'a' + c->marks++, length);
	m->stand_in[0] = m->stand_in[length - 1] = '\1';
}

/* Words of 16 hexadecimal digits, by which ftc knows the output of its own call from another's. */
static void mark_digits(struct call *c, const char *word)
{
	while (*word) {
		size_t length = strspn(word, "0123456789abcdef");

		if (length == DIGITS)
			add_mark(c, word, length);
		word += length ? length : 1;
	}
}

/* Paths of temporary folders that the call's folder lies in: their last part has a '.' or '-' before six random letters or more.
 * The longest first. */
static void mark_folders(struct call *c)
{
	static const char random[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
	char *path = copy_string(c->folder), *part;

	while ((part = strrchr(path, '/')) && part > path) {
		size_t letters = strcspn(part, ".-");

		if (part[letters] && strlen(part + letters + 1) >= 6 && !part[letters + 1 + strspn(part + letters + 1, random)])
			add_mark(c, path, strlen(path));
		*part = 0;
	}
	free(path);
}

static void replace_all(struct text *t, const char *from, const char *to, size_t length)
{
	for (char *at = t->bytes; at && (at = memmem(at, (size_t)(t->bytes + t->length - at), from, length)); at += length)
		memcpy(at, to, length);
}

static void hide_marks(const struct call *c, struct text *t)
{
	for (int k = 0; k < c->marks; k++)
		replace_all(t, c->mark[k].word, c->mark[k].stand_in, c->mark[k].length);
}

static void show_marks(const struct call *c, struct text *t)
{
	for (int k = 0; k < c->marks; k++)
		replace_all(t, c->mark[k].stand_in, c->mark[k].word, c->mark[k].length);
}

/* Adds a text without its marks to a digest. */
static void add_hidden(struct digest *d, const struct call *c, const char *text)
{
	struct text hidden = { 0 };

	text_add(&hidden, text);
	hide_marks(c, &hidden);
	digest_add(d, hidden.bytes, hidden.length);
	text_free(&hidden);
}

/* ---- The call -------------------------------------------------------------------------------------------------- */

static bool is_this_program(const char *path)
{
	struct stat it, this;

	return stat(path, &it) || stat("/proc/self/exe", &this) || (it.st_dev == this.st_dev && it.st_ino == this.st_ino);
}

/* The first tool of that name in `path`, which is consumed, or NULL. A fresh path. */
static char *find_in(char *path, const char *name)
{
	char *folder;

	while ((folder = strsep(&path, ":"))) {
		char *tool = format_string("%s/%s", folder, name);

		if (*folder && !access(tool, X_OK) && !is_this_program(tool))
			return tool;
		free(tool);
	}
	return NULL;
}

/* The tool that PATH has behind this program: what is before it may call it. A fresh path, or NULL. `others`, empty, becomes
 * PATH without this program's folder, which differs between copies of the sources.
 *
 * A traced run has that PATH, and may call this program by its whole path all the same, as a script of a test does that stands
 * for a compiler. So $MEMO_BEHIND names the folders behind this program to all that runs below it. */
static char *find_real(const char *name, struct text *others)
{
	const char *path = getenv("PATH");
	char *folders = copy_string(path ? path : ""), *rest = folders, *behind = NULL, *folder, *found;

	while ((folder = strsep(&rest, ":"))) {
		char *tool = format_string("%s/%s", folder, name);

		if (!access(tool, X_OK) && is_this_program(tool)) {
			free(behind);
			behind = copy_string(rest ? rest : "");
		} else {
			text_print(others, "%s%s", others->length ? ":" : "", folder);
		}
		free(tool);
	}
	free(folders);
	if (behind)
		setenv("MEMO_BEHIND", behind, 1);
	else
		behind = copy_string(getenv("MEMO_BEHIND") ? getenv("MEMO_BEHIND") : path ? path : "");
	found = find_in(behind, name);
	free(behind);
	return found;
}

/* Standard input as part of the key. False: it may be anything. */
static bool add_input_stream(struct digest *d)
{
	struct stat status, null;
	struct text content = { 0 };
	char path[] = "/proc/self/fd/0";

	if (fstat(0, &status) || stat("/dev/null", &null))
		return false;
	if (S_ISCHR(status.st_mode) && status.st_rdev == null.st_rdev)
		return true;
	if (!S_ISREG(status.st_mode) || lseek(0, 0, SEEK_CUR) != 0 || !read_file(path, FILE_LIMIT, &content))
		return false;
	digest_add(d, content.bytes, content.length);
	text_free(&content);
	return true;
}

/* Variables that the C library and shells read without a call of getenv(). */
static void add_environment(struct digest *d, const struct call *c)
{
	static const char *const asked[] = { "LANG=", "LANGUAGE=", "LC_", "TZ=", "PATH=", "PERL", "VERILATOR", "YOSYS", "IVERILOG" };

	for (size_t k = 0; k < sizeof asked / sizeof *asked; k++)
		for (char **variable = environ; *variable; variable++)
			if (strncmp(*variable, asked[k], strlen(asked[k])) == 0)
				add_hidden(d, c, *variable);
}

/* A script reads variables without a call that the tracer sees. These read only those of add_environment(), or none. */
static bool is_script(const struct call *c)
{
	static const char *const known[] = { "verilator", "nextpnr-ecp5", "ecppack" };
	int file = open(c->real, O_RDONLY | O_CLOEXEC);
	char start[2] = "";
	bool script = file < 0 || (read(file, start, sizeof start) == sizeof start && memcmp(start, "#!", 2) == 0);

	if (file >= 0)
		close(file);
	for (size_t k = 0; k < sizeof known / sizeof *known; k++)
		script = script && strcmp(c->name, known[k]) != 0;
	return script;
}

/* False: the call is not to be repeated. */
static bool prepare(struct call *c)
{
	struct stat out, err;
	char *identity;

	if (!getenv("MEMO_CACHE") || getenv("LD_PRELOAD") || getenv("MEMO_TRACE") || isatty(1) || isatty(2)
	    || is_script(c) || !getcwd(c->folder, sizeof c->folder) || fstat(1, &out) || fstat(2, &err))
		return false;
	/* Tests have caches of their own. */
	setenv("FTC_CACHE", getenv("MEMO_CACHE"), 1);
	c->one_stream = out.st_dev == err.st_dev && out.st_ino == err.st_ino;
	digest_start(&c->key);
	digest_add_string(&c->key, format);
	identity = input_value('r', c->real);
	digest_add_string(&c->key, c->real);
	digest_add_string(&c->key, identity);
	free(identity);
	for (char **word = c->argv + 1; *word; word++)
		mark_digits(c, *word);
	mark_folders(c);
	for (int k = 0; k < c->marks; k++)
		digest_add_string(&c->key, c->mark[k].stand_in);
	for (char **word = c->argv + 1; *word; word++)
		add_hidden(&c->key, c, *word);
	digest_add(&c->key, &c->one_stream, 1);
	setenv("PATH", c->others.bytes ? c->others.bytes : "", 1);
	add_environment(&c->key, c);
	return add_input_stream(&c->key);
}

/* ---- Entries --------------------------------------------------------------------------------------------------- */

static void add_to_key(struct digest *key, const struct call *c, char kind, const char *name, const char *value)
{
	digest_add(key, &kind, 1);
	add_hidden(key, c, name);
	add_hidden(key, c, value);
}

/* The key of a run of this call, which has read what a list names: lines "KIND NAME". */
static struct digest run_key(const struct call *c, const char *list, const char *end)
{
	struct digest key = c->key;

	while (list < end) {
		const char *next = memchr(list, '\n', (size_t)(end - list));
		char *name = strndup(list + 2, (size_t)(next - list - 2)), *value = input_value(*list, name);

		add_to_key(&key, c, *list, name, value);
		free(name);
		free(value);
		list = next + 1;
	}
	return key;
}

static struct digest traced_key(const struct call *c, const struct traced *t)
{
	struct digest key = c->key;

	for (size_t k = 0; k < t->inputs; k++)
		add_to_key(&key, c, t->input[k].kind, t->input[k].name, t->input[k].value);
	return key;
}

/* A file of a cache, without what the cache has added. */
static bool take(const struct cache *cache, const struct digest *key, struct text *content)
{
	char *path = cache_find(cache, key);
	bool found = path && read_file(path, FILE_LIMIT, content) && content->length > CACHE_TRAILER;

	if (found) {
		content->length -= CACHE_TRAILER;
		content->bytes[content->length] = 0;
	}
	free(path);
	return found;
}

/* Opens a file that is removed by its fresh path; -1: it cannot be made. */
static int temporary_file(char **path)
{
	const char *folder = getenv("TMPDIR");

	*path = format_string("%s/memo-XXXXXX", folder ? folder : "/tmp");
	return mkstemp(*path);
}

static void keep(const struct cache *cache, const struct digest *key, const struct text *content)
{
	char *path;
	int file = temporary_file(&path);

	if (file >= 0) {
		if (!write_bytes(file, content->bytes, content->length))
			cache_keep(cache, key, path);
		close(file);
		unlink(path);
	}
	free(path);
}

/* The next line of an entry, ended by a NUL; NULL at its end. */
static char *next_line(char **at, const char *end)
{
	char *line = *at, *next = line < end ? memchr(line, '\n', (size_t)(end - line)) : NULL;

	if (!next)
		return NULL;
	*next = 0;
	*at = next + 1;
	return line;
}

static bool write_output(const char *path, mode_t mode, const char *bytes, size_t count)
{
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
	bool good = file >= 0 && !write_bytes(file, bytes, count);

	if (file >= 0)
		close(file);
	return good;
}

/* An entry is lines, some with bytes behind them: "n FOLDER", "f MODE LENGTH FILE", then "1 LENGTH", "2 LENGTH", "status S". */
static bool repeat(struct text *entry, int *status)
{
	char *at = entry->bytes, *line;
	const char *end = at + entry->length;

	while ((line = next_line(&at, end))) {
		unsigned mode;
		size_t length = 0;
		int name = 0;

		if (*line == 'n') {
			if (mkdir(line + 2, 0777) && errno != EEXIST)
				return false;
		} else if (sscanf(line, "f %o %zu %n", &mode, &length, &name) == 2 && name) {
			if (length > (size_t)(end - at) || !write_output(line + name, mode, at, length))
				return false;
		} else if (sscanf(line, "1 %zu", &length) == 1 || sscanf(line, "2 %zu", &length) == 1) {
			if (length > (size_t)(end - at) || write_bytes(*line - '0', at, length))
				return false;
		} else {
			return sscanf(line, "status %d", status) == 1 && at == end;
		}
		at += length;
	}
	return false;
}

/* Looks for a run with the same inputs, and repeats it. */
static bool repeated(const struct call *c, int *status)
{
	struct text known = { 0 };
	bool done = false;

	if (!take(&lists, &c->key, &known))
		return false;
	show_marks(c, &known);
	/* Lists are separated by empty lines. */
	for (char *list = known.bytes, *end; !done && *list; list = end + 2) {
		struct text entry = { 0 };
		struct digest key;

		end = strstr(list, "\n\n");
		if (!end)
			break;
		key = run_key(c, list, end + 1);
		done = take(&runs, &key, &entry) || take(&large_runs, &key, &entry);
		if (done)
			show_marks(c, &entry);
		done = done && repeat(&entry, status);
		text_free(&entry);
	}
	text_free(&known);
	return done;
}

static bool has(const struct text *t, const char *word)
{
	return t->length && memmem(t->bytes, t->length, word, strlen(word));
}

/* Why a run may go another way with the same inputs; NULL: it does not. */
static const char *refuse(const struct call *c, const struct run *run, const struct text *entry)
{
	/* An answer that depends on the load of the machine, or on its room. */
	static const char *const word[] = { "TIMEOUT", "imed out", "annot allocate memory", "bad_alloc", "ut of memory", "o space left" };

	if (!WIFEXITED(run->status) || WEXITSTATUS(run->status) > 125)
		return "ended by a signal";
	if (run->too_long || entry->length > FILE_LIMIT)
		return "long output";
	for (size_t k = 0; k < sizeof word / sizeof *word; k++)
		if (has(&run->stream[0], word[k]) || has(&run->stream[1], word[k]))
			return word[k];
	/* Of a folder that has no random name, as others would see it. */
	return !c->marks && has(entry, c->folder) ? "the folder's name" : NULL;
}

/* Adds a file or folder that a run has left. */
static bool add_output(struct text *entry, const char *path)
{
	struct text content = { 0 };
	struct stat status;

	if (lstat(path, &status))
		return errno == ENOENT;
	if (S_ISDIR(status.st_mode)) {
		text_print(entry, "n %s\n", path);
		return true;
	}
	if (!S_ISREG(status.st_mode) || !read_file(path, FILE_LIMIT, &content))
		return false;
	text_print(entry, "f %o %zu %s\n", status.st_mode & 07777, content.length, path);
	text_add_bytes(entry, content.bytes, content.length);
	text_free(&content);
	return true;
}

/* Adds what a run has read to the lists of its call. */
static void keep_list(const struct call *c, const struct traced *t)
{
	struct text known = { 0 }, list = { 0 };

	for (size_t k = 0; k < t->inputs; k++)
		text_print(&list, "%c %s\n", t->input[k].kind, t->input[k].name);
	text_add(&list, "\n");
	hide_marks(c, &list);
	take(&lists, &c->key, &known);
	if (known.length < SHORT_LIMIT && !(known.length && strstr(known.bytes, list.bytes))) {
		text_add_bytes(&list, known.bytes, known.length);
		keep(&lists, &c->key, &list);
	}
	text_free(&known);
	text_free(&list);
}

static void keep_run(const struct call *c, const struct run *run)
{
	struct traced t;
	struct text entry = { 0 };
	const char *why = NULL;

	read_trace(&run->trace, c->folder, &run->start, &t);
	for (size_t k = 0; !why && k < t.outputs; k++)
		if (!add_output(&entry, t.output[k]))
			why = t.output[k];
	for (int k = 0; k < 2; k++) {
		text_print(&entry, "%d %zu\n", k + 1, run->stream[k].length);
		text_add_bytes(&entry, run->stream[k].bytes, run->stream[k].length);
	}
	text_print(&entry, "status %d\n", WEXITSTATUS(run->status));
	why = t.refused ? t.refused : why ? why : refuse(c, run, &entry);
	if (!why) {
		struct digest key = traced_key(c, &t);

		hide_marks(c, &entry);
		keep(entry.length < LARGE ? &runs : &large_runs, &key, &entry);
		keep_list(c, &t);
	} else if (getenv("MEMO_WHY")) {
		tally(why, c->name);
	}
	text_free(&entry);
}

/* ---- A run ----------------------------------------------------------------------------------------------------- */

static _Noreturn void start_tool(const struct call *c, int pipes[2][2], const char *trace, pid_t parent)
{
	dup2(pipes[0][1], 1);
	dup2(pipes[c->one_stream ? 0 : 1][1], 2);
	setenv("LD_PRELOAD", MEMO_TRACER, 1);
	setenv("MEMO_TRACE", trace, 1);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127);
	become(c);
}

/* Passes on what comes from a pipe. False: it is at its end. */
static bool pass_on(struct run *run, int k, int from)
{
	char part[PART_BYTES];
	ssize_t count = read(from, part, sizeof part);

	if (count < 0 && errno == EINTR)
		return true;
	if (count <= 0)
		return false;
	if (write_bytes(k + 1, part, (size_t)count))
		exit(1);
	run->too_long = run->too_long || run->stream[k].length > OUTPUT_LIMIT;
	if (!run->too_long)
		text_add_bytes(&run->stream[k], part, (size_t)count);
	return true;
}

static void hear(struct run *run, int pipes[2][2])
{
	struct pollfd from[2] = { { pipes[0][0], POLLIN, 0 }, { pipes[1][0], POLLIN, 0 } };

	while (from[0].fd >= 0 || from[1].fd >= 0) {
		if (poll(from, 2, -1) < 0 && errno != EINTR)
			break;
		for (int k = 0; k < 2; k++)
			if (from[k].fd >= 0 && from[k].revents && !pass_on(run, k, from[k].fd))
				from[k].fd = -1;
	}
}

/* Runs the tool as if it were called itself, but with the tracer. False: it was not started. */
static bool run_traced(const struct call *c, struct run *run)
{
	char *trace;
	int pipes[2][2], file = temporary_file(&trace);
	pid_t parent = getpid(), tool;

	if (file < 0 || pipe2(pipes[0], O_CLOEXEC) || pipe2(pipes[1], O_CLOEXEC))
		return false;
	clock_gettime(CLOCK_REALTIME, &run->start);
	tool = fork();
	if (tool == 0)
		start_tool(c, pipes, trace, parent);
	close(pipes[0][1]);
	close(pipes[1][1]);
	if (tool > 0)
		hear(run, pipes);
	while (tool > 0 && waitpid(tool, &run->status, 0) < 0)
		if (errno != EINTR)
			exit(1);
	if (!read_file(trace, FILE_LIMIT, &run->trace))
		run->too_long = true;
	close(file);
	unlink(trace);
	free(trace);
	return tool > 0;
}

static _Noreturn void end_like(int status)
{
	if (WIFSIGNALED(status)) {
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
	}
	exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

int main(int count, char **argv)
{
	struct call c = { .name = basename(argv[0]), .argv = argv };
	struct run run = { 0 };
	int status;

	(void)count;
	c.real = find_real(c.name, &c.others);
	if (!c.real) {
		fprintf(stderr, "%s: not found in PATH\n", c.name);
		return 127;
	}
	if (!prepare(&c))
		become(&c);
	if (repeated(&c, &status)) {
		tally("repeated", c.name);
		return status;
	}
	if (!run_traced(&c, &run))
		become(&c);
	tally("ran", c.name);
	keep_run(&c, &run);
	end_like(run.status);
}
