/* carve.c: takes a design apart, module by module.
 *
 * Every bit of a module has one driver. resolve() follows bits through assignments, and through modules that have been
 * taken apart already, to where they come from. Whatever a module keeps (instances, registers) is copied with its inputs
 * resolved; what holes read of it goes out through new ports. */
#include "lower/carve.h"

#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "util/text.h"

enum { REMEMBERED_OUTLETS = 64 };

/* What drives bits of a net. */
struct driver {
	struct slice target;
	enum driver_kind {
		DRIVEN_INSIDE,		/* by what stays: a register, an instance, an exclusive or */
		DRIVEN_ALIAS,		/* by the bits from `offset` on of assignment `index` */
		DRIVEN_BY_HOLE,		/* by the bits from `offset` on of the output `port` in hole `index` */
		DRIVEN_BY_CARVED,	/* the same of instance `index`, whose module has holes */
	} kind;
	size_t index;
	int port;
	unsigned offset;
};

/* A module that is being taken apart. */
struct work {
	struct carving *carving;
	const struct module *from;
	struct module *made;
	struct carved *result;
	struct driver *driver;		/* by target */
	size_t driver_count;
	int *net;			/* [net of `from`]: that of `made`, or -1 while there is none */
	const struct carved **below;	/* [instance]: its module, if that has holes */
	int *first_hole;		/* [instance]: the number of its (first) hole, or -1 if it stays */
	int **outlet;			/* [instance][net of below->made]: net of `made` with this output */
	int *shared;			/* outlets of late: ports of `made` .. */
	struct sources *read;		/* .. and what they show */
	size_t shared_count;
};

static void add_source(struct sources *s, struct source part)
{
	struct source *last = s->count > 0 ? &s->part[s->count - 1] : NULL;

	if (last && last->kind == part.kind && (part.kind <= SOURCE_ONE || (last->hole == part.hole && last->port == part.port
	    && last->low + last->width == part.low))) {
		last->width += part.width;
		return;
	}
	s->part = room_for_one(s->part, s->count, sizeof *s->part);
	s->part[s->count++] = part;
}

static void free_sources(struct sources *list, size_t count)
{
	for (size_t i = 0; list && i < count; i++)
		free(list[i].part);
	free(list);
}

/* ---- What can be cut out ------------------------------------------------------------------------------------- */

static bool stands_alone(const struct instance *i)
{
	return i->count == 1 && i->parameter_count == 0;
}

static const struct module *cut_module(const struct carving *c, const struct instance *i)
{
	const struct module *m = stands_alone(i) ? design_find(c->design->base, i->module) : NULL;

	return m && !m->external && c->is_cut(m, c->context) ? m : NULL;
}

/* The instance's module, if it has holes. */
static const struct carved *carved_module(struct carving *c, const struct instance *i)
{
	const struct module *m = stands_alone(i) ? design_find(c->design->base, i->module) : NULL;
	const struct carved *carved = m && !m->external && m->parameter_count == 0 ? carve(c, m) : NULL;

	return carved && carved->hole_count > 0 ? carved : NULL;
}

/* ---- Drivers --------------------------------------------------------------------------------------------------- */

static void add_driver(struct work *w, struct driver d)
{
	w->driver = room_for_one(w->driver, w->driver_count, sizeof *w->driver);
	w->driver[w->driver_count++] = d;
}

static void drive(struct work *w, const struct bits *target, enum driver_kind kind, size_t index, int port)
{
	unsigned offset = 0;

	for (size_t k = 0; k < target->count; k++) {
		add_driver(w, (struct driver){ target->slice[k], kind, index, port, offset });
		offset += target->slice[k].width;
	}
}

/* Whether the port is an output of the instance's module or template. */
static bool is_output(const struct carving *c, const struct instance *i, const char *port)
{
	const struct template *t = template_find(i->module);
	const struct module *m = t ? NULL : design_find(c->design->base, i->module);

	for (const struct template_port *p = t ? t->port : NULL; p && p->name; p++)
		if (strcmp(p->name, port) == 0)
			return p->direction == PORT_OUTPUT;
	return m && m->net[module_find(m, port)].direction == PORT_OUTPUT;
}

