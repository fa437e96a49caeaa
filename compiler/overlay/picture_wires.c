/* picture_wires.c: follows the wires of an image back to what they carry, and the critical way to its beginning. */
#include "overlay/picture.h"

#include <stdlib.h>

#include "overlay/element.h"
#include "util/number.h"

static const unsigned facing[SIDES] = { [NORTH] = SOUTH, [EAST] = WEST, [SOUTH] = NORTH, [WEST] = EAST };

static unsigned size_of(const struct picture *p)
{
	return p->o->side * p->o->side;
}

static unsigned border_number(const struct picture *p, unsigned mesh, unsigned b)
{
	return SIDES * p->o->side * mesh + b;
}

static int register_source(const struct picture *p, unsigned border)
{
	return (int)(SIDES * overlay_elements(p->o) + border);
}

/* The neighbour on a side; false at the border, whose position is *border, numbered over all meshes. */
static bool neighbour(const struct picture *p, unsigned element, unsigned side, unsigned *other, unsigned *border)
{
	unsigned m = p->o->side, mesh = element / size_of(p), row = element / m % m, column = element % m, last = m - 1;

	switch ((enum compass)side) {
	case NORTH:
		*other = element - m;
		*border = border_number(p, mesh, column);
		return row > 0;
	case EAST:
		*other = element + 1;
		*border = border_number(p, mesh, m + row);
		return column < last;
	case SOUTH:
		*other = element + m;
		*border = border_number(p, mesh, 2 * m + last - column);
		return row < last;
	default:
		*other = element - 1;
		*border = border_number(p, mesh, 3 * m + last - row);
		return column > 0;
	}
}

/* What drives a wire, and the side wires between them, this one included. */
struct origin {
	int source;
	unsigned hops;
};

static struct origin origin_of(const struct picture *p, unsigned element, unsigned side)
{
	for (unsigned hops = 1;; hops++) {
		unsigned choice = element_choice(p->image->control[element], side), border;

		if (choice == CHOICE_NOTHING || hops > SIDES * overlay_elements(p->o))
			return (struct origin){ NO_SOURCE, 0 };
		if (choice >= CHOICE_GATE)
			return (struct origin){ (int)(SIDES * element + choice - CHOICE_GATE), hops };
		side = element_from(side, choice);
		if (!neighbour(p, element, side, &element, &border))
			return (struct origin){ register_source(p, border), hops };
		side = facing[side];
	}
}

/* When a source is steady. Messages come from their own mesh: one that is not counted yet drives no other. */
static unsigned source_clock(const struct picture *p, int source)
{
	unsigned elements = overlay_elements(p->o);

	if (source == NO_SOURCE)
		return 0;
	if ((unsigned)source < SIDES * elements)
		return source % SIDES < CHOICE_LATCH - CHOICE_GATE ? p->decoded.steady[source / SIDES] : 0;
	int message = p->message_at[(unsigned)source - SIDES * elements];

	return message == NO_MESSAGE ? 0 : p->message_clock[message];
}

/* The wire that leaves a mesh at a border position, numbered over all meshes. */
static unsigned border_wire(const struct picture *p, unsigned border)
{
	struct overlay_place at = overlay_border(p->o, border % (SIDES * p->o->side));

	return SIDES * overlay_element(p->o, border / (SIDES * p->o->side), at.row, at.column) + at.side;
}

unsigned picture_traveller_border(const struct picture *p, unsigned traveller)
{
	const struct mesh_task *t = &p->r->c->task[p->r->c->messages.traveller[traveller].mesh];
	unsigned i = 0;

	while (t->pad[i].in || t->pad[i].pin || t->pad[i].index != traveller)
		i++;
	return t->pad[i].border;
}

/* ---- Arrivals ---- */

static void find_registers(struct picture *p)
{
	unsigned borders = border_number(p, p->o->meshes, 0);

	p->message_at = allocate_array(borders, sizeof *p->message_at);
	for (unsigned i = 0; i < borders; i++)
		p->message_at[i] = NO_MESSAGE;
	for (unsigned mesh = 0; mesh < p->o->meshes; mesh++) {
		const struct mesh_task *t = &p->r->c->task[mesh];

		for (unsigned i = 0; i < t->pads; i++)
			if (t->pad[i].in && !t->pad[i].pin)
				p->message_at[border_number(p, mesh, t->pad[i].border)] = (int)t->pad[i].index;
	}
}

