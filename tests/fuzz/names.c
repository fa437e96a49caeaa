/* names.c: fuzz target: bytes choose a command of ftc, and names of its files and folders, of modules and ports, made of what shells,
 * Yosys, GNU parallel, Perl, Slurm, gnuplot and terminals give a meaning.
 *
 *   bytes --> names --> files in a folder --> ftc COMMAND, with stand-ins for all tools (names_tool.c) --> their log
 *
 * Each name has the mark MARK in it, which no argument and no script of a tool may have. What a tool reads is the user's file. No name
 * is run: all try to make a file MADE. The command makes no file but its output, prints no character that a terminal would obey, and
 * ends by itself. */
#define _GNU_SOURCE		/* nftw */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "input.h"
#include "util/file.h"

#define MARK "TheMark0"
#define MADE "RAN"
#define LINE "\n!>" MADE	/* of a piece */
enum { LONGEST_NAME = 120, MOST_PIECES = 8, MOST_BYTES = 1 << 20, MOST_PROGRAM = 1 << 28, MOST_WORDS = 16 };

static const char *const pieces[] = {
	"{= system(q(>" MADE ")) =}", "{#}", "{%}", "{.}", ",,,", "%j", "%A_%a", "[1]", "*", "?", "`>" MADE "`", "$(>" MADE ")", ";>" MADE ";",
	LINE "\n", "!>" MADE ";", "'", "\"", "\\", "-", "--", " ", "\xff", "\x1b]0;x\x07", "\xc2\x9b", "\xe2\x80\xae", "#", ":", ",", "=",
	"~", "&", "|", "<", ">", "a", "\xc3\xa9", "\xaf<", "\t", "\r", "{", "}", "(", ")", "$HOME", "${IFS}", "-o", "\x7f", "\x01", "\n",
};
enum { PIECES = sizeof pieces / sizeof *pieces };
static const char *const tools[] = { "yosys", "parallel", "gnuplot", "sbatch", "squeue", "mpirun", "verilator", "gcc", "g++", "iceprog",
				     "nextpnr-ice40", "icepack", "icebox_vlog", "python3", "ccache", "script",
				     "openFPGALoader" };

/* ---- names ------------------------------------------------------------------------------------------------------- */

struct choices {
	const uint8_t *next;
	size_t left;
};

static unsigned choose(struct choices *c, unsigned count)
{
	if (c->left == 0)
		return 0;
	c->left--;
	return *c->next++ % count;
}

/* A name with `end` behind it: pieces, single bytes, and the mark in the middle. Fresh. */
static char *make_name(struct choices *c, const char *end)
{
	struct text name = {0};
	unsigned count = choose(c, MOST_PIECES);

	text_add(&name, "");
	for (unsigned i = 0; i <= count; i++) {
		unsigned piece = choose(c, PIECES + 20);
		char byte = (char)(piece < PIECES ? 0 : choose(c, 256));

		if (piece < PIECES)
			text_add(&name, pieces[piece]);
		else if (byte && byte != '/')
			text_add_bytes(&name, &byte, 1);
		if (i == count / 2)
			text_add(&name, MARK);
	}
	if (name.length > LONGEST_NAME)
		name.bytes[name.length = LONGEST_NAME] = 0;
	if (!strstr(name.bytes, MARK))
		text_add(&name, MARK);
	text_add(&name, end);
	return name.bytes;
}

/* ---- the place --------------------------------------------------------------------------------------------------- */

static char root[PATH_MAX], *ftc, *work, *image;

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
	(void)status;
	(void)type;
	(void)walk;
	return remove(path);
}

