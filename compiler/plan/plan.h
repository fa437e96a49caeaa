/* plan.h: a switching network as elements and registers: the one description of a circuit.
 *
 * A plan has r inputs and s outputs, each one bit-serial wire, and a list of elements between them in the
 * order in which signals flow. The Verilog, the C model, the cost estimate, the drawing and the proof are all
 * derived from the plan. This list is the only definition of the elements:
 *
 *   exchange  a, b -> first, second   at the strobe latch straight := M(a) xor before; from the next clock on
 *                                     (first, second) = straight ? (a, b) : (b, a), a and b one clock old
 *   choose    a, b -> first           at the strobe latch: a if a message is on a only; b if on b only; if on both,
 *                                     b if a random bit is 1, else a
 *   parity    p0..p3 -> first         xor of two to four wires (its value matters in the clock of the M bits)
 *   compare   a, b -> first, second   the smaller and the larger of two bit-serial words, most significant bit
 *                                     first, combinationally; the clock before the first bit forgets the last word
 *   select    a -> first, second      consumes the route bit that follows the M bit: one clock later the M bits are
 *                                     first: M and not route bit, second: M and route bit; then both are a
 *             with `copies`           both get M if the plan's input `copy` is high in the clock of the route bit
 *   gather    a, b -> first [, second]   a message on a or b; with `second` to the one that the route bit behind its M bit
 *                                     names, which is consumed: M a clock later. At most one of two goes to each. Nothing
 *                                     passes while the plan's input `stop` is high. From a register
 *   spread    a [, b] -> first, second   two messages M, S, d, .. leave by the edges that their d wants, which is consumed: M
 *                                     and S a clock later; S of one may become 0. See rtl-templates/batched/spread.v. From
 *                                     registers, or'd with the plan's inputs `turned`
 *   pick      a, b -> first           b where its setting is 1, else a; combinational. Settings come from outside and
 *                                     are steady while messages pass (switching: off-line; dead wires)
 *   call      in -> first             another plan, as a module of its own
 *   delay     a -> first              one register
 *
 * `before` of an exchange is the xor of up to three wires. In the rank-based butterfly it is the parity of the
 * number of messages before this pair; in Batcher's networks there is none, and first is the message if one came.
 *
 * A spread keeps state from one message to the next (element_keeps_state()), all others forget.
 *
 * Elements come in arrays, and signals are vectors: an exchange with count 6 is six exchanges side by side, and its
 * `a` is six wires. A butterfly on a thousand wires therefore takes only a few elements, and its Verilog a few lines.
 *
 * Time: every signal has a clock (0 = the inputs' M bits) and a level: the elements passed since the last register.
 * plan_pipeline() sets both and inserts the delays; all inputs of an element arrive in the same clock.
 */
#ifndef FTC_PLAN_PLAN_H
#define FTC_PLAN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plan/partial.h"
#include "plan/ranges.h"

struct plan;

enum element_kind {
	ELEMENT_EXCHANGE,
	ELEMENT_CHOOSE,
	ELEMENT_PARITY,
	ELEMENT_COMPARE,
	ELEMENT_SELECT,
	ELEMENT_GATHER,
	ELEMENT_SPREAD,
	ELEMENT_PICK,
	ELEMENT_CALL,
	ELEMENT_DELAY,
};

enum { PLAN_NO_SIGNAL = -1, PLAN_ZERO = -1, PLAN_INPUT = 0, ELEMENT_MAXIMUM_INPUTS = 5 };

/* `width` wires of a signal from wire `low` up; signal PLAN_ZERO: `width` constant zeros. */
struct wires {
	int signal;
	unsigned low;
	unsigned width;
};

/* A vector put together from slices, the first slice at the least significant end. */
struct operand {
	struct wires *slice;
	size_t count;
};

struct element {
	enum element_kind kind;
	unsigned count;			/* elements side by side; 1 for call; delay: any width */
	struct operand in[ELEMENT_MAXIMUM_INPUTS];	/* each `count` wires (call: the plan's inputs)
					   exchange: a, b, then before; choose, compare, pick, gather: a, b; spread: a or
					   a, b; parity: p0.. */
	unsigned in_count;
	int out[2];			/* signals first, second; PLAN_NO_SIGNAL: none or not wanted */
	const struct plan *plan;	/* call only */
	bool copies;			/* select only */
	unsigned setting;		/* pick only: the first of its `count` settings */
	unsigned clock;			/* of its inputs' M bits */
};

struct signal {
	unsigned width;
	unsigned clock;			/* of its M bits */
	unsigned level;			/* elements since the last register; 0: a flip-flop's output */
};

