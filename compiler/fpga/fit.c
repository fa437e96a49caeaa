/* fit.c: estimates what a network needs on a board. */
#include "fpga/fit.h"

#include <math.h>
#include <stdlib.h>

#include "fpga/application.h"
#include "fpga/clock.h"
#include "network/cost.h"
#include "network/machine.h"
#include "network/network.h"
#include "shells/shells.h"
#include "util/message.h"

const char *const fits_words[] = {
	[FITS_YES] = "yes", [FITS_TIGHT] = "tight", [FITS_NO] = "no", [FITS_UNKNOWN] = "unknown",
};

/* Adds the drivers of its shell, through which the self test uses the leaves. */
static void add_drivers(struct need *need, const struct network *net)
{
	struct shell_logic one = net->spec->shell->driver_logic(net);

	need->lut4 += net->spec->leaves * one.lut4;
	need->ff += net->spec->leaves * one.ff;
	need->cells += net->spec->leaves * one.cells;
}

double fit_clock(const struct spec *spec, const struct board *board)
{
	return spec->clock_mhz > 0 ? spec->clock_mhz : clock_default(board, spec, application_default(spec));
}

/* Whether its self test, if it has one, takes such a network. Why it does not, `ftc build` says. */
static bool passes(const struct network *net, const struct board *board)
{
	const struct application *self_test = application_of(APPLICATION_SELF_TEST, net->spec);
	struct text said = {0};

	if (application_default(net->spec) != APPLICATION_SELF_TEST)
		return true;
	struct text *before = message_capture(&said);
	bool good = self_test->check(net, board);
	message_capture(before);
	text_free(&said);
	return good;
}

struct need fit_need(const struct spec *spec, const struct board *board)
{
	const struct application *application = application_of(application_default(spec), spec);
	struct spec changed = *spec;
	struct need need = { .clock_mhz = fit_clock(spec, board), .hears = application->hears };

	changed.family = device_family(board->device);
	changed.clock_mhz = (unsigned)need.clock_mhz;
	changed.probe = false;
	struct network *net = network_new(&changed);
	if (!net)
		return (struct need){ .known = false };
	struct cost cost = network_cost(net);

	need.known = shell_check(net);
	need.alone = need.known && (shell_hides_streams(spec) || !passes(net, board));
	need.fitted = changed.family->fitted;
	need.lut4 = cost.lut4;
	need.ff = cost.ff;
	need.cells = cost.cells;
	need.ram = (double)cost_block_rams(&cost, changed.family);
	if (!need.alone)
		application->add_need(&need, spec, board);
	if (spec->shell->driver_logic && !need.alone)
		add_drivers(&need, net);
	network_free(net);
	return need;
}

bool fit_all(const struct spec *spec, const struct board *boards, unsigned long count, struct need *need)
{
	bool known = true;

	for (size_t i = 0; i < count && known; i++) {
		need[i] = (struct need){ .known = false };
		for (size_t k = 0; k < i && !need[i].known; k++)
			if (device_family(boards[k].device) == device_family(boards[i].device)
			    && need[k].clock_mhz == fit_clock(spec, &boards[i]))
				need[i] = need[k];
		if (!need[i].known)
			need[i] = fit_need(spec, &boards[i]);
		known = need[i].known;
	}
	return known;
}

void fit_warn(const struct spec *spec)
{
	const struct device *largest = device_largest();
	struct spec there = *spec;

	there.family = device_family(largest);
	struct network *net = network_elaborate(&there);
	unsigned long lut4 = network_cost(net).lut4;

	network_free(net);
	if (lut4 <= largest->logic)
		return;
	warning("%s needs about %lu LUT4, and the largest known board has %lu: no board holds it", spec->source, lut4, largest->logic);
	suggest("ftc boards %s", shell_word(spec->source));
}

double fit_share(const struct board *board, const struct need *need)
{
	double logic = (double)board->device->logic;

	return (device_family(board->device)->lone_flip_flops ? fmax(need->lut4, need->ff) : need->cells) / logic;
}

enum fits fit_judge(const struct board *board, const struct need *need)
{
	if (!need->fitted)
		return FITS_UNKNOWN;
	if (need->ram > (double)board->device->ram || (need->hears && !board->uart))
		return FITS_NO;
	double full = fit_share(board, need) / board->device->fill_limit;

	return full <= 0.85 ? FITS_YES : full <= 1.1 ? FITS_TIGHT : FITS_NO;
}

static int by_logic(const void *a, const void *b)
{
	const struct board *x = a, *y = b;

	return (x->device->logic > y->device->logic) - (x->device->logic < y->device->logic);
}

/* All boards, the smallest first. */
static struct board *boards_by_logic(size_t *count)
{
	size_t named;
	const char *const *name = board_names(&named);
	struct board *board = allocate_array(named + 1, sizeof *board);

	*count = 0;
	for (size_t i = 0; i < named; i++)
		*count += board_read(&board[*count], name[i]);
	qsort(board, *count, sizeof *board, by_logic);
	return board;
}

/* Does the board run the application at the clock, whatever the network's size? */
static bool runs(const struct board *board, const struct spec *spec, enum application_kind application, double mhz)
{
	struct pll pll;

	return (board->uart || !application_of(application, spec)->hears) && clock_choose(board, spec, application, mhz, &pll);
}

/* Adds the names of the smallest boards of more logic that hold the network as `how` says, one of each size. */
static unsigned add_larger(const struct spec *spec, const struct board *than, enum application_kind application, double mhz,
			   enum fits how, struct text *names)
{
	enum { MOST_NAMED = 3 };
	size_t count;
	unsigned named = 0;
	struct board *board = boards_by_logic(&count);

	for (size_t i = 0; i < count; i++) {
		unsigned long above = than->device->logic;
		if (named == MOST_NAMED || board[i].device->logic <= above || !runs(&board[i], spec, application, mhz))
			continue;
		struct need need = fit_need(spec, &board[i]);
		if (!need.known || fit_judge(&board[i], &need) != how)
			continue;
		text_print(names, "%s%s", named++ ? ", " : "", board[i].name);
		while (i + 1 < count && board[i + 1].device->logic == board[i].device->logic)
			i++;
	}
	for (size_t i = 0; i < count; i++)
		board_free(&board[i]);
	free(board);
	return named;
}

bool fit_suggest(const struct spec *spec, const struct board *board, enum application_kind application, double mhz)
{
	struct text names = {0}, said = {0};
	const char *smaller = spec->machine->smaller;

	struct text *before = message_capture(&said);
	bool yes = add_larger(spec, board, application, mhz, FITS_YES, &names);
	bool tight = !yes && add_larger(spec, board, application, mhz, FITS_TIGHT, &names);
	message_capture(before);
	if (yes || tight)
		suggest("%s; fewer payload-bits; or a larger board: %s%s", smaller, names.bytes, tight ? ", though it may be tight" : "");
	else
		suggest("%s; or fewer payload-bits: no larger board holds it", smaller);
	text_free(&names);
	text_free(&said);
	return false;
}
