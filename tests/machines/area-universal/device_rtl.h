/* device_rtl.h: a verilated device with probes: loads images into it, and finds its wires. */
#ifndef FTC_TESTS_AREA_UNIVERSAL_DEVICE_RTL_H
#define FTC_TESTS_AREA_UNIVERSAL_DEVICE_RTL_H

#include <stdio.h>
#include <stdlib.h>

#include "network/machine.h"
#include "overlay/element.h"
#include "overlay/image.h"
#include "rtl_model.h"

struct rtl_device {
	struct network *net;
	struct overlay o;
	struct model *model;
	unsigned long clock;
};

static inline uint64_t rtl_get(const struct rtl_device *d, const char *port, unsigned at, unsigned count)
{
	return model_get(d->model, model_port(d->model, port), at, count);
}

static inline void rtl_set(struct rtl_device *d, const char *port, uint64_t value)
{
	const struct model_port *p = model_port(d->model, port);

	model_set(d->model, p, 0, p->width, value);
}

/* Lets outputs follow the inputs, then ends the clock. */
static inline void rtl_eval(struct rtl_device *d)
{
	model_eval(d->model);
}

static inline void rtl_edge(struct rtl_device *d)
{
	model_edge(d->model);
	d->clock++;
}

/* Opens the device of device.yaml with these words; false after a message. Registers power up at random. */
static inline bool rtl_open(struct rtl_device *d, char *const *word, size_t words, uint32_t seed)
{
	struct model_start start = { .random_registers = seed };
	struct spec spec;

	*d = (struct rtl_device){ 0 };
	if (!read_with_words(&spec, SOURCE_DIR "/device.yaml", word, words))
		return false;
	d->net = network_new(&spec);
	spec_free(&spec);
	if (!d->net)
		return false;
	d->net->spec->machine->circuits.overlay(d->net, &d->o);
	d->model = open_network(d->net, "test", &start);
	return d->model != NULL;
}

static inline void rtl_close(struct rtl_device *d)
{
	model_close(d->model);
	if (d->net)
		network_free(d->net);
}

static inline void rtl_write(struct rtl_device *d, unsigned bank, unsigned cycle, uint32_t data)
{
	rtl_set(d, "settings_write", 1);
	rtl_set(d, "settings_bank", bank);
	rtl_set(d, "settings_cycle", cycle);
	rtl_set(d, "settings_data", data);
	rtl_eval(d);
	rtl_edge(d);
	rtl_set(d, "settings_write", 0);
}

static inline void rtl_write_settings(struct rtl_device *d, const struct image *image)
{
	rtl_write(d, OVERLAY_BANK_LAST_CYCLE, 0, image->cycles - 1);
	rtl_write(d, OVERLAY_BANK_STEP_LENGTH, 0, image->step - 1);
	for (unsigned bank = OVERLAY_BANK_FIRST; bank < image->banks; bank++)
		for (unsigned cycle = 0; cycle < image->cycles; cycle++)
			rtl_write(d, bank, cycle, image->setting[bank * image->cycles + cycle]);
}

static inline bool control_bit(const uint16_t *control, unsigned bit)
{
	return control[bit / OVERLAY_CONTROL_BITS] >> bit % OVERLAY_CONTROL_BITS & 1;
}

/* Passes all control words through the chain, with pauses where `pauses` has a bit. True if what leaves it is `old`
 * (NULL: anything), and as much. */
static inline bool rtl_configure(struct rtl_device *d, const uint16_t *control, const uint16_t *old, uint64_t pauses)
{
	unsigned bits = overlay_elements(&d->o) * OVERLAY_CONTROL_BITS, in = 0, out = 0;
	bool same = true;

	for (unsigned clock = 0; out < bits && clock < 4 * bits + 100; clock++) {
		bool feed = in < bits && !(pauses >> clock % 64 & 1);

		rtl_set(d, "configure", feed);
		rtl_set(d, "configure_in", feed ? control_bit(control, in) : clock & 1);
		in += feed;
		rtl_eval(d);
		if (rtl_get(d, "configure_valid", 0, 1)) {
			same = same && (!old || rtl_get(d, "configure_out", 0, 1) == control_bit(old, out));
			out++;
		}
		rtl_edge(d);
	}
	rtl_set(d, "configure", 0);
	return same && out == bits;
}

static inline void rtl_reset(struct rtl_device *d)
{
	static const char *const inputs[] = { "run", "configure", "configure_in", "settings_write" };

	for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
		rtl_set(d, inputs[i], 0);
	model_reset(d->model, 32);
}

/* Bits that a probe shows of the tree below a vertex of `level`. */
static inline unsigned probe_width(const struct overlay *o, unsigned level)
{
	return level == o->levels ? 0 : 2 * (o->net->capacity[level + 1] + probe_width(o, level + 1));
}

/* Where the probe shows the channel above vertex `vertex` of `level`, 1 .. levels. */
static inline unsigned probe_at(const struct overlay *o, unsigned level, unsigned vertex)
{
	unsigned at = 0;

	for (unsigned k = 1; k <= level; k++) {
		unsigned branch = vertex >> (level - k) & 1;

		at += branch * (o->net->capacity[k] + probe_width(o, k)) + (k < level ? o->net->capacity[k] : 0);
	}
	return at;
}

#endif
