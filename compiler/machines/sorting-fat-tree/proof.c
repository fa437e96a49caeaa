/* proof.c: proofs of a sorting fat-tree, of each of its parts: see the monitors, rtl-templates/sorting-fat-tree/proof/sorting_*.v.
 *
 *   order, sorts    the sorters of the nodes, as of any sorter
 *   parts           a node parts each wave into two classes, and appends either in banks of its own; its tables hold its moves
 *   heads           a node sends the oldest words of its banks, in order
 *   moves           the moves of its columns do Columnsort's steps, as a flexible sorter's
 *   places          a bank gives back each bit from the place at which it was written
 *   commands, ranks the control part of a node decodes commands, and adds ranks
 *   times           the timer says each command in its clock, and none before all nodes are done
 *   paces           terminals hear of each batch and of each level once
 *   words           a terminal sends each word once, in its batch, and shows each word once
 *   buses           in a block, each word on a bus is taken once, by its terminal, and shown once
 *   stream, reset   what a terminal shows on m_axis obeys AXI4-Stream; a reset reaches every terminal at once
 *   takes           the block with all its terminals asks for each word until it is taken, and no longer */
#include <stdlib.h>
#include <string.h>

#include "emit/emit.h"
#include "lower/builder.h"
#include "machines/sorter_proof.h"
#include "machines/sorting-fat-tree/clocks.h"
#include "machines/sorting-fat-tree/hardware.h"
#include "machines/sorting-fat-tree/node.h"
#include "prove/builder.h"
#include "prove/catalogue.h"
#include "prove/stream.h"
#include "prove/wrapper.h"
#include "util/number.h"
#include "util/text.h"

struct proving {
	struct proofs *list;
	const struct network *net;
	struct sorting_shape shape;
	struct design *d;		/* its Verilog */
};

/* The circuit of a template, called `subject`, with these parameters; takes over both strings. */
static struct circuit template_circuit(const struct proving *p, const char *template, char *subject, char *parameters)
{
	struct circuit c = circuit_of(p->list, template);

	free(c.subject);
	c.subject = subject;
	c.parameters = parameters;
	return c;
}

/* ---- a node without its banks ------------------------------------------------------------------------------------------ */

/* Ports of banks are vectors, those of line 0 lowest: "x_next", "y_next". */
static const char *const bank_name[] = { "x", "y" };
enum { BANK_KINDS = sizeof bank_name / sizeof *bank_name };

static unsigned long port_width(const struct template_port *port, const struct instance *i)
{
	return port->width ? port->width(i) : 1;
}

static bool is_clock(const struct template_port *port)
{
	return !strcmp(port->name, "clk");
}

/* The ports of the banks of a kind, which now are the circuit's. */
static void wrap_banks(struct module *m, struct instance *dut, const struct instance *bank, unsigned lines,
		       const char *kind)
{
	for (const struct template_port *port = template_find("flexible_bank")->port; port->name; port++) {
		unsigned width = (unsigned)port_width(port, bank);
		char *name = format_string("%s_%s", kind, port->name);

		if (!is_clock(port))
			module_port(m, name, lines * width, port->direction == PORT_INPUT ? PORT_OUTPUT : PORT_INPUT);
		for (unsigned i = 0; i < lines; i++)
			instance_connect_named(dut, is_clock(port) ? (struct bits){ 0 } : bits_of(module_find(m, name), i * width, width),
					       "line[%u].%s_bank.%s", i, kind, port->name);
		free(name);
	}
}

/* Module `circuit`: the node, with the ports of its banks. */
static void wrap_node(const struct proving *p, struct circuit *c, const struct instance *node, const struct sorting_node *n)
{
	struct design *d = design_around(p->d);
	struct module *around = design_add(d, copy_string("banks"), NULL);	/* a bank, to ask for the widths of its ports */
	struct module *m = design_add(d, copy_string("circuit"), NULL);
	struct instance *bank = module_instance(around, d, "flexible_bank", 1, "bank");
	struct instance *dut = module_instance(m, d, node->module, 1, "dut");

	PARAMETERS(bank, { "COLUMN_BITS", n->column_bits }, { "BEAT_BITS", n->beat_bits });
	for (const struct template_port *port = template_find(node->module)->port; port->name; port++) {
		module_port(m, port->name, (unsigned)port_width(port, node), port->direction);
		wrapper_connect(m, dut, port->name);
	}
	for (unsigned k = 0; k < BANK_KINDS; k++)
		wrap_banks(m, dut, bank, n->lines, bank_name[k]);
	struct text verilog = emit_wrapper(d, p->list->prefix);

	design_free(d);
	circuit_wrap(p->list, c, &verilog);
}

