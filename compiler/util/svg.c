/* svg.c: writes drawings. */
#include "util/svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/message.h"

static const char styles[] =
	"<style>\n"
	"text { font-family: 'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif; fill: #1d2733; font-size: 12px }\n"
	".title { font-size: 21px; font-weight: bold }\n"
	".subtitle { font-size: 13px; fill: #4d5b6b }\n"
	".head { font-size: 11px; fill: #6b7785 }\n"
	".cell { font-size: 12.5px }\n"
	".strong { font-size: 13.5px; font-weight: bold }\n"
	".small { font-size: 10px; fill: #4d5b6b }\n"
	".tiny { font-size: 8px; fill: #4d5b6b }\n"
	".more { font-size: 15px; fill: #4d5b6b }\n"
	".page { fill: #ffffff; stroke: #d5dbe2 }\n"
	".guide { stroke: #e3e8ee; stroke-width: 1 }\n"
	".band { fill: #f4f6f9 }\n"
	".rule { stroke: #9aa6b3; stroke-width: 1 }\n"
	".node { fill: #e9eef5; stroke: #33455c; stroke-width: 1.3 }\n"
	".leaf { fill: #33455c }\n"
	".up { fill: none; stroke: #1f77b4 }\n"
	".down { fill: none; stroke: #e07b1a }\n"
	".wire { fill: none; stroke: #33455c; stroke-width: 1.2 }\n"
	".control { fill: none; stroke: #1f9d55; stroke-width: 1 }\n"
	".element { fill: #1f77b4 }\n"
	".choose { fill: #e07b1a }\n"
	".parity { fill: #1f9d55 }\n"
	".register { fill: #ffffff; stroke: #33455c; stroke-width: 1 }\n"
	".link { stroke: #1f77b4; stroke-width: 1.8 }\n"
	".keep { stroke: #e07b1a; stroke-width: 1.8 }\n"
	".idle { stroke: #b9c4d0; stroke-width: 0.8 }\n"
	".dead { stroke: #c1121f; stroke-width: 2; stroke-dasharray: 4 3; fill: #ffffff }\n"
	".path0 { stroke: #d1495b; stroke-width: 2.6; fill: #d1495b }\n"
	".path1 { stroke: #1b6ca8; stroke-width: 2.6; fill: #1b6ca8 }\n"
	".path2 { stroke: #1f9d55; stroke-width: 2.6; fill: #1f9d55 }\n"
	".path3 { stroke: #e07b1a; stroke-width: 2.6; fill: #e07b1a }\n"
	".path4 { stroke: #7d4fa3; stroke-width: 2.6; fill: #7d4fa3 }\n"
	".path5 { stroke: #008b8b; stroke-width: 2.6; fill: #008b8b }\n"
	".call { fill: #e9eef5; stroke: #33455c; stroke-width: 1.2 }\n"
	"</style>\n";

void svg_escaped(struct text *body, const char *text)
{
	/* XML has neither control characters nor bytes that are no UTF-8. */
	char *shown = text_disarmed(text);

	for (const char *c = shown; *c != '\0'; c++) {
		switch (*c) {
		case '&': text_add(body, "&amp;"); break;
		case '<': text_add(body, "&lt;"); break;
		case '>': text_add(body, "&gt;"); break;
		default: text_add_bytes(body, c, 1);
		}
	}
	free(shown);
}

void svg_page(struct text *svg, double width, double height, const char *title, const char *description,
	      const struct text *body)
{
	text_print(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
		   "viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n<title>", width, height, width, height);
	svg_escaped(svg, title);
	text_add(svg, "</title>\n<desc>");
	svg_escaped(svg, description);
	text_print(svg, "</desc>\n%s", styles);
	svg_box(svg, 0.5, 0.5, width - 1, height - 1, 6, "page");
	text_add_bytes(svg, body->bytes, body->length);
	text_add(svg, "</svg>\n");
}

void svg_text(struct text *body, double x, double y, const char *class, enum svg_anchor anchor,
	      const char *format, ...)
{
	static const char *const anchors[] = {"start", "middle", "end"};
	va_list args;

	va_start(args, format);
	char *s = format_list(format, args);
	va_end(args);
	text_print(body, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\" text-anchor=\"%s\">", x, y, class,
		   anchors[anchor]);
	svg_escaped(body, s);
	text_add(body, "</text>\n");
	free(s);
}

void svg_line(struct text *body, double x1, double y1, double x2, double y2, const char *class)
{
	text_print(body, "<path d=\"M%.1f %.1fL%.1f %.1f\" class=\"%s\"/>\n", x1, y1, x2, y2, class);
}

void svg_box(struct text *body, double x, double y, double width, double height, double radius, const char *class)
{
	text_print(body, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\" class=\"%s\"/>\n",
		   x, y, width, height, radius, class);
}

void svg_dot(struct text *body, double x, double y, double radius, const char *class)
{
	text_print(body, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" class=\"%s\"/>\n", x, y, radius, class);
}

void svg_part(struct text *body, const char *format, ...)
{
	va_list args;

	text_add(body, "<g ");
	va_start(args, format);
	text_print_list(body, format, args);
	va_end(args);
	text_add(body, ">\n");
}

void svg_part_end(struct text *body)
{
	text_add(body, "</g>\n");
}

void svg_unstyled(const struct text *svg, struct text *out)
{
	const char *from = strstr(svg->bytes, styles);
	size_t before = (size_t)(from - svg->bytes);

	text_add_bytes(out, svg->bytes, before);
	text_add(out, from + sizeof styles - 1);
}

const char *grouped(unsigned long long number, char buffer[48])
{
	static const char narrow_space[] = "\xe2\x80\xaf";
	char digits[24];
	size_t count = (size_t)snprintf(digits, sizeof digits, "%llu", number), at = 0;

	for (size_t i = 0; i < count; i++) {
		if (i > 0 && (count - i) % 3 == 0) {
			memcpy(buffer + at, narrow_space, 3);
			at += 3;
		}
		buffer[at++] = digits[i];
	}
	buffer[at] = '\0';
	return buffer;
}
