/* inputs.c: what a run of a tool has read and written. */
#define _GNU_SOURCE
#include "memo/inputs.h"

#include <errno.h>
#include <inttypes.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "memo/listing.h"
#include "util/file.h"

enum { FILE_LIMIT = 1 << 30 };

/* ---- Values ---------------------------------------------------------------------------------------------------- */

/* Files of the system change by being replaced. */
static bool is_installed(const char *path)
{
	static const char *const folder[] = { "/usr/", "/lib/", "/lib64/", "/bin/", "/etc/" };

	for (size_t k = 0; k < sizeof folder / sizeof *folder; k++)
		if (strncmp(path, folder[k], strlen(folder[k])) == 0 && strncmp(path, "/usr/local/", 11) != 0)
			return true;
	return false;
}

static char *content_value(const char *path)
{
	struct text content = { 0 };
	struct stat status;
	struct digest d;

	if (stat(path, &status) || !S_ISREG(status.st_mode))
		return copy_string("none");
	if (is_installed(path))
		return format_string("%lld %lld.%09ld %llu", (long long)status.st_size, (long long)status.st_mtim.tv_sec,
				     status.st_mtim.tv_nsec, (unsigned long long)status.st_ino);
	digest_start(&d);
	if (!read_file(path, FILE_LIMIT, &content))
		return copy_string("unread");
	digest_add(&d, content.bytes, content.length);
	text_free(&content);
	return format_string("%016" PRIx64 "%016" PRIx64, d.half[0], d.half[1]);
}

static char *listing_value(const char *path)
{
	DIR *listed = opendir(path);

	if (!listed)
		return copy_string("none");
	uint64_t sum = sum_of_names(listed);

	closedir(listed);
	return format_string("%016" PRIx64, sum);
}

static char *look_value(const char *path)
{
	struct stat status;

	if (lstat(path, &status))
		return copy_string("absent");
	return copy_string(S_ISDIR(status.st_mode) ? "folder" : S_ISLNK(status.st_mode) ? "link" : "there");
}

char *input_value(char kind, const char *name)
{
	const char *variable;

	switch (kind) {
	case 'r':
		return content_value(name);
	case 'd':
		return listing_value(name);
	case 'g':
		variable = getenv(name);
		return variable ? format_string("=%s", variable) : copy_string("unset");
	default:
		return look_value(name);
	}
}

/* ---- Traces ---------------------------------------------------------------------------------------------------- */

/* What the lines so far say of a path. */
struct path {
	char *name;
	bool own;		/* the run has made it, and it is there */
	bool read, looked, absent, listed;	/* and an input says so */
	bool output;
};

struct reader {
	struct traced *t;
	const char *folder;
	const struct timespec *start;
	void *paths, *processes, *variables;
};

static void refuse(struct reader *r, const char *why, const char *name)
{
	if (!r->t->refused)
		r->t->refused = format_string("%s: %s", why, name);
}

static int compare_paths(const void *a, const void *b)
{
	return strcmp(((const struct path *)a)->name, ((const struct path *)b)->name);
}

