/* serial.h: a serial port, or any other descriptor: bytes with a deadline. */
#ifndef FTC_HOST_SERIAL_H
#define FTC_HOST_SERIAL_H

#include <stddef.h>
#include <stdint.h>

#include "ftc-host.h"

/* Opens the port, locks it, makes it raw and sets the rate. FTC_HOST_DONE and *descriptor; otherwise the error, with
 * *number its errno or 0. */
enum ftc_host_error serial_open(const char *path, unsigned baud, int *descriptor, int *number);
/* Closes and unlocks. */
void serial_close(int descriptor);

/* Sets O_NONBLOCK; returns the flags set before, or -1. serial_restore() restores them. */
int serial_unblock(int descriptor);
void serial_restore(int descriptor, int flags);

/* Milliseconds of a monotonic clock. */
int64_t serial_now(void);

/* Writes all bytes, or reads at least one and at most `room` into bytes (*got), until `deadline` (serial_now()).
 * FTC_HOST_NO_ANSWER: timeout (*got is 0). FTC_HOST_LOST: the line is gone. */
enum ftc_host_error serial_write(int descriptor, const uint8_t *bytes, size_t count, int64_t deadline);
enum ftc_host_error serial_read(int descriptor, uint8_t *bytes, size_t room, int64_t deadline, size_t *got);

#endif
