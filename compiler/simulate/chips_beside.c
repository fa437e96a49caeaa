/* chips_beside.c: see chips_beside.h. The chips share no net: what is on the cable comes from outside. */
#include "simulate/chips_beside.h"

#include <stdlib.h>

#include "joint.h"
#include "simulate/verilate.h"
#include "util/message.h"
#include "util/text.h"

const char *const chips_beside_names[2] = { "first", "second" };
static const char *const prefixes[2] = { JOINT_FIRST, JOINT_SECOND };

bool chips_are_beside(const struct simulation *s)
{
	return s->options.trace && s->network->spec->root_interface == ROOT_LINK;
}

char *chips_beside_verilate(struct simulation *s)
{
	char *chip = stack_top_name(&s->stack, s->network);
	size_t count;
	struct verilate_port *one = verilate_ports(design_top(stack_top(&s->stack)), &count);
	struct verilate_port *port = allocate_array(2 * count + 2, sizeof *port);
	char **name = allocate_array(2 * count, sizeof *name);

	for (size_t i = 0; i < 2 * count; i++) {
		port[i] = one[i % count];
		port[i].name = name[i] = format_string("%s%s", prefixes[i / count], one[i % count].name);
	}
	port[2 * count] = (struct verilate_port){ JOINT_SECOND_CLOCK, 1, false };
	port[2 * count + 1] = (struct verilate_port){ JOINT_ELAPSED, 32, false };
	char *library = verilate(&(struct verilate){ .top = chip, .beside = chips_beside_names, .port = port, .port_count = 2 * count + 2,
						     .rtl = &s->rtl, .trace = true, .elapsed = JOINT_ELAPSED });

	for (size_t i = 0; i < 2 * count; i++)
		free(name[i]);
	free(name);
	free(port);
	free(one);
	free(chip);
	return library;
}
