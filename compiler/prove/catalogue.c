/* catalogue.c: adds the proofs of the catalogue, which the build makes of the headers of all monitors. */
#include "prove/catalogue.h"

#include <stdlib.h>
#include <string.h>

#include "util/message.h"

/* A monitor and the values of its site, while a proof is made. */
struct bound {
	struct proofs *list;
	const char *monitor;
	const struct site *site;
};

/* A module or pattern that the proof has where the condition holds; NULL: always. */
struct condition {
	const char *name;
	unsigned long (*when)(const struct bound *b);
};

/* A parameter of the monitor, and its value; NULL: that of the same name, or `otherwise`, unless that is NULL, too. */
struct binding {
	const char *name;
	unsigned long (*value)(const struct bound *b);
	const char *otherwise;
};

/* A proof, as its monitor describes it. Lists end with a NULL name. */
struct entry {
	const char *monitor, *template;
	const char *within;			/* the template whose instances hold the one to prove; NULL: itself */
	const char *const *own, *const *plain;	/* the template's parameters; those whose default is a number */
	char *(*property)(const struct bound *b);
	unsigned long (*when)(const struct bound *b);	/* NULL: always */
	char *(*subject)(const struct bound *b);	/* NULL: the circuit's name */
	char *(*what)(const struct bound *b);
	const char *claim;
	unsigned long (*steps)(const struct bound *b), (*skip)(const struct bound *b), (*cells)(const struct bound *b);
	unsigned long (*resets)(const struct bound *b);	/* NULL: it has no input rst */
	bool induction, any_state, clocks;
	bool around;				/* the circuit is the module around the template's instance */
	const struct condition *reads, *cuts, *watches, *uses, *expose;
	const struct binding *bind;
	const struct shown *show;
};

/* ---- values ------------------------------------------------------------------------------------------------------ */

static const struct named_value *find_given(const struct site *s, const char *name)
{
	for (unsigned k = 0; k < MOST_GIVEN; k++)
		for (const struct named_value *v = s->given[k]; v && v->name; v++)
			if (strcmp(v->name, name) == 0)
				return v;
	return NULL;
}

/* The vector that is given, or else the instance's parameter; or NULL. */
static const struct parameter *find_parameter(const struct site *s, const char *name)
{
	const struct instance *i = s->instance;

	for (const struct parameter *p = s->vectors; p && p->name; p++)
		if (strcmp(p->name, name) == 0)
			return p;
	for (size_t k = 0; i && k < i->parameter_count; k++)
		if (strcmp(i->parameter[k].name, name) == 0 && !i->parameter[k].text)
			return &i->parameter[k];
	return NULL;
}

/* Sets the value of that name: that given, or else the instance's. Returns whether there is one. */
static bool find_value(const struct bound *b, const char *name, unsigned long *value)
{
	const struct named_value *given = find_given(b->site, name);
	const struct parameter *p = given ? NULL : find_parameter(b->site, name);

	if (given || p)
		*value = given ? given->value : p->value;
	return given || p;
}

/* A defect of ftc, which only a run can show. */
static unsigned long value_given(const struct bound *b, const char *name)
{
	unsigned long value = 1;

	if (!find_value(b, name, &value)) {
		error("monitor %s has no value for %s: expected one from its machine", b->monitor, name);
		b->list->incomplete = true;
	}
	return value;
}

static unsigned long value_or(const struct bound *b, const char *name, unsigned long otherwise)
{
	unsigned long value = otherwise;

	find_value(b, name, &value);
	return value;
}

/* The build generates `catalogue` from the headers of the monitors. */
#include "prove/catalogue_table.h"

/* ---- a proof ----------------------------------------------------------------------------------------------------- */

static void add_option(struct text *t, const char *name, unsigned long value)
{
	text_print(t, "%s-chparam %s %lu", t->length > 0 ? " " : "", name, value);
}

/* Appends a parameter of the site as it is; returns whether it has it. */
static bool add_same(struct text *t, const struct bound *b, const char *name)
{
	const struct parameter *p = find_given(b->site, name) ? NULL : find_parameter(b->site, name);
	unsigned long value;

	if (p && (p->digits || p->width > 0)) {
		char *option = parameter_options(&(struct instance){ .parameter = (struct parameter *)p, .parameter_count = 1 }, NULL);

		text_print(t, "%s%s", t->length > 0 ? " " : "", option);
		free(option);
	} else if (find_value(b, name, &value)) {
		add_option(t, name, value);
	} else {
		return false;
	}
	return true;
}

static bool is_among(const char *const *list, const char *name)
{
	while (*list && strcmp(*list, name) != 0)
		list++;
	return *list;
}

static char *own_options(const struct entry *e, const struct bound *b)
{
	struct text t = { 0 };

	if (b->site->instance && !e->within)
		return parameter_options(b->site->instance, NULL);
	/* Within another template an instance has no values of its own here: at a default something else would be proved. */
	for (const char *const *name = e->own; *name; name++)
		if (!add_same(&t, b, *name) && e->within && is_among(e->plain, *name))
			value_given(b, *name);
	return t.bytes;
}

