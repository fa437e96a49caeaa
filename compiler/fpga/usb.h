/* usb.h: what is plugged in, as Linux shows it under /sys/bus/usb/devices (or in the folder $FTC_USB_DEVICES, for tests). */
#ifndef FTC_FPGA_USB_H
#define FTC_FPGA_USB_H

#include <stdbool.h>
#include <stddef.h>

struct usb_device {
	char id[10];		/* "0403:6010", as lsusb shows it */
	char *node;		/* "/dev/bus/usb/001/004", or NULL where it is not known */
};

struct usb_list {
	struct usb_device *items;	/* by id */
	size_t count;
	bool known;			/* false: this system does not tell */
};

struct usb_list usb_list(void);
/* The device of that id, or NULL. */
const struct usb_device *usb_find(const struct usb_list *list, const char *id);
void usb_free(struct usb_list *list);

#endif
