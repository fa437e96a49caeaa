/* messages.c: fuzz target: messages with times, for a network with broadcasts and groups. What is accepted is played:
 * the traffic must offer every message once and, when all deliveries have been reported, wait for nothing. */
#include <stdlib.h>

#include "input.h"
#include "network/network.h"
#include "schedule/messages.h"

enum { SLOT = 100, MOST_PLAYED = 2000 };

static const char parameters[] =
	"network: xgft\nchildren: [3, 4]\nparents: [1, 2]\nbroadcast-every: 4\npayload-bits: 70\n"
	"groups: [[1, 2, 5], [0, 11]]\n";

static const struct spec *network_for_messages(void)
{
	static struct spec spec;
	struct text content = {0};

	if (!spec.kind) {
		text_add(&content, parameters);
		require(network_read_spec(&spec, input_file(1, "network.yaml", &content), NULL, 0));
		text_free(&content);
	}
	return &spec;
}

static void check_message(const struct message_list *list, const struct message *m)
{
	require(m->source < list->leaves && m->destination < list->leaves + list->sets && m->number < list->words);
}

/* Takes what the leaf has to send now, and names its deliveries. */
static size_t play_leaf(struct traffic *traffic, const struct message_list *list, uint32_t leaf, uint64_t *payload)
{
	struct message m;
	size_t played = 0;

	for (; traffic_next(traffic, leaf, &m); played++) {
		check_message(list, &m);
		traffic_payload(traffic, &m, payload);
		traffic_delivered(traffic, &m, m.created + SLOT, &(struct round_trip){ 0 });
	}
	return played;
}

static void play(const struct message_list *list)
{
	struct traffic_parameters p = {
		.leaves = list->leaves, .payload_bits = list->payload_bits, .seed = 1, .list = list, .load = 1,
		.slot_clocks = SLOT, .end = UINT64_MAX, .packets = true, .demand.packet_words = 1,
	};
	struct traffic *traffic = traffic_create(&p);
	uint64_t payload[2];
	uint32_t leaf;
	size_t played = 0;

	for (leaf = 0; leaf < list->leaves; leaf++)
		played += play_leaf(traffic, list, leaf, payload);
	while (traffic_released(traffic, &leaf))
		played += play_leaf(traffic, list, leaf, payload);
	require(played == list->words);
	traffic_free(traffic);
}

static void read_messages(const struct text *content, const char *instead)
{
	struct message_form form = { .slot_clocks = SLOT, .instead = instead };
	struct message_list list;

	if (messages_read(&list, input_file(0, "input.txt", content), network_for_messages(), &form)
	    && list.words <= MOST_PLAYED)
		play(&list);
	messages_free(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text content = {0};

	text_add(&content, "");
	text_add_bytes(&content, data, size < MOST_INPUT ? size : MOST_INPUT);
	read_messages(&content, NULL);
	read_messages(&content, "a leaf: no times here");
	input_close();
	text_free(&content);
	return 0;
}
