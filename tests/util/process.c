/* process.c: tools are found and run, their output is captured, and they stop together with ftc. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "scratch.h"
#include "util/process.h"

/* Runs a line of shell. */
static bool shell(const char *line, const char *directory, struct process_result *result)
{
	char *argv[] = { "/bin/sh", "-c", (char *)line, NULL };

	return run_process(argv, directory, result);
}

static void both_streams_are_caught_in_order(void **state)
{
	struct process_result result;

	(void)state;
	assert_true(shell("echo one; echo two >&2; echo three; cat", NULL, &result));
	assert_string_equal(result.output.bytes, "one\ntwo\nthree\n");
	assert_int_equal(result.status, 0);
	text_free(&result.output);
}

static void a_long_output_is_caught_whole(void **state)
{
	struct process_result result;

	(void)state;
	assert_true(shell("head -c 1000000 /dev/zero", NULL, &result));
	assert_int_equal(result.output.length, 1000000);
	text_free(&result.output);
}

/* Nothing of the pipe but the two streams, or a tool that leaves something running would never be done. */
static void a_tool_inherits_nothing_else(void **state)
{
	struct process_result result;
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	dup2(ends[0], STDIN_FILENO);
	assert_true(shell("out=$(readlink /proc/$$/fd/1); for f in /proc/$$/fd/*; do "
			  "[ \"$(readlink $f)\" != \"$out\" ] || echo ${f##*/}; done; readlink /proc/$$/fd/0", NULL,
			  &result));
	assert_string_equal(result.output.bytes, "1\n2\n/dev/null\n");
	text_free(&result.output);
	close(ends[0]);
	close(ends[1]);
}

/* Checks how a process ended, and frees its output. */
static void assert_end(struct process_result *result, enum process_end end, const char *told)
{
	char *said = process_end_told(result);

	assert_int_equal(result->end, end);
	assert_string_equal(said, told);
	free(said);
	text_free(&result->output);
}

static void the_end_is_told(void **state)
{
	char *nowhere[] = { "/no/such/tool", NULL };
	struct process_result result;

	(void)state;
	assert_false(shell("exit 3", NULL, &result));
	assert_int_equal(result.status, 3);
	assert_end(&result, PROCESS_EXITED, "failed with status 3");
	assert_false(shell("exit 255", NULL, &result));
	assert_int_equal(result.signal, 0);
	assert_end(&result, PROCESS_EXITED, "failed with status 255");
	assert_false(shell("kill -SEGV $$", NULL, &result));
	assert_int_equal(result.status, 128 + SIGSEGV);
	assert_int_equal(result.signal, SIGSEGV);
	assert_end(&result, PROCESS_SIGNALLED, "was ended by signal 11 (Segmentation fault)");
	assert_false(shell("kill -KILL $$", NULL, &result));
	assert_end(&result, PROCESS_SIGNALLED,
		   "was ended by signal 9 (Killed), as the system does when memory runs out");
	assert_false(run_process(nowhere, NULL, &result));
	assert_int_equal(result.status, 127);
	assert_string_equal(result.output.bytes, "/no/such/tool: No such file or directory\n");
	assert_end(&result, PROCESS_NOT_STARTED, "cannot be started");
	assert_false(shell("pwd", "no/such/folder", &result));
	assert_int_equal(result.status, 127);
	assert_string_equal(result.output.bytes, "no/such/folder: No such file or directory\n");
	text_free(&result.output);
}

static void it_runs_where_it_is_told_and_is_timed(void **state)
{
	struct process_result result;

	(void)state;
	assert_true(shell("pwd; sleep 0.2", "/usr", &result));
	assert_string_equal(result.output.bytes, "/usr\n");
	assert_true(result.seconds >= 0.19 && result.seconds < 20);
	text_free(&result.output);
}

static void assert_found(const char *tool, const char *path)
{
	char *found = find_tool(tool);

	if (path) {
		assert_non_null(found);
		assert_string_equal(found, path);
	} else {
		assert_null(found);
	}
	free(found);
}

