/* output.c: results are written completely or not at all, and never overwrite files of others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "scratch.h"
#include "util/message.h"
#include "util/output.h"

static void add(struct output *out, const char *path, const char *content)
{
	struct text t = {0};

	text_add(&t, content);
	output_add(out, path, &t);
	assert_null(t.bytes);
}

static void assert_content(const char *path, const char *expected)
{
	char *content = file_content(path);

	assert_non_null(content);
	assert_string_equal(content, expected);
	free(content);
}

static void assert_absent(const char *path)
{
	assert_int_not_equal(access(path, F_OK), 0);
}

/* Commits two small files for "generate", `name`. */
static int commit(const char *directory, const char *kind, const char *name, const char *content)
{
	struct output out = {0};
	int status = 99;

	add(&out, "a.v", content);
	add(&out, "deep/er/b.v", content);
	bool done = output_commit(&out, directory, kind, name, &status);
	assert_int_equal(done, status == EXIT_DONE);
	output_free(&out);
	return status;
}

/* As commit(), which must fail with this message and status and leave nothing behind. */
static void assert_refused(const char *directory, int status, const char *message)
{
	catch_begin();
	int got = commit(directory, "generate", "tree16", "new");
	char *said = catch_end();

	assert_string_equal(said, message);
	assert_int_equal(got, status);
	assert_int_equal(count_entries("out.tmp"), 0);
	assert_int_equal(count_entries("out.old"), 0);
	free(said);
}

static void a_new_directory_holds_all_files(void **state)
{
	struct stat status;

	(void)state;
	umask(027);
	assert_int_equal(commit("out", "generate", "tree16", "one"), EXIT_DONE);
	assert_content("out/a.v", "one");
	assert_content("out/deep/er/b.v", "one");
	assert_content("out/.ftc-output", "ftc output\nkind generate\nname tree16\nfile a.v\nfile deep/er/b.v\n");
	assert_int_equal(stat("out", &status), 0);
	assert_int_equal(status.st_mode & 07777, 0750);
	assert_int_equal(stat("out/a.v", &status), 0);
	assert_int_equal(status.st_mode & 07777, 0640);
	umask(022);
	assert_int_equal(count_entries("out"), 1);
}

static void an_empty_directory_is_used(void **state)
{
	struct stat status;

	(void)state;
	mkdir("out", 0777);
	chmod("out", 0711);
	assert_int_equal(commit("out/", "generate", "tree16", "one"), EXIT_DONE);
	assert_content("out/a.v", "one");
	assert_int_equal(stat("out", &status), 0);
	assert_int_equal(status.st_mode & 07777, 0711);
}

static void an_earlier_output_is_replaced_as_a_whole(void **state)
{
	struct output out = {0};
	int status;

	(void)state;
	assert_int_equal(commit("out", "generate", "tree16", "one"), EXIT_DONE);
	add(&out, "c.v", "two");
	assert_true(output_commit(&out, "out", "generate", "tree16", &status));
	output_free(&out);
	assert_content("out/c.v", "two");
	assert_absent("out/a.v");
	assert_absent("out/deep");
	assert_int_equal(count_entries("out"), 1);
}

static void a_link_stays_and_what_it_means_is_replaced(void **state)
{
	struct stat status;

	(void)state;
	assert_int_equal(commit("real", "generate", "tree16", "one"), EXIT_DONE);
	assert_int_equal(symlink("real", "out"), 0);
	assert_int_equal(commit("out", "generate", "tree16", "two"), EXIT_DONE);
	assert_int_equal(lstat("out", &status), 0);
	assert_true(S_ISLNK(status.st_mode));
	assert_content("real/a.v", "two");
}

static const char try_new[] = "try: -o with a directory that does not exist yet\n";

static void a_stranger_is_never_lost(void **state)
{
	char *message;

	(void)state;
	make_file("out/thesis.tex", "years of work");
	message = format_string("ftc: error: out holds thesis.tex, which ftc did not write there: nothing of yours is "
				"replaced\n%s", try_new);
	assert_refused("out", EXIT_USAGE, message);
	free(message);
	assert_content("out/thesis.tex", "years of work");
	assert_absent("out/a.v");
}

