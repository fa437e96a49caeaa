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
#include <unistd.h>

#include "util/paths.h"

const char *const board_led_names[LED_COUNT] = { "running", "passed", "failed", "status" };
const char *const board_led_ports[LED_COUNT] = { "led_running", "led_passed", "led_failed", "led_status" };

struct key {
	const char *name;
	bool required;
	bool list;			/* may be a list; otherwise one value */
	bool (*read)(struct board *board, const struct entry *entry);
};

/* The index of the value among `words`, or -1 after a message. */
static int read_word(const struct entry *entry, const struct value *value, const char *const *words, size_t count)
{
	struct text list = {0};

	for (size_t i = 0; i < count; i++) {
		if (strcmp(value->text, words[i]) == 0) {
			text_free(&list);
			return (int)i;
		}
		text_print(&list, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " or ", words[i]);
	}
	error_at(value->at, "%s is '%s': expected %s", entry->key, value->text, list.bytes);
	const char *nearest = nearest_name(value->text, words, count);
	suggest("%s: %s", entry->key, nearest ? nearest : words[0]);
	text_free(&list);
	return -1;
}

static bool read_megahertz(const struct entry *entry, double *mhz)
{
	char *end;

	*mhz = strtod(entry->items->text, &end);
	if (*end == 0 && end != entry->items->text && isfinite(*mhz) && *mhz >= 1 && *mhz <= 1000)
		return true;
	error_at(entry->items->at, "%s is '%s': expected a number of megahertz from 1 to 1000", entry->key,
		 entry->items->text);
	suggest("%s: 12", entry->key);
	return false;
}

static bool read_title(struct board *b, const struct entry *e)
{
	b->title = e->items->text;
	return true;
}

static bool read_device(struct board *b, const struct entry *e)
{
	const char *names[32];
	unsigned count = device_names(names, 32);
	int found = read_word(e, e->items, names, count);

	b->device = found < 0 ? NULL : device_find(names[found]);
	return b->device;
}

static bool read_package(struct board *b, const struct entry *e)
{
	b->package = e->items->text;
	return true;
}

static bool read_speed(struct board *b, const struct entry *e)
{
	static const char *const grades[] = { "6", "7", "8" };

	b->speed = e->items->text;
	return read_word(e, e->items, grades, 3) >= 0;
}

static bool read_oscillator(struct board *b, const struct entry *e)
{
	return read_megahertz(e, &b->oscillator_mhz);
}

static bool read_clock(struct board *b, const struct entry *e)
{
	return read_megahertz(e, &b->clock_mhz);
}

static bool read_pll(struct board *b, const struct entry *e)
{
	static const char *const kinds[] = { "none", "pad", "core", "ehxplll" };	/* as enum pll_kind */
	int kind = read_word(e, e->items, kinds, 4);

	b->pll = kind < 0 ? PLL_NONE : (enum pll_kind)kind;
	return kind >= 0;
}

static bool read_leds(struct board *b, const struct entry *e)
{
	for (size_t i = 0; i < e->count; i++) {
		int led = read_word(e, &e->items[i], board_led_names, LED_COUNT);

		if (led < 0)
			return false;
		b->led[led] = true;
	}
	return true;
}

static bool read_led_on(struct board *b, const struct entry *e)
{
	static const char *const levels[] = { "high", "low" };
	int level = read_word(e, e->items, levels, 2);

	b->led_on_low = level == 1;
	return level >= 0;
}

static bool read_uart(struct board *b, const struct entry *e)
{
	static const char *const answers[] = { "no", "yes" };
	int answer = read_word(e, e->items, answers, 2);

	b->uart = answer == 1;
	return answer >= 0;
}

static bool read_uart_baud(struct board *b, const struct entry *e)
{
	unsigned long baud;

	if (text_to_unsigned(e->items->text, &baud) && baud >= LOWEST_BAUD && baud <= HIGHEST_BAUD) {
		b->uart_baud = (unsigned)baud;
		return true;
	}
	error_at(e->items->at, "uart-baud is '%s': expected a whole number from %d to %d", e->items->text, LOWEST_BAUD,
		 HIGHEST_BAUD);
	suggest("uart-baud: %lu", text_nearest_unsigned(e->items->text, LOWEST_BAUD, HIGHEST_BAUD));
	return false;
}

/* Names of boards and constraints become file names. */
static bool is_file_name(const char *text)
{
	return *text && *text != '-' && *text != '.'
	       && strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == strlen(text);
}

static bool read_constraints(struct board *b, const struct entry *e)
{
	if (is_file_name(e->items->text)) {
		b->constraints = e->items->text;
		return true;
	}
	error_at(e->items->at, "constraints is '%s': expected the name of a file without its folder and its end, .pcf or .lpf",
		 e->items->text);
	return false;
}

