/* device_session.h: a session with an area-universal device in a board: images in, steps, pins out.
 *
 *   image file --> libftc-host --> board         lines of pins --> rows --> board --> rows --> lines
 */
#ifndef FTC_HOST_DEVICE_SESSION_H
#define FTC_HOST_DEVICE_SESSION_H

#include "host/circuit_ports.h"
#include "host/board_line.h"
#include "overlay/image.h"

struct device_session {
	struct board_line line;
	struct network *network;		/* the caller's */
	struct stack stack;			/* of a simulated board */
	struct overlay overlay;
	struct ftc_host_device who;
	struct image image;			/* the one in the device */
	struct circuit_ports ports;
	uint8_t *row;				/* the input pins of the latest step */
	size_t row_bytes;
};

/* Opens the line and checks that the device of s->network is behind it. False after a message; *status is then the exit
 * status. */
bool device_session_open(struct device_session *s, int *status);
void device_session_close(struct device_session *s);

/* Reads an image, whose device must be s->network; the line need not be open. False after a message; an image read before is
 * then still there. */
bool device_session_read(struct device_session *s, const char *path);
/* Loads the image that has been read. All input pins become 0. False as device_session_open(). */
bool device_session_load(struct device_session *s, int *status);

/* Reads lines of stimulus from standard input to its end and prints a line for each step (docs/area-universal.md). Returns the
 * exit status. */
int device_session_serve(struct device_session *s);

#endif
