/* drawing.c: drawings of devices show every mesh, pin, node and wire, and none lies on another. */
#include "drawings.h"

#include <math.h>

#include "overlay/layout.h"

static const struct {
	const char *yaml;
	unsigned meshes, pins, wires;	/* wires: of all channels, each way */
	bool by_line;			/* each wire is a line */
} cases[] = {
	{ "area: 16\nexpansion: 3\n", 1, 12, 0, true },
	{ "area: 256\nexpansion: 3\npins: 8\n", 4, 32, 2 * 16 + 4 * 16, true },
	{ "meshes: 2\nmesh-side: 3\npins: 0\n", 2, 0, 2 * 8, true },
	{ "meshes: 8\nmesh-side: 5\ncapacities: [6, 5, 4]\npins: 2\n", 8, 16, 2 * 6 + 4 * 5 + 8 * 4, true },
	{ "meshes: 64\nmesh-side: 64\ncapacities: [256, 128, 64, 32, 16, 16]\n", 64, 4096, 0, false },
};
enum { CASES = sizeof cases / sizeof *cases };

static char *yaml_of(unsigned i)
{
	return format_string("network: area-universal\n%s", cases[i].yaml);
}

/* Lines of all paths of a class: moves in their data. */
static unsigned lines_of(const char *svg, const char *class)
{
	char *begin = format_string("<path class=\"%s\" stroke-width", class);
	unsigned lines = 0;

	for (const char *at = svg; (at = strstr(at, begin)); at++)
		for (const char *d = strstr(at, " d=\"") + 4; *d != '"'; d++)
			lines += *d == 'M';
	free(begin);
	return lines;
}

static void drawings_show_every_part(void **state)
{
	(void)state;
	for (unsigned i = 0; i < CASES; i++) {
		char *yaml = yaml_of(i), *svg = drawing_of(yaml);
		unsigned legend = cases[i].meshes > 1;

		assert_true(xml_well_formed(svg));
		assert_int_equal(drawing_count(svg, "class=\"mesh\""), cases[i].meshes);
		assert_int_equal(drawing_count(svg, "class=\"node\""), cases[i].meshes - 1);
		assert_int_equal(drawing_count(svg, "class=\"choose\""), cases[i].pins + 1);
		if (cases[i].by_line) {
			assert_int_equal(lines_of(svg, "up"), cases[i].wires + legend);
			assert_int_equal(lines_of(svg, "down"), cases[i].wires + legend);
		}
		assert_true(strlen(svg) < 800000);
		free(svg);
		free(yaml);
	}
}

struct box {
	double left, top, right, bottom;
};

static struct box mesh_box(const struct layout *l, unsigned mesh)
{
	double side = l->o->side * l->cell + l->margin;

	return (struct box){ l->mesh[mesh].x - l->margin - l->west, l->mesh[mesh].y - l->margin, l->mesh[mesh].x + side, l->mesh[mesh].y + side };
}

static struct box channel_box(const struct layout *l, unsigned level, unsigned index)
{
	struct layout_point a, b;
	double half = layout_bundle(l, level) / 2;

	layout_channel(l, level, index, &a, &b);
	assert_true((a.x == b.x) != (a.y == b.y));
	double x = a.x == b.x ? half : 0, y = half - x;

	return (struct box){ fmin(a.x, b.x) - x, fmin(a.y, b.y) - y, fmax(a.x, b.x) + x, fmax(a.y, b.y) + y };
}

static bool overlap(const struct box *a, const struct box *b)
{
	return a->left < b->right - 1e-6 && b->left < a->right - 1e-6 && a->top < b->bottom - 1e-6 && b->top < a->bottom - 1e-6;
}

/* Meshes lie apart and on the page, channels beside all meshes; a leaf's channel ends at its own mesh. */
static void check_layout(const struct layout *l)
{
	for (unsigned i = 0; i < l->o->meshes; i++) {
		struct box mesh = mesh_box(l, i);

		assert_true(mesh.left >= -1e-6 && mesh.top >= -1e-6 && mesh.right <= l->width + 1e-6 && mesh.bottom <= l->height + 1e-6);
		for (unsigned k = 0; k < i; k++) {
			struct box other = mesh_box(l, k);

			assert_false(overlap(&mesh, &other));
		}
		for (unsigned level = 1; level <= l->o->levels; level++)
			for (unsigned index = 0; index < 1u << level; index++) {
				struct box channel = channel_box(l, level, index);

				assert_false(overlap(&mesh, &channel));
			}
		struct layout_point from, to;

		if (l->o->levels == 0)
			continue;
		layout_channel(l, l->o->levels, i, &from, &to);
		assert_true(to.x >= mesh.left - 1e-6 && to.x <= mesh.right + 1e-6 && to.y >= mesh.top - 1e-6 && to.y <= mesh.bottom + 1e-6);
	}
}

static void nothing_lies_on_another(void **state)
{
	(void)state;
	for (unsigned i = 0; i < CASES; i++) {
		char *yaml = yaml_of(i);
		struct spec spec;
		struct network *net = network_from(&spec, yaml);
		struct overlay o;

		spec.machine->circuits.overlay(net, &o);
		struct layout l = layout_make(&o, 9, 12, i * 10);

		check_layout(&l);
		layout_free(&l);
		network_done(&spec, net);
		free(yaml);
	}
}

/* Border positions go round clockwise from the north-west corner. */
static void borders_go_round(void **state)
{
	struct spec spec;
	struct network *net = network_from(&spec, "network: area-universal\nmeshes: 1\nmesh-side: 4\n");
	struct overlay o;

	(void)state;
	spec.machine->circuits.overlay(net, &o);
	struct layout l = layout_make(&o, 10, 0, 0);
	static const struct layout_point expected[] = {
		[0] = { 5, -3 }, [3] = { 35, -3 }, [4] = { 43, 5 }, [7] = { 43, 35 }, [8] = { 35, 43 }, [11] = { 5, 43 }, [12] = { -3, 35 },
		[15] = { -3, 5 },
	};

	for (unsigned b = 0; b < 16; b += b % 4 == 0 ? 3 : 1) {
		struct layout_point p = layout_border(&l, 0, b, 3);

		assert_near(p.x, expected[b].x, 1e-9);
		assert_near(p.y, expected[b].y, 1e-9);
	}
	layout_free(&l);
	network_done(&spec, net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(drawings_show_every_part), cmocka_unit_test(nothing_lies_on_another), cmocka_unit_test(borders_go_round),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
