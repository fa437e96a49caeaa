/* bugs.c: plants the bugs of all .bugs files (rows.h), and prints them.
 *
 *   bugs ROOT all                   plants all bugs of circuits; each must be found by its proof
 *   bugs ROOT PART [all]            those of a part of the circuits, or of "streams": the first bug of each proof, or all
 *   bugs ROOT PLACE                 one: rtl-templates/lanes/lane_switch.bugs:3
 *   bugs ROOT wrong-goals           the plants of `ftc verify`: the solver refutes one for each monitor
 *   bugs ROOT rows                  each row has its text once, a circuit that is there, and a proof or a check that is there
 *   bugs ROOT page                  the page of all bugs
 *   bugs ROOT edits                 the edits of the source: place, file, check; between tabs
 *   bugs ROOT edit PLACE            the edited file
 *
 * The proofs of a circuit without the bug hold: see tests/prove/proofs.c, and for the others holds(). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "circuit.h"
#include "rows.h"
#include "share.h"
#include "util/file.h"
#include "util/process.h"
#include "util/text.h"

enum { TIMEOUT = 600, MOST_BYTES = 1 << 20 };

/* `./check` plants one in so many of the first bugs of proofs, and wrong goals in one in so many circuits. */
enum { PLANTED_OF = 6, GOALS_OF = 4 };

struct run {
	const char *root;
	char *yosys;
	struct bugs bugs;
	struct circuits circuits;
};

static bool ends_with(const char *name, const char *end)
{
	size_t length = strlen(name), tail = strlen(end);

	return length >= tail && strcmp(name + length - tail, end) == 0;
}

/* ---- Planting -------------------------------------------------------------------------------------------------- */

/* The text of the circuit that has the bug; NULL if the circuit has no such file. */
static struct text *broken_text(struct subject *s, const struct bug *bug)
{
	const char *name = strrchr(bug->file, '/') + 1, *module = bug->module && strcmp(bug->module, "top") == 0 ? "" : bug->module;
	char *file = module ? copy_string(module) : format_string("%.*s", (int)strcspn(name, "."), name);
	struct text *text = subject_file(s, file);

	free(file);
	return text;
}

static struct subject make(const struct run *r, const struct bug *bug)
{
	return circuit_make(&r->circuits, circuit_find(&r->circuits, bug->circuit));
}

static bool plant(struct subject *s, const struct bug *bug)
{
	struct text *text = broken_text(s, bug);
	char *broken = text ? bug_apply(bug, text->bytes) : NULL;

	if (!broken)
		return false;
	text_free(text);
	text_add(text, broken);
	free(broken);
	return true;
}

/* Does the named proof fail, with a counterexample? */
static bool is_found(const struct run *r, const struct bug *bug)
{
	struct subject s = make(r, bug);
	bool found = false, refused = bug->by[0] == '!';

	if (!plant(&s, bug)) {
		printf("# %s: there is no such text\n", bug->place);
	} else if (subject_write(&s)) {
		for (size_t i = 0; i < s.proofs.count && !found; i++) {
			struct proof *p = &s.proofs.item[i];

			if (!ends_with(p->name, bug->by + refused))
				continue;
			proof_run(p, r->yosys, s.directory, TIMEOUT);
			found = refused ? p->result == PROOF_BROKEN :
				p->result == PROOF_FAILED && p->counterexample && p->counterexample[0] != '\0';
			if (!found)
				printf("# %s: %s\n", p->name, proof_result_name(p->result));
		}
	}
	subject_free(&s);
	return found;
}

/* No bug in front of it is for the same proof. */
static bool is_first(const struct run *r, const struct bug *bug)
{
	for (const struct bug *b = r->bugs.bug; b < bug; b++)
		if (strcmp(b->circuit, bug->circuit) == 0 && strcmp(b->by, bug->by) == 0)
			return false;
	return true;
}

/* Does the bug break a stream that leaves show, the strobes that it relies on, or how the reset reaches them? */
static bool is_of_streams(const struct bug *bug)
{
	return ends_with(bug->by, "_stream") || ends_with(bug->by, "_reset") || ends_with(bug->by, "_strobes");
}

/* Does a proof hold without the bug? Asked once for each proof that no other test tries. */
static bool holds(const struct run *r, const struct bug *bug)
{
	const struct circuit_row *row = circuit_find(&r->circuits, bug->circuit);

	if ((circuit_proved_elsewhere(row) && !is_of_streams(bug)) || bug->by[0] == '!' || !is_first(r, bug))
		return true;
	struct subject s = make(r, bug);
	bool held = subject_write(&s);

	for (size_t i = 0; i < s.proofs.count && held; i++) {
		struct proof *p = &s.proofs.item[i];

		if (!ends_with(p->name, bug->by))
			continue;
		proof_run(p, r->yosys, s.directory, TIMEOUT);
		held = p->result == PROOF_DONE;
		if (!held)
			printf("# %s without the bug: %s\n", p->name, proof_result_name(p->result));
	}
	subject_free(&s);
	return held;
}

