/* stream.c: messages through the model of a concentrator. */
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "util/text.h"

enum { TOLD = 3 };

struct stream stream_open(const struct plan *plan, unsigned gap)
{
	struct stream s = { .plan = plan, .model = plan_model_new(plan) };

	while (1u << s.tag_bits < plan->inputs)
		s.tag_bits++;
	s.period = 1 + s.tag_bits + gap;
	s.depth = plan->latency / s.period + 2;
	s.message = allocate_array((size_t)s.depth * plan->inputs, 1);
	s.in = allocate_array(plan->inputs, 1);
	s.left = allocate_array(plan->inputs, 1);
	s.seen = allocate_array((size_t)(1 + s.tag_bits) * plan->outputs, 1);
	return s;
}

static uint8_t *message_of(struct stream *s, unsigned long frame)
{
	return s->message + frame % s->depth * s->plan->inputs;
}

/* Tags differ between frames: a bit of another frame must not pass for one of this frame. */
static uint32_t scramble(const struct stream *s, unsigned long frame)
{
	return (uint32_t)random_mix(frame) & ((1u << s->tag_bits) - 1);
}

/* Idle wires have a tag, too: whoever follows the wrong wire gets one that nobody sent. */
static uint8_t input_bit(struct stream *s, unsigned position, unsigned input)
{
	if (position == 0)
		return message_of(s, s->frames)[input];
	if (position <= s->tag_bits)
		return (input ^ scramble(s, s->frames)) >> (s->tag_bits - position) & 1 ? 0xff : 0;
	return (uint8_t)random_mix(s->clock * s->plan->inputs + input);
}

static void tell(struct stream *s, unsigned long frame, unsigned lane, const char *what, unsigned number)
{
	if (s->failures++ >= TOLD)
		return;
	printf("# %s %u -> %u, %u between registers, frame %lu, inputs ", plan_kind_name(s->plan->kind),
	       s->plan->inputs, s->plan->outputs, s->plan->spacing, frame);
	for (unsigned i = 0; i < s->plan->inputs && i < 64; i++)
		putchar(message_of(s, frame)[i] >> lane & 1 ? '1' : '0');
	printf("%s: ", s->plan->inputs > 64 ? "..." : "");
	printf(what, number);
	putchar('\n');
}

static uint32_t tag_on(const struct stream *s, unsigned output, unsigned lane)
{
	uint32_t tag = 0;

	for (unsigned position = 1; position <= s->tag_bits; position++)
		tag = tag << 1 | (s->seen[position * s->plan->outputs + output] >> lane & 1);
	return tag;
}

/* The last bits of a frame are out: who is it that came? */
static void judge(struct stream *s, unsigned long frame, unsigned lane)
{
	const uint8_t *message = message_of(s, frame);
	unsigned sent = 0, came = 0;

	memset(s->left, 0, s->plan->inputs);
	for (unsigned i = 0; i < s->plan->inputs; i++)
		sent += message[i] >> lane & 1;
	for (unsigned o = 0; o < s->plan->outputs; o++) {
		if (!(s->seen[o] >> lane & 1))
			continue;
		uint32_t from = tag_on(s, o, lane) ^ scramble(s, frame);

		came++;
		if (from >= s->plan->inputs || !(message[from] >> lane & 1))
			tell(s, frame, lane, "a message that nobody sent, on output %u", o);
		else if (s->left[from]++)
			tell(s, frame, lane, "a message for the second time, on output %u", o);
	}
	if (came != (sent < s->plan->outputs ? sent : s->plan->outputs))
		tell(s, frame, lane, "%u messages came out", came);
}

static void watch(struct stream *s)
{
	if (s->clock < s->plan->latency)
		return;
	unsigned long frame = (s->clock - s->plan->latency) / s->period;
	unsigned position = (s->clock - s->plan->latency) % s->period;

	if (position <= s->tag_bits)
		memcpy(s->seen + position * s->plan->outputs, plan_model_outputs(s->model), s->plan->outputs);
	for (unsigned lane = 0; position == s->tag_bits && lane < LANES; lane++)
		judge(s, frame, lane);
}

void stream_frame(struct stream *s, const uint8_t *message)
{
	memcpy(message_of(s, s->frames), message, s->plan->inputs);
	for (unsigned position = 0; position < s->period; position++) {
		watch(s);
		for (unsigned i = 0; i < s->plan->inputs; i++)
			s->in[i] = input_bit(s, position, i);
		plan_model_chance(s->model, (uint8_t)random_mix(~s->clock));
		plan_model_clock(s->model, s->in, position == 0);
		s->clock++;
	}
	s->frames++;
}

bool stream_close(struct stream *s)
{
	uint8_t *nothing = allocate_array(s->plan->inputs, 1);
	unsigned long all = s->frames;

	while (s->clock < all * s->period + s->plan->latency)
		stream_frame(s, nothing);
	free(nothing);
	plan_model_free(s->model);
	free(s->message);
	free(s->in);
	free(s->seen);
	free(s->left);
	return s->failures == 0;
}
