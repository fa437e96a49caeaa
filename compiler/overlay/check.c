/* check.c: an image decoded into a circuit, and compared with the circuit that it was made of.
 *
 *   image --every wire back to what drives it, every clock--> struct decoded --cell for cell--> struct logic
 *
 * A *node* is a value that some other one determines: what leaves an element on a side, an element's g, or the register of
 * a border position that belongs to the tree. Nodes are evaluated on demand, from output pins and latches backwards; what
 * nothing asks for may be anything. Nothing here knows how images are made.
 */
#include "overlay/check.h"

#include <stdlib.h>
#include <string.h>

#include "overlay/element.h"
#include "util/number.h"
#include "util/text.h"

/* ---- the nodes of an image ------------------------------------------------------------------------------------------- */

enum progress { UNTOUCHED, UNDER_WAY, DONE };

struct decoder {
	const struct overlay *o;
	const struct image *image;
	unsigned elements;
	struct decoded_source *value;		/* [node] */
	unsigned char *progress;		/* [node]: enum progress */
	unsigned *stack;			/* [nodes]: under way, each asked for by the one before */
	char *why;
};

/* Takes over the reason. Returns false. */
static bool refuse(char **why, char *reason)
{
	free(*why);
	*why = reason;
	return false;
}

/* Nodes: 4 element + side, 4 elements + element, and behind these the registers, mesh after mesh. */
static unsigned side_node(unsigned element, unsigned side)
{
	return SIDES * element + side;
}

static unsigned gate_node(const struct decoder *d, unsigned element)
{
	return SIDES * d->elements + element;
}

static unsigned register_node(const struct decoder *d, unsigned mesh, unsigned position)
{
	return (SIDES + 1) * d->elements + mesh * d->o->positions + position;
}

static unsigned nodes(const struct decoder *d)
{
	return register_node(d, d->o->meshes, 0);
}

static char *element_words(const struct overlay *o, unsigned element)
{
	unsigned size = o->side * o->side;

	return format_string("element (%u, %u) of mesh %u", element % size / o->side, element % o->side, element / size);
}

static char *node_words(const struct decoder *d, unsigned node)
{
	static const char *const sides[SIDES] = { "north", "east", "south", "west" };
	unsigned behind = node - (SIDES + 1) * d->elements;

	if (node >= (SIDES + 1) * d->elements)
		return format_string("the register of tree position %u of mesh %u", behind % d->o->positions,
				     behind / d->o->positions);
	bool gate = node >= SIDES * d->elements;
	char *element = element_words(d->o, gate ? node - SIDES * d->elements : node / SIDES), *words;

	words = format_string("%s of %s", gate ? "the gate" : sides[node % SIDES], element);
	free(element);
	return words;
}

/* What a node reads: another node, or a value that is steady from the begin of a step. */
struct input {
	bool is_node;
	unsigned node;
	struct decoded_source value;
};

static struct input input_node(unsigned node)
{
	return (struct input){ .is_node = true, .node = node };
}

/* What comes in at a border position. */
static struct input border_input(const struct decoder *d, unsigned mesh, unsigned b)
{
	int pin = overlay_border_pin(d->o, b), position = overlay_border_position(d->o, b);

	if (pin >= 0)
		return (struct input){ .value = { DECODED_PIN, mesh * d->o->pins + (unsigned)pin, false, 0 } };
	if (position >= 0)
		return input_node(register_node(d, mesh, (unsigned)position));
	return (struct input){ .value = { .of = DECODED_ZERO } };
}

/* The wire that enters an element on a side. */
static struct input side_input(const struct decoder *d, unsigned element, unsigned side)
{
	unsigned m = d->o->side, mesh = element / (m * m), row = element / m % m, column = element % m, last = m - 1;

	switch ((enum compass)side) {
	case NORTH:
		return row > 0 ? input_node(side_node(element - m, SOUTH)) : border_input(d, mesh, column);
	case EAST:
		return column < last ? input_node(side_node(element + 1, WEST)) : border_input(d, mesh, m + row);
	case SOUTH:
		return row < last ? input_node(side_node(element + m, NORTH)) : border_input(d, mesh, 2 * m + last - column);
	default:
		return column > 0 ? input_node(side_node(element - 1, EAST)) : border_input(d, mesh, 3 * m + last - row);
	}
}

