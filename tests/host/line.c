/* line.c: a pseudo-terminal with a bridge in software at its other end, and noise between them. */
#define _GNU_SOURCE
#include "line.h"

#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { KEPT_FRAMES = 8 };

static void put(struct line *line, const uint8_t *bytes, size_t count)
{
	while (count) {
		ssize_t done = write(line->master, bytes, count);

		if (done <= 0)
			return;
		bytes += done;
		count -= (size_t)done;
	}
}

/* One byte through the noise: 0, 1 or 2 bytes. */
static size_t spoil(struct line *line, uint8_t byte, uint8_t out[2])
{
	size_t count = 0;

	if (random_below(&line->random, 65536) < line->noise.insert) {
		line->spoiled++;
		out[count++] = (uint8_t)random_next(&line->random);
	}
	if (random_below(&line->random, 65536) < line->noise.drop) {
		line->spoiled++;
		return count;
	}
	if (random_below(&line->random, 65536) < line->noise.flip) {
		line->spoiled++;
		byte ^= (uint8_t)(1u << random_below(&line->random, 8));
	}
	out[count++] = byte;
	return count;
}

static void put_noisy(struct line *line, const uint8_t *bytes, size_t count)
{
	uint8_t out[2 * MODEL_MOST_ANSWER];
	size_t have = 0;

	for (size_t i = 0; i < count; i++)
		have += spoil(line, bytes[i], out + have);
	put(line, out, have);
}

/* Records the bytes that the host has sent. */
static void remember(struct line *line, uint8_t byte)
{
	unsigned at = line->clean_at % KEPT_FRAMES;

	if (byte != 0xc0) {
		line->clean[at][line->clean_bytes[at]++] = byte;
	} else if (line->clean_bytes[at] > 0) {
		line->clean_at++;
		line->clean_bytes[line->clean_at % KEPT_FRAMES] = 0;
	}
}

/* Is the request that the bridge has executed one of the host's last frames? */
static bool was_sent(const struct line *line)
{
	size_t bytes, have;
	const uint8_t *last = bridge_model_last(line->bridge, &bytes);

	for (unsigned i = 0; i < KEPT_FRAMES; i++) {
		uint8_t body[MODEL_MOST_ANSWER];

		have = 0;
		for (size_t j = 0; j < line->clean_bytes[i]; j++) {
			uint8_t byte = line->clean[i][j];

			body[have++] = byte != 0xdb ? byte : line->clean[i][++j] == 0xdc ? 0xc0 : 0xdb;
		}
		/* The frame that is just coming has no delimiter at its end yet. */
		if (have == bytes + 4 && memcmp(body, last, bytes) == 0)
			return true;
	}
	return false;
}

/* The device's bridge notes no requests: whether it carries out the right ones, shows in its answers. */
static size_t pass_on(struct line *line, uint8_t byte, uint8_t *answer)
{
	if (line->device)
		return device_bridge_hear(line->device, byte, answer);
	return bridge_model_hear(line->bridge, byte, answer);
}

static void after_answer(struct line *line)
{
	if (line->heard == line->reset_after && line->device)
		device_bridge_reset(line->device);
	else if (line->heard == line->reset_after)
		bridge_model_reset(line->bridge);
	if (line->heard == line->break_after)
		line->device->chain[TOY_CHAIN - 1] ^= 0x80;
}

static void hear(struct line *line, uint8_t byte)
{
	uint8_t noisy[2], answer[MODEL_MOST_ANSWER];
	size_t count = spoil(line, byte, noisy);

	for (size_t i = 0; i < count; i++) {
		size_t bytes = pass_on(line, noisy[i], answer);

		if (bytes == 0)
			continue;
		line->heard++;
		line->wrong_requests += !line->device && !was_sent(line);
		memcpy(line->answer, answer, bytes);
		line->answer_bytes = bytes;
		after_answer(line);
		put_noisy(line, answer, bytes);
	}
	remember(line, byte);
}

static void handle(struct line *line, const uint8_t *bytes, size_t count)
{
	static const uint8_t prompt[] = "\r\nlogin: ", alien[] = { 0xc0, 0x01, 0x02, 0x03, 0x1d, 0x80, 0xbc, 0x55,
								   0xc0 };

	pthread_mutex_lock(&line->lock);
	for (size_t i = 0; i < count; i++) {
		if (line->kind == LINE_BRIDGE)
			hear(line, bytes[i]);
		else if (line->kind == LINE_ECHO)
			put(line, &bytes[i], 1);
		else if (line->kind == LINE_CONSOLE)
			put(line, prompt, sizeof prompt - 1);
		else if (line->kind == LINE_ALIEN && bytes[i] == 0xc0)
			put(line, alien, sizeof alien);
		if (line->hang_up_after && line->heard >= line->hang_up_after)
			break;
	}
	pthread_mutex_unlock(&line->lock);
}

static void *serve(void *context)
{
	struct line *line = context;
	struct pollfd p[2] = { { line->master, POLLIN, 0 }, { line->wake[0], POLLIN, 0 } };

	for (;;) {
		uint8_t bytes[256];
		ssize_t got = 0;

		if (line->kind == LINE_GARBAGE) {
			uint64_t noise = random_next(&line->random);

			put(line, (uint8_t *)&noise, sizeof noise);
		}
		poll(p, 2, line->kind == LINE_GARBAGE ? 1 : -1);
		if (p[1].revents)
			return NULL;
		if (p[0].revents & POLLIN)
			got = read(line->master, bytes, sizeof bytes);
		if (got > 0)
			handle(line, bytes, (size_t)got);
		if (line->hang_up_after && line->heard >= line->hang_up_after)
			break;
	}
	/* The cable is pulled. */
	close(line->slave);
	close(line->master);
	line->slave = line->master = -1;
	return NULL;
}

void line_start(struct line *line, uint64_t seed)
{
	struct termios raw;
	int failed;

	random_start(&line->random, seed, 7);
	line->master = posix_openpt(O_RDWR | O_NOCTTY);
	failed = line->master < 0 || grantpt(line->master) || unlockpt(line->master);
	assert(!failed);
	snprintf(line->path, sizeof line->path, "%s", ptsname(line->master));
	/* Kept open: a terminal that nobody has open is hung up, from its master's side. */
	line->slave = open(line->path, O_RDWR | O_NOCTTY);
	tcgetattr(line->slave, &raw);
	cfmakeraw(&raw);
	tcsetattr(line->slave, TCSANOW, &raw);
	/* A host that does not read must not stop us. */
	fcntl(line->master, F_SETFL, O_NONBLOCK);
	failed = pipe(line->wake);
	assert(!failed);
	pthread_mutex_init(&line->lock, NULL);
	failed = pthread_create(&line->thread, NULL, serve, line);
	assert(!failed);
}

void line_stop(struct line *line)
{
	(void)!write(line->wake[1], "", 1);
	pthread_join(line->thread, NULL);
	close(line->wake[0]);
	close(line->wake[1]);
	if (line->slave >= 0) {
		close(line->slave);
		close(line->master);
	}
	pthread_mutex_destroy(&line->lock);
}
