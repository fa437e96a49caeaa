/* board.c: reads board descriptions.
 *
 * In: boards/NAME.yaml, or a user's file. Out: a struct board in which every value is in range. Each key is one row
 * of the table below; an unknown key is compared with those rows. constraints.c reads the pins. */
#include "fpga/board.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "util/paths.h"

const char *const board_led_names[LED_COUNT] = { "running", "passed", "failed", "status" };
const char *const board_led_ports[LED_COUNT] = { "led_running", "led_passed", "led_failed", "led_status" };

struct key {
	const char *name;
	bool required;
	bool list;			/* may be a list; otherwise one value */
	size_t field;			/* offset in struct board */
	bool (*read)(const struct entry *entry, void *field);
};

/* The index of the value among `words`, or -1 after a message. */
static int read_word(const struct entry *entry, const struct value *value, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(value->text, words[i]) == 0)
			return (int)i;
	char *expected = list_words(words, count);
	const char *nearest = nearest_name(value->text, words, count);

	error_at(value->at, "%s is '%s': expected %s", entry->key, value->text, expected);
	suggest("%s: %s", entry->key, nearest ? nearest : words[0]);
	free(expected);
	return -1;
}

static bool read_text(const struct entry *e, void *text)
{
	*(const char **)text = e->items->text;
	return true;
}

/* read_pins() reads it, once it is known whether there is a serial line. */
static bool read_later(const struct entry *e, void *field)
{
	(void)e;
	(void)field;
	return true;
}

static bool read_list(const struct entry *e, void *list)
{
	*(struct board_list *)list = (struct board_list){ e->items, e->count };
	return true;
}

static bool read_megahertz(const struct entry *e, void *field)
{
	char *end;
	double *mhz = field;

	*mhz = strtod(e->items->text, &end);
	if (*end == 0 && end != e->items->text && isfinite(*mhz) && *mhz >= 1 && *mhz <= 1000)
		return true;
	error_at(e->items->at, "%s is '%s': expected a number of megahertz from 1 to 1000", e->key, e->items->text);
	return suggest("%s: 12", e->key);
}

static bool read_device(const struct entry *e, void *device)
{
	const char *names[32];
	unsigned count = device_names(names, 32);
	int found = read_word(e, e->items, names, count);

	if (found >= 0)
		*(const struct device **)device = device_find(names[found]);
	return found >= 0;
}

static bool read_speed(const struct entry *e, void *speed)
{
	static const char *const grades[] = { "6", "7", "8" };

	return read_text(e, speed) && read_word(e, e->items, grades, 3) >= 0;
}

static bool read_pll(const struct entry *e, void *pll)
{
	static const char *const kinds[] = { "none", "pad", "core", "ehxplll" };	/* as enum pll_kind */
	int kind = read_word(e, e->items, kinds, 4);

	if (kind >= 0)
		*(enum pll_kind *)pll = (enum pll_kind)kind;
	return kind >= 0;
}

static bool read_leds(const struct entry *e, void *lights)
{
	for (size_t i = 0; i < e->count; i++) {
		int led = read_word(e, &e->items[i], board_led_names, LED_COUNT);

		if (led < 0)
			return false;
		((bool *)lights)[led] = true;
	}
	return true;
}

/* Reads one of two words; the second one means true. */
static bool read_choice(const struct entry *e, bool *chosen, const char *no, const char *yes)
{
	int word = read_word(e, e->items, (const char *const[]){ no, yes }, 2);

	*chosen = word == 1;
	return word >= 0;
}

static bool read_led_on(const struct entry *e, void *low)
{
	return read_choice(e, low, "high", "low");
}

static bool read_uart(const struct entry *e, void *uart)
{
	return read_choice(e, uart, "no", "yes");
}

