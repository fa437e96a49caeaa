/* control_model.c: when the parts of a sorting fat-tree are told what: the timer's commands, and all that follows
 * from them. */
#include "machines/sorting-fat-tree/control.h"

enum {
	COMMAND_BITS = 3,
	STROBE = 3,			/* clocks from a command's first bit at the root until it obeys; a level below does a clock later */
	COUNTED = 4,			/* clocks, with one for each level of nodes, from RANK's first bit until leaves say that they count */
};

void sorting_control_start(struct sorting_control *c, const struct sorting_shape *s)
{
	*c = (struct sorting_control){ .shape = s, .has_blocks = s->mesh_side > 1, .least = s->times.pause };
}

/* ---- the timer ------------------------------------------------------------------------------------------------- */

static const struct sorting_said *said_at(const struct sorting_control *c, unsigned long clock)
{
	return &c->said[clock % SORTING_REMEMBERED];
}

/* What nodes of a level obey in a clock. */
static const struct sorting_said *obeyed(const struct sorting_control *c, unsigned level, unsigned long clock)
{
	return said_at(c, clock - STROBE - level);
}

static unsigned rank_count(const struct sorting_control *c)
{
	return c->shape->batches > 1 ? c->shape->height : 0;
}

/* Number timer.next of the round's commands. */
static enum sorting_command next_command(const struct sorting_control *c)
{
	unsigned ranks = rank_count(c), next = c->next;

	if (next == 0)
		return COMMAND_ROUND;
	if (next <= ranks)
		return COMMAND_RANK;
	return next == ranks + c->has_blocks + c->shape->up_stages + 1 ? COMMAND_SORT : COMMAND_STAGE;
}

static void say(struct sorting_control *c, enum sorting_command command)
{
	unsigned ranks = rank_count(c), last = ranks + c->has_blocks + c->shape->up_stages + c->shape->down_stages + 1;

	if (command == COMMAND_ROUND)
		c->said_stages = c->ranks = 0;
	if (command == COMMAND_RANK)
		c->ranked[c->ranks++] = c->now + 1;
	c->said[(c->now + 1) % SORTING_REMEMBERED] = (struct sorting_said){ command, (int)c->said_stages - c->has_blocks };
	c->said_stages += command == COMMAND_STAGE;
	c->clocks = 0;
	c->next = c->next == last ? 0 : c->next + 1;
	c->least = c->next > 0 && c->next <= ranks ? c->shape->times.spacing : c->shape->times.pause;
}

/* A round begins if there is a wish, and room; other commands but RANK when all is done. */
static void step_timer(struct sorting_control *c, bool done, bool may_begin)
{
	enum sorting_command command = next_command(c);
	bool may = command == COMMAND_RANK || (done && (command != COMMAND_ROUND || may_begin));

	c->said[(c->now + 1) % SORTING_REMEMBERED] = (struct sorting_said){ 0 };
	if (++c->clocks >= c->least && may)
		say(c, command);
}

/* The bit of a command that vertices of a level see. */
bool sorting_control_bit(const struct sorting_control *c, unsigned level)
{
	for (unsigned bit = 0; bit < COMMAND_BITS; bit++)
		if (said_at(c, c->now - level - bit)->command >> (COMMAND_BITS - 1 - bit) & 1)
			return true;
	return false;
}

/* ---- ranks ----------------------------------------------------------------------------------------------------- */

/* The number of a word is told bit by bit: each leaf with a word of a level adds 1 to what goes up, and gets the sum
 * of those to its left. It does so twice: behind RANK, with a mark, from which on the sums begin afresh; and when its
 * number comes. */
enum pass { ASKED, TOLD, PASSES };

/* The clock in which leaves add their 1 for RANK number `rank`: that for level H - 1 - rank. */
static unsigned long adds_at(const struct sorting_control *c, enum pass pass, unsigned rank)
{
	const struct sorting_shape *s = c->shape;
	unsigned long asked = c->ranked[rank] + s->height + COUNTED;

	return pass == ASKED ? asked : asked + s->levels + s->height - 1 + s->times.hold + s->times.wait + s->batch_bits + 2;
}

