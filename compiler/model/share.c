/* share.c: which leaves of a network each of several processes simulates. */
#include "model/share.h"

#include "model/slots.h"
#include "network/machine.h"
#include "util/text.h"

/* Subtrees for each rank that make up for a number that does not divide: one too many is at most a quarter more work. */
enum { ENOUGH = 4 };

static unsigned subtrees_of(const struct network *net, unsigned level)
{
	unsigned below = net->spec->machine->model.slots->leaves_below(net, level);

	return (net->spec->leaves + below - 1) / below;
}

static unsigned cut_level(const struct network *net, unsigned count)
{
	unsigned level = 1;

	while (level < net->levels && subtrees_of(net, level) % count != 0 && subtrees_of(net, level) < ENOUGH * count)
		level++;
	return level;
}

struct share share_of(const struct network *net, unsigned rank, unsigned count)
{
	unsigned level = cut_level(net, count), below = net->spec->machine->model.slots->leaves_below(net, level);
	uint64_t subtrees = subtrees_of(net, level), end = subtrees * (rank + 1) / count * below;

	return (struct share){ level, (uint32_t)(subtrees * rank / count * below),
			       (uint32_t)(end < net->spec->leaves ? end : net->spec->leaves) };
}

uint32_t *share_ends(const struct network *net, unsigned count)
{
	uint32_t *end = allocate_array(count, sizeof *end);

	for (unsigned r = 0; r < count; r++)
		end[r] = share_of(net, r, count).end;
	return end;
}

unsigned share_most(const struct network *net)
{
	return net->spec->leaves;
}
