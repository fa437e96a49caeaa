/* workload_bounds.c: clocks that messages which wait for each other take at least. */
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "leaves/link_end.h"
#include "simulate/simulate.h"
#include "simulate/workload.h"
#include "util/text.h"

/* Clocks of an idle network from the offer of a word to its delivery; 0: not known. */
static uint64_t direct(const struct network *net, uint32_t from, uint32_t to)
{
	unsigned turn = bit_length(simulation_label(net, from) ^ simulation_label(net, to));

	/* To the other chip it takes longer than to the far half of its own. */
	return net->direct_clocks[turn <= net->label_bits ? turn : net->label_bits];
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Clocks until the last of `words` words that take turns, `each` in a slot, has set out behind the first. */
static uint64_t turns(const struct network *net, uint64_t words, unsigned each)
{
	return words > 0 ? (words - 1) / each * net->slot_clocks : 0;
}

/* Likewise behind the first of a link between two chips, of which a frame takes several words, and nothing else is sent meanwhile. */
static uint64_t link_turns(const struct network *net, uint64_t words)
{
	struct link_shape shape = link_at_root(net);

	return spec_chips(net->spec) > 1 ? (words - 1) / shape.words * link_frame(net->spec, &shape).clocks : 0;
}

/* Fills whose each message is. */
static uint32_t *find_sources(const struct message_list *list)
{
	uint32_t *source = allocate_array(list->count + 1, sizeof *source);

	for (uint32_t leaf = 0; leaf < list->leaves; leaf++)
		for (uint32_t i = list->first[leaf]; i != MESSAGE_NONE; i = list->next[i])
			source[i] = leaf;
	return source;
}

static uint64_t longest_chain(const struct message_list *list, const struct network *net, const uint32_t *source)
{
	uint64_t *end = allocate_array(list->count + 1, sizeof *end), longest = 0;
	unsigned each = (unsigned)simulation_full_load(net->spec);

	for (uint32_t i = 0; i < list->count; i++) {
		uint32_t count;
		const uint32_t *after = message_after(list, i, &count);

		for (uint32_t k = 0; k < count; k++)
			end[i] = larger(end[i], end[after[k]]);
		end[i] += direct(net, source[i], list->destination[i]) + turns(net, message_words(list, i), each);
		longest = larger(longest, end[i]);
	}
	free(end);
	return longest;
}

/* Words that pass the channels of a level, in both directions; the greatest of them all is returned. `bits`: of the labels below a
 * chip's root that tell these channels apart. */
static uint64_t most_crossings(const struct message_list *list, const struct network *net, const uint32_t *source, unsigned bits)
{
	unsigned shift = net->label_bits - bits;
	size_t channels = (size_t)spec_chips(net->spec) << bits;
	uint64_t *passed = allocate_array(2 * channels, sizeof *passed), most = 0;

	for (uint32_t i = 0; i < list->count; i++) {
		uint32_t from = simulation_label(net, source[i]) >> shift, to = simulation_label(net, list->destination[i]) >> shift;

		if (from == to)
			continue;
		passed[from] += message_words(list, i);
		passed[channels + to] += message_words(list, i);
		most = larger(most, larger(passed[from], passed[channels + to]));
	}
	free(passed);
	return most;
}

struct workload_bounds workload_bounds(const struct message_list *list, const struct network *net)
{
	uint32_t *source = find_sources(list);
	struct workload_bounds b = { .latency = 0 };
	uint64_t least = direct(net, 0, net->spec->leaves > 1 ? 1 : 0);

	if (least > 0) {
		b.latency = longest_chain(list, net, source);
		b.leaf = least + turns(net, most_crossings(list, net, source, net->label_bits), (unsigned)simulation_full_load(net->spec));
	}
	/* Between two chips the channels of the roots are used, too. */
	for (unsigned k = spec_chips(net->spec) > 1 ? 0 : 1; k < net->levels && least > 0; k++) {
		uint64_t words = net->capacity[k] > 0 ? most_crossings(list, net, source, network_address_bits(net, k)) : 0;
		uint64_t clocks = words > 0 ? least + larger(turns(net, words, net->capacity[k]), k == 0 ? link_turns(net, words) : 0) : 0;

		if (clocks > b.bisection) {
			b.bisection = clocks;
			b.level = network_level_number(net, k);
		}
	}
	free(source);
	return b;
}
