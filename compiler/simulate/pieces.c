/* pieces.c: from a design that is taken apart to a model that is put together. */
#include "simulate/pieces.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "emit/emit.h"
#include "lower/builder.h"
#include "simulate/verilate.h"
#include "util/message.h"
#include "util/text.h"

/* Instances that take as long to compile as a library of its own takes beside them: 2 s. */
enum { WORTH_A_LIBRARY = 240 };

/* An instance of a piece. */
struct site {
	const struct carved *is;
	int above;			/* the place around it; -1: none */
	unsigned hole;			/* of that one, in which it is */
	unsigned first;			/* the place in its first hole; the others follow */
};

/* A network that is being put together. */
struct assembly {
	struct pieces *pieces;
	struct site *place;
	size_t count;
	struct composition *into;
};

static bool is_cut(const struct module *m, const void *context)
{
	const struct pieces *p = context;

	for (unsigned i = 0; i < p->levels; i++)
		if (m->level == p->level[i])
			return true;
	return false;
}

bool pieces_can_cut(const struct design *design, unsigned level)
{
	for (size_t i = 0; i < design->module_count; i++)
		if (design->module[i]->level == level)
			return true;
	return false;
}

/* ---- Where to cut ---------------------------------------------------------------------------------------------- */

/* What is compiled, in instances of modules and templates. */
struct weights {
	const struct design *design;
	unsigned *weight;		/* [module]: without what is cut out */
	bool cut[MOST_CUTS + 1];	/* [level] */
};

static unsigned template_weight(const struct template *t)
{
	unsigned weight = 1;

	for (size_t i = 0; t->needs[i]; i++)
		weight += template_weight(template_find(t->needs[i]));
	return weight;
}

static size_t module_number(const struct design *d, const char *name)
{
	size_t i = 0;

	while (i < d->module_count && strcmp(d->module[i]->name, name) != 0)
		i++;
	return i;
}

static unsigned weigh_instance(const struct weights *w, const struct instance *i)
{
	const struct template *t = template_find(i->module);
	size_t number = t ? 0 : module_number(w->design, i->module);

	if (t)
		return template_weight(t);
	if (number == w->design->module_count)
		return 1;
	unsigned level = w->design->module[number]->level;

	return level > 0 && level <= MOST_CUTS && w->cut[level] ? 0 : w->weight[number];
}

/* Instantiated modules come first. */
static void weigh(struct weights *w)
{
	for (size_t m = 0; m < w->design->module_count; m++) {
		const struct module *module = w->design->module[m];

		w->weight[m] = 1;
		for (size_t i = 0; i < module->instance_count; i++)
			w->weight[m] += module->instance[i].count * weigh_instance(w, &module->instance[i]);
	}
}

static unsigned instances_of_level(const struct design *d, const struct module *m, unsigned level)
{
	unsigned count = 0;

	for (size_t i = 0; i < m->instance_count; i++) {
		const struct module *used = design_find(d, m->instance[i].module);

		count += used && used->level == level ? m->instance[i].count : 0;
	}
	return count;
}

/* What is compiled again if the subtrees of a level are part of the module around them. */
static unsigned repeated(const struct weights *w, unsigned level)
{
	unsigned most = 0, heaviest = 0;

	for (size_t m = 0; m < w->design->module_count; m++) {
		unsigned count = instances_of_level(w->design, w->design->module[m], level);

		most = count > most ? count : most;
		if (w->design->module[m]->level == level && w->weight[m] > heaviest)
			heaviest = w->weight[m];
	}
	return most > 1 ? (most - 1) * heaviest : 0;
}

unsigned pieces_choose(const struct design *design, unsigned level[MOST_CUTS])
{
	struct weights w = { .design = design, .weight = allocate_array(design->module_count + 1, sizeof *w.weight) };
	unsigned deepest = 0, count = 0;

	for (size_t i = 0; i < design->module_count; i++)
		if (design->module[i]->level > deepest && design->module[i]->level <= MOST_CUTS)
			deepest = design->module[i]->level;
	for (unsigned k = deepest; k > 0; k--) {
		weigh(&w);
		w.cut[k] = repeated(&w, k) >= WORTH_A_LIBRARY;
	}
	for (unsigned k = 1; k <= deepest; k++)
		if (w.cut[k])
			level[count++] = k;
	free(w.weight);
	return count;
}

