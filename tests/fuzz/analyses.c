/* analyses.c: fuzz target: bytes choose the keys of a parameter file from the table of keys, with values near their
 * limits, and a command that analyses it within a small limit.
 *
 * The command ends with status 0, or with 2 and a message, in a process of its own; whatever costs much is counted, so
 * that the process needs little more time and memory than the limit. One input in some hundred has a larger limit, or
 * the usual one. At the end the costliest inputs are reported. */
#define _GNU_SOURCE		/* memfd_create, on_exit */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/generate.h"
#include "input.h"
#include "machines/area-universal/area_universal.h"
#include "network/machine.h"
#include "network/network.h"
#include "parse/shell.h"
#include "parse/family.h"
#include "parse/keys.h"
#include "parse/kind.h"
#include "schedule/schedule.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/output.h"

/* A command may take CPU_SECONDS and so many times its limit, for slow machines and sanitizers; BASE is what it holds
 * anyway, and what a sanitizer adds. */
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
enum { BASE_MEGABYTES = 900 };
#else
enum { BASE_MEGABYTES = 40 };
#endif
enum { CPU_SECONDS = 5, SLOWNESS = 5, MOST_LIST = 6, SAID_BYTES = 20000 };

/* In seconds, as `--limit` has them: most inputs have the first. */
static const double limits[] = { 0.05, 1, USUAL_LIMIT };
enum { LIMITS = sizeof limits / sizeof *limits };

enum what { REPORT, REPORT_JSON, BOARDS, GENERATE, SCHEDULE };

/* ---- a parameter file -------------------------------------------------------------------------------------------- */

struct choices {
	const uint8_t *next;
	size_t left;
	struct text file;
	unsigned levels, leaves;	/* the file's, as far as chosen */
	bool off_line, universal, has_channels, several_lanes;
	bool device, by_area;		/* an area-universal device, by its area or by hand */
	enum what what;
	unsigned limit;			/* one of limits[] */
	const char *pattern, *method;	/* of a schedule */
};

/* The next choice, below `count`; 0 when the bytes have run out. */
static unsigned choose(struct choices *c, unsigned count)
{
	if (c->left == 0)
		return 0;
	c->left--;
	return *c->next++ % count;
}

/* A number of low .. high: a limit or beside it, a small one, a power of two or any. */
static unsigned number(struct choices *c, unsigned low, unsigned high)
{
	unsigned kind = choose(c, 10), x = choose(c, 256), number = low + x % 8;

	if (kind < 2)
		number = high - (kind == 1 ? x % 4 : 0);
	else if (kind == 2)
		number = low;
	else if (kind < 5)
		number = (1u << x % 27) - (kind == 4);
	else if (kind == 5)
		number = low + (x << 8 | choose(c, 256)) * ((high - low) / 65536 + 1);
	return number < low ? low : number > high ? high : number;
}

/* A list whose numbers are at most `high`, and the product of all at most `most`. Returns the product. */
static uint64_t add_list(struct choices *c, unsigned count, unsigned high, uint64_t most)
{
	uint64_t product = 1;

	for (unsigned i = 0; i < count; i++) {
		uint64_t left = most / product;
		unsigned x = number(c, 1, left < high ? (unsigned)left : high);

		text_print(&c->file, "%s%u", i ? ", " : " [", x);
		product *= x;
	}
	text_add(&c->file, "]");
	return product;
}

static void add_capacities(struct choices *c)
{
	text_add(&c->file, " [");
	for (unsigned i = 1; i < c->levels; i++)
		text_print(&c->file, "%u, ", number(c, 1, c->device ? MOST_DEVICE_CAPACITY : MAXIMUM_CAPACITY));
	text_print(&c->file, "%u]", number(c, 1, MAXIMUM_CONNECTIONS));
}

/* A tree whose wires can carry several bits a clock: powers of two, which chance rarely makes. The first level has a
 * parent for each leaf, each other level as many parents as the level below has children, or a part of them. */
static void add_square_tree(struct choices *c)
{
	unsigned bits[MOST_LIST] = {0};

	c->leaves = 1;
	text_add(&c->file, " [");
	for (unsigned i = 0; i < c->levels; i++) {
		bits[i] = 1 + choose(c, 4);
		c->leaves <<= bits[i];
		text_print(&c->file, "%s%u", i ? ", " : "", 1u << bits[i]);
	}
	text_add(&c->file, "]\nparents: [1");
	for (unsigned i = 1; i < c->levels; i++)
		text_print(&c->file, ", %u", 1u << choose(c, bits[i - 1] + 1));
	text_add(&c->file, "]\nlanes: auto");
}

