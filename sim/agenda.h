/* agenda.h: what each leaf will create, the earliest first; of one clock, that with the lowest number. */
#ifndef FTC_SIM_AGENDA_H
#define FTC_SIM_AGENDA_H

#include <stdbool.h>
#include <stdint.h>

#include "heap.h"

struct agenda;

struct agenda *agenda_create(unsigned leaves);
void agenda_free(struct agenda *a);

/* The leaf will create `due`. */
void agenda_push(struct agenda *a, uint32_t leaf, struct due due);
/* The same, in consequence of a delivery: agenda_released() names the leaf. */
void agenda_release(struct agenda *a, uint32_t leaf, struct due due);
/* Each leaf once for each release; false: no more. */
bool agenda_released(struct agenda *a, uint32_t *leaf);
/* Takes what the leaf creates next; false when there is nothing. */
bool agenda_next(struct agenda *a, uint32_t leaf, struct due *due);
/* If the leaf creates something before *due, exchanges the two. */
bool agenda_sooner(struct agenda *a, uint32_t leaf, struct due *due);

#endif
