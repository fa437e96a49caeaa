/* leaf_adapter_wrap.c: writes the module that the test of the leaf adapter drives: the adapters and frame timers of all
 * cases behind one input and one output vector, planned by frame_plan(); and the adapters' parts, as ftc generates
 * them.
 *
 *   wrap DIRECTORY NETWORK          NETWORK: any parameters, for the comments */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit/emit.h"
#include "leaf_adapter_cases.h"
#include "leaves/leaf.h"
#include "lower/builder.h"
#include "util/text.h"

static void put_parameters(const struct frame_parameter *list, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		printf("%s.%s(%u)", i ? ", " : "", list[i].name, list[i].value);
	printf(")");
}

/* The files of the leaf adapter of a case, whose modules are called cN_leaf_.. */
static bool write_adapter(const char *directory, unsigned test, struct spec *spec)
{
	char *name = format_string("c%u", test);
	struct design *design = allocate(sizeof *design);
	struct network net = { .spec = spec };
	struct output files = { 0 };
	struct frame frame;
	bool ok;

	free(spec->name);
	spec->name = name;
	plan_case(&frame, &cases[test]);
	lower_adapter(design, &frame, test % 2);	/* both kinds; the network sees no difference */
	ok = design_check(design) && emit_verilog(design, &net, "", &files);
	for (size_t i = 0; ok && i < files.count; i++)
		if (strncmp(files.files[i].path, "rtl/", 4) == 0)
			ok = write_file_in(directory, files.files[i].path + 4, &files.files[i].content);
	output_free(&files);
	design_free(design);
	return ok;
}

static void put_adapter(unsigned test, unsigned a)
{
	const struct test_case *c = &cases[test];
	unsigned at = adapter_at(test, a), label = c->levels + (c->external_wires > 0);

	printf("\tc%u_leaf_adapter c%ua%u (.clk(clk), .rst(leaf_rst%u), .timing(timing%u),\n", test, test, a, test, test);
	printf("\t\t.s_axis_tdata(in[%u +: %u]), .s_axis_tdest(in[%u +: %u]), .s_axis_tvalid(in[%u]),\n",
	       at + IN_DATA, c->payload_bits, at + IN_DEST, label, at + IN_VALID);
	printf("\t\t.m_axis_tready(in[%u]), .down_start(in[%u]), .down(in[%u +: %u]), .address(in[%u +: %u]),\n",
	       at + IN_READY, at + IN_START, at + IN_DOWN, c->lanes, at + IN_ADDRESS, c->levels);
	printf("\t\t.m_axis_tdata(out[%u +: %u]), .m_axis_tuser(out[%u +: %u]), .m_axis_tvalid(out[%u]),\n",
	       at + OUT_DATA, c->payload_bits, at + OUT_USER, label, at + OUT_VALID);
	printf("\t\t.s_axis_tready(out[%u]), .up_start(out[%u]), .up(out[%u +: %u]));\n",
	       at + OUT_READY, at + OUT_START, at + OUT_UP, c->lanes);
}

static void put_wrapper(void)
{
	printf("module leaf_adapter_dut (input bit clk, input bit [%d:0] in /*verilator clocker*/, output bit [%d:0] out);\n",
	       VECTOR_BITS - 1, VECTOR_BITS - 1);
	for (unsigned test = 0; test < CASES; test++) {
		struct frame frame;
		struct frame_parameter list[FRAME_TIMER_LIST];

		plan_case(&frame, &cases[test]);
		unsigned count = frame_list_timer(&frame, list);

		printf("\twire [%d:0] timing%u;\n\twire leaf_rst%u;\n\tframe_timer #(", FRAME_TIMING_BITS - 1, test, test);
		put_parameters(list, count);
		printf(" t%u (.clk(clk), .rst(in[%u]), .timing(timing%u), .leaf_rst(leaf_rst%u));\n", test,
		       adapter_at(test, 0) + IN_RESET, test, test);
		for (unsigned a = 0; a < cases[test].adapters; a++)
			put_adapter(test, a);
	}
	printf("endmodule\n");
}

int main(int argc, char **argv)
{
	struct spec spec;

	if (argc != 3 || !spec_read(&spec, argv[2], NULL, 0))
		return 99;
	for (unsigned test = 0; test < CASES; test++)
		if (!write_adapter(argv[1], test, &spec))
			return 1;
	spec_free(&spec);
	put_wrapper();
	return 0;
}
