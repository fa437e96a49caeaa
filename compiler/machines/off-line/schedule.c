/* schedule.c: loads the schedule of an off-line network. */
#include "machines/off-line/off_line.h"

#include "machines/settings.h"
#include "network/network.h"
#include "util/message.h"

/* Is the schedule for a tree with these capacities? */
static bool require_same_tree(const struct network *net)
{
	const struct channel_tree wanted = channel_tree_of(net), *made = &net->schedule->tree;
	const char *path = net->spec->schedule_path;
	unsigned k = 1;

	if (made->leaves != wanted.leaves) {
		error("%s is a schedule for a tree of %u leaves: expected one of %u", path, made->leaves,
		      wanted.leaves);
	} else {
		while (k <= wanted.levels && made->capacity[k] == wanted.capacity[k])
			k++;
		if (k > wanted.levels)
			return true;
		error("%s is a schedule for a tree whose channels of level %u take %u messages: expected %u",
		      path, k, made->capacity[k], wanted.capacity[k]);
	}
	char *result = copy_string(shell_word(path));
	suggest("ftc schedule %s MESSAGES -o %s", shell_word(net->spec->source), result);
	free(result);
	return false;
}

bool off_line_load(struct network *net)
{
	struct schedule_file file;

	if (!net->spec->schedule_path)
		return settings_fit(net);
	if (!schedule_is_there(net) || !schedule_file_read(&file, net->spec->schedule_path))
		return false;
	net->schedule = allocate(sizeof *net->schedule);
	*net->schedule = file;
	return require_same_tree(net) && settings_fit(net);
}
