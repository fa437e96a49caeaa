/* adapter.c: builds a leaf adapter from templates: words in, words out (docs/reference/protocol.md).
 *
 *   leaf_adapter                s_axis --> stream --> lane 0 --> up[0]      stream: leaf_adapter_one, leaf_adapter_many
 *                                                 \-> lane 1 --> up[1] ..
 *                               m_axis <-- lane 0 <-- lane 1 ..  <-- down
 *
 *   leaf_lane, for each wire    word --> label, choice --> route --> sender --> up
 *                               message <-- store <-- receiver <-- down
 *
 * A network gets only the parts, and of alternatives only the one, that it needs. A net has the name of the ports that
 * it connects: instance_connect_rest() finds it.
 */
#include "leaves/frame.h"
#include "leaves/leaf.h"
#include "lower/builder.h"
#include "util/text.h"

/* What leaf_turns_many.v keeps of a word. */
enum { TURN_BITS = 4 };

struct adapter {
	struct design *design;
	struct module *m;
	const struct frame *f;
	bool plain;
	bool general;			/* a generalized fat tree */
	bool broadcasts;
	bool at_random;			/* parents may be drawn at random */
	struct route_digits digits;
	unsigned label_bits;		/* with the bit on top that means all leaves or the outside */
	unsigned other_bits;		/* a label, and the parents on the way there */
	unsigned word_bits;		/* the group and the payload */
	unsigned way_bits;		/* beside a lane's word: its parents and its slot, if words bring them */
};

static struct instance *add_adapter_part(const struct adapter *a, const char *module, const char *name)
{
	return module_instance(a->m, a->design, module, 1, "%s", name);
}

static void add_nets(const struct adapter *a, unsigned width, const char *const *name)
{
	for (; *name; name++)
		module_net(a->m, *name, width);
}

#define ADD_NETS(a, width, ...) add_nets(a, width, (const char *const []){ __VA_ARGS__, NULL })

static struct bits whole(const struct adapter *a, const char *name)
{
	return bits_whole(a->m, module_find(a->m, name));
}

static struct bits part(const struct adapter *a, const char *name, unsigned low, unsigned width)
{
	return bits_of(module_find(a->m, name), low, width);
}

static struct bits both(struct bits low, struct bits high)
{
	bits_append(&low, high);
	return low;
}

/* Connects the remaining ports of all parts. */
static void connect_rest(const struct adapter *a)
{
	for (size_t k = 0; k < a->m->instance_count; k++)
		instance_connect_rest(a->m, a->design, &a->m->instance[k]);
}

/* Marks bits as unused for linters. */
static void leave_unused(const struct adapter *a, const char *name, struct bits bits)
{
	unsigned width = bits_width(&bits);

	if (width > 0)
		module_assign(a->m, bits_whole(a->m, module_net(a->m, name, width)), expression_of(bits));
}

/* Whether a lane chooses other parents for a word that has been sent in vain. */
static bool retries(const struct adapter *a)
{
	return a->f->shape.detour && a->f->path_bits > 0;
}

/* ---- A lane ---- */

/* Ports of a lane that takes turns: leaf_turns.v. */
static void add_turn_ports(const struct adapter *a)
{
	const struct frame *f = a->f;
	struct module *m = a->m;

	module_input(m, "mark", 1, "an announcement begins, or has come back");
	module_input(m, "index", f->index_bits, "of the label's bit that is announced");
	module_input(m, "line", 1, "the announcement");
	module_output(m, "line_up", 1, NULL);
	module_input(m, "token_in", 1, "the turn, from the leaf before this one");
	module_output(m, "token_out", 1, NULL);
	module_input(m, "done", 1, "the word has been delivered or discarded");
	if (f->lanes == 1)
		return;
	module_input(m, "fresh", 1, "another word comes");
	module_output(m, "passed", 1, "a word went where others wait to go ..");
	module_input(m, "passed_any", 1, ".. from this lane or another one");
	module_input(m, "decide", 1, "the announcement has been compared");
	module_input(m, "move_on", 1, "the words move on to the next lane ..");
	module_input(m, "kept_before", TURN_BITS, ".. with what is kept of their turns");
	module_output(m, "kept", TURN_BITS, NULL);
}

