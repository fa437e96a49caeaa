/* vector_pdf.c: a drawing as PDF 1.4: see vector.h.
 *
 * One page, whose content is not compressed: two drawings can be compared. */
#include "util/vector.h"

#include <string.h>

enum { FIRST_LETTER = 32, LETTERS = 95 };

/* Of Helvetica, in thousandths of its size; of the bold one the mean is some 6 % more. */
static const unsigned short letter_width[LETTERS] = {
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556,
	556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556,
	556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
};
static const double bolder = 1.06, point = 0.75;	/* of a pixel */

/* What the font's encoding has of what drawings say beyond ASCII; else "?". */
static const struct { const char *utf8, *shown; } signs[] = {
	{ "\xc3\x97", "\xd7" }, { "\xe2\x80\xaf", " " }, { "\xe2\x86\x92", "->" }, { "\xe2\x80\x93", "\x96" }, { "\xe2\x88\x92", "-" },
	{ "\xc2\xb1", "\xb1" }, { "\xe2\x89\xa4", "<=" }, { "\xe2\x80\xa6", "..." }, { "\xc3\xbc", "\xfc" },
};

/* In the encoding of the font. */
static void encode(const char *utf8, struct text *out)
{
	text_add(out, "");
	while (*utf8) {
		size_t length = 1, i = 0;

		while (i < sizeof signs / sizeof *signs && strncmp(utf8, signs[i].utf8, strlen(signs[i].utf8)) != 0)
			i++;
		if (i < sizeof signs / sizeof *signs) {
			length = strlen(signs[i].utf8);
			text_add(out, signs[i].shown);
		} else {
			while ((utf8[length] & 0xc0) == 0x80)
				length++;
			text_add_bytes(out, length > 1 ? "?" : utf8, 1);
		}
		utf8 += length;
	}
}

static double width_of(const char *encoded, const struct vector_paint *paint)
{
	double width = 0;

	for (const unsigned char *c = (const unsigned char *)encoded; *c; c++)
		width += *c >= FIRST_LETTER && *c < FIRST_LETTER + LETTERS ? letter_width[*c - FIRST_LETTER] : 556;
	return width / 1000 * paint->size * (paint->bold ? bolder : 1);
}

static void add_colour(unsigned colour, const char *operator, struct text *out)
{
	text_print(out, "%.3f %.3f %.3f %s\n", (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0, (colour & 255) / 255.0, operator);
}

static void add_outline(const struct vector *v, const struct vector_shape *s, struct text *out)
{
	for (size_t i = s->first; i < s->first + s->count; i++) {
		const struct vector_point *p = &v->point[i];

		if (p->step == VECTOR_CLOSE)
			text_add(out, "h\n");
		else if (p->step == VECTOR_CURVE)
			text_print(out, "%.2f %.2f %.2f %.2f %.2f %.2f c\n", p->x[0], p->y[0], p->x[1], p->y[1], p->x[2], p->y[2]);
		else
			text_print(out, "%.2f %.2f %s\n", p->x[0], p->y[0], p->step == VECTOR_MOVE ? "m" : "l");
	}
	text_add(out, s->paint.fills && s->paint.strokes ? "B\n" : s->paint.fills ? "f\n" : s->paint.strokes ? "S\n" : "n\n");
}

static void add_words(const struct vector_shape *s, struct text *out)
{
	struct text encoded = { 0 };

	encode(s->text, &encoded);
	text_print(out, "BT /%s %.2f Tf 1 0 0 -1 %.2f %.2f Tm (", s->paint.bold ? "B" : "R", s->paint.size,
		   s->x - s->anchor * width_of(encoded.bytes, &s->paint), s->y);
	for (const char *c = encoded.bytes; *c; c++)
		text_print(out, strchr("()\\", *c) ? "\\%c" : "%c", *c);
	text_add(out, ") Tj ET\n");
	text_free(&encoded);
}

static void add_content(const struct vector *v, struct text *out)
{
	text_print(out, "%.2f 0 0 -%.2f 0 %.2f cm\n", point, point, v->height * point);
	for (size_t i = 0; i < v->shapes; i++) {
		const struct vector_shape *s = &v->shape[i];

		if (s->paint.fills)
			add_colour(s->paint.fill, "rg", out);
		if (s->paint.strokes) {
			add_colour(s->paint.stroke, "RG", out);
			text_print(out, "%.2f w [", s->paint.width);
			if (s->paint.dash[0] > 0)
				text_print(out, "%.2f %.2f", s->paint.dash[0], s->paint.dash[1]);
			text_add(out, "] 0 d\n");
		}
		if (s->text)
			add_words(s, out);
		else
			add_outline(v, s, out);
	}
}

enum { OBJECTS = 6 };

static void begin_object(struct text *out, size_t *place, unsigned number)
{
	place[number] = out->length;
	text_print(out, "%u 0 obj\n", number);
}

static void add_table(struct text *out, const size_t *place)
{
	size_t start = out->length;

	text_print(out, "xref\n0 %d\n0000000000 65535 f \n", OBJECTS + 1);
	for (unsigned i = 1; i <= OBJECTS; i++)
		text_print(out, "%010zu 00000 n \n", place[i]);
	text_print(out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%zu\n%%%%EOF\n", OBJECTS + 1, start);
}

void vector_pdf(const struct vector *v, struct text *out)
{
	struct text content = { 0 };
	size_t place[OBJECTS + 1] = { 0 };

	add_content(v, &content);
	text_add(out, "%PDF-1.4\n");
	begin_object(out, place, 1);
	text_add(out, "<< /Type /Catalog /Pages 2 0 R >>\nendobj\n");
	begin_object(out, place, 2);
	text_add(out, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n");
	begin_object(out, place, 3);
	text_print(out, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.2f %.2f] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>\n"
		   "endobj\n", v->width * point, v->height * point);
	begin_object(out, place, 4);
	text_print(out, "<< /Length %zu >>\nstream\n", content.length);
	text_add_bytes(out, content.bytes, content.length);
	text_add(out, "endstream\nendobj\n");
	for (unsigned bold = 0; bold < 2; bold++) {
		begin_object(out, place, 5 + bold);
		text_print(out, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica%s /Encoding /WinAnsiEncoding >>\nendobj\n", bold ? "-Bold" : "");
	}
	add_table(out, place);
	text_free(&content);
}
