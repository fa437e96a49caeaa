/* phases_make.c: phases by a method, and their measures. */
#include <stdlib.h>

#include "machines/phases.h"
#include "machines/xgft_spread.h"
#include "util/message.h"
#include "util/number.h"
#include "util/text.h"

const char *const phase_method_names[PHASE_METHODS] = { "auto", "konig", "paths" };

static unsigned degree_of(const struct phases *p)
{
	unsigned leaves = p->spec->leaves;
	uint32_t *ends = allocate_array(2 * (size_t)leaves, sizeof *ends);

	for (size_t i = 0; i < p->count; i++) {
		ends[p->message[i].source]++;
		ends[leaves + p->message[i].destination]++;
	}
	unsigned found = greatest_of(ends, 2 * (size_t)leaves);
	free(ends);
	return found;
}

static unsigned congestion_of(const struct phases *p)
{
	struct xgft_ends *path = phases_ends(p);
	unsigned congestion = xgft_congestion(p->spec, path, p->count, true);

	free(path);
	return congestion;
}

void phases_make(struct phases *p, enum phase_method method)
{
	size_t first, second;
	unsigned level;

	p->method = method;
	p->degree = degree_of(p);
	if (method == PHASES_KONIG)
		phases_konig(p);
	else
		phases_colour(p);
	p->congestion = congestion_of(p);
	phases_sort(p);
	if (!phases_check(p, &first, &second, &level)) {
		error("the phases of method %s are wrong: two messages meet; this is an error in ftc",
		      phase_method_names[method]);
		abort();
	}
}
