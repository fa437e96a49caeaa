/* image.c: images in memory, and as JSON files.
 *
 *   print   image --> text with a line for each row of elements, bank, pin and latch --> digest of this text behind it
 *   read    file --> JSON --> ranges, device --> image --> text again --> the same digest?
 *
 * As the digest is that of the text that would be written, a file may be indented in another way, but every name, digit and
 * number of it counts.
 */
#include "overlay/image.h"

#include <stdlib.h>
#include <string.h>

#include "overlay/logic.h"
#include "util/digest.h"
#include "util/file.h"
#include "util/json.h"
#include "util/message.h"

static const char format_name[] = "ftc-image";
enum { FORMAT_VERSION = 1, MOST_BYTES = 64 << 20, DIGEST_ROOM = 17, CONTROL_DIGITS = 4, BANK_DIGITS = 8 };

/* ---- in memory ------------------------------------------------------------------------------------------------------- */

void image_start(struct image *image, const struct overlay *o, unsigned cycles)
{
	*image = (struct image){ .cycles = cycles, .banks = o->banks };
	memcpy(image->device, o->digest, sizeof image->device);
	image->control = allocate_array(overlay_elements(o), sizeof *image->control);
	image->setting = allocate_array((size_t)image->banks * cycles, sizeof *image->setting);
}

/* The word of a bank in a cycle. */
static size_t word_of(const struct image *image, unsigned bank, unsigned cycle)
{
	return (size_t)bank * image->cycles + cycle;
}

static uint64_t low_bits(unsigned width)
{
	return (UINT64_C(1) << width) - 1;
}

/* The bank that holds bit `bit` of a RAM and the one behind it, if there are so many, side by side. */
static uint64_t two_banks(const struct image *image, unsigned bank, unsigned cycle)
{
	uint64_t first = image->setting[word_of(image, bank, cycle)];
	uint64_t second = bank + 1 < image->banks ? image->setting[word_of(image, bank + 1, cycle)] : 0;

	return second << OVERLAY_BANK_BITS | first;
}

uint32_t image_get(const struct image *image, struct overlay_ram ram, unsigned cycle, unsigned low, unsigned width)
{
	if (ram.bits == 0 || width == 0)
		return 0;
	uint64_t both = two_banks(image, ram.first + low / OVERLAY_BANK_BITS, cycle);

	return (uint32_t)(both >> low % OVERLAY_BANK_BITS & low_bits(width));
}

void image_set(struct image *image, struct overlay_ram ram, unsigned cycle, unsigned low, unsigned width, uint32_t value)
{
	unsigned bank = ram.first + low / OVERLAY_BANK_BITS, shift = low % OVERLAY_BANK_BITS;

	if (ram.bits == 0 || width == 0)
		return;
	uint64_t both = two_banks(image, bank, cycle) & ~(low_bits(width) << shift);

	both |= ((uint64_t)value & low_bits(width)) << shift;
	image->setting[word_of(image, bank, cycle)] = (uint32_t)both;
	if (shift + width > OVERLAY_BANK_BITS)
		image->setting[word_of(image, bank + 1, cycle)] = (uint32_t)(both >> OVERLAY_BANK_BITS);
}

static void free_pins(struct image_pin *pin, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(pin[i].port);
	free(pin);
}

void image_free(struct image *image)
{
	free(image->circuit);
	free(image->control);
	free(image->setting);
	free_pins(image->input, image->input_count);
	free_pins(image->output, image->output_count);
	for (size_t i = 0; i < image->latch_count; i++)
		free(image->latch[i].name);
	free(image->latch);
	*image = (struct image){ 0 };
}

/* ---- printed --------------------------------------------------------------------------------------------------------- */

static void print_string(struct text *out, const char *string)
{
	json_t *value = json_string(string);
	char *dumped = json_dumps(value, JSON_ENCODE_ANY);

	text_add(out, dumped);
	free(dumped);
	json_decref(value);
}

