/* fault_words.c: see fault_words.h. */
#include "machines/fault_words.h"

#include <stdlib.h>
#include <string.h>

#include "parse/keys.h"

/* False if the text has another form. */
static bool split(const char *text, unsigned of_node, struct fault_words *words)
{
	unsigned wanted, found = 0;

	*words = (struct fault_words){ .is_link = strncmp(text, "link:", 5) == 0 };
	wanted = of_node + words->is_link;
	if (!words->is_link && strncmp(text, "node:", 5) != 0)
		return false;
	for (const char *rest = text + 4; *rest; found++) {
		size_t length = strcspn(++rest, ":");
		char *number = format_string("%.*s", (int)length, rest);
		bool good = found < wanted && text_to_unsigned(number, &words->number[found]);

		free(number);
		if (!good)
			return false;
		rest += length;
	}
	return found == wanted;
}

bool read_fault_words(const struct value *value, unsigned of_node, const char *form, const char *example,
		      struct fault_words *words)
{
	const char *rest = strlen(value->text) > SHOWN_BYTES ? "..." : "";

	if (split(value->text, of_node, words))
		return true;
	error_at(value->at, "a fault is %.*s%s: expected %s", SHOWN_BYTES, *value->text ? value->text : "empty", rest,
		 form);
	return suggest("%s", example);
}
