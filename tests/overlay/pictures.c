/* pictures.c: drawings of compiled circuits show what is in the image: random circuits on 1, 2 and 4 meshes.
 *
 *   overlay-pictures COUNT SEED
 *
 * What the drawing says of wires, clocks and messages is held against the decoded image. */
#include "drawings.h"

#include "overlay/element.h"
#include "overlay/picture.h"
#include "random_circuit.h"
#include "util/number.h"

static unsigned trials;
static uint64_t first_seed;

struct drawn {
	struct spec spec;
	struct network *net;
	struct overlay o;
	struct compiled c;
	struct channel_tree tree;
	struct compile_report report;
};

/* False if the circuit does not go onto the device. */
static bool draw(struct drawn *a, unsigned meshes, uint64_t seed)
{
	static const char *const capacities[] = { [1] = "", [2] = "capacities: [2]\n", [4] = "capacities: [2, 1]\n" };
	char *yaml = format_string("network: area-universal\nmeshes: %u\nmesh-side: %u\nname: some\n%s", meshes, meshes == 1 ? 16 : 12,
				   capacities[meshes]);
	struct random_circuit size = { .gates = 12 + seed % 40, .latches = seed % 7, .inputs = 1 + seed % 6, .outputs = 2 + seed % 5 };
	struct compile_request request = { .seed = seed, .effort = 1, .most_meshes = meshes, .spread = meshes > 1 };
	struct random random;
	int status;

	*a = (struct drawn){ .net = NULL };
	a->net = network_from(&a->spec, yaml);
	free(yaml);
	a->spec.machine->circuits.overlay(a->net, &a->o);
	random_start(&random, seed, 1);
	random_circuit_make(&a->c.netlist, &size, &random);
	if (!compile_circuit(&a->c, &a->o, &request, &status))
		return false;
	if (meshes > 1)
		a->tree = channel_tree_of(a->net);
	a->report = (struct compile_report){ &a->c, &a->o, a->spec.name, 100, meshes > 1 ? &a->tree : NULL };
	return true;
}

static void erase(struct drawn *a)
{
	compiled_free(&a->c, &a->o);
	network_done(&a->spec, a->net);
}

static struct picture trace(const struct drawn *a)
{
	struct picture p = { .r = &a->report, .o = &a->o, .image = &a->c.image };
	char *why = NULL;

	assert_true(image_decode(&p.decoded, p.o, p.image, &why));
	p.layout = layout_make(p.o, 20, 20, 0);
	picture_trace(&p);
	return p;
}

static void trace_free(struct picture *p)
{
	picture_trace_free(p);
	decoded_free(&p->decoded);
	layout_free(&p->layout);
	text_free(&p->body);
}

/* ---- Wires ---- */

/* A source of the drawing as the decoder names it. Registers of messages pass on what their senders read. */
static void check_source(const struct picture *p, int source, const struct decoded_source *expected)
{
	unsigned wires = SIDES * overlay_elements(p->o);

	if (source >= (int)wires && p->message_at[source - (int)wires] != NO_MESSAGE) {
		unsigned m = (unsigned)p->message_at[source - (int)wires], traveller = p->r->c->messages.message[m].traveller;
		unsigned mesh = p->r->c->messages.traveller[traveller].mesh;
		struct overlay_place place = overlay_border(p->o, picture_traveller_border(p, traveller));

		source = p->wire[SIDES * overlay_element(p->o, mesh, place.row, place.column) + place.side].source;
	}
	if (source >= (int)wires) {
		unsigned border = (unsigned)source - wires, all = SIDES * p->o->side;

		assert_int_equal(expected->of, DECODED_PIN);
		assert_int_equal(overlay_border_pin(p->o, border % all) + (int)(border / all * p->o->pins), expected->index);
		return;
	}
	assert_int_equal(expected->of, source % SIDES < 2 ? DECODED_GATE : DECODED_LATCH);
	assert_int_equal(source / SIDES, expected->index);
	assert_int_equal(source % 2, expected->complement);
}

static unsigned check_operand(const struct picture *p, unsigned element, unsigned which, const struct decoded_source *expected)
{
	struct picture_input in = picture_input(p, element, element_operand(p->image->control[element], which));

	if (in.source == NO_SOURCE) {
		assert_int_equal(expected->of, DECODED_ZERO);
		return expected->clock;
	}
	check_source(p, in.source, expected);
	assert_int_equal(in.clock, expected->clock);
	return in.clock;
}

/* Returns the clock in which the last latch or pin is steady. */
static unsigned check_wires(const struct picture *p)
{
	unsigned last = 0;

	for (unsigned mesh = 0; mesh < p->o->meshes; mesh++) {
		const struct mesh_task *t = &p->r->c->task[mesh];

		for (unsigned i = 0; i < t->cells; i++) {
			unsigned e = overlay_element(p->o, mesh, t->row[i], t->column[i]);
			unsigned x = check_operand(p, e, 0, &p->decoded.x[e]), y = check_operand(p, e, 1, &p->decoded.y[e]);

			assert_int_equal(larger(x, y), p->decoded.steady[e]);
			if (p->r->c->logic.cell[t->cell[i]].latch)
				last = larger(last, larger(x, y));
		}
	}
	for (size_t i = 0; i < p->image->output_count; i++) {
		const struct image_pin *pin = &p->image->output[i];
		struct overlay_place at = overlay_border(p->o, overlay_pin_border(p->o, pin->pin));
		const struct side_wire *w = &p->wire[SIDES * overlay_element(p->o, pin->mesh, at.row, at.column) + at.side];
		const struct decoded_source *expected = &p->decoded.pin[pin->mesh * p->o->pins + pin->pin];

		if (w->source == NO_SOURCE)
			continue;
		check_source(p, w->source, expected);
		assert_int_equal(w->clock, expected->clock);
		last = larger(last, w->clock);
	}
	return last;
}

