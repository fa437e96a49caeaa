/* schedule_keys.c: the keys of trees that play a schedule. */
#include "machines/schedule_keys.h"

#include <stdlib.h>
#include <string.h>

#include "parse/kind.h"
#include "util/message.h"
#include "util/text.h"

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
	.help = "`on-line`: passing messages set the switches; `off-line`: a schedule sets them in advance.",
};
static const char *const settings_words[] = { [SETTINGS_RAM] = "ram", [SETTINGS_IN_BAND] = "in-band", NULL };
const struct key settings_key = {
	.name = "settings", .type = KEY_WORD, .has = is_off_line, .field = offsetof(struct spec, settings), .words = settings_words,
	.preset = SETTINGS_RAM, .help = "Off-line: one RAM sets all switches, or each message brings the settings of"
		" its path.",
};
/* Printed parameters of generalized fat trees name it where they play a schedule. */
const struct key xgft_switching_key = {
	.name = "switching", .type = KEY_WORD, .has = is_off_line, .field = offsetof(struct spec, switching), .words = switching_words,
	.preset = SWITCHING_ON_LINE, .serial = "switches decide in each slot",
	.help = "`on-line`: passing messages set the routers; `off-line`: a schedule sets them in advance.",
};
const struct key xgft_settings_key = {
	.name = "settings", .type = KEY_WORD, .has = is_off_line, .field = offsetof(struct spec, settings), .words = settings_words,
	.preset = SETTINGS_IN_BAND, .takes = "`in-band`", .help = "Off-line: each message brings the settings of its"
		" path.",
};
const struct key schedule_key = {
	.name = "schedule", .type = KEY_OWN, .has = is_off_line, .value = schedule_value, .takes = "name of a file",
	.otherwise = "must be given, unless `settings-port` is `true`",
	.help = "Off-line: the schedule that the network plays.",
};
const struct key schedule_cycles_key = {
	.name = "schedule-cycles", .type = KEY_NUMBER_OR_AUTO, .has = is_off_line,
	.field = offsetof(struct spec, schedule_cycles), .low = 1, .high = MAXIMUM_SCHEDULE_CYCLES, .unit = "cycles",
	.help = "Off-line: delivery cycles that the settings' RAM holds; `auto`: as many as the schedule has.",
	.size = true,
};
const struct key settings_port_key = {
	.name = "settings-port", .type = KEY_FLAG, .has = is_off_line, .field = offsetof(struct spec, settings_port),
	.help = "Off-line: adds a port to write settings at run time.",
};

/* Refuses keys for off-line networks only. False after a message. */
bool check_on_line(const struct request *q)
{
	if (is_off_line(q->spec))
		return true;
	for (const struct key *const *key = q->spec->kind->keys; *key; key++) {
		const struct entry *entry = (*key)->has == is_off_line ? given(q, *key) : NULL;

		if (!entry || *key == &xgft_switching_key)
			continue;
		error_at(entry->key_at,
			 "%s has no meaning where messages set the switches themselves: expected switching: off-line",
			 entry->key);
		suggest("switching: off-line");
		return false;
	}
	return true;
}

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

bool read_schedule_path(const struct request *q)
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

bool check_schedule_given(const struct request *q)
{
	const struct spec *spec = q->spec;
	struct place whole_file = { .file = spec->source };

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
