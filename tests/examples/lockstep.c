/* lockstep.c: random programs for serial_core.v, and a check of what it says of each instruction.
 *
 *   lockstep programs SEED COUNT >FILE         the memory's contents for $readmemh, one program behind the other
 *   lockstep check SEED COUNT LIMIT <TRACE     the trace of core_bench.v, which ran LIMIT instructions of each
 *   lockstep run IMAGE                         what the program of an image sends over the line of its core until it stops
 *
 * Lines of a trace, in the order of what happens: `i PC`, `r RD VALUE`, `s ADDRESS LANES DATA`, `l ADDRESS` (over the bus),
 * `x FAULT` (stopped), `e` (LIMIT is reached). */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "iss.h"
#include "programs.h"

/* An instruction and what it did take up to four lines. */
enum { LINES = 256 };

static unsigned long executed[ISS_KINDS], instructions, illegal, stops, line;

static void print_programs(unsigned seed, unsigned count)
{
	uint32_t memory[ISS_WORDS];

	for (unsigned i = 0; i < count; i++) {
		program_draw(memory, seed, i);
		for (unsigned k = 0; k < ISS_WORDS; k++)
			printf("%08" PRIx32 "\n", memory[k]);
	}
}

static void expected_lines(char *text, uint32_t pc, const struct iss_effect *e)
{
	text += sprintf(text, "i %08" PRIx32 "\n", pc);
	if (e->stores)
		text += sprintf(text, "s %08" PRIx32 " %x %08" PRIx32 "\n", e->address, e->lanes, e->value);
	if (e->loads_far)
		text += sprintf(text, "l %08" PRIx32 "\n", e->address);
	if (e->writes_register)
		text += sprintf(text, "r %u %08" PRIx32 "\n", e->rd, e->value);
	if (e->stopped)
		sprintf(text, "x %d\n", e->fault);
}

/* The next lines of the trace must be these. */
static bool expect(const char *lines, unsigned program, uint32_t word)
{
	char got[80];

	while (*lines) {
		size_t length = strcspn(lines, "\n");

		line++;
		if (!fgets(got, sizeof got, stdin))
			strcpy(got, "nothing\n");
		if (strncmp(lines, got, length + 1) != 0) {
			printf("line %lu: program %u, instruction %08" PRIx32 " (%s): expected %.*s, the core did %s", line, program, word,
			       iss_kind(word) < 0 ? "illegal" : iss_names[iss_kind(word)], (int)length, lines, got);
			return false;
		}
		lines += length + 1;
	}
	return true;
}

static bool check_program(unsigned seed, unsigned program, unsigned long limit)
{
	static struct iss s;
	char lines[LINES];

	memset(&s, 0, sizeof s);
	s.pc = ISS_BASE;
	program_draw(s.memory, seed, program);
	for (unsigned long i = 0; i < limit; i++) {
		uint32_t pc = s.pc, word = s.memory[pc / 4 % ISS_WORDS];
		struct iss_effect e = iss_step(&s);
		int kind = iss_kind(word);

		instructions++;
		executed[kind < 0 ? 0 : kind] += kind >= 0;
		illegal += kind < 0;
		stops += e.stopped;
		expected_lines(lines, pc, &e);
		if (!expect(lines, program, word))
			return false;
		if (e.stopped)
			return true;
	}
	return expect("e\n", program, 0);
}

static int check(unsigned seed, unsigned count, unsigned long limit)
{
	unsigned long least = (unsigned long)-1;
	int rarest = 0;

	for (unsigned i = 0; i < count; i++)
		if (!check_program(seed, i, limit))
			return 1;
	for (int i = 0; i < ISS_KINDS; i++)
		if (executed[i] < least)
			least = executed[rarest = i];
	printf("%lu instructions in lockstep, %s, the rarest, %lu times; %lu illegal ones; %lu stops\n", instructions, iss_names[rarest],
	       least, illegal, stops);
	return least == 0 || illegal == 0;
}

/* Fails if the core stops with a fault. */
static int run(const char *image)
{
	static struct iss s;
	struct iss_effect e;
	FILE *file = fopen(image, "r");

	if (!file)
		return 2;
	for (unsigned i = 0; i < ISS_WORDS && fscanf(file, "%" SCNx32, &s.memory[i]) == 1; i++)
		;
	fclose(file);
	s.pc = ISS_BASE;
	do {
		e = iss_step(&s);
		if (e.stores && e.address == ISS_FAR_BASE)
			putchar(e.value & 255);
	} while (!e.stopped);
	return e.fault;
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "programs")) {
		print_programs((unsigned)atoi(argv[2]), (unsigned)atoi(argv[3]));
		return 0;
	}
	if (argc == 5 && !strcmp(argv[1], "check"))
		return check((unsigned)atoi(argv[2]), (unsigned)atoi(argv[3]), strtoul(argv[4], NULL, 10));
	if (argc == 3 && !strcmp(argv[1], "run"))
		return run(argv[2]);
	fprintf(stderr, "usage: lockstep programs SEED COUNT | check SEED COUNT LIMIT | run IMAGE\n");
	return 2;
}
