/* ported.c: the ports of a model in C. */
#include "model/ported.h"

#include <assert.h>
#include <string.h>

void ported_begin(struct ported *p, void (*eval)(void *instance, int clk, const uint32_t *in, uint32_t *out),
		  void (*destroy)(void *instance))
{
	p->abi = (struct model_abi){ .version = MODEL_ABI_VERSION, .port = p->port, .eval = eval, .destroy = destroy };
}

static size_t add_ported(struct ported *p, const char *name, unsigned width, bool output)
{
	unsigned *words = output ? &p->abi.out_words : &p->abi.in_words, low = *words * 32;

	assert(p->abi.port_count < MOST_MODEL_PORTS);
	p->port[p->abi.port_count++] = (struct model_port){ name, low, width, output };
	*words += (width + 63) / 64 * 2;
	return low;
}

size_t ported_add(struct ported *p, const char *name, unsigned width, bool output)
{
	size_t low = add_ported(p, name, width, output);

	p->own_words = p->abi.out_words;
	return low;
}

void ported_add_held(struct ported *p, const char *name, unsigned width)
{
	add_ported(p, name, width, true);
}

void ported_clear(const struct ported *p, uint32_t *out)
{
	memset(out, 0, p->own_words * sizeof *out);
}

void ported_add_name(struct ported *p, const char *name, const struct model_port *port)
{
	assert(p->abi.port_count < MOST_MODEL_PORTS);
	p->port[p->abi.port_count++] = (struct model_port){ name, port->low, port->width, port->output };
}