static void add_lane_ports(const struct adapter *a)
{
	const struct frame *f = a->f;
	struct module *m = a->m;

	module_clock(m);
	module_reset(m);
	module_input(m, "leaf_rst", 1, "from the clock after `rst` on, until the first slot is over");
	if (a->general)
		module_input(m, "start", 1, "one clock before `load`");
	module_input(m, "load", 1, "the M bits of a part are on `up` in the next clock");
	module_input(m, "load_body", 1, "the start bit of a data part is to follow the route");
	if (f->tag_bits > 0)
		module_input(m, "load_tag", 1, "the start bit of an acknowledge part is to follow the route");
	module_input(m, "answering", 1, "between the arrivals of a data and an acknowledge part");
	if (f->lanes == 1)
		module_input(m, "answering_next", 1, "in the next clock");
	module_input(m, "address", f->levels, "label of this leaf");
	if (f->lanes > 1)
		module_input(m, "number", f->lane_bits, "of this lane");
	module_input(m, "word_valid", 1, "the word to send: steady until its outcome");
	module_input(m, "word_to", a->label_bits, NULL);
	module_input(m, "word", a->word_bits + a->way_bits, NULL);
	if (f->slot_bits > 0)
		module_input(m, "slot_next", f->slot_bits, "the number of the next slot");
	if (retries(a))
		module_input(m, "in_vain", 1, "the word has been sent before");
	if (a->at_random)
		module_input(m, "chance", f->path_bits, "random parents, for a word that has been sent before");
	module_output(m, "settled", 1, "the word needs no acknowledgement: it is delivered or discarded");
	module_output(m, "up", 1, "the channel");
	module_input(m, "down", 1, NULL);
	module_input(m, "down_start", 1, NULL);
	module_output(m, "complete", 1, "pulse: the last bit of a message is being shifted in");
	module_output(m, "source", f->source_bits, "the message received, steady until the next");
	module_output(m, "payload", a->word_bits, NULL);
	module_input(m, "closed", 1, "take no message: an earlier one is still here");
	module_output(m, "turned", 1, "the message of this slot comes from this leaf itself");
	module_input(m, "turned_any", 1, "this slot had such a message");
	if (f->lanes > 1) {
		module_input(m, "move", 1, "store the message of the next lane");
		module_input(m, "move_source", f->source_bits, NULL);
		module_input(m, "move_payload", a->word_bits, NULL);
	}
	if (f->turns)
		add_turn_ports(a);
	if (a->broadcasts) {
		module_input(m, "broadcast", 1, "the words chosen now, or sent, go to all leaves, ..");
		module_input(m, "on_tree", 1, ".. by this lane");
		module_input(m, "hold_back", 1, "other leaves want to broadcast");
		module_output(m, "refuses", 1, "a message of this slot could not be taken");
	}
}

static void add_label(const struct adapter *a)
{
	const struct frame *f = a->f;
	bool all = f->leaves == 1u << f->levels;
	struct instance *own = add_adapter_part(a, f->levels <= 4 ? "leaf_own" : "leaf_own_long", "compare");

	ADD_NETS(a, 1, "own", "away");
	if (!all)
		ADD_NETS(a, 1, "outside");
	if (!all || f->turns)
		ADD_NETS(a, 1, "waiting");
	PARAMETERS(own, { "ADDRESS_BITS", f->levels }, { "EXTERNAL", a->label_bits - f->levels });
	instance_connect(own, "to", whole(a, "word_to"));
	struct instance *i = add_adapter_part(a, all ? "leaf_label" : a->general ? "leaf_label_digits" :
					      f->levels <= 4 ? "leaf_label_gap" : "leaf_label_gap_long", "label");

	if (!all) {
		instance_parameter(i, "ADDRESS_BITS", f->levels);
		instance_connect(i, "to", part(a, "word_to", 0, f->levels));
	}
	if (!all && a->general) {
		instance_parameter(i, "HEIGHT", f->shape.height);
		instance_vector_parameter(i, "CHILD_BITS", a->digits.child_bits, 3 * f->shape.height);
		instance_vector_parameter(i, "LAST_LABEL", a->digits.last_label, f->levels);
	} else if (!all) {
		instance_parameter(i, "LEAVES", f->leaves);
	}
}

/* The parents for a word's first try: label bits, starting above those that name a lane and wrapping around to bit
 * 0. */
static struct bits first_parents(const struct adapter *a)
{
	const struct frame *f = a->f;
	struct bits b = { 0 };

