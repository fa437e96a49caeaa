/* fill.c: what is placed and routed becomes the image's control words, settings of leaves, pins and flip-flops. */
#include "overlay/fill.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct filler {
	struct image *image;
	const struct overlay *o;
	const struct logic *l;
	const struct messages *m;
};

/* ---- borders ----------------------------------------------------------------------------------------------- */

/* Has the leaf send a position's wire in all cycles of a traveller. */
static void set_sender(const struct filler *f, unsigned mesh, unsigned position, const struct traveller *t)
{
	unsigned wire = position % f->o->wires, number = position / f->o->wires;

	for (unsigned i = 0; i < t->count; i++)
		image_set(f->image, overlay_leaf_ram(f->o, mesh, false), f->m->message[t->message[i]].cycle, wire * f->o->up_bits,
			  f->o->up_bits, number);
}

/* Has the leaf load a position's register in the cycle of a message. */
static void set_receiver(const struct filler *f, unsigned mesh, unsigned position, const struct message *message)
{
	unsigned wire = position % f->o->wires, number = position / f->o->wires;

	image_set(f->image, overlay_leaf_ram(f->o, mesh, true), message->cycle, wire * f->o->down_bits, f->o->down_bits,
		  1 + number);
}

static struct image_pin image_pin_of(const struct netlist_pin *pin, unsigned mesh, unsigned number)
{
	return (struct image_pin){ copy_string(pin->port), pin->bit, pin->vector, mesh, number };
}

static void fill_pad(const struct filler *f, unsigned mesh, const struct pad *pad)
{
	const struct netlist *n = f->l->netlist;

	if (pad->pin) {
		unsigned number = (unsigned)overlay_border_pin(f->o, pad->border);

		if (pad->in)
			f->image->input[pad->port_bit] = image_pin_of(&n->input[pad->port_bit], mesh, number);
		else
			f->image->output[pad->port_bit] = image_pin_of(&n->output[pad->port_bit], mesh, number);
		return;
	}
	unsigned position = (unsigned)overlay_border_position(f->o, pad->border);

	if (pad->in)
		set_receiver(f, mesh, position, &f->m->message[pad->index]);
	else
		set_sender(f, mesh, position, &f->m->traveller[pad->index]);
}

/* ---- elements ---------------------------------------------------------------------------------------------- */

static void fill_controls(const struct filler *f, const struct mesh_task *t)
{
	memcpy(f->image->control + overlay_element(f->o, t->mesh, 0, 0), t->control,
	       (size_t)t->side * t->side * sizeof *t->control);
}

/* Where the cells are: [cell]. */
struct cell_place {
	unsigned mesh, row, column;
};

static struct cell_place *places_of(const struct filler *f, const struct mesh_task *tasks)
{
	struct cell_place *place = allocate_array(f->l->cell_count + 1, sizeof *place);

	for (unsigned mesh = 0; mesh < f->o->meshes; mesh++)
		for (unsigned i = 0; i < tasks[mesh].cells; i++)
			place[tasks[mesh].cell[i]] = (struct cell_place){ mesh, tasks[mesh].row[i], tasks[mesh].column[i] };
	return place;
}

static void fill_latches(const struct filler *f, const struct cell_place *place)
{
	const struct netlist *n = f->l->netlist;
	struct image *image = f->image;

	image->latch = allocate_array(n->latch_count + 1, sizeof *image->latch);
	for (size_t i = 0; i < n->latch_count; i++) {
		const struct logic_latch *latch = &f->l->latch[i];
		struct image_latch *to = &image->latch[image->latch_count];

		if (latch->where == LATCH_UNUSED)
			continue;
		*to = (struct image_latch){ .name = copy_string(n->latch[i].name), .constant = latch->where == LATCH_CONSTANT,
					    .complement = latch->complement };
		if (!to->constant) {
			to->mesh = place[latch->cell].mesh;
			to->row = place[latch->cell].row;
			to->column = place[latch->cell].column;
		}
		image->latch_count++;
	}
}

void image_fill(struct image *image, const struct overlay *o, const struct logic *l, enum logic_model model,
		const struct messages *m, const struct mesh_task *tasks, unsigned step)
{
	struct filler f = { image, o, l, m };
	const struct netlist *n = l->netlist;
	struct cell_place *place = places_of(&f, tasks);

	image->circuit = copy_string(n->name);
	memcpy(image->circuit_digest, n->digest, sizeof image->circuit_digest);
	image->model = model;
	image->step = step;
	image->input_count = n->input_count;
	image->output_count = n->output_count;
	image->input = allocate_array(n->input_count + 1, sizeof *image->input);
	image->output = allocate_array(n->output_count + 1, sizeof *image->output);
	for (unsigned mesh = 0; mesh < o->meshes; mesh++) {
		fill_controls(&f, &tasks[mesh]);
		for (unsigned i = 0; i < tasks[mesh].pads; i++)
			fill_pad(&f, mesh, &tasks[mesh].pad[i]);
	}
	fill_latches(&f, place);
	free(place);
}
