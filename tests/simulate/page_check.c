/* page_check.c PAGE.html LOG.csv RESULT.json [SHOWN]: the page of a run has the report that --json prints, byte for byte, and the
 * deliveries that --log writes: all, or the first SHOWN. As many tries are lost as the report has, and of a file of messages as many words
 * sidetracked. Every word that moves does so between
 * its port and its delivery, and the ways begin and end at its leaves.
 * page_check.c PAGE.html: prints the page with its data unpacked. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "util/file.h"
#include "util/text.h"

enum { MOST_BYTES = 1 << 26 };

static void stop(const char *why, unsigned long long at)
{
	printf("%s: %llu\n", why, at);
	exit(1);
}

/* The text of <script .. id="ID">. */
static char *script(const struct text *page, const char *id)
{
	char *open = format_string("id=\"%s\">", id), *at = strstr(page->bytes, open);

	if (!at || !strstr(at, "</script>"))
		stop(id, 0);
	at += strlen(open);
	free(open);
	return format_string("%.*s", (int)(strstr(at, "</script>") - at), at);
}

static void replace(char *s, const char *from, char to)
{
	for (char *at = s; (at = strstr(at, from)); at++) {
		*at = to;
		memmove(at + 1, at + strlen(from), strlen(at + strlen(from)) + 1);
	}
}

static unsigned char *decode(const char *base64, size_t *count)
{
	/* RFC 4648, and in it RFC 1950. */
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	unsigned char *bytes = allocate_array(strlen(base64) + 1, 1);
	unsigned held = 0, bits = 0;

	*count = 0;
	for (const char *c = base64; *c && *c != '='; c++) {
		const char *digit = strchr(digits, *c);

		if (!digit)
			stop("no base64", (unsigned long long)(c - base64));
		held = (held << 6 | (unsigned)(digit - digits)) & 0xffff;
		bits += 6;
		if (bits >= 8) {
			bits -= 8;
			bytes[(*count)++] = (unsigned char)(held >> bits);
		}
	}
	return bytes;
}

static unsigned char *unpack(unsigned char *packed, size_t length, size_t *count)
{
	uLongf room = MOST_BYTES;
	unsigned char *bytes = allocate_array(room, 1);

	if (uncompress(bytes, &room, packed, length) != Z_OK)
		stop("data that cannot be unpacked", length);
	free(packed);
	*count = room;
	return bytes;
}

/* The data of a page: packed ones, a space, plain ones; part[1] gets the former. */
static void read_data(char *data, unsigned char **part, size_t *size)
{
	char *plain = strchr(data, ' ');

	if (!plain)
		stop("no plain data", 0);
	*plain++ = 0;
	part[0] = decode(plain, &size[0]);
	part[1] = decode(data, &size[1]);
	part[1] = unpack(part[1], size[1], &size[1]);
}

/* WORD to END, HOPS and LINK are what columns mean, in the place of what they have. */
enum column {
	SOURCE, DESTINATION, NUMBER, CREATED, OFFERED, DELIVERED, MOVED, PAIR, LENGTH, VERTEX, COLUMNS,
	STEP_CLOCK = COLUMNS, STEP_LASTS, STEP_ROUND, STEP_STAGE, STEP_BATCH, STEP_TRAILS, TRAIL_SOURCE, TRAIL_WORD, TRAIL_HOPS,
	STRANGER_DESTINATION, SOURCE_LINK, HOP_LINK, HOP_WIRE, HOP_WAIT, HOP_ASIDE, IN_PAGE, TRAIL_STEP = IN_PAGE, TRAIL_END, ALL_COLUMNS
};

struct page {
	json_t *meta;
	uint64_t *column[ALL_COLUMNS];
	size_t count[ALL_COLUMNS];
	bool has_trails;
};

/* Number i of a column of so many bits: compiler/simulate/columns.h. */
static uint64_t number_at(const unsigned char *bytes, size_t count, unsigned bits, size_t i)
{
	uint64_t value = 0;

	if (bits > 0 && bits < 8)
		return bytes[i * bits / 8] >> i * bits % 8 & ((1u << bits) - 1);
	for (unsigned b = 0; b < bits / 8; b++)
		value |= (uint64_t)bytes[b * count + i] << 8 * b;
	return value;
}

