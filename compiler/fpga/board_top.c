/* board_top.c: the top module of a bitstream. */
#include "fpga/board_top.h"

#include <math.h>
#include <stdlib.h>

#include "emit/around.h"
#include "emit/shell.h"

enum {
	LEAST_RESET_BITS = 5,
	LOCK_CLOCKS = 32,		/* more than a PLL's model takes to lock, and the way of the lock to the reset */
};

char *board_top_name(const struct network *net)
{
	return format_string("%s_board", net->spec->name);
}

unsigned board_top_reset_bits(const struct board_top *top)
{
	double clocks = top->board->device->tools->ram_wait_us * pll_fastest_mhz(top->pll);
	unsigned bits = LEAST_RESET_BITS;

	while (ldexp(1, (int)bits) < clocks)
		bits++;
	return bits;
}

uint64_t board_top_reset_clocks(const struct board_top *top)
{
	return (1ull << board_top_reset_bits(top)) + LOCK_CLOCKS;
}

static void add_board_ports(struct module *m, const struct board_top *top)
{
	size_t count;
	const char **outputs = board_outputs(top->board, &count);

	for (size_t i = 0; i < count; i++)
		module_output(m, outputs[i], 1, NULL);
	if (application_of(top->application, top->net->spec)->hears)
		module_input(m, "uart_rx", 1, NULL);
	free(outputs);
}

static void assign(struct module *m, const char *target, struct bits source)
{
	module_assign(m, bits_whole(m, module_find(m, target)), expression_of(source));
}

static void add_constants(struct module *m, const struct board_list *names, unsigned value)
{
	for (size_t i = 0; i < names->count; i++) {
		if (module_find(m, names->items[i].text) < 0)
			module_output(m, names->items[i].text, 1, NULL);
		assign(m, names->items[i].text, bits_constant(value, 1));
	}
}

static void add_lights(struct module *m, struct design *d, const struct board *board)
{
	for (unsigned k = 0; k < LED_COUNT; k++) {
		if (!board->led[k])
			continue;
		struct instance *i = module_instance(m, d, "board_light", 1, "%s_light", board_led_names[k]);

		instance_parameter(i, "SHOWS", k);
		instance_parameter(i, "ON_LOW", board->led_on_low);
		instance_connect_net(m, i, "pin", board_led_ports[k]);
		connect_rest(m);
	}
}

/* What the shell puts at the leaves, between commas, or nothing. Fresh. */
static char *shell_purpose(const struct shell *shell)
{
	return shell->circuit ? format_string(", %s and a %s at every leaf,", shell->one, shell->circuit->driver.name)
			      : copy_string("");
}

static char *purpose(const struct board_top *top)
{
	const struct application *application = application_of(top->application, top->net->spec);
	char *shell = shell_purpose(top->net->spec->shell);
	char *text = format_string("The network %s%s with %s, for %s.\n"
			     "\n"
			     "clk_pin (%g MHz) --> clk (%g MHz); the network's ports that are not used here are held"
			     " at 0 or open.\n"
			     "Serial line: %u baud, 8N1. %s\n",
			     top->net->spec->name, shell, application->told, top->board->title, top->pll->input_mhz,
			     top->pll->output_mhz, top->baud, application->serial);

	free(shell);
	return text;
}

static void add_nets(struct module *m)
{
	static const char *const names[] = {
		"running", "passed", "failed", "tx", "network_rst"
	};

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		module_net(m, names[i], 1);
}

struct module *board_top_begin(const struct board_top *top, char *purpose, struct design *d)
{
	static const char *const nets[] = { "clk", "locked", "rst" };
	struct module *m = design_add(d, copy_string("board"), purpose);

	module_input(m, "clk_pin", 1, NULL);
	for (size_t i = 0; i < sizeof nets / sizeof *nets; i++)
		module_net(m, nets[i], 1);
	pll_add(top->pll, "clk_pin", m, d);
	instance_parameter(module_instance(m, d, "power_on_reset", 1, "reset"), "WAIT_BITS", board_top_reset_bits(top));
	connect_rest(m);
	return m;
}

void board_top_end(const struct board_top *top, struct module *m)
{
	add_constants(m, &top->board->drive_high, 1);
	add_constants(m, &top->board->drive_low, 0);
}

static struct design *board_top_design(const struct board_top *top)
{
	const struct application *application = application_of(top->application, top->net->spec);
	struct design *d = design_around(top->design);
	struct module *m = board_top_begin(top, purpose(top), d);

	add_board_ports(m, top);
	add_nets(m);
	add_inner(m, d, design_top(top->design)->name, "clk", "network_rst", application->joins);
	application->add(top, m, d);
	if (!application->resets)
		assign(m, "network_rst", bits_whole(m, module_find(m, "rst")));
	add_lights(m, d, top->board);
	if (top->board->uart)
		assign(m, "uart_tx", bits_whole(m, module_find(m, "tx")));
	board_top_end(top, m);
	return d;
}

bool board_top_emit(const struct board_top *top, const char *folder, struct output *out)
{
	struct design *d = board_top_design(top);
	bool done = design_check(d) && emit_design(d, top->net, folder, top->invocation, out);

	design_free(d);
	return done;
}
