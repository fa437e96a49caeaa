/* proof_ports.c: proofs of input ports, output ports, and of the links between them. */
#include <stdlib.h>
#include <string.h>

#include "emit/emit.h"
#include "lower/builder.h"
#include "machines/hypertree/proof.h"
#include "prove/catalogue.h"
#include "prove/wrapper.h"

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

/* The wires between the parts and the monitor, and the free inputs. */
static void add_link_nets(struct module *m, const struct instance *scan, const struct instance *port)
{
	unsigned queues = part_parameter(scan, "QUEUES"), ports = part_parameter(scan, "PORTS");
	unsigned classes = part_parameter(port, "CLASSES"), row_bits = part_parameter(port, "ROW_BITS");

	wrapper_nets(m, PORT_INPUT, 1, "clk rst");
	wrapper_nets(m, PORT_INPUT, queues, "any_there any_room");
	wrapper_nets(m, PORT_INPUT, BYTE, "any_octet");
	wrapper_nets(m, PORT_INPUT, 2, "any_sent");
	wrapper_nets(m, PORT_INPUT, PORT_NUMBER_BITS, "way");
	wrapper_nets(m, PORT_INPUT, 1, "stay drop");
	wrapper_nets(m, PORT_INPUT, CONTROL_BITS, "changes");
	wrapper_nets(m, PORT_OUTPUT, 1, "ok");
	wrapper_nets(m, PORT_OUTPUT, 2, "parts");
	wrapper_nets(m, PORT_OUTPUT, 7, "clock_shown");
	wrapper_nets(m, PORT_NONE, 1, "silent wrap copy lead first head look nearly come own stays drops");
	wrapper_nets(m, PORT_NONE, BYTE, "octet data");
	wrapper_nets(m, PORT_NONE, row_bits, "row read_row write_row");
	wrapper_nets(m, PORT_NONE, classes, "room there sent");
	wrapper_nets(m, PORT_NONE, queues, "rooms");
	wrapper_nets(m, PORT_NONE, ports, "granted route");
	wrapper_nets(m, PORT_NONE, PORT_NUMBER_BITS, "number");
	wrapper_nets(m, PORT_NONE, CONTROL_BITS, "control");
}

/* The circuit has its parameters. */
static void add_scan(struct module *m, struct design *d, const struct instance *scan)
{
	static const char *const open[] = { "here", "sent", "header", "in_class_1", "detoured", "lost", NULL };
	unsigned header_bits = part_parameter(scan, "DETOURS") ? DETOUR_HEADER_BITS : BYTE;
	struct instance *i = module_instance(m, d, scan->module, 1, "scan");

	wrapper_connect(m, i, "clk rst silent row first head look copy route granted number own changes control");
	instance_connect_net(m, i, "there", "any_there");
	instance_connect_net(m, i, "room", "rooms");
	instance_connect_net(m, i, "stay", "stays");
	instance_connect_net(m, i, "drop", "drops");
	instance_connect(i, "class_1", bits_of(module_find(m, "changes"), CONTROL_BITS - 1, 1));
	instance_connect(i, "headers", bits_constant(0, header_bits * part_parameter(scan, "PORTS")));
	for (const char *const *name = open; *name; name++)
		instance_leave_open(i, *name);
}

static void add_crossbar(struct module *m, struct design *d, const struct instance *crossbar, unsigned number)
{
	struct instance *i = wrapper_part(m, d, crossbar, "crossbar");
	struct bits ins = { 0 };

	for (unsigned long k = 0; k < part_parameter(crossbar, "INPUTS"); k++)
		bits_append(&ins, bits_whole(m, module_find(m, "octet")));
	wrapper_connect(m, i, "clk silent copy lead nearly number own control");
	instance_connect(i, "absent", bits_constant(0, 1));
	instance_connect(i, "granted", bits_of(module_find(m, "granted"), number, 1));
	instance_connect(i, "ins", ins);
	instance_connect_net(m, i, "out", "data");
}

static void add_port(struct module *m, struct design *d, const struct instance *port)
{
	struct instance *i = wrapper_part(m, d, port, "port");

	wrapper_connect(m, i, "clk silent data room read_row write_row wrap copy first head come there sent");
	instance_connect(i, "absent", bits_constant(0, 1));
	instance_connect(i, "here", bits_constant(0, part_parameter(port, "CLASSES")));
	instance_leave_open(i, "header");
	instance_leave_open(i, "out");
}

/* The scan's lane of class 0 at output port `number`. */
static unsigned lane_of(const struct instance *scan, unsigned number)
{
	unsigned lane = 0;

	while ((part_parameter(scan, "PORT_OF") >> PORT_NUMBER_BITS * lane & ((1 << PORT_NUMBER_BITS) - 1)) != number)
		lane++;
	return lane;
}

static void add_link_monitor(struct module *m, struct design *d, const struct instance *scan, const struct instance *port,
			     unsigned number)
{
	struct instance *i = module_instance(m, d, "link", 1, "watch");

	PARAMETERS(i, { "QUEUES", part_parameter(scan, "QUEUES") }, { "PORTS", part_parameter(scan, "PORTS") },
		   { "DETOURS", part_parameter(scan, "DETOURS") }, { "LANE", lane_of(scan, number) },
		   { "CLASSES", part_parameter(port, "CLASSES") }, { "CLASS_BIT", part_parameter(port, "CLASS_BIT") },
		   { "BYTES", part_parameter(port, "BYTES") }, { "FRAME", part_parameter(port, "FRAME") },
		   { "ROW_BITS", part_parameter(port, "ROW_BITS") });
	wrapper_connect(m, i, "clk rst any_room any_octet any_sent way stay drop silent row read_row write_row wrap copy lead first "
			"head look nearly come rooms octet sent route stays drops room there data ok parts clock_shown");
	instance_connect(i, "class_1", bits_of(module_find(m, "changes"), CONTROL_BITS - 1, 1));
	instance_connect(i, "granted", bits_of(module_find(m, "granted"), number, 1));
}

/* Module `proof`: scan, crossbar of output port `number`, and an input port like that at the other end. */
static struct text link_with_monitor(const struct proving *p, const struct instance *scan, const struct instance *crossbar,
				     const struct instance *port, unsigned number)
{
	struct design *d = wrapper_design(p->d, "link");
	struct module *m = design_add(d, copy_string("proof"), NULL);

	add_link_nets(m, scan, port);
	add_scan(m, d, scan);
	add_crossbar(m, d, crossbar, number);
	add_port(m, d, port);
	add_link_monitor(m, d, scan, port, number);
	struct text verilog = emit_wrapper(d, p->list->prefix);

	design_free(d);
	return verilog;
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
		struct text verilog = link_with_monitor(p, scan, crossbar, port, number);
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
