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
enum { RINGS = 9, SIDES = 8 };

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

static bool is_free(const struct label *label, size_t count, const struct label *own, const struct box *box)
{
	for (size_t i = 0; i < count; i++) {
		const struct label *l = &label[i];
		struct box around = { l->x - dot, l->x + dot, l->y - dot, l->y + dot };
		struct box text = box_at(l, l->left, l->base);

		if (overlap(&around, box) || (l != own && l->placed && overlap(&text, box)))
			return false;
	}
	return true;
}

static bool try_place(struct label *label, size_t count, struct label *l, unsigned ring, unsigned side, double width, double high)
{
	static const int across[SIDES] = { 1, 1, -1, 0, 0, -1, 1, -1 }, up[SIDES] = { 0, 1, 0, 1, -1, 1, -1, -1 };
	double far = dot + 3 + 12 * ring, length = letter * l->letters;
	double left = l->x + across[side] * far - (across[side] < 0 ? length : across[side] ? 0 : length / 2);
	double base = l->y + up[side] * far - (up[side] < 0 ? height : up[side] ? 0 : height / 3);
	struct box box = box_at(l, left, base);

	if (box.left < 0 || box.right > width || box.low < 0 || box.high > high || !is_free(label, count, l, &box))
		return false;
	l->left = left;
	l->base = base;
	return l->placed = true;
}

void labels_place(struct label *label, size_t count, double width, double high)
{
	for (size_t i = 0; i < count; i++)
		for (unsigned k = 0; label[i].letters && k < RINGS * SIDES && !label[i].placed; k++)
			try_place(label, count, &label[i], k / SIDES, k % SIDES, width, high);
}
