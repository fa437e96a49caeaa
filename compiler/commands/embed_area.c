/* embed_area.c: `ftc embed` for networks with a reference tree: a competitor in the plane, by Bay's Theorem 5. */
#include "commands/deliver.h"
#include "commands/embed_fat_tree.h"
#include "universal/area_emulation.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

static int show(const struct command_line *line, const struct spec *spec, const struct embed_options *wishes,
		const struct named_guest *named, const struct area_emulation *e)
{
	struct findings found = {0};
	json_t *object = area_emulation_json(e);
	const struct named_step *by = &e->by[named->way];

	area_emulation_say(e, object, &found.text);
	json_print(object, &found.json);
	embed_add_files(named, &by->set, by->leaf, &found);
	return embed_deliver(line, spec, wishes, named, &by->set, &found);
}

int area_run(const struct command_line *line, const struct spec *spec, const struct embed_options *wishes)
{
	struct area_emulation e = { 0 };
	struct named_guest named = { 0 };
	int status = EXIT_USAGE;

	if (embed_read_guest(wishes, spec, &named) && area_emulation_make(&e, spec, &named.guest, named.seed)) {
		embed_warn_of_parts(wishes, &named.guest);
		status = show(line, spec, wishes, &named, &e);
	}
	area_emulation_free(&e);
	placed_free(&named.guest);
	return status;
}
