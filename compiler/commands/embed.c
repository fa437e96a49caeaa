/* embed.c: `ftc embed`: a guest graph in a generalized fat tree: measured quality beside the paper's claims. For
 * fat-trees, which take any guest, embed_fat_tree.c does the work. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "machines/xgft_measures.h"
#include "machines/xgft.h"
#include "commands/deliver.h"
#include "embed/guest.h"
#include "network/machine.h"
#include "commands/embed_fat_tree.h"
#include "util/json.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/output.h"

static const struct option options[] = {
	{ "--guest", "GUEST", "ring, array, mesh SIDES (mesh 8x8), torus SIDES, binary-tree, hypercube or pyramid;"
	  " in a fat-tree also butterfly, mesh-of-trees, de-bruijn or random-geometric, but no pyramid,"
	  " and with a size" },
	{ "--network", "FILE", "a guest of your own: processors with coordinates and edges, a METIS graph, a list of edges or a matrix (.mtx)" },
	{ "--coordinates", "FILE", "with --network: the places of the vertices of a graph without places, a line for each" },
	{ "--identification", "WAY",
	  "pearls (default), metis, natural or random: whose messages are written, and emulated" },
	{ "--emulate", NULL, "the least capacities with which a step takes one cycle; with -o as tree.yaml, too" },
	{ "--seed", "S", "seed of random-geometric, metis and random; the default is 1" },
	{ "--write-messages", "FILE",
	  "write the messages of one exchange between all neighbors, as ftc simulate reads them" },
	{ "--write-network", "FILE", "write the guest with its places, as --network reads it" },
	{ NULL, NULL, NULL }
};
enum { GUEST, NETWORK, COORDINATES, IDENTIFICATION, EMULATE, SEED, MESSAGES, WRITE_NETWORK, OPTION_COUNT };
static const char *const whose[OPTION_COUNT] = {
	[NETWORK] = "fat-tree", [COORDINATES] = "fat-tree", [IDENTIFICATION] = "fat-tree", [EMULATE] = "fat-tree",
	[SEED] = "fat-tree", [WRITE_NETWORK] = "fat-tree",
};

/* An embedding, its measures and its bounds. */
struct report {
	const struct spec *spec;
	const struct guest *guest;
	struct embedding e;
	struct embedding_measures measured;
	struct claim claim;
	char *tree, *name;
	unsigned long bisection;	/* of the guest, 0: not known */
	unsigned long theorem_10, by_degree;	/* lower bounds of the congestion */
};

static unsigned long divide_up(unsigned long a, unsigned long b)
{
	return (a + b - 1) / b;
}

/* Theorem 10: a cut that halves the leaves halves a guest that uses all leaves, or all but one. The guest's
 * bisection then crosses at most as many links as the tree's has. Second bound: all links of a guest node cross
 * those of one leaf. */
static void find_bounds(struct report *r)
{
	bool whole = r->e.nodes + 1 >= r->spec->leaves;

	r->bisection = guest_bisection(r->spec, r->guest);
	if (whole && r->bisection)
		r->theorem_10 = divide_up(r->bisection, xgft_leaf_bisection(r->spec).upper);
	r->by_degree = divide_up(r->measured.degree, r->spec->parents[1]);
}

static void make(struct report *r)
{
	guest_embed(r->spec, r->guest, &r->e);
	embedding_measure(&r->e, &r->measured);
	r->claim = guest_claim(r->spec, r->guest);
	r->tree = xgft_name(r->spec);
	r->name = guest_name(r->spec, r->guest);
	find_bounds(r);
}

/* "6", or a dash for 0. */
static const char *number_or_dash(unsigned long number, char text[24])
{
	if (number)
		snprintf(text, 24, "%lu", number);
	else
		snprintf(text, 24, "-");
	return text;
}

static void print_text(const struct report *r)
{
	char expansion[24], dilation[24], congestion[24], bound[24];
	bool claimed = r->claim.theorem;

	snprintf(expansion, sizeof expansion, "%.4g", (double)r->spec->leaves / r->e.nodes);
	printf("%s: %s, guest %s: %u nodes on %u leaves, %zu links\n\n", r->spec->name, r->tree, name_shown(r->name), r->e.nodes,
	       r->spec->leaves, r->e.link_count);
	printf("                measured     claimed%s%s%s\n", claimed ? " (" : "", claimed ? r->claim.theorem : "",
	       claimed ? ")" : "");
	printf("  dilation    %10u  %10s\n", r->measured.dilation, number_or_dash(r->claim.dilation, dilation));
	printf("  load        %10u  %10s\n", r->measured.load, claimed ? "1" : "-");
	printf("  expansion   %10s  %10s\n", expansion, claimed ? expansion : "-");
	printf("  congestion  %10u  %10s   at least %lu by the guest's degree", r->measured.congestion,
	       number_or_dash(r->claim.congestion, congestion), r->by_degree);
	printf(", %s by its bisection%s\n", number_or_dash(r->theorem_10, bound), r->theorem_10 ? " (Theorem 10)" : "");
}

static json_t *json_claim(const struct claim *claim)
{
	if (!claim->theorem)
		return json_null();
	return json_pack("{s:s, s:i, s:i, s:i}", "theorem", claim->theorem, "dilation", (int)claim->dilation, "load", 1,
			 "congestion", (int)claim->congestion);
}

