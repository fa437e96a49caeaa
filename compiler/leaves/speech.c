/* speech.c: refuses a use of leaves that their interface does not support. */
#include "leaves/leaf.h"
#include "util/message.h"
#include "util/text.h"

/* Appends what leaves do that speak one of `speech`. */
static void add_deeds(struct text *deeds, unsigned speech)
{
	static const struct { enum leaf_speech speech; const char *does; } leaves[] = {
		{ LEAF_SPEAKS_MESSAGES, "send messages" },
		{ LEAF_SPEAKS_SCHEDULE, "play a schedule" },
		{ LEAF_SPEAKS_WIRES, "are bare wires" },
		{ LEAF_SPEAKS_WORDS, "take words" },
		{ LEAF_SPEAKS_STEPS, "run circuits" },
	};

	for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++)
		if (speech & leaves[i].speech)
			text_print(deeds, "%s%s", deeds->length ? " or " : "", leaves[i].does);
}

bool require_speech(const struct spec *spec, unsigned speech, const char *who)
{
	struct text deeds = { 0 };

	if (spec->leaf->speaks & speech)
		return true;
	add_deeds(&deeds, speech);
	error("%s %s: %s needs leaves that %s", spec->source, spec->leaf->says, who, deeds.bytes);
	text_free(&deeds);
	if (spec->leaf->instead)
		suggest("%s", spec->leaf->instead);
	return false;
}

unsigned network_root_streams(const struct network *net)
{
	const struct spec *spec = net->spec;

	return spec->external && spec->root_interface != LEAF_WIRES ? spec->capacity[0] : 0;
}

bool network_has_root_link(const struct network *net)
{
	return spec_has_root_link(net->spec);
}
