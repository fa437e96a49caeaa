/* gather.c: which leaves each rank drives, and how the results of ranks become one. */
#include "testbench.h"

#include <stdlib.h>
#include <string.h>

#include "util/ranks.h"
#include "util/text.h"

static uint64_t greater(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static void write_result(const struct testbench_result *r, uint32_t first, uint32_t end, struct text *bytes)
{
	text_add_bytes(bytes, r, sizeof *r);
	text_add_bytes(bytes, r->service.leaf + first, (end - first) * sizeof *r->service.leaf);
	histogram_write(r->latency, bytes);
	histogram_write(r->network_latency, bytes);
	crossings_write(r->crossings, bytes);
}

static void add_counts(struct testbench_result *r, const struct testbench_result *other)
{
	r->clocks = greater(r->clocks, other->clocks);
	r->created += other->created;
	r->measured_created += other->measured_created;
	r->last_created = greater(r->last_created, other->last_created);
	r->to_all += other->to_all;
	r->to_groups += other->to_groups;
	r->copies += other->copies;
	r->local += other->local;
	r->unsent += other->unsent;
	r->accepted += other->accepted;
	r->went_out += other->went_out;
	r->came_in += other->came_in;
	r->retries += other->retries;
	r->retried += other->retried;
	r->most_retries = greater(r->most_retries, other->most_retries);
	if (other->least_wait < r->least_wait)
		r->least_wait = other->least_wait;
	r->counted &= other->counted;
	r->lost += other->lost;
	r->throws |= other->throws;
	r->thrown += other->thrown;
	for (unsigned k = 0; k < MODEL_LEVELS; k++) {
		r->carried_up[k] += other->carried_up[k];
		r->carried_down[k] += other->carried_down[k];
	}
	r->sent += other->sent;
	r->delivered += other->delivered;
}

/* `bytes`: what the rank that drives these leaves has written. */
static void add_result(struct testbench_result *r, const char *bytes, uint32_t first, uint32_t end)
{
	struct testbench_result other;
	struct leaf_service *leaf = r->service.leaf;

	memcpy(&other, bytes, sizeof other);
	bytes += sizeof other;
	memcpy(leaf + first, bytes, (end - first) * sizeof *leaf);
	bytes += (end - first) * sizeof *leaf;
	service_merge(&r->service, &other.service);
	add_counts(r, &other);
	bytes = histogram_read(r->latency, bytes);
	bytes = histogram_read(r->network_latency, bytes);
	crossings_read(r->crossings, bytes);
}

void testbench_add(struct testbench_result *r, const struct testbench_result *other)
{
	struct text bytes = {0};

	for (uint32_t i = 0; i < r->service.leaves; i++) {
		struct leaf_service *leaf = &r->service.leaf[i], *more = &other->service.leaf[i];

		leaf->delivered += more->delivered;
		leaf->answered += more->answered;
		leaf->last_answer = greater(leaf->last_answer, more->last_answer);
		leaf->most_tries = greater(leaf->most_tries, more->most_tries);
		leaf->longest_wait = greater(leaf->longest_wait, more->longest_wait);
		leaf->paused |= more->paused;
	}
	service_merge(&r->service, &other->service);
	add_counts(r, other);
	histogram_merge(r->latency, other->latency);
	histogram_merge(r->network_latency, other->network_latency);
	histogram_merge(r->round_trip, other->round_trip);
	crossings_write(other->crossings, &bytes);
	crossings_read(r->crossings, bytes.bytes);
	text_free(&bytes);
}

void testbench_own(const struct testbench *tb, uint32_t *first, uint32_t *end)
{
	unsigned rank = ranks_rank();

	*first = tb->rank_end && rank > 0 ? tb->rank_end[rank - 1] : 0;
	*end = tb->rank_end ? tb->rank_end[rank] : tb->leaves;
}

void testbench_gather(const struct testbench *tb, struct testbench_result *result)
{
	struct text bytes = {0};
	uint32_t first, end;

	testbench_own(tb, &first, &end);
	write_result(result, first, end, &bytes);
	ranks_exchange(bytes.bytes, bytes.length);
	text_free(&bytes);
	for (unsigned r = 1; r < ranks_count() && ranks_rank() == 0; r++) {
		size_t length;
		const char *given = ranks_given(r, &length);

		add_result(result, given, tb->rank_end[r - 1], tb->rank_end[r]);
	}
}
