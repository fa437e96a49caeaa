/* source_file.c: a set of messages from a file in the format of ftc simulate. */
#include <stdlib.h>

#include "schedule/sources.h"
#include "schedule/messages.h"
#include "util/message.h"
#include "util/text.h"

bool source_file(struct message_set *set, const char *path, const struct spec *spec)
{
	struct message_list list;
	bool good = messages_read(&list, path, spec);

	*set = (struct message_set){ .count = 0 };
	if (good) {
		/* The list is sorted by leaf; the messages' numbers give the order of the file. */
		set->count = list.count;
		set->demand = allocate_array(list.count + 1, sizeof *set->demand);
		for (uint32_t leaf = 0; leaf < list.leaves; leaf++)
			for (uint32_t i = list.first[leaf]; i != MESSAGE_NONE; i = list.next[i])
				set->demand[i] = (struct demand){ leaf, list.destination[i] };
	}
	messages_free(&list);
	return good;
}
