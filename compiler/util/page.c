/* page.c: see page.h. */
#include "util/page.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "util/file.h"
#include "util/paths.h"

enum { MOST_PAGE_BYTES = 1 << 20 };

static bool read_page_file(const char *name, struct text *content)
{
	char *relative = format_string("compiler/page/%s", name), *path = data_path(relative);
	bool done = read_file(path, MOST_PAGE_BYTES, content);

	free(path);
	free(relative);
	return done;
}

/* What modules say to each other has no meaning where they are one. */
static void add_script(const char *script, struct text *out)
{
	for (const char *line = script, *next; *line; line = next) {
		next = text_next_line(line);
		if (strncmp(line, "import ", 7) == 0)
			continue;
		if (strncmp(line, "export ", 7) == 0)
			line += 7;
		text_add_bytes(out, line, (size_t)(next - line));
	}
}

static bool add_file(const char *name, struct text *html)
{
	struct text content = { 0 };
	bool done = read_page_file(name, &content);

	if (done && text_ends_with(name, ".js"))
		add_script(content.bytes, html);
	else if (done)
		text_add_bytes(html, content.bytes, content.length);
	text_free(&content);
	return done;
}

static bool add_place(const char *name, const struct page_part *parts, struct text *html)
{
	if (strchr(name, '.'))
		return add_file(name, html);
	while (parts->name && strcmp(parts->name, name) != 0)
		parts++;
	if (!parts->name)
		abort();
	text_add_bytes(html, parts->content->bytes, parts->content->length);
	return true;
}

bool page_print(const char *name, const struct page_part *parts, struct text *html)
{
	struct text page = { 0 };
	bool done = read_page_file(name, &page);
	const char *at = page.bytes, *open;

	while (done && (open = strstr(at, "{{"))) {
		const char *close = strstr(open, "}}");
		char *place = format_string("%.*s", (int)(close - open - 2), open + 2);

		text_add_bytes(html, at, (size_t)(open - at));
		done = add_place(place, parts, html);
		free(place);
		at = close + 2;
	}
	if (done)
		text_add(html, at);
	text_free(&page);
	return done;
}

void page_add_json(const struct text *json, struct text *out)
{
	const char *at = json->bytes, *sign;

	/* JSON has the sign in strings only. */
	for (; (sign = strchr(at, '<')); at = sign + 1) {
		text_add_bytes(out, at, (size_t)(sign - at));
		text_add(out, "\\u003c");
	}
	text_add(out, at);
}

void page_add_base64(const unsigned char *bytes, size_t count, struct text *out)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char pair[1 << 12][2];		/* of digits: by 12 bits */
	size_t whole = count - count % 3, left = count - whole;

	text_reserve(out, (count + 2) / 3 * 4);
	char *at = out->bytes + out->length;

	for (unsigned i = 0; i < 1 << 12; i++)
		memcpy(pair[i], (const char[]){ digits[i >> 6], digits[i & 63] }, 2);
	for (size_t i = 0; i < whole; i += 3, at += 4) {
		memcpy(at, pair[bytes[i] << 4 | bytes[i + 1] >> 4], 2);
		memcpy(at + 2, pair[(bytes[i + 1] & 15) << 8 | bytes[i + 2]], 2);
	}
	if (left > 0) {
		unsigned second = left > 1 ? bytes[whole + 1] : 0;

		memcpy(at, pair[bytes[whole] << 4 | second >> 4], 2);
		memcpy(at + 2, (const char[]){ left > 1 ? digits[(second & 15) << 2] : '=', '=' }, 2);
		at += 4;
	}
	*at = 0;
	out->length += (count + 2) / 3 * 4;
}

/* Of these numbers few are common, and few repeat: Huffman's codes alone are as short as with a search for repetitions, and quicker. */
void page_add_packed(const unsigned char *bytes, size_t count, struct text *out)
{
	enum { WINDOW = 15, MEMORY = 9 };
	z_stream z = { 0 };
	bool good = deflateInit2(&z, Z_BEST_SPEED, Z_DEFLATED, WINDOW, MEMORY, Z_HUFFMAN_ONLY) == Z_OK;
	size_t room = good ? deflateBound(&z, count) : 0;
	unsigned char *packed = allocate_array(room + 1, 1);

	z.next_in = (unsigned char *)bytes;
	z.avail_in = (uInt)count;
	z.next_out = packed;
	z.avail_out = (uInt)room;
	if (!good || deflate(&z, Z_FINISH) != Z_STREAM_END)
		abort();
	page_add_base64(packed, z.total_out, out);
	deflateEnd(&z);
	free(packed);
}
