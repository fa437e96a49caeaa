/* manifest.c: describes the generated files for programs: parameters, ports, levels, times, cost, files. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "network/report.h"
#include "emit/emit.h"
#include "util/text.h"

/* The purpose of ports whose comment in the design is missing or incomplete. */
struct meaning {
	const char *port, *says;
};

static const struct meaning meanings[] = {
	{"clk", "clock, rising edge"},
	{"rst", "reset, synchronous, active high"},
	{"s_axis_tdata", "payload of the message that a leaf sends; leaf i at bits i * width and up"},
	{"s_axis_tdest", "destination leaf"},
	{"s_axis_tvalid", "a leaf has a message to send"},
	{"s_axis_tready", "the network takes it at this clock edge"},
	{"m_axis_tdata", "payload of a message that has arrived at a leaf"},
	{"m_axis_tuser", "source leaf"},
	{"m_axis_tvalid", "a message has arrived"},
	{"m_axis_tready", "the leaf takes it at this clock edge"},
	{"out", "the words in order, the smallest on wire 0"},
};

static const char *meaning(const struct net *port)
{
	for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
		if (strcmp(meanings[i].port, port->name) == 0)
			return meanings[i].says;
	return port->comment ? port->comment : "";
}

static json_t *list_ports(const struct module *top)
{
	json_t *list = json_array();

	for (size_t i = 0; i < top->net_count; i++) {
		const struct net *net = &top->net[i];

		if (net->direction != PORT_NONE)
			json_array_append_new(list, json_pack("{s:s, s:s, s:i, s:s}", "name", net->name,
				"direction", net->direction == PORT_INPUT ? "input" : "output",
				"width", (int)net->width, "meaning", meaning(net)));
	}
	return list;
}

/* The Verilog files, in the order in which emit_verilog() added them. */
static json_t *list_files(const struct output *out)
{
	json_t *list = json_array();

	for (size_t i = 0; i < out->count; i++)
		if (strncmp(out->files[i].path, "rtl/", 4) == 0)
			json_array_append_new(list, json_string(out->files[i].path));
	return list;
}

void emit_manifest(const struct design *design, const struct network *net, struct output *out)
{
	char *path = format_string("%s.json", net->spec->name), digest[17], *json;
	json_t *manifest = json_object();
	struct text t = {0};

	spec_digest(net->spec, digest);
	json_object_set_new(manifest, "ftc", json_string(FTC_VERSION));
	json_object_set_new(manifest, "digest", json_string(digest));
	summary_add(manifest, net);
	json_object_set_new(manifest, "parameters", spec_json(net->spec));
	json_object_set_new(manifest, "top", json_string(net->spec->name));
	json_object_set_new(manifest, "ports", list_ports(design_top(design)));
	json_object_set_new(manifest, "files", list_files(out));
	json = json_dumps(manifest, JSON_INDENT(2));
	text_print(&t, "%s\n", json);
	output_add(out, path, &t);
	free(json);
	json_decref(manifest);
	free(path);
}
