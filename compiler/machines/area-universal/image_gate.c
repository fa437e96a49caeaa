/* image_gate.c: a decoded image as a module: a NAND for each element in use. */
#include "machines/area-universal/image_gate.h"

#include <stdlib.h>

#include "lower/builder.h"
#include "prove/wrapper.h"

static int *no_bits(size_t count)
{
	int *bit = allocate_array(count + 1, sizeof *bit);

	for (size_t i = 0; i < count; i++)
		bit[i] = NO_BIT;
	return bit;
}

static void note(int *bit, unsigned *count)
{
	if (*bit == NO_BIT)
		*bit = (int)(*count)++;
}

/* Pins and latches that something reads, and that are none of the circuit's. */
static void note_loose(struct image_gate *g, const struct decoded_source *source)
{
	if (source->of == DECODED_PIN && g->in[source->index] == NO_BIT)
		note(&g->loose_pin[source->index], &g->loose);
	if (source->of == DECODED_LATCH && g->s[source->index] == NO_BIT)
		note(&g->loose_latch[source->index], &g->loose);
}

void image_gate_make(struct image_gate *g, const struct overlay *o, const struct image *image, const struct decoded *decoded)
{
	size_t elements = overlay_elements(o), pins = (size_t)o->meshes * o->pins;

	*g = (struct image_gate){ .o = o, .image = image, .decoded = decoded, .s = no_bits(elements), .in = no_bits(pins),
				  .loose_latch = no_bits(elements), .loose_pin = no_bits(pins) };
	for (size_t i = 0; i < image->input_count; i++)
		g->in[image->input[i].mesh * o->pins + image->input[i].pin] = (int)i;
	for (size_t i = 0; i < image->latch_count; i++) {
		const struct image_latch *latch = &image->latch[i];

		if (!latch->constant)
			note(&g->s[overlay_element(o, latch->mesh, latch->row, latch->column)], &g->latches);
	}
	for (size_t i = 0; i < image->output_count; i++)
		note_loose(g, &decoded->pin[image->output[i].mesh * o->pins + image->output[i].pin]);
	for (size_t e = 0; e < elements; e++)
		if (decoded->used[e]) {
			note_loose(g, &decoded->x[e]);
			note_loose(g, &decoded->y[e]);
			g->gates++;
		}
}

unsigned image_gate_bit(const struct image_gate *g, const struct image_latch *latch)
{
	return (unsigned)g->s[overlay_element(g->o, latch->mesh, latch->row, latch->column)];
}

/* Module `gate`, under construction. */
struct building {
	const struct image_gate *g;
	struct module *m;
	int in, s, loose;		/* ports; -1: none */
	int *value;			/* [element]: net of its NAND's value */
};

/* A port, unless it has no bits. */
static int add_port(struct module *m, enum port_direction direction, size_t width, const char *name)
{
	return width > 0 ? module_port(m, name, (unsigned)width, direction) : -1;
}

static struct bits bit_at(int net, int bit)
{
	return bits_of(net, (unsigned)bit, 1);
}

/* What the source is a copy of, or the complement. */
static struct bits bit_of(const struct building *b, const struct decoded_source *source)
{
	const struct image_gate *g = b->g;
	unsigned k = source->index;

	switch (source->of) {
	case DECODED_ZERO:
		break;
	case DECODED_PIN:
		return g->in[k] != NO_BIT ? bit_at(b->in, g->in[k]) : bit_at(b->loose, g->loose_pin[k]);
	case DECODED_GATE:
		return bit_at(b->value[k], 0);
	case DECODED_LATCH:
		return g->s[k] != NO_BIT ? bit_at(b->s, g->s[k]) : bit_at(b->loose, g->loose_latch[k]);
	}
	return bits_constant(0, 1);
}

static void add_gate(const struct building *b, unsigned e)
{
	const struct decoded_source *x = &b->g->decoded->x[e], *y = &b->g->decoded->y[e];

	module_assign(b->m, bit_at(b->value[e], 0),
		      (struct expression){ .term = { bit_of(b, x), bit_of(b, y) }, .inverted = { x->complement, y->complement },
					   .count = 2, .operation = OPERATION_NAND });
}

static void add_output(const struct building *b, struct bits target, const struct decoded_source *source)
{
	module_assign(b->m, target, (struct expression){ .term = { bit_of(b, source) }, .inverted = { source->complement }, .count = 1 });
}

struct text image_gate_verilog(const struct image_gate *g)
{
	const struct image *image = g->image;
	const struct decoded *decoded = g->decoded;
	unsigned elements = overlay_elements(g->o);
	struct design *d = design_around(NULL);
	struct building b = { .g = g, .m = design_add(d, copy_string("gate"), NULL), .value = no_bits(elements) };

	b.in = add_port(b.m, PORT_INPUT, image->input_count, "in");
	b.s = add_port(b.m, PORT_INPUT, g->latches, "s");
	b.loose = add_port(b.m, PORT_INPUT, g->loose, "loose");
	int out = add_port(b.m, PORT_OUTPUT, image->output_count, "out"), next = add_port(b.m, PORT_OUTPUT, g->latches, "next");

	for (unsigned e = 0; e < elements; e++)
		if (decoded->used[e])
			b.value[e] = module_named_net(b.m, 1, "g_%u", e);
	for (unsigned e = 0; e < elements; e++)
		if (decoded->used[e])
			add_gate(&b, e);
	for (size_t i = 0; i < image->output_count; i++)
		add_output(&b, bit_at(out, (int)i), &decoded->pin[image->output[i].mesh * g->o->pins + image->output[i].pin]);
	for (unsigned e = 0; e < elements; e++)
		if (g->s[e] != NO_BIT)
			module_assign(b.m, bit_at(next, g->s[e]), expression_of(bit_at(b.value[e], 0)));
	free(b.value);
	return wrapper_verilog(d, "");
}

void image_gate_free(struct image_gate *g)
{
	free(g->s);
	free(g->in);
	free(g->loose_latch);
	free(g->loose_pin);
}
