/* serial.c: a serial port, or any other descriptor: bytes with a deadline. */
#include "serial.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/serial.h>
#endif

static const struct rate { unsigned baud; speed_t constant; } rates[] = {
	{ 1200, B1200 }, { 2400, B2400 }, { 4800, B4800 }, { 9600, B9600 }, { 19200, B19200 }, { 38400, B38400 },
	{ 57600, B57600 }, { 115200, B115200 }, { 230400, B230400 },
#ifdef B460800
	{ 460800, B460800 },
#endif
#ifdef B500000
	{ 500000, B500000 },
#endif
#ifdef B576000
	{ 576000, B576000 },
#endif
#ifdef B921600
	{ 921600, B921600 },
#endif
#ifdef B1000000
	{ 1000000, B1000000 },
#endif
#ifdef B1152000
	{ 1152000, B1152000 },
#endif
#ifdef B1500000
	{ 1500000, B1500000 },
#endif
#ifdef B2000000
	{ 2000000, B2000000 },
#endif
#ifdef B2500000
	{ 2500000, B2500000 },
#endif
#ifdef B3000000
	{ 3000000, B3000000 },
#endif
#ifdef B3500000
	{ 3500000, B3500000 },
#endif
#ifdef B4000000
	{ 4000000, B4000000 },
#endif
};

static const struct rate *find_rate(unsigned baud)
{
	for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++)
		if (rates[i].baud == baud)
			return &rates[i];
	return NULL;
}

static enum ftc_host_error why_not_open(int number)
{
	switch (number) {
	case ENOENT:
	case ENODEV:
	case ENXIO:
	case ENOTDIR:
		return FTC_HOST_MISSING;
	case EACCES:
	case EPERM:
		return FTC_HOST_PERMISSION;
	case EBUSY:
	case EWOULDBLOCK:
		return FTC_HOST_BUSY;
	case ENOTTY:
	case EISDIR:
		return FTC_HOST_NOT_SERIAL;
	default:
		return FTC_HOST_LOST;
	}
}

/* FTDI's chips collect bytes for 16 ms before they pass them on: a dialogue of short answers would be mostly
 * waiting. A driver without this flag loses nothing. */
static void ask_for_low_latency(int descriptor)
{
#ifdef ASYNC_LOW_LATENCY
	struct serial_struct serial;

	if (ioctl(descriptor, TIOCGSERIAL, &serial) != 0)
		return;
	serial.flags |= ASYNC_LOW_LATENCY;
	(void)!ioctl(descriptor, TIOCSSERIAL, &serial);
#else
	(void)descriptor;
#endif
}

/* Sets raw, 8N1, no flow control. Checks that the port has taken the rate: tcsetattr() succeeds even if only part is
 * set. */
static enum ftc_host_error set_line(int descriptor, const struct rate *rate, int *number)
{
	struct termios t;

	*number = 0;
	if (tcgetattr(descriptor, &t) != 0) {
		*number = errno;
		return why_not_open(errno);
	}
	cfmakeraw(&t);
	t.c_cflag &= ~(tcflag_t)(CSTOPB | PARENB | CSIZE | CRTSCTS);
	t.c_cflag |= CS8 | CREAD | CLOCAL;
	/* read() then returns 0 only when the line is gone. */
	t.c_cc[VMIN] = 1;
	t.c_cc[VTIME] = 0;
	if (cfsetispeed(&t, rate->constant) != 0 || cfsetospeed(&t, rate->constant) != 0
	    || tcsetattr(descriptor, TCSANOW, &t) != 0 || tcgetattr(descriptor, &t) != 0
	    || cfgetospeed(&t) != rate->constant) {
		return FTC_HOST_BAUD;
	}
	ask_for_low_latency(descriptor);
	tcflush(descriptor, TCIOFLUSH);
	return FTC_HOST_DONE;
}

/* Locks the port, which must have no owner; root may open it nevertheless. False with errno. */
static bool claim(int fd)
{
	int claimed = 0;

	if (flock(fd, LOCK_EX | LOCK_NB) != 0)
		return false;
	if (ioctl(fd, TIOCGEXCL, &claimed) == 0 && claimed) {
		errno = EBUSY;
		return false;
	}
	return ioctl(fd, TIOCEXCL) == 0;
}

enum ftc_host_error serial_open(const char *path, unsigned baud, int *descriptor, int *number)
{
	const struct rate *rate = find_rate(baud);
	enum ftc_host_error error = FTC_HOST_DONE;
	int fd;

	*number = 0;
	if (!rate)
		return FTC_HOST_BAUD;
	fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (fd >= 0 && !isatty(fd))
		error = FTC_HOST_NOT_SERIAL;
	else if (fd < 0 || !claim(fd))
		error = why_not_open(*number = errno);
	if (error != FTC_HOST_DONE) {
		if (fd >= 0)
			close(fd);	/* the port may be another's, whose claim stays */
		return error;
	}
	error = set_line(fd, rate, number);
	if (error == FTC_HOST_DONE)
		*descriptor = fd;
	else
		serial_close(fd);
	return error;
}

void serial_close(int descriptor)
{
	(void)!ioctl(descriptor, TIOCNXCL);
	close(descriptor);
}

int serial_unblock(int descriptor)
{
	int flags = fcntl(descriptor, F_GETFL);

	if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) != 0)
		return -1;
	return flags;
}

void serial_restore(int descriptor, int flags)
{
	(void)!fcntl(descriptor, F_SETFL, flags);
}

int64_t serial_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Waits until the descriptor is ready for `events`, or until the deadline. */
static enum ftc_host_error wait_for(int descriptor, short events, int64_t deadline)
{
	struct pollfd p = { descriptor, events, 0 };
	int64_t left;
	int ready;

	do {
		left = deadline - serial_now();
		ready = poll(&p, 1, left < 0 ? 0 : left > 1000000 ? 1000000 : (int)left);
	} while (ready < 0 && errno == EINTR);
	if (ready < 0 || p.revents & (POLLERR | POLLNVAL))
		return FTC_HOST_LOST;
	/* After a hang-up there may still be bytes to read. */
	if (p.revents & POLLHUP && !(p.revents & events))
		return FTC_HOST_LOST;
	return ready ? FTC_HOST_DONE : FTC_HOST_NO_ANSWER;
}

static bool try_again(int number)
{
	return number == EINTR || number == EAGAIN || number == EWOULDBLOCK;
}

enum ftc_host_error serial_write(int descriptor, const uint8_t *bytes, size_t count, int64_t deadline)
{
	while (count) {
		enum ftc_host_error error = wait_for(descriptor, POLLOUT, deadline);
		ssize_t done;

		if (error)
			return error;
		done = write(descriptor, bytes, count);
		if (done < 0 && !try_again(errno))
			return FTC_HOST_LOST;
		if (done > 0) {
			bytes += done;
			count -= (size_t)done;
		}
	}
	return FTC_HOST_DONE;
}

enum ftc_host_error serial_read(int descriptor, uint8_t *bytes, size_t room, int64_t deadline, size_t *got)
{
	for (*got = 0; ; ) {
		enum ftc_host_error error = wait_for(descriptor, POLLIN, deadline);
		ssize_t done;

		if (error)
			return error;
		done = read(descriptor, bytes, room);
		if (done > 0) {
			*got = (size_t)done;
			return FTC_HOST_DONE;
		}
		if (done == 0 || !try_again(errno))
			return FTC_HOST_LOST;
	}
}
