/* engine.h: a pruned butterfly that routes in batches, as a model without Verilog. */
#ifndef FTC_MACHINES_BATCHED_ENGINE_H
#define FTC_MACHINES_BATCHED_ENGINE_H

#include <stdbool.h>

struct model;
struct network;

/* As struct leaf has it, of batched_leaf; with the ports for the watcher (watch.h). There is none if destination, source and payload
 * have more than 64 bits. */
struct model *batched_engine(const struct network *net);
const char *batched_no_model(const struct network *net);

#endif
