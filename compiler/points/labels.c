/* labels.c: places for the labels of a scatter plot, found one after the other.
 *
 * A label may stand on each of eight sides of its dot, near it or further away. It takes the first place at which it covers
 * no dot and no label, and does not leave the plot. */
#include <math.h>
#include <stdlib.h>

#include "points/points.h"
#include "util/text.h"

/* Of the picture's letters, in pixels; and the room around dots and labels. */
static const double letter = 6.2, height = 12, dot = 5, margin = 2;
enum { RINGS = 12, SIDES = 8, LINE_STEPS = 20 };

struct box {
	double left, right, low, high;
};

static bool overlap(const struct box *a, const struct box *b)
{
	return a->left < b->right && b->left < a->right && a->low < b->high && b->low < a->high;
}

static struct box box_at(const struct label *l, double left, double base)
{
	return (struct box){ left - margin, left + letter * l->letters + margin, base - margin, base + height };
}

/* The end of the line from a dot to its label. */
static void line_end(const struct label *l, double *x, double *y)
{
	double right = l->left + letter * l->letters;

	*x = fmin(fmax(l->x, l->left), right);
	*y = fmin(fmax(l->y, l->base), l->base + height);
}

/* Does that line cross the box? */
static bool line_crosses(const struct label *l, const struct box *box)
{
	double x, y;

	line_end(l, &x, &y);
	for (int k = 0; k <= LINE_STEPS; k++) {
		double at_x = l->x + (x - l->x) * k / LINE_STEPS, at_y = l->y + (y - l->y) * k / LINE_STEPS;

		if (at_x > box->left && at_x < box->right && at_y > box->low && at_y < box->high)
			return true;
	}
	return false;
}

/* Does the label stand where nothing else is, with its line? */
static bool is_free(const struct label *label, size_t count, const struct label *own, const struct box *box)
{
	for (size_t i = 0; i < count; i++) {
		const struct label *l = &label[i];
		struct box around = { l->x - dot, l->x + dot, l->y - dot, l->y + dot };
		struct box text = box_at(l, l->left, l->base);

		if (overlap(&around, box))
			return false;
		if (l != own && l->placed && (overlap(&text, box) || line_crosses(own, &text) || line_crosses(l, box)))
			return false;
	}
	return true;
}

static bool try_place(struct label *label, size_t count, struct label *l, unsigned ring, unsigned side, double width, double high)
{
	static const int across[SIDES] = { 1, 1, -1, 0, 0, -1, 1, -1 }, up[SIDES] = { 0, 1, 0, 1, -1, 1, -1, -1 };
	double far = dot + 3 + 12 * ring, length = letter * l->letters;

	l->left = l->x + across[side] * far - (across[side] < 0 ? length : across[side] ? 0 : length / 2);
	l->base = l->y + up[side] * far - (up[side] < 0 ? height : up[side] ? 0 : height / 3);
	struct box box = box_at(l, l->left, l->base);

	if (box.left < 0 || box.right > width || box.low < 0 || box.high > high || !is_free(label, count, l, &box))
		return false;
	return l->placed = true;
}

void labels_place(struct label *label, size_t count, double width, double high)
{
	for (size_t i = 0; i < count; i++)
		for (unsigned k = 0; label[i].letters && k < RINGS * SIDES && !label[i].placed; k++)
			try_place(label, count, &label[i], k / SIDES, k % SIDES, width, high);
}
