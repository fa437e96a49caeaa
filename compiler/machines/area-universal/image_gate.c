/* image_gate.c: a decoded image as Verilog: a NAND for each element in use. */
#include "machines/area-universal/image_gate.h"

#include <stdlib.h>

#include "util/text.h"

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

/* Adds a port, unless it is 0 bits wide: `    input  wire [3:0] in`, after a comma unless it is the *first one. */
static void print_port(struct text *out, bool *first, const char *kind, unsigned width, const char *name)
{
	if (width == 0)
		return;
	text_print(out, "%s    %s wire [%u:0] %s", *first ? "" : ",\n", kind, width - 1, name);
	*first = false;
}

static void print_source(const struct image_gate *g, const struct decoded_source *source, struct text *out)
{
	text_add(out, source->complement ? "~" : "");
	switch (source->of) {
	case DECODED_ZERO:
		text_add(out, "1'b0");
		break;
	case DECODED_PIN:
		if (g->in[source->index] != NO_BIT)
			text_print(out, "in[%d]", g->in[source->index]);
		else
			text_print(out, "loose[%d]", g->loose_pin[source->index]);
		break;
	case DECODED_GATE:
		text_print(out, "g_%u", source->index);
		break;
	case DECODED_LATCH:
		if (g->s[source->index] != NO_BIT)
			text_print(out, "s[%d]", g->s[source->index]);
		else
			text_print(out, "loose[%d]", g->loose_latch[source->index]);
		break;
	}
}

static void print_gates(const struct image_gate *g, struct text *out)
{
	const struct decoded *d = g->decoded;
	unsigned elements = overlay_elements(g->o);

	for (unsigned e = 0; e < elements; e++)
		if (d->used[e])
			text_print(out, "    wire g_%u;\n", e);
	text_add(out, "\n");
	for (unsigned e = 0; e < elements; e++) {
		if (!d->used[e])
			continue;
		text_print(out, "    assign g_%u = ~(", e);
		print_source(g, &d->x[e], out);
		text_add(out, " & ");
		print_source(g, &d->y[e], out);
		text_add(out, ");\n");
	}
}

static void print_outputs(const struct image_gate *g, struct text *out)
{
	text_add(out, "\n");
	for (size_t i = 0; i < g->image->output_count; i++) {
		text_print(out, "    assign out[%zu] = ", i);
		print_source(g, &g->decoded->pin[g->image->output[i].mesh * g->o->pins + g->image->output[i].pin], out);
		text_add(out, ";\n");
	}
	for (unsigned e = 0; e < overlay_elements(g->o); e++)
		if (g->s[e] != NO_BIT)
			text_print(out, "    assign next[%d] = g_%u;\n", g->s[e], e);
}

void image_gate_print(const struct image_gate *g, struct text *out)
{
	bool first = true;

	text_print(out, "// What the image of %s computes in a step of %u clocks.\n`default_nettype none\n\nmodule gate (\n", g->image->circuit,
		   g->image->step);
	print_port(out, &first, "input ", (unsigned)g->image->input_count, "in");
	print_port(out, &first, "input ", g->latches, "s");
	print_port(out, &first, "input ", g->loose, "loose");
	print_port(out, &first, "output", (unsigned)g->image->output_count, "out");
	print_port(out, &first, "output", g->latches, "next");
	text_add(out, "\n);\n");
	print_gates(g, out);
	print_outputs(g, out);
	text_add(out, "endmodule\n\n`default_nettype wire\n");
}

void image_gate_free(struct image_gate *g)
{
	free(g->s);
	free(g->in);
	free(g->loose_latch);
	free(g->loose_pin);
}
