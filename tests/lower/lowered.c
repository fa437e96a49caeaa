/* lowered.c: names and ports of lowered networks, small ones and the widest. */
#include "networks.h"

#include "lower/builder.h"
#include "network/machine.h"
#include "util/text.h"

/* Lowers the network that `yaml` describes, which must be without a defect. */
static struct design *lower(const char *yaml, struct spec *spec, struct network **net)
{
	*net = network_from(spec, yaml);
	struct design *d = design_lower(*net);

	assert_true(design_check(d));
	return d;
}

static void done(struct design *d, struct spec *spec, struct network *net)
{
	design_free(d);
	network_done(spec, net);
}

/* The ports of a module in order: " input clk 1 output out 4" and so on, a fresh string. */
static char *ports_of(const struct module *m)
{
	static const char *const directions[] = { [PORT_INPUT] = "input", [PORT_OUTPUT] = "output" };
	struct text t = { 0 };

	for (size_t i = 0; i < m->net_count; i++)
		if (m->net[i].direction != PORT_NONE)
			text_print(&t, " %s %s %u", directions[m->net[i].direction], m->net[i].name, m->net[i].width);
	return t.bytes;
}

static void tops_have_their_ports(void **state)
{
	static const struct {
		const char *yaml, *ports;
	} cases[] = {
		/* Widths: leaves times bits of payload and label. A label has a bit more where there is an outside. */
		{ "network: fat-tree\nleaves: 8\npayload-bits: 16\n",
		  " input s_axis_tdata 128 input s_axis_tdest 24 input s_axis_tvalid 8 output s_axis_tready 8"
		  " output m_axis_tdata 128 output m_axis_tuser 24 output m_axis_tvalid 8 input m_axis_tready 8"
		  " input clk 1 input rst 1" },
		{ "network: fat-tree\nleaves: 5\nroot-capacity: 3\nexternal: true\npayload-bits: 9\n",
		  " input s_axis_tdata 45 input s_axis_tdest 20 input s_axis_tvalid 5 output s_axis_tready 5"
		  " output m_axis_tdata 45 output m_axis_tuser 20 output m_axis_tvalid 5 input m_axis_tready 5"
		  " input clk 1 input rst 1 output root_start 1 output root_up 3 input root_down 3" },
		{ "network: sorter\nwires: 5\nkey-bits: 3\n",
		  " input clk 1 input start 1 input in 5 output out_start 1 output out 5 input rst 1" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct network *net;
		struct spec spec;
		struct design *d = lower(cases[i].yaml, &spec, &net);
		char *ports = ports_of(design_top(d));

		assert_string_equal(ports, cases[i].ports);
		free(ports);
		done(d, &spec, net);
	}
}

/* One module for each distinct subtree: one a level, and below the root another where the right edge cuts one off. */
static void equal_subtrees_are_one_module(void **state)
{
	static const unsigned sizes[] = { 2, 3, 5, 6, 7, 8, 1000, 1024, 1048575 };

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		char *yaml = format_string("network: fat-tree\nleaves: %u\npayload-bits: 8\n", sizes[i]);
		unsigned count = 0, expected = 1;
		struct network *net;
		struct spec spec;
		struct design *d = lower(yaml, &spec, &net);

		for (unsigned below = 2; below < sizes[i]; below *= 2)
			expected += 1 + (sizes[i] % below > 0);
		for (size_t k = 0; k < d->module_count; k++)
			count += strncmp(d->module[k]->name, "subtree_", 8) == 0;
		assert_int_equal(count, expected);
		assert_string_equal(design_top(d)->name, "");
		done(d, &spec, net);
		free(yaml);
	}
}

/* Instantiated modules come first, and templates that are used are listed. */
static void modules_come_before_their_users(void **state)
{
	struct network *net;
	struct spec spec;
	struct design *d = lower("network: xgft\nchildren: [3, 2]\nparents: [2, 2]\n", &spec, &net);

	(void)state;
	for (size_t k = 0; k < d->module_count; k++)
		for (size_t i = 0; i < d->module[k]->instance_count; i++) {
			const char *used = d->module[k]->instance[i].module;
			bool found = false;

			for (size_t before = 0; before < k; before++)
				found |= strcmp(d->module[before]->name, used) == 0;
			for (size_t t = 0; t < d->template_count; t++)
				found |= strcmp(d->template[t]->name, used) == 0;
			if (!found)
				fail_msg("%s instantiates %s, which stands nowhere before", d->module[k]->name, used);
		}
	done(d, &spec, net);
}

/* A million leaves of the widest payload that they may have: 2^28 wires a port. */
static void widths_at_the_limit(void **state)
{
	struct network *net;
	struct spec spec;
	struct design *d = lower("network: fat-tree\nleaves: 1048576\nroot-capacity: 64\npayload-bits: 256\n", &spec,
				 &net);
	const struct module *top = design_top(d);

	(void)state;
	assert_int_equal(top->net[module_find(top, "s_axis_tdata")].width, 1u << 28);
	assert_int_equal(top->net[module_find(top, "m_axis_tdata")].width, 1u << 28);
	assert_int_equal(top->net[module_find(top, "s_axis_tdest")].width, 20u << 20);
	assert_int_equal(top->net[module_find(top, "s_axis_tvalid")].width, 1u << 20);
	assert_true(d->module_count < 200);
	done(d, &spec, net);
}

/* Plans are lowered once each, with the ports that their users expect. */
static void plans_are_modules(void **state)
{
	struct plan_library library = { .wish = PLAN_AUTO, .spacing = 2, .lone_flip_flops = true };
	struct design *d = allocate(sizeof *d);
	const struct plan *plan = plan_concentrator(&library, 6, 2);
	const char *name = lower_plan(d, plan);
	size_t count = d->module_count;
	const struct module *m = design_find(d, name);

	(void)state;
	assert_string_equal(name, "concentrator_6_2");
	assert_true(m && design_check(d));
	assert_int_equal(m->net[module_find(m, "in")].width, 6);
	assert_int_equal(m->net[module_find(m, "out")].width, 2);
	assert_string_equal(lower_plan(d, plan), name);
	assert_int_equal(d->module_count, count);
	design_free(d);
	plan_library_free(&library);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tops_have_their_ports),
		cmocka_unit_test(equal_subtrees_are_one_module),
		cmocka_unit_test(modules_come_before_their_users),
		cmocka_unit_test(widths_at_the_limit),
		cmocka_unit_test(plans_are_modules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
