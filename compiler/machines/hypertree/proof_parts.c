/* proof_parts.c: the parts of nodes that proofs are about. */
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "machines/hypertree/proof.h"

enum { CELLS_OF_PART = 200 };

const struct instance *proved_part(const struct proving *p, unsigned level, const char *name)
{
	char *module = format_string("node_%u", level);
	const struct module *m = design_find(p->d, module);
	size_t i = 0;

	while (strcmp(m->instance[i].name, name) != 0)
		i++;
	free(module);
	return &m->instance[i];
}

const struct instance *proved_part_at(const struct proving *p, unsigned level, enum hypertree_port port,
				      const char *part)
{
	char *name = format_string("%s_%s", hypertree_port_name(port), part);
	const struct instance *i = proved_part(p, level, name);

	free(name);
	return i;
}

unsigned long part_parameter(const struct instance *i, const char *name)
{
	return parameter_value(i, name, 0);
}

bool begin_part(const struct proving *p, const struct instance *i, const char *subject, const char *property,
		  struct circuit *c)
{
	char *name = format_string("%s_%s", subject, property);
	bool known = proofs_find(p->list, name);

	free(name);
	if (known)
		return false;
	*c = circuit_of(p->list, i->module);
	free(c->subject);
	c->subject = copy_string(subject);
	c->parameters = parameter_options(i, NULL);
	c->cells = CELLS_OF_PART;
	return true;
}
