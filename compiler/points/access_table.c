/* access_table.c: ranked networks with a bus as a table for people, and as CSV. */
#include <string.h>

#include "fpga/board.h"
#include "points/accesses.h"
#include "util/figures.h"

/* ---- Text ---- */

static void say_request(const json_t *object, const struct points *p, struct text *out)
{
	text_print(out, "%zu network%s with a bus%s%s", p->count, p->count == 1 ? "" : "s", p->board ? ", on the " : "", p->board ? p->board->title : "");
	figures_say(object, ": the same accesses of {masters} master{masters:s} to {slaves} slave{slaves:s}, {seeds} runs of {accesses}, seeds from"
		    " {seed} on;\n{reads:.0%} % reads", out);
	if (figures_has(object, "think"))
		figures_say(object, ", masters think {think} clocks", out);
	if (figures_has(object, "memory_clocks.most"))
		figures_say(object, ", memories take {memory_clocks.least} to {memory_clocks.most} more clocks", out);
	text_add(out, "\n\n");
}

static int name_width(const struct points *p)
{
	size_t width = strlen("name");

	for (size_t i = 0; i < p->count; i++)
		width = strlen(p->point[i].name) > width ? strlen(p->point[i].name) : width;
	return (int)width;
}

static void say_rows(const json_t *list, const struct points *p, struct text *out)
{
	const int name = -name_width(p);
	const struct column columns[] = {
		{ "rank", 4, "{rank}" }, { "name", name, "{name}" }, { "~LUT4", 6, "{lut4:.0f}" }, { "bridges", 7, "{bridge_lut4}" }, { "~FF", 6, "{ff:.0f}" },
		{ "RAMs", 4, "{block_rams}" }, { "~MHz", 4, "{mhz:.0f}" },
		{ "accesses a clock", 16, "{accesses_per_clock.mean:.4f} +-{accesses_per_clock.half95:.4f}" },
		{ "~a us", 7, "{accesses_per_us.mean:.1f}" }, { "beside first", 13, "{beside_first.mean:.3f} +-{beside_first.half95:.3f}" },
		{ "~a ms, LUT4", 11, "{accesses_per_ms_lut4.mean:.1f}" }, { "rank", 4, "{rank_lut4}" }, { "latency", 7, "{latency_mean:.1f}" },
		{ "~ns", 5, "{latency_ns:.0f}" }, { .label = NULL },
	};

	figures_table(list, columns, out);
}

static void say_notes(const json_t *list, const struct points *p, struct text *out)
{
	size_t i;
	json_t *row;

	text_add(out, "\nLUT4, FF, RAMs: the network with its bridges, without masters and memories; bridges: their LUT4. accesses a clock: of all\n"
		 "masters together, counted in the Verilog, which is compiled for each network. a us: at the network's clock; a ms, LUT4: for\n"
		 "each LUT4. beside first: a us, run by run, of the first one's. +-: half of the 95 % confidence interval of the runs, without\n"
		 "the error of the clock. latency: mean clocks of an access. ~ estimated. ~MHz knows the area of the bridges, not their paths\n");
	figures_print_clocks(p, out);
	json_array_foreach(list, i, row)
		if (!figures_has(row, "done"))
			figures_say(row, "{name}: failed, see the message above\n", out);
	for (i = 0; i < p->count; i++)
		if (p->point[i].failure)
			text_print(out, "%s: %s\n", p->point[i].name, p->point[i].failure);
}

void accesses_say(const json_t *object, const struct points *p, struct text *out)
{
	const json_t *list = json_object_get(object, "networks");

	say_request(object, p, out);
	say_rows(list, p, out);
	say_notes(list, p, out);
}

/* ---- CSV ---- */

/* A member of a row, or both of an interval. */
static void add_value(const json_t *value, struct text *out)
{
	if (json_is_object(value)) {
		add_value(json_object_get(value, "mean"), out);
		text_add(out, ",");
		add_value(json_object_get(value, "half95"), out);
	} else if (json_is_string(value)) {
		text_add(out, json_string_value(value));
	} else if (json_is_boolean(value)) {
		text_add(out, json_is_true(value) ? "1" : "0");
	} else if (json_is_integer(value)) {
		text_print(out, "%lld", (long long)json_integer_value(value));
	} else if (json_is_number(value)) {
		text_print(out, "%.6g", json_number_value(value));
	}
}

void rows_csv(const json_t *list, struct text *out)
{
	json_t *row, *value;
	const char *key, *comma = "";
	size_t i;

	json_object_foreach(json_array_get(list, 0), key, value) {
		text_print(out, "%s%s", comma, key);
		if (json_is_object(value))
			text_print(out, ",%s_half95", key);
		comma = ",";
	}
	json_array_foreach(list, i, row) {
		text_add(out, "\n");
		comma = "";
		json_object_foreach(row, key, value) {
			text_add(out, comma);
			add_value(value, out);
			comma = ",";
		}
	}
	text_add(out, "\n");
}
