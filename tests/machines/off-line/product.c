/* product.c: y = A x for a sparse matrix, computed on the verilated off-line network. The schedule of `ftc schedule`
 * sends x_j to every leaf that needs it; each leaf adds up its rows; y must equal a plain product bit for bit.
 *
 *   product TREE MATRIX.mtx LEAVES [concentrator]        a real, general, coordinate matrix */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "leaves/leaf.h"
#include "machines/off-line/off_line.h"
#include "machines/playback.h"
#include "model.h"
#include "player.h"
#include "random.h"
#include "rtl_model.h"
#include "machines/settings.h"
#include "schedule/sources.h"

struct matrix_entry {
	unsigned row, column;
	double value;
};

struct product {
	struct spec spec;
	struct network *net;
	struct schedule_file file;
	unsigned rows, columns;
	struct matrix_entry *entry;
	size_t entries;
	double *x, *y;
	uint64_t *column_of;		/* [message]: whose element it carries */
	uint64_t *payload, *received;	/* [message that travels] */
	size_t travelling;
	size_t *place;			/* [message]: its place among those */
};

static bool read_matrix(struct product *p, const char *path)
{
	FILE *file = fopen(path, "r");
	char line[1024];
	unsigned long rows, columns, entries;
	bool good = file;

	do
		good = good && fgets(line, sizeof line, file);
	while (good && line[0] == '%');
	good = good && sscanf(line, "%lu %lu %lu", &rows, &columns, &entries) == 3;
	if (good) {
		p->rows = (unsigned)rows;
		p->columns = (unsigned)columns;
		p->entries = entries;
		p->entry = allocate_array(entries, sizeof *p->entry);
	}
	for (size_t i = 0; good && i < p->entries; i++) {
		struct matrix_entry *e = &p->entry[i];

		good = fscanf(file, "%u %u %lf", &e->row, &e->column, &e->value) == 3;
		e->row--;
		e->column--;
	}
	if (file)
		fclose(file);
	return good;
}

static unsigned owner(const struct product *p, uint64_t count, uint64_t i)
{
	return row_owner(ROWS_BLOCK, p->spec.leaves, count, i);
}

static bool needs(const struct product *p, unsigned leaf, unsigned column)
{
	for (size_t i = 0; i < p->entries; i++)
		if (p->entry[i].column == column && owner(p, p->rows, p->entry[i].row) == leaf)
			return true;
	return false;
}

/* Messages are in the order of columns, then of destinations: this is how it is found again which column each is
 * for. */
static bool find_columns(struct product *p)
{
	const struct message_set *set = &p->file.set;
	size_t m = 0;

	p->column_of = allocate_array(set->count + 1, sizeof *p->column_of);
	for (unsigned j = 0; j < p->columns; j++)
		for (unsigned leaf = 0; leaf < p->spec.leaves; leaf++) {
			if (leaf == owner(p, p->columns, j) || !needs(p, leaf, j))
				continue;
			if (m >= set->count || set->demand[m].source != owner(p, p->columns, j) ||
			    set->demand[m].destination != leaf)
				return false;
			p->column_of[m++] = j;
		}
	return m == set->count;
}

static bool play(struct product *p, struct player_result *result)
{
	struct settings settings = settings_make(p->net, &p->file.set, &p->file.schedule);
	const struct playback playback = *p->net->playback;
	struct player_message *message = allocate_array(p->file.set.count + 1, sizeof *message);
	char *library = verilate_network(p->net, "product");
	struct player player = {
		.model = library ? model_open(library) : NULL, .leaves = p->spec.leaves, .lanes = p->spec.connections,
		.levels = p->net->levels, .payload_bits = p->spec.payload_bits, .cycles = settings.cycles,
		.period = playback.period, .end_at = playback.end_at, .message = message, .payload = p->payload,
		.received = p->received, .rounds = 1,
	};
	bool good;

	for (size_t m = 0; m < p->file.set.count; m++) {
		const struct demand *d = &p->file.set.demand[m];

		memcpy(&p->payload[m], &p->x[p->column_of[m]], sizeof(double));
		message[player.count++] = (struct player_message){ p->file.schedule.cycle[m], d->source, d->destination,
								   settings.passage[m].source_lane,
								   settings.passage[m].destination_lane };
	}
	good = player.model && player_run(&player, result) && result->delivered == player.count;
	model_close(player.model);
	settings_free(&settings);
	free(library);
	free(message);
	return good;
}