static void add_children(struct choices *c)
{
	if (c->several_lanes) {
		add_square_tree(c);
		return;
	}
	c->leaves = (unsigned)add_list(c, c->levels, MAXIMUM_LEAVES, MAXIMUM_LEAVES);
	if (c->leaves < 2)
		c->leaves = 2;
}

static void add_faults(struct choices *c)
{
	static const char *const word[] = { "node", "link" }, *const end[] = { "", ":0" };

	text_add(&c->file, " [");
	for (unsigned i = choose(c, 16); i > 0; i--) {
		unsigned link = choose(c, 2), level = choose(c, 4);

		text_print(&c->file, "%s:%u:%u%s%s", word[link], level, number(c, 0, 1000), end[link],
			   i > 1 ? ", " : "");
	}
	text_add(&c->file, "]");
}

static void add_groups(struct choices *c)
{
	text_add(&c->file, " [");
	for (unsigned i = choose(c, 65); i > 0; i--)
		text_print(&c->file, "[0-%u]%s", number(c, 1, c->leaves - 1), i > 1 ? ", " : "");
	text_add(&c->file, "]");
}

static void add_area(struct choices *c)
{
	static const char *const areas[] = { "256", "16", "65536", "4294967296" };

	text_print(&c->file, " %s", areas[choose(c, 4)]);
}

/* The values that only a machine can read. */
static void add_own(struct choices *c, const struct key *key)
{
	if (strcmp(key->name, "area") == 0)
		add_area(c);
	else if (strcmp(key->name, "expansion") == 0)
		text_print(&c->file, " %u.%02u", number(c, 1, 7), choose(c, 100));
	else if (strcmp(key->name, "capacities") == 0)
		add_capacities(c);
	else if (strcmp(key->name, "children") == 0)
		add_children(c);
	else if (strcmp(key->name, "parents") == 0)
		add_list(c, c->levels, MAXIMUM_PARENTS, 16u << choose(c, 20));
	else if (strcmp(key->name, "faults") == 0)
		add_faults(c);
	else if (strcmp(key->name, "groups") == 0)
		add_groups(c);
	else if (strcmp(key->name, "height") == 0)
		text_print(&c->file, " %u", c->levels);
	else
		text_print(&c->file, " %u", number(c, 1, c->leaves));
}

static void add_number(struct choices *c, const struct key *key)
{
	unsigned x = number(c, key->low, key->high);

	if (strcmp(key->name, "leaves") == 0) {
		if (key->low == 4)		/* a power of 4 */
			x = 1u << 2 * (1 + x % 10);
		c->leaves = x;
		for (c->levels = 0; 1u << c->levels < x;)
			c->levels++;
	}
	if (strcmp(key->name, "meshes") == 0) {
		c->levels = x % 7;
		x = 1u << c->levels;
	}
	text_print(&c->file, " %u", x);
}

static unsigned word_count(const char *const *words)
{
	unsigned count = 0;

	while (words[count])
		count++;
	return count;
}

static void add_word(struct choices *c, const char *const *words)
{
	unsigned word = choose(c, word_count(words));

	c->off_line |= strcmp(words[word], "off-line") == 0;
	text_print(&c->file, " %s", words[word]);
}

static void add_family(struct choices *c)
{
	const char *words[MOST_FAMILIES + 1];

	family_words(words);
	add_word(c, words);
}

static void add_key(struct choices *c, const struct key *key)
{
	text_print(&c->file, "%s:", key->name);
	switch (key->type) {
	case KEY_NUMBER:
	case KEY_NUMBER_OR_AUTO: add_number(c, key); break;
	case KEY_WORD: add_word(c, key->words); break;
	case KEY_FAMILY: add_family(c); break;
	case KEY_FLAG: text_add(&c->file, choose(c, 4) ? " true" : " false"); break;
	case KEY_NAME: text_add(&c->file, " n"); break;
	case KEY_OWN: add_own(c, key); break;
	}
	text_add(&c->file, "\n");
}

