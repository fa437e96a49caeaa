/* merge.c: binary fat-trees with lanes: every merge of their levels has the wires of their channels; the one that is taken is
 * the best by the model of whole networks, too; and a word's way is that on which the model has it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "machines/xgft_drawing.h"
#include "machines/lanes/lanes.h"
#include "util/text.h"
#include "xml.h"

enum { MOST_LEVELS = 10, SLOTS = 3000 };

/* A fat-tree with lanes; `ratios`: bit k - 1 says whether a channel of level k is twice as wide as one below. */
static void read_tree(struct spec *spec, unsigned levels, unsigned ratios)
{
	struct text list = {0};
	unsigned capacity[MOST_LEVELS + 1];

	capacity[levels] = 1;
	for (unsigned k = levels - 1; k >= 1; k--)
		capacity[k] = capacity[k + 1] << (ratios >> (k - 1) & 1);
	text_add(&list, "capacities=[");
	for (unsigned k = 1; k <= levels; k++)
		text_print(&list, "%s%u", k > 1 ? ", " : "", capacity[k]);
	text_add(&list, "]");
	char *leaves = format_string("leaves=%u", 1u << levels);
	struct override set[] = { { leaves }, { list.bytes } };

	assert_true(spec_read(spec, SOURCE_DIR "/binary.yaml", set, 2));
	free(leaves);
	text_free(&list);
}

/* The tree of a merge. Shares what it points to with `spec`. */
static struct spec merged(const struct spec *spec, const struct lane_merge *merge)
{
	struct spec tree = *spec;

	tree.height = merge->height;
	for (unsigned l = 1; l <= merge->height; l++) {
		tree.children[l] = merge->children[l];
		tree.parents[l] = merge->parents[l];
		tree.level_nodes[l] = tree.level_nodes[l - 1] / merge->children[l] * merge->parents[l];
	}
	return tree;
}

/* Links up from the nodes that stand for a binary node are the wires of its channel. */
static void check_wires(const struct spec *spec, const struct spec *tree)
{
	unsigned level = spec->levels;

	for (unsigned l = 0; l < tree->height; l++) {
		assert_int_equal(xgft_links(tree, l), (unsigned long)spec->capacity[level] << level);
		for (unsigned m = tree->children[l + 1]; m > 1; m /= 2)
			level--;
	}
	assert_int_equal(level, 0);
}

/* The ways to write `levels` as a sum of ones, twos and threes. */
static size_t ways(unsigned levels)
{
	return levels < 1 ? 1 : ways(levels - 1) + (levels > 1 ? ways(levels - 2) : 0) + (levels > 2 ? ways(levels - 3) : 0);
}

static void merges_have_the_wires_of_the_channels(void **state)
{
	(void)state;
	for (unsigned levels = 1; levels <= 7; levels++)
		for (unsigned ratios = 0; ratios < 1u << (levels - 1); ratios++) {
			struct lane_merge *list;
			struct spec spec;

			read_tree(&spec, levels, ratios);
			size_t count = lane_merges(&spec, &list);

			assert_int_equal(count, ways(levels));
			for (size_t i = 0; i < count; i++) {
				struct spec tree = merged(&spec, &list[i]);

				check_wires(&spec, &tree);
			}
			check_wires(&spec, &spec);
			free(list);
			spec_free(&spec);
		}
}

/* Capacities by the universal formula: rounded up, never doubled. */
static void universal_capacities_are_rounded_up(void **state)
{
	(void)state;
	for (unsigned leaves = 2; leaves <= 256; leaves *= 2)
		for (unsigned root = 1; root <= leaves; root++) {
			char *words[] = { format_string("leaves=%u", leaves), format_string("root-capacity=%u", root) };
			struct override set[] = { { words[0] }, { words[1] } };
			struct spec spec;

			assert_true(spec_read(&spec, SOURCE_DIR "/binary.yaml", set, 2));
			for (unsigned k = 1; k < spec.levels; k++) {
				unsigned universal = spec_universal_capacity(&spec, root, k), below = spec.capacity[k + 1];

				assert_in_range(spec.capacity[k], universal, 2 * universal - 1);
				assert_true(spec.capacity[k] == below || spec.capacity[k] == 2 * below);
			}
			check_wires(&spec, &spec);
			spec_free(&spec);
			free(words[0]);
			free(words[1]);
		}
}

/* Payload bits in a clock for each LUT4, by the model. */
static double merit(const struct spec *tree, const struct lane_merge *merge)
{
	double accepted = lane_saturate(tree, 1, 1, SLOTS).accepted;

	if (merge->accepted < 0.96 * accepted || merge->accepted > 1.12 * accepted)
		fail_msg("%u leaves: %g accepted, %g estimated", tree->leaves, accepted, merge->accepted);
	return accepted * tree->leaves * tree->payload_bits / merge->slot / (double)merge->lut4;
}

