/* tree.c: keys of all trees. */
#include "machines/tree.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "leaves/leaf.h"
#include "machines/link_end.h"
#include "network/network.h"
#include "parse/kind.h"
#include "plan/plan.h"

static const char *const concentrator_words[] = {
	[CONCENTRATOR_AUTO] = "auto", [CONCENTRATOR_BATCHER] = "batcher", [CONCENTRATOR_BUTTERFLY] = "butterfly",
	[CONCENTRATOR_PARTIAL] = "partial", NULL
};
const struct key concentrator_key = {
	.name = "concentrator", .type = KEY_WORD, .field = offsetof(struct spec, concentrator),
	.words = concentrator_words, .preset = CONCENTRATOR_AUTO, .serial = "switches have no concentrators",
	.help = "Circuit of the concentrators.",
};

static const char *const leaf_interface_words[] = { [LEAF_AXI_STREAM] = "axi-stream", [LEAF_WIRES] = "wires", NULL };
static bool has_root_streams(const struct spec *spec)
{
	return spec->root_interface != LEAF_WIRES;
}

static const char *const root_interface_words[] = { [LEAF_AXI_STREAM] = "axi-stream", [LEAF_WIRES] = "wires", [ROOT_LINK] = "link", NULL };
const struct key root_interface_key = {
	.name = "root-interface", .type = KEY_WORD, .has = has_root_streams, .field = offsetof(struct spec, root_interface),
	.words = root_interface_words, .preset = LEAF_WIRES,
	.help = "Interface of the root's channel: AXI4-Stream adapters, bare wires, or a link to another chip's root.",
};

/* Keys of a link, which is not there. */
static bool refuse_link_keys(const struct request *q)
{
	static const struct key *const keys[] = { KEYS_LINK };

	for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
		const struct entry *entry = given(q, keys[k]);

		if (!entry)
			continue;
		error_at(entry->key_at, "%s has no meaning without a link: expected root-interface: link", entry->key);
		return suggest(entry->is_override ? "--set root-interface=link" : "root-interface: link");
	}
	return true;
}

/* A word has two labels beside its payload. */
static bool check_root_link(const struct request *q)
{
	const struct spec *spec = q->spec;
	unsigned label = digit_bits(spec->leaves);
	struct link_shape shape = { .width = spec->payload_bits + 2 * label, .label_bits = label, .pins = spec->link_pins,
				    .words = spec->link_words };
	const struct entry *payload = given(q, &payload_bits_key);

	if (shape.width <= MOST_LINK_BITS)
		return check_link(q, &shape, payload);
	error_at(payload->value_at, "payload-bits is %u, with a link and two labels of %u bits: expected at most %u", spec->payload_bits, label,
		 MOST_LINK_BITS - 2 * label);
	return suggest(payload->is_override ? "--set payload-bits=%u" : "payload-bits: %u", MOST_LINK_BITS - 2 * label);
}

/* Why the root cannot have streams; NULL: it can. */
static const char *no_root_streams(const struct spec *spec)
{
	if (spec->switching == SWITCHING_OFF_LINE)
		return "switching: off-line: expected wires, as no schedule includes the outside";
	if (spec->leaf_interface == LEAF_WIRES)
		return "leaf-interface: wires: expected wires, as such leaves acknowledge by rules of their own";
	return spec->bus ? "a bus: expected wires, as no bridge stands at the root" : NULL;
}

bool check_root(const struct request *q)
{
	const struct entry *entry = given(q, &root_interface_key), *external = given(q, key_of(q->spec->kind, "external"));
	const struct spec *spec = q->spec;
	const char *word = root_interface_words[spec->root_interface];

	if (spec->root_interface != ROOT_LINK && !refuse_link_keys(q))
		return false;
	if (!has_root_streams(spec))
		return true;
	if (!spec->external && spec->switching != SWITCHING_OFF_LINE) {
		error_at(entry->value_at, "root-interface is %s, without external: true: expected wires, as the root has no channel", word);
		if (external)
			suggest_value(external, "true");
		else
			suggest(entry->is_override ? "--set external=true" : "external: true");
		return false;
	}
	if (no_root_streams(spec)) {
		error_at(entry->value_at, "root-interface is %s, with %s", word, no_root_streams(spec));
		suggest_value(entry, "wires");
		return false;
	}
	if (spec->capacity[0] <= MAXIMUM_ROOT_STREAMS)
		return spec->root_interface != ROOT_LINK || check_root_link(q);
	error_at(entry->value_at, "root-interface is %s, and the root's channel has %u wires: expected at most %d, a stream for each",
		 word, spec->capacity[0], MAXIMUM_ROOT_STREAMS);
	suggest_value(entry, "wires");
	return false;
}

const struct key leaf_interface_key = {
	.name = "leaf-interface", .type = KEY_WORD, .field = offsetof(struct spec, leaf_interface),
	.words = leaf_interface_words, .preset = LEAF_AXI_STREAM,
	.help = "Interface of the leaves: AXI4-Stream adapters, or bare wires.",
};

static bool may_take_turns(const struct spec *spec)
{
	return spec->leaf == &stream_leaf && spec->phase_slots == 0;
}

const struct key turns_key = {
	.name = "turns", .type = KEY_FLAG, .has = may_take_turns, .field = offsetof(struct spec, turns), .preset = 1,
	.serial = "all words are sent again in the next slot",
	.help = "Senders take turns at a leaf for which more messages wait than it can receive.",
};

