/* faults.c: runs a command again and again, each time with another call of the C library failing.
 *
 *   faults LIBRARY LEVEL NAME COMMAND [ARGUMENT...]
 *
 * With OTHER_WORDS in the environment, standard output tells more than results. With ONLY, all other functions than
 * those that it names, " stat waitid ", work.
 *
 * In: the folder `work`, in which the command runs. LEVEL: 0, every fault; n > 0, about one in n. Out: a line of TAP.
 *
 * Without a fault the command must end with status 0. With one it must do the same, or end with a message and another
 * status. Either way each entry of `work` is as before or as after the run without a fault; in the folder `cache`, each
 * file. Nothing else is there, no process is left, no signal has ended the command, and it does not wait for ever. */
#define _GNU_SOURCE		/* memmem */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "calls.h"
#include "util/cleanup.h"
#include "util/file.h"
#include "util/message.h"
#include "util/text.h"

enum { LONGEST_RUN = 20, GRACE_MILLISECONDS = 5000, MOST_OCCURRENCES = 40, MOST_KINDS = 4, SHOWN = 20 };

#define NAME(name, ...) #name,
static const char *const names[] = { FAULTY_MEMORY(NAME) FAULTY_CALLS(NAME) };
#undef NAME
#define KINDS(name, ...) { __VA_ARGS__ },
static const int kinds[][MOST_KINDS] = { FAULTY_MEMORY(KINDS) FAULTY_CALLS(KINDS) };
#undef KINDS

static struct faults *faults;
static const char *library;
static char *const *command;

/* ---- what is in a folder ------------------------------------------------------------------------------------ */

/* All entries, in the order of their names. */
struct tree {
	struct entry {
		char *path;		/* below the folder */
		mode_t mode;
		struct text content;	/* of a file */
	} *entry;
	size_t count;
};

static void read_content(const char *path, struct text *content)
{
	char part[65536];
	FILE *f = fopen(path, "r");
	size_t count;

	text_add(content, "");
	while (f && (count = fread(part, 1, sizeof part, f)) > 0)
		text_add_bytes(content, part, count);
	if (f)
		fclose(f);
}

static int is_entry(const struct dirent *e)
{
	return strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
}

static void read_tree(const char *folder, const char *below, struct tree *t)
{
	struct dirent **list;
	char *here = format_string("%s%s", folder, below);
	int count = scandir(here, &list, is_entry, alphasort);

	for (int i = 0; i < count; i++) {
		struct entry e = { .path = format_string("%s/%s", below, list[i]->d_name) };
		char *path = format_string("%s%s", folder, e.path);
		struct stat status;

		e.mode = lstat(path, &status) == 0 ? status.st_mode : 0;
		if (S_ISREG(e.mode))
			read_content(path, &e.content);
		t->entry = reallocate(t->entry, (t->count + 1) * sizeof *t->entry);
		t->entry[t->count++] = e;
		if (S_ISDIR(e.mode))
			read_tree(folder, e.path, t);
		free(path);
		free(list[i]);
	}
	if (count >= 0)
		free(list);
	free(here);
}

static void free_tree(struct tree *t)
{
	for (size_t i = 0; i < t->count; i++) {
		free(t->entry[i].path);
		text_free(&t->entry[i].content);
	}
	free(t->entry);
	*t = (struct tree){0};
}

static void write_tree(const char *folder, const struct tree *t)
{
	for (size_t i = 0; i < t->count; i++) {
		const struct entry *e = &t->entry[i];
		char *path = format_string("%s%s", folder, e->path);

		if (S_ISDIR(e->mode))
			mkdir(path, 0700);
		else
			write_new_file(path, &e->content);
		chmod(path, e->mode & 07777);
		free(path);
	}
}

static bool same_entry(const struct entry *a, const struct entry *b)
{
	return strcmp(a->path, b->path) == 0 && a->mode == b->mode && a->content.length == b->content.length
	       && (a->content.length == 0 || memcmp(a->content.bytes, b->content.bytes, a->content.length) == 0);
}

static bool same_tree(const struct tree *a, const struct tree *b)
{
	for (size_t i = 0; i < a->count && i < b->count; i++)
		if (!same_entry(&a->entry[i], &b->entry[i]))
			return false;
	return a->count == b->count;
}