static int compare_strings(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* False: the set has the word. */
static bool add_word(void **set, const char *word)
{
	if (tfind(word, set, compare_strings))
		return false;
	tsearch(copy_string(word), set, compare_strings);
	return true;
}

/* The path by one spelling: relative to the run's folder, without "./" and double slashes. A fresh string. */
static char *spell(const char *folder, const char *path)
{
	size_t length = strlen(folder);
	char *whole = copy_string(path), *to = whole;

	for (const char *from = whole; *from; from++) {
		bool separates = to > whole && to[-1] == '/';

		if (separates && *from == '/')
			continue;
		if (separates && from[0] == '.' && (from[1] == '/' || !from[1])) {
			to--;
			continue;
		}
		*to++ = *from;
	}
	*to = 0;
	if (strncmp(whole, folder, length) != 0 || (whole[length] != '/' && whole[length]))
		return whole;
	char *inside = copy_string(whole[length] ? whole + length + 1 : ".");

	free(whole);
	return inside;
}

/* The system's own, a list of commands that Yosys adds to, or the tracer itself. */
static bool is_passing(const char *path)
{
	static const char *const system[] = { "/dev", "/proc", "/sys" };

	for (size_t k = 0; k < sizeof system / sizeof *system; k++) {
		size_t length = strlen(system[k]);

		if (strncmp(path, system[k], length) == 0 && (path[length] == '/' || !path[length]))
			return true;
	}
	return strstr(path, "/.yosys_history") || text_ends_with(path, "/memo-trace.so");
}

/* NULL: a path that no result depends on. */
static struct path *path_of(struct reader *r, const char *spelled)
{
	char *name = spell(r->folder, spelled);
	struct path sought = { .name = name }, **found;

	if (is_passing(name)) {
		free(name);
		return NULL;
	}
	found = tfind(&sought, &r->paths, compare_paths);
	if (found) {
		free(name);
		return *found;
	}

	struct path *fresh = allocate(sizeof *fresh);

	fresh->name = name;
	tsearch(fresh, &r->paths, compare_paths);
	return fresh;
}

static void add_input(struct reader *r, char kind, const char *name, char *value)
{
	struct traced *t = r->t;

	t->input = room_for_one(t->input, t->inputs, sizeof *t->input);
	t->input[t->inputs++] = (struct input){ kind, copy_string(name), value };
}

/* A file whose content changed while the tool ran is not what the tool has read. */
static bool changed_since(const char *path, const struct timespec *start)
{
	struct stat status;

	return stat(path, &status) || status.st_ctim.tv_sec > start->tv_sec
	       || (status.st_ctim.tv_sec == start->tv_sec && status.st_ctim.tv_nsec > start->tv_nsec);
}

static void read_path(struct reader *r, struct path *p)
{
	if (p->own || p->read)
		return;
	if (p->absent || p->output)
		refuse(r, "appeared", p->name);
	p->read = true;
	if (changed_since(p->name, r->start))
		refuse(r, "changed", p->name);
	add_input(r, 'r', p->name, input_value('r', p->name));
}

static void miss_path(struct reader *r, struct path *p)
{
	if (p->own || p->absent || p->output)
		return;
	if (p->read || p->looked)
		refuse(r, "vanished", p->name);
	p->absent = true;
	add_input(r, 'e', p->name, copy_string("absent"));
}

static void look_path(struct reader *r, struct path *p)
{
	if (p->own || p->looked)
		return;
	if (p->absent)
		refuse(r, "appeared", p->name);
	p->looked = true;
	add_input(r, 't', p->name, input_value('t', p->name));
}

static void make_path(struct reader *r, struct path *p)
{
	if (p->read)
		refuse(r, "read and written", p->name);
	p->own = true;
	if (p->output)
		return;
	p->output = true;
	r->t->output = room_for_one(r->t->output, r->t->outputs, sizeof *r->t->output);
	r->t->output[r->t->outputs++] = copy_string(p->name);
}

static void remove_path(struct reader *r, struct path *p)
{
	if (!p->own)
		refuse(r, "removed", p->name);
	p->own = false;
}

static void list_path(struct reader *r, char *rest)
{
	char *path = strchr(rest, ' ');
	struct path *p;

	if (!path) {
		refuse(r, "trace", rest);
		return;
	}
	*path++ = 0;
	p = path_of(r, path);
	if (!p || p->own)
		return;
	/* Of two lists the first counts, and the second is the same unless the tool has written there. */
	if (!p->listed)
		add_input(r, 'd', p->name, copy_string(rest));
	p->listed = true;
}

static void move_path(struct reader *r, char *rest)
{
	char *to = strchr(rest, '\t');
	struct path *p, *q;

	if (to)
		*to++ = 0;
	p = to ? path_of(r, rest) : NULL;
	q = to ? path_of(r, to) : NULL;
	if (to && !p && !q)
		return;
	if (!p || !q) {
		refuse(r, "moved", rest);
		return;
	}
	remove_path(r, p);
	make_path(r, q);
}

static void ask_variable(struct reader *r, const char *name)
{
	/* Where a tool puts its own files, and what this program adds, changes no result. */
	static const char *const passing[] = { "TMPDIR", "HOME", "LD_PRELOAD", "MEMO_TRACE" };

	for (size_t k = 0; k < sizeof passing / sizeof *passing; k++)
		if (strcmp(name, passing[k]) == 0)
			return;
	if (add_word(&r->variables, name))
		add_input(r, 'g', name, input_value('g', name));
}

static void begin_process(struct reader *r, const char *number)
{
	add_word(&r->processes, number);
}

static void end_process(struct reader *r, const char *number)
{
	char **found = tfind(number, &r->processes, compare_strings);

	if (found) {
		char *entry = *found;

		tdelete(number, &r->processes, compare_strings);
		free(entry);
	}
}

static void read_line(struct reader *r, char *line)
{
	char *rest = line + 2;
	struct path *p = line[0] && strchr("retwun", line[0]) ? path_of(r, rest) : NULL;

	switch (line[0]) {
	case 'b': begin_process(r, rest); return;
	case 'z': end_process(r, rest); return;
	case 'g': ask_variable(r, rest); return;
	case 'd': list_path(r, rest); return;
	case 'm': move_path(r, rest); return;
	case 'r': if (p) read_path(r, p); return;
	case 'e': if (p) miss_path(r, p); return;
	case 't': if (p) look_path(r, p); return;
	case 'w':
	case 'n': if (p) make_path(r, p); return;
	case 'u': if (p) remove_path(r, p); return;
	default: refuse(r, "not repeated", rest); return;
	}
}

static void free_path(void *p)
{
	free(((struct path *)p)->name);
	free(p);
}

void read_trace(const struct text *trace, const char *folder, const struct timespec *start, struct traced *t)
{
	struct reader r = { .t = t, .folder = folder, .start = start };
	size_t lines = 0;

	*t = (struct traced){ 0 };
	for (char *line = trace->bytes, *next; line && *line; line = next, lines++) {
		next = strchr(line, '\n');
		if (!next || next - line < 2) {
			refuse(&r, "trace", "a line is cut");
			break;
		}
		*next++ = 0;
		read_line(&r, line);
	}
	/* A program that was ended by a signal, or that does not load the library. */
	if (!lines || r.processes)
		refuse(&r, "trace", "a program has no end");
	tdestroy(r.paths, free_path);
	tdestroy(r.processes, free);
	tdestroy(r.variables, free);
}
