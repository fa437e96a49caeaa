/* broadcast_model.c: one rising edge of a leaf's part in broadcasts. Names are those of the templates. */
#include "leaves/broadcast_model.h"

enum { MOST_SILENCES = 3 };

static uint32_t mask(bool all)
{
	return all ? UINT32_MAX : 0;
}

/* What the lanes of the trees say: of each by itself, or of all together. */
static uint32_t of_trees(const struct broadcast_inputs *in, uint32_t lanes)
{
	lanes &= in->tree;
	return in->at_once ? lanes : mask(lanes);
}

struct broadcast_outputs broadcast_show(const struct broadcast_registers *r, const struct broadcast_inputs *in)
{
	uint32_t judge = in->verdict ? r->pending & ~r->refused : 0;
	bool begins = in->broadcast && in->down_start && !in->answering;
	struct broadcast_outputs out = {
		.may_refuse = in->groups ? r->pending & r->concerned : UINT32_MAX,
		.had_turn = in->groups ? r->pending & r->mine & mask(in->verdict) : judge & r->mine,
		.silent = begins ? ~of_trees(in, in->down) : 0,
		.arrived = (in->broadcast ? 0 : in->complete) | (judge & r->concerned & in->tree),
		.won = judge & r->mine & in->tree,
	};

	out.answer = out.may_refuse & r->refuses & in->tree;
	return out;
}

/* leaf_to_all.v */
static void clock_to_all(struct broadcast_registers *n, const struct broadcast_registers *r,
			 const struct broadcast_inputs *in)
{
	n->pending = in->verdict || in->rst ? 0 : r->pending | (in->broadcast ? of_trees(in, in->complete) : 0);
	n->renew = mask(in->broadcast && in->load_body);
}

/* leaf_group.v */
static void clock_group(struct broadcast_registers *n, const struct broadcast_registers *r,
			const struct broadcast_inputs *in, const struct broadcast_outputs *out)
{
	bool begins = in->down_start && !in->answering, silence = !~out->silent;
	uint32_t refused = in->at_once ? r->refuses : mask(r->refuses);

	n->start = begins;
	if (begins)
		n->listening = in->broadcast ? of_trees(in, in->down) : 0;
	else if (in->known || in->rst)
		n->listening = 0;
	n->pending = r->start || in->rst ? 0 : r->pending | (in->known ? r->listening : 0);
	n->renew = (in->broadcast ? out->may_refuse & ~refused : 0) | mask(silence && r->silences == MOST_SILENCES);
	n->silences = r->owed ? (r->silences + silence) & MOST_SILENCES : 0;
}

/* What the source registers say of the messages in them. */
static void clock_sources(struct broadcast_registers *n, const struct broadcast_registers *r,
			  const struct broadcast_inputs *in)
{
	n->several = (r->several & ~in->move) | (r->several >> 1 & in->move);
	n->several = (n->several & ~(in->take | in->take_own)) | (in->broadcast ? in->take & in->tree : 0);
	if (in->down_start && !in->answering && in->broadcast) {
		uint32_t heard = of_trees(in, in->down);

		n->mine = (r->mine & ~heard) | (in->mine & heard);
		n->concerned = (r->concerned & ~heard) | (in->member & ~in->mine & heard);
	}
}

void broadcast_clock(struct broadcast_registers *n, const struct broadcast_inputs *in, const struct broadcast_outputs *out)
{
	const struct broadcast_registers before = *n, *r = &before;
	bool holds_broadcast = r->several & 1, unicast_first = in->at_once && r->starved;

	if (in->groups)
		clock_group(n, r, in, out);
	else
		clock_to_all(n, r, in);
	clock_sources(n, r, in);
	n->refuses = in->load_body ? 0 : r->refuses;
	if (in->down_start && !in->answering)
		n->refuses |= in->down & ~in->open;
	if (in->rst)
		n->refuses = 0;
	if (in->down_start && in->answering)
		n->refused = of_trees(in, in->down);
	n->hold_back = in->rst ? 0 : (r->hold_back | out->had_turn) & ~out->silent;
	n->blamed = in->broadcast && r->refuses & out->may_refuse && !unicast_first;
	n->owed = (r->owed || (r->blamed && !holds_broadcast)) && !r->renew && !in->rst;
	n->closed = in->holds || (in->broadcast ? unicast_first : r->owed);
	n->came = in->down_start && !in->answering && !in->broadcast;
	n->starved = (r->came ? r->refuses && !in->turned_any && !r->owed : r->starved) && !in->rst;
	n->won_it = in->decided || in->rst ? 0 : r->won_it | out->won;
}

bool broadcast_idle(const struct broadcast_registers *r)
{
	return !(r->refuses || r->won_it || r->listening || r->pending || r->hold_back || r->blamed || r->owed || r->closed
		 || r->came || r->starved || r->silences);
}
