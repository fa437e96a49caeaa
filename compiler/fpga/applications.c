/* applications.c: the list of applications. */
#include "fpga/application.h"

const char *const application_names[APPLICATION_COUNT] = { "self-test", "host", "loopback" };

const struct application *application_of(enum application_kind kind)
{
	static const struct application *const all[APPLICATIONS] = {
		[APPLICATION_SELF_TEST] = &self_test_application,
		[APPLICATION_HOST] = &host_application,
		[APPLICATION_LOOPBACK] = &loopback_application,
		[APPLICATION_CLOCK_HARNESS] = &clock_harness_application,
	};

	return all[kind];
}
