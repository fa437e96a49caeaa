/* document.c: a parameter file as text with places.
 *
 * In: bytes. Out: entries in the order of the file, keys distinct. Libyaml's events are read one by one: reading stops
 * at the first wrong token.
 */
#include "parse/document.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "parse/keys.h"
#include "util/beside.h"
#include "util/output.h"

/* A reading in progress. */
struct reader {
	struct document *document;
	struct document *into;		/* the document, or the mapping in it that is being read */
	const char *const *known;	/* keys that are not skipped; NULL: all, and no value is a mapping */
	yaml_parser_t parser;
	yaml_event_t event;		/* the current one */
	bool bare;			/* text of --set: it has no lines */
	bool sweep;			/* document_read_sweep() */
	size_t line;			/* cache: the last line asked for, and where it begins */
	const char *line_start;
};

/* Bytes of the line break at s, as YAML counts lines; 0 when there is none. */
static size_t break_length(const char *s)
{
	if (s[0] == '\r')
		return s[1] == '\n' ? 2 : 1;
	if (s[0] == '\n')
		return 1;
	if (strncmp(s, "\xc2\x85", 2) == 0)
		return 2;
	return strncmp(s, "\xe2\x80\xa8", 3) == 0 || strncmp(s, "\xe2\x80\xa9", 3) == 0 ? 3 : 0;
}

static const char *line_start(struct reader *r, size_t line)
{
	const char *s = r->line_start;

	if (!s || line < r->line) {
		s = r->document->content.bytes;
		r->line = 0;
	}
	while (r->line < line && *s) {
		size_t length = break_length(s);

		s += length ? length : 1;
		r->line += length > 0;
	}
	return r->line_start = s;
}

static struct place place_of(struct reader *r, yaml_mark_t mark)
{
	struct place at = { .file = r->document->source };

	if (!r->bare) {
		at.line = mark.line + 1;
		at.column = mark.column + 1;
		at.line_text = line_start(r, mark.line);
	}
	return at;
}

static struct place event_place(struct reader *r)
{
	return place_of(r, r->event.start_mark);
}

/* Libyaml's common complaints and their meaning in a parameter file. `from_start`: report the place where the construct
 * begins, not where libyaml gave up. */
static const struct complaint {
	const char *context, *problem;	/* how libyaml's texts begin; NULL: any */
	bool from_start;
	const char *message;
} complaints[] = {
	{ "while scanning a simple key", NULL, true, "no ':' follows this word" },
	{ "while scanning a quoted scalar", "found unexpected end", true, "this quote is never closed" },
	{ "while parsing a flow sequence", NULL, true, "this list is never closed by ']'" },
	{ "while parsing a flow mapping", NULL, true, "this mapping is never closed by '}'" },
	{ NULL, "mapping values are not allowed", false, "no ':' can stand here, or the line is indented too far" },
};

static bool begins_with(const char *s, const char *start)
{
	return !start || (s && strncmp(s, start, strlen(start)) == 0);
}

static bool is_at_tab(struct place at)
{
	const char *here = at.line_text;

	for (size_t i = 1; here && i < at.column && *here; i++)
		here++;
	return here && *here == '\t';
}

/* The byte with which libyaml's trouble begins: it may point behind the first byte of a broken character. */
static size_t first_bad_byte(const char *content, size_t offset)
{
	while (offset && (unsigned char)content[offset] < 0xc0 && (unsigned char)content[offset - 1] >= 0x80)
		offset--;
	return offset;
}

static void report_parser_error(struct reader *r)
{
	const yaml_parser_t *parser = &r->parser;
	struct place at = place_of(r, parser->problem_mark);
	size_t i = 0, count = sizeof complaints / sizeof *complaints;

	if (parser->error == YAML_READER_ERROR && r->bare) {
		error_at(at, "byte %zu of this is part of no character: expected a word or a number",
			 parser->problem_offset + 1);
		return;
	}
	if (parser->error == YAML_READER_ERROR) {
		const char *content = r->document->content.bytes;

		refuse_byte(r->document->source, content, first_bad_byte(content, parser->problem_offset),
			    "YAML, lines of `key: value`");
		return;
	}
	if (is_at_tab(at)) {
		error_at(at, "a tab stands here: expected spaces, YAML knows no tabs before a word");
		return;
	}
	while (i < count && !(begins_with(parser->context, complaints[i].context)
			      && begins_with(parser->problem, complaints[i].problem)))
		i++;
	if (i < count && complaints[i].from_start)
		at = place_of(r, parser->context_mark);
	error_at(at, "not YAML, %s: expected lines of `key: value`",
		 i < count ? complaints[i].message : parser->problem ? parser->problem : "?");
}

/* Moves on to the next event. */
static bool next(struct reader *r)
{
	yaml_event_delete(&r->event);
	if (yaml_parser_parse(&r->parser, &r->event))
		return true;
	report_parser_error(r);
	return false;
}

