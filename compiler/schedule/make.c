/* make.c: a schedule by the requested method, or the shortest of all. */
#include <stdlib.h>

#include "schedule/methods.h"
#include "util/message.h"
#include "util/text.h"

const char *const schedule_method_names[SCHEDULE_METHODS] = { "auto", "theorem-1", "corollary-2", "packed" };

static bool applies(const struct channel_tree *tree, enum schedule_method method)
{
	return method != SCHEDULE_COROLLARY_2 || corollary_2_applies(tree);
}

/* Drops empty cycles and renumbers the others 0, 1, .. in order. */
static void drop_empty(struct schedule *schedule, size_t count)
{
	uint32_t *number = allocate_array((size_t)schedule->cycles + 1, sizeof *number), next = 0;

	for (size_t i = 0; i < count; i++)
		if (schedule->cycle[i] != SCHEDULE_LOCAL)
			number[schedule->cycle[i]] = 1;
	for (unsigned c = 0; c < schedule->cycles; c++)
		if (number[c])
			number[c] = next++;
	for (size_t i = 0; i < count; i++)
		if (schedule->cycle[i] != SCHEDULE_LOCAL)
			schedule->cycle[i] = number[schedule->cycle[i]];
	schedule->cycles = next;
	free(number);
}

static void make_one(struct schedule *schedule, const struct channel_tree *tree, const struct message_set *set,
		     enum schedule_method method)
{
	unsigned (*const make)(const struct channel_tree *, const struct message_set *, uint32_t *) =
		method == SCHEDULE_THEOREM_1 ? theorem_1 : method == SCHEDULE_COROLLARY_2 ? corollary_2 : packed;
	char *why;

	*schedule = (struct schedule){ .method = method,
				       .cycle = allocate_array(set->count + 1, sizeof *schedule->cycle) };
	schedule->cycles = make(tree, set, schedule->cycle);
	drop_empty(schedule, set->count);
	if (!schedule_check(schedule, tree, set, &why)) {
		error("the schedule of method %s is wrong: %s; this is an error in ftc", schedule_method_names[method],
		      why);
		abort();
	}
}

static void make_shortest(struct schedule *schedule, const struct channel_tree *tree, const struct message_set *set)
{
	static const enum schedule_method order[] = { SCHEDULE_PACKED, SCHEDULE_COROLLARY_2, SCHEDULE_THEOREM_1 };
	struct load_factor lambda = load_factor(tree, set);
	struct schedule other;

	make_one(schedule, tree, set, order[0]);
	for (size_t k = 1; k < sizeof order / sizeof *order && schedule->cycles > load_factor_cycles(&lambda); k++) {
		if (!applies(tree, order[k]))
			continue;
		make_one(&other, tree, set, order[k]);
		if (other.cycles < schedule->cycles) {
			schedule_free(schedule);
			*schedule = other;
		} else {
			schedule_free(&other);
		}
	}
}

bool schedule_make(struct schedule *schedule, const struct channel_tree *tree, const struct message_set *set,
		   enum schedule_method method)
{
	if (!applies(tree, method))
		return false;
	if (method == SCHEDULE_AUTO)
		make_shortest(schedule, tree, set);
	else
		make_one(schedule, tree, set, method);
	return true;
}

void schedule_free(struct schedule *schedule)
{
	free(schedule->cycle);
	schedule->cycle = NULL;
}
