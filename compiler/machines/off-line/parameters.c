/* parameters.c: the schedule of an off-line fat-tree, and the RAM that holds it. */
#include <string.h>

#include "leaves/leaf.h"
#include "machines/fat_tree_common.h"
#include "machines/fat_tree_faults.h"
#include "machines/off-line/in_band.h"
#include "machines/off-line/off_line.h"
#include "machines/tree.h"

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

/* Settings are made in advance, for wires that are dead by then. */
static bool check_faults(const struct request *q)
{
	const struct entry *registers = given(q, &fat_tree_fault_registers_key), *faults = given(q, &fat_tree_faults_key);

	if (faults && faults->count > 0) {
		error_at(faults->value_at, "faults are given, with switching: off-line: expected none, for schedules do not avoid dead "
			 "wires");
		suggest_value(faults, "[]");
		return false;
	}
	if (!q->spec->fault_registers)
		return true;
	error_at(registers->value_at, "fault-registers is true, with switching: off-line: expected false, for a schedule is made "
		 "for wires that are known to be dead");
	suggest_value(registers, "false");
	return false;
}

bool off_line_read(const struct request *q)
{
	struct spec *spec = q->spec;

	if (!read_schedule_path(q))
		return false;
	spec->leaf = spec->leaf_interface == LEAF_WIRES ? &wires_leaf : spec->settings == SETTINGS_IN_BAND ? &header_leaf : &player_leaf;
	return check_off_line(q) && fat_tree_check(q, spec->connections) && check_faults(q) && read_wire_faults(q);
}
