/* synthesized.c: writes plans as Verilog, has Yosys synthesize them, and counts the cells of the netlists. */
#include "synthesized.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "single.h"
#include "util/process.h"
#include "util/text.h"

struct target {
	const char *synthesis;
	const char *lut, *flip_flop;	/* types of cells; of flip-flops the beginning */
	const char *lut_out, *flip_flop_in;
};

/* As compiler/fpga/device.c has it; but on ECP5 without the wide multiplexers, for which ABC pays with LUTs as soon as
 * there are three elements between registers: 749 instead of 252 for a sorter of 16 words. */
static const struct target ecp5 = { "synth_ecp5 -nowidelut", "LUT4", "TRELLIS_FF", "Z", "DI" };
static const struct target ice40 = { "synth_ice40 -dffe_min_ce_use 32", "SB_LUT4", "SB_DFF", "O", "D" };

/* The first trial of the same plan. */
static size_t first_of(const struct trial *trial, size_t k)
{
	size_t first = 0;

	while (trial[first].digest != trial[k].digest)
		first++;
	return first;
}

static bool is_lut(const struct target *t, json_t *cell)
{
	return strcmp(json_string_value(json_object_get(cell, "type")), t->lut) == 0;
}

static bool is_flip_flop(const struct target *t, json_t *cell)
{
	return strncmp(json_string_value(json_object_get(cell, "type")), t->flip_flop, strlen(t->flip_flop)) == 0;
}

/* The number of the net at a port of one bit; 0 for a constant. */
static size_t net_at(json_t *cell, const char *port)
{
	return (size_t)json_integer_value(json_array_get(json_object_get(json_object_get(cell, "connections"), port),
							 0));
}

static void count_uses(unsigned *uses, size_t nets, json_t *bits)
{
	for (size_t i = 0; i < json_array_size(bits); i++) {
		size_t net = (size_t)json_integer_value(json_array_get(bits, i));

		if (net < nets)
			uses[net]++;
	}
}

/* A flip-flop shares the cell of the LUT in front of it if nobody else reads that LUT. */
static unsigned long shared_cells(const struct target *t, json_t *module)
{
	enum { NETS = 1000000 };
	unsigned *uses = allocate_array(NETS, sizeof *uses);	/* ends of every net */
	bool *from_lut = allocate_array(NETS, sizeof *from_lut);
	unsigned long shared = 0;
	const char *name, *port;
	json_t *cell, *bits, *entry;

	json_object_foreach(json_object_get(module, "ports"), name, entry)
		count_uses(uses, NETS, json_object_get(entry, "bits"));
	json_object_foreach(json_object_get(module, "cells"), name, cell) {
		json_object_foreach(json_object_get(cell, "connections"), port, bits)
			count_uses(uses, NETS, bits);
		if (is_lut(t, cell))
			from_lut[net_at(cell, t->lut_out)] = true;
	}
	json_object_foreach(json_object_get(module, "cells"), name, cell) {
		size_t net = is_flip_flop(t, cell) ? net_at(cell, t->flip_flop_in) : 0;

		shared += net > 0 && from_lut[net] && uses[net] == 2;
	}
	free(uses);
	free(from_lut);
	return shared;
}

static bool count(const struct target *t, json_t *design, size_t k, struct trial *trial)
{
	char *module_name = format_string("trial_%zu", k);
	json_t *module = json_object_get(json_object_get(design, "modules"), module_name), *cell;
	unsigned before = trial->input_level > 0 ? trial->r : 0;	/* LUTs that are not the plan's */
	const char *name;

	free(module_name);
	trial->counted = (struct cost){ 0 };
	json_object_foreach(json_object_get(module, "cells"), name, cell) {
		trial->counted.lut4 += is_lut(t, cell);
		trial->counted.ff += is_flip_flop(t, cell);
	}
	trial->counted.lut4 -= before;
	trial->counted.cells = trial->counted.lut4 + trial->counted.ff - shared_cells(t, module);
	return module;
}

static bool count_all(const struct target *t, const char *directory, struct trial *trial, size_t trials)
{
	char *file = format_string("%s/all.json", directory);
	json_error_t error;
	json_t *design = json_load_file(file, 0, &error);
	bool ok = design;

	if (!ok)
		fprintf(stderr, "%s: %s\n", file, error.text);
	for (size_t k = 0; ok && k < trials; k++)
		ok = count(t, design, first_of(trial, k), &trial[k]);
	json_decref(design);
	free(file);
	return ok;
}

/* Module `trial`: the plan behind what its inputs are said to have passed since a register: nothing, or LUTs that are
 * full, so that no other function fits into them. */
static struct text around(const struct plan *plan)
{
	struct text t = { 0 };
	unsigned r = plan->inputs;

