/* board.h: a board, as described in boards/NAME.yaml.
 *
 * Pins are not in here but in constraints/NAME.pcf or .lpf (constraints.h). The ports of a board's top module, there and in
 * the Verilog:
 *   clk_pin        the oscillator
 *   led_NAME       for each NAME of `leds`
 *   uart_tx        if `uart` is yes
 *   uart_rx        if `uart` is yes and what is built listens; the constraints have it in any case
 *   others         those of `drive-high` and `drive-low`, by their own names
 *
 * Keys of a board file (a flat YAML mapping; ! = must be given):
 *   title!             what the board is called by people
 *   device!            one of device.h
 *   package!           as nextpnr calls it
 *   speed              nextpnr's --speed; ECP5 only
 *   oscillator-mhz!    frequency at clk_pin
 *   pll!               none, pad, core or ehxplll: what makes the network clock
 *   clock-mhz!         network clock unless the user wishes another
 *   leds!              list of running, passed, failed, status
 *   led-on             high (default) or low: the level that lights them
 *   uart!              yes or no
 *   uart-baud          highest rate that its bridge to USB is known to carry; default 115200
 *   constraints        name of the constraints file, without its end; default: the board's
 *   drive-high         list of outputs that must be 1 for the board to work; or drive-low
 *   place-options      list of further arguments for nextpnr
 *   pack-options       list of further arguments for the packer
 *   programmer!        list: the command that loads a bitstream; {file} stands for it, {dfu} for a copy of it that the
 *                      command may change; `<` and a word: that file on standard input; several commands are parted by `then`
 *   programmer-package Debian package of the command; or
 *   programmer-source  where it comes from, as Debian has none. One of the two must be given
 *   usb                vendor:product as lsusb shows it, or a list of several; without: it is not on USB
 *   note               what a user must know before it works (jumpers), printed by ftc flash
 */
#ifndef FTC_FPGA_BOARD_H
#define FTC_FPGA_BOARD_H

#include <stdbool.h>
#include <stddef.h>

#include "fpga/device.h"
#include "fpga/pll.h"
#include "parse/document.h"

enum board_led { LED_RUNNING, LED_PASSED, LED_FAILED, LED_STATUS, LED_COUNT };
extern const char *const board_led_names[LED_COUNT];	/* as `leds` has them */
extern const char *const board_led_ports[LED_COUNT];	/* led_NAME */

enum { LOWEST_BAUD = 1200, DEFAULT_BAUD = 115200, HIGHEST_BAUD = 12000000 };

struct board_list {
	const struct value *items;
	size_t count;
};

struct board {
	const char *name;
	const char *title;
	const struct device *device;
	const char *package;
	const char *speed;			/* or NULL */
	double oscillator_mhz;
	enum pll_kind pll;
	double clock_mhz;
	bool led[LED_COUNT];
	bool led_on_low;
	bool uart;
	unsigned uart_baud;			/* LOWEST_BAUD .. HIGHEST_BAUD */
	const char *constraints;		/* name of their file, without folder and end */
	char *constraints_path;			/* where it lies; it need not be there */
	struct board_list drive_high, drive_low;
	struct board_list place_options, pack_options;
	struct board_list programmer;
	const char *programmer_package;		/* or NULL: then there is */
	const char *programmer_source;
	struct board_list usb;
	const char *note;			/* or NULL */
	struct document document;		/* what the above points into */
};

/* Reads boards/NAME.yaml and checks every value; or, where there is no such board and `name` ends with .yaml, that
 * file. On any error prints one message and returns false: an unknown name with the nearest one, a bad file with its place. */
bool board_read(struct board *board, const char *name);
void board_free(struct board *board);

/* The outputs of a board's top module, each one bit wide: lights, uart_tx, then those that are held high, and low. The array
 * is fresh, ends with NULL and lies no longer than the board. */
const char **board_outputs(const struct board *board, size_t *count);

/* The names of all boards, sorted. Fresh memory, ends with NULL. */
char **board_names(size_t *count);

#endif
