/* figure_groups.c: see figure_rows.h. */
#include "simulate/figure_rows.h"

#include <stddef.h>

static const struct figure_row bus_rows[] = {
	/* The request. */
	{ "{masters,slaves}", "leaves", "that ask, that answer" },
	{ "order", "", "strict or relaxed" },
	{ "posted", "", "writes are answered before the slave has them" },
	{ "outstanding", "accesses", "of a master at a time" },
	{ "{reads,unmapped,error_share,holds}", "share", "of accesses: reads; to no slave; that the slave ends with an error; of clocks: a"
	  " channel waits that may" },
	{ "think", "clocks", "of a master between two accesses, on average" },
	{ "memory_clocks.{least,most}", "clocks", "that a slave takes" },
	{ "{hot,dead}", "leaf", "the slave that all accesses are for; the slave that never answers; null: none" },
	{ "{warmup,accesses}", "accesses", "before the measured ones; these" },
	/* The run. */
	{ "{answered,read,written,unmapped_answered,fences,errors,performed}", "accesses",
	  "measured; of these reads, writes, to no slave, fences, ended with an error by their slave; of all, seen by a slave" },
	{ "{wrong,lost,doubled}", "accesses", "that were not as they should be; then passed is false" },
	{ "hung", "", "an access was waited for in vain; then passed is false" },
	{ "accesses_per_clock", "accesses/clock", "of all masters" },
	{ "rates[]", "accesses/clock", "of each seed" },
	{ "worst_master.leaf", "leaf", "of the master with the fewest accesses" },
	{ "worst_master.answered", "accesses", "of it" },
	{ "worst_master.share", "share", "of the mean of all masters" },
	{ "worst_master.{mean,longest}", "clocks", "of its accesses" },
	/* Compare. */
	{ "{rank,rank_lut4}", "", "by accesses a microsecond; by these for each LUT4" },
	{ "accesses_per_us", "accesses/us", "at the network's clock" },
	{ "accesses_per_ms_lut4", "accesses/ms/LUT4", "the same for each LUT4" },
	{ "beside_first", "", "accesses a microsecond over those of the first network" },
	{ "latency_mean", "clocks", "of an access" },
	{ "worst_share", "share", "what worst_master.share is in a run" },
	{ "{bridge_lut4,bridge_ff,block_rams}", "", "logic at the leaves, estimated; block RAMs" },
	{ NULL, NULL, NULL },
};

/* Each figure of a point has .value and .measured: false of an estimate or of the model. */
static const struct figure_row explore_rows[] = {
	{ "cost", "", "by which networks are ordered: lut4, or total with block RAM" },
	{ "left_out[].{name,why}", "", "a network that cannot be built here" },
	{ "bus", "", "the bus, as in the parameters" },
	{ "made.networks[]", "", "of each point" },
	{ "traffic", "", "uniform; what the rates are of" },
	{ "front", "", "no other network is both smaller and faster" },
	{ "yours", "", "the network of FILE" },
	{ "failure", "", "why a point has no measured figures; null: it has, or was not asked to" },
	{ "parameters.*", "", "its keys, as of `ftc help keys`" },
	{ "{lut4,ff,cells,mhz,slot_clocks,accepted,payload_bits_per_clock,mbps,mbps_per_lut4,mbps_per_cell,latency_clocks,latency_ns}.measured",
	  "", "by a tool or the Verilog, not estimated" },
	{ "measured", "", "as a column: those that are" },
	{ "{lut4,ff,cells}.value", "", "logic; cells: the greater of the two" },
	{ "mhz.value", "MHz", "the clock" },
	{ "slot_clocks.value", "clocks", "of a frame slot" },
	{ "accepted.value", "words/leaf/slot", "at full load" },
	{ "payload_bits_per_clock.value", "bits/clock", "delivered in the whole network at full load" },
	{ "mbps.value", "Mbit/s", "the same at the clock" },
	{ "{mbps_per_lut4,mbps_per_cell}.value", "Mbit/s", "the same for each" },
	{ "latency_clocks.value", "clocks", "of a word in an idle network" },
	{ "latency_ns.value", "ns", "the same at the clock" },
	{ NULL, NULL, NULL },
};

const struct figure_group figure_groups[] = {
	{ "accesses over a bus (simulate --bus, compare --bus)", bus_rows },
	{ "explore (points.json)", explore_rows },
	{ NULL, NULL },
};
