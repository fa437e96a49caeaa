/* device.c: what libftc-host does with area-universal devices: images, steps, wrong boards and bad lines.
 *
 *   device LOADS SEED		how many images are loaded through a bad line
 *
 * A bridge in software is at the other end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bridge_model.h"
#include "device_bridge.h"
#include "host/library/handle.h"
#include "line.h"
#include "terminal.h"

enum { CYCLES = 4, STEP = 77, MOST_STEPS = 700 };

static unsigned long loads_wanted = 40, seed = 1;

struct bench {
	struct device_bridge device;
	struct line line;
	struct ftc_host *host;
	struct ftc_host_device who;
	struct random random;
	uint16_t control[TOY_ELEMENTS];
	uint32_t setting[TOY_BANKS * CYCLES];
	uint8_t in[MOST_STEPS * TOY_ROW], out[MOST_STEPS * TOY_ROW];
};

static void bench_start(struct bench *b, unsigned timeout_ms)
{
	struct ftc_host_options o = FTC_HOST_OPTIONS;

	*b = (struct bench){ .device.mark = 0x55 };
	o.timeout_ms = timeout_ms;
	b->line.device = &b->device;
	random_start(&b->random, seed, 1);
	line_start(&b->line, seed);
	b->host = ftc_host_create(&o);
	assert_int_equal(ftc_host_open(b->host, b->line.path, 4000000), FTC_HOST_DONE);
}

static void bench_stop(struct bench *b)
{
	ftc_host_free(b->host);
	line_stop(&b->line);
}

static void draw_image(struct bench *b)
{
	for (unsigned i = 0; i < TOY_ELEMENTS; i++)
		b->control[i] = random_below(&b->random, 4) ? (uint16_t)random_next(&b->random) : 0xc0db;
	for (unsigned i = 0; i < TOY_BANKS * CYCLES; i++)
		b->setting[i] = (uint32_t)random_next(&b->random);
}

static enum ftc_host_error load(struct bench *b)
{
	const struct ftc_host_image image = { b->control, CYCLES, STEP, b->setting };

	return ftc_host_device_load(b->host, &image);
}

static uint32_t row_at(const uint8_t *row)
{
	return row[0] | (uint32_t)row[1] << 8 | (uint32_t)row[2] << 16;
}

/* The device holds the image, in the protocol's order, and d - 1 and S - 1. */
static void check_loaded(const struct bench *b)
{
	assert_true(b->device.loaded);
	for (unsigned i = 0; i < TOY_ELEMENTS; i++)
		assert_int_equal(b->device.chain[2 * i] | b->device.chain[2 * i + 1] << 8, b->control[i]);
	assert_int_equal(b->device.setting[0][0], CYCLES - 1);
	assert_int_equal(b->device.setting[1][0], STEP - 1);
	for (unsigned bank = 2; bank < TOY_BANKS; bank++)
		for (unsigned cycle = 0; cycle < CYCLES; cycle++)
			assert_int_equal(b->device.setting[bank][cycle], b->setting[bank * CYCLES + cycle]);
}

/* So many steps with random pins; each must have been made once. *state: of the toy. */
static enum ftc_host_error make_steps(struct bench *b, unsigned count, uint32_t *state)
{
	unsigned long before = b->device.steps;

	for (unsigned i = 0; i < count * TOY_ROW; i++)
		b->in[i] = (uint8_t)random_next(&b->random);
	enum ftc_host_error error = ftc_host_device_step(b->host, b->in, count, b->out);
	if (error)
		return error;
	for (unsigned i = 0; i < count; i++)
		assert_int_equal(row_at(b->out + i * TOY_ROW), toy_step(state, row_at(b->in + i * TOY_ROW) & TOY_MASK));
	assert_int_equal(b->device.steps - before, count);
	return FTC_HOST_DONE;
}

static enum ftc_host_error run_on(struct bench *b, unsigned count, uint32_t *state)
{
	uint8_t in[TOY_ROW], out[TOY_ROW];
	unsigned long before = b->device.steps;
	uint32_t last = 0;

	for (unsigned i = 0; i < TOY_ROW; i++)
		in[i] = (uint8_t)random_next(&b->random);
	enum ftc_host_error error = ftc_host_device_run(b->host, in, count, out);
	if (error)
		return error;
	for (unsigned i = 0; i < count; i++)
		last = toy_step(state, row_at(in) & TOY_MASK);
	assert_int_equal(row_at(out), last);
	assert_int_equal(b->device.steps - before, count);
	return FTC_HOST_DONE;
}

