/* model_abi.h: the interface of a model library to model.c.
 *
 * Argument order and number of the functions that Verilator's --lib-create emits depend on its version and on the
 * ports. simulate/verilate.c reads the emitted code and generates a small C file that wraps it in this structure,
 * exported as `ftc_model`. No other symbol of the library is used.
 */
#ifndef FTC_SIM_MODEL_ABI_H
#define FTC_SIM_MODEL_ABI_H

#include "model.h"

enum { MODEL_ABI_VERSION = 2 };

struct model_abi {
	unsigned version;		/* MODEL_ABI_VERSION */
	unsigned in_words, out_words;	/* 32-bit words of the in and out vectors */
	const struct model_port *port;
	size_t port_count;
	/* A new instance. NULL when a waveform is wanted and the library was built without, or the other way round. */
	void *(*create)(const struct model_start *start);
	/* Sets clk and in, evaluates, fills out. */
	void (*eval)(void *instance, int clk, const uint32_t *in, uint32_t *out);
	/* Runs final blocks and frees. */
	void (*destroy)(void *instance);
};

#endif
