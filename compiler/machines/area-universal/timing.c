/* timing.c: what goes from the top of a device to all meshes and nodes, and the settings that it rules. */
#include "machines/area-universal/lower.h"

#include <stdlib.h>

#include "network/network.h"

const char *const timing_names[TIMING_SIGNALS] = {
	[TIMING_LOAD] = "load", [TIMING_TAKE] = "take", [TIMING_STEP] = "step", [TIMING_START] = "start",
	[TIMING_WRITE] = "settings_write", [TIMING_BANK] = "settings_bank", [TIMING_CYCLE] = "settings_cycle",
	[TIMING_DATA] = "settings_data",
};

unsigned bank_number_bits(const struct overlay *o)
{
	return digit_bits(o->banks);
}

unsigned cycle_number_bits(const struct overlay *o)
{
	return digit_bits(o->depth);
}

unsigned timing_width(const struct overlay *o, enum timing_signal signal)
{
	if (signal == TIMING_TAKE)
		return o->pins > 0;
	if (signal < TIMING_START)
		return 1;
	if (o->levels == 0)
		return 0;
	return signal == TIMING_BANK ? bank_number_bits(o) : signal == TIMING_CYCLE ? cycle_number_bits(o) :
	       signal == TIMING_DATA ? OVERLAY_BANK_BITS : 1;
}

static unsigned bits_before(const struct overlay *o, enum timing_signal signal)
{
	unsigned bits = 0;

	for (enum timing_signal s = 0; s < signal; s++)
		bits += timing_width(o, s);
	return bits;
}

unsigned timing_bus_width(const struct overlay *o)
{
	return bits_before(o, TIMING_SIGNALS);
}

struct bits timing_part(const struct overlay *o, int net, enum timing_signal signal)
{
	return bits_of(net, bits_before(o, signal), timing_width(o, signal));
}

unsigned timing_delay(const struct overlay *o)
{
	return o->levels + 1;
}

int add_cyclic_settings(struct module *m, struct design *d, const struct overlay *o, const struct cyclic_settings *s)
{
	if (s->first.bits == 0) {
		free(s->start.slice);
		free(s->index.slice);
		return -1;
	}
	int net = module_net(m, s->name, s->first.bits);
	struct instance *i = module_instance(m, d, "cyclic_settings", 1, "cyclic_%s", s->name);

	PARAMETERS(i, { "WIDTH", s->first.bits }, { "CYCLE_BITS", cycle_number_bits(o) }, { "BANK_BITS", bank_number_bits(o) },
		   { "INDEX_BITS", bits_width(&s->index) }, { "FIRST", s->first.first },
		   { "STRIDE", s->second.first - s->first.first });
	instance_connect_clock(m, i);
	instance_connect(i, "start", s->start);
	instance_connect(i, "index", s->index);
	instance_connect_net(m, i, "write", timing_names[TIMING_WRITE]);
	instance_connect_net(m, i, "bank", timing_names[TIMING_BANK]);
	instance_connect_net(m, i, "address", timing_names[TIMING_CYCLE]);
	instance_connect_net(m, i, "data", timing_names[TIMING_DATA]);
	instance_connect(i, "settings", bits_whole(m, net));
	return net;
}
