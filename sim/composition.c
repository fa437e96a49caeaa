/* composition.c: several libraries behave as one. */
#include "composition.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "util/message.h"
#include "util/ranks.h"
#include "util/text.h"

enum { FIELD_ALIGNMENT = 64, WORD = 32, LEAST_WORDS = 4, SPARE = 2 };

/* Copies up to 64 bits. */
struct copy {
	uint32_t from;			/* 32-bit word of the source's vector */
	uint8_t shift, shift_to;
	uint64_t mask;			/* of the bits, lowest first */
	uint32_t *to;
	int part;			/* whose input it is; PART_WHOLE */
};

struct copies {
	struct copy *copy;
	size_t count;
};

/* A copy whose ends belong to two ranks. One end's pointer is NULL in all ranks but its own. */
struct crossing {
	unsigned from, to;		/* ranks */
	const uint32_t *vector;		/* of the source */
	struct copy copy;
	uint64_t shown;			/* what the other rank has */
};

/* What rank 0 asks for when the ranks meet. */
enum command { NOTHING, LOW, HIGH, END };

/* What each rank begins with. */
struct greeting {
	enum command command;
	bool stale;			/* some of its parts have inputs that have changed since the last evaluation */
};

/* A changed crossing, as it is exchanged behind a greeting. */
struct change {
	uint64_t crossing, value;
};

struct part {
	const struct model_abi *abi;
	void *instance;			/* NULL: another rank has it */
	uint32_t *in, *out;
	struct copies copies;		/* of its outputs */
};

struct composed {
	struct model_abi abi;
	void **library;			/* [kinds] */
	const struct model_abi **kind;
	size_t kinds;
	struct part *part;
	bool *stale;			/* [parts]: an input has changed since the last evaluation */
	size_t parts;
	struct copies copies;		/* of the whole's inputs */
	uint32_t *out;			/* the whole's outputs */
	const uint32_t *in;		/* and inputs, as last given */
	const unsigned *rank;		/* [parts], or NULL */
	struct crossing *crossing;
	size_t crossings;
	struct text parcel;
	bool high;			/* the clock, as the parts know it */
};

/* Both vectors of a whole without ports would be empty. */
static unsigned words_of(unsigned bits)
{
	return bits / WORD > LEAST_WORDS ? bits / WORD : LEAST_WORDS;
}

void composition_place(struct composition *c)
{
	unsigned next[2] = { 0, 0 };

	for (size_t i = 0; i < c->ports; i++) {
		c->port[i].low = next[c->port[i].output];
		next[c->port[i].output] += (c->port[i].width + FIELD_ALIGNMENT - 1) / FIELD_ALIGNMENT * FIELD_ALIGNMENT;
	}
}

/* ---- Running --------------------------------------------------------------------------------------------------- */

static uint64_t load(const uint32_t *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof value);
	return value;
}

static void spread(struct composed *c, const struct copies *list, const uint32_t *from)
{
	for (const struct copy *o = list->copy, *end = o + list->count; o < end; o++) {
		uint64_t value = (load(from + o->from) >> o->shift & o->mask) << o->shift_to, old = load(o->to);
		uint64_t fresh = (old & ~(o->mask << o->shift_to)) | value;

		if (fresh == old)
			continue;
		memcpy(o->to, &fresh, sizeof fresh);
		if (o->part >= 0)
			c->stale[o->part] = true;
	}
}

/* ---- Ranks ----------------------------------------------------------------------------------------------------- */

static void add_changes(struct composed *c)
{
	for (size_t i = 0; i < c->crossings; i++) {
		struct crossing *x = &c->crossing[i];
		struct change change = { i, 0 };

		if (x->from != ranks_rank())
			continue;
		change.value = load((x->vector ? x->vector : c->in) + x->copy.from) >> x->copy.shift & x->copy.mask;
		if (change.value == x->shown)
			continue;
		x->shown = change.value;
		text_add_bytes(&c->parcel, &change, sizeof change);
	}
}

static void take_changes(struct composed *c, const char *given, size_t bytes)
{
	for (size_t at = 0; at < bytes; at += sizeof(struct change)) {
		const struct copy *o;
		struct change change;
		uint64_t word;

		memcpy(&change, given + at, sizeof change);
		o = &c->crossing[change.crossing].copy;
		if (c->crossing[change.crossing].to != ranks_rank())
			continue;
		word = (load(o->to) & ~(o->mask << o->shift_to)) | change.value << o->shift_to;
		memcpy(o->to, &word, sizeof word);
		if (o->part >= 0)
			c->stale[o->part] = true;
	}
}

static bool is_stale(const struct composed *c)
{
	for (size_t k = 0; k < c->parts; k++)
		if (c->stale[k])
			return true;
	return false;
}

/* Exchanges what has changed on wires between ranks. True if something has, or if a rank has parts to evaluate. *command: rank
 * 0's. */
