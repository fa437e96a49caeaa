/* file.c: a result goes where it was sent, whole or not at all, and never in the place of an input. */
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "scratch.h"
#include "util/file.h"
#include "util/message.h"

static void assert_content(const char *path, const char *expected)
{
	char *content = file_content(path);

	assert_non_null(content);
	assert_string_equal(content, expected);
	free(content);
}

static int write_text(const char *path, const char *content)
{
	struct text t = {0};
	int status = 99;

	text_add(&t, content);
	bool done = write_result(path, &t, &status);
	assert_int_equal(done, status == EXIT_DONE);
	text_free(&t);
	return status;
}

/* write_text() must fail with this status and message. */
static void assert_refused(const char *path, int status, const char *message)
{
	catch_begin();
	int got = write_text(path, "new\n");
	char *said = catch_end();

	assert_string_equal(said, message);
	assert_int_equal(got, status);
	free(said);
}

static mode_t mode_of(const char *path)
{
	struct stat status;

	assert_int_equal(lstat(path, &status), 0);
	return status.st_mode;
}

/* Entries of a folder, hidden ones and leftovers too. */
static unsigned count_in(const char *folder)
{
	DIR *open_folder = opendir(folder);
	unsigned count = 0;

	while (readdir(open_folder))
		count++;
	closedir(open_folder);
	return count - 2;
}

static void a_mode_is_kept(void **state)
{
	(void)state;
	make_file("secret", "old\n");
	assert_int_equal(chmod("secret", 0640), 0);
	assert_int_equal(write_text("secret", "new\n"), EXIT_DONE);
	assert_content("secret", "new\n");
	assert_int_equal(mode_of("secret") & 07777, 0640);
	umask(027);
	assert_int_equal(write_text("fresh", "new\n"), EXIT_DONE);
	umask(022);
	assert_int_equal(mode_of("fresh") & 07777, 0640);
	assert_int_equal(count_in("."), 2);
}

static void an_owner_is_kept(void **state)
{
	struct stat status;

	(void)state;
	if (geteuid() != 0)
		skip();
	make_file("theirs", "old\n");
	assert_int_equal(chown("theirs", 65534, 65534), 0);
	assert_int_equal(write_text("theirs", "new\n"), EXIT_DONE);
	assert_int_equal(stat("theirs", &status), 0);
	assert_int_equal(status.st_uid, 65534);
	assert_int_equal(status.st_gid, 65534);
}

static void links_stay_and_what_they_mean_is_replaced(void **state)
{
	(void)state;
	make_file("there/real", "old\n");
	assert_int_equal(symlink("real", "there/second"), 0);
	assert_int_equal(symlink("there/second", "first"), 0);
	assert_int_equal(write_text("first", "new\n"), EXIT_DONE);
	assert_true(S_ISLNK(mode_of("first")) && S_ISLNK(mode_of("there/second")));
	assert_content("there/real", "new\n");
	/* A shell makes the file that is not there yet. */
	assert_int_equal(symlink("there/later", "early"), 0);
	assert_int_equal(write_text("early", "made\n"), EXIT_DONE);
	assert_true(S_ISLNK(mode_of("early")) && S_ISREG(mode_of("there/later")));
	assert_content("there/later", "made\n");
	assert_int_equal(count_in("there"), 3);
	assert_int_equal(symlink("round", "round"), 0);
	assert_refused("round", EXIT_USAGE,
		       "ftc: error: round cannot be written: Too many levels of symbolic links\n");
}

static void a_device_is_written_into(void **state)
{
	(void)state;
	if (mknod("null", S_IFCHR | 0666, makedev(1, 3)) == 0) {
		assert_int_equal(write_text("null", "gone\n"), EXIT_DONE);
		assert_true(S_ISCHR(mode_of("null")));
		unlink("null");
	}
	/* A writer that replaced it must not find the system's, which only root can. */
	if (mknod("own-full", S_IFCHR | 0666, makedev(1, 7)) == 0)
		assert_int_equal(symlink("own-full", "full"), 0);
	else
		assert_int_equal(symlink("/dev/full", "full"), 0);
	assert_refused("full", EXIT_WORK_FAILED, "ftc: error: full cannot be written: No space left on device\n");
	assert_true(S_ISLNK(mode_of("full")));
}

static void a_pipe_is_written_into(void **state)
{
	char got[8] = "";

	(void)state;
	assert_int_equal(mkfifo("pipe", 0600), 0);
	int reader = open("pipe", O_RDONLY | O_NONBLOCK);
	assert_int_equal(write_text("pipe", "water\n"), EXIT_DONE);
	assert_int_equal(read(reader, got, sizeof got), 6);
	close(reader);
	assert_string_equal(got, "water\n");
	assert_true(S_ISFIFO(mode_of("pipe")));
	assert_int_equal(count_in("."), 1);
}

/* As `-o /dev/stdout >all`: the result stands between what was printed before and after it. */
static void our_own_output_is_written_into(void **state)
{
	int status;

	(void)state;
	pid_t child = fork();
	if (child == 0) {
		int all = open("all", O_WRONLY | O_CREAT, 0666);

		dup2(all, STDOUT_FILENO);
		stdout = fdopen(STDOUT_FILENO, "w");
		printf("before\n");
		bool done = write_text("/dev/stdout", "result\n") == EXIT_DONE;
		printf("after\n");
		fflush(stdout);
		_exit(!done);
	}
	waitpid(child, &status, 0);
	assert_int_equal(status, 0);
	assert_content("all", "before\nresult\nafter\n");
}