/* `part`: the bytes of columns that are plain, and of those that are packed. */
static void read_columns(struct page *p, unsigned char *const *part, const size_t *size)
{
	static const char *const names[IN_PAGE] = {
		"source", "destination", "number", "created", "offered", "delivered", "moved", "pair", "wayLength", "wayVertex",
		"stepClock", "stepLasts", "stepPart0", "stepPart1", "stepPart2", "stepTrails", "trailSource", "trailWord", "trailHops",
		"strangerDestination", "sourceLink", "hopLink", "hopWire", "hopWait", "hopAside",
	};
	const json_t *list = json_object_get(p->meta, "columns");
	size_t at[2] = { 0 };

	p->has_trails = json_is_array(json_object_get(p->meta, "links"));
	if (json_array_size(list) != (p->has_trails ? IN_PAGE : COLUMNS))
		stop("columns", json_array_size(list));
	for (unsigned c = 0; c < json_array_size(list); c++) {
		const char *name;
		int bits, steps, packed;
		json_int_t count;

		if (json_unpack(json_array_get(list, c), "{s:s, s:i, s:I, s:b, s:b}", "name", &name, "bits", &bits, "count", &count, "steps",
				&steps, "packed", &packed) || strcmp(name, names[c]) != 0)
			stop("column", c);
		p->count[c] = (size_t)count;
		p->column[c] = allocate_array((size_t)count + 1, sizeof *p->column[c]);
		size_t length = ((size_t)count * (size_t)bits + 7) / 8;

		if (length > size[packed] - at[packed])
			stop("too few bytes for column", c);
		for (size_t i = 0; i < (size_t)count; i++)
			p->column[c][i] = number_at(part[packed] + at[packed], (size_t)count, (unsigned)bits, i) + (steps && i > 0 ? p->column[c][i - 1] : 0);
		at[packed] += length;
	}
	if (at[0] != size[0] || at[1] != size[1])
		stop("bytes that no column has", at[0] + at[1]);
}

static int64_t signed_of(uint64_t code)
{
	return code % 2 ? -(int64_t)(code / 2) - 1 : (int64_t)(code / 2);
}

/* A word's number and clocks, by those of the word of its source before it. */
static void unfold_words(struct page *p)
{
	uint64_t ends = (uint64_t)json_integer_value(json_object_get(p->meta, "leaves"));
	uint64_t *last = allocate_array(ends, sizeof *last), **c = p->column;

	for (size_t i = 0; i < p->count[SOURCE]; i++) {
		uint64_t source = c[SOURCE][i], before = last[source];	/* + 1 */
		uint64_t number = before ? c[NUMBER][before - 1] + 1 : 0, created = before ? c[CREATED][before - 1] : 0;
		uint64_t free_at = before ? c[DELIVERED][before - 1] : 0;

		c[NUMBER][i] = number + (uint64_t)signed_of(c[NUMBER][i]);
		c[CREATED][i] = created + (uint64_t)signed_of(c[CREATED][i]);
		c[OFFERED][i] = (free_at > c[CREATED][i] ? free_at : c[CREATED][i]) + (uint64_t)signed_of(c[OFFERED][i]);
		last[source] = i + 1;
	}
	free(last);
}

/* By source its words + 1, in their order, and 0 behind the last. */
static uint64_t **words_by_source(const struct page *p, uint64_t ends)
{
	uint64_t **words = allocate_array(ends, sizeof *words), *count = allocate_array(ends, sizeof *count);

	for (size_t i = 0; i < p->count[SOURCE]; i++)
		count[p->column[SOURCE][i]]++;
	for (uint64_t e = 0; e < ends; e++)
		words[e] = allocate_array(count[e] + 1, sizeof **words);
	for (size_t i = p->count[SOURCE]; i-- > 0;)
		words[p->column[SOURCE][i]][--count[p->column[SOURCE][i]]] = i + 1;
	free(count);
	return words;
}

static void unfold_trails(struct page *p)
{
	uint64_t ends = (uint64_t)json_integer_value(json_object_get(p->meta, "leaves")), source = 0, **c = p->column;
	uint64_t **words = words_by_source(p, ends), **next = allocate_array(ends, sizeof *next);
	size_t trails = p->count[TRAIL_HOPS], step = 0, begun = 0, strangers = 0;

	memcpy(next, words, ends * sizeof *next);
	p->count[TRAIL_STEP] = p->count[TRAIL_END] = trails;
	c[TRAIL_STEP] = allocate_array(trails + 1, sizeof *c[TRAIL_STEP]);
	c[TRAIL_END] = allocate_array(trails + 1, sizeof *c[TRAIL_END]);
	for (size_t i = 0; i < trails; i++) {
		for (; begun == c[STEP_TRAILS][step]; begun = 0)
			step++;
		begun++;
		c[TRAIL_STEP][i] = step;
		c[TRAIL_END][i] = c[TRAIL_HOPS][i] % 3;
		c[TRAIL_HOPS][i] /= 3;
		source = c[TRAIL_SOURCE][i] = (source + c[TRAIL_SOURCE][i]) % ends;
		uint64_t code = c[TRAIL_WORD][i];

		if (code == 1) {
			c[TRAIL_WORD][i] = 0;
			strangers++;
			continue;
		}
		next[source] += code ? signed_of(code - 1) : 0;
		c[TRAIL_WORD][i] = *next[source];
		if (*next[source] == 0)
			stop("a word that its source has not: trail", i);
		next[source] += c[TRAIL_END][i] == 2;
	}
	if (strangers != p->count[STRANGER_DESTINATION])
		stop("trails of words that are not delivered", strangers);
	for (uint64_t e = 0; e < ends; e++)
		free(words[e]);
	free(words);
	free(next);
}

