/* replay.c: runs a fuzz target on a corpus without a fuzzer, and packs corpora.
 *
 *   replay CORPUS                   runs every input; status 1 when the target does not survive one
 *   replay --unpack CORPUS FOLDER   a file for each input
 *   replay --pack FOLDER >CORPUS
 *   replay --random COUNT SEED      runs so many inputs of random bytes, of which any SEED gives others
 *
 * A corpus has a line for each input, sorted; bytes that are no text are written as in C: \n, \\, \x1e. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "input.h"
#include "random.h"
#include "util/file.h"

enum { MOST_CORPUS = 1 << 24, SHOWN_BYTES = 4000 };

/* ---- the text of a corpus ---------------------------------------------------------------------------------------- */

static unsigned digit_of(char c)
{
	return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* The bytes of one line, without its end. */
static struct text unescape(const char *line, size_t length)
{
	struct text bytes = {0};

	text_add(&bytes, "");
	for (const char *c = line; c < line + length; c++) {
		char byte = *c;

		if (*c == '\\' && c[1] == 'x') {
			byte = (char)(digit_of(c[2]) << 4 | digit_of(c[3]));
			c += 3;
		} else if (*c == '\\') {
			byte = *++c == 'n' ? '\n' : *c;
		}
		text_add_bytes(&bytes, &byte, 1);
	}
	return bytes;
}

static void escape(const struct text *bytes, struct text *line)
{
	for (size_t i = 0; i < bytes->length; i++) {
		unsigned char c = (unsigned char)bytes->bytes[i];

		if (c == '\n' || c == '\\')
			text_add(line, c == '\n' ? "\\n" : "\\\\");
		else
			text_print(line, c < ' ' || c > '~' ? "\\x%02x" : "%c", c);
	}
	text_add(line, "\n");
}

/* ---- replay ------------------------------------------------------------------------------------------------------ */

/* Runs all inputs; *at is the number of the line, from 1. What ftc says about the last one stays in `said`. */
static void run_all(const struct text *corpus, volatile size_t *at, int said)
{
	dup2(said, STDOUT_FILENO);
	dup2(said, STDERR_FILENO);
	for (const char *line = corpus->bytes; *line; line = text_next_line(line)) {
		struct text input = unescape(line, strcspn(line, "\n"));

		++*at;
		(void)!ftruncate(said, 0);
		lseek(said, 0, SEEK_SET);
		LLVMFuzzerTestOneInput((const uint8_t *)input.bytes, input.length);
		fflush(stdout);
		text_free(&input);
	}
}

static void show_end(int said)
{
	char bytes[SHOWN_BYTES];
	off_t end = lseek(said, 0, SEEK_END);
	ssize_t count;

	lseek(said, end > SHOWN_BYTES ? end - SHOWN_BYTES : 0, SEEK_SET);
	while ((count = read(said, bytes, sizeof bytes)) > 0)
		fwrite(bytes, 1, (size_t)count, stderr);
}

static int replay(const char *path)
{
	struct text corpus = {0};
	FILE *said = tmpfile();
	size_t *at = mmap(NULL, sizeof *at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status = 0;

	if (!said || at == MAP_FAILED || !read_file(path, MOST_CORPUS, &corpus))
		return 1;
	pid_t child = fork();
	if (child == 0) {
		run_all(&corpus, at, fileno(said));
		text_free(&corpus);
		exit(0);
	}
	text_free(&corpus);
	if (child < 0 || waitpid(child, &status, 0) != child)
		return 1;
	if (status != 0) {
		fprintf(stderr, "%s:%zu: the target does not survive this input\n", path, *at);
		show_end(fileno(said));
	}
	printf("%zu inputs\n", *at);
	return status != 0 || *at == 0;
}

/* ---- packing ----------------------------------------------------------------------------------------------------- */

static int unpack(const char *path, const char *folder)
{
	struct text corpus = {0};
	size_t number = 0;
	bool good = read_file(path, MOST_CORPUS, &corpus);

	for (const char *line = corpus.bytes; good && *line; line = text_next_line(line)) {
		struct text input = unescape(line, strcspn(line, "\n"));
		char *name = format_string("%04zu", ++number);

		good = write_file_in(folder, name, &input);
		free(name);
		text_free(&input);
	}
	text_free(&corpus);
	return !good;
}

static int compare_lines(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int is_file(const struct dirent *entry)
{
	return *entry->d_name != '.';
}

static int pack(const char *folder)
{
	struct dirent **entry;
	int count = scandir(folder, &entry, is_file, NULL);
	char **lines = allocate_array((size_t)(count > 0 ? count : 0) + 1, sizeof *lines);
	bool good = count >= 0;

	for (int i = 0; i < count; i++) {
		struct text input = {0}, line = {0};

		good &= read_file_in(folder, entry[i]->d_name, MOST_CORPUS, &input);
		escape(&input, &line);
		lines[i] = line.bytes;
		text_free(&input);
		free(entry[i]);
	}
	if (count > 0)
		qsort(lines, (size_t)count, sizeof *lines, compare_lines);
	for (int i = 0; i < count; i++) {
		fputs(lines[i], stdout);
		free(lines[i]);
	}
	free(lines);
	if (count >= 0)
		free(entry);
	return !good;
}

/* ---- random inputs ----------------------------------------------------------------------------------------------- */

enum { MOST_RANDOM = 96 };

static int run_random(unsigned long count, uint64_t seed)
{
	uint8_t bytes[MOST_RANDOM];
	struct random random;

	for (unsigned long i = 0; i < count; i++) {
		random_start(&random, seed, i);
		size_t size = random_below(&random, MOST_RANDOM + 1);

		for (size_t k = 0; k < size; k++)
			bytes[k] = (uint8_t)random_below(&random, 256);
		LLVMFuzzerTestOneInput(bytes, size);
	}
	printf("%lu inputs\n", count);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 4 && strcmp(argv[1], "--unpack") == 0)
		return unpack(argv[2], argv[3]);
	if (argc == 3 && strcmp(argv[1], "--pack") == 0)
		return pack(argv[2]);
	if (argc == 4 && strcmp(argv[1], "--random") == 0)
		return run_random(strtoul(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
	if (argc == 2)
		return replay(argv[1]);
	fputs("expected: CORPUS | --unpack CORPUS FOLDER | --pack FOLDER | --random COUNT SEED\n", stderr);
	return 2;
}
