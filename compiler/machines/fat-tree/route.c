/* route.c: a word's way from leaf to leaf, bit by bit: `ftc route`, and the table of docs/reference/protocol.md for any network.
 *
 *   leaf 3 --level 3 up--> .. --> the node where it turns --> .. --level 3 down--> leaf 9, and the acknowledgement back
 *
 * The wires come from the model of slots, which equals the Verilog wire by wire (tests/model/exact.c); the clocks from the network's
 * arrivals; the bits from the frame. The word is alone in the first slot after the reset. */
#include <stdlib.h>
#include <string.h>

#include "leaves/frame.h"
#include "machines/fat-tree/fat_tree.h"
#include "machines/fat_tree_common.h"
#include "model/slots.h"
#include "network/network.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

/* A part of a slot with one message in it. */
struct one {
	const struct network *net;
	unsigned source, lane, destination;
	unsigned begins;		/* clock of the slot in which its M bit is on the source's wire */
	struct word_way way;
	unsigned wire[2 * MAXIMUM_LEVELS];	/* [hop]: of each channel that it enters */
	unsigned hops;
	int arrived_at;			/* a lane of the destination, or SLOT_LOST */
};

/* The wires that it takes. */
static void play(struct one *one)
{
	const struct network *net = one->net;
	const struct slot_model *model = net->spec->machine->model.slots;
	unsigned lanes = net->spec->connections;
	size_t messages = (size_t)net->spec->leaves * lanes + (net->capacity[0] ? net->capacity[0] : 0);
	unsigned *destination = allocate_array(messages, sizeof *destination);
	int *arrived_at = allocate_array(messages, sizeof *arrived_at);
	uint32_t *trail = allocate_array(messages, sizeof *trail), message = one->source * lanes + one->lane;
	struct trails *trails = trails_new(2 * MAXIMUM_LEVELS);
	struct slot slot = {
		.lanes = lanes, .messages = messages, .clock = net->frame->first_clock + one->begins, .sent = &message, .sent_count = 1,
		.destination = destination, .arrived_at = arrived_at, .trails = trails, .trail = trail,
	};
	void *own = model->new(net);

	destination[message] = one->destination;
	arrived_at[message] = SLOT_LOST;
	trails_step(trails, slot.clock);
	trail[message] = trails_begin(trails, one->source, one->destination);
	model->play(own, &slot);
	one->arrived_at = arrived_at[message];
	one->hops = trails->trail[0].hops;
	/* Channels of one wire are not told. */
	for (unsigned hop = 0, told = 0; hop < one->hops; hop++)
		one->wire[hop] = one->way.vertex[hop].wires > 1 ? trails->wire[told++] : 0;
	model->free(own);
	trails_free(trails);
	free(trail);
	free(arrived_at);
	free(destination);
}

/* ---- bits --------------------------------------------------------------------------------------------------- */

static void add_bits(struct text *t, uint64_t value, unsigned bits)
{
	for (unsigned bit = bits; bit-- > 0;)
		text_add(t, bit < 64 && value >> bit & 1 ? "1" : "0");
}

/* The route that the leaf sends: up, the turn, down, and zeros up to the longest route. */
static char *route_of(const struct one *one)
{
	const struct network *net = one->net;
	unsigned peak = (one->way.count - 1) / 2, length = net->frame->route_bits;
	struct text t = {0};

	add_bits(&t, UINT64_MAX, peak - 1);
	if (peak < net->levels || net->capacity[0] > 0)
		add_bits(&t, 0, 1);
	add_bits(&t, one->destination, peak - 1);
	add_bits(&t, 0, length - (unsigned)t.length);
	return t.bytes ? t.bytes : copy_string("");
}

/* Bits of the route that are gone before the channel of this hop. */
static unsigned stripped(const struct one *one, unsigned hop)
{
	unsigned peak = (one->way.count - 1) / 2;

	return hop < peak ? hop : hop - 1 + (peak < one->net->levels || one->net->capacity[0] > 0);
}

/* The clock of the M bit on the channel of this hop, from that on the leaf's wire on. */
static unsigned arrival(const struct one *one, unsigned hop)
{
	unsigned peak = (one->way.count - 1) / 2, levels = one->net->levels;

	return hop < peak ? one->net->up_arrival[levels - hop - 1] : one->net->down_arrival[levels - (2 * peak - 1 - hop)];
}

static char *channel_of(const struct one *one, unsigned hop)
{
	unsigned peak = (one->way.count - 1) / 2, last = 2 * peak - 1, levels = one->net->levels;
	unsigned climb = hop < peak ? hop : last - hop;

	if (climb == 0)
		return format_string("leaf %u %s", hop == 0 ? one->source : one->destination, hop == 0 ? "up" : "down");
	return format_string("level %u %s, %u", levels - climb, hop < peak ? "up" : "down", (hop < peak ? one->source : one->destination) >> climb);
}

/* What is behind the route: {start, source, payload}, or those of an acknowledgement. */
struct behind {
	char *start, *source, *payload;
};

