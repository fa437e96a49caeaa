/* parameters.c: the parameters of an extended generalized fat tree XGFT(h; m_1..m_h; w_1..w_h) (Oehring et al. 1995).
 *
 * In: `children` and `parents`, as lists (xgft) or numbers (gft), or `leaves` of a network that is an XGFT by
 * another name (cm-5, pruned-butterfly). Out: height, children, parents and the nodes of each level, none too
 * many. */
#include "machines/generalized/generalized.h"
#include "machines/generalized/paths.h"
#include "machines/tree.h"
#include "network/network.h"
#include "parse/keys.h"
#include "util/message.h"

#include <stdlib.h>

bool spec_is_xgft(const struct spec *spec)
{
	return spec->network == NETWORK_XGFT || spec->network == NETWORK_GFT || spec->network == NETWORK_CM_5
	       || spec->network == NETWORK_PRUNED_BUTTERFLY;
}

/* The numbers 1 .. count as a list: "[4, 4]", or for a shell "4,4" (one alone needs its brackets there, too). */
static char *list_text(const unsigned *numbers, unsigned count, bool for_shell)
{
	bool brackets = !for_shell || count == 1;
	struct text t = {0};

	text_add(&t, brackets ? "[" : "");
	for (unsigned i = 1; i <= count; i++)
		text_print(&t, "%s%u", i == 1 ? "" : for_shell ? "," : ", ", numbers[i]);
	text_add(&t, brackets ? "]" : "");
	return t.bytes;
}

static void suggest_list(const struct entry *entry, const unsigned *numbers, unsigned count)
{
	char *list = list_text(numbers, count, entry->is_override);

	suggest_value(entry, list);
	free(list);
}

/* One of the two lists. Their numbers are of levels 1 .. *count. */
static bool read_level_list(const struct request *q, enum key key, unsigned long most, unsigned *numbers, unsigned *count)
{
	const struct entry *entry = q->given[key];
	static const unsigned example[] = { 0, 4, 4 };

	if (!entry->is_list || entry->count < 1 || entry->count > MAXIMUM_LEVELS) {
		char *found = entry->is_list ? format_string("%s has %zu numbers", entry->key, entry->count)
					     : format_string("%s is no list", entry->key);
		error_at(entry->value_at, "%s: expected a list of 1 to %d numbers, one for each level, leaves first", found,
			 MAXIMUM_LEVELS);
		free(found);
		suggest_list(entry, example, 2);
		return false;
	}
	*count = (unsigned)entry->count;
	for (unsigned i = 1; i <= *count; i++) {
		char *what = format_string("%s of level %u", key == KEY_CHILDREN ? "the number of children" : "the number of parents",
					   key == KEY_CHILDREN ? i : i - 1);
		bool good = read_item(entry, i - 1, what, 1, most, &numbers[i]);
		free(what);
		if (!good)
			return false;
	}
	return true;
}

/* Says that `parents` is not as long as `children`, and suggests it cut off or its last number repeated. */
static bool wrong_length(const struct request *q, unsigned found)
{
	const struct entry *children = q->given[KEY_CHILDREN], *parents = q->given[KEY_PARENTS];
	struct spec *spec = q->spec;
	char *place = where(children);

	error_at(parents->value_at, "parents has %u number%s, but children in %s has %u: expected as many, one for each level",
		 found, found == 1 ? "" : "s", place, spec->height);
	for (unsigned i = found + 1; i <= spec->height; i++)
		spec->parents[i] = spec->parents[found];
	suggest_list(parents, spec->parents, spec->height);
	free(place);
	return false;
}

static bool read_lists(const struct request *q)
{
	const struct entry *height = q->given[KEY_HEIGHT];
	struct spec *spec = q->spec;
	unsigned parents_given, height_given;

	if (!require(q, KEY_CHILDREN, "how many children the nodes of each level have, level 1 first")
	    || !require(q, KEY_PARENTS, "how many parents the nodes of each level have, leaves first")
	    || !read_level_list(q, KEY_CHILDREN, MAXIMUM_LEAVES, spec->children, &spec->height)
	    || !read_level_list(q, KEY_PARENTS, MAXIMUM_PARENTS, spec->parents, &parents_given))
		return false;
	if (parents_given != spec->height)
		return wrong_length(q, parents_given);
	height_given = spec->height;
	if (!read_number(q, KEY_HEIGHT, 1, MAXIMUM_LEVELS, &height_given))
		return false;
	if (height_given == spec->height)
		return true;
	char *place = where(q->given[KEY_CHILDREN]), *value = format_string("%u", spec->height);
	error_at(height->value_at, "height is %u, but children has %u number%s in %s: expected as many as levels above the leaves",
		 height_given, spec->height, spec->height == 1 ? "" : "s", place);
	suggest_value(height, value);
	free(value);
	free(place);
	return false;
}