/* A message goes from its traveller's wire up, by channels one above the other, to its own wire down. */
static void check_way(const struct picture *p, const struct message *m)
{
	const struct traveller *t = &p->r->c->messages.traveller[m->traveller];
	struct picture_way way = picture_way_of(p, m);
	const struct picture_wire *first = &way.step[0], *last = &way.step[way.steps - 1];

	assert_true(first->down && first->level == p->o->levels && first->vertex == m->to && first->wire == m->wire);
	assert_true(!last->down && last->level == p->o->levels && last->vertex == t->mesh && last->wire == t->wire);
	for (unsigned i = 0; i < way.steps; i++) {
		const struct picture_wire *at = &way.step[i], *next = &way.step[i + 1];

		assert_true(at->wire < p->o->net->capacity[at->level]);
		if (i + 1 == way.steps)
			continue;
		if (at->down && next->down)
			assert_true(next->level == at->level - 1 && next->vertex == at->vertex / 2);
		else if (at->down)
			assert_true(next->level == at->level && next->vertex == (at->vertex ^ 1));
		else
			assert_true(!next->down && next->level == at->level + 1 && next->vertex / 2 == at->vertex);
	}
}

/* ---- The critical way ---- */

/* Follows it through the drawing's marks, forwards: each mark has what it comes from, and the clocks add up. */
static void check_critical(const struct picture *p, unsigned last)
{
	unsigned wires = SIDES * overlay_elements(p->o), latest = 0;

	for (unsigned e = 0; e < overlay_elements(p->o); e++) {
		if (p->critical_side[e] < 0)
			continue;
		struct picture_input in = picture_input(p, e, (unsigned)p->critical_side[e]);

		assert_int_equal(in.clock, p->decoded.steady[e]);
		assert_true(in.wire < 0 || in.source == NO_SOURCE || p->wire[in.wire].critical);
		latest = larger(latest, in.clock);
	}
	for (unsigned w = 0; w < wires; w++) {
		if (!p->wire[w].critical)
			continue;
		int source = p->wire[w].source;

		latest = larger(latest, p->wire[w].clock);
		if (source < (int)wires && source % SIDES < 2)
			assert_true(p->critical_side[source / SIDES] >= 0);
		if (source >= (int)wires && p->message_at[source - (int)wires] != NO_MESSAGE)
			assert_true(p->critical_message[p->message_at[source - (int)wires]]);
	}
	assert_int_equal(latest, last);
	/* Of several ways that are equally long, the compiler may name another one. */
	assert_int_equal(p->r->c->timing.way[p->r->c->timing.ways - 1].clock, last);
}

static void pictures_are_of_the_image(void **state)
{
	unsigned drawn = 0, crossing = 0, cycles = 0;

	(void)state;
	for (unsigned i = 0; i < trials; i++) {
		struct drawn a;

		if (draw(&a, 1u << i % 3, first_seed + i)) {
			struct picture p = trace(&a);
			unsigned last = check_wires(&p);

			assert_int_equal(larger(last + 1, OVERLAY_LEAST_STEP), a.c.image.step);
			check_critical(&p, last);
			for (size_t m = 0; m < a.c.messages.count; m++)
				check_way(&p, &a.c.messages.message[m]);
			crossing += a.c.messages.count > 0;
			cycles = larger(cycles, a.c.messages.cycles);
			drawn++;
			trace_free(&p);
		}
		erase(&a);
	}
	assert_true(drawn >= (trials + 1) / 2 && crossing >= trials / 4 && cycles > 2);
}

/* ---- The drawing ---- */

static void assert_says(const char *svg, const char *format, const char *name)
{
	char *words = format_string(format, name);

	if (drawing_count(svg, words) == 0)
		fail_msg("the drawing does not say %s", words);
	free(words);
}

static void check_drawing(const struct drawn *a, const char *svg)
{
	const struct image *image = &a->c.image;
	size_t boxes = drawing_count(svg, "class=\"gate") + drawing_count(svg, "class=\"latch"), latches = 0;

	assert_true(xml_well_formed(svg));
	assert_int_equal(boxes, a->c.logic.cell_count + 2);
	for (size_t i = 0; i < a->c.logic.cell_count; i++)
		latches += a->c.logic.cell[i].latch;
	assert_int_equal(drawing_count(svg, "class=\"latch"), latches + 1);
	assert_int_equal(drawing_count(svg, ">Delivery cycle "), a->c.messages.count > 0 ? a->c.messages.cycles : 0);
	for (size_t i = 0; i < image->input_count + image->output_count; i++) {
		bool in = i < image->input_count;
		char *name = picture_pin_name(in ? &image->input[i] : &image->output[i - image->input_count]);

		assert_says(svg, ">%s</text>", name);
		assert_says(svg, in ? "<title>input %s, steady" : "<title>output %s, steady", name);
		free(name);
	}
	if (image->latch_count > 0 && !image->latch[0].constant)
		assert_says(svg, "<title>flip-flop %s", image->latch[0].name);
}

static void drawings_show_every_part(void **state)
{
	(void)state;
	for (unsigned i = 0; i < trials; i++) {
		struct text svg = { 0 };
		struct drawn a;

		if (draw(&a, 1u << i % 3, first_seed + i)) {
			compile_picture(&a.report, &svg);
			check_drawing(&a, svg.bytes);
		}
		text_free(&svg);
		erase(&a);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pictures_are_of_the_image), cmocka_unit_test(drawings_show_every_part),
	};

	trials = argc > 1 ? (unsigned)atoi(argv[1]) : 9;
	first_seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
