/* builder.c: circuits and scripts. */
#include "prove/builder.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "util/paths.h"

enum { MONITOR_LIMIT = 1 << 16 };

const struct proof *proofs_find(const struct proofs *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->item[i].name, name) == 0)
			return &list->item[i];
	return NULL;
}

/* The emitted name of a module; "": the top. A fresh string. */
static char *emitted_name(const struct proofs *list, const char *name)
{
	return *name ? format_string("%s_%s", list->prefix, name) : copy_string(list->prefix);
}

struct circuit circuit_of(const struct proofs *list, const char *name)
{
	struct circuit c = { .list = list, .subject = copy_string(name), .module = emitted_name(list, name) };

	circuit_reads(&c, name);
	return c;
}

static void add_read(struct circuit *c, const char *options, const char *name)
{
	char *module = emitted_name(c->list, name), *line = format_string("read_verilog %srtl/%s.v\n", options, module);

	if (!c->reads.bytes || !strstr(c->reads.bytes, line))
		text_add(&c->reads, line);
	free(module);
	free(line);
}

void circuit_reads(struct circuit *c, const char *name)
{
	add_read(c, "", name);
}

static bool is_in(const char *name, const char *const *list)
{
	for (; list && *list; list++)
		if (strcmp(*list, name) == 0)
			return true;
	return false;
}

void circuit_reads_parts(struct circuit *c, const char *template, const char *const *but)
{
	for (const char *const *part = template_find(template)->needs; *part; part++)
		if (!is_in(*part, but)) {
			circuit_reads(c, *part);
			circuit_reads_parts(c, *part, but);
		}
}

void circuit_cuts(struct circuit *c, const char *name)
{
	add_read(c, "-lib ", name);
	c->cut = true;
}

static bool has_file(const struct proofs *list, const char *path)
{
	for (size_t i = 0; i < list->files.count; i++)
		if (strcmp(list->files.files[i].path, path) == 0)
			return true;
	return false;
}

/* Puts a file of rtl-templates/, as template_path() takes it, beside the proofs as `name`, once. */
static void put_beside(struct proofs *list, const char *file, const char *name)
{
	char *path = template_path(file);
	struct text content = { 0 };

	if (!has_file(list, name)) {
		list->incomplete = !read_file(path, MONITOR_LIMIT, &content) || list->incomplete;
		output_add(&list->files, name, &content);
	}
	text_free(&content);
	free(path);
}

void proofs_watch(struct proofs *list, const char *monitor)
{
	char *name = format_string("proof/%s.v", monitor);

	put_beside(list, name, name);
	free(name);
}

void circuit_uses(struct proofs *list, struct circuit *c, const char *template)
{
	char *name = format_string("proof/%s.v", template);

	put_beside(list, name + strlen("proof/"), name);
	text_print(&c->monitors, "read_verilog %s\n", name);
	free(name);
}

void circuit_watches(struct proofs *list, struct circuit *c, const char *name)
{
	proofs_watch(list, name);
	text_print(&c->monitors, "read_verilog proof/%s.v\n", name);
}

void circuit_wrap(struct proofs *list, struct circuit *c, struct text *verilog)
{
	char *path = format_string("proof/%s_circuit.v", c->subject);

	proofs_watch(list, "later");
	proofs_watch(list, "dead_outputs");
	output_add(&list->files, path, verilog);
	c->wrapped = true;
	free(path);
}

/* Boxes are kept even if unconnected: the proof must find a wire that leads nowhere. */
static void add_boxes(struct circuit *c, const char *name)
{
	text_print(&c->boxes, "blackbox *%s*\nsetattr -set keep 1 t:*%s*\n", name, name);
	c->cut = true;
}

void circuit_cuts_derived(struct circuit *c, const char *name)
{
	char *module = format_string("%s_%s", c->list->prefix, name);

	add_read(c, "", name);
	add_boxes(c, module);
	free(module);
}

void circuit_frees(struct circuit *c, const char *name)
{
	add_read(c, "", name);
	text_print(&c->boxes, "cutpoint %s/t:*%s_%s*\n", c->module, c->list->prefix, name);
}