/* The node of the wire that leaves a mesh at a border position. */
static unsigned border_wire(const struct decoder *d, unsigned mesh, unsigned b)
{
	struct overlay_place at = overlay_border(d->o, b);

	return side_node(overlay_element(d->o, mesh, at.row, at.column), at.side);
}

/* ---- through the tree ------------------------------------------------------------------------------------------------ */

/* A wire of a channel: of leaf `vertex` at level `levels`, else of the node `vertex` of its level. */
struct channel_wire {
	unsigned level, vertex, wire;
	bool nothing;				/* in its place a constant 0 */
};

/* The settings of a plan within a RAM, in a cycle. */
struct plan_settings {
	const struct plan *plan;		/* NULL: output i is input i */
	unsigned inputs;
	struct overlay_ram ram;
	unsigned low, cycle;
};

static unsigned chosen_number(const struct decoder *d, const struct plan_settings *s, const struct choice *choice)
{
	unsigned number = 0;

	for (unsigned bit = 0; bit < digit_bits(choice->count); bit++)
		number |= image_get(d->image, s->ram, s->cycle, s->low + choice->setting + bit * choice->step, 1) << bit;
	return number;
}

/* Replaces an output of the plan by the input that it shows. */
static bool through_plan(struct decoder *d, const struct plan_settings *s, struct channel_wire *at)
{
	for (unsigned stage = s->plan ? plan_stages(s->plan) : 0; stage-- > 0;) {
		struct choice choice = plan_choice(s->plan, stage, at->wire);
		unsigned number = chosen_number(d, s, &choice);

		if (number >= choice.count)
			return refuse(&d->why, format_string("in cycle %u output %u of a concentrator of node %u of level %u chooses "
							     "wire %u of %u", s->cycle, at->wire, at->vertex, at->level, number,
							     choice.count));
		at->wire = choice.wire ? choice.wire[number] : choice.first + number;
	}
	at->nothing = at->wire >= s->inputs;
	return true;
}

static unsigned plan_bits(const struct plan *plan)
{
	return plan ? plan->settings : 0;
}

/* From a wire down to where it comes out of a node: the node's wire from above, or one up of the sibling; *down says which. */
static bool back_down(struct decoder *d, unsigned cycle, struct channel_wire *at, bool *down)
{
	unsigned side = at->vertex % 2, sibling = at->vertex ^ 1;
	const struct node *node = network_node(d->o->net, --at->level);
	struct plan_settings s = { node->down[side], node->parent_wires + node->child_wires[1 - side],
				   overlay_node_ram(d->o, at->level, at->vertex / 2, true),
				   side == 1 ? plan_bits(node->down[0]) : 0, cycle };

	at->vertex /= 2;
	if (!through_plan(d, &s, at))
		return false;
	*down = at->wire < node->parent_wires;
	if (!*down) {
		at->wire -= node->parent_wires;
		at->vertex = sibling;
		at->level++;
	}
	return true;
}

/* From a wire up of a node to the child's wire that it shows. */
static bool back_up(struct decoder *d, unsigned cycle, struct channel_wire *at)
{
	const struct node *node = network_node(d->o->net, at->level);
	unsigned left = node->child_wires[0];
	struct plan_settings s = { node->up, left + node->child_wires[1], overlay_node_ram(d->o, at->level, at->vertex, false), 0,
				   cycle };

	if (!through_plan(d, &s, at))
		return false;
	at->vertex = 2 * at->vertex + (at->wire >= left);
	at->wire -= at->wire >= left ? left : 0;
	at->level++;
	return true;
}

/* The border position whose wire arrives by `wire` of the channel down to a leaf in a cycle; none if *nothing. */
static bool sender_of(struct decoder *d, unsigned cycle, unsigned leaf, unsigned wire, unsigned *node, bool *nothing)
{
	const struct overlay *o = d->o;
	struct channel_wire at = { o->levels, leaf, wire, false };
	bool good = true;

	for (bool down = true; down && good && !at.nothing;)
		good = back_down(d, cycle, &at, &down);
	while (good && !at.nothing && at.level < o->levels)
		good = back_up(d, cycle, &at);
	*nothing = at.nothing;
	if (!good || at.nothing)
		return good;
	unsigned number = image_get(d->image, overlay_leaf_ram(o, at.vertex, false), cycle, at.wire * o->up_bits, o->up_bits);
	unsigned position = number * o->wires + at.wire;

	if (position >= o->positions)
		return refuse(&d->why, format_string("in cycle %u mesh %u sends position %u of wire %u, which has no such position",
						     cycle, at.vertex, number, at.wire));
	*node = border_wire(d, at.vertex, overlay_tree_border(o, position));
	return true;
}

