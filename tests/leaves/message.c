/* message.c: the worked example of docs/reference/protocol.md against the RTL, bit by bit.
 *
 *   message PROTOCOL.md TREE.yaml [--print | SOURCE DESTINATION PAYLOAD [KEY=VALUE..]]
 *
 * The page has a table, a fenced block that begins with ```message, of lines
 *
 *   leaf 3 up            0    0  1 111001 1 0011 ..
 *   level 3 up, 1        0    2  1 11001 1 0011 ..       the channel above vertex 1 (from the left, from 0) of level 3
 *
 * channel, wire of the channel, clock of the first bit, bits. The test sends that message through the verilated network
 * with its leaf adapters and compares every bit of every line; also the slot's numbers A and S, which the same block
 * gives as `A = 44` and `S = 73`. `--print` prints the actual bits, to copy from. With a source, a destination and a payload the table is of
 * that word, as `ftc route` prints it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model.h"
#include "leaves/frame.h"
#include "network/network.h"
#include "model.h"
#include "util/text.h"

enum { SOURCE = 3, DESTINATION = 9, CLOCKS = 300, LONGEST = 120 };

/* A line of the table. */
struct line {
	char channel[32];
	unsigned wire, clock;
	char bits[LONGEST + 1];
};

struct example {
	unsigned source, destination;
	uint64_t payload;
	struct spec spec;
	struct network *net;
	struct model *model;
	const struct model_port *probe[2];	/* down, up */
	char *seen[2];			/* [up]: bit of wire w in clock t at [t * width + w] */
	unsigned width;
};

/* Wires that a probe shows of all channels below a subtree. */
static unsigned probe_width(const struct subtree *tree)
{
	unsigned width = 0;

	for (int side = 0; side < 2; side++)
		if (tree->child[side])
			width += tree->child[side]->capacity + probe_width(tree->child[side]);
	return width;
}

/* Where a probe shows the channel above vertex `vertex` of `level`: left child's wires, its inside, right child's .. */
static unsigned probe_place(const struct network *net, unsigned level, unsigned vertex)
{
	const struct subtree *at = network_root(net);
	unsigned place = 0;

	for (unsigned k = 1; k <= level; k++) {
		unsigned side = vertex >> (level - k) & 1;

		if (side)
			place += at->child[0]->capacity + probe_width(at->child[0]);
		at = at->child[side];
		if (k < level)
			place += at->capacity;
	}
	return place;
}

static void offer(struct example *x, bool valid)
{
	struct model *m = x->model;

	unsigned label = network_tdest_bits(x->net), bits = x->spec.payload_bits;

	model_set(m, model_port(m, "s_axis_tvalid"), x->source, 1, valid);
	model_set(m, model_port(m, "s_axis_tdest"), x->source * label, label, x->destination);
	model_set(m, model_port(m, "s_axis_tdata"), x->source * bits, bits, x->payload);
}

enum { MOST_SLOTS = 40 };

/* Sends the message again and again, and records all wires from the clock on in which its M bit is on that lane of its leaf. */
static bool watch(struct example *x, unsigned lane)
{
	unsigned slots = 0, up = probe_place(x->net, x->net->levels, x->source) + lane;

	offer(x, true);
	for (unsigned i = 0; i < x->spec.leaves; i++)
		model_set(x->model, model_port(x->model, "m_axis_tready"), i, 1, 1);
	model_reset(x->model, 4);
	for (unsigned t = 0; t < x->net->frame->first_clock; t++)
		model_clock(x->model);
	for (; slots < MOST_SLOTS && !model_get(x->model, x->probe[1], up, 1); slots++)
		for (unsigned t = 0; t < x->net->slot_clocks; t++)
			model_clock(x->model);
	if (slots == MOST_SLOTS) {
		fprintf(stderr, "leaf %u sends nothing on lane %u\n", x->source, lane);
		return false;
	}
	for (unsigned t = 0; t < CLOCKS; t++) {
		for (int u = 0; u < 2; u++)
			for (unsigned w = 0; w < x->width; w++)
				x->seen[u][t * x->width + w] = (char)model_get(x->model, x->probe[u], w, 1);
		model_clock(x->model);
	}
	return true;
}

/* "leaf 3 up" or "level 3 up, 1" to a place in a probe. */
static bool find_channel(const struct example *x, const char *name, bool *up, unsigned *place)
{
	unsigned level = x->net->levels, vertex;
	char way[8];

	if (sscanf(name, "leaf %u %7[a-z]", &vertex, way) != 2 &&
	    sscanf(name, "level %u %7[a-z], %u", &level, way, &vertex) != 3)
		return false;
	*up = strcmp(way, "up") == 0;
	*place = probe_place(x->net, level, vertex);
	return (*up || strcmp(way, "down") == 0) && level >= 1 && level <= x->net->levels && vertex < 1u << level;
}

static unsigned failures;

static void compare(const struct example *x, const struct line *line)
{
	unsigned place, length = 0;
	bool up;

	if (!find_channel(x, line->channel, &up, &place)) {
		fprintf(stderr, "'%s' is no channel of this network\n", line->channel);
		failures++;
		return;
	}
	for (const char *c = line->bits; *c != '\0'; c++) {
		unsigned t = line->clock + length++;

		if (t < CLOCKS && x->seen[up][t * x->width + place + line->wire] == *c - '0')
			continue;
		fprintf(stderr, "%s, wire %u, clock %u: the page says %c, the RTL does not\n", line->channel,
			line->wire, t, *c);
		failures++;
	}
}

