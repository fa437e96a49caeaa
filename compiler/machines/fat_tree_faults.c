/* fat_tree_faults.c: the dead wires and leaves of a fat-tree.
 *
 * In: texts `node:LEVEL:INDEX`, a leaf, and `link:LEVEL:INDEX:WIRE`, a wire of the channel above a vertex. Out: distinct
 * faults, of whose fields `parent` is the wire; or one message with the nearest valid fault. */
#include "machines/fat_tree_faults.h"

#include <stdlib.h>

#include "machines/fat_tree_common.h"
#include "machines/fault_words.h"
#include "util/number.h"

const struct key fat_tree_faults_key = {
	.name = "faults", .type = KEY_OWN, .value = fault_list_value, .takes = "list of leaves and wires",
	.otherwise = "none are dead", .serial = "switches do not go round dead wires",
	.help = "Dead leaves and wires.",
};
const struct key fat_tree_fault_registers_key = {
	.name = "fault-registers", .type = KEY_FLAG, .field = offsetof(struct spec, fault_registers),
	.serial = "switches do not go round dead wires",
	.help = "Lets wires be marked dead or alive at run time.",
};

/* Leaves below a vertex, and wires of the channel above it. */
static unsigned leaves_below(const struct spec *spec, unsigned level, unsigned index)
{
	unsigned whole = 1u << (spec->levels - level), before = index * whole;

	return spec->leaves - before < whole ? spec->leaves - before : whole;
}

static unsigned wires_above(const struct spec *spec, unsigned level, unsigned index)
{
	return fat_tree_channel_capacity(spec, level, leaves_below(spec, level, index));
}

static unsigned least(unsigned long a, unsigned long b)
{
	return (unsigned)(a < b ? a : b);
}

/* Reports a fault outside this tree. */
static bool names_nothing(const struct value *value, const struct spec *spec, const struct fault_words *words,
			  const unsigned long high[MOST_FAULT_NUMBERS], const struct fault *nearest)
{
	char *text = spec_fault_text(nearest);

	if (!words->is_link && words->number[0] < spec->levels)
		error_at(value->at, "fault %.*s is a switching node, without which the leaves below it are cut off: expected a "
			 "leaf, whose level is %u, or a wire, link:LEVEL:INDEX:WIRE", SHOWN_BYTES, value->text, spec->levels);
	else if (words->number[0] != nearest->level)
		error_at(value->at, "fault %.*s names nothing: expected a channel of level %u to %lu", SHOWN_BYTES, value->text,
			 spec->external ? 0u : 1u, high[0]);
	else if (words->number[1] > high[1])
		error_at(value->at, "fault %.*s names nothing: expected a vertex from 0 to %lu, level %u has no more",
			 SHOWN_BYTES, value->text, high[1], nearest->level);
	else
		error_at(value->at, "fault %.*s names nothing: expected a wire from 0 to %lu, that channel of level %u has no "
			 "more", SHOWN_BYTES, value->text, high[2], nearest->level);
	suggest("%s", text);
	free(text);
	return false;
}

static bool read_wire_fault(const struct spec *spec, const struct value *value, struct fault *fault)
{
	unsigned long high[MOST_FAULT_NUMBERS] = { spec->levels };
	unsigned low = spec->external ? 0 : 1;
	struct fault_words words;
	bool formed = read_fault_words(value->text, 2, &words);

	fault->is_link = words.is_link;
	fault->level = words.is_link ? larger(least(words.number[0], high[0]), low) : spec->levels;
	high[1] = ((spec->leaves - 1) >> (spec->levels - fault->level));
	fault->index = least(words.number[1], high[1]);
	high[2] = words.is_link ? wires_above(spec, fault->level, fault->index) - 1 : 0;
	fault->parent = least(words.number[2], high[2]);
	if (!formed) {
		char *nearest = spec_fault_text(fault);

		refuse_fault_form(value, "node:LEVEL:INDEX, a leaf, or link:LEVEL:INDEX:WIRE", nearest);
		free(nearest);
		return false;
	}
	if (words.number[0] != fault->level)
		return names_nothing(value, spec, &words, high, fault);
	for (unsigned i = 1; i < MOST_FAULT_NUMBERS; i++)
		if (words.number[i] > high[i])
			return names_nothing(value, spec, &words, high, fault);
	return true;
}

/* Dead wires of a channel. */
static unsigned dead_wires(const struct spec *spec, unsigned level, unsigned index)
{
	unsigned dead = 0;

	for (size_t i = 0; i < spec->fault_count; i++) {
		const struct fault *f = &spec->faults[i];

		if (f->level != level || f->index != index)
			continue;
		if (!f->is_link)
			return wires_above(spec, level, index);
		dead++;
	}
	return dead;
}

static bool is_dead_channel(const struct spec *spec, const struct fault *f)
{
	return dead_wires(spec, f->level, f->index) == wires_above(spec, f->level, f->index);
}

