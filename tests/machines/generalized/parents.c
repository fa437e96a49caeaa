/* parents.c: writes a Verilog bench of leaf_parents.v, leaf_random.v and leaf_path.v for random trees. The parents must
 * be those of up_parents(), and the route through them that of docs/reference/protocol.md.
 *
 *   parents [trees] [first seed]
 *
 * For every tree these modules get the parameters of one wire of its leaf adapters, and questions with answers. The
 * bench prints each difference, and finally their number. No other test notices a route that is wrong in the same way
 * for messages and acknowledgements. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "leaves/frame.h"
#include "leaves/leaf.h"
#include "lower/builder.h"
#include "machines/generalized/generalized.h"
#include "machines/generalized/up_parents.h"
#include "machines/xgft.h"
#include "network/network.h"
#include "embed/embedding.h"
#include "random.h"
#include "util/text.h"

enum { QUESTIONS = 16, QUESTION_CLOCKS = 12 + 64, MOST_LEAVES = 4096, MOST_WIRES = 64 };

static struct random random_state;

static unsigned draw(unsigned below)
{
	return (unsigned)random_below(&random_state, below);
}

/* Any m and w, also those that are no powers of two. */
static bool draw_tree(struct spec *spec)
{
	struct text m = { 0 }, w = { 0 };
	struct override set[4];
	unsigned height = 2 + draw(4), leaves = 1;

	for (unsigned l = 1; l <= height; l++) {
		unsigned children = 1 + draw(9), most = l == 1 ? 5 : 9;

		children = leaves * children > MOST_LEAVES ? 1 : children;
		leaves *= children;
		text_print(&m, "%s%u", l > 1 ? "," : "children=[", children);
		text_print(&w, "%s%u", l > 1 ? "," : "parents=[", 1 + draw(most));
	}
	text_add(&m, "]");
	text_add(&w, "]");
	set[0].text = m.bytes;
	set[1].text = w.bytes;
	set[2].text = format_string("link-width=%u", 1 + draw(3));
	set[3].text = format_string("up-routing=%s", (const char *[]){ "destination", "source", "random" }[draw(3)]);
	bool read = leaves > 1 && spec_read(spec, SOURCE_DIR "/least_xgft.yaml", set, 4);

	for (unsigned i = 0; i < 4; i++)
		free((char *)set[i].text);
	return read;
}

/* The digits beta_2 .. as leaf_path.v wants them, side by side. */
static unsigned long pack(const struct frame *f, const unsigned *beta)
{
	unsigned long path = 0;
	unsigned at = 0;

	for (unsigned l = 1; l < f->shape.height; l++) {
		path |= (unsigned long)beta[l + 1] << at;
		at += f->shape.parent_bits[l];
	}
	return path;
}

/* The bits that the leaf's lanes take for the parents at their first try, as leaf_lane is made: of `address` and `to`,
 * or of what leaf_random.v gives the lane. */
static void print_wish(const struct frame *f, unsigned n, unsigned lane)
{
	struct design *d = allocate(sizeof *d);
	const struct module *m;
	const struct instance *i;
	const struct connection *c;
	struct bits wish;

	lower_adapter(d, f, false);
	m = design_find(d, "leaf_lane");
	for (i = m->instance; strcmp(i->module, "leaf_parents") != 0; i++)
		;
	for (c = i->connection; strcmp(c->port, "wish") != 0; c++)
		;
	wish = c->value.term[0];
	printf("{");
	for (size_t k = wish.count; k-- > 0;) {
		const struct slice *s = &wish.slice[k];
		const char *net = m->net[s->net].name;
		unsigned low = s->low + (strcmp(net, "chance") == 0 ? lane * f->path_bits : 0);

		printf("%s%u[%u:%u]%s", strcmp(net, "word_to") == 0 ? "to" : net, n, low + s->width - 1, low,
		       k > 0 ? ", " : "");
	}
	printf("}");
	design_free(d);
}

static void print_modules(const struct spec *spec, const struct frame *f, unsigned n, unsigned lane)
{
	struct route_digits d = frame_digits(f);
	unsigned h = f->shape.height;

	printf("  reg [%u:0] address%u, to%u;\n  wire [%u:0] path%u;\n  wire [%u:0] chance%u;\n  reg start%u = 0, "
	       "load%u = 0;\n"
	       "  wire head%u;\n", f->levels - 1, n, n, f->path_bits - 1, n, f->lanes * f->path_bits - 1, n, n, n, n);
	printf("  leaf_random #(.ADDRESS_BITS(%u), .LANES(%u), .PATH_BITS(%u))\n    random%u (.clk(1'b0), .leaf_rst(1'b0), "
	       ".address(address%u),"
	       " .chance(chance%u), .coin());\n", f->levels, spec->connections, f->path_bits, n, n, n);
	printf("  leaf_parents #(.HEIGHT(%u), .PATH_BITS(%u), .PARENT_BITS(%u'd%lu), .LAST_PATH(%u'd%lu))\n    "
	       "parents%u (.clk(clk), "
	       ".load(1'b0), .loaded(%u'd0), .path(path%u), .sent(), .wish(", h, f->path_bits, 3 * h, d.parent_bits,
	       f->path_bits, d.last_path, n, f->path_bits, n);
	print_wish(f, n, lane);
	printf("));\n  leaf_path #(.HEIGHT(%u), .LABEL_BITS(%u), .PATH_BITS(%u), .CHILD_BITS(%u'd%lu), "
	       ".PARENT_BITS(%u'd%lu), "
	       ".TURN_DIGIT(%u'd%lu))\n", h, f->levels, f->path_bits, 3 * h, d.child_bits, 3 * h, d.parent_bits, h,
	       d.turn_digit);
	printf("    route%u (.clk(clk), .start(start%u), .load(load%u), .address(address%u), .other(to%u), "
	       ".path(path%u),\n"
	       "    .tail(1'b0), .head(head%u));\n", n, n, n, n, n, n, n);
}

