/* playback_report.c: the delivery cycle of an off-line network in its report. */
#include "machines/in_band.h"
#include "machines/playback.h"
#include "machines/settings.h"
#include "network/machine.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/text.h"

/* Wires of all channels, both ways. */
static unsigned long channel_wires(const struct network *net)
{
	unsigned long wires = 0;

	for (size_t i = 0; i < net->subtree_count; i++)
		wires += 2ul * net->subtree[i]->users * net->subtree[i]->capacity;
	return wires;
}

/* Wires from a RAM at the root to all switches and leaves. */
static unsigned long node_settings(const struct network *net)
{
	return is_in_band(net) ? 0 : network_root(net)->settings;
}

json_t *playback_json(const struct network *net)
{
	const struct playback p = *net->playback;
	const struct schedule_file *file = net->schedule;
	json_t *object = json_object(), *latency = json_array();

	JSON_NUMBERS(object, { "cycle_clocks", p.period }, { "message_clocks", p.message_clocks },
			     { "settings_bits", node_settings(net) },
			     { "ram_cycles", net->spec->schedule_cycles });
	if (is_in_band(net))
		JSON_NUMBERS(object, { "header_bits", p.header_bits }, { "ram_rows", settings_ram(net).rows },
				     { "fall_clock", p.fall });
	JSON_NUMBERS(object, { "channel_wires", channel_wires(net) }, { "settings_wires", node_settings(net) });
	if (file)
		JSON_NUMBERS(object, { "cycles", file->schedule.cycles }, { "messages", file->set.count });
	for (unsigned k = 0; k < net->levels; k++) {
		bool from_leaves = net->spec->machine->shape.levels_from_leaves;

		json_array_append_new(latency, json_integer(p.latency[from_leaves ? net->levels - 1 - k : k]));
	}
	json_object_set_new(object, "latency_by_turn_level", latency);
	return object;
}

void playback_say(const struct network *net, const json_t *object, struct text *out)
{
	const json_t *playback = json_object_get(object, "playback");
	const json_t *latency = json_object_get(playback, "latency_by_turn_level");
	const struct schedule_file *file = net->schedule;

	figures_say(object, is_in_band(net) ?
		    "\nDelivery cycle: {playback.cycle_clocks} clocks, of which a message takes {playback.message_clocks} (1 M, up to "
		    "{playback.header_bits} header, {payload_bits} payload)\n" :
		    "\nDelivery cycle: {playback.cycle_clocks} clocks, of which a message takes "
		    "{playback.message_clocks} (1 M, {payload_bits} payload)\n", out);
	figures_say(object, "  latency from leaf to leaf, by the level of the node at which a message turns:", out);
	for (size_t k = 0; k < json_array_size(latency); k++)
		text_print(out, " %lld", (long long)json_integer_value(json_array_get(latency, k)));
	figures_say(playback, is_in_band(net) ? "\n  settings: in the messages, at most {header_bits} bits" :
		    "\n  settings: {settings_bits} bits a cycle", out);
	figures_say(playback, !figures_has(playback, "ram_cycles") ? "\n" : is_in_band(net) ?
		    ", RAM of {ram_rows} rows for {ram_cycles} cycles\n" : ", RAM for {ram_cycles} cycles\n", out);
	figures_say(playback, is_in_band(net) ?
		    "  wires: {channel_wires} of channels, none of settings; 2 strobes beside each channel, `fall` at the root {fall_clock} "
		    "clocks behind `start` at the leaves\n" :
		    "  wires: {channel_wires} of channels, {settings_wires} of settings; a strobe beside each channel\n", out);
	if (!file)
		return;
	text_print(out, "  %s: ", net->spec->schedule_path);
	figures_say(playback, "{messages} messages in {cycles} cycles, ", out);
	text_print(out, "%lu clocks a round\n", (unsigned long)file->schedule.cycles * net->playback->period);
}
