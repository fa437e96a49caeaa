/* leaf_adapter_model.c: the model that the test of the leaf adapter drives: the adapters and frame timers of all cases
 * behind one input and one output vector, planned by frame_plan(). */
#include "leaf_adapter.h"

#include <stdlib.h>

#include "emit/emit.h"
#include "leaves/leaf.h"
#include "simulate/verilate.h"
#include "util/paths.h"
#include "util/text.h"

static void put_parameters(struct text *t, const struct frame_parameter *list, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		text_print(t, "%s.%s(%u)", i ? ", " : "", list[i].name, list[i].value);
	text_print(t, ")");
}

/* Adds the files of the leaf adapter of a case, whose modules are called cN_leaf_.. */
static bool add_adapter(unsigned test, struct spec *spec, struct output *rtl)
{
	struct design *design = allocate(sizeof *design);
	struct network net = { .spec = spec };
	struct frame frame;

	free(spec->name);
	spec->name = format_string("c%u", test);
	plan_case(&frame, &cases[test]);
	lower_adapter(design, &frame, test % 2);	/* both kinds; the network sees no difference */
	bool good = design_check(design) && emit_verilog(design, &net, "", rtl);
	design_free(design);
	return good;
}

static void put_adapter(struct text *t, unsigned test, unsigned a)
{
	const struct test_case *c = &cases[test];
	unsigned at = adapter_at(test, a), label = c->levels + (c->external_wires > 0);

	text_print(t, "\tc%u_leaf_adapter c%ua%u (.clk(clk), .rst(in[%u]), .leaf_rst(leaf_rst%u), .timing(timing%u),\n", test, test, a,
		   adapter_at(test, 0) + IN_RESET, test, test);
	text_print(t, "\t\t.s_axis_tdata(in[%u +: %u]), .s_axis_tdest(in[%u +: %u]), .s_axis_tvalid(in[%u]),\n",
	       at + IN_DATA, c->payload_bits, at + IN_DEST, label, at + IN_VALID);
	text_print(t, "\t\t.m_axis_tready(in[%u]), .down_start(in[%u]), .down(in[%u +: %u]), .address(in[%u +: %u]),\n",
	       at + IN_READY, at + IN_START, at + IN_DOWN, c->lanes, at + IN_ADDRESS, c->levels);
	text_print(t, "\t\t.m_axis_tdata(out[%u +: %u]), .m_axis_tuser(out[%u +: %u]), .m_axis_tvalid(out[%u]),\n",
	       at + OUT_DATA, c->payload_bits, at + OUT_USER, label, at + OUT_VALID);
	text_print(t, "\t\t.s_axis_tready(out[%u]), .up_start(out[%u]), .up(out[%u +: %u]));\n",
	       at + OUT_READY, at + OUT_START, at + OUT_UP, c->lanes);
}

static void put_wrapper(struct text *t)
{
	text_print(t, "module leaf_adapter_dut (input wire clk, input wire [%d:0] in, output wire [%d:0] out);\n",
	       VECTOR_BITS - 1, VECTOR_BITS - 1);
	for (unsigned test = 0; test < CASES; test++) {
		struct frame frame;
		struct frame_parameter list[FRAME_TIMER_LIST];

		plan_case(&frame, &cases[test]);
		unsigned count = frame_list_timer(&frame, list);

		text_print(t, "\twire [%d:0] timing%u;\n\twire leaf_rst%u;\n\tframe_timer #(", FRAME_TIMING_BITS - 1,
			   test, test);
		put_parameters(t, list, count);
		text_print(t, " t%u (.clk(clk), .rst(in[%u]), .timing(timing%u), .leaf_rst(leaf_rst%u), .slot(), .mark());\n", test,
		       adapter_at(test, 0) + IN_RESET, test, test);
		for (unsigned a = 0; a < cases[test].adapters; a++)
			put_adapter(t, test, a);
	}
	text_print(t, "endmodule\n");
}

struct model *leaf_adapter_model(const char *network)
{
	static const struct verilate_port ports[] = { { "in", VECTOR_BITS, false }, { "out", VECTOR_BITS, true } };
	struct output rtl = { 0 };
	struct text wrapper = { 0 };
	struct spec spec;

	if (!spec_read(&spec, network, NULL, 0))
		return NULL;
	for (unsigned test = 0; test < CASES; test++)
		if (!add_adapter(test, &spec, &rtl))
			return NULL;
	put_wrapper(&wrapper);
	output_add(&rtl, "leaf_adapter_dut.v", &wrapper);
	char *timer = template_path("frame_timer.v");
	struct verilate v = { .top = "leaf_adapter_dut", .port = ports, .port_count = 2, .source = (const char *[]){ timer },
			      .source_count = 1, .rtl = &rtl };
	char *library = verilate(&v);
	struct model *m = library ? model_open_as(library, &(struct model_start){ .random_registers = 7 }) : NULL;

	free(library);
	free(timer);
	output_free(&rtl);
	spec_free(&spec);
	return m;
}
