/* extras.h: files generated beside a network: a shell, a board's top, a FuseSoC core. */
#ifndef FTC_FPGA_EXTRAS_H
#define FTC_FPGA_EXTRAS_H

#include <stdbool.h>

#include "network/network.h"
#include "lower/design.h"
#include "util/output.h"

struct board;
struct pll;

/* The user's choice of extras. */
struct extras {
	const struct board *board;	/* the top module that `ftc build` makes for this board; NULL: none */
	const struct pll *pll;		/* the board's */
};

/* Adds board/: the board's top module, the application and the constraints. False after a message. */
bool emit_board(const struct design *design, const struct network *net, const struct extras *extras,
		const char *invocation, struct output *out);

/* Prints the FuseSoC core, CAPI2, of all files of `out`, which are in `folder` ("" or "NAME/") beside it. `vlnv`:
 * the core's name; NULL: ftc:networks:NAME:VERSION, where networks that the user has not named have the digest of their
 * parameters in NAME. A core that depends on it gets the network and, if `whole`, the board's top. */
void print_fusesoc(const struct network *net, const struct extras *extras, const struct output *out, const char *folder,
		   const char *vlnv, bool whole, struct text *core);

#endif
