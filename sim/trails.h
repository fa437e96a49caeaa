/* trails.h: the ways of words through a network, as its model in C tells them.
 *
 * A try is a word's journey from its leaf until it arrives or is lost: in a fat-tree all of it in one slot, and a lost word is
 * tried again; in a network whose nodes store words, link by link, with waits in between. A step is a slot, or a frame, or a batch, of
 * the model. Vertices are those of the machine's drawing, by level and index.
 *
 * In a network that has one way from leaf to leaf the machine knows which links those are (way of struct machine_report): of a try
 * there are only the number of links, and the wires.
 *
 * The verilated network tells nothing: its inside is not on its ports. What it does may follow from its commands and deliveries. */
#ifndef FTC_SIM_TRAILS_H
#define FTC_SIM_TRAILS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How a try ends. */
enum trail_end {
	TRAIL_LOST,			/* behind its last link, by other words; or it is still under way */
	TRAIL_REFUSED,			/* it came to its leaf, which did not take it */
	TRAIL_ARRIVED,
	TRAIL_ENDS
};

enum { TRAIL_PARTS = 3 };

struct trail_step {
	uint64_t clock;			/* in which it begins */
	uint32_t lasts;			/* clocks in which a word passes its links of this step; 0: each takes a slot */
	uint32_t part[TRAIL_PARTS];	/* its numbers: see trails.part */
};

struct trail {
	uint32_t step;			/* in which it begins: trails.step[] */
	uint32_t source, destination;	/* leaves, from 0 */
	uint32_t first_hop;		/* of trails.hop[], after trails_sort(); by_way: none */
	uint32_t hops;
	enum trail_end end;
};

/* There are many: a run is to take little longer for them. */
struct trail_hop {
	uint32_t link;			/* of trails.link[] */
	uint32_t wire;			/* of the link, from 0; TRAIL_ASIDE: it leads off the word's way: another word has the one that it wants */
};
#define TRAIL_ASIDE ((uint32_t)1 << 31)

/* From vertex to vertex: trail_vertex(). */
struct trail_link {
	uint64_t from, to;
	uint32_t wires;			/* words that it takes in a step */
};

/* Where a link stands in trails.link[]. */
struct trail_place {
	uint64_t from, to;
	uint32_t number;		/* + 1; 0: the place is free */
};

/* A hop that is not yet beside those of its trail. */
struct open_hop {
	struct trail_hop hop;
	uint32_t trail, step;
};

struct trails {
	size_t most;			/* hops, at most: behind them nothing is kept */
	bool cut;			/* there were more */
	struct trail_step *step;	/* [steps]: by clocks, ascending */
	size_t steps;
	const char *part[TRAIL_PARTS];	/* what the numbers of steps are of: "round", "stage", "batch"; NULL: they have none */
	struct trail *trail;
	size_t trails;
	struct trail_hop *hop;		/* after trails_sort(): those of a trail side by side, in their order */
	size_t hops, hop_room;
	bool by_way;			/* trails are those of trails_whole(): hop[] is empty */
	uint8_t *wire;			/* [wires]: of these, trail by trail */
	size_t wires, wire_room;
	bool wide;			/* links have more wires than such a number tells */
	uint32_t *step_of;		/* [hops]: when each enters its link; NULL: in the step of its trail */
	struct open_hop *open;		/* [opens]: of the present step, or of all if trails go on in later steps */
	size_t opens, open_room;
	size_t open_trail;		/* the first trail of these */
	bool spans;			/* trails go on in later steps */
	bool strays;			/* links lead off words' ways */
	struct trail_link *link;	/* that words have entered, in the order in which they first did */
	size_t links;
	struct trail_place *table;	/* [table_size]: links by hash */
	size_t table_size;		/* a power of two */
};

/* The step in which a hop of a trail enters its link. */
static inline uint32_t trails_step_of(const struct trails *t, const struct trail *trail, size_t hop)
{
	return t->step_of ? t->step_of[hop] : trail->step;
}

/* No trail: of words that began when nothing more was kept. */
#define NO_TRAIL UINT32_MAX

/* A vertex as one number. */
static inline uint64_t trail_vertex(unsigned level, unsigned index)
{
	return (uint64_t)level << 32 | index;
}

struct trails *trails_new(size_t most);
/* Accepts NULL. */
void trails_free(struct trails *t);

/* A step begins in this clock, and takes what follows. */
void trails_step(struct trails *t, uint64_t clock);
/* The same, of steps in which words pass several links; `part`: [TRAIL_PARTS]. */
void trails_long_step(struct trails *t, uint64_t clock, unsigned lasts, const uint32_t *part);
/* A word sets out; it is lost until trails_end() says otherwise. Returns the number of its trail, or NO_TRAIL. */
uint32_t trails_begin(struct trails *t, uint32_t source, uint32_t destination);
/* The number of a link: its place in trails.link[]. */
uint32_t trails_link(struct trails *t, const struct trail_link *link);
/* Makes room for a hop. */
void trails_prepare(struct trails *t, uint32_t trail);

/* The word enters the link of this number, by one of its wires. Nothing happens to NO_TRAIL. */
static inline void trails_enter(struct trails *t, uint32_t trail, uint32_t link, unsigned wire)
{
	if (trail == NO_TRAIL)
		return;
	if (t->opens == t->open_room || trail < t->open_trail)
		trails_prepare(t, trail);
	t->open[t->opens++] = (struct open_hop){ { link, wire }, trail, (uint32_t)t->steps - 1 };
	t->trail[trail].hops++;
}

/* Where the search for a link in trails.table[] begins. */
static inline size_t trails_hash(const struct trails *t, uint64_t from, uint64_t to)
{
	return ((from * 0x9e3779b97f4a7c15u ^ to) * 0xd6e8feb86659fd93u) >> 32 & (t->table_size - 1);
}

/* The same, by the link's ends. */
static inline void trails_hop(struct trails *t, uint32_t trail, const struct trail_link *link, unsigned wire)
{
	const struct trail_place *place = &t->table[trails_hash(t, link->from, link->to)];
	bool here = place->number && place->from == link->from && place->to == link->to;

	if (trail != NO_TRAIL)
		trails_enter(t, trail, here ? place->number - 1 : trails_link(t, link), wire);
}

/* The word has taken so many links of the way between its ends, each in the step in which it began. `wire`: [wires], of those links
 * that have several, in their order. All trails of a run are told so, or none. */
void trails_whole(struct trails *t, uint32_t trail, unsigned hops, const uint8_t *wire, unsigned wires);

/* The link that the last trails_hop() has entered leads off the word's way. */
void trails_aside(struct trails *t, uint32_t trail);
void trails_end(struct trails *t, uint32_t trail, enum trail_end end);

/* Puts all hops in their order. */
void trails_sort(struct trails *t);

#endif
