/* parameters.c: the parameters of hypertrees and ring trees.
 *
 * In: `nodes` or `height`, `faults`, a list of `node:NUMBER` and `link:NUMBER:NUMBER`, and what fault registers and
 * acknowledged words need of each other. Out: struct hypertree_parameters, whose faults are distinct and are nodes and
 * links of the network. */
#include <stdlib.h>

#include "machines/fault_words.h"
#include "machines/hypertree/model.h"
#include "machines/streams.h"
#include "parse/bus.h"
#include "parse/crossing.h"
#include "util/number.h"

enum { MOST_HEIGHT = 6 };

static json_t *faults_value(const struct spec *spec);

static json_t *buffers_value(const struct spec *spec)
{
	return json_integer(hypertree_parameters(spec)->buffers);
}

static json_t *no_value(const struct spec *spec)
{
	(void)spec;
	return NULL;
}

static const struct key nodes_key = {
	.name = "nodes", .type = KEY_NUMBER, .own = true, .field = offsetof(struct hypertree_parameters, nodes),
	.low = 2, .high = MOST_HYPERTREE_NODES, .rivals = (const char *const[]){ "height", NULL }, .otherwise = "from `height`",
	.help = "Number of nodes, each with a processor.",
	.size = true,
};
static const struct key height_key = {
	.name = "height", .type = KEY_OWN, .value = no_value, .takes = "1 .. 6", .otherwise = "from `nodes`",
	.rivals = (const char *const[]){ "nodes", NULL }, .help = "Instead of `nodes`: height n gives 2^(n+1) - 1"
		" nodes.",
};
static const struct key packet_payload_bits_key = {
	.name = "payload-bits", .type = KEY_NUMBER, .field = offsetof(struct spec, payload_bits),
	.low = LEAST_HYPERTREE_PAYLOAD, .high = MOST_HYPERTREE_PAYLOAD, .preset = 64, .help = "Bits of payload in each packet.",
};
static const char *const buffers_words[] = { "2", "4", NULL };
static const struct key buffers_key = {
	.name = "buffers", .type = KEY_OWN, .value = buffers_value, .takes = "2, 4", .otherwise = "2",
	.help = "Packets per queue.",
};
static const struct key acknowledge_key = {
	.name = "acknowledge", .type = KEY_FLAG, .own = true, .field = offsetof(struct hypertree_parameters, acknowledge),
	.otherwise = "the value of `fault-registers`",
	.help = "Receivers acknowledge each word, and refuse words without room.",
};
/* With a bus there are as many as accesses, by the bus's key of that name. */
static bool has_outstanding(const struct spec *spec)
{
	return hypertree_parameters(spec)->acknowledge && !spec->bus;
}
static json_t *outstanding_value(const struct spec *spec)
{
	return json_integer(hypertree_parameters(spec)->outstanding);
}
static const struct key outstanding_key = {
	.name = "outstanding", .type = KEY_OWN, .low = 1, .high = MOST_OUTSTANDING, .preset = 1, .has = has_outstanding,
	.value = outstanding_value, .once = "lanes",
	.help = "With `acknowledge`: maximum words in flight per processor.",
};
static const struct key fault_registers_key = {
	.name = "fault-registers", .type = KEY_FLAG, .field = offsetof(struct spec, fault_registers),
	.help = "Lets nodes and links be marked dead or alive at run time.",
};
static const struct key faults_key = {
	.name = "faults", .type = KEY_OWN, .value = faults_value, .takes = "list of nodes and links",
	.otherwise = "none are dead", .help = "Dead nodes and links.",
};

#define KEYS_OF_ALL KEYS_FIRST, &nodes_key, &height_key, &packet_payload_bits_key, &buffers_key, &acknowledge_key, \
	&outstanding_key, KEYS_STREAM, KEYS_BUS, KEYS_CROSSING
#define KEYS_OF_HARDWARE &family_key, &clock_key, &probe_key

const struct key *const hypertree_keys[] = { KEYS_OF_ALL, &faults_key, &fault_registers_key, KEYS_OF_HARDWARE, NULL };
const struct key *const ring_tree_keys[] = { KEYS_OF_ALL, KEYS_OF_HARDWARE, NULL };

const struct hypertree_parameters *hypertree_parameters(const struct spec *spec)
{
	return spec->own;
}