static bool read_constants(const struct request *q)
{
	struct spec *spec = q->spec;
	unsigned children, parents;

	if (!require(q, KEY_HEIGHT, "the number of levels above the leaves, from 1 to 20")
	    || !require(q, KEY_CHILDREN, "how many children every node above the leaves has")
	    || !require(q, KEY_PARENTS, "how many parents every node below the roots has")
	    || !read_number(q, KEY_HEIGHT, 1, MAXIMUM_LEVELS, &spec->height)
	    || !read_number(q, KEY_CHILDREN, 1, MAXIMUM_LEAVES, &children)
	    || !read_number(q, KEY_PARENTS, 1, MAXIMUM_PARENTS, &parents))
		return false;
	for (unsigned i = 1; i <= spec->height; i++) {
		spec->children[i] = children;
		spec->parents[i] = parents;
	}
	return true;
}

/* log4 of `leaves`, or 0 when it is no power of 4. */
static unsigned log4_of(unsigned leaves)
{
	unsigned power = 0;

	while (leaves % 4 == 0) {
		leaves /= 4;
		power++;
	}
	return leaves == 1 ? power : 0;
}

/* The power of 4, from 4 to MAXIMUM_LEAVES, that is nearest to `wanted`. */
static unsigned nearest_power_of_4(unsigned long wanted)
{
	unsigned power = 4;

	while (power < MAXIMUM_LEAVES && wanted > power + 3ul * power / 2)
		power *= 4;
	return power;
}

/* `leaves` of a network that exists for powers of 4 only. */
static bool read_power_of_4(const struct request *q, unsigned *power)
{
	const struct entry *entry = q->given[KEY_LEAVES];
	unsigned leaves = 0;

	if (!require(q, KEY_LEAVES, "the number of leaves, a power of 4 from 4 to 1048576")
	    || !read_number(q, KEY_LEAVES, 4, MAXIMUM_LEAVES, &leaves))
		return false;
	*power = log4_of(leaves);
	if (*power)
		return true;
	char *nearest = format_string("%u", nearest_power_of_4(leaves));
	error_at(entry->value_at, "leaves is %u: expected a power of 4, from 4 to %d, for network %s", leaves, MAXIMUM_LEAVES,
		 network_words[q->spec->network]);
	suggest_value(entry, nearest);
	free(nearest);
	return false;
}

/* The CM-5 of 256 leaves has parents 2, 2, 2, 4 (Oehring et al., section 2); others have 4 below the roots, too,
 * and 2 elsewhere. */
static bool read_cm_5(const struct request *q)
{
	struct spec *spec = q->spec;

	if (!read_power_of_4(q, &spec->height))
		return false;
	for (unsigned i = 1; i <= spec->height; i++) {
		spec->children[i] = 4;
		spec->parents[i] = i == spec->height ? 4 : 2;
	}
	return true;
}

/* A level of Bay's graph is lg N minus one of ours; his nodes of even levels have two parents (thesis, chapter 2). */
static bool read_pruned_butterfly(const struct request *q)
{
	struct spec *spec = q->spec;
	unsigned power;

	if (!read_power_of_4(q, &power))
		return false;
	spec->height = 2 * power;
	for (unsigned i = 1; i <= spec->height; i++) {
		spec->children[i] = 2;
		spec->parents[i] = i % 2 ? 2 : 1;
	}
	return true;
}

/* The key that a number of level i came from, to be complained about. */
static const struct entry *source_of(const struct request *q, enum key list)
{
	return q->spec->network == NETWORK_GFT ? q->given[KEY_HEIGHT] : q->given[list];
}

/* For a gft the greatest height that is not too high, for an xgft the list with the number of `level` at `number`. */
static void suggest_smaller(const struct request *q, enum key list, unsigned level, unsigned number)
{
	const struct entry *entry = source_of(q, list);
	struct spec *spec = q->spec;
	unsigned *numbers = list == KEY_CHILDREN ? spec->children : spec->parents;

	if (spec->network == NETWORK_GFT) {
		char *height = format_string("%u", level > 1 ? level - 1 : 1);
		suggest_value(entry, height);
		free(height);
		return;
	}
	numbers[level] = number;
	suggest_list(entry, numbers, spec->height);
}