/* What loads a register. */
struct load {
	unsigned cycles;			/* of a pass */
	unsigned *cycle;			/* [cycles] */
	bool nothing;
	unsigned node;				/* the border wire */
};

/* Finds it: the same in all cycles that load the register, or the register has no steady value. */
static bool find_load(struct decoder *d, unsigned reg, struct load *load)
{
	const struct overlay *o = d->o;
	unsigned behind = reg - (SIDES + 1) * d->elements, mesh = behind / o->positions, position = behind % o->positions;
	unsigned wire = position % o->wires, node = 0;
	bool nothing;

	for (unsigned cycle = 0; cycle < d->image->cycles; cycle++) {
		uint32_t number = image_get(d->image, overlay_leaf_ram(o, mesh, true), cycle, wire * o->down_bits, o->down_bits);

		if (number != position / o->wires + 1)
			continue;
		if (!sender_of(d, cycle, mesh, wire, &node, &nothing))
			return false;
		if (load->cycles > 0 && (nothing != load->nothing || (!nothing && node != load->node)))
			return refuse(&d->why, format_string("the register of tree position %u of mesh %u is loaded in cycles %u and "
							     "%u from different places", position, mesh, load->cycle[0], cycle));
		load->nothing = nothing;
		load->node = node;
		load->cycle[load->cycles++] = cycle;
	}
	return load->cycles > 0
	       || refuse(&d->why, format_string("the register of tree position %u of mesh %u is read, but nothing loads it", position,
						mesh));
}

/* The clock from which the register holds a value that is steady at its sender from `steady` on. */
static unsigned loaded_at(const struct decoder *d, const struct load *load, unsigned steady)
{
	unsigned first = UINT32_MAX;

	for (unsigned k = 0; k < load->cycles; k++) {
		unsigned period = d->image->cycles, wait = (load->cycle[k] + period - steady % period) % period;

		first = smaller(first, steady + wait);
	}
	return first + d->o->latency + 2;
}

/* ---- values ---------------------------------------------------------------------------------------------------------- */

/* Asks for a node, which is pushed unless it is done. False if it is under way: it depends on itself. */
static bool ask(struct decoder *d, unsigned node, unsigned *depth)
{
	if (d->progress[node] == DONE)
		return true;
	if (d->progress[node] == UNDER_WAY) {
		char *words = node_words(d, node);

		refuse(&d->why, format_string("a way runs in a circle, through %s", words));
		free(words);
		return false;
	}
	d->progress[node] = UNDER_WAY;
	d->stack[(*depth)++] = node;
	return true;
}

/* The value of an input whose node is done. */
static struct decoded_source value_of(const struct decoder *d, struct input input)
{
	return input.is_node ? d->value[input.node] : input.value;
}

/* Asks for the nodes of inputs; *ready if all are done. */
static bool ask_inputs(struct decoder *d, const struct input *input, unsigned count, unsigned *depth, bool *ready)
{
	*ready = true;
	for (unsigned i = 0; i < count && *ready; i++) {
		if (!input[i].is_node || d->progress[input[i].node] == DONE)
			continue;
		*ready = false;
		if (!ask(d, input[i].node, depth))
			return false;
	}
	return true;
}

static bool evaluate_gate(struct decoder *d, unsigned node, unsigned *depth, bool *ready)
{
	unsigned element = node - SIDES * d->elements;
	uint16_t control = d->image->control[element];
	struct input input[2];

	for (unsigned k = 0; k < 2; k++)
		input[k] = side_input(d, element, element_operand(control, k));
	if (!ask_inputs(d, input, 2, depth, ready))
		return false;
	if (*ready)
		d->value[node] = (struct decoded_source){ DECODED_GATE, element, false,
							  larger(value_of(d, input[0]).clock, value_of(d, input[1]).clock) };
	return true;
}

