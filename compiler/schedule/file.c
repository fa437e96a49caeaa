/* file.c: a schedule as a JSON file, documented in docs/how-to/schedules.md.
 *
 * Nothing in a file is trusted: load factor, digests and loads are computed again and compared, and schedule_check()
 * verifies the schedule. A file that was edited, truncated or combined from two is refused. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "schedule/tree.h"
#include "util/file.h"
#include "util/message.h"
#include "util/text.h"

static const char format_name[] = "ftc-schedule";
enum { FORMAT_VERSION = 1, DIGEST_ROOM = 17, MOST_BYTES = 1 << 30 };

/* A digest of the set, independent of its order: the sum of a digest of each message. It reveals dropped, doubled and
 * changed messages. */
static void set_digest(const struct message_set *set, char digest[DIGEST_ROOM])
{
	uint64_t sum = 0;

	for (size_t i = 0; i < set->count; i++) {
		uint64_t x = (uint64_t)set->demand[i].source << 32 | set->demand[i].destination;

		x = (x + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;	/* the finalizer of splitmix64 */
		x = (x ^ x >> 27) * 0x94d049bb133111eb;
		sum += x ^ x >> 31;
	}
	snprintf(digest, DIGEST_ROOM, "%016llx", (unsigned long long)sum);
}

/* Appends a number; with printf this would take most of the time for a million messages. */
static char *put_number(char *at, uint32_t number)
{
	char digits[10];
	unsigned count = 0;

	do {
		digits[count++] = (char)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	while (count > 0)
		*at++ = digits[--count];
	return at;
}

static void print_message(const struct demand *m, bool first, struct text *out)
{
	char bytes[32], *at = bytes;

	if (!first)
		*at++ = ',';
	*at++ = '[';
	at = put_number(at, m->source);
	*at++ = ',';
	at = put_number(at, m->destination);
	*at++ = ']';
	text_add_bytes(out, bytes, (size_t)(at - bytes));
}

/* Message numbers by cycle, local ones last; within a cycle in the order of the set. A cycle has those from
 * start[cycle] to start[cycle + 1] - 1. */
static uint32_t *by_cycle(const struct message_set *set, const struct schedule *schedule, size_t *start)
{
	uint32_t *order = allocate_array(set->count + 1, sizeof *order);
	size_t cycles = schedule->cycles, *place = allocate_array(cycles + 2, sizeof *place);

	for (size_t i = 0; i < set->count; i++)
		place[schedule->cycle[i] == SCHEDULE_LOCAL ? cycles + 1 : schedule->cycle[i] + 1]++;
	for (size_t c = 1; c < cycles + 2; c++)
		place[c] += place[c - 1];
	memcpy(start, place, (cycles + 2) * sizeof *place);
	for (size_t i = 0; i < set->count; i++)
		order[place[schedule->cycle[i] == SCHEDULE_LOCAL ? cycles : schedule->cycle[i]]++] = (uint32_t)i;
	free(place);
	return order;
}

static void print_messages(const struct message_set *set, const uint32_t *order, size_t first, size_t end,
			   struct text *out)
{
	text_add(out, "[");
	for (size_t k = first; k < end; k++)
		print_message(&set->demand[order[k]], k == first, out);
	text_add(out, "]");
}

static void print_tree(const struct channel_tree *tree, struct text *out)
{
	char digest[DIGEST_ROOM];

	channel_tree_digest(tree, digest);
	text_print(out, "  \"tree\": {\"leaves\": %u, \"levels\": %u, \"capacity\": [", tree->leaves, tree->levels);
	for (unsigned k = 1; k <= tree->levels; k++)
		text_print(out, "%s%u", k > 1 ? ", " : "", tree->capacity[k]);
	text_print(out, "], \"digest\": \"%s\"},\n", digest);
}

static void print_head(const struct channel_tree *tree, const struct message_set *set, const struct schedule *schedule,
		       struct text *out)
{
	struct channel_loads loads = channel_loads_of(tree, set);
	char digest[DIGEST_ROOM];

	set_digest(set, digest);
	text_print(out, "{\n  \"format\": \"%s\",\n  \"version\": %d,\n", format_name, FORMAT_VERSION);
	print_tree(tree, out);
	text_print(out, "  \"messages\": %zu,\n  \"messages_digest\": \"%s\",\n", set->count, digest);
	text_print(out, "  \"cycles\": %u,\n  \"method\": \"%s\",\n", schedule->cycles,
		   schedule_method_names[schedule->method]);
	channel_loads_print(tree, &loads, out);
	channel_loads_free(&loads);
}

void schedule_file_print(const struct channel_tree *tree, const struct message_set *set,
			 const struct schedule *schedule, struct text *out)
{
	size_t cycles = schedule->cycles, *start = allocate_array(cycles + 2, sizeof *start);
	uint32_t *order = by_cycle(set, schedule, start);

	print_head(tree, set, schedule, out);
	text_add(out, "  \"schedule\": [\n");
	for (size_t c = 0; c < cycles; c++) {
		text_add(out, "    ");
		print_messages(set, order, start[c], start[c + 1], out);
		text_add(out, c + 1 < cycles ? ",\n" : "\n");
	}
	text_add(out, "  ],\n  \"local\": ");
	print_messages(set, order, start[cycles], start[cycles + 1], out);
	text_add(out, "\n}\n");
	free(order);
	free(start);
}

/* A file that is being read. */
struct reader {
	struct place at;		/* the file as a whole */
	struct schedule_file *file;
};

/* The whole number under `key`, from low to high. */
static bool read_number(const struct reader *r, const json_t *object, const char *key, json_int_t low, json_int_t high,
			json_int_t *number)
{
	const json_t *value = json_object_get(object, key);

	*number = json_integer_value(value);
	if (json_is_integer(value) && *number >= low && *number <= high)
		return true;
	return error_at(r->at, "\"%s\" is %s: expected a whole number from %lld to %lld", key,
			value ? "something else" : "missing", (long long)low, (long long)high);
}

static bool read_format(const struct reader *r, const json_t *root)
{
	const char *name = json_string_value(json_object_get(root, "format"));
	json_int_t version;

	if (!name || strcmp(name, format_name) != 0)
		return error_at(r->at, "not a schedule: expected \"format\": \"%s\", as ftc schedule -o writes",
				format_name);
	if (!read_number(r, root, "version", 1, INT32_MAX, &version))
		return false;
	return version == FORMAT_VERSION
	       || error_at(r->at, "\"version\" is %lld: expected %d, which is all that this ftc knows",
			   (long long)version, FORMAT_VERSION);
}

static bool read_capacities(const struct reader *r, const json_t *list)
{
	struct channel_tree *tree = &r->file->tree;

	if (json_array_size(list) != tree->levels)
		return error_at(r->at,
				"\"capacity\" of \"tree\" has %zu numbers: expected a list of %u, of levels 1 to %u",
				json_array_size(list), tree->levels, tree->levels);
	for (unsigned k = 1; k <= tree->levels; k++) {
		json_int_t capacity = json_integer_value(json_array_get(list, k - 1));

		if (capacity < 1 || capacity > MAXIMUM_CAPACITY)
			return error_at(r->at, "\"capacity\" of level %u is not a whole number from 1 to %d", k,
				      MAXIMUM_CAPACITY);
		tree->capacity[k] = (unsigned)capacity;
	}
	return true;
}

static bool read_tree(const struct reader *r, const json_t *object)
{
	struct channel_tree *tree = &r->file->tree;
	const char *given = json_string_value(json_object_get(object, "digest"));
	char digest[DIGEST_ROOM];
	json_int_t leaves, levels;

	if (!json_is_object(object))
		return error_at(r->at, "\"tree\" is missing: expected the tree that the schedule is for");
	if (!read_number(r, object, "leaves", 2, MAXIMUM_LEAVES, &leaves))
		return false;
	tree->leaves = (unsigned)leaves;
	tree->levels = bit_length(tree->leaves - 1);
	if (!read_number(r, object, "levels", tree->levels, tree->levels, &levels)
	    || !read_capacities(r, json_object_get(object, "capacity")))
		return false;
	channel_tree_digest(tree, digest);
	return (given && strcmp(given, digest) == 0)
	       || error_at(r->at, "\"digest\" of \"tree\" is %s: expected %s, by its leaves and capacities",
			   given ? given : "missing", digest);
}

static void add_message(struct reader *r, struct demand m, uint32_t cycle)
{
	struct message_set *set = &r->file->set;
	uint32_t **cycles = &r->file->schedule.cycle;

	set->demand = room_for_one(set->demand, set->count, sizeof *set->demand);
	*cycles = room_for_one(*cycles, set->count, sizeof **cycles);
	(*cycles)[set->count] = cycle;
	set->demand[set->count++] = m;
}

static bool is_leaf(const struct reader *r, const json_t *value)
{
	return json_is_integer(value) && json_integer_value(value) >= 0 &&
	       json_integer_value(value) < r->file->tree.leaves;
}

/* Reads the messages of a cycle, or the local ones; `what` names them. */
static bool read_messages(struct reader *r, const json_t *list, uint32_t cycle, const char *what)
{
	if (!json_is_array(list))
		return error_at(r->at, "%s is no list: expected [[source, destination], ..]", what);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *pair = json_array_get(list, i);
		const json_t *source = json_array_get(pair, 0), *destination = json_array_get(pair, 1);

		if (json_array_size(pair) != 2 || !is_leaf(r, source) || !is_leaf(r, destination))
			return error_at(r->at,
					"message %zu of %s: expected [source, destination], two leaves from 0 to %u", i,
					what, r->file->tree.leaves - 1);
		if (r->file->set.count == UINT32_MAX - 1)
			return error_at(r->at, "more than %u messages", UINT32_MAX - 1);
		add_message(r,
			    (struct demand){ (uint32_t)json_integer_value(source),
			    (uint32_t)json_integer_value(destination) }, cycle);
	}
	return true;
}

static bool read_cycles(struct reader *r, const json_t *root)
{
	const json_t *list = json_object_get(root, "schedule");
	json_int_t cycles;
	bool good = true;

	if (!json_is_array(list))
		return error_at(r->at, "\"schedule\" is missing: expected a list of cycles");
	if (!read_number(r, root, "cycles", 0, UINT32_MAX - 1, &cycles))
		return false;
	if ((size_t)cycles != json_array_size(list))
		return error_at(r->at, "\"cycles\" is %lld, but \"schedule\" has %zu", (long long)cycles,
			      json_array_size(list));
	r->file->schedule.cycles = (unsigned)cycles;
	for (size_t c = 0; c < json_array_size(list) && good; c++) {
		char what[32];

		snprintf(what, sizeof what, "cycle %zu", c);
		good = read_messages(r, json_array_get(list, c), (uint32_t)c, what);
	}
	return good && read_messages(r, json_object_get(root, "local"), SCHEDULE_LOCAL, "\"local\"");
}

static bool read_method(struct reader *r, const json_t *root)
{
	const char *name = json_string_value(json_object_get(root, "method"));
	unsigned m = SCHEDULE_AUTO + 1;

	while (name && m < SCHEDULE_METHODS && strcmp(name, schedule_method_names[m]) != 0)
		m++;
	r->file->schedule.method = m;
	return (name && m < SCHEDULE_METHODS)
	       || error_at(r->at, "\"method\" is %s: expected theorem-1, corollary-2 or packed",
			   name ? name : "missing");
}

/* Checks the file's statements about its messages. */
static bool check_set(struct reader *r, const json_t *root)
{
	const struct message_set *set = &r->file->set;
	struct load_factor lambda = load_factor(&r->file->tree, set);
	const char *given = json_string_value(json_object_get(root, "messages_digest"));
	const json_t *factor = json_object_get(root, "load_factor");
	char digest[DIGEST_ROOM];
	json_int_t count, numerator, denominator, bound;

	if (!read_number(r, root, "messages", 0, UINT32_MAX - 1, &count)
	    || !read_number(r, factor, "numerator", 0, UINT32_MAX, &numerator)
	    || !read_number(r, factor, "denominator", 1, MAXIMUM_CAPACITY, &denominator)
	    || !read_number(r, root, "lower_bound", 0, UINT32_MAX, &bound))
		return false;
	if ((size_t)count != set->count)
		return error_at(r->at, "\"messages\" is %lld, but the schedule has %zu", (long long)count, set->count);
	set_digest(set, digest);
	if (!given || strcmp(given, digest) != 0)
		return error_at(r->at, "\"messages_digest\" is %s, that of the messages in the schedule %s: "
			      "a message was changed, dropped or doubled",
			      given ? given : "missing", digest);
	if ((uint64_t)numerator != lambda.numerator || (uint64_t)denominator != lambda.denominator
	    || (uint64_t)bound != load_factor_cycles(&lambda))
		return error_at(r->at, "\"load_factor\" is %lld/%lld, \"lower_bound\" %lld: "
			      "expected %llu/%llu and %llu by the messages",
			      (long long)numerator, (long long)denominator, (long long)bound,
			      (unsigned long long)lambda.numerator, (unsigned long long)lambda.denominator,
			      (unsigned long long)load_factor_cycles(&lambda));
	return true;
}

static bool check_schedule(struct reader *r)
{
	char *why = NULL;
	bool good = schedule_check(&r->file->schedule, &r->file->tree, &r->file->set, &why)
		|| error_at(r->at, "not a schedule: %s", why);

	free(why);
	return good;
}

/* What `ftc embed --write-phases` and `ftc schedule` of a generalized fat tree write: the word, behind lines of comment. */
static bool are_phases(const struct text *content)
{
	const char *line = content->bytes;

	while (line && *line == '#') {
		line = strchr(line, '\n');
		line += line != NULL;
	}
	return line && strncmp(line, "phases ", strlen("phases ")) == 0;
}

bool schedule_file_read(struct schedule_file *file, const char *path)
{
	struct reader r = { .at = { .file = strcmp(path, "-") == 0 ? "standard input" : path }, .file = file };
	struct text content = { 0 };
	json_error_t failure;

	*file = (struct schedule_file){ .set.count = 0 };
	if (!read_input(path, MOST_BYTES, &content))
		return false;
	if (are_phases(&content)) {
		text_free(&content);
		error_at(r.at, "phases, which generalized fat trees play: expected the schedule of a fat-tree");
		return suggest("ftc schedule FAT-TREE MESSAGES -o SCHEDULE");
	}
	json_t *root = json_loadb(content.bytes ? content.bytes : "", content.length, JSON_REJECT_DUPLICATES, &failure);

	text_free(&content);
	r.at.line = root ? 0 : (size_t)failure.line;
	r.at.column = root || failure.column < 0 ? 0 : (size_t)failure.column;
	if (!root)
		return error_at(r.at, "no JSON: %s", failure.text);
	bool good = read_format(&r, root) && read_tree(&r, json_object_get(root, "tree")) && read_method(&r, root)
		    && read_cycles(&r, root) && check_set(&r, root) && check_schedule(&r);
	json_decref(root);
	if (!good)
		schedule_file_free(file);
	return good;
}

void schedule_file_free(struct schedule_file *file)
{
	free(file->set.demand);
	free(file->way);
	schedule_free(&file->schedule);
	*file = (struct schedule_file){ .set.count = 0 };
}
