/* same_circuit.c: the lists of an image beside a circuit. */
#include "machines/area-universal/same_circuit.h"

#include <jansson.h>
#include <stdint.h>
#include <string.h>

#include "overlay/logic.h"
#include "util/message.h"

bool image_has_clocks(const struct image *image, const char *path)
{
	return image->model == LOGIC_FLIP_FLOPS
	       || error("%s is an image of model %s, in which a step is no clock of the circuit: expected model %s", path,
			logic_model_names[image->model], logic_model_names[LOGIC_FLIP_FLOPS]);
}

size_t image_find_pin(const struct image_pin *pin, size_t count, const struct netlist_pin *wanted)
{
	for (size_t i = 0; i < count; i++)
		if (pin[i].bit == wanted->bit && strcmp(pin[i].port, wanted->port) == 0)
			return i;
	return SIZE_MAX;
}

static bool lists_pins(const char *what, const struct image_pin *pin, size_t count, const char *path,
		       const struct netlist_pin *wanted, size_t wanted_count, const char *source)
{
	for (size_t i = 0; i < wanted_count; i++)
		if (image_find_pin(pin, count, &wanted[i]) == SIZE_MAX)
			return error("%s has %s %s, bit %u, which the image %s lacks: expected an image of this circuit", source, what,
				     wanted[i].port, wanted[i].bit, path);
	return count == wanted_count
	       || error("the image %s has %zu bits of %ss, %s has %zu: expected an image of this circuit", path, count, what, source,
			wanted_count);
}

/* Names of flip-flops, as the keys of an object. */
static json_t *listed(const struct image *image)
{
	json_t *names = json_object();

	for (size_t i = 0; i < image->latch_count; i++)
		json_object_set_new(names, image->latch[i].name, json_true());
	return names;
}

/* The compiler leaves out what nothing reads; all else is in the list. */
static bool lists_kept(const struct logic *l, const struct image *image, const char *path)
{
	const struct netlist *n = l->netlist;
	json_t *names = listed(image);
	const char *missing = NULL;
	size_t kept = 0, there = 0;

	for (size_t i = 0; i < n->latch_count; i++) {
		if (l->latch[i].where == LATCH_UNUSED)
			continue;
		bool is = json_object_get(names, n->latch[i].name);

		kept++;
		there += is;
		missing = is || missing ? missing : n->latch[i].name;
	}
	json_decref(names);
	return there == kept
	       || error("the image %s lists %zu of the %zu flip-flops of %s, and not %s: expected an image of this circuit", path, there,
			kept, n->source, missing);
}

static bool lists_no_other(const struct image *image, const char *path, const struct netlist *n)
{
	json_t *names = json_object();
	const char *other = NULL;

	for (size_t i = 0; i < n->latch_count; i++)
		json_object_set_new(names, n->latch[i].name, json_true());
	for (size_t i = 0; i < image->latch_count && !other; i++)
		other = json_object_get(names, image->latch[i].name) ? NULL : image->latch[i].name;
	json_decref(names);
	return !other
	       || error("the image %s has flip-flop %s, which %s lacks: expected an image of this circuit", path, other, n->source);
}

bool image_lists_circuit(const struct image *image, const char *path, const struct netlist *n)
{
	struct logic l;

	if (!lists_pins("input", image->input, image->input_count, path, n->input, n->input_count, n->source)
	    || !lists_pins("output", image->output, image->output_count, path, n->output, n->output_count, n->source)
	    || !lists_no_other(image, path, n))
		return false;
	logic_make(&l, n, image->model);
	bool good = lists_kept(&l, image, path);

	logic_free(&l);
	return good;
}
