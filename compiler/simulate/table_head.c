/* table_head.c: see table_head.h. */
#include "simulate/table_head.h"

#include <stdlib.h>

#include "trails.h"
#include "util/message.h"

uint64_t trail_slot(const struct simulation *s, uint32_t step)
{
	return (s->trails->step[step].clock + 1) / s->network->slot_clocks;
}

bool trails_complete(const struct simulation *s, const char *option)
{
	if (!s->trails->cut)
		return true;
	return error("%s: words have entered links more than %zu times, which is too often to keep", option, s->trails->most)
	       || suggest("a smaller --frames, or --load");
}

void table_head(const struct simulation *s, struct text *out)
{
	struct text keys = { 0 };
	char *command = text_disarmed(s->invocation);

	spec_print(s->network->spec, &keys);
	text_print(out, "# ftc %s: %s\n# slot: %u clocks\n", FTC_VERSION, command, s->network->slot_clocks);
	for (const char *line = keys.bytes, *next; *line; line = next) {
		next = text_next_line(line);
		text_add(out, "# ");
		text_add_bytes(out, line, (size_t)(next - line));
	}
	text_free(&keys);
	free(command);
}
