/* board_report.c: a board, explained to a person or to a program.
 *
 * In: a struct board. Out: a JSON object, or a page of rows that say it. What the board's pins are is one section of
 * either: pins_json() and say_pins(). Paths, which JSON may be unable to say, the page has from the board. */
#include "fpga/board_report.h"

#include <stdlib.h>
#include <string.h>

#include "network/cost.h"
#include "util/figures.h"
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

/* A button, switch or LED is on at one level of its pin; others are not on or off. */
static bool has_level(const struct board_pin *pin)
{
	return pin->kind <= PIN_LED;
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

/* What is connected to the FPGA, and where. */
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

/* ---- text -------------------------------------------------------------------------------------------------- */

/* Ports that a top module of one's own may have. */
static void say_ports(const struct board *b, struct text *out)
{
	json_t *ports = board_ports_json(b);

	for (size_t i = 0; i < b->pin_count; i++) {
		const json_t *port = json_array_get(ports, i);
		char *name = board_pin_port(&b->pin[i]);

		text_print(out, "  %-12s %-17s ", i == 0 ? "ports" : "", name);
		figures_say(port, figures_has(port, "on") ? "{kind}, on while the pin is {on}\n" : "{kind}\n", out);
		free(name);
	}
	json_decref(ports);
}

static void say_pins(const struct board *b, const json_t *board, struct text *out)
{
	figures_say(board, "  lights       {leds}; a pin that is {led_on} lights one\n", out);
	figures_say(board, figures_has(board, "uart_baud") ? "  serial line  up to {uart_baud} baud\n" : "  serial line  none\n", out);
	say_ports(b, out);
	text_print(out, "  pins         %s\n", b->constraints_path);
}

static void say_device(const struct board *b, const json_t *board, struct text *out)
{
	figures_say(board, "  device       {device}, package {package}", out);
	figures_say(board, b->speed ? ", speed {speed}\n" : "\n", out);
	figures_say(board, "  logic        {lut4} LUT4, each with a flip-flop\n"
		    "  block RAM    {block_rams} of them, {ram_kbit} kbit in all\n"
		    "  clock        {clock_mhz:g} MHz by default", out);
	figures_say(board, b->pll == PLL_NONE ? ": that of the oscillator, for there is no PLL\n"
		    : ", by a PLL ({pll}) from an oscillator of {oscillator_mhz:g} MHz\n", out);
}

static void say_usb(const json_t *usb, struct text *out)
{
	for (size_t i = 0; i < json_array_size(usb); i++)
		text_print(out, "%s%s", i == 0 ? "  USB          " : " or ", json_string_value(json_array_get(usb, i)));
	text_add(out, json_array_size(usb) > 0 ? "\n" : "");
}

static void say_programmer(const struct board *b, const json_t *board, struct text *out)
{
	const char *memory = board_memory_text(b->memory);

	figures_say(board, b->programmer_package ? "  programmer   {programmer}, Debian package {programmer_package}\n"
						 : "  programmer   {programmer}, from {programmer_source}\n", out);
	text_print(out, "  memory       ftc flash writes %s%s\n", memory ? memory : "one that the description does not name",
		   b->permanent_programmer.count ? "; with --permanent the flash" : "");
	say_usb(json_object_get(board, "usb"), out);
	figures_say(board, b->note ? "  note         {note}\n" : "", out);
}

void board_report(const struct board *b, struct text *out)
{
	json_t *board = board_report_json(b);

	figures_say(board, "{name}: {title}\n", out);
	say_device(b, board, out);
	say_pins(b, board, out);
	say_programmer(b, board, out);
	text_print(out, "  description  %s\n", b->document.source);
	json_decref(board);
}
