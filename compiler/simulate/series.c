/* series.c: see series.h. */
#include "simulate/series.h"

#include <math.h>
#include <stdlib.h>

#include "scoreboard.h"
#include "util/text.h"

enum { BATCH = 5 };

/* Of what was offered; in standard deviations of a number of messages that wait at random. */
static const double growing_share = 0.02, chance = 2;

void series_note(void *context, const struct flight *which, uint32_t leaf, uint64_t now)
{
	struct series *s = context;

	(void)leaf;
	s->arrival = room_for_one(s->arrival, s->count, sizeof *s->arrival);
	s->arrival[s->count++] = (struct arrival){ which->message.created, now };
}

void series_free(struct series *s)
{
	free(s->arrival);
	*s = (struct series){ 0 };
}

/* The square of the standard error of the mean of value[first ..]. */
static double error_of(const double *value, size_t first, size_t count)
{
	double n = (double)(count - first), sum = 0, squares = 0;

	for (size_t i = first; i < count; i++)
		sum += value[i];
	for (size_t i = first; i < count; i++)
		squares += (value[i] - sum / n) * (value[i] - sum / n);
	return squares / (n * n);
}

size_t series_warmup(const double *value, size_t count, size_t batch, bool *found)
{
	size_t batches = count / batch, best = 0;
	double *mean = allocate_array(batches + 1, sizeof *mean), least = INFINITY;

	for (size_t i = 0; i < batches * batch; i++)
		mean[i / batch] += value[i] / (double)batch;
	for (size_t first = 0; first <= batches / 2; first++) {
		double error = error_of(mean, first, batches);

		if (error < least) {
			least = error;
			best = first;
		}
	}
	free(mean);
	*found = best < batches / 2 || batches < 2;
	return best * batch;
}

/* What arrives in each slot, or the mean latency of what is created in it; of a slot with nothing that of the slot before. */
static double *by_slot(const struct series *s, unsigned slots, bool latency)
{
	double *sum = allocate_array(slots + 1, sizeof *sum), *count = allocate_array(slots + 1, sizeof *count);

	for (size_t i = 0; i < s->count; i++) {
		const struct arrival *a = &s->arrival[i];
		uint64_t slot = (latency ? a->created : a->now) / s->slot_clocks;

		if (slot >= slots)
			continue;
		sum[slot] += latency ? (double)(a->now - a->created) : 1;
		count[slot]++;
	}
	for (unsigned i = 0; i < slots && latency; i++)
		sum[i] = count[i] > 0 ? sum[i] / count[i] : i > 0 ? sum[i - 1] : 0;
	free(count);
	return sum;
}

static int by_size(const void *one, const void *other)
{
	const uint64_t *a = one, *b = other;

	return (*a > *b) - (*a < *b);
}

/* Latencies of what is created from clock `first` to `end`. */
static void take_latencies(const struct series *s, uint64_t first, uint64_t end, struct steady *steady)
{
	uint64_t *latency = allocate_array(s->count + 1, sizeof *latency);
	double sum = 0;

	for (size_t i = 0; i < s->count; i++)
		if (s->arrival[i].created >= first && s->arrival[i].created < end) {
			latency[steady->messages++] = s->arrival[i].now - s->arrival[i].created;
			sum += (double)(s->arrival[i].now - s->arrival[i].created);
		}
	qsort(latency, steady->messages, sizeof *latency, by_size);
	if (steady->messages > 0) {
		steady->latency = sum / (double)steady->messages;
		steady->p50 = latency[(steady->messages - 1) / 2];
		steady->p99 = latency[(size_t)ceil(0.99 * (double)steady->messages) - 1];
	}
	free(latency);
}

/* Sources send in order: what never arrives was created late. */
static struct queue queue_of(const struct series *s, uint64_t first, uint64_t end, uint64_t created)
{
	double before = 0, arrived = 0, early = 0;

	for (size_t i = 0; i < s->count; i++) {
		early += s->arrival[i].created < first;
		before += s->arrival[i].created < first && s->arrival[i].now >= first;
		arrived += s->arrival[i].now < end;
	}
	double behind = (double)created - arrived;

	return (struct queue){ (double)created - early, behind - before, before + behind };
}

bool queue_grows(const struct queue *q)
{
	return q->grown > growing_share * q->offered + chance * sqrt(q->waiting);
}

/* What grows has no latency that lasts, but a throughput. */
struct steady series_steady(const struct series *s, unsigned slots, uint64_t created)
{
	struct steady steady = { 0 };
	double *accepted = by_slot(s, slots, false), *latency = by_slot(s, slots, true);
	uint64_t end = (uint64_t)slots * s->slot_clocks;
	bool found;

	steady.warmup = (unsigned)series_warmup(accepted, slots, BATCH, &steady.found);
	steady.queue = queue_of(s, (uint64_t)steady.warmup * s->slot_clocks, end, created);
	if (!queue_grows(&steady.queue)) {
		unsigned other = (unsigned)series_warmup(latency, slots, BATCH, &found);

		steady.warmup = other > steady.warmup ? other : steady.warmup;
		steady.found = steady.found && found;
		steady.queue = queue_of(s, (uint64_t)steady.warmup * s->slot_clocks, end, created);
	}
	for (unsigned i = steady.warmup; i < slots; i++)
		steady.accepted += accepted[i] / (slots - steady.warmup);
	take_latencies(s, (uint64_t)steady.warmup * s->slot_clocks, end, &steady);
	free(accepted);
	free(latency);
	return steady;
}
