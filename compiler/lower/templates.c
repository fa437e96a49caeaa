/* templates.c: the ports of the hand-written modules in rtl-templates/, as far as design_check() needs them. */
#include <string.h>

#include "lower/builder.h"

#define CLOCK { "clk", PORT_INPUT, 1, { NULL }, NULL }
#define RESET { "rst", PORT_INPUT, 1, { NULL }, NULL }
#define IN(name) { name, PORT_INPUT, 1, { NULL }, NULL }
#define OUT(name) { name, PORT_OUTPUT, 1, { NULL }, NULL }
#define IN_BY(name, plus) { name, PORT_INPUT, 0, { plus }, NULL }
#define OUT_BY(name, plus) { name, PORT_OUTPUT, 0, { plus }, NULL }
#define END { NULL, PORT_NONE, 0, { NULL }, NULL }

static const struct template_port exchange[] = {
	CLOCK, IN("start"), IN("odd"), IN("a"), IN("b"), OUT("first"), OUT("second"), END
};

static const struct template_port choose[] = {
	CLOCK, IN("start"), IN("a"), IN("b"), OUT("first"), END
};

static const struct template_port pick[] = { IN("setting"), IN("a"), IN("b"), OUT("picked"), END };

static const struct template_port compare_exchange[] = {
	CLOCK, IN("start"), IN("a"), IN("b"), OUT("first"), OUT("second"), END
};

static const struct template_port selector[] = {
	CLOCK, IN("start"), IN("in"), OUT("zero"), OUT("one"), END
};

static const struct template_port copying_selector[] = {
	CLOCK, IN("start"), IN("copy"), IN("in"), OUT("zero"), OUT("one"), END
};

static const struct template_port broadcast_timer[] = {
	CLOCK, RESET, IN("slot"), IN_BY("broken", "TREES"), OUT_BY("timing", "TREES_AND_ONE"), END
};

static const struct template_port living_links[] = {
	IN_BY("dead", "CHILDREN"), { "in", PORT_INPUT, 0, { "WIRES" }, "CHILDREN" },
	{ "out", PORT_OUTPUT, 0, { "WIRES" }, "CHILDREN" }, END
};

static const struct template_port fault_register[] = {
	CLOCK, RESET, IN_BY("built_in", "LINKS"), IN("shift"), IN("in"), OUT("out"), IN("start"), IN("answer"),
	OUT_BY("dead", "LINKS"), END
};

static const struct template_port delay_line[] = {
	CLOCK, IN_BY("in", "WIDTH"), OUT_BY("out", "WIDTH"), END
};

static const struct template_port frame_timer[] = {
	CLOCK, RESET, OUT_BY("timing", "TIMING_BITS"), OUT("leaf_rst"), END
};

static const struct template_port leaf_adapter[] = {
	CLOCK, RESET,
	IN_BY("timing", "TIMING_BITS"), { "address", PORT_INPUT, 0, { "ADDRESS_BITS", "GROUPS" }, NULL },
	OUT_BY("up", "LANES"), OUT("up_start"), IN_BY("down", "LANES"), IN("down_start"),
	IN_BY("s_axis_tdata", "PAYLOAD_BITS"),
	{ "s_axis_tdest", PORT_INPUT, 0, { "ADDRESS_BITS", "EXTERNAL" }, NULL },
	IN("s_axis_tvalid"), OUT("s_axis_tready"),
	OUT_BY("m_axis_tdata", "PAYLOAD_BITS"),
	{ "m_axis_tuser", PORT_OUTPUT, 0, { "ADDRESS_BITS", "EXTERNAL", "GROUP_BITS" }, NULL },
	OUT("m_axis_tvalid"), IN("m_axis_tready"), END
};

static const struct template_port leaf_player[] = {
	CLOCK, RESET, IN("begin_cycle"), IN("end_cycle"), IN("send"), IN("receive"), IN_BY("s_axis_tdata", "PAYLOAD_BITS"),
	IN("s_axis_tvalid"), OUT("s_axis_tready"), OUT("up"), IN("down"), OUT_BY("m_axis_tdata", "PAYLOAD_BITS"),
	OUT("m_axis_tvalid"), END
};

static const struct template_port playback_timer[] = {
	CLOCK, RESET, IN("play"), IN_BY("last_cycle", "CYCLE_BITS"), OUT("playing"),
	{ "timing", PORT_OUTPUT, 2, { NULL }, NULL }, OUT_BY("cycle", "CYCLE_BITS"), OUT_BY("received_cycle", "CYCLE_BITS"), END
};

static const struct template_port settings_bank[] = {
	CLOCK, IN("write"), IN_BY("bank", "BANK_BITS"), IN_BY("address", "CYCLE_BITS"), IN_BY("data", "WIDTH"), IN_BY("cycle", "CYCLE_BITS"),
	OUT_BY("settings", "WIDTH"), END
};

static const struct template_port settings_register[] = {
	CLOCK, IN("start"), IN_BY("next", "WIDTH"), OUT_BY("now", "WIDTH"), END
};

static const char *const adapter_needs[] = { "leaf_any", "leaf_label", "leaf_route", "leaf_lane", "leaf_strobes",
						 "leaf_dispatch", "leaf_tags", NULL };
static const struct template_port leaf_any[] = { CLOCK, IN_BY("in", "WIDTH"), OUT("any"), END };
static const char *const wishbone_needs[] = { "wishbone_fifo", NULL };
static const struct template_port none[] = { END };	/* instantiated by other templates, or by text, only */

static const struct template templates[] = {
	{ "exchange", exchange, NULL },
	{ "choose", choose, NULL },
	{ "pick", pick, NULL },
	{ "compare_exchange", compare_exchange, NULL },
	{ "selector", selector, NULL },
	{ "copying_selector", copying_selector, NULL },
	{ "broadcast_timer", broadcast_timer, NULL },
	{ "living_links", living_links, NULL },
	{ "fault_register", fault_register, NULL },
	{ "delay_line", delay_line, NULL },
	{ "frame_timer", frame_timer, NULL },
	{ "leaf_player", leaf_player, NULL },
	{ "playback_timer", playback_timer, NULL },
	{ "settings_bank", settings_bank, NULL },
	{ "settings_register", settings_register, NULL },
	{ "leaf_any", leaf_any, NULL },
	{ "leaf_label", none, NULL },
	{ "leaf_route", none, NULL },
	{ "leaf_path", none, NULL },
	{ "leaf_parents", none, NULL },
	{ "leaf_strobes", none, NULL },
	{ "leaf_lane", none, NULL },
	{ "leaf_dispatch", none, NULL },
	{ "leaf_group", none, NULL },
	{ "leaf_tags", none, NULL },
	{ "leaf_adapter", leaf_adapter, adapter_needs },
	{ "wishbone_fifo", none, NULL },
	{ "wishbone_leaf", none, wishbone_needs },
};

const struct template *template_find(const char *name)
{
	for (size_t i = 0; i < sizeof templates / sizeof templates[0]; i++)
		if (strcmp(templates[i].name, name) == 0)
			return &templates[i];
	return NULL;
}
