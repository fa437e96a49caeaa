/* blif.c: reads a circuit in Berkeley Logic Interchange Format, as SIS, ABC and Yosys write it.
 *
 *   file    := ".model" name { ports } { gate | latch } [ ".end" ]
 *   ports   := ( ".inputs" | ".outputs" | ".clock" ) { net }
 *   gate    := ".names" { net } net newline { [ pattern ] value newline }
 *   latch   := ".latch" d q [ "re" clock ] [ initial ]
 *
 * A gate has at most two inputs; a pattern is a character - 0 1 for each. An initial value is 0, 1, 2 (either) or 3
 * (unknown, as without one).
 *
 * A line that ends with a backslash goes on in the next; a comment extends from # to the end of its line.
 */
#include <stdlib.h>
#include <string.h>

#include "overlay/draft.h"
#include "overlay/readers.h"
#include "util/digest.h"
#include "util/json.h"
#include "util/words.h"

/* A word and where it stands. */
struct blif_word {
	struct word word;
	size_t line;
};

/* Nets by name: open addressing, at most half full. */
struct name_table {
	unsigned *net;			/* 0: free; net 0 has no name */
	size_t room;			/* power of two */
	size_t count;
};

struct blif_reader {
	struct words words;
	struct draft draft;
	struct name_table names;
	struct blif_word *word;		/* of the line, with those that it goes on in */
	size_t count, room;
	bool model, ended;
	const char *top;
	/* The ports as they stand in the file. */
	struct port_bit *input, *output;
	size_t input_count, output_count;
};

/* A net in .inputs or .outputs. "a[3]" is bit 3 of "a" if all bits of "a" up to the highest are there. */
struct port_bit {
	unsigned net;
	size_t line;
	const char *name;		/* of the net */
	size_t base_length;		/* of "a"; 0: there is no index */
	unsigned long index;
	size_t place;			/* in the file, of the first bit of its port */
	bool vector;
};

/* ---- words and nets ---------------------------------------------------------------------------------------- */

static void add_word(struct blif_reader *r, struct word word)
{
	if (r->count == r->room) {
		r->room = r->room ? 2 * r->room : 16;
		r->word = reallocate(r->word, r->room * sizeof *r->word);
	}
	r->word[r->count++] = (struct blif_word){ word, r->words.number };
}

/* Adds the words of the current line of the file. Returns whether it goes on in the next. */
static bool add_words(struct blif_reader *r)
{
	bool more = false;

	for (size_t i = 0; i < r->words.count; i++) {
		struct word word = r->words.word[i];

		more = i + 1 == r->words.count && word.at[word.length - 1] == '\\';
		word.length -= more;
		if (word.length > 0)
			add_word(r, word);
	}
	return more;
}

/* The next line with words. False behind the last. */
static bool next_line(struct blif_reader *r)
{
	bool more = false;

	r->count = 0;
	while ((more || r->count == 0) && words_line(&r->words))
		more = add_words(r);
	return r->count > 0;
}

static struct place place_of(const struct blif_reader *r, size_t i)
{
	const struct blif_word *word = &r->word[i < r->count ? i : r->count - 1];
	struct place at = draft_place(&r->draft, word->line, NULL);

	at.column = (size_t)(word->word.at - at.line_text) + 1 + (i < r->count ? 0 : word->word.length);
	return at;
}

static bool refuse(const struct blif_reader *r, size_t i, const char *what, const char *expected)
{
	enum { SHOWN = 40 };

	if (i >= r->count)
		return error_at(place_of(r, i), "%s is missing: expected %s", what, expected);
	const struct word *word = &r->word[i].word;
	int shown = (int)(word->length < SHOWN ? word->length : SHOWN);
	return error_at(place_of(r, i), "%s is '%.*s': expected %s", what, shown, word->at, expected);
}

static bool is(const struct blif_reader *r, size_t i, const char *text)
{
	return i < r->count && word_is(&r->word[i].word, text);
}

