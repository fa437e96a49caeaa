/* proof_ports.c: proofs of input ports, output ports, and of the links between them. */
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "machines/hypertree/proof.h"
#include "prove/catalogue.h"

/* ---- input ports --------------------------------------------------------------------------------------------- */

/* A wire for a register of the circuit. */
static void add_register(struct text *wires, struct text *joins, unsigned width, const char *wire, const char *name)
{
	text_print(wires, "    wire [%u:0] %s;\n", width - 1, wire);
	text_print(joins, ",\n        .\\%s (%s)", name, wire);
}

/* Wires for `count` registers, `before`[k]`behind`, and `whole`, the vector of all. */
static void add_registers(struct text *wires, struct text *joins, unsigned width, unsigned count, const char *whole,
			  const char *before, const char *behind)
{
	struct text all = { 0 };

	for (unsigned k = 0; k < count; k++) {
		char *wire = format_string("%s_%u", whole, k), *name = format_string("%s[%u]%s", before, k, behind);

		add_register(wires, joins, width, wire, name);
		free(wire);
		free(name);
	}
	for (unsigned k = count; k-- > 0;)
		text_print(&all, "%s_%u%s", whole, k, k > 0 ? ", " : "");
	text_print(wires, "    wire [%u:0] %s = {%s};\n", width * count - 1, whole, all.bytes);
	text_free(&all);
}

/* The sizes of an input port. */
struct port_sizes {
	unsigned classes, header_bits, buffers, bytes, row_bits, slot_bits, byte_bits, places;
};

static struct port_sizes sizes_of(const struct instance *i)
{
	struct port_sizes s = { .classes = part_parameter(i, "CLASSES"),
				.header_bits = part_parameter(i, "DETOURS") ? DETOUR_HEADER_BITS : BYTE, .buffers = part_parameter(i, "BUFFERS"),
				.bytes = part_parameter(i, "BYTES"), .row_bits = part_parameter(i, "ROW_BITS") };

	s.slot_bits = digit_bits(s.buffers);
	s.byte_bits = digit_bits(s.bytes);
	s.places = s.classes * s.buffers;
	return s;
}

/* Module `proof`: the port with its registers in view, and the monitor. */
static struct text port_with_monitor(const struct circuit *c, const struct instance *i)
{
	static const char *const monitor[] = { "CLASSES", "CLASS_BIT", "DETOURS", "BUFFERS", "BYTES", "FRAME", "ROW_BITS", NULL };
	static const char joined[] = "silent data room read_row write_row wrap copy first head come here there header sent "
				     "out ";
	struct port_sizes s = sizes_of(i);
	struct text t = { 0 }, wires = { 0 }, joins = { 0 }, ports = { 0 };

	for (const char *name = joined; *name; name += strcspn(name, " ") + 1)
		text_print(&ports, ", .%.*s(%.*s)", (int)strcspn(name, " "), name, (int)strcspn(name, " "), name);
	add_register(&wires, &joins, 1, "coming", "coming");
	add_register(&wires, &joins, BYTE, "in", "in");
	add_register(&wires, &joins, s.slot_bits + s.classes - 1, "tail_place", "tail_place");
	add_register(&wires, &joins, s.slot_bits + s.classes - 1, "place", s.classes == 1 ? "one_class.place" :
											    "two_classes.place");
	add_registers(&wires, &joins, s.slot_bits, s.classes, "heads", "queue", ".head_slot");
	add_registers(&wires, &joins, s.slot_bits, s.classes, "tails", "queue", ".tail_slot");
	if (s.buffers > 2)
		add_registers(&wires, &joins, COUNT_BITS, s.classes, "count", "queue", ".four.count");
	else
		text_print(&wires, "    wire [%u:0] count = 0;\n", COUNT_BITS * s.classes - 1);
	add_registers(&wires, &joins, s.header_bits, s.places, "headers", "headers", "");
	add_registers(&wires, &joins, BYTE, s.places << s.byte_bits, "packets", "packets", "");
	text_print(&t, "`default_nettype none\n\nmodule proof (\n    input  wire clk,\n    input  wire rst,\n"
		       "    input  wire [7:0] any_data,\n    input  wire [1:0] any_sent,\n    input  wire follow,\n"
		       "    input  wire [%u:0] any_row,\n    input  wire [%u:0] here,\n    output wire ok,\n"
		       "    output wire [8:0] parts,\n    output wire [6:0] clock_shown\n);\n", s.byte_bits - 1, s.classes - 1);
	text_print(&t, "    wire silent, wrap, copy, first, head, come;\n    wire [7:0] data, out;\n    wire [%u:0] header;\n"
		       "    wire [%u:0] read_row, write_row;\n    wire [%u:0] room, there, sent;\n%s\n", s.header_bits - 1,
		   s.row_bits - 1, s.classes - 1, wires.bytes);
	text_print(&t, "    %s dut (\n        .clk(clk), .absent(1'b0)%s%s\n    );\n\n    queue #(", c->module, ports.bytes,
		   joins.bytes);
	for (const char *const *name = monitor; *name; name++)
		text_print(&t, ".%s(%lu), ", *name, part_parameter(i, *name));
	text_print(&t, ".SLOT_BITS(%u), .BYTE_BITS(%u)) watch (\n        .clk(clk), .rst(rst), .any_data(any_data), "
		       ".any_sent(any_sent), .follow(follow), .any_row(any_row)%s,\n        .heads(heads), .tails(tails), "
		       ".coming(coming), .in(in), .count(count), .tail_place(tail_place), .place(place), .packets(packets),\n"
		       "        .headers(headers), .ok(ok), .parts(parts), .clock_shown(clock_shown)\n    );\nendmodule\n\n"
		       "`default_nettype wire\n", s.slot_bits, s.byte_bits, ports.bytes);
	text_free(&wires);
	text_free(&joins);
	text_free(&ports);
	return t;
}

