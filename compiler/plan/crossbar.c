/* crossbar.c: a concentrator with settings instead of decisions: every output picks one of the inputs within reach.
 *
 *   in[j] in[j+1] in[j+2] .. in[j+r-s]         the reach of output j: m = r - s + 1 inputs
 *     \   /         \   /                      a tree of picks; all picks of a layer of the tree
 *      pick          pick    <- bit 0           share one setting, which is a bit of
 *         \         /                           the number of the chosen input, counted from j
 *          pick             <- bit 1
 *
 * With this stagger any k <= s messages get through and keep their order. Let the messages be on inputs p_0 < p_1 < ..:
 * message i can go to any output from p_i - (r - s) to p_i, and these outputs always suffice. No one-stage concentrator
 * has fewer crosspoints than s (r - s + 1); each crosspoint but the first of an output is one pick.
 */
#include <stdlib.h>

#include "plan/builder.h"
#include "util/text.h"

struct operand plan_pick(struct plan *p, struct operand *of, unsigned count, unsigned width)
{
	for (; count > 1; count = (count + 1) / 2, p->settings += width) {
		for (unsigned i = 0; 2 * i + 1 < count; i++) {
			struct element *e = plan_add(p, ELEMENT_PICK, width, true, false);

			e->setting = p->settings;
			element_input(e, of[2 * i]);
			element_input(e, of[2 * i + 1]);
			of[i] = operand_of(e->out[0], 0, width);
		}
		if (count % 2 > 0)
			of[count / 2] = of[count - 1];
	}
	return of[0];
}

struct plan *plan_crossbar(unsigned r, unsigned s)
{
	struct plan *p = plan_new(PLAN_CROSSBAR, r, s);
	unsigned reach = r - s + 1;
	struct operand *of = allocate_array(reach, sizeof *of);	/* [i]: candidate i of all outputs side by side */

	for (unsigned i = 0; i < reach; i++)
		of[i] = operand_of(PLAN_INPUT, i, s);
	p->output = plan_pick(p, of, reach, s);
	free(of);
	return p;
}