	text_print(&t, "module trial (input clk, input rst, input start, input favor, input chance, input [%u:0] raw, "
		       "output [%u:0] out);\n", 4 * r - 1, plan->outputs - 1);
	text_print(&t, "wire [%u:0] in = raw[%u:0]", r - 1, r - 1);
	for (unsigned k = 1; k < 4 && plan->input_level > 0; k++)
		text_print(&t, " ^ raw[%u:%u]", (k + 1) * r - 1, k * r);
	text_print(&t, ";\n" SINGLE_NAME "_%s plan (.clk(clk), %s.start(start), %s%s.in(in), .out(out));\nendmodule\n",
		   plan->name, plan_uses_reset(plan) ? ".rst(rst), " : "",
		   plan_needs_favor(plan) ? ".favor(favor), " : "", plan_needs_chance(plan) ? ".chance(chance), " : "");
	return t;
}

/* One run of Yosys: all trials stand side by side in a module `all`, each flat, and are synthesized one by one. */
struct run {
	const char *directory;
	const struct target *target;
	struct text script, copies;
	struct text ports, instances;	/* of module `all` */
};

static bool write_trial(struct run *run, const struct plan *plan, const struct output *files, size_t k)
{
	char *place = format_string("%s/%zu", run->directory, k);
	int status;
	bool ok = output_commit(files, place, "test", SINGLE_NAME, &status);

	text_print(&run->script, "read_verilog %s/rtl/*.v\nhierarchy -top trial\nproc\nflatten\n"
		   "design -stash separate_%zu\n", place, k);
	text_print(&run->copies, "design -copy-from separate_%zu -as trial_%zu trial\n", k, k);
	text_print(&run->ports, ", input [%u:0] raw_%zu, output [%u:0] out_%zu", 4 * plan->inputs - 1, k,
		   plan->outputs - 1, k);
	text_print(&run->instances, "trial_%zu t%zu (.clk(clk), .rst(rst), .start(start), .favor(favor), "
				    ".chance(chance), .raw(raw_%zu), .out(out_%zu));\n", k, k, k, k);
	free(place);
	return ok;
}

/* Estimates trial number k and writes it to DIRECTORY/k, unless there was the same before; what Yosys is to do with it
 * goes to the run. */
static bool prepare(struct run *run, struct trial *trial, size_t k)
{
	struct trial *t = &trial[k];
	const struct plan_library like = { .spacing = t->spacing, .input_level = t->input_level,
					   .lone_flip_flops = run->target == &ecp5 };
	struct output files = { 0 };
	struct network *net = single_plan(&like, t->kind, t->r, t->s, &files);
	struct text top = around(single_of(net));

	output_add(&files, "rtl/trial.v", &top);
	t->estimate = plan_cost(single_of(net));
	t->digest = single_digest(&files);
	bool ok = first_of(trial, k) < k || write_trial(run, single_of(net), &files, k);

	output_free(&files);
	network_free(net);
	return ok;
}

/* Module `all`, and the end of the script. */
static bool finish(struct run *run)
{
	char *file = format_string("%s/all.v", run->directory);
	struct text all = { 0 };

	text_print(&all, "module all (input clk, input rst, input start, input favor, input chance%s);\n%sendmodule\n",
		   run->ports.bytes, run->instances.bytes);
	text_print(&run->script, "%sread_verilog %s\n%s -noflatten -top all\ndelete =A:blackbox =A:whitebox\n"
		   "write_json %s/all.json\n", run->copies.bytes, file, run->target->synthesis, run->directory);
	bool ok = write_file(file, &all);

	text_free(&all);
	free(file);
	return ok;
}

static bool run_yosys(const char *directory, const struct text *script)
{
	char *yosys = require_tool("yosys"), *file = format_string("%s/all.ys", directory);
	struct process_result result = { 0 };
	bool ok = yosys && write_file(file, script) &&
		  run_process((char *[]){ yosys, "-q", file, NULL }, directory, &result);

	if (!ok && result.output.length > 0)
		fprintf(stderr, "%s", result.output.bytes);
	text_free(&result.output);
	free(yosys);
	free(file);
	return ok;
}

bool synthesize(struct trial *trial, size_t trials, bool lone_flip_flops)
{
	char *directory = temporary_directory();
	struct run run = { .directory = directory, .target = lone_flip_flops ? &ecp5 : &ice40 };
	bool ok = true;

	for (size_t k = 0; ok && k < trials; k++)
		ok = prepare(&run, trial, k);
	ok = ok && finish(&run) && run_yosys(directory, &run.script) &&
	     count_all(run.target, directory, trial, trials);
	text_free(&run.script);
	text_free(&run.copies);
	text_free(&run.ports);
	text_free(&run.instances);
	free(directory);
	return ok;
}
