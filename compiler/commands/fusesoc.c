/* fusesoc.c: `ftc fusesoc`: FuseSoC calls it as a generator (docs/how-to/soc.md).
 *
 *   core_input.yml, here                     files_root, the user's core
 *     gapi: '1.0'                              tree.yaml
 *     files_root: /home/user/soc                  |
 *     vlnv: user:soc:soc-network:1.0              v
 *     parameters: {file: tree.yaml, ...} --> [ network ] --> folder NAME and NAME.core, here
 *
 * The parameters are those of a parameter file. `file` may name such a file; the other parameters then override its
 * values. The words of shells and `board` are the options of `ftc generate`. Unknown keys of the contract are ignored:
 * FuseSoC may add some.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fpga/clock.h"
#include "commands/command.h"
#include "commands/generate.h"
#include "emit/emit.h"
#include "parse/keys.h"
#include "shells/shells.h"
#include "util/message.h"

/* Keys of the generator's file; then parameters that are options of the generator. */
enum { WORD_GAPI, WORD_FILES_ROOT, WORD_VLNV, WORD_PARAMETERS, WORD_COUNT };
static const char *const words[] = { "gapi", "files_root", "vlnv", "parameters", NULL };
static const char *const examples[] = {
	"gapi: '1.0'", "files_root: .", "vlnv: user:soc:network:1.0", "parameters: {file: tree.yaml}"
};

/* Between file and board stand the words of the shells. */
enum { OWN_FILE, OWN_SHELLS, OWN_MOST = OWN_SHELLS + MOST_SHELLS + 1 };

/* State of one call. */
struct call {
	const struct command_line *line;
	struct document document;		/* the file that FuseSoC wrote */
	const struct entry *word[WORD_COUNT];
	const char *own_word[OWN_MOST];
	unsigned own_count;			/* of them; the last one is `board` */
	const struct entry *own[OWN_MOST];	/* or NULL */
	struct document parameters;		/* the other parameters; their entries belong to `document` or `list` */
	struct document *list;			/* lists that stand in strings */
	size_t list_count;
	char *path;				/* of the parameter file, or NULL */
	struct extras extras;
	const struct shell *shell;
	struct board board;
	struct pll pll;
};

static const char *text_of(const struct entry *entry)
{
	return entry->items[0].text;
}

static bool is_single(const struct entry *entry)
{
	if (!entry->mapping && !entry->is_list && text_of(entry)[0] != '\0')
		return true;
	return error_at(entry->value_at, "%s is %s: expected one word", entry->key,
			entry->mapping ? "a mapping" : entry->is_list ? "a list" : "empty");
}

/* ---- the contract
 * -------------------------------------------------------------------------------------------------- */

static bool find_words(struct call *c)
{
	for (unsigned i = 0; i < WORD_COUNT; i++) {
		c->word[i] = document_find(&c->document, words[i]);
		if (!c->word[i]) {
			error_at((struct place){ .file = c->line->file },
				 "%s is missing: expected the file that FuseSoC gives a generator", words[i]);
			return suggest("%s", examples[i]);
		}
		if (i != WORD_PARAMETERS && !is_single(c->word[i]))
			return false;
	}
	return true;
}

static bool check_words(const struct call *c)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:+-";
	const struct entry *gapi = c->word[WORD_GAPI], *vlnv = c->word[WORD_VLNV],
			   *parameters = c->word[WORD_PARAMETERS];
	unsigned colons = 0;

	if (strcmp(text_of(gapi), "1.0") != 0)
		return error_at(gapi->value_at, "gapi is '%s': expected 1.0, the only one that this ftc knows",
				text_of(gapi));
	for (const char *s = text_of(vlnv); *s; s++)
		colons += *s == ':';
	if (colons != 3 || strspn(text_of(vlnv), letters) != strlen(text_of(vlnv))) {
		error_at(vlnv->value_at, "vlnv is '%s': expected vendor:library:name:version", text_of(vlnv));
		return suggest("%s", examples[WORD_VLNV]);
	}
	if (!parameters->mapping) {
		error_at(parameters->value_at, "parameters is no mapping: expected those of a network");
		return suggest("%s", examples[WORD_PARAMETERS]);
	}
	return true;
}

