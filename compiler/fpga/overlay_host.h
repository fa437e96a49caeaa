/* overlay_host.h: the bridge of an area-universal device (docs/reference/host-protocol.md, rtl-templates/board/overlay_host.v). */
#ifndef FTC_FPGA_OVERLAY_HOST_H
#define FTC_FPGA_OVERLAY_HOST_H

enum {
	OVERLAY_PROTOCOL_VERSION = 1,
	OVERLAY_IDENTITY_BYTES = 19,
	OVERLAY_FRAME_BYTES = 223,	/* with the CRC */
	OVERLAY_FRAME_ROOM = OVERLAY_FRAME_BYTES - 4 - 4,	/* for data: without the CRC and the four bytes of the head */
};

#endif
