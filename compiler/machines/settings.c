/* settings.c: the RAM of settings of an off-line network, and what a schedule puts there. */
#include "machines/settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bits.h"
#include "machines/in_band.h"
#include "machines/playback.h"
#include "parse/family.h"
#include "util/message.h"
#include "util/number.h"
#include "util/text.h"

struct settings settings_new(const struct network *net, unsigned cycles, size_t messages)
{
	struct settings s = { .cycles = cycles, .bits = settings_ram(net).bits };

	s.rows = (size_t)cycles * (is_in_band(net) ? in_band_rows(net) : 1);
	s.bit = allocate_array(s.rows * s.bits + 1, sizeof *s.bit);
	s.passage = allocate_array(messages + 1, sizeof *s.passage);
	s.header = is_in_band(net) ? allocate_array(messages + 1, sizeof *s.header) : NULL;
	return s;
}

void header_append(struct header *header, unsigned code, unsigned bits)
{
	if (header->bits + bits > MOST_HEADER_BITS)
		abort();
	while (bits-- > 0)
		bits_put(header->bit, header->bits++, 1, code >> bits & 1);
}

void settings_add_header(struct settings *settings, const struct network *net, unsigned cycle, uint32_t source, size_t m)
{
	const struct header *header = &settings->header[m];
	unsigned rows = in_band_rows(net), bits = settings->bits;
	size_t wire = source * (size_t)net->spec->connections + settings->passage[m].source_lane;
	bool *bit = settings->bit + (size_t)cycle * rows * bits + wire;

	bit[0] = true;
	bit[(size_t)(rows - 1 - header->bits) * bits] = true;
	for (unsigned k = 0; k < header->bits; k++)
		bit[(size_t)(rows - header->bits + k) * bits] = bits_get(header->bit, k, 1);
}

void settings_free(struct settings *settings)
{
	free(settings->bit);
	free(settings->passage);
	free(settings->header);
	*settings = (struct settings){ 0 };
}

static unsigned number_bits(unsigned count)
{
	return count > 1 ? digit_bits(count) : 1;
}

struct settings_ram settings_ram(const struct network *net)
{
	/* A block RAM of 256 words, or 512. */
	unsigned most = net->spec->family->block_ram.data_bits, cycles = net->spec->schedule_cycles;
	unsigned all = is_in_band(net) ? net->spec->leaves * net->spec->connections : network_root(net)->settings;
	unsigned width = smaller(all, most), banks = width > 0 ? (all + width - 1) / width : 0;
	unsigned rows = cycles * (is_in_band(net) ? in_band_rows(net) : 1);

	return (struct settings_ram){ all, rows, banks, width, number_bits(banks), number_bits(rows), number_bits(cycles) };
}

bool *settings_memory(const struct network *net, size_t bits, unsigned *last_cycle)
{
	bool *memory = allocate_array(bits, sizeof *memory);

	if (!net->schedule)
		return memory;
	struct settings settings = net->playback->settle(net, NULL);

	memcpy(memory, settings.bit, settings.rows * settings.bits * sizeof *memory);
	*last_cycle = settings.cycles > 0 ? settings.cycles - 1 : 0;
	settings_free(&settings);
	return memory;
}

bool schedule_is_there(const struct network *net)
{
	const struct spec *spec = net->spec;
	struct place whole_file = { .file = spec->source };

	if (strcmp(spec->schedule_path, "-") == 0 || access(spec->schedule_path, R_OK) == 0)
		return true;
	error_at(whole_file, "schedule is %s, which cannot be read: %s: expected the file that an off-line network plays", spec->schedule_path,
		 strerror(errno));
	char *result = copy_string(shell_word(spec->schedule_path));

	suggest("ftc schedule %s MESSAGES -o %s", shell_word(spec->source), result);
	free(result);
	return false;
}

/* In band a cycle takes a row for each bit of its headers. */
static unsigned most_cycles(const struct network *net)
{
	return is_in_band(net) ? smaller(MAXIMUM_SCHEDULE_CYCLES, MOST_ROWS / in_band_rows(net)) : MAXIMUM_SCHEDULE_CYCLES;
}

/* Does the schedule fit into the settings' RAM? With `auto`, the RAM gets the schedule's length. */
static bool settle_cycles(struct network *net)
{
	unsigned cycles = net->schedule->schedule.cycles, *room = &net->own->schedule_cycles, most = most_cycles(net);

	if (!*room)
		*room = cycles > 0 ? cycles : 1;
	if (cycles <= *room && *room <= most)
		return true;
	error("%s has %u delivery cycles: expected at most %u, which the settings' RAM holds", net->spec->schedule_path,
	      cycles, smaller(*room, most));
	suggest("schedule-cycles: auto, which takes as many as needed, up to %u", most);
	return false;
}

/* Headers that are written while the network is there. */
static bool require_rows(const struct network *net)
{
	if (net->spec->schedule_cycles <= most_cycles(net))
		return true;
	error("schedule-cycles is %u: expected at most %u, with %u rows of headers in each", net->spec->schedule_cycles,
	      most_cycles(net), in_band_rows(net));
	suggest("schedule-cycles: %u", most_cycles(net));
	return false;
}

bool settings_fit(struct network *net)
{
	if (net->schedule)
		return settle_cycles(net);
	return !is_in_band(net) || require_rows(net);
}