static bool read_uart_baud(const struct entry *e, void *rate)
{
	unsigned long baud;

	if (text_to_unsigned(e->items->text, &baud) && baud >= LOWEST_BAUD && baud <= HIGHEST_BAUD) {
		*(unsigned *)rate = (unsigned)baud;
		return true;
	}
	error_at(e->items->at, "uart-baud is '%s': expected a whole number from %d to %d", e->items->text, LOWEST_BAUD,
		 HIGHEST_BAUD);
	return suggest("uart-baud: %lu", text_nearest_unsigned(e->items->text, LOWEST_BAUD, HIGHEST_BAUD));
}

/* Names of boards and constraints become file names. */
static bool is_file_name(const char *text)
{
	return *text && *text != '-' && *text != '.'
	       && strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == strlen(text);
}

static bool read_constraints(const struct entry *e, void *name)
{
	if (is_file_name(e->items->text))
		return read_text(e, name);
	return error_at(e->items->at, "constraints is '%s': expected the name of a file without its folder and its end,"
			" .pcf or .lpf", e->items->text);
}

static bool is_taken(const char *port)
{
	static const char *const names[] = {
		"clk_pin", "clk", "locked", "rst", "pll", "network", "self_test", "reset", "running", "passed",
		"failed", "tx", "rx", "start", "in", "out_start", "out", "play"
	};
	static const char *const beginnings[] = { "led_", "uart_", "s_axis_", "m_axis_" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(port, names[i]) == 0)
			return true;
	for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
		if (strncmp(port, beginnings[i], strlen(beginnings[i])) == 0)
			return true;
	return false;
}

/* Reads ports that become part of the Verilog. */
static bool read_ports(const struct entry *e, void *list)
{
	for (const struct value *v = e->items; v < e->items + e->count; v++) {
		if (strspn(v->text, "abcdefghijklmnopqrstuvwxyz0123456789_") != strlen(v->text) || *v->text < 'a')
			return error_at(v->at, "%s has '%s': expected a port name of lower-case letters, digits and _",
					e->key, v->text);
		if (is_taken(v->text)) {
			error_at(v->at, "%s has '%s': expected a name that the top module does not use itself", e->key,
				 v->text);
			return suggest("%s: board_%s", e->key, v->text);
		}
	}
	return read_list(e, list);
}

/* ---- pins for a user's own top module ---------------------------------------------------------------------- */

const char *const pin_kind_names[PIN_KINDS] = { "button", "switch", "led", "input", "output", "header" };

/* Reads "NAME" or "NAME[HIGH:0]" up to a space; *rest is what follows. */
static bool read_pin_name(const struct value *v, struct board_pin *pin, const char **rest)
{
	size_t length = strspn(v->text, "abcdefghijklmnopqrstuvwxyz0123456789_");
	unsigned high = 0;
	int end = 0;

	*rest = v->text + length;
	if (**rest == '[' && sscanf(*rest, "[%2u:0]%n", &high, &end) == 1 && end > 0)
		*rest += end;
	if (length == 0 || *v->text < 'a' || **rest != ' ' || (end > 0 && (high < 1 || high >= WIDEST_PIN)))
		return error_at(v->at, "pins has '%s': expected NAME or NAME[HIGH:0], of lower-case letters, digits and _,"
				" up to [%d:0], and what it is", v->text, WIDEST_PIN - 1);
	*pin = (struct board_pin){ .name = format_string("%.*s", (int)length, v->text), .width = high + 1 };
	return true;
}

/* Reads "KIND", "KIND low" or "KIND high". */
static bool read_pin_kind(const struct value *v, const char *words, struct board_pin *pin)
{
	size_t space = strspn(words, " "), length = strcspn(words + space, " ");
	const char *level = words + space + length;

	for (pin->kind = 0; pin->kind < PIN_KINDS; pin->kind++)
		if (strlen(pin_kind_names[pin->kind]) == length
		    && strncmp(pin_kind_names[pin->kind], words + space, length) == 0)
			break;
	pin->on_low = strcmp(level, " low") == 0;
	if (pin->kind < PIN_KINDS && (pin->on_low ? pin->kind <= PIN_LED : *level == 0))
		return true;
	char *expected = list_words(pin_kind_names, PIN_KINDS);

	error_at(v->at, "pins has '%s': expected NAME KIND, where KIND is %s; a button, a switch or a led that is on while low"
		 " ends with low", v->text, expected);
	free(expected);
	return false;
}

