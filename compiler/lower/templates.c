/* templates.c: the ports and parameters of rtl-templates/, for design_check(). */
#include <string.h>

#include "lower/builder.h"
#include "lower/cost.h"
#include "parse/family.h"

unsigned long parameter_value(const struct instance *i, const char *name, unsigned long otherwise)
{
	for (size_t k = 0; k < i->parameter_count; k++)
		if (strcmp(i->parameter[k].name, name) == 0)
			return i->parameter[k].value;
	return otherwise;
}

static unsigned long clog2(unsigned long value)
{
	unsigned long bits = 0;

	while (1ul << bits < value)
		bits++;
	return bits;
}

/* The build generates `templates` from the .v files. */
#include "lower/template_table.h"

const struct template *template_find(const char *name)
{
	for (size_t i = 0; i < sizeof templates / sizeof templates[0]; i++)
		if (strcmp(templates[i].name, name) == 0)
			return &templates[i];
	return NULL;
}
