/* machine.c: the message where a machine lacks an entry. */
#include "network/machine.h"

#include "parse/spec.h"
#include "util/message.h"

void machine_lacks(const struct spec *spec, const char *what)
{
	error("%s is a %s: there is no %s for such networks", spec->source, spec->machine->name, what);
}
