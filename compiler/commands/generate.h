/* generate.h: all files of a network, for the commands that write them. */
#ifndef FTC_COMMANDS_GENERATE_H
#define FTC_COMMANDS_GENERATE_H

#include "fpga/extras.h"

/* Adds all files but the core: Verilog, file list, manifest, drawing, testbench and extras. False after a message. */
bool emit_all(const struct network *net, const struct extras *extras, const char *invocation, struct output *out);

#endif