static void a_stranger_among_our_files_stays(void **state)
{
	(void)state;
	assert_int_equal(commit("out", "generate", "tree16", "one"), EXIT_DONE);
	make_file("out/deep/er/notes", "mine");
	make_file("out/own/folder/notes", "mine, too");
	assert_int_equal(symlink("nowhere", "out/link"), 0);
	assert_int_equal(commit("out", "generate", "tree16", "two"), EXIT_DONE);
	assert_int_equal(commit("out", "generate", "tree16", "three"), EXIT_DONE);
	assert_content("out/deep/er/notes", "mine");
	assert_content("out/own/folder/notes", "mine, too");
	assert_content("out/a.v", "three");
	struct stat status;
	assert_int_equal(lstat("out/link", &status), 0);
	assert_true(S_ISLNK(status.st_mode));
	assert_int_equal(stat("out/own/folder/notes", &status), 0);
	assert_int_equal(status.st_nlink, 1);
}

/* In the place of a new file, and as a file where a new folder must be. */
static void a_stranger_in_the_place_of_a_file_is_refused(void **state)
{
	static const char *const taken[] = { "a.v", "deep" };

	(void)state;
	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
		char *path = format_string("out/%s", taken[i]), *message = format_string(
			"ftc: error: out holds %s, which ftc did not write there and now would: nothing of yours is "
			"replaced\n%s", taken[i], try_new);

		make_file("out/.ftc-output", "ftc output\nkind generate\nname tree16\n");
		make_file(path, "mine");
		assert_refused("out", EXIT_USAGE, message);
		assert_content(path, "mine");
		unlink(path);
		free(message);
		free(path);
	}
}

static void another_networks_output_is_refused(void **state)
{
	char *message;

	(void)state;
	assert_int_equal(commit("out", "generate", "tree8", "one"), EXIT_DONE);
	message = format_string("ftc: error: out holds the output of ftc generate for tree8: it is not replaced by "
				"that "
				"of ftc generate for tree16\n%s", try_new);
	assert_refused("out", EXIT_USAGE, message);
	free(message);
	assert_content("out/a.v", "one");
}

static void another_commands_output_is_refused(void **state)
{
	char *message;

	(void)state;
	assert_int_equal(commit("out", "build", "tree16", "one"), EXIT_DONE);
	message = format_string("ftc: error: out holds the output of ftc build for tree16: it is not replaced by that "
				"of ftc generate for tree16\n%s", try_new);
	assert_refused("out", EXIT_USAGE, message);
	free(message);
	assert_content("out/a.v", "one");
}

static void a_damaged_record_makes_all_files_strangers(void **state)
{
	static const char *const records[] = { "", "x", "ftc output\nkind generate\nname tree16\nfile a.v" };

	(void)state;
	for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
		make_file("out/.ftc-output", records[i]);
		make_file("out/a.v", "mine");
		catch_begin();
		assert_int_equal(commit("out", "generate", "tree16", "new"), EXIT_USAGE);
		free(catch_end());
		assert_content("out/a.v", "mine");
	}
}

static void a_file_in_the_place_is_refused(void **state)
{
	char *message;

	(void)state;
	make_file("out", "mine");
	message = format_string("ftc: error: out is a file: expected a directory, or the name of one to create\n%s",
				try_new);
	assert_refused("out", EXIT_USAGE, message);
	free(message);
	assert_content("out", "mine");
}

static void a_place_that_cannot_be_is_refused(void **state)
{
	(void)state;
	make_file("file", "mine");
	assert_refused("file/out", EXIT_USAGE,
		       "ftc: error: file/out: no output directory can be here: Not a directory\n");
	assert_refused("", EXIT_USAGE, "ftc: error: : no output directory can be here: No such file or directory\n");
	assert_int_equal(symlink("gone", "out"), 0);
	assert_refused("out", EXIT_USAGE, "ftc: error: out is a link that leads nowhere: expected a directory, or the "
					  "name of one to create\n"
		       "try: -o with a directory that does not exist yet\n");
}

static void refuse_input_inside(void)
{
	struct text read = {0};

	assert_true(read_input("out/deep/er/b.v", 100, &read));
	assert_string_equal(read.bytes, "old");
	text_free(&read);
	catch_begin();
	int got = commit("out", "generate", "tree16", "new");
	char *said = catch_end();
	assert_string_equal(said, "ftc: error: out holds deep/er/b.v, which this command reads: the result does not "
		       "replace it\ntry: -o with a directory that does not exist yet\n");
	assert_int_equal(got, EXIT_USAGE);
	free(said);
}

static void an_input_inside_stays(void **state)
{
	int status;

	(void)state;
	assert_int_equal(commit("out", "generate", "tree16", "old"), EXIT_DONE);
	pid_t child = fork();
	if (child == 0) {
		refuse_input_inside();
		_exit(0);
	}
	waitpid(child, &status, 0);
	assert_int_equal(status, 0);
	assert_content("out/deep/er/b.v", "old");
}