static char *monitor_options(const struct entry *e, const struct bound *b)
{
	struct text t = { 0 };

	for (const struct binding *bind = e->bind; bind->name; bind++)
		if (bind->value)
			add_option(&t, bind->name, bind->value(b));
		else if (!add_same(&t, b, bind->name) && bind->otherwise)
			text_print(&t, "%s-chparam %s %s", t.length > 0 ? " " : "", bind->name, bind->otherwise);
		/* An instance may leave a parameter of its template at the default. */
		else if (!is_among(e->own, bind->name))
			value_given(b, bind->name);
	return t.bytes;
}

static char *circuit_options(const struct entry *e, const struct bound *b)
{
	return e->around ? NULL : own_options(e, b);
}

static bool holds(const struct condition *c, const struct bound *b)
{
	return !c->when || c->when(b);
}

static struct circuit circuit_at(const struct entry *e, const struct bound *b, char *subject)
{
	struct circuit c = circuit_of(b->list, e->around ? b->site->around : e->template);

	free(c.subject);
	c.subject = subject;
	c.parameters = circuit_options(e, b);
	c.any_state = e->any_state;
	c.clocks = e->clocks;
	c.resets = e->resets && e->resets(b);
	c.cells = e->cells(b);
	for (const struct condition *read = e->reads; read->name; read++)
		if (holds(read, b))
			circuit_reads(&c, read->name);
	for (const struct condition *cut = e->cuts; cut->name; cut++)
		if (holds(cut, b))
			circuit_cuts_derived(&c, cut->name);
	for (const struct condition *watch = e->watches; watch->name; watch++)
		if (holds(watch, b))
			circuit_watches(b->list, &c, watch->name);
	for (const struct condition *use = e->uses; use->name; use++)
		if (holds(use, b))
			circuit_uses(b->list, &c, use->name);
	return c;
}

/* All values that a proof has of its site. A fresh string. */
static char *bound_by(const char *own, const char *monitor)
{
	return format_string("%s; %s", own ? own : "", monitor ? monitor : "");
}

/* Two sites with one name have to have one proof. */
static void check_same(const struct entry *e, const struct bound *b, const struct proof *known)
{
	char *own = circuit_options(e, b), *monitor = monitor_options(e, b), *bound = bound_by(own, monitor);

	if (known->bound && strcmp(known->bound, bound) != 0) {
		error("two proofs have the name %s: one for %s, one for %s", known->name, known->bound, bound);
		b->list->incomplete = true;
	}
	free(own);
	free(monitor);
	free(bound);
}

static void add_proof(const struct entry *e, const struct bound *b, char *subject, const char *property)
{
	struct circuit c = circuit_at(e, b, subject);
	char *what = e->what(b), *parameters = monitor_options(e, b);
	struct run run = { .monitor = e->monitor, .parameters = parameters, .steps = (unsigned)e->steps(b),
			   .skip = e->skip ? (unsigned)e->skip(b) : 0, .induction = e->induction };
	unsigned count = 0;

	for (const struct condition *expose = e->expose; expose->name; expose++)
		if (holds(expose, b))
			run.expose[count++] = expose->name;
	struct proof *proof = circuit_prove(b->list, &c, property, what, e->claim, &run, NULL);

	proof->bound = bound_by(c.parameters, parameters);
	for (unsigned k = 0; e->show[k].signal; k++)
		proof->shown[k] = e->show[k];
	circuit_free(&c);
	free(parameters);
	free(what);
}

static void prove_once(const struct entry *e, const struct bound *b)
{
	char *subject = e->subject ? e->subject(b) : copy_string(e->around ? b->site->around : e->template);
	char *property = e->property(b), *name = format_string("%s_%s", subject, property);
	const struct proof *known = proofs_find(b->list, name);

	if (known) {
		check_same(e, b, known);
		free(subject);
	} else {
		add_proof(e, b, subject, property);
	}
	free(name);
	free(property);
}

void catalogue_prove(struct proofs *list, const char *monitor, const struct site *site)
{
	struct bound b = { list, monitor, site };

	for (size_t k = 0; k < sizeof catalogue / sizeof catalogue[0]; k++)
		if (strcmp(catalogue[k].monitor, monitor) == 0 && (!catalogue[k].when || catalogue[k].when(&b)))
			prove_once(&catalogue[k], &b);
}

/* ---- all instances ----------------------------------------------------------------------------------------------- */

/* The template whose instances say what the monitor is to prove. */
static const char *visited_by(const char *monitor)
{
	size_t k = 0;

	while (strcmp(catalogue[k].monitor, monitor) != 0)
		k++;
	return catalogue[k].within ? catalogue[k].within : catalogue[k].template;
}

void catalogue_prove_each(struct proofs *list, const struct design *d, const char *monitor, const struct site *site)
{
	const char *template = visited_by(monitor);

	for (size_t k = 0; k < d->module_count; k++)
		for (size_t i = 0; i < d->module[k]->instance_count; i++) {
			struct site at = site ? *site : (struct site){ 0 };

			at.instance = &d->module[k]->instance[i];
			at.around = d->module[k]->name;
			if (strcmp(at.instance->module, template) == 0)
				catalogue_prove(list, monitor, &at);
		}
}