static json_t *faults_value(const struct spec *spec)
{
	const struct hypertree_parameters *own = hypertree_parameters(spec);
	json_t *list = json_array();

	for (unsigned i = 0; i < own->fault_count; i++) {
		char *text = hypertree_part_text(&own->fault[i]);

		json_array_append_new(list, json_string(text));
		free(text);
	}
	return list;
}

static bool read_nodes(const struct request *q, struct hypertree_parameters *own)
{
	unsigned height;

	if (given(q, &nodes_key) && given(q, &height_key))
		return refuse_both(q, &nodes_key, &height_key, "the number of nodes");
	if (given(q, &nodes_key))
		return true;
	if (!given(q, &height_key)) {
		error_at((struct place){ .file = q->spec->source },
			 "nodes is missing: expected the number of nodes, from 2 to %d", MOST_HYPERTREE_NODES);
		return suggest("nodes: 15");
	}
	if (!read_number(q, &height_key, 1, MOST_HEIGHT, &height))
		return false;
	own->nodes = (2u << height) - 1;
	return true;
}

static unsigned nearest_node(const struct hypertree *h, unsigned long number)
{
	return number < 1 ? 1 : number > h->nodes ? h->nodes : (unsigned)number;
}

static unsigned long distance(unsigned long a, unsigned long b)
{
	return a > b ? a - b : b - a;
}

/* The part that is most like the words: of links one of the first node, or of the nearest to it. */
static struct hypertree_part nearest_part(const struct hypertree *h, const struct fault_words *words)
{
	unsigned node = nearest_node(h, words->number[0]), other = 0;

	for (enum hypertree_port port = PORT_UP; words->is_link && port < PORT_OWN; port++) {
		unsigned end = hypertree_neighbour(h, node, port);

		if (end && (!other || distance(end, words->number[1]) < distance(other, words->number[1])))
			other = end;
	}
	return other && other < node ? (struct hypertree_part){ other, node } : (struct hypertree_part){ node, other };
}

static bool names_no_node(const struct hypertree *h, const struct value *value, const char *nearest)
{
	error_at(value->at, "fault %.*s names nothing: expected nodes from 1 to %u", SHOWN_BYTES, value->text, h->nodes);
	return suggest("%s", nearest);
}

static bool names_no_link(const struct hypertree *h, const struct value *value, unsigned node, const char *nearest)
{
	struct text others = {0};

	for (enum hypertree_port port = PORT_UP; port < PORT_OWN; port++) {
		unsigned other = hypertree_neighbour(h, node, port);

		if (other)
			text_print(&others, "%s%u", others.length ? ", " : "", other);
	}
	error_at(value->at, "fault %.*s names nothing: expected a link, those of node %u lead to %s", SHOWN_BYTES,
		 value->text, node, others.bytes);
	text_free(&others);
	return suggest("%s", nearest);
}

static bool is_node(const struct hypertree *h, unsigned long number)
{
	return number >= 1 && number <= h->nodes;
}

/* Whether the words name a part; false after a message. */
static bool check_words(const struct hypertree *h, const struct value *value, const struct fault_words *words,
			const char *nearest)
{
	if (!is_node(h, words->number[0]) || (words->is_link && !is_node(h, words->number[1])))
		return names_no_node(h, value, nearest);
	unsigned node = (unsigned)words->number[0], other = (unsigned)words->number[1];

	if (words->is_link && hypertree_port_to(h, node, other) == PORT_OWN)
		return names_no_link(h, value, node, nearest);
	return true;
}

bool hypertree_read_fault(const struct hypertree *h, const struct value *value, struct hypertree_part *fault)
{
	static const char form[] = "node:NUMBER or link:NUMBER:NUMBER, the link's two ends";
	struct fault_words words;
	bool formed = read_fault_words(value->text, 1, &words);

	/* If the words name a part, it is the nearest one. */
	*fault = nearest_part(h, &words);
	char *nearest = hypertree_part_text(fault);
	bool good = formed ? check_words(h, value, &words, nearest) : refuse_fault_form(value, form, nearest);

	free(nearest);
	return good;
}

void hypertree_add_fault(struct hypertree_parameters *own, struct hypertree_part fault, struct fault_place at)
{
	for (unsigned i = 0; i < own->fault_count; i++)
		if (own->fault[i].node == fault.node && own->fault[i].other == fault.other)
			return;
	own->fault_place[own->fault_count] = at;
	own->fault[own->fault_count++] = fault;
}

