/* applications.c: the list of applications. */
#include "fpga/application.h"

#include "network/machine.h"

const char *const application_names[APPLICATION_COUNT] = { "self-test", "host", "loopback" };

const struct application *application_of(enum application_kind kind, const struct spec *spec)
{
	static const struct application *const all[APPLICATIONS] = {
		[APPLICATION_SELF_TEST] = &self_test_application,
		[APPLICATION_HOST] = &host_application,
		[APPLICATION_LOOPBACK] = &loopback_application,
		[APPLICATION_CLOCK_HARNESS] = &clock_harness_application,
		[APPLICATION_OWN_TOP] = &own_top_application,
	};

	return kind == APPLICATION_HOST && spec->machine->board.host ? spec->machine->board.host : all[kind];
}

enum application_kind application_default(const struct spec *spec)
{
	return spec->machine->board.self_test || !spec->machine->board.host ? APPLICATION_SELF_TEST : APPLICATION_HOST;
}
