/* embed.c: `ftc embed`: a guest graph in a generalized fat tree: measured quality beside the paper's claims. For
 * fat-trees, which take any guest, embed_fat_tree.c does the work. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "machines/xgft_measures.h"
#include "machines/xgft.h"
#include "machines/xgft_drawing.h"
#include "machines/xgft_spread.h"
#include "commands/deliver.h"
#include "embed/guest.h"
#include "network/machine.h"
#include "commands/embed_fat_tree.h"
#include "commands/phases.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/output.h"

static const struct option options[] = {
	{ "--guest", "GUEST", "ring, array, mesh SIDES (mesh 8x8), torus SIDES, binary-tree, hypercube or pyramid;"
	  " where guests are placed in a plane or in space, as in fat-trees: also butterfly, mesh-of-trees,"
	  " de-bruijn or random-geometric, no pyramid, and SIZE is needed" },
	{ "--network", "FILE", "a guest of your own: processors with coordinates and edges, a METIS graph, GraphML, a list of edges or a matrix (.mtx)" },
	{ "--coordinates", "FILE", "with --network: coordinates for a graph without them, one line per vertex" },
	{ "--identification", "WAY",
	  "pearls (default), metis, natural or random: the identification that is emulated, and whose messages are"
	  " written; in a generalized fat tree the guest is then placed in the plane, as in networks that"
	  " are no fat-trees" },
	{ "--emulate", NULL, "find the least capacities with which a step takes one cycle; with -o also as tree.yaml" },
	{ "--seed", "S", "seed of random-geometric, metis and random; the default is 1" },
	{ "--write-messages", "FILE",
	  "write the messages of one exchange between all neighbors, as ftc simulate reads them" },
	{ "--method", "METHOD",
	  "how the exchange is divided into slots: paths (default), those of the embedding, or konig" },
	{ "--write-phases", "FILE", "write the exchange with slots and parents, as ftc simulate --messages reads it"
	  " with up-routing: given" },
	{ "--write-network", "FILE", "write the guest with its coordinates, as --network reads it" },
	{ NULL, NULL, NULL }
};
enum { GUEST, NETWORK, COORDINATES, IDENTIFICATION, EMULATE, SEED, MESSAGES, METHOD, PHASES, WRITE_NETWORK, OPTION_COUNT };
static const char *const whose[OPTION_COUNT] = {
	[EMULATE] = "fat-tree", [METHOD] = "generalized fat tree", [PHASES] = "generalized fat tree",
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
	unsigned long theorem_10, by_degree, by_cuts;	/* lower bounds of the congestion */
	struct phases phases;		/* of the exchange, if they are asked for, or for -o: spec is set then */
	bool asks_phases;		/* only then they are reported: -o changes no report */
};

static unsigned long divide_up(unsigned long a, unsigned long b)
{
	return (a + b - 1) / b;
}

/* Theorem 10: a cut that halves the leaves halves a guest that uses all leaves, or all but one. The guest's
 * bisection then crosses at most as many links as the tree's has. Second bound: all links of a guest node cross
 * those of one leaf. Third: embedding_cut_bound(). */
static void find_bounds(struct report *r)
{
	bool whole = r->e.nodes + 1 >= r->spec->leaves;

	r->bisection = guest_bisection(r->spec, r->guest);
	if (whole && r->bisection)
		r->theorem_10 = divide_up(r->bisection, xgft_leaf_bisection(r->spec).upper);
	r->by_degree = divide_up(r->measured.degree, r->spec->parents[1]);
	r->by_cuts = embedding_cut_bound(&r->e);
}

