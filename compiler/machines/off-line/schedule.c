/* schedule.c: loads the schedule of an off-line network. */
#include "machines/off-line/off_line.h"

#include "machines/off-line/in_band.h"
#include "network/network.h"
#include "util/number.h"
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

/* In band a cycle takes a row for each bit of its headers. */
static unsigned most_cycles(const struct network *net)
{
	return is_in_band(net) ? smaller(MAXIMUM_SCHEDULE_CYCLES, MOST_ROWS / in_band_rows(net)) : MAXIMUM_SCHEDULE_CYCLES;
}

/* Does the schedule fit into the settings' RAM? With `auto`, the RAM gets the schedule's length. */
static bool settle_cycles(struct network *net)
{
	unsigned cycles = net->schedule->schedule.cycles, *room = &net->own->schedule_cycles, most = most_cycles(net);

	if (!*room)
		*room = cycles > 0 ? cycles : 1;
	if (cycles <= *room && *room <= most)
		return true;
	error("%s has %u delivery cycles: expected at most %u, which the settings' RAM holds", net->spec->schedule_path,
	      cycles, smaller(*room, most));
	suggest("schedule-cycles: auto, which takes as many as needed, up to %u", most);
	return false;
}

/* Headers that are written while the network is there. */
static bool require_rows(const struct network *net)
{
	if (net->spec->schedule_cycles <= most_cycles(net))
		return true;
	error("schedule-cycles is %u: expected at most %u, with %u rows of headers in each", net->spec->schedule_cycles,
	      most_cycles(net), in_band_rows(net));
	suggest("schedule-cycles: %u", most_cycles(net));
	return false;
}

bool off_line_load(struct network *net)
{
	struct schedule_file file;

	if (!net->spec->schedule_path)
		return is_in_band(net) ? require_rows(net) : true;
	if (!schedule_file_read(&file, net->spec->schedule_path))
		return false;
	net->schedule = allocate(sizeof *net->schedule);
	*net->schedule = file;
	return require_same_tree(net) && settle_cycles(net);
}