static void print_head(const struct image *image, const struct overlay *o, struct text *out)
{
	text_print(out, "{\n  \"format\": \"%s\",\n  \"version\": %d,\n", format_name, FORMAT_VERSION);
	text_print(out, "  \"device\": {\"digest\": \"%s\", \"meshes\": %u, \"side\": %u, \"pins\": %u, \"depth\": %u, "
		   "\"latency\": %u, \"capacities\": [", image->device, o->meshes, o->side, o->pins, o->depth, o->latency);
	for (unsigned k = 1; k <= o->levels; k++)
		text_print(out, "%s%u", k > 1 ? ", " : "", o->net->capacity[k]);
	text_add(out, "]},\n  \"circuit\": {\"name\": ");
	print_string(out, image->circuit);
	text_print(out, ", \"digest\": \"%s\"},\n  \"model\": \"%s\",\n  \"cycles\": %u,\n  \"step\": %u,\n",
		   image->circuit_digest, logic_model_names[image->model], image->cycles, image->step);
}

static void print_control(const struct image *image, const struct overlay *o, struct text *out)
{
	text_add(out, "  \"control\": [\n");
	for (unsigned row = 0; row < o->meshes * o->side; row++) {
		text_add(out, row % o->side == 0 ? "    [\n      \"" : "      \"");
		for (unsigned column = 0; column < o->side; column++)
			text_print(out, "%s%04x", column > 0 ? " " : "", image->control[row * o->side + column]);
		text_add(out, (row + 1) % o->side > 0 ? "\",\n" : row + 1 < o->meshes * o->side ? "\"\n    ],\n" : "\"\n    ]\n");
	}
	text_add(out, "  ],\n");
}

static void print_settings(const struct image *image, struct text *out)
{
	text_add(out, "  \"settings\": [");
	for (unsigned bank = OVERLAY_BANK_FIRST; bank < image->banks; bank++) {
		text_add(out, bank > OVERLAY_BANK_FIRST ? ",\n    \"" : "\n    \"");
		for (unsigned cycle = 0; cycle < image->cycles; cycle++)
			text_print(out, "%s%08x", cycle > 0 ? " " : "", image->setting[word_of(image, bank, cycle)]);
		text_add(out, "\"");
	}
	text_add(out, "\n  ],\n");
}

static void print_pins(const char *key, const struct image_pin *pin, size_t count, struct text *out)
{
	text_print(out, "  \"%s\": [", key);
	for (size_t i = 0; i < count; i++) {
		text_add(out, i > 0 ? ",\n    {\"port\": " : "\n    {\"port\": ");
		print_string(out, pin[i].port);
		if (pin[i].vector)
			text_print(out, ", \"bit\": %u", pin[i].bit);
		text_print(out, ", \"mesh\": %u, \"pin\": %u}", pin[i].mesh, pin[i].pin);
	}
	text_add(out, "\n  ],\n");
}

static const char *boolean(bool value)
{
	return value ? "true" : "false";
}

static void print_latches(const struct image *image, struct text *out)
{
	text_add(out, "  \"latches\": [");
	for (size_t i = 0; i < image->latch_count; i++) {
		const struct image_latch *latch = &image->latch[i];

		text_add(out, i > 0 ? ",\n    {\"name\": " : "\n    {\"name\": ");
		print_string(out, latch->name);
		if (latch->constant)
			text_print(out, ", \"constant\": %s}", boolean(latch->complement));
		else
			text_print(out, ", \"mesh\": %u, \"row\": %u, \"column\": %u, \"complement\": %s}", latch->mesh,
				   latch->row, latch->column, boolean(latch->complement));
	}
	text_add(out, "\n  ],\n");
}

/* All but the digest. */
static void print_contents(const struct image *image, const struct overlay *o, struct text *out)
{
	print_head(image, o, out);
	print_control(image, o, out);
	print_settings(image, out);
	print_pins("inputs", image->input, image->input_count, out);
	print_pins("outputs", image->output, image->output_count, out);
	print_latches(image, out);
}

static void contents_digest(const struct image *image, const struct overlay *o, char digest[DIGEST_ROOM])
{
	struct text contents = { 0 };

	print_contents(image, o, &contents);
	digest_text(&contents, digest);
	text_free(&contents);
}

void image_print(const struct image *image, const struct overlay *o, struct text *out)
{
	char digest[DIGEST_ROOM];

	contents_digest(image, o, digest);
	print_contents(image, o, out);
	text_print(out, "  \"digest\": \"%s\"\n}\n", digest);
}

/* ---- read ------------------------------------------------------------------------------------------------------------ */

struct reader {
	const char *path, *name;		/* as given; for messages */
	const struct overlay *o;
	struct image *image;
	struct text content;
};

/* Where `words` stand, if they do once in the file; otherwise the file. jansson gives no places of values. */
static struct place place_of(const struct reader *r, const char *words)
{
	struct place at = { .file = r->name };
	const char *found = words ? strstr(r->content.bytes, words) : NULL;

