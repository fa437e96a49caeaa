/* clocks.c: two images made by hand, and the clock in which each of their wires changes.
 *
 *   toggle    a latch whose complement goes round four elements and back into it: 5 clocks a step, not fewer
 *   message   a pin of mesh 0 crosses it, leaves in delivery cycle 1 of 3, and crosses mesh 1 to a pin there: 12 clocks
 */
#include "device_rtl.h"

static unsigned number, failures;

static void report(bool good, const char *name)
{
	printf("%sok %u - %s\n", good ? "" : "not ", ++number, name);
	failures += !good;
}

static void start(struct rtl_device *d, const struct image *image)
{
	rtl_reset(d);
	rtl_write_settings(d, image);
	report(rtl_configure(d, image->control, NULL, 0), "the chain gives back as many bits as it takes");
	report(rtl_configure(d, image->control, image->control, 0x9000f0ca), "the chain gives back what it took");
	rtl_reset(d);
	rtl_write_settings(d, image);
	report(rtl_configure(d, image->control, image->control, 0), "the chain keeps its words in a reset");
	rtl_set(d, "run", 1);
}

/* Up to the first clock of a step, with `pins` on pin_in. */
static bool next_step(struct rtl_device *d, uint64_t pins)
{
	bool taken = false;

	for (unsigned wait = 0; !taken && wait < 100; wait++) {
		rtl_set(d, "pin_in", pins);
		rtl_eval(d);
		taken = rtl_get(d, "pins_taken", 0, 1);
		rtl_edge(d);
		rtl_set(d, "pin_in", ~pins);
	}
	rtl_eval(d);
	return taken;
}

static void one_clock(struct rtl_device *d)
{
	rtl_edge(d);
	rtl_eval(d);
}

/* Between steps. */
static void shorten(struct rtl_device *d, const struct image *image)
{
	rtl_set(d, "run", 0);
	for (unsigned clock = 0; clock < 2 * image->step; clock++)
		one_clock(d);
	rtl_write(d, OVERLAY_BANK_STEP_LENGTH, 0, image->step - 2);
	rtl_set(d, "run", 1);
}

static uint16_t wire(uint16_t control, unsigned from, unsigned to)
{
	return element_with_choice(control, to, element_through(to, from));
}

static bool side(const struct rtl_device *d, unsigned mesh, unsigned row, unsigned column, unsigned k)
{
	return rtl_get(d, "sides", SIDES * overlay_element(&d->o, mesh, row, column) + k, 1);
}

/* ---- Toggle ---- */

static void make_toggle(struct image *image, const struct overlay *o)
{
	uint16_t *control = image->control;
	uint16_t gate = element_with_operand(element_with_operand(0, 0, SOUTH), 1, SOUTH);

	gate = element_with_choice(gate, WEST, CHOICE_LATCH);
	control[overlay_element(o, 0, 0, 0)] = element_with_choice(gate, EAST, CHOICE_LATCH);
	control[overlay_element(o, 0, 0, 1)] = wire(0, WEST, SOUTH);
	control[overlay_element(o, 0, 1, 1)] = wire(0, NORTH, WEST);
	control[overlay_element(o, 0, 1, 0)] = wire(0, EAST, NORTH);
}

/* The wires behind the latch, in the order in which they follow it. */
static bool behind(const struct rtl_device *d, unsigned clock)
{
	static const unsigned way[][3] = { { 0, 0, EAST }, { 0, 1, SOUTH }, { 1, 1, WEST }, { 1, 0, NORTH } };

	return clock == 0 ? rtl_get(d, "latches", 0, 1) : side(d, 0, way[clock - 1][0], way[clock - 1][1], way[clock - 1][2]);
}

/* In clock t of a step the latch and t wires behind it show its value, the others the one before. */
static bool follow(struct rtl_device *d, bool value)
{
	bool good = true;

	for (unsigned clock = 0; clock < 5; clock++) {
		for (unsigned k = 0; k < 5; k++)
			good = behind(d, k) == (k <= clock ? value : !value) && good;
		good = rtl_get(d, "pins_taken", 0, 1) == (clock == 4) && good;
		good = rtl_get(d, "step_done", 0, 1) == (clock == 0) && good;
		one_clock(d);
	}
	return good;
}

