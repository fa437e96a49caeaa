/* reference.c: loads of a reference tree.
 *
 * Messages are not followed along their paths. Each is counted at three vertices: its source, its destination and where
 * it turns. What passes the channel above a vertex is then a sum over its children, bottom up, less what turns there: as
 * in schedule/load.c, but with any number of children. */
#include "network/reference.h"

#include <stdlib.h>

#include "util/budget.h"
#include "util/figures.h"
#include "util/json.h"

unsigned reference_channels(const struct reference_tree *tree, unsigned depth)
{
	return (tree->leaves + tree->below[depth] - 1) / tree->below[depth];
}

const char *const standard_names[STANDARD_COUNT] = { [STANDARD_CEIL] = "ceil", [STANDARD_FLOOR] = "floor" };

bool reference_standard(unsigned leaves, enum standard reading, struct reference_tree *tree)
{
	*tree = (struct reference_tree){ .leaves = leaves, .gamma_denominator = 1 };
	if (leaves & (leaves - 1))
		return false;
	while (leaves >> tree->levels > 1)
		tree->levels++;
	for (unsigned k = 0; k <= tree->levels; k++) {
		tree->below[k] = leaves >> k;
		tree->capacity[k] = 1u << (tree->levels - k + (reading == STANDARD_FLOOR)) / 2;
	}
	return true;
}

/* Messages by vertex of one depth. */
struct counts {
	uint32_t *up, *down;		/* that pass the channel above it */
	uint32_t *turns;		/* that turn there */
};

static struct counts counts_of(unsigned vertices)
{
	return (struct counts){ allocate_array(vertices, sizeof(uint32_t)), allocate_array(vertices, sizeof(uint32_t)),
				allocate_array(vertices, sizeof(uint32_t)) };
}

static void counts_free(struct counts *c)
{
	free(c->up);
	free(c->down);
	free(c->turns);
}

static void count_ends(const struct reference_tree *tree, const struct message_set *set, struct counts *depth)
{
	struct counts *leaf = &depth[tree->levels];

	for (size_t i = 0; i < set->count; i++) {
		unsigned source = set->demand[i].source, destination = set->demand[i].destination, k = tree->levels;

		if (source == destination)
			continue;
		leaf->up[source]++;
		leaf->down[destination]++;
		do
			k--;
		while (source / tree->below[k] != destination / tree->below[k]);
		depth[k].turns[source / tree->below[k]]++;
	}
}

/* Adds what passes the channels of depth k + 1 to those of depth k. */
static void gather(const struct reference_tree *tree, struct counts *depth, unsigned k)
{
	struct counts *here = &depth[k], *children = &depth[k + 1];
	unsigned each = tree->below[k] / tree->below[k + 1];

	for (unsigned v = 0; v < reference_channels(tree, k + 1); v++) {
		here->up[v / each] += children->up[v];
		here->down[v / each] += children->down[v];
	}
	for (unsigned v = 0; v < reference_channels(tree, k); v++) {
		here->up[v] -= here->turns[v];
		here->down[v] -= here->turns[v];
	}
}

static void consider(struct reference_factor *most, uint64_t load, unsigned capacity, unsigned depth, unsigned vertex)
{
	if (load * most->capacity > most->load * capacity)
		*most = (struct reference_factor){ load, capacity, depth, vertex };
}

void reference_load(const struct reference_tree *tree, const struct message_set *set, struct reference_load *load)
{
	static const struct reference_factor none = { .capacity = 1 };
	struct counts depth[MAXIMUM_LEVELS + 1];
	uint64_t vertices = 0;

	for (unsigned k = 0; k <= tree->levels; k++) {
		depth[k] = counts_of(reference_channels(tree, k));
		vertices += reference_channels(tree, k);
	}
	budget_spend((uint64_t)set->count * (4 + 2 * tree->levels) + 6 * vertices);
	count_ends(tree, set, depth);
	for (unsigned k = tree->levels; k-- > 1;)
		gather(tree, depth, k);
	*load = (struct reference_load){ none, none, none };
	for (unsigned k = 1; k <= tree->levels; k++)
		for (unsigned v = 0; v < reference_channels(tree, k); v++) {
			uint64_t up = depth[k].up[v], down = depth[k].down[v];

			consider(&load->both, up + down, tree->capacity[k], k, v);
			consider(&load->up, up, tree->capacity[k], k, v);
			consider(&load->down, down, tree->capacity[k], k, v);
		}
	for (unsigned k = 0; k <= tree->levels; k++)
		counts_free(&depth[k]);
}

