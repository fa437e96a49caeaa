/* cost.c: estimates of nodes with their adapters, rtl-templates/hypertree/packet_*.v, fitted to Yosys 0.23 as `ftc build` runs it.
 *
 * Only ports count that lead somewhere: synthesis removes the others. On an ECP5 queues are in LUT RAM, and so are
 * headers of many packets and words that wait for answers; answers are in block RAM. An iCE40 has no LUT RAM: a port takes
 * a block RAM, and its headers are flip-flops. */
#include "leaves/leaf.h"
#include "machines/hypertree/node.h"
#include "network/cost.h"
#include "parse/family.h"

enum {
	RAM_ROWS = 16, RAM_BITS = 4, RAM_LUTS = 6,	/* of a DPR16X4; LUTs in its place, with its write port */
	LEAST_RAM = 16,					/* bits; Yosys makes less of flip-flops */
	BLOCK_RAM_BITS = 4096,				/* of an iCE40 */
	FRAME_LUTS = 11, SCAN_LUTS = 13,		/* of a node; with the route, for each queue */
	CROSSBAR_LUTS = 5, PORT_LUTS = 8, TWO_CLASSES_LUTS = 16, ADAPTER_LUTS = 34, LEVEL_LUTS = 8,
	ENABLE_LUTS = 3,
	/* Of a node that knows of faults, and for each of its links: longer headers, first bytes that change. */
	DETOUR_LUTS = 34, DETOUR_FFS = 10, CHANGE_LUTS = 25, CHANGE_FFS = 5, DETOUR_HEADER_BITS = 4,
	/* Of an adapter with answers, for each slot but one, with sequence bits. */
	ANSWER_LUTS = 43, ANSWER_ENABLE_LUTS = 28, SLOT_LUTS = 8, NUMBER_LUTS = 4, SEQUENCE_LUTS = 30, SEQUENCE_SLOT_LUTS = 22,
	SEQUENCE_ENABLE_LUTS = 70,
	ANSWER_FFS = 48, SLOT_FFS = 4, SEQUENCE_FFS = 13, SEQUENCE_SLOT_FFS = 3, ANSWER_BITS = 1024,
	MOST_FLIP_FLOPS = 64,				/* bits; Yosys makes block RAM of more */
};

/* What the numbers of a network mean for each of its nodes. */
struct shape {
	bool has_lut_ram;
	unsigned payload, bytes, row_bits, buffers, number_bits;
	unsigned outstanding;		/* 0: words are not acknowledged */
	bool has_sequences, has_detours;
};

/* LUTs of a multiplexer of `inputs` bits. */
static unsigned long multiplexer(unsigned inputs)
{
	return (2ul * (inputs - 1) + 2) / 3;
}

static void add_hypertree_cost(struct cost *sum, unsigned long lut4, unsigned long ff, unsigned long lone_ff)
{
	sum->lut4 += lut4;
	sum->ff += ff;
	sum->cells += lut4 + lone_ff;
}

static void add_adapter(const struct shape *s, struct cost *sum)
{
	unsigned payload_bytes = (s->payload + BYTE - 1) / BYTE;
	unsigned long words = 2ul * (s->payload + s->number_bits);
	unsigned levels = s->number_bits > 5 ? s->number_bits - 5 : 0;
	unsigned path = s->outstanding ? 0 : s->number_bits;	/* kept for a clock; ANSWER_FFS has it */

	add_hypertree_cost(sum, ADAPTER_LUTS + BYTE * multiplexer(payload_bytes) + s->payload / 16 + LEVEL_LUTS * levels, words + 6 + path,
			   words);
}

/* A RAM of bytes, with the multiplexer behind its cells. */
static void add_ram(const struct shape *s, unsigned rows, struct cost *sum)
{
	unsigned deep = (rows + RAM_ROWS - 1) / RAM_ROWS;

	if (s->has_lut_ram)
		add_hypertree_cost(sum, BYTE / RAM_BITS * RAM_LUTS * deep + BYTE * multiplexer(deep) + deep, 0, 0);
	else
		sum->ram_bits += BLOCK_RAM_BITS;
}

/* Sequence bits, and where the word for a destination is: a RAM that is read at once if there are several slots. */
static void add_sequences(const struct shape *s, struct cost *sum)
{
	unsigned rows = 1u << s->number_bits, deep = (rows + RAM_ROWS - 1) / RAM_ROWS, more_slots = s->outstanding - 1;
	unsigned bits = more_slots ? 3 + digit_bits(s->outstanding) : 2, flip_flops = BYTE * s->outstanding;

	add_hypertree_cost(sum, SEQUENCE_LUTS + SEQUENCE_SLOT_LUTS * more_slots, SEQUENCE_FFS + SEQUENCE_SLOT_FFS * more_slots,
			   SEQUENCE_FFS / 2);
	if (s->has_lut_ram) {
		add_hypertree_cost(sum, RAM_LUTS * deep * ((bits + RAM_BITS - 1) / RAM_BITS) + bits * multiplexer(deep) + deep
				   + (more_slots ? BYTE / RAM_BITS * RAM_LUTS : 0), 0, 0);
		return;
	}
	if (more_slots || rows * bits <= MOST_FLIP_FLOPS) {
		flip_flops += rows * bits;
		add_hypertree_cost(sum, bits * multiplexer(rows), 0, 0);
	} else {
		sum->ram_bits += BLOCK_RAM_BITS;
	}
	/* An iCE40 has few clock enables, as in add_headers(). */
	add_hypertree_cost(sum, SEQUENCE_ENABLE_LUTS + flip_flops + BYTE * multiplexer(s->outstanding), flip_flops, 0);
}

