/* composition.c: several libraries behave as one. */
#include "composition.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "util/message.h"
#include "util/ranks.h"
#include "util/text.h"

enum { FIELD_ALIGNMENT = 64, WORD = 32, LEAST_WORDS = 4, SPARE = 2, BLOCK = 16 };

/* Copies up to 64 bits. */
struct copy {
	uint32_t from;			/* 32-bit word of the source's vector */
	uint8_t shift, shift_to;
	uint64_t mask;			/* of the bits, lowest first */
	uint32_t *to;			/* NULL: another rank has it */
	int part;			/* whose input it is; PART_WHOLE. Of another rank: the crossing */
};

/* What goes out from one vector. Most of it does not change in a clock, so the vector is compared with what it was, a block of
 * BLOCK words at a time, before its copies are looked at. */
struct copies {
	struct copy *copy;		/* in the order of `from` .. */
	size_t count;
	size_t *first;			/* [blocks + 1]: .. where those of each block begin */
	uint32_t *shown;		/* the vector as last copied; blocks * BLOCK + SPARE words */
	size_t blocks;
};

/* A copy whose ends belong to two ranks. */
struct crossing {
	unsigned to;			/* rank */
	struct copy copy;		/* `to` is NULL in all other ranks */
	uint64_t shown;			/* of the rank where it begins: what the other rank has */
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
	const unsigned *rank;		/* [parts], or NULL */
	struct crossing *crossing;
	size_t crossings;
	struct text parcel;		/* for the next meeting: a greeting, then changes */
	bool high;			/* the clock, as the parts know it */
};

static unsigned blocks_of(unsigned words)
{
	return (words + BLOCK - 1) / BLOCK;
}

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

/* Another rank has the other end: it gets the value when the ranks meet. */
static void cross(struct composed *c, size_t crossing, uint64_t value)
{
	struct change change = { crossing, value };

	if (c->crossing[crossing].shown == value)
		return;
	c->crossing[crossing].shown = value;
	text_add_bytes(&c->parcel, &change, sizeof change);
}

static void put(struct composed *c, const struct copy *o, uint64_t value)
{
	uint64_t old = load(o->to), fresh = (old & ~(o->mask << o->shift_to)) | value << o->shift_to;

	if (fresh == old)
		return;
	memcpy(o->to, &fresh, sizeof fresh);
	if (o->part >= 0)
		c->stale[o->part] = true;
}

static void spread_block(struct composed *c, const struct copies *list, size_t block, const uint32_t *from)
{
	for (size_t i = list->first[block]; i < list->first[block + 1]; i++) {
		const struct copy *o = &list->copy[i];
		uint64_t value = load(from + o->from) >> o->shift & o->mask;

		if (o->to)
			put(c, o, value);
		else
			cross(c, (size_t)o->part, value);
	}
}

/* A copy reads into the word behind its block. */
static void spread(struct composed *c, struct copies *list, const uint32_t *from)
{
	for (size_t b = 0; b < list->blocks; b++) {
		size_t at = b * BLOCK;

		if (memcmp(from + at, list->shown + at, (BLOCK + 1) * sizeof *from) == 0)
			continue;
		spread_block(c, list, b, from);
		/* Not the word behind, which is the next block's first. */
		memcpy(list->shown + at, from + at, BLOCK * sizeof *from);
	}
}

/* ---- Ranks ----------------------------------------------------------------------------------------------------- */

