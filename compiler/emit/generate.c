/* generate.c: `ftc generate`: a parameter file becomes a folder of Verilog, lists and drawings. */
#include <stdio.h>

#include "commands.h"
#include "emit/emit.h"
#include "util/message.h"

bool emit_all(const struct network *net, const char *invocation, struct output *out)
{
	struct design *design = design_lower(net);
	bool ok = design_check(design) && emit_verilog(design, net, invocation, out);

	if (ok) {
		emit_fusesoc(design, net, out);
		emit_manifest(design, net, out);
		emit_drawing(net, out);
	}
	design_free(design);
	return ok;
}

static int generate(const struct command_line *line)
{
	struct spec spec;
	struct output out = { 0 };
	int status = EXIT_WORK_FAILED;

	if (line->output == NULL) {
		error("generate needs a place for its files");
		suggest("ftc generate %s -o out", line->file);
		return EXIT_USAGE;
	}
	if (!network_read_spec(&spec, line->file, line->overrides, line->override_count))
		return EXIT_USAGE;

	struct network *net = network_elaborate(&spec);

	if (emit_all(net, line->invocation, &out) &&
	    output_commit(&out, line->output, "generate", spec.name, &status)) {
		status = EXIT_DONE;
		printf("%s: %zu files; top module %s\n", line->output, out.count, spec.name);
	}
	output_free(&out);
	network_free(net);
	spec_free(&spec);
	return status;
}

static const struct option options[] = { { 0 } };

const struct command command_generate = {
	.name = "generate",
	.summary = "write the network as Verilog, with file list, FuseSoC core, manifest and drawing",
	.usage = "FILE -o DIR",
	.options = options,
	.needs_file = true,
	.takes = TAKES_SET | TAKES_OUTPUT,
	.run = generate,
};
