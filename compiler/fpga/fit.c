/* fit.c: estimates what a network needs on a board. */
#include "fpga/fit.h"

#include <limits.h>
#include <math.h>

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
	message_capture(&said);
	bool good = self_test->check(net, board);
	message_capture(NULL);
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

/* Adds the names of the smallest larger boards that hold the network; returns how many there are. */
static unsigned add_larger(const struct spec *spec, const struct board *than, struct text *names)
{
	enum { MOST_NAMED = 3 };
	size_t count;
	const char *const *name = board_names(&count);
	unsigned named = 0;

	/* In the order of their logic; one board of each device is enough. */
	for (unsigned long above = than->device->logic, next; named < MOST_NAMED; above = next) {
		struct board smallest = {0};

		next = ULONG_MAX;
		for (size_t i = 0; i < count; i++) {
			struct board board;
			if (!board_read(&board, name[i]))
				continue;
			if (board.device->logic > above && board.device->logic < next) {
				board_free(&smallest);
				smallest = board;
				next = board.device->logic;
			} else {
				board_free(&board);
			}
		}
		if (next == ULONG_MAX)
			break;
		struct need need = fit_need(spec, &smallest);
		if (need.known && fit_judge(&smallest, &need) == FITS_YES)
			text_print(names, "%s%s", named++ ? ", " : "", smallest.name);
		board_free(&smallest);
	}
	return named;
}

bool fit_suggest(const struct spec *spec, const struct board *board)
{
	struct text names = {0}, said = {0};

	message_capture(&said);
	unsigned named = add_larger(spec, board, &names);
	message_capture(NULL);
	if (named)
		suggest("%s; fewer payload-bits; or a larger board: %s", spec->machine->smaller, names.bytes);
	else
		suggest("%s; or fewer payload-bits: no larger board holds it", spec->machine->smaller);
	text_free(&names);
	text_free(&said);
	return false;
}