	if (f->shape.up_routing == UP_ROUTING_RANDOM)
		return whole(a, "chance");
	if (f->shape.phase_slots > 0)
		return part(a, "word", a->word_bits, f->path_bits);
	for (unsigned k = 0; k < f->path_bits; k++)
		bits_append(&b, part(a, f->shape.up_routing == UP_ROUTING_SOURCE ? "address" : "word_to",
				     (f->lane_bits + k) % f->levels, 1));
	return b;
}

static void add_parents(const struct adapter *a)
{
	const struct frame *f = a->f;
	struct bits wish = first_parents(a);

	ADD_NETS(a, f->path_bits, "path", "sent");
	if (f->shape.detour) {
		struct instance *detour = add_adapter_part(a, "leaf_detour", "detour");

		ADD_NETS(a, f->path_bits, "wish");
		instance_parameter(detour, "PATH_BITS", f->path_bits);
		instance_connect(detour, "first", wish);
		wish = whole(a, "wish");
	}
	struct instance *i = add_adapter_part(a, "leaf_parents", "parents");

	PARAMETERS(i, { "HEIGHT", f->shape.height }, { "PATH_BITS", f->path_bits });
	instance_vector_parameter(i, "PARENT_BITS", a->digits.parent_bits, 3 * f->shape.height);
	instance_vector_parameter(i, "LAST_PATH", a->digits.last_path, f->path_bits);
	instance_connect(i, "loaded", whole(a, "other_path"));
	instance_connect(i, "wish", wish);
}

/* The word's destination: the label, and the parents to take. */
static struct bits destination(const struct adapter *a)
{
	return a->f->path_bits > 0 ? both(whole(a, "word_to"), whole(a, "path")) : whole(a, "word_to");
}

static struct bits answered(const struct adapter *a)
{
	return part(a, "source", a->f->number_bits, a->other_bits);
}

static void add_broadcast_lane(const struct adapter *a)
{
	struct instance *i = add_adapter_part(a, "leaf_broadcast_lane", "broadcasts");

	ADD_NETS(a, a->other_bits, "to_now", "from_now");
	ADD_NETS(a, 1, "away_now", "answer", "no_turn", "other_top");
	PARAMETERS(i, { "ADDRESS_BITS", a->f->levels }, { "OTHER_BITS", a->other_bits });
	instance_connect(i, "to", destination(a));
	instance_connect(i, "from", answered(a));
	instance_connect(i, "chosen_top", whole(a, "other_top"));
}

static void add_turns(const struct adapter *a)
{
	const struct frame *f = a->f;
	struct instance *i = add_adapter_part(a, "leaf_announce", "announce");

	ADD_NETS(a, 1, "apart", "label_bit", "announced", "hold");
	PARAMETERS(i, { "ADDRESS_BITS", f->levels }, { "INDEX_BITS", f->index_bits },
		      { "EXTERNAL", a->label_bits - f->levels });
	i = add_adapter_part(a, f->lanes > 1 ? "leaf_turns_many" : "leaf_turns", "turns");
	instance_parameter(i, "ADDRESS_BITS", f->levels);
	if (!a->broadcasts)
		instance_connect(i, "broadcast", bits_constant(0, 1));
}

/* From a label to whether it is this leaf's: leaf_own.v, leaf_own_long.v. */
static unsigned own_clocks(const struct adapter *a)
{
	return a->f->levels <= 4 ? 1 : frame_gather_clocks(a->label_bits);
}

/* Holds the word until its slot. */
static void add_due(const struct adapter *a)
{
	struct instance *i = add_adapter_part(a, "leaf_due", "due");

	ADD_NETS(a, 1, "hold");
	instance_parameter(i, "SLOT_BITS", a->f->slot_bits);
	instance_connect(i, "word_slot", part(a, "word", a->word_bits + a->f->path_bits, a->f->slot_bits));
}