/* The part of a tree at and below an entry of the folder itself: from *from on, as many as are returned. */
static size_t find_part(const struct tree *t, const char *name, size_t *from)
{
	size_t length = strlen(name), count = 0;

	for (size_t i = 0; i < t->count; i++) {
		const char *path = t->entry[i].path;

		if (strncmp(path, name, length) != 0 || (path[length] && path[length] != '/'))
			continue;
		if (count++ == 0)
			*from = i;
	}
	return count;
}

static bool same_part(const struct tree *a, const struct tree *b, const char *name)
{
	size_t a_from = 0, b_from = 0, count = find_part(a, name, &a_from);
	struct tree part = { a->entry + a_from, count }, other = { b->entry + b_from, find_part(b, name, &b_from) };

	other.entry = b->entry + b_from;
	return same_tree(&part, &other);
}

static const struct entry *find_entry(const struct tree *t, const char *path)
{
	for (size_t i = 0; i < t->count; i++)
		if (strcmp(t->entry[i].path, path) == 0)
			return &t->entry[i];
	return NULL;
}

/* ---- runs --------------------------------------------------------------------------------------------------- */

/* How a run went. */
struct run {
	int status;			/* as of waitpid() */
	bool hung;
	unsigned left;			/* processes */
	struct text out, said;
	struct tree tree;
};

static struct tree before, after;
static struct run reference;

static void free_run(struct run *r)
{
	text_free(&r->out);
	text_free(&r->said);
	free_tree(&r->tree);
}

