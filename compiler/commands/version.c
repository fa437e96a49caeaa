/* version.c: `ftc --version`: the version, and the tools that ftc finds, with theirs. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "util/process.h"

static const struct {
	const char *name, *option;	/* no option: the tool does not say its version */
	const char *package;		/* Debian's */
	const char *purpose;
} tools[] = {
	{ "verilator", "--version", "verilator", "simulates Verilog" },
	{ "make", "--version", "make", "builds Verilator's models" },
	{ "g++", "--version", "g++", "compiles them" },
	{ "yosys", "-V", "yosys", "proves and synthesises" },
	{ "nextpnr-ice40", "--version", "nextpnr-ice40", "places and routes for iCE40" },
	{ "icepack", NULL, "fpga-icestorm", "packs bitstreams for iCE40" },
	{ "nextpnr-ecp5", "--version", "nextpnr-ecp5", "places and routes for ECP5" },
	{ "ecppack", "--version", "fpga-trellis", "packs bitstreams for ECP5" },
	{ "mpirun", "--version", "openmpi-bin", "simulates in several processes" },
	{ "parallel", "--version", "parallel", "runs sweeps" },
	{ "gnuplot", "--version", "gnuplot-nox", "draws plots" },
};

static const double patience = 2;	/* seconds for each tool */

/* The first number behind a blank or bracket: "5.006" of "Verilator 5.006 2023-01-22". Fresh. */
static char *number_in(const char *printed)
{
	while (*printed && !(strchr(" (", *printed) && isdigit((unsigned char)printed[1])))
		printed++;
	return *printed ? format_string("%.*s", (int)strspn(printed + 1, "0123456789."), printed + 1) : copy_string("found");
}

/* Fresh. */
static char *version_of(const char *path, const char *option)
{
	struct process_result result;

	if (!option)
		return copy_string("found");
	bool runs = run_process_within(patience, (char *const[]){ (char *)path, (char *)option, NULL }, NULL, &result);
	char *version = runs ? number_in(result.output.length ? result.output.bytes : "")
			     : copy_string(result.end == PROCESS_TIMED_OUT ? "no answer" : "does not run");
	text_free(&result.output);
	return version;
}

void version_print(const char *version)
{
	printf("ftc %s\n\nTools:\n", version);
	fflush(stdout);		/* tools may take their time; finish() notes a failure */
	for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
		char *path = find_tool(tools[i].name), *found = path ? version_of(path, tools[i].option) : NULL;

		printf("  %-14s %-13s %s", tools[i].name, found ? found : "not found", tools[i].purpose);
		if (!found)
			printf("; Debian's package %s", tools[i].package);
		puts("");
		free(path);
		free(found);
	}
}
