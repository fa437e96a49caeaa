/* read.c: a sweep file becomes files, lists of values and rows.
 *
 * In: YAML. Out: every key, option and parameter file that is named exists; the values are left to the points. The first mistake
 * ends the reading: one message. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parse/keys.h"
#include "sweep/sweep.h"
#include "util/beside.h"
#include "util/digest.h"
#include "util/file.h"
#include "util/message.h"

/* A reading in progress. */
struct reading {
	struct sweep *sweep;
	const struct sweep_command *command;	/* all that there are */
	size_t count;
};

/* ---- values -------------------------------------------------------------------------------------------------------- */

/* Adds a word as a parameter file would have it. A quoted one, and one that --set would take for a list, is quoted. */
static void add_item(const struct value *value, bool is_option, struct text *out)
{
	bool quoted = !is_option && (!value->plain || strpbrk(value->text, ",[]"));

	if (!quoted) {
		text_add(out, value->text);
		return;
	}
	text_add(out, "'");
	for (const char *c = value->text; *c; c++)
		text_print(out, *c == '\'' ? "''" : "%c", *c);
	text_add(out, "'");
}

/* Adds items[first] and those behind it: "[4,2,1]"; of options without brackets. */
static void add_items(const struct entry *entry, const struct sublist *list, bool is_option, struct text *out)
{
	bool brackets = !list->single && !is_option;

	text_add(out, brackets ? "[" : "");
	for (size_t i = 0; i < list->count; i++) {
		text_add(out, i ? "," : "");
		add_item(&entry->items[list->first + i], is_option, out);
	}
	text_add(out, brackets ? "]" : "");
}

static char *take(struct text *text)
{
	char *taken = copy_string(text->bytes ? text->bytes : "");

	text_free(text);
	return taken;
}

/* One value out of a list of values, or the only one. A fresh string. */
static char *listed_value(const struct entry *entry, size_t i, bool is_option)
{
	struct sublist only = { .count = 1, .single = true };
	struct text text = {0};

	add_items(entry, entry->is_list ? &entry->lists[i] : &only, is_option, &text);
	return take(&text);
}

/* All that the entry holds as one value. A fresh string. */
static char *whole_value(const struct entry *entry, bool is_option)
{
	struct text text = {0};

	if (!entry->is_list)
		return listed_value(entry, 0, is_option);
	text_add(&text, is_option ? "" : "[");
	for (size_t i = 0; i < entry->list_count; i++) {
		text_add(&text, i ? "," : "");
		add_items(entry, &entry->lists[i], is_option, &text);
	}
	text_add(&text, is_option ? "" : "]");
	return take(&text);
}

static size_t value_count(const struct entry *entry)
{
	return entry->is_list ? entry->list_count : 1;
}

static struct place value_place(const struct entry *entry, size_t i)
{
	return entry->is_list ? entry->lists[i].at : entry->value_at;
}

/* ---- names --------------------------------------------------------------------------------------------------------- */

static const char *without_dashes(const char *name)
{
	return name + strspn(name, "-");
}

static const struct sweep_option *option_of(const struct sweep_command *command, const char *name)
{
	for (size_t i = 0; i < command->count; i++)
		if (strcmp(without_dashes(command->option[i].name), without_dashes(name)) == 0)
			return &command->option[i];
	return NULL;
}

/* The option of one of the commands that run, or NULL. */
static const struct sweep_option *find_option(const struct sweep *s, const char *name)
{
	const struct sweep_option *option = NULL;

	for (size_t i = 0; i < s->run_count && !option; i++)
		option = option_of(s->run[i], name);
	return option;
}

static bool unknown_option(const struct sweep *s, const struct entry *entry)
{
	const char *names[SWEEP_COMMANDS * SWEEP_MOST_OPTIONS], *commands[SWEEP_COMMANDS];
	size_t count = 0;

	for (size_t i = 0; i < s->run_count; i++) {
		commands[i] = s->run[i]->name;
		for (size_t k = 0; k < s->run[i]->count; k++)
			names[count++] = without_dashes(s->run[i]->option[k].name);
	}
	char *whose = list_words(commands, s->run_count);
	const char *nearest = nearest_name(without_dashes(entry->key), names, count);

	error_at(entry->key_at, "unknown option %.60s: expected an option of ftc %s that a sweep can give", entry->key, whose);
	free(whose);
	if (key_find(entry->key))
		return suggest("%s below set:, as it is a key of parameter files", entry->key);
	return nearest ? suggest("%s", nearest) : suggest("ftc %s --help", commands[0]);
}

