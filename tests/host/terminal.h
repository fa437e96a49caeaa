/* terminal.h: is there a pseudo-terminal for a test? A bare chroot has none. */
#ifndef FTC_TESTS_HOST_TERMINAL_H
#define FTC_TESTS_HOST_TERMINAL_H

/* NULL if there is one, else why not. */
const char *no_terminal(void);
/* The result of a test in TAP that is skipped as a whole; `why` as no_terminal() returns it. */
void skip_all(const char *why);

#endif