/* Refuses anchors and tags, which YAML allows on any node. */
static bool check_plain_node(struct reader *r)
{
	const yaml_event_t *e = &r->event;
	const yaml_char_t *anchor = NULL, *tag = NULL;

	if (e->type == YAML_ALIAS_EVENT)
		return error_at(event_place(r),
				"alias '*%s': expected the value itself, a parameter file has no aliases",
				(const char *)e->data.alias.anchor);
	/* These three begin alike: the members of the union share anchor and tag. */
	if (e->type == YAML_SCALAR_EVENT || e->type == YAML_SEQUENCE_START_EVENT
	    || e->type == YAML_MAPPING_START_EVENT) {
		anchor = e->data.scalar.anchor;
		tag = e->data.scalar.tag;
	}
	if (anchor)
		return error_at(event_place(r), "anchor '&%s': expected a plain value, a parameter file has no anchors",
				(const char *)anchor);
	return !tag || error_at(event_place(r), "tag '%s': expected a plain value, a parameter file has no tags",
				(const char *)tag);
}

/* Takes the current scalar. */
static bool read_scalar(struct reader *r, struct value *value)
{
	const yaml_event_t *e = &r->event;

	if (strlen((const char *)e->data.scalar.value) != e->data.scalar.length)
		return error_at(event_place(r), "a text with a zero byte: expected a word or a number");
	*value = (struct value){
		.text = copy_string((const char *)e->data.scalar.value),
		.plain = e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE,
		.at = event_place(r),
	};
	return true;
}

static bool add_item(struct reader *r, struct entry *entry)
{
	entry->items = room_for_one(entry->items, entry->count, sizeof *entry->items);
	if (!read_scalar(r, &entry->items[entry->count]))
		return false;
	entry->count++;
	return true;
}

static bool refuse_inside(struct reader *r, const struct entry *entry, const char *expected)
{
	static const char *const names[] = {
		[YAML_SCALAR_EVENT] = "single value",
		[YAML_MAPPING_START_EVENT] = "mapping", [YAML_SEQUENCE_START_EVENT] = "list",
	};

	return error_at(event_place(r), "the list %s holds a %s: expected %s", entry->key, names[r->event.type],
			expected);
}

static bool may_nest(const struct entry *entry)
{
	const struct key *key = key_find(entry->key);

	return key && key->nests;
}

static bool may_have_mappings(const struct entry *entry)
{
	const struct key *key = key_find(entry->key);

	return key && key->mappings;
}

static void add_list(struct entry *entry, struct sublist list)
{
	entry->lists = room_for_one(entry->lists, entry->list_count, sizeof *entry->lists);
	entry->lists[entry->list_count++] = list;
}

/* The rest of a list inside a list: { scalar } "]" */
static bool read_sublist(struct reader *r, struct entry *entry)
{
	struct sublist list = { .at = event_place(r), .first = entry->count };

	for (;;) {
		if (!next(r))
			return false;
		if (r->event.type == YAML_SEQUENCE_END_EVENT)
			break;
		if (!check_plain_node(r))
			return false;
		if (r->event.type != YAML_SCALAR_EVENT)
			return refuse_inside(r, entry, "flat lists in it");
		if (!add_item(r, entry))
			return false;
	}
	list.count = entry->count - list.first;
	add_list(entry, list);
	return true;
}

static bool read_entries(struct reader *r);

/* The rest of a mapping, into `mapping`. */
static bool read_into(struct reader *r, struct document *mapping)
{
	struct document *outer = r->into;

	r->into = mapping;
	bool done = read_entries(r);
	r->into = outer;
	return done;
}

/* A mapping in a list, which has no mappings in it. */
static bool read_item_mapping(struct reader *r, struct entry *entry)
{
	entry->mappings = room_for_one(entry->mappings, entry->mapping_count, sizeof *entry->mappings);
	struct document *into = &entry->mappings[entry->mapping_count++];

	*into = (struct document){0};
	return read_into(r, into);
}

/* A member of a list of values, or of mappings, in a sweep. */
static bool read_sweep_item(struct reader *r, struct entry *entry)
{
	struct sublist single = { .at = event_place(r), .first = entry->count, .count = 1, .single = true };
	bool mapping = r->event.type == YAML_MAPPING_START_EVENT;

	if (mapping ? entry->list_count > 0 || r->into != r->document : entry->mapping_count > 0)
		return refuse_inside(r, entry, mapping ? "values, or lists" : "mappings and nothing else");
	if (mapping)
		return read_item_mapping(r, entry);
	if (r->event.type == YAML_SEQUENCE_START_EVENT)
		return read_sublist(r, entry);
	if (!add_item(r, entry))
		return false;
	add_list(entry, single);
	return true;
}

