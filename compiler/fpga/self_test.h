/* self_test.h: what a board must do whose bitstream is a self test that passes, for those who watch one. */
#ifndef FTC_FPGA_SELF_TEST_H
#define FTC_FPGA_SELF_TEST_H

#include <stdint.h>

struct board_top;

/* The line behind round `round` (from 1), its end left out. Fresh. */
char *self_test_line(const struct board_top *top, unsigned long round);
/* What is sent in a round: messages; sets of words of a sorter; delivery cycles of a schedule. */
unsigned long self_test_messages(const struct board_top *top);
/* What that is called: "messages". */
const char *self_test_unit(const struct board_top *top);
/* Clocks, rather too many: from power-on to the first round, and from there to the verdict. */
uint64_t self_test_clocks_to_start(const struct board_top *top);
uint64_t self_test_clocks_of_round(const struct board_top *top);

#endif