/* ---- the parameters
 * ------------------------------------------------------------------------------------------------ */

/* Reports a word that is neither a key nor an option, with the nearest one. */
static bool check_key(const struct call *c, const struct entry *entry)
{
	const char *all[MOST_KEYS + OWN_MOST];
	size_t count = key_names(all);

	for (unsigned i = 0; i < c->own_count; i++)
		all[count++] = c->own_word[i];
	for (size_t i = 0; i < count; i++)
		if (strcmp(all[i], entry->key) == 0)
			return true;
	const char *nearest = nearest_name(entry->key, all, count);

	struct text own = {0};

	for (unsigned i = 0; i < c->own_count; i++)
		text_print(&own, "%s%s", i > 0 ? ", " : "", c->own_word[i]);
	error_at(entry->key_at, "unknown parameter %.60s: expected %s or a key of a parameter file", entry->key, own.bytes);
	text_free(&own);
	if (nearest)
		suggest("%s", nearest);
	return false;
}

/* Takes the list in a string, as the value of --set would be. False after a message. */
static bool take_list(struct call *c, struct entry *entry)
{
	char *setting = format_string("%s=%s", entry->key, text_of(entry));

	c->list = room_for_one(c->list, c->list_count, sizeof *c->list);
	struct document *list = &c->list[c->list_count++];
	bool good = document_read_override(list, setting);

	if (good) {
		struct entry *read = &list->entries[0];

		for (size_t i = 0; i < read->count; i++)
			read->items[i].at = entry->value_at;
		read->key_at = entry->key_at;
		read->value_at = entry->value_at;
		read->is_override = false;
		*entry = *read;
	}
	free(setting);
	return good;
}

/* Programs that write YAML put numbers, words and lists between quotes, too: those are what they would be without. */
static bool take_string(struct call *c, struct entry *entry)
{
	if (!entry->mapping && !entry->is_list && !entry->items[0].plain && text_of(entry)[0] == '[')
		return take_list(c, entry);
	for (size_t i = 0; i < entry->count && !entry->mapping; i++)
		entry->items[i].plain = true;
	return true;
}

/* Puts the generator's own options into c->own, and the rest into c->parameters. */
static bool sort_parameters(struct call *c)
{
	const struct document *all = c->word[WORD_PARAMETERS]->mapping;

	c->parameters.entries = allocate_array(all->count + 1, sizeof *c->parameters.entries);
	for (size_t i = 0; i < all->count; i++) {
		const struct entry *entry = &all->entries[i];
		unsigned own = 0;

		if (!check_key(c, entry))
			return false;
		while (own < c->own_count && strcmp(entry->key, c->own_word[own]) != 0)
			own++;
		if (own < c->own_count && !is_single(entry))
			return false;
		if (own < c->own_count)
			c->own[own] = entry;
		else
			c->parameters.entries[c->parameters.count++] = *entry;
	}
	for (size_t i = 0; i < c->parameters.count; i++) {
		if (!take_string(c, &c->parameters.entries[i]))
			return false;
		c->parameters.entries[i].folder = text_of(c->word[WORD_FILES_ROOT]);
	}
	return true;
}

static bool find_file(struct call *c)
{
	const struct entry *file = c->own[OWN_FILE];
	const char *root = text_of(c->word[WORD_FILES_ROOT]);

	if (!file)
		return true;
	c->path = text_of(file)[0] == '/' ? copy_string(text_of(file)) : format_string("%s/%s", root, text_of(file));
	if (access(c->path, R_OK) == 0)
		return true;
	return error_at(file->value_at, "file is '%s': no such file in %s that can be read", text_of(file), root);
}

/* Lists the words of the generator's own options. */
static void list_own(struct call *c)
{
	c->own_word[OWN_FILE] = "file";
	c->own_count = OWN_SHELLS + shell_words(&c->own_word[OWN_SHELLS]);
	c->own_word[c->own_count++] = "board";
}

