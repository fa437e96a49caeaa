/* cost.c: what the instances of rtl-templates/flexible-sorter/ cost, by the terms in the headers there. */
#include "lower/cost.h"

#include "machines/flexible-sorter/flexible_sorter.h"

struct cost flexible_cost(const struct network *net)
{
	const struct family *family = net->spec->family;
	struct design *d = design_lower(net);
	struct cost cost = design_cost(cost_table_at_hand(family), family, d);

	design_free(d);
	return cost;
}