/* A member of a list that has mappings. */
static bool read_map_item(struct reader *r, struct entry *entry)
{
	if (r->event.type != YAML_MAPPING_START_EVENT)
		return refuse_inside(r, entry, "mappings, each of them {key: value, ..}");
	return read_item_mapping(r, entry);
}

/* list = "[" { scalar } "]" | "[" { "[" { scalar } "]" } "]", in either of YAML's ways to write it */
static bool read_list(struct reader *r, struct entry *entry)
{
	entry->is_list = true;
	for (;;) {
		if (!next(r))
			return false;
		if (r->event.type == YAML_SEQUENCE_END_EVENT)
			return true;
		if (!check_plain_node(r))
			return false;
		bool list = r->event.type == YAML_SEQUENCE_START_EVENT;

		if (r->sweep) {
			if (!read_sweep_item(r, entry))
				return false;
			continue;
		}
		if (r->into == r->document && may_have_mappings(entry)) {
			if (!read_map_item(r, entry))
				return false;
			continue;
		}
		if (list ? !may_nest(entry) : r->event.type != YAML_SCALAR_EVENT)
			return refuse_inside(r, entry, may_nest(entry) ? "flat lists in it" : "a flat list of numbers");
		if (list ? entry->count > 0 && entry->list_count == 0 : entry->list_count > 0)
			return refuse_inside(r, entry, "flat lists in it and nothing else");
		if (list ? !read_sublist(r, entry) : !add_item(r, entry))
			return false;
	}
}

static bool read_entry(struct reader *r);

/* { entry }, up to the end of the mapping that has begun */
static bool read_entries(struct reader *r)
{
	while (next(r) && r->event.type != YAML_MAPPING_END_EVENT)
		if (!read_entry(r))
			return false;
	return r->event.type == YAML_MAPPING_END_EVENT;
}

static bool read_mapping(struct reader *r, struct entry *entry)
{
	entry->mapping = allocate(sizeof *entry->mapping);
	return read_into(r, entry->mapping);
}

/* value = scalar | list | mapping, where there may be one */
static bool read_value(struct reader *r, struct entry *entry)
{
	if (!next(r) || !check_plain_node(r))
		return false;
	entry->value_at = event_place(r);
	if (r->event.type == YAML_SCALAR_EVENT)
		return add_item(r, entry);
	if (r->event.type == YAML_SEQUENCE_START_EVENT)
		return read_list(r, entry);
	if ((r->known || r->sweep) && r->into == r->document)
		return read_mapping(r, entry);
	return error_at(event_place(r), "%s is a mapping: expected one value or a flat list", entry->key);
}

static bool check_new_key(struct reader *r, const struct value *key)
{
	if (r->into->count == MOST_ENTRIES)
		return error_at(key->at, "key %d: expected at most %d", MOST_ENTRIES + 1, MOST_ENTRIES);
	for (size_t i = 0; i < r->into->count; i++) {
		const struct entry *other = &r->into->entries[i];

		if (strcmp(other->key, key->text) == 0)
			return error_at(key->at, "%s is given twice: expected it once, it already stands in line %zu",
					key->text, other->key_at.line);
	}
	return true;
}

static bool is_known(const struct reader *r, const char *key)
{
	if (!r->known || r->into != r->document)
		return true;
	for (const char *const *known = r->known; *known; known++)
		if (strcmp(*known, key) == 0)
			return true;
	return false;
}

/* Skips the value of a key. */
static bool skip_value(struct reader *r)
{
	unsigned depth = 0;

	do {
		if (!next(r))
			return false;
		if (r->event.type == YAML_MAPPING_START_EVENT || r->event.type == YAML_SEQUENCE_START_EVENT)
			depth++;
		else if (r->event.type == YAML_MAPPING_END_EVENT || r->event.type == YAML_SEQUENCE_END_EVENT)
			depth--;
	} while (depth > 0);
	return true;
}

/* entry = key ":" value; the key is the current event */
static bool read_entry(struct reader *r)
{
	struct document *d = r->into;
	struct value key = {0};

	if (!check_plain_node(r))
		return false;
	if (r->event.type != YAML_SCALAR_EVENT)
		return error_at(event_place(r), "a key that is a %s: expected a word",
				r->event.type == YAML_MAPPING_START_EVENT ? "mapping" : "list");
	if (!read_scalar(r, &key))
		return false;
	bool new = check_new_key(r, &key);
	if (!new || !is_known(r, key.text)) {
		free(key.text);
		return new && skip_value(r);
	}
	d->entries = reallocate(d->entries, (d->count + 1) * sizeof *d->entries);
	d->entries[d->count] = (struct entry){ .key = key.text, .key_at = key.at, .is_override = r->bare };
	return read_value(r, &d->entries[d->count++]);
}

