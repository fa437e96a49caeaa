/* stack.c: a network and the designs around it that `ftc` puts between it and its users.
 *
 *   network                                       its leaves' ports
 *   crossing, around it, if leaves have clocks    the network's ports, in step with these (emit/crossing.h)
 *   shell, around that                              its ports at every leaf (emit/shell.h)
 *   drivers, around that, if the shell has some   the network's ports again
 *   drivers of clocks, if leaves have clocks      these, in step with the network's
 */
#include <string.h>

#include "emit/crossing.h"
#include "emit/emit.h"
#include "emit/shell.h"
#include "parse/crossing.h"

struct stack stack_lower(const struct network *net)
{
	struct stack s = { .network = design_lower(net) };

	if (crossing_count(net->spec) > 0)
		s.crossing = crossing_design(s.network, net);
	if (net->spec->shell->circuit) {
		s.shell = shell_design(stack_streams(&s), net);
		if (net->spec->shell->circuit->driver.module)
			s.drivers = drivers_design(s.shell, net);
	}
	if (s.crossing && (!s.shell || s.drivers))
		s.crossing_drivers = crossing_drivers_design(s.drivers ? s.drivers : s.crossing, net);
	return s;
}

const struct design *stack_streams(const struct stack *s)
{
	return s->crossing ? s->crossing : s->network;
}

const struct design *stack_top(const struct stack *s)
{
	return s->crossing_drivers ? s->crossing_drivers : s->drivers ? s->drivers : s->bare && s->shell ? s->shell : stack_streams(s);
}

char *stack_top_name(const struct stack *s, const struct network *net)
{
	const char *name = design_top(stack_top(s))->name;

	return *name ? format_string("%s_%s", net->spec->name, name) : copy_string(net->spec->name);
}

void stack_bare(struct stack *s)
{
	design_free(s->crossing_drivers);
	design_free(s->drivers);
	s->crossing_drivers = s->drivers = NULL;
	s->bare = true;
}

void stack_unsettle(struct stack *s)
{
	struct design *all[] = { s->crossing, s->shell, s->drivers, s->crossing_drivers };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		for (size_t k = 0; all[i] && k < design_top(all[i])->parameter_count; k++)
			if (strcmp(design_top(all[i])->parameter[k].name, CROSSING_METASTABLE) == 0)
				design_top(all[i])->parameter[k].value = 1;
}

bool emit_checked(const struct design *design, const struct network *net, const char *folder, const char *invocation,
		  struct output *out)
{
	return !design || (design_check(design) && emit_design(design, net, folder, invocation, out));
}

bool stack_emit(const struct stack *s, const struct network *net, const char *invocation, struct output *out)
{
	const struct design *const designs[] = { s->network, s->crossing, s->shell, s->drivers, s->crossing_drivers };

	for (size_t i = 0; i < sizeof designs / sizeof *designs; i++)
		if (!emit_checked(designs[i], net, "rtl", invocation, out))
			return false;
	return true;
}

void stack_free(struct stack *s)
{
	struct design *const designs[] = { s->crossing_drivers, s->drivers, s->shell, s->crossing, s->network };

	for (size_t i = 0; i < sizeof designs / sizeof *designs; i++)
		design_free(designs[i]);
	*s = (struct stack){ 0 };
}