static size_t slot_of(const struct name_table *t, const struct draft *d, const char *at, size_t length)
{
	size_t slot = (size_t)fnv(FNV_START, at, length) & (t->room - 1);

	for (; t->net[slot]; slot = (slot + 1) & (t->room - 1)) {
		const char *name = d->netlist.net_name[t->net[slot]];

		if (strlen(name) == length && memcmp(name, at, length) == 0)
			break;
	}
	return slot;
}

static void make_room(struct name_table *t, const struct draft *d)
{
	struct name_table larger = { .room = t->room ? 2 * t->room : 1024, .count = t->count };

	larger.net = allocate_array(larger.room, sizeof *larger.net);
	for (size_t i = 0; i < t->room; i++) {
		if (!t->net[i])
			continue;
		const char *name = d->netlist.net_name[t->net[i]];
		larger.net[slot_of(&larger, d, name, strlen(name))] = t->net[i];
	}
	free(t->net);
	*t = larger;
}

/* The net that word i names. */
static unsigned net_of(struct blif_reader *r, size_t i)
{
	const struct word *word = &r->word[i].word;

	if (2 * (r->names.count + 1) > r->names.room)
		make_room(&r->names, &r->draft);
	size_t slot = slot_of(&r->names, &r->draft, word->at, word->length);
	if (!r->names.net[slot]) {
		r->names.net[slot] = draft_net(&r->draft, format_string("%.*s", (int)word->length, word->at));
		r->names.count++;
	}
	return r->names.net[slot];
}

static struct draft_origin origin_of_line(const struct blif_reader *r)
{
	return (struct draft_origin){ .kind = is(r, 0, ".names") ? ".names" : ".latch", .line = r->word[0].line };
}

/* ---- ports ------------------------------------------------------------------------------------------------- */

/* Splits "a[3]". */
static void split_name(struct port_bit *bit)
{
	const char *open = strrchr(bit->name, '[');
	size_t length = strlen(bit->name);
	char digits[8];

	if (!open || open == bit->name || bit->name[length - 1] != ']')
		return;
	size_t count = length - (size_t)(open - bit->name) - 2;
	if (count == 0 || count >= sizeof digits)
		return;
	memcpy(digits, open + 1, count);
	digits[count] = 0;
	if (text_to_unsigned(digits, &bit->index))
		bit->base_length = (size_t)(open - bit->name);
}

static void add_circuit_ports(struct blif_reader *r, struct port_bit **bits, size_t *count)
{
	for (size_t i = 1; i < r->count; i++) {
		struct port_bit bit = { .net = net_of(r, i), .line = r->word[i].line, .place = *count };

		bit.name = r->draft.netlist.net_name[bit.net];
		split_name(&bit);
		*bits = room_for_one(*bits, *count, sizeof **bits);
		(*bits)[(*count)++] = bit;
	}
}

static int compare_bases(const struct port_bit *a, const struct port_bit *b)
{
	size_t length = a->base_length < b->base_length ? a->base_length : b->base_length;
	int order = memcmp(a->name, b->name, length);

	return order ? order : (a->base_length > b->base_length) - (a->base_length < b->base_length);
}

static int by_port(const void *a, const void *b)
{
	const struct port_bit *left = a, *right = b;
	int order = compare_bases(left, right);

	if (order)
		return order;
	if (left->base_length > 0 && left->index != right->index)
		return left->index < right->index ? -1 : 1;
	return (left->place > right->place) - (left->place < right->place);
}

static int by_place(const void *a, const void *b)
{
	const struct port_bit *left = a, *right = b;

	if (left->place != right->place)
		return left->place < right->place ? -1 : 1;
	return (left->index > right->index) - (left->index < right->index);
}

