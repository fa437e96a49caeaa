/* board.h: a board, as described in boards/NAME.yaml.
 *
 * The pins are in constraints/NAME.pcf or .lpf (constraints.h). The ports of a board's top module, there and in the
 * Verilog:
 *   clk_pin        the oscillator
 *   led_NAME       for each NAME of `leds`
 *   uart_tx        if `uart` is yes
 *   uart_rx        if `uart` is yes and the application uses it; the constraints always have it
 *   others         those of `drive-high` and `drive-low`, by their own names
 * A user's own top module (own_top.h) has other ports: clk, rst, and those of `pins`, which are in the same file.
 *
 * docs/how-to/boards.md describes the keys of the file.
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

/* Where the programmer puts a bitstream. */
enum board_memory {
	MEMORY_UNKNOWN,		/* the description does not say */
	MEMORY_FLASH,		/* "flash": kept at power-off */
	MEMORY_SRAM,		/* "sram": the FPGA's own, lost at power-off */
};

/* What a pin is, for a user's own top module. A button or a switch arrives there in step with the clock. */
enum pin_kind { PIN_BUTTON, PIN_SWITCH, PIN_LED, PIN_INPUT, PIN_OUTPUT, PIN_HEADER, PIN_KINDS };
extern const char *const pin_kind_names[PIN_KINDS];	/* as `pins` has them */

/* Pins of a board that a user's own top module may have as a port, by this name. */
struct board_pin {
	const char *name;
	unsigned width;			/* of the vector name[width-1:0]; 1: no vector */
	enum pin_kind kind;
	bool on_low;			/* pressed or lit while the pin is low; the top module has 1 for it */
};
enum { WIDEST_PIN = 64 };

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
	const char *constraints;		/* name of the constraints file, without folder and suffix */
	char *constraints_path;			/* path of the constraints file, which may be missing */
	struct board_list drive_high, drive_low;
	struct board_pin *pin;			/* those of `pins`, then uart_tx and uart_rx if there is a serial line */
	size_t pin_count;
	struct board_list place_options, pack_options;
	struct board_list programmer;
	enum board_memory memory;		/* of `programmer` */
	struct board_list permanent_programmer;	/* writes the flash where `programmer` does not; or empty */
	const char *programmer_package;		/* or NULL; then programmer_source */
	const char *programmer_source;
	struct board_list usb;
	const char *note;			/* or NULL */
	struct document document;		/* memory of the strings above */
};

/* Reads boards/NAME.yaml and checks every value. If there is no such board and `name` ends with .yaml, reads that
 * file. On an error prints one message, with the nearest name for an unknown one and the place in a bad file, and
 * returns false. */
bool board_read(struct board *board, const char *name);
/* Is this the name of one of ftc's own boards? */
bool board_exists(const char *name);
/* Suggests, for a name that no board has, the boards whose names begin so, or the nearest: a single one behind `before`,
 * as in "--board icebreaker". False if there is none. */
bool board_suggest(const char *name, const char *before);
/* The memory and what power-off does to it, "SRAM, which is lost at power-off"; NULL of MEMORY_UNKNOWN. */
const char *board_memory_text(enum board_memory memory);
void board_free(struct board *board);

/* The outputs of a board's top module, each one bit wide: lights, uart_tx, those held high, those held low. The
 * array is fresh and ends with NULL; its strings belong to the board. */
const char **board_outputs(const struct board *board, size_t *count);

/* The pin of that name; NULL: there is none. */
const struct board_pin *board_pin_find(const struct board *board, const char *name);
/* Its name as a port's: "led[7:0]". Fresh. */
char *board_pin_port(const struct board_pin *pin);
/* Whether a top module may drive it; whether it may read it. */
bool board_pin_takes(const struct board_pin *pin);
bool board_pin_gives(const struct board_pin *pin);
/* Whether the module around a user's own top module uses this name itself. */
bool board_reserves(const struct board *board, const char *name);

/* The names of all boards, sorted. They stay. None (which only happens if ftc's own files are damaged): after a message. */
const char *const *board_names(size_t *count);

#endif