static void tools_are_found_in_path_and_then_beside(void **state)
{
	char here[200];

	(void)state;
	assert_non_null(getcwd(here, sizeof here));
	char *first = format_string("%s/first", here), *beside = format_string("%s/beside", here);
	char *path = format_string("%s:%s/second", first, here);
	make_file("first/yosys", "");		/* not executable */
	make_file("first/nextpnr-ecp5/file", "");	/* not a file */
	make_file("second/yosys", "");
	make_file("beside/bin/yosys", "");
	make_file("beside/bin/nextpnr-ecp5", "");
	make_file("only-here", "");
	chmod("second/yosys", 0755);
	chmod("beside/bin/yosys", 0755);
	chmod("beside/bin/nextpnr-ecp5", 0755);
	chmod("only-here", 0755);
	char *old_path = copy_string(getenv("PATH"));
	setenv("PATH", path, 1);
	setenv("FTC_TOOLS", beside, 1);
	char *yosys = format_string("%s/second/yosys", here), *nextpnr = format_string("%s/bin/nextpnr-ecp5", beside);
	assert_found("yosys", yosys);
	assert_found("nextpnr-ecp5", nextpnr);
	assert_found("nextpnr-ice40", NULL);
	assert_found("./only-here", "./only-here");
	setenv("PATH", ":", 1);		/* nothing is taken from where one happens to stand */
	assert_found("only-here", NULL);
	unsetenv("FTC_TOOLS");
	setenv("XDG_DATA_HOME", here, 1);
	make_file("ftc/ecp5-tools/bin/ecppack", "");
	chmod("ftc/ecp5-tools/bin/ecppack", 0755);
	char *ecppack = format_string("%s/ftc/ecp5-tools/bin/ecppack", here);
	assert_found("ecppack", ecppack);
	unsetenv("XDG_DATA_HOME");
	setenv("PATH", old_path, 1);
	free(first), free(beside), free(path), free(yosys), free(nextpnr), free(ecppack), free(old_path);
}

static void a_missing_tool_names_its_package(void **state)
{
	(void)state;
	catch_begin();
	assert_null(require_tool("no-such-verilator"));
	char *said = catch_end();
	assert_string_equal(said, "ftc: error: no-such-verilator is not installed: it is neither in PATH nor among the "
			    "tools that .ci/install-tools installs\ntry: sudo apt-get install no-such-verilator\n");
	assert_string_equal(tool_package("icepack"), "fpga-icestorm");
	free(said);
}

static void arguments_end_with_null(void **state)
{
	struct arguments a = {0};

	(void)state;
	arguments_add(&a, "%s-%d", "frame", 3);
	arguments_add(&a, "last");
	assert_int_equal(a.count, 2);
	assert_string_equal(a.items[0], "frame-3");
	assert_string_equal(a.items[1], "last");
	assert_null(a.items[2]);
	arguments_free(&a);
	assert_null(a.items);
}

/* In a child: makes a temporary directory, says where, and lets a tool run in it for a long time. */
static void work_long(int say)
{
	struct process_result result;

	setenv("TMPDIR", ".", 1);
	char *directory = temporary_directory();
	char *line = format_string("trap 'echo told >told; exit 1' INT; echo >%s/half-done; echo >ready; "
				   "while :; do sleep 0.05; done", directory);
	if (write(say, directory, strlen(directory)) < 0)
		_exit(98);
	shell(line, NULL, &result);
	_exit(97);		/* run_process() must not come back */
}

static void an_interrupt_reaches_the_tool_and_then_ends_ftc(void **state)
{
	char directory[300] = "";
	int ends[2], status;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (child == 0)
		work_long(ends[1]);
	while (access("ready", F_OK) != 0)
		usleep(1000);
	assert_true(read(ends[0], directory, sizeof directory - 1) > 0);
	assert_int_equal(access(directory, F_OK), 0);
	kill(child, SIGINT);
	waitpid(child, &status, 0);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
	assert_int_equal(access("told", F_OK), 0);
	assert_int_not_equal(access(directory, F_OK), 0);
	close(ends[0]);
	close(ends[1]);
}

/* A job in shell for run_processes(). */
struct line {
	char *argv[4];
};

