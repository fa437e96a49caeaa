/* about.c: see about.h. */
#include "network/about.h"

#include "network/machine.h"
#include "util/json.h"
#include "util/text.h"

json_t *network_about(const struct spec *spec)
{
	struct text words = { 0 }, keys = { 0 };
	char digest[17];

	spec->machine->describe(spec, &words);
	spec_print(spec, &keys);
	spec_digest(spec, digest);
	json_t *about = json_pack("{s:s, s:s, s:s, s:s, s:o}", "name", spec->name, "describe", words.bytes, "digest", digest, "keys", keys.bytes,
				  "parameters", spec_json(spec));
	if (spec_chips(spec) > 1)
		json_add_number(about, "chips", spec_chips(spec));
	text_free(&words);
	text_free(&keys);
	return about;
}