	if (!found || strstr(found + 1, words))
		return at;
	at.line_text = r->content.bytes;
	at.line = 1;
	for (const char *next = text_next_line(at.line_text); next <= found && *next; next = text_next_line(next)) {
		at.line_text = next;
		at.line++;
	}
	at.column = (size_t)(found - at.line_text) + 1;
	return at;
}

static struct place place_of_key(const struct reader *r, const char *key)
{
	char *quoted = format_string("\"%s\":", key);
	struct place at = place_of(r, quoted);

	free(quoted);
	return at;
}

/* Follows every error: nobody mends an image by hand. */
static bool compile_again(const struct reader *r)
{
	return suggest("ftc compile DEVICE CIRCUIT -o %s", strcmp(r->path, "-") == 0 ? "FILE" : shell_word(r->path));
}

/* A value as it stands in the file, cut after some characters. A fresh string. */
static char *shown(const json_t *value)
{
	char *dumped = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL, *cut;

	if (!dumped)
		return copy_string("missing");
	cut = strlen(dumped) > 40 ? format_string("%.37s...", dumped) : copy_string(dumped);
	free(dumped);
	return cut;
}

/* `key` of `what` ("", or " of .."), which is not what was expected. Returns false. */
static bool refuse(const struct reader *r, const char *key, const char *what, const json_t *value, const char *expected)
{
	char *is = shown(value);

	error_at(place_of_key(r, key), "\"%s\"%s is %s: expected %s", key, what, is, expected);
	free(is);
	return compile_again(r);
}

static bool read_number(const struct reader *r, const json_t *object, const char *key, const char *what, unsigned low,
			unsigned high, unsigned *number)
{
	const json_t *value = json_object_get(object, key);
	json_int_t given = json_integer_value(value);

	if (json_is_integer(value) && given >= low && given <= high) {
		*number = (unsigned)given;
		return true;
	}
	char *expected = format_string("a whole number from %u to %u", low, high);

	refuse(r, key, what, value, expected);
	free(expected);
	return false;
}

static bool read_string(const struct reader *r, const json_t *object, const char *key, const char *what, char **string)
{
	const json_t *value = json_object_get(object, key);

	if (!json_is_string(value))
		return refuse(r, key, what, value, "a name");
	free(*string);
	*string = copy_string(json_string_value(value));
	return true;
}

static bool read_digest(const struct reader *r, const json_t *object, const char *what, char digest[DIGEST_ROOM])
{
	const json_t *value = json_object_get(object, "digest");
	const char *given = json_string_value(value);

	if (!given || strlen(given) != DIGEST_ROOM - 1 || strspn(given, "0123456789abcdef") != DIGEST_ROOM - 1)
		return refuse(r, "digest", what, value, "16 hexadecimal digits");
	memcpy(digest, given, DIGEST_ROOM);
	return true;
}

static bool read_boolean(const struct reader *r, const json_t *object, const char *key, const char *what, bool *is)
{
	const json_t *value = json_object_get(object, key);

	*is = json_is_true(value);
	return json_is_boolean(value) || refuse(r, key, what, value, "true or false");
}

/* All keys of an object are known, so that nothing in a file is without a meaning. */
static bool check_keys(const struct reader *r, json_t *object, const char *what, const char *const *known)
{
	const char *key;
	json_t *value;

	if (!json_is_object(object)) {
		error_at((struct place){ .file = r->name }, "the contents%s are missing, or no object", what);
		return compile_again(r);
	}
	json_object_foreach(object, key, value) {
		size_t count = 0;

		while (known[count] && strcmp(known[count], key) != 0)
			count++;
		if (known[count])
			continue;
		const char *near = nearest_name(key, known, count);

		error_at(place_of_key(r, key), "\"%s\"%s is no part of an image%s%s%s", key, what, near ? ": expected \"" : "",
			 near ? near : "", near ? "\"" : "");
		return compile_again(r);
	}
	return true;
}

/* A list of that many items. */
static bool check_list(const struct reader *r, const json_t *root, const char *key, const char *of, size_t count)
{
	const json_t *list = json_object_get(root, key);

	if (json_is_array(list) && json_array_size(list) == count)
		return true;
	if (!json_is_array(list))
		error_at(place_of_key(r, key), "\"%s\" is %s: expected a list of %zu %s", key, list ? "no list" : "missing", count, of);
	else
		error_at(place_of_key(r, key), "\"%s\" has %zu %s: expected %zu", key, json_array_size(list), of, count);
	return compile_again(r);
}

