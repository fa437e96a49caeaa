/* wrapper.c: builds modules that join a circuit and its monitor. */
#include "prove/wrapper.h"

#include <stdlib.h>
#include <string.h>

#include "emit/emit.h"

struct design *wrapper_design(const struct design *network, const char *monitor)
{
	struct design *d = design_around(network);

	wrapper_watches(d, monitor);
	return d;
}

void wrapper_watches(struct design *d, const char *monitor)
{
	design_add(d, copy_string(monitor), NULL)->external = copy_string(monitor);
}

struct text wrapper_verilog(struct design *d, const char *prefix)
{
	struct text verilog = emit_wrapper(d, prefix);

	design_free(d);
	return verilog;
}

char *wrapper_next(const char **names)
{
	size_t length = strcspn(*names, " ");
	char *name = length > 0 ? format_string("%.*s", (int)length, *names) : NULL;

	*names += length;
	*names += strspn(*names, " ");
	return name;
}

bool wrapper_has(const char *names, const char *name)
{
	bool has = false;

	for (char *n; names && (n = wrapper_next(&names)); free(n))
		has = has || strcmp(n, name) == 0;
	return has;
}

void wrapper_nets(struct module *m, enum port_direction direction, unsigned width, const char *names)
{
	for (char *name; (name = wrapper_next(&names)); free(name))
		module_port(m, name, width, direction);
}

void wrapper_connect(struct module *m, struct instance *i, const char *names)
{
	/* Connections keep the port's name, which has to last as long as the net's. */
	for (char *name; (name = wrapper_next(&names)); free(name)) {
		int net = module_find(m, name);

		instance_connect(i, m->net[net].name, bits_whole(m, net));
	}
}

void wrapper_connect_rows(struct module *m, struct instance *i, const char *net, unsigned width, const char *before,
			  const char *behind)
{
	int all = module_find(m, net);

	for (unsigned k = 0; k < m->net[all].width / width; k++)
		instance_connect_named(i, bits_of(all, width * k, width), "%s[%u]%s", before, k, behind);
}

void wrapper_rows(struct module *m, struct instance *i, const char *net, unsigned width, unsigned rows,
		  const char *before, const char *behind)
{
	module_net(m, net, width * rows);
	wrapper_connect_rows(m, i, net, width, before, behind);
}

struct instance *wrapper_part(struct module *m, struct design *d, const struct instance *like, const char *name)
{
	struct instance *i = module_instance(m, d, like->module, 1, "%s", name);

	for (size_t k = 0; k < like->parameter_count; k++)
		instance_vector_parameter(i, like->parameter[k].name, like->parameter[k].value, like->parameter[k].width);
	return i;
}
