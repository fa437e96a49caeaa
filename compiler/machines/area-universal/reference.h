/* reference.h: a circuit as its author wrote it, as a model that is stepped beside a device.
 *
 * Yosys reads the file and joins its modules; it neither optimises nor maps it. So nothing that the compiler of circuits
 * has done, or has had done, can hide in the reference.
 */
#ifndef FTC_MACHINES_AREA_UNIVERSAL_REFERENCE_H
#define FTC_MACHINES_AREA_UNIVERSAL_REFERENCE_H

#include "model.h"
#include "overlay/netlist.h"

/* A bit of a port of the model; port NULL: the reference does not have it. */
struct reference_bit {
	const struct model_port *port;
	unsigned bit;
};

struct reference {
	struct model *model;
	struct reference_bit *input, *output;	/* as in the netlist; all of them are there */
	struct reference_bit *latch;		/* those that Yosys made up in synthesis, as for the states of a machine that it
						   encoded anew, have no port */
	size_t latches_found;
};

/* Makes the model of the file that `n` was read from. `top`: its module, NULL: Yosys finds it. False after one message,
 * with nothing to free; *status is then the exit status. */
bool reference_open(struct reference *r, const struct netlist *n, const char *top, int *status);
void reference_close(struct reference *r);

#endif
