/* plain.c: the user's files under plain names, for tools. */
#include "util/plain.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/file.h"
#include "util/message.h"

/* ---- translating back -------------------------------------------------------------------------------------- */

void plain_names_add(struct plain_names *names, const char *plain, const char *shown)
{
	names->item = room_for_one(names->item, names->count, sizeof *names->item);
	names->item[names->count++] = (struct plain_name){ copy_string(plain), copy_string(name_shown(shown)) };
}

void plain_names_free(struct plain_names *names)
{
	for (size_t i = 0; i < names->count; i++) {
		free(names->item[i].plain);
		free(names->item[i].shown);
	}
	free(names->item);
	*names = (struct plain_names){0};
}

static const struct plain_name *find_at(const struct plain_names *names, const char *at)
{
	for (size_t i = 0; i < names->count; i++)
		if (strncmp(at, names->item[i].plain, strlen(names->item[i].plain)) == 0)
			return &names->item[i];
	return NULL;
}

/* A quote or a backslash ends or changes a string of JSON. */
static void add_name(struct text *t, const char *shown, bool in_json)
{
	for (; *shown; shown++) {
		if (in_json && (*shown == '"' || *shown == '\\'))
			text_add(t, "\\");
		text_add_bytes(t, shown, 1);
	}
}

static void translate(const struct plain_names *names, struct text *said, bool in_json)
{
	struct text whole = {0};
	size_t from = 0;

	for (size_t at = 0; at < said->length;) {
		const struct plain_name *found = find_at(names, said->bytes + at);

		if (!found) {
			at++;
			continue;
		}
		text_add_bytes(&whole, said->bytes + from, at - from);
		add_name(&whole, found->shown, in_json);
		from = at += strlen(found->plain);
	}
	if (from == 0)
		return;
	text_add_bytes(&whole, said->bytes + from, said->length - from);
	text_free(said);
	*said = whole;
}

void plain_names_translate(const struct plain_names *names, struct text *said)
{
	translate(names, said, false);
}

void plain_names_translate_json(const struct plain_names *names, struct text *json)
{
	translate(names, json, true);
}

/* ---- Verilog ----------------------------------------------------------------------------------------------- */

/* Yosys looks for the file of a $readmemh where a `line directive says that the source lies; for what a file includes, where the
 * file itself lies, and in the folders of -I. Two slashes: a file beside it, which may have any name, is called with one. */
static const char source_name[] = "//it", link_name[] = "ftc_user";

static const char *suffix_of(const struct plain_verilog *file)
{
	return text_ends_with(file->name, ".sv") ? ".sv" : ".v";
}

char *plain_verilog_called(const struct plain_verilog *file)
{
	return format_string("%s%s%u%s%s", file->at, link_name, file->number, source_name, suffix_of(file));
}

char *plain_folder(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? format_string("%.*s", slash > path ? (int)(slash - path) : 1, path) : copy_string(".");
	char *absolute = realpath(folder, NULL);

	free(folder);
	return absolute;
}

static bool make_link(const char *link, const char *path)
{
	if (unlink(link) != 0 && errno != ENOENT)
		return error("%s cannot be removed: %s", link, strerror(errno));
	return symlink(path, link) == 0 || error("%s cannot be made: %s", link, strerror(errno));
}

bool plain_verilog_write(const struct plain_verilog *file, const struct text *content, const char *beside, const char *work)
{
	char *link = format_string("%s/%s%u", work, link_name, file->number), *path = format_string("%s%s", link, suffix_of(file));
	char *called = plain_verilog_called(file);
	struct text copy = {0};

	text_print(&copy, "`line 1 \"%s\" 0\n", called);
	text_add_bytes(&copy, content->bytes, content->length);
	bool done = make_link(link, beside) && write_file(path, &copy);
	text_free(&copy);
	free(called);
	free(path);
	free(link);
	return done;
}

void plain_verilog_print_command(const struct plain_verilog *file, const char *options, struct text *script)
{
	const char *suffix = suffix_of(file), *mode = strcmp(suffix, ".sv") == 0 ? "-sv " : "";

	text_print(script, "read_verilog %s%s-I%s%s%u %s%s%u%s", mode, options, file->at, link_name, file->number, file->at,
		   link_name, file->number, suffix);
}

void plain_verilog_add_arguments(const struct plain_verilog *file, struct arguments *a)
{
	arguments_add(a, "-I%s%u", link_name, file->number);
	arguments_add(a, "%s%u%s", link_name, file->number, suffix_of(file));
}

void plain_verilog_add_names(const struct plain_verilog *file, struct plain_names *names)
{
	const char *slash = strrchr(file->name, '/');
	char *called = plain_verilog_called(file), *copy = format_string("%s%s%u%s", file->at, link_name, file->number, suffix_of(file));
	char *beside = format_string("%s%s%u/", file->at, link_name, file->number);
	char *folder = format_string("%.*s", slash ? (int)(slash + 1 - file->name) : 0, file->name);

	plain_names_add(names, called, file->name);
	plain_names_add(names, copy, file->name);
	plain_names_add(names, beside, folder);
	free(folder);
	free(beside);
	free(copy);
	free(called);
}

/* ---- links ------------------------------------------------------------------------------------------------- */

char *plain_link(const char *work, const char *plain, const char *path)
{
	char *link = format_string("%s/%s", work, plain), *absolute = realpath(path, NULL);
	bool done = absolute ? make_link(link, absolute) : error("%s cannot be read: %s", path, strerror(errno));

	free(absolute);
	if (done)
		return link;
	free(link);
	return NULL;
}
