/* stage.c: a step of a build whose results are kept.
 *
 * The file in the cache: for each result "NAME LENGTH\n" and its bytes; then the log, named "log". */
#include "fpga/stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct cache builds = { "builds", ".stage", (uint64_t)1 << 30 };

enum { LONGEST_NAME = 63 };

void stage_digest(struct digest *digest, const struct text *tool, const struct arguments *arguments)
{
	digest_start(digest);
	digest_add_string(digest, "ftc stage 1");
	digest_add(digest, tool->bytes, tool->length);
	for (size_t i = 1; i < arguments->count; i++)
		digest_add_string(digest, arguments->items[i]);
}

bool stage_digest_file(struct digest *digest, const char *path)
{
	unsigned char part[65536];
	FILE *file = fopen(path, "rb");
	size_t count;

	if (!file)
		return false;
	while ((count = fread(part, 1, sizeof part, file)) > 0)
		digest_add(digest, part, count);
	bool good = !ferror(file);
	fclose(file);
	return good;
}

void stage_digest_verilog(struct digest *digest, const char *verilog)
{
	while (*verilog) {
		size_t length = strcspn(verilog, "\n"), blank = strspn(verilog, " \t");
		bool comment = strncmp(verilog + blank, "//", 2) == 0;

		/* Keep line numbers: they go into the netlist. */
		digest_add(digest, verilog, comment ? 0 : length);
		verilog += length + (verilog[length] == '\n');
	}
	digest_add_string(digest, "end");
}

static bool copy(FILE *from, FILE *to, size_t count)
{
	char part[65536];

	while (count > 0) {
		size_t want = count < sizeof part ? count : sizeof part;

		if (fread(part, 1, want, from) != want || fwrite(part, 1, want, to) != want)
			return false;
		count -= want;
	}
	return true;
}

static bool add_result(FILE *archive, const char *directory, const char *name)
{
	char *path = format_string("%s/%s", directory, name);
	FILE *file = fopen(path, "rb");
	struct stat status;
	bool good = file && fstat(fileno(file), &status) == 0
		&& fprintf(archive, "%s %zu\n", name, (size_t)status.st_size) > 0
		&& copy(file, archive, (size_t)status.st_size);

	if (file)
		fclose(file);
	free(path);
	return good;
}

void stage_keep(const struct digest *digest, const char *directory, const char *const *results, const struct text *log)
{
	char *path = format_string("%s/stage", directory);
	FILE *archive = fopen(path, "wb");
	bool good = archive;

	for (size_t i = 0; results[i]; i++)
		good = good && add_result(archive, directory, results[i]);
	good = good && fprintf(archive, "log %zu\n", log->length) > 0
		&& fwrite(log->bytes, 1, log->length, archive) == log->length;
	if (archive)
		good = fclose(archive) == 0 && good;
	if (good)
		cache_keep(&builds, digest, path);
	unlink(path);
	free(path);
}

static bool take_log(FILE *archive, size_t length, struct text *log)
{
	char *bytes = allocate(length + 1);
	bool good = fread(bytes, 1, length, archive) == length;

	if (good)
		text_add_bytes(log, bytes, length);
	free(bytes);
	return good;
}

static bool take_file(FILE *archive, const char *directory, const char *name, size_t length)
{
	char *path = format_string("%s/%s", directory, name);
	FILE *file = fopen(path, "wb");
	bool good = file && copy(archive, file, length);

	if (file)
		good = fclose(file) == 0 && good;
	free(path);
	return good;
}

bool stage_take(const struct digest *digest, const char *directory, struct text *log)
{
	char *path = cache_find(&builds, digest), name[LONGEST_NAME + 1];
	FILE *archive = path ? fopen(path, "rb") : NULL;
	size_t length;
	bool whole = false;

	/* The log comes last. */
	while (archive && !whole && fscanf(archive, "%63s %zu", name, &length) == 2 && fgetc(archive) == '\n') {
		whole = strcmp(name, "log") == 0;
		if (!(whole ? take_log(archive, length, log) : take_file(archive, directory, name, length))) {
			whole = false;
			break;
		}
	}
	if (archive)
		fclose(archive);
	free(path);
	return whole;
}