static bool count_leaves(const struct request *q)
{
	struct spec *spec = q->spec;
	unsigned long leaves = 1;

	for (unsigned i = 1; i <= spec->height; i++) {
		unsigned long below = leaves;

		leaves *= spec->children[i];
		if (leaves <= MAXIMUM_LEAVES)
			continue;
		error_at(source_of(q, KEY_CHILDREN)->value_at, "the tree has %lu leaves below a node of level %u: expected at most %d in all",
			 leaves, i, MAXIMUM_LEAVES);
		for (unsigned above = i + 1; spec->network == NETWORK_XGFT && above <= spec->height; above++)
			spec->children[above] = 1;
		suggest_smaller(q, KEY_CHILDREN, i, (unsigned)(MAXIMUM_LEAVES / below));
		return false;
	}
	spec->leaves = (unsigned)leaves;
	if (leaves > 1)
		return true;
	const struct entry *entry = q->given[KEY_CHILDREN];
	error_at(entry->value_at, "the tree has 1 leaf: expected at least 2");
	spec->children[spec->height] = 2;
	if (spec->network == NETWORK_GFT)
		suggest_value(entry, "2");
	else
		suggest_list(entry, spec->children, spec->height);
	return false;
}

/* Vertices of level l: W_l m_(l+1)..m_h (Oehring et al., section 3; the print has w^(l-1) for W_l). */
static bool count_level_nodes(const struct request *q)
{
	struct spec *spec = q->spec;
	unsigned long nodes = spec->leaves;

	spec->level_nodes[0] = spec->leaves;
	for (unsigned i = 1; i <= spec->height; i++) {
		unsigned long rest = nodes / spec->children[i];

		nodes = rest * spec->parents[i];
		if (nodes > MAXIMUM_LEVEL_NODES) {
			error_at(source_of(q, KEY_PARENTS)->value_at, "level %u has %lu nodes: expected at most %d", i, nodes,
				 MAXIMUM_LEVEL_NODES);
			suggest_smaller(q, KEY_PARENTS, i, (unsigned)(MAXIMUM_LEVEL_NODES / rest));
			return false;
		}
		spec->level_nodes[i] = (unsigned)nodes;
	}
	return true;
}

/* An answer finds its way back by the parents that the message names, which it does not do here. */
static bool check_first_free(const struct request *q)
{
	const struct entry *entry = q->given[KEY_UP_ROUTING];

	if (q->spec->up_routing != UP_ROUTING_FIRST_FREE || q->spec->leaf_interface == LEAF_WIRES)
		return true;
	error_at(entry->value_at, "up-routing is first-free, with leaf adapters: expected destination, source or random, for "
		 "an acknowledgement must find the way back");
	suggest_value(entry, "destination");
	return false;
}

/* Every message to all goes through one root, so that it reaches all leaves or none: its parents must be known. */
static bool read_broadcast(const struct request *q)
{
	const struct entry *entry = q->given[KEY_BROADCAST_EVERY];
	unsigned every = 0;

	if (!read_number(q, KEY_BROADCAST_EVERY, 0, MAXIMUM_BROADCAST_EVERY, &every))
		return false;
	q->spec->broadcast_every = every;
	if (every == 1) {
		error_at(entry->value_at, "broadcast-every is 1: expected 0, for none, or 2 to %d, or no slot is left for other messages",
			 MAXIMUM_BROADCAST_EVERY);
		suggest_value(entry, "2");
		return false;
	}
	if (every == 0 || (q->spec->up_routing != UP_ROUTING_FIRST_FREE && q->spec->link_width == 1))
		return true;
	if (q->spec->link_width > 1)
		error_at(entry->value_at, "broadcast-every is %u, with link-width %u: expected 0, for only one broadcast at a time "
			 "may reach the root",
			 every, q->spec->link_width);
	else
		error_at(entry->value_at, "broadcast-every is %u, with up-routing first-free: expected 0, for a broadcast names its "
			 "root", every);
	suggest_value(entry, "0");
	return false;
}

