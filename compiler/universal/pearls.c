/* pearls.c: halving strings of black and white pearls.
 *
 * L is the longer string, S the shorter one, h half of all pearls. A set A of h pearls starts as the first h of L and
 * moves, pearl by pearl, until it is the complement of its start (Fig. 4 of the paper):
 *
 *     step 0                       A = L[0, h)
 *     step 1 .. s                  A = L[0, h - step) and S[0, step)
 *     step s + a                   A = L[a, a + h - s) and S                until L[a + h - s] is the last
 *
 * Each step adds one pearl and removes one: the number of black pearls changes by at most one. Between too many and too
 * few, some step has exactly the right number. Bisection finds it. */
#include "universal/pearls.h"

unsigned pearls_before(const struct necklace *necklace, leaf_number end)
{
	unsigned low = 0, high = necklace->blacks;

	while (low < high) {
		unsigned middle = low + (high - low) / 2;

		if (necklace->black[middle] < end)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static unsigned blacks_of(const struct necklace *necklace, const struct pearl_string *string)
{
	return pearls_before(necklace, string->first + string->length) - pearls_before(necklace, string->first);
}

leaf_number pearls_count(const struct pearls *pearls)
{
	return pearls->string[0].length + pearls->string[1].length;
}

unsigned pearls_black(const struct necklace *necklace, const struct pearls *pearls)
{
	return blacks_of(necklace, &pearls->string[0]) + blacks_of(necklace, &pearls->string[1]);
}

/* Part [from, to) of a string. */
static struct pearl_string piece(const struct pearl_string *string, leaf_number from, leaf_number to)
{
	return (struct pearl_string){ string->first + from, to - from };
}

/* A and its complement after `step` steps. */
static void set_after(const struct pearls *pearls, leaf_number step, struct pearls part[2])
{
	bool swap = pearls->string[0].length < pearls->string[1].length;
	const struct pearl_string *l = &pearls->string[swap], *s = &pearls->string[!swap];
	leaf_number h = pearls_count(pearls) / 2;

	if (step <= s->length) {
		part[0] = (struct pearls){ { piece(l, 0, h - step), piece(s, 0, step) } };
		part[1] = (struct pearls){ { piece(l, h - step, l->length), piece(s, step, s->length) } };
	} else {
		leaf_number a = step - s->length, end = a + h - s->length;

		part[0] = (struct pearls){ { piece(l, a, end), *s } };
		part[1] = (struct pearls){ { piece(l, 0, a), piece(l, end, l->length) } };
	}
}

void pearls_halve(const struct necklace *necklace, const struct pearls *pearls, struct pearls part[2])
{
	unsigned blacks = pearls_black(necklace, pearls), wanted = blacks / 2, found;
	leaf_number shorter = pearls->string[0].length < pearls->string[1].length ? pearls->string[0].length
										  : pearls->string[1].length;
	leaf_number low = 0, high = shorter + pearls_count(pearls) - pearls_count(pearls) / 2;

	set_after(pearls, 0, part);
	found = pearls_black(necklace, &part[0]);
	if (found < wanted || found > wanted + blacks % 2) {
		bool too_many = found > wanted;

		/* After `low` steps A has too many (or too few) black pearls, after `high` the right number or too
		 * few (or too many). */
		while (high - low > 1) {
			leaf_number middle = low + (high - low) / 2;

			set_after(pearls, middle, part);
			found = pearls_black(necklace, &part[0]);
			if (too_many ? found > wanted : found < wanted)
				low = middle;
			else
				high = middle;
		}
		set_after(pearls, high, part);
		found = pearls_black(necklace, &part[0]);
	}
	if (2 * found < blacks) {
		struct pearls other = part[0];

		part[0] = part[1];
		part[1] = other;
	}
}

void pearls_divide(const struct necklace *necklace, const struct pearls *pearls, unsigned blacks, struct pearls part[2])
{
	bool later = blacks > blacks_of(necklace, &pearls->string[0]);
	const struct pearl_string *cut = &pearls->string[later], *other = &pearls->string[!later];
	unsigned before = pearls_before(necklace, cut->first), take = blacks - (later ? blacks_of(necklace, other) : 0);
	leaf_number end = take ? necklace->black[before + take - 1] + 1 - cut->first : 0;

	part[0].string[0] = piece(cut, 0, end);
	part[1].string[0] = piece(cut, end, cut->length);
	part[later ? 0 : 1].string[1] = *other;
	part[later ? 1 : 0].string[1] = (struct pearl_string){0};
}

void pearls_forest(const struct necklace *necklace, const struct pearl_string *string,
		   void (*visit)(void *context, unsigned height, leaf_number index), void *context)
{
	unsigned i = pearls_before(necklace, string->first);
	leaf_number end = string->first + string->length;

	while (i < necklace->blacks && necklace->black[i] < end) {
		leaf_number at = necklace->black[i];
		unsigned height = 0;

		/* While the tree of twice the size is in the string. */
		while (height + 1 < 8 * sizeof at - 1) {
			leaf_number size = (leaf_number)1 << (height + 1), first = at & ~(size - 1);

			if (first < string->first || first + size > end)
				break;
			height++;
		}
		visit(context, height, at >> height);
		leaf_number next = ((at >> height) + 1) << height;
		while (i < necklace->blacks && necklace->black[i] < next)
			i++;
	}
}