static struct process_job job_of(struct line *line, const char *text)
{
	*line = (struct line){ { "/bin/sh", "-c", (char *)text, NULL } };
	return (struct process_job){ .argv = line->argv };
}

enum { SEVERAL = 6 };

/* Runs SEVERAL jobs that say when they begin and end; returns the most that ran at once. Their results are checked. */
static unsigned most_at_once(unsigned at_once)
{
	struct line lines[SEVERAL];
	struct process_job jobs[SEVERAL];
	char *texts[SEVERAL], *log;
	unsigned now = 0, most = 0, begun = 0;

	unlink("log");
	for (unsigned i = 0; i < SEVERAL; i++) {
		/* Later ones are quicker: they end in another order. */
		texts[i] = format_string("echo +%u >>log; sleep 0.%u; echo - >>log; echo said %u; exit %u", i,
					 SEVERAL - i, i, i);
		jobs[i] = job_of(&lines[i], texts[i]);
	}
	run_processes(jobs, SEVERAL, at_once, NULL);
	for (unsigned i = 0; i < SEVERAL; i++) {
		char *said = format_string("said %u\n", i);
		assert_string_equal(jobs[i].result.output.bytes, said);
		assert_int_equal(jobs[i].result.status, i);
		free(said);
		free(texts[i]);
		text_free(&jobs[i].result.output);
	}
	log = file_content("log");
	for (const char *line = log; line && *line; line = strchr(line, '\n') + 1) {
		now += *line == '+' ? 1 : -1u;
		begun += *line == '+';
		most = now > most ? now : most;
	}
	assert_int_equal(begun, SEVERAL);
	free(log);
	return most;
}

static void as_many_run_at_once_as_are_wanted(void **state)
{
	(void)state;
	assert_int_equal(most_at_once(1), 1);
	assert_int_equal(most_at_once(3), 3);
	assert_int_equal(most_at_once(MOST_PROCESSES), SEVERAL);
}

struct told {
	unsigned ends, growing;
	struct line next;
};

/* The first end of each job is not the last. */
static bool run_again(struct process_job *job, void *context)
{
	struct told *told = context;

	told->ends++;
	if (job->result.status == 0)
		return false;
	job_of(&told->next, "echo second; exit 0");
	job->argv = told->next.argv;
	return true;
}

static void see(const struct process_job *job, size_t count, void *context)
{
	struct told *told = context;

	for (size_t i = 0; i < count; i++)
		told->growing += job[i].child && strcmp(job[i].result.output.bytes, "half\n") == 0;
}

static void a_watcher_sees_what_goes_on_and_may_run_a_job_again(void **state)
{
	struct told told = {0};
	struct process_watcher watcher = { .running = see, .ended = run_again, .context = &told };
	struct line lines[2];
	struct process_job jobs[2];

	(void)state;
	jobs[0] = job_of(&lines[0], "echo half; sleep 0.5; echo whole; exit 7");
	jobs[1] = job_of(&lines[1], "echo only");
	run_processes(jobs, 2, 2, &watcher);
	assert_int_equal(told.ends, 3);
	assert_true(told.growing > 0);
	assert_string_equal(jobs[0].result.output.bytes, "second\n");
	assert_int_equal(jobs[0].result.status, 0);
	assert_string_equal(jobs[1].result.output.bytes, "only\n");
	text_free(&jobs[0].result.output);
	text_free(&jobs[1].result.output);
}

static bool never(struct process_job *job, void *context)
{
	(void)job;
	(void)context;
	make_file("ended", "");
	return true;
}

/* Leaves its number in the name of a file. The second process leaves its group and session. */
#define LEAVE_NUMBER "echo >pid-$$; "
#define IN_OTHER_SESSION "setsid sh -c '" LEAVE_NUMBER "exec sleep 60' & "

/* Two jobs run, a third waits; the watcher would start them again. */
static void work_side_by_side(void)
{
	struct process_watcher watcher = { .ended = never };
	struct line lines[3];
	struct process_job jobs[3];

	for (unsigned i = 0; i < 3; i++)
		jobs[i] = job_of(&lines[i], LEAVE_NUMBER IN_OTHER_SESSION "sleep 60; :");
	run_processes(jobs, 3, 2, &watcher);
	_exit(97);
}