enum plan_kind {
	PLAN_AUTO = -1,			/* only as a library's wish: the cheapest kind */
	PLAN_WIRES,			/* r <= s: no decisions, one register */
	PLAN_BATCHER,			/* Batcher's merge-exchange network on M bits, pruned to s outputs */
	PLAN_BUTTERFLY,			/* rank-based: parities of prefix counts drive a reverse butterfly */
	PLAN_CROSSBAR,			/* off-line: every output picks among the inputs within reach */
	PLAN_PARTIAL,			/* off-line: Leiserson's partial concentrator */
	PLAN_LIVING,			/* with settings that name dead outputs */
	PLAN_SORTER,			/* Batcher's sorter of words */
	PLAN_ROUTER_UP,			/* the part of a router for messages that climb or turn */
	PLAN_ROUTER_DOWN,		/* the part for messages that descend */
	PLAN_GATHER,			/* the vertices of a pruned butterfly's node, on the way up */
	PLAN_SPREAD,			/* on the way down */
};

/* iCE40: with fewer flip-flops of one clock enable, Yosys puts a LUT before each instead (compiler/fpga/device.c). */
enum { LEAST_ENABLED = 32 };

/* Logic of a plan, calls included, in the target's cells; checked against Yosys by tests/plan. */
struct cost {
	unsigned long lut4;		/* 4-input look-up tables that hold logic */
	unsigned long ff;		/* flip-flops */
	unsigned long cells;		/* iCE40 logic cells: a LUT and the flip-flop behind it share one */
	unsigned long ram_bits;
};

/* Of exchange and choose elements that decide in one clock (cost.c): all, those that do not decide by a xor, those whose
 * LUT has room for the parity, and choose elements. */
struct decisions {
	long all, plain, with_parity, choices;
};

struct plan {
	enum plan_kind kind;
	unsigned inputs, outputs;	/* r, s */
	unsigned input_level;		/* elements between the last register and the inputs */
	unsigned spacing;		/* elements between registers, >= 1 */
	struct signal *signal;		/* signal[PLAN_INPUT] is the input vector */
	size_t signal_count;
	struct element *element;
	size_t element_count;
	unsigned settings;		/* bits that set the picks */
	unsigned turned;		/* wires or'd into the outputs of the spread, first before second; they arrive one
					   clock before the outputs */
	const struct partial_concentrator *partial;	/* of PLAN_PARTIAL */
	struct operand output;		/* s wires, straight from flip-flops */
	unsigned latency;		/* clocks from the inputs' to the outputs' M bits */
	bool *choices;			/* [clock], 0 .. latency: whether choose elements decide there, called plans'
					   included */
	unsigned deepest_strobe;	/* the latest that any element samples, called plans' included, in clocks after
					   the inputs' own */
	struct cost cost;		/* without `pace` */
	struct cost pace;		/* strobes, and what breaks the ties of choices behind the first clock. Plans of
					   one node with the same strobe share them */
	bool lone_flip_flops, unfitted;	/* of the library */
	long few_decisions;		/* of these LUTs: before decisions too few for a clock enable (cost.c) */
	struct decisions *decisions;	/* [clock], 0 .. latency + 1, called plans' included; NULL on ECP5 */
	struct ranges input_readers;	/* the inputs' readers, called plans' included, as cost.c notes them */
	struct ranges input_flip_flops;
	char *name;			/* module name without the network's prefix: "concentrator_12_4" */
	unsigned index;			/* position in its library */
};

/* Distinct plans of one network; called plans come before their callers. */
struct plan_library {
	struct plan **plan;
	size_t count;
	unsigned spacing;		/* elements between registers, >= 1 */
	unsigned input_level;		/* of the concentrators' inputs: 1 behind a selector */
	bool lone_flip_flops;		/* ECP5: flip-flops need no LUT in front of them and have a fast clock enable;
					   a decision has its LUT to itself. Otherwise (iCE40) the LUT also holds the
					   decision between strobes. */
	bool unfitted;			/* the costs are fitted to other families: nothing prints them */
	enum plan_kind wish;		/* PLAN_AUTO, PLAN_BATCHER or PLAN_BUTTERFLY; off-line, where settings replace
					   decisions: PLAN_CROSSBAR or PLAN_PARTIAL */
	struct partial_library partials;
};

/* The concentrator for r -> s, made once per (r, s): any k <= s messages on the inputs reach k outputs; with
 * k > s messages exactly s outputs carry one (Leiserson 1985, section IV, with alpha = 1). */
const struct plan *plan_concentrator(struct plan_library *library, unsigned r, unsigned s);

/* The concentrator r -> s, 1 <= r <= LIVING_MAXIMUM_INPUTS, some of whose outputs may be dead: of k messages as many leave
 * as there are living outputs, or all. A dead output stays idle. Its settings say which are dead. */
const struct plan *plan_living(struct plan_library *library, unsigned r, unsigned s);
enum { LIVING_MAXIMUM_INPUTS = 128 };
/* Its settings, plan->settings bytes, 0 or 1 each, for dead[outputs]: as rtl-templates/plan/living_settings.v, of which
 * plan_living_layers() is the parameter LAYERS. */
void plan_living_set(const struct plan *plan, const uint8_t *dead, uint8_t *setting);
unsigned plan_living_layers(const struct plan *plan);

/* Messages that a concentrator passes without loss, whichever inputs carry them: min(inputs, outputs), or fewer for a
 * partial concentrator. */
unsigned plan_passes(const struct plan *plan);

