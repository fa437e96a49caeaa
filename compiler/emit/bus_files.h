/* bus_files.h: the map of a bus for software: what a program is compiled and linked with. */
#ifndef FTC_EMIT_BUS_FILES_H
#define FTC_EMIT_BUS_FILES_H

struct output;
struct spec;

/* Adds NAME.h, for C and assembler, and NAME.ld, for a linker, of a spec with a bus; of others nothing. */
void emit_bus_files(const struct spec *spec, struct output *out);

#endif