static void remove_root(void)
{
	nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void put(const char *folder, const char *name, const char *content)
{
	char *path = format_string("%s/%s", folder, name);
	struct text text = {0};

	text_add(&text, content);
	int failure = write_new_file(path, &text);
	require(failure == 0 || failure == EEXIST);
	text_free(&text);
	free(path);
}

static const char circuit[] = ".model m\n.inputs a\n.outputs y\n.names a y\n0 1\n.end\n";
static const char device[] = "network: area-universal\narea: 16\n", tree[] = "network: fat-tree\nleaves: 4\n";

/* Runs ftc with these words, until NULL, in `folder`; what it prints goes into `said`. Returns its status as of waitpid(). */
static int run_ftc(const char *folder, const char *const *words, struct text *said)
{
	char *path = format_string("%s/said", root), *argv[MOST_WORDS + 2] = { ftc };
	int status = 0;

	for (unsigned i = 0; words[i]; i++)
		argv[i + 1] = (char *)words[i];
	pid_t child = fork();
	if (child == 0) {
		int out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

		if (out < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0 || chdir(folder) != 0)
			_exit(99);
		execv(ftc, argv);
		_exit(99);
	}
	require(child > 0 && waitpid(child, &status, 0) == child);
	require(read_file(path, MOST_BYTES, said));
	free(path);
	return status;
}

/* ftc lies two folders above this program in the build folder, the stand-in, whose path is returned, beside it. */
static char *find_programs(void)
{
	char self[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

	require(length > 0);
	self[length] = 0;
	*strrchr(self, '/') = 0;
	char *tool = format_string("%s/names-tool", self);
	ftc = format_string("%s/../../ftc", self);
	require(access(tool, X_OK) == 0 && access(ftc, X_OK) == 0);
	return tool;
}

/* A stand-in finds its name in its path, where links have been resolved. */
static void copy_tool(const char *tool, const char *bin)
{
	char *first = format_string("%s/%s", bin, tools[0]);
	struct text program = {0};

	require(read_file(tool, MOST_PROGRAM, &program) && write_new_file(first, &program) == 0 && chmod(first, 0700) == 0);
	for (size_t i = 1; i < sizeof tools / sizeof *tools; i++) {
		char *path = format_string("%s/%s", bin, tools[i]);

		require(link(first, path) == 0);
		free(path);
	}
	text_free(&program);
	free(first);
}

static void set_path(const char *name, const char *end)
{
	char *path = format_string("%s/%s", root, end);

	setenv(name, path, 1);
	free(path);
}

static void make_place(void)
{
	char *tool, *bin;
	const char *temporary = getenv("TMPDIR");
	struct text said = {0};

	snprintf(root, sizeof root, "%s/names-XXXXXX", temporary && *temporary ? temporary : "/tmp");
	require(mkdtemp(root) != NULL);
	atexit(remove_root);
	tool = find_programs();
	bin = format_string("%s/bin", root);
	work = format_string("%s/work", root);
	require(mkdir(bin, 0700) == 0);
	copy_tool(tool, bin);
	setenv("PATH", bin, 1);
	set_path("TMPDIR", "");
	set_path("FTC_CACHE", "cache");
	set_path("HOME", "home");
	set_path("FTC_TOOLS", "none");
	set_path("NAMES_LOG", "log");
	set_path("NAMES_CONTENT", "content");
	set_path("NAMES_DESIGN", "design");
	put(root, "circuit.blif", circuit);
	put(root, "device.yaml", device);
	image = format_string("%s/image.json", root);
	require(run_ftc(root, (const char *const[]){ "compile", "device.yaml", "circuit.blif", "-o", "image.json", NULL }, &said) == 0);
	text_free(&said);
	free(bin);
	free(tool);
}

/* ---- what there is ----------------------------------------------------------------------------------------------- */

static struct text found;		/* paths below `work`, each behind a NUL */

static int note_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
	(void)status;
	(void)type;
	(void)walk;
	text_add_bytes(&found, path, strlen(path) + 1);
	return 0;
}

/* Notes all paths. */
static void look(struct text *paths)
{
	require(nftw(work, note_one, 16, FTW_PHYS) == 0);
	*paths = found;
	found = (struct text){0};
}

static bool holds(const struct text *paths, const char *path)
{
	for (size_t at = 0; at < paths->length; at += strlen(paths->bytes + at) + 1)
		if (strcmp(paths->bytes + at, path) == 0)
			return true;
	return false;
}

/* Nothing is new but the output, what is in it, and what is called as it is up to its end. */
static void check_files(const struct text *before, const struct text *after, const char *output)
{
	for (size_t at = 0; at < before->length; at += strlen(before->bytes + at) + 1)
		require(holds(after, before->bytes + at));
	for (size_t at = 0; at < after->length; at += strlen(after->bytes + at) + 1) {
		const char *path = after->bytes + at;

		if (!holds(before, path) && strncmp(path, output, strlen(output)) != 0) {
			fprintf(stderr, "new: %s\n", path);
			require(!"a file is new");
		}
	}
}

/* What a terminal would obey; and no line is one that a name began. */
static void check_said(const struct text *said)
{
	for (size_t i = 0; i < said->length; i++) {
		unsigned char c = (unsigned char)said->bytes[i], before = i ? (unsigned char)said->bytes[i - 1] : 0;

		require((c >= ' ' || c == '\n') && c != 0x7f && !(before == 0xc2 && c < 0xa0));
	}
	require(!strstr(said->bytes, "\xe2\x80\xae"));
	if (strstr(said->bytes, LINE))
		fprintf(stderr, "%s\n", said->bytes);
	require(!strstr(said->bytes, LINE));
}

/* A tool's lines: no mark but in an identifier, and nothing wrong. Data of gnuplot is not among them. */
static void check_log(bool identifier)
{
	char *path = format_string("%s/log", root);
	struct text log = {0};

	if (access(path, F_OK) == 0) {
		require(read_file(path, MOST_BYTES, &log));
		bool marked = !identifier && strstr(log.bytes, MARK), wrong = strstr(log.bytes, "WRONG");

		if (marked || wrong)
			fprintf(stderr, "%s\n", log.bytes);
		require(!marked && !wrong);
	}
	unlink(path);
	text_free(&log);
	free(path);
}

static int not_made(const char *path, const struct stat *status, int type, struct FTW *walk)
{
	(void)status;
	(void)type;
	return strncmp(path + walk->base, MADE, strlen(MADE)) == 0;
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

enum kind { COMPILE, COMPILE_GATES, VERIFY, VERIFY_JSON, SIMULATE, BUILD, CONSTRAINTS, SWEEP, SLURM, PLOT, UNIVERSALITY, FLASH, DRY_RUN,
	    GENERATE, REPORT, RANKS, FUSESOC, SCHEDULE, EMBED, BOARDS, TOP, SETTING, COMPARE, MESSAGES, TRACE, FLOW, ROUTE, EXPLORE, RUN, FLASH_ECP5, KINDS };

/* What is tried: the names are relative to the folder. */
struct trial {
	enum kind kind;
	char *folder, *file, *other, *output;
	bool plain_module;		/* the module of the design is called as one may be in Verilog */
};

static bool is_identifier(const char *name)
{
	static const char characters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$";

	return strspn(name, characters) == strlen(name);
}

/* The design that Yosys leaves, and its circuits in JSON: all names are chosen, as JSON writes them. Is the module's an identifier? */
static bool write_design(struct choices *c, const char *network)
{
	struct text escaped[3] = {{0}}, design = {0};
	bool plain = true;

	for (unsigned i = 0; i < 3; i++) {
		char *name = make_name(c, i ? "_port" : "_module");

		plain = plain && (i > 0 || is_identifier(name));
		for (const char *s = name; *s; s++)
			text_print(&escaped[i], (unsigned char)*s < ' ' || *s == '"' || *s == '\\' || (unsigned char)*s > '~' ? "\\u00%02x"
				   : "%c", (unsigned char)*s);
		free(name);
	}
	text_print(&design, "{\"modules\": {\"%s\": {\"attributes\": {\"top\": 1}, \"ports\": {\"%s\": {\"direction\": \"input\", \"bits\": [2]},"
		   " \"%s\": {\"direction\": \"output\", \"bits\": [3]}}, \"cells\": {\"g\": {\"type\": \"%s\", \"parameters\": {},"
		   " \"attributes\": {}, \"port_directions\": {\"A\": \"input\", \"Y\": \"output\"}, \"connections\": {\"A\": [2], \"Y\":"
		   " [3]}}}, \"netnames\": {\"%s\": {\"bits\": [2], \"attributes\": {}}, \"%s\": {\"bits\": [3], \"attributes\": {}}}}}}",
		   escaped[0].bytes, escaped[1].bytes, escaped[2].bytes, network, escaped[1].bytes, escaped[2].bytes);
	char *path = format_string("%s/design", root);
	unlink(path);
	put(root, "design", design.bytes);
	free(path);
	for (unsigned i = 0; i < 3; i++)
		text_free(&escaped[i]);
	text_free(&design);
	return plain;
}

/* Of each kind: the end of the file's name, its content, and the words; @ stands for the file, # for the other one, % for the output,
 * / for the image. */
static const struct form {
	const char *end, *content, *words[12];
} forms[KINDS] = {
	[COMPILE] = { ".v", "module m(); endmodule\n", { "compile", "#", "@", "-o%" } },
	[COMPILE_GATES] = { ".blif", circuit, { "compile", "#", "@", "-o%" } },
	[VERIFY] = { ".v", "module m(); endmodule\n", { "verify", "#", "--image=/", "--against=@" } },
	[VERIFY_JSON] = { ".json", NULL, { "verify", "#", "--image=/", "--against=@" } },
	[SIMULATE] = { ".json", NULL, { "simulate", "#", "--image=/", "--against=@", "--steps=2" } },
	[BUILD] = { ".v", "module m(); endmodule\n", { "build", "#", "--board=icebreaker", "--top=@", "-o%" } },
	[CONSTRAINTS] = { ".pcf", "set_io led 5\n", { "build", "#", "--board=icebreaker", "--top=@", "--constraints=@", "-o%" } },
	[SWEEP] = { ".yaml", "run: report\nfile: tree.yaml\nset: {leaves: [2, 4]}\n", { "sweep", "@", "-o%" } },
	[SLURM] = { ".yaml", "run: report\nfile: tree.yaml\nset: {leaves: [2, 4]}\n", { "sweep", "@", "-o%", "--engine=slurm" } },
	[PLOT] = { ".yaml", tree, { "report", "#", "-o%" } },
	[UNIVERSALITY] = { ".yaml", tree, { "universality", "@", "#", "-o%" } },
	[FLASH] = { ".bin", "a bitstream", { "flash", "--board=icebreaker", "--", "@" } },
	[DRY_RUN] = { ".bin", "a bitstream", { "flash", "--board=icebreaker", "--dry-run", "--", "@" } },
	[GENERATE] = { ".yaml", tree, { "generate", "-o%", "--", "@" } },
	[REPORT] = { ".yaml", "leaves: 4\n", { "report", "--", "@" } },
	[RANKS] = { ".yaml", tree, { "simulate", "--processes=2", "--log=%", "--frames=2", "--", "@" } },
	[FUSESOC] = { ".yaml", tree, { "fusesoc", "--", "@" } },
	[SCHEDULE] = { ".txt", "0 1\n2 3\n", { "schedule", "#", "--messages=@", "-o%" } },
	[EMBED] = { ".txt", "0 1\n2 3\n", { "embed", "#", "--network=@", "-o%" } },
	[BOARDS] = { ".yaml", "title: `>" MADE "`\n", { "boards", "./@" } },
	[TOP] = { ".v", "module m(); endmodule\n", { "verify", "#", "--image=/", "--against=@", "--top-module=%" } },
	[SETTING] = { ".yaml", tree, { "generate", "-oout", "--set=name=%", "--", "@" } },
	[COMPARE] = { ".yaml", tree, { "compare", "#", "--slots=40", "--most-slots=40", "-o%", "--", "@" } },
	[MESSAGES] = { ".txt", "0 1\n2 3\n", { "simulate", "#", "--messages=@" } },
	[TRACE] = { ".yaml", tree, { "simulate", "--trace=%", "--frames=2", "--", "@" } },
	[FLOW] = { ".yaml", tree, { "simulate", "--sweep", "--loads=0.1,0.2", "--frames=20", "-o%", "--", "@" } },
	[ROUTE] = { ".yaml", "network: xgft\nchildren: [2, 2]\nparents: [1, 2]\n", { "route", "-o%", "--", "@", "0", "3" } },
	[EXPLORE] = { ".yaml", tree, { "explore", "--leaves=4", "--limit=0.2", "-o%", "--", "@" } },
	[RUN] = { ".txt", "0 1\n2 3\n", { "run", "#", "--board=icebreaker", "--simulated", "--messages=@" } },
	[FLASH_ECP5] = { ".bit", "a bitstream", { "flash", "--board=ulx3s-25f", "--", "@" } },
};

/* The word with what its sign stands for. Fresh. */
static char *fill_in(const struct trial *t, const char *word)
{
	static const char signs[] = "@#%/";
	const char *const names[] = { t->file, t->other, t->output, image };
	size_t length = strlen(word);
	const char *sign = length ? strchr(signs, word[length - 1]) : NULL;

	return sign ? format_string("%.*s%s", (int)length - 1, word, names[sign - signs]) : copy_string(word);
}

static void make_files(struct trial *t, struct choices *c)
{
	const struct form *form = &forms[t->kind];
	bool on_device = t->kind <= SIMULATE || t->kind == TOP;
	char *content = format_string("%s/content", root);

	require(mkdir(work, 0700) == 0 && mkdir(t->folder, 0700) == 0);
	setenv("NAMES_FOLDER", t->folder, 1);
	put(t->folder, t->other, on_device ? device : tree);
	put(t->folder, "tree.yaml", tree);
	t->plain_module = write_design(c, on_device ? "$_NOT_" : "fat_tree");
	unlink(content);
	if (form->content) {
		put(t->folder, t->file, form->content);
		put(root, "content", form->content);
	} else {
		struct text design = {0};
		char *path = format_string("%s/design", root);

		require(read_file(path, MOST_BYTES, &design));
		put(t->folder, t->file, design.bytes);
		text_free(&design);
		free(path);
	}
	free(content);
}

/* The points of a sweep are missing, as nothing has run them: a place that is not there says so. */
static void expect_place(const struct trial *t)
{
	char *place = format_string("%s/%s", t->folder, t->output);

	if (t->kind == SWEEP || t->kind == SLURM)
		setenv("NAMES_FOLDER", place, 1);
	free(place);
}

static void try(struct trial *t)
{
	struct text before, after, said = {0};
	char *words[MOST_WORDS + 1] = { NULL }, *output = format_string("%s/%s", t->folder, t->kind == SETTING ? "out" : t->output);
	unsigned count = 0;

	for (; forms[t->kind].words[count]; count++)
		words[count] = fill_in(t, forms[t->kind].words[count]);
	/* What shows a waveform lies beside it, under the same name but for the end. */
	if (t->kind == TRACE)
		*strrchr(output, '.') = 0;
	look(&before);
	expect_place(t);
	int status = run_ftc(t->folder, (const char *const *)words, &said);
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 3)
		fprintf(stderr, "status %x\n%s\n", (unsigned)status, said.bytes);
	require(WIFEXITED(status) && WEXITSTATUS(status) <= 3);
	look(&after);
	check_files(&before, &after, t->kind == FUSESOC ? t->folder : output);
	check_said(&said);
	check_log(t->kind == TOP ? is_identifier(t->output) : (t->kind == BUILD || t->kind == CONSTRAINTS) && t->plain_module);
	require(nftw(root, not_made, 16, FTW_PHYS) == 0);
	for (unsigned i = 0; i < count; i++)
		free(words[i]);
	text_free(&before);
	text_free(&after);
	text_free(&said);
	free(output);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct choices c = { data, size };
	struct trial t = { .kind = choose(&c, KINDS) };

	if (!work)
		make_place();
	char *folder = make_name(&c, "");
	t.folder = format_string("%s/%s", work, folder);
	t.file = make_name(&c, forms[t.kind].end);
	t.other = make_name(&c, ".2.yaml");
	t.output = make_name(&c, t.kind == TRACE ? ".vcd" : "");
	make_files(&t, &c);
	try(&t);
	require(nftw(work, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0);
	free(folder);
	free(t.folder);
	free(t.file);
	free(t.other);
	free(t.output);
	return 0;
}
