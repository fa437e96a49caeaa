/* streams.c: the names of streams at the top of a network, once the module is complete. */
#include "lower/streams.h"

#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"

enum { BYTE = 8 };

/* The number of a net when the last one has moved to place `at`. */
static void renumber_bits(struct bits *b, int last, int at)
{
	for (size_t i = 0; i < b->count; i++) {
		int *net = &b->slice[i].net;

		if (*net >= at)
			*net = *net == last ? at : *net + 1;
	}
}

static void renumber(struct expression *e, int last, int at)
{
	for (size_t k = 0; k < e->count; k++)
		renumber_bits(&e->term[k], last, at);
}

/* Ports are printed in the order of nets. */
static void move_last(struct module *m, int at)
{
	int last = (int)m->net_count - 1;
	struct net moved = m->net[last];

	memmove(&m->net[at + 1], &m->net[at], (size_t)(last - at) * sizeof moved);
	m->net[at] = moved;
	for (size_t i = 0; i < m->instance_count; i++)
		for (size_t c = 0; c < m->instance[i].connection_count; c++)
			renumber(&m->instance[i].connection[c].value, last, at);
	for (size_t i = 0; i < m->assignment_count; i++) {
		renumber_bits(&m->assignment[i].target, last, at);
		renumber(&m->assignment[i].source, last, at);
	}
}

/* An output beside `port`, which is `value`. */
static void add_beside(struct module *m, int port, const char *name, unsigned share, struct bits value, const char *comment)
{
	int added = module_output(m, name, bits_width(&value), comment);

	m->net[added].share = share;
	module_assign(m, bits_whole(m, added), expression_of(value));
	move_last(m, port + 1);
}

void streams_show(struct module *top, const struct spec *spec)
{
	int source = module_find(top, SOURCE_PORT_TUSER);

	if (spec->stream_source == STREAM_SOURCE_BOTH) {
		add_beside(top, source, SOURCE_PORT_TID, top->net[source].share, bits_whole(top, source),
			   "the same as " SOURCE_PORT_TUSER);
	} else if (spec->stream_source == STREAM_SOURCE_TID) {
		free(top->net[source].name);
		top->net[source].name = copy_string(SOURCE_PORT_TID);
	}
	if (spec->stream_keep) {
		int data = module_find(top, "m_axis_tdata");
		struct bits ones = bits_of(NET_ONE, 0, top->net[data].width / BYTE);

		add_beside(top, data, KEEP_PORT, top->net[data].share / BYTE, ones, "all bytes of the payload count: always 1");
	}
}

const char *stream_inside(const struct module *top, const struct net *port)
{
	if (strcmp(port->name, KEEP_PORT) == 0)
		return NULL;
	if (strcmp(port->name, SOURCE_PORT_TID) != 0)
		return port->name;
	return module_find(top, SOURCE_PORT_TUSER) < 0 ? SOURCE_PORT_TUSER : NULL;
}

const char *stream_meant(const struct module *top, const char *name)
{
	static const char *const names[] = { SOURCE_PORT_TUSER, SOURCE_PORT_TID };
	bool of_source = strcmp(name, names[0]) == 0 || strcmp(name, names[1]) == 0;

	for (size_t i = 0; of_source && i < sizeof names / sizeof *names; i++)
		if (module_find(top, names[i]) >= 0)
			return names[i];
	return NULL;
}