static void write_json(const struct report *r, struct text *out)
{
	json_t *object = spec_identity(r->spec);
	json_t *found = json_pack("{s:s, s:s, s:i, s:i, s:I, s:i, s:i, s:i, s:f, s:o, s:{s:I, s:I, s:I}}",
				   "xgft", r->tree, "guest", r->name, "nodes", (int)r->e.nodes,
				   "leaves", (int)r->spec->leaves, "links", (json_int_t)r->e.link_count,
				   "dilation", (int)r->measured.dilation, "load", (int)r->measured.load,
				   "congestion", (int)r->measured.congestion,
				   "expansion", (double)r->spec->leaves / r->e.nodes, "claim", json_claim(&r->claim),
				   "congestion_bounds", "guest_bisection", (json_int_t)r->bisection,
				   "theorem_10", (json_int_t)r->theorem_10, "degree", (json_int_t)r->by_degree);

	json_object_update_new(object, found);
	json_print(object, out);
}

/* A message each way for every guest link. */
static void write_messages(const struct report *r, struct text *out)
{
	text_print(out, "# one exchange between all neighbors of a %s in %s: source destination\n", r->name, r->tree);
	for (size_t i = 0; i < r->e.link_count; i++) {
		unsigned a = r->e.leaf[r->e.links[i].a], b = r->e.leaf[r->e.links[i].b];

		text_print(out, "%u %u\n%u %u\n", a, b, b, a);
	}
}

static void write_placement(const struct report *r, struct text *out)
{
	text_add(out, "guest_node,leaf\n");
	for (unsigned i = 0; i < r->e.nodes; i++)
		text_print(out, "%u,%u\n", i, r->e.leaf[i]);
}

static int write_directory(const struct report *r, const struct command_line *line)
{
	struct text json = {0}, messages = {0}, placement = {0};
	struct output out = {0};

	write_json(r, &json);
	write_messages(r, &messages);
	write_placement(r, &placement);
	output_add(&out, "embedding.json", &json);
	output_add(&out, "messages.txt", &messages);
	output_add(&out, "placement.csv", &placement);
	return deliver_directory(line, r->spec->name, &out);
}

static int write_results(const struct report *r, const struct command_line *line, const char *messages_path)
{
	struct text json = {0}, messages = {0};
	int status = EXIT_DONE;

	if (line->json) {
		write_json(r, &json);
		fputs(json.bytes, stdout);
		text_free(&json);
	} else {
		print_text(r);
	}
	if (messages_path) {
		write_messages(r, &messages);
		status = deliver_file(messages_path, &messages);
	}
	return status == EXIT_DONE && line->output ? write_directory(r, line) : status;
}

static bool check_tree(const struct spec *spec)
{
	if (spec->machine->guests != GUESTS_BY_CONSTRUCTION)
		return machine_lacks(spec, "ftc embed");
	if (spec->fault_count) {
		error_at((struct place){ .file = spec->source },
			 "faults has %zu fault%s: expected none, the constructions use the whole tree",
			 spec->fault_count, spec->fault_count == 1 ? "" : "s");
		return suggest("--set faults=[]");
	}
	return true;
}

/* `ftc embed` for a generalized fat tree. */
static int embed(const struct command_line *line, const struct spec *spec)
{
	const char *const *values = line->value;
	struct guest guest;
	struct report r = { .spec = spec, .guest = &guest };
	int status;

	if (!check_tree(spec) || !options_fit(&command_embed, values, "generalized fat tree")
	    || !guest_read(values[GUEST], line->word[0], &guest) || !guest_fit(spec, &guest))
		return EXIT_USAGE;
	limit_stage("the embedding", "a smaller tree");
	make(&r);
	status = write_results(&r, line, values[MESSAGES]);
	embedding_free(&r.e);
	free(r.tree);
	free(r.name);
	return status;
}

static int run_embed(const struct command_line *line)
{
	const char *const *values = line->value;
	struct spec spec;
	int status;

	if (!values[GUEST] && !values[NETWORK]) {
		error("ftc embed is given no guest: expected --guest GUEST, or --network FILE for a fat-tree");
		suggest("ftc embed %s --guest ring", shell_word(line->file));
		return EXIT_USAGE;
	}
	if (!spec_read(&spec, line->file, line->overrides, line->override_count))
		return EXIT_USAGE;
	if (spec.machine->guests == GUESTS_BY_UNIVERSALITY) {
		struct embed_options wishes = {
			.guest = values[GUEST], .size = line->word[0], .network = values[NETWORK],
			.coordinates = values[COORDINATES], .identification = values[IDENTIFICATION],
			.seed = values[SEED], .messages = values[MESSAGES], .write_network = values[WRITE_NETWORK],
			.emulate = values[EMULATE],
		};
		status = universal_run(line, &spec, &wishes);
	} else {
		status = embed(line, &spec);
	}
	spec_free(&spec);
	return status;
}

const struct command command_embed = {
	.name = "embed",
	.summary = "put a ring, mesh, hypercube or any other network on a tree's leaves",
	.usage = "FILE --guest GUEST [SIZE] | --network FILE [--emulate] [--write-messages FILE] [-o DIR]",
	.options = options,
	.whose = whose,
	.needs_file = true,
	.words = 1,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_JSON | TAKES_LIMIT,
	.run = run_embed,
};
