/* json.c: JSON as ftc prints it. */
#include "util/json.h"

#include <math.h>
#include <stdlib.h>

void json_never_lacks_memory(void)
{
	json_set_alloc_funcs(allocate, free);
}

void json_add_number(json_t *object, const char *key, unsigned long long value)
{
	json_object_set_new(object, key, json_integer((json_int_t)value));
}

void json_add_numbers(json_t *object, const struct json_number *list)
{
	for (; list->key; list++)
		json_add_number(object, list->key, list->value);
}

json_t *json_known(bool known, unsigned long long number)
{
	return known ? json_integer((json_int_t)number) : json_null();
}

json_t *json_known_truth(bool known, bool truth)
{
	return known ? json_boolean(truth) : json_null();
}

json_t *json_finite(double number)
{
	return isfinite(number) ? json_real(number) : json_null();
}

json_t *json_interval(struct interval x)
{
	return json_pack("{s:o, s:o}", "mean", json_finite(x.mean), "half95", json_finite(isfinite(x.mean) ? x.half : x.mean));
}

json_t *json_list(const unsigned *numbers, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, json_integer(numbers[i]));
	return list;
}

void json_add_real(json_t *object, const char *key, double value)
{
	json_object_set_new(object, key, json_real(value));
}

bool json_can_say(const char *string)
{
	json_t *value = json_string(string);

	json_decref(value);
	return value;
}

void json_print(json_t *object, struct text *out)
{
	char *dumped = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(9));

	text_print(out, "%s\n", dumped);
	free(dumped);
	json_decref(object);
}
