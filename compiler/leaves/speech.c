/* speech.c: refuses a use of leaves that their interface does not support. */
#include "leaves/leaf.h"
#include "util/message.h"

bool require_speech(const struct spec *spec, enum leaf_speech speech, const char *who)
{
	static const struct { enum leaf_speech speech; const char *does; } leaves[] = {
		{ LEAF_SPEAKS_MESSAGES, "send messages" },
		{ LEAF_SPEAKS_SCHEDULE, "play a schedule" },
		{ LEAF_SPEAKS_WIRES, "are bare wires" },
		{ LEAF_SPEAKS_WORDS, "take words" },
		{ LEAF_SPEAKS_STEPS, "run circuits" },
	};
	unsigned i = 0;

	if (spec->leaf->speaks & speech)
		return true;
	while (leaves[i].speech != speech)
		i++;
	error("%s %s: %s needs leaves that %s", spec->source, spec->leaf->says, who, leaves[i].does);
	if (spec->leaf->instead)
		suggest("%s", spec->leaf->instead);
	return false;
}