/* A side shows its choice a clock later; where there is none, 0 always. */
static bool evaluate_side(struct decoder *d, unsigned node, unsigned *depth, bool *ready)
{
	unsigned element = node / SIDES, side = node % SIDES, choice = element_choice(d->image->control[element], side);
	struct input input = { .value = { .of = DECODED_ZERO } };

	if (choice == CHOICE_GATE || choice == CHOICE_NOT_GATE)
		input = input_node(gate_node(d, element));
	else if (choice == CHOICE_LATCH || choice == CHOICE_NOT_LATCH)
		input.value = (struct decoded_source){ DECODED_LATCH, element, false, 0 };
	else if (choice != CHOICE_NOTHING)
		input = side_input(d, element, element_from(side, choice));
	if (!ask_inputs(d, &input, 1, depth, ready))
		return false;
	if (*ready) {
		d->value[node] = value_of(d, input);
		d->value[node].clock += choice != CHOICE_NOTHING;
		d->value[node].complement ^= choice == CHOICE_NOT_GATE || choice == CHOICE_NOT_LATCH;
	}
	return true;
}

static bool evaluate_register(struct decoder *d, unsigned node, unsigned *depth, bool *ready)
{
	struct load load = { .cycle = allocate_array(d->image->cycles, sizeof *load.cycle) };
	struct input input = { .value = { .of = DECODED_ZERO } };
	bool good = find_load(d, node, &load);

	if (good && !load.nothing)
		input = input_node(load.node);
	good = good && ask_inputs(d, &input, 1, depth, ready);
	if (good && *ready) {
		d->value[node] = value_of(d, input);
		d->value[node].clock = loaded_at(d, &load, d->value[node].clock);
	}
	free(load.cycle);
	return good;
}

/* Evaluates a node and all that it depends on. */
static bool evaluate(struct decoder *d, unsigned node)
{
	unsigned depth = 0;
	bool good = ask(d, node, &depth);

	while (good && depth > 0) {
		unsigned top = d->stack[depth - 1];
		bool ready = false;

		if (top < SIDES * d->elements)
			good = evaluate_side(d, top, &depth, &ready);
		else if (top < (SIDES + 1) * d->elements)
			good = evaluate_gate(d, top, &depth, &ready);
		else
			good = evaluate_register(d, top, &depth, &ready);
		if (ready) {
			d->progress[top] = DONE;
			depth--;
		}
	}
	return good;
}

static bool evaluate_input(struct decoder *d, struct input input, struct decoded_source *value)
{
	if (input.is_node && !evaluate(d, input.node))
		return false;
	*value = value_of(d, input);
	return true;
}

/* ---- the circuit ----------------------------------------------------------------------------------------------------- */

/* Elements that are in use and whose operands are still to be found. */
struct agenda {
	unsigned *element;
	unsigned count;
};

static void note_use(struct decoded *decoded, struct agenda *agenda, const struct decoded_source *source)
{
	if ((source->of != DECODED_GATE && source->of != DECODED_LATCH) || decoded->used[source->index])
		return;
	decoded->used[source->index] = true;
	agenda->element[agenda->count++] = source->index;
}

/* A step lasts until its last clock, in which a value that is steady at `clock` must be there. */
static void note_step(struct decoded *decoded, unsigned clock)
{
	decoded->step = larger(decoded->step, clock + 1);
}

static bool decode_pins(struct decoder *d, struct decoded *decoded, struct agenda *agenda)
{
	for (size_t i = 0; i < d->image->output_count; i++) {
		const struct image_pin *pin = &d->image->output[i];
		struct decoded_source *shows = &decoded->pin[pin->mesh * d->o->pins + pin->pin];

		if (!evaluate_input(d, input_node(border_wire(d, pin->mesh, overlay_pin_border(d->o, pin->pin))), shows))
			return false;
		note_use(decoded, agenda, shows);
		note_step(decoded, shows->clock);
	}
	return true;
}

static bool decode_elements(struct decoder *d, struct decoded *decoded, struct agenda *agenda)
{
	while (agenda->count > 0) {
		unsigned element = agenda->element[--agenda->count];
		uint16_t control = d->image->control[element];
		struct decoded_source g, *x = &decoded->x[element], *y = &decoded->y[element];

		if (!evaluate_input(d, input_node(gate_node(d, element)), &g)
		    || !evaluate_input(d, side_input(d, element, element_operand(control, 0)), x)
		    || !evaluate_input(d, side_input(d, element, element_operand(control, 1)), y))
			return false;
		decoded->steady[element] = g.clock;
		note_use(decoded, agenda, x);
		note_use(decoded, agenda, y);
	}
	return true;
}

