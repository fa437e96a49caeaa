/* board_report.c: a board, explained to a person or to a program.
 *
 * In: a struct board. Out: a page of rows, or a JSON object. What the board's pins are is one section of either:
 * add_pins() and pins_json(). */
#include "fpga/board_report.h"

#include <stdlib.h>
#include <string.h>

#include "network/cost.h"
#include "util/json.h"

const char *board_loader(const struct board *b)
{
	const char *name = b->programmer.items[0].text;

	for (size_t i = 0; i + 1 < b->programmer.count; i++)
		if (strcmp(b->programmer.items[i].text, "then") == 0)
			name = b->programmer.items[i + 1].text;
	return name;
}

unsigned long board_ram_kbit(const struct board *b)
{
	return b->device->ram * device_family(b->device)->block_ram.bits / 1024;
}

/* The value of a key as the description has it; NULL: it has none. */
static const char *written(const struct board *b, const char *key)
{
	const struct entry *entry = document_find(&b->document, key);

	return entry ? entry->items->text : NULL;
}

/* ---- text -------------------------------------------------------------------------------------------------- */

static void begin_row(struct text *out, const char *name)
{
	text_print(out, "  %-12s ", name);
}

static void add_row(struct text *out, const char *name, const char *value)
{
	begin_row(out, name);
	text_print(out, "%s\n", value);
}

static void add_lights(const struct board *b, struct text *out)
{
	const char *before = "";

	begin_row(out, "lights");
	for (unsigned i = 0; i < LED_COUNT; i++)
		if (b->led[i]) {
			text_print(out, "%s%s", before, board_led_names[i]);
			before = ", ";
		}
	text_print(out, "; a pin that is %s lights one\n", b->led_on_low ? "low" : "high");
}

static void add_serial_line(const struct board *b, struct text *out)
{
	begin_row(out, "serial line");
	if (b->uart)
		text_print(out, "up to %u baud\n", b->uart_baud);
	else
		text_add(out, "none\n");
}

/* A button, switch or LED is on at one level of its pin; others are not on or off. */
static bool has_level(const struct board_pin *pin)
{
	return pin->kind <= PIN_LED;
}

/* Ports that a top module of one's own may have. */
static void add_port_rows(const struct board *b, struct text *out)
{
	for (size_t i = 0; i < b->pin_count; i++) {
		const struct board_pin *pin = &b->pin[i];
		char *port = board_pin_port(pin);

		begin_row(out, i == 0 ? "ports" : "");
		text_print(out, "%-17s %s%s\n", port, pin_kind_names[pin->kind],
			   !has_level(pin) ? "" : pin->on_low ? ", on while the pin is low" : ", on while the pin is high");
		free(port);
	}
}

/* What is connected to the FPGA, and where. */
static void add_pins(const struct board *b, struct text *out)
{
	add_lights(b, out);
	add_serial_line(b, out);
	add_port_rows(b, out);
	add_row(out, "pins", b->constraints_path);
}

static void add_clock(const struct board *b, struct text *out)
{
	begin_row(out, "clock");
	text_print(out, "%g MHz by default", b->clock_mhz);
	if (b->pll == PLL_NONE)
		text_print(out, ": that of the oscillator, for there is no PLL\n");
	else
		text_print(out, ", by a PLL (%s) from an oscillator of %g MHz\n", written(b, "pll"), b->oscillator_mhz);
}

static void add_programmer(const struct board *b, struct text *out)
{
	const char *memory = board_memory_text(b->memory);

	begin_row(out, "programmer");
	text_print(out, "%s, %s%s\n", board_loader(b), b->programmer_package ? "Debian package " : "from ",
		   b->programmer_package ? b->programmer_package : b->programmer_source);
	begin_row(out, "memory");
	text_print(out, "ftc flash writes %s%s\n", memory ? memory : "one that the description does not name",
		   b->permanent_programmer.count ? "; with --permanent the flash" : "");
	if (b->usb.count)
		begin_row(out, "USB");
	for (size_t i = 0; i < b->usb.count; i++)
		text_print(out, "%s%s", b->usb.items[i].text, i + 1 < b->usb.count ? " or " : "\n");
}