static void the_ground_under_our_feet_stays(void **state)
{
	(void)state;
	assert_refused(".", EXIT_USAGE, "ftc: error: . holds the current directory: an output directory is replaced "
					"as a "
		       "whole\ntry: -o out\n");
	assert_refused("/", EXIT_USAGE, "ftc: error: / holds the current directory: an output directory is replaced "
					"as a "
		       "whole\ntry: -o out\n");
}

static void missing_folders_are_made(void **state)
{
	const struct text content = { (char *)"result", strlen("result"), 0 };
	int status;
	size_t made;

	(void)state;
	assert_int_equal(commit("deep/er//out/", "generate", "tree16", "one"), EXIT_DONE);
	assert_content("deep/er/out/a.v", "one");
	assert_int_equal(commit("deep/er/out", "generate", "tree16", "two"), EXIT_DONE);
	assert_content("deep/er/out/a.v", "two");
	assert_true(write_result("far/away/file", &content, &status));
	assert_content("far/away/file", "result");
	/* What was made for nothing goes again, and nothing else does. */
	assert_int_equal(make_parents("far/off/at/all", &made), 0);
	remove_parents("far/off/at/all", made);
	assert_absent("far/off");
	assert_content("far/away/file", "result");
	make_file("file", "mine");
	assert_false(write_result("far/away/file/x/y", &content, &status));
	assert_int_equal(status, EXIT_USAGE);
	assert_int_equal(check_parents("file/x"), ENOTDIR);
	assert_int_equal(check_parents("far/x/y/z"), 0);
	assert_content("far/away/file", "result");
}

/* Runs `check` in a child that is nobody. */
static void as_nobody(void (*check)(void **))
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		if (getuid() == 0 && (setgid(65534) || setuid(65534)))
			_exit(99);
		check(NULL);
		_exit(0);
	}
	waitpid(child, &status, 0);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void check_no_permission(void **state)
{
	(void)state;
	catch_begin();
	int beside = commit("out", "generate", "tree16", "two");
	int into = commit("closed", "generate", "tree16", "two");
	int new = commit("new", "generate", "tree16", "two");
	char *said = catch_end();
	if (beside != EXIT_USAGE || into != EXIT_USAGE || new != EXIT_USAGE
	    || strcmp(said, "ftc: error: out: no directory can be made here: Permission denied\n"
		      "ftc: error: closed: the output directory is not writable: Permission denied\n"
		      "ftc: error: new: no directory can be made here: Permission denied\n") != 0) {
		fputs(said, stderr);
		_exit(1);
	}
}

static void what_is_not_writable_stays(void **state)
{
	(void)state;
	assert_int_equal(commit("out", "generate", "tree16", "one"), EXIT_DONE);
	chmod("out", 0777);
	mkdir("closed", 0555);
	chmod(".", 0555);
	as_nobody(check_no_permission);
	chmod(".", 0755);
	assert_content("out/a.v", "one");
	assert_int_equal(count_entries("out"), 1);
	assert_absent("new");
}

/* A file system that takes no more, as far as one process can have one. */
static void a_write_that_fails_leaves_the_old_output(void **state)
{
	struct rlimit usual, small = { 1000, 1000 };
	struct output out = {0};
	char large[3000];
	int status;

	(void)state;
	memset(large, 'x', sizeof large - 1);
	large[sizeof large - 1] = 0;
	assert_int_equal(commit("out", "generate", "tree16", "one"), EXIT_DONE);
	add(&out, "a.v", "two");
	add(&out, "large.v", large);
	getrlimit(RLIMIT_FSIZE, &usual);
	small.rlim_max = usual.rlim_max;
	signal(SIGXFSZ, SIG_IGN);
	catch_begin();
	setrlimit(RLIMIT_FSIZE, &small);
	bool done = output_commit(&out, "out", "generate", "tree16", &status);
	setrlimit(RLIMIT_FSIZE, &usual);
	char *said = catch_end();
	output_free(&out);
	assert_false(done);
	assert_int_equal(status, EXIT_WORK_FAILED);
	assert_string_equal(said, "ftc: error: out: writing failed: File too large\n");
	free(said);
	assert_content("out/a.v", "one");
	assert_int_equal(count_entries("out"), 1);
}