const struct key tree_lanes_key = {
	.name = "lanes", .type = KEY_NUMBER_OR_AUTO, .field = offsetof(struct spec, lanes), .low = 1, .high = MAXIMUM_LANES,
	.preset = 1, .otherwise = "1", .help = "Bits that a wire carries per clock.",
};

static bool may_have_packets(const struct spec *spec)
{
	return spec->lanes != 1;
}

const struct key packet_key = {
	.name = "packet", .type = KEY_FLAG, .has = may_have_packets, .field = offsetof(struct spec, packet),
	.help = "Words up to one with `tlast` form a packet, which is delivered whole.",
};

bool check_packet(const struct request *q)
{
	const struct entry *entry = given(q, &packet_key);

	if (!entry || !q->spec->packet || may_have_packets(q->spec))
		return true;
	error_at(entry->value_at, "packet is true, with lanes 1: expected false, for serial networks have no s_axis_tlast");
	const struct entry *lanes = given(q, &tree_lanes_key);

	if (lanes)
		suggest_value(lanes, "auto");
	else
		suggest(entry->is_override ? "--set lanes=auto" : "lanes: auto");
	return false;
}

bool check_turns(const struct request *q)
{
	const struct entry *entry = given(q, &turns_key);
	const struct spec *spec = q->spec;

	if (!entry || !spec->turns || may_take_turns(spec))
		return true;
	error_at(entry->value_at, "turns is true, with %s: expected false, for only leaf adapters that switch on-line "
		 "take turns", spec->phase_slots > 0 ? "up-routing given" : spec->leaf_interface == LEAF_WIRES ? "leaf-interface wires" : "switching off-line");
	suggest_value(entry, "false");
	return false;
}

bool tree_key_is_idle(const struct request *q, const struct key *key, const struct entry *entry)
{
	const void *field = key_field(q->spec, key);

	if (key == &turns_key)
		return !q->spec->turns;		/* leaves take none, whatever the preset is */
	if (key == &delay_ram_key && q->spec->delay_ram_threshold == 0)
		return true;			/* no RAM */
	switch (key->type) {
	case KEY_FLAG: return *(const bool *)field == (key->preset != 0);
	case KEY_NUMBER: case KEY_NUMBER_OR_AUTO: case KEY_WORD: return *(const unsigned *)field == key->preset;
	default: return entry->count == 0 && entry->list_count == 0;	/* lists of faults and groups */
	}
}

void set_tree_leaf(struct spec *spec)
{
	spec->leaf = spec->leaf_interface == LEAF_WIRES ? &wires_leaf : &stream_leaf;
}

/* The data ports have a share for each leaf. All other ports are narrower: the number of leaves limits them. */
static bool check_data(const struct request *q, unsigned lanes)
{
	const struct spec *spec = q->spec;
	const struct entry *payload = given(q, &payload_bits_key);
	uint64_t share = (uint64_t)spec->leaves * lanes, bits = share * spec->payload_bits;
	char *lanes_text = lanes > 1 ? format_string(" on %u connections", lanes) : copy_string("");

	if (bits > MAXIMUM_PORT_BITS) {
		error_at(
			payload ? payload->value_at : (struct place){ .file = spec->source },
			"payload-bits is %u, for each of %u leaves%s: expected leaves and payload-bits that make a "
			"port of at most %d bits, "
			"not %" PRIu64,
			spec->payload_bits, spec->leaves, lanes_text, MAXIMUM_PORT_BITS, bits);
		suggest(payload && payload->is_override ? "--set payload-bits=%" PRIu64 : "payload-bits: %" PRIu64,
			MAXIMUM_PORT_BITS / share);
	}
	free(lanes_text);
	return bits <= MAXIMUM_PORT_BITS;
}

bool check_widths(const struct request *q, unsigned lanes, uint64_t channel_wires)
{
	const struct spec *spec = q->spec;

	if (spec->leaf_interface != LEAF_WIRES && !check_data(q, lanes))
		return false;
	if (!spec->probe || channel_wires <= MAXIMUM_PORT_BITS)
		return true;
	error_at(given(q, &probe_key)->value_at,
		 "probe is true, and %u leaves have %" PRIu64 " wires above them: expected at most %d, "
		 "or probe: false",
		 spec->leaves, channel_wires, MAXIMUM_PORT_BITS);
	suggest_value(given(q, &probe_key), "false");
	return false;
}

bool require_on_line_concentrator(const struct request *q)
{
	const struct entry *entry = given(q, &concentrator_key);

	if (q->spec->concentrator != CONCENTRATOR_PARTIAL)
		return true;
	error_at(entry->items[0].at, "concentrator is partial, and network is %s: expected auto, batcher or butterfly",
		 q->spec->kind->word);
	suggest_value(entry, concentrator_words[CONCENTRATOR_AUTO]);
	return false;
}

void tree_describe(const struct spec *spec, struct text *out)
{
	text_print(out, "Fat-tree network on chip of %u leaves, %u payload bits", spec->leaves, spec->payload_bits);
}

unsigned tree_resolved(const struct network *net, const char *key)
{
	return strcmp(key, "elements-between-registers") == 0 ? net->elements_between_registers : 0;
}
