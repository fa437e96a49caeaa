/* single.h: one plan by itself as Verilog. */
#ifndef FTC_TESTS_COMMON_SINGLE_H
#define FTC_TESTS_COMMON_SINGLE_H

#include "network/network.h"
#include "util/output.h"

/* What the network is called, and so the prefix of its modules: "c_concentrator_4_2". */
#define SINGLE_NAME "c"

/* A network of nothing but a concentrator with r inputs and s outputs, or with kind PLAN_SORTER a sorter of r words, in
 * a library as `like`: the plan is the last one in it. Adds its modules to `files`. */
struct network *single_plan(const struct plan_library *like, enum plan_kind kind, unsigned r, unsigned s,
			    struct output *files);

/* A digest of all these files: equal plans are equal text. */
uint64_t single_digest(const struct output *files);

/* The plan of such a network. */
static inline const struct plan *single_of(const struct network *net)
{
	return net->plans.plan[net->plans.count - 1];
}

#endif
