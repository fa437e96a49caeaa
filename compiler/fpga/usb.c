/* usb.c: reads the kernel's folders, one for each USB device. */
#include "fpga/usb.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/text.h"

enum { LONGEST_LINE = 256 };

/* The first line of a file that begins with `start`, without it and the newline. False when there is none. */
static bool read_line(const char *folder, const char *device, const char *file, const char *start, char *line)
{
	char *path = format_string("%s/%s/%s", folder, device, file);
	FILE *f = fopen(path, "r");
	bool found = false;

	free(path);
	while (f && !found && fgets(line, LONGEST_LINE, f))
		found = strncmp(line, start, strlen(start)) == 0;
	if (f)
		fclose(f);
	if (found) {
		line[strcspn(line, "\n")] = 0;
		memmove(line, line + strlen(start), strlen(line + strlen(start)) + 1);
	}
	return found;
}

static bool is_hexadecimal(const char *text)
{
	return strlen(text) == 4 && strspn(text, "0123456789abcdef") == 4;
}

/* Ignores hubs, interfaces and anything that cannot be read. */
static void add_device(struct usb_list *list, const char *folder, const char *name)
{
	char vendor[LONGEST_LINE], product[LONGEST_LINE], node[LONGEST_LINE];
	struct usb_device *device;

	if (!read_line(folder, name, "idVendor", "", vendor) || !read_line(folder, name, "idProduct", "", product)
	    || !is_hexadecimal(vendor) || !is_hexadecimal(product))
		return;
	list->items = reallocate(list->items, (list->count + 1) * sizeof *list->items);
	device = &list->items[list->count++];
	*device = (struct usb_device){0};
	snprintf(device->id, sizeof device->id, "%.4s:%.4s", vendor, product);
	if (read_line(folder, name, "uevent", "DEVNAME=", node))
		device->node = format_string("/dev/%s", node);
}

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct usb_device *)a)->id, ((const struct usb_device *)b)->id);
}

struct usb_list usb_list(void)
{
	const char *chosen = getenv("FTC_USB_DEVICES"), *folder = chosen && *chosen ? chosen : "/sys/bus/usb/devices";
	struct usb_list list = {0};
	DIR *d = opendir(folder);
	struct dirent *e;

	list.known = d;
	while (d && (e = readdir(d)))
		if (isalnum((unsigned char)*e->d_name))
			add_device(&list, folder, e->d_name);
	if (d)
		closedir(d);
	if (list.count)
		qsort(list.items, list.count, sizeof *list.items, compare);
	return list;
}

const struct usb_device *usb_find(const struct usb_list *list, const char *id)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->items[i].id, id) == 0)
			return &list->items[i];
	return NULL;
}

void usb_free(struct usb_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->items[i].node);
	free(list->items);
	*list = (struct usb_list){0};
}
