/* usage.c: what an image uses of a device, counted from its control words. */
#include "overlay/usage.h"

#include <stdlib.h>

#include "bits.h"
#include "overlay/element.h"
#include "util/number.h"
#include "util/text.h"

/* Whether something leaves the element on several sides: what comes in on one, g or s, in either polarity. */
static bool fans_out(uint16_t control)
{
	unsigned leaves[SIDES + 2] = { 0 };

	for (unsigned k = 0; k < SIDES; k++) {
		unsigned choice = element_choice(control, k);

		if (choice >= CHOICE_GATE)
			leaves[SIDES + (choice >= CHOICE_LATCH)]++;
		else if (choice != CHOICE_NOTHING)
			leaves[element_from(k, choice)]++;
	}
	for (unsigned i = 0; i < SIDES + 2; i++)
		if (leaves[i] > 1)
			return true;
	return false;
}

/* Side wires that an element drives. */
static unsigned wires_of(uint16_t control)
{
	unsigned wires = 0;

	for (unsigned k = 0; k < SIDES; k++)
		wires += element_choice(control, k) != CHOICE_NOTHING;
	return wires;
}

struct mesh_usage mesh_usage(const struct overlay *o, const struct image *image, const struct mesh_task *task)
{
	unsigned elements = o->side * o->side;
	const uint16_t *control = image->control + (size_t)task->mesh * elements;
	struct mesh_usage u = { .cells = task->cells, .all_wires = SIDES * elements };
	bool *is_cell = allocate_array(elements, sizeof *is_cell);

	for (unsigned i = 0; i < task->cells; i++)
		is_cell[task->row[i] * o->side + task->column[i]] = true;
	for (unsigned e = 0; e < elements; e++) {
		u.wires += wires_of(control[e]);
		u.passing += !is_cell[e] && wires_of(control[e]) > 0;
		u.fan_out += fans_out(control[e]);
	}
	free(is_cell);
	return u;
}

static size_t sinks_of(const struct mesh_task *t)
{
	size_t count = 0;

	for (size_t i = 0; i < t->nets; i++)
		count += t->net[i].sink_count;
	return count;
}

struct wire_lengths wire_lengths(const struct overlay *o, const struct mesh_task *tasks)
{
	struct wire_lengths w = { .wires = 0 };

	for (unsigned mesh = 0; mesh < o->meshes; mesh++) {
		size_t sinks = sinks_of(&tasks[mesh]);

		for (size_t i = 0; i < sinks; i++) {
			unsigned hops = tasks[mesh].hops[i], class = hops > 0 ? bit_length(hops) - 1 : 0;

			w.count[smaller(class, LENGTH_CLASSES - 1)]++;
			w.longest = larger(w.longest, hops);
			w.hops += hops;
		}
		w.wires += sinks;
	}
	return w;
}
