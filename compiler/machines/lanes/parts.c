/* parts.c: what a network of lanes sets the parameters of its templates to: rtl-templates/lanes/. */
#include "lower/builder.h"
#include "machines/lanes/lanes.h"

void lane_set_switch(const struct spec *spec, const struct lane_shape *s, unsigned k, struct instance *i)
{
	const struct lane_stage *stage = &s->stage[k];

	PARAMETERS(i, { "INPUTS", stage->inputs }, { "OUTPUTS", stage->outputs }, { "BITS", stage->number_bits },
		   { "WIDTH", s->width }, { "LAG", lane_lag(s, k) }, { "FIRST", k == 0 }, { "LAST", k + 1 == s->stages },
		   { "PACKETS", spec->packet }, { "BEAT", s->data_at + 2 - k }, { "SOON", s->data_at + 2 - k == s->slot });
}

void lane_set_ask(const struct spec *spec, const struct lane_shape *s, unsigned k, struct instance *i)
{
	const struct lane_stage *next = k + 1 < s->stages ? &s->stage[k + 1] : NULL;

	PARAMETERS(i, { "INPUTS", s->stage[k].inputs }, { "DIGIT_BITS", next ? next->digit_bits : 0 },
		   { "REST_BITS", lane_rest_bits(s, k + 1) }, { "NEXT", lane_asks(s, k + 1) },
		   { "NEXT_LAST", k + 2 == s->stages }, { "PACKETS", spec->packet },
		   { "GOES_ON", lane_packet_bits(s, k) > lane_packet_bits(s, k + 1) }, { "OUTSIDE", next && next->outside });
}

void lane_set_outside_switch(const struct lane_shape *s, struct instance *i)
{
	const struct lane_stage *stage = &s->outside;

	PARAMETERS(i, { "INPUTS", stage->inputs }, { "OUTPUTS", 1 }, { "BITS", stage->number_bits }, { "WIDTH", s->width },
		   { "LAG", s->data_at - s->turn - 2 }, { "FIRST", 1 }, { "LAST", 1 }, { "PACKETS", 0 },
		   { "BEAT", s->data_at + 2 - s->turn }, { "SOON", 0 });
}

/* Of a leaf, and of a stream of the outside alike; the words have what is carried in front of their payloads. */
static void set_adapter(const struct spec *spec, const struct lane_shape *s, struct instance *i)
{
	PARAMETERS(i, { "PAYLOAD_BITS", spec->payload_bits + s->carried_bits }, { "LABEL_BITS", s->label_bits });
}

void lane_set_outside(const struct spec *spec, const struct lane_shape *s, struct instance *i)
{
	const struct lane_stage *root = &s->stage[s->turn];

	set_adapter(spec, s, i);
	PARAMETERS(i, { "DIGIT_BITS", root->digit_bits }, { "ASKS", root->outputs }, { "OUTSIDE", 0 }, { "FROM_BITS", s->outside.number_bits },
		   { "KNOWN_BITS", 0 }, { "SKEWED_BITS", 0 }, { "WIDTH", s->width }, { "SLOT", s->slot }, { "PAIRS", lane_pairs(s) },
		   { "PACKETS", 0 }, { "DELAY", s->data_at - s->turn }, { "ALONE", 1 });
}

void lane_set_outside_timer(const struct lane_shape *s, struct instance *i)
{
	PARAMETERS(i, { "SLOT", s->slot }, { "SWITCHES", 1 }, { "PAIRS", lane_pairs(s) }, { "CATCH_AT", s->slot - 1 },
		   { "DONE_AT", (lane_outside_done(s) + s->slot - 1) % s->slot }, { "STATE_BITS", lane_registers->bits },
		   { "TAP", lane_registers->tap }, { "FAVORS", 1 }, { "LATE", lane_outside_begins(s) });
}

void lane_set_leaf(const struct spec *spec, const struct lane_shape *s, struct instance *i)
{
	const struct lane_stage *first = &s->stage[0], *last = &s->stage[s->stages - 1];

	set_adapter(spec, s, i);
	PARAMETERS(i, { "DIGIT_BITS", first->digit_bits }, { "ASKS", lane_asks(s, 0) }, { "OUTSIDE", first->outside },
		   { "FROM_BITS", last->number_bits }, { "KNOWN_BITS", s->known_bits }, { "SKEWED_BITS", s->skewed_bits },
		   { "WIDTH", s->width }, { "SLOT", s->slot },
		   { "PAIRS", lane_pairs(s) }, { "PACKETS", spec->packet }, { "DELAY", s->data_at },
		   { "ALONE", s->stages == 1 });
}

void lane_set_timer(const struct lane_shape *s, struct instance *i)
{
	PARAMETERS(i, { "SLOT", s->slot }, { "SWITCHES", s->stages }, { "PAIRS", lane_pairs(s) },
		   { "CATCH_AT", (s->catch_at - 1) % s->slot }, { "DONE_AT", (s->done_at - 1) % s->slot },
		   { "STATE_BITS", s->state_bits }, { "TAP", s->tap }, { "FAVORS", s->favors });
}
