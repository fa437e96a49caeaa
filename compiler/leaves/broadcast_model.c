/* broadcast_model.c: one rising edge of a leaf's part in broadcasts. Names are those of the templates. */
#include "leaves/broadcast_model.h"

enum { MOST_SILENCES = 3 };

struct broadcast_outputs broadcast_show(const struct broadcast_registers *r, const struct broadcast_inputs *in)
{
	bool judge = r->pending && in->verdict && !r->refused;
	struct broadcast_outputs out = {
		.may_refuse = !in->groups || (r->pending && r->concerned),
		.had_turn = r->pending && in->verdict && r->mine && (in->groups || judge),
		.silence = in->broadcast && in->down_start && !in->answering && !(in->down & in->tree),
		.arrived = (in->broadcast ? 0 : in->complete) | (judge && r->concerned ? in->tree : 0),
		.won = judge && r->mine ? in->tree : 0,
	};

	out.answer = out.may_refuse ? r->refuses & in->tree : 0;
	return out;
}

/* leaf_to_all.v */
static void clock_to_all(struct broadcast_registers *n, const struct broadcast_registers *r,
			 const struct broadcast_inputs *in)
{
	n->pending = (r->pending || (in->broadcast && in->complete & in->tree)) && !in->verdict && !in->rst;
	n->renew = in->broadcast && in->load_body;
}

/* leaf_group.v */
static void clock_group(struct broadcast_registers *n, const struct broadcast_registers *r,
			const struct broadcast_inputs *in, const struct broadcast_outputs *out)
{
	bool begins = in->down_start && !in->answering;

	n->start = begins;
	if (begins)
		n->listening = in->broadcast && in->down & in->tree;
	else if (in->known || in->rst)
		n->listening = false;
	n->pending = (r->pending || (r->listening && in->known)) && !r->start && !in->rst;
	n->renew = (in->broadcast && out->may_refuse && !r->refuses) || (out->silence && r->silences == MOST_SILENCES);
	n->silences = r->owed ? (r->silences + out->silence) & MOST_SILENCES : 0;
}

/* What the source registers say of the messages in them. */
static void clock_sources(struct broadcast_registers *n, const struct broadcast_registers *r,
			  const struct broadcast_inputs *in)
{
	n->several = (r->several & ~in->move) | (r->several >> 1 & in->move);
	n->several = (n->several & ~(in->take | in->take_own)) | (in->broadcast ? in->take & in->tree : 0);
	if (in->down_start && !in->answering && in->broadcast && in->down & in->tree) {
		n->mine = in->mine;
		n->concerned = in->member && !in->mine;
	}
}

void broadcast_clock(struct broadcast_registers *n, const struct broadcast_inputs *in, const struct broadcast_outputs *out)
{
	const struct broadcast_registers before = *n, *r = &before;
	bool holds_broadcast = r->several & 1;

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
		n->refused = in->down & in->tree;
	n->hold_back = (r->hold_back || out->had_turn) && !out->silence && !in->rst;
	n->blamed = in->broadcast && r->refuses && out->may_refuse;
	n->owed = (r->owed || (r->blamed && !holds_broadcast)) && !r->renew && !in->rst;
	n->closed = in->holds || (r->owed && !in->broadcast);
	n->won_it = in->decided || in->rst ? 0 : r->won_it | out->won;
}

bool broadcast_idle(const struct broadcast_registers *r)
{
	return !(r->refuses || r->won_it || r->listening || r->pending || r->hold_back || r->blamed || r->owed || r->closed
		 || r->silences);
}
