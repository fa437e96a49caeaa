/* partitions.c: circuits divided among meshes: whether limits hold, and how many messages that takes.
 *
 *   partitions COUNT SEED                      random circuits on random devices
 *   partitions DEVICE.yaml MESHES CIRCUIT ..   the figures of circuits (tables of docs/area-universal.md)
 *
 * Everything is counted again here, net by net. A random partition of the same sizes says what the search is worth. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "overlay/compile.h"
#include "random_circuit.h"
#include "util/number.h"

/* What a partition costs. */
struct figures {
	unsigned messages, crossings;		/* crossings: of the longest way by these */
	unsigned cells[OVERLAY_MOST_MESHES], inputs[OVERLAY_MOST_MESHES], outputs[OVERLAY_MOST_MESHES];
	unsigned out[OVERLAY_MOST_MESHES], in[OVERLAY_MOST_MESHES];
};

static bool same(const struct literal *a, const struct literal *b)
{
	return a->of == b->of && a->index == b->index && a->complement == b->complement;
}

static unsigned home(const struct partition *p, const struct literal *a)
{
	return a->of == LITERAL_INPUT ? p->input_mesh[a->index] : p->cell_mesh[a->index];
}

/* A literal that somebody reads, and the meshes that do. */
struct read_literal {
	struct literal literal;
	uint64_t meshes;
};

static void note(struct read_literal *list, unsigned *count, const struct literal *a, unsigned mesh)
{
	unsigned i = 0;

	if (a->of == LITERAL_CONSTANT)
		return;
	while (i < *count && !same(&list[i].literal, a))
		i++;
	if (i == *count)
		list[(*count)++] = (struct read_literal){ *a, 0 };
	list[i].meshes |= UINT64_C(1) << mesh;
}

static void count_nets(const struct logic *l, const struct partition *p, struct figures *f)
{
	struct read_literal *list = allocate_array(2 * l->cell_count + l->netlist->output_count + 1, sizeof *list);
	unsigned count = 0;

	for (size_t c = 0; c < l->cell_count; c++) {
		note(list, &count, &l->cell[c].x, p->cell_mesh[c]);
		note(list, &count, &l->cell[c].y, p->cell_mesh[c]);
	}
	for (size_t i = 0; i < l->netlist->output_count; i++)
		note(list, &count, &l->output[i], p->output_mesh[i]);
	for (unsigned i = 0; i < count; i++) {
		unsigned from = home(p, &list[i].literal);
		uint64_t others = list[i].meshes & ~(UINT64_C(1) << from);

		f->out[from] += others != 0;
		f->messages += (unsigned)__builtin_popcountll(others);
		for (unsigned mesh = 0; mesh < OVERLAY_MOST_MESHES; mesh++)
			f->in[mesh] += others >> mesh & 1;
	}
	free(list);
}

/* The most crossings on any way through gates to a cell's gate; cells of a random order, so with a note of what is known. */
static unsigned crossings_at(const struct logic *l, const struct partition *p, unsigned mesh, const struct literal *a, int *known)
{
	unsigned before = 0;

	if (a->of == LITERAL_CONSTANT)
		return 0;
	if (a->of == LITERAL_GATE) {
		if (known[a->index] < 0) {
			const struct cell *cell = &l->cell[a->index];
			unsigned here = p->cell_mesh[a->index];

			known[a->index] = (int)larger(crossings_at(l, p, here, &cell->x, known), crossings_at(l, p, here, &cell->y, known));
		}
		before = (unsigned)known[a->index];
	}
	return before + (home(p, a) != mesh);
}

static void count_crossings(const struct logic *l, const struct partition *p, struct figures *f)
{
	int *known = allocate_array(l->cell_count + 1, sizeof *known);

	for (size_t c = 0; c < l->cell_count; c++)
		known[c] = -1;
	for (size_t c = 0; c < l->cell_count; c++) {
		f->crossings = larger(f->crossings, crossings_at(l, p, p->cell_mesh[c], &l->cell[c].x, known));
		f->crossings = larger(f->crossings, crossings_at(l, p, p->cell_mesh[c], &l->cell[c].y, known));
	}
	for (size_t i = 0; i < l->netlist->output_count; i++)
		f->crossings = larger(f->crossings, crossings_at(l, p, p->output_mesh[i], &l->output[i], known));
	free(known);
}

static struct figures figures_of(const struct logic *l, const struct partition *p)
{
	struct figures f = { 0 };