/* ---- a good line ---- */

static void it_says_who_it_is(void **state)
{
	struct bench b;

	(void)state;
	bench_start(&b, 2000);
	assert_int_equal(ftc_host_device_identify(b.host, TOY_DIGEST, &b.who), FTC_HOST_DONE);
	assert_string_equal(b.who.digest, TOY_DIGEST);
	assert_int_equal(b.who.version, 1);
	assert_int_equal(b.who.meshes, TOY_MESHES);
	assert_int_equal(b.who.side, TOY_SIDE);
	assert_int_equal(b.who.pins, TOY_PINS);
	assert_int_equal(b.who.depth, TOY_DEPTH);
	assert_int_equal(b.who.banks, TOY_BANKS);
	assert_true(b.who.clock_mhz == TOY_CLOCK_100KHZ / 10.0);
	assert_int_equal(ftc_host_device_row(&b.who), TOY_ROW);
	bench_stop(&b);
}

static void images_and_steps(void **state)
{
	static const unsigned steps[] = { 1, 2, 69, 70, 71, 140, 141, MOST_STEPS };
	static const unsigned runs[] = { 1, 255, 256, 257, 512, 513, 256 * 70, 256 * 70 + 1, 256 * 71 + 3 };
	struct bench b;

	(void)state;
	bench_start(&b, 2000);
	assert_int_equal(ftc_host_device_identify(b.host, NULL, &b.who), FTC_HOST_DONE);
	for (unsigned i = 0; i < 3; i++) {
		uint32_t toy = 0;

		draw_image(&b);
		assert_int_equal(load(&b), FTC_HOST_DONE);
		check_loaded(&b);
		for (unsigned k = 0; k < sizeof steps / sizeof *steps; k++)
			assert_int_equal(make_steps(&b, steps[k], &toy), FTC_HOST_DONE);
		for (unsigned k = 0; k < sizeof runs / sizeof *runs; k++)
			assert_int_equal(run_on(&b, runs[k], &toy), FTC_HOST_DONE);
	}
	bench_stop(&b);
}

static void wrong_boards_are_refused(void **state)
{
	struct ftc_host_identity network;
	struct bench b;

	(void)state;
	bench_start(&b, 2000);
	assert_int_equal(load(&b), FTC_HOST_CLOSED);		/* nobody has been identified */
	assert_int_equal(ftc_host_device_identify(b.host, "0123456789abcdef", &b.who), FTC_HOST_DIGEST);
	assert_string_equal(b.who.digest, TOY_DIGEST);
	assert_non_null(strstr(ftc_host_message(b.host), "another device"));
	assert_int_equal(load(&b), FTC_HOST_CLOSED);
	assert_int_equal(b.device.requests, 0);			/* nothing has been loaded */
	assert_int_equal(ftc_host_identify(b.host, NULL, &network), FTC_HOST_DIGEST);
	assert_non_null(strstr(ftc_host_message(b.host), "takes images"));
	b.device.mark = 0x46;
	assert_int_equal(ftc_host_device_identify(b.host, NULL, &b.who), FTC_HOST_DIGEST);
	assert_non_null(strstr(ftc_host_message(b.host), "for messages"));
	b.device.mark = 0x47;
	assert_int_equal(ftc_host_device_identify(b.host, NULL, &b.who), FTC_HOST_PROTOCOL);
	bench_stop(&b);
}

static void images_must_suit(void **state)
{
	struct bench b;

	(void)state;
	bench_start(&b, 2000);
	assert_int_equal(ftc_host_device_identify(b.host, NULL, &b.who), FTC_HOST_DONE);
	const struct ftc_host_image deep = { b.control, TOY_DEPTH + 1, STEP, b.setting }, still = { b.control, 1, 0, b.setting };
	assert_int_equal(ftc_host_device_load(b.host, &deep), FTC_HOST_MESSAGE);
	assert_int_equal(ftc_host_device_load(b.host, &still), FTC_HOST_MESSAGE);
	assert_int_equal(b.device.requests, 0);
	bench_stop(&b);
}

