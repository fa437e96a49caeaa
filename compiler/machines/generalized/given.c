/* given.c: messages with their ways, for leaves that are given these (up-routing given). */
#include <stdlib.h>
#include <string.h>

#include "machines/generalized/generalized.h"
#include "machines/phases.h"
#include "machines/xgft.h"
#include "machines/xgft_kinds.h"
#include "network/network.h"
#include "schedule/messages.h"
#include "util/message.h"

/* What s_axis_tdest has above the label: beta_1, beta_2, .. of a message, then its slot. Parents above the turn are not read. */
static uint32_t way_of(const struct network *net, const struct phase_message *m)
{
	const struct spec *spec = net->spec;
	unsigned beta[MAXIMUM_LEVELS + 1] = { 0 }, shift = 0;
	uint32_t way = 0;

	xgft_way_betas(spec, xgft_turn_level(spec, m->source, m->destination), m->way, beta);
	for (unsigned l = 1; l <= net->levels; l++) {
		way |= (uint32_t)beta[l] << shift;
		shift += digit_bits(spec->parents[l]);
	}
	return way | m->slot << shift;
}

/* Each leaf sends its messages in the order of their slots, in which phases are. */
static void fill(struct message_list *list, const struct network *net, const struct phases *p)
{
	message_list_start(list, net->spec->leaves, net->spec->payload_bits);
	list->way = allocate_array(p->count + 1, sizeof *list->way);
	for (uint32_t i = 0; i < p->count; i++) {
		message_list_add(list, &(struct new_message){ p->message[i].source, p->message[i].destination, .words = 1 });
		list->way[i] = way_of(net, &p->message[i]);
	}
}

bool generalized_messages(struct message_list *list, const char *path, const struct network *net, const struct message_form *form)
{
	const struct spec *spec = net->spec;
	struct phases p;
	bool good;

	if (spec->phase_slots == 0)
		return messages_read(list, path, spec, form);
	*list = (struct message_list){ .count = 0 };
	if (!phases_read(&p, path, spec))
		return false;
	good = p.count > 0 && p.slots <= spec->phase_slots;
	if (p.count == 0)
		error_at((struct place){ .file = path }, "no messages: expected phases with some");
	else if (!good)
		error_at((struct place){ .file = path }, "%u slots: expected at most %u, the phase-slots of this network", p.slots,
			 spec->phase_slots);
	if (p.count > 0 && !good && p.slots <= MAXIMUM_PHASE_SLOTS)
		suggest("--set phase-slots=%u", p.slots);
	if (good)
		fill(list, net, &p);
	phases_free(&p);
	return good;
}
