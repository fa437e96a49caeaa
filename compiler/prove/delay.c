/* delay.c: proofs of the delay lines of turning messages: of each line by itself, and of its length. */
#include <stdlib.h>

#include "network/delay.h"
#include "prove/builder.h"
#include "util/text.h"

/* Clocks from the strobe of messages from the children to that of messages from the parent, at a node of this level.
 * Above the root of a tree with an outside, the outside takes no time but what docs/protocol.md sets. */
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

static void prove_line(struct proofs *list, const struct network *net, unsigned width, unsigned depth)
{
	struct delay_line l = delay_line_of(net->spec, width, depth);
	bool ram = l.passes > 0;
	struct circuit c = circuit_of(list, "delay_line");
	char *what = format_string("delay line, %u wires, %u clocks%s", width, depth, ram ? ", RAM" : "");
	char *sizes = format_string("-chparam WIDTH %u -chparam DEPTH %u", width, depth);
	char *parameters = ram ? format_string("%s -chparam WORDS %u", sizes, l.words) : copy_string(sizes);
	struct run run = { .monitor = ram ? "delay_in_ram" : "delay", .parameters = parameters,
			   .steps = depth + l.words + 1, .skip = ram ? l.words : depth };

	free(c.subject);
	c.subject = format_string("delay_line_%u_%u", width, depth);
	c.parameters = format_string("%s -chparam PASSES %u", sizes, l.passes);
	c.cells = (ram ? 4ul : 1ul) * width * depth;
	circuit_watches(list, &c, "later");
	if (ram) {
		run.expose[0] = "ram.read_at";
		run.expose[1] = "ram.write_at";
	}
	struct proof *p = circuit_prove(list, &c, "delay", what, "what goes in comes out as many clocks later", &run,
					NULL);

	p->shown[0] = (struct shown){ "due", "wires that should be 1" };
	p->shown[1] = (struct shown){ "out", "wires that are" };
	circuit_free(&c);
	free(parameters);
	free(sizes);
	free(what);
}

void prove_delay(struct proofs *list, const struct network *net, unsigned width, unsigned depth)
{
	char *proof = format_string("delay_line_%u_%u_delay", width, depth);

	if (!proofs_have(list, proof))
		prove_line(list, net, width, depth);
	free(proof);
}