static bool read_xgft(const struct request *q)
{
	static bool (*const readers[])(const struct request *) = {
		[NETWORK_XGFT] = read_lists, [NETWORK_GFT] = read_constants, [NETWORK_CM_5] = read_cm_5,
		[NETWORK_PRUNED_BUTTERFLY] = read_pruned_butterfly,
	};
	struct spec *spec = q->spec;
	unsigned up_routing = UP_ROUTING_DESTINATION;

	spec->link_width = 1;
	if (!readers[spec->network](q) || !count_leaves(q) || !count_level_nodes(q)
	    || !read_number(q, KEY_LINK_WIDTH, 1, MAXIMUM_LINK_WIDTH, &spec->link_width)
	    || !read_word(q, KEY_UP_ROUTING, up_routing_words, &up_routing))
		return false;
	spec->up_routing = up_routing;
	if (!check_first_free(q))
		return false;
	spec->connections = spec->parents[1] * spec->link_width;
	return read_broadcast(q) && read_flag(q, KEY_FAULT_REGISTERS, &spec->fault_registers) && read_faults(q)
	       && read_groups(q);
}

static void print_faults(const struct spec *spec, struct text *out)
{
	text_print(out, "%s: [", key_names[KEY_FAULTS]);
	for (size_t i = 0; i < spec->fault_count; i++) {
		char *fault = spec_fault_text(&spec->faults[i]);

		text_print(out, "%s%s", i ? ", " : "", fault);
		free(fault);
	}
	text_add(out, "]\n");
}

static void print_xgft(const struct spec *spec, struct text *out)
{
	if (spec->network == NETWORK_XGFT) {
		char *children = list_text(spec->children, spec->height, false);
		char *parents = list_text(spec->parents, spec->height, false);

		text_print(out, "%s: %u\n%s: %s\n%s: %s\n", key_names[KEY_HEIGHT], spec->height, key_names[KEY_CHILDREN],
			   children, key_names[KEY_PARENTS], parents);
		free(children);
		free(parents);
	} else if (spec->network == NETWORK_GFT) {
		text_print(out, "%s: %u\n%s: %u\n%s: %u\n", key_names[KEY_HEIGHT], spec->height, key_names[KEY_CHILDREN],
			   spec->children[1], key_names[KEY_PARENTS], spec->parents[1]);
	} else {
		text_print(out, "%s: %u\n", key_names[KEY_LEAVES], spec->leaves);
	}
	text_print(out, "%s: %u\n%s: %s\n", key_names[KEY_LINK_WIDTH], spec->link_width, key_names[KEY_UP_ROUTING],
		   up_routing_words[spec->up_routing]);
	print_faults(spec, out);
	text_print(out, "%s: %s\n%s: %u\n", key_names[KEY_FAULT_REGISTERS], spec->fault_registers ? "true" : "false",
		   key_names[KEY_BROADCAST_EVERY], spec->broadcast_every);
	print_groups(spec, out);
}

/* The lowest level whose nodes have more children than a router can, or 0. */
static unsigned overfull_level(const struct spec *spec)
{
	for (unsigned l = 1; l <= spec->height; l++)
		if (spec->children[l] > ROUTER_MAXIMUM_PORTS)
			return l;
	return 0;
}

static bool leaves_fit(const struct spec *spec)
{
	return spec->connections <= MAXIMUM_CONNECTIONS && network_label_bits(spec) <= MAXIMUM_LABEL_BITS;
}

bool network_is_buildable(const struct spec *spec)
{
	return overfull_level(spec) == 0 && leaves_fit(spec);
}

static bool require_buildable(const struct spec *spec)
{
	unsigned l = overfull_level(spec);

	if (network_is_buildable(spec))
		return true;
	if (l > 0) {
		error("a node of level %u has %u children: a router has at most %d", l, spec->children[l],
		      ROUTER_MAXIMUM_PORTS);
		suggest("more levels with fewer children; ftc report and ftc route take any number");
	} else {
		error("a leaf has %u wires and a label of %u bits: expected at most %d and %d", spec->connections,
		      network_label_bits(spec), MAXIMUM_CONNECTIONS, MAXIMUM_LABEL_BITS);
	}
	return false;
}

bool generalized_accept(const struct spec *spec)
{
	return require_buildable(spec) && xgft_require_connected(spec);
}

bool read_generalized(const struct request *q)
{
	q->spec->machine = &generalized_machine;
	return read_tree(q) && read_xgft(q) && require_on_line_concentrator(q);
}

void print_generalized(const struct spec *spec, struct text *out)
{
	print_xgft(spec, out);
	print_tree(spec, out);
}