/* ---- Places ---------------------------------------------------------------------------------------------------- */

/* Breadth first: what is in the holes of a place lies side by side. */
static void find_places(struct assembly *a, const struct module *top)
{
	a->place = allocate(sizeof *a->place);
	a->place[a->count++] = (struct site){ carve(&a->pieces->carving, top), -1, 0, 0 };
	for (size_t k = 0; k < a->count; k++) {
		const struct carved *is = a->place[k].is;

		a->place[k].first = (unsigned)a->count;
		a->place = reallocate(a->place, (a->count + is->hole_count) * sizeof *a->place);
		for (unsigned h = 0; h < is->hole_count; h++)
			a->place[a->count++] = (struct site){ carve(&a->pieces->carving, is->hole[h].cut), (int)k, h, 0 };
	}
}

/* ---- Wires ----------------------------------------------------------------------------------------------------- */

/* Where a wire ends: bits of an input of the piece at a place, or of an output of the whole. */
struct end {
	int place;
	const char *port;
	unsigned low;
};

static void add_wire(struct assembly *a, int from, const char *port, const struct source *s, const struct end *to)
{
	struct composition *c = a->into;

	c->wire = room_for_one(c->wire, c->wires, sizeof *c->wire);
	c->wire[c->wires++] = (struct part_wire){ from, to->place, port, to->port, s->low, to->low, s->width };
}

/* Follows bits, as named by the piece at `place`, to the piece whose own they are. */
static void follow(struct assembly *a, unsigned place, const struct source *s, struct end to);

static void follow_part(struct assembly *a, unsigned place, const struct sources *all, unsigned low, unsigned width, struct end to)
{
	struct source part;

	for (size_t k = 0; sources_next(all, &k, &low, &width, &part);) {
		follow(a, place, &part, to);
		to.low += part.width;
	}
}

static void follow(struct assembly *a, unsigned place, const struct source *s, struct end to)
{
	const struct site *p = &a->place[place];

	switch (s->kind) {
	case SOURCE_ZERO:
	case SOURCE_ONE:
		add_wire(a, s->kind == SOURCE_ONE ? PART_ONE : PART_ZERO, NULL, s, &to);
		break;
	case SOURCE_OWN:
		add_wire(a, (int)place, p->is->made->net[s->port].name, s, &to);
		break;
	case SOURCE_HOLE:
		follow_part(a, p->first + s->hole, &a->place[p->first + s->hole].is->output[s->port], s->low, s->width, to);
		break;
	case SOURCE_PORT:
		if (p->above < 0)
			add_wire(a, PART_WHOLE, p->is->original->net[s->port].name, s, &to);
		else
			follow_part(a, (unsigned)p->above, &a->place[p->above].is->hole[p->hole].input[s->port], s->low, s->width, to);
		break;
	}
}

/* What the inputs of the piece at a place read. */
static void wire_place(struct assembly *a, unsigned place)
{
	const struct carved *is = a->place[place].is;

	for (size_t k = 0; k < is->inlet_count; k++) {
		const struct inlet *in = &is->inlet[k];
		const struct net *net = &is->made->net[in->net];
		struct source s = { in->hole < 0 ? SOURCE_PORT : SOURCE_HOLE, in->hole < 0 ? 0 : (unsigned)in->hole, in->port, 0,
				    net->width };

		follow(a, place, &s, (struct end){ (int)place, net->name, 0 });
	}
}