	for (size_t c = 0; c < l->cell_count; c++)
		f.cells[p->cell_mesh[c]]++;
	for (size_t i = 0; i < l->netlist->input_count; i++)
		f.inputs[p->input_mesh[i]]++;
	for (size_t i = 0; i < l->netlist->output_count; i++)
		f.outputs[p->output_mesh[i]]++;
	count_nets(l, p, &f);
	count_crossings(l, p, &f);
	return f;
}

/* ---- figures of circuits --------------------------------------------------------------------------------------------- */

static void show(const struct logic *l, const struct overlay *o, const struct partition *p, const char *name)
{
	struct figures f = figures_of(l, p);
	struct messages m;
	struct image image;
	char *why = NULL;
	unsigned most_out = 0, most_in = 0, most_cells = 0, fewest_cells = UINT32_MAX;

	for (unsigned mesh = 0; mesh < p->meshes; mesh++) {
		most_out = larger(most_out, f.out[mesh]);
		most_in = larger(most_in, f.in[mesh]);
		most_cells = larger(most_cells, f.cells[mesh]);
		fewest_cells = smaller(fewest_cells, f.cells[mesh]);
	}
	printf("| %s | %zu | %u .. %u | %u | %u | %u | %u |", name, l->cell_count, fewest_cells, most_cells, f.messages, most_out, most_in,
	       f.crossings);
	if (messages_make(&m, &image, o, l, p, 0, &why)) {
		printf(" %llu/%llu | %u |\n", (unsigned long long)m.lambda.numerator, (unsigned long long)m.lambda.denominator, m.cycles);
		messages_drop(&m);
		image_free(&image);
	} else {
		printf(" %s |\n", why);
	}
	free(why);
}

static int table(const char *path, unsigned meshes, char **circuit, int circuits)
{
	struct network *net = network_read(path, NULL, 0);
	struct overlay o;
	int status;

	if (!net)
		return 1;
	net->spec->machine->circuits.overlay(net, &o);
	printf("| circuit | cells | in a mesh | messages | most out | most in | crossings | lambda | d |\n");
	for (int i = 0; i < circuits; i++) {
		struct partition_request q = { .most_meshes = meshes, .fullest = 0.45, .seed = 1 };
		struct netlist n;
		struct logic l;
		struct partition p;
		char *why = NULL;

		if (!netlist_read(&n, circuit[i], NULL, &status))
			return status;
		logic_make(&l, &n, LOGIC_FLIP_FLOPS);
		if (partition_make(&p, &o, &l, &q, &why)) {
			show(&l, &o, &p, n.name);
			partition_free(&p);
		} else {
			printf("| %s | %s |\n", n.name, why);
		}
		free(why);
		logic_free(&l);
		netlist_free(&n);
	}
	network_free(net);
	return 0;
}

/* ---- random circuits ------------------------------------------------------------------------------------------------- */

struct trial {
	struct random random;
	struct device device;
	struct netlist netlist;
	struct logic logic;
	struct partition partition;
	struct partition_request request;
	unsigned number;
};

static unsigned long failed, refused, borders, wireless, messages, by_chance, crossings, crossings_by_chance;

static unsigned draw(struct trial *t, unsigned below)
{
	return (unsigned)random_below(&t->random, below);
}

static void expect(struct trial *t, bool good, const char *what)
{
	if (good)
		return;
	printf("case %u: %s\n", t->number, what);
	failed++;
}

/* The limits, and even meshes. */
static void check_limits(struct trial *t, const struct figures *f)
{
	const struct overlay *o = &t->device.o;
	unsigned meshes = smaller(t->request.most_meshes, o->meshes), used = 0, cells = (unsigned)t->logic.cell_count;

	for (unsigned mesh = 0; mesh < OVERLAY_MOST_MESHES; mesh++) {
		bool any = f->cells[mesh] + f->inputs[mesh] + f->outputs[mesh] > 0;

		expect(t, mesh < meshes || !any, "something is in a mesh that was not allowed");
		expect(t, f->cells[mesh] <= t->request.fullest * o->side * o->side, "a mesh is too full");
		expect(t, f->inputs[mesh] <= o->pins && f->outputs[mesh] <= o->pins, "a mesh has too many pins");
		expect(t, meshes == 1 || (f->out[mesh] <= o->positions && f->in[mesh] <= o->positions), "a border is too full");
		expect(t, mesh >= meshes || f->cells[mesh] >= cells / meshes * 4 / 5, "a mesh is nearly empty");
		used += any;
	}
	expect(t, t->partition.meshes == larger(used, 1), "the number of meshes is wrong");
}