/* Marks the bits of one base as a vector if they are bits 0, 1, .. of it, and puts them where the first stands. */
static void mark_vector(struct port_bit *bit, size_t count)
{
	size_t place = bit->place;

	if (bit->base_length == 0 || count < 2)
		return;
	for (size_t i = 0; i < count; i++) {
		if (bit[i].index != i)
			return;
		place = bit[i].place < place ? bit[i].place : place;
	}
	for (size_t i = 0; i < count; i++) {
		bit[i].vector = true;
		bit[i].place = place;
	}
}

static void gather_vectors(struct port_bit *bits, size_t count)
{
	if (count == 0)
		return;
	qsort(bits, count, sizeof *bits, by_port);
	for (size_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && compare_bases(&bits[i], &bits[end]) == 0; end++)
			continue;
		mark_vector(bits + i, end - i);
	}
	qsort(bits, count, sizeof *bits, by_place);
}

static struct netlist_pin pin_of(const struct port_bit *bit)
{
	return (struct netlist_pin){
		.port = bit->vector ? format_string("%.*s", (int)bit->base_length, bit->name) : copy_string(bit->name),
		.bit = bit->vector ? (unsigned)bit->index : 0, .vector = bit->vector, .net = bit->net,
	};
}

static bool make_pins(struct blif_reader *r)
{
	gather_vectors(r->input, r->input_count);
	gather_vectors(r->output, r->output_count);
	for (size_t i = 0; i < r->input_count; i++) {
		struct draft_origin origin = { .kind = ".inputs", .line = r->input[i].line };

		if (!draft_input(&r->draft, pin_of(&r->input[i]), origin))
			return false;
	}
	for (size_t i = 0; i < r->output_count; i++)
		draft_output(&r->draft, pin_of(&r->output[i]),
			     (struct draft_origin){ .kind = ".outputs", .line = r->output[i].line });
	return true;
}

/* ---- .names ------------------------------------------------------------------------------------------------ */

static bool refuse_wide_names(const struct blif_reader *r)
{
	char *command = yosys_command(r->words.path, NULL);

	error_at(place_of(r, 0), ".names has %zu inputs: expected at most 2, an element is a NAND of two",
		 r->count - 2);
	suggest("%s", command);
	free(command);
	return false;
}

/* Whether inputs, bit k that of input k, fit a pattern. */
static bool fits(const char *pattern, unsigned inputs, unsigned values)
{
	for (unsigned k = 0; k < inputs; k++)
		if (pattern[k] != '-' && (unsigned)(pattern[k] - '0') != (values >> k & 1))
			return false;
	return true;
}

static bool check_row(const struct blif_reader *r, unsigned inputs)
{
	size_t value = inputs > 0;

	if (inputs > 0) {
		const struct word *pattern = &r->word[0].word;

		if (pattern->length != inputs || strspn(pattern->at, "01-") < inputs)
			return refuse(r, 0, "the pattern", inputs == 1 ? "0, 1 or -" : "two characters of 0, 1 and -");
	}
	if (!is(r, value, "0") && !is(r, value, "1"))
		return refuse(r, value, "the value", "0 or 1");
	return r->count == value + 1 || refuse(r, value + 1, "what follows", "the end of the row");
}

/* Reads rows up to the next line that begins with a point. `truth` has the values of the rows. Returns whether there is such
 * a line. */
static bool read_rows(struct blif_reader *r, unsigned inputs, uint8_t *truth, bool *good)
{
	unsigned covered = 0, values = 1u << inputs;
	int value = -1;
	bool more;

	while ((more = next_line(r)) && *r->word[0].word.at != '.' && (*good = check_row(r, inputs))) {
		int here = is(r, inputs > 0, "1");

		if (value >= 0 && here != value) {
			*good = refuse(r, inputs > 0, "the value", "the same in all rows of a .names");
			break;
		}
		value = here;
		for (unsigned i = 0; i < values; i++)
			if (fits(r->word[0].word.at, inputs, i))
				covered |= 1u << i;
	}
	*truth = (uint8_t)(value == 0 ? ~covered & ((1u << values) - 1) : covered);
	return more;
}