/* Whether this is the first fault of its channel. */
static bool is_first(const struct spec *spec, size_t fault)
{
	const struct fault *f = &spec->faults[fault];

	for (size_t i = 0; i < fault; i++)
		if (spec->faults[i].level == f->level && spec->faults[i].index == f->index)
			return false;
	return true;
}

/* Channels with leaves keep a wire, and there are two leaves that can send to each other. */
static bool check_living(const struct request *q)
{
	const struct entry *entry = given(q, &fat_tree_faults_key);
	const struct spec *spec = q->spec;
	unsigned living = spec->leaves;

	for (size_t i = 0; i < spec->fault_count; i++) {
		const struct fault *f = &spec->faults[i];

		if (!is_first(spec, i) || !is_dead_channel(spec, f))
			continue;
		if (f->level < spec->levels) {
			unsigned first = f->index << (spec->levels - f->level);

			error_at(entry->value_at, "every wire of the channel above vertex %u of level %u is dead: expected one that "
				 "lives, or leaves %u to %u are cut off", f->index, f->level, first,
				 first + leaves_below(spec, f->level, f->index) - 1);
			suggest("faults without link:%u:%u:0", f->level, f->index);
			return false;
		}
		living--;
	}
	if (living >= 2)
		return true;
	error_at(entry->value_at, "the faults leave %u of %u leaves: expected at least 2 that live", living, spec->leaves);
	return suggest("fewer dead leaves");
}

/* Concentrators that go round dead wires are Batcher's. */
static bool check_widest(const struct request *q)
{
	const struct entry *entry = given(q, &fat_tree_faults_key);
	unsigned widest = fat_tree_widest(q->spec);

	if (!has_dead_wires(q->spec) || widest <= LIVING_MAXIMUM_INPUTS)
		return true;
	if (!entry)
		entry = given(q, &fat_tree_fault_registers_key);
	error_at(entry->key_at, "%s, and a concentrator has %u inputs: expected at most %d where wires may be dead", entry->key,
		 widest, LIVING_MAXIMUM_INPUTS);
	return suggest("a smaller root-capacity");
}

bool read_wire_faults(const struct request *q)
{
	return read_fault_list(q, &fat_tree_faults_key, read_wire_fault) && check_living(q) && check_widest(q);
}

void warn_of_dead_leaves(const struct request *q)
{
	const struct spec *spec = q->spec;

	for (size_t i = 0; i < spec->fault_count && !spec->fault_registers; i++) {
		const struct fault *f = &spec->faults[i];

		if (f->level < spec->levels || !is_dead_channel(spec, f))
			continue;
		warning_at(given(q, &fat_tree_faults_key)->value_at, "leaf %u is dead: a word for it is sent again for ever, and "
			   "keeps %s of its sender", f->index, spec->connections == 1 ? "the only lane" : "one of the lanes");
		return;
	}
}

unsigned fat_tree_wires(const struct subtree *tree)
{
	unsigned wires = tree->capacity;

	for (unsigned j = 0; j < tree->children; j++)
		wires += tree->child[j] ? fat_tree_wires(tree->child[j]) : 0;
	return wires;
}

unsigned fat_tree_channel_bit(const struct network *net, unsigned level, unsigned index, const struct subtree **tree)
{
	const struct subtree *at = network_root(net);
	unsigned bit = 0;

	for (unsigned k = level; k-- > 0;) {
		unsigned right = index >> k & 1;

		bit += at->capacity + (right ? fat_tree_wires(at->child[0]) : 0);
		at = at->child[right];
	}
	*tree = at;
	return bit;
}

void fat_tree_set_dead(const struct network *net, uint8_t *dead)
{
	for (size_t i = 0; i < net->spec->fault_count; i++) {
		const struct fault *f = &net->spec->faults[i];
		const struct subtree *tree;
		unsigned bit = fat_tree_channel_bit(net, f->level, f->index, &tree);

		for (unsigned wire = 0; wire < tree->capacity; wire++)
			if (!f->is_link || wire == f->parent)
				dead[bit + wire] = 1;
	}
}

unsigned fat_tree_dead_wires(const struct network *net, unsigned level, unsigned index)
{
	return dead_wires(net->spec, level, index);
}

void fat_tree_note_dead_leaves(struct network *net)
{
	const struct spec *spec = net->spec;

	for (size_t i = 0; i < spec->fault_count; i++) {
		const struct fault *f = &spec->faults[i];

		if (f->level < spec->levels || !is_first(spec, i) || !is_dead_channel(spec, f))
			continue;
		if (!net->dead_ends) {
			net->dead_ends = allocate_array(spec->leaves, sizeof *net->dead_ends);
			net->living_ends = spec->leaves;
		}
		net->dead_ends[f->index] = true;
		net->living_ends--;
	}
}