/* A message each way for every guest link, along its path. */
static void make_phases(struct report *r, enum phase_method method)
{
	size_t links = r->e.link_count;

	r->phases = (struct phases){ .spec = r->spec, .count = 2 * links,
				     .message = allocate_array(2 * links + 1, sizeof *r->phases.message) };
	for (size_t i = 0; i < links; i++) {
		uint32_t a = r->e.leaf[r->e.links[i].a], b = r->e.leaf[r->e.links[i].b], way = r->e.links[i].way;

		r->phases.message[2 * i] = (struct phase_message){ a, b, 0, way };
		r->phases.message[2 * i + 1] = (struct phase_message){ b, a, 0, way };
	}
	phases_make(&r->phases, method);
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

static json_t *json_claim(const struct claim *claim)
{
	if (!claim->theorem)
		return json_null();
	return json_pack("{s:s, s:i, s:i, s:i}", "theorem", claim->theorem, "dilation", (int)claim->dilation, "load", 1,
			 "congestion", (int)claim->congestion);
}

static json_t *report_json(const struct report *r)
{
	json_t *object = spec_identity(r->spec);
	json_t *found = json_pack("{s:s, s:s, s:i, s:i, s:I, s:i, s:i, s:i, s:f, s:o, s:{s:I, s:I, s:I, s:I}}",
				   "xgft", r->tree, "guest", r->name, "nodes", (int)r->e.nodes,
				   "leaves", (int)r->spec->leaves, "links", (json_int_t)r->e.link_count,
				   "dilation", (int)r->measured.dilation, "load", (int)r->measured.load,
				   "congestion", (int)r->measured.congestion,
				   "expansion", (double)r->spec->leaves / r->e.nodes, "claim", json_claim(&r->claim),
				   "congestion_bounds", "guest_bisection", (json_int_t)r->bisection,
				   "theorem_10", (json_int_t)r->theorem_10, "degree", (json_int_t)r->by_degree,
				   "subtrees", (json_int_t)r->by_cuts);

	json_object_update_new(object, found);
	json_object_set_new(object, "phases", r->asks_phases ? phases_json(&r->phases) : json_null());
	return object;
}

static void say_report(const json_t *object, struct text *out)
{
	bool claimed = figures_has(object, "claim.theorem");

	figures_say(object, "{name}: {xgft}, guest {guest}: {nodes} nodes on {leaves} leaves, {links} links\n\n"
		    "                measured     claimed", out);
	figures_say(object, claimed ? " ({claim.theorem})\n" : "\n", out);
	figures_say(object, "  dilation    {dilation:10}  {claim.dilation:?10}\n"
		    "  load        {load:10}  {claim.load:10}\n"
		    "  expansion   {expansion:10.4g}  ", out);
	figures_say(object, claimed ? "{expansion:10.4g}\n" : "{claim:10}\n", out);
	figures_say(object, "  congestion  {congestion:10}  {claim.congestion:?10}   at least "
		    "{congestion_bounds.degree} by the guest's degree, {congestion_bounds.subtrees} by the cuts of subtrees, "
		    "{congestion_bounds.theorem_10:?} by its bisection", out);
	text_add(out, figures_has(object, "congestion_bounds.theorem_10") ? " (Theorem 10)\n" : "\n");
	if (figures_has(object, "phases.slots"))
		figures_say(object, "  slots       {phases.slots:10}              by {phases.method}; at least {phases.least} by "
			    "the guest's degree\n", out);
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

static void write_phases(const struct report *r, struct text *out)
{
	char *what = format_string("one exchange between all neighbors of a %s", r->name);

	phases_print(&r->phases, what, out);
	free(what);
}

static void add_drawing(const struct report *r, struct output *out)
{
	const struct embedding *e = &r->e;
	struct xgft_guest guest = { .name = r->name, .paths = e->link_count, .leaf = e->leaf, .nodes = e->nodes };
	struct xgft_ends *path = embedding_paths(e);

	guest.path = path;
	xgft_draw_guest(r->spec, &guest, out);
	free(path);
}

/* The files of -o. */
static void add_files(const struct report *r, struct findings *found)
{
	struct text messages = {0}, placement = {0}, phases = {0};

	write_messages(r, &messages);
	write_placement(r, &placement);
	output_add_copy(&found->files, "embedding.json", &found->json);
	output_add(&found->files, "messages.txt", &messages);
	if (r->phases.spec) {
		write_phases(r, &phases);
		output_add(&found->files, "phases.txt", &phases);
	}
	output_add(&found->files, "placement.csv", &placement);
	add_drawing(r, &found->files);
}

static int write_results(const struct report *r, const struct command_line *line)
{
	const char *messages_path = line->value[MESSAGES], *phases_path = line->value[PHASES];
	struct findings found = {0};
	struct text messages = {0};
	json_t *object = report_json(r);

	say_report(object, &found.text);
	json_print(object, &found.json);
	if (line->output || line->html)
		add_files(r, &found);
	deliver_chip(&found, r->spec);
	int status = deliver_shown(line, r->spec->name, &found);

	if (status == EXIT_DONE && messages_path) {
		write_messages(r, &messages);
		status = deliver_file(messages_path, &messages);
	}
	if (status == EXIT_DONE && phases_path) {
		write_phases(r, &messages);
		status = deliver_file(phases_path, &messages);
	}
	if (status == EXIT_DONE)
		status = deliver_directory(line, r->spec->name, &found.files);
	findings_free(&found);
	return status;
}

static bool check_whole(const struct spec *spec)
{
	if (spec->fault_count == 0)
		return true;
	error_at((struct place){ .file = spec->source }, "faults has %zu fault%s: expected none, the constructions use the whole tree",
		 spec->fault_count, spec->fault_count == 1 ? "" : "s");
	return suggest("--set faults=[]");
}

/* Options of guests that are placed in the plane or in space. */
static bool check_placed(const struct spec *spec, const char *const *values)
{
	static const unsigned placed[] = { COORDINATES, SEED, WRITE_NETWORK };

	if (values[NETWORK] || values[IDENTIFICATION])
		return machine_lacks(spec, "model that counts the clocks of a set");
	for (size_t i = 0; i < sizeof placed / sizeof *placed; i++)
		if (values[placed[i]]) {
			error("%s is given for a guest that is built into the tree: expected --identification beside it, for a guest in the plane",
			      options[placed[i]].name);
			return suggest("without %s", options[placed[i]].name);
		}
	return true;
}

static bool check_tree(const struct spec *spec)
{
	if (spec->machine->shape.guests != GUESTS_BY_CONSTRUCTION)
		return machine_lacks(spec, "ftc embed");
	return check_whole(spec);
}

/* `ftc embed` for a generalized fat tree. */
static int embed(const struct command_line *line, const struct spec *spec)
{
	const char *const *values = line->value;
	struct guest guest;
	struct report r = { .spec = spec, .guest = &guest };
	unsigned method = PHASES_PATHS;
	int status;

	if (!check_tree(spec) || !check_placed(spec, values) || !options_fit(&command_embed, values, "generalized fat tree")
	    || !guest_read(values[GUEST], line->word[0], &guest) || !guest_fit(spec, &guest) || !phases_method(values[METHOD], spec, &method))
		return EXIT_USAGE;
	limit_stage("the embedding", "a smaller tree");
	make(&r);
	r.asks_phases = values[METHOD] || values[PHASES];
	if (r.asks_phases || line->output)
		make_phases(&r, method);
	status = write_results(&r, line);
	phases_free(&r.phases);
	embedding_free(&r.e);
	free(r.tree);
	free(r.name);
	return status;
}

/* An XGFT takes any guest by Bay's theorem, if its name or a way to name its processors says so, and if its messages can be timed. */
static bool is_by_area(const struct command_line *line, const struct spec *spec)
{
	const struct machine *machine = spec->machine;
	bool any = line->value[NETWORK] || line->value[IDENTIFICATION];

	return machine->shape.guests == GUESTS_BY_AREA
	       || (machine->shape.guests == GUESTS_BY_CONSTRUCTION && any && machine->shape.reference && machine->model.deliver);
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
	struct embed_options wishes = {
		.guest = values[GUEST], .size = line->word[0], .network = values[NETWORK],
		.coordinates = values[COORDINATES], .identification = values[IDENTIFICATION],
		.seed = values[SEED], .messages = values[MESSAGES], .write_network = values[WRITE_NETWORK],
		.emulate = values[EMULATE],
	};

	if (spec.machine->shape.guests == GUESTS_BY_UNIVERSALITY) {
		status = check_whole(&spec) && options_fit(&command_embed, values, "fat-tree") ? universal_run(line, &spec, &wishes) : EXIT_USAGE;
	} else if (is_by_area(line, &spec)) {
		status = check_whole(&spec) && options_fit(&command_embed, values, "network of Bay's") ? area_run(line, &spec, &wishes) : EXIT_USAGE;
	} else {
		status = embed(line, &spec);
	}
	spec_free(&spec);
	return status;
}

const struct command command_embed = {
	.name = "embed",
	.summary = "put a ring, mesh, hypercube or any other network on a tree's leaves",
	.page = "docs/papers/embeddings.md",
	.usage = "FILE --guest GUEST [SIZE] | --network FILE [--emulate] [--write-messages FILE]"
		 " [--write-phases FILE] [-o DIR]",
	.options = options,
	.whose = whose,
	.needs_file = true,
	.words = 1,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_DRAWINGS | TAKES_JSON | TAKES_LIMIT | TAKES_PAGE,
	.run = run_embed,
};