static void expect(const char *what, unsigned page, unsigned real)
{
	if (page == real)
		return;
	fprintf(stderr, "the page says %s = %u, it is %u\n", what, page, real);
	failures++;
}

/* One line of the block. Everything behind the channel is numbers; bits may have spaces between their fields. */
static bool read_line(char *text, struct line *line)
{
	char *at = text, *direction = strstr(text, " up"), *end;
	size_t length;

	if (!direction)
		direction = strstr(text, " down");
	if (!direction)
		return false;
	end = direction + 1 + strcspn(direction + 1, " ");
	if (end[-1] == ',')
		end += 1 + strspn(end + 1, "0123456789");
	length = (size_t)(end - at);
	if (length >= sizeof line->channel)
		return false;
	memcpy(line->channel, at, length);
	line->channel[length] = '\0';
	line->wire = (unsigned)strtoul(end, &end, 10);
	line->clock = (unsigned)strtoul(end, &end, 10);
	length = 0;
	for (; *end != '\0' && length < LONGEST; end++)
		if (*end == '0' || *end == '1')
			line->bits[length++] = *end;
	line->bits[length] = '\0';
	return length > 0;
}

static unsigned number_of(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at ? (unsigned)strtoul(at + strlen(name), NULL, 10) : 0;
}

/* The wire of the first channel of the table. */
static unsigned lane_of(const char *block)
{
	const char *first = strstr(block, "\nleaf ");
	unsigned lane = 0;

	if (first)
		sscanf(first, "\nleaf %*u up %u", &lane);
	return lane;
}

static unsigned compare_block(const struct example *x, char *block, const struct frame *frame)
{
	unsigned lines = 0;

	expect("A", number_of(block, "A = "), frame->acknowledge_at);
	expect("S", number_of(block, "S = "), frame->slot_clocks);
	for (char *text = strtok(block, "\n"); text; text = strtok(NULL, "\n")) {
		struct line line;

		if (!read_line(text, &line))
			continue;
		compare(x, &line);
		lines++;
	}
	return lines;
}

/* What is between ```message and ```, in `page`; NULL when there is none. */
static char *find_block(struct text *page)
{
	char *begin = strstr(page->bytes, "\n```message\n"), *end;

	if (!begin)
		return NULL;
	begin += strlen("\n```message\n");
	end = strstr(begin, "\n```");
	if (!end)
		return NULL;
	*end = '\0';
	return begin;
}

static void print_wires(const struct example *x, bool up, unsigned level, unsigned vertex)
{
	unsigned place = probe_place(x->net, level, vertex);
	const struct subtree *at = network_root(x->net);

	for (unsigned k = 0; k < level; k++)
		at = at->child[0];
	for (unsigned w = 0; w < at->capacity; w++) {
		printf("level %u %s, %u   %u  ", level, up ? "up" : "down", vertex, w);
		for (unsigned t = 0; t < 80; t++)
			putchar('0' + x->seen[up][t * x->width + place + w]);
		putchar('\n');
	}
}

static void print_all(const struct example *x)
{
	const unsigned end[2][2] = { { x->source, x->destination }, { x->destination, x->source } };

	for (int way = 0; way < 2; way++)
		for (int up = 1; up >= 0; up--)
			for (unsigned k = 1; k <= x->net->levels; k++) {
				unsigned level = up ? x->net->levels + 1 - k : k;

				print_wires(x, up, level, end[way][!up] >> (x->net->levels - level));
			}
}

int main(int argc, char **argv)
{
	struct override set[8] = { { "probe=true" } };
	size_t sets = 1;
	struct example x = { .source = SOURCE, .destination = DESTINATION, .payload = 0xc0ffee01 };
	bool routed = argc > 5;
	struct text page = { 0 };
	char *block;

	if (routed) {
		x.source = (unsigned)strtoul(argv[3], NULL, 0);
		x.destination = (unsigned)strtoul(argv[4], NULL, 0);
		x.payload = strtoull(argv[5], NULL, 0);
	}
	for (int i = 6; i < argc && sets < 8; i++)
		set[sets++].text = argv[i];
	if (argc < 3 || !spec_read(&x.spec, argv[2], set, sets) || !read_file(argv[1], 1 << 20, &page))
		return 2;
	x.net = network_elaborate(&x.spec);
	x.width = probe_width(network_root(x.net));
	x.model = open_network(x.net, "message", NULL);
	if (!x.model)
		return 1;
	for (int up = 0; up < 2; up++) {
		x.probe[up] = model_port(x.model, up ? "probe_up" : "probe_down");
		x.seen[up] = allocate_array((size_t)CLOCKS * x.width, 1);
	}
	block = find_block(&page);
	if (!watch(&x, block ? lane_of(block) : 0))
		return 1;
	if (argc > 3 && !routed)
		print_all(&x);
	if (!block || compare_block(&x, block, x.net->frame) < (routed ? 4 : 16)) {
		fprintf(stderr, "%s: no table of channels in a block ```message\n", argv[1]);
		failures++;
	}
	for (int up = 0; up < 2; up++)
		free(x.seen[up]);
	text_free(&page);
	model_close(x.model);
	network_free(x.net);
	spec_free(&x.spec);
	return failures > 0;
}
