/* board_report.h: a board, explained to a person or to a program. */
#ifndef FTC_FPGA_BOARD_REPORT_H
#define FTC_FPGA_BOARD_REPORT_H

#include <jansson.h>

#include "fpga/board.h"

/* The tool that loads a bitstream: the first word of the board's last command. */
const char *board_loader(const struct board *board);

/* Kilobits of block RAM. */
unsigned long board_ram_kbit(const struct board *board);

/* Adds a page about the board: what the following object says. */
void board_report(const struct board *board, struct text *out);

/* The same as a fresh object, without ports. docs/how-to/boards.md lists its keys. */
json_t *board_report_json(const struct board *board);

/* The ports that a top module of one's own may have, as a fresh list of objects. */
json_t *board_ports_json(const struct board *board);

#endif
