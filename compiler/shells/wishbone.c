/* wishbone.c: a classic Wishbone slave at every leaf (rtl-templates/shells/wishbone_leaf.v), and a master as its
 * driver. */
#include "emit/shell.h"
#include "network/cost.h"
#include "network/leaf.h"
#include "parse/family.h"
#include "shells/shells.h"
#include "util/message.h"

enum { WIDEST_REGISTER = 32 };

static bool check(const struct network *net)
{
	unsigned bits = network_tdest_bits(net) + network_group_bits(net->spec);

	if (bits <= WIDEST_REGISTER)
		return true;
	error("%s gives the source of a message in %u bits: a register has %d", net->spec->source, bits, WIDEST_REGISTER);
	return suggest("fewer leaves or groups");
}

/* An iCE40 has about thirty block RAMs, of 16 bits a word; two messages take registers. Elsewhere, as many messages as fill a
 * LUT RAM, for those who choose that. */
static unsigned queue_depth(const struct spec *spec)
{
	unsigned words = spec->family->lut_ram.words;

	return words > 0 ? words : 2;
}

/* LUT RAM would take more LUTs than all else in a slave. */
static unsigned in_block_ram(const struct spec *spec)
{
	(void)spec;
	return 1;
}

/* ---- Size, fitted to Yosys 0.23 where no path through a slave is the network's longest (on an ECP5 -nowidelut), and exact for
 * flip-flops -------------------------------------------------------------------------------------------------------- */

enum {
	BUS_BITS = 32, MOST_REGISTERS = 4, FEW_BITS = 8,	/* as in wishbone_leaf.v and wishbone_fifo.v */
	NIBBLE = 4,						/* of wb_rdt, that most registers have */
};

/* A slave's numbers. */
struct slave {
	const struct family *family;
	unsigned payload, label, to, from;	/* bits */
	unsigned depth, count_bits;		/* of both queues; count_bits: of a place in one */
	unsigned words;				/* of a message */
};

static struct slave slave_of(const struct network *net)
{
	unsigned to = network_tdest_bits(net), depth = queue_depth(net->spec);

	return (struct slave){
		.family = net->spec->family,
		.payload = net->spec->payload_bits, .label = net->label_bits, .to = to,
		.from = to + network_group_bits(net->spec), .depth = depth, .count_bits = digit_bits(depth),
		.words = (net->spec->payload_bits + BUS_BITS - 1) / BUS_BITS,
	};
}

static uint32_t low_bits(unsigned count)
{
	return count >= BUS_BITS ? UINT32_MAX : (1u << count) - 1;
}

/* Bits of wb_rdt that some register sets. Those that SHAPE alone sets are one flip-flop. */
static unsigned read_bits(const struct slave *s)
{
	uint32_t counts = low_bits(s->count_bits + 1), status = counts << 16 | counts << 4 | 0xf;
	uint32_t shape = 1u << 28 | s->from << 22 | s->to << 16 | s->payload;

	uint32_t others = status | low_bits(s->payload) | low_bits(s->to) | low_bits(s->from) | low_bits(s->label);

	return (unsigned)__builtin_popcount(others) + ((shape & ~others) != 0);
}

/* Of a word that is written, those that something reads: `lost` is cleared by bit 3. */
static unsigned written_bits(const struct slave *s)
{
	return s->words > 1 ? BUS_BITS : (unsigned)__builtin_popcount(low_bits(s->payload) | 8);
}

static unsigned long queue_flip_flops(const struct slave *s, unsigned width, bool to_network)
{
	unsigned long count = s->count_bits + 1ul;

	if (s->depth <= MOST_REGISTERS)
		return count + s->depth * (width + 1ul);
	return count + 2ul * s->count_bits + (to_network ? width + 2 : 1);
}

/* Of the bits behind a block RAM that would fill little of another one. */
static unsigned rest_of(const struct slave *s, unsigned width)
{
	unsigned rest = width % s->family->block_ram.wide_bits;

	return width > rest && rest <= FEW_BITS && s->family->lut_ram.words > 0 ? rest : 0;
}

static unsigned rest_rams(const struct slave *s, unsigned width)
{
	return (rest_of(s, width) + s->family->lut_ram.bits - 1) / s->family->lut_ram.bits;
}

static unsigned block_rams(const struct slave *s, unsigned width)
{
	return (width - rest_of(s, width) + s->family->block_ram.wide_bits - 1) / s->family->block_ram.wide_bits;
}

static unsigned long slave_flip_flops(const struct slave *s)
{
	enum { FLAGS = 7, ENABLE_BITS = 4 };
	unsigned long words = BUS_BITS * (s->words - 1ul) + (s->words > 1 ? 2ul * digit_bits(s->words) : 0);
	unsigned long rest = s->depth > MOST_REGISTERS ? rest_of(s, s->to + s->payload) + rest_of(s, s->from + s->payload) : 0;

	return FLAGS + ENABLE_BITS + s->to + read_bits(s) + written_bits(s) + words + rest
	       + queue_flip_flops(s, s->to + s->payload, true) + queue_flip_flops(s, s->from + s->payload, false);
}