static void become(void)
{
	int out = open("out", O_WRONLY | O_CREAT | O_TRUNC, 0600), said = open("said", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	char *share = realpath("share", NULL);
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setpgid(0, 0);
	setenv("FAULTS", share, 1);
	setenv("LD_PRELOAD", library, 1);
	dup2(out, STDOUT_FILENO);
	dup2(said, STDERR_FILENO);
	if (chdir("work") == 0)
		execv(command[0], command);
	_exit(98);
}

/* Waits for a child for so long. False: it still runs. */
static bool wait_for(pid_t child, int *status, int milliseconds)
{
	struct timespec limit = { milliseconds / 1000, milliseconds % 1000 * 1000000L };
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	for (;;) {
		pid_t ended = waitpid(child, status, WNOHANG);

		if (ended != 0)
			return true;
		if (sigtimedwait(&set, NULL, &limit) < 0 && errno == EAGAIN)
			return waitpid(child, status, WNOHANG) != 0;
	}
}

static void kill_process(const char *line)
{
	long process = strtol(line, NULL, 10);

	if (process > 0)
		kill((pid_t)process, SIGKILL);
}

/* Kills what is left, and counts it. */
static unsigned kill_rest(void)
{
	char *path = format_string("/proc/self/task/%d/children", (int)getpid());
	unsigned count = 0;
	struct text list = {0};

	read_content(path, &list);
	for (const char *at = list.bytes; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
		kill_process(at);
		count++;
	}
	text_free(&list);
	free(path);
	return count;
}

/* All that a command has started becomes our own child when the command ends, and has some time to end. */
static unsigned count_left(void)
{
	int status;
	unsigned left = 0;

	for (int i = 0; i < GRACE_MILLISECONDS / 10; i++) {
		pid_t ended;

		while ((ended = waitpid(-1, &status, WNOHANG)) > 0)
			;
		if (ended < 0)
			return 0;
		nanosleep(&(struct timespec){ 0, 10000000 }, NULL);
	}
	for (unsigned more; (more = kill_rest()) > 0; left = more > left ? more : left)
		while (waitpid(-1, &status, WNOHANG) > 0)
			;
	return left;
}

static struct run run_command(void)
{
	struct run r = {0};
	pid_t child = fork();

	if (child == 0)
		become();
	if (!wait_for(child, &r.status, LONGEST_RUN * 1000)) {
		r.hung = true;
		kill(child, SIGKILL);
		waitpid(child, &r.status, 0);
	}
	r.left = count_left();
	read_content("out", &r.out);
	read_content("said", &r.said);
	read_tree("work", "", &r.tree);
	return r;
}

static void restore(const struct tree *now)
{
	if (same_tree(now, &before))
		return;
	remove_tree("work");
	mkdir("work", 0755);
	write_tree("work", &before);
}

/* ---- judgement ---------------------------------------------------------------------------------------------- */

/* Is the entry of the folder an output whose record names all files in it, and they are there? So is that of a build
 * that has failed. */
static bool is_whole_output(const struct tree *t, const char *name)
{
	size_t from = 0, count = find_part(t, name, &from), files = 0;
	char *path = format_string("%s/.ftc-output", name);
	const struct entry *record = find_entry(t, path);

	for (size_t i = from; record && i < from + count; i++) {
		char *line = format_string("\nfile %s\n", t->entry[i].path + strlen(name) + 1);

		files += S_ISREG(t->entry[i].mode);
		if (S_ISREG(t->entry[i].mode) && &t->entry[i] != record && !strstr(record->content.bytes, line))
			record = NULL;
		free(line);
	}
	for (const char *at = record ? record->content.bytes : ""; (at = strstr(at, "\nfile ")); at++)
		files--;
	free(path);
	return record && files == 1;
}

/* What is wrong in `work`, fresh; NULL: nothing. `done`: all must be as after a run without a fault. */
static char *judge_work(const struct tree *now, bool done)
{
	for (size_t i = 0; i < now->count; i++) {
		const char *path = now->entry[i].path;
		const struct entry *old = find_entry(&before, path), *new = find_entry(&after, path);

		if (strncmp(path, "/cache/", 7) == 0) {
			if (!(old && same_entry(&now->entry[i], old)) && !(new && same_entry(&now->entry[i], new)))
				return format_string("work%s is not whole", path);
		} else if (strcmp(path, "/cache") != 0 && !strchr(path + 1, '/') && !same_part(now, &after, path)
			   && (done || (!same_part(now, &before, path) && !is_whole_output(now, path)))) {
			return format_string("work%s is neither old nor new", path);
		}
	}
	for (size_t i = 0; i < before.count; i++)
		if (!strchr(before.entry[i].path + 1, '/') && !find_entry(now, before.entry[i].path)
		    && find_entry(&after, before.entry[i].path))
			return format_string("work%s is lost", before.entry[i].path);
	for (size_t i = 0; i < after.count && done; i++)
		if (strncmp(after.entry[i].path, "/cache", 6) != 0 && !find_entry(now, after.entry[i].path))
			return format_string("work%s is missing", after.entry[i].path);
	return NULL;
}

/* Passes "0.7" of "0.7 s". */
static const char *pass_seconds(const char *s)
{
	const char *end = s + strspn(s, "0123456789.");

	return end > s && strncmp(end, " s", 2) == 0 ? end : s;
}

/* The dynamic loader ends a process at once that has no memory for a library's variables: nobody can mend that. */
static bool ended_by_loader(const struct run *r)
{
	return WIFEXITED(r->status) && WEXITSTATUS(r->status) == 127
	       && (strstr(r->said.bytes, "thread-local data: ABORT") || strcmp(r->said.bytes, "out of memory\n") == 0);
}

/* Equal but for seconds? */
static bool same_words(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a = pass_seconds(a + 1);
		b = pass_seconds(b + 1);
	}
	return *a == *b;
}

/* What is wrong with a run in which a call has failed; NULL: nothing. */
static char *judge(const struct run *r)
{
	bool done = WIFEXITED(r->status) && WEXITSTATUS(r->status) == 0;

	if (r->hung)
		return copy_string("it waits for ever");
	if (r->left > 0)
		return format_string("%u processes are left", r->left);
	if (WIFSIGNALED(r->status))
		return format_string("ended by signal %d", WTERMSIG(r->status));
	if (WEXITSTATUS(r->status) > 3)
		return format_string("status %d", WEXITSTATUS(r->status));
	if (strstr(r->said.bytes, "Sanitizer") || strstr(r->said.bytes, "runtime error"))
		return copy_string("the sanitizer says something");
	/* `verify` says on standard output what it could not do. */
	if (!done && (faults->kind == EINTR || faults->kind == FAULT_SHORT))
		return copy_string("it is not tried again");
	if (!done && WEXITSTATUS(r->status) != EXIT_NOT_ALL && !strstr(r->said.bytes, "error: "))
		return format_string("status %d without a message", WEXITSTATUS(r->status));
	if (done && !getenv("OTHER_WORDS") && !same_words(r->out.bytes, reference.out.bytes))
		return copy_string("status 0 with other words on standard output");
	return judge_work(&r->tree, done);
}