static void drive_by_instance(struct work *w, size_t n)
{
	const struct instance *i = &w->from->instance[n];
	bool stays = w->first_hole[n] < 0;
	const struct module *m = stays ? NULL : design_find(w->carving->design->base, i->module);

	for (size_t k = 0; k < i->connection_count; k++) {
		const struct connection *con = &i->connection[k];

		if (!is_output(w->carving, i, con->port))
			continue;
		if (stays)
			drive(w, &con->value.term[0], DRIVEN_INSIDE, n, -1);
		else
			drive(w, &con->value.term[0], w->below[n] ? DRIVEN_BY_CARVED : DRIVEN_BY_HOLE,
			      w->below[n] ? n : (size_t)w->first_hole[n], module_find(m, con->port));
	}
}

static int by_target(const void *a, const void *b)
{
	const struct slice *x = &((const struct driver *)a)->target, *y = &((const struct driver *)b)->target;

	if (x->net != y->net)
		return x->net < y->net ? -1 : 1;
	return (x->low > y->low) - (x->low < y->low);
}

static void find_drivers(struct work *w)
{
	for (size_t n = 0; n < w->from->instance_count; n++)
		drive_by_instance(w, n);
	for (size_t n = 0; n < w->from->assignment_count; n++) {
		const struct assignment *a = &w->from->assignment[n];
		bool alias = !a->registered && a->source.count == 1;

		drive(w, &a->target, alias ? DRIVEN_ALIAS : DRIVEN_INSIDE, n, -1);
	}
	if (w->driver_count > 0)
		qsort(w->driver, w->driver_count, sizeof *w->driver, by_target);
}

/* The driver of a bit that has one. */
static const struct driver *driver_of(const struct work *w, int net, unsigned bit)
{
	size_t low = 0, high = w->driver_count;

	while (high - low > 1) {
		size_t middle = (low + high) / 2;
		const struct slice *s = &w->driver[middle].target;

		if (s->net < net || (s->net == net && s->low <= bit))
			low = middle;
		else
			high = middle;
	}
	return &w->driver[low];
}

/* ---- Where bits come from -------------------------------------------------------------------------------------- */

static int made_net(struct work *w, int net)
{
	if (w->net[net] < 0)
		w->net[net] = module_net(w->made, w->from->net[net].name, w->from->net[net].width);
	return w->net[net];
}

static void resolve_slice(struct work *w, int net, unsigned low, unsigned width, struct sources *out);

/* `width` bits from bit `at` of what is put together. */
static void resolve_bits(struct work *w, const struct bits *b, unsigned at, unsigned width, struct sources *out)
{
	for (size_t k = 0; k < b->count && width > 0; k++) {
		const struct slice *s = &b->slice[k];

		if (at >= s->width) {
			at -= s->width;
			continue;
		}
		unsigned here = s->width - at < width ? s->width - at : width;

		resolve_slice(w, s->net, s->low + at, here, out);
		width -= here;
		at = 0;
	}
}

static const struct connection *connection_of(const struct instance *i, const char *port)
{
	for (size_t k = 0; k < i->connection_count; k++)
		if (strcmp(i->connection[k].port, port) == 0)
			return &i->connection[k];
	return NULL;
}

bool sources_next(const struct sources *s, size_t *k, unsigned *at, unsigned *width, struct source *part)
{
	for (; *k < s->count && *at >= s->part[*k].width; (*k)++)
		*at -= s->part[*k].width;
	if (*k == s->count || *width == 0)
		return false;
	*part = s->part[(*k)++];
	part->low += *at;
	part->width = part->width - *at < *width ? part->width - *at : *width;
	*at = 0;
	*width -= part->width;
	return true;
}

/* An exclusive or becomes a net of its own. */
static void resolve_expression(struct work *w, const struct expression *e, unsigned at, unsigned width, struct sources *out);