/* Cells and port bits anywhere, in the same numbers. */
static void compare_with_chance(struct trial *t, const struct figures *f)
{
	struct partition *p = &t->partition;
	size_t cells = t->logic.cell_count;

	for (size_t i = cells; i > 1; i--) {
		unsigned other = draw(t, (unsigned)i), kept = p->cell_mesh[i - 1];

		p->cell_mesh[i - 1] = p->cell_mesh[other];
		p->cell_mesh[other] = kept;
	}
	struct figures chance = figures_of(&t->logic, p);

	messages += f->messages;
	crossings += f->crossings;
	by_chance += chance.messages;
	crossings_by_chance += chance.crossings;
}

static bool is_true(const struct trial *t, const char *why)
{
	const struct overlay *o = &t->device.o;
	size_t meshes = smaller(t->request.most_meshes, o->meshes);
	unsigned cells = (unsigned)(t->request.fullest * o->side * o->side);

	if (strstr(why, "at this density"))
		return t->logic.cell_count > meshes * cells;
	if (strstr(why, "pins each way"))
		return larger((unsigned)t->netlist.input_count, (unsigned)t->netlist.output_count) > meshes * o->pins;
	/* The search cannot prove it. */
	borders++;
	return strstr(why, "borders");
}

static void check_messages(struct trial *t)
{
	struct messages m;
	struct image image;
	char *why = NULL;

	if (messages_make(&m, &image, &t->device.o, &t->logic, &t->partition, 0, &why)) {
		messages_drop(&m);
		image_free(&image);
	} else {
		expect(t, strstr(why, "find no wires") || strstr(why, "holds"), why);
		wireless++;
	}
	free(why);
}

enum { LEAST_CELLS = 20 };

/* A circuit of which not too much is left. */
static void draw_circuit(struct trial *t)
{
	for (;;) {
		struct random_circuit size = { .gates = 60 + draw(t, 300), .latches = 2 + draw(t, 30), .inputs = 1 + draw(t, 10),
					       .outputs = 2 + draw(t, 10) };

		random_circuit_make(&t->netlist, &size, &t->random);
		logic_make(&t->logic, &t->netlist, LOGIC_FLIP_FLOPS);
		if (t->logic.cell_count >= LEAST_CELLS)
			return;
		logic_free(&t->logic);
		netlist_free(&t->netlist);
	}
}

/* Meshes are hardly larger than they must be, and now and then too small. */
static void one_case(struct trial *t)
{
	struct device_size size = { .meshes = 1u << draw(t, 6), .side = 3, .depth = 16 };
	double fullest = 0.3 + 0.1 * draw(t, 4);
	char *why = NULL;

	draw_circuit(t);
	while (fullest * size.side * size.side * size.meshes < (double)t->logic.cell_count)
		size.side++;
	size.side += draw(t, 4) > 0 ? draw(t, 2) : draw(t, 2) - 1 + (size.side == 3);
	size.pins = smaller(size.side, 12 / size.meshes + 1 + draw(t, 3));
	for (unsigned k = 0; k < OVERLAY_MOST_LEVELS; k++)
		size.capacity[k] = 1 + draw(t, 8);
	device_start(&t->device, &size);
	t->request = (struct partition_request){ .most_meshes = draw(t, 4) > 0 ? size.meshes : 1 + draw(t, size.meshes),
						 .fullest = fullest, .seed = t->number };
	if (partition_make(&t->partition, &t->device.o, &t->logic, &t->request, &why)) {
		struct figures f = figures_of(&t->logic, &t->partition);

		check_limits(t, &f);
		check_messages(t);
		compare_with_chance(t, &f);
		partition_free(&t->partition);
	} else {
		refused++;
		expect(t, is_true(t, why), why);
	}
	free(why);
	logic_free(&t->logic);
	netlist_free(&t->netlist);
	device_end(&t->device);
}

int main(int argc, char **argv)
{
	if (argc > 3)
		return table(argv[1], (unsigned)atoi(argv[2]), argv + 3, argc - 3);
	unsigned count = argc > 1 ? (unsigned)atoi(argv[1]) : 100;
	uint64_t seed = argc > 2 ? (uint64_t)atoi(argv[2]) : 1;

	for (unsigned i = 0; i < count; i++) {
		struct trial t = { .number = i };

		random_start(&t.random, seed, i);
		one_case(&t);
	}
	printf("# %u cases, %lu refused, %lu of them for their borders, %lu without wires; %lu messages, %lu by chance; crossings %lu, %lu by chance\n", count, refused,
	       borders, wireless, messages, by_chance, crossings, crossings_by_chance);
	if (10 * messages > 6 * by_chance) {
		printf("more than 60 %% of the messages of random partitions\n");
		failed++;
	}
	printf("%u passed, %lu failed\n", count - smaller(count, (unsigned)failed), failed);
	return failed > 0;
}
