/* proof_ports.c: proofs of input ports, output ports, and of the links between them. */
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "machines/hypertree/proof.h"
#include "prove/catalogue.h"
#include "prove/wrapper.h"

/* ---- input ports --------------------------------------------------------------------------------------------- */

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

/* The ports of the circuit that the monitor has, too. */
static const char port_joined[] = "silent data room read_row write_row wrap copy first head come here there header "
				  "sent out";

static void add_port_nets(struct module *m, const struct port_sizes *s)
{
	wrapper_nets(m, PORT_INPUT, 1, "clk rst");
	wrapper_nets(m, PORT_INPUT, BYTE, "any_data");
	wrapper_nets(m, PORT_INPUT, 2, "any_sent");
	wrapper_nets(m, PORT_INPUT, 1, "follow");
	wrapper_nets(m, PORT_INPUT, s->byte_bits, "any_row");
	wrapper_nets(m, PORT_INPUT, s->classes, "here");
	wrapper_nets(m, PORT_OUTPUT, 1, "ok");
	wrapper_nets(m, PORT_OUTPUT, 9, "parts");
	wrapper_nets(m, PORT_OUTPUT, 7, "clock_shown");
	wrapper_nets(m, PORT_NONE, 1, "silent wrap copy first head come coming");
	wrapper_nets(m, PORT_NONE, BYTE, "data out in");
	wrapper_nets(m, PORT_NONE, s->header_bits, "header");
	wrapper_nets(m, PORT_NONE, s->row_bits, "read_row write_row");
	wrapper_nets(m, PORT_NONE, s->classes, "room there sent");
	wrapper_nets(m, PORT_NONE, s->slot_bits + s->classes - 1, "tail_place place");
}

/* The circuit, which has its parameters, with its registers in view. */
static void add_seen_port(struct module *m, struct design *d, const struct instance *port, const struct port_sizes *s)
{
	struct instance *i = module_instance(m, d, port->module, 1, "dut");

	wrapper_connect(m, i, "clk");
	wrapper_connect(m, i, port_joined);
	instance_connect(i, "absent", bits_constant(0, 1));
	wrapper_connect(m, i, "coming in tail_place");
	instance_connect_net(m, i, s->classes == 1 ? "one_class.place" : "two_classes.place", "place");
	wrapper_rows(m, i, "heads", s->slot_bits, s->classes, "queue", ".head_slot");
	wrapper_rows(m, i, "tails", s->slot_bits, s->classes, "queue", ".tail_slot");
	if (s->buffers > 2)
		wrapper_rows(m, i, "count", COUNT_BITS, s->classes, "queue", ".four.count");
	wrapper_rows(m, i, "headers", s->header_bits, s->places, "headers", "");
	wrapper_rows(m, i, "packets", BYTE, s->places << s->byte_bits, "packets", "");
}

static void add_port_monitor(struct module *m, struct design *d, const struct instance *port,
			     const struct port_sizes *s)
{
	static const char *const parameter[] = { "CLASSES", "CLASS_BIT", "DETOURS", "BUFFERS", "BYTES", "FRAME", "ROW_BITS",
						 NULL };
	struct instance *i = module_instance(m, d, "queue", 1, "watch");

	for (const char *const *name = parameter; *name; name++)
		instance_parameter(i, *name, part_parameter(port, *name));
	PARAMETERS(i, { "SLOT_BITS", s->slot_bits }, { "BYTE_BITS", s->byte_bits });
	wrapper_connect(m, i, "clk rst any_data any_sent follow any_row");
	wrapper_connect(m, i, port_joined);
	wrapper_connect(m, i, "heads tails coming in tail_place place packets headers ok parts clock_shown");
	instance_connect(i, "count", s->buffers > 2 ? bits_whole(m, module_find(m, "count")) :
			 bits_constant(0, COUNT_BITS * s->classes));
}

/* Module `proof`: the port and the monitor. */
static struct text port_with_monitor(const struct proving *p, const struct instance *port)
{
	struct port_sizes s = sizes_of(port);
	struct design *d = wrapper_design(p->d, "queue");
	struct module *m = design_add(d, copy_string("proof"), NULL);

	add_port_nets(m, &s);
	add_seen_port(m, d, port, &s);
	add_port_monitor(m, d, port, &s);
	return wrapper_verilog(d, p->list->prefix);
}

static void prove_port(const struct proving *p, const struct instance *i)
{
	struct port_sizes s = sizes_of(i);
	char *subject = format_string("port_%u", s.classes);
	char *what = format_string("input port, %u class%s, %u packets in a queue", s.classes, s.classes > 1 ? "es" : "",
				   s.buffers);
	struct circuit c;

	if (begin_part(p, i, subject, "queue", &c)) {
		struct text verilog = port_with_monitor(p, i);
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
	return wrapper_verilog(d, p->list->prefix);
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
