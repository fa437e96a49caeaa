/* host_bridge.h: the size of a network's host bridge on a device (docs/reference/host-protocol.md). */
#ifndef FTC_FPGA_HOST_BRIDGE_H
#define FTC_FPGA_HOST_BRIDGE_H

#include <stdbool.h>

#include "fpga/device.h"
#include "network/network.h"

enum {
	HOST_PROTOCOL_VERSION = 1,
	HOST_IDENTITY_BYTES = 20,
	HOST_INDEX_BITS_LEAST = 8, HOST_INDEX_BITS_MOST = 12,
};

struct host_bridge_plan {
	unsigned share_bits;		/* v: a bank serves 2^v leaves */
	unsigned banks;
	unsigned index_bits;		/* l: a bank has 2^l records */
	unsigned slice;			/* bits of a record in each memory of a bank */
	bool huge;			/* in the large RAMs of the family */
};

/* May a leaf's next message have to wait until the log has noted the one before? So it is where a leaf hands messages
 * over early, where a slot is shorter than the time between two visits of the log, and where the driver of a shell
 * sends words faster than that. */
bool host_bridge_waits(const struct network *net);

/* Finds the deepest logs for which the device has block RAM. False, without a message, when it has too little even
 * for the shallowest; *ram is then the need of those. */
bool host_bridge_plan(const struct network *net, const struct device *device, struct host_bridge_plan *plan,
		      unsigned long *ram);

#endif