/* A link's end. */
static const char *end_of(const struct page *p, uint64_t link, size_t which)
{
	return json_string_value(json_array_get(json_array_get(json_object_get(p->meta, "links"), (size_t)link), which));
}

/* The links that leave the vertex where a link begins (which: 0) or ends (1), and SIZE_MAX. */
static size_t *links_from(const struct page *p, size_t link, size_t which)
{
	size_t links = json_array_size(json_object_get(p->meta, "links")), *found = allocate_array(links + 1, sizeof *found), count = 0;

	for (size_t l = 0; l < links; l++)
		if (strcmp(end_of(p, l, 0), end_of(p, link, which)) == 0)
			found[count++] = l;
	found[count] = SIZE_MAX;
	return found;
}

static const char *vertex(const struct page *p, size_t at)
{
	return json_string_value(json_array_get(json_object_get(p->meta, "vertices"), (size_t)p->column[VERTEX][at]));
}

static size_t link_between(const struct page *p, const char *from, const char *to)
{
	size_t links = json_array_size(json_object_get(p->meta, "links")), l = 0;

	while (l < links && (strcmp(end_of(p, l, 0), from) != 0 || strcmp(end_of(p, l, 1), to) != 0))
		l++;
	return l;
}

/* Of a network with one way from leaf to leaf: a hop is the next link of the way of its pair, which the page has. */
static void links_by_ways(struct page *p)
{
	uint64_t ends = (uint64_t)json_integer_value(json_object_get(p->meta, "leaves")), **c = p->column;
	uint64_t *way = allocate_array(ends * ends, sizeof *way);	/* by pair + 1, the place of its vertices */
	size_t hops = 0, stranger = 0;

	for (size_t i = 0, at = 1; i < p->count[PAIR]; at += c[LENGTH][i++])
		way[c[PAIR][i]] = at;
	for (size_t i = 0; i < p->count[TRAIL_HOPS]; i++)
		hops += c[TRAIL_HOPS][i];
	free(c[HOP_LINK]);
	c[HOP_LINK] = allocate_array(hops + 1, sizeof *c[HOP_LINK]);
	for (size_t i = 0; i < p->count[TRAIL_HOPS]; i++) {
		uint64_t word = c[TRAIL_WORD][i], to = word ? c[DESTINATION][word - 1] : c[STRANGER_DESTINATION][stranger++];
		uint64_t at = way[c[TRAIL_SOURCE][i] * ends + to];

		if (at == 0)
			stop("no way: trail", i);
		for (uint64_t k = 0; k < c[TRAIL_HOPS][i]; k++)
			c[HOP_LINK][p->count[HOP_LINK]++] = link_between(p, vertex(p, at - 1 + k), vertex(p, at + k));
	}
	free(way);
}

/* Hops as links, where the page has them as places among the links that leave a vertex. */
static void unfold_links(struct page *p)
{
	size_t links = json_array_size(json_object_get(p->meta, "links")), **first = allocate_array(links + 1, sizeof *first), hop = 0;
	size_t **then = allocate_array(links + 1, sizeof *then);

	for (size_t i = 0; p->count[SOURCE_LINK] > 0 && i < p->count[TRAIL_HOPS]; i++)
		for (uint64_t k = 0; k < p->column[TRAIL_HOPS][i]; k++, hop++) {
			size_t link = k > 0 ? p->column[HOP_LINK][hop - 1] : p->column[SOURCE_LINK][p->column[TRAIL_SOURCE][i]] - 1;
			size_t ***from = k > 0 ? &then : &first;

			if (link >= links)
				stop("a link that is not there: hop", hop);
			if (!(*from)[link])
				(*from)[link] = links_from(p, link, k > 0);
			p->column[HOP_LINK][hop] = (*from)[link][p->column[HOP_LINK][hop]];
		}
	for (size_t l = 0; l < links; l++) {
		free(first[l]);
		free(then[l]);
	}
	free(first);
	free(then);
}