static void prove_port(const struct proving *p, const struct instance *i)
{
	struct port_sizes s = sizes_of(i);
	char *subject = format_string("port_%u", s.classes);
	char *what = format_string("input port, %u class%s, %u packets in a queue", s.classes, s.classes > 1 ? "es" : "",
				   s.buffers);
	struct circuit c;

	if (begin_part(p, i, subject, "queue", &c)) {
		struct text verilog = port_with_monitor(&c, i);
		struct run run = { .monitor = "queue", .steps = 4, .skip = 3,
				   .expose = { "coming", "in", "tail_place", "*.place", "*.head_slot", "*.tail_slot",
					       "headers\\[*\\]", "packets\\[*\\]", s.buffers > 2 ? "*.count" : NULL } };

		circuit_watches(p->list, &c, "still");
		struct proof *proof = circuit_prove(p->list, &c, "queue", what,
						    "no packet too many; each leaves in its turn, byte for byte", &run, &verilog);

		proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 8" };
		proof->shown[1] = (struct shown){ "clock_shown", "bits of the clock in the frame" };
		circuit_free(&c);
	}
	free(what);
	free(subject);
}

/* ---- links --------------------------------------------------------------------------------------------------- */

/* Appends an instance of a template with all its parameters, up to its connections. */
static void add_instance(struct text *t, const struct proving *p, const struct instance *i, const char *name)
{
	text_print(t, "    %s_%s #(", p->list->prefix, i->module);
	for (size_t k = 0; k < i->parameter_count; k++)
		text_print(t, "%s.%s(%lu)", k > 0 ? ", " : "", i->parameter[k].name, i->parameter[k].value);
	text_print(t, ") %s (\n        ", name);
}

