/* compile.c: runs the stages, and runs them again from another seed or on more meshes where one of them fails. */
#include "overlay/compile.h"

#include <math.h>
#include <stdlib.h>

#include "overlay/check.h"
#include "overlay/fill.h"
#include "overlay/pins.h"
#include "util/message.h"
#include "util/number.h"

/* A circuit that takes more than this share of the elements for its cells goes onto more meshes, if there are any: the
 * others are wires. */
static const double USUAL_SHARE = 0.45;

/* Seeds that are tried on each number of meshes: these, and one for each step of effort. */
enum { LEAST_SEEDS = 2 };

/* All that depends on the seed and the number of meshes. */
struct solution {
	struct partition partition;
	struct messages messages;
	struct mesh_task *task;
	struct timing timing;
	struct image image;
};

struct compiler {
	struct compiled *c;
	const struct overlay *o;
	const struct compile_request *q;
	struct pin_places pins;
	char *why;				/* what the last attempt lacked, fresh */
	enum lack { LACK_ROOM, LACK_CYCLES, LACK_WIRES } lack;	/* of what kind that is */
};

static void solution_free(struct solution *t, const struct overlay *o)
{
	timing_free(&t->timing, t->task ? o->meshes : 0);
	if (t->task)
		mesh_tasks_free(t->task, o->meshes);
	image_free(&t->image);
	messages_drop(&t->messages);
	partition_free(&t->partition);
	*t = (struct solution){ 0 };
}

/* ---- room -------------------------------------------------------------------------------------------------- */

static unsigned most_meshes(const struct compiler *k)
{
	return k->q->most_meshes > 0 ? smaller(k->q->most_meshes, k->o->meshes) : k->o->meshes;
}

/* The side of meshes that the circuit usually fits. */
static unsigned usual_side(const struct compiler *k)
{
	const struct logic *l = &k->c->logic;
	double elements = (double)l->cell_count / USUAL_SHARE;
	size_t pins = l->netlist->input_count > l->netlist->output_count ? l->netlist->input_count : l->netlist->output_count;
	unsigned meshes = most_meshes(k), side = (unsigned)ceil(sqrt(elements / meshes));

	return larger(larger(side, (unsigned)((pins + meshes - 1) / meshes)), OVERLAY_LEAST_SIDE);
}

static bool refuse_size(const struct compiler *k)
{
	const struct logic *l = &k->c->logic;
	size_t elements = (size_t)most_meshes(k) * k->o->side * k->o->side;

	k->c->wanted_side = usual_side(k);
	return error_at((struct place){ .file = l->netlist->source },
			"the circuit takes %zu elements for its gates, and more for wires, but there are %zu in %u mesh%s",
			l->cell_count, elements, most_meshes(k), most_meshes(k) == 1 ? "" : "es");
}

static bool refuse_pins(const struct compiler *k, const char *what, size_t wanted)
{
	unsigned meshes = most_meshes(k);

	error_at((struct place){ .file = k->c->netlist.source },
		 "the circuit has %zu bits of %s, but %u mesh%s of %u pins each way %s %u", wanted, what, meshes,
		 meshes == 1 ? "" : "es", k->o->pins, meshes == 1 ? "has" : "have", meshes * k->o->pins);
	return suggest("a device with pins: %zu", (wanted + meshes - 1) / meshes);
}

/* Whether there is an element for every cell, and a pin for every bit. */
static bool check_room(const struct compiler *k)
{
	const struct netlist *n = &k->c->netlist;
	size_t pins = (size_t)most_meshes(k) * k->o->pins;

	if (k->c->logic.cell_count > (size_t)most_meshes(k) * k->o->side * k->o->side)
		return refuse_size(k);
	if (n->input_count > pins)
		return refuse_pins(k, "inputs", n->input_count);
	return n->output_count <= pins || refuse_pins(k, "outputs", n->output_count);
}

/* ---- an attempt -------------------------------------------------------------------------------------------- */

static bool lacks(struct compiler *k, enum lack lack, char *why)
{
	free(k->why);
	k->lack = lack;
	k->why = why;
	return false;
}

static bool make_partition(struct compiler *k, struct solution *t, unsigned meshes, unsigned long seed)
{
	struct partition_request request = { .most_meshes = meshes, .fullest = 1, .seed = seed, .pins = &k->pins };
	char *why = NULL;

	return partition_make(&t->partition, k->o, &k->c->logic, &request, &why) || lacks(k, LACK_ROOM, why);
}

static bool make_messages(struct compiler *k, struct solution *t)
{
	char *why = NULL;

	return messages_make(&t->messages, &t->image, k->o, &k->c->logic, &t->partition, 1, &why)
	       || lacks(k, LACK_CYCLES, why);
}

/* Pins of --pins have their border positions. */
static void fix_pads(const struct compiler *k, struct mesh_task *t)
{
	for (unsigned i = 0; i < t->pads; i++) {
		struct pad *pad = &t->pad[i];
		const struct pin_place *wish = !pad->pin ? NULL : pad->in ? &k->pins.input[pad->port_bit]
									  : &k->pins.output[pad->port_bit];

		if (wish && wish->given)
			pad->fixed = (int)overlay_pin_border(k->o, wish->pin);
	}
}

