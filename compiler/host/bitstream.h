/* bitstream.h: does the device in a bitstream run circuits?
 *
 *   bitstream --> netlist (fpga/check.h) --> verilator --> a simulated board's serial line <--> libftc-host
 *
 * What judges a self test by its own line and lights (fpga/check.h) has its like here for devices, which are silent until a
 * host asks. Images are loaded through the serial line of the netlist and read back, and each step's pins must be those that
 * models in C compute: random images, in which all elements take part, by overlay/device_model.h; and, if there is a tree, a
 * circuit that lies in all meshes, by overlay/netlist_model.h.
 */
#ifndef FTC_HOST_BITSTREAM_H
#define FTC_HOST_BITSTREAM_H

#include "fpga/check.h"

/* As check_run(), check_json() and check_say(), of a bitstream with overlay_host_application. */
void bitstream_check_run(struct check *check, const struct board_top *top, const struct flow *flow);
struct json_t *bitstream_check_json(const struct check *check, const struct board_top *top);
void bitstream_check_say(const struct json_t *check, const struct board_top *top, struct text *out);

#endif
