/* figure_groups.c: see figure_rows.h. */
#include "simulate/figure_rows.h"

#include <stddef.h>

static const struct figure_row bus_rows[] = {
	/* The request. */
	{ "{masters,slaves}", "leaves", "leaves that are masters, and slaves" },
	{ "order", "", "strict or relaxed" },
	{ "posted", "", "writes are acknowledged before the slave has them" },
	{ "outstanding", "accesses", "accesses in flight per master" },
	{ "{reads,unmapped,error_share,holds}", "share",
	  "accesses that read; that no slave maps; that the slave ends with an error; clocks in which a channel"
	  " waits" },
	{ "think", "clocks", "mean pause of a master between two accesses" },
	{ "memory_clocks.{least,most}", "clocks", "clocks that a slave takes for an access" },
	{ "{hot,dead}", "leaf", "slave of all accesses; slave that never answers; null: none" },
	{ "{warmup,accesses}", "accesses", "accesses before the measured ones; measured accesses" },
	/* The run. */
	{ "{answered,read,written,unmapped_answered,fences,errors,performed}", "accesses",
	  "measured accesses: all; reads; writes; unmapped; fences; ended with an error by their slave; of all"
	  " accesses, those that a slave saw" },
	{ "{wrong,lost,doubled}", "accesses", "incorrect accesses; if any, passed is false" },
	{ "hung", "", "an access was never answered; then passed is false" },
	{ "accesses_per_clock", "accesses/clock", "accesses of all masters" },
	{ "rates[]", "accesses/clock", "the same for each seed" },
	{ "worst_master.leaf", "leaf", "leaf of the master with the fewest accesses" },
	{ "worst_master.answered", "accesses", "its accesses" },
	{ "worst_master.share", "share", "its accesses over the mean of all masters" },
	{ "worst_master.{mean,longest}", "clocks", "latency of its accesses" },
	/* Compare. */
	{ "{rank,rank_lut4}", "", "rank by accesses_per_us; by accesses_per_ms_lut4" },
	{ "accesses_per_us", "accesses/us", "accesses at the network's clock" },
	{ "accesses_per_ms_lut4", "accesses/ms/LUT4", "the same per LUT4" },
	{ "beside_first", "", "accesses_per_us over that of the first network" },
	{ "latency_mean", "clocks", "mean latency of an access" },
	{ "worst_share", "share", "worst_master.share of a run" },
	{ "{bridge_lut4,bridge_ff,block_rams}", "", "estimated logic at the leaves; block RAMs" },
	{ NULL, NULL, NULL },
};

/* Each figure of a point has .value and .measured: false of an estimate or of the model. */
static const struct figure_row explore_rows[] = {
	{ "cost", "", "what orders the networks: lut4, or total with block RAM" },
	{ "left_out[].{name,why}", "", "a network that cannot be built here, and why" },
	{ "bus", "", "the bus, as in the parameters" },
	{ "made.networks[]", "", "each point's network" },
	{ "traffic", "", "pattern of the rates, such as uniform" },
	{ "{chips,outside}", "", "chips that the network spans; true: its root has ports to the outside" },
	{ "front", "", "no other network is both smaller and faster" },
	{ "yours", "", "the network of FILE" },
	{ "failure", "", "why a point has no measured figures; null: it has, or none were asked for" },
	{ "parameters.*", "", "its keys, as in `ftc help keys`" },
	{ "{lut4,ff,cells,mhz,slot_clocks,accepted,payload_bits_per_clock,mbps,mbps_per_lut4,mbps_per_cell,latency_clocks,latency_ns}.measured",
	  "",
	  "true: by a tool or the Verilog; false: estimated" },
	{ "measured", "", "as a column: the measured figures" },
	{ "{lut4,ff,cells}.value", "", "logic; cells: the greater of the two" },
	{ "mhz.value", "MHz", "clock" },
	{ "slot_clocks.value", "clocks", "length of a frame slot" },
	{ "accepted.value", "words/leaf/slot", "words delivered at full load" },
	{ "payload_bits_per_clock.value", "bits/clock", "payload delivered in the whole network at full load" },
	{ "mbps.value", "Mbit/s", "the same at the network's clock" },
	{ "{mbps_per_lut4,mbps_per_cell}.value", "Mbit/s", "mbps per LUT4; per cell" },
	{ "latency_clocks.value", "clocks", "latency of a word in an idle network" },
	{ "latency_ns.value", "ns", "the same at the network's clock" },
	{ NULL, NULL, NULL },
};

const struct figure_group figure_groups[] = {
	{ "accesses over a bus (simulate --bus, compare --bus)", bus_rows },
	{ "explore (points.json)", explore_rows },
	{ NULL, NULL },
};
