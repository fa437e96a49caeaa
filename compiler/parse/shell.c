/* shell.c: no shell. */
#include "parse/shell.h"

const struct shell no_shell = { 0 };
