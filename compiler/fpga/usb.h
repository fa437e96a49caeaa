/* usb.h: the USB devices plugged in, as Linux shows them under /sys/bus/usb/devices (in tests: the folder
 * $FTC_USB_DEVICES). */
#ifndef FTC_FPGA_USB_H
#define FTC_FPGA_USB_H

#include <stdbool.h>
#include <stddef.h>

struct usb_device {
	char id[10];		/* "0403:6010", as lsusb shows it */
	char *node;		/* "/dev/bus/usb/001/004"; NULL: unknown */
};

struct usb_list {
	struct usb_device *items;	/* by id */
	size_t count;
	bool known;			/* false: this system has no such list */
};

struct usb_list usb_list(void);
/* The device of that id, or NULL. */
const struct usb_device *usb_find(const struct usb_list *list, const char *id);
void usb_free(struct usb_list *list);

#endif
