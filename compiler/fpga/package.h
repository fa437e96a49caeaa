/* package.h: the pins of the packages that FPGAs come in, from constraints/packages.txt. */
#ifndef FTC_FPGA_PACKAGE_H
#define FTC_FPGA_PACKAGE_H

#include "fpga/device.h"

/* Free it with package_free(). */
struct package {
	char **pin;			/* their names */
	size_t count;			/* 0: the package is not known */
};

/* Reads the pins of a device in the package of that name. False after a message: the file cannot be read. */
bool package_read(struct package *package, const struct device *device, const char *name);
/* Also true of a package that is not known. */
bool package_has(const struct package *package, const char *pin);
void package_free(struct package *package);

#endif