/* The outputs of the whole, which are those of the top. */
static void wire_whole(struct assembly *a)
{
	const struct carved *top = a->place[0].is;

	for (size_t k = 0; k < top->original->net_count; k++) {
		const struct net *net = &top->original->net[k];

		if (net->direction == PORT_OUTPUT)
			follow_part(a, 0, &top->output[k], 0, net->width, (struct end){ PART_WHOLE, net->name, 0 });
	}
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

static void add_piece_ports(struct composition *c, const struct module *top)
{
	size_t count;
	struct verilate_port *port = verilate_ports(top, &count);

	c->port = allocate_array(count + 1, sizeof *c->port);
	for (size_t i = 0; i < count; i++)
		c->port[i] = (struct model_port){ port[i].name, 0, port[i].width, port[i].output };
	c->ports = count;
	composition_place(c);
	free(port);
}

static unsigned kind_of(const struct pieces *p, const struct carved *carved)
{
	unsigned k = 0;

	for (size_t i = 0; p->carving.carved[i] != carved; i++)
		k++;
	return k;
}

/* Kinds are all modules that were taken apart; those in whose place no piece is have no library. */
static void put_together(struct pieces *p, const struct module *top)
{
	struct assembly a = { .pieces = p, .into = &p->composition };
	struct composition *c = &p->composition;

	find_places(&a, top);
	add_piece_ports(c, top);
	c->kinds = p->carving.carved_count;
	c->library = allocate_array(c->kinds, sizeof *c->library);
	c->parts = a.count;
	c->kind = allocate_array(a.count, sizeof *c->kind);
	for (unsigned k = 0; k < a.count; k++) {
		c->kind[k] = kind_of(p, a.place[k].is);
		wire_place(&a, k);
	}
	wire_whole(&a);
	free(a.place);
}

struct pieces *pieces_cut(const struct design *design, const struct network *net, const unsigned *level, unsigned levels,
			  struct output *rtl)
{
	struct pieces *p = allocate(sizeof *p);

	memcpy(p->level, level, levels * sizeof *level);
	p->levels = levels;
	p->carving = carving_begin(design, is_cut, p);
	put_together(p, design_top(design));
	if (design_check(p->carving.design) && emit_verilog(p->carving.design, net, "ftc simulate", rtl))
		return p;
	pieces_free(p);
	return NULL;
}

static char *verilog_name(const struct network *net, const struct module *m)
{
	return *m->name ? format_string("%s_%s", net->spec->name, m->name) : copy_string(net->spec->name);
}

bool pieces_verilate(struct pieces *p, const struct network *net, const struct output *rtl)
{
	struct composition *c = &p->composition;
	struct verilate *list = allocate_array(c->kinds, sizeof *list);
	bool *used = allocate_array(c->kinds, sizeof *used);
	size_t count = 0;

	for (size_t k = 0; k < c->parts; k++)
		used[c->kind[k]] = true;
	for (size_t k = 0; k < c->kinds; k++) {
		const struct module *made = p->carving.carved[k]->made;
		struct verilate *v = &list[count];

		if (!used[k])
			continue;
		v->top = verilog_name(net, made);
		v->rtl = rtl;
		v->port = verilate_ports(made, &v->port_count);
		count++;
	}
	char **library = allocate_array(count, sizeof *library);
	bool good = verilate_all(list, count, library);

	for (size_t k = 0, i = 0; k < c->kinds; k++)
		if (used[k])
			c->library[k] = library[i++];
	for (size_t i = 0; i < count; i++) {
		free((char *)list[i].top);
		free((struct verilate_port *)list[i].port);
	}
	free(library);
	free(list);
	free(used);
	return good;
}

static double weight_of(const struct composition *c, size_t part)
{
	const char *path = c->library[c->kind[part]];
	struct stat status;

	return path && stat(path, &status) == 0 ? (double)status.st_size : 1;
}

void pieces_share(struct pieces *p, unsigned ranks)
{
	struct composition *c = &p->composition;
	double all = 0, before = 0;

	c->rank = allocate_array(c->parts, sizeof *c->rank);
	for (size_t k = 0; k < c->parts; k++)
		all += weight_of(c, k);
	for (size_t k = 0; k < c->parts; k++) {
		double weight = weight_of(c, k);

		c->rank[k] = (unsigned)((before + weight / 2) / all * ranks);
		before += weight;
	}
}

unsigned pieces_kinds(const struct pieces *p)
{
	unsigned kinds = 0;

	for (size_t k = 0; k < p->composition.kinds; k++)
		kinds += p->composition.library[k] != NULL;
	return kinds;
}

void pieces_free(struct pieces *p)
{
	if (!p)
		return;
	for (size_t k = 0; k < p->composition.kinds; k++)
		free(p->composition.library[k]);
	free(p->composition.library);
	free(p->composition.kind);
	free(p->composition.rank);
	free(p->composition.wire);
	free(p->composition.port);
	carving_free(&p->carving);
	free(p);
}