static bool meet(struct composed *c, enum command *command)
{
	struct greeting mine = { *command, is_stale(c) }, other;
	bool changed = false;

	c->parcel.length = 0;
	text_add_bytes(&c->parcel, &mine, sizeof mine);
	if (*command != END)
		add_changes(c);
	ranks_exchange(c->parcel.bytes, c->parcel.length);
	for (unsigned r = 0; r < ranks_count(); r++) {
		size_t bytes;
		const char *given = ranks_given(r, &bytes);

		memcpy(&other, given, sizeof other);
		if (r == 0)
			*command = other.command;
		changed |= other.stale || bytes > sizeof other;
		if (r != ranks_rank())
			take_changes(c, given + sizeof other, bytes - sizeof other);
	}
	return changed;
}

/* ---- Evaluation ------------------------------------------------------------------------------------------------ */

static void evaluate(struct composed *c, size_t k, int clk)
{
	struct part *p = &c->part[k];

	c->stale[k] = false;
	p->abi->eval(p->instance, clk, p->in, p->out);
	spread(c, &p->copies, p->out);
}

/* A path goes through each part a few times at most; a circle would go on for ever. */
static void settle_own(struct composed *c)
{
	size_t most = 8 * c->parts + 64, passes = 0;

	for (bool changed = true; changed; passes++) {
		changed = false;
		for (size_t k = 0; k < c->parts; k++)
			if (c->stale[k]) {
				evaluate(c, k, c->high);
				changed = true;
			}
		if (passes > most) {
			error("internal: the pieces of the network do not come to rest");
			exit(EXIT_WORK_FAILED);
		}
	}
}

static void settle(struct composed *c)
{
	enum command none = NOTHING;

	settle_own(c);
	while (c->rank && meet(c, &none))
		settle_own(c);
}

/* All parts see the inputs before the edge. */
static void rise(struct composed *c)
{
	enum command none = NOTHING;

	for (size_t k = 0; k < c->parts; k++)
		if (c->part[k].instance)
			c->part[k].abi->eval(c->part[k].instance, 1, c->part[k].in, c->part[k].out);
	c->high = true;
	for (size_t k = 0; k < c->parts; k++)
		spread(c, &c->part[k].copies, c->part[k].out);
	/* What other ranks evaluate next would be stale. */
	if (c->rank)
		meet(c, &none);
}

/* `changed`: an input of some part has changed since all have come to rest, in this rank or another. */
static void turn(struct composed *c, bool clk, bool changed)
{
	if (clk && !c->high) {
		if (changed)
			settle(c);
		rise(c);
	} else if (!clk && c->high) {
		c->high = false;
		for (size_t k = 0; k < c->parts; k++)
			if (c->part[k].instance)
				evaluate(c, k, 0);
		settle(c);
	} else if (changed) {
		settle(c);
	}
}

static void eval(void *instance, int clk, const uint32_t *in, uint32_t *out)
{
	struct composed *c = instance;
	enum command command = clk ? HIGH : LOW;
	bool changed = true;

	spread(c, &c->copies, in);
	c->in = in;
	if (c->rank)
		changed = meet(c, &command);
	turn(c, clk, changed);
	memcpy(out, c->out, c->abi.out_words * sizeof *out);
}

void composed_serve(struct composed *c)
{
	for (;;) {
		enum command command = NOTHING;

		bool changed = meet(c, &command);

		if (command == END)
			break;
		turn(c, command == HIGH, changed);
	}
	ranks_compare();
}

/* ---- Opening --------------------------------------------------------------------------------------------------- */

static const struct model_port *port_of(const struct model_port *port, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(port[i].name, name))
			return &port[i];
	return NULL;
}

static const struct model_port *part_port(const struct composed *c, int part, const char *name)
{
	const struct model_abi *abi = part == PART_WHOLE ? &c->abi : c->part[part].abi;
	const struct model_port *found = port_of(abi->port, abi->port_count, name);

	if (!found)
		error("internal: a piece of the network has no port %s", name);
	return found;
}

/* Rank 0 has the ports of the whole. */
static unsigned rank_of(const struct composed *c, int part)
{
	return part >= 0 && c->rank ? c->rank[part] : 0;
}

static void set_constant(struct composed *c, const struct part_wire *w, unsigned low)
{
	uint32_t *to = w->to == PART_WHOLE ? c->out : c->part[w->to].in;

	for (unsigned k = 0; k < w->width && to; k++)
		bits_put(to, low + k, 1, w->from == PART_ONE);
}