/* Starts work_side_by_side() in a child and sends it a signal once both jobs run. Returns how it ended. */
static int interrupt_side_by_side(int signal)
{
	int status;

	pid_t child = fork();
	if (child == 0)
		work_side_by_side();
	while (count_entries("pid-") < 4)
		usleep(1000);
	kill(child, signal);
	waitpid(child, &status, 0);
	return status;
}

/* Is every process that has left its number in a file pid-NUMBER gone? */
static bool all_are_gone(void)
{
	struct process_result result;
	bool gone = shell("for f in pid-*; do p=/proc/${f#pid-}; [ ! -e $p ] || grep -q '^State:.Z' $p/status || exit "
			  "1; done",
			  NULL, &result);

	text_free(&result.output);
	return gone;
}

static void forget_numbers(void)
{
	struct process_result result;

	assert_true(shell("rm -f pid-*", NULL, &result));
	text_free(&result.output);
}

static void a_signal_reaches_all_and_nothing_is_begun(void **state)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ, SIGALRM, SIGUSR1,
				       SIGUSR2 };

	(void)state;
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		int status = interrupt_side_by_side(signals[i]);
		assert_true(WIFSIGNALED(status) && WTERMSIG(status) == signals[i]);
		assert_true(all_are_gone());
		assert_int_equal(count_entries("pid-"), 4);
		assert_int_equal(count_entries("ended"), 0);
		forget_numbers();
	}
}

static void a_killed_ftc_takes_its_tools_along(void **state)
{
	(void)state;
	int status = interrupt_side_by_side(SIGKILL);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	/* Asked once more, a number may be that of another process. */
	bool gone = all_are_gone();
	for (unsigned i = 0; i < 5000 && !gone; i++) {
		usleep(1000);
		gone = all_are_gone();
	}
	assert_true(gone);
	forget_numbers();
}

static void what_a_tool_leaves_behind_ends_with_it(void **state)
{
	struct process_result result;

	(void)state;
	assert_false(shell(IN_OTHER_SESSION "sh -c '" LEAVE_NUMBER "exec sleep 60' & "
			   "while set -- pid-*; [ $# -lt 2 ]; do sleep 0.01; done; exit 5", NULL, &result));
	assert_int_equal(count_entries("pid-"), 2);
	assert_true(result.seconds < 20);
	assert_end(&result, PROCESS_EXITED, "failed with status 5");
	assert_true(all_are_gone());
	forget_numbers();
}

static void a_tool_that_ignores_a_signal_is_killed(void **state)
{
	int status;

	(void)state;
	pid_t child = fork();
	if (child == 0) {
		struct process_result result;
		shell("trap '' TERM; " LEAVE_NUMBER "while :; do sleep 1; done", NULL, &result);
		_exit(97);
	}
	while (count_entries("pid-") < 1)
		usleep(1000);
	kill(child, SIGTERM);
	waitpid(child, &status, 0);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
	assert_true(all_are_gone());
	forget_numbers();
}

static void time_is_limited(void **state)
{
	char *argv[] = { "/bin/sh", "-c", "trap '' TERM; " IN_OTHER_SESSION "sleep 60; :", NULL };
	struct process_result result;

	(void)state;
	assert_false(run_process_within(0.3, argv, NULL, &result));
	assert_true(result.seconds >= 0.3 && result.seconds < 20);
	result.seconds = 1;
	assert_end(&result, PROCESS_TIMED_OUT, "was ended after 1 s: its time ran out");
	assert_true(all_are_gone());
	forget_numbers();
	process_limit((struct process_limits){ .seconds = 0.3 });
	assert_false(shell("echo begun; sleep 60", NULL, &result));
	assert_string_equal(result.output.bytes, "begun\n");
	result.seconds = 2;
	assert_end(&result, PROCESS_TIMED_OUT, "was ended after 2 s: its time ran out");
	process_limit((struct process_limits){ 0 });
}