/* Against the lines of the log. */
static void check_deliveries(const struct page *p, char *log, size_t shown)
{
	uint64_t first = (uint64_t)json_integer_value(json_object_get(p->meta, "first"));
	char *line = strtok(log, "\n");
	size_t i = 0, lines = 0;

	for (; (line = strtok(NULL, "\n")); lines++) {
		if (i == shown)
			continue;
		uint64_t delivered = p->column[DELIVERED][i], offered = p->column[OFFERED][i];
		char *mine = format_string("%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, p->column[SOURCE][i] + first,
					   p->column[NUMBER][i], p->column[DESTINATION][i] + first, p->column[CREATED][i], offered, delivered);

		if (i >= p->count[DELIVERED] || strcmp(mine, line) != 0) {
			printf("the log has %s, the page %s\n", line, mine);
			stop("delivery", i);
		}
		if (p->column[MOVED][i] > delivered - offered)
			stop("moves before it is on its port: delivery", i);
		free(mine);
		i++;
	}
	if (i != p->count[DELIVERED] || (uint64_t)json_integer_value(json_object_get(p->meta, "deliveries")) != lines
	    || (uint64_t)json_integer_value(json_object_get(p->meta, "shown")) != i)
		stop("deliveries", i);
}

/* In a drawing of the same network leaf 3 is <g data-node="NAME" data-leaf="3">. */
static void check_end(const struct text *page, const char *name, uint64_t leaf)
{
	char *part = format_string("data-node=\"%s\" data-leaf=\"%" PRIu64 "\"", name ? name : "-", leaf);

	if (!strstr(page->bytes, part))
		stop("a way does not begin or end at leaf", leaf);
	free(part);
}

static size_t check_ways(const struct page *p, const struct text *page)
{
	uint64_t leaves = (uint64_t)json_integer_value(json_object_get(p->meta, "leaves"));
	size_t at = 0, known = 0;

	for (size_t i = 0; i < p->count[PAIR]; i++) {
		size_t length = (size_t)p->column[LENGTH][i];

		if (length > 0 && leaves <= 64) {
			check_end(page, vertex(p, at), p->column[PAIR][i] / leaves);
			check_end(page, vertex(p, at + length - 1), p->column[PAIR][i] % leaves);
		}
		known += length > 0;
		at += length;
	}
	if (at != p->count[VERTEX])
		stop("vertices of ways", at);
	return known;
}

/* Each try that arrived is of a word that came later, from its leaf to its leaf; each word that moved has exactly one, and its tries
 * begin in this order. Returns how many did not arrive. */
static size_t check_trails(const struct page *p)
{
	enum { ARRIVED = 2 };
	uint8_t *arrived = allocate_array(p->count[DELIVERED] + 1, sizeof *arrived);
	size_t lost = 0, hops = 0;

	for (size_t i = 0; i < p->count[TRAIL_STEP]; i++) {
		uint64_t word = p->column[TRAIL_WORD][i], end = p->column[TRAIL_END][i];

		hops += p->column[TRAIL_HOPS][i];
		lost += end != ARRIVED;
		if (word == 0)
			continue;
		if (word > p->count[DELIVERED] || p->column[STEP_CLOCK][p->column[TRAIL_STEP][i]] >= p->column[DELIVERED][word - 1])
			stop("a try after its word's delivery", i);
		if (arrived[word - 1])
			stop("a try of a word that has arrived", i);
		arrived[word - 1] = end == ARRIVED;
	}
	for (size_t i = 0; i < p->count[DELIVERED]; i++)
		if (!arrived[i] && p->column[SOURCE][i] != p->column[DESTINATION][i]
		    && !json_is_true(json_object_get(p->meta, "trailsCut")))
			stop("a word without a try that arrived", i);
	if (p->count[HOP_LINK] != hops)
		stop("hops", hops);
	for (size_t i = 0; i < p->count[HOP_LINK]; i++)
		if (p->column[HOP_LINK][i] >= json_array_size(json_object_get(p->meta, "links")))
			stop("a link that is not there: hop", i);
	free(arrived);
	return lost;
}