/* Of a device's keys, `pins`, like all that others have, too, is up to chance. */
static bool device_wants(const struct choices *c, const struct key *key, bool chosen)
{
	bool of_area = strcmp(key->name, "area") == 0 || strcmp(key->name, "expansion") == 0;

	if (of_area != c->by_area)
		return false;
	return of_area || strcmp(key->name, "capacities") != 0 || (chosen && c->levels > 0);
}

/* Whether to give the key. A schedule is another file; what only off-line networks have, they must be given. */
static bool wanted(struct choices *c, const struct key *key)
{
	bool chosen = choose(c, 3) == 0;

	if (strcmp(key->name, "schedule") == 0 || strcmp(key->name, "network") == 0)
		return false;
	if (strcmp(key->name, "capacities") == 0 && c->universal)
		return false;
	if (c->several_lanes)
		return strcmp(key->name, "children") == 0 || (chosen && (key == &payload_bits_key || key == &family_key));
	if (strcmp(key->name, "root-capacity") == 0)
		c->universal = chosen;
	if (c->device && key->has)
		return device_wants(c, key, chosen);
	return key->required || (key->has ? c->off_line : chosen);
}

static void add_keys(struct choices *c)
{
	unsigned kinds = 0;

	while (network_kinds[kinds])
		kinds++;
	const struct kind *kind = network_kinds[choose(c, kinds)];

	text_print(&c->file, "network: %s\n", kind->word);
	c->device = strcmp(kind->word, "area-universal") == 0;
	c->by_area = c->device && choose(c, 2) == 0;
	c->has_channels = c->device || strcmp(kind->word, "fat-tree") == 0;
	c->levels = 1 + choose(c, MOST_LIST);
	c->several_lanes = strcmp(kind->word, "xgft") == 0 && choose(c, 2) == 1;
	for (const struct key *const *key = kind->keys; *key; key++)
		if (wanted(c, *key))
			add_key(c, *key);
}

/* ---- a command ---------------------------------------------------------------------------------------------------- */

static int generate(const char *path)
{
	const struct extras extras = {0};
	struct output out = {0};
	struct network *net = network_read(path, NULL, 0);
	bool good = net && emit_all(net, &extras, "ftc generate", &out);

	output_free(&out);
	if (net)
		network_free(net);
	return net ? good ? EXIT_DONE : EXIT_WORK_FAILED : EXIT_USAGE;
}

static void give(const char *values[], const char *option, const char *value)
{
	size_t i = 0;

	while (strcmp(command_schedule.options[i].name, option) != 0)
		i++;
	values[i] = value;
}

static int run(const struct choices *c, const char *path)
{
	static const char *const no_words[1];
	const char *values[16] = {0};
	const struct command_line line = {
		.command = "ftc", .file = path, .json = c->what == REPORT_JSON, .value = values, .word = no_words,
		.invocation = "ftc", .shell = &no_shell,
	};
	const struct command_line boards = { .command = "ftc", .shell = &no_shell, .value = values, .word = &path,
					     .word_count = 1 };

	switch (c->what) {
	case GENERATE: return generate(path);
	case BOARDS: return command_boards.run(&boards);
	case SCHEDULE:
		give(values, "--from", c->pattern);
		give(values, "--method", c->method);
		return command_schedule.run(&line);
	default: return command_report.run(&line);
	}
}

/* Whoever ends the process: handlers of the parent, a fuzzer's among them, are not for it. */
static void leave(int status, void *nothing)
{
	(void)nothing;
	_exit(status);
}

static void run_and_exit(const struct choices *c, const char *path, int said)
{
	rlim_t seconds = (rlim_t)(CPU_SECONDS + SLOWNESS * limits[c->limit]);
	const struct rlimit cpu = { seconds, seconds };
	int nowhere = open("/dev/null", O_WRONLY);

	dup2(nowhere, STDOUT_FILENO);
	dup2(said, STDERR_FILENO);
	setrlimit(RLIMIT_CPU, &cpu);
	on_exit(leave, NULL);
	limit_start(limits[c->limit]);
	exit(run(c, path));
}

/* ---- costs -------------------------------------------------------------------------------------------------------- */

/* The costliest inputs with each limit. */
static struct worst {
	unsigned long inputs, refused;	/* refused: at the limit */
	double seconds, megabytes;
	char *slowest, *largest;	/* files */
} worst[LIMITS];

