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

/* As many messages as fill a LUT RAM. Block RAM would be nearly empty at each leaf, and an iCE40 has about thirty; two
 * messages take registers. */
static unsigned queue_depth(const struct spec *spec)
{
	unsigned words = spec->family->lut_ram.words;

	return words > 0 ? words : 2;
}

/* ---- Size, fitted to Yosys 0.23 as `ftc build` runs it, and exact for flip-flops --------------------------------- */

enum {
	BUS_BITS = 32, MOST_REGISTERS = 4,	/* as in wishbone_leaf.v and wishbone_fifo.v */
	CARRY_LUTS = 2, RAM_LUTS = 6,		/* LUTs of a CCU2C and, with its write port, of a DPR16X4 */
};

/* A slave's numbers. */
struct slave {
	unsigned payload, label, to, from;	/* bits */
	unsigned depth, count_bits;		/* of both queues; count_bits: of a place in one */
	unsigned words;				/* of a message */
};

static struct slave slave_of(const struct network *net)
{
	unsigned to = network_tdest_bits(net), depth = queue_depth(net->spec);

	return (struct slave){
		.payload = net->spec->payload_bits, .label = net->label_bits, .to = to,
		.from = to + network_group_bits(net->spec), .depth = depth, .count_bits = digit_bits(depth),
		.words = (net->spec->payload_bits + BUS_BITS - 1) / BUS_BITS,
	};
}

static uint32_t low_bits(unsigned count)
{
	return count >= BUS_BITS ? UINT32_MAX : (1u << count) - 1;
}

/* Bits of wb_rdt that some register sets. */
static unsigned read_bits(const struct slave *s)
{
	uint32_t counts = low_bits(s->count_bits + 1), status = counts << 16 | counts << 4 | 0xf;
	uint32_t shape = 1u << 28 | s->from << 22 | s->to << 16 | s->payload;

	return (unsigned)__builtin_popcount(status | shape | low_bits(s->payload) | low_bits(s->to) | low_bits(s->from)
					    | low_bits(s->label));
}

static unsigned long queue_flip_flops(const struct slave *s, unsigned width)
{
	return s->depth <= MOST_REGISTERS ? (unsigned long)s->depth * width + s->count_bits + 2
					  : width + 3ul * s->count_bits + 2;
}

static unsigned long slave_flip_flops(const struct slave *s)
{
	unsigned long bus = read_bits(s) + 6, words = BUS_BITS * (s->words - 1ul) + 2ul * digit_bits(s->words);

	return bus + s->to + 1 + words + queue_flip_flops(s, s->to + s->payload)
	       + queue_flip_flops(s, s->from + s->payload);
}

/* Queues of registers. With few bits the flip-flops have no clock enable: a LUT more for each. */
static struct cost small_slave_cost(const struct slave *s)
{
	double p = s->payload, t = (s->to + s->from) / 2.0;
	bool enabled = p + t >= LEAST_ENABLED;
	double lut4 = !enabled ? 90 + 6.9 * (p - 1) + 12 * (t - 3)
		    : p <= BUS_BITS ? 195 - 4.3 * (BUS_BITS - p) + 6 * (t - 3) : 203 + 2.65 * (p - 33) + 6 * (t - 3);
	/* Those without a LUT before them: places that take the new word, words of a message but the last. */
	double alone = !enabled ? 7 : 2 * (p + t) + 5 + (p > BUS_BITS ? p - BUS_BITS : 0);

	return (struct cost){ .lut4 = (unsigned long)(lut4 + 0.5), .cells = (unsigned long)(lut4 + alone + 0.5) };
}

/* Queues in LUT RAM, of 4 bits each. */
static struct cost ram_slave_cost(const struct slave *s)
{
	double p = s->payload, t = (s->to + s->from) / 2.0;
	double bits = p <= BUS_BITS ? 119 + 2 * (p - 1) : 150 + 0.5 * (p - 33) + 16.0 * (s->words - 2);
	double lut4 = bits + 6.7 * (t - 3);
	unsigned long rams = (s->payload + s->to + 3) / 4 + (s->payload + s->from + 3) / 4, carries = 15;
	unsigned long luts = (unsigned long)(lut4 + 0.5) + RAM_LUTS * rams + CARRY_LUTS * carries;

	return (struct cost){ .lut4 = luts, .cells = luts };
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
	{ "SEND_DEPTH", "messages that the send queue of a leaf holds, a power of two, 2 .. 2048" },
	{ "RECEIVE_DEPTH", "messages that the receive queue of a leaf holds, a power of two, 2 .. 2048" },
	{ 0 }
};

static const char *const slave_sizes[] = { "PAYLOAD_BITS", "LABEL_BITS", "TO_BITS", "FROM_BITS", NULL };
static const char *const master_sizes[] = { "LABEL_BITS", "PAYLOAD_BITS", "TO_BITS", "FROM_BITS", NULL };

static const struct shell_circuit circuit = {
	.title = "a classic Wishbone slave",
	.head_has = "registers",
	.settings_are = "SEND_DEPTH and RECEIVE_DEPTH: messages that the queues of a leaf hold, powers of two, 2 .. 2048;\n"
			"2 or 4 messages take no RAM.",
	.clock = "wb_clk", .reset = "wb_rst",
	.reset_comment = "synchronous, active high, for at least 32 clocks",
	.leaf = { "wishbone_leaf", "slave", slave_sizes },
	.driver = { "wishbone_master", "master", master_sizes },
	.mislabelled = "slaves whose register LEAF does not hold the leaf's label",
	.drivers = "wishbone_masters",
	.port = ports,
	.setting = settings,
	.setting_default = queue_depth,
};

const struct shell wishbone_shell = {
	.word = "wishbone",
	.option = "--wishbone",
	.help = "put a Wishbone slave at every leaf; what ftc adds at the leaves sends through a master of it",
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
