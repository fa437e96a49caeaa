/* networks.h: networks for tests, from a few lines of YAML. */
#ifndef FTC_TESTS_COMMON_NETWORKS_H
#define FTC_TESTS_COMMON_NETWORKS_H

#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "network/network.h"
#include "util/output.h"

/* spec_read() without its warnings, which odd capacities earn. */
static inline bool read_quietly(struct spec *spec, const char *path, const struct override *overrides, size_t count)
{
	int shown = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);

	dup2(nowhere, STDERR_FILENO);
	bool good = spec_read(spec, path, overrides, count);
	dup2(shown, STDERR_FILENO);
	close(shown);
	close(nowhere);
	return good;
}

/* Writes `yaml` into a new file of that mkstemp(3) template. */
static inline void write_yaml(char *path, const char *yaml)
{
	int file = mkstemp(path);

	assert_true(file >= 0);
	assert_int_equal(write(file, yaml, strlen(yaml)), strlen(yaml));
	close(file);
}

/* The spec that `yaml` describes. */
static inline void spec_from(struct spec *spec, const char *yaml)
{
	char path[] = "/tmp/ftc-test-network-XXXXXX";

	write_yaml(path, yaml);
	bool good = read_quietly(spec, path, NULL, 0);
	unlink(path);
	assert_true(good);
}

/* The network that `yaml` describes; `spec` must outlive it. */
static inline struct network *network_from(struct spec *spec, const char *yaml)
{
	spec_from(spec, yaml);
	return network_elaborate(spec);
}

/* Fails unless the value is as expected, with at most this difference. */
static inline void assert_near(double value, double expected, double tolerance)
{
	if (!(value >= expected - tolerance && value <= expected + tolerance))
		fail_msg("%.15g is not within %g of %.15g", value, tolerance, expected);
}

/* Frees both. */
static inline void network_done(struct spec *spec, struct network *net)
{
	network_free(net);
	spec_free(spec);
}

#endif
