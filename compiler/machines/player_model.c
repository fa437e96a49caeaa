/* player_model.c: see player_model.h. */
#include "machines/player_model.h"

#include <stdlib.h>

#include "bits.h"

void player_model_start(struct player_model *p, const struct network *net, struct ported *ported, const char *row)
{
	unsigned wires = net->spec->leaves * net->spec->connections, data = wires * net->spec->payload_bits;

	*p = (struct player_model){ .net = net, .ram = settings_ram(net) };
	p->s_data = ported_add(ported, "s_axis_tdata", data, false);
	p->s_valid = ported_add(ported, "s_axis_tvalid", wires, false);
	p->play = ported_add(ported, "play", 1, false);
	p->rst = ported_add(ported, "rst", 1, false);
	if (net->spec->settings_port) {
		p->write = ported_add(ported, "settings_write", 1, false);
		p->bank = ported_add(ported, "settings_bank", p->ram.bank_bits, false);
		p->address = ported_add(ported, row, p->ram.row_bits, false);
		p->data = ported_add(ported, "settings_data", p->ram.width, false);
		p->last_cycle = ported_add(ported, "last_cycle", p->ram.cycle_bits, false);
	}
	p->s_ready = ported_add(ported, "s_axis_tready", wires, true);
	p->m_data = ported_add(ported, "m_axis_tdata", data, true);
	p->m_valid = ported_add(ported, "m_axis_tvalid", wires, true);
	p->playing = ported_add(ported, "playing", 1, true);
	p->received_cycle = ported_add(ported, "received_cycle", p->ram.cycle_bits, true);
	p->memory = settings_memory(net, ((size_t)p->ram.rows + 1) * p->ram.bits, &p->built_in_last);
}

void player_model_free(struct player_model *p)
{
	free(p->memory);
}

void player_model_write(struct player_model *p, const uint32_t *in)
{
	if (!p->net->spec->settings_port || !bits_get(in, p->write, 1))
		return;
	size_t row = bits_get(in, p->address, p->ram.row_bits), low = bits_get(in, p->bank, p->ram.bank_bits) * p->ram.width;

	for (size_t b = 0; row < p->ram.rows && b < p->ram.width && low + b < p->ram.bits; b++)
		p->memory[row * p->ram.bits + low + b] = bits_get(in, p->data + b, 1);
}

void player_model_time(struct player_model *p, const uint32_t *in)
{
	unsigned bits = p->ram.cycle_bits, last = p->net->spec->settings_port ? (unsigned)bits_get(in, p->last_cycle, bits) : p->built_in_last;

	timer_clock(&p->timer, p->net->playback, bits, bits_get(in, p->rst, 1), bits_get(in, p->play, 1), last);
}

void player_model_show(const struct player_model *p, uint32_t *out)
{
	bits_put(out, p->playing, 1, p->timer.playing);
	bits_put(out, p->received_cycle, p->ram.cycle_bits, p->timer.received_cycle);
}