bool sorting_control_asks(const struct sorting_control *c, unsigned long clock)
{
	for (unsigned rank = 0; rank < c->ranks; rank++)
		if (adds_at(c, ASKED, rank) == clock)
			return true;
	return false;
}

static bool counts_at(const struct sorting_control *c, unsigned long clock)
{
	for (unsigned rank = 0; rank < c->ranks; rank++)
		if (adds_at(c, TOLD, rank) == clock)
			return true;
	return sorting_control_asks(c, clock);
}

static bool numbers_open_at(const struct sorting_control *c, unsigned long clock)
{
	return c->ranks > 0 && adds_at(c, TOLD, 0) == clock + c->shape->batch_bits + 1;
}

/* Words of leaves first .. end - 1 that turn at a level. */
static uint64_t words_of(const struct sorting_terminal *t, unsigned level, unsigned first, unsigned end)
{
	uint64_t count = 0;

	for (unsigned k = first; k < end; k++)
		count += t[k].peak == level;
	return count;
}

/* The bit of the sum of those leaves that belongs to what they add in clock `clock`. */
bool sorting_control_sum(const struct sorting_control *c, const struct sorting_terminal *t, unsigned first, unsigned end,
			 unsigned long clock)
{
	uint64_t sum = 0;
	unsigned long last = 0;

	for (unsigned k = 0; k < PASSES * c->ranks; k++) {
		enum pass pass = k < c->ranks ? ASKED : TOLD;
		unsigned long at = adds_at(c, pass, k % c->ranks);

		if (at > clock)
			break;
		sum = pass == ASKED || at - last > 63 ? 0 : sum >> (at - last);
		sum += words_of(t, c->shape->height - 1 - k % c->ranks, first, end);
		last = at;
	}
	return clock - last < 64 && sum >> (clock - last) & 1;
}

/* ---- the pace -------------------------------------------------------------------------------------------------- */

/* Whether the lowest nodes have obeyed a STAGE in which a batch sets out. */
static bool is_batch(const struct sorting_control *c, const struct sorting_said *s)
{
	return s->command == COMMAND_STAGE && s->stage >= 0 && s->stage % 2 == 0 && (unsigned)s->stage < 2 * c->shape->batches;
}

static const struct sorting_said *lowest_obeyed(const struct sorting_control *c, unsigned clocks_ago)
{
	return obeyed(c, c->shape->height - 1, c->now - clocks_ago);
}

struct sorting_pace sorting_control_pace(const struct sorting_control *c)
{
	const struct sorting_said *second = lowest_obeyed(c, 2);
	bool ranked = c->shape->batches > 1;

	return (struct sorting_pace){
		.round = lowest_obeyed(c, 1)->command == COMMAND_ROUND, .stage = lowest_obeyed(c, 1)->command == COMMAND_STAGE,
		.order = second->command == COMMAND_STAGE && second->stage < 0, .batch_begins = is_batch(c, lowest_obeyed(c, 3)),
		.send = is_batch(c, lowest_obeyed(c, 5)), .rises = c->has_blocks && c->in_round && c->stages < 2 * c->shape->batches,
		.batch = c->stages / 2 % c->shape->batches, .step = ranked && counts_at(c, c->now + 1),
		.opens = ranked && (second->command == COMMAND_ROUND || numbers_open_at(c, c->now)),
		.sum_first = ranked && sorting_control_asks(c, c->now),
	};
}

/* Stages of the round as the pace has counted them by the next clock. */
static void count_stages(struct sorting_control *c)
{
	const struct sorting_said *first = lowest_obeyed(c, 1);

	if (first->command == COMMAND_ROUND) {
		c->in_round = true;
		c->stages = 0;
	} else if (first->command == COMMAND_STAGE && first->stage >= 0) {
		c->stages++;
	}
}

/* ---- clocks ---------------------------------------------------------------------------------------------------- */

enum sorting_command sorting_control_obeyed(const struct sorting_control *c, unsigned level)
{
	return obeyed(c, level, c->now)->command;
}

bool sorting_control_rests(const struct sorting_control *c)
{
	return c->next == 0 && c->clocks + 1 >= c->least;
}

void sorting_control_step(struct sorting_control *c, bool done, bool may_begin)
{
	step_timer(c, done, may_begin);
	count_stages(c);
	c->now++;
}