static unsigned long append(unsigned long route, unsigned digit, unsigned bits)
{
	return route << bits | digit;
}

/* The route of docs/reference/protocol.md, filled up with zeros, its first bit the most significant. */
static unsigned long route_of(const struct spec *spec, const struct frame *f, const struct departure *d,
			      const unsigned *beta)
{
	unsigned alpha[MAXIMUM_LEVELS + 1], peak = xgft_turn_level(spec, d->source, d->destination), bits = 0;
	unsigned long route = 0;

	leaf_digits(spec, d->destination, alpha);
	for (unsigned l = 1; l < peak; l++) {
		route = append(append(route, 1, 1), beta[l + 1], digit_bits(spec->parents[l + 1]));
		bits += 1 + digit_bits(spec->parents[l + 1]);
	}
	bits += peak < f->shape.height;
	route <<= peak < f->shape.height;
	for (unsigned l = peak; l >= 1; l--)
		if (l < peak || spec->children[l] > 2) {
			route = append(route, alpha[l], digit_bits(spec->children[l]));
			bits += digit_bits(spec->children[l]);
		}
	return route << (f->route_bits - bits);
}

static void print_questions(const struct spec *spec, const struct frame *f, unsigned n, unsigned lane)
{
	unsigned beta[MAXIMUM_LEVELS + 1];

	puts("  initial begin");
	for (unsigned i = 0; i < QUESTIONS; i++) {
		unsigned source = draw(spec->leaves), other = draw(spec->leaves - 1);
		struct departure d = { .source = source, .destination = other + (other >= source), .lane = lane,
				       .random = (uint16_t)draw(65536) };

		up_parents(spec, &d, beta);
		printf("    address%u = %u; to%u = %u; random%u.state = %u; #1 check(%u, %u, path%u, 64'd%lu);\n", n,
		       xgft_leaf_label(spec, d.source), n, xgft_leaf_label(spec, d.destination), n, d.random, n, i, n,
		       pack(f, beta));
		printf("    repeat (8) @(negedge clk); start%u = 1; @(negedge clk); start%u = 0; load%u = 1; "
		       "@(negedge clk);\n"
		       "    load%u = 0; got%u = 0; repeat (%u) begin got%u = {got%u, head%u}; @(negedge clk); end\n"
		       "    check(%u, %u, got%u, 64'd%lu);\n", n, n, n, n, n, f->route_bits, n, n, n, n, i, n,
		       route_of(spec, f, &d, beta));
	}
	puts("  end");
}

/* False where the tree is no case: the leaf has nothing to choose, or too many wires. */
static bool print_case(const struct spec *spec, unsigned number)
{
	struct frame f = { 0 };
	unsigned lane = draw(spec->connections);

	if (!xgft_is_buildable(spec) || spec->connections > MOST_WIRES)
		return false;
	struct network *net = network_elaborate(spec);

	f = *net->frame;
	network_free(net);
	if (f.path_bits == 0)
		return false;
	printf("  // tree %u: ", number);
	for (unsigned l = 1; l <= spec->height; l++)
		printf("%u %u, ", spec->children[l], spec->parents[l]);
	printf("%u wires a link, lane %u\n", spec->link_width, lane);
	print_modules(spec, &f, number, lane);
	printf("  reg [63:0] got%u;\n", number);
	print_questions(spec, &f, number, lane);
	return true;
}

int main(int argc, char **argv)
{
	unsigned trees = argc > 1 ? (unsigned)atoi(argv[1]) : 100;
	struct spec spec;

	random_start(&random_state, argc > 2 ? strtoull(argv[2], NULL, 10) : 1, 1);
	puts("module bench;\n  integer wrong = 0, right = 0;\n  reg clk = 0;\n  always #5 clk = ~clk;\n"
	     "  task check(input integer tree, question, input [63:0] got, expected);\n"
	     "    if (got === expected) right = right + 1;\n"
	     "    else begin wrong = wrong + 1; $display(\"tree %0d, question %0d: %b, not %b\", tree, question, got, "
	     "expected); end\n"
	     "  endtask");
	for (unsigned i = 0; i < trees;) {
		if (!draw_tree(&spec))
			continue;
		i += print_case(&spec, i);
		spec_free(&spec);
	}
	printf("  initial begin\n    #%d $display(\"%%0d right, %%0d wrong\", right, wrong);\n    $finish(0);\n  end\n"
	       "endmodule\n",
	       QUESTIONS * QUESTION_CLOCKS * 10);
	return 0;
}
