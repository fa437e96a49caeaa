/* manifest.c: describes the generated files for programs: parameters, ports, levels, times, cost, files. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "network/machine.h"
#include "network/report.h"
#include "emit/emit.h"
#include "emit/shell.h"
#include "util/text.h"

/* The purpose of ports whose comment in the design is missing or incomplete: `says`, and if `of_end`, the machine's
 * word for an end, "leaf", and `rest`. */
struct meaning {
	const char *port, *says;
	bool of_end;
	const char *rest;
};

static const struct meaning meanings[] = {
	{"clk", "clock, rising edge", false, NULL},
	{"rst", "reset, synchronous, active high", false, NULL},
	{"s_axis_tdata", "payload of the message that a ", true, " sends"},
	{"s_axis_tdest", "destination ", true, NULL},
	{"s_axis_tvalid", "a ", true, " has a message to send"},
	{"s_axis_tready", "the network takes it at this clock edge", false, NULL},
	{"m_axis_tdata", "payload of a message that has arrived at a ", true, NULL},
	{"m_axis_tuser", "source ", true, NULL},
	{"m_axis_tid", "source ", true, NULL},
	{"m_axis_tkeep", "a bit for each byte of the payload, always 1", false, NULL},
	{"m_axis_tvalid", "a message has arrived", false, NULL},
	{"m_axis_tready", "the ", true, " takes it at this clock edge"},
	{"s_axis_tlast", "the message is the last one of its packet", false, NULL},
	{"m_axis_tlast", "the message is the last one of its packet", false, NULL},
	{"fault_in", "1: the part of this bit is dead", false, NULL},
	{"out", "the words in order, the smallest on wire 0", false, NULL},
};

/* Where the bits of an end lie in a port of all ends. */
static void say_share(const struct machine *machine, struct text *out)
{
	if (machine->first_end == 0)
		text_print(out, "; %s i at bits i * width and up", machine->end);
	else
		text_print(out, "; %s i at bits (i - %u) * width and up", machine->end, machine->first_end);
}

static void say_meaning(const struct machine *machine, const struct net *port, struct text *out)
{
	const struct meaning *known = NULL;

	for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
		if (strcmp(meanings[i].port, port->name) == 0)
			known = &meanings[i];
	if (!known) {
		text_add(out, port->comment ? port->comment : "");
		return;
	}
	text_print(out, "%s%s%s", known->says, known->of_end ? machine->end : "", known->rest ? known->rest : "");
	if (strcmp(port->name, "s_axis_tdata") == 0)
		say_share(machine, out);
}

static json_t *port_json(const struct machine *machine, const struct net *port)
{
	struct text means = {0};

	say_meaning(machine, port, &means);
	json_t *object = json_pack("{s:s, s:s, s:i, s:s}", "name", port->name,
				   "direction", port->direction == PORT_INPUT ? "input" : "output",
				   "width", (int)port->width, "meaning", means.bytes ? means.bytes : "");

	text_free(&means);
	return object;
}

static json_t *list_ports(const struct machine *machine, const struct module *top)
{
	json_t *list = json_array();

	for (size_t i = 0; i < top->net_count; i++)
		if (top->net[i].direction != PORT_NONE)
			json_array_append_new(list, port_json(machine, &top->net[i]));
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

void emit_manifest(const struct design *top, const struct network *net, struct output *out)
{
	char *path = format_string("%s.json", net->spec->name), *name = shell_top_name(net), digest[17], *json;
	json_t *manifest = json_object();
	struct text t = {0};

	spec_digest(net->spec, digest);
	json_object_set_new(manifest, "ftc", json_string(FTC_VERSION));
	json_object_set_new(manifest, "digest", json_string(digest));
	summary_add(manifest, net);
	json_object_set_new(manifest, "parameters", spec_json(net->spec));
	json_object_set_new(manifest, "top", json_string(name));
	json_object_set_new(manifest, "ports", list_ports(net->spec->machine, design_top(top)));
	json_object_set_new(manifest, "files", list_files(out));
	json = json_dumps(manifest, JSON_INDENT(2));
	text_print(&t, "%s\n", json);
	output_add(out, path, &t);
	free(json);
	free(name);
	json_decref(manifest);
	free(path);
}
