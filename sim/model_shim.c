/* model_shim.c: wraps a library that verilator made in struct model_abi.
 *
 * Included by a generated file that defines FTC_IN_WORDS and FTC_OUT_WORDS, PORTS and PORT_COUNT, and these if they
 * apply:
 *   FTC_APART    `in` does not travel with the clock, but in a call of its own (from verilator 5.042 on)
 *   FTC_TRACING  the library writes waveforms */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "model_abi.h"

void *ftc_model_protectlib_create(const char *scope);
void ftc_model_protectlib_final(void *instance);

#ifdef FTC_APART
long long ftc_model_protectlib_seq_update(void *, unsigned char, uint32_t *);
long long ftc_model_protectlib_combo_update(void *, const uint32_t *, uint32_t *);

static void update(void *instance, int clk, const uint32_t *in, uint32_t *out)
{
	if (clk)
		ftc_model_protectlib_combo_update(instance, in, out);
	ftc_model_protectlib_seq_update(instance, (unsigned char)clk, out);
	if (!clk)
		ftc_model_protectlib_combo_update(instance, in, out);
}
#else
long long ftc_model_protectlib_seq_update(void *, unsigned char, const uint32_t *, uint32_t *);

static void update(void *instance, int clk, const uint32_t *in, uint32_t *out)
{
	ftc_model_protectlib_seq_update(instance, (unsigned char)clk, in, out);
}
#endif

#ifdef FTC_TRACING
static const char *trace_file;
static void (*trace_failed)(int reason);

const char *ftc_trace_file(void)
{
	return trace_file;
}

/* Inverts the input that advances the time. */
static void eval(void *instance, int clk, const uint32_t *in, uint32_t *out)
{
	static uint32_t copy[FTC_IN_WORDS];

	memcpy(copy, in, sizeof copy - 8);
	copy[FTC_IN_WORDS - 2] ^= 1;
	update(instance, clk, copy, out);
}

/* The library's calls of fflush() come here (the linker's --wrap): Verilator's writer of waveforms, which calls it behind
 * every part of the file, goes on for ever when writes fail. */
int __real_fflush(FILE *f);
int __wrap_fflush(FILE *f);

int __wrap_fflush(FILE *f)
{
	int status = __real_fflush(f);
	void (*tell)(int reason) = trace_failed;

	if (tell && (status != 0 || (f && ferror(f)))) {
		trace_failed = NULL;
		tell(errno);
	}
	return status;
}

static void *create(const struct model_start *start)
{
	if (!start->trace)
		return NULL;
	trace_file = start->trace;
	trace_failed = start->trace_failed;
	return ftc_model_protectlib_create("simulation");
}
#else
static uint32_t random_registers;

uint32_t ftc_random_registers(void)
{
	return random_registers;
}

static void eval(void *instance, int clk, const uint32_t *in, uint32_t *out)
{
	update(instance, clk, in, out);
}

/* Registers get their first values while an instance is constructed, by the settings of a context that all instances
 * share: a first instance, thrown away, makes the settings. */
static void *create(const struct model_start *start)
{
	static uint32_t in[FTC_IN_WORDS], out[FTC_OUT_WORDS];
	static unsigned instances;
	char scope[32];

	if (start->trace)
		return NULL;
	if (instances == 0 || random_registers != start->random_registers) {
		random_registers = start->random_registers;
		void *first = ftc_model_protectlib_create("ftc_settings");
		eval(first, 0, in, out);
		ftc_model_protectlib_final(first);
	}
	/* Instances of one name would be one scope to Verilator. */
	snprintf(scope, sizeof scope, "simulation_%u", instances++);
	return ftc_model_protectlib_create(scope);
}
#endif

static const struct model_port port[] = { PORTS };

const struct model_abi ftc_model = {
	MODEL_ABI_VERSION, FTC_IN_WORDS, FTC_OUT_WORDS, port, PORT_COUNT, create, eval, ftc_model_protectlib_final
};