static bool knows_key(const struct sweep *s, const struct entry *entry)
{
	if (key_find(entry->key) || !find_option(s, entry->key))
		return spec_knows_key(entry);
	error_at(entry->key_at, "unknown key %.60s: expected a key of parameter files", entry->key);
	return suggest("%s below options:, as it is an option", without_dashes(entry->key));
}

/* The setting of that name, made if need be. */
static size_t find_setting(struct sweep *s, const char *name, bool is_option, struct place at)
{
	size_t i = 0;
	bool taken = false;

	while (i < s->setting_count && strcmp(s->setting[i].name, name) != 0)
		i++;
	if (i < s->setting_count)
		return i;
	const char *column = without_dashes(name);
	for (size_t k = 0; k < s->setting_count; k++)
		taken = taken || strcmp(s->setting[k].column, column) == 0;
	s->setting = room_for_one(s->setting, i, sizeof *s->setting);
	s->setting[s->setting_count++] = (struct setting){
		.name = copy_string(name), .column = copy_string(!taken ? column : is_option ? name : column),
		.is_option = is_option, .at = at,
	};
	/* The key came later than the option of the same name. */
	for (size_t k = 0; taken && !is_option && k < i; k++)
		if (strcmp(s->setting[k].column, column) == 0) {
			free(s->setting[k].column);
			s->setting[k].column = copy_string(s->setting[k].name);
		}
	return i;
}

/* Finds the setting that the entry means: a key, or an option. False after a message. */
static bool read_name(struct sweep *s, const struct entry *entry, bool is_option, size_t *setting)
{
	const struct sweep_option *option = is_option ? find_option(s, entry->key) : NULL;

	if (is_option ? !option && !unknown_option(s, entry) : !knows_key(s, entry))
		return false;
	*setting = find_setting(s, is_option ? option->name : entry->key, is_option, entry->key_at);
	return true;
}

/* Flags are given or not. */
static bool check_flag(const struct sweep *s, const struct setting *setting, const char *value, struct place at)
{
	const struct sweep_option *option = setting->is_option ? find_option(s, setting->name) : NULL;

	if (!option || !option->flag || strcmp(value, "true") == 0 || strcmp(value, "false") == 0)
		return true;
	error_at(at, "%s is '%.40s': expected true or false, as the option has no value", without_dashes(setting->name), value);
	return suggest("%s: true", without_dashes(setting->name));
}

/* ---- axes and rows ------------------------------------------------------------------------------------------------- */

static bool add_value(const struct sweep *s, struct axis *axis, const struct entry *entry, size_t i)
{
	const struct setting *setting = &s->setting[axis->setting];
	char *value = listed_value(entry, i, setting->is_option);

	axis->value = room_for_one(axis->value, axis->count, sizeof *axis->value);
	axis->value[axis->count++] = value;
	for (size_t k = 0; k + 1 < axis->count; k++)
		if (strcmp(axis->value[k], value) == 0)
			return error_at(value_place(entry, i), "%s is %.40s a second time: expected each value once", entry->key,
					value);
	return check_flag(s, setting, value, value_place(entry, i));
}

static bool read_axis(struct sweep *s, const struct entry *entry, bool is_option)
{
	size_t setting;

	if (!read_name(s, entry, is_option, &setting))
		return false;
	for (size_t i = 0; i < s->axis_count; i++)
		if (s->axis[i].setting == setting)
			return error_at(entry->key_at, "%s is given twice: expected it once, it already stands in line %zu",
					entry->key, s->setting[setting].at.line);
	s->axis = room_for_one(s->axis, s->axis_count, sizeof *s->axis);
	struct axis *axis = &s->axis[s->axis_count++];

	*axis = (struct axis){ .setting = setting };
	if (value_count(entry) == 0)
		return error_at(entry->value_at, "%s has no values: expected a list of some", entry->key)
		       || suggest("without %s, or one value in it", entry->key);
	for (size_t i = 0; i < value_count(entry); i++)
		if (!add_value(s, axis, entry, i))
			return false;
	return true;
}