static void the_best_is_taken(void **state)
{
	/* Of two leaves each only sends to the other, and there is one way. */
	(void)state;
	for (unsigned levels = 2; levels <= 6; levels++)
		for (unsigned ratios = 0; ratios < 1u << (levels - 1); ratios++) {
			struct lane_merge *list;
			struct spec spec;
			double first = 0;

			read_tree(&spec, levels, ratios);
			size_t count = lane_merges(&spec, &list);

			for (size_t i = 0; i < count; i++) {
				struct spec tree = merged(&spec, &list[i]);
				double here = merit(&tree, &list[i]);

				if (i == 0)
					first = here;
				if (here > 1.02 * first)
					fail_msg("%u levels, ratios %u: merge %zu has %g, the first %g", levels, ratios, i,
						 here, first);
			}
			assert_int_equal(spec.height, list->height);
			assert_memory_equal(spec.children + 1, list->children + 1, spec.height * sizeof *spec.children);
			assert_memory_equal(spec.parents + 1, list->parents + 1, spec.height * sizeof *spec.parents);
			free(list);
			spec_free(&spec);
		}
}

/* ---- ways --------------------------------------------------------------------------------------------------------- */

/* The link from node j of a path to the next one. */
static struct lane_link link_behind(const struct spec *spec, const struct xgft_path *path, unsigned j)
{
	bool down = j >= path->top;
	unsigned level = down ? 2 * path->top - j - 1 : j;
	unsigned low = path->node[down ? j + 1 : j], high = path->node[down ? j : j + 1];

	return (struct lane_link){ down, level, low * spec->parents[level + 1] + high % spec->parents[level + 1] };
}

/* Whether links of a level have a driver of their own. */
static bool is_driven(const struct lane_shape *s, struct lane_link link)
{
	for (unsigned k = 0; k < s->stages; k++)
		if (s->stage[k].down == link.down && s->stage[k].level == link.level + link.down)
			return true;
	return !link.down && link.level == 0;
}

/* A word alone in the network is on the links of its path that have a driver, and nowhere else. */
static void check_path(const struct spec *spec, struct lane_model *m, unsigned source, unsigned destination)
{
	struct lane_shape s = lane_shape(spec);
	int *wants = allocate_array(s.leaves, sizeof *wants);
	uint64_t asks = (uint64_t)1 << source, taken;
	struct xgft_path path;
	unsigned links = 0, on = 0;

	wants[source] = (int)destination;
	lane_model_begin(m, &asks, wants, NULL);
	lane_model_turn(m, &asks, NULL);
	lane_model_end(m, NULL, &taken);
	assert_true(taken == asks);
	lane_path(spec, source, destination, &path);
	for (unsigned j = 0; j < 2 * path.top; j++) {
		struct lane_link link = link_behind(spec, &path, j);

		if (!is_driven(&s, link))
			continue;
		links++;
		assert_int_equal(lane_model_words(m)[lane_place(&s, link)], source);
	}
	for (unsigned place = 0; place < lane_model_places(m); place++)
		on += lane_model_words(m)[place] != LANE_IDLE;
	assert_int_equal(on, links);
	assert_int_equal(links, s.stages + 1);
	free(wants);
}

static void paths_are_those_of_words(void **state)
{
	static const struct { const char *children, *parents; } trees[] = {
		{ "children=[4, 4]", "parents=[1, 4]" }, { "children=[4, 2, 4]", "parents=[1, 2, 2]" },
		{ "children=[2, 8]", "parents=[1, 1]" }, { "children=[8, 4]", "parents=[1, 2]" },
		{ "children=[2, 2, 2, 2]", "parents=[1, 2, 1, 2]" }, { "children=[16]", "parents=[1]" },
		{ "children=[4, 4, 2]", "parents=[1, 1, 4]" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
		struct override set[] = { { trees[i].children }, { trees[i].parents } };
		struct spec spec;

		assert_true(spec_read(&spec, SOURCE_DIR "/rtl.yaml", set, 2));
		struct lane_model *m = lane_model_new(&spec);

		for (unsigned source = 0; source < spec.leaves; source++)
			for (unsigned destination = 0; destination < spec.leaves; destination++)
				check_path(&spec, m, source, destination);
		lane_model_free(m);
		spec_free(&spec);
	}
}

/* ---- pictures ----------------------------------------------------------------------------------------------------- */

static size_t count(const char *text, const char *word)
{
	size_t n = 0;

	for (; (text = strstr(text, word)); text += strlen(word))
		n++;
	return n;
}

static void pictures_say_what_links_carry(void **state)
{
	struct spec spec;
	struct text svg = {0};

	(void)state;
	read_tree(&spec, 4, 7);
	xgft_drawing(&spec, lane_shape(&spec).width, NULL, 0, &svg);
	assert_true(xml_well_formed(svg.bytes));
	assert_int_equal(count(svg.bytes, "class=\"idle\""), xgft_all_links(&spec));
	assert_int_equal(count(svg.bytes, ">16 links of 9 bits a clock<"), spec.height);
	text_free(&svg);
	spec_free(&spec);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(merges_have_the_wires_of_the_channels),
		cmocka_unit_test(universal_capacities_are_rounded_up),
		cmocka_unit_test(the_best_is_taken),
		cmocka_unit_test(paths_are_those_of_words),
		cmocka_unit_test(pictures_say_what_links_carry),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
