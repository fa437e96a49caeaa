/* keys.c: the keys of a parameter file, and the words that are values of some. */
#include "parse/keys.h"

const char *const key_names[KEY_COUNT] = {
	[KEY_NETWORK] = "network",
	[KEY_NAME] = "name",
	[KEY_LEAVES] = "leaves",
	[KEY_ROOT_CAPACITY] = "root-capacity",
	[KEY_CAPACITIES] = "capacities",
	[KEY_CONNECTIONS] = "connections",
	[KEY_EXTERNAL] = "external",
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

const char *const network_words[] = { [NETWORK_FAT_TREE] = "fat-tree", [NETWORK_SORTER] = "sorter", NULL };
const char *const concentrator_words[] = {
	[CONCENTRATOR_AUTO] = "auto", [CONCENTRATOR_BATCHER] = "batcher", [CONCENTRATOR_BUTTERFLY] = "butterfly", NULL
};
const char *const leaf_interface_words[] = { [LEAF_AXI_STREAM] = "axi-stream", [LEAF_WIRES] = "wires", NULL };
const char *const family_words[] = { [FAMILY_ECP5] = "ecp5", [FAMILY_ICE40] = "ice40", [FAMILY_ICE40_UP] = "ice40up", NULL };

bool key_belongs_to(enum key key, enum network_kind network)
{
	switch (key) {
	case KEY_LEAVES: case KEY_ROOT_CAPACITY: case KEY_CAPACITIES: case KEY_CONNECTIONS: case KEY_EXTERNAL:
	case KEY_CONCENTRATOR: case KEY_LEAF_INTERFACE:
		return network == NETWORK_FAT_TREE;
	case KEY_WIRES: case KEY_KEY_BITS:
		return network == NETWORK_SORTER;
	default:
		return true;
	}
}
