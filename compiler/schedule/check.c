/* check.c: verifies schedules, independently of the methods that make them.
 *
 * The messages are sorted by cycle; then the messages of each cycle are counted on every channel of their paths. */
#include <stdio.h>
#include <stdlib.h>

#include "schedule/schedule.h"
#include "util/budget.h"
#include "util/text.h"

struct check {
	const struct schedule *schedule;
	const struct channel_tree *tree;
	const struct message_set *set;
	uint32_t *passing[2];		/* upwards, downwards: [2^level + vertex], in the cycle at hand */
	char *why;
};

/* Takes over the reason. Returns false. */
static bool refuse(struct check *c, char *why)
{
	c->why = why;
	return false;
}

static bool check_message(struct check *c, size_t i)
{
	const struct demand *m = &c->set->demand[i];
	uint32_t cycle = c->schedule->cycle[i];

	if (m->source >= c->tree->leaves || m->destination >= c->tree->leaves)
		return refuse(c, format_string("message %zu goes from %u to %u, but leaves are 0 to %u", i, m->source,
					       m->destination, c->tree->leaves - 1));
	if (m->source == m->destination && cycle != SCHEDULE_LOCAL)
		return refuse(c, format_string("message %zu, from %u to itself, is in cycle %u", i, m->source, cycle));
	if (m->source != m->destination && cycle == SCHEDULE_LOCAL)
		return refuse(c, format_string("message %zu, from %u to %u, is in no cycle", i, m->source,
					       m->destination));
	if (cycle != SCHEDULE_LOCAL && cycle >= c->schedule->cycles)
		return refuse(c, format_string("message %zu is in cycle %u, but cycles are 0 to %u", i, cycle,
					       c->schedule->cycles - 1));
	return true;
}

/* Adds a message to, or removes it from, all channels of its path; false at the first overfull channel. */
static bool walk(struct check *c, size_t i, int step)
{
	static const char *const directions[] = { "up", "down" };
	uint32_t at[2] = { c->set->demand[i].source, c->set->demand[i].destination };

	for (unsigned level = c->tree->levels; at[0] != at[1]; level--, at[0] /= 2, at[1] /= 2) {
		for (int direction = 0; direction < 2; direction++) {
			uint32_t *passing = &c->passing[direction][(1u << level) + at[direction]];

			*passing += (uint32_t)step;
			if (step > 0 && *passing > c->tree->capacity[level])
				return refuse(c, format_string("cycle %u: message %zu, from %u to %u, is one more "
							       "than the capacity %u of the channel %s of level %u, "
							       "vertex %u", c->schedule->cycle[i], i,
							       c->set->demand[i].source, c->set->demand[i].destination,
							       c->tree->capacity[level], directions[direction], level,
							       at[direction]));
		}
	}
	return true;
}

enum { WALKING = 8 };			/* steps of the budget, for each message and level */

/* The messages of a cycle: order[first .. end). */
static bool check_cycle(struct check *c, const uint32_t *order, size_t first, size_t end)
{
	budget_spend(WALKING * (uint64_t)(end - first) * c->tree->levels);
	for (size_t k = first; k < end; k++)
		if (!walk(c, order[k], 1))
			return false;
	for (size_t k = first; k < end; k++)
		walk(c, order[k], -1);
	return true;
}

static bool check_cycles(struct check *c)
{
	size_t cycles = c->schedule->cycles, *start = allocate_array(cycles + 2, sizeof *start);
	uint32_t *order = allocate_array(c->set->count + 1, sizeof *order);
	bool good = true;

	for (size_t i = 0; i < c->set->count; i++)
		if (c->schedule->cycle[i] != SCHEDULE_LOCAL)
			start[c->schedule->cycle[i] + 2]++;
	for (size_t k = 2; k < cycles + 2; k++)
		start[k] += start[k - 1];
	for (size_t i = 0; i < c->set->count; i++)
		if (c->schedule->cycle[i] != SCHEDULE_LOCAL)
			order[start[c->schedule->cycle[i] + 1]++] = (uint32_t)i;
	for (size_t k = 0; k < cycles && good; k++)
		good = check_cycle(c, order, start[k], start[k + 1]);
	free(start);
	free(order);
	return good;
}

bool schedule_check(const struct schedule *schedule, const struct channel_tree *tree, const struct message_set *set,
		    char **why)
{
	struct check c = { .schedule = schedule, .tree = tree, .set = set };
	bool good = true;

	for (size_t i = 0; i < set->count && good; i++)
		good = check_message(&c, i);
	if (good) {
		for (int direction = 0; direction < 2; direction++)
			c.passing[direction] = allocate_array(2u << tree->levels, sizeof *c.passing[direction]);
		good = check_cycles(&c);
	}
	free(c.passing[0]);
	free(c.passing[1]);
	if (why)
		*why = c.why;
	else
		free(c.why);
	return good;
}
