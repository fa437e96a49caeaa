/* plot.c: pictures made by gnuplot. */
#include "util/plot.h"

#include <stdlib.h>
#include <string.h>

#include "util/message.h"
#include "util/process.h"

void plot_add_name(struct text *out, const char *name)
{
	for (const char *c = name_shown(name); *c; c++)
		text_add_bytes(out, strchr("\"'\\`", *c) ? "?" : c, 1);
}

/* One picture, drawn by `terminal` in the folder `work`, where it has a plain name: `picture` may hold those of columns. */
static bool draw(const char *gnuplot, const char *work, const char *terminal, const char *picture,
		 const struct text *script, struct output *out)
{
	struct text whole = {0}, drawn = {0};
	struct arguments a = {0};
	struct process_result result = {0};
	char *path = format_string("%s/plot.gp", work), *drawn_path = format_string("%s/picture", work);
	bool good;

	text_print(&whole, "set terminal %s\nset output 'picture'\n%s", terminal, script->bytes);
	arguments_add_all(&a, gnuplot, "plot.gp", NULL);
	good = write_file(path, &whole) && run_process(a.items, work, &result);
	if (!good) {
		char *how = process_end_told(&result);
		error("gnuplot %s:\n%s", how, result.output.length ? result.output.bytes : "");
		free(how);
		process_suggest_more(&result);
	}
	good = good && read_file(drawn_path, 16 << 20, &drawn);
	if (good)
		output_add(out, picture, &drawn);
	text_free(&result.output);
	text_free(&whole);
	text_free(&drawn);
	arguments_free(&a);
	free(path);
	free(drawn_path);
	return good;
}

/* Draws in a folder of its own, which has the data, by the terminals, each into NAME.SUFFIX. */
struct terminal {
	const char *suffix;
	char *how;			/* freed */
};

static bool draw_all(const char *gnuplot, const char *data_name, const struct text *data, const struct text *script, const char *name,
		     const struct terminal *terminal, size_t terminals, struct output *out)
{
	char *work = temporary_directory(), *data_path = work ? format_string("%s/%s", work, data_name) : NULL;
	bool good = data_path && write_file(data_path, data);

	for (size_t i = 0; i < terminals; i++) {
		char *picture = format_string("%s.%s", name, terminal[i].suffix);

		good = good && draw(gnuplot, work, terminal[i].how, picture, script, out);
		free(picture);
		free(terminal[i].how);
	}
	free(data_path);
	free(work);
	return good;
}

bool plot_add(const char *gnuplot, const char *data_name, const struct text *data, const struct text *script,
	      const char *name, unsigned width, unsigned height, struct output *out)
{
	const struct terminal terminal[] = {
		{ "svg", format_string("svg size %u,%u font 'sans,12' background '#ffffff'", width, height) },
		{ "png", format_string("pngcairo size %u,%u font 'sans,12' fontscale 1.4", width * 3 / 2, height * 3 / 2) },
	};

	return draw_all(gnuplot, data_name, data, script, name, terminal, sizeof terminal / sizeof *terminal, out);
}

bool plot_add_pdf(const char *gnuplot, const char *data_name, const struct text *data, const struct text *script,
		  const char *name, unsigned width, unsigned height, struct output *out)
{
	const struct terminal terminal = { "pdf", format_string("pdfcairo size %.2fin,%.2fin font 'sans,9'", width / 96.0, height / 96.0) };

	return draw_all(gnuplot, data_name, data, script, name, &terminal, 1, out);
}