/* Latches of the map, and those that others read. */
static void note_latches(const struct decoder *d, struct decoded *decoded)
{
	for (size_t i = 0; i < d->image->latch_count; i++) {
		const struct image_latch *latch = &d->image->latch[i];

		if (!latch->constant)
			note_step(decoded, decoded->steady[overlay_element(d->o, latch->mesh, latch->row, latch->column)]);
	}
	for (unsigned node = 0; node < SIDES * d->elements; node++)
		if (d->progress[node] == DONE && d->value[node].of == DECODED_LATCH && decoded->used[d->value[node].index])
			note_step(decoded, decoded->steady[d->value[node].index]);
}

static bool decode(struct decoder *d, struct decoded *decoded)
{
	struct agenda agenda = { allocate_array(d->elements, sizeof *agenda.element), 0 };
	bool good;

	for (size_t i = 0; i < d->image->latch_count; i++) {
		const struct image_latch *latch = &d->image->latch[i];
		struct decoded_source s = { .of = DECODED_LATCH,
					    .index = overlay_element(d->o, latch->mesh, latch->row, latch->column) };

		if (!latch->constant)
			note_use(decoded, &agenda, &s);
	}
	good = decode_pins(d, decoded, &agenda) && decode_elements(d, decoded, &agenda);
	if (good)
		note_latches(d, decoded);
	free(agenda.element);
	return good;
}

static bool pins_exist(const struct overlay *o, const struct image_pin *pin, size_t count, const char *way, char **why)
{
	bool *taken = allocate_array((size_t)o->meshes * o->pins + 1, sizeof *taken);
	bool good = true;

	for (size_t i = 0; i < count && good; i++) {
		good = pin[i].mesh < o->meshes && pin[i].pin < o->pins && !taken[pin[i].mesh * o->pins + pin[i].pin];
		if (good)
			taken[pin[i].mesh * o->pins + pin[i].pin] = true;
		else
			refuse(why, format_string("%s bit %zu, of port %s, is at pin %u of mesh %u, which is not there or taken", way, i,
						  pin[i].port, pin[i].pin, pin[i].mesh));
	}
	free(taken);
	return good;
}

/* Whether all numbers in an image lie within the device. */
static bool image_fits(const struct overlay *o, const struct image *image, char **why)
{
	if (strcmp(image->device, o->digest) != 0)
		return refuse(why, format_string("the image is for device %s: this one is %s", image->device, o->digest));
	if (image->cycles < 1 || image->cycles > (o->levels > 0 ? o->depth : 1) || image->banks != o->banks)
		return refuse(why, format_string("the image has %u cycles and %u banks", image->cycles, image->banks));
	if (!pins_exist(o, image->input, image->input_count, "input", why)
	    || !pins_exist(o, image->output, image->output_count, "output", why))
		return false;
	for (size_t i = 0; i < image->latch_count; i++) {
		const struct image_latch *latch = &image->latch[i];

		if (!latch->constant && (latch->mesh >= o->meshes || latch->row >= o->side || latch->column >= o->side))
			return refuse(why, format_string("latch %s is at (%u, %u) of mesh %u, which is not there", latch->name,
							 latch->row, latch->column, latch->mesh));
	}
	return true;
}

bool image_decode(struct decoded *decoded, const struct overlay *o, const struct image *image, char **why)
{
	unsigned elements = overlay_elements(o);
	struct decoder d = { .o = o, .image = image, .elements = elements };

	*why = NULL;
	if (!image_fits(o, image, why))
		return false;
	*decoded = (struct decoded){ .step = OVERLAY_LEAST_STEP };
	decoded->x = allocate_array(elements, sizeof *decoded->x);
	decoded->y = allocate_array(elements, sizeof *decoded->y);
	decoded->used = allocate_array(elements, sizeof *decoded->used);
	decoded->steady = allocate_array(elements, sizeof *decoded->steady);
	decoded->pin = allocate_array((size_t)o->meshes * o->pins + 1, sizeof *decoded->pin);
	d.value = allocate_array(nodes(&d), sizeof *d.value);
	d.progress = allocate_array(nodes(&d), sizeof *d.progress);
	d.stack = allocate_array(nodes(&d), sizeof *d.stack);
	bool good = decode(&d, decoded);

	free(d.value);
	free(d.progress);
	free(d.stack);
	*why = d.why;
	if (!good)
		decoded_free(decoded);
	return good;
}

