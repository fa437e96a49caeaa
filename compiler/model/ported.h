/* ported.h: the ports of a model in C, side by side in the vectors of bits that it shares with its driver (sim/model_abi.h). */
#ifndef FTC_MODEL_PORTED_H
#define FTC_MODEL_PORTED_H

#include "model_abi.h"

enum { MOST_MODEL_PORTS = 24 };

/* What a model begins with. Its address must not change, for `abi` points to the ports. */
struct ported {
	struct model_abi abi;
	struct model_port port[MOST_MODEL_PORTS];
	unsigned own_words;		/* of the outputs: those that the model sets; behind them are held ones */
};

/* An interface without ports, whose functions are as in struct model_abi. */
void ported_begin(struct ported *p, void (*eval)(void *instance, int clk, const uint32_t *in, uint32_t *out),
		  void (*destroy)(void *instance));
/* Adds a port of `width` bits, at least 1; `name` outlives the model. Returns the place of its bit 0 in the vector of inputs, or
 * of outputs, a multiple of 64. At most MOST_MODEL_PORTS are added. */
size_t ported_add(struct ported *p, const char *name, unsigned width, bool output);
/* Adds an output, the last port, that the model neither sets nor clears: model_hold(). */
void ported_add_held(struct ported *p, const char *name, unsigned width);
/* Clears all other outputs. */
void ported_clear(const struct ported *p, uint32_t *out);
/* Adds another name for a port. */
void ported_add_name(struct ported *p, const char *name, const struct model_port *port);

#endif
