/* verdict.c: keeps verdicts of proofs. An entry is a line, "proved 1.25 KEY NAME" or "refuted 0.50 KEY NAME", and the solver's log. */
#include "prove/verdict.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/cache.h"
#include "util/file.h"

enum { FILE_LIMIT = 1 << 28 };

static const struct cache cache = { .folder = "verdicts", .suffix = ".verdict", .limit = UINT64_C(256) << 20 };
static const char format[] = "verdict 1";	/* of keys and entries; a change of either changes it */
static const char *const said[] = { [PROOF_DONE] = "proved", [PROOF_FAILED] = "refuted" };

/* ---- The key --------------------------------------------------------------------------------------------------- */

static bool add_file(struct digest *d, const char *name, const char *path)
{
	struct text content = { 0 };
	bool good = read_file(path, FILE_LIMIT, &content);

	digest_add_string(d, name);
	digest_add(d, content.bytes, content.length);
	text_free(&content);
	return good;
}

static int is_read(const struct dirent *entry)
{
	const char *end = strrchr(entry->d_name, '.');

	return entry->d_name[0] != '.' && !(end && (strcmp(end, ".log") == 0 || strcmp(end, cache.suffix) == 0));
}

/* Adds the files of a folder, in the order of their names. A folder in it fails to be read. */
static bool add_folder(struct digest *d, const char *directory, const char *name)
{
	char *folder = format_string("%s/%s", directory, name);
	struct dirent **entry = NULL;
	int count = scandir(folder, &entry, is_read, alphasort);

	for (int k = 0; k < count; k++) {
		char *file = format_string("%s/%s", name, entry[k]->d_name), *path = format_string("%s/%s", directory, file);

		if (!add_file(d, file, path))
			count = -1;
		free(file);
		free(path);
		free(entry[k]);
	}
	free(entry);
	free(folder);
	return count >= 0;
}

/* The digest of the program itself, read once: a script in its place may read anything, and is no solver. */
static bool add_solver(struct digest *d, const char *yosys)
{
	static char *known;
	static struct digest program;
	static bool good;

	if (!known || strcmp(known, yosys) != 0) {
		free(known);
		known = copy_string(yosys);
		digest_start(&program);
		struct text content = { 0 };

		good = read_file(yosys, FILE_LIMIT, &content) && content.length > 4 && memcmp(content.bytes, "\177ELF", 4) == 0;
		digest_add(&program, content.bytes, content.length);
		text_free(&content);
	}
	digest_add_string(d, yosys);
	digest_add(d, &program, sizeof program);
	return good;
}

struct verdict_key verdict_key(const struct proof *p, const char *yosys, const char *directory)
{
	const char *tally = getenv("FTC_VERDICTS");
	struct verdict_key key = { .keeps = tally && *tally };

	if (!key.keeps)
		return key;
	digest_start(&key.digest);
	digest_add_string(&key.digest, format);
	digest_add_string(&key.digest, FTC_VERSION);
	digest_add_string(&key.digest, p->name);
	key.keeps = add_solver(&key.digest, yosys) && add_folder(&key.digest, directory, "rtl")
		    && add_folder(&key.digest, directory, "proof");
	return key;
}

/* ---- Entries --------------------------------------------------------------------------------------------------- */

static void tell(const char *what)
{
	int file = open(getenv("FTC_VERDICTS"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
	char *line = format_string("%s\n", what);

	if (file >= 0 && write(file, line, strlen(line)) < 0)
		unlink(getenv("FTC_VERDICTS"));		/* a tally that lacks a line is none */
	if (file >= 0)
		close(file);
	free(line);
}

/* The first line of an entry. A fresh string. */
static char *head_of(const struct verdict_key *key, const struct proof *p, enum proof_result result, double seconds)
{
	return format_string("%s %.2f %016" PRIx64 "%016" PRIx64 " %s\n", said[result], seconds, key->digest.half[0],
			     key->digest.half[1], p->name);
}

/* Reads the first line of an entry of this key: the result and the seconds. Returns what is behind it; NULL: it is no such line. */
static const char *read_head(struct proof *p, const struct verdict_key *key, const char *entry)
{
	const char *number = strchr(entry, ' '), *rest = NULL;

	for (enum proof_result r = PROOF_DONE; number && !rest && r <= PROOF_FAILED; r++) {
		double seconds = strtod(number, NULL);
		char *head = head_of(key, p, r, seconds);

		if (strncmp(entry, head, strlen(head)) == 0) {
			p->result = r;
			p->seconds = seconds;
			rest = entry + strlen(head);
		}
		free(head);
	}
	return rest;
}

bool verdict_take(struct proof *p, const struct verdict_key *key, const char *directory)
{
	char *path = key->keeps ? cache_find(&cache, &key->digest) : NULL;
	char *log = format_string("proof/%s.log", p->name);
	struct text entry = { 0 };
	bool taken = false;

	if (path && read_file(path, FILE_LIMIT, &entry) && entry.length > CACHE_TRAILER) {
		const char *rest = read_head(p, key, entry.bytes);

		taken = rest;
		if (taken)
			text_add_bytes(&p->log, rest, entry.length - CACHE_TRAILER - (size_t)(rest - entry.bytes));
		taken = taken && write_file_in(directory, log, &p->log);
	}
	if (taken)
		tell("taken");
	else
		text_free(&p->log);
	text_free(&entry);
	free(path);
	free(log);
	return taken;
}

void verdict_keep(const struct proof *p, const struct verdict_key *key, const char *directory)
{
	if (!key->keeps)
		return;
	tell("found");
	if (p->result != PROOF_DONE && p->result != PROOF_FAILED)
		return;
	char *name = format_string("proof/%s%s", p->name, cache.suffix), *path = format_string("%s/%s", directory, name);
	char *head = head_of(key, p, p->result, p->seconds);
	struct text entry = { 0 };

	text_add(&entry, head);
	text_add_bytes(&entry, p->log.bytes, p->log.length);
	if (write_file_in(directory, name, &entry))
		cache_keep(&cache, &key->digest, path);
	unlink(path);
	text_free(&entry);
	free(head);
	free(name);
	free(path);
}