/* A board that is reset while an image is loaded, or before a step, does not pass for one with the image. */
static void resets_are_noticed(void **state)
{
	static const enum ftc_host_error expected[] = { FTC_HOST_VERIFY, FTC_HOST_RESTARTED };
	struct bench b;
	/* Of a load: 3 requests of the chain, 1 or 2 of settings, 3 of the chain. */
	unsigned long whole = 8;

	(void)state;
	for (unsigned long after = 1; after <= whole + 1; after++) {
		enum ftc_host_error error;
		uint32_t toy = 0;

		bench_start(&b, 2000);
		b.line.reset_after = 1 + after;			/* `identify` is the first */
		assert_int_equal(ftc_host_device_identify(b.host, NULL, &b.who), FTC_HOST_DONE);
		draw_image(&b);
		error = load(&b);
		if (b.line.heard < b.line.reset_after) {
			assert_int_equal(error, FTC_HOST_DONE);
			assert_int_equal(make_steps(&b, 1, &toy), FTC_HOST_DONE);
			error = make_steps(&b, 1, &toy);
		} else if (b.line.heard == b.line.reset_after && error == FTC_HOST_DONE) {
			error = make_steps(&b, 1, &toy);
		}
		if (after < whole)
			assert_true(error == expected[0] || error == expected[1]);
		else
			assert_int_equal(error, FTC_HOST_RESTARTED);
		assert_int_equal(load(&b), FTC_HOST_CLOSED);	/* until it is identified again */
		bench_stop(&b);
	}
}

/* A bit that sticks is found by what comes back. */
static void wrong_words_are_found(void **state)
{
	struct bench b;

	(void)state;
	bench_start(&b, 2000);
	assert_int_equal(ftc_host_device_identify(b.host, NULL, &b.who), FTC_HOST_DONE);
	draw_image(&b);
	b.line.break_after = 5;			/* requests: then a bit of the chain falls over */
	assert_int_equal(load(&b), FTC_HOST_VERIFY);
	assert_non_null(strstr(ftc_host_message(b.host), "mesh 1, row 11, column 11"));
	bench_stop(&b);
}

/* ---- a bad line ---- */

static void set_noise(struct bench *b, unsigned chance)
{
	pthread_mutex_lock(&b->line.lock);
	b->line.noise = (struct noise){ chance, chance, chance };
	pthread_mutex_unlock(&b->line.lock);
}

/* Whatever the line does, an image that is loaded is whole, and steps that are reported have been made once. */
static void bad_lines_only_cost_time(void **state)
{
	unsigned long loaded = 0, failed = 0;
	struct bench b;

	(void)state;
	bench_start(&b, 4);
	for (unsigned long i = 0; i < loads_wanted; i++) {
		uint32_t toy = 0;

		set_noise(&b, i % 8 == 7 ? 80 : 20);
		draw_image(&b);
		if (ftc_host_device_identify(b.host, TOY_DIGEST, &b.who) || load(&b)) {
			failed++;
			continue;
		}
		check_loaded(&b);
		loaded++;
		for (unsigned k = 0; k < 20; k++)
			if (k % 4 == 3 ? run_on(&b, 1 + (unsigned)random_below(&b.random, 3000), &toy)
				       : make_steps(&b, 1 + (unsigned)random_below(&b.random, 200), &toy))
				break;
	}
	struct ftc_host_counts counts = ftc_host_line_counts(b.host);
	printf("# seed %lu: %lu images loaded, %lu given up; %lu steps; %lu bytes spoiled, %llu requests of %llu repeated\n", seed,
	       loaded, failed, b.device.steps, b.line.spoiled, (unsigned long long)counts.repeated,
	       (unsigned long long)counts.requests);
	assert_true(loaded > loads_wanted / 2 && counts.repeated > counts.requests / 50);
	bench_stop(&b);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_says_who_it_is), cmocka_unit_test(images_and_steps), cmocka_unit_test(wrong_boards_are_refused),
		cmocka_unit_test(images_must_suit), cmocka_unit_test(resets_are_noticed), cmocka_unit_test(wrong_words_are_found),
		cmocka_unit_test(bad_lines_only_cost_time),
	};
	const char *why = no_terminal();

	if (why) {
		skip_all(why);
		return 0;
	}
	if (argc > 1)
		loads_wanted = strtoul(argv[1], NULL, 10);
	if (argc > 2)
		seed = strtoul(argv[2], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
