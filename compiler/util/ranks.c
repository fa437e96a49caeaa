/* ranks.c: the processes that run one simulation together. */
#include "util/ranks.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/file.h"
#include "util/message.h"
#include "util/paths.h"
#include "util/plain.h"
#include "util/process.h"
#include "util/ranks_library.h"
#include "util/text.h"

/* What goes into one gathering: most exchanges need no second one. */
enum { SHORT = 248 };

/* Longer than a command line can be. */
enum { COMMAND_LIMIT = 1 << 22 };

/* Names the folder that ranks_start() shares with the ranks that it has started. */
static const char folder_variable[] = "FTC_RANKS_FOLDER";
/* In it: the command line of ftc; a link to the program; the exit status. */
static const char command_name[] = "command", program_name[] = "ftc", status_name[] = "status";

struct letter {
	uint64_t bytes;			/* above SHORT they follow by gather_sized() */
	char content[SHORT];
};

static struct {
	const struct ranks_library *library;	/* NULL: alone */
	unsigned rank, count;
	struct letter *letter;		/* [count] */
	int *sizes, *at;		/* [count]: of those that are longer, in `rest` */
	char *rest;
	size_t room;
	struct ranks_effort effort, greatest;	/* its own; of the last ranks_compare() */
	double resumed;			/* seconds of the processor: behind the last exchange */
	int terminal;			/* rank 0: not used */
	bool left;
	int held;			/* file that takes what this rank prints; rank 0: -1 */
} ranks = { .count = 1, .held = -1 };

unsigned ranks_count(void)
{
	return ranks.count;
}

unsigned ranks_rank(void)
{
	return ranks.rank;
}

/* mpirun's word for it; or srun's, if it has given ranks PMIx, by which they find each other. */
static unsigned long started_together(void)
{
	const char *size = getenv("OMPI_COMM_WORLD_SIZE");
	unsigned long count = 1;

	if (!size && getenv("PMIX_RANK"))
		size = getenv("SLURM_STEP_NUM_TASKS");
	if (size)
		text_to_unsigned(size, &count);
	return count;
}

