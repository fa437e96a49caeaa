/* design.c: design_check() finds every kind of defect; parts of designs are built as asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "util/message.h"
#include "util/text.h"

/* A design without a defect: a module `inner` with a delay line, and a top with two instances of it side by side. */
struct subject {
	struct design *d;
	struct module *inner, *top;
	int inner_in, inner_out;
	int in, out, spare;
};

static struct subject subject_make(void)
{
	struct subject s = { .d = allocate(sizeof *s.d) };

	s.inner = design_add(s.d, copy_string("inner"), copy_string("A delay line.\n"));
	s.inner_in = module_input(s.inner, "in", 3, NULL);
	s.inner_out = module_output(s.inner, "out", 3, NULL);
	struct instance *i = module_instance(s.inner, s.d, "delay_line", 1, "line");
	instance_parameter(i, "WIDTH", 3);
	instance_connect_rest(s.inner, s.d, i);
	s.top = design_add(s.d, copy_string(""), copy_string("The top.\n"));
	s.in = module_input(s.top, "in", 6, NULL);
	s.out = module_output(s.top, "out", 6, NULL);
	s.spare = module_net(s.top, "spare", 4);
	i = module_instance(s.top, s.d, "inner", 2, "pair");
	instance_connect_rest(s.top, s.d, i);
	module_assign(s.top, bits_whole(s.top, s.spare), expression_of(bits_of(s.in, 1, 4)));
	return s;
}

/* design_check() of a whole design, and what it says in *said. */
static bool check(const struct design *d, struct text *said)
{
	message_capture(said);
	bool good = design_check(d);
	message_capture(NULL);
	return good;
}

static void two_nets(struct subject *s)
{
	module_net(s->top, "spare", 1);
}

static void net_and_instance(struct subject *s)
{
	module_instance(s->top, s->d, "inner", 1, "spare");
}

static void two_instances(struct subject *s)
{
	module_instance(s->top, s->d, "inner", 1, "pair");
}

static void no_wires(struct subject *s)
{
	module_net(s->top, "none", 0);
}

static void two_modules(struct subject *s)
{
	design_add(s->d, copy_string("inner"), copy_string(""));
}

static void module_like_a_template(struct subject *s)
{
	design_add(s->d, copy_string("exchange"), copy_string(""));
}

static void two_drivers(struct subject *s)
{
	module_assign(s->top, bits_of(s->spare, 3, 1), expression_of(bits_constant(0, 1)));
}

static void no_driver(struct subject *s)
{
	module_net(s->top, "lonely", 1);
}

static void half_a_driver(struct subject *s)
{
	int half = module_net(s->top, "half", 4);

	module_assign(s->top, bits_of(half, 0, 2), expression_of(bits_constant(0, 2)));
}

static void gap(struct subject *s)
{
	int gappy = module_net(s->top, "gappy", 3);

	module_assign(s->top, bits_of(gappy, 0, 1), expression_of(bits_constant(0, 1)));
	module_assign(s->top, bits_of(gappy, 2, 1), expression_of(bits_constant(0, 1)));
}

static void driven_input(struct subject *s)
{
	module_assign(s->top, bits_of(s->in, 0, 1), expression_of(bits_constant(1, 1)));
}

static void driven_constant(struct subject *s)
{
	module_assign(s->top, bits_constant(1, 1), expression_of(bits_constant(1, 1)));
}

static void driven_beyond(struct subject *s)
{
	int narrow = module_net(s->top, "narrow", 2);

	module_assign(s->top, bits_of(narrow, 0, 3), expression_of(bits_constant(0, 3)));
}

static void read_beyond(struct subject *s)
{
	int copy = module_net(s->top, "copy", 2);

	module_assign(s->top, bits_whole(s->top, copy), expression_of(bits_of(s->in, 5, 2)));
}

static void widths_of_assignment(struct subject *s)
{
	int copy = module_net(s->top, "copy", 2);

	module_assign(s->top, bits_whole(s->top, copy), expression_of(bits_of(s->in, 0, 3)));
}

/* Another instance of `inner`, without connections. */
static struct instance *another(struct subject *s, struct bits in)
{
	struct instance *i = module_instance(s->top, s->d, "inner", 1, "another");

	instance_connect_clock(s->top, i);
	instance_connect(i, "in", in);
	return i;
}

static void widths_of_connection(struct subject *s)
{
	instance_connect(another(s, bits_of(s->in, 0, 2)), "out", bits_of(0, 0, 0));
}

/* By the parameter of the instance, a template's port has another width. */
static void widths_of_template(struct subject *s)
{
	struct instance *i = module_instance(s->top, s->d, "delay_line", 1, "line");

	instance_parameter(i, "WIDTH", 5);
	instance_connect_clock(s->top, i);
	instance_connect(i, "in", bits_of(s->in, 0, 4));
	instance_connect(i, "out", bits_of(0, 0, 0));
}

static void no_such_port(struct subject *s)
{
	instance_connect(another(s, bits_of(s->in, 0, 3)), "outside", bits_of(s->in, 0, 3));
}