static bool read_format(const struct reader *r, json_t *root)
{
	static const char *const keys[] = { "format", "version", "device", "circuit", "model", "cycles", "step", "control",
					    "settings", "inputs", "outputs", "latches", "digest", NULL };
	const json_t *format = json_object_get(root, "format");
	unsigned version;

	if (!json_is_string(format) || strcmp(json_string_value(format), format_name) != 0) {
		error_at(place_of_key(r, "format"), "not an image: expected \"format\": \"%s\", as ftc compile writes", format_name);
		return compile_again(r);
	}
	return read_number(r, root, "version", "", FORMAT_VERSION, FORMAT_VERSION, &version) && check_keys(r, root, "", keys);
}

/* The device as the file has it. */
struct device {
	char digest[DIGEST_ROOM];
	unsigned meshes, side, pins, depth, latency, capacity[OVERLAY_MOST_LEVELS + 1], levels;
};

static bool read_device(const struct reader *r, json_t *object, struct device *d)
{
	static const char *const keys[] = { "digest", "meshes", "side", "pins", "depth", "latency", "capacities", NULL };
	const char *what = " of \"device\"";

	if (!check_keys(r, object, what, keys) || !read_digest(r, object, what, d->digest)
	    || !read_number(r, object, "meshes", what, 1, OVERLAY_MOST_MESHES, &d->meshes)
	    || !read_number(r, object, "side", what, 1, OVERLAY_MOST_SIDE, &d->side)
	    || !read_number(r, object, "pins", what, 0, OVERLAY_MOST_SIDE, &d->pins)
	    || !read_number(r, object, "depth", what, 0, OVERLAY_MOST_STEP, &d->depth)
	    || !read_number(r, object, "latency", what, 0, OVERLAY_MOST_STEP, &d->latency))
		return false;
	const json_t *capacities = json_object_get(object, "capacities");

	d->levels = (unsigned)json_array_size(capacities);
	if (!json_is_array(capacities) || d->levels > OVERLAY_MOST_LEVELS)
		return refuse(r, "capacities", what, capacities, "a list with the wires of each level");
	for (unsigned k = 1; k <= d->levels; k++) {
		const json_t *capacity = json_array_get(capacities, k - 1);

		if (!json_is_integer(capacity) || json_integer_value(capacity) < 1 || json_integer_value(capacity) > INT32_MAX)
			return refuse(r, "capacities", what, capacities, "a list with the wires of each level");
		d->capacity[k] = (unsigned)json_integer_value(capacity);
	}
	return true;
}

static struct device own_device(const struct overlay *o)
{
	struct device d = { .meshes = o->meshes, .side = o->side, .pins = o->pins, .depth = o->depth, .latency = o->latency,
			    .levels = o->levels };

	memcpy(d.digest, o->digest, sizeof d.digest);
	for (unsigned k = 1; k <= o->levels; k++)
		d.capacity[k] = o->net->capacity[k];
	return d;
}

static char *device_words(const struct device *d)
{
	struct text t = { 0 };

	text_print(&t, "%u meshes of %u x %u elements and %u pins, %u delivery cycles", d->meshes, d->side, d->side, d->pins,
		   d->depth);
	if (d->levels > 0)
		text_print(&t, ", %u clocks from mesh to mesh, capacities", d->latency);
	for (unsigned k = 1; k <= d->levels; k++)
		text_print(&t, " %u", d->capacity[k]);
	return t.bytes;
}

static bool same_sizes(const struct device *a, const struct device *b)
{
	bool same = a->meshes == b->meshes && a->side == b->side && a->pins == b->pins && a->depth == b->depth
		    && a->latency == b->latency && a->levels == b->levels;

	for (unsigned k = 1; same && k <= a->levels; k++)
		same = a->capacity[k] == b->capacity[k];
	return same;
}