bool board_reserves(const struct board *board, const char *name)
{
	static const char *const names[] = { "clk_pin", "clk", "locked", "rst", "pll", "reset", "top" };
	const struct board_list *const lists[] = { &board->drive_high, &board->drive_low };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
		for (size_t i = 0; i < lists[k]->count; i++)
			if (strcmp(name, lists[k]->items[i].text) == 0)
				return true;
	return false;
}

/* The lights of ftc's own applications, and the serial line, are in the same file. */
static bool is_light(const char *name)
{
	for (unsigned i = 0; i < LED_COUNT; i++)
		if (strcmp(name, board_led_ports[i]) == 0)
			return true;
	return strcmp(name, "uart_tx") == 0 || strcmp(name, "uart_rx") == 0;
}

static struct board_pin *add_pin(struct board *b)
{
	b->pin = reallocate(b->pin, (b->pin_count + 1) * sizeof *b->pin);
	b->pin[b->pin_count] = (struct board_pin){0};
	return &b->pin[b->pin_count++];
}

/* Reads `pins`, once all other keys have been read, and adds the serial line. */
static bool read_pins(struct board *b)
{
	const struct entry *e = document_find(&b->document, "pins");

	for (size_t i = 0; e && i < e->count; i++) {
		const struct value *v = &e->items[i];
		const char *rest;
		struct board_pin read;

		if (!read_pin_name(v, &read, &rest))
			return false;
		bool taken = board_pin_find(b, read.name) || board_reserves(b, read.name) || is_light(read.name);

		*add_pin(b) = read;
		if (taken)
			return error_at(v->at, "pins has '%s': expected a name that is not in use", read.name);
		if (!read_pin_kind(v, rest, &b->pin[b->pin_count - 1]))
			return false;
	}
	if (b->uart) {
		*add_pin(b) = (struct board_pin){ copy_string("uart_tx"), 1, PIN_OUTPUT, false };
		*add_pin(b) = (struct board_pin){ copy_string("uart_rx"), 1, PIN_INPUT, false };
	}
	return true;
}

const struct board_pin *board_pin_find(const struct board *board, const char *name)
{
	for (size_t i = 0; i < board->pin_count; i++)
		if (strcmp(board->pin[i].name, name) == 0)
			return &board->pin[i];
	return NULL;
}

char *board_pin_port(const struct board_pin *pin)
{
	return pin->width > 1 ? format_string("%s[%u:0]", pin->name, pin->width - 1) : copy_string(pin->name);
}

bool board_pin_takes(const struct board_pin *pin)
{
	return pin->kind == PIN_LED || pin->kind == PIN_OUTPUT || pin->kind == PIN_HEADER;
}

bool board_pin_gives(const struct board_pin *pin)
{
	return pin->kind != PIN_LED && pin->kind != PIN_OUTPUT;
}

/* ------------------------------------------------------------------------------------------------------------ */

/* Does word `i` of the list begin a command? */
static bool begins_command(const struct entry *e, size_t i)
{
	return i == 0 || strcmp(e->items[i - 1].text, "then") == 0;
}

static bool read_programmer(const struct entry *e, void *list)
{
	bool loads = false;

	for (size_t i = 0; i <= e->count; i++) {
		bool ends = i == e->count || strcmp(e->items[i].text, "then") == 0;

		if (ends && begins_command(e, i))
			return error_at(e->items[i > 0 ? i - 1 : 0].at,
					"%s has no command here: expected one on each side of 'then'", e->key);
		loads |= !ends && !begins_command(e, i)
			&& (strstr(e->items[i].text, "{file}") || strstr(e->items[i].text, "{dfu}"));
	}
	if (loads)
		return read_list(e, list);
	error_at(e->value_at, "%s has no {file}: expected the command that loads a bitstream", e->key);
	return suggest("%s: [iceprog, \"{file}\"]", e->key);
}

