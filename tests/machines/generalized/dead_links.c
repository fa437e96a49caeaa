/* dead_links.c: with any w_1 - 1 nodes and links of a generalized fat tree dead, every leaf reaches every other, in the
 * verilated network with its fault register.
 *
 *   dead_links TREE SETS [--set key=value ..]     TREE: a parameter file
 *
 * All sets of w_1 - 1 faults are tried if there are at most SETS of them, otherwise SETS drawn at random. Where a leaf has
 * one link (w_1 = 1), every single fault is tried that all leaves can avoid: of links to, and of nodes with, an
 * alternative. In every set each leaf sends a message to every other (with more than 32 leaves, to 8 drawn at random). All must arrive once, in
 * order, intact. A set of w_1 faults that isolates a leaf must do so; otherwise faults have no effect. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault_sets.h"
#include "leaves/frame.h"
#include "machines/generalized/dead_links.h"
#include "network/network.h"
#include "model.h"
#include "random.h"
#include "rtl_model.h"
#include "testbench.h"

enum { ALL_PAIRS = 32, FEW = 8, PATIENCE_SLOTS = 400, MOST_FAULTS = 3 };

struct trial {
	struct spec spec;
	struct network *net;
	char *library;
	struct frame frame;
	uint32_t *labels;
	struct message_list list;
	struct fault *parts;		/* everything that can die but the leaves */
	unsigned part_count;
	struct random random;
	unsigned long cases, messages;
};

/* From each leaf to every other, the next one first, or to a few. */
static void list_messages(struct trial *t)
{
	unsigned n = t->spec.leaves, each = n <= ALL_PAIRS ? n - 1 : FEW;
	struct message_list *list = &t->list;

	message_list_start(list, n, t->spec.payload_bits);
	for (unsigned s = 0; s < n; s++)
		for (unsigned k = 0; k < each; k++) {
			unsigned away = n <= ALL_PAIRS ? 1 + k : 1 + (unsigned)random_below(&t->random, n - 1);

			message_list_add(list, &(struct new_message){ .source = s, .destination = (s + away) % n, .words = 1 });
		}
}

static bool deliver(struct trial *t, const struct fault *faults, unsigned count, bool silent)
{
	bool *dead = dead_by_faults(t->net, faults, count);
	struct model *model = model_open_as(t->library, &(struct model_start){ .random_registers = 1 + (uint32_t)t->cases });
	struct traffic_parameters p = { .leaves = t->spec.leaves, .payload_bits = t->spec.payload_bits,
					.seed = t->cases + 1, .list = &t->list, .load = 1,
					.slot_clocks = t->frame.slot_clocks, .end = 1 };
	struct testbench tb = { .model = model, .traffic = traffic_create(&p), .leaves = t->spec.leaves,
				.levels = t->net->label_bits, .labels = t->labels, .payload_bits = t->spec.payload_bits,
				.label_bits = t->net->label_bits, .slot_clocks = t->frame.slot_clocks,
				.drain_clocks = (uint64_t)PATIENCE_SLOTS * t->frame.slot_clocks * t->list.count,
				.patience_clocks = (uint64_t)PATIENCE_SLOTS * t->frame.slot_clocks,
				.lanes = t->spec.connections > 1, .dead = dead,
				.dead_links = network_links(t->net, t->net->levels) };
	struct testbench_result result;

	if (silent && !freopen("/dev/null", "w", stderr))
		return false;
	bool good = testbench_run(&tb, &result) && result.delivered == t->list.count;

	t->messages += result.delivered;
	testbench_result_free(&result);
	traffic_free(tb.traffic);
	model_close(model);
	free(dead);
	return good;
}

static bool try_set(struct trial *t, const unsigned *chosen, unsigned count)
{
	struct fault faults[MOST_FAULTS + 1] = { { 0 } };

	for (unsigned k = 0; k < count; k++)
		faults[k] = t->parts[chosen[k]];
	t->cases++;
	bool good = deliver(t, faults, count, false);

	for (unsigned k = 0; !good && k < count; k++) {
		char *text = spec_fault_text(&faults[k]);

		printf("# with %s\n", text);
		free(text);
	}
	return good;
}

static bool try_all(struct trial *t, unsigned want)
{
	unsigned chosen[MOST_FAULTS];
	bool good;

	first_set(chosen, want);
	do
		good = try_set(t, chosen, want);
	while (good && next_set(chosen, want, t->part_count));
	return good;
}

static bool try_some(struct trial *t, unsigned want, unsigned long sets)
{
	for (unsigned long i = 0; i < sets; i++) {
		unsigned chosen[MOST_FAULTS];

		for (unsigned k = 0; k < want; k++)
			chosen[k] = (unsigned)random_below(&t->random, t->part_count);
		if (!try_set(t, chosen, want))
			return false;
	}
	return true;
}

/* All links of leaf 0. */
static bool is_cut_off(struct trial *t)
{
	struct fault faults[MAXIMUM_PARENTS];

	for (unsigned p = 0; p < t->spec.parents[1]; p++)
		faults[p] = (struct fault){ .is_link = true, .parent = p };
	return !deliver(t, faults, t->spec.parents[1], true);
}

/* Keeps the parts for which the nodes below have another parent, too. */
static void keep_avoidable(struct trial *t)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < t->part_count; i++) {
		unsigned level = t->parts[i].level + t->parts[i].is_link;

		if (t->spec.parents[level] > 1)
			t->parts[kept++] = t->parts[i];
	}
	t->part_count = kept;
}

static bool start(struct trial *t, int argc, char **argv)
{
	if (!read_with_words(&t->spec, argv[1], argv + 3, (size_t)argc - 3))
		return false;
	t->net = network_elaborate(&t->spec);
	t->frame = *t->net->frame;
	t->labels = allocate_array(t->spec.leaves, sizeof *t->labels);
	for (unsigned i = 0; i < t->spec.leaves; i++)
		t->labels[i] = network_label(t->net, i);
	random_start(&t->random, 1, 1);
	t->parts = all_parts(&t->spec, &t->part_count);
	list_messages(t);
	t->library = verilate_network(t->net, "dead_links");
	return t->library;
}

int main(int argc, char **argv)
{
	struct trial t = { 0 };

	if (argc < 3 || !start(&t, argc, argv))
		return 99;
	unsigned want = t.spec.parents[1] - 1;

	if (!want) {
		keep_avoidable(&t);
		want = 1;
	}
	unsigned long sets = sets_of(want, t.part_count), most = strtoul(argv[2], NULL, 10);
	bool all = sets <= most;
	bool good = want <= MOST_FAULTS && (all ? try_all(&t, want) : try_some(&t, want, most));

	printf("%s 1 - %u leaves, %lu of %lu sets of %u faults, %lu messages delivered\n", good ? "ok" : "not ok",
	       t.spec.leaves, t.cases, sets, want, t.messages);
	bool cut = is_cut_off(&t);

	printf("%s 2 - without its links a leaf is cut off\n1..2\n", cut ? "ok" : "not ok");
	return !(good && cut);
}