/* What answers need beside all that. */
static void add_answers(const struct shape *s, struct cost *sum)
{
	unsigned rows = s->outstanding << digit_bits((s->payload + BYTE - 1) / BYTE), more_slots = s->outstanding - 1;

	add_hypertree_cost(sum, ANSWER_LUTS, ANSWER_FFS, ANSWER_FFS / 2);
	/* An iCE40 has few clock enables, as in add_headers(). */
	if (!s->has_lut_ram)
		add_hypertree_cost(sum, ANSWER_ENABLE_LUTS, 0, 0);
	if (s->has_lut_ram || rows * BYTE > MOST_FLIP_FLOPS)
		add_ram(s, rows, sum);
	else
		add_hypertree_cost(sum, rows * BYTE + BYTE * multiplexer(rows), rows * BYTE, 0);
	sum->ram_bits += s->has_lut_ram ? ANSWER_BITS : BLOCK_RAM_BITS;
	if (s->has_sequences)
		add_sequences(s, sum);
	else
		add_hypertree_cost(sum, (SLOT_LUTS + NUMBER_LUTS * s->number_bits) * more_slots, (SLOT_FFS + s->number_bits) * more_slots, 0);
}

/* The first bytes of the packets in a port. An iCE40 has few clock enables: these flip-flops have theirs in LUTs. */
static void add_headers(const struct shape *s, unsigned packets, struct cost *sum)
{
	unsigned bits = s->number_bits + (s->has_detours ? DETOUR_HEADER_BITS : 1);

	if (s->has_lut_ram && packets * bits > LEAST_RAM)
		add_hypertree_cost(sum, BYTE / RAM_BITS * RAM_LUTS, 0, 0);
	else if (s->has_lut_ram)
		add_hypertree_cost(sum, bits * multiplexer(packets), bits * packets, bits * packets);
	else
		add_hypertree_cost(sum, bits * (multiplexer(packets) + packets) + ENABLE_LUTS, bits * packets, 0);
}

static void add_port(const struct shape *s, unsigned classes, struct cost *sum)
{
	unsigned packets = classes * s->buffers;

	add_ram(s, packets << digit_bits(s->bytes), sum);
	add_headers(s, packets, sum);
	add_hypertree_cost(sum, (classes == 1 ? PORT_LUTS : TWO_CLASSES_LUTS) + (s->buffers > 2 ? 6 : 0),
			   11 + 4 * classes + (classes > 1 ? 2 : 0), 10);
	if (s->has_lut_ram)
		add_hypertree_cost(sum, 0, BYTE, BYTE);
}

static void add_crossbar(unsigned inputs, struct cost *sum)
{
	unsigned selected = digit_bits(inputs);

	add_hypertree_cost(sum, BYTE * multiplexer(inputs) + CROSSBAR_LUTS, BYTE + 2 + 2 * selected, selected);
}

static void add_node(const struct hypertree *h, const struct shape *s, unsigned node, struct cost *sum)
{
	enum hypertree_port link[HYPERTREE_PORTS];
	struct node_queue queue[MOST_NODE_QUEUES];
	unsigned all_links = hypertree_node_links(h, hypertree_level(node), link), links = 0, turning = 0, queues = 1;
	unsigned all_queues = hypertree_node_queues(h, hypertree_level(node), queue);

	for (unsigned k = 0; k < all_links; k++) {
		unsigned classes = hypertree_classes(h, link[k]);

		if (h->fault_registers ? !hypertree_neighbour(h, node, link[k]) : hypertree_is_dead(h, node, link[k]))
			continue;
		links++;
		queues += classes;
		turning += hypertree_turns_back(h, hypertree_level(node), link[k]);
		add_port(s, classes, sum);
	}
	for (unsigned k = 0; k < links; k++)
		add_crossbar(links + (k < turning), sum);
	add_port(s, 1, sum);
	add_crossbar(links + 1, sum);
	if (s->has_detours)
		add_hypertree_cost(sum, DETOUR_LUTS + CHANGE_LUTS * links, DETOUR_FFS + CHANGE_FFS * links + queues, 0);
	add_hypertree_cost(sum, FRAME_LUTS + SCAN_LUTS * queues, 4 * s->row_bits + 18 + 6 * queues + 2 * all_queues + s->number_bits,
			   3 * s->row_bits);
	add_adapter(s, sum);
	if (s->outstanding)
		add_answers(s, sum);
}

struct cost hypertree_cost(const struct network *net)
{
	const struct hypertree_parameters *own = hypertree_parameters(net->spec);
	struct hypertree *h = hypertree_of(net->spec);
	unsigned payload = net->spec->payload_bits;
	struct shape s = {
		.has_lut_ram = net->spec->family->lut_ram.words > 0, .payload = payload,
		.bytes = hypertree_packet_bytes(payload), .row_bits = digit_bits(hypertree_frame(h, payload)),
		.buffers = own->buffers, .number_bits = h->levels + 1, .outstanding = hypertree_outstanding(own),
		.has_sequences = net->spec->fault_registers, .has_detours = hypertree_has_detours(h),
	};
	struct cost sum = {0};

	for (unsigned x = 1; x <= h->nodes; x++)
		add_node(h, &s, x, &sum);
	hypertree_free(h);
	return sum;
}