static void add_choice(const struct adapter *a)
{
	const struct frame *f = a->f;
	struct instance *i = add_adapter_part(a, "leaf_choice", "choice");
	struct bits other = whole(a, "other");

	PARAMETERS(i, { "OTHER_BITS", a->other_bits }, { "LABEL_CLOCKS", f->label_clocks },
		      { "ROUTED", f->levels > 1 || f->root_streams }, { "KEEPS", f->lanes == 1 },
		      { "OWN_LATE", f->lanes == 1 ? f->label_clocks - own_clocks(a) : 0 });
	if (f->lanes > 1)
		instance_connect(i, "answering_next", whole(a, "answering"));
	instance_connect(i, "to", a->broadcasts ? whole(a, "to_now") : destination(a));
	instance_connect(i, "from", a->broadcasts ? whole(a, "from_now") : answered(a));
	instance_connect(i, "away", whole(a, a->broadcasts ? "away_now" : "away"));
	instance_connect(i, "answer", whole(a, a->broadcasts ? "answer" : "accepted"));
	instance_connect(i, "no_turn", whole(a, a->broadcasts ? "no_turn" : "turned_any"));
	if (!f->turns && f->slot_bits == 0)
		instance_connect(i, "hold", bits_constant(0, 1));
	if (a->broadcasts)
		bits_append(&other, whole(a, "other_top"));
	if (f->path_bits > 0)
		bits_append(&other, whole(a, "other_path"));
	instance_connect(i, "other", other);
}

static void add_route(const struct adapter *a)
{
	const struct frame *f = a->f;
	struct instance *i = add_adapter_part(a, a->general ? "leaf_path" : "leaf_route", "route");

	if (a->general) {
		PARAMETERS(i, { "HEIGHT", f->shape.height }, { "LABEL_BITS", f->levels },
			      { "PATH_BITS", f->path_bits });
		instance_vector_parameter(i, "CHILD_BITS", a->digits.child_bits, 3 * f->shape.height);
		instance_vector_parameter(i, "PARENT_BITS", a->digits.parent_bits, 3 * f->shape.height);
		instance_vector_parameter(i, "TURN_DIGIT", a->digits.turn_digit, f->shape.height);
		instance_connect(i, "path", f->path_bits > 0 ? whole(a, "other_path") : bits_constant(0, 1));
	} else {
		PARAMETERS(i, { "ADDRESS_BITS", f->levels }, { "EXTERNAL", a->label_bits - f->levels });
		if (f->root_streams)
			instance_parameter(i, "CARRIES", 1);
	}
}

static void add_sender(const struct adapter *a)
{
	const struct frame *f = a->f;
	struct instance *i = add_adapter_part(a, "leaf_sender", "sender");
	struct bits own = { 0 };

	if (f->lanes > 1)
		bits_append(&own, whole(a, "number"));
	if (f->number_bits > f->lane_bits)
		bits_append(&own, bits_constant(0, f->number_bits - f->lane_bits));
	bits_append(&own, whole(a, "address"));
	if (a->label_bits > f->levels)
		bits_append(&own, a->broadcasts ? whole(a, "broadcast") : bits_constant(0, 1));
	if (f->path_bits > 0)
		bits_append(&own, whole(a, "sent"));
	PARAMETERS(i, { "SOURCE_BITS", f->source_bits }, { "PAYLOAD_BITS", a->word_bits },
		      { "TAG_BITS", f->tag_bits }, { "PLAIN", a->plain });
	if (f->tag_bits == 0)
		instance_connect(i, "load_tag", bits_constant(0, 1));
	instance_connect(i, "tag", f->tag_bits > 0 ? part(a, "source", 0, f->tag_bits) : bits_constant(0, 1));
	instance_connect(i, "own_source", own);
	instance_connect(i, "word", part(a, "word", 0, a->word_bits));
}

static void add_receiver(const struct adapter *a)
{
	const struct frame *f = a->f;
	struct instance *i = add_adapter_part(a, "leaf_receiver", "receiver");

	ADD_NETS(a, 1, "bit_now", "in_source", "in_payload", "clear");
	if (a->broadcasts)
		ADD_NETS(a, 1, "open");
	instance_parameter(i, "LATE", f->shape.height > 1);
	instance_connect(i, "source_top", part(a, "source", f->source_bits - 1, 1));
	instance_connect(i, "payload_top", part(a, "payload", a->word_bits - 1, 1));
	i = add_adapter_part(a, f->lanes > 1 ? "leaf_store_many" : "leaf_store", "store");
	PARAMETERS(i, { "SOURCE_BITS", f->source_bits }, { "PAYLOAD_BITS", a->word_bits });
	if (f->lanes == 1)
		instance_parameter(i, "PLAIN", a->plain);
}