static bool read_memory(const struct entry *e, void *memory)
{
	static const char *const words[] = { "flash", "sram" };
	int word = read_word(e, e->items, words, 2);

	*(enum board_memory *)memory = word == 0 ? MEMORY_FLASH : word == 1 ? MEMORY_SRAM : MEMORY_UNKNOWN;
	return word >= 0;
}

static bool read_usb(const struct entry *e, void *list)
{
	static const char digits[] = "0123456789abcdef";

	for (const struct value *v = e->items; v < e->items + e->count; v++)
		if (strlen(v->text) != 9 || v->text[4] != ':' || strspn(v->text, digits) != 4
		    || strspn(v->text + 5, digits) != 4) {
			error_at(v->at, "usb has '%s': expected vendor:product, four hexadecimal digits each", v->text);
			return suggest("usb: \"0403:6010\"");
		}
	return read_list(e, list);
}

#define FIELD(name) offsetof(struct board, name)

static const struct key keys[] = {
	{ "title", true, false, FIELD(title), read_text },
	{ "device", true, false, FIELD(device), read_device },
	{ "package", true, false, FIELD(package), read_text },
	{ "speed", false, false, FIELD(speed), read_speed },
	{ "oscillator-mhz", true, false, FIELD(oscillator_mhz), read_megahertz },
	{ "pll", true, false, FIELD(pll), read_pll },
	{ "clock-mhz", true, false, FIELD(clock_mhz), read_megahertz },
	{ "leds", true, true, FIELD(led), read_leds },
	{ "led-on", false, false, FIELD(led_on_low), read_led_on },
	{ "uart", true, false, FIELD(uart), read_uart },
	{ "uart-baud", false, false, FIELD(uart_baud), read_uart_baud },
	{ "constraints", false, false, FIELD(constraints), read_constraints },
	{ "drive-high", false, true, FIELD(drive_high), read_ports },
	{ "drive-low", false, true, FIELD(drive_low), read_ports },
	{ "pins", false, true, FIELD(pin), read_later },
	{ "place-options", false, true, FIELD(place_options), read_list },
	{ "pack-options", false, true, FIELD(pack_options), read_list },
	{ "programmer", true, true, FIELD(programmer), read_programmer },
	{ "memory", false, false, FIELD(memory), read_memory },
	{ "permanent-programmer", false, true, FIELD(permanent_programmer), read_programmer },
	{ "programmer-package", false, false, FIELD(programmer_package), read_text },
	{ "programmer-source", false, false, FIELD(programmer_source), read_text },
	{ "usb", false, true, FIELD(usb), read_usb },
	{ "note", false, false, FIELD(note), read_text },
};
enum { KEY_COUNT = sizeof keys / sizeof *keys };

static const struct key *key_of(const struct entry *entry)
{
	const char *names[KEY_COUNT];

	for (size_t i = 0; i < KEY_COUNT; i++) {
		names[i] = keys[i].name;
		if (strcmp(keys[i].name, entry->key) == 0)
			return &keys[i];
	}
	const char *nearest = nearest_name(entry->key, names, KEY_COUNT);
	error_at(entry->key_at, "unknown key '%s' in a board description", entry->key);
	if (nearest)
		suggest("%s", nearest);
	return NULL;
}

static bool read_entry(struct board *b, const struct entry *entry)
{
	const struct key *key = key_of(entry);

	if (!key)
		return false;
	if (entry->is_list && !key->list)
		return error_at(entry->value_at, "%s is a list: expected one value", entry->key);
	if (entry->count == 0 || !*entry->items->text)
		return error_at(entry->value_at, "%s has no value", entry->key);
	return key->read(entry, (char *)b + key->field);
}