static struct circuit node_circuit(const struct proving *p, const struct sorting_node *n)
{
	static const char *const parts[] = {
		"sorting_control", "sorting_phases", "sorting_steps", "sorting_batches", "sorting_tails", "sorting_passes", "sorting_writes",
		"sorting_waves", "flexible_count", "flexible_move", "flexible_widths", "flexible_rotator", "flexible_table",
	};
	char *subject = format_string("sorting_node_%u", n->level);
	const struct instance *node = module_first(design_find(p->d, subject), "sorting_node");
	struct circuit c = template_circuit(p, "sorting_node", subject, parameter_options(node, NULL));

	for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
		circuit_reads(&c, parts[k]);
	circuit_cuts_derived(&c, "flexible_bank");
	c.any_state = true;
	c.cells = 300 + 20ul * n->lines;
	wrap_node(p, &c, node, n);
	return c;
}

/* ---- what a node does -------------------------------------------------------------------------------------------------- */

/* The rows as the Verilog should have them: the turn lowest, then the columns of all banks. */
static char *rows_digits(const struct sorting_node *n, unsigned row_width)
{
	unsigned *bit = allocate_array((size_t)n->moves.rows * row_width, sizeof *bit);

	for (unsigned row = 0; row < n->moves.rows; row++) {
		unsigned *at = bit + row * row_width;

		for (unsigned b = 0; b < n->line_bits; b++)
			*at++ = n->moves.turn[row] >> b & 1;
		for (unsigned bank = 0; bank < n->lines; bank++)
			for (unsigned b = 0; b < n->move_column_bits; b++)
				*at++ = n->moves.column[row * n->lines + bank] >> b & 1;
	}
	char *digits = packed_digits(bit, (size_t)n->moves.rows * row_width, 1);

	free(bit);
	return digits;
}

static void prove_parts(const struct proving *p, const struct circuit *c, const struct sorting_node *n)
{
	unsigned width = n->line_bits + n->lines * n->move_column_bits;
	char *what = format_string("node of level %u: %u lines", n->level, n->lines), *digits = rows_digits(n, width);
	char *parameters = format_string("-chparam LINE_BITS %u -chparam UP %u -chparam ROOT %d -chparam COLUMN_BITS %u "
					 "-chparam BEAT_BITS %u -chparam LAST_BEAT %u -chparam SHARED %u -chparam SORTER %u -chparam ROTATOR %u "
					 "-chparam WIDTH %u -chparam ROWS %u -chparam ROW_BITS %u -chparam CONTENTS %u'h%s",
					 n->line_bits, n->up, n->root, n->column_bits, n->beat_bits, n->last_beat, n->shared,
					 n->sorter_latency, n->rotator_latency, width, n->moves.rows, n->row_bits, width * n->moves.rows,
					 digits);
	struct run run = { .monitor = "sorting_parts", .parameters = parameters, .steps = n->sorter_latency + n->rotator_latency + 6,
			   .expose = { "dut.x_turn", "dut.y_turn", "dut.row", "dut.settings", "dut.control.turns", "dut.control.writes.filled",
				       "dut.control.sorts", "dut.control.laying", "dut.control.fills", "dut.control.sends", "dut.control.late",
				       "dut.control.sent", "dut.control.tails.x_tail", "dut.control.y_tail", "dut.control.tails.adds", "dut.control.wires" } };
	struct proof *proof = circuit_prove(p->list, c, "parts", what,
					    "waves are parted and counted, and each word gets the next place of its banks", &run, NULL);

	proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 11" };
	proof->shown[1] = (struct shown){ "clock_shown", "bits of the clock" };
	proof->shown[2] = (struct shown){ "firsts", "bits of the number of words on the first lines" };
	proof->shown[3] = (struct shown){ "lasts", "bits of that on the last ones" };
	free(parameters);
	free(digits);
	free(what);
}

