/* motion.c: see motion.h. Nothing shows the inside of the verilated device; but its model in C has the same image, and the same pins. */
#include "machines/area-universal/motion.h"

#include <stdlib.h>
#include <string.h>

#include "machines/area-universal/motion_parts.h"
#include "network/about.h"
#include "overlay/check.h"
#include "overlay/device_model.h"
#include "overlay/element.h"
#include "overlay/layout.h"
#include "simulate/columns.h"
#include "util/json.h"
#include "util/message.h"
#include "util/page.h"
#include "util/svg.h"

enum { MOST_STEPS = 200, MOST_BYTES = 2000000, CELL = 24, MARGIN = 26 };

void device_motion_step(struct device_motion *m, const bool *pin_in, const bool *pin_out)
{
	size_t pins = m->o->meshes * m->o->pins;

	if (m->steps == MOST_STEPS)
		return;
	m->pin_in = reallocate(m->pin_in, (m->steps + 1) * pins + 1);
	m->pin_out = reallocate(m->pin_out, (m->steps + 1) * pins + 1);
	memcpy(m->pin_in + m->steps * pins, pin_in, pins);
	memcpy(m->pin_out + m->steps * pins, pin_out, pins);
	m->steps++;
}

/* What the page shows. */
struct shown {
	const struct device_motion *m;
	struct layout layout;
	struct numbers gate, wire;	/* elements, and 4 element + side */
	struct numbers gates, wires, latches;	/* bits, in bytes: by clock, by clock, by step */
	size_t steps;
};

static void add_bit(struct numbers *bytes, size_t i, bool bit)
{
	if (i % 8 == 0)
		numbers_add(bytes, 0);
	bytes->value[bytes->count - 1] |= (uint64_t)bit << i % 8;
}

/* ---- what there is ---- */

static void list_parts(struct shown *h, const struct decoded *decoded)
{
	for (unsigned e = 0; e < overlay_elements(h->m->o); e++) {
		if (decoded->used[e])
			numbers_add(&h->gate, e);
		for (unsigned k = 0; k < SIDES; k++)
			if (element_choice(h->m->image->control[e], k) != CHOICE_NOTHING)
				numbers_add(&h->wire, SIDES * e + k);
	}
}

static json_t *list_json(const struct numbers *n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n->count; i++)
		json_array_append_new(list, json_integer((json_int_t)n->value[i]));
	return list;
}

static json_t *describe(const struct shown *h, const struct simulation *s, const struct findings *found, size_t images)
{
	const struct overlay *o = h->m->o;
	const struct image *image = h->m->image;
	json_t *meta = network_about(s->network->spec);
	char *command = text_disarmed(s->invocation);

	json_object_update_new(meta, json_pack("{s:i, s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:f, s:f, s:f}", "page", 1, "version",
			       FTC_VERSION, "command", command, "report", found->text.bytes, "circuit", image->circuit, "images", (int)images,
			       "clocks", (int)image->step, "cycles", (int)image->cycles, "latency", (int)o->latency, "side", (int)o->side,
			       "steps", (int)h->steps, "cell", h->layout.cell, "width", h->layout.width, "height", h->layout.height));
	json_object_update_new(meta, device_parts_json(&(struct device_parts){ o, image, &h->layout }));
	json_object_set_new(meta, "gates", list_json(&h->gate));
	json_object_set_new(meta, "wires", list_json(&h->wire));
	free(command);
	return meta;
}

/* ---- what happens ---- */

static void note_clock(struct shown *h, const struct device_model *d)
{
	for (size_t i = 0; i < h->gate.count; i++)
		add_bit(&h->gates, i, device_model_gate(d, (unsigned)h->gate.value[i]) & 1);
	for (size_t i = 0; i < h->wire.count; i++)
		add_bit(&h->wires, i, device_model_side(d, (unsigned)h->wire.value[i] / SIDES, h->wire.value[i] % SIDES) & 1);
}

