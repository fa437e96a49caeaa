/* floorplan.h: places for the elements of a network's arrays, by a script that nextpnr runs before its own placer.
 *
 *   struct machine, hardware.arrays --> a line of numbers -+
 *   rtl-templates/families/map/ecp5_floorplan.py ----------+--> floorplan.py --> nextpnr --pre-place --pre-route
 *
 * The script knows what a tile of the family holds, and asks nextpnr where tiles are. Where the arrays do not lie side by
 * side on the device, it places nothing. Cells that it does not know end nextpnr with an error.
 */
#ifndef FTC_FPGA_FLOORPLAN_H
#define FTC_FPGA_FLOORPLAN_H

#include <stdbool.h>

#include "fpga/device.h"
#include "network/machine.h"

/* Whether networks of this machine get one with these tools. */
bool floorplan_wanted(const struct machine *machine, const struct toolchain *tools);

/* Adds the script for `net` to an empty text, which stays so if no floorplan is wanted. False after a message. */
bool floorplan_make(const struct network *net, const struct toolchain *tools, struct text *script);

#endif
