/* port_model.c: a concentrator with the registers behind it. */
#include "model/port_model.h"

struct port_model port_new(const struct plan *plan, unsigned in_width, unsigned out_width, unsigned padding)
{
	bool decides = plan && plan->kind != PLAN_WIRES;

	return (struct port_model){ .model = decides ? plan_model_new(plan) : NULL,
				    .in_width = in_width, .out_width = out_width,
				    .padding = line_new(out_width, padding + (plan && !decides)),
				    .out = allocate_array(out_width + 1, 1) };
}

void port_free(struct port_model *port)
{
	plan_model_free(port->model);
	line_free(&port->padding);
	free(port->out);
}

/* Wires without a source are idle. */
static const uint8_t *before_padding(struct port_model *port, const uint8_t *in)
{
	if (port->model)
		memcpy(port->out, plan_model_outputs(port->model), port->out_width);
	else if (in)
		memcpy(port->out, in, port->in_width);
	return port->out;
}

void port_output(struct port_model *port, const uint8_t *in, uint8_t *out)
{
	memcpy(out, line_output(&port->padding, before_padding(port, in)), port->out_width);
}

void port_clock(struct port_model *port, const uint8_t *in, bool start, uint8_t chance)
{
	line_clock(&port->padding, before_padding(port, in));
	if (!port->model)
		return;
	plan_model_chance(port->model, chance);
	plan_model_clock(port->model, in, start);
}
