/* load.c: the load of every channel, and the load factor.
 *
 * Messages are not followed along their paths. Each is counted at three vertices: its source, its destination and where
 * it turns. The load of the channel above a vertex v is then a sum, bottom up:
 *
 *   up(v)   = up(2v) + up(2v+1) - turns(v)		messages from below v, less those that turn at v or below
 *   down(v) = down(2v) + down(2v+1) - turns(v)
 */
#include <stdlib.h>

#include "schedule/tree.h"
#include "util/budget.h"
#include "util/digest.h"

void channel_tree_digest(const struct channel_tree *tree, char digest[17])
{
	struct text t = {0};

	text_print(&t, "fat-tree %u:", tree->leaves);
	for (unsigned k = 1; k <= tree->levels; k++)
		text_print(&t, " %u", tree->capacity[k]);
	digest_text(&t, digest);
	text_free(&t);
}

enum { COUNTING = 6 };			/* steps of the budget, for each message and vertex */

struct channel_loads channel_loads_of(const struct channel_tree *tree, const struct message_set *set)
{
	uint32_t vertices = 2u << tree->levels, *turns = allocate_array(vertices / 2, sizeof *turns);
	struct channel_loads loads = { allocate_array(vertices, sizeof *loads.up),
				       allocate_array(vertices, sizeof *loads.down) };

	budget_spend(COUNTING * ((uint64_t)set->count + vertices));
	for (size_t i = 0; i < set->count; i++) {
		uint32_t source = tree_leaf(tree, set->demand[i].source);
		uint32_t destination = tree_leaf(tree, set->demand[i].destination);

		if (source == destination)
			continue;
		loads.up[source]++;
		loads.down[destination]++;
		turns[source >> bit_length(source ^ destination)]++;
	}
	for (uint32_t v = vertices / 2 - 1; v > 0; v--) {
		loads.up[v] = loads.up[2 * v] + loads.up[2 * v + 1] - turns[v];
		loads.down[v] = loads.down[2 * v] + loads.down[2 * v + 1] - turns[v];
	}
	free(turns);
	return loads;
}

void channel_loads_free(struct channel_loads *loads)
{
	free(loads->up);
	free(loads->down);
}

/* The first channel with the greatest load on a level in one direction, if that exceeds *most; else *most stays. */
static void find_most(const uint32_t *load, unsigned level, uint64_t *most, uint32_t *vertex)
{
	for (uint32_t v = 1u << level; v < 2u << level; v++) {
		if (load[v] > *most) {
			*most = load[v];
			*vertex = v;
		}
	}
}

struct load_factor load_factor_of(const struct channel_tree *tree, const struct channel_loads *loads)
{
	struct load_factor lambda = { .denominator = 1 };

	for (unsigned k = 1; k <= tree->levels; k++) {
		uint64_t most = 0, most_up;
		uint32_t vertex = 0;

		find_most(loads->up, k, &most, &vertex);
		most_up = most;
		find_most(loads->down, k, &most, &vertex);
		if (most * lambda.denominator > lambda.numerator * tree->capacity[k])
			lambda = (struct load_factor){ most, tree->capacity[k], k, most == most_up,
						       vertex - (1u << k) };
	}
	return lambda;
}

struct load_factor load_factor(const struct channel_tree *tree, const struct message_set *set)
{
	struct channel_loads loads = channel_loads_of(tree, set);
	struct load_factor lambda = load_factor_of(tree, &loads);

	channel_loads_free(&loads);
	return lambda;
}

uint64_t load_factor_cycles(const struct load_factor *lambda)
{
	return (lambda->numerator + lambda->denominator - 1) / lambda->denominator;
}

uint32_t channel_loads_most(const uint32_t *load, unsigned level)
{
	uint64_t most = 0;
	uint32_t vertex;

	find_most(load, level, &most, &vertex);
	return (uint32_t)most;
}

unsigned level_channels(const struct channel_tree *tree, unsigned level)
{
	unsigned below = 1u << (tree->levels - level);

	return (tree->leaves + below - 1) / below;
}

static void print_level(const struct channel_tree *tree, const uint32_t *load, unsigned level, const char *direction,
			struct text *out)
{
	text_print(out, "\"%s\": [", direction);
	for (unsigned v = 0; v < level_channels(tree, level); v++)
		text_print(out, "%s%u", v > 0 ? "," : "", load[(1u << level) + v]);
	text_add(out, "]");
}

void channel_loads_print(const struct channel_tree *tree, const struct channel_loads *loads, struct text *out)
{
	struct load_factor lambda = load_factor_of(tree, loads);

	text_print(out, "  \"load_factor\": {\"numerator\": %llu, \"denominator\": %llu},\n",
		   (unsigned long long)lambda.numerator, (unsigned long long)lambda.denominator);
	if (lambda.level > 0)
		text_print(out, "  \"channel\": {\"level\": %u, \"direction\": \"%s\", \"vertex\": %u},\n",
			   lambda.level, lambda.up ? "up" : "down", lambda.vertex);
	else
		text_add(out, "  \"channel\": null,\n");
	text_print(out, "  \"lower_bound\": %llu,\n  \"loads\": [\n", (unsigned long long)load_factor_cycles(&lambda));
	for (unsigned k = 1; k <= tree->levels; k++) {
		text_print(out, "    {\"level\": %u, \"capacity\": %u, ", k, tree->capacity[k]);
		print_level(tree, loads->up, k, "up", out);
		text_add(out, ", ");
		print_level(tree, loads->down, k, "down", out);
		text_add(out, k < tree->levels ? "},\n" : "}\n");
	}
	text_add(out, "  ],\n");
}