/* Adds a row for each channel. */
static void add_rows(const struct one *one, const char *part, const struct behind *behind, json_t *rows)
{
	char *route = route_of(one);

	for (unsigned hop = 0; hop < one->hops; hop++) {
		char *channel = channel_of(one, hop);
		const char *left = route + stripped(one, hop);

		json_array_append_new(rows, json_pack("{s:s, s:s, s:i, s:i, s:s, s:s, s:s, s:s, s:s}", "part", part, "channel", channel, "wire",
			(int)one->wire[hop], "clock", (int)(one->begins + arrival(one, hop)), "m", "1", "route", *left ? left : "-", "start",
			behind->start, "source", behind->source, "payload", behind->payload));
		free(channel);
	}
	free(route);
}

static struct behind behind_word(const struct one *one, uint64_t payload)
{
	const struct frame *f = one->net->frame;
	struct text source = {0}, word = {0};

	/* With an outside, 0: the word comes from inside. */
	add_bits(&source, (uint64_t)one->source << f->number_bits | one->lane, f->source_bits);
	add_bits(&word, payload, f->payload_bits);
	return (struct behind){ copy_string("1"), source.bytes, word.bytes };
}

/* An acknowledgement has a start bit and the sender's lane where leaves have several. */
static struct behind behind_answer(const struct one *word)
{
	const struct frame *f = word->net->frame;
	struct text tag = {0};

	add_bits(&tag, (uint64_t)word->source << f->number_bits | word->lane, f->tag_bits);
	return (struct behind){ copy_string(f->tag_bits > 0 ? "1" : ""), tag.bytes ? tag.bytes : copy_string(""), copy_string("") };
}

static void behind_free(struct behind *b)
{
	free(b->start);
	free(b->source);
	free(b->payload);
}

/* ------------------------------------------------------------------------------------------------------------ */

/* The word, and the acknowledgement of one that arrives. */
static json_t *route_json(const struct network *net, const struct route_request *request)
{
	struct one word = { .net = net, .source = request->source, .destination = request->destination };
	json_t *rows = json_array(), *object = spec_identity(net->spec);

	fat_tree_way(net, word.source, word.destination, &word.way);
	play(&word);
	struct behind behind = behind_word(&word, request->payload);

	add_rows(&word, "data", &behind, rows);
	behind_free(&behind);
	if (word.arrived_at != SLOT_LOST) {
		struct one answer = { .net = net, .source = word.destination, .lane = (unsigned)word.arrived_at, .destination = word.source,
				      .begins = net->frame->acknowledge_at };

		fat_tree_way(net, answer.source, answer.destination, &answer.way);
		play(&answer);
		behind = behind_answer(&word);
		add_rows(&answer, "acknowledge", &behind, rows);
		behind_free(&behind);
	}
	json_object_update_new(object, json_pack("{s:i, s:i, s:I, s:i, s:i, s:i, s:i, s:b, s:o}", "source", (int)word.source, "destination",
		(int)word.destination, "payload", (json_int_t)request->payload, "links", (int)word.way.count - 1, "latency_clocks",
		(int)net->latency, "acknowledge_at", (int)net->frame->acknowledge_at, "slot_clocks", (int)net->slot_clocks, "arrives",
		word.arrived_at != SLOT_LOST, "channels", rows));
	return object;
}

static void route_say(const json_t *object, struct text *out)
{
	const json_t *rows = json_object_get(object, "channels");
	const char *part = "data";
	size_t longest = json_string_length(json_object_get(json_array_get(rows, 0), "route"));

	figures_say(object, "{name}: a word alone from leaf {source} to leaf {destination}: {links} channels, {latency_clocks} clocks\n"
		    "A = {acknowledge_at}, S = {slot_clocks}\n\n"
		    "channel            wire  clock  M route start source payload\n", out);
	for (size_t i = 0; i < json_array_size(rows); i++) {
		const json_t *row = json_array_get(rows, i);
		const char *now = json_string_value(json_object_get(row, "part"));

		if (strcmp(now, part) != 0)
			text_add(out, "\n");
		part = now;
		figures_say(row, "{channel:-18} {wire:4} {clock:6}  {m} {route}", out);
		if (*json_string_value(json_object_get(row, "start"))) {
			for (size_t k = json_string_length(json_object_get(row, "route")); k < longest; k++)
				text_add(out, " ");
			figures_say(row, " {start} {source} {payload}", out);
		}
		while (out->length > 0 && out->bytes[out->length - 1] == ' ')
			out->bytes[--out->length] = 0;
		text_add(out, "\n");
	}
	if (!figures_has(object, "arrives"))
		text_add(out, json_array_size(rows) ? "\nThe word is lost behind the last of these channels: wires are dead.\n"
					: "The word is lost at its leaf: wires are dead.\n");
}

int fat_tree_route(const struct spec *spec, const struct route_request *request, bool files, struct findings *found)
{
	struct network *net = network_elaborate(spec);
	int status = EXIT_USAGE;

	(void)files;
	if (request->all || request->seeded) {
		error("%s is given, but a word in this fat-tree has one way: expected neither --all nor --seed", request->all ? "--all" : "--seed");
		suggest("without %s", request->all ? "--all" : "--seed");
	} else if (!net->frame) {
		error("ftc route shows the words of leaf adapters: expected leaf-interface: axi-stream");
		suggest("--set leaf-interface=axi-stream");
	} else {
		json_t *object = route_json(net, request);

		route_say(object, &found->text);
		json_print(object, &found->json);
		status = EXIT_DONE;
	}
	network_free(net);
	return status;
}