static bool same_outputs(const struct shown *h, const struct device_model *d, size_t step)
{
	const struct image *image = h->m->image;
	size_t pins = h->m->o->meshes * h->m->o->pins;

	for (size_t i = 0; i < image->output_count; i++) {
		size_t pin = image->output[i].mesh * h->m->o->pins + image->output[i].pin;

		if ((device_model_pins(d)[pin] & 1) != h->m->pin_out[step * pins + pin])
			return error("step %zu: output %s is not what the device's model in C shows; there is no page", step, image->output[i].port);
	}
	return true;
}

static void spread(const bool *bit, uint64_t *word, size_t count)
{
	for (size_t i = 0; i < count; i++)
		word[i] = bit[i] ? ~UINT64_C(0) : 0;
}

static bool play(struct shown *h)
{
	const struct device_motion *m = h->m;
	size_t pins = m->o->meshes * m->o->pins;
	uint64_t *in = allocate_array(pins + 1, sizeof *in);
	struct device_model *d = device_model_new(m->o, m->image);
	bool same = true;

	spread(m->pin_in, in, pins);
	device_model_take(d, in);
	for (size_t step = 0; step < h->steps && same; step++) {
		bool more = step + 1 < h->steps;

		for (size_t i = 0; i < h->gate.count; i++)
			add_bit(&h->latches, i, device_model_latch(d, (unsigned)h->gate.value[i]) & 1);
		if (more)
			spread(m->pin_in + (step + 1) * pins, in, pins);
		for (unsigned t = 0; t < m->image->step; t++) {
			bool last = t + 1 == m->image->step;

			note_clock(h, d);
			device_model_clock(d, t % m->image->cycles, last, last && more, in);
		}
		same = same_outputs(h, d, step);
	}
	device_model_free(d);
	free(in);
	return same;
}

static uint64_t bool_of(const void *context, size_t i)
{
	return ((const bool *)context)[i];
}

static bool print_page(struct shown *h, const struct simulation *s, const struct findings *found, size_t images, struct text *html)
{
	struct text title = { 0 }, meta = { 0 }, meta_json = { 0 }, result = { 0 }, data = { 0 };
	struct columns t = { .list = json_array() };
	size_t pins = h->steps * h->m->o->meshes * h->m->o->pins;
	json_t *about = describe(h, s, found, images);

	columns_add_numbers(&t, "gate", &h->gates, false);
	columns_add_numbers(&t, "wire", &h->wires, false);
	columns_add_numbers(&t, "latch", &h->latches, false);
	columns_add_from(&t, "pinIn", bool_of, h->m->pin_in, pins, false);
	columns_add_from(&t, "pinOut", bool_of, h->m->pin_out, pins, false);
	json_object_set_new(about, "columns", t.list);
	json_print(about, &meta_json);
	page_add_json(&meta_json, &meta);
	page_add_json(&found->json, &result);
	columns_print(&t, &data);
	svg_escaped(&title, h->m->image->circuit);
	bool done = page_print("device.html", (const struct page_part[]){ { "title", &title }, { "meta", &meta }, { "result", &result },
			       { "data", &data }, { NULL, NULL } }, html);

	text_free(&title);
	text_free(&meta);
	text_free(&meta_json);
	text_free(&result);
	text_free(&data);
	columns_free(&t);
	return done;
}

bool device_motion_page(const struct device_motion *m, const struct simulation *s, const struct findings *found, size_t images,
			struct text *html)
{
	struct shown h = { .m = m };
	struct decoded decoded;
	char *why = NULL;

	if (!image_decode(&decoded, m->o, m->image, &why)) {
		error("%s: there is no page", why);
		free(why);
		return false;
	}
	list_parts(&h, &decoded);
	decoded_free(&decoded);
	size_t bytes = m->image->step * (h.gate.count / 8 + h.wire.count / 8 + 2);

	h.steps = m->steps * bytes > MOST_BYTES ? MOST_BYTES / bytes : m->steps;
	h.layout = layout_make(m->o, CELL, MARGIN, 0);
	bool done = play(&h) && print_page(&h, s, found, images, html);

	layout_free(&h.layout);
	free(h.gate.value);
	free(h.wire.value);
	free(h.gates.value);
	free(h.wires.value);
	free(h.latches.value);
	return done;
}
