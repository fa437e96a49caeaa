/* own_top.c: the module around a user's own top module, and its checks. */
#include "fpga/own_top.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "emit/around.h"
#include "emit/emit.h"
#include "fpga/application.h"
#include "fpga/constraints.h"
#include "lower/streams.h"

static bool allow(const struct network *net, const struct board *board)
{
	(void)net;
	(void)board;
	return true;
}

const struct application own_top_application = {
	.told = "your top module",
	.name = "your top module",
	.serial = "",
	.judged = JUDGED_BY_NOBODY,
	.check = allow,
};

/* ---- checks ------------------------------------------------------------------------------------------------ */

bool own_port_is_common(const struct own_port *port)
{
	return strcmp(port->name, "clk") == 0 || strcmp(port->name, "rst") == 0;
}

static bool check_common(const struct own_top *own, const char *name, const char *what)
{
	for (size_t i = 0; i < own->port_count; i++) {
		const struct own_port *port = &own->port[i];

		if (strcmp(port->name, name) != 0)
			continue;
		if (port->direction == PORT_INPUT && port->width == 1)
			return true;
		error_at(port->at, "%s is no input of one bit: expected %s", name, what);
		return suggest("input wire %s", name);
	}
	error_at(own->top->at, "the module %s has no port %s: expected %s", own->top->name, name, what);
	return suggest("input wire %s", name);
}

static const char *const direction_words[] = { "", "an input", "an output", "an inout" };

/* Does the port go the way of its pin? */
static bool check_direction(const struct own_port *port)
{
	const struct board_pin *pin = port->pin;
	bool gives = board_pin_gives(pin), takes = board_pin_takes(pin);

	if (port->direction == PORT_INPUT ? gives : port->direction == PORT_OUTPUT ? takes : gives && takes)
		return true;
	error_at(port->at, "%s is %s: expected %s, as it is %s %s of the board", port->name, direction_words[port->direction],
		 takes ? "an output" : "an input", strchr("io", *pin_kind_names[pin->kind]) ? "an" : "a",
		 pin_kind_names[pin->kind]);
	if (port->width == 1)
		return suggest("%s wire %s", takes ? "output" : "input", port->name);
	return suggest("%s wire [%u:0] %s", takes ? "output" : "input", port->width - 1, port->name);
}

/* Names that Verilog allows behind a backslash would need one here, too. */
static bool check_name(const char *what, const char *name, struct place at)
{
	return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(name)
	       || error_at(at, "a %s is called '%s': expected letters, digits and _", what, name);
}

static bool check_port(struct own_port *port, const struct board *board)
{
	if (own_port_is_common(port))
		return true;
	if (!check_name("port", port->name, port->at))
		return false;
	if (board_reserves(board, port->name))
		return error_at(port->at, "a port is called %s: the module around yours uses this name for itself", port->name);
	if (port->odd) {
		error_at(port->at, "%s is a vector that does not end with 0: expected [%u:0]", port->name, port->width - 1);
		return suggest("[%u:0] %s", port->width - 1, port->name);
	}
	port->pin = board_pin_find(board, port->name);
	return !port->pin || check_direction(port);
}

static bool refuse_without_network(const struct own_top *own, const char *network)
{
	error_at(own->top->at, "the module %s has no instance of %s: expected the network in it", own->top->name, network);
	return suggest("%s network (...);", network);
}

static const struct own_connection *find_connection(const struct own_top *own, const char *name)
{
	for (size_t i = 0; i < own->connection_count; i++)
		if (strcmp(own->connection[i].name, name) == 0)
			return &own->connection[i];
	return NULL;
}

/* Refuses a connection to a port that the network does not have. */
static bool check_connection(const struct own_top *own, const struct own_connection *c, const struct module *network)
{
	const char **names = allocate_array(network->net_count + 1, sizeof *names);
	size_t count = 0;
	bool known = false;

	for (size_t i = 0; i < network->net_count; i++)
		if (network->net[i].direction != PORT_NONE) {
			names[count++] = network->net[i].name;
			known = known || strcmp(c->name, network->net[i].name) == 0;
		}
	if (!known) {
		char *listed = list_words(names, count);
		const char *meant = stream_meant(network, c->name), *nearest = meant ? meant : nearest_name(c->name, names, count);

		error_at(own->network_at, "the network has no port %s: expected %s", c->name, listed);
		suggest(".%s(...)", nearest ? nearest : names[0]);
		free(listed);
	}
	free(names);
	return known;
}

