/* stage.c: a step of a build whose results are kept.
 *
 * The file in the cache: for each result "NAME LENGTH\n" and its bytes; then the log, named "log". */
#include "fpga/stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/output.h"

static const struct cache builds = { "builds", ".stage", (uint64_t)1 << 30 };

enum { LONGEST_NAME = 63, FILE_LIMIT = 1 << 30 };

void stage_digest(struct digest *digest, const struct text *tool, const struct arguments *arguments)
{
	digest_start(digest);
	digest_add_string(digest, "ftc stage 2");
	digest_add(digest, tool->bytes, tool->length);
	for (size_t i = 1; i < arguments->count; i++)
		digest_add_string(digest, arguments->items[i]);
}

bool stage_digest_file(struct digest *digest, const char *directory, const char *name)
{
	struct text content = {0};
	bool good = read_file_in(directory, name, FILE_LIMIT, &content);

	digest_add(digest, content.bytes, content.length);
	text_free(&content);
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

void stage_keep(const struct digest *digest, const char *directory, const char *const *results, const struct text *log)
{
	char *path = format_string("%s/stage", directory);
	struct text archive = {0};
	bool good = true;

	for (size_t i = 0; results[i] && good; i++) {
		struct text content = {0};

		good = read_file_in(directory, results[i], FILE_LIMIT, &content);
		text_print(&archive, "%s %zu\n", results[i], content.length);
		text_add_bytes(&archive, content.bytes, content.length);
		text_free(&content);
	}
	text_print(&archive, "log %zu\n", log->length);
	text_add_bytes(&archive, log->bytes, log->length);
	if (good && write_file(path, &archive))
		cache_keep(&builds, digest, path);
	unlink(path);
	text_free(&archive);
	free(path);
}

/* Copies the files of an archive. True if the log, which comes last, is there. */
static bool unpack(const char *archive, size_t left, const char *directory, struct text *log)
{
	char name[LONGEST_NAME + 1];
	size_t length;
	int head;

	while (left > 0 && sscanf(archive, "%63s %zu%n", name, &length, &head) == 2
	       && length <= left - (size_t)head - 1) {
		struct text content = {0};
		bool is_log = strcmp(name, "log") == 0, good = true;

		text_add_bytes(is_log ? log : &content, archive + head + 1, length);
		if (!is_log)
			good = write_file_in(directory, name, &content);
		text_free(&content);
		if (is_log || !good)
			return good;
		archive += (size_t)head + 1 + length;
		left -= (size_t)head + 1 + length;
	}
	return false;
}

bool stage_take(const struct digest *digest, const char *directory, struct text *log)
{
	char *path = cache_find(&builds, digest);
	struct text archive = {0};
	bool whole = path && read_file(path, FILE_LIMIT, &archive)
		     && unpack(archive.bytes, archive.length, directory, log);

	text_free(&archive);
	free(path);
	return whole;
}