/* Words that move in long steps come to their leaf, and have come when they are delivered. Returns how often they are sent off their way. */
static size_t check_long_steps(const struct page *p, const struct text *page)
{
	size_t hop = 0, sidetracked = 0;
	char *last = format_string("data-leaf=\"%d\"", (int)json_integer_value(json_object_get(p->meta, "leaves")) - 1);
	bool drawn = strstr(page->bytes, last);

	free(last);
	for (size_t i = 0; i < p->count[TRAIL_STEP]; i++) {
		uint64_t step = p->column[TRAIL_STEP][i], word = p->column[TRAIL_WORD][i];

		for (uint64_t k = 0; k < p->column[TRAIL_HOPS][i]; k++, hop++) {
			step += p->count[HOP_WAIT] > 0 ? p->column[HOP_WAIT][hop] : 0;
			sidetracked += p->count[HOP_ASIDE] > 0 && k > 0 && p->column[HOP_ASIDE][hop] && !p->column[HOP_ASIDE][hop - 1];
		}
		if (word == 0 || p->column[TRAIL_HOPS][i] == 0)
			continue;
		if (drawn)
			check_end(page, end_of(p, p->column[HOP_LINK][hop - 1], 1), p->column[DESTINATION][word - 1]);
		if (p->column[STEP_CLOCK][step] + p->column[STEP_LASTS][step] > p->column[DELIVERED][word - 1])
			stop("still under way when it is delivered: word", word - 1);
	}
	return sidetracked;
}

static void check_sidetracked(const char *report, size_t sidetracked)
{
	json_t *result = json_loads(report, 0, NULL);
	const json_t *known = json_object_get(result, "sidetracked");

	if (json_is_string(json_object_get(result, "messages")) && json_is_integer(known) && (size_t)json_integer_value(known) != sidetracked)
		stop("words of the page that are sidetracked, not as many as the report's", sidetracked);
	json_decref(result);
}

/* "lost" and "refused" of the run, if the report knows them. */
static void check_lost(const char *report, size_t lost)
{
	json_t *result = json_loads(report, 0, NULL);
	const json_t *known = json_object_get(result, "lost");

	if (json_is_integer(known) && (size_t)json_integer_value(known) != lost)
		stop("tries of the page that did not arrive, not as many as the report's", lost);
	json_decref(result);
}

/* The page, with its data unpacked. */
static int print_data(const char *path)
{
	struct text page = { 0 };
	unsigned char *part[2];
	size_t size[2];

	if (!read_file(path, SIZE_MAX, &page))
		return 2;
	char *data = script(&page, "data"), *at = strstr(page.bytes, data);
	size_t length = strlen(data);

	read_data(data, part, size);
	fwrite(page.bytes, 1, (size_t)(at - page.bytes), stdout);
	fwrite(part[1], 1, size[1], stdout);
	fwrite(part[0], 1, size[0], stdout);
	fputs(at + length, stdout);
	return ferror(stdout);
}

int main(int count, char **argument)
{
	struct text page = { 0 }, log = { 0 }, result = { 0 };
	struct page p = { 0 };
	unsigned char *part[2];
	size_t size[2];

	if (count == 2)
		return print_data(argument[1]);
	if (count < 4 || !read_file(argument[1], SIZE_MAX, &page) || !read_file(argument[2], SIZE_MAX, &log)
	    || !read_file(argument[3], SIZE_MAX, &result))
		return 2;
	char *report = script(&page, "result"), *meta = script(&page, "meta"), *data = script(&page, "data");

	if (strchr(report, '<') || strchr(meta, '<'))
		stop("a < in JSON", 0);
	replace(report, "\\u003c", '<');
	if (strcmp(report, result.bytes) != 0)
		stop("another report than --json", strlen(report));
	p.meta = json_loads(meta, 0, NULL);
	if (!p.meta)
		stop("no JSON", 0);
	read_data(data, part, size);
	read_columns(&p, part, size);
	unfold_words(&p);
	if (p.has_trails) {
		unfold_trails(&p);
		(json_is_true(json_object_get(p.meta, "byWay")) ? links_by_ways : unfold_links)(&p);
	}
	check_deliveries(&p, log.bytes, count > 4 ? strtoul(argument[4], NULL, 10) : SIZE_MAX);
	printf("%zu deliveries, %zu ways known of %zu\n", p.count[DELIVERED], check_ways(&p, &page), p.count[PAIR]);
	if (p.has_trails) {
		size_t lost = check_trails(&p);

		if (!json_is_true(json_object_get(p.meta, "trailsCut")))
			check_lost(report, lost);
		printf("%zu tries, %zu lost\n", p.count[TRAIL_STEP], lost);
		if (p.count[STEP_LASTS] > 0) {
			size_t sidetracked = check_long_steps(&p, &page);

			check_sidetracked(report, sidetracked);
			printf("%zu words sidetracked\n", sidetracked);
		}
	}
	return 0;
}