/* Checks that involve several keys. */
static bool check_together(const struct board *b)
{
	const struct toolchain *tools = b->device->tools;
	const struct entry *pll = document_find(&b->document, "pll"), *speed = document_find(&b->document, "speed");
	const struct entry *clock = document_find(&b->document, "clock-mhz");
	struct pll made;
	double low, high;

	if (b->pll != PLL_NONE && !(tools->plls & 1u << b->pll)) {
		error_at(pll->items->at, "pll is '%s': the device %s has %s", pll->items->text, b->device->name,
			 tools->pll_words);
		return suggest("pll: %s", tools->usual_pll);
	}
	if (speed && !tools->speed_grades)
		return error_at(speed->key_at, "speed is given: the device %s says it all", b->device->name);
	if (speed && strncmp(b->device->name, "um5g-", 5) == 0 && strcmp(b->speed, "8") != 0) {
		error_at(speed->items->at, "speed is %s: the device %s comes in speed 8 only", b->speed,
			 b->device->name);
		return suggest("speed: 8");
	}
	if (!b->programmer_package == !b->programmer_source)
		return error_at((struct place){ .file = b->document.source },
				"expected either programmer-package, the Debian package of the programmer,"
				" or programmer-source, where it comes from");
	if (pll_find(b->pll, b->oscillator_mhz, b->clock_mhz, &made, &low, &high)
	    && b->clock_mhz <= b->device->clock_limit_mhz)
		return true;
	return error_at(clock->items->at, "clock-mhz is %g: the device makes %g to %g MHz out of %g", b->clock_mhz, low,
			fmin(high, b->device->clock_limit_mhz), b->oscillator_mhz);
}

/* The path of the constraints in `folder`. */
static char *constraints_in(const struct board *b, const char *folder)
{
	return format_string("%s/%s.%s", folder, b->constraints, b->device->tools->constraints_suffix);
}

/* The constraints of ftc's own boards are in constraints/. Those of a user's board are beside its description,
 * unless it names ours. */
static void find_constraints(struct board *b, const char *path, bool own)
{
	const char *slash = strrchr(path, '/');
	char *beside = slash ? format_string("%.*s", (int)(slash - path), path) : copy_string(".");
	char *ours = data_path("constraints");

	b->constraints_path = constraints_in(b, own ? beside : ours);
	if (own && document_find(&b->document, "constraints") && access(b->constraints_path, F_OK) != 0) {
		char *shared = constraints_in(b, ours);

		if (access(shared, F_OK) == 0) {
			free(b->constraints_path);
			b->constraints_path = copy_string(shared);
		}
		free(shared);
	}
	free(beside);
	free(ours);
}

