/* phases_file.c: phases as a file of lines (docs/papers/embeddings.md). Nothing in a file is trusted: phases_check() looks at every
 * link. */
#include <stdlib.h>
#include <string.h>

#include "machines/phases.h"
#include "machines/xgft.h"
#include "util/words.h"

enum { VERSION = 1, MOST_SLOTS = 1 << 24 };

/* The tree in one word, as it stands in files. A fresh string. */
static char *tree_word(const struct spec *spec)
{
	char *name = xgft_name(spec), *to = name;

	for (const char *from = name; *from; from++)
		if (*from != ' ')
			*to++ = *from;
	*to = 0;
	return name;
}

static void print_message(const struct spec *spec, const struct phase_message *m, struct text *out)
{
	unsigned top = xgft_turn_level(spec, m->source, m->destination), beta[MAXIMUM_LEVELS + 1];

	xgft_way_betas(spec, top, m->way, beta);
	text_print(out, "%u %u %u", m->slot, m->source, m->destination);
	for (unsigned l = 1; l <= top; l++)
		text_print(out, " %u", beta[l]);
	text_add(out, "\n");
}

void phases_print(const struct phases *p, const char *what, struct text *out)
{
	char *tree = tree_word(p->spec);

	text_print(out, "# %s, by %s; lines of: slot source destination parents, from the leaf to the turn\n", what,
		   phase_method_names[p->method]);
	text_print(out, "phases %d %s slots %u messages %zu\n", VERSION, tree, p->slots, p->count);
	for (size_t i = 0; i < p->count; i++)
		print_message(p->spec, &p->message[i], out);
	free(tree);
}

/* A file that is being read. */
struct reader {
	struct words w;
	struct phases *p;
	unsigned long messages;		/* that the first line promises */
	size_t *line;			/* [message]: its line, and .. */
	const char **text;		/* .. where that begins in the file */
};

static bool is_word(const struct reader *r, size_t i, const char *word)
{
	return (r->w.count > i && word_is(&r->w.word[i], word))
	       || words_refuse(&r->w, i, "first line", "\"phases 1 XGFT(..) slots S messages N\", as ftc schedule -o writes");
}

static bool read_head(struct reader *r)
{
	unsigned long version, slots;
	char *tree = tree_word(r->p->spec);
	bool good = (words_line_of_data(&r->w) || error_at((struct place){ .file = r->w.path }, "no phases: expected a file as "
							   "ftc schedule -o writes"))
		    && is_word(r, 0, "phases")
		    && words_unsigned(&r->w, 1, "version", VERSION, VERSION, &version);

	if (good && !(r->w.count > 2 && word_is(&r->w.word[2], tree))) {
		char *expected = format_string("%s, which is this network", tree);

		good = words_refuse(&r->w, 2, "tree", expected);
		free(expected);
		suggest("ftc schedule or ftc embed of this network, for other phases; or --set for the tree of these");
	}
	good = good && is_word(r, 3, "slots") && words_unsigned(&r->w, 4, "number of slots", 0, MOST_SLOTS, &slots)
	       && is_word(r, 5, "messages") && words_unsigned(&r->w, 6, "number of messages", 0, INT32_MAX, &r->messages)
	       && words_end(&r->w, 7, "the number of messages at the end of the line");
	free(tree);
	if (good)
		r->p->slots = (unsigned)slots;
	return good;
}

/* The parents of a message, words 3 and on, as many as levels to the turn. */
static bool read_way(const struct reader *r, struct phase_message *m)
{
	const struct spec *spec = r->p->spec;
	unsigned top = xgft_turn_level(spec, m->source, m->destination);

	for (unsigned l = 1; l <= top; l++) {
		char *what = format_string("parent on level %u", l);
		unsigned long beta;
		bool good = words_unsigned(&r->w, 2 + l, what, 0, spec->parents[l] - 1, &beta);

		free(what);
		if (!good)
			return false;
		m->way = m->way * spec->parents[l] + (unsigned)beta;
	}
	char *expected = format_string("%u parent%s, for paths between these leaves turn on level %u", top,
				       top == 1 ? "" : "s", top);
	bool good = words_end(&r->w, 3 + top, expected);
	free(expected);
	return good;
}

static bool read_message(struct reader *r)
{
	struct phases *p = r->p;
	unsigned long slot, source, destination, last = p->spec->leaves - 1;

	if (p->slots == 0)
		return words_refuse(&r->w, 0, "message", "none, for there are no slots");
	if (!words_unsigned(&r->w, 0, "slot", 0, p->slots - 1, &slot)
	    || !words_unsigned(&r->w, 1, "source leaf", 0, last, &source)
	    || !words_unsigned(&r->w, 2, "destination leaf", 0, last, &destination))
		return false;
	if (source == destination)
		return words_refuse(&r->w, 2, "destination leaf", "another one than the source: it needs no slot");
	struct phase_message m = { (uint32_t)source, (uint32_t)destination, (uint32_t)slot, 0 };
	if (!read_way(r, &m))
		return false;
	p->message = room_for_one(p->message, p->count, sizeof *p->message);
	r->line = room_for_one(r->line, p->count, sizeof *r->line);
	r->text = room_for_one(r->text, p->count, sizeof *r->text);
	r->line[p->count] = r->w.number;
	r->text[p->count] = r->w.line;
	p->message[p->count++] = m;
	return true;
}

/* Reports two messages that meet, at the later one's slot. */
static bool refuse_meeting(const struct reader *r, size_t a, size_t b, unsigned level)
{
	size_t later = r->line[a] > r->line[b] ? a : b;
	struct place at = { .file = r->w.path, .line = r->line[later], .column = 1, .line_text = r->text[later] };

	error_at(at, "in slot %u the message meets that of line %zu on a link between levels %u and %u: expected no two "
		 "messages of a slot on one link in one direction", r->p->message[a].slot,
		 r->line[later == a ? b : a], level, level + 1);
	return suggest("another slot; ftc schedule finds slots and parents");
}

static bool read_all(struct reader *r)
{
	size_t first, second;
	unsigned level;

	if (!read_head(r))
		return false;
	while (words_line_of_data(&r->w))
		if (!read_message(r))
			return false;
	if (r->p->count != r->messages)
		return error_at((struct place){ .file = r->w.path },
				"%zu messages: expected %lu, as the first line says", r->p->count, r->messages);
	return phases_check(r->p, &first, &second, &level) || refuse_meeting(r, first, second, level);
}

bool phases_read(struct phases *p, const char *path, const struct spec *spec)
{
	struct reader r = { .p = p };

	*p = (struct phases){ .spec = spec, .message = allocate_array(1, sizeof *p->message) };
	bool good = words_open(&r.w, path, "#", USUAL_LINE) && read_all(&r);
	words_close(&r.w);
	free(r.line);
	free(r.text);
	if (good)
		phases_sort(p);
	else
		phases_free(p);
	return good;
}
