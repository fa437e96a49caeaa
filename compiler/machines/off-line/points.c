/* points.c: the off-line fat-trees that `ftc explore` compares, and what a schedule delivers. */
#include "machines/fat_tree_common.h"
#include "machines/off-line/off_line.h"
#include "network/network.h"
#include "network/prediction.h"
#include "network/proposals.h"
#include "schedule/sources.h"

#include <stdlib.h>

#include "util/text.h"

/* Larger schedules take long to make. */
enum { MOST_SCHEDULED_LEAVES = 128 };

static void propose_off_line(struct proposals *list, unsigned root)
{
	unsigned cycles = 4 * list->ends < MAXIMUM_SCHEDULE_CYCLES ? 4 * list->ends : MAXIMUM_SCHEDULE_CYCLES;
	char *name = format_string("off-line-w%u", root);

	propose(list, name, "network: fat-tree\nleaves: %u\nroot-capacity: %u\nswitching: off-line\nsettings-port: true\n"
		"schedule-cycles: %u\n", list->ends, root, cycles);
	free(name);
}

void off_line_propose(struct proposals *list)
{
	unsigned least = fat_tree_least_universal(list->ends);

	for (unsigned root = list->ends; root >= least; root /= 2)
		propose_off_line(list, root);
	propose_off_line(list, least);
}

/* A word of each leaf to each other one, by the shortest schedule found; if the settings' RAM holds it. */
void off_line_predict(const struct network *net, struct prediction *p)
{
	const struct pattern_wish wish = { .name = "all-to-all" };
	struct channel_tree tree = channel_tree_of(net);
	struct message_set set = {0};
	struct schedule schedule;

	if (net->spec->leaves > MOST_SCHEDULED_LEAVES || !source_pattern(&set, &wish, net->spec->leaves))
		return;
	if (schedule_make(&schedule, &tree, &set, SCHEDULE_AUTO)) {
		p->knows_accepted = schedule.cycles <= net->spec->schedule_cycles;
		p->accepted = (double)set.count / schedule.cycles / net->spec->leaves;
		schedule_free(&schedule);
	}
	free(set.demand);
}
