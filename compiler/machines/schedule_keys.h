/* schedule_keys.h: the keys of trees that play a schedule, `switching: off-line`. */
#ifndef FTC_MACHINES_SCHEDULE_KEYS_H
#define FTC_MACHINES_SCHEDULE_KEYS_H

#include "parse/keys.h"

struct request;

/* Of fat-trees; and of generalized fat trees, which are on-line unless they say otherwise, and whose routers have no RAM of settings. */
extern const struct key switching_key, settings_key;
extern const struct key xgft_switching_key, xgft_settings_key;
extern const struct key schedule_key, schedule_cycles_key, settings_port_key;
#define KEYS_SCHEDULE &schedule_key, &schedule_cycles_key, &settings_port_key

/* Of a kind: by `switching: off-line`. */
#define CHOICE_OF_SCHEDULE(folder, switching) { .machine = folder, .key = &switching, .value = SWITCHING_OFF_LINE }

/* Refuses keys for off-line networks only. False after a message. */
bool check_on_line(const struct request *q);
/* Reads the name of the schedule's file. False after a message. */
bool read_schedule_path(const struct request *q);
/* Whether leaves have something to play: a schedule, or settings that are written. False after a message. */
bool check_schedule_given(const struct request *q);

#endif
