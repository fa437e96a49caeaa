/* applications.c: the list of applications. */
#include <string.h>

#include "fpga/application.h"
#include "util/message.h"

const char *const application_names[APPLICATION_COUNT] = { "self-test", "host", "loopback" };

const struct application *application_of(enum application_kind kind)
{
	static const struct application *const all[APPLICATION_COUNT] = {
		[APPLICATION_SELF_TEST] = &self_test_application,
		[APPLICATION_HOST] = &host_application,
		[APPLICATION_LOOPBACK] = &loopback_application,
	};

	return all[kind];
}

bool application_find(const char *name, enum application_kind *kind)
{
	for (unsigned i = 0; i < APPLICATION_COUNT; i++)
		if (strcmp(application_names[i], name) == 0) {
			*kind = (enum application_kind)i;
			return true;
		}
	error("--app is '%s': expected self-test, host or loopback", name);
	const char *nearest = nearest_name(name, application_names, APPLICATION_COUNT);
	if (nearest)
		suggest("--app %s", nearest);
	return false;
}
