/* placed.c: a guest in memory: its wires, components and neighbours. */
#include "universal/placed.h"

#include <stdlib.h>

#include "schedule/schedule.h"

void placed_wire(struct placed *guest, unsigned a, unsigned b, unsigned messages)
{
	guest->wire = room_for_one(guest->wire, guest->wires, sizeof *guest->wire);
	guest->wire[guest->wires++] = (struct wire){ a, b, messages };
}

void placed_free(struct placed *guest)
{
	for (unsigned i = 0; guest->name && i < guest->processors; i++)
		free(guest->name[i]);
	free(guest->name);
	free(guest->title);
	free(guest->at);
	free(guest->line);
	free(guest->wire);
	*guest = (struct placed){0};
}

char *placed_name(const struct placed *guest, unsigned processor)
{
	return guest->name ? copy_string(guest->name[processor]) : format_string("%u", processor);
}

unsigned long *placed_degrees(const struct placed *guest)
{
	unsigned long *degree = allocate_array(guest->processors, sizeof *degree);

	for (size_t i = 0; i < guest->wires; i++) {
		degree[guest->wire[i].a] += guest->wire[i].messages;
		degree[guest->wire[i].b] += guest->wire[i].messages;
	}
	return degree;
}

void adjacency_make(struct adjacency *adjacency, const struct placed *guest)
{
	size_t *next = allocate_array(guest->processors + 1u, sizeof *next);

	adjacency->first = allocate_array(guest->processors + 1u, sizeof *adjacency->first);
	adjacency->neighbour = allocate_array(2 * guest->wires, sizeof *adjacency->neighbour);
	adjacency->messages = allocate_array(2 * guest->wires, sizeof *adjacency->messages);
	for (size_t i = 0; i < guest->wires; i++) {
		adjacency->first[guest->wire[i].a + 1]++;
		adjacency->first[guest->wire[i].b + 1]++;
	}
	for (unsigned v = 0; v < guest->processors; v++)
		next[v + 1] = adjacency->first[v + 1] += adjacency->first[v];
	for (size_t i = 0; i < guest->wires; i++) {
		const struct wire *wire = &guest->wire[i];
		size_t at_a = next[wire->a]++, at_b = next[wire->b]++;

		adjacency->neighbour[at_a] = wire->b;
		adjacency->neighbour[at_b] = wire->a;
		adjacency->messages[at_a] = adjacency->messages[at_b] = wire->messages;
	}
	free(next);
}

void adjacency_free(struct adjacency *adjacency)
{
	free(adjacency->first);
	free(adjacency->neighbour);
	free(adjacency->messages);
}

unsigned placed_components(const struct placed *guest, unsigned *component)
{
	unsigned *stack = allocate_array(guest->processors, sizeof *stack), parts = 0;
	struct adjacency joined;

	adjacency_make(&joined, guest);
	for (unsigned v = 0; v < guest->processors; v++)
		component[v] = guest->processors;
	for (unsigned v = 0; v < guest->processors; v++) {
		unsigned height = 0;

		if (component[v] < guest->processors)
			continue;
		component[v] = parts;
		stack[height++] = v;
		while (height) {
			unsigned u = stack[--height];

			for (size_t i = joined.first[u]; i < joined.first[u + 1]; i++) {
				if (component[joined.neighbour[i]] < guest->processors)
					continue;
				component[joined.neighbour[i]] = parts;
				stack[height++] = joined.neighbour[i];
			}
		}
		parts++;
	}
	adjacency_free(&joined);
	free(stack);
	return parts;
}

void placed_step(const struct placed *guest, const unsigned *leaf, struct message_set *set)
{
	size_t messages = 0;

	for (size_t i = 0; i < guest->wires; i++)
		messages += 2ul * guest->wire[i].messages;
	*set = (struct message_set){ .demand = allocate_array(messages + 1, sizeof *set->demand) };
	for (size_t i = 0; i < guest->wires; i++) {
		uint32_t a = leaf[guest->wire[i].a], b = leaf[guest->wire[i].b];

		for (unsigned m = 0; m < guest->wire[i].messages; m++) {
			set->demand[set->count++] = (struct demand){ a, b };
			set->demand[set->count++] = (struct demand){ b, a };
		}
	}
}