static void lower_lane(struct adapter *a)
{
	const struct frame *f = a->f;

	a->m = design_add(a->design, copy_string("leaf_lane"),
			  copy_string("One wire each way between a leaf and its channel.\n"));
	add_lane_ports(a);
	ADD_NETS(a, 1, "accepted", "take", "m", "turning", "tail", "head");
	ADD_NETS(a, a->general ? f->levels : a->label_bits, "other");
	if (f->path_bits > 0)
		ADD_NETS(a, f->path_bits, "other_path");
	add_label(a);
	if (f->path_bits > 0)
		add_parents(a);
	add_receiver(a);
	if (a->broadcasts)
		add_broadcast_lane(a);
	if (f->turns)
		add_turns(a);
	if (f->slot_bits > 0)
		add_due(a);
	add_choice(a);
	add_route(a);
	add_sender(a);
	connect_rest(a);
}

/* ---- The adapter ---- */

/* The label, the wire of the leaf, parents and slot. */
static unsigned tdest_bits(const struct adapter *a)
{
	return a->label_bits + (a->f->shape.phase_slots > 0 ? a->f->lane_bits : 0) + a->way_bits;
}

static void add_adapter_ports(const struct adapter *a)
{
	const struct frame *f = a->f;
	struct module *m = a->m;

	module_clock(m);
	module_reset(m);
	module_input(m, "leaf_rst", 1, "from the clock after `rst` on, until the first slot is over");
	module_input(m, "timing", frame_timing_bits(f), "from the frame timer, in step with all other leaves");
	module_input(m, "address", f->levels, "label of this leaf, constant");
	if (f->shape.groups > 0)
		module_input(m, "members", f->shape.groups, "of which groups this leaf is, constant");
	module_output(m, "up", f->lanes, "the channel to the parent node");
	module_output(m, "up_start", 1, "strobe: M bits are on `up`");
	module_input(m, "down", f->lanes, NULL);
	module_input(m, "down_start", 1, NULL);
	module_input(m, "s_axis_tdata", f->payload_bits, "words to send");
	module_input(m, "s_axis_tdest", tdest_bits(a), NULL);
	module_input(m, "s_axis_tvalid", 1, NULL);
	module_output(m, "s_axis_tready", 1, NULL);
	module_output(m, "m_axis_tdata", f->payload_bits, "words received, steady until they are taken");
	module_output(m, "m_axis_tuser", tdest_bits(a) + f->group_bits, NULL);
	module_output(m, "m_axis_tvalid", 1, NULL);
	module_input(m, "m_axis_tready", 1, NULL);
	if (!f->turns)
		return;
	module_output(m, "line_up", f->lanes, "what the owner of a turn says, for all leaves");
	module_input(m, "token_in", f->lanes, "the turn, from the leaf before this one ..");
	module_output(m, "token_out", f->lanes, ".. to the next");
}

static struct bits timing(const struct adapter *a, unsigned at, unsigned width)
{
	return part(a, "timing", frame_turn_bits(a->f) + at, width);
}

static void add_timing(const struct adapter *a)
{
	struct instance *i = add_adapter_part(a, "leaf_strobes", "strobes");
	struct bits unused = { 0 };

	ADD_NETS(a, 1, "load", "load_body", "answering");
	instance_connect(i, "start", timing(a, TIMING_START, 1));
	instance_connect(i, "body", timing(a, TIMING_BODY, 1));
	instance_connect(i, "answer", timing(a, TIMING_ANSWER, 1));
	if (a->f->tag_bits > 0)
		module_register(a->m, bits_of(module_net(a->m, "load_tag", 1), 0, 1), timing(a, TIMING_TAG, 1), false);
	else
		bits_append(&unused, timing(a, TIMING_TAG, 1));
	if (a->f->lanes == 1)
		bits_append(&unused, timing(a, TIMING_DECIDE, 1));
	leave_unused(a, "timing_unused", unused);
}

/* The number of the slot. */
static void add_phase(const struct adapter *a)
{
	struct instance *i = add_adapter_part(a, "leaf_phase", "phase");

	ADD_NETS(a, a->f->slot_bits, "slot_next");
	PARAMETERS(i, { "SLOTS", a->f->shape.phase_slots }, { "SLOT_BITS", a->f->slot_bits });
}