static bool read_description(struct board *board, const char *name, const char *path, bool own)
{
	*board = (struct board){ .name = copy_string(name), .uart_baud = DEFAULT_BAUD };
	board->constraints = board->name;
	if (!document_read(&board->document, path))
		return false;
	for (size_t i = 0; i < board->document.count; i++)
		if (!read_entry(board, &board->document.entries[i]))
			return false;
	for (size_t i = 0; i < KEY_COUNT; i++)
		if (keys[i].required && !document_find(&board->document, keys[i].name))
			return error_at((struct place){ .file = path }, "%s is missing in this board description",
					keys[i].name);
	if (!check_together(board) || !read_pins(board))
		return false;
	find_constraints(board, path, own);
	return true;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

const char **board_outputs(const struct board *board, size_t *count)
{
	size_t most = LED_COUNT + 1 + board->drive_high.count + board->drive_low.count, n = 0;
	const char **outputs = allocate_array(most + 1, sizeof *outputs);

	for (unsigned i = 0; i < LED_COUNT; i++)
		if (board->led[i])
			outputs[n++] = board_led_ports[i];
	if (board->uart)
		outputs[n++] = "uart_tx";
	for (size_t i = 0; i < board->drive_high.count; i++)
		outputs[n++] = board->drive_high.items[i].text;
	for (size_t i = 0; i < board->drive_low.count; i++)
		outputs[n++] = board->drive_low.items[i].text;
	*count = n;
	return outputs;
}

static int is_description(const struct dirent *e)
{
	return *e->d_name != '.' && text_ends_with(e->d_name, ".yaml");
}

const char *const *board_names(size_t *count)
{
	static const char **names;	/* kept: commands ask more than once */
	static size_t found;
	struct dirent **entry = NULL;

	if (!names) {
		char *folder = data_path("boards");
		int entries = scandir(folder, &entry, is_description, NULL);

		found = entries > 0 ? (size_t)entries : 0;
		if (found == 0)
			error("there is no board description *.yaml in %s", folder);
		names = allocate_array(found + 1, sizeof *names);
		for (size_t i = 0; i < found; i++) {
			names[i] = format_string("%.*s", (int)(strlen(entry[i]->d_name) - strlen(".yaml")),
						 entry[i]->d_name);
			free(entry[i]);
		}
		qsort(names, found, sizeof *names, compare_names);
		free(entry);
		free(folder);
	}
	*count = found;
	return names;
}

bool board_exists(const char *name)
{
	size_t count, found = 0;
	const char *const *names = board_names(&count);

	while (found < count && strcmp(names[found], name) != 0)
		found++;
	return found < count;
}

/* The boards whose names begin with `name`, in a fresh array. */
static const char **boards_from(const char *name, size_t *found)
{
	size_t count;
	const char *const *names = board_names(&count);
	const char **begun = allocate_array(count + 1, sizeof *begun);

	*found = 0;
	for (size_t i = 0; i < count; i++)
		if (*name && strncasecmp(names[i], name, strlen(name)) == 0)
			begun[(*found)++] = names[i];
	return begun;
}

bool board_suggest(const char *name, const char *before)
{
	size_t count, found;
	const char *const *names = board_names(&count);
	const char **begun = boards_from(name, &found), *nearest = found == 1 ? begun[0] : nearest_name(name, names, count);

	if (found > 1) {
		char *list = list_words(begun, found);

		suggest("%s", list);
		free(list);
	} else if (nearest) {
		suggest("%s%s", before, nearest);
	}
	free(begun);
	return found > 1 || nearest;
}

/* Refuses "--board nonsense" and lists the boards. */
static bool refuse_name(const char *name)
{
	size_t count;
	const char *const *names = board_names(&count);
	struct text list = {0};

	if (count == 0)
		return false;
	for (size_t i = 0; i < count; i++)
		text_print(&list, "%s%s", i ? ", " : "", names[i]);
	error("unknown board '%s': expected a description *.yaml of your own or one of %s", name, list.bytes);
	text_free(&list);
	board_suggest(name, "--board ");
	return false;
}

const char *board_memory_text(enum board_memory memory)
{
	switch (memory) {
	case MEMORY_FLASH: return "the flash, which is kept at power-off";
	case MEMORY_SRAM: return "SRAM, which is lost at power-off";
	case MEMORY_UNKNOWN: break;
	}
	return NULL;
}

/* Reads a user's description; the board gets the name of the file. */
static bool read_own(struct board *board, const char *path)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	char *name = format_string("%.*s", (int)(strlen(base) - strlen(".yaml")), base);
	bool done = is_file_name(name) ? read_description(board, name, path, true)
		: error("the board description %s has a name that is none for a board:"
			" expected letters, digits, -, _ and . before .yaml", path);

	free(name);
	return done;
}

bool board_read(struct board *board, const char *name)
{
	*board = (struct board){0};
	if (!board_exists(name))
		return text_ends_with(name, ".yaml") ? read_own(board, name) : refuse_name(name);
	char *relative = format_string("boards/%s.yaml", name);
	char *path = data_path(relative);
	bool done = read_description(board, name, path, false);
	free(relative);
	free(path);
	return done;
}

void board_free(struct board *board)
{
	document_free(&board->document);
	free((char *)board->name);
	free(board->constraints_path);
	for (size_t i = 0; i < board->pin_count; i++)
		free((char *)board->pin[i].name);
	free(board->pin);
	*board = (struct board){0};
}
