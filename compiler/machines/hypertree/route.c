/* route.c: `ftc route`: the way of a packet, hop by hop, each with its reason. */
#include <stdlib.h>

#include "machines/hypertree/hypertree.h"
#include "machines/hypertree/words.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

struct way {
	const struct spec *spec;
	const struct hypertree *h;
	unsigned source, destination;
	struct hypertree_hop hops[MOST_HOPS];
	unsigned count, links;
};

/* The queue in which the packet is at hop i: what the last hop that moved it has chosen. */
static struct hypertree_queue queue_of(const struct way *w, unsigned i)
{
	while (i-- > 0) {
		const struct hypertree_hop *hop = &w->hops[i];

		if (hop->step.move == MOVE_PORT)
			return (struct hypertree_queue){ w->hops[i + 1].node,
				hypertree_far_port(w->h, hop->node, hop->step.port), hop->packet.class };
	}
	return (struct hypertree_queue){ w->source, PORT_OWN, 0 };
}

/* The node at the other end of the hop; 0: there is none. */
static unsigned next_node(const struct way *w, const struct hypertree_hop *hop)
{
	return hop->step.move == MOVE_PORT ? hypertree_neighbour(w->h, hop->node, hop->step.port) : 0;
}

static void say_hop(const struct way *w, const json_t *way, unsigned i, struct text *out)
{
	const struct hypertree_hop *hop = &w->hops[i];
	const json_t *figures = json_array_get(json_object_get(way, "hops"), i);

	figures_say(figures, "  {node:4}  {level:5}  {queue:-7}  {class:5}  ", out);
	if (next_node(w, hop))
		figures_say(figures, "{port:-7} to {to:-4}", out);
	else
		text_print(out, "%-14s", hop->step.move == MOVE_STAY ? "stays" : "own");
	text_add(out, "  ");
	hypertree_say_reason(w->h, hop, out);
	text_add(out, "\n");
}

static void say_way(const struct way *w, const json_t *way, struct text *out)
{
	text_print(out, "%s: %s of %u nodes, ", w->spec->name, w->spec->kind->word, w->h->nodes);
	figures_say(way, "from node {source} to node {destination}: {links} link", out);
	figures_say(way, w->links == 1 ? ", {mode} mode\n" : "s, {mode} mode\n", out);
	text_add(out, "  node  level  queue    class  goes            because\n");
	for (unsigned i = 0; i < w->count; i++)
		say_hop(w, way, i, out);
}

static json_t *hop_json(const struct way *w, unsigned i)
{
	const struct hypertree_hop *hop = &w->hops[i];
	struct hypertree_queue queue = queue_of(w, i);
	json_t *object = json_object();

	JSON_NUMBERS(object, { "node", hop->node }, { "level", hypertree_level(hop->node) });
	json_object_set_new(object, "queue", json_string(hypertree_port_word(queue.port)));
	json_add_number(object, "class", queue.class);
	if (next_node(w, hop)) {
		json_object_set_new(object, "port", json_string(hypertree_port_word(hop->step.port)));
		json_add_number(object, "to", next_node(w, hop));
	}
	json_object_set_new(object, "reason", json_string(hypertree_reason_word(hop->step.reason)));
	return object;
}

static json_t *way_json(const struct way *w)
{
	json_t *object = spec_identity(w->spec), *hops = json_array();

	JSON_NUMBERS(object, { "source", w->source }, { "destination", w->destination }, { "links", w->links });
	json_object_set_new(object, "mode", json_string(w->hops[0].packet.symmetric ? "symmetric" : "plain"));
	for (unsigned i = 0; i < w->count; i++)
		json_array_append_new(hops, hop_json(w, i));
	json_object_set_new(object, "hops", hops);
	return object;
}

/* Whether both ends live; false after a message. */
static bool ends_live(const struct way *w)
{
	bool dead_source = w->h->dead_node[w->source];
	unsigned dead = dead_source ? w->source : w->destination;
	unsigned other = dead_source ? w->destination : w->source, x = 1;

	if (!w->h->dead_node[dead])
		return true;
	while (w->h->dead_node[x] || x == other)
		x++;
	error("node %u is dead: expected two nodes that live", dead);
	return suggest("%s %u", dead_source ? "source" : "destination", x);
}

/* Whether the rule leads from one end to the other; false after a message. */
static bool is_delivered(const struct way *w)
{
	const struct hypertree_hop *last = &w->hops[w->count - 1];

	if (last->step.move != MOVE_DROP)
		return true;
	error("a packet from node %u to node %u is dropped at node %u: the rule knows no way round what is dead or"
	      " missing", w->source, w->destination, last->node);
	return suggest("ftc report, given the same faults, says what they leave");
}

/* Options without a meaning here; false after a message. */
static bool check_request(const struct spec *spec, const struct route_request *request)
{
	const char *option = request->all ? "--all" : "--seed";

	if (!request->all && !request->seeded)
		return true;
	error("%s is given for a %s: expected one way, the rule has no other", option, spec->kind->word);
	return suggest("without %s", option);
}

int hypertree_show_route(const struct spec *spec, const struct route_request *request, bool files,
			 struct findings *found)
{
	struct hypertree *h = hypertree_of(spec);
	struct way w = { .spec = spec, .h = h, .source = request->source, .destination = request->destination };

	(void)files;
	if (!check_request(spec, request) || !ends_live(&w)) {
		hypertree_free(h);
		return EXIT_USAGE;
	}
	w.count = hypertree_route(h, w.source, w.destination, w.hops);
	for (unsigned i = 0; i < w.count; i++)
		w.links += next_node(&w, &w.hops[i]) != 0;
	bool delivered = is_delivered(&w);

	if (delivered) {
		json_t *way = way_json(&w);

		say_way(&w, way, &found->text);
		json_print(way, &found->json);
	}
	hypertree_free(h);
	return delivered ? EXIT_DONE : EXIT_WORK_FAILED;
}
