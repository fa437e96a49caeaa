/* report_page.c: see report_page.h. */
#include "commands/report_page.h"

#include <stdlib.h>
#include <string.h>

#include "util/json.h"
#include "util/message.h"
#include "util/page.h"
#include "util/svg.h"

static bool is_drawing(const struct output_file *file)
{
	return text_ends_with(file->path, ".svg");
}

/* JSON that is not that of the findings once more. */
static bool is_data(const struct output_file *file, const struct findings *found)
{
	return text_ends_with(file->path, ".json")
	       && (file->content.length != found->json.length
		   || memcmp(file->content.bytes, found->json.bytes, found->json.length) != 0);
}

static bool is_too_large(const struct output_file *file)
{
	return file->content.length > REPORT_PAGE_MOST_BYTES;
}

/* An image has its own styles, which then mean nothing to the page, nor the page's to it. */
static void add_drawing(const struct output_file *file, struct text *html)
{
	text_add(html, "<figure><img alt=\"the drawing ");
	svg_escaped(html, file->path);
	text_add(html, "\" src=\"data:image/svg+xml;base64,");
	page_add_base64((const unsigned char *)file->content.bytes, file->content.length, html);
	text_add(html, "\"><figcaption>");
	svg_escaped(html, file->path);
	text_add(html, "</figcaption></figure>\n");
}

static void add_data(const struct output_file *file, struct text *html)
{
	text_add(html, "<script type=\"application/json\" data-file=\"");
	svg_escaped(html, file->path);
	text_add(html, "\">");
	page_add_json(&file->content, html);
	text_add(html, "</script>\n");
}

/* Fills both, and lists what is left out. */
static json_t *add_files(const struct findings *found, struct text *drawings, struct text *data)
{
	json_t *left_out = json_array();

	/* An empty text has no bytes. */
	text_add(drawings, "");
	text_add(data, "");
	for (size_t i = 0; i < found->files.count; i++) {
		const struct output_file *file = &found->files.files[i];

		if (!is_drawing(file) && !is_data(file, found))
			continue;
		if (is_too_large(file))
			json_array_append_new(left_out, json_string(file->path));
		else if (is_drawing(file))
			add_drawing(file, drawings);
		else
			add_data(file, data);
	}
	return left_out;
}

/* Takes over `left_out`. */
static void add_meta(const struct command_line *line, const char *name, const struct findings *found, json_t *left_out, struct text *out)
{
	/* JSON cannot say all bytes, such as those of a file's name. */
	char *command = text_disarmed(line->invocation), *title = text_disarmed(name);
	struct text json = { 0 };
	json_t *meta = json_pack("{s:i, s:s, s:s, s:s, s:s, s:o}", "page", 1, "version", FTC_VERSION, "word", line->command, "command",
				 command, "name", title, "left_out", left_out);

	json_object_set(meta, "networks", found->networks ? found->networks : json_null());
	json_print(meta, &json);
	page_add_json(&json, out);
	text_free(&json);
	free(command);
	free(title);
}

static void add_title(const struct command_line *line, const char *name, struct text *out)
{
	text_print(out, "ftc %s: ", line->command);
	svg_escaped(out, name);
}

bool report_page_print(const struct command_line *line, const char *name, const struct findings *found, struct text *html)
{
	struct text title = { 0 }, drawings = { 0 }, data = { 0 }, meta = { 0 }, result = { 0 }, text = { 0 };

	add_meta(line, name, found, add_files(found, &drawings, &data), &meta);
	add_title(line, name, &title);
	page_add_json(&found->json, &result);
	svg_escaped(&text, found->text.bytes);
	bool done = page_print("report.html", (const struct page_part[]){ { "title", &title }, { "drawings", &drawings }, { "text", &text },
			       { "meta", &meta }, { "result", &result }, { "data", &data }, { NULL, NULL } }, html);

	text_free(&title);
	text_free(&drawings);
	text_free(&data);
	text_free(&meta);
	text_free(&result);
	text_free(&text);
	return done;
}