static void add_random(const struct adapter *a)
{
	const struct frame *f = a->f;
	bool coin = f->lanes > 1 && f->shape.detour;

	if (!a->at_random && !coin)
		return;
	if (a->at_random)
		ADD_NETS(a, f->lanes * f->path_bits, "chance");
	if (coin)
		ADD_NETS(a, 1, "coin");
	struct instance *i = add_adapter_part(a, "leaf_random", "random");

	PARAMETERS(i, { "ADDRESS_BITS", f->levels }, { "LANES", f->lanes },
		      { "PATH_BITS", a->at_random ? f->path_bits : 1 });
}

/* The word on s_axis in the order of the wire: the number of the group, then the payload. Its way stands above. */
static struct bits s_word(const struct adapter *a)
{
	struct bits word = a->f->shape.groups > 0 ? both(whole(a, "s_axis_tdata"), part(a, "s_group", 0, a->f->group_bits)) : whole(a, "s_axis_tdata");

	return both(word, part(a, "s_axis_tdest", tdest_bits(a) - a->way_bits, a->way_bits));
}

static void connect_neighbours(const struct adapter *a, struct instance *i)
{
	const struct frame *f = a->f;
	unsigned s = f->source_bits, p = a->word_bits, before = f->lanes - 1;
	struct bits number = { 0 };

	for (unsigned k = 0; k < f->lanes; k++)
		bits_append(&number, bits_constant(k, f->lane_bits));
	instance_connect(i, "number", number);
	/* The last lane has no next lane: it never stores a neighbour's message. */
	instance_connect(i, "move_source", both(part(a, "source", s, before * s), part(a, "source", before * s, s)));
	instance_connect(i, "move_payload", both(part(a, "payload", p, before * p), part(a, "payload", before * p, p)));
}

/* Each lane takes turns with the same lane of other leaves; with a word moves what is kept of its turn. */
static void connect_turns(const struct adapter *a, struct instance *i)
{
	const struct frame *f = a->f;
	unsigned before = (f->lanes - 1) * TURN_BITS;

	instance_connect(i, "mark", part(a, "timing", 0, 1));
	instance_connect(i, "index", part(a, "timing", 1, f->index_bits));
	instance_connect(i, "line", part(a, "timing", 1 + f->index_bits, f->lanes));
	if (f->lanes == 1) {
		instance_connect(i, "done", whole(a, "s_axis_tready"));
		return;
	}
	instance_connect(i, "decide", timing(a, TIMING_DECIDE, 1));
	ADD_NETS(a, f->lanes * TURN_BITS, "kept");
	ADD_NETS(a, f->lanes, "passed");
	ADD_NETS(a, 1, "passed_any");
	instance_connect(i, "kept_before", both(part(a, "kept", before, TURN_BITS), part(a, "kept", 0, before)));
}

static void add_lanes(const struct adapter *a)
{
	const struct frame *f = a->f;
	struct instance *i = module_instance(a->m, a->design, "leaf_lane", f->lanes, "lane");

	if (a->general)
		instance_connect(i, "start", timing(a, TIMING_START, 1));
	if (f->lanes > 1) {
		connect_neighbours(a, i);
	} else {
		instance_connect(i, "word_valid", whole(a, "s_axis_tvalid"));
		instance_connect(i, "word_to", part(a, "s_axis_tdest", 0, a->label_bits));
		instance_connect(i, "word", s_word(a));
		instance_connect(i, "turned_any", whole(a, "turned"));
		instance_connect(i, "answering_next", timing(a, TIMING_ANSWER, 1));
	}
	if (f->turns)
		connect_turns(a, i);
	if (!a->broadcasts)
		instance_connect(i, "closed", whole(a, f->lanes > 1 ? "holds" : "m_axis_tvalid"));
	leave_unused(a, "source_unused", both(part(a, "source", 0, f->number_bits),
					      part(a, "source", f->number_bits + a->label_bits, f->path_bits)));
	module_assign(a->m, whole(a, "m_axis_tdata"), expression_of(part(a, "payload", 0, f->payload_bits)));
	struct bits user = both(part(a, "source", f->number_bits, a->label_bits), bits_constant(0, tdest_bits(a) - a->label_bits));

	module_assign(a->m, whole(a, "m_axis_tuser"), expression_of(both(user, part(a, "payload", f->payload_bits, f->group_bits))));
}

