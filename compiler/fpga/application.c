/* application.c: what applications share: checks and printing. */
#include "fpga/application.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "emit/around.h"
#include "emit/crossing.h"
#include "fpga/board_top.h"
#include "leaves/leaf.h"
#include "parse/crossing.h"
#include "util/message.h"

bool application_check_clocks(const struct spec *spec, const struct application *application)
{
	unsigned count = crossing_count(spec);

	if (count == 0)
		return true;
	char *leaves = crossing_leaves(spec);

	error_at(crossing_place(spec), "%s %s has a clock of its own, which %s does not drive: expected a top module of yours, which"
		 " drives " CROSSING_CLOCKS, count == 1 ? "leaf" : "each of the leaves", leaves, application->told);
	free(leaves);
	return suggest("ftc build %s --board NAME --top my.v; or %s, so that all leaves have the network's clock", shell_word(spec->source),
		       spec->async ? "async-leaves: none" : "no clock: async in the map");
}

bool application_check_leaves(const struct spec *spec)
{
	if (!require_speech(spec, LEAF_SPEAKS_MESSAGES, "--app host or loopback"))
		return false;
	if (spec->leaves > 1)
		return true;
	error("%s has a single leaf: --app host and --app loopback send messages from leaf to leaf", spec->source);
	return suggest("--set leaves=2");
}

bool application_check_line(const struct board *board)
{
	if (board->uart)
		return true;
	error("the %s has no serial line: --app host and --app loopback need one", board->title);
	return suggest("a board with a serial line, which `ftc boards` lists; or ftc build --app self-test, whose verdict the lights"
		       " show");
}

bool application_joins(const struct net *net)
{
	static const char *const joined[] = {
		"s_axis_tdata", "s_axis_tdest", "s_axis_tvalid", "s_axis_tready",
		"m_axis_tdata", "m_axis_tuser", "m_axis_tid", "m_axis_tvalid", "m_axis_tready",
		"start", "in", "out_start", "out", "last", "ready", "out_last", "out_ready", "play",
	};

	for (unsigned i = 0; i < sizeof joined / sizeof *joined; i++)
		if (net->direction != PORT_NONE && strcmp(net->name, joined[i]) == 0)
			return true;
	return false;
}

/* The sources of every leaf without the group number at its top. */
static struct bits sources(const struct board_top *top, const struct module *m, unsigned group)
{
	unsigned source = network_tdest_bits(top->net);
	int user = module_find(m, "m_axis_tuser");
	struct bits b = {0};

	for (unsigned i = 0; i < top->net->spec->leaves; i++)
		bits_append(&b, bits_of(user, i * (source + group), source));
	return b;
}

void application_connect(const struct board_top *top, struct module *m, bool groups)
{
	unsigned group = module_find(m, "m_axis_tuser") < 0 ? 0 : network_group_bits(top->net->spec);

	if (group > 0 && !groups)
		instance_connect(&m->instance[m->instance_count - 1], "m_axis_tuser", sources(top, m, group));
	connect_rest(m);
}

/* 1 %, and what rounding adds: 33 clocks for a bit of 33 1/3 will do. */
#define MOST_DEVIATION 0.010001

bool serial_rate_find(double clock_mhz, unsigned baud, struct serial_rate *rate)
{
	double clocks = clock_mhz * 1e6 / baud;

	rate->bit_clocks = (unsigned)round(clocks);
	if (rate->bit_clocks < LEAST_BIT_CLOCKS || rate->bit_clocks > UINT16_MAX
	    || fabs(rate->bit_clocks / clocks - 1) > MOST_DEVIATION)
		return false;
	/* The shortest phase that is exact to 0.2 %. */
	for (rate->phase_bits = 6; rate->phase_bits < 30; rate->phase_bits++) {
		double step = ldexp(1 / clocks, (int)rate->phase_bits);

		rate->step = (unsigned long)round(step);
		if (fabs((double)rate->step / step - 1) < 0.002)
			break;
	}
	return true;
}

void application_serial(const struct board_top *top, struct instance *i)
{
	struct serial_rate rate;

	serial_rate_find(top->pll->output_mhz, top->baud, &rate);
	instance_parameter(i, "BIT_CLOCKS", rate.bit_clocks);
	instance_parameter(i, "PHASE_BITS", rate.phase_bits);
	instance_parameter(i, "STEP", rate.step);
}