static void find_messages(struct picture *p)
{
	const struct messages *m = &p->r->c->messages;

	p->message_clock = allocate_array(m->count + 1, sizeof *p->message_clock);
	for (size_t i = 0; i < m->count; i++) {
		unsigned traveller = m->message[i].traveller;
		unsigned wire = border_wire(p, border_number(p, m->traveller[traveller].mesh, picture_traveller_border(p, traveller)));
		struct origin from = origin_of(p, wire / SIDES, wire % SIDES);
		unsigned steady = source_clock(p, from.source) + from.hops, d = m->cycles;

		p->message_clock[i] = steady + (m->message[i].cycle + d - steady % d) % d + p->o->latency + 2;
	}
}

static void find_wires(struct picture *p)
{
	unsigned wires = SIDES * overlay_elements(p->o);

	p->wire = allocate_array(wires, sizeof *p->wire);
	for (unsigned i = 0; i < wires; i++) {
		struct origin from = origin_of(p, i / SIDES, i % SIDES);

		p->wire[i] = (struct side_wire){ .source = from.source, .clock = source_clock(p, from.source) + from.hops };
	}
}

/* ---- The critical way ---- */

struct picture_input picture_input(const struct picture *p, unsigned element, unsigned side)
{
	unsigned other, border;

	if (neighbour(p, element, side, &other, &border)) {
		unsigned wire = SIDES * other + facing[side];

		return (struct picture_input){ p->wire[wire].source, p->wire[wire].clock, (int)wire };
	}
	int source = register_source(p, border);

	return (struct picture_input){ source, source_clock(p, source), -1 };
}

/* Marks the wires from this one back to their source. */
static void mark_wires(struct picture *p, int wire)
{
	while (wire >= 0) {
		unsigned element = (unsigned)wire / SIDES, side = (unsigned)wire % SIDES, border, other;
		unsigned choice = element_choice(p->image->control[element], side);

		p->wire[wire].critical = true;
		if (choice == CHOICE_NOTHING || choice >= CHOICE_GATE)
			return;
		side = element_from(side, choice);
		wire = neighbour(p, element, side, &other, &border) ? (int)(SIDES * other + facing[side]) : -1;
	}
}

/* The way on, back from a gate: by the operand that is steady later. */
static struct picture_input follow_gate(struct picture *p, unsigned element)
{
	uint16_t control = p->image->control[element];
	struct picture_input x = picture_input(p, element, element_operand(control, 0));
	struct picture_input y = picture_input(p, element, element_operand(control, 1));

	p->critical_side[element] = (int)element_operand(control, y.clock > x.clock);
	return y.clock > x.clock ? y : x;
}

/* The way on, back from a register that gets a message. */
static struct picture_input follow_message(struct picture *p, unsigned message)
{
	const struct messages *m = &p->r->c->messages;
	unsigned traveller = m->message[message].traveller;
	unsigned wire = border_wire(p, border_number(p, m->traveller[traveller].mesh, picture_traveller_border(p, traveller)));

	p->critical_message[message] = true;
	return (struct picture_input){ p->wire[wire].source, p->wire[wire].clock, (int)wire };
}

/* Marks all from here back to what is steady from the begin of a step. */
static void follow(struct picture *p, struct picture_input at)
{
	unsigned wires = SIDES * overlay_elements(p->o);

	for (unsigned steps = 0; steps <= wires && at.source != NO_SOURCE; steps++) {
		bool from_element = (unsigned)at.source < wires;

		mark_wires(p, at.wire);
		if (from_element && at.source % SIDES >= CHOICE_LATCH - CHOICE_GATE)
			return;
		int message = from_element ? NO_MESSAGE : p->message_at[(unsigned)at.source - wires];

		if (!from_element && message == NO_MESSAGE)
			return;
		at = from_element ? follow_gate(p, (unsigned)at.source / SIDES) : follow_message(p, (unsigned)message);
	}
}