static struct board_list all_of(const struct entry *e)
{
	return (struct board_list){ e->items, e->count };
}

/* Does the top module use this name for something else? */
static bool is_taken(const char *port)
{
	static const char *const names[] = {
		"clk_pin", "clk", "locked", "rst", "pll", "network", "self_test", "reset", "running", "passed", "failed", "tx", "rx", "start",
		"in", "out_start", "out", "play"
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
static bool read_ports(const struct entry *e, struct board_list *list)
{
	for (size_t i = 0; i < e->count; i++) {
		const char *text = e->items[i].text;

		if (strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") != strlen(text) || *text < 'a') {
			error_at(e->items[i].at, "%s has '%s': expected a port name of lower-case letters, digits and _",
				 e->key, text);
			return false;
		}
		if (is_taken(text)) {
			error_at(e->items[i].at, "%s has '%s': expected a name that the top module does not use itself", e->key, text);
			suggest("%s: board_%s", e->key, text);
			return false;
		}
	}
	*list = all_of(e);
	return true;
}

static bool read_drive_high(struct board *b, const struct entry *e)
{
	return read_ports(e, &b->drive_high);
}

static bool read_drive_low(struct board *b, const struct entry *e)
{
	return read_ports(e, &b->drive_low);
}

static bool read_place_options(struct board *b, const struct entry *e)
{
	b->place_options = all_of(e);
	return true;
}

static bool read_pack_options(struct board *b, const struct entry *e)
{
	b->pack_options = all_of(e);
	return true;
}

/* Does word `i` of the list begin a command? */
static bool begins_command(const struct entry *e, size_t i)
{
	return i == 0 || strcmp(e->items[i - 1].text, "then") == 0;
}

static bool read_programmer(struct board *b, const struct entry *e)
{
	b->programmer = all_of(e);
	for (size_t i = 0; i <= e->count; i++) {
		bool ends = i == e->count || strcmp(e->items[i].text, "then") == 0;

		if (ends && begins_command(e, i)) {
			error_at(e->items[i > 0 ? i - 1 : 0].at, "programmer has no command here: expected one on each side of 'then'");
			return false;
		}
	}
	for (size_t i = 1; i < e->count; i++)
		if (!begins_command(e, i) && (strstr(e->items[i].text, "{file}") || strstr(e->items[i].text, "{dfu}")))
			return true;
	error_at(e->value_at, "programmer has no {file}: expected the command that loads a bitstream");
	suggest("programmer: [iceprog, \"{file}\"]");
	return false;
}

static bool read_programmer_package(struct board *b, const struct entry *e)
{
	b->programmer_package = e->items->text;
	return true;
}

static bool read_programmer_source(struct board *b, const struct entry *e)
{
	b->programmer_source = e->items->text;
	return true;
}

static bool read_usb(struct board *b, const struct entry *e)
{
	for (size_t i = 0; i < e->count; i++) {
		const char *text = e->items[i].text;

		if (strlen(text) == 9 && text[4] == ':' && strspn(text, "0123456789abcdef") == 4
		    && strspn(text + 5, "0123456789abcdef") == 4)
			continue;
		error_at(e->items[i].at, "usb has '%s': expected vendor:product, four hexadecimal digits each", text);
		suggest("usb: \"0403:6010\"");
		return false;
	}
	b->usb = all_of(e);
	return true;
}

static bool read_note(struct board *b, const struct entry *e)
{
	b->note = e->items->text;
	return true;
}

static const struct key keys[] = {
	{ "title", true, false, read_title },
	{ "device", true, false, read_device },
	{ "package", true, false, read_package },
	{ "speed", false, false, read_speed },
	{ "oscillator-mhz", true, false, read_oscillator },
	{ "pll", true, false, read_pll },
	{ "clock-mhz", true, false, read_clock },
	{ "leds", true, true, read_leds },
	{ "led-on", false, false, read_led_on },
	{ "uart", true, false, read_uart },
	{ "uart-baud", false, false, read_uart_baud },
	{ "constraints", false, false, read_constraints },
	{ "drive-high", false, true, read_drive_high },
	{ "drive-low", false, true, read_drive_low },
	{ "place-options", false, true, read_place_options },
	{ "pack-options", false, true, read_pack_options },
	{ "programmer", true, true, read_programmer },
	{ "programmer-package", false, false, read_programmer_package },
	{ "programmer-source", false, false, read_programmer_source },
	{ "usb", false, true, read_usb },
	{ "note", false, false, read_note },
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
	if (entry->is_list && !key->list) {
		error_at(entry->value_at, "%s is a list: expected one value", entry->key);
		return false;
	}
	if (entry->count == 0 || !*entry->items->text) {
		error_at(entry->value_at, "%s has no value", entry->key);
		return false;
	}
	return key->read(b, entry);
}

/* Checks that involve several keys. */
static bool check_together(const struct board *b)
{
	bool ecp5 = b->device->family == FAMILY_ECP5;
	const struct entry *pll = document_find(&b->document, "pll"), *speed = document_find(&b->document, "speed");
	const struct entry *clock = document_find(&b->document, "clock-mhz");
	struct pll made;
	double low, high;

	if (b->pll != PLL_NONE && ecp5 != (b->pll == PLL_ECP5)) {
		error_at(pll->items->at, "pll is '%s': the device %s has %s", pll->items->text, b->device->name,
			 ecp5 ? "ehxplll" : "pad or core");
		suggest("pll: %s", ecp5 ? "ehxplll" : "core");
		return false;
	}
	if (speed && !ecp5) {
		error_at(speed->key_at, "speed is given: the device %s says it all", b->device->name);
		return false;
	}
	if (speed && strncmp(b->device->name, "um5g-", 5) == 0 && strcmp(b->speed, "8") != 0) {
		error_at(speed->items->at, "speed is %s: the device %s comes in speed 8 only", b->speed, b->device->name);
		suggest("speed: 8");
		return false;
	}
	if (!b->programmer_package == !b->programmer_source) {
		error_at((struct place){ .file = b->document.source },
			 "expected either programmer-package, the Debian package of the programmer, or programmer-source, where it comes from");
		return false;
	}
	if (!pll_find(b->pll, b->oscillator_mhz, b->clock_mhz, &made, &low, &high)
	    || b->clock_mhz > b->device->clock_limit_mhz) {
		error_at(clock->items->at, "clock-mhz is %g: the device makes %g to %g MHz out of %g", b->clock_mhz, low,
			 fmin(high, b->device->clock_limit_mhz), b->oscillator_mhz);
		return false;
	}
	return true;
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
		if (keys[i].required && !document_find(&board->document, keys[i].name)) {
			error_at((struct place){ .file = path }, "%s is missing in this board description", keys[i].name);
			return false;
		}
	if (!check_together(board))
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
	const char **outputs = allocate_array(LED_COUNT + 1 + board->drive_high.count + board->drive_low.count + 1, sizeof *outputs);
	size_t n = 0;

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

char **board_names(size_t *count)
{
	char *folder = data_path("boards");
	DIR *d = opendir(folder);
	char **names = allocate(sizeof *names);
	struct dirent *e;

	*count = 0;
	while (d && (e = readdir(d))) {
		size_t length = strlen(e->d_name);

		if (length <= 5 || strcmp(e->d_name + length - 5, ".yaml") != 0 || *e->d_name == '.')
			continue;
		names = reallocate(names, (*count + 2) * sizeof *names);
		names[(*count)++] = format_string("%.*s", (int)length - 5, e->d_name);
	}
	if (d)
		closedir(d);
	free(folder);
	names[*count] = NULL;
	qsort(names, *count, sizeof *names, compare_names);
	return names;
}

/* Refuses "--board nonsense" and lists the boards. */
static void refuse_name(const char *name)
{
	size_t count;
	char **names = board_names(&count);
	struct text list = {0};

	text_add(&list, "");
	for (size_t i = 0; i < count; i++)
		text_print(&list, "%s%s", i ? ", " : "", names[i]);
	error("unknown board '%s': expected a description *.yaml of your own or one of %s", name, list.bytes);
	const char *nearest = nearest_name(name, (const char *const *)names, count);
	if (nearest)
		suggest("--board %s", nearest);
	text_free(&list);
	for (size_t i = 0; i < count; i++)
		free(names[i]);
	free(names);
}

/* Reads a user's description; the board gets the name of the file. */
static bool read_own(struct board *board, const char *path)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	char *name = format_string("%.*s", (int)(strlen(base) - strlen(".yaml")), base);
	bool done = is_file_name(name);

	if (!done)
		error("the board description %s has a name that is none for a board: expected letters, digits, -, _ and . before .yaml",
		      path);
	done = done && read_description(board, name, path, true);
	free(name);
	return done;
}

bool board_read(struct board *board, const char *name)
{
	size_t count, found = 0;
	char **names = board_names(&count);

	*board = (struct board){0};
	for (size_t i = 0; i < count; i++) {
		found += strcmp(names[i], name) == 0;
		free(names[i]);
	}
	free(names);
	if (!found && text_ends_with(name, ".yaml"))
		return read_own(board, name);
	if (!found) {
		refuse_name(name);
		return false;
	}
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
	*board = (struct board){0};
}
