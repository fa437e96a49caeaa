/* design.h: structural RTL: modules, ports, nets, instances; no Verilog text yet.
 *
 * A module instantiates others and joins bits of nets. Every bit of every net has exactly one driver, every connection
 * has the width of its port, and no names clash. design_check() verifies this before anything is printed.
 */
#ifndef FTC_LOWER_DESIGN_H
#define FTC_LOWER_DESIGN_H

#include <stdbool.h>
#include <stddef.h>

struct network;
struct family;

enum port_direction { PORT_NONE, PORT_INPUT, PORT_OUTPUT, PORT_INOUT };

/* A port or an internal net of a module. */
struct net {
	char *name;
	unsigned width;			/* >= 1; printed as a scalar when 1 */
	enum port_direction direction;	/* PORT_NONE: internal */
	char *comment;			/* or NULL */
	unsigned share;			/* of each leaf, if it is a vector of all leaves below; or 0 */
};

enum { NET_ZERO = -1, NET_ONE = -2 };	/* constant bits */

/* `width` bits of a net from bit `low` up, or `width` constant bits. */
struct slice {
	int net;
	unsigned low;
	unsigned width;
};

/* Slices put together, the first at the least significant end. */
struct bits {
	struct slice *slice;
	size_t count;
};

enum { MAXIMUM_TERMS = 5 };

/* Networks have xors, and ors; wrappers of proofs all. */
enum operation {
	OPERATION_XOR,
	OPERATION_NOT,			/* of one term */
	OPERATION_ANY, OPERATION_ALL,	/* of one term: whether a bit is 1, or each; one bit */
	OPERATION_AND, OPERATION_NAND, OPERATION_OR,
	OPERATION_EQUAL,		/* of two terms; one bit */
	OPERATION_CHOICE,		/* the second term if the first one, a bit, is 1, else the third */
};

/* The xor of up to MAXIMUM_TERMS vectors of equal width, or another operation; mostly one vector. */
struct expression {
	struct bits term[MAXIMUM_TERMS];
	bool inverted[MAXIMUM_TERMS];	/* whether its term is complemented; in wrappers of proofs only */
	size_t count;
	enum operation operation;
};

struct connection {
	const char *port;		/* of what a proof sees inside a circuit it is no plain identifier: "queue[0].count" */
	struct expression value;	/* output: one term, which is driven; a term without bits: left open */
	char *own_port;			/* `port`, if the connection owns it; or NULL */
};

struct parameter {
	const char *name;
	unsigned long value;
	unsigned width;			/* of a vector; 0: a number */
	char *digits;			/* of a vector of any width, instead of `value`: hexadecimal; or NULL */
	char *text;			/* instead of both: a quoted string, or a parameter of the module; or NULL */
};

/* `count` instances side by side (if more than one, a Verilog array of instances). Each gets its share of a vector; a
 * connection as wide as one port goes to all. */
struct instance {
	char *module;			/* a module of the design, or a template's name */
	char *name;
	unsigned count;
	struct parameter *parameter;
	size_t parameter_count;
	struct connection *connection;
	size_t connection_count;
	char *comment;			/* or NULL */
};

/* target = source, or target <= source at every rising edge of clk. */
struct assignment {
	struct bits target;
	struct expression source;
	bool registered;
	bool reset;			/* registered: cleared while rst is high */
	bool copy;			/* registered: not to be merged with equal registers */
	char *comment;			/* or NULL */
};

struct module {
	char *name;			/* without the network's prefix */
	char *external;			/* the whole name of a module that is not ftc's: no file is made of it; or NULL */
	char *purpose;			/* lines of the header comment */
	bool loops;			/* equal instances are printed as generate loops: NAME[3].MODULE, not NAME_3 */
	unsigned level;			/* of a subtree's module: the level of its root; 0: no subtree, or the whole tree */
	struct parameter *parameter;	/* with their defaults; most modules have none */
	size_t parameter_count;
	struct net *net;		/* ports in order, internal nets anywhere between */
	size_t net_count;
	struct instance *instance;
	size_t instance_count;
	struct assignment *assignment;
	size_t assignment_count;
};

/* A port of a hand-written module, rtl-templates/FOLDER/NAME.v. */
struct template_port {
	const char *name;
	enum port_direction direction;
	unsigned long (*width)(const struct instance *i);	/* by the instance's parameters; or NULL: 1 */
};

/* What a term of a template's cost counts. COST_LONE: flip-flops that no LUT of the template stands before. */
enum cost_kind { COST_LUT4, COST_FF, COST_LONE, COST_RAM_BITS };
enum { MOST_COST_TABLES = 8 };

/* A term of what a template costs, as its header says (docs/contributing/architecture.md, What a template costs). */
struct template_term {
	enum cost_kind kind;
	bool once;				/* for all equal instances of a design together; otherwise for each of them */
	const char *basis;			/* the expression; NULL: no more terms */
	/* Its value, if so many are equal. */
	unsigned long (*size)(const struct instance *i, unsigned long count, const struct family *family);
	double fitted[MOST_COST_TABLES];	/* what to multiply it by, by each of cost_tables (lower/cost.h) */
};

struct template {
	const char *name;
	const struct template_port *port;	/* ends with a NULL name */
	const char *const *needs;		/* other templates that it instantiates; ends with NULL */
	const struct template_term *term;	/* ends with a NULL basis; none: the header says nothing of its cost */
};

struct design {
	const struct design *base;	/* a design whose modules and templates this one may instantiate; or NULL */
	struct module **module;		/* instantiated modules first; the last one is the top */
	size_t module_count;
	const struct template **template;	/* those used, in order of first use */
	size_t template_count;
	const struct template *apart;	/* the one that synthesis is asked to keep whole; or NULL */
};

/* Lowers a network. Cannot fail. */
struct design *design_lower(const struct network *net);

/* Checks the rules above. Reports violations (defects of ftc, not of the input) and then returns false. */
bool design_check(const struct design *design);

static inline const struct module *design_top(const struct design *design)
{
	return design->module[design->module_count - 1];
}

void design_free(struct design *design);

#endif