/* A concentrator with settings consists of stages of choices: each output of a stage shows one of some wires of the
 * stage before, or of the inputs. The chosen wire's number has digit_bits(count) bits, least significant first. */
unsigned plan_stages(const struct plan *plan);
unsigned plan_stage_outputs(const struct plan *plan, unsigned stage);
struct choice {
	unsigned count;			/* of wires, at least 1 */
	unsigned first;			/* without `wire`: the first of `count` consecutive wires */
	const unsigned *wire;		/* [count], or NULL */
	unsigned setting;		/* position of bit 0 among the plan's settings */
	unsigned step;			/* distance between neighbouring bits */
};
/* Takes time linear in the plan's outputs. */
struct choice plan_choice(const struct plan *plan, unsigned stage, unsigned output);

/* Computes a concentrator's settings. In: message[i], i < r: the message on input i, or PLAN_IDLE. Out: out[j], j < s:
 * the message on output j; setting[0 .. plan->settings - 1]. Returns false, and sets nothing, if there are more
 * messages than plan_passes(). */
enum { PLAN_IDLE = -1 };
bool plan_set(const struct plan *plan, const int *message, int *out, bool *setting);

/* One router of a generalized fat tree (Oehring et al. 1995): a switching node with m children and w parents and
 * c wires each way to each. Digits are bits of the route, most significant first. */
struct router_shape {
	unsigned children;		/* m, 1 .. ROUTER_MAXIMUM_PORTS */
	unsigned parents;		/* w, likewise; 0: a root */
	unsigned link_width;		/* c, >= 1 */
	bool directed;			/* a digit of the route names the parent; else a message may use any parent */
	bool copies;			/* the signal `copy` sends a descending message to all children. At a root every
					   message that turns then has a digit for the child, even if there is one other
					   child only, and may turn back to its own */
};
enum { ROUTER_MAXIMUM_PORTS = 64 };

/* Bits of a digit of base n: ceil(log2 n), 0 for n = 1. */
static inline unsigned digit_bits(unsigned n)
{
	unsigned bits = 0;

	while (1u << bits < n)
		bits++;
	return bits;
}

/* Route bits by which a turning message names its child: none if there is only one other child. */
static inline unsigned turn_bits(unsigned children)
{
	return children > 2 ? digit_bits(children) : 0;
}

/* From the children: inputs are c wires of child 0, of child 1, ..; outputs are c wires to parent 0, to parent 1, ..;
 * then, for m > 1, m c wires with the messages that turn. The first route bit is 1 for up, 0 for turn; the digit of the
 * parent follows. Not for a root. */
const struct plan *plan_router_up(struct plan_library *library, const struct router_shape *shape);
/* To the children: inputs are c wires from parent 0, ..; then, for m > 1, those that turn from child 0, ..; outputs c
 * wires to child 0, .. A message from a parent names its child by a digit; one that turns by turn_bits(m). */
const struct plan *plan_router_down(struct plan_library *library, const struct router_shape *shape);

/* All vertices of a node of a pruned butterfly (Bay 1992, chapter 2), side by side. On the way up: inputs are edge k of
 * the left child, for each vertex k, then of the right one; outputs are edge k to the first parent, then, with two
 * parents, to the second. On the way down: inputs are edge k from the first parent, then from the second; outputs edge k
 * to the left child, then to the right. */
const struct plan *plan_gather(struct plan_library *library, unsigned vertices, unsigned parents);
const struct plan *plan_spread(struct plan_library *library, unsigned vertices, unsigned parents);

/* Batcher's sorter of n bit-serial words, smallest on output 0; made once. */
const struct plan *plan_sorter(struct plan_library *library, unsigned n);

/* The clock in which an element decides by a strobe: the M bit's, but for a selector and a gather the route bit's, one
 * later, and for a spread the bit's behind S, two later. */
unsigned element_strobe(const struct element *e);
/* The latest strobe that it samples, likewise; 0: it may sample none. */
unsigned element_last_strobe(const struct element *e);
/* Whether what it does depends on messages before this one. */
bool element_keeps_state(const struct element *e);
/* Whether the plan has the input `copy`, or `stop`. */
bool plan_copies(const struct plan *plan);
bool plan_stops(const struct plan *plan);
/* Whether it or a plan that it calls chooses; whether it chooses in the clock of the strobe and has the input `favor`,
 * the strobe in which no tie goes to the second; whether it chooses later and has the input `chance`. */
bool plan_chooses(const struct plan *plan);
bool plan_needs_favor(const struct plan *plan);
bool plan_needs_chance(const struct plan *plan);
/* Whether an element or a called plan samples any strobe. */
bool plan_uses_strobe(const struct plan *plan);
/* The latest strobe that an element samples, in clocks after the inputs' own. */
unsigned plan_last_strobe(const struct plan *plan);

/* A plan by itself, with its pace. */
struct cost plan_cost(const struct plan *plan);

const char *plan_kind_name(enum plan_kind kind);
unsigned operand_width(const struct operand *o);

void plan_library_free(struct plan_library *library);

#endif