/* An input that is left open is unknown, and synthesis may leave the whole network out. */
static bool check_network_port(const struct own_top *own, const struct net *port)
{
	const struct own_connection *c = find_connection(own, port->name);
	unsigned width = c ? c->width : 0;

	if (width == port->width || (width == 0 && port->direction == PORT_OUTPUT))
		return true;
	if (width == 0) {
		error_at(own->network_at, "the network's input %s is not connected: expected %u bit%s", port->name, port->width,
			 port->width == 1 ? "" : "s");
		return suggest(".%s(...)", port->name);
	}
	return error_at(own->network_at, "%u bit%s connected to %s of the network: expected %u, its width", width,
			width == 1 ? " is" : "s are", port->name, port->width);
}

bool own_top_check_network(const struct own_top *own, const struct module *network)
{
	if (own->by_order)
		return error_at(own->network_at, "the network's ports are connected by their order: expected their names");
	for (size_t i = 0; i < own->connection_count; i++)
		if (!check_connection(own, &own->connection[i], network))
			return false;
	for (size_t i = 0; i < network->net_count; i++)
		if (network->net[i].direction != PORT_NONE && !check_network_port(own, &network->net[i]))
			return false;
	return true;
}

/* Chooses the constraints of clk_pin, the user's ports, and what the board needs. */
static bool choose_constraints(struct own_top *own, const struct board *board)
{
	const struct board_list *const lists[] = { &board->drive_high, &board->drive_low };
	struct constrained_port *port = allocate_array(own->port_count + 1 + lists[0]->count + lists[1]->count, sizeof *port);
	size_t count = 0;

	port[count++] = (struct constrained_port){ "clk_pin", 1, {0} };
	for (size_t i = 0; i < own->port_count; i++)
		if (!own_port_is_common(&own->port[i]))
			port[count++] = (struct constrained_port){ own->port[i].name, own->port[i].width, own->port[i].at };
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < lists[k]->count; i++)
			port[count++] = (struct constrained_port){ lists[k]->items[i].text, 1, {0} };
	bool done = constraints_select(board, port, count, own->constraints, &own->chosen);
	free(port);
	return done;
}

bool own_top_check(struct own_top *own, const struct board *board, const char *network)
{
	for (size_t i = 0; i < own->port_count; i++)
		if (!check_port(&own->port[i], board))
			return false;
	return check_common(own, "clk", "the network's clock") && check_common(own, "rst", "the reset after power-on")
	       && choose_constraints(own, board) && (own->has_network || refuse_without_network(own, network));
}

bool own_top_take(struct own_top *own, const struct board *board, const struct network *net, int *status)
{
	struct stack stack = stack_lower(net);

	stack_bare(&stack);
	char *name = stack_top_name(&stack, net);
	const struct own_network network = { name, design_top(stack_top(&stack)) };
	bool good = own_top_read(own, &network, board->device, status);

	if (good) {
		*status = EXIT_USAGE;
		good = own_top_check(own, board, name) && own_top_check_network(own, network.module) && own_top_check_nets(own);
	}
	free(name);
	stack_free(&stack);
	return good;
}

/* Does this Verilog of ftc's define the module? */
static bool defines(const char *verilog, const char *module)
{
	static const char word[] = "module ";
	size_t length = strlen(module);

	for (const char *line = verilog; *line; line = text_next_line(line)) {
		const char *name = line + strlen(word);

		if (strncmp(line, word, strlen(word)) == 0 && strncmp(name, module, length) == 0 && strchr(" (#;\n", name[length]))
			return true;
	}
	return false;
}

/* The file of ftc's that defines the module; NULL: none does. */
static const struct output_file *find_definition(const struct output *out, const char *module)
{
	for (size_t i = 0; i < out->count; i++)
		if (text_ends_with(out->files[i].path, ".v") && defines(out->files[i].content.bytes, module))
			return &out->files[i];
	return NULL;
}

