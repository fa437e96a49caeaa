/* own_top_model.c: a user's own top module on a board as a model.
 *
 *   the user's files --> verilator -E --> one text, with what they include --+
 *                              the network, the module around the user's ----+--> verilate() --> a library
 */
#include "fpga/own_top_model.h"

#include <stdlib.h>
#include <string.h>

#include "simulate/verilate.h"
#include "util/paths.h"
#include "util/process.h"

/* Puts the names of the user's files where Verilator will look for those of its messages. */
static void name_files(const struct own_top *own, struct text *verilog)
{
	struct plain_names names = {0};
	bool plain = true;

	for (size_t i = 0; i < own->file_count; i++)
		plain = plain && !strpbrk(own->file[i].name, "\"\\");
	if (plain)
		own_top_add_names(own, &names);
	plain_names_translate(&names, verilog);
	plain_names_free(&names);
}

/* The user's files as one text, with all that they include: by this, libraries are kept for later runs. False after a message. */
static bool preprocess(const struct own_top *own, struct text *verilog)
{
	char *verilator = require_tool("verilator"), *folder = verilator ? temporary_directory() : NULL;
	struct process_result result = {0};
	struct arguments a = {0};
	struct text script = {0};
	bool good = folder && own_top_write_sources(own, folder, "", "", &script);

	/* As for Yosys: what a bitstream would not have is not simulated. */
	arguments_add_all(&a, verilator ? verilator : "", "-E", "-DSYNTHESIS", "-Wno-lint", NULL);
	for (size_t i = 0; i < own->file_count; i++) {
		struct plain_verilog plain = { .name = own->file[i].name, .number = (unsigned)i, .at = "" };

		plain_verilog_add_arguments(&plain, &a);
	}
	good = good && run_process(a.items, folder, &result);
	if (folder && !good && result.output.length) {
		name_files(own, &result.output);
		error("verilator does not read the files of --top:");
		detail("%s", result.output.bytes);
	}
	if (good)
		*verilog = result.output;
	else
		text_free(&result.output);
	text_free(&script);
	arguments_free(&a);
	free(folder);
	free(verilator);
	return good;
}

/* All ports of the module around the user's but the clock; the array is fresh. */
static struct verilate_port *list_ports(const struct own_top *own, const struct board *board, size_t *count)
{
	const struct board_list *const constant[] = { &board->drive_high, &board->drive_low };
	struct verilate_port *port = allocate_array(own->port_count + constant[0]->count + constant[1]->count + 1, sizeof *port);

	*count = 0;
	for (size_t i = 0; i < own->port_count; i++)
		if (!own_port_is_common(&own->port[i]))
			port[(*count)++] = (struct verilate_port){ own->port[i].name, own->port[i].width, own->port[i].direction == PORT_OUTPUT };
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < constant[k]->count; i++)
			port[(*count)++] = (struct verilate_port){ constant[k]->items[i].text, 1, true };
	port[(*count)++] = (struct verilate_port){ OWN_TOP_RESET, 1, true };
	return port;
}

char *own_top_model(const struct own_top *own, const struct board_top *top, const struct output *rtl, bool trace)
{
	static const char *const options[] = { "--no-timing" };	/* delays mean nothing to Yosys, either */
	char *models = data_path("sim/pll_models.v"), *name = board_top_name(top->net), *library = NULL;
	const char *sources[] = { models }, *end = ".v";
	struct output all = {0};
	struct text verilog = {0};

	for (size_t i = 0; i < own->file_count; i++)
		if (text_ends_with(own->file[i].name, ".sv"))
			end = ".sv";
	if (preprocess(own, &verilog)) {
		struct verilate v = {
			.top = name, .clock = "clk_pin", .rtl = &all, .source = sources, .source_count = 1, .option = options, .option_count = 1,
			.trace = trace,
		};
		struct verilate_port *port = list_ports(own, top->board, &v.port_count);
		char *file = format_string("own_top%s", end);

		name_files(own, &verilog);
		v.port = port;
		for (size_t i = 0; i < rtl->count; i++)
			output_add_copy(&all, rtl->files[i].path, &rtl->files[i].content);
		output_add(&all, file, &verilog);
		library = verilate(&v);
		free(file);
		free(port);
	}
	output_free(&all);
	free(name);
	free(models);
	return library;
}
