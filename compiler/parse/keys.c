/* keys.c: the keys of a parameter file, and the words that are values of some. */
#include "parse/keys.h"

const char *const key_names[KEY_COUNT] = {
	[KEY_NETWORK] = "network",
	[KEY_NAME] = "name",
	[KEY_LEAVES] = "leaves",
	[KEY_HEIGHT] = "height",
	[KEY_CHILDREN] = "children",
	[KEY_PARENTS] = "parents",
	[KEY_LINK_WIDTH] = "link-width",
	[KEY_UP_ROUTING] = "up-routing",
	[KEY_FAULTS] = "faults",
	[KEY_FAULT_REGISTERS] = "fault-registers",
	[KEY_BROADCAST_EVERY] = "broadcast-every",
	[KEY_GROUPS] = "groups",
	[KEY_ROOT_CAPACITY] = "root-capacity",
	[KEY_CAPACITIES] = "capacities",
	[KEY_CONNECTIONS] = "connections",
	[KEY_EXTERNAL] = "external",
	[KEY_SWITCHING] = "switching",
	[KEY_SCHEDULE] = "schedule",
	[KEY_SCHEDULE_CYCLES] = "schedule-cycles",
	[KEY_SETTINGS_PORT] = "settings-port",
	[KEY_CONCENTRATOR] = "concentrator",
	[KEY_LEAF_INTERFACE] = "leaf-interface",
	[KEY_WIRES] = "wires",
	[KEY_KEY_BITS] = "key-bits",
	[KEY_PAYLOAD_BITS] = "payload-bits",
	[KEY_FAMILY] = "family",
	[KEY_ELEMENTS_BETWEEN_REGISTERS] = "elements-between-registers",
	[KEY_CLOCK] = "clock",
	[KEY_DELAY_RAM_THRESHOLD] = "delay-ram-threshold",
	[KEY_PROBE] = "probe",
};

const char *const network_words[] = {
	[NETWORK_FAT_TREE] = "fat-tree", [NETWORK_SORTER] = "sorter", [NETWORK_XGFT] = "xgft", [NETWORK_GFT] = "gft",
	[NETWORK_CM_5] = "cm-5", [NETWORK_PRUNED_BUTTERFLY] = "pruned-butterfly", NULL
};
const char *const up_routing_words[] = {
	[UP_ROUTING_DESTINATION] = "destination", [UP_ROUTING_SOURCE] = "source", [UP_ROUTING_RANDOM] = "random",
	[UP_ROUTING_FIRST_FREE] = "first-free", NULL
};
const char *const switching_words[] = { [SWITCHING_ON_LINE] = "on-line", [SWITCHING_OFF_LINE] = "off-line", NULL };
const char *const concentrator_words[] = {
	[CONCENTRATOR_AUTO] = "auto", [CONCENTRATOR_BATCHER] = "batcher", [CONCENTRATOR_BUTTERFLY] = "butterfly",
	[CONCENTRATOR_PARTIAL] = "partial", NULL
};
const char *const leaf_interface_words[] = { [LEAF_AXI_STREAM] = "axi-stream", [LEAF_WIRES] = "wires", NULL };
const char *const family_words[] = { [FAMILY_ECP5] = "ecp5", [FAMILY_ICE40] = "ice40", [FAMILY_ICE40_UP] = "ice40up", NULL };

enum {
	IN_FAT_TREE = 1 << NETWORK_FAT_TREE,
	IN_SORTER = 1 << NETWORK_SORTER,
	IN_XGFT = 1 << NETWORK_XGFT,
	IN_GFT = 1 << NETWORK_GFT,
	/* given by their leaves alone */
	IN_SHORTHANDS = 1 << NETWORK_CM_5 | 1 << NETWORK_PRUNED_BUTTERFLY,
	IN_ALL_XGFTS = IN_XGFT | IN_GFT | IN_SHORTHANDS,
};

unsigned key_networks(enum key key)
{
	switch (key) {
	case KEY_ROOT_CAPACITY: case KEY_CAPACITIES: case KEY_CONNECTIONS: case KEY_EXTERNAL:
	case KEY_SWITCHING: case KEY_SCHEDULE: case KEY_SCHEDULE_CYCLES: case KEY_SETTINGS_PORT:
		return IN_FAT_TREE;
	case KEY_LEAVES:
		return IN_FAT_TREE | IN_SHORTHANDS;
	case KEY_CONCENTRATOR: case KEY_LEAF_INTERFACE:
		return IN_FAT_TREE | IN_ALL_XGFTS;
	case KEY_HEIGHT: case KEY_CHILDREN: case KEY_PARENTS:
		return IN_XGFT | IN_GFT;
	case KEY_LINK_WIDTH: case KEY_UP_ROUTING: case KEY_FAULTS: case KEY_FAULT_REGISTERS: case KEY_BROADCAST_EVERY:
	case KEY_GROUPS:
		return IN_ALL_XGFTS;
	case KEY_WIRES: case KEY_KEY_BITS:
		return IN_SORTER;
	default:
		return IN_ALL_XGFTS | IN_FAT_TREE | IN_SORTER;
	}
}

bool key_belongs_to(enum key key, enum network_kind network)
{
	return key_networks(key) >> network & 1;
}