unsigned ranks_find(const uint32_t *end, uint32_t item)
{
	unsigned low = 0, high = ranks.count - 1;

	while (low < high) {
		unsigned middle = low + (high - low) / 2;

		if (item < end[middle])
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

/* A rank that waits does so in its own thread. */
static double processor_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

bool ranks_are_there(void)
{
	return started_together() > 1;
}

bool ranks_is_first(void)
{
	const char *rank = getenv("OMPI_COMM_WORLD_RANK");

	rank = rank ? rank : getenv("PMIX_RANK");
	return !rank || strcmp(rank, "0") == 0;
}

/* ---- Joining --------------------------------------------------------------------------------------------------- */

/* NULL after a message. */
static const struct ranks_library *open_library(void)
{
	const struct ranks_library *offered;
	char *path = library_path("libftc-mpi.so");
	void *library;

	if (!path)
		return NULL;
	if (access(path, R_OK) != 0) {
		error("ftc was built without MPI: %s is missing", path);
		suggest("sudo apt-get install libopenmpi-dev openmpi-bin, and build ftc again");
		free(path);
		return NULL;
	}
	/* MPI's own modules look for its symbols. */
	library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
	free(path);
	if (!library) {
		error("MPI cannot be opened: %s", dlerror());
		suggest("sudo apt-get install openmpi-bin");
		return NULL;
	}
	offered = dlsym(library, "ftc_ranks");
	if (offered && offered->version == RANKS_LIBRARY_VERSION)
		return offered;
	error("libftc-mpi.so is of another version of ftc");
	return NULL;
}

/* What this rank has held back; then nothing is. */
static void take_held(struct text *said)
{
	char part[4096];
	ssize_t length;

	if (ranks.held < 0)
		return;
	fflush(stderr);
	lseek(ranks.held, 0, SEEK_SET);
	while ((length = read(ranks.held, part, sizeof part)) > 0)
		text_add_bytes(said, part, (size_t)length);
	if (ftruncate(ranks.held, 0) == 0)
		lseek(ranks.held, 0, SEEK_SET);
}

/* A rank that ends before its time, for lack of memory say, still says why. */
static void say_last_words(void)
{
	struct text said = {0};

	if (ranks.left)
		return;
	take_held(&said);
	if (said.length > 0 && write(ranks.terminal, said.bytes, said.length) < 0)
		return;
	text_free(&said);
}

/* From now on what this rank prints waits for ranks_agree(). */
static bool hold_back(void)
{
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	FILE *held = tmpfile();

	ranks.held = held ? fileno(held) : -1;
	ranks.terminal = dup(STDERR_FILENO);
	if (nowhere < 0 || !held || dup2(nowhere, STDOUT_FILENO) < 0 || dup2(ranks.held, STDERR_FILENO) < 0)
		return error("output cannot be held back: %s", strerror(errno));
	close(nowhere);
	return atexit(say_last_words) == 0;
}

bool ranks_join(void)
{
	ranks.library = open_library();
	if (!ranks.library)
		return false;
	if (!ranks.library->join(&ranks.rank, &ranks.count))
		return error("MPI does not start");
	ranks.letter = allocate_array(ranks.count, sizeof *ranks.letter);
	ranks.sizes = allocate_array(ranks.count, sizeof *ranks.sizes);
	ranks.at = allocate_array(ranks.count, sizeof *ranks.at);
	ranks.resumed = processor_seconds();
	return ranks.rank == 0 || hold_back();
}

/* Mpirun ends a program's arguments at a ':', and has a path of its own for the program's name. So it is given a link to the
 * program, and no argument: the ranks read the command line here. */
static bool write_command(const char *folder)
{
	char *program = program_path(), *link = program ? plain_link(folder, program_name, program) : NULL;
	struct text line = {0};
	bool done = link && read_file("/proc/self/cmdline", COMMAND_LIMIT, &line) && write_file_in(folder, command_name, &line);

	text_free(&line);
	free(link);
	free(program);
	return done;
}

bool ranks_command_line(int *argc, char ***argv)
{
	const char *folder = getenv(folder_variable);
	struct text line = {0};
	struct arguments a = {0};

	if (!folder || !ranks_are_there() || *argc > 1)
		return true;
	if (!read_file_in(folder, command_name, COMMAND_LIMIT, &line))
		return false;
	for (size_t at = 0; at < line.length; at += strlen(line.bytes + at) + 1)
		arguments_add(&a, "%s", line.bytes + at);
	text_free(&line);
	*argc = (int)a.count;
	*argv = a.items;
	return a.count > 0;
}

/* Open MPI refuses root, and more ranks than cores, without a permission. Of its two forms, Open MPI 4 reads the first
 * and 5 the second. Ranks that may share a processor are bound to none, and wait by yielding, which is slow: only where there
 * are too many. */
static void permit(unsigned count)
{
	bool too_many = count > (unsigned long)sysconf(_SC_NPROCESSORS_ONLN);

	setenv(too_many ? "OMPI_MCA_rmaps_base_oversubscribe" : "OMPI_MCA_hwloc_base_use_hwthreads_as_cpus", "1", 0);
	setenv("PRTE_MCA_rmaps_default_mapping_policy", too_many ? ":oversubscribe" : ":hwtcpus", 0);
	/* All are on this machine, where some networks would give rise to warnings. */
	setenv("OMPI_MCA_btl", "^tcp", 0);
	if (geteuid() != 0)
		return;
	setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
	setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
}

static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal)
{
	interrupted = signal;
}

/* Runs mpirun on this process' terminal. False after a message, by itself or by mpirun. */
static bool run_to_end(char *const argv[])
{
	struct sigaction wait = { .sa_handler = note_interrupt }, usual;
	pid_t child = fork();
	int status = 0;

	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		execv(argv[0], argv);
		error("%s cannot be run: %s", argv[0], strerror(errno));
		_exit(EXIT_WORK_FAILED);
	}
	if (child < 0)
		return error("%s cannot be run: %s", argv[0], strerror(errno));
	/* Ctrl-C reaches all of them; this one waits for the others. */
	sigaction(SIGINT, &wait, &usual);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	sigaction(SIGINT, &usual, NULL);
	if (interrupted)
		raise(SIGINT);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* A folder for what the ranks read, and for rank 0's exit status, which mpirun would comment on; it goes when ftc ends. Fresh. */
static char *shared_folder(void)
{
	char *folder = temporary_directory();

	setenv(folder_variable, folder, 1);
	return folder;
}

/* The status in the file. If rank 0 could not write it, it is mpirun's. */
static int read_status(const char *folder, bool ended)
{
	char *path = format_string("%s/%s", folder, status_name);
	struct text status = {0};
	unsigned long number = ended ? EXIT_DONE : EXIT_WORK_FAILED;

	if (access(path, R_OK) == 0) {
		if (read_file(path, SHORT, &status))
			text_to_unsigned(status.bytes, &number);
	} else if (!ended) {
		/* It has reported which process has died, or what else was wrong. */
		error("mpirun has ended the simulation too early");
	}
	text_free(&status);
	free(path);
	return (int)number;
}

static int run_ranks(const char *mpirun, unsigned count)
{
	char *folder = shared_folder();
	struct arguments a = {0};
	int status = EXIT_WORK_FAILED;

	arguments_add_all(&a, mpirun, "-n", NULL);
	arguments_add(&a, "%u", count);
	arguments_add(&a, "%s/%s", folder, program_name);
	permit(count);
	if (write_command(folder)) {
		bool ended = run_to_end(a.items);

		status = read_status(folder, ended);
		status = ended || status != EXIT_DONE ? status : EXIT_WORK_FAILED;
	}
	arguments_free(&a);
	free(folder);
	return status;
}

int ranks_start(unsigned count)
{
	char *mpirun = require_tool("mpirun");
	int status = EXIT_USAGE;

	/* Said once, not by each rank. */
	if (mpirun && open_library())
		status = run_ranks(mpirun, count);
	free(mpirun);
	return status;
}

/* ---- Exchanges ------------------------------------------------------------------------------------------------- */

void ranks_exchange(const void *mine, size_t bytes)
{
	struct letter letter = { .bytes = bytes };
	int total = 0;

	if (!ranks.library) {
		fputs("ftc: internal: a process that is alone exchanges\n", stderr);
		abort();
	}
	ranks.effort.exchanges++;
	ranks.effort.bytes += bytes;
	ranks.effort.seconds += processor_seconds() - ranks.resumed;
	if (bytes <= SHORT && bytes > 0)
		memcpy(letter.content, mine, bytes);
	ranks.library->gather(&letter, sizeof letter, ranks.letter);
	for (unsigned r = 0; r < ranks.count; r++) {
		ranks.at[r] = total;
		ranks.sizes[r] = ranks.letter[r].bytes > SHORT ? (int)ranks.letter[r].bytes : 0;
		total += (ranks.sizes[r] + 7) / 8 * 8;
	}
	if ((size_t)total > ranks.room) {
		ranks.room = (size_t)total;
		ranks.rest = reallocate(ranks.rest, ranks.room);
	}
	if (total > 0)
		ranks.library->gather_sized(mine, ranks.sizes[ranks.rank], ranks.rest, ranks.sizes, ranks.at);
	ranks.resumed = processor_seconds();
}

const void *ranks_given(unsigned rank, size_t *bytes)
{
	*bytes = ranks.letter[rank].bytes;
	return *bytes > SHORT ? ranks.rest + ranks.at[rank] : ranks.letter[rank].content;
}

void ranks_compare(void)
{
	struct ranks_effort mine = ranks.effort;

	mine.seconds += processor_seconds() - ranks.resumed;
	ranks_exchange(&mine, sizeof mine);
	for (unsigned r = 0; r < ranks.count; r++) {
		struct ranks_effort other;
		size_t bytes;

		memcpy(&other, ranks_given(r, &bytes), sizeof other);
		if (r == 0 || other.seconds > ranks.greatest.seconds)
			ranks.greatest = other;
	}
}

struct ranks_effort ranks_effort(void)
{
	return ranks.greatest;
}

bool ranks_agree(bool well)
{
	struct text said = {0};
	bool good = well;

	if (ranks.count == 1)
		return well;
	text_add_bytes(&said, well ? "+" : "-", 1);
	if (!well)
		take_held(&said);
	ranks_exchange(said.bytes, said.length);
	for (unsigned r = 0; r < ranks.count; r++) {
		size_t bytes;
		const char *given = ranks_given(r, &bytes);

		/* Rank 0 has printed its own message. */
		if (given[0] == '-' && good && ranks.rank == 0)
			fprintf(stderr, "ftc: process %u:\n%.*s", r, (int)bytes - 1, given + 1);
		good &= given[0] == '+';
	}
	text_free(&said);
	return good;
}

bool ranks_equal(const char *what, const void *bytes, size_t count)
{
	size_t first_count, other_count;
	const void *first, *other;

	if (ranks.count == 1)
		return true;
	ranks_exchange(bytes, count);
	first = ranks_given(0, &first_count);
	for (unsigned r = 1; r < ranks.count; r++) {
		other = ranks_given(r, &other_count);
		if (other_count != first_count || memcmp(first, other, first_count) != 0)
			return ranks.rank == 0 ? error("process %u has another %s than process 0: all must have the same", r, what) : false;
	}
	return true;
}

bool ranks_same_version(void)
{
	return ranks_equal("version of ftc", FTC_VERSION, sizeof FTC_VERSION);
}

/* Reports to the process that has started mpirun, if it is ftc. */
static bool tell_status(int status)
{
	const char *folder = getenv(folder_variable);
	char *path = folder ? format_string("%s/%s", folder, status_name) : NULL;
	FILE *file = path ? fopen(path, "w") : NULL;

	free(path);
	if (!file)
		return false;
	fprintf(file, "%d", status);
	return fclose(file) == 0;
}

int ranks_leave(int status)
{
	if (!ranks.library)
		return status;
	fflush(stdout);
	fflush(stderr);
	ranks.left = true;
	ranks.library->leave();
	free(ranks.letter);
	free(ranks.sizes);
	free(ranks.at);
	free(ranks.rest);
	return ranks.rank == 0 && !tell_status(status) ? status : EXIT_DONE;
}
