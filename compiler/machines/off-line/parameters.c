/* parameters.c: the schedule of an off-line fat-tree, and the RAM that holds it. */
#include "leaves/leaf.h"
#include "machines/fat_tree_common.h"
#include "machines/fat_tree_faults.h"
#include "machines/off-line/off_line.h"
#include "machines/players.h"
#include "machines/schedule_keys.h"
#include "machines/tree.h"

/* Leaves of an off-line network play nothing without settings, and no schedule includes the outside. */
static bool check_off_line(const struct request *q)
{
	const struct spec *spec = q->spec;

	if (spec->external) {
		const struct entry *external = given(q, key_of(spec->kind, "external"));

		error_at(external->key_at, "external is true, with switching: off-line: expected false, as no schedule "
					   "includes the outside");
		suggest_value(external, "false");
		return false;
	}
	return check_schedule_given(q);
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
