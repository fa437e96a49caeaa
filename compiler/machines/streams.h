/* streams.h: what networks whose leaves have AXI4-Stream ports share: keys for how the top shows these. */
#ifndef FTC_MACHINES_STREAMS_H
#define FTC_MACHINES_STREAMS_H

#include "parse/keys.h"

extern const struct key stream_source_key, stream_keep_key;
/* Printed only where they differ from their defaults. */
#define KEYS_STREAM &stream_source_key, &stream_keep_key

/* Leaves that get no messages show no source; only streams of whole bytes have tkeep. Called when the leaf is set. False after a
 * message if other ports were asked for. */
bool check_streams(const struct request *q);

#endif