static bool make_layout(struct compiler *k, struct solution *t, unsigned long seed)
{
	unsigned short_by = 0;

	t->task = mesh_tasks_make(k->o, &k->c->logic, &t->partition, &t->messages);
	for (unsigned mesh = 0; mesh < k->o->meshes; mesh++)
		fix_pads(k, &t->task[mesh]);
	if (!meshes_lay_out(t->task, k->o, &k->c->logic, &t->partition, &t->messages, seed, k->q->effort, &short_by))
		return lacks(k, LACK_WIRES, format_string("%u wires are wanted twice", short_by));
	timing_make(&t->timing, k->o, &k->c->logic, &t->partition, &t->messages, t->task);
	return t->timing.step <= OVERLAY_MOST_STEP
	       || lacks(k, LACK_WIRES, format_string("a step takes %u clocks, and a device counts at most %d",
						     t->timing.step, OVERLAY_MOST_STEP));
}

static bool attempt(struct compiler *k, struct solution *t, unsigned meshes, unsigned long seed)
{
	progress("compiling %s: %u mesh%s, attempt %u", k->c->netlist.source, meshes, meshes == 1 ? "" : "es",
		 k->c->attempts + 1);
	k->c->attempts++;
	if (make_partition(k, t, meshes, seed) && make_messages(k, t) && make_layout(k, t, seed))
		return true;
	solution_free(t, k->o);
	return false;
}

/* ---- all attempts ------------------------------------------------------------------------------------------ */

/* Tries seeds on so many meshes. The first that succeeds is taken, and then the best of as many more as `effort` asks for. */
static bool try_meshes(struct compiler *k, struct solution *best, unsigned meshes)
{
	bool found = false;

	for (unsigned i = 0; i < LEAST_SEEDS + k->q->effort; i++) {
		struct solution t = { 0 };

		if (!attempt(k, &t, meshes, k->q->seed + i)) {
			/* No other seed makes room; more meshes may. */
			if (k->lack == LACK_ROOM)
				break;
			continue;
		}
		if (!found || t.timing.step < best->timing.step) {
			struct solution worse = *best;

			*best = t;
			t = worse;
		}
		solution_free(&t, k->o);
		found = true;
		if (i + 1 >= k->q->effort)
			break;
	}
	return found;
}

/* As many meshes as have the pins of --pins. */
static unsigned least_meshes(const struct compiler *k)
{
	const struct netlist *n = &k->c->netlist;
	unsigned last = 0, meshes = 1;

	for (size_t i = 0; i < n->input_count; i++)
		last = larger(last, k->pins.input[i].mesh);
	for (size_t i = 0; i < n->output_count; i++)
		last = larger(last, k->pins.output[i].mesh);
	while (meshes <= last)
		meshes *= 2;
	return meshes;
}

/* From the fewest meshes on which the circuit is not too dense to all. */
static bool try_all(struct compiler *k, struct solution *best)
{
	unsigned most = most_meshes(k);
	double elements = (double)k->o->side * k->o->side;

	for (unsigned meshes = k->q->spread ? most : least_meshes(k); meshes <= most; meshes *= 2) {
		bool dense = (double)k->c->logic.cell_count > USUAL_SHARE * elements * meshes;

		if ((!dense || 2 * meshes > most) && try_meshes(k, best, meshes))
			return true;
	}
	return false;
}

static bool refuse_all(const struct compiler *k, int *status)
{
	/* Other seeds, or more effort, may find wires. */
	*status = k->lack == LACK_WIRES ? EXIT_WORK_FAILED : EXIT_USAGE;
	error_at((struct place){ .file = k->c->netlist.source },
		 "the circuit of %zu cells does not fit in %u attempt%s on up to %u mesh%s of %u x %u elements: %s",
		 k->c->logic.cell_count, k->c->attempts, k->c->attempts == 1 ? "" : "s", most_meshes(k),
		 most_meshes(k) == 1 ? "" : "es", k->o->side, k->o->side, k->why);
	if (k->lack == LACK_CYCLES)
		return suggest("a device with more wires (capacities), or with a greater settings-depth");
	k->c->wanted_side = larger(usual_side(k), k->o->side + 2);
	return false;
}

/* Takes the layout over, completes the image, and has it checked by code that knows none of the stages. */
static bool complete(struct compiler *k, struct solution *best, int *status)
{
	struct compiled *c = k->c;
	char *why = NULL;

	c->partition = best->partition;
	c->messages = best->messages;
	c->task = best->task;
	c->timing = best->timing;
	c->image = best->image;
	image_fill(&c->image, k->o, &c->logic, k->q->model, &c->messages, c->task, c->timing.step);
	if (image_check(k->o, &c->image, &c->logic, &why))
		return true;
	*status = EXIT_WORK_FAILED;
	error("the image of %s is wrong, which is a fault of ftc: %s", c->netlist.source, why);
	free(why);
	return false;
}

bool compile_circuit(struct compiled *c, const struct overlay *o, const struct compile_request *q, int *status)
{
	struct compiler k = { .c = c, .o = o, .q = q };
	struct solution best = { 0 };

	*status = EXIT_USAGE;
	logic_make(&c->logic, &c->netlist, q->model);
	bool good = check_room(&k) && pins_read(&k.pins, q->pins, &c->netlist, o, most_meshes(&k));

	if (good)
		good = try_all(&k, &best) ? complete(&k, &best, status) : refuse_all(&k, status);
	pins_free(&k.pins);
	free(k.why);
	return good;
}

void compiled_free(struct compiled *c, const struct overlay *o)
{
	struct solution t = { c->partition, c->messages, c->task, c->timing, c->image };

	solution_free(&t, o);
	logic_free(&c->logic);
	netlist_free(&c->netlist);
	*c = (struct compiled){ 0 };
}
