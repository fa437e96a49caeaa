/* emit.h: from a checked design to files. */
#ifndef FTC_EMIT_EMIT_H
#define FTC_EMIT_EMIT_H

#include <stdbool.h>

#include "commands.h"
#include "elaborate/network.h"
#include "lower/design.h"
#include "util/output.h"

/* One Verilog file per module, under rtl/, templates included, and the file list NAME.f.
 * Byte-identical for equal parameters: no dates, no paths. False after a message when a template cannot be read. */
bool emit_verilog(const struct design *design, const struct network *net, const char *invocation,
		  struct output *out);

/* FuseSoC CAPI2 core, NAME.core. */
void emit_fusesoc(const struct design *design, const struct network *net, struct output *out);
/* NAME.json: parameters, ports, levels, latency, frame, cost. */
void emit_manifest(const struct design *design, const struct network *net, struct output *out);
/* NAME.svg: the tree with its capacities, or the sorter; plans/concentrator_R_S.svg: a tree's smaller concentrators. */
void emit_drawing(const struct network *net, struct output *out);

/* All of the above for a parameter file: what `ftc generate` writes, and what simulate and build start from. */
bool emit_all(const struct network *net, const char *invocation, struct output *out);

#endif