static void prove_heads(const struct proving *p, const struct circuit *c, const struct sorting_node *n)
{
	char *what = format_string("node of level %u: %u wires to each child", n->level, n->lines / 2);
	char *parameters = format_string("-chparam LINE_BITS %u -chparam UP %u -chparam ROOT %d -chparam COLUMN_BITS %u "
					 "-chparam BEAT_BITS %u -chparam LATE %u", n->line_bits, n->up, n->root, n->column_bits, n->beat_bits,
					 n->sorter_latency + n->rotator_latency + 6);
	struct run run = { .monitor = "sorting_heads", .parameters = parameters, .steps = 7,
			   .expose = { "dut.control.down", "dut.control.sends", "dut.control.feeds", "dut.control.sorts", "dut.control.laying",
				       "dut.control.fills", "dut.control.tails.adds", "dut.control.rests", "dut.control.ending", "dut.control.all",
				       "dut.control.upper", "dut.control.sent", "dut.control.late", "dut.column", "dut.control.tails.x_tail",
				       "dut.control.y_tail", "dut.x_words", "dut.y_words", "dut.odd", "dut.control.phases.holds" } };
	struct proof *proof = circuit_prove(p->list, c, "heads", what, "a wave that is sent has the oldest words, in order", &run, NULL);

	proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 6" };
	proof->shown[1] = (struct shown){ "clock_shown", "bits of the clock" };
	proof->shown[2] = (struct shown){ "x_words_shown", "bits of the number of words in X" };
	proof->shown[3] = (struct shown){ "y_words_shown", "bits of that in Y" };
	free(parameters);
	free(what);
}

static void prove_banks(const struct proving *p, const struct sorting_node *n)
{
	for (unsigned k = 0; k < BANK_KINDS; k++) {
		const struct named_value given[] = { { "COLUMN_BITS", n->column_bits }, { "BEAT_BITS", n->beat_bits }, { "WAITS", 0 },
						     { "KEEPS", k }, { "BITS", 2ul << (n->column_bits + n->beat_bits) }, { NULL, 0 } };

		catalogue_prove(p->list, "flexible_places", &(struct site){ .given = { given } });
	}
}

static void prove_node(const struct proving *p, unsigned level)
{
	struct sorting_node n = sorting_node_make(&p->shape, p->net->spec, level);
	struct circuit c = node_circuit(p, &n);
	char *subject = format_string("columnsort_%u", level);

	prove_parts(p, &c, &n);
	prove_heads(p, &c, &n);
	flexible_prove_moves(p->list, subject, &n.moves);
	prove_banks(p, &n);
	free(subject);
	circuit_free(&c);
	sorting_node_free(&n);
}

/* ---- control ------------------------------------------------------------------------------------------------------------ */

enum { TERMINAL_CELLS = 60, MEMBER_CELLS = 20 };

/* The control part of the nodes of a level. */
static const struct instance *command_of(const struct proving *p, unsigned level)
{
	char *subtree = level > 0 ? format_string("subtree_%u", level) : copy_string("tree");
	const struct instance *i = module_first(design_find(p->d, subtree), "sorting_command");

	free(subtree);
	return i;
}

static void prove_ranks(const struct proving *p, unsigned level)
{
	const struct named_value given[] = { { "BITS", p->shape.batch_bits }, { NULL, 0 } };

	catalogue_prove(p->list, "sorting_ranks", &(struct site){ .instance = command_of(p, level), .given = { given } });
}

static void prove_timer(const struct proving *p)
{
	const struct named_value given[] = { { "LEAST", p->shape.times.pause }, { "LEAST_RANK", p->shape.times.spacing }, { NULL, 0 } };

	catalogue_prove(p->list, "sorting_times",
			&(struct site){ .instance = module_first(design_top(p->d), "sorting_timer"), .given = { given } });
}

static void prove_pace(const struct proving *p)
{
	const struct named_value given[] = { { "BATCH_BITS", p->shape.batch_bits }, { "BLOCKS", p->shape.mesh_side > 1 },
					     { "WAIT", p->shape.times.wait }, { NULL, 0 } };

	catalogue_prove(p->list, "sorting_paces", &(struct site){ .given = { given } });
}

/* Sizes of a block, which its monitors have, too. A fresh string. */
static char *block_parameters(const struct proving *p)
{
	return format_string("-chparam LABEL_BITS %u -chparam SIDE_BITS %u -chparam PAYLOAD_BITS %u -chparam BATCH_BITS %u",
			     p->shape.levels, digit_bits(p->shape.mesh_side), p->shape.payload_bits, p->shape.batch_bits);
}

