/* proposals.c: lists of proposed parameter sets. */
#include "network/proposals.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

static bool is_there(const struct proposals *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->item[i].name, name) == 0)
			return true;
	return false;
}

void propose(struct proposals *list, const char *name, const char *format, ...)
{
	va_list args;

	if (is_there(list, name))
		return;
	va_start(args, format);
	list->item = room_for_one(list->item, list->count, sizeof *list->item);
	list->item[list->count++] = (struct proposal){ copy_string(name), format_list(format, args) };
	va_end(args);
}

void proposals_free(struct proposals *list)
{
	for (size_t i = 0; i < list->count; i++) {
		free(list->item[i].name);
		free(list->item[i].keys);
	}
	free(list->item);
	*list = (struct proposals){0};
}

/* The children of the nodes of the next level: the greatest divisor of `left` up to `radix`; 0: there is none. */
static unsigned children_of(unsigned left, unsigned radix)
{
	unsigned children = radix < left ? radix : left;

	while (children > 1 && left % children != 0)
		children--;
	return children > 1 ? children : 0;
}

/* The levels of a tree with all links. False if there is none of that radix. */
static bool find_levels(struct tree_shape *shape, unsigned leaves, unsigned radix)
{
	for (unsigned left = leaves; left > 1; left /= shape->children[shape->height++]) {
		unsigned h = shape->height, children = children_of(left, radix);

		if (children == 0 || h == MOST_SHAPE_LEVELS)
			return false;
		shape->children[h] = children;
		shape->parents[h] = h == 0 ? 1 : shape->children[h - 1];
	}
	return true;
}

/* Leaves one of `share` links at the top, from the top level downwards. False if there are not as many. */
static bool thin_out(struct tree_shape *shape, unsigned share)
{
	for (unsigned h = shape->height; h > 1 && share > 1; h--)
		while (share > 1 && shape->parents[h - 1] % 2 == 0) {
			shape->parents[h - 1] /= 2;
			share /= 2;
		}
	return share == 1;
}

static void print_numbers(struct text *out, const unsigned *number, unsigned count, const char *between)
{
	for (unsigned i = 0; i < count; i++)
		text_print(out, "%s%u", i ? between : "", number[i]);
}

static void add_shape(struct proposals *list, struct tree_shape *shape,
		      void (*add)(struct proposals *list, const struct tree_shape *shape))
{
	struct text name = {0}, lists = {0};

	print_numbers(&name, shape->children, shape->height, "x");
	text_add(&name, "-");
	print_numbers(&name, shape->parents, shape->height, "x");
	text_add(&lists, "children: [");
	print_numbers(&lists, shape->children, shape->height, ", ");
	text_add(&lists, "]\nparents: [");
	print_numbers(&lists, shape->parents, shape->height, ", ");
	text_add(&lists, "]\n");
	shape->name = name.bytes;
	shape->lists = lists.bytes;
	add(list, shape);
	text_free(&name);
	text_free(&lists);
}

void propose_trees(struct proposals *list, const unsigned *radices,
		   void (*add)(struct proposals *list, const struct tree_shape *shape))
{
	enum { LEAST_SHARE = 4 };

	for (const unsigned *radix = radices; *radix; radix++)
		for (unsigned share = 1; share <= LEAST_SHARE; share *= 2) {
			struct tree_shape shape = {0};

			if (find_levels(&shape, list->ends, *radix) && thin_out(&shape, share))
				add_shape(list, &shape, add);
		}
}