static double seconds_of(const struct rusage *used)
{
	return (double)(used->ru_utime.tv_sec + used->ru_stime.tv_sec)
	       + 1e-6 * (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec);
}

static void tell_worst(void)
{
	for (unsigned i = 0; i < LIMITS; i++) {
		struct worst *w = &worst[i];

		if (w->inputs > 0)
			fprintf(stderr, "limit %g: %lu inputs, %lu refused for it, at most %.2f s and %.0f MB\n"
				"slowest:\n%s\nlargest:\n%s\n", limits[i], w->inputs, w->refused, w->seconds,
				w->megabytes, w->slowest, w->largest);
		free(w->slowest);
		free(w->largest);
	}
}

static char *told(const struct choices *c)
{
	return format_string("command %u%s%s%s%s\n%s", c->what, c->pattern ? " --from " : "",
			     c->pattern ? c->pattern : "", c->method ? " --method " : "", c->method ? c->method : "",
			     c->file.bytes);
}

static void note(const struct choices *c, bool refused, const struct rusage *used)
{
	struct worst *w = &worst[c->limit];
	double seconds = seconds_of(used), megabytes = (double)used->ru_maxrss / 1000;

	if (worst[0].inputs + worst[1].inputs + worst[2].inputs == 0)
		atexit(tell_worst);
	w->inputs++;
	w->refused += refused;
	if (seconds > w->seconds) {
		free(w->slowest);
		w->seconds = seconds;
		w->slowest = told(c);
	}
	if (megabytes > w->megabytes) {
		free(w->largest);
		w->megabytes = megabytes;
		w->largest = told(c);
	}
}

/* Reads what the command has said. */
static void hear(int said, char message[SAID_BYTES])
{
	ssize_t count = pread(said, message, SAID_BYTES - 1, 0);

	message[count > 0 ? count : 0] = '\0';
}

static void show(const struct choices *c, const char *message, int status, const struct rusage *used)
{
	char *input = told(c);

	fprintf(stderr, "ended with %#x after %.2f s, %ld kB, at the limit %g:\n%s\n%s\n", (unsigned)status,
		seconds_of(used), used->ru_maxrss, limits[c->limit], input, message);
	free(input);
}

/* The end is good: in time, with a message where something is wrong. */
static bool ended_well(const struct choices *c, int status, const char *message, const struct rusage *used)
{
	if (!WIFEXITED(status) || (double)used->ru_maxrss > 1000 * (BASE_MEGABYTES + 100 * limits[c->limit]))
		return false;
	return WEXITSTATUS(status) == EXIT_DONE
	       || (WEXITSTATUS(status) == EXIT_USAGE && strstr(message, "error: "));
}

static void analyse(const struct choices *c)
{
	const char *path = input_file(0, "analysed.yaml", &c->file);
	char message[SAID_BYTES];
	int said = memfd_create("said", 0), status = 0;
	struct rusage used = {0};
	pid_t child = fork();

	if (child == 0)
		run_and_exit(c, path, said);
	require(child > 0 && wait4(child, &status, 0, &used) == child);
	hear(said, message);
	if (!ended_well(c, status, message, &used)) {
		show(c, message, status, &used);
		require(!"the command ends within its limit");
	}
	note(c, strstr(message, " than the limit of "), &used);
	close(said);
	input_close();
}

static void choose_schedule(struct choices *c)
{
	static const char *const patterns[] = { "stencil", "fft", "transpose", "all-to-all" };

	c->what = SCHEDULE;
	c->pattern = patterns[choose(c, sizeof patterns / sizeof *patterns)];
	c->method = schedule_method_names[choose(c, SCHEDULE_METHODS)];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct choices c = { .next = data, .left = size, .leaves = 2 };

	c.what = choose(&c, SCHEDULE);
	c.limit = choose(&c, 64) == 63;
	if (size > MOST_INPUT / 64)
		return 0;
	add_keys(&c);
	/* What is chosen last is the same for the inputs that lack the bytes. */
	if (c.has_channels && choose(&c, 2) == 1)
		choose_schedule(&c);
	if (c.limit == 1 && choose(&c, 8) == 1)
		c.limit = 2;
	analyse(&c);
	text_free(&c.file);
	return 0;
}
