/* peers.c: other networks beside that of a report. */
#include "machines/peers.h"

#include <stdlib.h>

#include "model/delivery.h"
#include "network/machine.h"
#include "parse/document.h"
#include "parse/family.h"
#include "parse/keys.h"
#include "util/message.h"
#include "util/text.h"

struct network *peer_new(const struct spec *beside, const char *keys)
{
	char *text = format_string("%sleaves: %u\npayload-bits: %u\nfamily: %s\n", keys, beside->leaves, beside->payload_bits,
				   beside->family->word);
	struct network *net = NULL;
	struct document document;
	struct text said = {0};
	struct spec spec;

	/* What is wrong with so many leaves is said where a user asks for such a network. */
	struct text *before = message_capture(&said);
	bool good = document_read_text(&document, "peer", text) && network_read_entries(&spec, NULL, &document, "peer");
	message_capture(before);
	document_free(&document);
	if (good) {
		if (spec.machine->model.deliver)
			net = network_elaborate(&spec);
		spec_free(&spec);
	}
	text_free(&said);
	free(text);
	return net;
}

struct peer_clocks peer_send(const struct network *peer, const struct message_set *set, size_t sets)
{
	struct peer_clocks all = {0};

	for (size_t i = 0; i < sets; i++) {
		struct delivery delivery;

		peer->spec->machine->model.deliver(peer, &set[i], &delivery);
		all.mean += (double)delivery.clocks / (double)sets;
		if (delivery.clocks > all.most)
			all.most = delivery.clocks;
	}
	return all;
}
