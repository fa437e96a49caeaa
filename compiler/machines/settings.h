/* settings.h: a schedule as settings of an off-line network's switches, cycle by cycle, with the resulting arrivals.
 *
 * In a one-cycle set no channel exceeds its capacity: every message finds a wire at every node (Leiserson 1985, section
 * IV). Wires are assigned from the leaves up, then from the root down, at each node by its plans.
 */
#ifndef FTC_MACHINES_SETTINGS_H
#define FTC_MACHINES_SETTINGS_H

#include "network/network.h"
#include "schedule/schedule.h"

/* The path of one message. */
struct passage_of_message {
	unsigned source_lane, destination_lane;	/* wires of the two leaves' channels, 0 .. connections - 1 */
	unsigned turn_level;			/* level of the node at which it turns */
};

/* The codes of the heads on a message's way, in band. */
enum { MOST_HEADER_BITS = 1024 };
struct header {
	unsigned bits;
	uint32_t bit[MOST_HEADER_BITS / 32];	/* the first one that is sent is bit 0 */
};

struct settings {
	unsigned cycles;
	unsigned bits;				/* of a row of the RAM: settings_ram() */
	size_t rows;				/* cycles or, in band, in_band_rows() in each */
	bool *bit;				/* [row * bits + b]: of a cycle, b in the order of struct subtree; in band, of a wire
						   up from the leaves: first whether it sends, then what it sends before the payload */
	struct passage_of_message *passage;	/* [message]; unset for a message to its own source */
	struct header *header;			/* [message], likewise; in band only, else NULL */
};

/* Settings of so many messages in so many cycles, all zero. Behind settings_ram(). */
struct settings settings_new(const struct network *net, unsigned cycles, size_t messages);
/* Appends a code to a header, the highest bit first. */
void header_append(struct header *header, unsigned code, unsigned bits);
/* In band: sets what the wire of a leaf shows in a cycle before the payload: message m's header is complete, and its source_lane
 * known. */
void settings_add_header(struct settings *settings, const struct network *net, unsigned cycle, uint32_t source, size_t m);
void settings_free(struct settings *settings);
/* A fresh RAM of so many bits, with the rows of the network's built-in schedule; zeros without one. *last_cycle is then the last cycle
 * of a round. */
bool *settings_memory(const struct network *net, size_t bits, unsigned *last_cycle);

/* The RAM that holds them: banks side by side, as deep as spec->schedule_cycles. */
struct settings_ram {
	unsigned bits;				/* of a row: network_root(net)->settings, or wires up from the leaves */
	unsigned rows;
	unsigned banks, width;			/* the last bank may be narrower */
	unsigned bank_bits, row_bits, cycle_bits;	/* of the number of a bank, a row and a cycle; at least 1 */
};
/* Of an off-line network with leaves. */
struct settings_ram settings_ram(const struct network *net);
/* Whether the schedule's file can be read; false after a message. */
bool schedule_is_there(const struct network *net);
/* Whether the RAM can be made, and holds the built-in schedule, if there is one; sets its cycles if they are left open. False after a
 * message. */
bool settings_fit(struct network *net);

#endif