/* Bits of what a module below with holes says of itself. */
static void resolve_below(struct work *w, size_t n, const struct sources *s, unsigned at, unsigned width, struct sources *out)
{
	const struct carved *below = w->below[n];

	struct source part;

	for (size_t k = 0; sources_next(s, &k, &at, &width, &part);) {
		if (part.kind == SOURCE_PORT) {
			const char *port = below->original->net[part.port].name;

			resolve_expression(w, &connection_of(&w->from->instance[n], port)->value, part.low, part.width, out);
			continue;
		}
		if (part.kind == SOURCE_HOLE)
			part.hole += (unsigned)w->first_hole[n];
		if (part.kind == SOURCE_OWN)
			part.port = w->outlet[n][part.port];
		add_source(out, part);
	}
}

static void resolve_slice(struct work *w, int net, unsigned low, unsigned width, struct sources *out)
{
	if (net < 0) {
		add_source(out, (struct source){ net == NET_ONE ? SOURCE_ONE : SOURCE_ZERO, .width = width });
		return;
	}
	if (w->from->net[net].direction == PORT_INPUT) {
		add_source(out, (struct source){ SOURCE_PORT, .port = net, .low = low, .width = width });
		return;
	}
	while (width > 0) {
		const struct driver *d = driver_of(w, net, low);
		unsigned skip = low - d->target.low, here = d->target.width - skip < width ? d->target.width - skip : width;
		unsigned at = d->offset + skip;

		if (d->kind == DRIVEN_INSIDE)
			add_source(out, (struct source){ SOURCE_OWN, .port = made_net(w, net), .low = low, .width = here });
		else if (d->kind == DRIVEN_ALIAS)
			resolve_bits(w, &w->from->assignment[d->index].source.term[0], at, here, out);
		else if (d->kind == DRIVEN_BY_HOLE)
			add_source(out, (struct source){ SOURCE_HOLE, (unsigned)d->index, d->port, at, here });
		else
			resolve_below(w, d->index, &w->below[d->index]->output[d->port], at, here, out);
		low += here;
		width -= here;
	}
}

/* ---- What stays ------------------------------------------------------------------------------------------------ */

/* The input of the made module with an input of the original one (hole -1), or with an output of what is in a hole. */
static int inlet_net(struct work *w, int hole, int port)
{
	struct carved *r = w->result;
	const struct net *net = hole < 0 ? &w->from->net[port] : &r->hole[hole].cut->net[port];

	for (size_t k = r->inlet_count; k-- > 0;)
		if (r->inlet[k].hole == hole && r->inlet[k].port == port)
			return r->inlet[k].net;
	char *name = hole < 0 ? copy_string(net->name) : format_string("hole_%d_%s", hole, net->name);
	int made = module_input(w->made, name, net->width, NULL);

	free(name);
	r->inlet = room_for_one(r->inlet, r->inlet_count, sizeof *r->inlet);
	r->inlet[r->inlet_count++] = (struct inlet){ made, hole, port };
	return made;
}

/* The clock stays the clock. */
static struct bits made_bits(struct work *w, const struct sources *s)
{
	struct bits b = { 0 };

	for (size_t k = 0; k < s->count; k++) {
		const struct source *part = &s->part[k];

		if (part->kind <= SOURCE_ONE)
			bits_append(&b, bits_of(part->kind == SOURCE_ONE ? NET_ONE : NET_ZERO, 0, part->width));
		else if (part->kind == SOURCE_OWN)
			bits_append(&b, bits_of(part->port, part->low, part->width));
		else if (part->kind == SOURCE_PORT && strcmp(w->from->net[part->port].name, "clk") == 0)
			bits_append(&b, bits_of(module_clock(w->made), 0, 1));
		else
			bits_append(&b, bits_of(inlet_net(w, part->kind == SOURCE_PORT ? -1 : (int)part->hole, part->port),
						part->low, part->width));
	}
	return b;
}

static struct expression made_expression(struct work *w, const struct expression *e)
{
	struct expression made = { .count = e->count };

	for (size_t k = 0; k < e->count; k++) {
		struct sources s = { 0 };

		resolve_bits(w, &e->term[k], 0, bits_width(&e->term[k]), &s);
		made.term[k] = made_bits(w, &s);
		free(s.part);
	}
	return made;
}

