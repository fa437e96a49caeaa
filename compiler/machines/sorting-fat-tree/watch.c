/* watch.c: counts rounds while a sorting fat-tree is simulated: their words and clocks, and the clocks of their parts. All is
 * read off the timer's commands. The words of a round are those that are delivered before the next one begins. */
#include "machines/sorting-fat-tree/hardware.h"

#include <stdlib.h>

#include "machines/sorting-fat-tree/clocks.h"
#include "machines/sorting-fat-tree/motion.h"
#include "scoreboard.h"
#include "statistics.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/text.h"

enum { COMMAND_BITS = 3 };

/* What the commands begin; ROUND begins the ranks. */
enum part { PART_RANKS, PART_UP, PART_SORT, PART_DOWN, PARTS };
static const char *const part_name[PARTS] = { "ranks", "up", "sort", "down" };

struct watch {
	const struct model_port *command, *vacant;
	uint64_t first, end;		/* rounds that begin in these clocks are counted */
	unsigned bits, bit_count;	/* of the command that is coming in */
	bool begun, over;		/* a round has begun; it is over */
	uint64_t began, words;		/* of the round */
	enum part part;
	uint64_t part_began;
	uint64_t rounds, round_words, part_clocks[PARTS];
	struct histogram *clocks;
	struct sorting_motion *motion;
};

static void *begin(const struct simulation *s)
{
	struct watch *w = allocate_array(1, sizeof *w);
	const struct simulate_options *o = &s->options;
	uint64_t slot = s->network->slot_clocks;

	w->first = simulation_ends_itself(o) ? 0 : o->warmup * slot;
	w->end = simulation_ends_itself(o) ? UINT64_MAX : w->first + o->frames * slot;
	w->clocks = histogram_create();
	w->motion = sorting_motion_new(s);
	return w;
}

static void end_watch(void *watched)
{
	struct watch *w = watched;

	histogram_free(w->clocks);
	sorting_motion_free(w->motion);
	free(w);
}

/* Whether the round that is under way is counted. */
static bool counts(const struct watch *w)
{
	return w->begun && w->began >= w->first && w->began < w->end;
}

static void next_part(struct watch *w, enum part part, uint64_t now)
{
	if (counts(w) && !w->over)
		w->part_clocks[w->part] += now - w->part_began;
	w->part = part;
	w->part_began = now;
}

static void end_words(struct watch *w)
{
	if (counts(w))
		w->round_words += w->words;
	w->words = 0;
}

/* A command has come in whole; its first bit was there in clock `now`. */
static void obey(struct watch *w, uint64_t now)
{
	sorting_motion_command(w->motion, w->bits, now);
	switch (w->bits) {
	case COMMAND_ROUND:
		end_words(w);
		w->begun = true;
		w->over = false;
		w->began = now;
		w->rounds += counts(w);
		next_part(w, PART_RANKS, now);
		break;
	case COMMAND_STAGE:
		if (w->part == PART_RANKS)
			next_part(w, PART_UP, now);
		else if (w->part == PART_SORT)
			next_part(w, PART_DOWN, now);
		break;
	case COMMAND_SORT:
		next_part(w, PART_SORT, now);
		break;
	default:			/* RANK */
		break;
	}
}

static void see(void *context, const struct model *m, uint64_t now)
{
	struct watch *w = context;

	if (!w->command) {
		w->command = model_port(m, "watch_command");
		w->vacant = model_port(m, "watch_vacant");
	}
	if (w->begun && !w->over && w->part == PART_DOWN && model_get(m, w->vacant, 0, 1)) {
		next_part(w, PART_DOWN, now + 1);
		w->over = true;
		if (counts(w))
			histogram_add(w->clocks, now + 1 - w->began);
	}
	unsigned bit = (unsigned)model_get(m, w->command, 0, 1);

	if (w->bit_count == 0 && !bit)
		return;
	w->bits = w->bit_count == 0 ? 1 : 2 * w->bits + bit;
	if (++w->bit_count < COMMAND_BITS)
		return;
	w->bit_count = 0;
	obey(w, now - (COMMAND_BITS - 1));
}

static void note(void *context, const struct flight *which, uint32_t leaf, uint64_t now)
{
	struct watch *w = context;

	sorting_motion_word(w->motion, which->message.source, leaf, now);
	w->words++;
}

static bool check(const struct simulation *s, void *watched)
{
	struct watch *w = watched;

	(void)s;
	end_words(w);
	sorting_motion_end(w->motion);
	return true;
}

static double share(const struct watch *w, uint64_t sum)
{
	return w->rounds ? (double)sum / (double)w->rounds : 0;
}

static void json(const void *watched, json_t *object)
{
	const struct watch *w = watched;
	json_t *parts = json_object();

	JSON_NUMBERS(object, { "rounds", w->rounds }, { "round_words", w->round_words });
	struct latency_summary clocks = latency_of(w->clocks);

	json_object_set_new(object, "round_clocks", latency_json(&clocks));
	for (unsigned k = 0; k < PARTS; k++)
		json_add_real(parts, part_name[k], share(w, w->part_clocks[k]));
	json_object_set_new(object, "part_clocks", parts);
}

static void say(const json_t *object, struct text *out)
{
	double rounds = json_number_value(json_object_get(object, "rounds"));
	double words = json_number_value(json_object_get(object, "round_words"));

	figures_say(object, "  rounds       {rounds}, of ", out);
	text_print(out, "%.4g words each\n", rounds > 0 ? words / rounds : 0);
	if (!figures_has(object, "round_clocks.count"))
		return;
	figures_say(object, "  a round      mean {round_clocks.mean:.1f}, p99 {round_clocks.p99}, max {round_clocks.max} clocks"
		    " until the next may begin, of {round_clocks.count}:", out);
	for (unsigned k = 0; k < PARTS; k++)
		text_print(out, "%s %s %.1f", k > 0 ? "," : "", part_name[k],
			   json_real_value(json_object_get(json_object_get(object, "part_clocks"), part_name[k])));
	text_add(out, "\n");
}

static const struct watcher watcher = {
	.begin = begin, .clock = see, .delivery = note, .check = check, .json = json, .say = say, .free = end_watch,
};

static const struct figure_row figures[] = {
	{ "rounds", "rounds", "rounds in the measured slots" },
	{ "round_words", "words", "words in these rounds" },
	{ "round_clocks.{mean,p50,p99,max}", "clocks", "length of a round" },
	{ "round_clocks.count", "rounds", "rounds measured" },
	{ "round_clocks.exact", "", "false: p50 and p99 are too high by up to 1/2048" },
	{ "part_clocks.{sort,ranks,up,down}", "clocks", "mean length of each part of a round" },
	{ NULL, NULL, NULL },
};

const struct simulator sorting_simulator = {
	.subject = "messages", .check = simulate_messages_check, .tells_trails = true, .run = simulate_messages, .watcher = &watcher,
	.figures = figures,
};