static bool is_empty_scalar(const yaml_event_t *e)
{
	return e->type == YAML_SCALAR_EVENT && e->data.scalar.length == 0
	       && e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}

static bool report_empty(struct reader *r)
{
	struct place at = { .file = r->document->source };

	if (r->sweep) {
		error_at(at, "the file holds no sweep: expected at least what runs and a parameter file");
		return suggest("run: report, and on the next line file: tree.yaml");
	}
	error_at(at,
		 "the file holds no parameters: expected at least a network and its size");
	return suggest("network: fat-tree, and on the next line leaves: 16");
}

/* document = { entry }, and nothing behind it */
static bool read_document(struct reader *r)
{
	if (!next(r) || !next(r))	/* stream start, document start */
		return false;
	if (r->event.type == YAML_STREAM_END_EVENT)
		return report_empty(r);
	if (!next(r) || !check_plain_node(r))
		return false;
	if (is_empty_scalar(&r->event))
		return report_empty(r);
	if (r->event.type != YAML_MAPPING_START_EVENT)
		return error_at(event_place(r), "the file holds a %s: expected lines of `key: value`",
				r->event.type == YAML_SCALAR_EVENT ? "single text" : "list");
	if (!read_entries(r) || !next(r) || !next(r))
		return false;
	if (r->event.type == YAML_STREAM_END_EVENT)
		return true;
	return error_at(event_place(r), "a second document begins: expected one %s per file",
			r->sweep ? "sweep" : "network");
}

static bool read_content(struct reader r)
{
	struct document *document = r.document;

	r.into = document;
	if (!yaml_parser_initialize(&r.parser)) {
		error("libyaml cannot be started: out of memory");
		exit(EXIT_WORK_FAILED);
	}
	yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&r.parser, (const unsigned char *)document->content.bytes,
				     document->content.length);
	bool done = read_document(&r);
	yaml_event_delete(&r.event);
	yaml_parser_delete(&r.parser);
	return done;
}

/* Reads the file into document->content. */
static bool read_source(struct document *document, const char *path)
{
	static const char *const ends[] = { ".yaml", ".yml", NULL };

	*document = (struct document){ .source = copy_string(strcmp(path, "-") ? path : "standard input") };
	if (!read_input(path, MOST_DOCUMENT_BYTES, &document->content))
		return suggest_beside(path, ends);
	return true;
}

bool document_read_nested(struct document *document, const char *path, const char *const *known)
{
	return read_source(document, path) && read_content((struct reader){ .document = document, .known = known });
}

bool document_read_sweep(struct document *document, const char *path)
{
	return read_source(document, path) && read_content((struct reader){ .document = document, .sweep = true });
}

bool document_read(struct document *document, const char *path)
{
	return document_read_nested(document, path, NULL);
}

bool document_read_text(struct document *document, const char *name, const char *text)
{
	*document = (struct document){ .source = copy_string(name) };
	text_add(&document->content, text);
	return read_content((struct reader){ .document = document });
}

bool document_read_override(struct document *document, const char *text)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

	*document = (struct document){ .source = format_string("--set %s", text) };
	struct place at = { .file = document->source };
	const char *equals = strchr(text, '=');
	if (!equals || equals == text || strspn(text, letters) != (size_t)(equals - text)) {
		error_at(at, "%s: expected --set KEY=VALUE", equals ? "no key before the '='" : "there is no '='");
		return suggest("--set leaves=16");
	}
	/* Shells make brackets awkward: `capacities=4,2,1` is a list, too. */
	bool commas = strchr(equals, ',') && !strchr(equals, '[');
	text_print(&document->content, "%.*s: %s%s%s", (int)(equals - text), text, commas ? "[" : "", equals + 1,
		   commas ? "]" : "");
	if (!read_content((struct reader){ .document = document, .bare = true }))
		return false;
	if (document->count == 1)
		return true;
	return error_at(at, "several lines: expected --set KEY=VALUE");
}

const struct entry *document_find(const struct document *document, const char *key)
{
	for (size_t i = 0; i < document->count; i++)
		if (strcmp(document->entries[i].key, key) == 0)
			return &document->entries[i];
	return NULL;
}

void document_free(struct document *document)
{
	for (size_t i = 0; i < document->count; i++) {
		struct entry *entry = &document->entries[i];

		for (size_t j = 0; j < entry->count; j++)
			free(entry->items[j].text);
		free(entry->items);
		free(entry->lists);
		if (entry->mapping)
			document_free(entry->mapping);
		for (size_t j = 0; j < entry->mapping_count; j++)
			document_free(&entry->mappings[j]);
		free(entry->mappings);
		free(entry->mapping);
		free((char *)entry->key);
	}
	free(document->entries);
	free(document->source);
	text_free(&document->content);
	*document = (struct document){0};
}