void decoded_free(struct decoded *d)
{
	free(d->x);
	free(d->y);
	free(d->used);
	free(d->steady);
	free(d->pin);
	*d = (struct decoded){ 0 };
}

/* ---- compared -------------------------------------------------------------------------------------------------------- */

enum { NOWHERE = -1 };

struct comparison {
	const struct overlay *o;
	const struct image *image;
	const struct logic *l;
	const struct decoded *decoded;
	int *element_of;			/* [cell], or NOWHERE */
	int *cell_at;				/* [element], or NOWHERE */
	unsigned *agenda;			/* [cell_count]: cells that have an element, and whose operands are to be compared */
	size_t waiting;
	char *why;
};

/* From now on the cell is that element. */
static bool identify(struct comparison *c, unsigned cell, unsigned element, const char *where)
{
	if (c->element_of[cell] == (int)element)
		return true;
	if (c->element_of[cell] != NOWHERE || c->cell_at[element] != NOWHERE) {
		char *words = element_words(c->o, element);

		refuse(&c->why, format_string("%s is %s: expected cell %u, which is another element or shares it", where, words, cell));
		free(words);
		return false;
	}
	c->element_of[cell] = (int)element;
	c->cell_at[element] = (int)cell;
	c->agenda[c->waiting++] = cell;
	return true;
}

static const char *const decoded_words[] = {
	[DECODED_ZERO] = "0", [DECODED_PIN] = "pin", [DECODED_GATE] = "the gate of element", [DECODED_LATCH] = "the latch of element"
};
static const char *const literal_words[] = {
	[LITERAL_CONSTANT] = "constant", [LITERAL_INPUT] = "input", [LITERAL_GATE] = "the gate of cell",
	[LITERAL_LATCH] = "the latch of cell"
};

static bool differs(struct comparison *c, const char *where, const struct literal *wanted, const struct decoded_source *is)
{
	return refuse(&c->why, format_string("%s is %s%s %u: expected %s%s %u", where, is->complement ? "not " : "",
					     decoded_words[is->of], is->index, wanted->complement ? "not " : "",
					     literal_words[wanted->of], wanted->index));
}

/* Whether a value of the image is the one wanted. */
static bool is_literal(struct comparison *c, const char *where, const struct literal *wanted, const struct decoded_source *is)
{
	static const enum decoded_of counterpart[] = {
		[LITERAL_CONSTANT] = DECODED_ZERO, [LITERAL_INPUT] = DECODED_PIN, [LITERAL_GATE] = DECODED_GATE,
		[LITERAL_LATCH] = DECODED_LATCH
	};

	if (is->of != counterpart[wanted->of] || is->complement != wanted->complement)
		return differs(c, where, wanted, is);
	if (wanted->of == LITERAL_CONSTANT)
		return true;
	if (wanted->of != LITERAL_INPUT)
		return identify(c, wanted->index, is->index, where);
	const struct image_pin *pin = &c->image->input[wanted->index];

	return is->index == pin->mesh * c->o->pins + pin->pin || differs(c, where, wanted, is);
}

static bool compare_latch(struct comparison *c, const struct netlist_latch *wanted, const struct logic_latch *where,
			  const struct image_latch *latch)
{
	bool constant = where->where == LATCH_CONSTANT;

	if (strcmp(latch->name, wanted->name) != 0)
		return refuse(&c->why, format_string("latch %s is there: expected %s", latch->name, wanted->name));
	if (latch->constant != constant || latch->complement != where->complement)
		return refuse(&c->why, format_string("latch %s is %s%s: expected %s%s", latch->name, latch->constant ? "constant" : "s",
						     latch->complement ? ", complemented" : "", constant ? "constant" : "s",
						     where->complement ? ", complemented" : ""));
	return constant || identify(c, where->cell, overlay_element(c->o, latch->mesh, latch->row, latch->column), latch->name);
}