void circuit_cuts_telling(struct proofs *list, struct circuit *c, const char *name, const char *stand_in)
{
	char *box = format_string("proof_%s", stand_in);

	proofs_watch(list, stand_in);
	/* Yosys would make a module without a body a box at once, whose ports would not follow its parameters. */
	text_print(&c->reads, "read_verilog -noblackbox proof/%s.v\nrename %s %s_%s\n", stand_in, stand_in, list->prefix, name);
	add_boxes(c, box);
	free(box);
}

void circuit_cuts_lines(struct proofs *list, struct circuit *c)
{
	circuit_cuts_telling(list, c, "delay_line", "line");
}

char *parameter_options(const struct instance *i, const char *except)
{
	struct text t = { 0 };

	for (size_t k = 0; k < i->parameter_count; k++) {
		const struct parameter *p = &i->parameter[k];

		if (p->text || (except && !strcmp(p->name, except)))
			continue;
		text_add(&t, t.length > 0 ? " " : "");
		if (p->digits)
			text_print(&t, "-chparam %s %u'h%s", p->name, p->width, p->digits);
		else if (p->width > 0)
			text_print(&t, "-chparam %s %u'h%lx", p->name, p->width, p->value);
		else
			text_print(&t, "-chparam %s %lu", p->name, p->value);
	}
	return t.bytes;
}

void circuit_free(struct circuit *c)
{
	free(c->subject);
	free(c->module);
	free(c->parameters);
	text_free(&c->reads);
	text_free(&c->boxes);
	text_free(&c->monitors);
}

/* NULL and a text to which nothing was added: nothing. */
static const char *or_nothing(const char *s)
{
	return s ? s : "";
}

/* What a monitor sees is kept even if nothing in the circuit reads it: Yosys would remove what drives the wire, and an
 * assumption about it would be one about a constant. `before`: in front of the names in this module. "*" sees what is left: all
 * registers would be too many, of which Yosys merges equal ones. */
static void print_keep(struct text *t, const char *module, const struct run *run, const char *before)
{
	size_t length = strlen(before);

	for (unsigned i = 0; run && i < MOST_EXPOSED && run->expose[i]; i++)
		if (!strncmp(run->expose[i], before, length) && strcmp(run->expose[i], "*"))
			text_print(t, "setattr -set keep 1 %s/w:%s\n", module, run->expose[i] + length);
}

/* `run` sees wires of `top`, without `before` in its patterns. NULL: none. */
static void print_prepare(struct text *t, const char *top, const char *parameters, const char *boxes, const struct run *run,
			  const char *before)
{
	text_print(t, "hierarchy -top %s %s\nproc\n%ssetattr -mod -unset keep_hierarchy *\nflatten\n", top, or_nothing(parameters),
		   or_nothing(boxes));
	print_keep(t, top, run, before);
	/* Two drivers of one wire would be contradictory assumptions, from which anything follows. */
	text_add(t, "check -assert\nopt -full\n");
}

/* Frees the outputs of the circuit: hardly a property holds for anything at all. */
static void print_cut(struct text *t, const struct circuit *c, bool has_module)
{
	const char *module = has_module ? c->module : "circuit";

	/* Yosys warns of initial values of wires that are no registers any more. */
	text_print(t, "cutpoint %s\nsetattr -unset init %s/w:*\n", module, module);
}

/* Whole words are solved faster than gates: Yosys optimizes gates for twice as long as it solves. Only a fork needs gates. */
static void print_reduce(struct text *t, const struct run *run)
{
	text_print(t, "%sopt -full\ndffunmap\n", run->fork ? "techmap\n" : "");
}

