/* board.h: a board, as described in boards/NAME.yaml.
 *
 * Pins are not in here but in constraints/NAME.pcf or .lpf. The ports of a board's top module, there and in the Verilog:
 *   clk_pin        the oscillator
 *   led_NAME       for each NAME of `leds`
 *   uart_tx        if `uart` is yes
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
 *   drive-high         list of outputs that must be 1 for the board to work; or drive-low
 *   place-options      list of further arguments for nextpnr
 *   pack-options       list of further arguments for the packer
 *   programmer!        list: the command that loads a bitstream; {file} stands for it
 *   programmer-package! Debian package of that command, or where else it comes from
 *   usb!               vendor:product as lsusb shows it, or a list of several
 *   note               what a user must know before it works (jumpers), printed by ftc flash
 */
#ifndef FTC_BUILD_BOARD_H
#define FTC_BUILD_BOARD_H

#include <stdbool.h>
#include <stddef.h>

#include "build/device.h"
#include "build/pll.h"
#include "parse/document.h"

enum board_led { LED_RUNNING, LED_PASSED, LED_FAILED, LED_STATUS, LED_COUNT };
extern const char *const board_led_names[LED_COUNT];

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
	struct board_list drive_high, drive_low;
	struct board_list place_options, pack_options;
	struct board_list programmer;
	const char *programmer_package;
	struct board_list usb;
	const char *note;			/* or NULL */
	struct document document;		/* what the above points into */
};

/* Reads boards/NAME.yaml and checks every value. On any error prints one message and returns false: an unknown name
 * with the nearest one, a bad file with its place. */
bool board_read(struct board *board, const char *name);
/* Reads a description from a file of any name. */
bool board_read_file(struct board *board, const char *name, const char *path);
void board_free(struct board *board);

/* The names of all boards, sorted. Fresh memory, ends with NULL. */
char **board_names(size_t *count);

#endif