/* The map has all latches that anything reads, in the circuit's order. */
static bool compare_latches(struct comparison *c)
{
	const struct netlist *n = c->l->netlist;
	size_t next = 0;

	for (size_t i = 0; i < n->latch_count; i++) {
		if (c->l->latch[i].where == LATCH_UNUSED)
			continue;
		if (next == c->image->latch_count)
			return refuse(&c->why, format_string("latch %s is nowhere", n->latch[i].name));
		if (!compare_latch(c, &n->latch[i], &c->l->latch[i], &c->image->latch[next++]))
			return false;
	}
	return next == c->image->latch_count
	       || refuse(&c->why, format_string("latch %s is none of the circuit", c->image->latch[next].name));
}

static bool compare_outputs(struct comparison *c)
{
	for (size_t i = 0; i < c->image->output_count; i++) {
		const struct image_pin *pin = &c->image->output[i];
		char *where = format_string("output bit %u of %s", pin->bit, pin->port);
		bool good = is_literal(c, where, &c->l->output[i], &c->decoded->pin[pin->mesh * c->o->pins + pin->pin]);

		free(where);
		if (!good)
			return false;
	}
	return true;
}

static bool compare_cells(struct comparison *c)
{
	while (c->waiting > 0) {
		unsigned cell = c->agenda[--c->waiting], element = (unsigned)c->element_of[cell];
		const struct cell *wanted = &c->l->cell[cell];
		char *words = element_words(c->o, element);
		char *x = format_string("x of %s, cell %u,", words, cell), *y = format_string("y of %s, cell %u,", words, cell);
		bool good = is_literal(c, x, &wanted->x, &c->decoded->x[element])
			    && is_literal(c, y, &wanted->y, &c->decoded->y[element]);

		free(words);
		free(x);
		free(y);
		if (!good)
			return false;
	}
	for (size_t cell = 0; cell < c->l->cell_count; cell++)
		if (c->element_of[cell] == NOWHERE)
			return refuse(&c->why, format_string("cell %zu is in no element", cell));
	return true;
}

static bool compare_step(struct comparison *c)
{
	return c->image->step == c->decoded->step
	       || refuse(&c->why, format_string("a step is %u clocks: expected %u, in which all is steady", c->image->step,
						c->decoded->step));
}

static bool same_pins(const char *way, const struct image_pin *pin, size_t count, const struct netlist_pin *wanted,
		      size_t wanted_count, char **why)
{
	if (count != wanted_count)
		return refuse(why, format_string("the image has %zu %s bits, the circuit %zu", count, way, wanted_count));
	for (size_t i = 0; i < count; i++)
		if (strcmp(pin[i].port, wanted[i].port) != 0 || pin[i].vector != wanted[i].vector || pin[i].bit != wanted[i].bit)
			return refuse(why, format_string("%s bit %zu is bit %u of %s: expected bit %u of %s", way, i, pin[i].bit,
							     pin[i].port, wanted[i].bit, wanted[i].port));
	return true;
}

/* Names, and ports bit by bit. */
static bool same_head(const struct image *image, const struct netlist *n, char **why)
{
	if (strcmp(image->circuit, n->name) != 0 || strcmp(image->circuit_digest, n->digest) != 0)
		return refuse(why, format_string("the image is of %s (%s): expected %s (%s)", image->circuit, image->circuit_digest,
						 n->name, n->digest));
	return same_pins("input", image->input, image->input_count, n->input, n->input_count, why)
	       && same_pins("output", image->output, image->output_count, n->output, n->output_count, why);
}

static int *nowhere(size_t count)
{
	int *list = allocate_array(count + 1, sizeof *list);

	for (size_t i = 0; i < count; i++)
		list[i] = NOWHERE;
	return list;
}

bool image_check(const struct overlay *o, const struct image *image, const struct logic *l, char **why)
{
	struct decoded decoded;
	struct comparison c = { .o = o, .image = image, .l = l, .decoded = &decoded };

	*why = NULL;
	if (!same_head(image, l->netlist, why) || !image_decode(&decoded, o, image, why))
		return false;
	c.element_of = nowhere(l->cell_count);
	c.cell_at = nowhere(overlay_elements(o));
	c.agenda = allocate_array(l->cell_count + 1, sizeof *c.agenda);
	bool good = compare_latches(&c) && compare_outputs(&c) && compare_cells(&c) && compare_step(&c);

	free(c.element_of);
	free(c.cell_at);
	free(c.agenda);
	decoded_free(&decoded);
	*why = c.why;
	return good;
}
