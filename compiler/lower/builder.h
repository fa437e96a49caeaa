/* builder.h: builds modules. */
#ifndef FTC_LOWER_BUILDER_H
#define FTC_LOWER_BUILDER_H

#include "network/network.h"
#include "lower/design.h"

/* An empty design around another one, which must outlive it. */
struct design *design_around(const struct design *base);
/* Adds a module; the design owns it. `purpose` lines end with newlines. */
struct module *design_add(struct design *d, char *name, char *purpose);
/* The module of that name in the design or its base; or NULL. */
const struct module *design_find(const struct design *d, const char *name);
/* The template called `name`; it and the templates it needs are noted as used. */
const struct template *design_use(struct design *d, const char *name);
/* Asks synthesis, by an attribute, to keep the modules of a template that is in use whole: one of which there are thousands is
 * synthesised once. */
void design_keep_apart(struct design *d, const char *name);
const struct template *template_find(const char *name);

void module_parameter(struct module *m, const char *name, unsigned long value);
/* Ports and nets; return the net's number. Width 0 is not allowed. */
int module_input(struct module *m, const char *name, unsigned width, const char *comment);
int module_output(struct module *m, const char *name, unsigned width, const char *comment);
int module_port(struct module *m, const char *name, unsigned width, enum port_direction direction);
int module_net(struct module *m, const char *name, unsigned width);
/* A net whose name is printf-like. */
int module_named_net(struct module *m, unsigned width, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Fresh wires, for bits of outputs that nothing reads: those of a module are all one net, `unused`. A whole output that nothing
 * reads stays open instead. */
struct bits module_unused(struct module *m, unsigned width);
/* The net called `name`, or -1. */
int module_find(const struct module *m, const char *name);

struct bits bits_of(int net, unsigned low, unsigned width);
struct bits bits_whole(const struct module *m, int net);
struct bits bits_constant(unsigned long value, unsigned width);
/* The digit of a child below the address bits `address` that all leaves of the module share; -1: there are none. */
struct bits bits_child_address(const struct module *m, int address, unsigned child, unsigned digit_bits);
/* Appends bits at the most significant end; takes over `more`. */
void bits_append(struct bits *b, struct bits more);
unsigned bits_width(const struct bits *b);

/* The expression consisting of one vector. */
struct expression expression_of(struct bits b);

/* `count` instances; the name is printf-like. */
struct instance *module_instance(struct module *m, struct design *d, const char *module, unsigned count,
				 const char *name, ...) __attribute__((format(printf, 5, 6)));
/* The first instance of that module or template, which must be there. */
const struct instance *module_first(const struct module *m, const char *module);
void instance_parameter(struct instance *i, const char *name, unsigned long value);
/* Several at once: PARAMETERS(i, { "WIDTH", 4 }, { "DEPTH", 7 }). */
struct named_value {
	const char *name;
	unsigned long value;
};
void instance_parameters(struct instance *i, const struct named_value *list);
/* The instance's override of a parameter, or `otherwise`, the module's default. */
unsigned long parameter_value(const struct instance *i, const char *name, unsigned long otherwise);
#define PARAMETERS(i, ...) instance_parameters(i, (const struct named_value[]){ __VA_ARGS__, { NULL, 0 } })
/* Overrides a parameter: with a vector of `width` bits, up to 64. */
void instance_vector_parameter(struct instance *i, const char *name, unsigned long value, unsigned width);
/* With a vector of any width, given by its hexadecimal digits; takes them over. */
void instance_long_parameter(struct instance *i, const char *name, char *digits, unsigned width);
/* The digits of such a parameter: values of `width` bits each, the first at the least significant end. A fresh
 * string. */
char *packed_digits(const unsigned *value, size_t count, unsigned width);
/* With a string. */
void instance_string_parameter(struct instance *i, const char *name, const char *string);
/* With the instantiating module's parameter of the same name. */
void instance_same_parameter(struct instance *i, const char *name);
void instance_connect(struct instance *i, const char *port, struct bits b);
/* The same for a port whose name is printf-like. */
void instance_connect_named(struct instance *i, struct bits b, const char *port, ...)
	__attribute__((format(printf, 3, 4)));
/* Connects an output that nothing reads to nothing. */
void instance_leave_open(struct instance *i, const char *port);
/* Connects ports to whole nets of `m`: CONNECT(m, i, { "in", in }, { "out", out }). */
struct port_net {
	const char *port;
	int net;
};
void instance_connect_nets(const struct module *m, struct instance *i, const struct port_net *list);
#define CONNECT(m, i, ...) instance_connect_nets(m, i, (const struct port_net[]){ __VA_ARGS__, { NULL, 0 } })
void instance_connect_expression(struct instance *i, const char *port, struct expression e);
/* Connects a port to the whole net of `m` called `net`. */
void instance_connect_net(const struct module *m, struct instance *i, const char *port, const char *net);

void module_assign(struct module *m, struct bits target, struct expression source);
/* A register; cleared by rst if `reset`. Adds clk and rst as needed. */
void module_register(struct module *m, struct bits target, struct bits source, bool reset);
/* A register that stays apart from equal ones: a local copy, for short wires. */
void module_register_copy(struct module *m, struct bits target, struct bits source);

/* clk and rst of the module, added at first use. */
int module_clock(struct module *m);
int module_reset(struct module *m);
void instance_connect_clock(struct module *m, struct instance *i);
/* Connects clk, and rst if the instantiated module of the design has it. */
void instance_connect_common(struct module *m, struct design *d, struct instance *i);
/* Connects every open port to the net of its name, in the order of the header. An output without such a net stays
 * open. */
void instance_connect_rest(struct module *m, const struct design *d, struct instance *i);

/* A strobe and its later copies: bit k-1 of the vector is the strobe k clocks later. */
struct strobe {
	struct module *module;
	int first;			/* the strobe itself */
	int later;			/* vector net, or -1 while no later copy has been asked for */
	unsigned depth;
	const char *name;		/* of the vector */
};
/* Plans the copies; `depth` is the latest that will be asked for. `inside`: they stay inside a concentrator, and
 * synthesis may merge them with those of its neighbours. */
struct strobe strobe_make(struct module *m, int first, const char *name, unsigned depth, bool inside);
struct bits strobe_after(const struct strobe *s, unsigned clocks);
/* Adds what breaks the ties of choices that decide `clocks` after the strobe. Returns a net, the `favor` of
 * rtl-templates/plan/choose.v; `chance` is a net, too. */
int lower_ties(struct module *m, struct design *d, const char *name, const struct strobe *s, unsigned clocks,
	       int chance);

/* Adds a delay line of `depth` clocks between wires; takes both over. */
void lower_delay_line(struct module *m, struct design *d, const struct network *net, const char *name,
		      struct bits in, struct bits out, unsigned depth);
/* Adds the module of a plan, once; returns its name. */
const char *lower_plan(struct design *d, const struct plan *plan);

/* Whether a plan's module has a reset port. */
bool plan_uses_reset(const struct plan *plan);

#endif