static void memory_is_limited(void **state)
{
	struct process_result result;

	(void)state;
	process_limit((struct process_limits){ .megabytes = 64 });
	/* That of a grandchild counts. Without the limit, tail() would be refused more. */
	assert_false(shell("(ulimit -v 1000000; tail </dev/zero; sleep 1; exit 3); exit $?", NULL, &result));
	assert_end(&result, PROCESS_OUT_OF_MEMORY, "ran out of memory: 64 MB are allowed");
	assert_true(shell("head -c 1000000 /dev/zero | tail | wc -c", NULL, &result));
	assert_end(&result, PROCESS_EXITED, "failed with status 0");
	process_limit((struct process_limits){ 0 });
	assert_false(shell("echo \"  what():  std::bad_alloc\"; kill -ABRT $$", NULL, &result));
	assert_end(&result, PROCESS_OUT_OF_MEMORY, "ran out of memory");
}

static void a_tool_has_temporary_files_with_ftc(void **state)
{
	struct process_result result;
	int status;

	(void)state;
	pid_t child = fork();
	if (child == 0) {
		setenv("TMPDIR", ".", 1);
		if (!shell("mktemp; ls -d ./ftc-*/*", NULL, &result) || text_next_line(result.output.bytes)[0] != '.')
			_exit(96);
		exit(0);
	}
	waitpid(child, &status, 0);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	assert_int_equal(count_entries("ftc-"), 0);
	assert_int_equal(count_entries("tmp."), 0);
}

/* Half of the parts end by a signal. */
static int part_of_ftc(void *context, int output)
{
	const unsigned *number = context;

	if (*number % 2)
		kill(getpid(), SIGTERM);
	return write(output, number, sizeof *number) == sizeof *number ? (int)*number : 99;
}

static void a_part_of_ftc_runs_beside_it(void **state)
{
	unsigned numbers[4] = { 0, 1, 2, 3 };
	struct process_job jobs[4] = {{0}};
	char *directory = temporary_directory();

	(void)state;
	for (unsigned i = 0; i < 4; i++)
		jobs[i] = (struct process_job){ .work = part_of_ftc, .context = &numbers[i] };
	run_processes(jobs, 4, 2, NULL);
	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(jobs[i].result.end, i % 2 ? PROCESS_SIGNALLED : PROCESS_EXITED);
		assert_int_equal(jobs[i].result.status, i % 2 ? 128 + SIGTERM : i);
		assert_int_equal(jobs[i].result.output.length, i % 2 ? 0 : sizeof *numbers);
		text_free(&jobs[i].result.output);
	}
	/* What ftc has to remove is not the part's to remove. */
	assert_int_equal(access(directory, F_OK), 0);
	free(directory);
}

static bool stop_here(struct process_job *job, void *context)
{
	*(bool *)context = job->result.status == 1;
	text_free(&job->result.output);
	return false;
}

static void no_job_is_begun_after_a_stop(void **state)
{
	bool stop = false;
	struct process_watcher watcher = { .ended = stop_here, .context = &stop, .stop = &stop };
	struct line lines[4];
	struct process_job jobs[4];

	(void)state;
	for (unsigned i = 0; i < 4; i++)
		jobs[i] = job_of(&lines[i], i == 1 ? LEAVE_NUMBER "exit 1" : LEAVE_NUMBER "exit 0");
	run_processes(jobs, 4, 1, &watcher);
	assert_int_equal(count_entries("pid-"), 2);
}

/* Ends what runs once two tools have begun. */
static void end_here(const struct process_job *job, size_t count, void *context)
{
	(void)job;
	(void)count;
	*(bool *)context = count_entries("pid-") >= 2;
}

static void jobs_are_ended_and_ftc_goes_on(void **state)
{
	bool end = false;
	struct process_watcher watcher = { .running = end_here, .context = &end, .end = &end, .stop = &end };
	struct line lines[4];
	struct process_job jobs[4];

	(void)state;
	for (unsigned i = 0; i < 4; i++)
		jobs[i] = job_of(&lines[i], LEAVE_NUMBER "exec sleep 1000");
	run_processes(jobs, 4, 2, &watcher);
	assert_int_equal(count_entries("pid-"), 2);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(jobs[i].result.signal, SIGTERM);
		text_free(&jobs[i].result.output);
	}
}