static bool check_device(const struct reader *r, json_t *object)
{
	struct device theirs = { .meshes = 0 }, ours = own_device(r->o);

	if (!read_device(r, object, &theirs))
		return false;
	char *their_words = device_words(&theirs), *our_words = device_words(&ours);
	bool same_digest = strcmp(theirs.digest, ours.digest) == 0, same = same_sizes(&theirs, &ours);
	struct place at = place_of_key(r, "device");

	if (!same && !same_digest)
		error_at(at, "the image is for another device: %s (digest %s); this one has %s (digest %s)", their_words,
			 theirs.digest, our_words, ours.digest);
	else if (!same_digest)
		error_at(at, "\"digest\" of \"device\" is %s: expected %s, that of %s", theirs.digest, ours.digest, our_words);
	else if (!same)
		error_at(at, "\"device\" is %s, but its digest that of %s: something was changed in the file", their_words,
			 our_words);
	free(their_words);
	free(our_words);
	return (same_digest && same) || compile_again(r);
}

static bool read_circuit(const struct reader *r, json_t *root)
{
	static const char *const keys[] = { "name", "digest", NULL };
	json_t *object = json_object_get(root, "circuit");
	const json_t *model = json_object_get(root, "model");
	unsigned *m = &r->image->model;

	if (!check_keys(r, object, " of \"circuit\"", keys)
	    || !read_string(r, object, "name", " of \"circuit\"", &r->image->circuit)
	    || !read_digest(r, object, " of \"circuit\"", r->image->circuit_digest))
		return false;
	for (*m = 0; *m < LOGIC_MODELS; ++*m)
		if (json_is_string(model) && strcmp(json_string_value(model), logic_model_names[*m]) == 0)
			return true;
	char *words = list_words(logic_model_names, LOGIC_MODELS);

	refuse(r, "model", "", model, words);
	free(words);
	return false;
}