static void resolve_expression(struct work *w, const struct expression *e, unsigned at, unsigned width, struct sources *out)
{
	if (e->count == 1) {
		resolve_bits(w, &e->term[0], at, width, out);
		return;
	}
	unsigned whole = bits_width(&e->term[0]);
	int net = module_named_net(w->made, whole, "sum_%zu", w->made->net_count);

	module_assign(w->made, bits_whole(w->made, net), made_expression(w, e));
	add_source(out, (struct source){ SOURCE_OWN, .port = net, .low = at, .width = width });
}

static struct bits made_target(struct work *w, const struct bits *target)
{
	struct bits made = { 0 };

	for (size_t k = 0; k < target->count; k++)
		bits_append(&made, bits_of(made_net(w, target->slice[k].net), target->slice[k].low, target->slice[k].width));
	return made;
}

static void copy_instance(struct work *w, const struct instance *from)
{
	struct instance *i = module_instance(w->made, w->carving->design, from->module, from->count, "%s", from->name);
	struct parameter *list = allocate_array(from->parameter_count + 1, sizeof *list);

	for (size_t k = 0; k < from->parameter_count; k++) {
		list[k] = from->parameter[k];
		list[k].digits = list[k].digits ? copy_string(list[k].digits) : NULL;
		list[k].text = list[k].text ? copy_string(list[k].text) : NULL;
	}
	i->parameter = list;
	i->parameter_count = from->parameter_count;
	for (size_t k = 0; k < from->connection_count; k++) {
		const struct connection *con = &from->connection[k];

		if (is_output(w->carving, from, con->port))
			instance_connect(i, con->port, made_target(w, &con->value.term[0]));
		else
			instance_connect_expression(i, con->port, made_expression(w, &con->value));
	}
}

/* Nets for the outputs of an instance whose module has holes; before anything is resolved. */
static void add_outlets(struct work *w, size_t n)
{
	const struct module *below = w->below[n]->made;

	w->outlet[n] = allocate_array(below->net_count + 1, sizeof *w->outlet[n]);
	for (size_t k = 0; k < below->net_count; k++)
		if (below->net[k].direction == PORT_OUTPUT)
			w->outlet[n][k] = module_named_net(w->made, below->net[k].width, "%s__%s", w->from->instance[n].name,
							   below->net[k].name);
}

static void copy_carved(struct work *w, size_t n)
{
	const struct carved *below = w->below[n];
	const struct instance *from = &w->from->instance[n];
	struct instance *i = module_instance(w->made, w->carving->design, below->made->name, 1, "%s", from->name);

	instance_connect_clock(w->made, i);
	for (size_t k = 0; k < below->inlet_count; k++) {
		const struct inlet *in = &below->inlet[k];
		const char *name = below->made->net[in->net].name;

		if (in->hole < 0)
			instance_connect_expression(i, name, made_expression(w, &connection_of(from, name)->value));
		else
			instance_connect(i, name, bits_whole(w->made, inlet_net(w, w->first_hole[n] + in->hole, in->port)));
	}
	for (size_t k = 0; k < below->made->net_count; k++)
		if (below->made->net[k].direction == PORT_OUTPUT)
			instance_connect(i, below->made->net[k].name, bits_whole(w->made, w->outlet[n][k]));
}

static void copy_assignments(struct work *w)
{
	for (size_t k = 0; k < w->from->assignment_count; k++) {
		const struct assignment *a = &w->from->assignment[k];

		if (!a->registered && a->source.count == 1)
			continue;
		struct expression source = made_expression(w, &a->source);

		if (a->reset)
			module_reset(w->made);
		module_assign(w->made, made_target(w, &a->target), source);
		struct assignment *copy = &w->made->assignment[w->made->assignment_count - 1];

		copy->registered = a->registered;
		copy->reset = a->reset;
		copy->copy = a->copy;
	}
}

/* ---- What goes out --------------------------------------------------------------------------------------------- */

static bool same_sources(const struct sources *a, const struct sources *b)
{
	return a->count == b->count && (a->count == 0 || memcmp(a->part, b->part, a->count * sizeof *a->part) == 0);
}

