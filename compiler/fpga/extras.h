/* extras.h: what is generated beside a network: a Wishbone top, a board's top, a FuseSoC core. */
#ifndef FTC_FPGA_EXTRAS_H
#define FTC_FPGA_EXTRAS_H

#include <stdbool.h>

#include "network/network.h"
#include "lower/design.h"
#include "util/output.h"

struct board;
struct pll;

/* What is wanted beside the network. */
struct extras {
	bool wishbone;			/* NAME_wishbone: a Wishbone slave at every leaf */
	const struct board *board;	/* or NULL: a top module for this board, with the self test */
	const struct pll *pll;		/* the board's */
};

/* board/: the board's top module, the self test and the constraints. False after a message. */
bool emit_board(const struct design *design, const struct network *net, const struct extras *extras, const char *invocation,
		struct output *out);

/* The FuseSoC core, CAPI2, of all files of `out`, which lie in `folder` ("" or "NAME/") beside it. `vlnv`: its name, or NULL for
 * ftc:networks:NAME:VERSION. Who depends on it gets the network, and the board's top with it if `whole`. */
void print_fusesoc(const struct network *net, const struct extras *extras, const struct output *out, const char *folder,
		   const char *vlnv, bool whole, struct text *core);

#endif