/* As few copies as words allow: none reads or writes across 64 bits. */
static void add_copies(struct composed *c, const struct part_wire *w, unsigned from, unsigned to)
{
	struct copies *list = w->from == PART_WHOLE ? &c->copies : &c->part[w->from].copies;
	uint32_t *vector = w->to == PART_WHOLE ? c->out : c->part[w->to].in;
	unsigned from_rank = rank_of(c, w->from), to_rank = rank_of(c, w->to);

	for (unsigned left = w->width; left > 0;) {
		unsigned shift = from % WORD, shift_to = to % WORD;
		unsigned room = 64 - (shift > shift_to ? shift : shift_to), here = left < room ? left : room;

		struct copy copy = { from / WORD, (uint8_t)shift, (uint8_t)shift_to, bits_low(here),
				     vector ? vector + to / WORD : NULL, w->to };

		if (from_rank != to_rank) {
			c->crossing = room_for_one(c->crossing, c->crossings, sizeof *c->crossing);
			c->crossing[c->crossings++] = (struct crossing){
				from_rank, to_rank, w->from == PART_WHOLE ? NULL : c->part[w->from].out, copy, 0 };
		} else if (from_rank == ranks_rank()) {
			list->copy = room_for_one(list->copy, list->count, sizeof *list->copy);
			list->copy[list->count++] = copy;
		}
		from += here;
		to += here;
		left -= here;
	}
}

static bool add_wire(struct composed *c, const struct part_wire *w)
{
	const struct model_port *to = part_port(c, w->to, w->to_port), *from = NULL;

	if (!to || (w->from >= PART_WHOLE && !(from = part_port(c, w->from, w->from_port))))
		return false;
	if (from)
		add_copies(c, w, from->low + w->from_low, to->low + w->to_low);
	else
		set_constant(c, w, to->low + w->to_low);
	return true;
}

static bool open_part(struct composed *c, size_t k, unsigned kind, const struct model_start *start)
{
	struct part *p = &c->part[k];

	p->abi = c->kind[kind];
	if (rank_of(c, (int)k) != ranks_rank() && c->rank)
		return true;
	p->instance = p->abi->create(start);
	p->in = allocate_array(p->abi->in_words + SPARE, sizeof *p->in);
	p->out = allocate_array(p->abi->out_words + SPARE, sizeof *p->out);
	c->stale[k] = true;
	return p->instance || error("a piece of the network was built without waveforms");
}

static void set_abi(struct composed *c, const struct composition *from)
{
	unsigned bits[2] = { 0, 0 };

	for (size_t i = 0; i < from->ports; i++)
		if (from->port[i].low + from->port[i].width > bits[from->port[i].output])
			bits[from->port[i].output] = from->port[i].low + from->port[i].width;
	for (int k = 0; k < 2; k++)
		bits[k] = (bits[k] + FIELD_ALIGNMENT - 1) / FIELD_ALIGNMENT * FIELD_ALIGNMENT;
	c->abi = (struct model_abi){ MODEL_ABI_VERSION, words_of(bits[0]), words_of(bits[1]), from->port, from->ports,
				     NULL, eval, NULL };
	c->out = allocate_array(c->abi.out_words + SPARE, sizeof *c->out);
}

static bool open_all(struct composed *c, const struct composition *from, const struct model_start *start,
		     const struct model_abi *(*open)(const char *path, void **library))
{
	for (; c->kinds < from->kinds; c->kinds++) {
		const char *path = from->library[c->kinds];

		c->kind[c->kinds] = path ? open(path, &c->library[c->kinds]) : NULL;
		if (path && !c->kind[c->kinds])
			return false;
	}
	for (; c->parts < from->parts; c->parts++)
		if (!open_part(c, c->parts, from->kind[c->parts], start))
			return false;
	for (size_t i = 0; i < from->wires; i++)
		if (!add_wire(c, &from->wire[i]))
			return false;
	return true;
}

struct composed *composed_open(const struct composition *from, const struct model_start *start,
			       const struct model_abi *(*open)(const char *path, void **library))
{
	struct composed *c = allocate(sizeof *c);

	c->library = allocate_array(from->kinds + 1, sizeof *c->library);
	c->kind = allocate_array(from->kinds + 1, sizeof *c->kind);
	c->part = allocate_array(from->parts + 1, sizeof *c->part);
	c->stale = allocate_array(from->parts + 1, sizeof *c->stale);
	c->rank = from->rank;
	set_abi(c, from);
	if (ranks_agree(open_all(c, from, start, open)))
		return c;
	c->rank = NULL;
	composed_close(c);
	return NULL;
}

const struct model_abi *composed_abi(const struct composed *c)
{
	return &c->abi;
}

void composed_close(struct composed *c)
{
	enum command end = END;

	if (c->rank && ranks_rank() == 0) {
		meet(c, &end);
		ranks_compare();
	}
	for (size_t k = 0; k < c->parts; k++) {
		struct part *p = &c->part[k];

		if (p->instance)
			p->abi->destroy(p->instance);
		free(p->in);
		free(p->out);
		free(p->copies.copy);
	}
	for (size_t i = 0; i < c->kinds; i++)
		if (c->library[i])
			dlclose(c->library[i]);
	free(c->library);
	free(c->kind);
	free(c->part);
	free(c->stale);
	free(c->copies.copy);
	free(c->crossing);
	text_free(&c->parcel);
	free(c->out);
	free(c);
}
