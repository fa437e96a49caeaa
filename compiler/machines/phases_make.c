/* phases_make.c: phases by a method, and their measures. */
#include <stdlib.h>

#include "machines/phases.h"
#include "machines/xgft.h"
#include "util/message.h"
#include "util/text.h"

const char *const phase_method_names[PHASE_METHODS] = { "auto", "konig", "paths" };

static unsigned most(const uint32_t *counts, size_t count)
{
	uint32_t found = 0;

	for (size_t i = 0; i < count; i++)
		found = counts[i] > found ? counts[i] : found;
	return found;
}

static unsigned degree_of(const struct phases *p)
{
	unsigned leaves = p->spec->leaves;
	uint32_t *ends = allocate_array(2 * (size_t)leaves, sizeof *ends);

	for (size_t i = 0; i < p->count; i++) {
		ends[p->message[i].source]++;
		ends[leaves + p->message[i].destination]++;
	}
	unsigned found = most(ends, 2 * (size_t)leaves);
	free(ends);
	return found;
}

static unsigned congestion_of(const struct phases *p)
{
	size_t links = xgft_all_links(p->spec), link[MAXIMUM_LEVELS];
	uint32_t *uses = allocate_array(2 * links, sizeof *uses);

	for (size_t i = 0; i < p->count; i++) {
		const struct phase_message *m = &p->message[i];
		unsigned top = xgft_turn_level(p->spec, m->source, m->destination);

		xgft_way_links(p->spec, m->source, top, m->way, link);
		for (unsigned l = 0; l < top; l++)
			uses[link[l]]++;
		xgft_way_links(p->spec, m->destination, top, m->way, link);
		for (unsigned l = 0; l < top; l++)
			uses[links + link[l]]++;
	}
	unsigned found = most(uses, 2 * links);
	free(uses);
	return found;
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