static bool is_hexadecimal(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/* The next of the words of `digits` digits that a blank divides; advances *at. */
static bool next_word(const char **at, unsigned digits, bool last, uint32_t *word)
{
	for (unsigned i = 0; i < digits; i++)
		if (!is_hexadecimal((*at)[i]))
			return false;
	*word = (uint32_t)strtoul(*at, NULL, 16);
	*at += digits;
	return last ? **at == 0 : *(*at)++ == ' ';
}

/* Reads a string of `count` words; `what` names it in messages. */
static bool read_words(const struct reader *r, const json_t *value, const char *what, unsigned digits, unsigned count,
		       uint32_t *word)
{
	const char *string = json_string_value(value), *at = string;

	for (unsigned i = 0; i < count; i++) {
		if (at && next_word(&at, digits, i + 1 == count, &word[i]))
			continue;
		char *is = shown(value);

		error_at(place_of(r, string && *string ? string : NULL), "%s is %s, wrong at word %u: expected %u words of %u "
			 "hexadecimal digits, with a blank between two", what, is, i, count, digits);
		free(is);
		return compile_again(r);
	}
	return true;
}

static bool read_control(const struct reader *r, const json_t *root)
{
	const struct overlay *o = r->o;
	uint32_t word[OVERLAY_MOST_SIDE];
	char *what = NULL;
	bool good = check_list(r, root, "control", "meshes", o->meshes);

	for (unsigned row = 0; row < o->meshes * o->side && good; row++) {
		const json_t *mesh = json_array_get(json_object_get(root, "control"), row / o->side);

		if (row % o->side == 0 && json_array_size(mesh) != o->side) {
			error_at(place_of_key(r, "control"), "\"control\" has %zu rows in mesh %u: expected %u", json_array_size(mesh),
				 row / o->side, o->side);
			return compile_again(r);
		}
		what = format_string("row %u of mesh %u of \"control\"", row % o->side, row / o->side);
		good = read_words(r, json_array_get(mesh, row % o->side), what, CONTROL_DIGITS, o->side, word);
		free(what);
		for (unsigned column = 0; column < o->side && good; column++)
			r->image->control[row * o->side + column] = (uint16_t)word[column];
	}
	return good;
}

/* Bits of the settings behind the end of a RAM do not exist. */
static bool check_ram_end(const struct reader *r, struct overlay_ram ram)
{
	unsigned used = ram.bits % OVERLAY_BANK_BITS, bank = ram.first + ram.bits / OVERLAY_BANK_BITS;

	for (unsigned cycle = 0; cycle < r->image->cycles && used > 0; cycle++) {
		uint32_t word = r->image->setting[word_of(r->image, bank, cycle)];

		if (word >> used == 0)
			continue;
		error_at(place_of_key(r, "settings"), "bank %u of \"settings\" is %08x in cycle %u: expected %u bits", bank, word,
			 cycle, used);
		return compile_again(r);
	}
	return true;
}

static bool check_ram_ends(const struct reader *r)
{
	const struct overlay *o = r->o;
	bool good = true;

	for (unsigned leaf = 0; o->levels > 0 && leaf < o->meshes && good; leaf++)
		good = check_ram_end(r, overlay_leaf_ram(o, leaf, false)) && check_ram_end(r, overlay_leaf_ram(o, leaf, true));
	for (unsigned level = o->levels; level-- > 0 && good;)
		for (unsigned i = 0; i < 1u << level && good; i++)
			good = check_ram_end(r, overlay_node_ram(o, level, i, false))
			       && check_ram_end(r, overlay_node_ram(o, level, i, true));
	return good;
}

static bool read_settings(const struct reader *r, const json_t *root)
{
	struct image *image = r->image;
	const json_t *list = json_object_get(root, "settings");
	bool good = check_list(r, root, "settings", "banks", image->banks - OVERLAY_BANK_FIRST);

	for (unsigned bank = OVERLAY_BANK_FIRST; bank < image->banks && good; bank++) {
		char *what = format_string("bank %u of \"settings\"", bank);

		good = read_words(r, json_array_get(list, bank - OVERLAY_BANK_FIRST), what, BANK_DIGITS, image->cycles,
				  image->setting + word_of(image, bank, 0));
		free(what);
	}
	return good && check_ram_ends(r);
}

static bool read_pin(const struct reader *r, json_t *object, const char *what, struct image_pin *pin)
{
	static const char *const keys[] = { "port", "bit", "mesh", "pin", NULL };

	if (r->o->pins == 0) {
		error_at(place_of_key(r, "port"), "there is a pin%s: expected none, as the device has no pins", what);
		return compile_again(r);
	}
	pin->vector = json_object_get(object, "bit");
	return check_keys(r, object, what, keys) && read_string(r, object, "port", what, &pin->port)
	       && (!pin->vector || read_number(r, object, "bit", what, 0, INT32_MAX, &pin->bit))
	       && read_number(r, object, "mesh", what, 0, r->o->meshes - 1, &pin->mesh)
	       && read_number(r, object, "pin", what, 0, r->o->pins - 1, &pin->pin);
}

/* No two bits share a pin. */
static bool check_pins(const struct reader *r, const char *key, const struct image_pin *pin, size_t count)
{
	size_t *user = allocate_array((size_t)r->o->meshes * r->o->pins + 1, sizeof *user);
	bool good = true;

	for (size_t i = 0; i < count && good; i++) {
		size_t *at = &user[pin[i].mesh * r->o->pins + pin[i].pin];

		good = *at == 0;
		if (!good)
			error_at(place_of_key(r, key), "items %zu and %zu of \"%s\" are both at pin %u of mesh %u", *at - 1, i, key,
				 pin[i].pin, pin[i].mesh);
		*at = i + 1;
	}
	free(user);
	return good || compile_again(r);
}

/* Whether an item's name is the first of its kind in `seen`, an object. */
static bool is_new(const struct reader *r, json_t *seen, const char *name, size_t item, const char *key)
{
	const json_t *before = json_object_get(seen, name);

	if (!before)
		return json_object_set_new(seen, name, json_integer((json_int_t)item)) == 0;
	error_at(place_of_key(r, key), "items %lld and %zu of \"%s\" are both %s: expected each once", (long long)json_integer_value(before),
		 item, key, name);
	return compile_again(r);
}

/* No bit of a port is listed twice. */
static bool check_ports(const struct reader *r, const char *key, const struct image_pin *pin, size_t count)
{
	json_t *seen = json_object();
	bool good = true;

	for (size_t i = 0; i < count && good; i++) {
		char *name = format_string("%s, bit %u", pin[i].port, pin[i].bit);

		good = is_new(r, seen, name, i, key);
		free(name);
	}
	json_decref(seen);
	return good;
}

static bool check_latches(const struct reader *r, const struct image_latch *latch, size_t count)
{
	json_t *seen = json_object();
	bool good = true;

	for (size_t i = 0; i < count && good; i++)
		good = is_new(r, seen, latch[i].name, i, "latches");
	json_decref(seen);
	return good;
}

static bool read_pins(const struct reader *r, const json_t *root, const char *key, struct image_pin **pin, size_t *count)
{
	const json_t *list = json_object_get(root, key);
	bool good = json_is_array(list) || refuse(r, key, "", list, "a list of pins");

	*pin = allocate_array(json_array_size(list) + 1, sizeof **pin);
	for (size_t i = 0; i < json_array_size(list) && good; i++) {
		char *what = format_string(" of item %zu of \"%s\"", i, key);

		++*count;
		good = read_pin(r, json_array_get(list, i), what, &(*pin)[i]);
		free(what);
	}
	return good && check_pins(r, key, *pin, *count) && check_ports(r, key, *pin, *count);
}

static bool read_latch(const struct reader *r, json_t *object, const char *what, struct image_latch *latch)
{
	static const char *const keys[] = { "name", "mesh", "row", "column", "complement", NULL };
	static const char *const constant_keys[] = { "name", "constant", NULL };

	latch->constant = json_object_get(object, "constant");
	if (latch->constant)
		return check_keys(r, object, what, constant_keys) && read_string(r, object, "name", what, &latch->name)
		       && read_boolean(r, object, "constant", what, &latch->complement);
	return check_keys(r, object, what, keys) && read_string(r, object, "name", what, &latch->name)
	       && read_number(r, object, "mesh", what, 0, r->o->meshes - 1, &latch->mesh)
	       && read_number(r, object, "row", what, 0, r->o->side - 1, &latch->row)
	       && read_number(r, object, "column", what, 0, r->o->side - 1, &latch->column)
	       && read_boolean(r, object, "complement", what, &latch->complement);
}

static bool read_latches(const struct reader *r, const json_t *root)
{
	struct image *image = r->image;
	const json_t *list = json_object_get(root, "latches");
	bool good = json_is_array(list) || refuse(r, "latches", "", list, "a list of latches");

	image->latch = allocate_array(json_array_size(list) + 1, sizeof *image->latch);
	for (size_t i = 0; i < json_array_size(list) && good; i++) {
		char *what = format_string(" of item %zu of \"latches\"", i);

		image->latch_count++;
		good = read_latch(r, json_array_get(list, i), what, &image->latch[i]);
		free(what);
	}
	return good && check_latches(r, image->latch, image->latch_count);
}

static bool check_digest(const struct reader *r, const json_t *root)
{
	char given[DIGEST_ROOM], digest[DIGEST_ROOM];

	if (!read_digest(r, root, "", given))
		return false;
	contents_digest(r->image, r->o, digest);
	if (strcmp(given, digest) == 0)
		return true;
	error_at(place_of(r, given), "the image's digest is %s, that of its contents %s: something was changed in the file", given,
		 digest);
	return compile_again(r);
}

static bool read_image(const struct reader *r, json_t *root)
{
	struct image *image = r->image;
	unsigned cycles, step;

	if (!read_format(r, root) || !check_device(r, json_object_get(root, "device"))
	    || !read_number(r, root, "cycles", "", 1, r->o->levels > 0 ? r->o->depth : 1, &cycles)
	    || !read_number(r, root, "step", "", OVERLAY_LEAST_STEP, OVERLAY_MOST_STEP, &step))
		return false;
	image_start(image, r->o, cycles);
	image->step = step;
	return read_circuit(r, root) && read_control(r, root) && read_settings(r, root)
	       && read_pins(r, root, "inputs", &image->input, &image->input_count)
	       && read_pins(r, root, "outputs", &image->output, &image->output_count) && read_latches(r, root)
	       && check_digest(r, root);
}

static bool refuse_json(const struct reader *r, const json_error_t *failure)
{
	struct place at = { .file = r->name, .line = failure->line > 0 ? (size_t)failure->line : 0,
			    .column = failure->column > 0 ? (size_t)failure->column : 0 };

	if (json_error_code(failure) == json_error_premature_end_of_input)
		error_at(at, "the image ends here: expected more, it has been cut off");
	else
		error_at(at, "no JSON: %s", failure->text);
	return compile_again(r);
}

bool image_read(struct image *image, const struct overlay *o, const char *path)
{
	struct reader r = { .path = path, .name = strcmp(path, "-") == 0 ? "standard input" : path, .o = o, .image = image };
	json_error_t failure;

	*image = (struct image){ 0 };
	if (!read_input(path, MOST_BYTES, &r.content))
		return false;
	json_t *root = json_loadb(r.content.bytes, r.content.length, JSON_REJECT_DUPLICATES, &failure);
	bool good = root ? read_image(&r, root) : refuse_json(&r, &failure);

	if (!good)
		image_free(image);
	json_decref(root);
	text_free(&r.content);
	return good;
}