/* The latch or output pin that is steady last. */
static void find_critical(struct picture *p)
{
	unsigned latest = 0;
	int wire = -1, gate = -1;

	for (unsigned mesh = 0; mesh < p->o->meshes; mesh++) {
		const struct mesh_task *t = &p->r->c->task[mesh];

		for (unsigned i = 0; i < t->cells; i++) {
			unsigned element = overlay_element(p->o, mesh, t->row[i], t->column[i]);

			if (p->r->c->logic.cell[t->cell[i]].latch && p->decoded.steady[element] >= latest) {
				latest = p->decoded.steady[element];
				gate = (int)element;
			}
		}
	}
	for (size_t i = 0; i < p->image->output_count; i++) {
		const struct image_pin *pin = &p->image->output[i];
		unsigned at = border_wire(p, border_number(p, pin->mesh, overlay_pin_border(p->o, pin->pin)));

		if (p->wire[at].source != NO_SOURCE && p->wire[at].clock >= latest) {
			latest = p->wire[at].clock;
			wire = (int)at;
		}
	}
	if (wire >= 0)
		follow(p, (struct picture_input){ p->wire[wire].source, p->wire[wire].clock, wire });
	else if (gate >= 0)
		follow(p, (struct picture_input){ SIDES * gate, latest, -1 });
}

void picture_trace(struct picture *p)
{
	find_registers(p);
	find_messages(p);
	find_wires(p);
	p->critical_side = allocate_array(overlay_elements(p->o), sizeof *p->critical_side);
	for (unsigned i = 0; i < overlay_elements(p->o); i++)
		p->critical_side[i] = -1;
	p->critical_message = allocate_array(p->r->c->messages.count + 1, sizeof *p->critical_message);
	find_critical(p);
}

void picture_trace_free(struct picture *p)
{
	free(p->wire);
	free(p->message_at);
	free(p->message_clock);
	free(p->critical_side);
	free(p->critical_message);
}

/* ---- Names ---- */

char *picture_pin_name(const struct image_pin *pin)
{
	return pin->vector ? format_string("%s[%u]", pin->port, pin->bit) : copy_string(pin->port);
}

static char *element_name(const struct picture *p, const char *what, unsigned element)
{
	return format_string("%s (%u,%u,%u)", what, element / size_of(p), element / p->o->side % p->o->side, element % p->o->side);
}

static char *latch_name(const struct picture *p, unsigned element)
{
	unsigned mesh = element / size_of(p), row = element / p->o->side % p->o->side, column = element % p->o->side;

	for (size_t i = 0; i < p->image->latch_count; i++) {
		const struct image_latch *latch = &p->image->latch[i];

		if (!latch->constant && latch->mesh == mesh && latch->row == row && latch->column == column)
			return format_string("flip-flop %s", latch->name);
	}
	return element_name(p, "latch", element);
}

static char *register_name(const struct picture *p, unsigned border)
{
	int message = p->message_at[border], pin = overlay_border_pin(p->o, border % (SIDES * p->o->side));
	const struct messages *m = &p->r->c->messages;

	if (message != NO_MESSAGE)
		return format_string("message from mesh %u", m->traveller[m->message[message].traveller].mesh);
	for (size_t i = 0; i < p->image->input_count; i++)
		if (p->image->input[i].mesh == border / (SIDES * p->o->side) && (int)p->image->input[i].pin == pin) {
			char *name = picture_pin_name(&p->image->input[i]), *words = format_string("input %s", name);

			free(name);
			return words;
		}
	return copy_string("nothing");
}

char *picture_source_name(const struct picture *p, int source)
{
	unsigned elements = overlay_elements(p->o);

	if (source == NO_SOURCE)
		return copy_string("nothing");
	if ((unsigned)source >= SIDES * elements)
		return register_name(p, (unsigned)source - SIDES * elements);
	if (source % SIDES >= CHOICE_LATCH - CHOICE_GATE)
		return latch_name(p, (unsigned)source / SIDES);
	return element_name(p, "gate", (unsigned)source / SIDES);
}