static void refuse_inputs(void)
{
	struct text content = {0};

	assert_true(read_input("in.yaml", 100, &content));
	text_free(&content);
	assert_refused("in.yaml", EXIT_USAGE, "ftc: error: in.yaml is what this command reads: the result does not replace"
		       " it\ntry: another name for the result\n");
	assert_refused("./link", EXIT_USAGE, "ftc: error: ./link is what this command reads: the result does not replace"
		       " it\ntry: another name for the result\n");
	assert_refused("twin", EXIT_USAGE, "ftc: error: twin is what this command reads: the result does not replace"
		       " it\ntry: another name for the result\n");
}

/* In a process of its own: a later test's file may get the number of this input. */
static void an_input_is_not_replaced(void **state)
{
	int status;

	(void)state;
	make_file("in.yaml", "old\n");
	assert_int_equal(symlink("in.yaml", "link"), 0);
	assert_int_equal(link("in.yaml", "twin"), 0);
	pid_t child = fork();
	if (child == 0) {
		refuse_inputs();
		_exit(0);
	}
	waitpid(child, &status, 0);
	assert_int_equal(status, 0);
	assert_content("in.yaml", "old\n");
	assert_int_equal(count_in("."), 3);
}

static void refuse_results(void)
{
	struct text content = {0};
	int status;

	text_add(&content, "first\n");
	assert_true(write_result("set.txt", &content, &status));
	assert_refused("./set.txt", EXIT_USAGE, "ftc: error: ./set.txt is another result of this command already: the "
		       "second does not replace the first\ntry: another name for one of them\n");
	assert_refused("link", EXIT_USAGE, "ftc: error: link is another result of this command already: the second "
		       "does not replace the first\ntry: another name for one of them\n");
	make_file("made", "moved\n");
	assert_false(move_result("made", "link", &status));
	assert_int_equal(status, EXIT_USAGE);
	/* What goes through a device twice is no matter. A writer that replaced it must not find the system's. */
	if (mknod("null", S_IFCHR | 0666, makedev(1, 3)) == 0)
		assert_true(write_result("null", &content, &status) && write_result("null", &content, &status));
	text_free(&content);
}

static void a_second_result_does_not_replace_the_first(void **state)
{
	int status;

	(void)state;
	assert_int_equal(symlink("set.txt", "link"), 0);
	pid_t child = fork();
	if (child == 0) {
		refuse_results();
		_exit(0);
	}
	waitpid(child, &status, 0);
	assert_int_equal(status, 0);
	assert_content("set.txt", "first\n");
}

static void what_is_no_file_is_refused(void **state)
{
	(void)state;
	assert_refused(".", EXIT_USAGE,
		       "ftc: error: . is a directory: expected a file, or the name of one to create\n");
	make_file("plain", "old\n");
	assert_refused("plain/away", EXIT_USAGE, "ftc: error: plain/away cannot be written: Not a directory\n");
}

static void a_finished_file_is_moved(void **state)
{
	int status = 99;

	(void)state;
	make_file("far/w.fst", "old\n");
	assert_int_equal(chmod("far/w.fst", 0600), 0);
	assert_int_equal(symlink("far/w.fst", "w.fst"), 0);
	char *folder = result_folder("w.fst");
	assert_string_equal(folder, "far/");
	free(folder);
	make_file("far/new", "new\n");
	assert_true(move_result("far/new", "w.fst", &status));
	assert_int_equal(status, EXIT_DONE);
	assert_true(S_ISLNK(mode_of("w.fst")));
	assert_content("far/w.fst", "new\n");
	assert_int_equal(mode_of("far/w.fst") & 07777, 0600);
	assert_int_equal(count_in("far"), 1);
}

static void a_file_of_another_user_that_is_not_writable_stays(void **state)
{
	int status;

	(void)state;
	make_file("read-only", "old\n");
	assert_int_equal(chmod("read-only", 0444), 0);
	assert_int_equal(chmod(".", 0777), 0);
	pid_t child = fork();
	if (child == 0) {
		if (geteuid() == 0 && setuid(65534) != 0)
			_exit(1);
		assert_refused("read-only", EXIT_USAGE,
			       "ftc: error: read-only cannot be written: Permission denied\n");
		_exit(0);
	}
	waitpid(child, &status, 0);
	assert_int_equal(status, 0);
	assert_content("read-only", "old\n");
}

int main(void)
{
#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_enter, scratch_leave)
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(a_mode_is_kept),
		IN_SCRATCH(an_owner_is_kept),
		IN_SCRATCH(links_stay_and_what_they_mean_is_replaced),
		IN_SCRATCH(a_device_is_written_into),
		IN_SCRATCH(a_pipe_is_written_into),
		IN_SCRATCH(our_own_output_is_written_into),
		IN_SCRATCH(an_input_is_not_replaced),
		IN_SCRATCH(a_second_result_does_not_replace_the_first),
		IN_SCRATCH(what_is_no_file_is_refused),
		IN_SCRATCH(a_finished_file_is_moved),
		IN_SCRATCH(a_file_of_another_user_that_is_not_writable_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
