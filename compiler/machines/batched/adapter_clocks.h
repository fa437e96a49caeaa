/* adapter_clocks.h: a leaf's adapter, clock by clock: in each clock its ports are those of rtl-templates/batched/batch_leaf.v. */
#ifndef FTC_MACHINES_BATCHED_ADAPTER_CLOCKS_H
#define FTC_MACHINES_BATCHED_ADAPTER_CLOCKS_H

#include "machines/batched/clocks.h"

enum { MOST_ADAPTER_BODY = 64 };	/* bits of destination, source and payload */

struct batched_adapter;

/* Behind a reset; `s` outlives it. body_bits is at most MOST_ADAPTER_BODY. */
struct batched_adapter *batched_adapter_new(const struct batched_shape *s, unsigned address);
void batched_adapter_free(struct batched_adapter *a);

/* What comes from the leaf's streams in a clock. */
struct batched_streams {
	bool rst, s_valid, m_ready;
	unsigned s_destination, count;		/* count: that of the leaf before */
	uint64_t s_data;
};
/* What it shows to the streams. m_source and m_data mean nothing while m_valid is false. */
struct batched_stream_outputs {
	bool s_ready, m_valid, overflow;
	unsigned m_source, count;		/* count: the words in the bucket that it hands to the leaf behind */
	uint64_t m_data;
};
struct batched_stream_outputs batched_adapter_streams(const struct batched_adapter *a);
/* Sets what it shows to the network, `up->wire` included, which exists. */
void batched_adapter_show(const struct batched_adapter *a, struct batched_up *up);
/* One clock edge. */
void batched_adapter_step(struct batched_adapter *a, const struct batched_streams *in, const struct batched_down *down);

#endif