/* Is the bug selected? */
static bool is_wanted(const struct run *r, const struct bug *bug, const char *what, bool all)
{
	if (bug_is_edit(bug))
		return false;
	if (strcmp(what, "all") == 0 || strcmp(what, bug->place) == 0)
		return true;
	if (strcmp(what, "streams") == 0 ? !is_of_streams(bug)
					 : strcmp(what, circuit_part(circuit_find(&r->circuits, bug->circuit))) != 0)
		return false;
	return all || is_first(r, bug);
}

/* How a bug is printed: its first line. */
static void print_bug(const struct bug *bug)
{
	printf("%s: %.*s: %s\n", bug->place, (int)strcspn(bug->from, "\n"), bug->from, bug->by);
	fflush(stdout);
}

static bool plant_all(const struct run *r, const char *what, bool every)
{
	bool all = true;
	int count = 0;
	struct share share = { 0 };

	for (size_t k = 0; k < r->bugs.count; k++) {
		const struct bug *bug = &r->bugs.bug[k];

		if (!is_wanted(r, bug, what, every) || !share_takes(&share, every ? 1 : PLANTED_OF))
			continue;
		bool found = is_found(r, bug) && holds(r, bug);
		printf("%s %d - ", found ? "ok" : "not ok", ++count);
		print_bug(bug);
		all = all && found;
	}
	printf("1..%d\n", count);
	return all && count > 0;
}

/* ---- Wrong goals ----------------------------------------------------------------------------------------------- */

/* Runs the plants of a circuit; returns how many are not refuted. */
static int run_plants(const struct run *r, const char *name, int *count)
{
	struct subject s = circuit_make(&r->circuits, circuit_find(&r->circuits, name));
	int missed = 0;

	proofs_add_plants(&s.proofs);
	bool written = subject_write(&s);
	for (size_t i = 0; i < s.proofs.plant_count; i++) {
		struct proof *p = &s.proofs.plant[i].proof;

		if (written && p->result == PROOF_WAITING)	/* of a search it has a result */
			proof_run(p, r->yosys, s.directory, TIMEOUT);
		bool refuted = p->result == PROOF_FAILED;
		printf("%s %d - %s, %s: %s\n", refuted ? "ok" : "not ok", ++*count, name, p->name, proof_result_name(p->result));
		missed += !refuted;
	}
	subject_free(&s);
	return missed;
}

static bool wrong_goals(const struct run *r)
{
	static const char *const circuits[] = { "batcher", "row", "ram-tree", "off-line", "sorter", "wide-faulty-routers", "hypertree",
						"lanes", "batches", "flexible", "sorting", "sorting-blocks", "device" };
	int missed = 0, count = 0;
	struct share share = { 0 };

	for (size_t i = 0; i < sizeof circuits / sizeof circuits[0]; i++)
		if (share_takes(&share, GOALS_OF))
			missed += run_plants(r, circuits[i], &count);
	printf("1..%d\n", count);
	return missed == 0 && count > 0;
}

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

static bool read_source(const struct run *r, const struct bug *bug, struct text *text)
{
	char *path = format_string("%s/%s", r->root, bug->file);
	bool good = read_file(path, MOST_BYTES, text);

	free(path);
	return good;
}

static bool has_check(const struct text *checks, const char *name)
{
	char *line = format_string("\n%s\t", name);
	bool has = strcmp(name, "compiler") == 0 || strstr(checks->bytes, line);

	free(line);
	return has;
}

/* What is wrong with an edit; or NULL. */
static const char *edit_fault(const struct run *r, const struct bug *bug, const struct text *checks)
{
	struct text source = { 0 };
	size_t occurs = read_source(r, bug, &source) ? bug_occurs(bug, source.bytes) : 0;

	text_free(&source);
	if (occurs != 1)
		return occurs == 0 ? "the file has no such text" : "the file has this text more than once";
	return has_check(checks, bug->by) ? NULL : "there is no such check";
}

static bool has_proof(const struct subject *s, const char *by)
{
	for (size_t i = 0; i < s->proofs.count; i++)
		if (ends_with(s->proofs.item[i].name, by))
			return true;
	return false;
}

static bool report_fault(const struct bug *bug, const char *fault)
{
	if (fault)
		printf("# %s: %s: %.*s\n", bug->place, fault, (int)strcspn(bug->from, "\n"), bug->from);
	return !fault;
}

static const char *bug_fault(struct subject *s, const struct bug *bug)
{
	const struct text *text = broken_text(s, bug);
	size_t occurs = text ? bug_occurs(bug, text->bytes) : 0;

	return !has_proof(s, bug->by + (bug->by[0] == '!')) ? "no proof has a name that ends so"
	       : occurs == 0 ? "the circuit has no such text"
	       : occurs > 1 ? "the circuit has this text more than once" : NULL;
}

