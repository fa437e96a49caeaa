/* pins.c: reads on which pins the bits of ports shall be. */
#include "overlay/pins.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"
#include "util/words.h"

struct pin_reader {
	struct words w;
	const struct netlist *n;
	const struct overlay *o;
	unsigned meshes;
	struct pin_places *p;
	const char **user[2];		/* out, in: [mesh * pins + pin]: the port that is there, or NULL */
};

/* The word of a line without its bit; *bit is -1 where there is none. */
static char *split_word(const struct word *word, long *bit)
{
	char *text = format_string("%.*s", (int)word->length, word->at), *open = strrchr(text, '['), *end;

	*bit = -1;
	if (!open || open == text)
		return text;
	long number = strtol(open + 1, &end, 10);
	if (end == open + 1 || strcmp(end, "]") != 0 || number < 0)
		return text;
	*bit = number;
	*open = 0;
	return text;
}

/* The first bit of a port, whose bits follow each other, and how many it has. */
static size_t find_port(const struct netlist_pin *pin, size_t count, const char *port, size_t *width)
{
	size_t first = 0;

	while (first < count && strcmp(pin[first].port, port) != 0)
		first++;
	*width = 0;
	while (first + *width < count && strcmp(pin[first + *width].port, port) == 0)
		++*width;
	return first;
}

static bool refuse_port(const struct pin_reader *r, const char *port)
{
	size_t count = r->n->input_count + r->n->output_count;
	const char **name = allocate_array(count + 1, sizeof *name), *nearest;

	for (size_t i = 0; i < r->n->input_count; i++)
		name[i] = r->n->input[i].port;
	for (size_t i = 0; i < r->n->output_count; i++)
		name[r->n->input_count + i] = r->n->output[i].port;
	nearest = nearest_name(port, name, count);
	error_at(word_place(&r->w, 0), "%s has no port '%s': expected a port, or a bit of one, as in count[3]", r->n->name, port);
	free(name);
	return nearest && suggest("%s", nearest);
}

/* Puts a bit on a pin. */
static bool place_bit(struct pin_reader *r, bool in, size_t bit, unsigned mesh, unsigned pin)
{
	struct pin_place *place = in ? &r->p->input[bit] : &r->p->output[bit];
	const char **user = &r->user[in][mesh * r->o->pins + pin];
	const char *port = in ? r->n->input[bit].port : r->n->output[bit].port;

	if (place->given)
		return error_at(word_place(&r->w, 0), "the %s is on pin %u of mesh %u already: expected each bit once", port, place->pin,
				place->mesh);
	if (*user)
		return error_at(word_place(&r->w, 2), "on pin %u of mesh %u is %s already: expected another pin", pin, mesh, *user);
	*place = (struct pin_place){ true, mesh, pin };
	*user = port;
	return true;
}

/* Puts `count` bits from bit `first` of the netlist's list on pins. */
static bool place_bits(struct pin_reader *r, bool in, size_t first, size_t count)
{
	unsigned long mesh, pin;

	if (!words_unsigned(&r->w, 1, "mesh", 0, r->meshes - 1, &mesh)
	    || !words_unsigned(&r->w, 2, "pin", 0, r->o->pins - 1, &pin) || !words_end(&r->w, 3, "\"port mesh pin\""))
		return false;
	if (pin + count > r->o->pins)
		return error_at(word_place(&r->w, 2), "%zu bits from pin %lu on: expected pins 0 to %u", count, pin, r->o->pins - 1);
	for (size_t i = 0; i < count; i++)
		if (!place_bit(r, in, first + i, (unsigned)mesh, (unsigned)(pin + i)))
			return false;
	return true;
}

static bool read_line(struct pin_reader *r)
{
	long bit;
	char *port = split_word(&r->w.word[0], &bit);
	size_t width, first = find_port(r->n->input, r->n->input_count, port, &width);
	bool in = width > 0, good;

	if (!in)
		first = find_port(r->n->output, r->n->output_count, port, &width);
	if (width == 0)
		good = refuse_port(r, port);
	else if (bit >= (long)width)
		good = error_at(word_place(&r->w, 0), "%s has no bit %ld: expected 0 to %zu", port, bit, width - 1);
	else
		good = place_bits(r, in, bit < 0 ? first : first + (size_t)bit, bit < 0 ? width : 1);
	free(port);
	return good;
}

static bool read_lines(struct pin_reader *r, const char *path)
{
	bool good = words_open(&r->w, path, "#", USUAL_LINE);

	while (good && words_line_of_data(&r->w))
		good = read_line(r);
	words_close(&r->w);
	return good;
}

bool pins_read(struct pin_places *p, const char *path, const struct netlist *n, const struct overlay *o, unsigned meshes)
{
	struct pin_reader r = { .n = n, .o = o, .p = p, .meshes = meshes };
	bool good = true;

	p->input = allocate_array(n->input_count + 1, sizeof *p->input);
	p->output = allocate_array(n->output_count + 1, sizeof *p->output);
	for (unsigned in = 0; in < 2; in++)
		r.user[in] = allocate_array((size_t)o->meshes * o->pins + 1, sizeof *r.user[in]);
	if (path && o->pins == 0)
		good = error("--pins is given, but the device has no pins");
	else if (path)
		good = read_lines(&r, path);
	free(r.user[0]);
	free(r.user[1]);
	return good;
}

void pins_free(struct pin_places *p)
{
	free(p->input);
	free(p->output);
	*p = (struct pin_places){ 0 };
}
