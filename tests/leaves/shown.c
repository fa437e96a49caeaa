/* shown.c: models in C have the ports that stream-source and stream-keep ask for, as the Verilog has them. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "model.h"
#include "network/leaf.h"
#include "networks.h"
#include "parse/spec.h"

enum { BYTE = 8, PAYLOAD = 16 };

#define COUNT(list) (sizeof list / sizeof((list)[0]))

/* A network with that kind of leaf, up to the keys in question. */
static const struct kind_of_leaf {
	const char *yaml;
	bool plays;			/* a schedule: its words show no source */
} kinds[] = {
	{ "network: fat-tree\nleaves: 8\n", false },
	{ "network: fat-tree\nleaves: 8\nlanes: 4\npacket: true\n", false },
	{ "network: xgft\nchildren: [2, 2]\nparents: [2, 2]\nbroadcast-every: 2\ngroups: [[0, 3]]\n", false },
	{ "network: pruned-butterfly\nleaves: 8\nrouting: deterministic\n", false },
	{ "network: sorting-fat-tree\nleaves: 8\n", false },
	{ "network: hypertree-2\nnodes: 7\nfault-registers: true\n", false },
	{ "network: half-ring\nnodes: 5\n", false },
	{ "network: fat-tree\nleaves: 4\nswitching: off-line\nsettings-port: true\nschedule-cycles: 3\n", true },
};

struct shown {
	struct spec spec;
	struct network *net;
	struct model *model;
};

static void begin(struct shown *s, const char *yaml, const char *keys)
{
	char whole[400];

	snprintf(whole, sizeof whole, "%spayload-bits: %d\n%s", yaml, PAYLOAD, keys);
	s->net = network_from(&s->spec, whole);
	assert_non_null(s->net);
	s->model = s->spec.leaf->model(s->net);
}

static void end(struct shown *s)
{
	model_close(s->model);
	network_free(s->net);
	spec_free(&s->spec);
}

static void assert_all_ones(const struct model *m, const struct model_port *keep)
{
	for (unsigned i = 0; i < keep->width; i++)
		assert_int_equal(model_get(m, keep, i, 1), 1);
}

static void nothing_is_added_without_the_keys(void **state)
{
	(void)state;
	for (size_t k = 0; k < COUNT(kinds); k++) {
		struct shown s;

		begin(&s, kinds[k].yaml, "");
		assert_null(model_port(s.model, "m_axis_tid"));
		assert_null(model_port(s.model, "m_axis_tkeep"));
		assert_int_equal(model_port(s.model, "m_axis_tuser") != NULL, !kinds[k].plays);
		end(&s);
	}
}

static void tid_is_in_the_place_of_tuser(void **state)
{
	(void)state;
	for (size_t k = 0; k < COUNT(kinds) && !kinds[k].plays; k++) {
		struct shown ever, s;

		begin(&ever, kinds[k].yaml, "");
		begin(&s, kinds[k].yaml, "stream-source: tid\n");
		const struct model_port *user = model_port(ever.model, "m_axis_tuser"), *id = model_port(s.model, "m_axis_tid");

		assert_null(model_port(s.model, "m_axis_tuser"));
		assert_true(id && id->output && id->width == user->width);
		end(&s);
		end(&ever);
	}
}

static void both_are_the_same_bits(void **state)
{
	(void)state;
	for (size_t k = 0; k < COUNT(kinds) && !kinds[k].plays; k++) {
		struct shown s;

		begin(&s, kinds[k].yaml, "stream-source: both\n");
		const struct model_port *user = model_port(s.model, "m_axis_tuser"), *id = model_port(s.model, "m_axis_tid");

		assert_true(user && id && id->output && id->low == user->low && id->width == user->width);
		end(&s);
	}
}

/* Also in and behind resets, at which some models clear their outputs. */
static void keep_is_always_ones(void **state)
{
	(void)state;
	for (size_t k = 0; k < COUNT(kinds); k++) {
		struct shown s;

		begin(&s, kinds[k].yaml, "stream-keep: true\n");
		const struct model_port *keep = model_port(s.model, "m_axis_tkeep"), *data = model_port(s.model, "m_axis_tdata");

		assert_true(keep && keep->output && keep->width == data->width / BYTE);
		assert_all_ones(s.model, keep);
		for (unsigned round = 0; round < 2; round++) {
			model_reset(s.model, 3);
			assert_all_ones(s.model, keep);
			for (unsigned clock = 0; clock < 200; clock++)
				model_clock(s.model);
			assert_all_ones(s.model, keep);
		}
		end(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_added_without_the_keys),
		cmocka_unit_test(tid_is_in_the_place_of_tuser),
		cmocka_unit_test(both_are_the_same_bits),
		cmocka_unit_test(keep_is_always_ones),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