static void test_toggle(void)
{
	char *word[] = { "probe=true" };
	struct rtl_device d;
	struct image image;
	bool good = true, toggles = true, begins = true;

	if (!rtl_open(&d, word, 1, 7))
		exit(EXIT_FAILURE);
	image_start(&image, &d.o, 1);
	make_toggle(&image, &d.o);
	image.step = 5;
	start(&d, &image);
	report(next_step(&d, 0), "a step begins");
	for (unsigned clock = 0; clock < 5; clock++)
		one_clock(&d);
	for (unsigned step = 1; step < 8; step++) {
		good = follow(&d, step % 2) && good;
		good = rtl_get(&d, "pin_out", 2, 1) == step % 2 && good;
	}
	report(good, "a latch, its wires and its pin change clock by clock");
	shorten(&d, &image);
	for (unsigned step = 0; step < 8; step++) {
		bool before = rtl_get(&d, "latches", 0, 1);

		begins = next_step(&d, 0) && begins;
		toggles = toggles && rtl_get(&d, "latches", 0, 1) != before;
	}
	report(begins && !toggles, "a step of 4 clocks is too short");
	image_free(&image);
	rtl_close(&d);
}

/* ---- Message ---- */

enum { MESSAGE_STEP = 12, SENT_AT = 5, RECEIVED_AT = 1 };	/* tree positions, both on wire 1 */

static void make_message(struct image *image, const struct overlay *o)
{
	static const unsigned way[][3] = { { 0, 1, WEST }, { 0, 0, SOUTH }, { 1, 0, SOUTH }, { 2, 0, WEST } };
	unsigned from = NORTH;

	for (unsigned column = 0; column < 3; column++)
		image->control[overlay_element(o, 0, 2, column)] = wire(0, WEST, EAST);
	for (unsigned i = 0; i < 4; i++) {
		image->control[overlay_element(o, 1, way[i][0], way[i][1])] = wire(0, from, way[i][2]);
		from = (way[i][2] + 2) % SIDES;
	}
	image_set(image, overlay_leaf_ram(o, 0, false), 1, o->up_bits, o->up_bits, SENT_AT / 2);
	image_set(image, overlay_leaf_ram(o, 1, true), 1, o->down_bits, o->down_bits, 1 + RECEIVED_AT / 2);
}

/* The wires on the way, and the clock in which each one shows the pin. */
static bool on_the_way(const struct rtl_device *d, unsigned clock)
{
	const struct overlay *o = &d->o;
	unsigned at = clock;

	if (clock == 0)
		return rtl_get(d, "borders", overlay_pin_border(o, 0), 1);
	if (clock <= 3)
		return side(d, 0, 2, at - 1, EAST);
	if (clock == 5)
		return rtl_get(d, "probe_up", probe_at(o, 1, 0) + 1, 1);
	if (clock == 6)
		return rtl_get(d, "probe_down", probe_at(o, 1, 1) + 1, 1);
	if (clock == 7)
		return rtl_get(d, "borders", 4 * o->side + overlay_tree_border(o, RECEIVED_AT), 1);
	return clock == 8 ? side(d, 1, 0, 1, WEST) : clock == 9 ? side(d, 1, 0, 0, SOUTH) :
	       clock == 10 ? side(d, 1, 1, 0, SOUTH) : side(d, 1, 2, 0, WEST);
}

/* In clock 4 the border waits for cycle 1. The channels carry other cycles, too. */
static bool carries(struct rtl_device *d, bool value)
{
	bool good = true;

	for (unsigned clock = 0; clock < MESSAGE_STEP; clock++) {
		for (unsigned k = 0; k < MESSAGE_STEP; k++) {
			bool steady = k != 4 && ((k != 5 && k != 6) || k == clock);

			if (steady && on_the_way(d, k) != (k <= clock ? value : !value)) {
				printf("# clock %u: the wire of clock %u is wrong\n", clock, k);
				good = false;
			}
		}
		if (clock < MESSAGE_STEP - 1)
			one_clock(d);
	}
	return good;
}

static void test_message(void)
{
	char *word[] = { "probe=true", "meshes=2", "pins=1", "capacities=[2]" };
	struct rtl_device d;
	struct image image;
	bool good = true, early = true, begins = true;

	if (!rtl_open(&d, word, 4, 8))
		exit(EXIT_FAILURE);
	image_start(&image, &d.o, 3);
	make_message(&image, &d.o);
	image.step = MESSAGE_STEP;
	start(&d, &image);
	next_step(&d, 0);
	for (unsigned step = 1; step < 8; step++) {
		good = next_step(&d, step % 2) && good;
		good = rtl_get(&d, "pin_out", 1, 1) == (step + 1) % 2 && good;
		good = carries(&d, step % 2) && good;
	}
	report(good, "a message crosses two meshes clock by clock");
	shorten(&d, &image);
	next_step(&d, 0);
	for (unsigned step = 1; step < 8; step++) {
		begins = next_step(&d, step % 2) && begins;
		early = early && (step < 2 || rtl_get(&d, "pin_out", 1, 1) == (step + 1) % 2);
	}
	report(begins && !early, "a step of 11 clocks is too short");
	image_free(&image);
	rtl_close(&d);
}

int main(void)
{
	test_toggle();
	test_message();
	printf("1..%u\n", number);
	return failures > 0;
}