static void print_circuit(struct text *t, const struct circuit *c, const struct run *run, bool has_module, bool plant)
{
	text_add(t, c->reads.bytes);
	print_prepare(t, c->module, c->parameters, c->boxes.bytes, run, c->wrapped ? "dut." : "");
	if (c->cut)
		text_print(t, "expose -evert %s\n", c->module);
	if (c->wrapped) {
		text_print(t, "read_verilog proof/later.v proof/dead_outputs.v proof/%s_circuit.v\n", c->subject);
		print_prepare(t, "circuit", NULL, NULL, run, "");
	}
	if (c->resets)
		text_add(t, "delete -input w:rst\nsetundef -undriven -zero\n");
	/* A second flip-flop has no initial value. */
	text_print(t, "memory\n%s", c->any_state || run->fork ? "setattr -unset init w:*\n" : "");
	if (!c->wrapped && !has_module)
		text_add(t, "rename -top circuit\n");
	for (unsigned i = 0; i < MOST_EXPOSED && run->expose[i]; i++)
		text_print(t, "expose %s/%s\n", has_module ? c->module : "circuit", run->expose[i]);
	if (plant)
		print_cut(t, c, has_module);
	print_reduce(t, run);
	if (c->clocks)
		text_add(t, "clk2fflogic\n");
	/* Every flip-flop must be forked. */
	if (run->fork)
		text_add(t, "techmap -autoproc -map proof/fork.v\nselect -assert-none t:$_*FF*_\n");
}

/* The goal is that of `proof`. A plant is a wrong goal, about the circuit with free outputs. */
static struct text script(const struct proof *proof, const struct circuit *c, const struct run *run, bool has_module,
			  const struct proof *plant)
{
	struct text t = { 0 };

	text_print(&t, "# %s: %s\n", proof->subject, plant ? plant->claim : proof->claim);
	print_circuit(&t, c, run, has_module, plant);
	text_print(&t, "%sread_verilog proof/%s.v\n", or_nothing(c->monitors.bytes), run->monitor);
	if (has_module)
		text_print(&t, "read_verilog proof/%s.v\n", proof->name);
	print_prepare(&t, has_module ? "proof" : run->monitor, run->parameters, NULL, NULL, "");
	/* A table of the monitor has become a ROM. */
	text_add(&t, "memory\nrename -top proof\n");
	print_reduce(&t, run);
	text_print(&t, "log goal %s\n", plant ? plant->name : proof->name);
	if (run->induction)
		text_print(&t, "sat -verify -tempinduct -seq 1 -maxsteps %u", run->steps);
	else
		text_print(&t, "sat -verify -seq %u -prove-skip %u", run->steps, run->skip);
	text_add(&t, " -prove ok 1 -show-ports proof\n");
	return t;
}

static void add_proof_file(struct proofs *list, const char *name, const char *suffix, struct text *content)
{
	char *path = format_string("proof/%s.%s", name, suffix);

	output_add(&list->files, path, content);
	free(path);
}

/* The plant for this monitor, fresh if there is none. */
static struct plant *plant_for(struct proofs *list, const struct run *run)
{
	struct plant *plant = list->plant;

	for (; plant < list->plant + list->plant_count; plant++)
		if (strcmp(plant->proof.monitor, run->monitor) == 0)
			return plant;
	list->plant = room_for_one(list->plant, list->plant_count, sizeof *list->plant);
	plant = &list->plant[list->plant_count++];
	*plant = (struct plant){ .size = MORE_THAN_FITS };
	plant->proof = (struct proof){ .name = format_string("plant_%s", run->monitor), .monitor = run->monitor,
				       .claim = "a wrong goal, which must fail: any circuit does the same",
				       .induction = run->induction };
	return plant;
}

/* Makes the plant of this proof's kind of this circuit, if it is the smallest so far. */
static void plant(struct proofs *list, const struct proof *p, const struct circuit *c, const struct run *run,
		  bool has_module)
{
	struct plant *plant = plant_for(list, run);

	if (plant->script.length > 0 && plant->size <= p->size)
		return;
	text_free(&plant->script);
	plant->script = script(p, c, run, has_module, &plant->proof);
	plant->size = p->size;
}

/* Asks for the goal, behind the commands that prepare it. */
static void add_goal(const struct scripted *s, const char *name, const char *claim, struct text *prepare, struct text *script)
{
	text_print(script, "# %s: %s\n%slog goal %s\nsat -verify%s -prove ok 1 -show-ports proof\n", s->subject, claim,
		   prepare->bytes, name, s->undefined ? " -enable_undef -set-def-inputs" : "");
	text_free(prepare);
}