/* The output of the made module that shows bits of its own. */
static int outlet_port(struct work *w, const struct source *own, const char *name)
{
	struct sources one = { 0 };
	size_t oldest = w->shared_count > REMEMBERED_OUTLETS ? w->shared_count - REMEMBERED_OUTLETS : 0;

	add_source(&one, *own);
	for (size_t k = w->shared_count; k-- > oldest;)
		if (same_sources(&w->read[k], &one)) {
			free(one.part);
			return w->shared[k];
		}
	char *port_name = format_string("%s_%zu", name, w->made->net_count);
	int port = module_output(w->made, port_name, own->width, NULL);

	free(port_name);
	module_assign(w->made, bits_whole(w->made, port), expression_of(bits_of(own->port, own->low, own->width)));
	w->shared = reallocate(w->shared, (w->shared_count + 1) * sizeof *w->shared);
	w->read = reallocate(w->read, (w->shared_count + 1) * sizeof *w->read);
	w->shared[w->shared_count] = port;
	w->read[w->shared_count++] = one;
	return port;
}

/* Gives all own bits a port. */
static void let_out(struct work *w, struct sources *s, const char *name)
{
	struct sources out = { 0 };

	for (size_t k = 0; k < s->count; k++) {
		struct source part = s->part[k];

		if (part.kind == SOURCE_OWN) {
			part.port = outlet_port(w, &part, name);
			part.low = 0;
		}
		add_source(&out, part);
	}
	free(s->part);
	*s = out;
}

static void feed_holes(struct work *w, size_t n)
{
	const struct instance *i = &w->from->instance[n];
	const struct carved *below = w->below[n];
	size_t first = (size_t)w->first_hole[n], count = below ? below->hole_count : 1;

	for (size_t h = 0; h < count; h++) {
		struct hole *hole = &w->result->hole[first + h];

		for (size_t k = 0; k < hole->cut->net_count; k++) {
			const struct net *net = &hole->cut->net[k];
			char *name = format_string("to_%zu_%s", first + h, net->name);

			if (net->direction == PORT_INPUT && strcmp(net->name, "clk") != 0) {
				if (below)
					resolve_below(w, n, &below->hole[h].input[k], 0, net->width, &hole->input[k]);
				else
					resolve_expression(w, &connection_of(i, net->name)->value, 0, net->width, &hole->input[k]);
				let_out(w, &hole->input[k], name);
			}
			free(name);
		}
	}
}

static void show_outputs(struct work *w)
{
	for (size_t k = 0; k < w->from->net_count; k++) {
		const struct net *net = &w->from->net[k];
		char *name = format_string("of_%s", net->name);

		if (net->direction == PORT_OUTPUT) {
			resolve_slice(w, (int)k, 0, net->width, &w->result->output[k]);
			let_out(w, &w->result->output[k], name);
		}
		free(name);
	}
}

/* Bits of nets that are there, but are driven elsewhere now, and read by nobody. */
static void ground_rest(struct work *w)
{
	for (size_t k = 0; k < w->driver_count; k++) {
		const struct driver *d = &w->driver[k];

		if (d->kind != DRIVEN_INSIDE && w->net[d->target.net] >= 0)
			module_assign(w->made, bits_of(w->net[d->target.net], d->target.low, d->target.width),
				      expression_of(bits_of(NET_ZERO, 0, d->target.width)));
	}
}

/* ---- Modules --------------------------------------------------------------------------------------------------- */

static void add_hole(struct carved *r, const struct module *cut)
{
	r->hole = room_for_one(r->hole, r->hole_count, sizeof *r->hole);
	r->hole[r->hole_count++] = (struct hole){ cut, allocate_array(cut->net_count + 1, sizeof(struct sources)) };
}