bool hypertree_check_living(const struct hypertree_parameters *own, struct place at)
{
	unsigned living = own->nodes;

	for (unsigned i = 0; i < own->fault_count; i++)
		living -= !own->fault[i].other;
	if (living >= 2)
		return true;
	error_at(at, "the faults leave %u of %u nodes: expected at least 2 that live", living, own->nodes);
	return suggest("fewer dead nodes");
}

static bool read_faults(const struct request *q, struct hypertree_parameters *own)
{
	const struct entry *entry = given(q, &faults_key);
	struct hypertree *h = hypertree_new(q->spec->kind - hypertree_kinds, own->nodes);
	bool good = true;

	if (entry && entry->count > 0)
		keep_fault_lines(q->spec, entry);
	for (size_t i = 0; good && entry && i < entry->count; i++) {
		const struct place *at = &entry->items[i].at, *first = &entry->items[0].at;
		struct fault_place place = { at->line, at->column,
					     at->line_text ? (size_t)(at->line_text - first->line_text) : 0 };
		struct hypertree_part fault = {0};

		good = hypertree_read_fault(h, &entry->items[i], &fault);
		if (good)
			hypertree_add_fault(own, fault, place);
	}
	hypertree_free(h);
	return good && (!entry || hypertree_check_living(own, entry->value_at));
}

static bool read_buffers(const struct request *q, struct hypertree_parameters *own)
{
	unsigned word = 0;

	if (!read_word(q, &buffers_key, buffers_words, &word))
		return false;
	own->buffers = word == 0 ? 2 : 4;
	return true;
}

/* Words under way, of a network without a bus. */
static bool read_outstanding(const struct request *q, struct hypertree_parameters *own)
{
	own->outstanding = outstanding_key.preset;
	return bus_is_given(q) || read_number(q, &outstanding_key, outstanding_key.low, outstanding_key.high, &own->outstanding);
}

/* A purge takes words along, which only senders with acknowledged words have kept. */
static bool read_acknowledge(const struct request *q, struct hypertree_parameters *own)
{
	const struct entry *acknowledge = given(q, &acknowledge_key), *outstanding = given(q, &outstanding_key);

	if (!acknowledge)
		own->acknowledge = q->spec->fault_registers;
	if (q->spec->fault_registers && !own->acknowledge) {
		char *place = where(given(q, &fault_registers_key));

		error_at(acknowledge->value_at, "acknowledge is false, but fault-registers in %s is true: expected true, for"
			 " words that are lost with a link are sent again", place);
		suggest_value(acknowledge, "true");
		free(place);
		return false;
	}
	if (own->acknowledge || !outstanding || bus_is_given(q))
		return true;
	error_at(outstanding->key_at,
		 "outstanding is given, but words are not acknowledged: expected no outstanding, or acknowledge: true");
	return suggest(outstanding->is_override ? "--set acknowledge=true" : "acknowledge: true");
}

bool read_hypertree(const struct request *q)
{
	struct hypertree_parameters *own = q->spec->own;

	q->spec->leaf = &hypertree_leaf;
	q->spec->connections = 1;
	if (!read_nodes(q, own) || !read_buffers(q, own) || !read_outstanding(q, own) || !read_acknowledge(q, own)
	    || !read_faults(q, own))
		return false;
	q->spec->leaves = own->nodes;
	if (!bus_read(q, q->spec->machine->first_end))
		return false;
	if (q->spec->bus)
		own->outstanding = smaller(q->spec->bus->outstanding, MOST_OUTSTANDING);
	return check_streams(q);
}

struct hypertree *hypertree_of(const struct spec *spec)
{
	const struct hypertree_parameters *own = hypertree_parameters(spec);
	struct hypertree *h = hypertree_new(spec->kind - hypertree_kinds, own->nodes);

	h->fault_registers = spec->fault_registers;
	for (unsigned i = 0; i < own->fault_count; i++)
		hypertree_kill(h, &own->fault[i]);
	return h;
}

/* A word for a dead node is never answered. Without fault registers it never will be. */
void warn_of_hypertree(const struct request *q)
{
	const struct hypertree_parameters *own = q->spec->own;
	const struct entry *faults = given(q, &faults_key);

	if (!own->acknowledge || q->spec->fault_registers)
		return;
	for (unsigned i = 0; i < own->fault_count; i++) {
		if (own->fault[i].other)
			continue;
		warning_at(faults->value_at, "node %u is dead, and words are acknowledged: a word for it is sent again for ever, "
			   "and keeps %s of its sender", own->fault[i].node,
			   own->outstanding == 1 ? "the only slot" : "one of the slots");
		return;
	}
}
