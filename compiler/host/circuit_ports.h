/* circuit_ports.h: the ports of a circuit in a device, for people: lines of text become rows of pins, and rows of pins lines.
 *
 *   "1 0f"  "enable=1 add=0f"  --> row of input pins          row of output pins --> "count=3 carry=0"
 *
 * A row is what the host protocol has: the pins of all meshes, mesh by mesh, the first one lowest.
 */
#ifndef FTC_HOST_CIRCUIT_PORTS_H
#define FTC_HOST_CIRCUIT_PORTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "overlay/image.h"

struct circuit_port {
	const char *name;
	unsigned width;				/* bits */
	const struct image_pin *pin;		/* its bits */
	size_t pins;				/* how many of them are there, at most `width` */
};
struct circuit_ports {
	unsigned pins;				/* of a mesh */
	struct circuit_port *input, *output;	/* in the order of the circuit's ports */
	size_t input_count, output_count;
};

/* The image must outlive them. */
void circuit_ports_make(struct circuit_ports *p, const struct image *image, const struct overlay *o);
void circuit_ports_free(struct circuit_ports *p);

/* Sets the input pins of a row by a line of hexadecimal words, one for each input port in order, or of words `name=value`, which
 * leave other ports as they are. False after a message with the place; `line` is line `number` of `file`, without its end. */
bool circuit_ports_read(const struct circuit_ports *p, const char *file, const char *line, size_t number, uint8_t *row);
/* Appends "name=value" for each output port, with blanks between. */
void circuit_ports_print(const struct circuit_ports *p, const uint8_t *row, struct text *out);
/* Appends the names and widths of ports: "enable, add[4]", or "none". */
void circuit_ports_describe(const struct circuit_port *port, size_t count, struct text *out);

#endif
