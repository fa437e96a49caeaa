/* networks.h: networks for tests, from a few lines of YAML. */
#ifndef FTC_TESTS_COMMON_NETWORKS_H
#define FTC_TESTS_COMMON_NETWORKS_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "network/network.h"
#include "util/output.h"

/* The network that `yaml` describes; `spec` must outlive it. */
static inline struct network *network_from(struct spec *spec, const char *yaml)
{
	char path[] = "/tmp/ftc-test-network-XXXXXX";
	int file = mkstemp(path), standard_error = dup(2);
	struct text content = {0};
	bool ok;

	assert_true(file >= 0);
	close(file);
	text_add(&content, yaml);
	assert_true(write_file(path, &content));
	assert_non_null(freopen("/dev/null", "w", stderr));	/* odd capacities earn warnings */
	ok = spec_read(spec, path, NULL, 0);
	fflush(stderr);
	dup2(standard_error, 2);
	close(standard_error);
	unlink(path);
	text_free(&content);
	assert_true(ok);
	return network_elaborate(spec);
}

static inline void assert_near(double value, double expected, double tolerance)
{
	if (!(value >= expected - tolerance && value <= expected + tolerance))
		fail_msg("%.15g is not within %g of %.15g", value, tolerance, expected);
}

static inline void network_done(struct spec *spec, struct network *net)
{
	network_free(net);
	spec_free(spec);
}

#endif