static bool read_axes(struct sweep *s, const char *key, bool is_option)
{
	const struct entry *entry = document_find(&s->document, key);

	if (!entry)
		return true;
	if (!entry->mapping) {
		error_at(entry->value_at, "%s holds no names: expected lines of `%s: [value, ...]` below it", key,
			 is_option ? "option" : "key");
		return suggest(is_option ? "options: {seed: [1, 2]}" : "set: {leaves: [16, 64]}");
	}
	for (size_t i = 0; i < entry->mapping->count; i++)
		if (!read_axis(s, &entry->mapping->entries[i], is_option))
			return false;
	return true;
}

static bool read_row_value(struct sweep *s, struct sweep_row *row, const struct entry *entry)
{
	/* A name that both have is the key's; --name is an option. */
	bool is_option = entry->key[0] == '-' || (!key_find(entry->key) && find_option(s, entry->key));
	size_t setting;

	if (!read_name(s, entry, is_option, &setting))
		return false;
	for (size_t i = 0; i < s->axis_count; i++)
		if (s->axis[i].setting == setting)
			return error_at(entry->key_at, "%s has values in line %zu already: expected it there or in points",
					entry->key, s->setting[setting].at.line);
	if (setting >= row->count) {
		row->value = reallocate(row->value, (setting + 1) * sizeof *row->value);
		while (row->count <= setting)
			row->value[row->count++] = NULL;
	}
	if (row->value[setting])
		return error_at(entry->key_at, "%s is given twice: expected it once", entry->key);
	row->value[setting] = whole_value(entry, is_option);
	return check_flag(s, &s->setting[setting], row->value[setting], entry->value_at);
}

static bool read_rows(struct sweep *s)
{
	const struct entry *entry = document_find(&s->document, "points");

	if (!entry)
		return true;
	if (entry->mapping_count == 0) {
		error_at(entry->value_at, "points holds no points: expected a list of them, each with names and values");
		return suggest("points: [{leaves: 16}, {leaves: 64}]");
	}
	for (size_t i = 0; i < entry->mapping_count; i++) {
		const struct document *mapping = &entry->mappings[i];

		s->row = room_for_one(s->row, s->row_count, sizeof *s->row);
		s->row[s->row_count++] = (struct sweep_row){0};
		for (size_t k = 0; k < mapping->count; k++)
			if (!read_row_value(s, &s->row[s->row_count - 1], &mapping->entries[k]))
				return false;
	}
	return true;
}

/* ---- run and file -------------------------------------------------------------------------------------------------- */

/* The entry of a key that must be there, with at least one value in it. NULL after a message. */
static const struct entry *required(const struct sweep *s, const char *key, const char *what, const char *example)
{
	const struct entry *entry = document_find(&s->document, key);
	struct place file = { .file = s->document.source };

	if (entry && entry->count > 0 && !entry->mapping)
		return entry;
	error_at(entry ? entry->value_at : file, "%s %s: expected %s", key, entry ? "holds nothing" : "is missing", what);
	suggest("%s: %s", key, example);
	return NULL;
}

static bool add_command(struct reading *r, const char *name, struct place at)
{
	struct sweep *s = r->sweep;
	const char *names[SWEEP_COMMANDS];

	for (size_t i = 0; i < r->count; i++)
		names[i] = r->command[i].name;
	for (size_t i = 0; i < s->run_count; i++)
		if (strcmp(s->run[i]->name, name) == 0)
			return error_at(at, "run names %s twice: expected each command once", name);
	for (size_t i = 0; i < r->count; i++)
		if (strcmp(names[i], name) == 0) {
			s->run[s->run_count++] = &r->command[i];
			return true;
		}
	char *expected = list_words(names, r->count);
	const char *nearest = nearest_name(name, names, r->count);

	error_at(at, "run is '%.40s': expected %s", name, expected);
	free(expected);
	return suggest("run: %s", nearest ? nearest : names[0]);
}

static bool read_run(struct reading *r)
{
	const struct entry *entry = required(r->sweep, "run", "which commands a point runs", "report");

	for (size_t i = 0; entry && i < entry->count; i++)
		if (!add_command(r, entry->items[i].text, entry->items[i].at))
			return false;
	return entry;
}