static void take_changes(struct composed *c, const char *given, size_t bytes)
{
	for (size_t at = 0; at < bytes; at += sizeof(struct change)) {
		struct change change;

		memcpy(&change, given + at, sizeof change);
		if (c->crossing[change.crossing].to == ranks_rank())
			put(c, &c->crossing[change.crossing].copy, change.value);
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

	memcpy(c->parcel.bytes, &mine, sizeof mine);
	ranks_exchange(c->parcel.bytes, c->parcel.length);
	c->parcel.length = sizeof mine;
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

static void add_copy(struct copies *list, struct copy copy)
{
	list->copy = room_for_one(list->copy, list->count, sizeof *list->copy);
	list->copy[list->count++] = copy;
}

/* As few copies as words allow: none reads or writes across 64 bits. */
static void add_copies(struct composed *c, const struct part_wire *w, unsigned from, unsigned to)
{
	struct copies *list = w->from == PART_WHOLE ? &c->copies : &c->part[w->from].copies;
	uint32_t *vector = w->to == PART_WHOLE ? c->out : c->part[w->to].in;
	bool own = rank_of(c, w->from) == ranks_rank(), crosses = rank_of(c, w->from) != rank_of(c, w->to);

	for (unsigned left = w->width; left > 0;) {
		unsigned shift = from % WORD, shift_to = to % WORD;
		unsigned room = 64 - (shift > shift_to ? shift : shift_to), here = left < room ? left : room;
		struct copy copy = { from / WORD, (uint8_t)shift, (uint8_t)shift_to, bits_low(here),
				     vector ? vector + to / WORD : NULL, w->to };

		if (crosses) {
			c->crossing = room_for_one(c->crossing, c->crossings, sizeof *c->crossing);
			c->crossing[c->crossings] = (struct crossing){ rank_of(c, w->to), copy, 0 };
			copy.to = NULL;
			copy.part = (int)c->crossings++;
		}
		if (own)
			add_copy(list, copy);
		from += here;
		to += here;
		left -= here;
	}
}

static int earlier(const void *a, const void *b)
{
	const struct copy *x = a, *y = b;

	return (x->from > y->from) - (x->from < y->from);
}

/* Sorts the copies into the blocks of a vector of so many words. */
static void make_blocks(struct copies *list, unsigned words)
{
	size_t k = 0;

	if (list->count > 0)
		qsort(list->copy, list->count, sizeof *list->copy, earlier);
	list->blocks = blocks_of(words);
	list->shown = allocate_array(list->blocks * BLOCK + SPARE, sizeof *list->shown);
	list->first = allocate_array(list->blocks + 1, sizeof *list->first);
	for (size_t b = 0; b <= list->blocks; b++) {
		while (k < list->count && list->copy[k].from < b * BLOCK)
			k++;
		list->first[b] = k;
	}
}

static void free_copies(struct copies *list)
{
	free(list->copy);
	free(list->shown);
	free(list->first);
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
	p->out = allocate_array(blocks_of(p->abi->out_words) * BLOCK + SPARE, sizeof *p->out);
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
	c->abi = (struct model_abi){ MODEL_ABI_VERSION, blocks_of(words_of(bits[0])) * BLOCK, words_of(bits[1]), from->port,
				     from->ports, NULL, eval, NULL };
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
	make_blocks(&c->copies, c->abi.in_words);
	for (size_t k = 0; k < c->parts; k++)
		if (c->part[k].instance)
			make_blocks(&c->part[k].copies, c->part[k].abi->out_words);
	return true;
}

struct composed *composed_open(const struct composition *from, const struct model_start *start,
			       const struct model_abi *(*open)(const char *path, void **library))
{
	struct composed *c = allocate(sizeof *c);
	struct greeting none = { NOTHING, false };

	c->library = allocate_array(from->kinds + 1, sizeof *c->library);
	c->kind = allocate_array(from->kinds + 1, sizeof *c->kind);
	c->part = allocate_array(from->parts + 1, sizeof *c->part);
	c->stale = allocate_array(from->parts + 1, sizeof *c->stale);
	c->rank = from->rank;
	text_add_bytes(&c->parcel, &none, sizeof none);
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
		free_copies(&p->copies);
	}
	for (size_t i = 0; i < c->kinds; i++)
		if (c->library[i])
			dlclose(c->library[i]);
	free(c->library);
	free(c->kind);
	free(c->part);
	free(c->stale);
	free_copies(&c->copies);
	free(c->crossing);
	text_free(&c->parcel);
	free(c->out);
	free(c);
}
