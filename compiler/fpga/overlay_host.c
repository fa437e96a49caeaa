/* overlay_host.c: the application with which a host loads images into an area-universal device and steps it. See
 * rtl-templates/board/overlay_host.v. */
#include "fpga/overlay_host.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "emit/around.h"
#include "fpga/application.h"
#include "fpga/board.h"
#include "fpga/board_top.h"
#include "fpga/fit.h"
#include "network/machine.h"
#include "overlay/overlay.h"
#include "util/message.h"

enum { BITS_OF_A_BYTE = 8, LEAST_ROWS = 2 };

static struct overlay overlay_of(const struct network *net)
{
	struct overlay o;

	net->spec->machine->circuits.overlay(net, &o);
	return o;
}

static bool check(const struct network *net, const struct board *board)
{
	struct overlay o = overlay_of(net);
	unsigned pins = o.meshes * o.pins, most = OVERLAY_FRAME_ROOM / LEAST_ROWS * BITS_OF_A_BYTE;

	if (!board->uart) {
		error("the %s has no serial line: a device gets its images and pins by one", board->title);
		return suggest("a board with a serial line, which `ftc boards` lists");
	}
	if (pins == 0) {
		error("%s has no pins: a host could not see what its circuits do", net->spec->source);
		return suggest("--set pins=1");
	}
	if (pins <= most)
		return true;
	error("%s has %u pins: a host bridge passes on at most %u", net->spec->source, pins, most);
	return suggest("--set pins=%u", most / o.meshes);
}

/* Its own ports but pins_taken: the host keeps the pins until a step is done. */
static bool joins(const struct net *net)
{
	static const char *const joined[] = {
		"run", "step_done", "pin_in", "pin_out", "configure", "configure_in", "configure_out", "configure_valid",
		"settings_write", "settings_bank", "settings_cycle", "settings_data",
	};

	for (unsigned i = 0; i < sizeof joined / sizeof *joined; i++)
		if (net->direction != PORT_NONE && strcmp(net->name, joined[i]) == 0)
			return true;
	return false;
}

static void put_two(unsigned char *at, unsigned value)
{
	at[0] = (unsigned char)value;
	at[1] = (unsigned char)(value >> 8);
}

/* Adds the answer to `identify`, last byte first as in a Verilog number. */
static void add_identity(const struct board_top *top, const struct overlay *o, struct instance *in)
{
	unsigned char byte[OVERLAY_IDENTITY_BYTES] = { 'U', OVERLAY_PROTOCOL_VERSION };
	struct text digits = {0};

	for (unsigned i = 0; i < 8; i++) {
		unsigned value;

		sscanf(o->digest + 2 * i, "%2x", &value);
		byte[2 + i] = (unsigned char)value;
	}
	byte[10] = (unsigned char)o->meshes;
	byte[11] = (unsigned char)o->side;
	byte[12] = (unsigned char)o->pins;
	put_two(byte + 13, o->depth);
	put_two(byte + 15, o->banks);
	put_two(byte + 17, (unsigned)round(10 * top->pll->output_mhz));
	for (unsigned i = OVERLAY_IDENTITY_BYTES; i-- > 0;)
		text_print(&digits, "%02x", byte[i]);
	instance_long_parameter(in, "IDENTITY", digits.bytes, BITS_OF_A_BYTE * OVERLAY_IDENTITY_BYTES);
}

static unsigned width_of(const struct module *m, const char *net)
{
	return m->net[module_find(m, net)].width;
}

static void add_overlay_host(const struct board_top *top, struct module *m, struct design *d)
{
	struct overlay o = overlay_of(top->net);
	struct instance *i = module_instance(m, d, "overlay_host", 1, "host");

	instance_parameter(i, "PINS", o.meshes * o.pins);
	instance_parameter(i, "BANK_BITS", width_of(m, "settings_bank"));
	instance_parameter(i, "CYCLE_BITS", width_of(m, "settings_cycle"));
	add_identity(top, &o, i);
	application_serial(top, i);
	instance_connect_net(m, i, "rx", "uart_rx");
	connect_rest(m);
	module_assign(m, bits_of(module_find(m, "passed"), 0, 1), expression_of(bits_constant(0, 1)));
	module_assign(m, bits_of(module_find(m, "failed"), 0, 1), expression_of(bits_constant(0, 1)));
}

/* As synthesised with 12 pins on an iCE40, and with 96 on an ECP5. */
static void add_need(struct need *need, const struct spec *spec, const struct board *board)
{
	(void)spec;
	(void)board;
	need->lut4 += 290;
	need->ff += 290;
	need->cells += 340;
	need->ram += 1;
}

const struct application overlay_host_application = {
	.told = "a host bridge",
	.name = "host bridge",
	.serial = "A host loads images into the device, and steps it with pins\n"
		  "(ftc run --image, or docs/reference/host-protocol.md).",
	.hears = true,
	.compact = true,
	.works_long = true,
	.judged = JUDGED_BY_HOST,
	.joins = joins,
	.add_need = add_need,
	.check = check,
	.add = add_overlay_host,
};
