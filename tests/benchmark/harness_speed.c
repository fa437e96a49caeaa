/* harness_speed.c: the C harness against Verilator's own C++ main on one model, in clocks per second of CPU time.
 *
 *   harness_speed TREE.yaml PROGRAM CLOCKS REPETITIONS
 *
 * PROGRAM is harness_speed.v around the Verilog of TREE.yaml (with bare wires), made by `verilator --binary`. PROGRAM
 * and this program send the same generated bits into the same network for CLOCKS clocks and fold all outputs into a
 * checksum; the checksums must agree. They run alternately, each in its own process: other load on the machine hits
 * both. Prints medians and their ratio: "C_HARNESS CPP_HARNESS RATIO LEAST MOST" in 1000 clocks/s; LEAST and MOST are
 * the ratio's range over the repetitions. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "network/network.h"
#include "emit/emit.h"
#include "lower/design.h"
#include "model.h"
#include "simulate/verilate.h"
#include "util/output.h"
#include "util/text.h"

enum { MAXIMUM_REPETITIONS = 99, SLOT = 64 };

static uint64_t next(uint64_t x)
{
	x ^= x << 13;
	x ^= x >> 7;
	return x ^ x << 17;
}

/* What the child does: the counterpart of harness_speed.v. */
static int drive(const char *library, unsigned long clocks)
{
	struct model *m = model_open(library);

	if (!m)
		return 1;
	const struct model_port *start = model_port(m, "leaf_up_start"), *up = model_port(m, "leaf_up");
	const struct model_port *down = model_port(m, "leaf_down"), *down_start = model_port(m, "leaf_down_start");
	uint64_t bits = 0x9e3779b97f4a7c15u, sum = 0;

	model_set(m, model_port(m, "rst"), 0, 1, 0);
	for (unsigned long t = 0; t < clocks; t++) {
		model_set(m, start, 0, 1, t % SLOT == 0);
		model_set(m, up, 0, up->width, bits & (~(uint64_t)0 >> (64 - up->width)));
		model_clock(m);
		sum = (sum << 1 | sum >> 63) ^ model_get(m, down, 0, down->width) ^ model_get(m, down_start, 0, 1);
		bits = next(bits);
	}
	printf("%016" PRIx64 "\n", sum);
	model_close(m);
	return 0;
}

static char *build(const char *path)
{
	struct override wires = { "leaf-interface=wires" };
	struct spec spec;
	struct output rtl = { 0 };

	if (!spec_read(&spec, path, &wires, 1))
		exit(2);
	struct network *net = network_elaborate(&spec);
	struct design *design = design_lower(net);
	const struct verilate_port ports[] = { { "rst", 1, false }, { "leaf_up_start", 1, false },
		{ "leaf_up", spec.leaves, false }, { "leaf_down", spec.leaves, true }, { "leaf_down_start", 1, true } };
	struct verilate v = { .top = spec.name, .port = ports, .port_count = sizeof ports / sizeof *ports,
			      .rtl = &rtl };
	char *library = spec.leaves <= 64 && spec.connections == 1 && design_check(design) &&
			emit_verilog(design, net, "harness_speed", &rtl) ? verilate(&v) : NULL;

	output_free(&rtl);
	design_free(design);
	network_free(net);
	spec_free(&spec);
	return library;
}

/* CPU seconds that a command takes; its first line in `line`. */
static double seconds_of(const char *command, char line[64])
{
	struct rusage before, after;

	getrusage(RUSAGE_CHILDREN, &before);
	FILE *f = popen(command, "r");

	if (!f || !fgets(line, 64, f) || pclose(f) != 0) {
		fprintf(stderr, "harness_speed: failed: %s\n", command);
		exit(1);
	}
	getrusage(RUSAGE_CHILDREN, &after);
	return (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec) +
	       (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec) / 1e6;
}

static int ascending(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

int main(int argc, char **argv)
{
	double ours[MAXIMUM_REPETITIONS], theirs[MAXIMUM_REPETITIONS], ratio[MAXIMUM_REPETITIONS];
	char sum[2][64];

	if (argc == 4 && strcmp(argv[1], "--drive") == 0)
		return drive(argv[2], strtoul(argv[3], NULL, 10));
	if (argc != 5) {
		fprintf(stderr, "usage: harness_speed TREE.yaml PROGRAM CLOCKS REPETITIONS\n");
		return 2;
	}
	double clocks = strtod(argv[3], NULL);
	size_t count = strtoul(argv[4], NULL, 10);
	char *library = build(argv[1]);

	if (!library || clocks < 1 || count < 1 || count > MAXIMUM_REPETITIONS)
		return 1;
	char *command[2] = { format_string("%s --drive %s %s", argv[0], library, argv[3]),
			     format_string("%s +clocks=%s", argv[2], argv[3]) };

	for (size_t i = 0; i < count; i++) {
		ours[i] = clocks / 1000 / seconds_of(command[0], sum[0]);
		theirs[i] = clocks / 1000 / seconds_of(command[1], sum[1]);
		ratio[i] = ours[i] / theirs[i];
		if (strcmp(sum[0], sum[1]) != 0) {
			fprintf(stderr, "harness_speed: the checksums differ: %s and %s", sum[0], sum[1]);
			return 1;
		}
	}
	qsort(ours, count, sizeof *ours, ascending);
	qsort(theirs, count, sizeof *theirs, ascending);
	qsort(ratio, count, sizeof *ratio, ascending);
	printf("%.1f %.1f %.2f %.2f %.2f\n", ours[count / 2], theirs[count / 2], ratio[count / 2], ratio[0],
	       ratio[count - 1]);
	free(command[0]);
	free(command[1]);
	free(library);
	return 0;
}