/* The x_j that a leaf has: its own, or received. */
static double element(const struct product *p, unsigned leaf, unsigned column)
{
	double value = 0;

	if (owner(p, p->columns, column) == leaf)
		return p->x[column];
	for (size_t m = 0; m < p->file.set.count; m++)
		if (p->column_of[m] == column && p->file.set.demand[m].destination == leaf)
			memcpy(&value, &p->received[m], sizeof value);
	return value;
}

static bool same_product(struct product *p)
{
	double *direct = allocate_array(p->rows, sizeof *direct);
	bool same = true;

	p->y = allocate_array(p->rows, sizeof *p->y);
	for (size_t i = 0; i < p->entries; i++) {
		const struct matrix_entry *e = &p->entry[i];

		direct[e->row] += e->value * p->x[e->column];
		p->y[e->row] += e->value * element(p, owner(p, p->rows, e->row), e->column);
	}
	for (unsigned r = 0; r < p->rows; r++)
		same = same && memcmp(&direct[r], &p->y[r], sizeof(double)) == 0;
	free(direct);
	return same;
}

static bool prepare(struct product *p, const char *tree, const char *matrix, const char *leaves,
		    const char *concentrator)
{
	char *set[] = { format_string("leaves=%s", leaves), format_string("concentrator=%s", concentrator) };
	struct override overrides[] = { { set[0] }, { set[1] }, { "switching=off-line" }, { "payload-bits=64" },
					{ "leaf-interface=wires" } };
	bool good = network_read_spec(&p->spec, tree, overrides, 5) && read_matrix(p, matrix)
		    && source_matrix(&p->file.set, matrix, p->spec.leaves, ROWS_BLOCK);
	struct random random;

	free(set[0]);
	free(set[1]);
	if (!good)
		return false;
	p->net = network_elaborate(&p->spec);
	p->file.tree = channel_tree_of(p->net);
	network_free(p->net);
	p->spec.leaf_interface = LEAF_AXI_STREAM;
	p->spec.leaf = &player_leaf;
	random_start(&random, 1, 0);
	p->x = allocate_array(p->columns, sizeof *p->x);
	for (unsigned j = 0; j < p->columns; j++)
		p->x[j] = random_unit(&random) - 0.5;
	p->payload = allocate_array(p->file.set.count + 1, sizeof *p->payload);
	p->received = allocate_array(p->file.set.count + 1, sizeof *p->received);
	good = schedule_make(&p->file.schedule, &p->file.tree, &p->file.set, SCHEDULE_AUTO) && find_columns(p);
	p->spec.schedule_cycles = p->file.schedule.cycles;
	p->net = network_elaborate(&p->spec);
	p->net->schedule = &p->file;
	return good;
}

int main(int argc, char **argv)
{
	struct product p = { 0 };
	struct player_result result = { 0 };
	bool good = argc == 5 && prepare(&p, argv[1], argv[2], argv[3], argv[4]), delivered = good && play(&p, &result);
	bool same = delivered && same_product(&p);

	printf("1..2\n%sok 1 - %zu messages in %u cycles, %lu clocks: each at its leaf in the predicted clock\n",
	       delivered ? "" : "not ", p.file.set.count, p.file.schedule.cycles, (unsigned long)result.clocks);
	printf("%sok 2 - y = A x, %u x %u, %zu entries, equals the direct product\n", same ? "" : "not ", p.rows,
	       p.columns, p.entries);
	return !same;
}