/* Parameters that are known to be wrong for all points are not left to them. */
static bool check_parameters(struct sweep_file *file, const char *path)
{
	struct document document;
	struct text content = {0};
	bool good = document_read(&document, path);

	for (size_t i = 0; good && i < document.count; i++)
		good = spec_knows_key(&document.entries[i]);
	if (good) {
		text_add(&content, document.content.bytes);
		digest_text(&content, file->digest);
	}
	text_free(&content);
	document_free(&document);
	return good;
}

static bool add_file(struct sweep *s, const char *name, struct place at)
{
	static const char *const ends[] = { ".yaml", ".yml", NULL };

	for (size_t i = 0; i < s->file_count; i++)
		if (strcmp(s->file[i].name, name) == 0)
			return error_at(at, "file names %.60s twice: expected each file once", name);
	s->file = room_for_one(s->file, s->file_count, sizeof *s->file);
	struct sweep_file *file = &s->file[s->file_count++];

	*file = (struct sweep_file){ .name = copy_string(name) };
	/* As the user would write it from here. */
	const char *slash = strrchr(s->document.source, '/');
	int folder = slash && *name != '/' ? (int)(slash - s->document.source) + 1 : 0;
	char *path = format_string("%.*s%s", folder, s->document.source, name);
	bool good = access(path, R_OK) == 0 || error_at(at, "%.60s cannot be read: %s", name, strerror(errno)) || suggest_beside(path, ends);

	good = good && check_parameters(file, path);
	free(path);
	return good;
}

static bool read_files(struct sweep *s)
{
	const struct entry *entry = required(s, "file", "the parameter file of the points, or several", "tree.yaml");

	for (size_t i = 0; entry && i < entry->count; i++)
		if (!add_file(s, entry->items[i].text, entry->items[i].at))
			return false;
	return entry;
}

static bool check_names(const struct sweep *s)
{
	static const char *const names[] = { "run", "file", "set", "options", "points" };
	enum { COUNT = sizeof names / sizeof *names };

	for (size_t i = 0; i < s->document.count; i++) {
		const struct entry *entry = &s->document.entries[i];
		bool known = false;

		for (size_t k = 0; k < COUNT; k++)
			known = known || strcmp(entry->key, names[k]) == 0;
		if (known)
			continue;
		const char *nearest = nearest_name(entry->key, names, COUNT);

		error_at(entry->key_at, "unknown name %.60s: expected run, file, set, options or points", entry->key);
		return key_find(entry->key) ? suggest("%s below set:, as it is a key of parameter files", entry->key)
					    : suggest("%s", nearest ? nearest : "run, file, set, options or points");
	}
	return true;
}

/* The folder of the sweep file, absolute; the current one for standard input. */
static char *folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? format_string("%.*s", slash == path ? 1 : (int)(slash - path), path) : copy_string(".");
	char *real = realpath(folder, NULL);

	free(folder);
	return real;
}

bool sweep_read(struct sweep *s, const char *path, const struct sweep_command *command, size_t count)
{
	struct reading r = { s, command, count };

	*s = (struct sweep){0};
	if (!document_read_sweep(&s->document, path))
		return false;
	s->folder = folder_of(path);
	if (!s->folder)
		return error("the folder of %s cannot be found: %s", path, strerror(errno));
	return check_names(s) && read_run(&r) && read_files(s) && read_axes(s, "set", false) && read_axes(s, "options", true)
	       && read_rows(s) && sweep_expand(s);
}

void sweep_free(struct sweep *s)
{
	for (size_t i = 0; i < s->file_count; i++)
		free(s->file[i].name);
	for (size_t i = 0; i < s->setting_count; i++) {
		free(s->setting[i].name);
		free(s->setting[i].column);
	}
	for (size_t i = 0; i < s->axis_count; i++) {
		for (size_t k = 0; k < s->axis[i].count; k++)
			free(s->axis[i].value[k]);
		free(s->axis[i].value);
	}
	for (size_t i = 0; i < s->row_count; i++) {
		for (size_t k = 0; k < s->row[i].count; k++)
			free(s->row[i].value[k]);
		free(s->row[i].value);
	}
	for (size_t i = 0; i < s->point_count; i++)
		free(s->point[i].value);
	free(s->file);
	free(s->setting);
	free(s->axis);
	free(s->row);
	free(s->point);
	free(s->folder);
	document_free(&s->document);
	*s = (struct sweep){0};
}