/* Reads a .names with its rows, and the line behind them. */
static bool read_names(struct blif_reader *r, bool *more)
{
	struct draft_origin origin = origin_of_line(r);
	struct netlist_gate gate = { .inputs = (unsigned)r->count - 2 };
	bool good = true;

	if (r->count < 2)
		return refuse(r, 1, "the net", "the inputs and the output of the gate");
	if (r->count > 4)
		return refuse_wide_names(r);
	for (unsigned k = 0; k < gate.inputs; k++)
		gate.in[k] = net_of(r, k + 1);
	gate.out = net_of(r, r->count - 1);
	*more = read_rows(r, gate.inputs, &gate.truth, &good);
	return good && draft_gate(&r->draft, gate, origin);
}

/* ---- .latch ------------------------------------------------------------------------------------------------ */

static bool read_type(const struct blif_reader *r)
{
	static const char *const others[] = { "fe", "ah", "al", "as" };
	static const char *const are[] = { "a flip-flop of the falling edge", "a latch open while its clock is high",
					   "a latch open while its clock is low", "asynchronous" };

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (is(r, 3, others[i]))
			return error_at(place_of(r, 3),
					"the latch's type is %s, %s: expected re, a flip-flop of the rising edge", others[i],
					are[i]);
	return is(r, 3, "re") || refuse(r, 3, "the latch's type", "re");
}

/* Word i, if there is one. */
static bool read_initial(const struct blif_reader *r, size_t i, struct netlist_latch *latch)
{
	latch->open = i >= r->count || is(r, i, "2") || is(r, i, "3");
	latch->initial = is(r, i, "1");
	if (latch->open || latch->initial || is(r, i, "0"))
		return i + 1 >= r->count || refuse(r, i + 1, "what follows", "the end of the latch");
	return refuse(r, i, "the initial value", "0, 1, 2 or 3");
}

static bool read_latch(struct blif_reader *r)
{
	struct netlist_latch latch = { 0 };
	unsigned clock = DRAFT_NO_CLOCK;
	bool typed = r->count > 4;

	if (r->count < 3)
		return refuse(r, r->count, "the net", "\".latch D Q [re CLOCK] [INITIAL]\"");
	if (typed && !read_type(r))
		return false;
	if (!read_initial(r, typed ? 5 : 3, &latch))
		return false;
	latch.d = net_of(r, 1);
	latch.q = net_of(r, 2);
	if (typed && !is(r, 4, "NIL"))
		clock = net_of(r, 4);
	latch.name = copy_string(r->draft.netlist.net_name[latch.q]);
	return draft_latch(&r->draft, latch, clock, origin_of_line(r));
}

/* ---- the file ---------------------------------------------------------------------------------------------- */

static bool read_model(struct blif_reader *r)
{
	if (r->model) {
		error_at(place_of(r, 0), "a second model: expected one, without .subckt");
		return suggest("in Yosys, flatten before write_blif");
	}
	r->model = true;
	if (r->count > 1)
		r->draft.netlist.name = format_string("%.*s", (int)r->word[1].word.length, r->word[1].word.at);
	if (r->count > 1 && r->top && !is(r, 1, r->top))
		return error_at(place_of(r, 1), "the model is not '%s': expected the name that --top-module gives", r->top);
	return true;
}

static bool read_clock(struct blif_reader *r)
{
	if (r->count != 2 || r->draft.declared_clock != DRAFT_NO_CLOCK)
		return error_at(place_of(r, r->count < 2 ? 1 : r->count - 1),
				".clock names no or several clocks: expected one");
	add_circuit_ports(r, &r->input, &r->input_count);
	r->draft.declared_clock = net_of(r, 1);
	return true;
}

