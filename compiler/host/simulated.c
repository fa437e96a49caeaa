/* simulated.c: a board behind a pseudo-terminal.
 *
 *   pseudo-terminal --bytes--> uart --bits--> model
 *                   <--bytes--      <--bits--
 */
#define _GNU_SOURCE			/* posix_openpt, ptsname_r */
#include "host/simulated.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <termios.h>
#include <unistd.h>

#include "fpga/board_model.h"
#include "uart.h"
#include "util/cleanup.h"
#include "util/file.h"
#include "util/keeper.h"
#include "util/message.h"

enum {
	QUIET_CLOCKS = 4096,		/* longer than a bridge takes to answer */
	LOOK_CLOCKS = 256,		/* between two checks for new bytes */
	BUFFER = 4096,
};

/* The board, and its end of the terminal. */
struct desk {
	int terminal;
	struct model *model;
	struct uart uart;
	double clocks_per_bit;
	uint64_t reset_clocks;		/* from power-on until the bridge listens */
	bool works_long;		/* see struct application */
	bool owes;			/* it has heard something since it has said something */
	unsigned char in[BUFFER], out[BUFFER];
	size_t in_at, in_count, out_count;
};

/* Passes received bytes on. False when the terminal is gone. */
static bool give(struct desk *d)
{
	for (size_t at = 0; at < d->out_count;) {
		ssize_t done = write(d->terminal, d->out + at, d->out_count - at);

		if (done < 0 && errno != EINTR && errno != EAGAIN)
			return false;
		if (done < 0)
			poll(&(struct pollfd){ .fd = d->terminal, .events = POLLOUT }, 1, -1);
		else
			at += (size_t)done;
	}
	d->out_count = 0;
	return true;
}

static bool take(struct desk *d, int wait_ms)
{
	struct pollfd p = { .fd = d->terminal, .events = POLLIN };

	if (poll(&p, 1, wait_ms) <= 0 || !(p.revents & POLLIN))
		return !(p.revents & (POLLERR | POLLNVAL));
	ssize_t count = read(d->terminal, d->in, sizeof d->in);
	d->in_at = 0;
	d->in_count = count > 0 ? (size_t)count : 0;
	return count > 0 || errno == EINTR || errno == EAGAIN;
}

/* One clock; *quiet counts those since the last activity on the line, or since the board owes nothing. */
static void step(struct desk *d, unsigned *quiet)
{
	if (uart_is_ready(&d->uart) && d->in_at < d->in_count) {
		uart_send(&d->uart, d->in[d->in_at++]);
		d->owes = d->works_long;
	}
	int byte = uart_clock(&d->uart);
	if (byte >= 0) {
		d->out[d->out_count++] = (unsigned char)byte;
		d->owes = false;
	}
	*quiet = uart_is_idle(&d->uart) && !d->owes ? *quiet + 1 : 0;
}

static void serve(struct desk *d)
{
	unsigned quiet = 0;

	for (uint64_t i = 0; i < d->reset_clocks; i++)
		uart_clock(&d->uart);
	for (bool alive = true; alive;) {
		for (unsigned i = 0; i < LOOK_CLOCKS && d->out_count < BUFFER; i++)
			step(d, &quiet);
		if (d->in_at == d->in_count)
			alive = (quiet < QUIET_CLOCKS && d->out_count < BUFFER) || give(d);
		else if (d->out_count == BUFFER)
			alive = give(d);
		if (alive && d->in_at == d->in_count)
			alive = take(d, quiet < QUIET_CLOCKS ? 0 : -1);
	}
}

static int open_terminal(char *name, size_t room, int *other_end)
{
	struct termios raw;
	int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);

	if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0 || ptsname_r(terminal, name, room) != 0)
		return -1;
	/* Keep it open while the board exists: hosts may come and go. */
	*other_end = open_file(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (*other_end < 0 || tcgetattr(*other_end, &raw) != 0)
		return -1;
	cfmakeraw(&raw);
	return tcsetattr(*other_end, TCSANOW, &raw) == 0 ? terminal : -1;
}

static char *make_model(const struct stack *stack, const struct board_top *top)
{
	struct output rtl = {0};
	char *library = NULL;

	if (stack_emit(stack, top->net, top->invocation, &rtl) && board_top_emit(top, "rtl", &rtl))
		library = board_model(top, &rtl, NULL, 0);
	output_free(&rtl);
	return library;
}

/* The board's process: only its end of the terminal matters to it. */
static void be_board(struct desk *d, const char *library, pid_t host)
{
	cleanup_disown();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != host)
		_exit(1);
	signal(SIGINT, SIG_IGN);	/* the host gets it, and ends this process */
	d->model = model_open(library);
	if (d->model) {
		uart_start(&d->uart, d->model, model_port(d->model, "uart_tx"), model_port(d->model, "uart_rx"),
			   d->clocks_per_bit);
		serve(d);
	}
	_exit(1);
}

bool board_simulation_run(struct board_simulation *s, const char *library, const struct board_top *top, double mhz)
{
	struct desk *d = allocate(sizeof *d);
	int other_end = -1;
	pid_t host = getpid();
	char name[64];

	*s = (struct board_simulation){0};
	*d = (struct desk){
		.clocks_per_bit = mhz * 1e6 / top->baud, .reset_clocks = board_top_reset_clocks(top) + LOOK_CLOCKS,
		.works_long = application_of(top->application, top->net->spec)->works_long,
	};
	d->terminal = open_terminal(name, sizeof name, &other_end);
	if (d->terminal < 0)
		error("there is no pseudo-terminal for the simulated board: %s", strerror(errno));
	else if ((s->process = fork()) == 0)
		be_board(d, library, host);
	if (d->terminal >= 0) {
		close(d->terminal);
		s->terminal = other_end;
	}
	free(d);
	if (s->process < 0)
		error("the simulated board cannot be started: %s", strerror(errno));
	if (s->process <= 0)
		return false;
	cleanup_set_companion(s->process);
	s->port = copy_string(name);
	return true;
}

bool board_simulation_start(struct board_simulation *s, const struct stack *stack, const struct board_top *top)
{
	char *library = make_model(stack, top);
	bool done = library && board_simulation_run(s, library, top, top->pll->output_mhz);

	if (!library)
		*s = (struct board_simulation){0};
	free(library);
	return done;
}

void board_simulation_stop(struct board_simulation *s)
{
	int status;

	if (s->process > 0) {
		cleanup_set_companion(0);
		/* If it cannot be killed, it ends with ftc. */
		if (kill(s->process, SIGKILL) == 0)
			wait_for_end(s->process, &status);
		close(s->terminal);
	}
	free(s->port);
	*s = (struct board_simulation){0};
}