static void open_input(struct subject *s)
{
	another(s, bits_of(s->in, 0, 3));
}

static void port_twice(struct subject *s)
{
	instance_connect(another(s, bits_of(s->in, 0, 3)), "in", bits_of(s->in, 0, 3));
}

static void every_defect_is_found(void **state)
{
	static const struct {
		void (*plant)(struct subject *s);
		const char *said;
	} defects[] = {
		{ two_nets, "spare: two nets have this name" },
		{ net_and_instance, "spare: a net and an instance have this name" },
		{ two_instances, "pair: two instances have this name" },
		{ no_wires, "none: has no wires" },
		{ two_modules, "two modules are called inner" },
		{ module_like_a_template, "two modules are called exchange" },
		{ two_drivers, "spare: has two drivers" },
		{ no_driver, "lonely: has no driver" },
		{ half_a_driver, "half: has no driver" },
		{ gap, "gappy: has no driver" },
		{ driven_input, "in: an input is driven inside" },
		{ driven_constant, "constant: a constant is driven" },
		{ driven_beyond, "narrow: driven beyond its width" },
		{ read_beyond, "in: read beyond its width" },
		{ widths_of_assignment, "assignment: widths differ" },
		{ widths_of_connection, "in: widths differ" },
		{ widths_of_template, "in: widths differ" },
		{ no_such_port, "outside: there is no such port" },
		{ open_input, "another: not every port is connected" },
		{ port_twice, "another: a port is connected twice" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof defects / sizeof *defects; i++) {
		struct subject s = subject_make();
		struct text said = { 0 };

		assert_true(check(s.d, &said));
		assert_null(said.bytes);
		defects[i].plant(&s);
		if (check(s.d, &said))
			fail_msg("nobody noticed: %s", defects[i].said);
		if (!strstr(said.bytes, defects[i].said))
			fail_msg("expected \"%s\", not:\n%s", defects[i].said, said.bytes);
		text_free(&said);
		design_free(s.d);
	}
}

/* A template's ports are those of its header. */
static void templates_are_read(void **state)
{
	static const char *const names[] = { "clk", "in", "out" };
	const struct template *delay = template_find("delay_line");
	struct parameter width = { .name = "WIDTH", .value = 5 };
	struct instance usual = { .count = 1 }, wide = { .count = 1, .parameter = &width, .parameter_count = 1 };

	(void)state;
	assert_null(template_find("no_such_template"));
	assert_non_null(delay);
	for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
		const struct template_port *p = &delay->port[k];

		assert_string_equal(p->name, names[k]);
		assert_int_equal(p->direction, k < 2 ? PORT_INPUT : PORT_OUTPUT);
		assert_int_equal(!p->width, k == 0);
		if (p->width) {
			assert_int_equal(p->width(&usual), 1);
			assert_int_equal(p->width(&wide), 5);
		}
	}
	assert_null(delay->port[sizeof names / sizeof *names].name);
}

/* A design that uses a template has it and what it needs, once; a design around it has none of them again. */
static void templates_are_used_once(void **state)
{
	struct design *d = allocate(sizeof *d), *around;
	size_t count;

	(void)state;
	design_use(d, "self_test_judge");
	count = d->template_count;
	assert_true(count > 1);
	assert_string_equal(d->template[count - 1]->name, "self_test_judge");
	design_use(d, "self_test_judge");
	assert_int_equal(d->template_count, count);
	around = design_around(d);
	design_use(around, "self_test_judge");
	assert_int_equal(around->template_count, 0);
	design_free(around);
	design_free(d);
}

static void neighbouring_bits_are_one_slice(void **state)
{
	struct bits b = bits_of(7, 0, 2);

	(void)state;
	bits_append(&b, bits_of(7, 2, 3));
	assert_int_equal(b.count, 1);
	bits_append(&b, bits_of(7, 6, 1));
	bits_append(&b, bits_of(8, 7, 1));
	bits_append(&b, bits_constant(8, 5));		/* 0 1000 */
	assert_int_equal(b.count, 6);
	assert_int_equal(bits_width(&b), 12);
	assert_int_equal(b.slice[3].net, NET_ZERO);
	assert_int_equal(b.slice[3].width, 3);
	assert_int_equal(b.slice[4].net, NET_ONE);
	free(b.slice);
}

static void digits_are_packed(void **state)
{
	static const unsigned values[] = { 1, 2, 7, 5 };		/* 101 111 010 001 */
	char *digits = packed_digits(values, 4, 3);

	(void)state;
	assert_string_equal(digits, "bd1");
	free(digits);
	digits = packed_digits(values, 3, 3);				/* 1 1101 0001 */
	assert_string_equal(digits, "1d1");
	free(digits);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_defect_is_found),
		cmocka_unit_test(templates_are_read),
		cmocka_unit_test(templates_are_used_once),
		cmocka_unit_test(neighbouring_bits_are_one_slice),
		cmocka_unit_test(digits_are_packed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