/* ---- faults ------------------------------------------------------------------------------------------------- */

struct tally {
	unsigned level, number, tried, survived, missed, bad, ended;
};

static void tell(const char *what, const struct site *s, const struct run *r)
{
	printf("# %s %u: %s: %s\n", names[s->call], faults->occurrence,
	       faults->kind == FAULT_SHORT ? "half" : strerror(faults->kind), what);
	printf("#   at");
	for (unsigned i = 0; i < MOST_FRAMES && faults->frame[i]; i++)
		printf(" 0x%lx", (unsigned long)faults->frame[i] - 1);
	printf("\n#   said: %.300s\n", r->said.bytes);
	fflush(stdout);
}

static void try(struct tally *t, const struct site *s, unsigned occurrence, int kind)
{
	if (t->level > 0 && t->number++ % t->level != 0)
		return;
	faults->key = s->key;
	faults->call = s->call;
	faults->occurrence = occurrence;
	faults->kind = kind;
	faults->met = 0;
	memset(faults->frame, 0, sizeof faults->frame);
	struct run r = run_command();
	bool struck = faults->met >= occurrence;
	bool loader = struck && ended_by_loader(&r);
	char *what = loader ? NULL : judge(&r);

	t->ended += loader;
	t->tried += struck;
	t->missed += !struck;
	t->survived += struck && !what && !loader;
	if (what && t->bad++ < SHOWN)
		tell(what, s, &r);
	free(what);
	restore(&r.tree);
	free_run(&r);
}

static bool is_wanted(const struct site *s)
{
	const char *only = getenv("ONLY");
	char *name = format_string(" %s ", names[s->call]);
	bool wanted = !only || strstr(only, name);

	free(name);
	return wanted;
}

static void try_site(struct tally *t, const struct site *s)
{
	bool memory = s->call < CALLS_OF_MEMORY;
	unsigned last = memory ? 1 : s->count < MOST_OCCURRENCES ? s->count : MOST_OCCURRENCES;

	for (unsigned n = 1; n <= last; n++)
		for (unsigned k = 0; k < MOST_KINDS && kinds[s->call][k]; k++)
			try(t, s, n, kinds[s->call][k]);
}

static int by_key(const void *a, const void *b)
{
	const struct site *x = a, *y = b;

	return (x->key > y->key) - (x->key < y->key);
}

/* The sites of a run without a fault, in the order of their keys. */
static struct site *list_sites(size_t *count)
{
	struct site *list = allocate_array(MOST_SITES, sizeof *list);

	*count = 0;
	for (unsigned i = 0; i < MOST_SITES; i++)
		if (faults->site[i].key)
			list[(*count)++] = faults->site[i];
	qsort(list, *count, sizeof *list, by_key);
	return list;
}

static void open_share(void)
{
	int file = open("share", O_RDWR | O_CREAT | O_TRUNC, 0600);

	if (file < 0 || ftruncate(file, sizeof *faults) != 0)
		exit(99);
	faults = mmap(NULL, sizeof *faults, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	close(file);
}

int main(int argc, char **argv)
{
	sigset_t set;

	if (argc < 5)
		return 99;
	library = realpath(argv[1], NULL);
	command = argv + 4;
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	open_share();
	struct tally t = { .level = (unsigned)strtoul(argv[2], NULL, 10) };
	faults->depth[0] = t.level ? 4 : 8;
	faults->depth[1] = 8;
	read_tree("work", "", &before);
	reference = run_command();
	after = reference.tree;
	if (reference.status != 0 || reference.left || faults->lost) {
		printf("not ok - %s: without a fault\n# status %d, %u left, %u lost: %s\n", argv[3], reference.status,
		       reference.left, faults->lost, reference.said.bytes);
		return 1;
	}
	restore(&reference.tree);
	size_t count;
	struct site *list = list_sites(&count);
	for (size_t i = 0; i < count; i++)
		if (is_wanted(&list[i]))
			try_site(&t, &list[i]);
	printf("%sok - %s: %u of %u faults survived, at %zu places; %u not met, %u ended by the dynamic loader\n",
	       t.bad || !t.tried ? "not " : "", argv[3], t.survived, t.tried, count, t.missed, t.ended);
	free(list);
	return t.bad || !t.tried;
}