void board_report(const struct board *b, struct text *out)
{
	text_print(out, "%s: %s\n", b->name, b->title);
	begin_row(out, "device");
	text_print(out, "%s, package %s%s%s\n", b->device->name, b->package, b->speed ? ", speed " : "",
		   b->speed ? b->speed : "");
	begin_row(out, "logic");
	text_print(out, "%lu LUT4, each with a flip-flop\n", b->device->logic);
	begin_row(out, "block RAM");
	text_print(out, "%lu of them, %lu kbit in all\n", b->device->ram, board_ram_kbit(b));
	add_clock(b, out);
	add_pins(b, out);
	add_programmer(b, out);
	if (b->note)
		add_row(out, "note", b->note);
	add_row(out, "description", b->document.source);
}

/* ---- JSON -------------------------------------------------------------------------------------------------- */

/* A text, or null. */
static json_t *text_json(const char *text)
{
	return text ? json_string(text) : json_null();
}

static json_t *list_json(const struct board_list *list)
{
	json_t *array = json_array();

	for (size_t i = 0; i < list->count; i++)
		json_array_append_new(array, json_string(list->items[i].text));
	return array;
}

json_t *board_ports_json(const struct board *b)
{
	json_t *list = json_array();

	for (size_t i = 0; i < b->pin_count; i++) {
		const struct board_pin *pin = &b->pin[i];
		json_t *on = !has_level(pin) ? json_null() : json_string(pin->on_low ? "low" : "high");

		json_array_append_new(list, json_pack("{s:s, s:i, s:s, s:o}", "name", pin->name, "width", (int)pin->width, "kind",
						      pin_kind_names[pin->kind], "on", on));
	}
	return list;
}

/* As add_pins(). */
static void pins_json(const struct board *b, json_t *object)
{
	json_t *leds = json_array();

	for (unsigned i = 0; i < LED_COUNT; i++)
		if (b->led[i])
			json_array_append_new(leds, json_string(board_led_names[i]));
	json_object_set_new(object, "leds", leds);
	json_object_set_new(object, "led_on", json_string(b->led_on_low ? "low" : "high"));
	json_object_set_new(object, "uart_baud", b->uart ? json_integer(b->uart_baud) : json_null());
	json_object_set_new(object, "constraints", json_string(b->constraints_path));
}

static void programmer_json(const struct board *b, json_t *object)
{
	bool flash = b->memory == MEMORY_FLASH, permanent = flash || b->permanent_programmer.count;

	json_object_set_new(object, "programmer", json_string(board_loader(b)));
	json_object_set_new(object, "programmer_package", text_json(b->programmer_package));
	json_object_set_new(object, "programmer_source", text_json(b->programmer_source));
	json_object_set_new(object, "memory", text_json(written(b, "memory")));
	json_object_set_new(object, "permanent", json_boolean(permanent));
	json_object_set_new(object, "usb", list_json(&b->usb));
	json_object_set_new(object, "note", text_json(b->note));
}

json_t *board_report_json(const struct board *b)
{
	json_t *object = json_pack("{s:s, s:s, s:s, s:s, s:o}", "name", b->name, "title", b->title, "device", b->device->name,
				   "package", b->package, "speed", text_json(b->speed));

	JSON_NUMBERS(object, { "lut4", b->device->logic }, { "block_rams", b->device->ram },
		     { "ram_kbit", board_ram_kbit(b) });
	json_object_set_new(object, "oscillator_mhz", json_real(b->oscillator_mhz));
	json_object_set_new(object, "pll", text_json(written(b, "pll")));
	json_object_set_new(object, "clock_mhz", json_real(b->clock_mhz));
	pins_json(b, object);
	programmer_json(b, object);
	return object;
}
