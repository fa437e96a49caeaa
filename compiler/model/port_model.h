/* port_model.h: an output port of a node: a concentrator with the registers behind it, or bare wires. */
#ifndef FTC_MODEL_PORT_MODEL_H
#define FTC_MODEL_PORT_MODEL_H

#include "model/line.h"
#include "model/plan_model.h"

struct port_model {
	struct plan_model *model;	/* NULL: wires */
	unsigned in_width, out_width;
	struct line padding;		/* the register of PLAN_WIRES is the first of these */
	uint8_t *out;			/* in this clock, before the padding */
};

/* `plan` is NULL or of kind PLAN_WIRES if there are no decisions. */
struct port_model port_new(const struct plan *plan, unsigned in_width, unsigned out_width, unsigned padding);
void port_free(struct port_model *port);

/* The port's wires in this clock. `in` is used only by a port without any register, and may be NULL for others. */
void port_output(struct port_model *port, const uint8_t *in, uint8_t *out);
/* `chance`: the random bit that the port's concentrator sees in this clock, 0 or all ones. */
void port_clock(struct port_model *port, const uint8_t *in, bool start, uint8_t chance);

#endif
