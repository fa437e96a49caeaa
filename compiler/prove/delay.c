/* delay.c: proofs of the delay lines of turning messages: of each line by itself, and of its length. */
#include "network/delay.h"
#include "prove/builder.h"
#include "prove/catalogue.h"
#include "util/text.h"

/* Clocks from the strobe of messages from the children to that of messages from the parent, at a node of this level.
 * Above the root of a tree with an outside, the outside takes no time but what docs/reference/protocol.md sets. */
static unsigned way_over_the_top(const struct network *net, unsigned level)
{
	const struct node *root = network_node(net, 0);
	unsigned clocks = root->parent_wires > 0 ? root->turn_delay : 0;

	for (unsigned k = 1; k <= level; k++)
		clocks += network_node(net, k - 1)->down_latency + network_node(net, k)->up_latency;
	return clocks;
}

/* The line's parameter at `port`. */
static void add_told(struct parts *parts, const char *line, const char *port, unsigned long value)
{
	const char *name = parts_cut(parts, true, line, port, 32);

	parts_same_later(parts, "the delay line is the one that is proved", 32, parts_name(parts, "32'd%lu", value), 0,
			 name);
}

/* A turning message waits for all of that time: in a node after its selectors, which messages from the parent pass,
 * too; in a router after its up part. */
const char *parts_delay(struct parts *parts, const struct network *net, const struct node *node, unsigned before,
			const char *instance, unsigned width, const char *turns, const char *meaning)
{
	const char *line = parts_name(parts, "%s.line", instance);
	const char *over = parts_name(parts, "32'd%u", way_over_the_top(net, node->level));
	const char *wait = parts_name(parts, "32'd%u", before + node->turn_delay);

	parts_same_later(parts, meaning, width, turns, 0, parts_cut(parts, true, line, "in", width));
	add_told(parts, line, "depth", node->turn_delay);
	add_told(parts, line, "passes", delay_line_of(net->spec, width, node->turn_delay).passes);
	parts_same_later(parts, "messages that turn meet those that come down", 32, over, 0, wait);
	return parts_cut(parts, false, line, "out", width);
}

void prove_delay(struct proofs *list, const struct network *net, unsigned width, unsigned depth)
{
	struct delay_line l = delay_line_of(net->spec, width, depth);
	const struct named_value given[] = { { "WIDTH", width }, { "DEPTH", depth }, { "PASSES", l.passes }, { "WORDS", l.words },
					     { NULL, 0 } };

	catalogue_prove(list, l.passes > 0 ? "delay_in_ram" : "delay", &(struct site){ .given = { given } });
}
