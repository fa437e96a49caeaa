/* made.c: see made.h. */
#include "commands/made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/about.h"
#include "util/message.h"

#define BEGIN "{\n  \"made\": "

static json_t *networks_of(const json_t *about)
{
	json_t *list = json_array();
	size_t i;
	const json_t *one;

	json_array_foreach(about, i, one)
		json_array_append_new(list, json_pack("{s:O, s:O, s:O}", "name", json_object_get(one, "name"), "digest",
						      json_object_get(one, "digest"), "parameters", json_object_get(one, "parameters")));
	return list;
}

/* The text is spliced: some commands keep a list on a line. */
static void splice(const struct command_line *line, const json_t *about, const char *json, struct text *out)
{
	/* JSON cannot say all bytes, such as those of a file's name. */
	char *command = text_disarmed(line->invocation);
	json_t *made = json_pack("{s:s, s:s, s:o}", "ftc", FTC_VERSION, "command", command, "networks", networks_of(about));
	char *dumped = json_dumps(made, JSON_REAL_PRECISION(9));

	text_print(out, BEGIN "%s,%s%s", dumped, json[1] == '\n' ? "" : "\n  ", json + 1);
	free(dumped);
	json_decref(made);
	free(command);
}

/* Puts `json` in place of a file's content that is `old`. */
static void replace_copy(struct output_file *file, const struct text *old, const struct text *json)
{
	if (file->content.length != old->length || memcmp(file->content.bytes, old->bytes, old->length) != 0)
		return;
	text_free(&file->content);
	text_add_bytes(&file->content, json->bytes, json->length);
}

void made_add(const struct command_line *line, struct findings *found)
{
	struct text json = { 0 };

	if (strncmp(found->json.bytes, BEGIN, strlen(BEGIN)) == 0)
		return;
	splice(line, found->networks, found->json.bytes, &json);
	for (size_t i = 0; i < found->files.count; i++)
		replace_copy(&found->files.files[i], &found->json, &json);
	text_free(&found->json);
	found->json = json;
}

void made_show(const struct command_line *line, const struct spec *spec, const json_t *object, int digits)
{
	json_t *about = spec ? json_pack("[o]", network_about(spec)) : NULL;
	char *dumped = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(digits));
	struct text out = { 0 };

	splice(line, about, dumped, &out);
	puts(out.bytes);
	text_free(&out);
	free(dumped);
	json_decref(about);
}