/* Any two terminals of a block, and the block with all. */
static void prove_blocks(const struct proving *p)
{
	const struct named_value given[] = { { "LABEL_BITS", p->shape.levels }, { "SIDE_BITS", digit_bits(p->shape.mesh_side) },
					     { "PAYLOAD_BITS", p->shape.payload_bits }, { "BATCH_BITS", p->shape.batch_bits }, { NULL, 0 } };

	catalogue_prove(p->list, "sorting_buses", &(struct site){ .given = { given } });
	catalogue_prove_each(p->list, p->d, "sorting_takes", &(struct site){ .given = { given } });
}

/* ---- streams ------------------------------------------------------------------------------------------------------------- */

static void prove_terminal_stream(const struct proving *p)
{
	static const struct seen seen[] = { { "loops", 1, NULL }, { NULL, 0, NULL } };
	static const struct stream_proof stream = {
		.seen = seen, .claims = "sorting_streams", .inputs = "room loops down_start down m_axis_tvalid",
	};
	struct circuit c = template_circuit(p, "sorting_terminal", copy_string("sorting_terminal"),
					    parameter_options(instance_of(p->d, "sorting_terminal"), NULL));

	c.cells = TERMINAL_CELLS + 3ul * (4 * p->shape.levels + 2 * p->shape.payload_bits);
	circuit_reads(&c, "sorting_receiver");
	if (p->shape.batches > 1)
		circuit_reads(&c, "sorting_number");
	prove_stream(p->list, &c, p->d, "sorting_terminal", "terminal", &stream);
	circuit_free(&c);
	prove_resets(p->list, p->d, "sorting_terminal");
}

static void prove_block_stream(const struct proving *p)
{
	struct design *scratch = design_around(p->d);		/* a member, to ask for the widths of its ports */
	struct module *around = design_add(scratch, copy_string("members"), copy_string(""));
	struct instance *member = module_instance(around, scratch, "sorting_member", 1, "member");
	struct seen seen[] = { { "hits", p->shape.mesh_side, NULL }, { "receiver.room", 1, NULL }, { NULL, 0, NULL } };
	const struct named_value given[] = { { "SIDE", p->shape.mesh_side }, { NULL, 0 } };
	struct stream_proof stream = {
		.instance = member, .seen = seen, .claims = "sorting_block_streams", .given = given,
		.inputs = "clk rst asks hits receiver_room m_axis_tvalid",
	};
	struct circuit c = template_circuit(p, "sorting_member", copy_string("sorting_member"), block_parameters(p));
	struct circuit block = template_circuit(p, "sorting_block", copy_string("sorting_block"),
						parameter_options(instance_of(p->d, "sorting_block"), NULL));

	PARAMETERS(member, { "LABEL_BITS", p->shape.levels }, { "SIDE_BITS", digit_bits(p->shape.mesh_side) },
		   { "PAYLOAD_BITS", p->shape.payload_bits }, { "BATCH_BITS", p->shape.batch_bits });
	c.cells = MEMBER_CELLS + 3ul * (4 * p->shape.levels + 2 * p->shape.payload_bits);
	circuit_reads(&c, "sorting_receiver");
	if (p->shape.batches > 1)
		circuit_reads(&c, "sorting_number");
	prove_stream(p->list, &c, p->d, "sorting_member", "terminal of a block", &stream);
	prove_resets(p->list, p->d, "sorting_block");
	prove_reset_in_template(p->list, &block, "sorting_member", "member[%u].terminal", p->shape.block);
	circuit_free(&block);
	circuit_free(&c);
	design_free(scratch);
}

/* ---- all ----------------------------------------------------------------------------------------------------------------- */

void sorting_prove(struct proofs *list, const struct network *net)
{
	struct proving p = { .list = list, .net = net, .shape = sorting_shape(net->spec), .d = design_lower(net) };

	for (size_t i = 0; i < net->plans.count; i++)
		prove_sorter(list, net->plans.plan[i]);
	for (unsigned level = 0; level < p.shape.height; level++)
		prove_node(&p, level);
	prove_timer(&p);
	catalogue_prove(list, "sorting_commands", &(struct site){ .instance = command_of(&p, 0) });
	for (unsigned level = 0; p.shape.batches > 1 && level < p.shape.height; level++)
		prove_ranks(&p, level);
	if (net->spec->leaf != &sorting_wires && p.shape.mesh_side == 1) {	/* else the leaves are the user's, or in blocks */
		catalogue_prove_each(list, p.d, "sorting_words", NULL);
		prove_terminal_stream(&p);
	}
	if (p.shape.mesh_side > 1) {
		prove_blocks(&p);
		prove_block_stream(&p);
	}
	prove_pace(&p);
	design_free(p.d);
}