/* Adds the part that recognizes broadcasts to all and to groups among received messages, for each tree of a slot. */
static void add_audience(const struct adapter *a)
{
	const struct frame *f = a->f;
	unsigned trees = f->shape.trees_at_once;
	struct instance *i = module_instance(a->m, a->design, f->shape.groups > 0 ? "leaf_group" : "leaf_to_all", trees, "audience");
	struct bits from = { 0 };

	ADD_NETS(a, trees, "pending", "mine", "concerned", "may_refuse", "had_turn", "renew");
	PARAMETERS(i, { "LANES", f->lanes / trees }, { "ADDRESS_BITS", f->levels });
	if (f->shape.groups > 0) {
		PARAMETERS(i, { "PATH_BITS", f->path_bits }, { "LANE_BITS", f->lane_bits },
			      { "GROUPS", f->shape.groups }, { "GROUP_BITS", f->group_bits });
		leave_unused(a, "group_unused", part(a, "s_group", f->group_bits, (trees - 1) * f->group_bits));
	} else {
		for (unsigned k = 0; k < f->lanes; k++)
			bits_append(&from, part(a, "source", k * f->source_bits + f->lane_bits, f->levels));
		instance_connect(i, "from", from);
	}
}

static void add_broadcasts(const struct adapter *a)
{
	const struct frame *f = a->f;
	bool groups = f->shape.groups > 0, many = f->lanes > 1;

	ADD_NETS(a, 1, "broadcast", "closed", "verdict");
	ADD_NETS(a, f->shape.trees_at_once, "hold_back");
	ADD_NETS(a, groups ? 1 : f->shape.trees_at_once, groups ? "silence" : "judge");
	if (groups)
		ADD_NETS(a, 1, "owed");
	ADD_NETS(a, f->lanes, "tree", "on_tree", "arrived", "won", "refuses");
	add_audience(a);
	struct instance *i = add_adapter_part(a, "leaf_broadcast", "broadcasts");

	PARAMETERS(i, { "LANES", f->lanes }, { "TREES", f->shape.trees_at_once });
	instance_connect(i, "slot", timing(a, TIMING_BROADCAST, 1));
	instance_connect(i, "slot_tree", timing(a, TIMING_TREE, f->lanes));
	if (!many)
		instance_connect(i, "turned_any", whole(a, "turned"));
	instance_connect(i, "holds", whole(a, many ? "holds" : "m_axis_tvalid"));
	instance_connect(i, "holds_broadcast", part(a, "m_axis_tuser", f->levels, 1));
}

/* Broadcasts of a leaf with several lanes. */
static void add_broadcast_many(const struct adapter *a)
{
	struct instance *i = add_adapter_part(a, "leaf_broadcast_many", "broadcast_words");
	struct bits to_all = { 0 }, hold_back = { 0 };

	ADD_NETS(a, 1, "may_move");
	ADD_NETS(a, a->f->lanes, "delivered");
	for (unsigned k = 1; k <= a->f->lanes; k++)
		bits_append(&to_all, part(a, "word_to", k * a->label_bits - 1, 1));
	for (unsigned k = 0; k < a->f->lanes; k += a->f->shape.trees_at_once)
		bits_append(&hold_back, whole(a, "hold_back"));
	instance_connect(i, "hold_back", hold_back);
	instance_parameter(i, "LANES", a->f->lanes);
	instance_connect(i, "to_all", to_all);
	instance_connect(i, "coin", a->f->shape.detour ? whole(a, "coin") : bits_constant(0, 1));
	instance_connect(i, "lane_settled", whole(a, "settled"));
	instance_connect(i, "settled", whole(a, "delivered"));
}

/* Whether a word of any lane went where others wait to go. */
static void add_passed(const struct adapter *a)
{
	struct instance *i = add_adapter_part(a, "leaf_any", "any_passed");

	instance_parameter(i, "WIDTH", a->f->lanes);
	instance_connect(i, "in", whole(a, "passed"));
	instance_connect(i, "any", whole(a, "passed_any"));
}

