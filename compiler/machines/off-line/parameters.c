/* parameters.c: fat-trees whose switches are set beforehand: the schedule that they play, and the RAM that holds it. */
#include <stdlib.h>
#include <string.h>

#include "leaves/leaf.h"
#include "machines/off-line/off_line.h"
#include "parse/keys.h"

/* Paths in a parameter file start where it lies, unless the entry says otherwise; those of a --set where the user stands. */
static char *path_from(const struct spec *spec, const struct entry *entry)
{
	const char *path = entry->items[0].text, *slash = strrchr(spec->source, '/');

	if (path[0] != '/' && entry->folder != NULL)
		return format_string("%s/%s", entry->folder, path);
	if (path[0] == '/' || entry->is_override || slash == NULL)
		return copy_string(path);
	return format_string("%.*s/%s", (int)(slash - spec->source), spec->source, path);
}

static bool read_schedule_path(const struct request *q)
{
	const struct entry *entry = q->given[KEY_SCHEDULE];

	if (entry == NULL)
		return true;
	if (entry->is_list || entry->items[0].text[0] == 0) {
		error_at(entry->key_at, "schedule is no file name: expected one that `ftc schedule -o` has written");
		suggest_value(entry, "schedule.json");
		return false;
	}
	q->spec->schedule_name = copy_string(entry->items[0].text);
	q->spec->schedule_path = path_from(q->spec, entry);
	return true;
}

/* What only an off-line network can have. */
static bool check_on_line(const struct request *q)
{
	static const enum key only_off_line[] = { KEY_SCHEDULE, KEY_SCHEDULE_CYCLES, KEY_SETTINGS_PORT };

	for (unsigned i = 0; i < sizeof only_off_line / sizeof only_off_line[0]; i++) {
		const struct entry *entry = q->given[only_off_line[i]];

		if (entry == NULL)
			continue;
		error_at(entry->key_at, "%s has no meaning where messages set the switches themselves: expected switching: off-line",
			 key_names[only_off_line[i]]);
		suggest("switching: off-line");
		return false;
	}
	return true;
}

/* The leaves of an off-line network have nothing to play without settings, and the outside takes part in no schedule. */
static bool check_off_line(const struct request *q)
{
	const struct spec *spec = q->spec;
	struct place whole_file = { .file = spec->source };

	if (spec->external) {
		error_at(q->given[KEY_EXTERNAL]->key_at, "external: true does not go together with switching: off-line: "
			 "a schedule knows nothing of the outside");
		suggest_value(q->given[KEY_EXTERNAL], "false");
		return false;
	}
	if (spec->leaf_interface == LEAF_WIRES || spec->schedule_path != NULL)
		return true;
	if (!spec->settings_port) {
		error_at(whole_file, "schedule is missing: expected the file that an off-line network plays, or settings-port: true");
		suggest("schedule: schedule.json, which `ftc schedule %s MESSAGES -o schedule.json` writes", spec->source);
		return false;
	}
	if (spec->schedule_cycles == 0) {
		error_at(whole_file, "schedule-cycles is missing: without a schedule, expected the number of delivery cycles that "
			 "the settings' RAM shall hold");
		suggest("schedule-cycles: 256");
		return false;
	}
	return true;
}

bool read_off_line(const struct request *q)
{
	struct spec *spec = q->spec;
	unsigned switching = SWITCHING_ON_LINE;

	if (!read_word(q, KEY_SWITCHING, switching_words, &switching) || !read_schedule_path(q)
	    || !read_number_or_auto(q, KEY_SCHEDULE_CYCLES, 1, MAXIMUM_SCHEDULE_CYCLES, &spec->schedule_cycles)
	    || !read_flag(q, KEY_SETTINGS_PORT, &spec->settings_port))
		return false;
	spec->switching = switching;
	if (switching == SWITCHING_ON_LINE)
		return check_on_line(q);
	spec->machine = &off_line_machine;
	if (spec->leaf_interface == LEAF_AXI_STREAM)
		spec->leaf = &player_leaf;
	return check_off_line(q);
}

void print_off_line(const struct spec *spec, struct text *out)
{
	text_print(out, "%s: %s\n", key_names[KEY_SWITCHING], switching_words[spec->switching]);
	if (spec->switching == SWITCHING_ON_LINE)
		return;
	if (spec->schedule_name != NULL)
		text_print(out, "%s: %s\n", key_names[KEY_SCHEDULE], spec->schedule_name);
	if (spec->schedule_cycles > 0)
		text_print(out, "%s: %u\n", key_names[KEY_SCHEDULE_CYCLES], spec->schedule_cycles);
	else
		text_print(out, "%s: auto\n", key_names[KEY_SCHEDULE_CYCLES]);
	text_print(out, "%s: %s\n", key_names[KEY_SETTINGS_PORT], spec->settings_port ? "true" : "false");
}