/* Module `proof`: scan, crossbar of output port `number`, and an input port like that at the other end. */
static struct text link_with_monitor(const struct proving *p, const struct circuit *c, const struct instance *scan,
				     const struct instance *crossbar, const struct instance *port, unsigned number)
{
	unsigned queues = part_parameter(scan, "QUEUES"), ports = part_parameter(scan, "PORTS"), lane = 0;
	unsigned classes = part_parameter(port, "CLASSES"), row_bits = part_parameter(port, "ROW_BITS");
	unsigned long inputs = part_parameter(crossbar, "INPUTS");
	bool detours = part_parameter(scan, "DETOURS");
	unsigned header_bits = detours ? DETOUR_HEADER_BITS : BYTE;
	struct text t = { 0 };

	while ((part_parameter(scan, "PORT_OF") >> PORT_NUMBER_BITS * lane & ((1 << PORT_NUMBER_BITS) - 1)) != number)
		lane++;
	text_print(&t, "`default_nettype none\n\nmodule proof (\n    input  wire clk,\n    input  wire rst,\n"
		       "    input  wire [%u:0] any_there,\n    input  wire [%u:0] any_room,\n    input  wire [7:0] any_octet,\n"
		       "    input  wire [1:0] any_sent,\n    input  wire [2:0] way,\n    input  wire stay,\n    input  wire drop,\n"
		       "    input  wire [4:0] changes,\n"
		       "    output wire ok,\n    output wire [1:0] parts,\n    output wire [6:0] clock_shown\n);\n",
		   queues - 1, queues - 1);
	text_print(&t, "    wire silent, wrap, copy, lead, first, head, look, nearly, come, own;\n    wire [4:0] control;\n    wire [7:0] octet, data;\n"
		       "    wire [%u:0] row, read_row, write_row;\n    wire [%u:0] room, there, sent;\n"
		       "    wire [%u:0] rooms;\n    wire [%u:0] granted;\n    wire [2:0] number;\n\n",
		   row_bits - 1, classes - 1, queues - 1, ports - 1);
	text_print(&t, "    %s scan (\n        .clk(clk), .rst(rst), .silent(silent), .row(row), .first(first), .head(head), "
		       ".look(look), .there(any_there),\n        .headers(%u'd0), .room(rooms), .copy(copy), "
		       ".route((%u'd1 << (way < %u ? way : 3'd0)) & {%u{%s}}), .class_1(changes[4]),\n"
		       "        .granted(granted), "
		       ".number(number), .own(own), .here(), .sent(), .header(), .in_class_1(), .detoured(),\n"
		       "        .stay(%s), .drop(%s), .changes(changes), .lost(), .control(control)\n    );\n", c->module,
		   header_bits * ports, ports, ports, ports, detours ? "~(stay | drop)" : "1'b1", detours ? "stay" : "1'b0",
		   detours ? "drop" : "1'b0");
	add_instance(&t, p, crossbar, "crossbar");
	text_print(&t, ".clk(clk), .silent(silent), .absent(1'b0), .copy(copy), .lead(lead), .nearly(nearly), "
		       ".granted(granted[%u]),\n        .number(number), .own(own), .control(control), "
		       ".ins({%lu{octet}}), .out(data)\n    );\n", number, inputs);
	add_instance(&t, p, port, "port");
	text_print(&t, ".clk(clk), .silent(silent), .absent(1'b0), .data(data), .room(room), .read_row(read_row), "
		       ".write_row(write_row),\n        .wrap(wrap), .copy(copy), .first(first), .head(head), .come(come), "
		       ".here(%u'd0), .there(there), .header(),\n        .sent(sent), .out()\n    );\n", classes);
	text_print(&t, "    link #(.QUEUES(%u), .LANE(%u), .CLASSES(%u), .CLASS_BIT(%lu), .BYTES(%lu), .FRAME(%lu), "
		       ".ROW_BITS(%u)) watch (\n        .clk(clk), .rst(rst), .any_room(any_room), .any_octet(any_octet), "
		       ".any_sent(any_sent), .class_1(changes[4]),\n        .silent(silent), .row(row), .read_row(read_row), "
		       ".write_row(write_row), .wrap(wrap), .copy(copy), .lead(lead),\n        .first(first), .head(head), .look(look), "
		       ".nearly(nearly), .come(come), .rooms(rooms), .octet(octet), .sent(sent),\n"
		       "        .granted(granted[%u]), .room(room), .there(there), .data(data), .ok(ok), .parts(parts),\n"
		       "        .clock_shown(clock_shown)\n    );\nendmodule\n\n`default_nettype wire\n",
		   queues, lane, classes, part_parameter(port, "CLASS_BIT"), part_parameter(port, "BYTES"),
		   part_parameter(port, "FRAME"), row_bits, number);
	return t;
}

/* Of output port `number`. (The crossbar's parameter NUMBER is the adapter's place.) */
static void prove_link(const struct proving *p, unsigned level, unsigned number, const struct instance *crossbar,
		       const struct instance *port)
{
	const struct instance *scan = proved_part(p, level, "scan");
	unsigned long frame = part_parameter(port, "FRAME");
	char *subject = format_string("link_%lx_%lx_%u", part_parameter(scan, "PORT_OF"), part_parameter(scan, "CLASS_OF"),
				      number);
	char *what = format_string("link from output port %u of %lu", number, part_parameter(scan, "PORTS"));
	struct circuit c;

	if (begin_part(p, scan, subject, "link", &c)) {
		struct text verilog = link_with_monitor(p, &c, scan, crossbar, port, number);
		struct run run = { .monitor = "link", .steps = 2 * frame + 2, .skip = 2 * frame + 1 };

		text_print(&c.monitors, "read_verilog rtl/%s_%s.v rtl/%s_%s.v\n", p->list->prefix, crossbar->module,
			   p->list->prefix, port->module);
		circuit_watches(p->list, &c, "still");
		struct proof *proof = circuit_prove(p->list, &c, "link", what, "a packet that comes finds room in its queue",
						    &run, &verilog);

		proof->shown[0] = (struct shown){ "clock_shown", "bits of the clock in the frame" };
		circuit_free(&c);
	}
	free(what);
	free(subject);
}

void prove_ports(const struct proving *p, unsigned level)
{
	enum hypertree_port link[HYPERTREE_PORTS];
	unsigned links = hypertree_node_links(p->h, level, link);

	link[links] = PORT_OWN;
	for (unsigned k = 0; k <= links; k++)
		prove_port(p, proved_part_at(p, level, link[k], "port"));
	for (unsigned k = 0; k <= links; k++)
		catalogue_prove(p->list, "passes", &(struct site){ .instance = proved_part_at(p, level, link[k], "crossbar") });
	for (unsigned k = 0; k < links; k++)
		prove_link(p, level, k, proved_part_at(p, level, link[k], "crossbar"), proved_part_at(p, level, link[k], "port"));
}