static bool refuse_other(const struct blif_reader *r)
{
	static const char *const known[] = { ".model", ".inputs", ".outputs", ".names", ".latch", ".clock", ".end" };
	char *command = yosys_command(r->words.path, NULL);

	if (is(r, 0, ".subckt") || is(r, 0, ".gate") || is(r, 0, ".mlatch")) {
		error_at(place_of(r, 0), "'%.*s': expected gates as .names and flip-flops as .latch",
			 (int)r->word[0].word.length, r->word[0].word.at);
		if (is(r, 0, ".subckt"))
			suggest("%s", command);
	} else {
		char *word = format_string("%.*s", (int)r->word[0].word.length, r->word[0].word.at);
		const char *nearest = nearest_name(word, known, sizeof known / sizeof *known);

		refuse(r, 0, "the line's first word", ".model, .inputs, .outputs, .names, .latch, .clock or .end");
		if (nearest)
			suggest("%s", nearest);
		free(word);
	}
	free(command);
	return false;
}

/* Reads what the current line begins. *more: there is a line behind it, which has been read. */
static bool read_part(struct blif_reader *r, bool *more)
{
	bool good = true;

	if (is(r, 0, ".names"))
		return read_names(r, more);
	if (is(r, 0, ".model"))
		good = read_model(r);
	else if (is(r, 0, ".inputs"))
		add_circuit_ports(r, &r->input, &r->input_count);
	else if (is(r, 0, ".outputs"))
		add_circuit_ports(r, &r->output, &r->output_count);
	else if (is(r, 0, ".clock"))
		good = read_clock(r);
	else if (is(r, 0, ".latch"))
		good = read_latch(r);
	else if (is(r, 0, ".end"))
		r->ended = true;
	else
		good = refuse_other(r);
	*more = next_line(r);
	return good;
}

/* A message of a part that is refused names its line, so `good` is looked at before the next line is read. */
static bool read_parts(struct blif_reader *r)
{
	bool more = next_line(r);

	if (!more || !is(r, 0, ".model"))
		return more ? refuse(r, 0, "the first word", ".model, as in BLIF")
			    : error_at((struct place){ .file = r->words.path },
				       "the file is empty: expected BLIF, a .model");
	while (more && !r->ended)
		if (!read_part(r, &more))
			return false;
	if (more)
		return is(r, 0, ".model") ? read_model(r) : refuse(r, 0, "what follows .end", "the end of the file");
	return true;
}

static void reader_free(struct blif_reader *r)
{
	draft_free(&r->draft);
	words_close(&r->words);
	free(r->names.net);
	free(r->word);
	free(r->input);
	free(r->output);
}

/* Bytes of the character that begins here; 0: it is none that JSON knows. */
static size_t character_bytes(const char *at)
{
	unsigned char first = (unsigned char)*at;
	size_t bytes = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
	char character[5] = { 0 };

	memcpy(character, at, strnlen(at, bytes));
	return bytes == 1 || json_can_say(character) ? bytes : 0;
}

/* Names go into images, which are JSON. */
static bool is_utf_8(const struct words *w)
{
	for (size_t at = 0, bytes; at < w->content.length; at += bytes) {
		bytes = character_bytes(w->content.bytes + at);
		if (bytes == 0)
			return refuse_byte(w->path, w->content.bytes, at, "names in UTF-8");
	}
	return true;
}

bool blif_read(struct netlist *n, const char *path, const char *top)
{
	struct blif_reader r = { .top = top };
	bool good = words_open(&r.words, path, "#", MOST_WORDS_BYTES);

	if (!good)
		return false;
	draft_start(&r.draft, path, &r.words.content);
	digest_text(&r.words.content, r.draft.netlist.digest);
	good = is_utf_8(&r.words) && read_parts(&r) && make_pins(&r);
	if (good && !r.draft.netlist.name)
		r.draft.netlist.name = copy_string("circuit");
	good = good && draft_finish(&r.draft, n);
	reader_free(&r);
	return good;
}