static struct reference_factor reduced(const struct reference_factor *factor)
{
	struct reference_factor f = *factor;
	uint64_t a = f.load, b = f.capacity;

	while (b > 0) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	f.load /= a;
	f.capacity /= a;
	return f;
}

json_t *reference_factor_json(const struct reference_factor *factor)
{
	struct reference_factor f = reduced(factor);
	json_t *object = json_object();

	JSON_NUMBERS(object, { "numerator", f.load }, { "denominator", f.capacity });
	json_add_real(object, "value", (double)f.load / (double)f.capacity);
	JSON_NUMBERS(object, { "depth", f.depth }, { "vertex", f.vertex });
	return object;
}

unsigned reference_capacity_above(const struct reference_tree *tree, unsigned below)
{
	for (unsigned k = 1; k <= tree->levels; k++)
		if (tree->below[k] == below)
			return tree->capacity[k];
	return 0;
}

static json_t *json_depths(const struct reference_tree *tree)
{
	json_t *list = json_array();

	for (unsigned k = 1; k <= tree->levels; k++)
		json_array_append_new(list, json_pack("{s:i, s:i, s:i, s:i}", "depth", (int)k,
						      "channels", (int)reference_channels(tree, k),
						      "leaves_below", (int)tree->below[k],
						      "capacity", (int)tree->capacity[k]));
	return list;
}

static json_t *json_gamma(const struct reference_tree *tree)
{
	return json_pack("{s:i, s:i, s:s}", "numerator", (int)tree->gamma_numerator,
			 "denominator", (int)tree->gamma_denominator, "by", tree->gamma_by);
}

void reference_add_json(const struct reference_tree *tree, enum standard reading, json_t *object)
{
	struct reference_tree standard;
	bool has_standard = reference_standard(tree->leaves, reading, &standard);

	json_object_set_new(object, "reference_tree", json_depths(tree));
	json_object_set_new(object, "standard_tree", has_standard ? json_depths(&standard) : json_null());
	json_object_set_new(object, "gamma", tree->gamma_by ? json_gamma(tree) : json_null());
}

/* Adds to each channel of the network the capacity of the standard tree's channel above as many leaves, and the ratio
 * of the two. Null: there is no such channel. */
static void compare_channel(json_t *channel, const json_t *standard)
{
	json_int_t below = json_integer_value(json_object_get(channel, "leaves_below"));
	double capacity = json_number_value(json_object_get(channel, "capacity"));
	json_t *other = NULL;

	for (size_t i = 0; i < json_array_size(standard) && !other; i++)
		if (json_integer_value(json_object_get(json_array_get(standard, i), "leaves_below")) == below)
			other = json_object_get(json_array_get(standard, i), "capacity");
	json_object_set(channel, "standard", other ? other : json_null());
	json_object_set_new(channel, "ratio", other ? json_real(capacity / json_number_value(other)) : json_null());
}

static void say_gamma(const json_t *gamma, struct text *out)
{
	if (json_is_null(gamma))
		text_add(out, "  gamma is not known\n");
	else if (json_equal(json_object_get(gamma, "numerator"), json_object_get(gamma, "denominator")))
		figures_say(gamma, "  gamma 1 ({by})\n", out);
	else
		figures_say(gamma, "  gamma {numerator}/{denominator} ({by})\n", out);
}

void reference_say(const json_t *object, struct text *out)
{
	static const struct column columns[] = {
		{ "depth", 5, "{depth}" }, { "channels", 8, "{channels}" }, { "capacity", 10, "{capacity}" },
		{ "standard", 8, "{standard}" }, { "ratio", 6, "{ratio:.3g}" }, { .label = NULL },
	};
	json_t *channels = json_deep_copy(json_object_get(object, "reference_tree"));

	for (size_t i = 0; i < json_array_size(channels); i++)
		compare_channel(json_array_get(channels, i), json_object_get(object, "standard_tree"));
	figures_table(channels, columns, out);
	json_decref(channels);
	say_gamma(json_object_get(object, "gamma"), out);
}