bool own_top_names_differ(const struct own_top *own, const struct output *out)
{
	for (size_t i = 0; i < own->module_count; i++) {
		const struct own_module *module = &own->module[i];

		if (!module->declared && find_definition(out, module->name))
			return error_at(module->at, "a module is called %s: expected another name, as a module of ftc's, in the network or"
					" around it, has this one", module->name);
	}
	return true;
}

/* ---- the module around it ---------------------------------------------------------------------------------- */

/* The user's module, as far as its surroundings see it. */
static void add_module(const struct own_top *own, struct design *d)
{
	struct module *m = design_add(d, copy_string("own top"), copy_string(""));

	m->external = copy_string(own->top->name);
	for (size_t i = 0; i < own->port_count; i++)
		module_port(m, own->port[i].name, own->port[i].width, own->port[i].direction);
}

/* All bits inverted if `inverted`. */
static struct expression seen(struct bits b, bool inverted)
{
	struct expression e = expression_of(b);

	if (inverted)
		e.term[e.count++] = ones(bits_width(&b));
	return e;
}

/* Two flip-flops behind what a person moves. Returns the net behind them. */
static int synchronize(struct module *m, const struct own_port *port, int pin)
{
	int first = module_named_net(m, port->width, "%s__first", port->name);
	int second = module_named_net(m, port->width, "%s__second", port->name);

	module_register(m, bits_whole(m, first), bits_whole(m, pin), false);
	module_register(m, bits_whole(m, second), bits_whole(m, first), false);
	return second;
}

/* Adds a port of the board's, and connects it to that of the user's module. */
static void add_port(struct module *m, struct instance *i, const struct own_port *port)
{
	const struct board_pin *pin = port->pin;
	int net = module_port(m, port->name, port->width, port->direction);
	bool inverted = pin && pin->on_low;

	if (port->direction == PORT_OUTPUT && inverted) {
		int on = module_named_net(m, port->width, "%s__on", port->name);

		module_assign(m, bits_whole(m, net), seen(bits_whole(m, on), true));
		net = on;
	} else if (pin && (pin->kind == PIN_BUTTON || pin->kind == PIN_SWITCH)) {
		net = synchronize(m, port, net);
	}
	if (port->direction == PORT_INPUT)
		instance_connect_expression(i, port->name, seen(bits_whole(m, net), inverted));
	else
		instance_connect(i, port->name, bits_whole(m, net));
}

static char *purpose(const struct own_top *own, const struct board_top *top)
{
	return format_string("The module %s with the network %s in it, for %s.\n"
			     "\n"
			     "clk_pin (%g MHz) --> clk (%g MHz). Buttons, switches and leds are 1 in %s when pressed, closed"
			     " and lit.\n", own->top->name, top->net->spec->name, top->board->title, top->pll->input_mhz,
			     top->pll->output_mhz, own->top->name);
}

static struct design *own_top_design(const struct own_top *own, const struct board_top *top)
{
	struct design *d = design_around(top->design);

	add_module(own, d);
	struct module *m = board_top_begin(top, purpose(own, top), d);
	struct instance *i = module_instance(m, d, "own top", 1, "top");

	if (own->has_clock_hz)
		instance_parameter(i, "CLOCK_HZ", own->clock_hz ? own->clock_hz : (unsigned long)round(top->pll->output_mhz * 1e6));
	instance_connect_net(m, i, "clk", "clk");
	instance_connect_net(m, i, "rst", "rst");
	for (size_t k = 0; k < own->port_count; k++)
		if (!own_port_is_common(&own->port[k]))
			add_port(m, i, &own->port[k]);
	if (own->shows_reset)
		module_assign(m, bits_whole(m, module_output(m, OWN_TOP_RESET, 1, NULL)), expression_of(bits_whole(m, module_find(m, "rst"))));
	board_top_end(top, m);
	return d;
}

bool own_top_emit(const struct own_top *own, const struct board_top *top, struct output *out)
{
	struct design *d = own_top_design(own, top);
	bool done = design_check(d) && emit_design(d, top->net, "rtl", top->invocation, out);

	design_free(d);
	return done;
}
