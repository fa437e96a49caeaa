/* names_tool.c: stands in for a tool that ftc runs while tests/fuzz/names.c tries names: Yosys, GNU parallel, gnuplot, sbatch ..
 *
 * It adds to the file $NAMES_LOG what it is given that no name may be in: its arguments, and the scripts that they name. A line that
 * begins with "WRONG" says what no tool may be given: other files than the user's, or other folders. Then it leaves what ftc goes on
 * with. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/file.h"

enum { MOST_BYTES = 1 << 20 };
static FILE *log_file;

static const char *variable(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "";
}

static struct text content_of(const char *path)
{
	struct text content = {0};

	text_add(&content, "");
	if (access(path, R_OK) == 0)
		read_file(path, MOST_BYTES, &content);
	return content;
}

static void wrong_if(bool wrong, const char *what)
{
	if (wrong)
		fprintf(log_file, "WRONG %s\n", what);
}

/* Is the file the user's, behind so many lines? */
static void check_content(const char *path, unsigned lines)
{
	struct text content = content_of(path), wanted = content_of(variable("NAMES_CONTENT"));
	const char *from = content.bytes;

	while (lines-- > 0)
		from = text_next_line(from);
	wrong_if(strcmp(from, wanted.bytes) != 0, "file");
	text_free(&content);
	text_free(&wanted);
}

static void check_folder(const char *path)
{
	char real[PATH_MAX] = "";

	wrong_if(!realpath(path, real) || strcmp(real, variable("NAMES_FOLDER")) != 0, "folder");
}

/* Leaves the prepared design where Yosys would write one. */
static void write_design(const char *path)
{
	struct text design = content_of(variable("NAMES_DESIGN"));

	write_file(path, &design);
	text_free(&design);
}

/* Does what a command of Yosys would. */
static void obey(char *command)
{
	char *rest = command, *word = strtok_r(command, " ", &rest), *last = word, *next;
	bool reads = false, user = false;

	for (; word && (next = strtok_r(NULL, " ", &rest)); last = next) {
		reads = reads || strcmp(last, "read_verilog") == 0;
		if (strncmp(next, "-I", 2) == 0 && strstr(next, "ftc_user")) {
			user = true;
			check_folder(next + 2);
		}
		if (strcmp(last, "write_json") == 0)
			write_design(next);
		if (strcmp(last, "-a") == 0)
			write_new_file(next, &(struct text){ .bytes = (char *)"read" , .length = 4 });
	}
	if (reads && user)
		check_content(last, 1);
}

static void yosys(int argc, char **argv)
{
	struct text script = {0};

	text_add(&script, "");
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i - 1], "-p") == 0)
			text_add(&script, argv[i]);
	if (script.length == 0 && argv[argc - 1][0] != '-')
		script = content_of(argv[argc - 1]);
	fprintf(log_file, "%s\n", script.bytes);
	for (char *rest = script.bytes, *command; (command = strtok_r(rest, ";\n", &rest));)
		obey(command);
	text_free(&script);
}

static void gnuplot(char **argv)
{
	struct text script = content_of(argv[1]), picture = {0};

	for (const char *line = script.bytes; *line; line = text_next_line(line))
		wrong_if(!strchr("sup $0123456789E", *line), "line of gnuplot");
	wrong_if(strchr(script.bytes, '`') != NULL, "backquote");
	text_add(&picture, "picture");
	write_file("picture", &picture);
	text_free(&script);
	text_free(&picture);
}

int main(int argc, char **argv)
{
	const char *slash = strrchr(argv[0], '/'), *name = slash ? slash + 1 : argv[0];

	log_file = fopen(variable("NAMES_LOG"), "a");
	if (!log_file)
		return 1;
	fprintf(log_file, "tool %s\n", name);
	for (int i = 1; i < argc; i++)
		fprintf(log_file, "%s\n", argv[i]);
	if (argc > 1 && (strcmp(argv[argc - 1], "--version") == 0 || strcmp(argv[argc - 1], "-V") == 0)) {
		puts(strcmp(name, "parallel") == 0 ? "GNU parallel 20221122" : "Yosys 0.23");
	} else if (strcmp(name, "yosys") == 0) {
		yosys(argc, argv);
	} else if (strcmp(name, "gnuplot") == 0 && argc == 2) {
		gnuplot(argv);
	} else if (strcmp(name, "parallel") == 0) {
		check_folder(variable("FTC_SWEEP_PLACE"));
	} else if (strcmp(name, "sbatch") == 0) {
		check_folder(".");
		for (const char *const *s = (const char *const[]){ "slurm/points", "slurm/gather", NULL }; *s; s++) {
			struct text script = content_of(*s);

			fprintf(log_file, "%s\n", script.bytes);
			text_free(&script);
		}
		puts("1");
	} else if (strcmp(name, "iceprog") == 0) {
		check_content(argv[argc - 1], 0);
	}
	return fclose(log_file) != 0;
}