/* Finds the holes; false: there are none. */
static bool find_holes(struct work *w)
{
	for (size_t n = 0; n < w->from->instance_count; n++) {
		const struct instance *i = &w->from->instance[n];
		const struct module *cut = cut_module(w->carving, i);

		w->below[n] = cut ? NULL : carved_module(w->carving, i);
		w->first_hole[n] = cut || w->below[n] ? (int)w->result->hole_count : -1;
		if (cut)
			add_hole(w->result, cut);
		for (size_t h = 0; w->below[n] && h < w->below[n]->hole_count; h++)
			add_hole(w->result, w->below[n]->hole[h].cut);
	}
	return w->result->hole_count > 0;
}

static void make(struct work *w)
{
	char *name = w->from->name[0] ? format_string("%s_rest", w->from->name) : copy_string("rest");

	w->made = design_add(w->carving->design, name, copy_string("What is left when pieces have been cut out.\n"));
	w->result->made = w->made;
	module_clock(w->made);
	find_drivers(w);
	for (size_t n = 0; n < w->from->instance_count; n++)
		if (w->below[n])
			add_outlets(w, n);
	for (size_t n = 0; n < w->from->instance_count; n++)
		if (w->below[n])
			copy_carved(w, n);
		else if (w->first_hole[n] < 0)
			copy_instance(w, &w->from->instance[n]);
	copy_assignments(w);
	for (size_t n = 0; n < w->from->instance_count; n++)
		if (w->first_hole[n] >= 0)
			feed_holes(w, n);
	show_outputs(w);
	ground_rest(w);
}

/* A module without holes: its ports are its own. */
static void keep(struct carved *r)
{
	const struct module *m = r->original;

	r->made = m;
	for (size_t k = 0; k < m->net_count; k++)
		if (m->net[k].direction == PORT_OUTPUT) {
			add_source(&r->output[k], (struct source){ SOURCE_OWN, .port = (int)k, .width = m->net[k].width });
		} else if (m->net[k].direction == PORT_INPUT && strcmp(m->net[k].name, "clk") != 0) {
			r->inlet = room_for_one(r->inlet, r->inlet_count, sizeof *r->inlet);
			r->inlet[r->inlet_count++] = (struct inlet){ (int)k, -1, (int)k };
		}
}

static void free_work(struct work *w)
{
	for (size_t n = 0; n < w->from->instance_count; n++)
		free(w->outlet[n]);
	free(w->outlet);
	free(w->driver);
	free(w->net);
	free(w->below);
	free(w->first_hole);
	free(w->shared);
	free_sources(w->read, w->shared_count);
}

const struct carved *carve(struct carving *c, const struct module *module)
{
	for (size_t i = 0; i < c->carved_count; i++)
		if (c->carved[i]->original == module)
			return c->carved[i];
	struct carved *r = allocate(sizeof *r);
	struct work w = { .carving = c, .from = module, .result = r };

	r->original = module;
	r->output = allocate_array(module->net_count + 1, sizeof *r->output);
	w.net = allocate_array(module->net_count + 1, sizeof *w.net);
	memset(w.net, 0xff, module->net_count * sizeof *w.net);
	w.below = allocate_array(module->instance_count + 1, sizeof *w.below);
	w.first_hole = allocate_array(module->instance_count + 1, sizeof *w.first_hole);
	w.outlet = allocate_array(module->instance_count + 1, sizeof *w.outlet);
	if (find_holes(&w))
		make(&w);
	else
		keep(r);
	free_work(&w);
	c->carved = room_for_one(c->carved, c->carved_count, sizeof *c->carved);
	c->carved[c->carved_count++] = r;
	return r;
}

struct carving carving_begin(const struct design *design, bool (*is_cut)(const struct module *m, const void *context),
			     const void *context)
{
	return (struct carving){ .design = design_around(design), .is_cut = is_cut, .context = context };
}

void carving_free(struct carving *c)
{
	for (size_t i = 0; i < c->carved_count; i++) {
		struct carved *r = c->carved[i];

		for (size_t h = 0; h < r->hole_count; h++)
			free_sources(r->hole[h].input, r->hole[h].cut->net_count);
		free(r->hole);
		free(r->inlet);
		free_sources(r->output, r->original->net_count);
		free(r);
	}
	free(c->carved);
	design_free(c->design);
	*c = (struct carving){ 0 };
}
