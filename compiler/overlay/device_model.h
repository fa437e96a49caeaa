/* device_model.h: a device with a loaded image, clock by clock, in 64 copies: bit i of each word is copy i.
 *
 * All copies have the same image and the same times; their pins and latches differ. The model is made from the control
 * words, the settings and the plans of the nodes alone.
 */
#ifndef FTC_OVERLAY_DEVICE_MODEL_H
#define FTC_OVERLAY_DEVICE_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "overlay/image.h"
#include "overlay/overlay.h"

struct random;
struct device_model;

/* All registers 0. The device and the image must outlive the model. */
struct device_model *device_model_new(const struct overlay *o, const struct image *image);
void device_model_free(struct device_model *m);

/* One clock edge. `cycle`: the delivery cycle that the leaves play in the clock before it, below image->cycles. `step`: the
 * latches take their gates' values, and the output pins those of their wires. `take`: the input pins become
 * pin_in[meshes * pins]; else pin_in may be NULL. */
void device_model_clock(struct device_model *m, unsigned cycle, bool step, bool take, const uint64_t *pin_in);
/* A step of `length` clocks from its first clock on, in which the input pins are new, to the edge at its end, at which the
 * next pins come in. pin_in of the first step must have been taken before (device_model_take()). */
void device_model_step(struct device_model *m, unsigned length, const uint64_t *next_pin_in);
void device_model_take(struct device_model *m, const uint64_t *pin_in);
/* Makes random whatever may be left of earlier steps: the sides of all elements, border registers but those of pins, and
 * all that is on its way through the tree. Latches and pins stay. */
void device_model_scramble(struct device_model *m, struct random *random);

/* [meshes * pins]: what the output pins' registers show. */
const uint64_t *device_model_pins(const struct device_model *m);
/* Of element e, as overlay_element() numbers it: its gate, its latch, and what leaves on side k. */
uint64_t device_model_gate(const struct device_model *m, unsigned e);
uint64_t device_model_latch(const struct device_model *m, unsigned e);
uint64_t device_model_side(const struct device_model *m, unsigned e, unsigned k);
void device_model_set_latch(struct device_model *m, unsigned e, uint64_t value);
/* The register of border position b of a mesh, and a wire of the channel above a vertex of `level`, 1 .. levels. */
uint64_t device_model_border(const struct device_model *m, unsigned mesh, unsigned b);
uint64_t device_model_wire(const struct device_model *m, unsigned level, unsigned vertex, bool down, unsigned wire);

#endif
