/* mapped.c: the message for a full disk behind a mapped file. */
#include "util/mapped.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/message.h"
#include "util/text.h"

/* Ready before the signal: the handler may not make strings. */
static char *told;
static char *written;		/* the path */

static void on_bus_error(int signal, siginfo_t *information, void *context)
{
	static const char erase[] = "\033[K";	/* a line of progress */

	(void)context;
	if (information->si_code != BUS_ADRERR) {
		raise(signal);		/* the usual end, on return and by SA_RESETHAND */
		return;
	}
	if (isatty(STDERR_FILENO))
		(void)!write(STDERR_FILENO, erase, sizeof erase - 1);
	(void)!write(STDERR_FILENO, told, strlen(told));
	cleanup_in_handler();
	_exit(EXIT_WORK_FAILED);
}

void mapped_begin(const char *path)
{
	struct sigaction action = { .sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO | SA_RESETHAND };

	mapped_end();
	written = copy_string(path);
	told = message_text("%s cannot be written: %s", path, strerror(ENOSPC));
	sigaction(SIGBUS, &action, NULL);
}

void mapped_end(void)
{
	struct sigaction usual = { .sa_handler = SIG_DFL };

	sigaction(SIGBUS, &usual, NULL);
	free(told);
	free(written);
	told = written = NULL;
}

void mapped_failed(int reason)
{
	error("%s cannot be written: %s", written, strerror(reason));
	exit(EXIT_WORK_FAILED);
}