/* Of all bugs of a circuit, which is made once; making it takes most of the time. */
static void find_faults(const struct run *r, const struct circuit_row *row, const char **fault)
{
	struct subject s = circuit_make(&r->circuits, row);

	for (size_t k = 0; k < r->bugs.count; k++)
		if (circuit_find(&r->circuits, r->bugs.bug[k].circuit) == row)
			fault[k] = bug_fault(&s, &r->bugs.bug[k]);
	subject_free(&s);
}

static bool check_rows(const struct run *r)
{
	char *path = format_string("%s/tests/bugs/checks", r->root);
	struct text checks = { 0 };
	bool edits = read_file(path, MOST_BYTES, &checks), planted = true;
	const char **fault = allocate((r->bugs.count + 1) * sizeof *fault);
	size_t edit_count = 0;

	for (size_t k = 0; k < r->bugs.count; k++)
		fault[k] = "there is no such circuit";
	for (size_t i = 0; i < r->circuits.count; i++)
		find_faults(r, &r->circuits.row[i], fault);
	for (size_t k = 0; k < r->bugs.count; k++) {
		const struct bug *bug = &r->bugs.bug[k];

		edit_count += bug_is_edit(bug);
		if (bug_is_edit(bug))
			edits = report_fault(bug, edit_fault(r, bug, &checks)) && edits;
		else
			planted = report_fault(bug, fault[k]) && planted;
	}
	printf("%s 1 - each of %zu edits has its text once, and a check\n", edits && edit_count > 0 ? "ok" : "not ok", edit_count);
	printf("%s 2 - each of %zu planted bugs has its text once, a circuit and a proof\n1..2\n",
	       planted && edit_count < r->bugs.count ? "ok" : "not ok", r->bugs.count - edit_count);
	free(fault);
	text_free(&checks);
	free(path);
	return edits && planted;
}

/* ---- Lists ----------------------------------------------------------------------------------------------------- */

static bool print_page(const struct run *r)
{
	const char *file = "";

	printf("# Bugs that a test must notice\n\nThe build makes this page of the .bugs files beside templates and code.\n");
	for (size_t k = 0; k < r->bugs.count; k++) {
		const struct bug *bug = &r->bugs.bug[k];

		if (strcmp(bug->file, file) != 0)
			printf("\n## %s\n\n| what breaks | where | noticed by |\n| --- | --- | --- |\n", bug->file);
		file = bug->file;
		printf("| %s | %s%s%s | %s |\n", bug->meaning, bug_is_edit(bug) ? "source" : bug->circuit, bug->module ? ", " : "",
		       bug->module ? bug->module : "", bug->by);
	}
	printf("\n%zu bugs.\n", r->bugs.count);
	return r->bugs.count > 0;
}

static bool print_edits(const struct run *r)
{
	for (size_t k = 0; k < r->bugs.count; k++)
		if (bug_is_edit(&r->bugs.bug[k]))
			printf("%s\t%s\t%s\n", r->bugs.bug[k].place, r->bugs.bug[k].file, r->bugs.bug[k].by);
	return true;
}

static bool print_edited(const struct run *r, const char *place)
{
	bool done = false;

	for (size_t k = 0; k < r->bugs.count; k++) {
		const struct bug *bug = &r->bugs.bug[k];
		struct text source = { 0 };
		char *edited = NULL;

		if (bug_is_edit(bug) && strcmp(bug->place, place) == 0 && read_source(r, bug, &source))
			edited = bug_apply(bug, source.bytes);
		done = done || edited;
		if (edited)
			fputs(edited, stdout);
		free(edited);
		text_free(&source);
	}
	return done;
}

/* ---- Main ------------------------------------------------------------------------------------------------------ */

static bool run(struct run *r, const char *what, const char *more)
{
	if (strcmp(what, "rows") == 0)
		return check_rows(r);
	if (strcmp(what, "page") == 0)
		return print_page(r);
	if (strcmp(what, "edits") == 0)
		return print_edits(r);
	if (strcmp(what, "edit") == 0)
		return more && print_edited(r, more);
	if (!r->yosys) {
		printf("1..0 # SKIP yosys is not installed\n");
		return true;
	}
	return strcmp(what, "wrong-goals") == 0 ? wrong_goals(r) : plant_all(r, what, more && strcmp(more, "all") == 0);
}

int main(int argc, char **argv)
{
	if (argc < 3) {
		fprintf(stderr, "bugs ROOT all|PART|PLACE|wrong-goals|rows|page|edits|edit [all|PLACE]\n");
		return 2;
	}
	struct run r = { .root = argv[1], .yosys = find_tool("yosys") };
	bool good = bugs_read(argv[1], &r.bugs), table = circuits_read(argv[1], &r.circuits);

	good = good && table && run(&r, argv[2], argc > 3 ? argv[3] : NULL);
	bugs_free(&r.bugs);
	circuits_free(&r.circuits);
	free(r.yosys);
	return !good;
}