/* Runs a tool that counts; Ctrl-Z stops it, too, for longer than its time. */
static void count_slowly(void)
{
	char *argv[] = { "/bin/sh", "-c", "for i in 1 2 3 4 5 6 7 8; do echo >pid-$i; sleep 0.1; done", NULL };
	struct process_result result;

	_exit(run_process_within(4, argv, NULL, &result) ? 0 : 97);
}

static void a_stopped_ftc_stops_its_tools(void **state)
{
	int status;

	(void)state;
	pid_t child = fork();
	if (child == 0)
		count_slowly();
	while (count_entries("pid-") < 2)
		usleep(1000);
	kill(child, SIGTSTP);
	waitpid(child, &status, WUNTRACED);
	assert_true(WIFSTOPPED(status));
	usleep(200000);
	unsigned before = (unsigned)count_entries("pid-");
	usleep(3700000);
	assert_int_equal(count_entries("pid-"), before);
	assert_true(before < 8);
	kill(child, SIGCONT);
	waitpid(child, &status, 0);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	assert_int_equal(count_entries("pid-"), 8);
}

static void a_temporary_directory_goes_when_ftc_ends(void **state)
{
	int status;

	(void)state;
	pid_t child = fork();
	if (child == 0) {
		setenv("TMPDIR", ".", 1);
		char *directory = temporary_directory();
		char *file = format_string("%s/deep/file", directory);
		make_file(file, "x");
		struct stat made;
		/* Private: nobody else may plant anything in it. */
		if (stat(directory, &made) != 0 || (made.st_mode & 0777) != 0700)
			_exit(96);
		free(file);
		free(directory);
		exit(0);
	}
	waitpid(child, &status, 0);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	assert_int_equal(count_entries("ftc-"), 0);
}

/* Whoever runs the tests in the background of a shell, or under nohup, has some signals ignored. */
static void hear_all_signals(void)
{
	for (int number = 1; number < SIGRTMIN; number++)
		signal(number, SIG_DFL);
}

int main(void)
{
	hear_all_signals();
#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_enter, scratch_leave)
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(both_streams_are_caught_in_order),
		IN_SCRATCH(a_long_output_is_caught_whole),
		IN_SCRATCH(a_tool_inherits_nothing_else),
		IN_SCRATCH(the_end_is_told),
		IN_SCRATCH(it_runs_where_it_is_told_and_is_timed),
		IN_SCRATCH(tools_are_found_in_path_and_then_beside),
		IN_SCRATCH(a_missing_tool_names_its_package),
		IN_SCRATCH(arguments_end_with_null),
		IN_SCRATCH(an_interrupt_reaches_the_tool_and_then_ends_ftc),
		IN_SCRATCH(as_many_run_at_once_as_are_wanted),
		IN_SCRATCH(a_watcher_sees_what_goes_on_and_may_run_a_job_again),
		IN_SCRATCH(a_signal_reaches_all_and_nothing_is_begun),
		IN_SCRATCH(a_killed_ftc_takes_its_tools_along),
		IN_SCRATCH(what_a_tool_leaves_behind_ends_with_it),
		IN_SCRATCH(a_tool_that_ignores_a_signal_is_killed),
		IN_SCRATCH(time_is_limited),
		IN_SCRATCH(memory_is_limited),
		IN_SCRATCH(a_tool_has_temporary_files_with_ftc),
		IN_SCRATCH(a_part_of_ftc_runs_beside_it),
		IN_SCRATCH(no_job_is_begun_after_a_stop),
		IN_SCRATCH(jobs_are_ended_and_ftc_goes_on),
		IN_SCRATCH(a_stopped_ftc_stops_its_tools),
		IN_SCRATCH(a_temporary_directory_goes_when_ftc_ends),
	};

	/* A shell's background job begins with it ignored. */
	signal(SIGINT, SIG_DFL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
