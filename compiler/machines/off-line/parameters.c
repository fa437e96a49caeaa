/* parameters.c: the schedule of an off-line fat-tree, and the RAM that holds it. */
#include <string.h>

#include "leaves/leaf.h"
#include "machines/off-line/off_line.h"

static const char *const switching_words[] = {
	[SWITCHING_ON_LINE] = "on-line", [SWITCHING_OFF_LINE] = "off-line", NULL
};

static bool is_off_line(const struct spec *spec)
{
	return spec->switching == SWITCHING_OFF_LINE;
}

static json_t *schedule_value(const struct spec *spec)
{
	return spec->schedule_name ? json_string(spec->schedule_name) : NULL;
}

const struct key switching_key = {
	.name = "switching", .type = KEY_WORD, .field = offsetof(struct spec, switching), .words = switching_words,
	.preset = SWITCHING_ON_LINE, .serial = "switches decide in each slot",
	.help = "When the switches are set: by the messages as they pass, or in advance.",
};
const struct key schedule_key = {
	.name = "schedule", .type = KEY_OWN, .has = is_off_line, .value = schedule_value, .takes = "name of a file",
	.otherwise = "must be given, unless `settings-port` is `true`",
	.help = "Off-line: the schedule that the network plays.",
};
const struct key schedule_cycles_key = {
	.name = "schedule-cycles", .type = KEY_NUMBER_OR_AUTO, .has = is_off_line,
	.field = offsetof(struct spec, schedule_cycles), .low = 1, .high = MAXIMUM_SCHEDULE_CYCLES, .unit = "cycles",
	.help = "Off-line: the delivery cycles that the settings' RAM holds; `auto`: those of the schedule.",
	.size = true,
};
const struct key settings_port_key = {
	.name = "settings-port", .type = KEY_FLAG, .has = is_off_line, .field = offsetof(struct spec, settings_port),
	.help = "Off-line: adds a port to write settings at run time.",
};

/* Paths in a parameter file are relative to it, unless the entry says otherwise; those of --set, to the current
 * folder. */
static char *path_from(const struct spec *spec, const struct entry *entry)
{
	const char *path = entry->items[0].text, *slash = strrchr(spec->source, '/');

	if (path[0] != '/' && entry->folder)
		return format_string("%s/%s", entry->folder, path);
	if (path[0] == '/' || entry->is_override || !slash)
		return copy_string(path);
	return format_string("%.*s/%s", (int)(slash - spec->source), spec->source, path);
}

static bool read_schedule_path(const struct request *q)
{
	const struct entry *entry = given(q, &schedule_key);

	if (!entry)
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

/* Refuses keys for off-line networks only. */
static bool check_on_line(const struct request *q)
{
	for (const struct key *const *key = q->spec->kind->keys; *key; key++) {
		const struct entry *entry = (*key)->has == is_off_line ? given(q, *key) : NULL;

		if (!entry)
			continue;
		error_at(entry->key_at,
			 "%s has no meaning where messages set the switches themselves: expected switching: off-line",
			 entry->key);
		suggest("switching: off-line");
		return false;
	}
	return true;
}

/* Leaves of an off-line network play nothing without settings, and no schedule includes the outside. */
static bool check_off_line(const struct request *q)
{
	const struct spec *spec = q->spec;
	struct place whole_file = { .file = spec->source };

	if (spec->external) {
		const struct entry *external = given(q, key_of(spec->kind, "external"));

		error_at(external->key_at, "external is true, with switching: off-line: expected false, as no schedule "
					   "includes the outside");
		suggest_value(external, "false");
		return false;
	}
	if (spec->leaf_interface == LEAF_WIRES || spec->schedule_path)
		return true;
	if (!spec->settings_port) {
		error_at(whole_file,
			"schedule is missing: expected the file that an off-line network plays, or settings-port: "
			"true");
		suggest("schedule: schedule.json, which `ftc schedule %s MESSAGES -o schedule.json` writes",
			shell_word(spec->source));
		return false;
	}
	if (spec->schedule_cycles == 0) {
		error_at(whole_file,
			 "schedule-cycles is missing: without a schedule, expected the number of delivery cycles that "
			 "the settings' RAM shall hold");
		suggest("schedule-cycles: 256");
		return false;
	}
	return true;
}

bool read_off_line(const struct request *q)
{
	struct spec *spec = q->spec;

	if (!read_schedule_path(q))
		return false;
	if (!is_off_line(spec))
		return check_on_line(q);
	spec->machine = &off_line_machine;
	if (spec->leaf_interface == LEAF_AXI_STREAM)
		spec->leaf = &player_leaf;
	return check_off_line(q);
}