/* The goal of the smallest proof of a kind is its wrong goal. */
static void plant_script(struct proofs *list, struct scripted *s)
{
	struct plant *plant = plant_for(list, &(struct run){ .monitor = s->monitor });

	if (plant->script.length > 0 && plant->size <= s->size) {
		text_free(&s->plant);
		return;
	}
	text_free(&plant->script);
	add_goal(s, plant->proof.name, plant->proof.claim, &s->plant, &plant->script);
	plant->size = s->size;
}

struct proof *prove_by_script(struct proofs *list, struct scripted *s)
{
	struct text script = { 0 };

	list->item = reallocate(list->item, (list->count + 1) * sizeof *list->item);
	struct proof *p = &list->item[list->count++];

	*p = (struct proof){ .subject = copy_string(s->subject), .what = copy_string(s->what), .claim = s->claim,
			     .name = format_string("%s_%s", s->subject, s->property), .monitor = s->monitor, .size = s->size };
	add_goal(s, p->name, p->claim, &s->prepare, &script);
	add_proof_file(list, p->name, "ys", &script);
	plant_script(list, s);
	return p;
}

void prove_by_search(struct proofs *list, const char *search, const char *subject, const char *what, const char *claim,
		     bool holds, char *counterexample, bool wrong_goal_holds)
{
	const struct run run = { .monitor = search };
	struct plant *wrong = plant_for(list, &run);

	if (wrong_goal_holds || wrong->proof.result == PROOF_WAITING)
		wrong->proof.result = wrong_goal_holds ? PROOF_DONE : PROOF_FAILED;
	list->item = reallocate(list->item, (list->count + 1) * sizeof *list->item);
	list->item[list->count++] = (struct proof){
		.subject = copy_string(subject), .what = copy_string(what), .claim = claim,
		.name = format_string("%s_%s", subject, search), .monitor = search, .by_search = true,
		.result = holds ? PROOF_DONE : PROOF_FAILED, .counterexample = counterexample,
	};
}

struct proof *circuit_prove(struct proofs *list, const struct circuit *c, const char *property, const char *what,
			    const char *claim, const struct run *run, struct text *verilog)
{
	list->item = reallocate(list->item, (list->count + 1) * sizeof *list->item);
	struct proof *p = &list->item[list->count++];

	*p = (struct proof){ .subject = copy_string(c->subject), .what = copy_string(what), .claim = claim,
			     .name = format_string("%s_%s", c->subject, property),
			     .monitor = run->monitor, .induction = run->induction, .size = c->cells * run->steps };
	struct text t = script(p, c, run, verilog, NULL);

	if (verilog)
		add_proof_file(list, p->name, "v", verilog);
	add_proof_file(list, p->name, "ys", &t);
	proofs_watch(list, run->monitor);
	if (run->fork)
		proofs_watch(list, "fork");
	plant(list, p, c, run, verilog);
	return p;
}

void proofs_add_plants(struct proofs *list)
{
	for (size_t i = 0; i < list->plant_count; i++)
		if (list->plant[i].script.length > 0)
			add_proof_file(list, list->plant[i].proof.name, "ys", &list->plant[i].script);
}

static void proof_free(struct proof *p)
{
	free(p->subject);
	free(p->what);
	free(p->name);
	free(p->counterexample);
	free(p->bound);
	for (unsigned k = 0; k < MAXIMUM_SHOWN; k++)
		text_free(&p->bit_names[k]);
	text_free(&p->parts);
	text_free(&p->log);
}

void proofs_free(struct proofs *list)
{
	for (size_t i = 0; i < list->count; i++)
		proof_free(&list->item[i]);
	for (size_t i = 0; i < list->plant_count; i++) {
		proof_free(&list->plant[i].proof);
		text_free(&list->plant[i].script);
	}
	free(list->item);
	free(list->plant);
	text_free(&list->about);
	json_decref(list->facts);
	output_free(&list->files);
}
