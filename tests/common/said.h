/* said.h: what ftc says, as text and as JSON, for tests. The environment names it: FTC=ftc. */
#ifndef FTC_TESTS_COMMON_SAID_H
#define FTC_TESTS_COMMON_SAID_H

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "networks.h"

/* Starts ftc with these arguments; what it prints can be read from the file, which pclose() ends. */
static inline FILE *ftc_start(const char *arguments)
{
	char *command = format_string("'%s' %s", getenv("FTC"), arguments);
	FILE *f;

	fflush(stdout);
	f = popen(command, "r");
	assert_non_null(f);
	free(command);
	return f;
}

/* What ftc prints with these arguments. Fails unless it exits with 0. */
static inline json_t *ftc_json(const char *arguments)
{
	FILE *f = ftc_start(arguments);
	json_error_t error;
	json_t *object = json_loadf(f, 0, &error);
	int status = pclose(f);

	if (!object)
		fail_msg("%s: %s", arguments, error.text);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	return object;
}

/* The number at "levels.1.capacity" and the like. */
static inline double number_at(const json_t *object, const char *path)
{
	char *copy = copy_string(path), *save = NULL;
	double value;

	for (char *key = strtok_r(copy, ".", &save); key; key = strtok_r(NULL, ".", &save))
		object = json_is_array(object) ? json_array_get(object, strtoul(key, NULL, 10))
					       : json_object_get(object, key);
	if (!json_is_number(object))
		fail_msg("no number %s", path);
	value = json_number_value(object);
	free(copy);
	return value;
}

#endif