static void add_many(const struct adapter *a)
{
	const struct frame *f = a->f;
	struct instance *i = add_adapter_part(a, "leaf_adapter_many", "stream");

	PARAMETERS(i, { "LANES", f->lanes }, { "LANE_BITS", f->lane_bits }, { "ADDRESS_BITS", f->levels },
		      { "EXTERNAL", a->label_bits - f->levels }, { "WORD_BITS", a->word_bits + a->way_bits },
		      { "TAG_BITS", f->tag_bits }, { "CHOSEN", f->shape.phase_slots > 0 });
	instance_connect(i, "s_axis_tdest", part(a, "s_axis_tdest", 0, a->label_bits));
	instance_connect(i, "s_lane", f->shape.phase_slots > 0 ? part(a, "s_axis_tdest", a->label_bits, f->lane_bits)
							       : bits_constant(0, f->lane_bits));
	instance_connect(i, "decide", timing(a, TIMING_DECIDE, 1));
	instance_connect(i, "s_word", s_word(a));
	if (a->broadcasts) {
		instance_connect(i, "settled", whole(a, "delivered"));
	} else {
		instance_connect(i, "arrived", whole(a, "complete"));
		instance_connect(i, "broadcast", bits_constant(0, 1));
		instance_connect(i, "may_move", f->shape.detour ? whole(a, "coin") : bits_constant(0, 1));
	}
}

static void add_one(const struct adapter *a)
{
	struct instance *i = add_adapter_part(a, "leaf_adapter_one", "stream");

	if (!a->broadcasts) {
		instance_connect(i, "arrived", whole(a, "complete"));
		instance_connect(i, "broadcast", bits_constant(0, 1));
		instance_connect(i, "won", bits_constant(0, 1));
	}
	if (!retries(a))
		return;
	i = add_adapter_part(a, "leaf_retry", "retry");
	instance_connect(i, "word_valid", whole(a, "s_axis_tvalid"));
}

/* Nets of a leaf with several lanes. */
static void add_many_nets(const struct adapter *a)
{
	const struct frame *f = a->f;

	ADD_NETS(a, 1, "holds", "turned_any");
	if (f->turns) {
		ADD_NETS(a, 1, "move_on");
		ADD_NETS(a, f->lanes, "done", "fresh");
	}
	ADD_NETS(a, f->lanes, "word_valid", "move");
	ADD_NETS(a, f->lanes * a->label_bits, "word_to");
	ADD_NETS(a, f->lanes * (a->word_bits + a->way_bits), "word");
	if (a->broadcasts)
		ADD_NETS(a, 1, "decided");
}

static void add_adapter_parts(const struct adapter *a)
{
	const struct frame *f = a->f;
	bool many = f->lanes > 1;

	if (many)
		add_many_nets(a);
	if (retries(a))
		ADD_NETS(a, f->lanes, "in_vain");
	if (f->shape.groups > 0)
		ADD_NETS(a, f->shape.trees_at_once * f->group_bits, "s_group");
	ADD_NETS(a, f->lanes, "settled", "complete", "turned");
	ADD_NETS(a, f->lanes * f->source_bits, "source");
	ADD_NETS(a, f->lanes * a->word_bits, "payload");
	add_timing(a);
	if (f->slot_bits > 0)
		add_phase(a);
	add_random(a);
	if (a->broadcasts)
		add_broadcasts(a);
	add_lanes(a);
	if (many && a->broadcasts)
		add_broadcast_many(a);
	if (many && f->turns)
		add_passed(a);
	if (many)
		add_many(a);
	else
		add_one(a);
}

const char *lower_adapter(struct design *d, const struct frame *f, bool plain)
{
	const struct module *known = design_find(d, "leaf_adapter");
	bool top = f->external_wires > 0 || f->shape.trees > 0;
	struct adapter a = { .design = d, .f = f, .plain = plain, .general = f->shape.height > 0,
			     .broadcasts = f->shape.trees > 0, .label_bits = f->levels + top,
			     .other_bits = f->path_bits + f->levels + top, .word_bits = f->group_bits + f->payload_bits,
			     .digits = frame_digits(f) };

	if (known)
		return known->name;
	a.way_bits = f->shape.phase_slots > 0 ? f->path_bits + f->slot_bits : 0;
	a.at_random = f->path_bits > 0 && (f->shape.detour || f->shape.up_routing == UP_ROUTING_RANDOM);
	lower_lane(&a);
	a.m = design_add(d, copy_string("leaf_adapter"),
			 copy_string("A leaf: words with a destination in, words with their source out, each exactly\n"
				     "once and in order per pair of leaves.\n"));
	add_adapter_ports(&a);
	add_adapter_parts(&a);
	connect_rest(&a);
	return a.m->name;
}
