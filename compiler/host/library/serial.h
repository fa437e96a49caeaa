/* serial.h: a serial port, or any other descriptor: bytes with a deadline. */
#ifndef FTC_HOST_SERIAL_H
#define FTC_HOST_SERIAL_H

#include <stddef.h>
#include <stdint.h>

#include "ftc-host.h"

/* The port of that name, opened, locked, raw and at that speed. FTC_HOST_DONE and *descriptor; or what is wrong, with *number
 * the errno behind it or 0. */
enum ftc_host_error serial_open(const char *path, unsigned baud, int *descriptor, int *number);
/* Closes and unlocks. */
void serial_close(int descriptor);

/* Sets O_NONBLOCK; returns the flags that were set before, or -1. serial_restore() brings them back. */
int serial_unblock(int descriptor);
void serial_restore(int descriptor, int flags);

/* Milliseconds of a clock that never goes back. */
int64_t serial_now(void);

/* Writes all bytes, or reads at least one and at most `room` into bytes (*got), until `deadline` (serial_now()).
 * FTC_HOST_NO_ANSWER means that the time is up (*got is 0), FTC_HOST_LOST that the line is gone. */
enum ftc_host_error serial_write(int descriptor, const uint8_t *bytes, size_t count, int64_t deadline);
enum ftc_host_error serial_read(int descriptor, uint8_t *bytes, size_t room, int64_t deadline, size_t *got);

#endif