/* Writes generations 0, 1, 2, ... of twenty files until killed. */
static void write_for_ever(void)
{
	for (unsigned generation = 0;; generation++) {
		struct output out = {0};
		int status;

		for (int i = 0; i < 20; i++) {
			struct text t = {0};
			char *path = format_string("folder%d/file%d", i % 3, i);

			text_print(&t, "generation %u\n", generation);
			output_add(&out, path, &t);
			free(path);
		}
		if (!output_commit(&out, "out", "generate", "tree16", &status))
			_exit(50);
		output_free(&out);
	}
}

/* All twenty files are there and of one generation. */
static void assert_whole(void)
{
	char *first = file_content("out/folder0/file0");

	assert_non_null(first);
	for (int i = 0; i < 20; i++) {
		char *path = format_string("out/folder%d/file%d", i % 3, i);
		assert_content(path, first);
		free(path);
	}
	assert_absent("out/folder0/file20");
	assert_int_equal(access("out/.ftc-output", F_OK), 0);
	free(first);
}

static void interrupt_at_any_moment(int with, int rounds)
{
	for (int i = 0; i < rounds; i++) {
		int status;
		pid_t child = fork();

		if (child == 0)
			write_for_ever();
		while (access("out/.ftc-output", F_OK) != 0)
			usleep(100);
		usleep((useconds_t)(i * 137 % 5000));
		kill(child, with);
		waitpid(child, &status, 0);
		assert_true(WIFSIGNALED(status) && WTERMSIG(status) == with);
		assert_whole();
	}
}

static void an_interrupt_leaves_one_whole_output_and_nothing_else(void **state)
{
	(void)state;
	interrupt_at_any_moment(SIGINT, 60);
	interrupt_at_any_moment(SIGTERM, 20);
	assert_int_equal(count_entries("out"), 1);
}

static void a_kill_leaves_one_whole_output(void **state)
{
	(void)state;
	interrupt_at_any_moment(SIGKILL, 60);
}

static void one_file_is_written_whole(void **state)
{
	struct text t = {0}, back = {0};

	(void)state;
	text_add(&t, "frames\n");
	assert_true(write_file("curve.csv", &t));
	assert_content("curve.csv", "frames\n");
	text_add(&t, "1\n");
	assert_true(write_file("curve.csv", &t));
	assert_true(read_file("curve.csv", 9, &back));
	assert_string_equal(back.bytes, "frames\n1\n");
	assert_int_equal(count_entries("curve"), 1);
	catch_begin();
	assert_false(write_file("nowhere/curve.csv", &t));
	text_free(&back);
	assert_false(read_file("curve.csv", 8, &back));
	text_free(&back);
	assert_false(read_file("curve.cvs", 8, &back));
	text_free(&back);
	assert_false(read_file(".", 8, &back));
	char *said = catch_end();
	assert_string_equal(said, "ftc: error: nowhere/curve.csv cannot be written: No such file or directory\n"
			    "ftc: error: curve.csv is larger than 8 bytes, the most that is read from such a file\n"
			    "ftc: error: curve.cvs cannot be read: No such file or directory\n"
			    "ftc: error: . is a directory: expected a file\n");
	free(said);
	text_free(&t);
	text_free(&back);
}

int main(void)
{
#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_enter, scratch_leave)
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(a_new_directory_holds_all_files),
		IN_SCRATCH(an_empty_directory_is_used),
		IN_SCRATCH(an_earlier_output_is_replaced_as_a_whole),
		IN_SCRATCH(a_link_stays_and_what_it_means_is_replaced),
		IN_SCRATCH(a_stranger_is_never_lost),
		IN_SCRATCH(a_stranger_among_our_files_stays),
		IN_SCRATCH(a_stranger_in_the_place_of_a_file_is_refused),
		IN_SCRATCH(another_networks_output_is_refused),
		IN_SCRATCH(another_commands_output_is_refused),
		IN_SCRATCH(a_damaged_record_makes_all_files_strangers),
		IN_SCRATCH(a_file_in_the_place_is_refused),
		IN_SCRATCH(a_place_that_cannot_be_is_refused),
		IN_SCRATCH(missing_folders_are_made),
		IN_SCRATCH(an_input_inside_stays),
		IN_SCRATCH(the_ground_under_our_feet_stays),
		IN_SCRATCH(what_is_not_writable_stays),
		IN_SCRATCH(a_write_that_fails_leaves_the_old_output),
		IN_SCRATCH(an_interrupt_leaves_one_whole_output_and_nothing_else),
		IN_SCRATCH(a_kill_leaves_one_whole_output),
		IN_SCRATCH(one_file_is_written_whole),
	};

	/* A shell's background job begins with it ignored. */
	signal(SIGINT, SIG_DFL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