static bool read_shell(struct call *c, const struct shell *shell, const struct entry *entry)
{
	bool wanted = entry && strcmp(text_of(entry), "true") == 0;

	if (entry && !wanted && strcmp(text_of(entry), "false") != 0) {
		error_at(entry->value_at, "%s is '%s': expected true or false", shell->word, text_of(entry));
		return suggest("%s: true", shell->word);
	}
	if (wanted && c->shell->word) {
		error_at(entry->key_at, "%s and %s are given: expected one of them", c->shell->word, shell->word);
		return suggest("without %s", shell->word);
	}
	if (wanted)
		c->shell = shell;
	return true;
}

static bool read_shells(struct call *c)
{
	bool good = true;

	for (unsigned i = OWN_SHELLS; good && i < c->own_count - 1; i++)
		good = read_shell(c, shell_find(c->own_word[i]), c->own[i]);
	return good;
}

static bool read_board(struct call *c)
{
	const struct entry *entry = c->own[c->own_count - 1];
	size_t count;

	if (!entry)
		return true;
	const char *const *names = board_names(&count), *nearest = nearest_name(text_of(entry), names, count);

	c->extras.board = &c->board;
	c->extras.pll = &c->pll;
	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], text_of(entry)) == 0)
			return board_read(&c->board, text_of(entry));
	error_at(entry->value_at, "unknown board '%s': expected one that `ftc generate --board` knows", text_of(entry));
	if (nearest)
		suggest("board: %s", nearest);
	return false;
}

/* ---- the result
 * ---------------------------------------------------------------------------------------------------- */

/* Writes the files to a folder of their own, all at once. The core comes last: a failure leaves no core. */
static int write_files(const struct call *c, const struct network *net)
{
	const char *name = net->spec->name;
	char *folder = format_string("%s/", name), *path = format_string("%s.core", name);
	struct output out = {0};
	struct text core = {0};
	int status = EXIT_WORK_FAILED;

	if (emit_all(net, &c->extras, c->line->invocation, &out)) {
		print_fusesoc(net, &c->extras, &out, folder, text_of(c->word[WORD_VLNV]), true, &core);
		if (output_commit(&out, name, "fusesoc", name, &status))
			write_result(path, &core, &status);
	}
	if (status == EXIT_DONE)
		printf("%s: %zu files\n", name_shown(path), out.count);
	text_free(&core);
	output_free(&out);
	free(path);
	free(folder);
	return status;
}

static int make_network(struct call *c, const struct spec *spec)
{
	struct network *net = c->extras.board ? clock_network(&c->board, spec, application_default(spec), 0, &c->pll)
					      : network_new(spec);
	int status = !net || !shell_check(net) ? EXIT_USAGE : write_files(c, net);

	network_free(net);
	return status;
}

static int fusesoc(const struct command_line *line)
{
	struct call c = { .line = line, .shell = &no_shell };
	struct spec spec;
	int status = EXIT_USAGE;

	list_own(&c);
	if (document_read_nested(&c.document, line->file, words) && find_words(&c) && check_words(&c)
	    && sort_parameters(&c) && find_file(&c) && read_shells(&c) && read_board(&c)
	    && network_read_entries(&spec, c.path, &c.parameters, line->file)) {
		if (shell_for_user(&spec, c.shell))
			status = make_network(&c, &spec);
		spec_free(&spec);
	}
	board_free(&c.board);
	free(c.parameters.entries);
	for (size_t i = 0; i < c.list_count; i++)
		document_free(&c.list[i]);
	free(c.list);
	free(c.path);
	document_free(&c.document);
	return status;
}

const struct command command_fusesoc = {
	.name = "fusesoc",
	.summary = "generate a network for FuseSoC, which calls this as a generator",
	.page = "docs/how-to/soc.md",
	.usage = "FILE",
	.needs_file = true,
	.run = fusesoc,
};
