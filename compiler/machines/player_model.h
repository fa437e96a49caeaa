/* player_model.h: what the models of all networks that play a schedule share: their ports, the timer and the RAM of settings. */
#ifndef FTC_MACHINES_PLAYER_MODEL_H
#define FTC_MACHINES_PLAYER_MODEL_H

#include "machines/settings.h"
#include "machines/timer_model.h"
#include "model/ported.h"

struct player_model {
	size_t s_data, s_valid, play, rst, write, bank, address, data, last_cycle;	/* ports in; from `write` on with settings-port */
	size_t s_ready, m_data, m_valid, playing, received_cycle;	/* ports out */
	const struct network *net;
	struct settings_ram ram;
	unsigned built_in_last;
	bool *memory;			/* [row * ram.bits + bit]; row ram.rows: none of the RAM's, zeros */
	struct timer timer;
};

/* Adds the ports, and fills the RAM with the built-in schedule. `row` is the port of a row's number. */
void player_model_start(struct player_model *p, const struct network *net, struct ported *ported, const char *row);
void player_model_free(struct player_model *p);

/* In a clock: a row is written, if settings-port says so; the timer goes on; what it shows. */
void player_model_write(struct player_model *p, const uint32_t *in);
void player_model_time(struct player_model *p, const uint32_t *in);
void player_model_show(const struct player_model *p, uint32_t *out);

#endif