/* Queues of registers. With few bits the flip-flops have no clock enable: a LUT more for each. */
static struct cost small_slave_cost(const struct slave *s)
{
	enum { WITH_LUT = 28 };		/* flip-flops behind a LUT, besides those without an enable */
	double p = s->payload, t = (s->to + s->from) / 2.0;
	bool enabled = p + t >= LEAST_ENABLED;
	double lut4 = !enabled ? 73.5 + 4.25 * (p - 1) + 8 * (t - 3) : p <= BUS_BITS ? 69.5 + 3.5 * (t - 3)
		    : 81.5 + 0.7 * (p - 33) + 6 * (s->words - 2.0) + 2 * (t - 3);
	double behind = WITH_LUT + (enabled ? 0 : 2 * s->depth * (p + t)), ff = (double)slave_flip_flops(s);

	return (struct cost){ .lut4 = (unsigned long)(lut4 + 0.5),
			      .cells = (unsigned long)(lut4 + (ff > behind ? ff - behind : 0) + 0.5) };
}

static struct cost ram_slave_cost(const struct slave *s)
{
	unsigned to = s->to + s->payload, from = s->from + s->payload;
	double p = s->payload, t = (s->to + s->from) / 2.0, all = t < NIBBLE ? 2 * (t - 3) : 2 + 3.2 * (t - NIBBLE);
	double lut4 = (p <= BUS_BITS ? 65.5 + 0.55 * p : 117 + 19 * (s->words - 2.0)) + all;
	unsigned long luts = (unsigned long)(lut4 + 0.5) + s->family->lut_ram.luts * (rest_rams(s, to) + rest_rams(s, from));

	return (struct cost){ .lut4 = luts, .cells = luts,
			      .ram_bits = s->family->block_ram.bits * (unsigned long)(block_rams(s, to) + block_rams(s, from)) };
}

static struct cost slaves_cost(const struct network *net)
{
	struct slave s = slave_of(net);
	struct cost one = s.depth <= MOST_REGISTERS ? small_slave_cost(&s) : ram_slave_cost(&s), all = { 0 };

	one.ff = slave_flip_flops(&s);
	cost_add(&all, &one, net->spec->leaves);
	return all;
}

/* rtl-templates/shells/wishbone_master.v in a self test, as measured with 8 leaves of 16 bits on an iCEBreaker. */
static struct shell_logic master_logic(const struct network *net)
{
	double payload = net->spec->payload_bits, from = network_tdest_bits(net);

	return (struct shell_logic){ .lut4 = 32 + 1.2 * payload, .ff = 30 + payload + from, .cells = 33 + 1.2 * payload };
}

/* ---- The row ----------------------------------------------------------------------------------------------------- */

static const struct shell_port ports[] = {
	{ "wb_adr", 5, PORT_INPUT,
	  "the slave of leaf i has the bits [i*width +: width] of every port; wb_adr: 5 bits, a byte address" },
	{ "wb_dat", 32, PORT_INPUT, "32 bits, written" },
	{ "wb_sel", 4, PORT_INPUT, NULL },
	{ "wb_we", 1, PORT_INPUT, NULL },
	{ "wb_cyc", 1, PORT_INPUT, NULL },
	{ "wb_stb", 1, PORT_INPUT, NULL },
	{ "wb_rdt", 32, PORT_OUTPUT, "32 bits, read" },
	{ "wb_ack", 1, PORT_OUTPUT, NULL },
	{ "irq", 1, PORT_OUTPUT, NULL },
	{ 0 }
};

static const struct shell_setting settings[] = {
	{ "SEND_DEPTH", "messages that the send queue of a leaf holds, a power of two, 2 .. 2048", queue_depth },
	{ "RECEIVE_DEPTH", "messages that the receive queue of a leaf holds, a power of two, 2 .. 2048", queue_depth },
	{ "BLOCK_RAM", "1: queues of more than 4 messages lie in block RAM; 0: in LUT RAM, which not every family has", in_block_ram },
	{ 0 }
};

static const char *const slave_sizes[] = { "PAYLOAD_BITS", "LABEL_BITS", "TO_BITS", "FROM_BITS", NULL };
static const char *const master_sizes[] = { "LABEL_BITS", "PAYLOAD_BITS", "TO_BITS", "FROM_BITS", NULL };

static const struct shell_circuit circuit = {
	.title = "a classic Wishbone slave",
	.head_has = "registers",
	.settings_are = "SEND_DEPTH and RECEIVE_DEPTH: messages that the queues of a leaf hold, powers of two, 2 .. 2048;\n"
			"2 or 4 messages take no RAM. BLOCK_RAM: 1: deeper queues lie in block RAM, 0: in LUT RAM.",
	.clock = "wb_clk", .reset = "wb_rst",
	.reset_comment = "synchronous, active high, for at least 32 clocks",
	.leaf = { "wishbone_leaf", "slave", slave_sizes },
	.driver = { "wishbone_master", "master", master_sizes },
	.mislabelled = "slaves whose register LEAF does not hold the leaf's label",
	.drivers = "wishbone_masters",
	.port = ports,
	.setting = settings,
};

const struct shell wishbone_shell = {
	.word = "wishbone",
	.option = "--wishbone",
	.help = "put a Wishbone slave at every leaf; circuits that ftc adds at the leaves access it as masters",
	.one = "a Wishbone slave", .many = "Wishbone slaves",
	.speech = LEAF_SPEAKS_MESSAGES,
	.check = check,
	.circuit = &circuit,
	.cost = slaves_cost,
	.driver_logic = master_logic,
	.word_clocks = 10,
	.stores = true,
	.no_packets = "slaves send single words",
	.no_rounds = "slaves send no word before its turn",
	.no_pieces = "slaves and masters are simulated as one",
	.no_model = "Wishbone slaves and masters are Verilog only",
};
